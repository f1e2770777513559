"""Parts of the batch of an operator: `operator[1:, ..., 0]`.

Each parameter is broadcast to the whole batch and sliced in its leading axes; the axes that make the
matrix stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.ops.arrays.broadcasting import broadcast_to
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.shape import shape


def sliced(operator: Any, slices: Any) -> Any:
    """The operator with each parameter sliced."""
    keys = tuple(slices) if isinstance(slices, Sequence) else (slices,)
    if len(keys) == 1 and keys[0] is Ellipsis:
        return type(operator)(**operator.parameters)
    batch = operator.batch_shape_tensor()
    return _with_parameters(operator, lambda value, axes: _part(value, axes, keys, batch))


def with_batch(operator: Any, batch: Any) -> Any:
    """The operator with each parameter broadcast to a batch shape."""
    return _with_parameters(operator, lambda value, axes: _broadcast(value, axes, batch))


def _with_parameters(operator: Any, change: Any) -> Any:
    changed = {}
    for name, axes in operator._experimental_parameter_ndims_to_matrix_ndims.items():
        value = getattr(operator, name)
        if value is not None:
            changed[name] = _each(value, axes, change)
    return type(operator)(**{**operator.parameters, **changed})


def _each(value: Any, axes: Any, change: Any) -> Any:
    """The change of a parameter, or of each in a list of them."""
    if isinstance(axes, list):
        return [_each(item, count, change) for item, count in zip(value, axes, strict=True)]
    return change(value, axes)


def _broadcast(value: Any, axes: int, batch: Any) -> Any:
    if hasattr(value, "batch_shape_tensor"):
        return value._with_batch(batch)
    value = convert_to_tensor(value)
    return broadcast_to(value, concat([batch, shape(value)[value.shape.rank - axes :]], 0))


def _part(value: Any, axes: int, keys: tuple[Any, ...], batch: Any) -> Any:
    whole = _broadcast(value, axes, batch)
    if whole is value:  # An operator that acts on any batch alike.
        return value
    if axes and not any(key is Ellipsis for key in keys):
        keys = (*keys, Ellipsis)
    return whole[(*keys, *[slice(None)] * axes)]
