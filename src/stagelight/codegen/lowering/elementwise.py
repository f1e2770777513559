"""Elementwise ops: from their scalar forms, and the few whose rule depends on attrs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from stagelight.codegen.expressions import PRIMITIVES, Expr, bitcast, cast, const, op, where
from stagelight.codegen.index import place_of, row_major_strides
from stagelight.codegen.loop_nest import Check, Store
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers, lowers_any
from stagelight.codegen.lowering.tensor_forms import known_array, sizes_of
from stagelight.codegen.lowering.values import (
    Indices,
    Value,
    broadcast,
    broadcast_sizes,
    computed,
    in_buffer,
    require_same_sizes,
)
from stagelight.codegen.vector_math import supported
from stagelight.core.op_def import OpDef
from stagelight.core.scalar import Scalar, trace
from stagelight.graph.operation import Operation
from stagelight.types import dtypes
from stagelight.types.dtypes import DType

_NARROW = (dtypes.float16, dtypes.bfloat16)
_DIVISIONS = frozenset({"FloorDiv", "FloorMod", "Mod", "TruncateMod", "TruncateDiv", "Div"})


def compute_dtype(dtype: DType) -> DType:
    """The dtype in which elements of a dtype are computed."""
    return dtypes.float32 if dtype in _NARROW else dtype


@cache
def _rule_of(op_def: OpDef) -> tuple[Scalar, tuple[str, ...]]:
    return trace(op_def.scalar)


@cache
def _words(op_def: OpDef) -> frozenset[str]:
    found: set[str] = set()

    def visit(node: Any) -> None:
        if isinstance(node, Scalar) and node.word != "parameter":
            found.add(node.word)
            for operand in node.operands:
                visit(operand)

    visit(_rule_of(op_def)[0])
    return frozenset(found)


@cache
def _cost(op_def: OpDef) -> int:
    """About how many instructions an element takes."""
    return sum(
        1 if word in PRIMITIVES and word not in ("divide", "sqrt") else 15
        for word in _words(op_def)
    )


_ROUNDING = frozenset({"floor", "ceil", "rint", "trunc"})  # integers stay as they are
_FLOAT_WORDS = frozenset({"divide", "sqrt", "fma", "copysign", "isnan", "isinf", "isfinite"})
_FLAG_WORDS = frozenset({"logical_and", "logical_or", "logical_not", "equal", "not_equal", "where"})


def _is_primitive(word: str, dtype: DType) -> bool:
    """Whether the machine does a word on elements of a dtype."""
    if dtype is dtypes.bool_:
        return word in _FLAG_WORDS
    if word in _ROUNDING:
        return True
    return word in PRIMITIVES and (dtype.is_floating or word not in _FLOAT_WORDS)


@cache
def _has_words(op_def: OpDef, dtype: DType) -> bool:
    if op_def.scalar is None:
        return False
    wide = compute_dtype(dtype)
    return all(_is_primitive(word, wide) or supported(word, wide) for word in _words(op_def))


def expression(tree: Any, parameters: dict[str, Expr], kind: DType) -> Any:
    """The expression of a scalar rule; a Python number stays one until it meets an expression."""
    if not isinstance(tree, Scalar):
        return tree
    if tree.word == "parameter":
        return parameters[tree.operands[0]]
    operands = [expression(x, parameters, kind) for x in tree.operands]
    if tree.word in _ROUNDING and kind.is_integer:
        return operands[0]
    if not any(isinstance(x, Expr) for x in operands):
        operands[0] = const(operands[0], kind)
    return op(tree.word, *operands)


def has_scalar_form(operation: Operation) -> bool:
    """Whether it is elementwise, and the machine has all that an element takes."""
    return bool(operation.inputs) and _has_words(operation.op_def, operation.inputs[-1].dtype)


def _accepts(operation: Operation) -> bool:
    sizes = map(sizes_of, operation.inputs)
    return has_scalar_form(operation) and sizes_of(operation.outputs[0]) == broadcast_sizes(*sizes)


@lowers_any(_accepts, has_scalar_form)
def elementwise(lowering: Lowering, operation: Operation, *inputs: Value) -> Value:
    """Any op with a scalar form."""
    op_def = operation.op_def
    tree, names = _rule_of(op_def)
    result = operation.outputs[0].dtype

    def rule(*operands: Expr) -> Expr:
        wide = [cast(x, compute_dtype(x.dtype)) for x in operands]
        value = expression(tree, dict(zip(names, wide, strict=True)), wide[-1].dtype)
        return cast(value, result)

    value = combined(lowering, inputs, rule, result, _cost(op_def))
    if op_def.name in _DIVISIONS and result.is_integer:
        return _checked_division(lowering, operation, inputs[1], value)
    return value


def combined(
    lowering: Lowering, inputs: Sequence[Value], rule: Any, dtype: DType, cost: int
) -> Value:
    """A function of the elements of several tensors, after broadcasting."""
    sizes = broadcast_sizes(*(x.sizes for x in inputs))
    # What would be computed again for each repetition is computed once, ahead.
    ready = [
        lowering.stored(x) if x.cost > 1 and x.sizes != sizes and x.size != 1 else x for x in inputs
    ]
    spread = [broadcast(x, sizes) for x in ready]
    total = cost + sum(x.cost for x in ready)
    return computed(
        dtype, sizes, lambda indices: rule(*[x.element(indices) for x in spread]), total
    )


def _checked_division(
    lowering: Lowering, operation: Operation, divisor: Value, value: Value
) -> Value:
    """Integer division, after seeing that no divisor is 0."""
    array = known_array(operation.inputs[1])
    if array is not None and array.all():
        return value
    spread = broadcast(divisor, value.sizes)
    buffer = lowering.temporary(value.dtype, value.size)
    strides = row_major_strides(value.sizes)

    def body(indices: Indices) -> list[Any]:
        is_some = op("not_equal", spread.element(indices), 0)
        return [Check(is_some), Store(buffer, place_of(indices, strides), value.element(indices))]

    lowering.nest(value.sizes, body)
    return in_buffer(buffer, value.sizes)


@lowers("Cast", accepts=lambda operation: not operation.attrs.get("Truncate"), any_size=True)
def _cast(lowering: Lowering, operation: Operation, x: Value) -> Value:
    dtype = operation.outputs[0].dtype
    return computed(dtype, x.sizes, lambda indices: cast(x.element(indices), dtype), x.cost + 1)


def _keeps_size(operation: Operation) -> bool:
    kinds = operation.inputs[0].dtype.numpy_dtype, operation.outputs[0].dtype.numpy_dtype
    return kinds[0].itemsize == kinds[1].itemsize


@lowers("Bitcast", accepts=_keeps_size, any_size=True)
def _bitcast(lowering: Lowering, operation: Operation, x: Value) -> Value:
    dtype = operation.outputs[0].dtype
    return computed(dtype, x.sizes, lambda indices: bitcast(x.element(indices), dtype), x.cost)


def _fit(operation: Operation) -> bool:
    """Whether the inputs have the sizes of the output, as far as known, or none: there is no broadcasting."""
    sizes = sizes_of(operation.outputs[0])
    return all(sizes_of(x) in ((), sizes) for x in operation.inputs)


def _require_fitting(inputs: Sequence[Value]) -> None:
    for x in inputs:
        if x.sizes:
            require_same_sizes(x, max(inputs, key=lambda each: len(each.sizes)))


@lowers("ClipByValue", accepts=_fit, any_size=True)
def _clip(lowering: Lowering, operation: Operation, x: Value, low: Value, high: Value) -> Value:
    _require_fitting((x, low, high))

    def rule(x: Expr, low: Expr, high: Expr) -> Expr:
        return op("maximum", op("minimum", x, high), low)

    return combined(lowering, (x, low, high), rule, x.dtype, 2)


@lowers("LeakyRelu", any_size=True)
def _leaky_relu(lowering: Lowering, operation: Operation, x: Value) -> Value:
    alpha = operation.attr_value("alpha")

    def rule(x: Expr) -> Expr:
        wide = cast(x, compute_dtype(x.dtype))
        return cast(where(wide > 0, wide, wide * alpha), x.dtype)

    return combined(lowering, (x,), rule, x.dtype, 2)


@lowers("LeakyReluGrad", any_size=True)
def _leaky_relu_gradient(lowering: Lowering, operation: Operation, dy: Value, x: Value) -> Value:
    alpha = operation.attr_value("alpha")

    def rule(dy: Expr, x: Expr) -> Expr:
        wide = cast(dy, compute_dtype(dy.dtype))
        return cast(where(x > 0, wide, wide * alpha), dy.dtype)

    return combined(lowering, (dy, x), rule, x.dtype, 2)


@lowers("BiasAdd", "BiasAddV1", any_size=True)
def _bias_add(lowering: Lowering, operation: Operation, x: Value, bias: Value) -> Value:
    axis = 1 if operation.attrs.get("data_format") in ("NCHW", b"NCHW") else len(x.sizes) - 1
    ready = lowering.stored(bias) if bias.cost > 1 else bias

    def element(indices: Indices) -> Expr:
        a, b = x.element(indices), ready.element((indices[axis],))
        return cast(cast(a, compute_dtype(a.dtype)) + cast(b, compute_dtype(b.dtype)), x.dtype)

    return computed(x.dtype, x.sizes, element, x.cost + 1)


@lowers("AddN", "AccumulateNV2", any_size=True)
def _add_n(lowering: Lowering, operation: Operation, *inputs: Value) -> Value:
    dtype = inputs[0].dtype

    def rule(*operands: Expr) -> Expr:
        total = operands[0]
        for each in operands[1:]:
            total = cast(
                cast(total, compute_dtype(dtype)) + cast(each, compute_dtype(dtype)), dtype
            )
        return total

    return combined(lowering, inputs, rule, dtype, len(inputs) - 1)


@lowers("Select", accepts=_fit, any_size=True)
def _select(lowering: Lowering, operation: Operation, *inputs: Value) -> Value:
    _require_fitting(inputs)
    return combined(lowering, inputs, where, inputs[1].dtype, 1)


@lowers("ApproximateEqual", any_size=True)
def _approximate_equal(lowering: Lowering, operation: Operation, x: Value, y: Value) -> Value:
    tolerance = float(operation.attr_value("tolerance"))
    if x.dtype.is_floating:
        tolerance = float(np.asarray(tolerance, x.dtype.numpy_dtype))

    def rule(a: Expr, b: Expr) -> Expr:
        wide = [cast(v, compute_dtype(v.dtype)) for v in (a, b)]
        apart = cast(op("abs", wide[0] - wide[1]), a.dtype)
        # Integers are compared with the tolerance as numbers: it may lie between two of them.
        kind = compute_dtype(a.dtype) if a.dtype.is_floating else dtypes.float64
        return op("less_equal", cast(apart, kind), tolerance)

    return combined(lowering, (x, y), rule, dtypes.bool_, 3)
