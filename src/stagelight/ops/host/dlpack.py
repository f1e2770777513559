"""Tensors shared with other libraries without a copy: `tf.experimental.dlpack`."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.inference import invalid
from stagelight.core.tensor import EagerTensor
from stagelight.public import public
from stagelight.types.dtypes import from_numpy


@public("experimental.dlpack.to_dlpack")
def to_dlpack(tf_tensor: Any) -> Any:
    """A tensor as a DLPack capsule, which another library reads without a copy.

    Args:
        tf_tensor: eager tensor of numbers or booleans.

    Returns:
        A capsule, to be used once.

    Raises:
        InvalidArgumentError: it is no eager tensor, or of a dtype that DLPack does not have.

    >>> capsule = tf.experimental.dlpack.to_dlpack(tf.constant([1, 2]))
    >>> tf.experimental.dlpack.from_dlpack(capsule).numpy()
    array([1, 2], dtype=int32)
    """
    if not isinstance(tf_tensor, EagerTensor):
        raise invalid("The argument to `to_dlpack` must be a TF tensor, not Python object")
    try:
        # The consumer may write: what is shared with constants and other tensors must not change.
        return np.array(tf_tensor).__dlpack__()
    except (BufferError, AttributeError) as error:
        raise invalid(f"{tf_tensor.dtype.name} is not supported by dlpack: {error}") from None


class _Capsule:
    """What NumPy asks for: an object that gives its capsule."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **_options: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0  # The CPU.


@public("experimental.dlpack.from_dlpack")
def from_dlpack(dlcapsule: Any) -> EagerTensor:
    """The tensor of a DLPack capsule, or of an object that gives one.

    Args:
        dlcapsule: a capsule that was not used before, or an object with `__dlpack__`, such as a tensor
            of PyTorch.

    Returns:
        An eager tensor of the same memory.

    Raises:
        InvalidArgumentError: it is neither, it was used before, or it is on another device.

    >>> import numpy as np
    >>> tf.experimental.dlpack.from_dlpack(np.array([1.5, 2.5])).numpy()
    array([1.5, 2.5])
    """
    gives_one = hasattr(dlcapsule, "__dlpack__")
    try:
        array = np.from_dlpack(dlcapsule if gives_one else _Capsule(dlcapsule))
    except (TypeError, ValueError, BufferError, RuntimeError) as error:
        raise invalid(f"from_dlpack needs an unused DLPack capsule on the CPU: {error}") from None
    return EagerTensor(array, from_numpy(array.dtype))
