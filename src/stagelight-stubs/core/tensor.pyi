from typing import Any
from collections.abc import Mapping as Mapping
from stagelight.compat.v1.session import Session as Session
from __future__ import annotations
import operator
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar
import numpy as np
from stagelight.boundary import guarded, guards_itself
from stagelight.errors import OperatorNotAllowedInGraphError
from stagelight.public import public
from stagelight.types.devices import LOCAL_CPU
from stagelight.types.dtypes import DType, from_numpy
from stagelight.types.shapes import TensorShape, shape_of
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import register_value_spec
Method = TypeVar('Method', bound=Callable[..., Any])
class TensorValue:
    """The base of all that `tf.is_tensor` accepts: tensors, variables, slices, ragged and sparse ones."""
    __slots__: Any
class AbstractTensor(TensorValue):
    """The base of tensors and variables; libraries derive their own variables from it."""
    __slots__: Any
def is_tensor(x: Any) -> bool:
    """Whether `x` is a tensor, variable, `tf.IndexedSlices`, `tf.SparseTensor` or `tf.RaggedTensor`.

    >>> tf.is_tensor(tf.constant(1)), tf.is_tensor(tf.Variable(1)), tf.is_tensor(1)
    (True, True, False)
    """
def is_symbolic_tensor(tensor: Any) -> bool:
    """Whether this is a tensor of a graph, which has its value when the graph runs.

    >>> tf.is_symbolic_tensor(tf.constant(1))
    False
    """
class _OfSubclasses:
    """An attribute that all subclasses have: the class says that it is there, as TensorFlow's does."""

    def __get__(self, instance: Any, owner: type | None=None) -> Any:
        ...
_OF_SUBCLASSES: Any
class Tensor(AbstractTensor):
    """An array of one dtype, known now (eager) or when the graph runs (symbolic).

    Every tensor has a `shape`, perhaps partly unknown, and a `dtype`. Python's operators and slicing
    are ops: they run at once on eager tensors and add operations to the graph on symbolic ones.

    >>> x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    >>> x + 1.0
    <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
    array([[2., 3.],
           [4., 5.]], dtype=float32)>
    """
    __slots__: Any
    __array_priority__: int
    dtype: DType
    shape: TensorShape
    name: str
    device: str
    variable_slice: Any

    def _attached(self, other: Any) -> Tensor:
        ...

    def _attached_unary(self) -> Tensor:
        ...

    def set_shape(self, shape: Any) -> None:
        ...

    def __tf_tracing_type__(self, context: Any) -> TensorSpec:
        ...

    def __hash__(self) -> int:
        ...

    @property
    def ndim(self) -> int | None:
        """The number of axes, None when unknown."""

    def get_shape(self) -> TensorShape:
        """The static shape, as `shape`."""

    def ref(self) -> Reference:
        """A hashable reference to this tensor, equal to that of the same tensor only."""
    experimental_ref: Any

    def _shape_as_list(self) -> list[int | None] | None:
        ...

    def _shape_tuple(self) -> tuple[int | None, ...] | None:
        ...
    __abs__ = _attached_unary
    __add__ = _attached
    __and__ = _attached

    def __eq__(x, y: Any) -> Any:
        ...
    __floordiv__ = _attached
    __ge__ = _attached

    def __getitem__(x, key: Any) -> Tensor:
        """`x[key]`: indices, slices with steps, `...`, `tf.newaxis`, scalar tensors, or a boolean mask.

        An index takes one place of an axis, which goes away; a slice keeps the axis; missing axes are
        kept whole. A boolean tensor takes the places where it is true, as `tf.boolean_mask` does.

        Raises:
            InvalidArgumentError: an index is out of bounds or there are more items than axes
                (ValueError where that is known while a graph is traced).
            TypeError: an item is no integer, slice, ellipsis or None.

        >>> x = tf.constant([[1, 2, 3], [4, 5, 6]])
        >>> x[1, ::2].numpy()
        array([4, 6], dtype=int32)
        """
    __gt__ = _attached
    __invert__ = _attached_unary
    __le__ = _attached
    __lt__ = _attached
    __matmul__ = _attached
    __mod__ = _attached
    __mul__ = _attached

    def __ne__(x, y: Any) -> Any:
        ...
    __neg__ = _attached_unary
    __or__ = _attached
    __pow__ = _attached
    __radd__ = _attached
    __rand__ = _attached
    __rfloordiv__ = _attached
    __rmatmul__ = _attached
    __rmod__ = _attached
    __rmul__ = _attached
    __ror__ = _attached
    __rpow__ = _attached
    __rsub__ = _attached
    __rtruediv__ = _attached
    __rxor__ = _attached
    __sub__ = _attached
    __truediv__ = _attached
    __xor__ = _attached

    @property
    def assign(part) -> Any:
        ...

    @property
    def assign_add(part) -> Any:
        ...

    @property
    def assign_sub(part) -> Any:
        ...

    def eval(self, feed_dict: Mapping[Any, Any] | None=None, session: Session | None=None) -> Any:
        """The tensor's value in a session: `session.run(tensor, feed_dict)`.

        Args:
            feed_dict: what takes the place of other tensors.
            session: the session, the default one if None.

        Raises:
            NotImplementedError: it is an eager tensor.
            ValueError: there is no default session of the tensor's graph.

        >>> with tf.Graph().as_default(), tf.compat.v1.Session():
        ...     print(tf.constant(2.0).eval())
        2.0
        """
def _called_by_the_class(name: str) -> Callable[..., Any]:
    """The method of `Tensor` whose form depends on the tensor's kind: wrappers take it from the class."""
def _refuse_truth(tensor: Any) -> bool:
    """TF: the class's own method, which wrappers take for theirs; eager and symbolic tensors have another."""
def tensor_method(*names: str) -> Callable[[Method], Method]:
    """Attaches a function as methods of `Tensor`: how op families give tensors their operators."""
class Reference:
    """A hashable stand-in for a tensor or variable, compared by identity."""
    __slots__: Any

    def __init__(self, referent: Any) -> None:
        ...

    def deref(self) -> Any:
        """The object referred to."""

    def __eq__(self, other: object) -> bool:
        ...

    def __lt__(self, other: object) -> bool:
        ...

    def __hash__(self) -> int:
        ...

    def __repr__(self) -> str:
        ...
class WeakReference:
    """A hashable weak reference to a tensor, compared by identity."""
    __slots__: Any

    def __init__(self, referent: Any) -> None:
        ...

    def deref(self) -> Any:
        """The object referred to, None when it is gone."""

    def __eq__(self, other: object) -> bool:
        ...

    def __hash__(self) -> int:
        ...
class ValueListener(Protocol):
    """Follows which values Python takes out of eager tensors, by `numpy()` and its like."""

    def value_taken(self, tensor: Any) -> None:
        """Is told of one tensor."""
value_listeners: list[ValueListener]
class EagerTensor(Tensor):
    """A tensor with a value."""
    __slots__: Any

    def __init__(self, array: np.ndarray, dtype: DType) -> None:
        ...

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""

    @property
    def shape(self) -> TensorShape:
        """The shape, fully known."""

    @property
    def device(self) -> str:
        """The full name of the device that holds the value."""
    backing_device: Any

    def numpy(self) -> Any:
        """The value: a NumPy scalar (bytes for a string) for rank 0, else an array of its own."""

    def _numpy(self) -> np.ndarray:
        """The array itself, without a copy, for reading only."""

    def _require_value(self) -> None:
        ...

    def __array__(self, dtype: Any=None, copy: bool | None=None) -> np.ndarray:
        ...

    def _tell_taken(self) -> None:
        ...

    def __dlpack__(self, **options: Any) -> Any:
        ...

    def __dlpack_device__(self) -> Any:
        ...

    def __bytes__(self) -> bytes:
        ...

    def __buffer__(self, flags: int) -> memoryview:
        ...

    def __bool__(self) -> bool:
        ...
    __nonzero__ = __bool__

    def __int__(self) -> int:
        ...

    def __index__(self) -> int:
        ...

    def __float__(self) -> float:
        ...

    def __complex__(self) -> complex:
        ...

    def __len__(self) -> int:
        ...

    def __iter__(self) -> Iterator[Tensor]:
        ...

    def __reduce__(self) -> Any:
        ...

    def __copy__(self) -> EagerTensor:
        ...

    def __deepcopy__(self, memo: Any) -> EagerTensor:
        ...

    def __format__(self, spec: str) -> str:
        ...

    def __str__(self) -> str:
        ...

    def __repr__(self) -> str:
        ...

    def _no_graph(self, attribute: str) -> NoReturn:
        ...

    @property
    def name(self) -> str:
        """Undefined: only symbolic tensors have names."""

    @property
    def op(self) -> Any:
        """Undefined: only symbolic tensors have an operation."""

    @property
    def graph(self) -> Any:
        """Undefined: only symbolic tensors have a graph."""

    def set_shape(self, shape: Any) -> None:
        """Checks that the shape is compatible with this tensor's."""

    def cpu(self) -> EagerTensor:
        """This tensor in the host's memory."""

    def __abs__(x) -> Any:
        ...

    def __add__(x, y: Any) -> Any:
        ...

    def __and__(x, y: Any) -> Any:
        ...

    def __eq__(x, y: Any) -> Any:
        ...

    def __floordiv__(x, y: Any) -> Any:
        ...

    def __ge__(x, y: Any) -> Any:
        ...

    def __getitem__(x, key: Any) -> Tensor:
        """`x[key]` by NumPy at once where it means the same, the long way for the rest and errors."""

    def __gt__(x, y: Any) -> Any:
        ...

    def __invert__(x) -> Any:
        ...

    def __le__(x, y: Any) -> Any:
        ...

    def __lt__(x, y: Any) -> Any:
        ...

    def __mod__(x, y: Any) -> Any:
        ...

    def __mul__(x, y: Any) -> Any:
        ...

    def __ne__(x, y: Any) -> Any:
        ...

    def __neg__(x) -> Any:
        ...

    def __or__(x, y: Any) -> Any:
        ...

    def __pow__(x, y: Any) -> Any:
        ...

    def __radd__(x, y: Any) -> Any:
        ...

    def __rand__(x, y: Any) -> Any:
        ...

    def __rfloordiv__(x, y: Any) -> Any:
        ...

    def __rmod__(x, y: Any) -> Any:
        ...

    def __rmul__(x, y: Any) -> Any:
        ...

    def __ror__(x, y: Any) -> Any:
        ...

    def __rpow__(x, y: Any) -> Any:
        ...

    def __rsub__(x, y: Any) -> Any:
        ...

    def __rtruediv__(x, y: Any) -> Any:
        ...

    def __rxor__(x, y: Any) -> Any:
        ...

    def __sub__(x, y: Any) -> Any:
        ...

    def __truediv__(x, y: Any) -> Any:
        ...

    def __xor__(x, y: Any) -> Any:
        ...
def value_text(tensor: EagerTensor, as_repr: bool=False) -> str:
    """The value as it stands in a tensor's `str` or `repr`."""
def eager(array: Any) -> EagerTensor:
    """An eager tensor of a NumPy value, with the dtype that the array's own dtype names.

    For numbers and strings; resources and variants name their dtype: `EagerTensor(array, dtype)`.
    """
def _unpickle_tensor(array: np.ndarray, dtype: DType) -> EagerTensor:
    ...
