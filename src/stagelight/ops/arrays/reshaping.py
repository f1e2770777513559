"""The same elements in another shape or order of axes: `tf.reshape`, `tf.squeeze`, `tf.transpose`.

Joining and splitting tensors is in `joining`, repeating them in `tiling`, flipping them in
`reversing`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor, int32_constant
from stagelight.core.inference import (
    UNKNOWN,
    Inferred,
    constant_value,
    invalid,
    known_dims,
    shape_text,
)
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- Reshape


def _check_sizes(sizes: Sequence[int | None]) -> None:
    negative = [(i, size) for i, size in enumerate(sizes) if size is not None and size < 0]
    for i, size in negative:
        if size != -1:
            raise invalid(f"Size {i} must be non-negative, not {size}")
    if len(negative) > 1:
        raise invalid(
            f"Only one input size may be -1, not both {negative[0][0]} and {negative[1][0]}"
        )


def _resolved(sizes: Sequence[Any], source: Sequence[Any]) -> list[int]:
    """The sizes with -1 replaced, checked against the shape that is reshaped."""
    _check_sizes(sizes)
    count = math.prod(source)
    if -1 not in sizes:
        if math.prod(sizes) != count:
            raise invalid(
                f"Input to reshape is a tensor with {count} values, but the requested shape "
                f"has {math.prod(sizes)}"
            )
        return list(sizes)
    # TF: where a size is 0, sizes of 0 count on neither side.
    has_zero = 0 in sizes
    known = math.prod(size for size in sizes if size > 0)
    total = math.prod(size for size in source if size > 0 or not has_zero)
    missing, rest = divmod(total, known)
    if rest and not (has_zero and 0 in source):
        raise invalid(
            f"Input to reshape is a tensor with {count} values, but the requested shape requires "
            f"a multiple of {known}"
        )
    if has_zero and count:
        raise invalid(
            f"Input to reshape is a tensor with {count} values, but the requested shape "
            f"{list(sizes)} has none"
        )
    return [missing if size == -1 else size for size in sizes]


def _infer_reshape(tensor: Tensor, shape: Tensor) -> Inferred:
    if shape.shape.rank is not None and shape.shape.rank > 1:
        raise invalid(f"sizes input must be 1-D, not {shape_text(shape.shape)}")
    sizes = known_dims(shape)
    if sizes is None:
        return Inferred(UNKNOWN, tensor.dtype)
    _check_sizes(sizes)
    source = tensor.shape
    if None not in sizes and source.is_fully_defined():
        return Inferred(TensorShape(_resolved(sizes, source.as_list())), tensor.dtype)
    open_axes = [i for i, size in enumerate(sizes) if size is None or size == -1]
    target = [None if i in open_axes else size for i, size in enumerate(sizes)]
    known = math.prod(size for size in target if size is not None)
    count = source.num_elements()
    if len(open_axes) == 1 and count is not None and known:
        if count % known:
            raise invalid(
                f"Input to reshape is a tensor with {count} values, but the requested shape "
                f"requires a multiple of {known}"
            )
        target[open_axes[0]] = count // known
    elif sizes == [-1] and source.rank == 1:
        target = source.as_list()
    return Inferred(TensorShape(target), tensor.dtype)


def _reshape(xp: ModuleType, tensor: np.ndarray, shape: np.ndarray) -> np.ndarray:
    sizes = shape.reshape(-1).tolist() if shape.ndim < 2 else None
    if sizes is None:
        raise invalid(f"sizes input must be 1-D, not {shape_text(shape.shape)}")
    if not tensor.size or (sizes and min(sizes) < -1):
        sizes = _resolved(sizes, tensor.shape)
    try:
        return tensor.reshape(sizes)
    except ValueError:
        _resolved(sizes, tensor.shape)  # This says what is wrong.
        raise


def reshaped_like(dy: Tensor, x: Tensor) -> Tensor:
    """A gradient in the shape of the tensor that was reshaped."""
    if x.shape.is_fully_defined():
        return raw.Reshape(dy, int32_constant(x.shape.as_list()))
    return raw.Reshape(dy, raw.Shape(x))


define(
    "Reshape",
    "tensor: T, shape: Tshape",
    "output: T",
    {"T": types(), "Tshape": types(dtypes.INDEX, dtypes.int32)},
    infer=_infer_reshape,
    kernel=_reshape,
    gradient=lambda op, dy: [reshaped_like(dy, op.inputs[0]), None],
    dims=lambda op: known_dims(op.inputs[0]),
)


@public("reshape", "compat.v1.reshape", "compat.v1.manip.reshape")
def reshape(tensor: Any, shape: Any, name: str | None = None) -> Tensor:
    """The elements of a tensor, row by row, in another shape.

    Args:
        tensor: tensor of any dtype.
        shape: integer vector of the sizes wanted; one of them may be -1, then it follows from the
            others.
        name: name of the operation.

    Returns:
        Tensor of that shape with the same elements.

    Raises:
        InvalidArgumentError: the shape has another number of elements.

    >>> tf.reshape([1, 2, 3, 4, 5, 6], [2, -1]).numpy()
    array([[1, 2, 3],
           [4, 5, 6]], dtype=int32)
    """
    return raw.Reshape(tensor, shape, name=name)


# ---------------------------------------------------------------------------- ExpandDims


def _single(dim: np.ndarray) -> int:
    if dim.size != 1:
        raise invalid(f"'dim' must be a tensor with a single value. Received: {dim.tolist()}")
    return int(dim.reshape(())[()])


def _expanded_axis(axis: int, rank: int) -> int:
    if not -rank - 1 <= axis <= rank:
        raise invalid(f"Tried to expand dim index {axis} for tensor with {rank} dimensions.")
    return axis + rank + 1 if axis < 0 else axis


def _infer_expand_dims(input: Tensor, dim: Tensor) -> Inferred:
    rank, axis = input.shape.rank, constant_value(dim)
    if rank is None:
        return Inferred(UNKNOWN, input.dtype)
    if axis is None:
        return Inferred(TensorShape([None] * (rank + 1)), input.dtype)
    sizes = input.shape.as_list()
    sizes.insert(_expanded_axis(_single(axis), rank), 1)
    return Inferred(TensorShape(sizes), input.dtype)


def _expand_dims(xp: ModuleType, input: np.ndarray, dim: np.ndarray) -> np.ndarray:
    axis = _expanded_axis(_single(dim), input.ndim)
    return input.reshape((*input.shape[:axis], 1, *input.shape[axis:]))


define(
    "ExpandDims",
    "input: T, dim: Tdim",
    "output: T",
    {"T": types(), "Tdim": types(dtypes.INDEX, dtypes.int32)},
    infer=_infer_expand_dims,
    kernel=_expand_dims,
    gradient=lambda op, dy: [reshaped_like(dy, op.inputs[0]), None],
    dims=lambda op: known_dims(op.inputs[0]),
    renamed={"axis": "dim"},
)


@public("expand_dims")
def expand_dims(input: Any, axis: Any, name: str | None = None) -> Tensor:
    """The same elements with one more axis, of size 1.

    Args:
        input: tensor of any dtype, of shape `[d0, ..., dn]`.
        axis: where the new axis stands in the result; -1 is last.
        name: name of the operation.

    Returns:
        Tensor of one more axis.

    Raises:
        InvalidArgumentError: the axis is not in [-rank - 1, rank].

    >>> tf.expand_dims([1, 2, 3], 0).shape
    TensorShape([1, 3])
    """
    return raw.ExpandDims(input, axis, name=name)


# ---------------------------------------------------------------------------- Squeeze


def _squeezed(sizes: Sequence[Any], squeeze_dims: Sequence[int]) -> Any:
    """The sizes that stay; None when it is not known which."""
    rank = len(sizes)
    dropped = set()
    for axis in squeeze_dims:
        if not -rank <= axis < rank:
            raise invalid(f"Tried to squeeze dim index {axis} for tensor with {rank} dimensions.")
        size = sizes[axis]
        if size is not None and size != 1:
            raise invalid(f"Can not squeeze dim[{axis}], expected a dimension of 1, got {size}")
        dropped.add(axis % rank)
    if not squeeze_dims:
        if None in sizes:
            return None
        dropped = {axis for axis, size in enumerate(sizes) if size == 1}
    return [size for axis, size in enumerate(sizes) if axis not in dropped]


def _infer_squeeze(input: Tensor, squeeze_dims: Sequence[int] = ()) -> Inferred:
    if input.shape.rank is None:
        return Inferred(UNKNOWN, input.dtype)
    return Inferred(TensorShape(_squeezed(input.shape.as_list(), squeeze_dims)), input.dtype)


def _squeeze(xp: ModuleType, input: np.ndarray, squeeze_dims: Sequence[int] = ()) -> np.ndarray:
    return input.reshape(_squeezed(input.shape, squeeze_dims))


define(
    "Squeeze",
    "input: T",
    "output: T",
    {"T": types(), "squeeze_dims": attr("list(int)", ())},
    infer=_infer_squeeze,
    kernel=_squeeze,
    gradient=lambda op, dy: reshaped_like(dy, op.inputs[0]),
    dims=lambda op: known_dims(op.inputs[0]),
    renamed={"axis": "squeeze_dims"},
)


@public("squeeze")
def squeeze(input: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """The same elements without axes of size 1.

    Args:
        input: tensor of any dtype.
        axis: the axis or list of axes to leave out; None takes all of size 1.
        name: name of the operation.

    Returns:
        Tensor of fewer axes.

    Raises:
        InvalidArgumentError: an axis has another size than 1, or there is no such axis.

    >>> tf.squeeze([[[1], [2]]]).numpy()
    array([1, 2], dtype=int32)
    """
    if axis is None:
        axes = []
    else:
        axes = [int(a) for a in (axis if isinstance(axis, (list, tuple, np.ndarray)) else [axis])]
    return raw.Squeeze(input, squeeze_dims=axes, name=name)


# ---------------------------------------------------------------------------- Transpose


def _checked_permutation(perm: Sequence[int], rank: int) -> list[int]:
    if len(perm) != rank:
        raise invalid(
            f"transpose expects a vector of size {rank}. "
            f"But input(1) is a vector of size {len(perm)}"
        )
    axes = []
    for axis in perm:
        if not -rank <= axis < rank:
            raise invalid(f"{axis} is out of range [0 .. {rank})")
        axes.append(axis % rank)
    for axis in range(rank):
        if axis not in axes:
            raise invalid(f"{axis} is missing from {{{','.join(map(str, perm))}}}.")
    return axes


def _infer_transpose(x: Tensor, perm: Tensor) -> Inferred:
    axes = constant_value(perm)
    rank = x.shape.rank
    if rank is None and perm.shape.rank == 1:
        rank = perm.shape[0]
    if axes is None or x.shape.rank is None:
        return Inferred(UNKNOWN if rank is None else TensorShape([None] * rank), x.dtype)
    sizes = x.shape.as_list()
    order = _checked_permutation(axes.reshape(-1).tolist(), len(sizes))
    return Inferred(TensorShape([sizes[axis] for axis in order]), x.dtype)


def _transpose(xp: ModuleType, x: np.ndarray, perm: np.ndarray) -> np.ndarray:
    return xp.transpose(x, _checked_permutation(perm.reshape(-1).tolist(), x.ndim))


def _inverse(perm: Tensor) -> Any:
    axes = constant_value(perm)
    if axes is None:
        return raw.InvertPermutation(perm)
    return np.argsort(np.mod(axes, axes.size or 1)).astype(axes.dtype)


for _name, _kernel in (
    ("Transpose", _transpose),
    ("ConjugateTranspose", lambda xp, x, perm: xp.conj(_transpose(xp, x, perm))),
):
    define(
        _name,
        "x: T, perm: Tperm",
        "y: T",
        {"T": types(), "Tperm": types(dtypes.INDEX, dtypes.int32)},
        requires={"perm": "vector"},
        infer=_infer_transpose,
        kernel=_kernel,
        gradient=lambda op, dy: [
            getattr(raw, op.type)(dy, _inverse(op.inputs[1])),
            None,
        ],
    )


@public("transpose")
def transpose(
    a: Any, perm: Any = None, conjugate: bool = False, name: str | None = "transpose"
) -> Tensor:
    """The axes in another order: axis `i` of the result is axis `perm[i]` of `a`.

    Args:
        a: tensor of any dtype.
        perm: integer vector, a permutation of the axes; None reverses them.
        conjugate: also conjugates a complex tensor.
        name: name of the operation.

    Returns:
        Tensor with its axes permuted.

    Raises:
        InvalidArgumentError: `perm` is no permutation of the axes.

    >>> tf.transpose([[1, 2, 3], [4, 5, 6]]).numpy()
    array([[1, 4],
           [2, 5],
           [3, 6]], dtype=int32)
    """
    a = convert_to_tensor(a, name="a")
    if perm is None:
        rank = a.shape.rank
        if rank is None:
            last = raw.Sub(raw.Rank(a), 1)
            perm = raw.Range(last, -1, -1)
        else:
            perm = np.arange(rank - 1, -1, -1, dtype=np.int32)
    if conjugate and a.dtype.is_complex:
        return raw.ConjugateTranspose(a, perm, name=name)
    return raw.Transpose(a, perm, name=name)


@public(
    "linalg.matrix_transpose",
    "compat.v1.matrix_transpose",
    "compat.v1.linalg.matrix_transpose",
    "compat.v1.linalg.transpose",
)
def matrix_transpose(
    a: Any, name: str | None = "matrix_transpose", conjugate: bool = False
) -> Tensor:
    """Transposes the last two axes: `out[..., i, j] = a[..., j, i]`.

    Args:
        a: tensor of at least two axes.
        name: name of the operation.
        conjugate: also conjugates a complex tensor.

    Returns:
        Tensor of shape `[..., n, m]` for `a` of shape `[..., m, n]`.

    Raises:
        ValueError: `a` has fewer than two axes.

    >>> tf.linalg.matrix_transpose([[[1, 2], [3, 4]]]).numpy()
    array([[[1, 3],
            [2, 4]]], dtype=int32)
    """
    a = convert_to_tensor(a, name="a")
    rank = a.shape.rank
    if rank is None:
        count = raw.Rank(a)
        perm = raw.ConcatV2(
            [
                raw.Range(0, raw.Sub(count, 2), 1),
                raw.Pack([raw.Sub(count, 1), raw.Sub(count, 2)]),
            ],
            0,
        )
        return transpose(a, perm, conjugate, name)
    if rank < 2:
        raise ValueError(
            "Argument `a` should be a (batch) matrix with rank >= 2. "
            f"Received `a` with shape {a.shape}"
        )
    return transpose(a, [*range(rank - 2), rank - 1, rank - 2], conjugate, name)


# ---------------------------------------------------------------------------- InvertPermutation


def _invert_permutation(xp: ModuleType, x: np.ndarray) -> np.ndarray:
    if x.ndim != 1:
        raise invalid(f"invert_permutation expects a 1D vector. Received shape: {list(x.shape)}")
    inverse = np.full(x.shape, -1, x.dtype)
    for i, place in enumerate(x.tolist()):
        if not 0 <= place < x.size:
            raise invalid(f"{place} is not between 0 and {x.size}")
        if inverse[place] != -1:
            raise invalid(f"{place} is duplicated in the input.")
        inverse[place] = i
    return inverse


define(
    "InvertPermutation",
    "x: T",
    "y: T",
    {"T": types(dtypes.INDEX, dtypes.int32)},
    infer=lambda x: Inferred(x.shape, x.dtype),
    kernel=_invert_permutation,
    differentiable=False,
)


@public(
    "math.invert_permutation", "compat.v1.invert_permutation", "compat.v1.math.invert_permutation"
)
def invert_permutation(x: Any, name: str | None = None) -> Tensor:
    """The permutation that undoes another: `y[x[i]] = i`.

    Args:
        x: int32 or int64 vector that holds each of 0, ..., n - 1 once.
        name: name of the operation.

    Returns:
        Vector like `x`.

    Raises:
        InvalidArgumentError: `x` is no permutation.

    >>> tf.math.invert_permutation([3, 0, 1, 2]).numpy()
    array([1, 2, 3, 0], dtype=int32)
    """
    return raw.InvertPermutation(x, name=name)
