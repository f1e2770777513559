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
        self._graph: FuncGraph | None = None
        self.is_complete = False

    def trace(self) -> None:
        """Traces the function, with what is known so far of its result and its captures."""
        graph = FuncGraph(f"recursive_{self._name}", CONTEXT.stage)
        self._graph = graph
        assumed = self._result
        # Only scalars surely stay of their shape from call to call.
        inputs = [
            graph.add_input(x.dtype, x.shape if x.shape.rank == 0 else TensorShape(None), "x")
            for x in self._call.tensors()
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
        self.is_complete = is_known and assumed is not None and self._result.is_like(assumed)

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
        if result is None or not call.is_like(self._call):
            raise _Recursing
        assert graph is not None
        captured = [graph.capture(tensor) for tensor in self._captures]
        dtypes = [x.dtype for x in result.tensors()]
        outputs = py_function(
            lambda *tensors: call_graph(graph, tensors), [*call.tensors(), *captured], dtypes
        )
        for output, like in zip(outputs, result.tensors(), strict=True):
            output.set_shape(like.shape)
        return result.with_tensors(outputs)

    def call(self, tensors: Sequence[Any]) -> Any:
        """The call that began the recursion."""
        assert self._graph is not None and self._result is not None
        return self._result.with_tensors(
            call_graph(self._graph, [*tensors, *self._captures], self._name)
        )


def _as_tensors(value: Any) -> Any:
    """The value with its Python numbers as tensors: they change from call to call."""

    def converted(leaf: Any) -> Any:
        is_number = isinstance(leaf, int | float | complex)
        return convert_to_tensor(leaf) if is_number else leaf

    return nest.map_structure(converted, value, expand_composites=True)


surroundings.recursion = staged_recursion
