"""Names of TensorFlow that load code made for it: libraries of ops in C++. None of it can run here."""

from __future__ import annotations

from typing import Any, NoReturn

from stagelight.public import public

_INSTEAD = "Use tf.numpy_function or tf.custom_gradient, and write the op in Python."


@public("load_op_library", "compat.v1.load_op_library")
def load_op_library(library_filename: Any = None) -> NoReturn:
    """Not available: a library of ops calls TensorFlow's C++.

    Raises:
        NotImplementedError: always.

    >>> tf.load_op_library("ops.so")
    Traceback (most recent call last):
    NotImplementedError: load_op_library is not available. Use tf.numpy_function or tf.custom_gradient, \
and write the op in Python.
    """
    raise NotImplementedError(f"load_op_library is not available. {_INSTEAD}")


@public("load_library", "compat.v1.load_library")
def load_library(library_location: Any = None) -> NoReturn:
    """Not available, as `tf.load_op_library`.

    Raises:
        NotImplementedError: always.

    >>> tf.load_library("folder")
    Traceback (most recent call last):
    NotImplementedError: load_library is not available. Use tf.numpy_function or tf.custom_gradient, \
and write the op in Python.
    """
    raise NotImplementedError(f"load_library is not available. {_INSTEAD}")
