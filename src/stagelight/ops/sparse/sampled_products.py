"""Products of matrices at a few places: `tf.sparse.sampled_addmm`."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.linalg.square_matrices import adjoint_of
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import as_dtype


def _as(x: Any, dtype: Any, name: str) -> Tensor:
    return cast(convert_to_tensor(x, name=name), dtype)


def _columns(indices: Tensor, begin: int, end: int) -> Tensor:
    """`indices[:, begin:end]`, where zero for `end` is the last."""
    return raw.StridedSlice(
        indices,
        np.asarray([0, begin], np.int32),
        np.asarray([0, end], np.int32),
        np.ones(2, np.int32),
        begin_mask=1 if begin else 3,
        end_mask=1 if end else 3,
    )


@public("sparse.sampled_addmm")
def sampled_addmm(
    indices: Any,
    values: Any,
    dense_shape: Any,
    mat1: Any,
    mat2: Any,
    beta: Any = 1.0,
    alpha: Any = 1.0,
    output_type: Any = dtypes.float32,
) -> tuple[Tensor, Tensor, Tensor]:
    """`alpha * (mat1 @ mat2) + beta * sparse`, at the places of the sparse matrix alone.

    Args:
        indices: integer tensor `[count, rank]`: the places, the last two columns row and column.
        values: tensor `[count]`: the elements there.
        dense_shape: int32 vector `[rank]`, the shape of the whole.
        mat1: tensor `[..., m, k]`.
        mat2: tensor `[..., k, n]`.
        beta, alpha: factors of the elements and of the product.
        output_type: the dtype that is computed in.

    Returns:
        The tuple (indices, values, dense_shape) of the result.

    Raises:
        ValueError: `dense_shape` has less than two elements, or the matrices do not fit.
        InvalidArgumentError: a place lies outside.

    >>> tf.sparse.sampled_addmm([[0, 1]], [1.0], [1, 2], [[2.0]], [[3.0, 5.0]])[1].numpy()
    array([11.], dtype=float32)
    """
    with op_scope("sampled_addmm"):
        dtype = as_dtype(output_type)
        indices = convert_to_tensor(indices, name="indices")
        dense_shape = convert_to_tensor(dense_shape, dtypes.int32, name="dense_shape")
        left, right = _as(mat1, dtype, "mat1"), _as(mat2, dtype, "mat2")
        inner = [x.shape[axis] if x.shape.rank else None for x, axis in ((left, -1), (right, -2))]
        if None not in inner and inner[0] != inner[1]:
            raise ValueError(
                f"The columns of mat1 and the rows of mat2 must agree. Received: {inner}"
            )
        rows = raw.GatherNd(left, _columns(indices, 0, -1))
        right = adjoint_of(raw.Conj(right)) if dtype.is_complex else adjoint_of(right)
        place = raw.ConcatV2([_columns(indices, 0, -2), _columns(indices, -1, 0)], np.int32(1))
        products = raw.Sum(raw.Mul(rows, raw.GatherNd(right, place)), np.int32(-1))
        factors = [_as(factor, dtype, "factor") for factor in (alpha, beta)]
        found = raw.AddV2(
            raw.Mul(factors[0], products), raw.Mul(factors[1], _as(values, dtype, "values"))
        )
        return indices, found, dense_shape
