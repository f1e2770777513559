"""`tf.Variable`: a tensor that can be assigned to.

A variable holds a handle, a tensor of dtype resource around a `VariableResource`; reading and assigning are
ops on the handle (`ops.resource_variables`), so that they are recorded and staged like any other. While a
plain `tf.Graph` is being built the handle is an operation of it and leads to a value only in a session.
"""

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

_numbers = itertools.count()


def moment_among_variables() -> int:
    """A number above that of each variable made so far, and below those of all others."""
    return next(_numbers)


_READ = registry.lookup("ReadVariableOp")


@public("Variable")
class Variable(
    ScatterUpdates,
    SavedValue,
    VariableAttributes,
    AbstractTensor,
    CompositeTensor,
    Trackable,
    metaclass=VariableMetaclass,
):
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

    __array_priority__ = 100
    _is_made_by_creators = True
    # To `nest` a variable is a leaf: it is passed on by identity, not by value.
    _is_nest_leaf = True
    __tf_tracing_type__ = spec_of_argument

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: Any = None,
        import_scope: str | None = None,
        constraint: Callable[[Any], Any] | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
        shape: Any = None,
        experimental_enable_variable_lifting: bool = True,
    ) -> None:
        if initial_value is None:
            raise variable_operations.no_initial_value(type(self))
        if constraint is not None and not callable(constraint):
            raise ValueError(f"The `constraint` must be None or callable. Received: {constraint!r}")
        self.synchronization, self.aggregation = synchronization, aggregation
        if trainable is None:
            trainable = synchronization is not VariableSynchronization.ON_READ
        with variable_operations.scope_of_variable(name) as scope:
            with variable_operations.scope_of_initializer(scope):
                if callable(initial_value):
                    initial_value = initial_value()
                value = convert_to_tensor(initial_value, dtype, name="initial_value")
            static_shape = value.shape if shape is None else as_shape(shape)
            if not static_shape.is_compatible_with(value.shape):
                raise ValueError(
                    f"In this `tf.Variable` creation, the initial value's shape ({value.shape}) is not "
                    f"compatible with the explicitly supplied `shape` argument ({static_shape})."
                )
            self._set_up(scope, value.dtype, static_shape, trainable, constraint)
            self._initialize(value)

    def _set_up(
        self,
        name: str | None,
        dtype: DType,
        shape: TensorShape,
        trainable: bool | None,
        constraint: Callable[[Any], Any] | None,
    ) -> None:
        """Makes the resource, without a value."""
        self._name = f"{CONTEXT.name_scope}{name or 'Variable'}"
        self._number = next(_numbers)
        self._dtype = dtype
        self._shape = shape
        self._trainable = True if trainable is None else trainable
        self._constraint = constraint
        self._device = placed(CONTEXT.device)
        self._resource: VariableResource | None = None
        self._initializer: Any = None
        self._initial_value: Tensor | None = None
        self._graph_value: Tensor | None = None
        self._read_attrs = {"dtype": dtype}
        if CONTEXT.stage is None:
            self._resource = VariableResource(self._name, dtype, shape)
            self.handle: Tensor = make_handle(self._resource)
        else:
            self.handle = self._handle_operation(name or "Variable")
            CONTEXT.stage.variable_created(self)

    def _handle_operation(self, name: str) -> Tensor:
        handle = variable_operations.make_handle_operation(name, self._dtype, self._shape)
        self._name = handle.name.rpartition(":")[0]
        return handle

    def _initialize(self, value: Tensor) -> None:
        if self._resource is not None:
            self._resource.value = value._array  # type: ignore[attr-defined]
            return
        self._initial_value = value
        self._initializer, self._graph_value = variable_operations.initialize(self, value)

    def forget_value(self) -> None:
        """Makes it a variable without a value, as one of TensorFlow 1 is before its initializer runs."""
        assert self._resource is not None
        self._resource.value = None

    # What it is.

    @property
    def name(self) -> str:
        """The name with ":0"."""
        return f"{self._name}:0"

    @property
    def dtype(self) -> DType:  # type: ignore[override]
        """The dtype of the value."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape."""
        return self._shape

    @property
    def trainable(self) -> bool:
        """Whether tapes watch it by themselves."""
        return self._trainable

    @property
    def _shared_name(self) -> str:
        """The name without ":0", by which saved models know the variable."""
        return self._name

    @property
    def _unique_id(self) -> str:
        """A name that no other variable of the process has; optimizers find slots by it."""
        return f"{self._name}_{self._number}"

    @property
    def _type_spec(self) -> VariableSpec:
        return VariableSpec(self._shape, self._dtype, self._trainable)

    @property
    def constraint(self) -> Callable[[Any], Any] | None:
        """The function applied by optimizers after an update."""
        return self._constraint

    @property
    def device(self) -> str:
        """The device of the value."""
        return self.handle.device if self._resource is None else self._device

    @property
    def op(self) -> Any:
        """The operation of the handle in a graph."""
        return self.handle.op  # type: ignore[attr-defined]

    @property
    def graph(self) -> Any:
        """The graph of the handle."""
        return self.handle.graph  # type: ignore[attr-defined]

    def _as_graph_element(self) -> Tensor:
        """What a session fetches: the value, read by one operation of the graph."""
        if self._graph_value is None:
            with self.graph.as_default():
                self._graph_value = self.read_value()
        return self._graph_value

    @property
    def initializer(self) -> Any:
        """The operation that sets the initial value, in a graph."""
        return self._initializer

    @property
    def initial_value(self) -> Tensor | None:
        """The tensor of the initial value, in a graph."""
        return self._initial_value

    def ref(self) -> Reference:
        """A hashable reference to this variable."""
        return Reference(self)

    def __hash__(self) -> int:
        if CONTEXT.stage is not None and not CONTEXT.stage.is_function:
            return id(self)  # TF: in plain graphs == asks for the object.
        raise TypeError(
            "Variable is unhashable, since == compares elements. Use variable.ref() as the key instead."
        )

    def _refuse_in_place(self, other: Any) -> Any:
        """`v += x` would make the name a tensor and leave the variable as it was."""
        raise RuntimeError(
            "`variable += value` with `tf.Variable`s is not supported. Use `variable.assign_add(value)` "
            "to modify the variable, or `out = variable + value` if you need to get a new output Tensor."
        )

    __iadd__ = __isub__ = __imul__ = __itruediv__ = __ifloordiv__ = __ipow__ = _refuse_in_place

    def _tell_access(self) -> None:
        """Tells tapes and the graph being built that this variable is used."""
        for recorder in CONTEXT.recorders if self._trainable else ():
            recorder.variable_accessed(self)
        if CONTEXT.stage is not None:
            CONTEXT.stage.variable_accessed(self)

    @guards_itself
    def read_value(self) -> Tensor:
        """The value now, as a tensor.

        Raises:
            FailedPreconditionError: it has none yet.
        """
        try:
            followers, resource = CONTEXT.followers, self._resource
            value = None if resource is None else resource.value
            if followers is None or value is None:
                self._tell_access()
                return apply(_READ, (self.handle,), self._read_attrs)
            tensor = EagerTensor(value, self._dtype)
            if not followers:
                return tensor
            for recorder in followers if self._trainable else ():
                recorder.variable_accessed(self)
            return recorded(followers, _READ, (self.handle,), self._read_attrs, tensor)
        except BaseException as error:
            leave(error)
            raise

    value = read_value

    def numpy(self) -> Any:
        """The value as a NumPy array of its own.

        Raises:
            NotImplementedError: while a graph is being built.
        """
        if CONTEXT.stage is not None:
            raise NotImplementedError(
                "numpy() is only available when eager execution is enabled. Return the value from the "
                "function, or use tf.py_function. (AG304)"
            )
        return self.read_value().numpy()  # type: ignore[attr-defined]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.read_value().__array__(dtype, copy)  # type: ignore[attr-defined]

    def is_initialized(self, name: str | None = None) -> Tensor:
        """Whether it has a value: a bool scalar."""
        return apply(registry.lookup("VarIsInitializedOp"), (self.handle,), name=name)

    def sparse_read(self, indices: Any, name: str | None = None) -> Tensor:
        """The rows at the indices, without reading the rest."""
        self._tell_access()
        return raw.ResourceGather(self.handle, indices, dtype=self._dtype, name=name)

    def gather_nd(self, indices: Any, name: str | None = None) -> Tensor:
        """The slices at the index vectors."""
        return raw.GatherNd(self.read_value(), indices, name=name)

    # Assigning.

    def assign(
        self,
        value: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
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
        tensor = convert_to_tensor(value, self._dtype, name="value")
        if not self._shape.is_compatible_with(tensor.shape):
            raise ValueError(
                f"Cannot assign value to variable '{self.name}': Shape mismatch. The variable shape "
                f"{self._shape}, and the assigned value shape {tensor.shape} are incompatible."
            )
        if CONTEXT.plain and isinstance(tensor, EagerTensor) and self._resource is not None:
            with self._resource.lock:
                self._resource.value = tensor._array
            return _unread(self, None) if read_value else None
        return self._apply("AssignVariableOp", (tensor,), name, read_value)

    def assign_add(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Adds to the value; see `assign`."""
        return self._update("AssignAddVariableOp", delta, name, read_value)

    def assign_sub(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Subtracts from the value; see `assign`."""
        return self._update("AssignSubVariableOp", delta, name, read_value)

    def _update(self, op_name: str, delta: Any, name: str | None, read_value: bool) -> Any:
        tensor = convert_to_tensor(delta, self._dtype, name="value")
        shape = tensor.shape
        if shape._dims != self._shape._dims and not self._shape.is_compatible_with(shape):
            raise ValueError(
                f"Cannot update variable '{self.name}' of shape {self._shape} with a value of shape "
                f"{tensor.shape}: the shapes must be equal."
            )
        return self._apply(op_name, (tensor,), name, read_value)

    def _apply(
        self, op_name: str, inputs: tuple[Any, ...], name: str | None, read_value: bool = True
    ) -> Any:
        if not CONTEXT.plain:
            self._tell_access()
        operation = apply(registry.lookup(op_name), (self.handle, *inputs), NO_ATTRS, name)
        return _unread(self, operation) if read_value else operation

    # In Python.

    def __bool__(self) -> bool:
        return bool(self.value())

    def __int__(self) -> int:
        return int(self.read_value())  # type: ignore[call-overload]

    def __float__(self) -> float:
        return float(self.read_value())  # type: ignore[arg-type]

    def __complex__(self) -> complex:
        return complex(self.read_value())  # type: ignore[call-overload]

    def __index__(self) -> int:
        return self.read_value().__index__()  # type: ignore[attr-defined]

    def __len__(self) -> int:
        return len(self.read_value())  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Tensor]:
        return iter(self.read_value())

    def __copy__(self) -> Variable:
        return self.__deepcopy__({})  # TF: a variable of its own with the value of this one.

    def __deepcopy__(self, memo: dict[int, Any]) -> Variable:
        copied = Variable(
            self.read_value(),
            trainable=self._trainable,
            name=self._name,
            constraint=self._constraint,
            shape=self._shape,
            synchronization=self.synchronization,
            aggregation=self.aggregation,
        )
        return memo.setdefault(id(self), copied)

    def __reduce__(self) -> Any:
        return _rebuilt, (self.numpy(), self._trainable, self._name, self._dtype, self._shape)

    def __repr__(self) -> str:
        start = f"<tf.Variable '{self.name}' shape={self._shape} dtype={self._dtype.name}"
        if CONTEXT.stage is not None or self._resource is None:
            return f"{start}>"
        if self._resource.value is None:
            return f"{start}, numpy=<unavailable>>"
        value = EagerTensor(self._resource.value, self._dtype)
        return f"{start}, numpy={value_text(value, as_repr=True)}>"


def _rebuilt(value: Any, trainable: bool, name: str, dtype: DType, shape: TensorShape) -> Variable:
    return Variable(value, trainable=trainable, name=name, dtype=dtype, shape=shape)


class _UnreadVariable(Variable):
    """What an assignment returns: the variable under another name, read when its value is needed.

    `_unread` makes it.
    """

    _assignment: Any

    @property
    def name(self) -> str:
        """The name of an assignment's result."""
        return "UnreadVariable"

    @property
    def op(self) -> Any:
        """The assignment's operation in a graph."""
        return self._assignment

    def read_value(self) -> Tensor:
        """The value after the assignment."""
        with self._after_assignment():
            return super().read_value()

    value = read_value

    def sparse_read(self, indices: Any, name: str | None = None) -> Tensor:
        """The rows at the indices after the assignment."""
        with self._after_assignment():
            return super().sparse_read(indices, name)

    def _apply(self, *args: Any, **kwargs: Any) -> Any:
        with self._after_assignment():
            return super()._apply(*args, **kwargs)

    def _after_assignment(self) -> AbstractContextManager[Any]:
        """A scope whose operations wait for the assignment: a plain graph does not order effects itself."""
        if CONTEXT.stage is None or self._assignment is None:
            return nullcontext()
        return CONTEXT.stage.control_dependencies([self._assignment])


def _unread(variable: Variable, operation: Any) -> _UnreadVariable:
    """The variable after an assignment: an operation in a graph, whose value can be fetched; None eagerly."""
    unread = object.__new__(_UnreadVariable)
    unread.__dict__.update(variable.__dict__, _assignment=operation, _graph_value=None)
    if operation is not None and not operation.graph.is_function:
        unread._graph_value = unread.read_value()
    return unread


register_conversion(Variable, lambda v, dtype, name: convert_to_tensor(v.value(), dtype))
