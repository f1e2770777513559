"""What gradient rules of elementwise ops share.

Conjugates, the sums that undo broadcasting, and the definition of ops that compute a gradient from
a result, such as `TanhGrad`.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import same_as_input
from stagelight.core.op_def import OpDef, Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scalar import array_kernel, words
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.types import dtypes


def conj(x: Tensor) -> Tensor:
    """The factor of a complex gradient; real tensors are their own."""
    return raw.Conj(x) if x._dtype.is_complex else x  # type: ignore[attr-defined]


def for_operands(op: Any, dx: Any, dy: Any) -> list[Any]:
    """Gradients of both operands, summed back to the operands' shapes.

    Each is a tensor, None, or a function that computes it where it is wanted.
    """
    x, y = op.inputs
    return [_for_operand(dx, x), _for_operand(dy, y)]


def _for_operand(gradient: Any, x: Tensor) -> Any:
    if gradient is None:
        return None
    if type(gradient) is FunctionType:
        return lambda: sum_to_shape_of(gradient(), x)
    return sum_to_shape_of(gradient, x)


def zero_where_zero(rule: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The rule with 0 wherever `dy` is 0, also where the slope is infinite.

    TensorFlow's roots and inverses have it: `where(x > 0, sqrt(x), 0)` has the gradient 0 at 0, not 0 * inf.
    """
    return lambda y, dy: words.where(words.equal(dy, 0), 0, rule(y, dy))


def define_from_result(
    name: str,
    rule: Callable[[Any, Any], Any],
    slope: Callable[[Tensor, Tensor, Tensor], Tensor],
    takes_conjugate: bool = True,
) -> OpDef:
    """Defines an op `z = rule(y, dy)`, the gradient of x by way of `y = f(x)`.

    The rule is linear in `dy`; `slope(y, dy, z)` is its derivative with respect to y. Of a complex
    y the op takes the conjugate itself, or leaves that to the caller: TensorFlow's do not agree.
    """
    compute = array_kernel(name, rule)

    def kernel(xp: ModuleType, y: np.ndarray, dy: np.ndarray) -> np.ndarray:
        dy = dy.reshape(y.shape)
        return compute(xp, xp.conj(y) if takes_conjugate and y.dtype.kind == "c" else y, dy)

    def gradient(op: Any, dz: Tensor) -> list[Tensor | None]:
        y, dy = op.inputs
        of_dy = getattr(raw, name)(conj(y), dz)
        if takes_conjugate:
            return for_operands(op, raw.Mul(conj(dz), slope(conj(y), dy, op.output)), of_dy)
        return for_operands(op, raw.Mul(dz, conj(slope(y, dy, op.output))), of_dy)

    return define(
        name,
        "y: T, dy: T",
        "z: T",
        {"T": types(dtypes.INEXACT)},
        infer=same_as_input,
        requires={"dy": "size of y"},
        kernel=kernel,
        gradient=gradient,
        traits=Trait.ELEMENTWISE,
        scalar=rule,
    )
