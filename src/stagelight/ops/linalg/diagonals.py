"""Diagonals of matrices: `tf.linalg.diag`, `tf.linalg.diag_part`, `tf.linalg.set_diag`.

Diagonal `k` of a matrix is where `column - row = k`. Several diagonals, from `k[0]` to `k[1]`, are
packed as rows of one length, the highest first; shorter ones are padded at the side that `align`
says:

    align   "RIGHT_LEFT": superdiagonals (k > 0) are aligned to the right, subdiagonals to the left
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    constant_value,
    invalid,
    shape_text,
)
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_ALIGNMENTS = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")


class Band(NamedTuple):
    """Diagonals `lower` to `upper` of a matrix of the given size."""

    lower: int
    upper: int
    rows: int
    columns: int
    align: str

    @property
    def height(self) -> int:
        """How many diagonals."""
        return self.upper - self.lower + 1

    def length(self, k: int) -> int:
        """The length of diagonal k."""
        return max(min(self.rows + min(k, 0), self.columns - max(k, 0)), 0)

    @property
    def longest(self) -> int:
        """The length of the packed rows."""
        return min(self.rows + min(self.upper, 0), self.columns - max(self.lower, 0))

    def offset(self, k: int) -> int:
        """Where diagonal k starts in its packed row."""
        side = self.align.partition("_")[0 if k >= 0 else 2]
        return self.longest - self.length(k) if side == "RIGHT" else 0

    def places(self) -> tuple[np.ndarray, ...]:
        """Packed row and column, and matrix row and column, of all elements of the band."""
        parts = []
        for number, k in enumerate(range(self.upper, self.lower - 1, -1)):
            steps = np.arange(self.length(k))
            parts.append(
                (
                    np.full(len(steps), number),
                    steps + self.offset(k),
                    steps - min(k, 0),
                    steps + max(k, 0),
                )
            )
        return tuple(np.concatenate(column) for column in zip(*parts, strict=True))


def _limits(k: np.ndarray) -> tuple[int, int]:
    if k.ndim > 1 or k.size not in (1, 2):
        raise invalid(
            f"k must be a scalar or a vector of 1 or 2. Received shape: {shape_text(k.shape)}"
        )
    lower, upper = int(k.flat[0]), int(k.flat[-1])
    if lower > upper:
        raise invalid(
            f"lower_diag_index must not be greater than upper_diag_index: {lower} > {upper}"
        )
    return lower, upper


def band_of(k: np.ndarray, rows: int, columns: int, align: str) -> Band:
    """The diagonals `k`, one or the first and the last, of matrices of some size.

    Raises:
        InvalidArgumentError: there are no such diagonals.
    """
    lower, upper = _limits(k)
    for index in (lower, upper):
        # TF: diagonal 0 also exists in an empty matrix.
        if not -rows < index < columns and index != 0:
            raise invalid(
                f"Diagonal index {index} is out of bounds: it must be in ({-rows}, {columns}) "
                f"for a matrix of {rows} rows and {columns} columns."
            )
    return Band(lower, upper, rows, columns, align)


def _packed_shape(band: Band) -> tuple[int, ...]:
    return (band.longest,) if band.lower == band.upper else (band.height, band.longest)


# ---------------------------------------------------------------------------- MatrixDiag


def _matrix_sizes(lower: int, upper: int, longest: int, rows: int, columns: int) -> tuple[int, int]:
    """The size of the matrix; -1 among the sizes is made as small as the diagonals allow."""
    least_rows, least_columns = longest - min(upper, 0), longest + max(lower, 0)
    for what, size, least in (("rows", rows, least_rows), ("columns", columns, least_columns)):
        if size != -1 and size < least:
            raise invalid(f"The number of {what} is too small: {size}. Required: at least {least}")
    if rows == columns == -1:
        return max(least_rows, least_columns), max(least_rows, least_columns)
    rows, columns = rows if rows != -1 else least_rows, columns if columns != -1 else least_columns
    if rows != least_rows and columns != least_columns:
        raise invalid(
            "The number of rows or columns is not consistent with the specified d_lower, d_upper, "
            f"and diagonal: at least one of {rows} rows and {columns} columns must be the least, "
            f"{least_rows} and {least_columns}"
        )
    return rows, columns


def _diag_sizes(
    shape: Any, lower: int, upper: int, rows: int, columns: int
) -> tuple[Any, int, int]:
    """(batch shape, rows, columns) of the matrices for packed diagonals of some shape."""
    packed = 1 if lower == upper else 2
    if len(shape) < packed:
        raise invalid(
            f"diagonal must be at least {packed}-dim, received shape: {shape_text(shape)}"
        )
    if packed == 2 and shape[-2] not in (None, upper - lower + 1):
        raise invalid(
            "The number of diagonals provided in the input does not match the lower_diag_index and "
            f"upper_diag_index range: {shape[-2]} diagonals, {upper - lower + 1} in the range"
        )
    return shape[:-packed], *_matrix_sizes(lower, upper, shape[-1], rows, columns)


def _infer_matrix_diag(
    diagonal: Tensor, k: Any, num_rows: Any, num_cols: Any, _padding: Any, **_attrs: Any
) -> Inferred:
    if diagonal.shape.rank == 0:
        raise invalid("diagonal must be at least 1-dim, received shape: []")
    limits, rows, columns = (constant_value(x) for x in (k, num_rows, num_cols))
    if diagonal.shape.rank is None or limits is None or rows is None or columns is None:
        return Inferred(UNKNOWN, diagonal.dtype)
    lower, upper = _limits(limits)
    sizes = diagonal.shape.as_list()
    if sizes[-1] is None:
        batch = sizes[: -1 if lower == upper else -2]
        given = [None if int(size) == -1 else int(size) for size in (rows, columns)]
        return Inferred(TensorShape([*batch, *given]), diagonal.dtype)
    batch, *matrix = _diag_sizes(sizes, lower, upper, int(rows), int(columns))
    return Inferred(TensorShape([*batch, *matrix]), diagonal.dtype)


def _matrix_diag(
    xp: ModuleType,
    diagonal: np.ndarray,
    k: np.ndarray,
    num_rows: np.ndarray,
    num_cols: np.ndarray,
    padding_value: np.ndarray,
    align: str = "RIGHT_LEFT",
) -> np.ndarray:
    lower, upper = _limits(k)
    batch, rows, columns = _diag_sizes(diagonal.shape, lower, upper, int(num_rows), int(num_cols))
    out = np.full((*batch, rows, columns), padding_value[()], diagonal.dtype)
    return _with_diagonals(out, diagonal, band_of(k, rows, columns, align))


def _with_diagonals(out: np.ndarray, diagonal: np.ndarray, band: Band) -> np.ndarray:
    """`out`, changed, with the packed diagonals put in."""
    packed_row, packed_column, row, column = band.places()
    packed = diagonal.reshape(*out.shape[:-2], band.height, band.longest)
    out[..., row, column] = packed[..., packed_row, packed_column]
    return out


def _diag_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    k = op.inputs[1]
    part = raw.MatrixDiagPartV3(dy, k, convert_to_tensor(0, dy.dtype), align=_align(op))
    return [part, None, None, None, None]


def _align(op: Any) -> str:
    return op.attr_value("align") if op.type.endswith("V3") else "LEFT_LEFT"


_ALIGN = attr("string", "RIGHT_LEFT", _ALIGNMENTS)

for _version, _attrs in (("V3", {"align": _ALIGN}), ("V2", {})):
    _default = {} if _version == "V3" else {"align": "LEFT_LEFT"}
    define(
        "MatrixDiag" + _version,
        "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T",
        "output: T",
        {"T": types(), **_attrs},
        requires={"num_rows": "scalar", "num_cols": "scalar", "padding_value": "scalar"},
        infer=_infer_matrix_diag,
        kernel=lambda xp, *inputs, _default=_default, **attrs: _matrix_diag(
            xp, *inputs, **{**_default, **attrs}
        ),
        gradient=_diag_gradient,
    )


def _infer_square_diag(diagonal: Tensor) -> Inferred:
    if diagonal.shape.rank == 0:
        raise invalid("diagonal must be at least 1-dim, received shape: []")
    if diagonal.shape.rank is None:
        return Inferred(UNKNOWN, diagonal.dtype)
    return Inferred(diagonal.shape.concatenate(diagonal.shape[-1:]), diagonal.dtype)


_MAIN = np.asarray(0, np.int32)
_AS_NEEDED = np.asarray(-1, np.int32)


def _zero_of(array: np.ndarray) -> np.ndarray:
    return np.full((), b"" if array.dtype.hasobject else 0, array.dtype)


define(
    "MatrixDiag",
    "diagonal: T",
    "output: T",
    {"T": types()},
    infer=_infer_square_diag,
    kernel=lambda xp, diagonal: _matrix_diag(
        xp, diagonal, _MAIN, _AS_NEEDED, _AS_NEEDED, _zero_of(diagonal)
    ),
    gradient=lambda op, dy: raw.MatrixDiagPart(dy),
)


@public("linalg.diag", "compat.v1.matrix_diag", "compat.v1.linalg.diag")
def diag(
    diagonal: Any,
    name: str | None = "diag",
    k: Any = 0,
    num_rows: Any = -1,
    num_cols: Any = -1,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices with the given diagonals: `out[..., i, i + k] = diagonal[..., i]`.

    Args:
        diagonal: tensor of shape `[..., length]`, or `[..., diagonals, longest]` for several
            diagonals.
        name: name of the operation.
        k: the diagonal, or the lowest and highest of several; 0 is the main one, above it is
            positive.
        num_rows: the number of rows, -1 for as few as needed.
        num_cols: the number of columns, -1 for as few as needed.
        padding_value: what stands elsewhere.
        align: at which side shorter diagonals are packed.

    Returns:
        Tensor of shape `[..., num_rows, num_cols]`.

    Raises:
        InvalidArgumentError: the sizes do not fit the diagonals.

    >>> tf.linalg.diag([1, 2]).numpy()
    array([[1, 0],
           [0, 2]], dtype=int32)
    """
    diagonal = convert_to_tensor(diagonal)
    padding_value = _padding(padding_value, diagonal)
    return raw.MatrixDiagV3(diagonal, k, num_rows, num_cols, padding_value, align=align, name=name)


# ---------------------------------------------------------------------------- MatrixDiagPart


def _infer_diag_part(input: Tensor, k: Any, _padding: Any, **attrs: Any) -> Inferred:
    limits = constant_value(k)
    if input.shape.rank is None or limits is None:
        return Inferred(UNKNOWN, input.dtype)
    *batch, rows, columns = input.shape.as_list()
    if rows is None or columns is None:
        lower, upper = _limits(limits)
        count = [] if lower == upper else [upper - lower + 1]
        return Inferred(TensorShape([*batch, *count, None]), input.dtype)
    band = band_of(limits, rows, columns, "LEFT_LEFT")
    return Inferred(TensorShape([*batch, *_packed_shape(band)]), input.dtype)


def _diag_part(
    xp: ModuleType,
    input: np.ndarray,
    k: np.ndarray,
    padding_value: np.ndarray,
    align: str = "RIGHT_LEFT",
) -> np.ndarray:
    *batch, rows, columns = input.shape
    band = band_of(k, rows, columns, align)
    out = np.full((*batch, band.height, band.longest), padding_value[()], input.dtype)
    packed_row, packed_column, row, column = band.places()
    out[..., packed_row, packed_column] = input[..., row, column]
    return out.reshape(*batch, *_packed_shape(band))


def _part_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    x, k, _ = op.inputs
    zeros = raw.ZerosLike(x)
    return [raw.MatrixSetDiagV3(zeros, dy, k, align=_align(op)), None, None]


for _version, _attrs in (("V3", {"align": _ALIGN}), ("V2", {})):
    _default = {} if _version == "V3" else {"align": "LEFT_LEFT"}
    define(
        "MatrixDiagPart" + _version,
        "input: T, k: int32, padding_value: T",
        "diagonal: T",
        {"T": types(), **_attrs},
        requires={"input": "rank 2 or more"},
        infer=_infer_diag_part,
        kernel=lambda xp, *inputs, _default=_default, **attrs: _diag_part(
            xp, *inputs, **{**_default, **attrs}
        ),
        gradient=_part_gradient,
    )


def _infer_main_part(input: Tensor) -> Inferred:
    if input.shape.rank is None:
        return Inferred(UNKNOWN, input.dtype)
    *batch, rows, columns = input.shape.as_list()
    size = None if rows is None or columns is None else min(rows, columns)
    return Inferred(TensorShape([*batch, size]), input.dtype)


define(
    "MatrixDiagPart",
    "input: T",
    "diagonal: T",
    {"T": types()},
    requires={"input": "rank 2 or more"},
    infer=_infer_main_part,
    kernel=lambda xp, input: _diag_part(xp, input, _MAIN, _zero_of(input)),
    gradient=lambda op, dy: raw.MatrixSetDiag(raw.ZerosLike(op.inputs[0]), dy),
)


@public("linalg.diag_part", "compat.v1.matrix_diag_part", "compat.v1.linalg.diag_part")
def diag_part(
    input: Any,
    name: str | None = "diag_part",
    k: Any = 0,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Diagonals of matrices: `out[..., i] = input[..., i, i + k]`.

    Args:
        input: tensor of shape `[..., rows, columns]`.
        name: name of the operation.
        k: the diagonal, or the lowest and highest of several; 0 is the main one, above it is
            positive.
        padding_value: what fills up shorter diagonals.
        align: at which side shorter diagonals are packed.

    Returns:
        Tensor of shape `[..., length]`, or `[..., diagonals, longest]` for several diagonals.

    Raises:
        InvalidArgumentError: a diagonal lies outside of the matrix.

    >>> tf.linalg.diag_part([[1, 2], [3, 4]]).numpy()
    array([1, 4], dtype=int32)
    """
    input = convert_to_tensor(input)
    return raw.MatrixDiagPartV3(input, k, _padding(padding_value, input), align=align, name=name)


def _padding(padding_value: Any, like: Tensor) -> Any:
    """The number 0 that is the default means False among booleans."""
    is_number = isinstance(padding_value, (int, float))
    return bool(padding_value) if is_number and like.dtype is dtypes.bool_ else padding_value


# ---------------------------------------------------------------------------- MatrixSetDiag


def _infer_set_diag(
    input: Tensor, diagonal: Tensor, *k: Tensor, align: str = "RIGHT_LEFT"
) -> Inferred:
    place = constant_value(k[0]) if k else _MAIN
    if place is not None and input.shape.is_fully_defined() and diagonal.shape.is_fully_defined():
        batch, (rows, columns) = input.shape[:-2], map(int, input.shape[-2:])
        _require_packed(diagonal, batch.as_list(), band_of(place, rows, columns, align))
    return Inferred(input.shape, input.dtype)


def _require_packed(diagonal: Any, batch: Sequence[int | None], band: Band) -> None:
    """Checks the shape of packed diagonals: of a tensor, or an array."""
    required = (*batch, *_packed_shape(band))
    if tuple(diagonal.shape) != required:
        texts = shape_text(required), shape_text(diagonal.shape)
        raise invalid(f"diagonal must have the shape {texts[0]}. Received shape: {texts[1]}")


def _set_diag(
    xp: ModuleType,
    input: np.ndarray,
    diagonal: np.ndarray,
    k: np.ndarray,
    align: str = "RIGHT_LEFT",
) -> np.ndarray:
    *batch, rows, columns = input.shape
    band = band_of(k, rows, columns, align)
    _require_packed(diagonal, batch, band)
    return _with_diagonals(np.array(input), diagonal, band)


def _set_gradient(op: Any, dy: Tensor) -> list[Tensor | None]:
    _, diagonal, *k = op.inputs
    place = k[0] if k else convert_to_tensor(0, dtypes.int32)
    align = _align(op)
    rest = raw.MatrixSetDiagV3(dy, raw.ZerosLike(diagonal), place, align=align)
    part = raw.MatrixDiagPartV3(dy, place, convert_to_tensor(0, dy.dtype), align=align)
    return [rest, part, *[None] * len(k)]


for _version, _attrs in (("V3", {"align": _ALIGN}), ("V2", {})):
    _default = {} if _version == "V3" else {"align": "LEFT_LEFT"}
    define(
        "MatrixSetDiag" + _version,
        "input: T, diagonal: T, k: int32",
        "output: T",
        {"T": types(), **_attrs},
        requires={"input": "rank 2 or more"},
        infer=_infer_set_diag,
        kernel=lambda xp, *inputs, _default=_default, **attrs: _set_diag(
            xp, *inputs, **{**_default, **attrs}
        ),
        gradient=_set_gradient,
    )

define(
    "MatrixSetDiag",
    "input: T, diagonal: T",
    "output: T",
    {"T": types()},
    requires={"input": "rank 2 or more"},
    infer=_infer_set_diag,
    kernel=lambda xp, input, diagonal: _set_diag(xp, input, diagonal, _MAIN),
    gradient=_set_gradient,
)


@public("linalg.set_diag", "compat.v1.linalg.set_diag", "compat.v1.matrix_set_diag")
def set_diag(
    input: Any,
    diagonal: Any,
    name: str | None = "set_diag",
    k: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices with diagonals replaced: `out[..., i, i + k] = diagonal[..., i]`, elsewhere `input`.

    Args:
        input: tensor of shape `[..., rows, columns]`.
        diagonal: tensor of that dtype and of shape `[..., length]`, or `[..., diagonals, longest]`.
        name: name of the operation.
        k: the diagonal, or the lowest and highest of several; 0 is the main one, above it is
            positive.
        align: at which side shorter diagonals are packed.

    Returns:
        Tensor like `input`.

    Raises:
        InvalidArgumentError: the diagonals do not fit the matrix.

    >>> tf.linalg.set_diag([[7, 7], [7, 7]], [1, 2]).numpy()
    array([[1, 7],
           [7, 2]], dtype=int32)
    """
    return raw.MatrixSetDiagV3(input, diagonal, k, align=align, name=name)
