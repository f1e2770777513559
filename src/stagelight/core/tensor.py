"""`Tensor`, the class that users see, and `EagerTensor`, which holds a value.

The operators of a tensor (`x + y`, `x[1:]`) are ops, so the families that define those ops attach
them here with `@tensor_method("__add__")`. `SymbolicTensor`, an output of a graph's operation, is in
`graph/`.

An `EagerTensor` wraps one NumPy array that nobody changes in place. Strings are object arrays of
`bytes`; resources and variants are object arrays of rank 0 that hold Python objects.
"""

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

Method = TypeVar("Method", bound=Callable[..., Any])


class TensorValue:
    """The base of all that `tf.is_tensor` accepts: tensors, variables, slices, ragged and sparse ones."""

    __slots__ = ()


@public("__internal__.types.Tensor")
class AbstractTensor(TensorValue):
    """The base of tensors and variables; libraries derive their own variables from it."""

    __slots__ = ()


@public("is_tensor")
def is_tensor(x: Any) -> bool:
    """Whether `x` is a tensor, variable, `tf.IndexedSlices`, `tf.SparseTensor` or `tf.RaggedTensor`.

    >>> tf.is_tensor(tf.constant(1)), tf.is_tensor(tf.Variable(1)), tf.is_tensor(1)
    (True, True, False)
    """
    return isinstance(x, TensorValue)


@public("is_symbolic_tensor")
def is_symbolic_tensor(tensor: Any) -> bool:
    """Whether this is a tensor of a graph, which has its value when the graph runs.

    >>> tf.is_symbolic_tensor(tf.constant(1))
    False
    """
    return isinstance(tensor, Tensor) and not isinstance(tensor, EagerTensor)


class _OfSubclasses:
    """An attribute that all subclasses have: the class says that it is there, as TensorFlow's does."""

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        raise AttributeError(f"{type(instance).__name__} does not say what it is.")


_OF_SUBCLASSES: Any = _OfSubclasses()


@public("Tensor")
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

    # `variable_slice` is set on tensors like `v[1:]` of a variable, which can be assigned to.
    __slots__ = ("__dict__", "__weakref__", "variable_slice")

    # NumPy leaves `array + tensor` to the tensor.
    __array_priority__ = 100

    # Subclasses have: dtype, shape, device, name, op, graph.
    dtype: DType = _OF_SUBCLASSES
    shape: TensorShape = _OF_SUBCLASSES
    name: str = _OF_SUBCLASSES
    device: str
    variable_slice: Any

    if TYPE_CHECKING:
        # What the families of ops attach (`tensor_method`), and subclasses have.
        def _attached(self, other: Any) -> Tensor: ...

        __add__ = _attached
        __radd__ = _attached
        __sub__ = _attached
        __rsub__ = _attached
        __mul__ = _attached
        __rmul__ = _attached
        __truediv__ = _attached
        __rtruediv__ = _attached
        __floordiv__ = _attached
        __rfloordiv__ = _attached
        __mod__ = _attached
        __rmod__ = _attached
        __pow__ = _attached
        __rpow__ = _attached
        __matmul__ = _attached
        __rmatmul__ = _attached
        __and__ = _attached
        __rand__ = _attached
        __or__ = _attached
        __ror__ = _attached
        __xor__ = _attached
        __rxor__ = _attached
        __lt__ = _attached
        __le__ = _attached
        __gt__ = _attached
        __ge__ = _attached

        def _attached_unary(self) -> Tensor: ...

        __neg__ = _attached_unary
        __abs__ = _attached_unary
        __invert__ = _attached_unary

        def __getitem__(self, key: Any) -> Tensor: ...
        def set_shape(self, shape: Any) -> None: ...

    def __tf_tracing_type__(self, context: Any) -> TensorSpec:
        return TensorSpec(self.shape, self.dtype)

    def __hash__(self) -> int:
        raise TypeError(
            "Tensor is unhashable, since == compares elements. Use tensor.ref() as the key instead."
        )

    @property
    def ndim(self) -> int | None:
        """The number of axes, None when unknown."""
        return self.shape.rank

    def get_shape(self) -> TensorShape:
        """The static shape, as `shape`."""
        return self.shape

    def ref(self) -> Reference:
        """A hashable reference to this tensor, equal to that of the same tensor only."""
        return Reference(self)

    experimental_ref = ref

    def _shape_as_list(self) -> list[int | None] | None:
        return None if self.shape.rank is None else list(self.shape.as_list())

    def _shape_tuple(self) -> tuple[int | None, ...] | None:
        return None if self.shape.rank is None else tuple(self.shape.as_list())


def _called_by_the_class(name: str) -> Callable[..., Any]:
    """The method of `Tensor` whose form depends on the tensor's kind: wrappers take it from the class."""

    def method(self: Tensor, *args: Any, **kwargs: Any) -> Any:
        own = getattr(type(self), name)
        if own is method:
            raise NotImplementedError(f"{type(self).__name__} does not define {name}.")
        return own(self, *args, **kwargs)

    method.__name__ = name
    return method


def _refuse_truth(tensor: Any) -> bool:
    """TF: the class's own method, which wrappers take for theirs; eager and symbolic tensors have another."""
    raise OperatorNotAllowedInGraphError(
        "Using a `tf.Tensor` as a Python `bool` is not allowed by the method of its class. (AG301)"
    )


for _name in ("__array__", "__iter__", "__len__", "set_shape"):
    setattr(Tensor, _name, _called_by_the_class(_name))
for _name in ("__bool__", "__nonzero__"):
    setattr(Tensor, _name, _refuse_truth)


register_value_spec(Tensor, lambda tensor: TensorSpec(tensor.shape, tensor.dtype))


def tensor_method(*names: str) -> Callable[[Method], Method]:
    """Attaches a function as methods of `Tensor`: how op families give tensors their operators."""

    def attach(method: Method) -> Method:
        for name in names:
            setattr(Tensor, name, guarded(method))
        return method

    return attach


class Reference:
    """A hashable stand-in for a tensor or variable, compared by identity."""

    __slots__ = ("__weakref__", "_referent")

    def __init__(self, referent: Any) -> None:
        self._referent = referent

    def deref(self) -> Any:
        """The object referred to."""
        return self._referent

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and self._referent is other._referent

    def __lt__(self, other: object) -> bool:
        # Any order will do: it lets nested structures have references as keys.
        if not isinstance(other, Reference):
            return NotImplemented
        return id(self._referent) < id(other._referent)

    def __hash__(self) -> int:
        return id(self._referent)

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._referent!r}>"


class WeakReference:
    """A hashable weak reference to a tensor, compared by identity."""

    __slots__ = ("_id", "_weak")

    def __init__(self, referent: Any) -> None:
        self._weak = weakref.ref(referent)
        self._id = id(referent)

    def deref(self) -> Any:
        """The object referred to, None when it is gone."""
        return self._weak()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WeakReference) and self._weak() is other._weak() is not None

    def __hash__(self) -> int:
        return self._id


class ValueListener(Protocol):
    """Follows which values Python takes out of eager tensors, by `numpy()` and its like."""

    def value_taken(self, tensor: Any) -> None:
        """Is told of one tensor."""


value_listeners: list[ValueListener] = []


@public("__internal__.EagerTensor")
class EagerTensor(Tensor):
    """A tensor with a value."""

    __slots__ = ("_array", "_dtype")

    @guards_itself
    def __init__(self, array: np.ndarray, dtype: DType) -> None:
        self._array = array
        self._dtype = dtype

    @property
    def dtype(self) -> DType:  # type: ignore[override]
        """The dtype of the elements."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:  # type: ignore[override]
        """The shape, fully known."""
        return shape_of(self._array.shape)

    @property
    def device(self) -> str:  # type: ignore[override]
        """The full name of the device that holds the value."""
        return LOCAL_CPU

    backing_device = device

    def numpy(self) -> Any:
        """The value: a NumPy scalar (bytes for a string) for rank 0, else an array of its own."""
        self._require_value()
        self._tell_taken()
        array = self._array
        if self._dtype.is_quantized:
            array = array[self._dtype.name]  # its integers
        return array[()] if array.ndim == 0 else array.copy()

    def _numpy(self) -> np.ndarray:
        """The array itself, without a copy, for reading only."""
        return self._array

    def _require_value(self) -> None:
        if self._dtype.name in ("resource", "variant"):
            raise TypeError(
                f"A tensor of dtype {self._dtype.name} has no NumPy value. It is a handle."
            )

    # Python's and NumPy's views of the value.

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        self._require_value()
        self._tell_taken()
        if dtype is not None and np.dtype(dtype) != self._array.dtype:
            return self._array.astype(dtype)
        if copy:
            return self._array.copy()
        view = self._array.view()
        view.flags.writeable = False
        return view

    def _tell_taken(self) -> None:
        for listener in value_listeners:
            listener.value_taken(self)

    def __dlpack__(self, **options: Any) -> Any:
        self._tell_taken()
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self._array.__dlpack_device__()

    def __bytes__(self) -> bytes:
        self._require_value()
        self._tell_taken()
        return self._array.tobytes()

    def __buffer__(self, flags: int) -> memoryview:
        self._tell_taken()
        return memoryview(self._array).toreadonly()  # type: ignore[arg-type]

    def __bool__(self) -> bool:
        if self._array.ndim == 0 and self._dtype.name == "string":
            return bool(self._array[()])
        return bool(self._array) if self._array.size else False  # NumPy refuses an empty array.

    __nonzero__ = __bool__

    def __int__(self) -> int:
        self._tell_taken()
        return int(self._array[()])

    def __index__(self) -> int:
        return operator.index(self._array[()])

    def __float__(self) -> float:
        self._tell_taken()
        return float(self._array[()])

    def __complex__(self) -> complex:
        self._tell_taken()
        return complex(self._array[()])

    def __len__(self) -> int:
        if self._array.ndim == 0:
            raise TypeError("Scalar tensor has no `len()`")
        return len(self._array)

    def __iter__(self) -> Iterator[Tensor]:
        if self._array.ndim == 0:
            raise TypeError("Cannot iterate over a scalar tensor.")
        return (self[i] for i in range(len(self._array)))

    def __reduce__(self) -> Any:
        # By a function: under the alias the class has the name of a module of TensorFlow's, which other
        # processes may lack.
        self._require_value()
        return _unpickle_tensor, (self._array, self._dtype)

    def __copy__(self) -> EagerTensor:
        return self

    def __deepcopy__(self, memo: Any) -> EagerTensor:
        return EagerTensor(self._array.copy(), self._dtype)

    def __format__(self, spec: str) -> str:
        return format(self.numpy(), spec)

    def __str__(self) -> str:
        return f"tf.Tensor({value_text(self)}, shape={self._array.shape}, dtype={self._dtype.name})"

    def __repr__(self) -> str:
        return (
            f"<tf.Tensor: shape={self._array.shape}, dtype={self._dtype.name}, "
            f"numpy={value_text(self, as_repr=True)}>"
        )

    # An eager tensor stands in no graph.

    def _no_graph(self, attribute: str) -> NoReturn:
        raise AttributeError(
            f"Tensor.{attribute} is undefined when eager execution is enabled. "
            "It exists for the symbolic tensors of a graph. (AG409)"
        )

    @property
    @guarded
    def name(self) -> str:  # type: ignore[override]
        """Undefined: only symbolic tensors have names."""
        self._no_graph("name")

    @property
    @guarded
    def op(self) -> Any:
        """Undefined: only symbolic tensors have an operation."""
        self._no_graph("op")

    @property
    @guarded
    def graph(self) -> Any:
        """Undefined: only symbolic tensors have a graph."""
        self._no_graph("graph")

    def set_shape(self, shape: Any) -> None:
        """Checks that the shape is compatible with this tensor's."""
        if not self.shape.is_compatible_with(shape):
            raise ValueError(
                f"Tensor's shape {self._array.shape} is not compatible with supplied shape {shape}."
            )

    def cpu(self) -> EagerTensor:
        """This tensor in the host's memory."""
        return self


def value_text(tensor: EagerTensor, as_repr: bool = False) -> str:
    """The value as it stands in a tensor's `str` or `repr`."""
    if tensor.dtype.name in ("resource", "variant"):
        return "<unprintable>"
    value = tensor.numpy()
    if not as_repr:
        text = str(value)
    elif isinstance(value, np.ndarray):
        text = repr(value)
    else:
        # TF: the number as Python's, with all its digits: 0.1 in float32 is 0.10000000149011612.
        text = repr(value.item() if isinstance(value, np.generic) else value)
    return "\n" + text if "\n" in text else text


def eager(array: Any) -> EagerTensor:
    """An eager tensor of a NumPy value, with the dtype that the array's own dtype names.

    For numbers and strings; resources and variants name their dtype: `EagerTensor(array, dtype)`.
    """
    array = np.asarray(array)
    return EagerTensor(array, from_numpy(array.dtype))


def _unpickle_tensor(array: np.ndarray, dtype: DType) -> EagerTensor:
    return EagerTensor(array, dtype)
