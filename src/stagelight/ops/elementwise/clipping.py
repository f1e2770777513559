"""Clipping: values held in an interval, tensors held to a norm.

`tf.clip_by_value`, `tf.clip_by_norm`, `tf.clip_by_global_norm` for gradients,
`tf.linalg.global_norm`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.inference import invalid, same_as_input
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.public import public
from stagelight.types import dtypes

# ---------------------------------------------------------------------------- by value


def _clip(
    xp: ModuleType, t: np.ndarray, clip_value_min: np.ndarray, clip_value_max: np.ndarray
) -> np.ndarray:
    if not {clip_value_min.shape, clip_value_max.shape} <= {(), t.shape}:
        raise invalid(
            "clip_value_min and clip_value_max must be scalars or of the shape of the input, "
            f"{list(t.shape)}. Received: {list(clip_value_min.shape)}, {list(clip_value_max.shape)}"
        )
    return xp.maximum(xp.minimum(t, clip_value_max), clip_value_min)


def _clip_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    t, low, high = op.inputs
    zeros = raw.ZerosLike(dy)
    below, above = raw.Less(t, low), raw.Greater(t, high)
    inside = raw.SelectV2(raw.LogicalOr(below, above), zeros, dy)
    return [
        inside,
        sum_to_shape_of(raw.SelectV2(below, dy, zeros), low),
        sum_to_shape_of(raw.SelectV2(above, dy, zeros), high),
    ]


define(
    "ClipByValue",
    "t: T, clip_value_min: T, clip_value_max: T",
    "output: T",
    {"T": types(dtypes.REAL)},
    infer=same_as_input,
    kernel=_clip,
    gradient=_clip_gradient,
    traits=Trait.ELEMENTWISE,
)


@public("clip_by_value")
def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> Any:
    """`max(min(t, clip_value_max), clip_value_min)`, element by element.

    Args:
        t: real tensor, or `IndexedSlices`, whose values are clipped.
        clip_value_min: number or tensor that broadcasts to the shape of `t`.
        clip_value_max: the same for the upper end.
        name: name of the operation.

    Returns:
        Like `t`.

    Raises:
        ValueError: the ends would broadcast `t` to another shape.

    >>> tf.clip_by_value([-10, 2, 5], 0, 3).numpy()
    array([0, 2, 3], dtype=int32)
    """
    with op_scope(name or "clip_by_value") as scope:
        values = convert_to_tensor(t.values if isinstance(t, IndexedSlices) else t, name="t")
        lowered = raw.Minimum(values, clip_value_max)
        _require_shape_kept(values, lowered, "clip_value_max")
        clipped = raw.Maximum(lowered, clip_value_min, name=scope)
        _require_shape_kept(values, clipped, "clip_value_min")
        return _like(t, clipped)


def _require_shape_kept(before: Tensor, after: Tensor, what: str) -> None:
    if not before.shape.is_compatible_with(after.shape):
        raise ValueError(
            f"Shapes {before.shape} and {after.shape} are incompatible: `{what}` must broadcast to "
            "the shape of `t`."
        )


def _like(t: Any, values: Tensor) -> Any:
    """The values as slices where t is slices."""
    if isinstance(t, IndexedSlices):
        return IndexedSlices(values, t.indices, t.dense_shape)
    return values


# ---------------------------------------------------------------------------- by norm


@public("clip_by_norm")
def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Any:
    """`t * clip_norm / max(norm(t), clip_norm)`: scaled down where its Euclidean norm is greater.

    Args:
        t: floating tensor or `IndexedSlices`.
        clip_norm: the greatest norm, a number or a tensor that broadcasts; below 0 counts as 0.
        axes: the axes along which norms are taken; all by default.
        name: name of the operation.

    Returns:
        Like `t`.

    Raises:
        ValueError: `clip_norm` would broadcast `t` to another shape.

    >>> tf.clip_by_norm([3.0, 4.0], 1.0).numpy().round(4)
    array([0.6, 0.8], dtype=float32)
    """
    with op_scope(name or "clip_by_norm") as scope:
        values = convert_to_tensor(t.values if isinstance(t, IndexedSlices) else t, name="t")
        limit = raw.Maximum(raw.Cast(convert_to_tensor(clip_norm), DstT=values.dtype), 0)
        square = raw.Sum(raw.Square(values), _axes(values, axes), keep_dims=True)
        # The gradient of the root at 0 is infinite; 0 times that would be NaN.
        has_length = raw.Greater(square, 0)
        safe = raw.SelectV2(has_length, square, raw.OnesLike(square))
        norm = raw.SelectV2(has_length, raw.Sqrt(safe), square)
        scaled = raw.Mul(values, limit)
        _require_shape_kept(values, scaled, "clip_norm")
        return _like(t, raw.RealDiv(scaled, raw.Maximum(norm, limit), name=scope))


def _axes(x: Tensor, axes: Any = None) -> Any:
    if axes is not None:
        return axes
    if x.shape.rank is not None:
        return np.arange(x.shape.rank, dtype=np.int32)
    return raw.Range(0, raw.Rank(x), 1)


@public("compat.v1.clip_by_average_norm")
def clip_by_average_norm(t: Any, clip_norm: Any, name: str | None = None) -> Tensor:
    """As `tf.clip_by_norm`, for the norm divided by the number of elements.

    Args:
        t: floating tensor.
        clip_norm: the greatest average norm.
        name: name of the operation.

    Returns:
        Tensor like `t`.

    >>> tf.compat.v1.clip_by_average_norm(tf.constant([3.0, 4.0]), 1.0).numpy().round(4)
    array([1.2, 1.6], dtype=float32)
    """
    with op_scope(name or "clip_by_average_norm") as scope:
        t = convert_to_tensor(t, name="t")
        limit = raw.Cast(convert_to_tensor(clip_norm), DstT=t.dtype)
        count = raw.Cast(raw.Size(t), DstT=t.dtype)
        per_norm = raw.Mul(count, raw.Rsqrt(raw.Sum(raw.Square(t), _axes(t))))
        smaller = raw.Minimum(per_norm, raw.Reciprocal(limit))
        return raw.Mul(raw.Mul(t, limit), smaller, name=scope)


# ---------------------------------------------------------------------------- by the norm of many


@public("linalg.global_norm", "compat.v1.global_norm")
def global_norm(t_list: Sequence[Any], name: str | None = None) -> Tensor:
    """The Euclidean norm of all elements of a list of tensors: `sqrt(sum(norm(t)**2))`.

    Args:
        t_list: floating tensors or `IndexedSlices`; None is left out.
        name: name of the operation.

    Returns:
        Scalar tensor; 0 for an empty list.

    Raises:
        TypeError: `t_list` is no sequence.

    >>> tf.linalg.global_norm([tf.constant([3.0, 4.0]), tf.constant(12.0)]).numpy()
    np.float32(13.0)
    """
    _require_sequence(t_list)
    with op_scope(name or "global_norm") as scope:
        values = [
            convert_to_tensor(t.values if isinstance(t, IndexedSlices) else t)
            for t in t_list
            if t is not None
        ]
        halves = [raw.L2Loss(value) for value in values]
        if not halves:
            return convert_to_tensor(0.0)
        return raw.Sqrt(raw.Mul(raw.Sum(raw.Pack(halves), [0]), 2), name=scope)


def _require_sequence(t_list: Any) -> None:
    if not isinstance(t_list, Sequence) or isinstance(t_list, str):
        raise TypeError(f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")


@public("clip_by_global_norm")
def clip_by_global_norm(
    t_list: Sequence[Any], clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Any], Tensor]:
    """All tensors of a list times `clip_norm / max(global_norm, clip_norm)`: clips gradients.

    If the norm is not finite, all of the result is NaN.

    Args:
        t_list: floating tensors or `IndexedSlices`; None stays None.
        clip_norm: the greatest norm, a positive number or scalar tensor.
        use_norm: the global norm if it is known already.
        name: prefix of the operations' names.

    Returns:
        The list of clipped tensors, and the global norm they had.

    Raises:
        TypeError: `t_list` is no sequence.

    >>> clipped, norm = tf.clip_by_global_norm([tf.constant([3.0, 4.0])], 1.0)
    >>> clipped[0].numpy().round(4), norm.numpy()
    (array([0.6, 0.8], dtype=float32), np.float32(5.0))
    """
    _require_sequence(t_list)
    norm = convert_to_tensor(global_norm(t_list) if use_norm is None else use_norm)
    with op_scope(name or "clip_by_global_norm"):
        clip_norm = convert_to_tensor(clip_norm, dtype_hint=norm.dtype)
        one = raw.OnesLike(norm)
        inverse = raw.Minimum(raw.RealDiv(one, norm), raw.RealDiv(one, clip_norm))
        # Adding norm - norm, which is NaN for infinities, spreads it over all.
        scale = raw.AddV2(raw.Mul(clip_norm, inverse), raw.Sub(norm, norm))
        return [None if t is None else _scaled(t, scale) for t in t_list], norm


def _scaled(t: Any, scale: Tensor) -> Any:
    values = convert_to_tensor(t.values if isinstance(t, IndexedSlices) else t)
    if scale.dtype is not values.dtype:
        scale = raw.Cast(scale, DstT=values.dtype)
    return _like(t, raw.Mul(values, scale))
