"""`tf.boolean_mask`: the places of a tensor where a mask is true. `tf.where` is in `select`."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public


@public("boolean_mask")
def boolean_mask(
    tensor: Any, mask: Any, axis: Any = None, name: str | None = "boolean_mask"
) -> Tensor:
    """The places of a tensor where a mask is true, in one row.

    Args:
        tensor: tensor of any dtype, of shape `[d0, ..., dn]`.
        mask: bool tensor of known rank k >= 1, of the shape of the k axes of `tensor` from `axis`
            on.
        axis: the first masked axis, 0 by default.
        name: name scope of the operations.

    Returns:
        Tensor in which one axis, as long as the mask has true places, stands for the masked axes.

    Raises:
        ValueError: the mask is a scalar or its shape does not fit.

    >>> tf.boolean_mask([1, 2, 3], [True, False, True]).numpy()
    array([1, 3], dtype=int32)
    """
    with op_scope(name or "boolean_mask"):
        tensor = convert_to_tensor(tensor, name="tensor")
        mask = convert_to_tensor(mask, name="mask")
        rank = mask.shape.rank
        if rank == 0:
            raise ValueError("mask cannot be scalar.")
        if rank is None:
            raise ValueError(
                "Number of mask dimensions must be specified, even if some dimensions are None. "
                "E.g. shape=[None] is ok, but shape=None is not."
            )
        first = _first_masked(0 if axis is None else axis, tensor)
        if isinstance(first, int):
            tensor.shape[first : first + rank].assert_is_compatible_with(mask.shape)
        shape = raw.Shape(tensor)
        count = raw.Prod(raw.StridedSlice(shape, [first], [first + rank], [1]), [0])
        before = raw.StridedSlice(shape, [0], [first], [1])
        after = raw.StridedSlice(shape, [first + rank], [0], [1], end_mask=1)
        flat = raw.Reshape(tensor, raw.ConcatV2([before, raw.Reshape(count, [1]), after], 0))
        places = raw.Squeeze(raw.Where(raw.Reshape(mask, [-1])), squeeze_dims=[1])
        return raw.GatherV2(flat, places, first)


def _first_masked(axis: Any, tensor: Tensor) -> Any:
    """The first masked axis: a number where the graph knows it, else a scalar tensor."""
    axis = convert_to_tensor(axis, name="axis")
    value = constant_value(axis)
    if value is None:
        return axis
    first = int(value)
    return first + tensor.shape.rank if first < 0 and tensor.shape.rank is not None else first
