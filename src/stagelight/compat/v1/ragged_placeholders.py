"""TensorFlow 1's ragged tensors: placeholders of them, and values without a graph."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.compat.v1.default_graph import placeholder
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.ragged.conversion import split_lists
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.ragged_value import RaggedTensorValue
from stagelight.public import public
from stagelight.types.dtypes import as_dtype, int64
from stagelight.types.shapes import TensorShape


@public("compat.v1.ragged.placeholder")
def ragged_placeholder(
    dtype: Any, ragged_rank: int, value_shape: Any = None, name: str | None = None
) -> Any:
    """A ragged tensor of the graph whose value each `Session.run` brings.

    Args:
        dtype: its dtype.
        ragged_rank: the number of ragged axes.
        value_shape: the shape of what stands inside of all ragged axes; unknown if None.
        name: the scope of its parts' names.

    Returns:
        A ragged tensor, to be fed a `tf.compat.v1.ragged.RaggedTensorValue`; a placeholder without ragged
        axes.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.compat.v1.ragged.placeholder(tf.float32, 1, [])
    ...     value = tf.compat.v1.ragged.constant_value([[1.0, 2.0], [3.0]], np.float32)
    ...     session.run(tf.reduce_sum(x, axis=1), {x: value})
    array([3., 3.], dtype=float32)
    """
    if ragged_rank == 0:
        return placeholder(dtype, value_shape, name)
    with op_scope(name or "RaggedPlaceholder"):
        shape = TensorShape([None]).concatenate(value_shape)
        made: Tensor | RaggedTensor = placeholder(dtype, shape, "flat_values")
        for axis in reversed(range(ragged_rank)):
            splits = placeholder(int64, [None], f"row_splits_{axis}")
            made = RaggedTensor.from_row_splits(made, splits, validate=False)
    return made


@public("compat.v1.ragged.constant_value")
def constant_value(
    pylist: Any,
    dtype: Any = None,
    ragged_rank: int | None = None,
    inner_shape: Any = None,
    row_splits_dtype: Any = "int64",
) -> Any:
    """Nested lists as the value of a ragged tensor.

    Args:
        pylist: nested lists, tuples or arrays; scalars all at one depth.
        dtype: a dtype of NumPy; None takes NumPy's for the scalars.
        ragged_rank: the number of ragged axes; None takes all but the first.
        inner_shape: the shape inside of the ragged axes.
        row_splits_dtype: int32 or int64.

    Returns:
        A `tf.compat.v1.ragged.RaggedTensorValue`; an array if there is no ragged axis.

    Raises:
        ValueError: scalars stand at different depths.

    >>> tf.compat.v1.ragged.constant_value([[1, 2], [3]]).to_list()
    [[1, 2], [3]]
    """
    rows, nested_splits = split_lists(pylist, ragged_rank, inner_shape)
    kind = as_dtype(row_splits_dtype).numpy_dtype
    splits = [each.astype(kind) for each in nested_splits]
    return RaggedTensorValue.of_parts(np.array(rows, dtype), splits)
