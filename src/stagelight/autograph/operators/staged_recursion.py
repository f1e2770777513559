"""Recursion that only the graph can end: a function that calls itself under a tensor condition.

    def factorial(k):                         the graph of `factorial` has a host call, which
        if k <= 1:                            runs that same graph on other tensors
            return 1
        return k * factorial(k - 1)

Tracing such a function does not end; that is how it is found. It is traced again, into a graph of its
own, twice: first with the recursive calls left out, which shows what it returns, then with calls in
their place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight import nest
from stagelight.autograph.operators.calls import RECURSIVE
from stagelight.autograph.operators.dispatch import surroundings
from stagelight.autograph.operators.staged_blocks import Changes, Surroundings
from stagelight.autograph.operators.staged_speculation import SPECULATION
from stagelight.autograph.refusals import ConversionError
from stagelight.control_flow.calls import call_graph
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.source_places import SourcePlace, user_code_message
from stagelight.graph.tracing import trace_into
from stagelight.ops.host.host_call import py_function
from stagelight.types.shapes import TensorShape


class _Recursing(Exception):
    """A recursive call, while it is not yet known what the function returns."""


class _Structure:
    """Arguments or results, taken apart into tensors."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.leaves = nest.flatten(value, expand_composites=True)

    def tensors(self) -> list[Any]:
        return [leaf for leaf in self.leaves if isinstance(leaf, Tensor)]

    def with_tensors(self, tensors: Sequence[Any]) -> Any:
        remaining = iter(tensors)
        leaves = [next(remaining) if isinstance(x, Tensor) else x for x in self.leaves]
        return nest.pack_sequence_as(self.value, leaves, expand_composites=True)

    def is_like(self, other: _Structure) -> bool:
        """Whether two calls differ in the values of their tensors only."""
        if len(self.leaves) != len(other.leaves):
            return False
        return all(
            a.dtype is b.dtype
            if isinstance(a, Tensor) and isinstance(b, Tensor)
            else a is b or (type(a) is type(b) and a == b)
            for a, b in zip(self.leaves, other.leaves, strict=True)
        )


def staged_recursion(
    function: Any,
    converted: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    error: RecursionError,
) -> Any:
    """The result of a recursive function; see `dispatch.Surroundings`.

    Raises:
        RecursionError: the recursion does not depend on tensors, or never ends.
    """
    call = _Structure(_as_tensors((args, kwargs)))
    if not isinstance(CONTEXT.stage, FuncGraph) or not call.tensors():
        raise error
    recursion = _Recursion(function, converted, call)
    try:
        with SPECULATION.attempt(may_fail=True):
            recursion.trace()
        while not recursion.is_complete:
            recursion.trace()
    except _Recursing:
        text = (
            f"RecursionError: maximum recursion depth exceeded: {function.__qualname__} calls itself on all "
            "ways, or with arguments of other dtypes or other Python values each time. Return without a "
            "call under a condition of tensors, and call with tensors of the same kind. (AG408)"
        )
        raise RecursionError(user_code_message([_definition(function)], text)) from None
    return recursion.call(call.tensors())


def _definition(function: Any) -> SourcePlace:
    code = function.__code__
    return SourcePlace(code.co_filename, code.co_firstlineno, code.co_name)


class _Recursion:
    """A recursive function on its way into a graph.

    Attributes:
        is_complete: Whether its graph can be called.
    """

    def __init__(self, function: Any, converted: Callable[..., Any], call: _Structure) -> None:
        self._function = function
        self._name = function.__name__.strip("<>")  # of a lambda
        self._converted = converted
        self._call = call
        self._captures: list[Any] = []
        self._result: _Structure | None = None
        # What is known of the shapes in all calls: the ranks at first, then less where a call has others.
        self._shapes = [_of_rank(x.shape.rank) for x in call.tensors()]
        self._result_shapes: list[TensorShape] = []
        self._graph: FuncGraph | None = None
        self.is_complete = False

    def trace(self) -> None:
        """Traces the function, with what is known so far of its result and its captures."""
        graph = FuncGraph(f"recursive_{self._name}", CONTEXT.stage)
        self._graph = graph
        assumed, shapes, result_shapes = self._result, list(self._shapes), self._result_shapes
        inputs = [
            graph.add_input(x.dtype, shape, "x")
            for x, shape in zip(self._call.tensors(), shapes, strict=True)
        ]
        for tensor in self._captures:
            graph.capture(tensor)
        traced_args, traced_kwargs = self._call.with_tensors(inputs)
        code = self._function.__code__
        before = RECURSIVE.get(code)
        RECURSIVE[code] = self._called_inside
        reached = Surroundings((self._function, *traced_args, *traced_kwargs.values()))

        def run() -> Any:
            result = _as_tensors(self._converted(*traced_args, **traced_kwargs))
            self._refuse(reached.changes())
            return result

        try:
            structured = trace_into(graph, run)
        finally:
            RECURSIVE.pop(code)
            if before is not None:
                RECURSIVE[code] = before
        self._result = _Structure(structured)
        captures = list(graph.external_captures)
        is_known = len(captures) == len(self._captures)
        self._captures = captures
        is_like = assumed is not None and self._result.is_like(assumed)
        self._result_shapes = [x.shape for x in self._result.tensors()]
        if is_like:
            self._result_shapes = _joined_shapes(result_shapes, self._result_shapes)
        is_same_shapes = _are_same(shapes, self._shapes) and _are_same(
            result_shapes, self._result_shapes
        )
        self.is_complete = is_known and is_like and is_same_shapes

    def _refuse(self, changes: Changes) -> None:
        """Refuses what is changed in objects: each call would change them, and only the graph makes calls."""
        for place, _ in changes.values():
            raise ConversionError(
                "AG209",
                f"{self._function.__qualname__}, whose recursion only the graph can end, since it changes "
                f"{place.text}",
                "return what is new, and put it together where the function is called.",
                _definition(self._function),
            )

    def _called_inside(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A recursive call."""
        graph, result = self._graph, self._result
        call = _Structure(_as_tensors((args, kwargs)))
        if call.is_like(self._call):
            self._shapes = _joined_shapes(self._shapes, [x.shape for x in call.tensors()])
        if result is None or not call.is_like(self._call):
            raise _Recursing
        assert graph is not None
        captured = [graph.capture(tensor) for tensor in self._captures]
        dtypes = [x.dtype for x in result.tensors()]
        outputs = py_function(
            lambda *tensors: call_graph(graph, tensors), [*call.tensors(), *captured], dtypes
        )
        for output, shape in zip(outputs, self._result_shapes, strict=True):
            output.set_shape(shape)
        return result.with_tensors(outputs)

    def call(self, tensors: Sequence[Any]) -> Any:
        """The call that began the recursion."""
        assert self._graph is not None and self._result is not None
        return self._result.with_tensors(
            call_graph(self._graph, [*tensors, *self._captures], self._name)
        )


def _of_rank(rank: int | None) -> TensorShape:
    return TensorShape(None if rank is None else [None] * rank)


def _joined_shapes(a: Sequence[TensorShape], b: Sequence[TensorShape]) -> list[TensorShape]:
    """What two lists of shapes have in common. What is a scalar stays one."""
    return [
        x if x.rank == 0 and y.rank is None else x.most_specific_compatible_shape(y)
        for x, y in zip(a, b, strict=True)
    ]


def _are_same(a: Sequence[TensorShape], b: Sequence[TensorShape]) -> bool:
    return [_signature(x) for x in a] == [_signature(x) for x in b]


def _signature(shape: TensorShape) -> Any:
    return None if shape.rank is None else tuple(shape.as_list())


def _as_tensors(value: Any) -> Any:
    """The value with its Python numbers as tensors: they change from call to call."""

    def converted(leaf: Any) -> Any:
        is_number = isinstance(leaf, int | float | complex)
        return convert_to_tensor(leaf) if is_number else leaf

    return nest.map_structure(converted, value, expand_composites=True)


surroundings.recursion = staged_recursion
