"""Tapes that look alike: the walk over them is traced once, and then run as a plan.

A training loop records the same operations on arrays of the same shapes in each step. The walk over
such a tape calls the same kernels each time; the rest, which is most of the time where arrays are
small, is finding out which. So a tape's *form* is computed: its ops and attrs, which tensors they take,
shapes and dtypes, and small integers, which are axes and sizes, by value. For a form that comes often
the walk is traced into a graph, and the host plan of this graph calls the kernels from then on.

A tape that has something of its own (a gradient in Python, a staged call, a large array, which machine
code is made for) is walked, and so is every tape under another one.
"""

from __future__ import annotations

import threading
from collections.abc import Container, Iterator, Sequence
from typing import Any

from stagelight.autodiff.backward import Application, gradients_of_sources
from stagelight.autodiff.tape import set_player
from stagelight.core.dispatch import CONTEXT, LARGE
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.tensor import EagerTensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.tracing import trace_into
from stagelight.passes.pipeline import optimize
from stagelight.runtime.host_plan import HostPlan
from stagelight.types.dtypes import DType, variant
from stagelight.types.shapes import TensorShape

# How often a form comes before its walk is traced, which takes as long as a hundred walks.
_WALKS_BEFORE = 16
_LONGEST = 300

# Integers of so few elements are taken for axes and sizes.
_SMALL = 8

# Forms that are counted, and plans that are kept. When there are too many, all are forgotten.
_FORMS_LIMIT = 512
_PLANS_LIMIT = 64

_ATTR_TYPES = frozenset({int, bool, str, bytes, type(None), TensorShape})


class _NoForm(Exception):
    """A tape has something of its own."""


class _Form:
    """What a tape shares with others, and its own tensors.

    Attributes:
        key: equal for tapes over which the walk calls the same kernels.
        tensors: what `key` has numbers for.
    """

    def __init__(
        self,
        applications: Sequence[Application],
        seeds: Sequence[tuple[Any, Any]],
        sources: Sequence[Any],
        followed: Container[int],
    ) -> None:
        self.tensors: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._followed = followed
        numbers, tensors = self._numbers, self.tensors
        parts: list[Any] = []
        for op_def, inputs, attrs, outputs in applications:
            parts.append(op_def)
            for name, value in attrs.items():
                parts.append(name)
                parts.append(id(value) if type(value) is DType else _attr(value))
            for x in inputs:
                number = numbers.get(id(x))
                parts.append(self._described(x) if number is None else number)
            for y in outputs:
                if type(y) is not EagerTensor or y._array.size >= LARGE or y._dtype is variant:
                    raise _NoForm
                numbers[id(y)] = len(tensors)
                tensors.append(y)
                parts.append(y._array.shape)
        for target, seed in seeds:
            number = numbers.get(id(seed))
            parts.append(numbers.get(id(target)))
            parts.append(self._described(seed) if number is None else number)
            if parts[-2] is None:
                raise _NoForm
        parts.append(tuple([numbers.get(id(source)) for source in sources]))
        self.key = tuple(parts)

    def _described(self, x: Any) -> tuple[Any, ...]:
        """Numbers a tensor that no application gave, and says what it is."""
        if type(x) is not EagerTensor:
            raise _NoForm
        array, dtype = x._array, x._dtype
        self._numbers[id(x)] = len(self.tensors)
        self.tensors.append(x)
        if dtype.is_integer and array.size <= _SMALL:
            return id(dtype), array.shape, array.tobytes()
        if array.size >= LARGE or dtype is variant:
            raise _NoForm
        return id(dtype), array.shape, id(x) in self._followed


def _attr(value: Any) -> Any:
    """An attr as a part of a key."""
    kind = type(value)
    if kind in _ATTR_TYPES:
        return value
    if kind is float:
        return repr(value)  # The zeros differ, NaN does not.
    if kind is list or kind is tuple:
        return tuple(map(_attr, value))
    raise _NoForm


class _Plan:
    """The gradients of tapes of one form."""

    def __init__(
        self,
        form: _Form,
        applications: Sequence[Application],
        seeds: Sequence[tuple[Any, Any]],
        sources: Sequence[Any],
        followed: Container[int],
    ) -> None:
        graph = FuncGraph("gradients_of_a_tape")
        stand_ins: list[Any] = []

        def gradients() -> list[Any]:
            for i, tensor in enumerate(form.tensors):
                stand_ins.append(_stand_in(graph, i, tensor))
            of = {
                id(tensor): stand_in
                for tensor, stand_in in zip(form.tensors, stand_ins, strict=True)
            }

            def found(tensors: Sequence[Any]) -> list[Any]:
                return [of[id(tensor)] for tensor in tensors]

            return gradients_of_sources(
                [
                    Application(a.op_def, found(a.inputs), a.attrs, found(a.outputs))
                    for a in applications
                ],
                [(of[id(target)], of[id(seed)]) for target, seed in seeds],
                [of.get(id(source), source) for source in sources],
                {id(of[id(tensor)]) for tensor in form.tensors if id(tensor) in followed},
            )

        self._results: list[Any] = trace_into(graph, gradients)
        used = {id(x) for operation in graph.operations for x in operation.inputs}
        numbers = [
            i for i, x in enumerate(stand_ins) if id(x) in used and x.op.type == "Placeholder"
        ]
        graph.inputs = [stand_ins[i] for i in numbers]
        self._numbers = numbers
        self._run = HostPlan(optimize(graph)).run

    def __call__(self, tensors: Sequence[Any]) -> list[Any]:
        """The gradients of the sources of a tape, given its tensors."""
        values = iter(self._run(*[tensors[i]._array for i in self._numbers]))
        return [_packed(result, values) for result in self._results]


def _stand_in(graph: FuncGraph, number: int, tensor: EagerTensor) -> Any:
    if tensor._dtype.is_integer and tensor._array.size <= _SMALL:
        return graph.capture(tensor)
    return graph.placeholder(tensor.dtype, tensor.shape, f"x{number}")


def _packed(result: Any, values: Iterator[Any]) -> Any:
    """A gradient in the form of the traced one."""
    if result is None:
        return None
    if type(result) is IndexedSlices:
        parts = (result.values, result.indices, result.dense_shape)
        return IndexedSlices(
            *[None if x is None else EagerTensor(next(values), x.dtype) for x in parts]
        )
    return EagerTensor(next(values), result.dtype)


_walks: dict[Any, int] = {}
_plans: dict[Any, _Plan | None] = {}
_lock = threading.Lock()


def _played(
    applications: Sequence[Application],
    seeds: Sequence[tuple[Any, Any]],
    sources: Sequence[Any],
    followed: Container[int],
) -> list[Any]:
    """The gradients of the sources, by a plan if there is one for tapes of this form."""
    if CONTEXT.plain and len(applications) <= _LONGEST:
        try:
            form = _Form(applications, seeds, sources, followed)
        except _NoForm:
            pass
        else:
            plan = _plans.get(form.key) or _made_plan(form, applications, seeds, sources, followed)
            if plan is not None:
                return plan(form.tensors)
    return gradients_of_sources(applications, seeds, sources, followed)


def _made_plan(
    form: _Form,
    applications: Sequence[Application],
    seeds: Sequence[tuple[Any, Any]],
    sources: Sequence[Any],
    followed: Container[int],
) -> _Plan | None:
    """Counts a form, and makes its plan when it has come often; None to walk."""
    if form.key in _plans:
        return None
    count = _walks[form.key] = _walks.get(form.key, 0) + 1
    if count <= _WALKS_BEFORE:
        if len(_walks) > _FORMS_LIMIT:
            _walks.clear()
        return None
    with _lock:
        if form.key not in _plans:  # Another thread may have been first.
            if len(_plans) >= _PLANS_LIMIT:
                _plans.clear()
            _walks.pop(form.key, None)
            try:
                _plans[form.key] = _Plan(form, applications, seeds, sources, followed)
            except Exception:  # noqa: BLE001 - a rule that needs values; walking tells what else is wrong
                _plans[form.key] = None
        return _plans[form.key]


set_player(_played)
