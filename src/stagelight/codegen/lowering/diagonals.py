"""Diagonals of matrices: taken, put in, and made into matrices.

The main diagonal is an expression, for matrices of any size. Other diagonals, and several of them that are
packed as rows (`ops/linalg/diagonals`), are written one after the other, where sizes are known.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from stagelight.codegen.expressions import const, from_index, op, where
from stagelight.codegen.index import Undecided, place_of, row_major_strides
from stagelight.codegen.loop_nest import Buffer
from stagelight.codegen.lowering.lowering import Lowering
from stagelight.codegen.lowering.registry import lowers
from stagelight.codegen.lowering.tensor_forms import known_array, sizes_of
from stagelight.codegen.lowering.values import Indices, Sizes, Value, computed, in_buffer
from stagelight.errors import OpError
from stagelight.graph.operation import Operation
from stagelight.ops.linalg.diagonals import Band, band_of

# More diagonals than this are left to the host: each is a nest of its own.
_MOST_DIAGONALS = 16


def _band(operation: Operation) -> Band | None:
    """The diagonals that an operation is about, if they are known, not too many, and of matrices."""
    name = operation.op_def.name
    matrix = operation.inputs[0] if "Part" in name or "Set" in name else operation.outputs[0]
    place = 2 if "Set" in name else 1
    tensors = (*operation.inputs, *operation.outputs)
    if len(operation.inputs) <= place or not all(x.shape.is_fully_defined() for x in tensors):
        return None
    k = known_array(operation.inputs[place])
    if k is None or (matrix.shape.rank or 0) < 2 or any(0 in sizes_of(x) for x in tensors):
        return None
    align = "LEFT_LEFT" if name.endswith("V2") else operation.attrs.get("align", "RIGHT_LEFT")
    try:
        rows, columns = sizes_of(matrix)[-2:]
        band = band_of(k, rows, columns, _text(align))
    except OpError:
        return None  # The host says what is wrong with it.
    return band if band.height <= _MOST_DIAGONALS else None


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _write_diagonals(
    lowering: Lowering, band: Band, diagonal: Value, matrix: Buffer, sizes: Sizes
) -> Value:
    """Puts packed diagonals into matrices."""
    *around, row_step, column_step = row_major_strides(sizes)
    packed = lowering.contiguous(diagonal)
    assert packed.buffer is not None
    rows = in_buffer(packed.buffer, (*sizes[:-2], band.height, band.longest))
    for number, k in enumerate(range(band.upper, band.lower - 1, -1)):
        first = band.offset(k)

        def element(at: Indices, number: int = number, first: int = first) -> Any:
            return rows.element((*at[:-1], number, at[-1] + first))

        part = computed(diagonal.dtype, (*sizes[:-2], band.length(k)), element, 0)
        start = -min(k, 0) * row_step + max(k, 0) * column_step
        lowering.write_part(part, matrix, (*around, row_step + column_step), start)
    return in_buffer(matrix, sizes)


def _packed(lowering: Lowering, band: Band, x: Value, padding: Value, sizes: Sizes) -> Value:
    """The diagonals of matrices as rows."""
    batch = x.sizes[:-2]
    whole = (*batch, band.height, band.longest)
    strides = row_major_strides(whole)
    buffer = lowering.temporary(x.dtype, math.prod(whole), is_mutable=True)
    lowering.write(Value(x.dtype, whole, lambda _: padding.element(()), 0), buffer)
    ready = lowering.stored(x) if x.cost else x
    for number, k in enumerate(range(band.upper, band.lower - 1, -1)):

        def element(at: Indices, k: int = k) -> Any:
            return ready.element((*at[:-1], at[-1] - min(k, 0), at[-1] + max(k, 0)))

        part = computed(x.dtype, (*batch, band.length(k)), element, 0)
        start = place_of((number, band.offset(k)), strides[-2:])
        lowering.write_part(part, buffer, (*strides[:-2], 1), start)
    return in_buffer(buffer, sizes)


def _is_main_diagonal(operation: Operation) -> bool:
    """Whether it makes square matrices with one diagonal each, the main one."""
    if (operation.inputs[0].shape.rank or 0) < 1:
        return False
    known = [known_array(x) for x in operation.inputs[1:4]]
    wanted = ((0,), (-1,), (-1,))
    return all(
        array is not None and array.size == 1 and array.item() in values
        for array, values in zip(known, wanted, strict=False)
    )


@lowers("MatrixDiag", any_size=True, accepts=_is_main_diagonal)
@lowers(
    "MatrixDiagV2", "MatrixDiagV3", constants=(1, 2, 3), any_size=_is_main_diagonal,
    accepts=lambda operation: _is_main_diagonal(operation) or _band(operation) is not None,
)  # fmt: skip
def _matrix_diag(lowering: Lowering, operation: Operation, diagonal: Value, *rest: Any) -> Value:
    if not _is_main_diagonal(operation):
        band, sizes = _band(operation), sizes_of(operation.outputs[0])
        assert band is not None
        buffer = lowering.temporary(diagonal.dtype, math.prod(sizes), is_mutable=True)
        padding = rest[-1].element(())
        lowering.write(Value(diagonal.dtype, sizes, lambda _: padding, 0), buffer)
        return _write_diagonals(lowering, band, diagonal, buffer, sizes)
    size = diagonal.sizes[-1]
    around = rest[-1].element(()) if rest else const(0, diagonal.dtype)

    def element(at: Indices) -> Any:
        *batch, row, column = at
        is_diagonal = op("equal", from_index(row), from_index(column))
        return where(is_diagonal, diagonal.element((*batch, row)), around)

    return computed(diagonal.dtype, (*diagonal.sizes, size), element, diagonal.cost + 3)


def _is_matrix_part(operation: Operation) -> bool:
    """Whether it takes, or puts in, the main diagonals of matrices."""
    if (operation.inputs[0].shape.rank or 0) < 2:
        return False
    place = 2 if "Set" in operation.op_def.name else 1
    k = known_array(operation.inputs[place]) if len(operation.inputs) > place else np.zeros(())
    return k is not None and k.size == 1 and k.item() == 0


def _diagonal_sizes(sizes: Sizes) -> Sizes:
    *batch, rows, columns = sizes
    return (*batch, rows if columns >= rows else columns)


@lowers("MatrixDiagPart", any_size=True, accepts=_is_matrix_part)
@lowers(
    "MatrixDiagPartV2", "MatrixDiagPartV3", constants=(1,), any_size=_is_matrix_part,
    accepts=lambda operation: _is_matrix_part(operation) or _band(operation) is not None,
)  # fmt: skip
def _matrix_diag_part(lowering: Lowering, operation: Operation, x: Value, *rest: Any) -> Value:
    if not _is_matrix_part(operation):
        band = _band(operation)
        assert band is not None
        return _packed(lowering, band, x, rest[-1], sizes_of(operation.outputs[0]))
    return computed(
        x.dtype,
        _diagonal_sizes(x.sizes),
        lambda at: x.element((*at[:-1], at[-1], at[-1])),
        x.cost,
    )


def _fits_diagonals(operation: Operation) -> bool:
    x, diagonal = (sizes_of(tensor) for tensor in operation.inputs[:2])
    return _is_matrix_part(operation) and diagonal == _diagonal_sizes(x)


def _fits_band(operation: Operation) -> bool:
    band = _band(operation)
    if band is None:
        return False
    x, diagonal = (sizes_of(tensor) for tensor in operation.inputs[:2])
    height = () if band.height == 1 else (band.height,)
    return diagonal == (*x[:-2], *height, band.longest)


@lowers("MatrixSetDiag", any_size=_is_matrix_part, accepts=_fits_diagonals)
@lowers(
    "MatrixSetDiagV2", "MatrixSetDiagV3", constants=(2,), any_size=_is_matrix_part,
    accepts=lambda operation: _fits_diagonals(operation) or _fits_band(operation),
)  # fmt: skip
def _matrix_set_diag(
    lowering: Lowering, operation: Operation, x: Value, diagonal: Value, *rest: Any
) -> Value:
    is_main = _is_matrix_part(operation)
    if is_main and diagonal.sizes != _diagonal_sizes(x.sizes):
        raise Undecided(f"whether {diagonal.sizes} are diagonals of {x.sizes}")
    buffer = lowering.temporary(x.dtype, x.size, is_mutable=True)
    if not is_main:
        band = _band(operation)
        assert band is not None
        lowering.write(x, buffer)
        return _write_diagonals(lowering, band, diagonal, buffer, x.sizes)
    diagonal = lowering.stored(diagonal) if diagonal.cost else diagonal
    lowering.write(x, buffer)
    *batch, row, column = row_major_strides(x.sizes)
    lowering.write_part(diagonal, buffer, (*batch, row + column))
    return in_buffer(buffer, x.sizes)
