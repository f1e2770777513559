"""`if` statements and conditional expressions over symbolic tensors.

Both branches are traced, each into a graph of its own. Then what they leave in the symbols is matched, and
one `If` operation gives the values of those that the graph carries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.autograph.operators.dispatch import IF_EXP, IF_STMT
from stagelight.autograph.operators.staged_values import (
    as_value,
    has_same_structure,
    is_carried,
    is_same_object,
    is_undefined,
    kind_of,
    leaves_of,
    packed_like,
    passed_on,
    placeholder_like,
)
from stagelight.autograph.operators.variables import Undefined
from stagelight.control_flow.branches import apply_branches
from stagelight.control_flow.conditionals import function_name
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import SymbolicTensor
from stagelight.graph.tracing import finish


def staged_if(
    cond: Tensor,
    body: Callable[[], Any],
    orelse: Callable[[], Any],
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    symbol_names: tuple[str, ...],
    nouts: int,
) -> None:
    """An `if` statement as one operation; see `conditionals.if_stmt` for the arguments."""
    before = get_state()

    def values_after(branch: Callable[[], Any]) -> Callable[[], tuple[Any, ...]]:
        def run() -> tuple[Any, ...]:
            set_state(before)
            branch()
            return get_state()[:nouts]

        return run

    try:
        results = conditional(cond, values_after(body), values_after(orelse), symbol_names[:nouts])
    finally:
        set_state(before)
    set_state((*results, *before[nouts:]))


def staged_if_expression(
    cond: Tensor, if_true: Callable[[], Any], if_false: Callable[[], Any], expr_repr: str
) -> Any:
    """A conditional expression as one operation; see `conditionals.if_exp`."""
    (result,) = conditional(
        cond, lambda: (if_true(),), lambda: (if_false(),), (f"the value of '... if {expr_repr}'",)
    )
    return result


def conditional(
    cond: Tensor,
    if_true: Callable[[], tuple[Any, ...]],
    if_false: Callable[[], tuple[Any, ...]],
    names: Sequence[str],
) -> tuple[Any, ...]:
    """The values of one of two functions, chosen when the graph runs.

    Args:
        cond: a bool scalar.
        if_true, if_false: give the same number of values.
        names: what the values are called, for messages.

    Raises:
        TypeError, ValueError: the branches do not agree.
    """
    stage = CONTEXT.stage
    if cond.shape.rank not in (None, 0):
        raise ValueError(
            f"The condition of an if statement must be a scalar. Received a tensor of shape {cond.shape}. "
            "Use tf.reduce_all or tf.reduce_any to reduce it."
        )
    with stage.name_scope("cond") as scope:
        true_graph, true_values = _traced(function_name(scope, "true"), if_true)
        false_graph, false_values = _traced(function_name(scope, "false"), if_false)
        joints = [
            _Joint(name, a, b, true_graph, false_graph)
            for name, a, b in zip(names, true_values, false_values, strict=True)
        ]
        for graph, values in ((true_graph, 0), (false_graph, 1)):
            with graph.as_default():
                outputs = [passed_on(x) for joint in joints for x in joint.carried(values)]
            finish(graph, outputs)  # type: ignore[arg-type]
        flat = apply_branches(False, cond, [true_graph, false_graph], scope)
        remaining = iter([raw.Identity(x) for x in flat])
    return tuple(joint.result(remaining) for joint in joints)


def _traced(
    name: str, function: Callable[[], tuple[Any, ...]]
) -> tuple[FuncGraph, tuple[Any, ...]]:
    graph = FuncGraph(name, CONTEXT.stage)
    with graph.as_default():
        return graph, function()


class _Joint:
    """What both branches leave in one symbol, made to match.

    Raises:
        TypeError, ValueError: it cannot be.
    """

    def __init__(
        self, name: str, a: Any, b: Any, true_graph: FuncGraph, false_graph: FuncGraph
    ) -> None:
        self._name = name
        self._is_carried: list[bool] = []
        if is_undefined(a) or is_undefined(b):
            a, b = self._with_placeholder(a, b, true_graph, false_graph)
        self._form = a
        if not has_same_structure(a, b):
            raise TypeError(self._mismatch(a, b))
        pairs = list(zip(leaves_of(a), leaves_of(b), strict=True))
        self._leaves: tuple[list[Any], list[Any]] = ([], [])
        for first, second in pairs:
            self._add_leaf(first, second, true_graph, false_graph)

    def _with_placeholder(
        self, a: Any, b: Any, true_graph: FuncGraph, false_graph: FuncGraph
    ) -> tuple[Any, Any]:
        if is_undefined(a) and is_undefined(b):
            return a, a
        missing = a if is_undefined(a) else b
        if isinstance(missing, Undefined):
            # Allowed while nobody reads it: reading is Python's own error.
            return missing, missing
        if is_undefined(a):
            with true_graph.as_default():
                return placeholder_like(b), b
        with false_graph.as_default():
            return a, placeholder_like(a)

    def _add_leaf(
        self, first: Any, second: Any, true_graph: FuncGraph, false_graph: FuncGraph
    ) -> None:
        if first is not second:
            first, second = as_value(first), as_value(second)
        if not (is_carried(first) and is_carried(second)):
            if not is_same_object(first, second):
                raise TypeError(self._mismatch(first, second))
            self._is_carried.append(False)
            self._leaves[0].append(first)
            self._leaves[1].append(second)
            return
        with false_graph.as_default():
            first, second = _agreed(first, second, self._name)
        self._is_carried.append(True)
        self._leaves[0].append(first)
        self._leaves[1].append(second)

    def _mismatch(self, a: Any, b: Any) -> str:
        if a is None or b is None:
            where = "main" if a is None else "else"
            return (
                f"'{self._name}' is None at the end of the {where} branch. Required: values of one kind "
                f"on both ways. Received: {kind_of(a)} and {kind_of(b)}."
            )
        return (
            f"'{self._name}' must have the same nested structure in the main and else branches, or be "
            f"the same object. Received: {kind_of(a)} and {kind_of(b)}."
        )

    def carried(self, branch: int) -> list[Any]:
        """The leaves that the graph carries, of the first or second branch."""
        return [
            leaf
            for leaf, carried in zip(self._leaves[branch], self._is_carried, strict=True)
            if carried
        ]

    def result(self, outputs: Any) -> Any:
        """The symbol's value after the conditional."""
        leaves = [
            next(outputs) if carried else leaf
            for leaf, carried in zip(self._leaves[0], self._is_carried, strict=True)
        ]
        return packed_like(self._form, leaves)


def _agreed(first: Any, second: Any, name: str) -> tuple[Any, Any]:
    """Two leaves of one dtype: Python numbers take that of a tensor on the other way.

    Raises:
        TypeError: their dtypes differ.
    """
    a = first if isinstance(first, Tensor) else convert_to_tensor(first, dtype_hint=_dtype(second))
    b = (
        second
        if isinstance(second, Tensor)
        else convert_to_tensor(second, dtype_hint=_dtype(first))
    )
    if a.dtype is not b.dtype:
        raise TypeError(
            f"'{name}' has dtype {a.dtype.name} in the main branch, but dtype {b.dtype.name} in the else "
            "branch. Use tf.cast to make them agree."
        )
    # Each branch makes its own constant of a Python value.
    return _as_given(first, a), _as_given(second, b)


def _dtype(value: Any) -> Any:
    return getattr(value, "dtype", None) if isinstance(value, Tensor) else None


def _as_given(value: Any, tensor: Tensor) -> Any:
    if isinstance(value, Tensor):
        return value
    natural = isinstance(value, (bool, int, float)) and _natural_dtype(value) == tensor.dtype.name
    return value if natural else _Typed(value, tensor.dtype)


def _natural_dtype(value: Any) -> str:
    return "bool" if isinstance(value, bool) else "int32" if isinstance(value, int) else "float32"


class _Typed:
    """A Python value with the dtype that it takes as a tensor."""

    def __init__(self, value: Any, dtype: Any) -> None:
        self._value = value
        self._dtype = dtype

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return convert_to_tensor(self._value, dtype or self._dtype, name=name)


IF_STMT.register(SymbolicTensor, staged_if)
IF_EXP.register(SymbolicTensor, staged_if_expression)
