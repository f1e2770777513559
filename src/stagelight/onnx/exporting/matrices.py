"""Products of matrices, einsum, diagonals, bands, determinants."""

from __future__ import annotations

import numpy as np

from stagelight.onnx.exporting.converters import Application, converter
from stagelight.onnx.exporting.shapes import zeros
from stagelight.onnx.exporting.writer import Inexpressible, Value, Writer


def _swapped(w: Writer, x: Value, rank: int) -> Value:
    """With the last two axes changed."""
    return w.transpose(x, [*range(rank - 2), rank - 1, rank - 2])


@converter("MatMul", "BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")
def _matmul(w: Writer, op: Application, a: Value, b: Value) -> Value:
    flags = ("transpose_a", "transpose_b") if op.type == "MatMul" else ("adj_x", "adj_y")
    a, b = (
        _swapped(w, value, op.rank(i)) if op.attr(flag) else value
        for i, (value, flag) in enumerate(zip((a, b), flags, strict=True))
    )
    dtype = op.output_dtype()
    return w.op("MatMul", w.cast(a, dtype), w.cast(b, dtype))


@converter("Einsum")
def _einsum(w: Writer, op: Application, *values: Value) -> Value:
    """ONNX wants dots to stand for as many axes in all inputs, and a letter once in the result."""
    equation = op.attr("equation").replace(" ", "")
    taken, arrow, given = equation.partition("->")
    letters = given.replace("...", "")
    if arrow and len(set(letters)) < len(letters):
        raise Inexpressible("a letter that is twice in the result")
    terms = taken.split(",")
    if any("..." in term for term in terms):
        axes = [op.rank(i) - len(t.replace("...", "")) for i, t in enumerate(terms) if "..." in t]
        values = tuple(
            w.unsqueeze(x, *range(t.index("."), t.index(".") + max(axes) - op.rank(i) + len(t) - 3))
            if "..." in t
            else x
            for i, (x, t) in enumerate(zip(values, terms, strict=True))
        )
    return w.op("Einsum", *values, equation=equation)


@converter("Cross")
def _cross(w: Writer, op: Application, a: Value, b: Value) -> Value:
    def turned(value: Value, by: int) -> Value:
        return w.op("Gather", value, w.ints(*np.roll(range(3), -by)), axis=-1)

    one = w.op("Mul", turned(a, 1), turned(b, 2))
    return w.op("Sub", one, w.op("Mul", turned(a, 2), turned(b, 1)))


@converter("MatrixDeterminant")
def _determinant(w: Writer, op: Application, x: Value) -> Value:
    return w.op("Det", x)


# Diagonals and bands, by the numbers of rows and columns.


def _ahead(w: Writer, rows: Value, columns: Value) -> Value:
    """How far each place of a matrix is to the right of the diagonal; the sizes are vectors of one."""
    down = w.op("Range", 0, w.squeeze(rows, 0), 1)
    across = w.op("Range", 0, w.squeeze(columns, 0), 1)
    return w.op("Sub", across, w.unsqueeze(down, 1))


def _sizes(w: Writer, x: Value, rank: int) -> tuple[Value, Value]:
    return w.shape(x, rank - 2, rank - 1), w.shape(x, rank - 1)


@converter("MatrixBandPart")
def _band(w: Writer, op: Application, x: Value, below: Value, above: Value) -> Value:
    """A negative width takes all."""
    ahead = _ahead(w, *_sizes(w, x, op.rank(0)))
    zero = w.constant(np.int64(0))
    widths = []
    for width, distance in ((below, w.op("Neg", ahead)), (above, ahead)):
        width = w.int64(width)
        is_near = w.op("LessOrEqual", distance, width)
        widths.append(w.op("Or", is_near, w.op("Less", width, zero)))
    return w.where(w.op("And", *widths), x, w.number(0, x))


def _require_main_diagonal(op: Application, position: int) -> None:
    if np.any(op.constant(position)):
        raise Inexpressible("only the main diagonal, k=0")


def _on_diagonal(w: Writer, rows: Value, columns: Value) -> Value:
    return w.op("Equal", _ahead(w, rows, columns), w.constant(np.int64(0)))


@converter("MatrixDiag", "MatrixDiagV2", "MatrixDiagV3")
def _matrix_diag(w: Writer, op: Application, x: Value, *rest: Value) -> Value:
    last = op.rank(0)
    rows = columns = w.shape(x, last - 1)
    fill = w.number(0, x)
    if rest:
        _require_main_diagonal(op, 1)
        sizes = [int(op.constant(i)) for i in (2, 3)]
        if any(size >= 0 and size != op.shape(0)[-1] for size in sizes):
            raise Inexpressible("only square matrices")
        fill = rest[3]
    return w.where(_on_diagonal(w, rows, columns), w.unsqueeze(x, last), fill)


def _diagonal(w: Writer, x: Value, rank: int) -> Value:
    rows, columns = _sizes(w, x, rank)
    kept = w.where(_on_diagonal(w, rows, columns), x, w.number(0, x))
    line = w.op("ReduceSum", kept, w.ints(rank - 1), keepdims=0)
    return w.slice(line, (0,), columns, (rank - 2,))


@converter("MatrixDiagPart", "MatrixDiagPartV2", "MatrixDiagPartV3")
def _matrix_diag_part(w: Writer, op: Application, x: Value, *rest: Value) -> Value:
    if rest:
        _require_main_diagonal(op, 1)
    return _diagonal(w, x, op.rank(0))


@converter("MatrixSetDiag", "MatrixSetDiagV2", "MatrixSetDiagV3")
def _matrix_set_diag(w: Writer, op: Application, x: Value, diagonal: Value, *rest: Value) -> Value:
    if rest:
        _require_main_diagonal(op, 2)
    rank = op.rank(0)
    rows, columns = _sizes(w, x, rank)
    lacking = w.op("Sub", rows, w.shape(diagonal, rank - 2))
    pads = w.concat([w.ints(*[0] * (2 * rank - 3)), lacking], 0)
    column = w.unsqueeze(w.op("Pad", diagonal, pads), rank - 1)
    return w.where(_on_diagonal(w, rows, columns), column, x)


@converter("Diag")
def _diag(w: Writer, op: Application, x: Value) -> Value:
    shape, flat = w.shape(x), w.reshape(x, (-1,))
    size = w.shape(flat)
    square = w.where(_on_diagonal(w, size, size), w.unsqueeze(flat, 1), w.number(0, x))
    return w.reshape(square, w.concat([shape, shape], 0))


@converter("DiagPart")
def _diag_part(w: Writer, op: Application, x: Value) -> Value:
    half = op.rank(0) // 2
    shape = w.shape(x, 0, half)
    size = w.op("ReduceProd", shape, w.ints(0))
    square = w.reshape(x, w.concat([size, size], 0))
    return w.reshape(_diagonal(w, square, 2), shape)


@converter("SparseTensorDenseMatMul")
def _sparse_matmul(
    w: Writer, op: Application, places: Value, values: Value, shape: Value, b: Value
) -> Value:
    dense = zeros(w, w.int64(shape), values)
    a = w.op("ScatterND", dense, w.int64(places), values, reduction="add")
    if op.attr("adjoint_a"):
        a = w.transpose(a, (1, 0))
    return w.op("MatMul", a, w.transpose(b, (1, 0)) if op.attr("adjoint_b") else b)
