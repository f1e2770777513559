from typing import Any
from collections.abc import Mapping as Mapping
from stagelight.compat.v1.session import Session as Session
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
_OF_VALUES: Any
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
        ...

    @classmethod
    def _from_parts(cls, indices: Any, values: Any, dense_shape: Any, shape: Any) -> SparseTensor:
        """A sparse tensor of parts that fit: tensors, or specs that stand for them."""

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """The sparse tensor of a `SparseTensorValue`, or itself."""

    @property
    def indices(self) -> Tensor:
        """The places, int64 `[n, rank]`."""

    @property
    def values(self) -> Tensor:
        """The values at the places, `[n]`."""

    @property
    def dense_shape(self) -> Tensor:
        """The shape of the whole tensor, int64 `[rank]`."""

    @property
    def shape(self) -> TensorShape:
        """The static shape of the whole tensor."""

    def get_shape(self) -> TensorShape:
        """The static shape of the whole tensor."""

    def set_shape(self, shape: Any) -> None:
        """Adds to what is known of the shape.

        Raises:
            ValueError: it contradicts what is known.
        """

    def _as_text(self, summarize: int) -> Tensor:
        """What `tf.print` shows, with so many elements of both ends of each axis; all if -1."""

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""

    @property
    def op(self) -> Any:
        """The operation of the values, in a graph."""

    @property
    def graph(self) -> Any:
        """The graph of the values."""

    @property
    def device(self) -> str:
        """The device of the values."""

    def with_values(self, new_values: Any) -> SparseTensor:
        """A sparse tensor with other values at the same places."""

    def consumers(self) -> Any:
        """The operations that take parts of it, in a graph: each of them once."""

    @property
    def _type_spec(self) -> SparseTensorSpec:
        ...

    def _shape_invariant_to_type_spec(self, shape: TensorShape) -> SparseTensorSpec:
        ...

    def _of_gradients(self, gradients: Sequence[Any]) -> Any:
        ...

    def _form_of(self, name: str, function: Callable[..., Any]) -> Any:
        ...

    def _apply_elementwise(self, op_def: OpDef, values: Any, attrs: Any, name: str | None) -> Any:
        ...

    def __mul__(self, other: Any) -> Any:
        ...

    def __truediv__(self, other: Any) -> Any:
        ...
    __div__ = __truediv__

    def __rmul__(self, other: Any) -> Any:
        ...

    def __str__(self) -> str:
        ...
    __repr__ = __str__

    def eval(self, feed_dict: Mapping[Any, Any] | None=None, session: Session | None=None) -> Any:
        """The sparse tensor's value in a session, a `SparseTensorValue`.

        Args:
            feed_dict: what takes the place of tensors.
            session: the session, the default one if None.

        Raises:
            ValueError: there is no default session of the tensor's graph.

        >>> with tf.Graph().as_default(), tf.compat.v1.Session():
        ...     print(tf.sparse.from_dense([0, 5]).eval().values)
        [5]
        """
def _int64_tensor(value: Any, what: str) -> Tensor:
    ...
def _with_dense(op: Any, sparse: SparseTensor, dense: Any) -> SparseTensor:
    """An op of a sparse and a dense tensor that keeps zeros."""
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
def _refuse(value: SparseTensor, dtype: DType | None, name: str | None) -> Tensor:
    ...
def _of_values(function: Callable[..., Any]) -> Callable[..., Any]:
    ...
def _bincount(function: Callable[..., Any]) -> Callable[..., Any]:
    """Counts of all values, or of those of each row."""
_FORMS: Any
