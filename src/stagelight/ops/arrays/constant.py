"""`Const` and the placeholders, the ops of known and of coming values, with `tf.constant`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from stagelight.boundary import guards_itself, leave
from stagelight.core.arrays import to_array
from stagelight.core.convert import convert_to_tensor, is_text_later, make_constant
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import Inferred, first_known, invalid
from stagelight.core.memory_errors import array_of
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.public import public
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape, as_shape


def _infer_const(*, value: EagerTensor, dtype: DType) -> Inferred:
    return Inferred(value.shape, dtype)


def _const(xp: ModuleType, *, value: EagerTensor, dtype: DType) -> np.ndarray:
    return value._array


define(
    "Const",
    "",
    "output: dtype",
    {"value": attr("tensor"), "dtype": types()},
    infer=_infer_const,
    kernel=_const,
    differentiable=False,
)


def _infer_placeholder(*, dtype: DType, shape: TensorShape) -> Inferred:
    return Inferred(as_shape(shape), dtype)


def _placeholder(xp: ModuleType, *, dtype: DType, shape: TensorShape) -> np.ndarray:
    raise invalid(
        f"You must feed a value for the placeholder of dtype {dtype.name} and shape {shape}."
    )


define(
    "Placeholder",
    "",
    "output: dtype",
    {"dtype": types(), "shape": attr("shape", TensorShape(None))},
    infer=_infer_placeholder,
    kernel=_placeholder,
    differentiable=False,
    traits=Trait.INPUT,
)


def _infer_placeholder_with_default(input: Tensor, *, shape: TensorShape) -> Inferred:
    first_known(input.shape, as_shape(shape))
    return Inferred(as_shape(shape), input.dtype)  # Other values may come, of this shape.


define(
    "PlaceholderWithDefault",
    "input: dtype",
    "output: dtype",
    {"dtype": types(), "shape": attr("shape")},
    infer=_infer_placeholder_with_default,
    kernel=lambda xp, input, *, shape: input,
    gradient=lambda op, dy: dy,
    traits=Trait.INPUT,
)


@public("constant")
@guards_itself
def constant(value: Any, dtype: Any = None, shape: Any = None, name: str = "Const") -> Tensor:
    """A tensor of a value that is known now.

    Args:
        value: a number, string, array, or nested lists of them.
        dtype: the dtype; None infers it (int32, float32, ... for Python numbers).
        shape: the shape; a single value is repeated to fill it, and as many values as it has elements
            are put into it.

    Returns:
        A tensor of that value. In a graph, a `Const` operation.

    Raises:
        TypeError: the value does not fit the dtype or the shape.
        ValueError: rows of unequal lengths, None, or a symbolic tensor.

    >>> tf.constant([[1, 2], [3, 4]])
    <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
    array([[1, 2],
           [3, 4]], dtype=int32)>
    """
    try:
        dtype = None if dtype is None else as_dtype(dtype)
        if is_text_later(value):
            value = convert_to_tensor(value)
        if isinstance(value, Tensor):
            if dtype is not None and dtype is not value.dtype:
                value = _of_dtype(value, dtype)
            if not isinstance(value, EagerTensor):
                return value if shape is None else raw.Reshape(value, shape)
            if CONTEXT.stage is None and (shape is None or as_shape(shape) == value.shape):
                return value  # TF: the tensor itself, which programs recognise by identity.
        array, dtype = to_array(value, dtype)
        if shape is not None:
            array = _filled(array, as_shape(shape))
        return make_constant(EagerTensor(array, dtype), name)
    except BaseException as error:
        leave(error)
        raise


def _of_dtype(value: Tensor, dtype: DType) -> Tensor:
    """An eager tensor of another dtype, as a value that is known while a graph is built.

    Raises:
        TypeError: it is given eagerly, or has no value yet: `tf.cast` says so.
    """
    if isinstance(value, EagerTensor) and CONTEXT.stage is not None:
        array, dtype = to_array(value._array, dtype)
        return EagerTensor(array, dtype)
    raise TypeError(
        f"Expected a value of dtype {dtype!r}, but got a tensor of dtype {value.dtype!r}. Use tf.cast to "
        f"change the dtype. Received: {value!r}"
    )


def _filled(array: np.ndarray, shape: TensorShape) -> np.ndarray:
    sizes: Any = tuple(shape.as_list())
    if array.shape == sizes:
        return array
    count = shape.num_elements()
    if array.size == count:
        return array.reshape(sizes)
    if array.size == 1:
        return array_of(array.reshape(()), sizes)
    raise TypeError(
        f"Eager execution of tf.constant with unsupported shape. Tensor {array!r} (converted from the "
        f"value) has {array.size} elements, but got `shape` {shape} with {count} elements."
    )
