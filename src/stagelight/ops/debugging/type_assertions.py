"""Assertions on dtypes and classes: `tf.debugging.assert_type`, `assert_integer`, ...

All is known while tracing, so they raise TypeError or ValueError then.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.debugging.assert_operation import heading, name_of
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype


@public("debugging.assert_type")
def assert_type(
    tensor: Any, tf_type: Any, message: str | None = None, name: str | None = None
) -> None:
    """Fails unless the tensor has that dtype.

    Args:
        tensor: tensor.
        tf_type: the dtype.
        message: what the error begins with.
        name: name of the operation.

    Raises:
        TypeError: another dtype.

    >>> tf.debugging.assert_type(tf.constant(1.0), tf.float32)
    """
    tf_type = as_dtype(tf_type)
    with op_scope(name or "assert_type"):
        if not is_composite(tensor):
            tensor = convert_to_tensor(tensor, name="tensor")
        if tensor.dtype is not tf_type:
            what = name_of(tensor) or "tensor"
            raise TypeError(
                f"{heading(message)}{what} must be of type {tf_type!r}; got {tensor.dtype!r}"
            )


@public("debugging.assert_integer")
def assert_integer(x: Any, message: str | None = None, name: str | None = None) -> None:
    """Fails unless the tensor's dtype is an integer one.

    Args:
        x: tensor.
        message: what the error begins with.
        name: name of the operation.

    Raises:
        TypeError: another dtype.

    >>> tf.debugging.assert_integer(tf.constant([1, 2]))
    """
    x = convert_to_tensor(x, name="x")
    if not x.dtype.is_integer:
        raise TypeError(
            f'{heading(message)}Expected "x" to be integer type.  '
            f"Found: {name_of(x) or 'tensor'} of dtype {x.dtype}"
        )


@public("debugging.assert_same_float_dtype")
def assert_same_float_dtype(tensors: Any = None, dtype: Any = None) -> DType:
    """The floating dtype that all of the tensors have.

    Args:
        tensors: tensors; None among them are passed over.
        dtype: the dtype wanted; None takes that of the tensors.

    Returns:
        The dtype; float32 if there are no tensors and `dtype` is None.

    Raises:
        ValueError: the dtypes differ, or are not floating.

    >>> tf.debugging.assert_same_float_dtype([tf.constant(1.0), tf.constant([2.0])])
    tf.float32
    """
    wanted = None if dtype is None else as_dtype(dtype)
    first = None
    for tensor in tensors or ():
        if tensor is None:
            continue
        if wanted is None:
            wanted, first = tensor.dtype, tensor
        elif tensor.dtype is not wanted:
            like = "" if first is None else f" as {_shown(first)}"
            raise ValueError(
                f"{_shown(tensor)}, type={tensor.dtype}, must be of the same type ({wanted}){like}."
            )
    if wanted is None:
        return dtypes.float32
    if not wanted.is_floating:
        raise ValueError(f"Expected floating point type, got {wanted}.")
    return wanted


def _shown(tensor: Any) -> str:
    return name_of(tensor) or str(tensor)


@public("debugging.assert_proper_iterable")
def assert_proper_iterable(values: Any) -> None:
    """Fails for what is not meant to be iterated over, as tensors, arrays and strings.

    Args:
        values: any object.

    Raises:
        TypeError: it is one of those.

    >>> tf.debugging.assert_proper_iterable([1, 2])
    """
    if isinstance(values, (Tensor, np.ndarray, bytes, str)) or is_composite(values):
        raise TypeError(
            f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}'
        )
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


@public("debugging.is_numeric_tensor")
def is_numeric_tensor(tensor: Any) -> bool:
    """Whether an object is a tensor of numbers.

    Args:
        tensor: any object.

    Returns:
        False for tensors of bool and string, and for what is no tensor.

    >>> tf.debugging.is_numeric_tensor(tf.constant(1)), tf.debugging.is_numeric_tensor(1)
    (True, False)
    """
    return isinstance(tensor, Tensor) and tensor.dtype.is_numeric
