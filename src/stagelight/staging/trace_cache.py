"""The traces of one function: which of them a call has, and how many are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stagelight import config
from stagelight.staging.call_plans import CallPlan, call_plan
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.staging.trace_types import (
    is_alive,
    is_own_key,
    varying_parts,
    without_shapes,
)
from stagelight.types.shapes import TensorShape

# Traces kept by one function; the oldest goes when there are more.
TRACE_LIMIT = 512

# A function with more traces than these will have still more, such as one that takes numbers of Python:
# the further ones are compiled only when they are used repeatedly. So are those that differ from an earlier
# one in shapes alone, such as for the last batch of an epoch.
MANY_TRACES = 16

# A call is planned when it has come so often; a function has so many plans, one after the other.
_CALLS_BEFORE_PLAN = 16
_PLANS = 8

# To ask all keys whether their objects live takes longer than a trace: it is done now and then.
_TRACES_BETWEEN_SEARCHES = 64


class KnownCall:
    """A kind of call that came before: its trace, and how often it came."""

    __slots__ = ("concrete", "count")

    def __init__(self, concrete: ConcreteFunction) -> None:
        self.concrete = concrete
        self.count = 0


class Use:
    """How a function is used: what outlives it.

    Attributes:
        again: whether a call came that had been before.
    """

    __slots__ = ("again",)

    def __init__(self) -> None:
        self.again = False


class TraceCache:
    """The traces of a function by key.

    `by_call` has the traces that calls were found to have, by the key of the call as it was made:
    an entry is a short cut, and may be forgotten. So is `plan`, which knows the calls of one key.
    """

    def __init__(self) -> None:
        self.by_key: dict[Any, ConcreteFunction] = {}
        self.use = Use()
        self.by_call: dict[Any, KnownCall] = {}
        self.plan: CallPlan | None = None
        self._plans_left = _PLANS
        # By form, which is a key without shapes: the newest key, and the traces for several shapes.
        self._newest: dict[Any, Any] = {}
        self._general: dict[Any, dict[Any, ConcreteFunction]] = {}
        self._added = 0

    def add(self, key: Any, concrete: ConcreteFunction) -> None:
        """Keeps a trace; forgets the oldest beyond the limit, and those for objects that are gone."""
        if len(self.by_key) >= TRACE_LIMIT:
            self._make_room()
        self._added += 1
        self.by_key[key] = concrete
        form = without_shapes(key)
        is_general = any(map(_is_general, varying_parts(key)))
        differs_in_shapes = form in self._newest and not is_general
        concrete.is_one_of_many = self._added > MANY_TRACES or (
            differs_in_shapes and config.current.tiered_compilation
        )
        self._newest[form] = key
        if is_general:
            self._general.setdefault(form, {})[key] = concrete

    def _make_room(self) -> None:
        self.by_call.clear()
        self.plan = None
        if self._added % _TRACES_BETWEEN_SEARCHES == 0:
            for key in [key for key in self.by_key if not is_alive(key)]:
                self._forget(key)
        while len(self.by_key) >= TRACE_LIMIT:
            self._forget(next(iter(self.by_key)))

    def _forget(self, key: Any) -> None:
        del self.by_key[key]
        form = without_shapes(key)
        if self._newest.get(form) is key:
            del self._newest[form]
        general = self._general.get(form)
        if general is not None and general.pop(key, None) is not None and not general:
            del self._general[form]

    def note_call(self, key: Any, concrete: ConcreteFunction) -> None:
        """Remembers the trace that a call has."""
        if len(self.by_call) >= TRACE_LIMIT:
            self.by_call.clear()
        self.by_call[key] = KnownCall(concrete)

    def trace_of_known(
        self, call: KnownCall, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> ConcreteFunction:
        """The trace of a call that came before; plans calls like it when they have come often."""
        call.count += 1
        self.use.again = True
        if call.count == _CALLS_BEFORE_PLAN and not kwargs and self._plans_left:
            self._plans_left -= 1
            self.plan = call_plan(call.concrete, args) or self.plan
        return call.concrete

    def serving(self, key: Any) -> ConcreteFunction | None:
        """A trace made for more shapes than these, the most specific one."""
        wanted = varying_parts(key)
        serving = [
            (sum(map(_unknown_axes, varying_parts(known))), i, concrete)
            for i, (known, concrete) in enumerate(
                self._general.get(without_shapes(key), {}).items()
            )
            if all(map(_serves, varying_parts(known), wanted))
        ]
        return min(serving)[2] if serving else None

    def alike(self, key: Any) -> Any:
        """The key of the newest trace that differs from this one in shapes only; None if there is none."""
        return self._newest.get(without_shapes(key))

    def distinct(self) -> list[ConcreteFunction]:
        """Each trace once, in the order in which they were made."""
        return list(dict.fromkeys(self.by_key.values()))


def _is_general(part: Any) -> bool:
    return is_own_key(part) or part[2] is None or None in part[2]


def _unknown_axes(part: Any) -> int:
    if is_own_key(part):
        return sum(_unknown_axes((None, None, spec.shape._dims)) for spec in part[1].flatten())
    return 1000 if part[2] is None else part[2].count(None)


def _serves(general: Any, wanted: Any) -> bool:
    if is_own_key(general):
        return bool(wanted[1].is_subtype_of(general[1]))
    if general[1] != wanted[1]:
        return False
    return TensorShape(wanted[2]).is_subtype_of(TensorShape(general[2]))
