"""`tf.SparseTensor`: a tensor that is zero but at some places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor, register_conversion
from stagelight.core.dispatch import apply
from stagelight.core.inference import shape_from
from stagelight.core.op_def import OpDef
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor, TensorValue
from stagelight.errors import UnsupportedTypeError
from stagelight.public import public
from stagelight.types.dtypes import DType, as_dtype, float32, float64, int32, int64
from stagelight.types.shapes import TensorShape, as_shape
from stagelight.types.sparse_spec import SparseTensorSpec

# TF: the elementwise functions of one argument that take sparse tensors; each keeps zeros.
_OF_VALUES = frozenset(
    {"Abs", "BesselI0e", "BesselI1e", "Cast", "ComplexAbs", "Erf", "Neg", "Sign", "Sqrt", "Square"}
    | {"Tanh"}
)


@public("SparseTensor", "sparse.SparseTensor")
class SparseTensor(CompositeTensor, TensorValue):
    """A tensor that is zero but for `values[i]` at `indices[i]`.

    Most functions of `tf.sparse` require the indices in lexicographic order, without repetitions;
    `tf.sparse.reorder` sorts them.

    Args:
        indices: int64 matrix `[n, rank]` of the places.
        values: vector `[n]`.
        dense_shape: int64 vector `[rank]`, the shape of the whole tensor.

    Raises:
        ValueError: the shapes of the arguments do not fit together.

    >>> sparse = tf.SparseTensor([[0, 1], [2, 0]], [5.0, 7.0], [3, 2])
    >>> tf.sparse.to_dense(sparse).numpy()
    array([[0., 5.],
           [0., 0.],
           [7., 0.]], dtype=float32)
    """

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        self._indices = _int64_tensor(indices, "indices")
        self._values = convert_to_tensor(values, name="values")
        self._dense_shape = _int64_tensor(dense_shape, "dense_shape")
        indices_shape = self._indices.shape.with_rank(2)
        values_shape = self._values.shape.with_rank(1)
        rank_shape = self._dense_shape.shape.with_rank(1)
        indices_shape[:1].assert_is_compatible_with(values_shape)
        indices_shape[1:].assert_is_compatible_with(rank_shape)
        shape = shape_from(self._dense_shape)
        if shape.rank is None and indices_shape[1] is not None:
            shape = TensorShape([None] * indices_shape[1])
        self._static_shape = shape

    @classmethod
    def _from_parts(cls, indices: Any, values: Any, dense_shape: Any, shape: Any) -> SparseTensor:
        """A sparse tensor of parts that fit: tensors, or specs that stand for them."""
        made = cls.__new__(cls)
        made._indices, made._values, made._dense_shape = indices, values, dense_shape
        made._static_shape = shape
        if isinstance(dense_shape, Tensor):
            # The tensor may tell more of the shape than the spec, and the other way round.
            made._static_shape = shape.merge_with(shape_from(dense_shape))
        return made

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """The sparse tensor of a `SparseTensorValue`, or itself."""
        return cls(
            sparse_tensor_value.indices,
            sparse_tensor_value.values,
            sparse_tensor_value.dense_shape,
        )

    @property
    def indices(self) -> Tensor:
        """The places, int64 `[n, rank]`."""
        return self._indices

    @property
    def values(self) -> Tensor:
        """The values at the places, `[n]`."""
        return self._values

    @property
    def dense_shape(self) -> Tensor:
        """The shape of the whole tensor, int64 `[rank]`."""
        return self._dense_shape

    @property
    def shape(self) -> TensorShape:
        """The static shape of the whole tensor."""
        return self._static_shape

    def get_shape(self) -> TensorShape:
        """The static shape of the whole tensor."""
        return self._static_shape

    def set_shape(self, shape: Any) -> None:
        """Adds to what is known of the shape.

        Raises:
            ValueError: it contradicts what is known.
        """
        self._static_shape = self._static_shape.merge_with(as_shape(shape))

    def _as_text(self, summarize: int) -> Tensor:
        """What `tf.print` shows, with so many elements of both ends of each axis; all if -1."""
        return raw.StringFormat(
            [self._indices, self._values, self._dense_shape],
            template="'SparseTensor(indices={}, values={}, shape={})'",
            placeholder="{}",
            summarize=summarize,
        )

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        return self._values.dtype

    @property
    def op(self) -> Any:
        """The operation of the values, in a graph."""
        return self._values.op  # type: ignore[attr-defined]

    @property
    def graph(self) -> Any:
        """The graph of the values."""
        return self._values.graph  # type: ignore[attr-defined]

    @property
    def device(self) -> str:
        """The device of the values."""
        return self._values.device

    def with_values(self, new_values: Any) -> SparseTensor:
        """A sparse tensor with other values at the same places."""
        return SparseTensor(self._indices, new_values, self._dense_shape)

    def consumers(self) -> Any:
        """The operations that take parts of it, in a graph: each of them once."""
        parts = (self._indices, self._values, self._dense_shape)
        takers = (op for part in parts for op in getattr(part, "consumers", list)())
        return list(dict.fromkeys(takers))

    @property
    def _type_spec(self) -> SparseTensorSpec:
        return SparseTensorSpec(self._static_shape, self.dtype)

    def _shape_invariant_to_type_spec(self, shape: TensorShape) -> SparseTensorSpec:
        # The invariant is the shape of `dense_shape`: a rank.
        rank = shape.with_rank(1)[0]
        return SparseTensorSpec(TensorShape(None if rank is None else [None] * rank), self.dtype)

    def _of_gradients(self, gradients: Sequence[Any]) -> Any:
        return None if gradients[1] is None else self.with_values(gradients[1])

    def _form_of(self, name: str, function: Callable[..., Any]) -> Any:
        make = _FORMS.get(name)
        return None if make is None else make(function)

    def _apply_elementwise(self, op_def: OpDef, values: Any, attrs: Any, name: str | None) -> Any:
        if len(values) > 1 or op_def.name not in _OF_VALUES:
            raise TypeError(
                f"{op_def.name} does not take a tf.SparseTensor. Use tf.sparse.map_values, or "
                "tf.sparse.to_dense first."
            )
        return self.with_values(apply(op_def, (self._values,), attrs, name))

    def __mul__(self, other: Any) -> Any:
        return _with_dense(raw.SparseDenseCwiseMul, self, other)

    def __truediv__(self, other: Any) -> Any:
        other = convert_to_tensor(other, self.dtype, name="y")
        if not self.dtype.is_integer:
            return _with_dense(raw.SparseDenseCwiseDiv, self, other)
        # TF: the quotient of integers is a float, as in Python.
        quotient = float32 if self.dtype.size <= 2 else float64
        floats = self.with_values(raw.Cast(self._values, DstT=quotient))
        return _with_dense(raw.SparseDenseCwiseDiv, floats, raw.Cast(other, DstT=quotient))

    __div__ = __truediv__

    def __rmul__(self, other: Any) -> Any:
        return self * other if isinstance(other, Tensor) else NotImplemented

    def __str__(self) -> str:
        return (
            f"SparseTensor(indices={self._indices!s}, values={self._values!s}, "
            f"dense_shape={self._dense_shape!s})"
        )

    __repr__ = __str__


def _int64_tensor(value: Any, what: str) -> Tensor:
    try:
        return convert_to_tensor(value, int64, name=what)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{what}: {error}") from None


def _with_dense(op: Any, sparse: SparseTensor, dense: Any) -> SparseTensor:
    """An op of a sparse and a dense tensor that keeps zeros."""
    dense = convert_to_tensor(dense, sparse.dtype, name="y")
    values = op(sparse.indices, sparse.values, sparse.dense_shape, dense)
    result = sparse.with_values(values)
    result.set_shape(sparse.shape)
    return result


@public("compat.v1.SparseTensorValue")
class SparseTensorValue(NamedTuple):
    """The arrays of a sparse tensor: what sessions give and take.

    >>> tf.compat.v1.SparseTensorValue([[0]], [1.0], [2]).dense_shape
    [2]
    """

    indices: Any
    values: Any
    dense_shape: Any


def as_sparse(value: Any) -> SparseTensor:
    """A sparse tensor, or the value of one, as a sparse tensor.

    Raises:
        TypeError: it is neither.
    """
    if isinstance(value, SparseTensor):
        return value
    if isinstance(value, SparseTensorValue):
        return SparseTensor.from_value(value)
    raise TypeError(f"Input must be a SparseTensor. Received: {value!r}")


def _refuse(value: SparseTensor, dtype: DType | None, name: str | None) -> Tensor:
    raise UnsupportedTypeError(
        f"Attempt to convert a value ({value}) with an unsupported type (<class 'SparseTensor'>) to a "
        "Tensor. Use tf.sparse.to_dense, or a function of tf.sparse."
    )


register_conversion(SparseTensor, _refuse)


# ---------------------------------------------------------------------------- forms of public functions


def _of_values(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x, name=None: x.with_values(function(x.values, name))


def _bincount(function: Callable[..., Any]) -> Callable[..., Any]:
    """Counts of all values, or of those of each row."""

    def form(
        arr: SparseTensor,
        weights: Any = None,
        minlength: Any = None,
        maxlength: Any = None,
        dtype: Any = int32,
        name: str | None = None,
        axis: int | None = None,
        binary_output: bool = False,
    ) -> Any:
        if weights is not None and not isinstance(weights, SparseTensor):
            raise ValueError(f"The weights of sparse values must be sparse. Received: {weights!r}")
        values, given = arr.values, None if weights is None else weights.values
        if axis != -1:
            bounds = minlength, maxlength, dtype, name
            return function(values, given, *bounds, axis, binary_output)
        longest = raw.Maximum(raw.Max(values, [0]) + 1, 0)
        size = longest if minlength is None else raw.Maximum(longest, minlength)
        size = size if maxlength is None else raw.Minimum(size, maxlength)
        counted = convert_to_tensor([], as_dtype(dtype)) if given is None else given
        return raw.SparseBincount(
            arr.indices, values, arr.dense_shape, size, counted, binary_output=binary_output
        )

    return form


_FORMS = {"math.abs": _of_values, "math.bincount": _bincount}
