"""What libraries ask of the values of tensors and variables: `tensor_util` and `variable_utils`."""

from __future__ import annotations

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
