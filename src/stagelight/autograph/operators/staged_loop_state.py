"""What a staged loop carries from round to round.

What a round leaves in the symbols, and in which objects, shows only when it is traced. So a loop is
built on the assumption that every symbol stays what it was before, and that no object is changed.
Where a round shows otherwise the form of both is found, and the loop is built anew; a few times at
most, for forms only become more general. Where they do so without end, as by a function that is another one
in each round, the loop is refused.

A name that only closures read after the round is carried where its values have a common form. One that
only closures of the loop itself capture is carried if such a closure outlives the round: if it can be reached
from what the round leaves behind. Otherwise the name has no value outside of the round (`Uncarried`).

In the first attempt a branch that fails is taken as one that is not reached yet: a name may get its
value, or another one than None, in the rest of the round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

from stagelight import nest
from stagelight.autograph.operators.element_copies import ELEMENT_COPIES, Noted
from stagelight.autograph.operators.heap import Place, assigned_cells, reachable
from stagelight.autograph.operators.replaced_lists import identity
from stagelight.autograph.operators.staged_aliases import AliasRelation
from stagelight.autograph.operators.staged_blocks import (
    Changes,
    GetState,
    SetState,
    Surroundings,
    form_at,
    value_before,
)
from stagelight.autograph.operators.staged_element_copies import Path, note_paths, noted_paths
from stagelight.autograph.operators.staged_forms import (
    Form,
    Leaf,
    Optional,
    Uncarried,
    builds_of,
)
from stagelight.autograph.operators.staged_joints import Joint, Words, form_of
from stagelight.autograph.operators.staged_speculation import SPECULATION, Attempt
from stagelight.autograph.operators.staged_structures import contents_of, held
from stagelight.autograph.operators.variables import Undefined, UndefinedReturnValue
from stagelight.control_flow import loops
from stagelight.core.convert import convert_to_tensor
from stagelight.core.tensor import Tensor
from stagelight.types.shapes import as_shape

T = TypeVar("T")

_WORDS = Words(
    "before the loop",
    "after one iteration",
    "Use tf.cast, or begin with a value of the right dtype.",
)


# A form has few others above it, but what one name gets may come through all others.
_ATTEMPTS_FOR_A_NAME = 8


class LoopState:
    """The symbols of a loop and the places in objects that it changes, with their forms.

    Args:
        get_state, set_state: read and write the symbols.
        names: what they are called.
        blocks: the functions of the loop.
        options: of the loop; `captured` are the names that only closures read later, `block_local` those
            of them that only closures made in the loop capture.
        runs: whether it is known that there is a first round.
    """

    def __init__(
        self,
        get_state: GetState,
        set_state: SetState,
        names: Sequence[str],
        blocks: Sequence[Any],
        options: Mapping[str, Any] = MappingProxyType({}),
        runs: bool = False,
    ) -> None:
        self._get_state = get_state
        self._set_state = set_state
        self._names = list(names)
        self._runs = runs
        self._keeps_numbers = False
        self._written = get_state()
        self._surroundings = Surroundings(blocks, set_state, self._written)
        self._captured = frozenset(options.get("captured", ()))
        block_local = frozenset(options.get("block_local", ()))
        self._block_local = {
            name: cell for name, cell in assigned_cells(set_state).items() if name in block_local
        }
        self._places: list[Place] = []
        # What rounds have in common with staged lists: objects, and where they are in what is carried.
        self._copies: Noted = {}
        self._copies_before: Noted = {}
        self._aliases = AliasRelation()
        self._paths: list[set[Path]] = [set() for _ in names]
        self._attempt = Attempt(may_fail=False)
        self._unsettled: list[str] = []  # what the last round showed to be of another form
        self._before = [*held(self._written)]
        self._forms = [
            Uncarried(name) if name in self._block_local else form_of(value)
            for name, value in zip(names, self._before, strict=True)
        ]

    # What is carried.

    @property
    def leaves(self) -> list[Any]:
        """The carried leaves before the loop."""
        return [
            leaf
            for form, value in zip(self._forms, self._before, strict=True)
            for leaf in form.leaves(value)
        ]

    @property
    def leaf_names(self) -> list[str]:
        """For each carried leaf the symbol or place that it is of."""
        names = [*self._names, *[place.text for place in self._places]]
        return [
            name for name, form in zip(names, self._forms, strict=True) for _ in form.leaf_forms()
        ]

    def tensors(self) -> list[Tensor]:
        """The carried leaves before the loop, as tensors."""
        tensors = [convert_to_tensor(leaf) for leaf in self.leaves]
        self._copies_before |= ELEMENT_COPIES.noted()
        self._copies |= self._copies_before
        return tensors

    def shape_invariants(self, options: dict[str, Any]) -> list[Any] | None:
        """For each carried leaf the shape that `set_loop_options` gave for it."""
        given = options.get("shape_invariants")
        if not given:
            return None
        by_id: dict[int, Any] = {}
        for value, invariant in given:
            specs = nest.flatten(loops.invariant_spec(value, invariant), expand_composites=True)
            tensors = nest.flatten(value, expand_composites=True)
            by_id.update(
                {id(x): as_shape(spec.shape) for x, spec in zip(tensors, specs, strict=True)}
            )
        leaves = self.leaves
        return [by_id.get(id(leaf), convert_to_tensor(leaf).shape) for leaf in leaves]

    # Building the loop.

    def build(self, attempt: Callable[[], T]) -> T:
        """What building the loop gives, once its symbols are of forms that hold in every round.

        Args:
            attempt: Builds it; its rounds call `set` and `after_round`.
        """
        is_first = True
        for _ in range(_ATTEMPTS_FOR_A_NAME * (len(self._names) + 2)):
            try:
                with SPECULATION.attempt(may_fail=is_first) as current:
                    self._attempt = current
                    return attempt()
            except _OtherForms:
                if self._runs and is_first and not current.has_failures:
                    self._forget_first_round()
            except TypeError:
                if not is_first or not self._learns_from_numbers(attempt):
                    raise
            finally:
                self.put_back()
            is_first = False
        names = ", ".join(repr(name) for name in self._unsettled)
        raise TypeError(
            f"{names} must have the same structure before the loop and after one iteration, or be the same "
            "object. Each iteration makes another one. (AG302)"
        )

    def _learns_from_numbers(self, attempt: Callable[[], Any]) -> bool:
        """Whether a round works with Python's numbers as they are, which then take other dtypes.

        `total = 0` before the loop and `total = total + x` in it, where `x` is a float.
        """
        known = self._forms
        self.put_back()
        self._keeps_numbers = True
        try:
            attempt()
        except _OtherForms:
            return self._forms != known
        except Exception:  # noqa: BLE001 (the first error is the one to tell)
            return False
        finally:
            self._keeps_numbers = False
        return False

    def _forget_first_round(self) -> None:
        """A name that every round sets, and none reads before, has a value after the first one."""
        for i, (form, before) in enumerate(zip(self._forms, self._before, strict=True)):
            if type(before) is not Undefined or before.is_carried:
                continue
            if isinstance(form, Optional) and not isinstance(form.inner, Optional):
                self._before[i] = UndefinedReturnValue()
                self._forms[i] = Optional(form.inner, self._before[i])

    def put_back(self) -> None:
        """Makes symbols and objects what they were before the loop."""
        self._surroundings.restore_all(self._set_state, self._written)

    def set(self, tensors: Sequence[Any]) -> None:
        """Writes symbols and places: the carried leaves are the given tensors."""
        builds = builds_of(self._forms, iter(tensors))
        if self._keeps_numbers:
            builds = [
                partial(_same, before) if isinstance(form, Leaf) and form.is_weak else build
                for form, before, build in zip(self._forms, self._before, builds, strict=True)
            ]
        count = len(self._names)
        self._surroundings.begin_block()
        ELEMENT_COPIES.add(self._copies)
        written = self._surroundings.write_all(self._places, builds[count:])
        values = [*[build() for build in builds[:count]], *written]
        self._surroundings.deliver(self._set_state, tuple(values[:count]))
        for value, paths in zip(values, self._paths, strict=True):
            note_paths(value, paths)
        self._aliases.note(values)

    def after_round(self) -> list[Any]:
        """The carried leaves of the values now; then puts symbols and objects back.

        Raises:
            TypeError: they have nothing in common with those before the loop.
        """
        values = self._get_state()
        after = [*held(values)]
        copies = self._surroundings.end_block()
        self._surroundings.put_back(self._set_state, self._written, values)
        changes = self._surroundings.changes()
        if self._carry_escaping(values, changes):
            raise _OtherForms
        known = {place.identity for place in self._places}
        added = [place for key, (place, _) in changes.items() if key not in known]
        self._before += [value_before(place) for place in added]
        places = [*self._places, *added]
        after += [
            changes[place.identity][1] if place.identity in changes else value_before(place)
            for place in places
        ]
        found = self._joined_forms(places, after)
        forms = zip(self._names, self._forms, found, strict=False)
        self._unsettled = [name for name, old, new in forms if old != new]
        self._unsettled += [place.text for place in added]
        is_stable = not added and found == self._forms and not self._keeps_numbers
        self._places, self._forms = places, found
        is_stable &= not self._learns_copies(after, copies)
        if not is_stable or self._attempt.has_failures:
            raise _OtherForms  # Before there is an operation: its effects would stay in the graph.
        leaves = [
            leaf for form, value in zip(found, after, strict=True) for leaf in form.leaves(value)
        ]
        self._surroundings.refuse_changed_elements(changes, self._surroundings.changed)
        if self._learns_copies(after, copies | ELEMENT_COPIES.noted()):
            raise _OtherForms
        return leaves

    def _learns_copies(self, after: Sequence[Any], copies: Noted) -> bool:
        """Whether a round has more in common with staged lists than the rounds before it.

        The next round is traced with it, for it may change such objects before it puts them into a list.
        """
        is_new = self._aliases.learn(self._before, self._copies_before, self._outlives_round)
        is_new |= self._aliases.learn(after, copies, self._outlives_round)
        copies = {key: entry for key, entry in copies.items() if entry[0].aliases is None}
        paths = [
            noted_paths(before, self._copies_before) | noted_paths(value, copies)
            for before, value in zip(self._before, after, strict=True)
        ]
        known = self._paths + [set() for _ in range(len(paths) - len(self._paths))]
        existing = {
            key for key, (copied, _) in copies.items() if self._surroundings.existed(copied.value)
        }
        is_new |= not existing <= self._copies.keys()
        is_new |= any(not new <= old for new, old in zip(paths, known, strict=True))
        self._copies |= copies
        self._paths = [new | old for new, old in zip(paths, known, strict=True)]
        return is_new

    def _outlives_round(self, value: Any) -> bool:
        """Whether an object was there before the loop: reached by its code, or one that such may be."""
        return self._surroundings.existed(value) or id(identity(value)) in self._copies_before

    def _carry_escaping(self, values: Sequence[Any], changes: Changes) -> bool:
        """Carries the names that closures capture which outlive the round; whether there are any."""
        if not self._block_local:
            return False
        kept = [
            value
            for form, value in zip(self._forms, values, strict=False)
            if not isinstance(form, Uncarried)
        ]
        kept += [contents_of(value) for _, value in changes.values()]
        reached = {id(part) for part, _ in reachable(kept)}
        escaping = [name for name, cell in self._block_local.items() if id(cell) in reached]
        for name in escaping:
            del self._block_local[name]
            i = self._names.index(name)
            self._forms[i] = form_of(self._before[i])
        return bool(escaping)

    def _joined_forms(self, places: Sequence[Place], after: Sequence[Any]) -> list[Form]:
        existed = self._surroundings.existed
        count = len(self._names)
        found = []
        for name, form, before, value in zip(
            self._names, self._forms, self._before, after, strict=False
        ):
            joint = Joint(name, _WORDS, before, value, existed)
            is_captured = name in self._captured
            found.append(
                joint.form_of_captured(form) if is_captured else joint.join(form, form_of(value))
            )
        for place, before, value in zip(places, self._before[count:], after[count:], strict=True):
            found.append(form_at(place, before, value, _WORDS, existed))
        return found


def _same(value: Any) -> Any:
    return value


class _OtherForms(BaseException):
    """A round has shown that symbols are of other forms than was assumed, or that a branch fails."""
