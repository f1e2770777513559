"""Names of TensorFlow that load code made for it: libraries of ops in C++. None of it can run here."""

from __future__ import annotations

import errno
import os
from typing import Any, NoReturn

from stagelight.errors import NotFoundError
from stagelight.public import public

_INSTEAD = "Use tf.numpy_function or tf.custom_gradient, and write the op in Python."


@public("load_op_library", "compat.v1.load_op_library")
def load_op_library(library_filename: Any = None) -> NoReturn:
    """Not available: a library of ops calls TensorFlow's C++. To programs that try one it is not there.

    Raises:
        NotFoundError: there is no such file, or it cannot be loaded.
        NotImplementedError: no file is named.

    >>> tf.load_op_library("ops.so")
    Traceback (most recent call last):
    stagelight.errors.NotFoundError: ops.so: cannot open shared object file: No such file or directory
    """
    if library_filename is None:
        raise NotImplementedError(f"load_op_library is not available. {_INSTEAD}")
    name = os.fspath(library_filename)
    if not os.path.exists(name):
        message = f"{name}: cannot open shared object file: No such file or directory"
    else:
        message = f"{name}: load_op_library is not available. {_INSTEAD}"
    raise NotFoundError(None, None, message)


@public("load_library", "compat.v1.load_library")
def load_library(library_location: Any = None) -> NoReturn:
    """Not available, as `tf.load_op_library`.

    Raises:
        FileNotFoundError: there is no such file or folder.
        NotImplementedError: there is, or none is named.

    >>> tf.load_library("folder")
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] The file or folder to load kernel libraries from does not exist.: 'folder'
    """
    if library_location is not None and not os.path.exists(library_location):
        reason = "The file or folder to load kernel libraries from does not exist."
        raise FileNotFoundError(errno.ENOENT, reason, os.fspath(library_location))
    raise NotImplementedError(f"load_library is not available. {_INSTEAD}")
