"""What libraries ask of the values of tensors and variables: `tensor_util` and `variable_utils`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import stagelight as tf


def constant_value_as_shape(tensor: Any) -> tf.TensorShape:
    """What is known of a shape that a tensor holds."""
    value = tf.get_static_value(tensor, partial=True)
    if value is None:
        length = tf.convert_to_tensor(tensor).shape.num_elements()
        return tf.TensorShape(None if length is None else [None] * length)
    return tf.TensorShape([None if x is None or x < 0 else int(x) for x in np.ravel(value)])


def convert_variables_to_tensors(values: Any) -> Any:
    """A structure with the values of variables in their places."""
    return tf.nest.map_structure(
        lambda x: tf.convert_to_tensor(x) if isinstance(x, tf.Variable) else x, values
    )


def convert_to_tensor_or_composite(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    """A composite as it is, what else there is as a tensor."""
    if isinstance(value, tf.__internal__.CompositeTensor):
        return value
    return tf.convert_to_tensor(value, dtype, name=name)


# What converts to a tensor, in annotations.
TensorLike = tf.types.experimental.TensorLike  # type: ignore[attr-defined]


def shape_internal(
    input: Any, name: str | None = None, optimize: bool = True, out_type: Any = tf.int32
) -> tf.Tensor:
    """The shape of a tensor, or of a sparse one; a constant where it is known and `optimize` says so."""
    if isinstance(input, tf.SparseTensor):
        return tf.cast(input.dense_shape, out_type)
    tensor = tf.convert_to_tensor(input)
    if optimize and tensor.shape.is_fully_defined():
        return tf.constant(tensor.shape.as_list(), out_type, name=name or "Shape")
    return tf.shape(tensor, out_type, name=name)


def convert_n_to_tensor_or_indexed_slices(
    values: Sequence[Any], dtype: Any = None, name: str | None = None, as_ref: bool = False
) -> list[Any]:
    """Each value as a tensor, where it is no `IndexedSlices`, None or sparse tensor."""
    kept = (tf.IndexedSlices, tf.SparseTensor)
    return [
        value if value is None or isinstance(value, kept) else tf.convert_to_tensor(value, dtype)
        for value in values
    ]


def slice_helper(tensor: Any, slice_spec: Any, var: Any = None) -> Any:
    """`tensor[slice_spec]`, or that of a variable, which can be assigned to."""
    return tf.Tensor.__getitem__(tensor, slice_spec) if var is None else var[slice_spec]


def slice_helper_of_variables(var: Any, slice_spec: Any) -> Any:
    """`variable[slice_spec]`, which can be assigned to; where a subclass computes its value, a part of it."""
    if type(var).value is tf.Variable.value:
        return tf.Variable.__getitem__(var, slice_spec)
    return tf.Tensor.__getitem__(var.value(), slice_spec)
