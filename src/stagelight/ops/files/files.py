"""Files as strings: `tf.io.read_file`, `tf.io.write_file`, `tf.io.matching_files`."""

from __future__ import annotations

import glob
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import SCALAR, Inferred, invalid, require_rank, shape_text
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.formats.files import read_whole, told_as_op_errors
from stagelight.public import public
from stagelight.types.dtypes import string
from stagelight.types.shapes import TensorShape

# What is in a file may change between two runs.
_TRAITS = Trait.HOST_ONLY | Trait.RANDOM


def _one(array: np.ndarray, what: str) -> Any:
    if array.ndim:
        raise invalid(
            f"Input {what} tensor must be scalar, but had shape: {shape_text(array.shape)}"
        )
    return array.item()


def _infer_read(filename: Tensor) -> Inferred:
    require_rank(filename, 0, "filename")
    return Inferred(SCALAR, string)


def _read(xp: ModuleType, filename: np.ndarray) -> np.ndarray:
    return np.asarray(read_whole(_one(filename, "filename")), object)


define(
    "ReadFile",
    "filename: string",
    "contents: string",
    infer=_infer_read,
    kernel=_read,
    differentiable=False,
    traits=_TRAITS,
)


@public("io.read_file", "compat.v1.read_file", "compat.v1.io.read_file")
def read_file(filename: Any, name: str | None = None) -> Tensor:
    """The bytes of a file, as a string scalar.

    Args:
        filename: string scalar.
        name: name of the operation.

    Raises:
        NotFoundError: there is no such file.
        FailedPreconditionError: it is a folder.

    >>> _ = tf.io.write_file("/tmp/greeting.txt", "hello")
    >>> tf.io.read_file("/tmp/greeting.txt").numpy()
    b'hello'
    """
    return raw.ReadFile(filename, name=name)


def _write(xp: ModuleType, filename: np.ndarray, contents: np.ndarray) -> None:
    path, data = os.fsdecode(_one(filename, "filename")), _one(contents, "contents")
    with told_as_op_errors(path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(data)


def _infer_write(filename: Tensor, contents: Tensor) -> tuple[Inferred, ...]:
    require_rank(filename, 0, "filename")
    require_rank(contents, 0, "contents")
    return ()


define(
    "WriteFile",
    "filename: string, contents: string",
    "",
    infer=_infer_write,
    kernel=_write,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.SIDE_EFFECT,
)


@public("io.write_file", "compat.v1.write_file", "compat.v1.io.write_file")
def write_file(filename: Any, contents: Any, name: str | None = None) -> Any:
    """Writes a file, and makes the folders that it stands in.

    Args:
        filename: string scalar.
        contents: string scalar.
        name: name of the operation.

    Raises:
        FailedPreconditionError: there is a folder of that name.

    >>> _ = tf.io.write_file("/tmp/some folder/greeting.txt", "hello")
    """
    # TF: a tensor of another dtype beside a value that is none is a ValueError eagerly.
    if CONTEXT.stage is None and not (
        isinstance(filename, Tensor) and isinstance(contents, Tensor)
    ):
        filename = convert_to_tensor(filename, string)
        contents = convert_to_tensor(contents, string)
    return raw.WriteFile(filename, contents, name=name)


def _check_pattern(shape: Any, rank: int | None) -> None:
    if rank not in (0, 1, None):
        raise invalid(
            f"Input patterns tensor must be scalar or vector, but had shape: {shape_text(shape)}"
        )


def _match(xp: ModuleType, pattern: np.ndarray) -> np.ndarray:
    _check_pattern(pattern.shape, pattern.ndim)
    # TF: a file that several patterns match comes as often.
    found = [path for each in pattern.reshape(-1) for path in glob.glob(os.fsdecode(each))]
    names = np.empty(len(found), object)
    names[:] = sorted(map(os.fsencode, found))
    return names


def _infer_match(pattern: Tensor) -> Inferred:
    _check_pattern(pattern.shape, pattern.shape.rank)
    return Inferred(TensorShape([None]), string)


define(
    "MatchingFiles",
    "pattern: string",
    "filenames: string",
    infer=_infer_match,
    kernel=_match,
    differentiable=False,
    traits=_TRAITS,
)


@public("io.matching_files", "compat.v1.matching_files", "compat.v1.io.matching_files")
def matching_files(pattern: Any, name: str | None = None) -> Tensor:
    """The names of the files that match a pattern, or one of several, sorted.

    Args:
        pattern: string scalar or vector, with `*`, `?` and `[...]`.
        name: name of the operation.

    Returns:
        String vector.

    >>> _ = tf.io.write_file("/tmp/some files/a.txt", "")
    >>> tf.io.matching_files("/tmp/some files/*.txt").numpy()
    array([b'/tmp/some files/a.txt'], dtype=object)
    """
    return raw.MatchingFiles(pattern, name=name)
