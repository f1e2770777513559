"""Reductions by name: `tf.reduce_sum(x, axis=None, keepdims=False)` and its kin.

`axis` is None (all axes), an integer, several, or an integer tensor; negative axes count from the
last. Eager tensors with a plain `axis` go to the op of `reduction` without being converted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.op_def import OpDef
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.ops.reductions.reduction import ALL, ANY, EUCLIDEAN_NORM, MAX, MEAN, MIN, PROD, SUM
from stagelight.public import public
from stagelight.types import dtypes

# The axes of eager reductions that come again and again, as tensors: by rank for None, by axis
# else.
_ALL_AXES = [EagerTensor(np.arange(rank, dtype=np.int32), dtypes.int32) for rank in range(8)]
_ONE_AXIS = {axis: EagerTensor(np.asarray(axis, np.int32), dtypes.int32) for axis in range(-8, 8)}
# Op -> names of the dtypes it takes.
_ALLOWED = {
    op_def.name: frozenset(dtype.name for dtype in allowed)
    for op_def, allowed in (
        *((op_def, dtypes.NUMERIC) for op_def in (SUM, MEAN, PROD, EUCLIDEAN_NORM)),
        *((op_def, dtypes.REAL) for op_def in (MAX, MIN)),
        *((op_def, (dtypes.bool_,)) for op_def in (ALL, ANY)),
    )
}


def _reduce(
    op_def: OpDef, input_tensor: Any, axis: Any, keepdims: bool | None, name: str | None
) -> Tensor:
    attrs = {"keep_dims": True} if keepdims else {}
    if type(input_tensor) is EagerTensor and CONTEXT.stage is None:
        axes = None
        if axis is None and input_tensor._array.ndim < len(_ALL_AXES):
            axes = _ALL_AXES[input_tensor._array.ndim]
        elif type(axis) is int:
            axes = _ONE_AXIS.get(axis)
        if axes is not None and input_tensor._dtype.name in _ALLOWED[op_def.name]:
            return apply(op_def, (input_tensor, axes), attrs)
    x = input_tensor
    if not isinstance(x, Tensor):
        wanted = dtypes.bool_ if op_def in (ALL, ANY) else None
        x = convert_to_tensor(x, wanted, name="input_tensor")
    if isinstance(axis, float):
        raise TypeError(f"Required: integers for `axis`. Received: {axis!r}")
    over = _all_axes(x) if axis is None else axis
    result = getattr(raw, op_def.name)(x, over, **attrs, name=name)
    if axis is None and x.shape.rank is None and not keepdims:
        result.set_shape([])  # Whatever the rank is.
    return result


def _all_axes(x: Tensor) -> Tensor:
    if x.shape.rank is None:
        return raw.Range(0, raw.Rank(x), 1, name="range")
    return convert_to_tensor(np.arange(x.shape.rank, dtype=np.int32))


@public("math.reduce_sum", "reduce_sum")
def reduce_sum(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """The sum over axes; zero over none of their elements.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> x = tf.constant([[1, 1, 1], [1, 1, 1]])
    >>> tf.reduce_sum(x, axis=0).numpy()
    array([2, 2, 2], dtype=int32)
    """
    return _reduce(SUM, input_tensor, axis, keepdims, name)


@public("math.reduce_mean", "reduce_mean")
def reduce_mean(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """The mean over axes. For integers it is rounded towards zero.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_mean([[1.0, 1.0], [2.0, 2.0]], axis=1).numpy()
    array([1., 2.], dtype=float32)
    """
    return _reduce(MEAN, input_tensor, axis, keepdims, name)


@public("math.reduce_prod", "reduce_prod")
def reduce_prod(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """The product over axes; one over none of their elements.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_prod([[1, 2], [3, 4]], axis=0).numpy()
    array([3, 8], dtype=int32)
    """
    return _reduce(PROD, input_tensor, axis, keepdims, name)


@public("math.reduce_max", "reduce_max")
def reduce_max(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """The maximum over axes; NaN where one is NaN, the dtype's lowest value where there is none.

    Args:
        input_tensor: real tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes. Equal maxima share the gradient.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_max([[1, 5], [3, 4]], axis=1).numpy()
    array([5, 4], dtype=int32)
    """
    return _reduce(MAX, input_tensor, axis, keepdims, name)


@public("math.reduce_min", "reduce_min")
def reduce_min(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """The minimum over axes; NaN where one is NaN, the dtype's highest value where there is none.

    Args:
        input_tensor: real tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes. Equal minima share the gradient.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_min([[1, 5], [3, 4]], axis=1).numpy()
    array([1, 3], dtype=int32)
    """
    return _reduce(MIN, input_tensor, axis, keepdims, name)


@public("math.reduce_all", "reduce_all")
def reduce_all(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """Whether all elements along axes are True; True where there is none.

    Args:
        input_tensor: bool tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Bool tensor without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_all([[True, True], [False, True]], axis=1).numpy()
    array([ True, False])
    """
    return _reduce(ALL, input_tensor, axis, keepdims, name)


@public("math.reduce_any", "reduce_any")
def reduce_any(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """Whether an element along axes is True; False where there is none.

    Args:
        input_tensor: bool tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Bool tensor without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_any([[True, True], [False, False]], axis=1).numpy()
    array([ True, False])
    """
    return _reduce(ANY, input_tensor, axis, keepdims, name)


@public("math.reduce_euclidean_norm")
def reduce_euclidean_norm(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """`sqrt(sum(|x|^2))` over axes, in the tensor's dtype.

    Args:
        input_tensor: numeric tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.math.reduce_euclidean_norm([3.0, 4.0]).numpy()
    np.float32(5.0)
    """
    return _reduce(EUCLIDEAN_NORM, input_tensor, axis, keepdims, name)


@public("math.reduce_logsumexp", "reduce_logsumexp")
def reduce_logsumexp(
    input_tensor: Any, axis: Any = None, keepdims: bool | None = False, name: str | None = None
) -> Tensor:
    """`log(sum(exp(x)))` over axes, without overflow.

    Args:
        input_tensor: floating tensor.
        axis: the axes to reduce: None for all, an integer, several, or an integer tensor.
        keepdims: whether reduced axes stay, with size 1.
        name: name of the operation.

    Returns:
        Tensor of that dtype without the reduced axes; -inf where there is no element.

    Raises:
        InvalidArgumentError: an axis is out of range or named twice.

    >>> tf.reduce_logsumexp([1000.0, 1000.0]).numpy()
    np.float32(1000.6932)
    """
    with op_scope(name or "ReduceLogSumExp") as scope:
        x = convert_to_tensor(input_tensor)
        peak = reduce_max(x, axis, keepdims=True)
        # An infinite peak would make NaN of the differences; zero leaves the infinity in the sum.
        peak = raw.StopGradient(raw.SelectV2(raw.IsFinite(peak), peak, 0.0))
        result = raw.Log(reduce_sum(raw.Exp(raw.Sub(x, peak)), axis, keepdims=keepdims))
        if not keepdims:
            peak = raw.Reshape(peak, raw.Shape(result))
        return raw.AddV2(result, peak, name=scope)
