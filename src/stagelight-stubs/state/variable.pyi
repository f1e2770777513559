from typing import Any
from stagelight.compat.v1.session import Session as Session
from __future__ import annotations
import itertools
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any
import numpy as np
from stagelight.boundary import guards_itself, leave
from stagelight.core import registry
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor, register_conversion
from stagelight.core.dispatch import CONTEXT, NO_ATTRS, apply, recorded
from stagelight.core.raw import raw
from stagelight.core.tensor import AbstractTensor, EagerTensor, Reference, Tensor, value_text
from stagelight.ops.resources.resource_variables import VariableResource, make_handle
from stagelight.public import public
from stagelight.state import variable_operations
from stagelight.state.scatter_updates import ScatterUpdates
from stagelight.state.trackable import Trackable
from stagelight.state.variable_attributes import VariableAttributes
from stagelight.state.variable_creation import VariableMetaclass
from stagelight.state.variable_replication import VariableAggregation, VariableSynchronization
from stagelight.state.variable_saving import SavedValue
from stagelight.types.dtypes import DType
from stagelight.types.physical_devices import placed
from stagelight.types.shapes import TensorShape, as_shape
from stagelight.types.specs import VariableSpec, spec_of_argument
_numbers: Any
def moment_among_variables() -> int:
    """A number above that of each variable made so far, and below those of all others."""
_READ: Any
class Variable(ScatterUpdates, SavedValue, VariableAttributes, AbstractTensor, CompositeTensor, Trackable, metaclass=VariableMetaclass):
    """A tensor whose value can be changed, shared by the functions that use it.

    Args:
        initial_value: a tensor, what converts to one, or a function without arguments that gives one.
        trainable: whether a `GradientTape` watches it; None: unless it is synchronized ON_READ.
        name: its name; under `tf.name_scope` the scope comes first.
        dtype: the dtype; None takes that of the initial value.
        constraint: a function of the new value that an optimizer applies after each update.
        shape: the static shape, by default that of the initial value; axes of size None may change.
        synchronization, aggregation: how it is kept on several devices.

    Raises:
        ValueError: no initial value, or one that does not fit the shape.

    >>> v = tf.Variable([1.0, 2.0])
    >>> v.assign_add([1.0, 1.0])
    <tf.Variable 'UnreadVariable' shape=(2,) dtype=float32, numpy=array([2., 3.], dtype=float32)>
    >>> v[0] * 2.0
    <tf.Tensor: shape=(), dtype=float32, numpy=4.0>
    """
    __array_priority__: int
    _is_made_by_creators: bool
    _is_nest_leaf: bool

    def __init__(self, initial_value: Any=None, trainable: bool | None=None, validate_shape: bool=True, caching_device: Any=None, name: str | None=None, variable_def: Any=None, dtype: Any=None, import_scope: str | None=None, constraint: Callable[[Any], Any] | None=None, synchronization: VariableSynchronization=..., aggregation: VariableAggregation=..., shape: Any=None, experimental_enable_variable_lifting: bool=True) -> None:
        ...

    def _set_up(self, name: str | None, dtype: DType, shape: TensorShape, trainable: bool | None, constraint: Callable[[Any], Any] | None) -> None:
        """Makes the resource, without a value."""

    def _handle_operation(self, name: str) -> Tensor:
        ...

    def _initialize(self, value: Tensor) -> None:
        ...

    def forget_value(self) -> None:
        """Makes it a variable without a value, as one of TensorFlow 1 is before its initializer runs."""

    @property
    def name(self) -> str:
        """The name with ":0"."""

    @property
    def dtype(self) -> DType:
        """The dtype of the value."""

    @property
    def shape(self) -> TensorShape:
        """The static shape."""

    @property
    def trainable(self) -> bool:
        """Whether tapes watch it by themselves."""

    @property
    def _shared_name(self) -> str:
        """The name without ":0", by which saved models know the variable."""

    @property
    def _unique_id(self) -> str:
        """A name that no other variable of the process has; optimizers find slots by it."""

    @property
    def _type_spec(self) -> VariableSpec:
        ...

    @property
    def constraint(self) -> Callable[[Any], Any] | None:
        """The function applied by optimizers after an update."""

    @property
    def device(self) -> str:
        """The device of the value."""

    @property
    def op(self) -> Any:
        """The operation of the handle in a graph."""

    @property
    def graph(self) -> Any:
        """The graph of the handle."""

    def _as_graph_element(self) -> Tensor:
        """What a session fetches: the value, read by one operation of the graph."""

    @property
    def initializer(self) -> Any:
        """The operation that sets the initial value, in a graph."""

    @property
    def initial_value(self) -> Tensor | None:
        """The tensor of the initial value, in a graph."""

    def ref(self) -> Reference:
        """A hashable reference to this variable."""

    def _refuse_in_place(self, other: Any) -> Any:
        """`v += x` would make the name a tensor and leave the variable as it was."""

    def _tell_access(self) -> None:
        """Tells tapes and the graph being built that this variable is used."""

    def read_value(self) -> Tensor:
        """The value now, as a tensor.

        Raises:
            FailedPreconditionError: it has none yet.
        """
    value: Any

    def numpy(self) -> Any:
        """The value as a NumPy array of its own.

        Raises:
            NotImplementedError: while a graph is being built.
        """

    def __array__(self, dtype: Any=None, copy: bool | None=None) -> np.ndarray:
        ...

    def is_initialized(self, name: str | None=None) -> Tensor:
        """Whether it has a value: a bool scalar."""

    def sparse_read(self, indices: Any, name: str | None=None) -> Tensor:
        """The rows at the indices, without reading the rest."""

    def gather_nd(self, indices: Any, name: str | None=None) -> Tensor:
        """The slices at the index vectors."""

    def assign(self, value: Any, use_locking: bool=False, name: str | None=None, read_value: bool=True) -> Any:
        """Sets the value.

        Args:
            value: what converts to a tensor of this dtype and of a compatible shape.
            use_locking: accepted for compatibility; assignments are always whole.
            name: the operation's name.
            read_value: False returns the operation in a graph and None eagerly.

        Returns:
            A variable of the same handle, which reads the new value.

        Raises:
            ValueError: the shape does not fit.
        """

    def assign_add(self, delta: Any, use_locking: bool=False, name: str | None=None, read_value: bool=True) -> Any:
        """Adds to the value; see `assign`."""

    def assign_sub(self, delta: Any, use_locking: bool=False, name: str | None=None, read_value: bool=True) -> Any:
        """Subtracts from the value; see `assign`."""

    def _update(self, op_name: str, delta: Any, name: str | None, read_value: bool) -> Any:
        ...

    def _apply(self, op_name: str, inputs: tuple[Any, ...], name: str | None, read_value: bool=True) -> Any:
        ...

    def __bool__(self) -> bool:
        ...

    def __int__(self) -> int:
        ...

    def __float__(self) -> float:
        ...

    def __complex__(self) -> complex:
        ...

    def __index__(self) -> int:
        ...

    def __len__(self) -> int:
        ...

    def __iter__(self) -> Iterator[Tensor]:
        ...

    def __copy__(self) -> Variable:
        ...

    def __deepcopy__(self, memo: dict[int, Any]) -> Variable:
        ...

    def __reduce__(self) -> Any:
        ...

    def __repr__(self) -> str:
        ...
    handle: Any

    def __abs__(self) -> Tensor:
        ...

    def __add__(self, other: Any) -> Tensor:
        ...

    def __and__(self, other: Any) -> Tensor:
        ...

    def __eq__(self, other: Any) -> Any:
        ...

    def __floordiv__(self, other: Any) -> Tensor:
        ...

    def __ge__(self, other: Any) -> Tensor:
        ...

    def __getitem__(variable, key: Any) -> Any:
        """`variable[key]`: the part as a tensor that can be assigned to."""

    def __gt__(self, other: Any) -> Tensor:
        ...

    def __hash__(self) -> int:
        ...

    def __invert__(self) -> Tensor:
        ...

    def __le__(self, other: Any) -> Tensor:
        ...

    def __lt__(self, other: Any) -> Tensor:
        ...

    def __matmul__(self, other: Any) -> Tensor:
        ...

    def __mod__(self, other: Any) -> Tensor:
        ...

    def __mul__(self, other: Any) -> Tensor:
        ...

    def __ne__(self, other: Any) -> Any:
        ...

    def __neg__(self) -> Tensor:
        ...

    def __or__(self, other: Any) -> Tensor:
        ...

    def __pow__(self, other: Any) -> Tensor:
        ...

    def __radd__(self, other: Any) -> Tensor:
        ...

    def __rand__(self, other: Any) -> Tensor:
        ...

    def __rfloordiv__(self, other: Any) -> Tensor:
        ...

    def __rmatmul__(self, other: Any) -> Tensor:
        ...

    def __rmod__(self, other: Any) -> Tensor:
        ...

    def __rmul__(self, other: Any) -> Tensor:
        ...

    def __ror__(self, other: Any) -> Tensor:
        ...

    def __rpow__(self, other: Any) -> Tensor:
        ...

    def __rsub__(self, other: Any) -> Tensor:
        ...

    def __rtruediv__(self, other: Any) -> Tensor:
        ...

    def __rxor__(self, other: Any) -> Tensor:
        ...

    def __sub__(self, other: Any) -> Tensor:
        ...

    def __tf_tracing_type__(variable, context: Any) -> VariableSpec:
        """The spec of a variable in an argument, of which the context keeps the variable itself."""

    def __truediv__(self, other: Any) -> Tensor:
        ...

    def __xor__(self, other: Any) -> Tensor:
        ...

    def count_up_to(self, limit: int) -> Any:
        """Adds 1 to a counter, and gives what it was; see `tf.compat.v1.count_up_to`."""

    def eval(self, session: Session | None=None) -> Any:
        """The variable's value in a session, the default one if None.

        Raises:
            ValueError: there is no default session of the variable's graph.

        >>> with tf.Graph().as_default(), tf.compat.v1.Session():
        ...     v = tf.compat.v1.get_variable("v", initializer=2.0)
        ...     v.initializer.run()
        ...     print(v.eval())
        2.0
        """

    @staticmethod
    def from_proto(variable_def: Any, import_scope: str | None=None) -> Variable:
        """The variable of the default graph that a `VariableDef` tells of.

        Args:
            variable_def: the message.
            import_scope: the scope in which its names are.

        Raises:
            KeyError: the graph lacks the variable.
            TypeError: what has its name is no variable.
        """

    def initialized_value(self) -> Any:
        """The value, or where there is none yet the initial one."""

    def load(self, value: Any, session: Session | None=None) -> None:
        """Sets the variable's value in a session, the default one if None; eagerly it assigns the value.

        Raises:
            ValueError: there is no default session of the variable's graph.

        >>> with tf.Graph().as_default(), tf.compat.v1.Session():
        ...     v = tf.compat.v1.get_variable("v", initializer=2.0)
        ...     v.load(3.0)
        ...     print(v.eval())
        3.0
        """

    def to_proto(self, export_scope: str | None=None) -> Any:
        """The variable of a graph as a `VariableDef`.

        Args:
            export_scope: what is left out of the names.

        Returns:
            The message; None if the variable is not in that scope.

        Raises:
            RuntimeError: the variable is not one of a graph.
        """
def _rebuilt(value: Any, trainable: bool, name: str, dtype: DType, shape: TensorShape) -> Variable:
    ...
class _UnreadVariable(Variable):
    """What an assignment returns: the variable under another name, read when its value is needed.

    `_unread` makes it.
    """
    _assignment: Any

    @property
    def name(self) -> str:
        """The name of an assignment's result."""

    @property
    def op(self) -> Any:
        """The assignment's operation in a graph."""

    def read_value(self) -> Tensor:
        """The value after the assignment."""
    value: Any

    def sparse_read(self, indices: Any, name: str | None=None) -> Tensor:
        """The rows at the indices after the assignment."""

    def _apply(self, *args: Any, **kwargs: Any) -> Any:
        ...

    def _after_assignment(self) -> AbstractContextManager[Any]:
        """A scope whose operations wait for the assignment: a plain graph does not order effects itself."""
def _unread(variable: Variable, operation: Any) -> _UnreadVariable:
    """The variable after an assignment: an operation in a graph, whose value can be fetched; None eagerly."""
