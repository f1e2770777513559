"""The op that fills a table from the lines of a text file."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import invalid, require_rank
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.resources.lookup import table_of
from stagelight.types.dtypes import DType, string

# In place of the number of a column.
_LINE_NUMBER = -1
_WHOLE_LINE = -2


def _infer(table_handle: Tensor, filename: Tensor, **_attrs: Any) -> tuple[()]:
    require_rank(filename, 0, "filename")
    return ()


def _fill(
    xp: ModuleType,
    table_handle: Any,
    filename: np.ndarray,
    *,
    key_index: int,
    value_index: int,
    vocab_size: int = -1,
    delimiter: str = "\t",
    offset: int = 0,
) -> tuple[()]:
    if filename.ndim:
        raise invalid(f"filename should be a single string, but got {list(filename.shape)}")
    table = table_of(table_handle)
    path: bytes = filename.item()
    lines = _lines_of(path.decode(), vocab_size)
    keys = _column(lines, key_index, table.key_dtype, delimiter, offset)
    values = _column(lines, value_index, table.value_dtype, delimiter, offset)
    table.insert(keys, values)
    return ()


define(
    "InitializeTableFromTextFileV2",
    "table_handle: resource, filename: string",
    "",
    {
        "key_index": attr("int"),
        "value_index": attr("int"),
        "vocab_size": -1,
        "delimiter": "\t",
        "offset": 0,
    },
    infer=_infer,
    kernel=_fill,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES,
)


def _lines_of(path: str, most: int) -> list[bytes]:
    try:
        lines = Path(path).read_bytes().splitlines()
    except FileNotFoundError:
        raise errors.NotFoundError(None, None, f"{path}; No such file or directory") from None
    except OSError as error:
        raise errors.FailedPreconditionError(None, None, f"{path}; {error.strerror}") from None
    if most < 0:
        return lines
    if len(lines) < most:
        raise invalid(f"Invalid vocab_size in {path}: expected {most} but got {len(lines)}")
    return lines[:most]


def _column(
    lines: list[bytes], index: int, dtype: DType, delimiter: str, offset: int
) -> np.ndarray:
    """The keys or values of all lines."""
    if index == _LINE_NUMBER:
        return np.arange(offset, offset + len(lines), dtype=dtype.numpy_dtype)
    try:
        is_column = index != _WHOLE_LINE
        found = [line.split(delimiter.encode())[index] for line in lines] if is_column else lines
        if dtype is string:
            return np.array(found, object)
        numbers = [float(x) if dtype.is_floating else int(x) for x in found]
        return np.array(numbers, dtype.numpy_dtype)
    except (IndexError, ValueError) as error:
        raise invalid(f"Invalid line in the file: {error}") from None
