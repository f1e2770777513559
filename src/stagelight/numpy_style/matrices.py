"""NumPy's products of arrays, and the diagonals and triangles of matrices."""

from __future__ import annotations

from typing import Any

from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.errors import InvalidArgumentError
from stagelight.numpy_style.arithmetic import broadcast_together
from stagelight.numpy_style.creation import tri
from stagelight.numpy_style.promotion import as_array, chosen, promoted, promoted_pair
from stagelight.numpy_style.reductions import sum as numpy_sum
from stagelight.numpy_style.shapes import known_rank, moveaxis, ravel
from stagelight.ops.arrays.broadcasting import broadcast_to
from stagelight.ops.arrays.creation import zeros
from stagelight.ops.arrays.gather import gather
from stagelight.ops.arrays.joining import concat, stack
from stagelight.ops.arrays.padding import pad
from stagelight.ops.arrays.ranges import range_
from stagelight.ops.arrays.reshaping import reshape
from stagelight.ops.arrays.shape import shape as shape_of
from stagelight.ops.elementwise.complex_numbers import conj
from stagelight.ops.elementwise.select import maximum, minimum, where
from stagelight.ops.linalg import diagonals
from stagelight.ops.linalg import tensordot as contractions
from stagelight.ops.linalg.cross_product import cross as cross_in_space
from stagelight.ops.linalg.einsum import einsum as einsum_of_tensors
from stagelight.ops.linalg.matmul import matmul as matrix_product
from stagelight.ops.linalg.matrix_properties import trace as trace_of_last
from stagelight.public import public

# ---------------------------------------------------------------------------- products


def _ranks(x: Tensor, y: Tensor, function: str) -> tuple[int, int]:
    return known_rank(x, function), known_rank(y, function)


@public("experimental.numpy.dot")
def dot(a: Any, b: Any) -> Tensor:
    """The sum of products over the last axis of `a` and the second last of `b`, or its only one.

    Args:
        a, b: arrays; with a number it is the product.

    >>> tf.experimental.numpy.dot([1, 2], [[1, 0], [0, 1]]).numpy()
    array([1, 2])
    """
    x, y = promoted_pair(a, b)
    rank_x, rank_y = _ranks(x, y, "dot")
    if 0 in (rank_x, rank_y):
        return x * y
    return contractions.tensordot(x, y, [[-1], [-1 if rank_y == 1 else -2]])


@public("experimental.numpy.inner")
def inner(a: Any, b: Any) -> Tensor:
    """The sum of products over the last axes; with a number the product.

    >>> tf.experimental.numpy.inner([1, 2], [3, 4]).numpy()
    np.int64(11)
    """
    x, y = promoted_pair(a, b)
    if 0 in _ranks(x, y, "inner"):
        return x * y
    return contractions.tensordot(x, y, [[-1], [-1]])


@public("experimental.numpy.vdot")
def vdot(a: Any, b: Any) -> Tensor:
    """The sum of products of all elements, those of `a` conjugated.

    >>> tf.experimental.numpy.vdot([1j], [1j]).numpy()
    np.complex128(1+0j)
    """
    x, y = promoted(a, b)
    return dot(conj(ravel(x)), ravel(y))


@public("experimental.numpy.outer")
def outer(a: Any, b: Any) -> Tensor:
    """The products of each element of `a` with each of `b`, `[m, n]`.

    >>> tf.experimental.numpy.outer([1, 2], [3, 4]).numpy()
    array([[3, 4],
           [6, 8]])
    """
    x, y = promoted_pair(a, b)
    return reshape(x, [-1, 1]) * ravel(y)


@public("experimental.numpy.matmul")
def matmul(x1: Any, x2: Any) -> Tensor:
    """The matrix product of the last two axes; a vector is a row on the left, a column on the right.

    Raises:
        ValueError: sizes do not fit, or an array has no axes.

    >>> tf.experimental.numpy.matmul([[1, 2], [3, 4]], [1, 1]).numpy()
    array([3, 7])
    """
    x, y = promoted_pair(x1, x2)
    rank_x, rank_y = _ranks(x, y, "matmul")
    try:
        if rank_y <= 1:
            return contractions.tensordot(x, y, 1)
        if rank_x <= 1:
            return contractions.tensordot(x, y, [[0], [-2]])
        return matrix_product(x, y)
    except InvalidArgumentError as error:
        raise ValueError(str(error)) from error


@public("experimental.numpy.tensordot")
def tensordot(a: Any, b: Any, axes: Any = 2) -> Tensor:
    """The sum of products over some axes.

    Args:
        a, b: arrays.
        axes: how many, the last of `a` and the first of `b`; or a list of axes for each.

    >>> tf.experimental.numpy.tensordot([[1, 2]], [[1, 2]]).numpy()
    np.int64(5)
    """
    x, y = promoted_pair(a, b)
    return contractions.tensordot(x, y, axes)


@public("experimental.numpy.kron")
def kron(a: Any, b: Any) -> Tensor:
    """Kronecker's product: the array `b` for each element of `a`, times it.

    >>> tf.experimental.numpy.kron([1, 10], [1, 2]).numpy()
    array([ 1,  2, 10, 20])
    """
    x, y = promoted(a, b)
    rank = max(_ranks(x, y, "kron"))
    sizes_x, sizes_y = (
        concat([[1] * (rank - known_rank(each, "kron")), shape_of(each)], 0) for each in (x, y)
    )
    ones = [1] * rank
    left = reshape(x, reshape(stack([sizes_x, ones], 1), [-1]))
    right = reshape(y, reshape(stack([ones, sizes_y], 1), [-1]))
    return reshape(left * right, sizes_x * sizes_y)


@public("experimental.numpy.cross")
def cross(
    a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None
) -> Tensor:
    """The cross product of vectors of size 2 or 3; of two of size 2 its third component.

    Args:
        a, b: arrays, which broadcast but for the axis of the vectors.
        axisa, axisb, axisc: the axis of the vectors in `a`, in `b` and in the result.
        axis: all three.

    >>> tf.experimental.numpy.cross([1, 0, 0], [0, 1, 0]).numpy()
    array([0, 0, 1])
    """
    x, y = promoted_pair(a, b)
    if axis is not None:
        axisa = axisb = axisc = axis
    vectors = [moveaxis(x, axisa, -1), moveaxis(y, axisb, -1)]
    in_plane = [each.shape[-1] == _PLANE for each in vectors]
    in_space = [
        _in_space(each) if flat else each for each, flat in zip(vectors, in_plane, strict=True)
    ]
    left, right = broadcast_together(*in_space)
    product: Any = cross_in_space(left, right)
    if all(in_plane):
        return product[..., 2]
    return moveaxis(product, -1, axisc)


_PLANE = 2


def _in_space(x: Tensor) -> Tensor:
    return pad(x, [[0, 0]] * (known_rank(x, "cross") - 1) + [[0, 1]])


@public("experimental.numpy.einsum")
def einsum(subscripts: str, *operands: Any, **kwargs: Any) -> Tensor:
    """Sums of products by Einstein's convention.

    Args:
        subscripts: the axes of each array and of the result, such as "ij,jk->ik".
        *operands: the arrays.
        **kwargs: `casting` "safe" (one dtype for all) or "no"; `optimize` True, False, "greedy" or "optimal".

    Raises:
        ValueError: an option has another value.

    >>> tf.experimental.numpy.einsum("i,i", [1, 2], [3, 4]).numpy()
    np.int64(11)
    """
    casting, optimize = kwargs.get("casting", "safe"), kwargs.get("optimize", False)
    if casting not in ("safe", "no"):
        raise ValueError(
            f'Invalid value for argument `casting`. Expected "safe" or "no". Received: {casting}'
        )
    if optimize not in (False, True, "greedy", "optimal"):
        raise ValueError(
            'Invalid value for argument `optimize`. Expected one of {True, "greedy", "optimal"}. '
            f"Received: optimize={optimize}"
        )
    arrays = promoted(*operands) if casting == "safe" else [as_array(each) for each in operands]
    order = optimize if isinstance(optimize, str) else "greedy"
    return einsum_of_tensors(subscripts, *arrays, optimize=order)


# ---------------------------------------------------------------------------- diagonals


@public("experimental.numpy.diag")
def diag(v: Any, k: int = 0) -> Tensor:
    """A matrix with a vector on a diagonal, or the diagonal of a matrix.

    Args:
        v: a vector or a matrix.
        k: which diagonal, upwards.

    Raises:
        ValueError: `v` has another number of axes.

    >>> tf.experimental.numpy.diag([1, 2]).numpy()
    array([[1, 0],
           [0, 2]])
    """
    x = as_array(v)
    rank = known_rank(x, "diag")
    if rank not in (1, 2):
        raise ValueError(f"`diag` takes a vector or a matrix. Received shape: {x.shape}")
    if rank == 2:
        return diagonal(x, k)
    if x.shape[0] == 0:
        return zeros([abs(k), abs(k)], x.dtype)
    return diagonals.diag(x, k=k)


@public("experimental.numpy.diagflat")
def diagflat(v: Any, k: int = 0) -> Tensor:
    """A matrix with all elements on a diagonal.

    >>> tf.experimental.numpy.diagflat([[1, 2]]).numpy()
    array([[1, 0],
           [0, 2]])
    """
    return diag(ravel(v), k)


@public("experimental.numpy.diagonal")
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The diagonals of the matrices along two axes, as the last axis.

    Args:
        a: an array.
        offset: which diagonal, upwards; one that does not meet the matrix has no elements.
        axis1, axis2: rows and columns.

    >>> tf.experimental.numpy.diagonal([[1, 2], [3, 4]]).numpy()
    array([1, 4])
    """
    x = moveaxis(a, (axis1, axis2), (-2, -1))
    rows, columns = x.shape[-2:]
    if (rows is not None and offset <= -rows) or (columns is not None and offset >= columns):
        return zeros(concat([shape_of(x)[:-2], [0]], 0), x.dtype)
    if offset and (rows is None or columns is None):
        return _perhaps_empty_diagonal(x, offset)
    return diagonals.diag_part(x, k=offset)


def _perhaps_empty_diagonal(x: Any, offset: int) -> Tensor:
    """A diagonal of matrices whose sizes are not known: `DiagPart` refuses one that has no elements."""
    sizes = shape_of(x)
    rows, columns = sizes[-2], sizes[-1]
    down, right = max(-offset, 0), max(offset, 0)
    length = maximum(minimum(rows - down, columns - right), 0)
    places = range_(length) * (columns + 1) + (down * columns + right)
    return gather(reshape(x, concat([sizes[:-2], [-1]], 0)), places, axis=-1)


@public("experimental.numpy.trace")
def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None) -> Tensor:
    """The sum of a diagonal of the matrices along two axes.

    Args:
        a: an array.
        offset: which diagonal, upwards.
        axis1, axis2: rows and columns.
        dtype: that of the result.

    >>> tf.experimental.numpy.trace([[1, 2], [3, 4]]).numpy()
    np.int64(5)
    """
    x = as_array(a, chosen(dtype))
    rank = x.shape.rank
    if offset == 0 and rank and (axis1 % rank, axis2 % rank) == (rank - 2, rank - 1):
        return trace_of_last(x)  # TF: so small integers stay as they are.
    return numpy_sum(diagonal(x, offset, axis1, axis2), -1, dtype)


# ---------------------------------------------------------------------------- triangles


def _triangle(m: Any, k: int, function: str) -> tuple[Tensor, Tensor]:
    """The array, and where its matrices have the triangle on and below a diagonal."""
    x = as_array(m)
    if known_rank(x, function) < 2:
        raise ValueError(f"Argument to {function} must have rank at least 2. Received: {x.shape}")
    rows, columns = x.shape[-2:]
    if rows is None or columns is None:
        raise ValueError(
            f"{function}: the last two dimensions of the input array need to be known. Received: {x.shape}"
        )
    return x, broadcast_to(tri(rows, columns, k, bool), shape_of(x))


@public("experimental.numpy.tril")
def tril(m: Any, k: int = 0) -> Tensor:
    """The matrices with zeros above a diagonal.

    Raises:
        ValueError: there are less than two axes, or their sizes are not known.

    >>> tf.experimental.numpy.tril([[1, 2], [3, 4]]).numpy()
    array([[1, 0],
           [3, 4]])
    """
    x, triangle = _triangle(m, k, "tril")
    return where(triangle, x, raw.ZerosLike(x))


@public("experimental.numpy.triu")
def triu(m: Any, k: int = 0) -> Tensor:
    """The matrices with zeros below a diagonal.

    Raises:
        ValueError: there are less than two axes, or their sizes are not known.

    >>> tf.experimental.numpy.triu([[1, 2], [3, 4]]).numpy()
    array([[1, 2],
           [0, 4]])
    """
    x, triangle = _triangle(m, k - 1, "triu")
    return where(triangle, raw.ZerosLike(x), x)
