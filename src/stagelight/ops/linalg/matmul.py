"""Products of matrices: `tf.matmul` with its ops `MatMul`, `BatchMatMulV2` and `BatchMatMulV3`, and
`tf.linalg.matvec`.

Products along other axes are in `einsum` (`tf.einsum`) and `tensordot`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, recorded
from stagelight.core.inference import Inferred, broadcast_shapes, invalid
from stagelight.core.op_def import Trait, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.errors import OpError
from stagelight.ops.arrays.broadcasting import sum_to_shape_of
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

_MATMUL_DTYPES = (
    *dtypes.INEXACT,
    dtypes.int32,
    dtypes.int64,
    dtypes.uint8,
    dtypes.uint16,
    dtypes.uint32,
    dtypes.uint64,
)
_V3_DTYPES = (
    *dtypes.INEXACT,
    dtypes.uint8,
    dtypes.int8,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
)

# NumPy sums these products in the narrow dtype; TF keeps float32 until the end.
_NARROW_FLOATS = frozenset(dtype.numpy_dtype for dtype in (dtypes.float16, dtypes.bfloat16))


def multiply_arrays(xp: ModuleType, x: Any, y: Any) -> Any:
    """`x @ y` of arrays of one dtype, in that dtype, over broadcast leading axes."""
    if x.dtype in _NARROW_FLOATS:
        return xp.matmul(x.astype(np.float32), y.astype(np.float32)).astype(x.dtype)
    return xp.matmul(x, y)


def _swapped(xp: ModuleType, x: Any) -> Any:
    return xp.swapaxes(x, -1, -2)


def _conj(x: Tensor) -> Tensor:
    return raw.Conj(x) if x.dtype.is_complex else x


# ---------------------------------------------------------------------------- MatMul


def _text(shape: Sequence[Any]) -> str:
    return "[" + ",".join("?" if size is None else str(size) for size in shape) + "]"


def _check_matrices(a: Sequence[Any], b: Sequence[Any], inner: tuple[Any, Any]) -> None:
    """Checks the shapes of two matrices, of which `inner` are the sizes that are summed over.

    Raises:
        InvalidArgumentError: they are no matrices, or do not fit.
    """
    if len(a) != len(b):
        raise invalid(f"In[0] and In[1] has different ndims: {_text(a)} vs. {_text(b)}")
    if len(a) != 2:
        raise invalid(f"In[0] must be a matrix, of 2 axes, but has {len(a)}.")
    _check_inner(a, b, inner)


def _check_inner(a: Sequence[Any], b: Sequence[Any], inner: tuple[Any, Any]) -> None:
    if None not in inner and inner[0] != inner[1]:
        raise invalid(f"Matrix size-incompatible: In[0]: {_text(a)}, In[1]: {_text(b)}")


def _infer_matmul(
    a: Tensor, b: Tensor, *, transpose_a: bool = False, transpose_b: bool = False, **_attrs: Any
) -> Inferred:
    rows, inner_a = _sizes(a, transpose_a)
    inner_b, columns = _sizes(b, transpose_b)
    if a.shape.rank is not None and b.shape.rank is not None:
        _check_matrices(a.shape.as_list(), b.shape.as_list(), (inner_a, inner_b))
    return Inferred(TensorShape([rows, columns]), a.dtype)


def _sizes(x: Tensor, is_transposed: bool) -> tuple[int | None, int | None]:
    if x.shape.rank is None or x.shape.rank < 2:
        return None, None
    rows, columns = x.shape.as_list()[-2:]
    return (columns, rows) if is_transposed else (rows, columns)


def _matmul(
    xp: ModuleType,
    a: np.ndarray,
    b: np.ndarray,
    *,
    transpose_a: bool = False,
    transpose_b: bool = False,
    **_attrs: Any,
) -> Any:
    x, y = a.T if transpose_a else a, b.T if transpose_b else b
    if x.ndim != 2 or y.ndim != 2 or x.shape[1] != y.shape[0]:
        _check_matrices(a.shape, b.shape, (x.shape[-1:], y.shape[:1]))
    if x.dtype in _NARROW_FLOATS:
        return multiply_arrays(xp, x, y)
    return xp.dot(x, y)


def _matmul_gradient(op: Any, dy: Tensor) -> list[Any]:
    a, b = _conj(op.inputs[0]), _conj(op.inputs[1])
    transpose_a, transpose_b = op.attr_value("transpose_a"), op.attr_value("transpose_b")
    if not transpose_a and not transpose_b:
        return [
            lambda: raw.MatMul(dy, b, transpose_b=True),
            lambda: raw.MatMul(a, dy, transpose_a=True),
        ]
    if not transpose_a:
        return [lambda: raw.MatMul(dy, b), lambda: raw.MatMul(dy, a, transpose_a=True)]
    if not transpose_b:
        return [lambda: raw.MatMul(b, dy, transpose_b=True), lambda: raw.MatMul(a, dy)]
    return [
        lambda: raw.MatMul(b, dy, transpose_a=True, transpose_b=True),
        lambda: raw.MatMul(dy, a, transpose_a=True, transpose_b=True),
    ]


_MATMUL = define(
    "MatMul",
    "a: T, b: T",
    "product: T",
    {
        "transpose_a": False,
        "transpose_b": False,
        "T": types(_MATMUL_DTYPES),
        "grad_a": False,
        "grad_b": False,
    },
    infer=_infer_matmul,
    kernel=_matmul,
    gradient=_matmul_gradient,
    traits=Trait.HEAVY,
)

# ---------------------------------------------------------------------------- batches of matrices


def _check_batches(x: Sequence[Any], y: Sequence[Any], inner: tuple[Any, Any]) -> TensorShape:
    """The leading shape of a product of matrices in batches.

    Raises:
        InvalidArgumentError: the shapes do not fit.
    """
    for position, shape in enumerate((x, y)):
        if len(shape) < 2:
            raise invalid(f"In[{position}] ndims must be >= 2: {len(shape)}")
    _check_inner(x, y, inner)
    try:
        return broadcast_shapes(TensorShape(x[:-2]), TensorShape(y[:-2]))
    except OpError:
        raise invalid(
            f"In[0] and In[1] must have compatible batch dimensions: {_text(x)} vs. {_text(y)}"
        ) from None


def _infer_batched(
    x: Tensor,
    y: Tensor,
    *,
    adj_x: bool = False,
    adj_y: bool = False,
    Tout: Any = None,
    **_attrs: Any,
) -> Inferred:
    rows, inner_x = _sizes(x, adj_x)
    inner_y, columns = _sizes(y, adj_y)
    dtype = Tout or x.dtype
    if x.shape.rank is None or y.shape.rank is None:
        for position, tensor in enumerate((x, y)):
            if tensor.shape.rank is not None and tensor.shape.rank < 2:
                raise invalid(f"In[{position}] ndims must be >= 2: {tensor.shape.rank}")
        return Inferred(TensorShape(None), dtype)
    batch = _check_batches(x.shape.as_list(), y.shape.as_list(), (inner_x, inner_y))
    return Inferred(batch.concatenate([rows, columns]), dtype)


def _batched(
    xp: ModuleType,
    x: np.ndarray,
    y: np.ndarray,
    *,
    adj_x: bool = False,
    adj_y: bool = False,
    Tout: DType | None = None,
    **_attrs: Any,
) -> Any:
    if Tout is not None:
        x, y = x.astype(Tout.numpy_dtype), y.astype(Tout.numpy_dtype)
    left = xp.conj(_swapped(xp, x)) if adj_x and x.ndim > 1 else x
    right = xp.conj(_swapped(xp, y)) if adj_y and y.ndim > 1 else y
    inner = left.shape[-1:], right.shape[-2:-1]
    if left.ndim != right.ndim or left.ndim < 2 or left.shape[:-2] != right.shape[:-2]:
        _check_batches(x.shape, y.shape, inner)
    _check_inner(x.shape, y.shape, inner)
    return multiply_arrays(xp, left, right)


def _require_equal_batches(x: Sequence[Any], y: Sequence[Any]) -> None:
    """TF: `BatchMatMul`, the first form of the op, does not broadcast."""
    if len(x) != len(y):
        raise invalid(f"In[0] and In[1] has different ndims: {_text(x)} vs. {_text(y)}")
    for i, (a, b) in enumerate(zip(x[:-2], y[:-2], strict=True)):
        if a != b and None not in (a, b):
            raise invalid(
                f"In[0].dim({i}) and In[1].dim({i}) must be the same: {_text(x)} vs {_text(y)}"
            )


def _infer_equal_batches(x: Tensor, y: Tensor, **attrs: Any) -> Inferred:
    if x.shape.rank is not None and y.shape.rank is not None:
        _require_equal_batches(x.shape.as_list(), y.shape.as_list())
    return _infer_batched(x, y, **attrs)


def _equal_batches(xp: ModuleType, x: np.ndarray, y: np.ndarray, **attrs: Any) -> Any:
    _require_equal_batches(x.shape, y.shape)
    return _batched(xp, x, y, **attrs)


def _batched_gradient(op: Any, dy: Tensor) -> list[Any]:
    x, y = op.inputs
    adj_x, adj_y = op.attr_value("adj_x"), op.attr_value("adj_y")
    is_mixed = op.type == "BatchMatMulV3"

    def product(a: Tensor, b: Tensor, adj_a: bool, adj_b: bool, like: Tensor) -> Tensor:
        """The product as a gradient of `like`."""
        if is_mixed:
            a, b = raw.Cast(a, DstT=dy.dtype), raw.Cast(b, DstT=dy.dtype)
        gradient = raw.BatchMatMulV2(a, b, adj_x=adj_a, adj_y=adj_b)
        if is_mixed:
            gradient = raw.Cast(gradient, DstT=like.dtype)
        # Leading axes of size 1 that were repeated are summed.
        return sum_to_shape_of(gradient, like)

    def of_x() -> Tensor:
        return product(y, dy, adj_y, True, x) if adj_x else product(dy, y, False, not adj_y, x)

    def of_y() -> Tensor:
        if adj_y:
            return product(dy, x, True, adj_x, y)
        return product(x, dy, not adj_x, False, y)

    return [of_x, of_y]


for _name, _allowed, _infer, _kernel in (
    (
        "BatchMatMul",
        (*dtypes.INEXACT, dtypes.int32, dtypes.int64),
        _infer_equal_batches,
        _equal_batches,
    ),
    ("BatchMatMulV2", (*_MATMUL_DTYPES, dtypes.int16), _infer_batched, _batched),
):
    define(
        _name,
        "x: T, y: T",
        "output: T",
        {
            "T": types(_allowed),
            "adj_x": False,
            "adj_y": False,
            "grad_x": False,
            "grad_y": False,
        },
        infer=_infer,
        kernel=_kernel,
        gradient=_batched_gradient,
        traits=Trait.HEAVY,
    )

define(
    "BatchMatMulV3",
    "x: Ta, y: Tb",
    "output: Tout",
    {
        "Ta": types(_V3_DTYPES),
        "Tb": types(_V3_DTYPES),
        "Tout": types((*dtypes.INEXACT, dtypes.int16, dtypes.int32, dtypes.int64)),
        "adj_x": False,
        "adj_y": False,
        "grad_x": False,
        "grad_y": False,
    },
    infer=_infer_batched,
    kernel=_batched,
    gradient=_batched_gradient,
    traits=Trait.HEAVY,
)

# ---------------------------------------------------------------------------- public functions

# What NumPy raises where the general way tells what is wrong, or computes it without a warning.
_REFUSALS = (ValueError, ArithmeticError, MemoryError, RuntimeWarning)

# The dtypes that NumPy multiplies as the op does, by id.
_SHORTCUT_IDS = frozenset(
    map(id, (dtypes.float32, dtypes.float64, *dtypes.COMPLEX, dtypes.int32, dtypes.int64))
)


@public("linalg.matmul", "matmul")
def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: Any = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """Multiplies matrices: `out[..., i, j] = sum_k a[..., i, k] * b[..., k, j]`.

    Args:
        a: tensor `[..., m, k]`: floating, complex, int32 or int64.
        b: tensor `[..., k, n]` of the same dtype; leading axes broadcast.
        transpose_a: whether `a` is given as `[..., k, m]`.
        transpose_b: whether `b` is given as `[..., n, k]`.
        adjoint_a: as `transpose_a`, and its complex conjugate is taken.
        adjoint_b: as `transpose_b`, and its complex conjugate is taken.
        a_is_sparse: a hint that `a` holds many zeros; it changes nothing here.
        b_is_sparse: the same for `b`.
        output_type: dtype of the result; None is that of the operands.
        grad_a: marks the product as made for a gradient of `a`; it changes nothing here.
        grad_b: the same for `b`.
        name: name of the operation.

    Returns:
        Tensor `[..., m, n]`.

    Raises:
        ValueError: a tensor is both transposed and adjoined.
        InvalidArgumentError: the inner sizes or the dtypes differ, or an operand has less than two
            axes.

    >>> a = tf.constant([[1, 2], [3, 4]])
    >>> tf.matmul(a, a, transpose_b=True).numpy()
    array([[ 5, 11],
           [11, 25]], dtype=int32)
    """
    if (
        type(a) is EagerTensor
        and type(b) is EagerTensor
        and (followers := CONTEXT.followers) is not None
        and a._dtype is b._dtype
        and id(a._dtype) in _SHORTCUT_IDS
        and not (adjoint_a or adjoint_b or output_type)
    ):
        x, y = a._array, b._array
        if x.ndim == 2 == y.ndim:
            try:
                # For matrices `dot` is `matmul`, and begins sooner.
                array = (x.T if transpose_a else x).dot(y.T if transpose_b else y)
            except _REFUSALS:  # The long way tells what is wrong, or computes it in silence.
                pass
            else:
                product = EagerTensor(array, a._dtype)
                if not followers:
                    return product
                attrs = {"transpose_a": transpose_a, "transpose_b": transpose_b}
                return recorded(followers, _MATMUL, (a, b), attrs, product)
    return _matmul_in_general(
        a, b, transpose_a, transpose_b, adjoint_a, adjoint_b,
        a_is_sparse, b_is_sparse, output_type, grad_a, grad_b, name,
    )  # fmt: skip


def _matmul_in_general(
    a: Any,
    b: Any,
    transpose_a: bool,
    transpose_b: bool,
    adjoint_a: bool,
    adjoint_b: bool,
    a_is_sparse: bool,
    b_is_sparse: bool,
    output_type: Any,
    grad_a: bool,
    grad_b: bool,
    name: str | None,
) -> Tensor:
    if CONTEXT.followers is not None and not (type(a) is EagerTensor and type(b) is EagerTensor):
        a, b = _pair(a, b)
        if type(a) is EagerTensor and type(b) is EagerTensor:
            return matmul(
                a, b, transpose_a, transpose_b, adjoint_a, adjoint_b,
                a_is_sparse, b_is_sparse, output_type, grad_a, grad_b, name,
            )  # fmt: skip
    for letter, transpose, adjoint in (
        ("a", transpose_a, adjoint_a),
        ("b", transpose_b, adjoint_b),
    ):
        if transpose and adjoint:
            raise ValueError(
                f"Only one of `transpose_{letter}` and `adjoint_{letter}` can be True. "
                f"Received `transpose_{letter}`={transpose}, `adjoint_{letter}`={adjoint}."
            )
    name = name or "MatMul"
    with op_scope(name) as scope:
        a, b = _pair(a, b)
        wants_other_dtype = output_type is not None and not (
            dtypes.as_dtype(output_type) is a.dtype is b.dtype
        )
        has_batches = any(rank is None or rank > 2 for rank in (a.shape.rank, b.shape.rank))
        if has_batches or wants_other_dtype:
            # TF: batches know adjoints only, so a transpose conjugates before.
            if transpose_a:
                a, adjoint_a = _conj(a), True
            if transpose_b:
                b, adjoint_b = _conj(b), True
            if wants_other_dtype:
                return raw.BatchMatMulV3(
                    a, b, adj_x=adjoint_a, adj_y=adjoint_b, Tout=output_type, name=scope
                )
            return raw.BatchMatMulV2(a, b, adj_x=adjoint_a, adj_y=adjoint_b, name=scope)
        if adjoint_a:
            a, transpose_a = _conj(a), True
        if adjoint_b:
            b, transpose_b = _conj(b), True
        return raw.MatMul(a, b, transpose_a=transpose_a, transpose_b=transpose_b, name=scope)


def _pair(a: Any, b: Any) -> tuple[Tensor, Tensor]:
    """Both as tensors; what is no tensor takes the other's dtype."""
    if isinstance(b, Tensor) and not isinstance(a, Tensor):
        return convert_to_tensor(a, dtype_hint=b.dtype, name="a"), b
    a = convert_to_tensor(a, name="a")
    return a, convert_to_tensor(b, dtype_hint=a.dtype, name="b")
