"""`Session`: runs parts of a graph, with variables of its own."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import islice
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from stagelight import errors, nest
from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.graph_methods import is_feedable, is_fetchable
from stagelight.core.arrays import to_array
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.graph.graph import Graph
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.part import part_of
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.ragged.ragged_value import RaggedTensorValue
from stagelight.ops.resources.queue_values import Queue
from stagelight.ops.resources.resource_variables import CONTAINER
from stagelight.ops.sparse.sparse_tensor import SparseTensor, SparseTensorValue
from stagelight.public import public
from stagelight.runtime.host_plan import HostPlan
from stagelight.state.variable import Variable
from stagelight.types import dtypes
from stagelight.types.physical_devices import list_logical_devices
from stagelight.types.specs import TensorSpec

# TF: the names of what variables of TensorFlow 1 are read by.
_READ = "/read"

# TF: what is told of any processor.
_MEMORY = 1 << 28


class DeviceAttributes(NamedTuple):
    """A device of a session."""

    name: str
    device_type: str
    memory_limit_bytes: int
    incarnation: int


class _Entered(threading.local):
    def __init__(self) -> None:
        self.stack: list[Session] = []


_entered = _Entered()


@public("compat.v1.get_default_session")
def get_default_session() -> Session | None:
    """The innermost session of this thread, None outside of sessions.

    >>> tf.compat.v1.get_default_session() is None
    True
    """
    return _entered.stack[-1] if _entered.stack else None


@public("compat.v1.Session")
class Session:
    """Runs operations of a graph and computes tensors; its variables live as long as it does.

    Args:
        target: accepted for compatibility.
        graph: the graph to run; None takes the default graph, or the one of what is run first if the
            default graph is empty.
        config: accepted for compatibility.

    >>> with tf.Graph().as_default():
    ...     x = tf.compat.v1.placeholder(tf.float32)
    ...     y = x * 2.0
    ...     with tf.compat.v1.Session() as session:
    ...         print(session.run(y, {x: 3.0}))
    6.0
    """

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        default = get_default_graph()
        self._graph = graph if graph is not None else default if default.operations else None
        self._fallback = default
        self._handles: dict[str, EagerTensor] = {}
        self._plans: dict[Any, HostPlan] = {}
        self._states: dict[Operation, Any] = {}
        self._scopes: list[Any] = []
        self._is_closed = False

    @property
    def graph(self) -> Graph:
        """The graph that this session runs."""
        return self._graph or self._fallback

    @property
    def graph_def(self) -> Any:
        """The graph as a `GraphDef`."""
        return self.graph.as_graph_def()

    def list_devices(self) -> list[DeviceAttributes]:
        """The devices that operations may be placed on."""
        if self._is_closed:
            raise RuntimeError("Attempted to use a closed Session.")
        return [
            DeviceAttributes(
                f"/job:localhost/replica:0/task:0{device.name}", device.device_type, _MEMORY, i + 1
            )
            for i, device in enumerate(list_logical_devices())
        ]

    def __enter__(self) -> Session:
        _entered.stack.append(self)
        scope = self.graph.as_default()
        scope.__enter__()
        self._scopes.append(scope)
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._scopes.pop().__exit__(exception_type, exception, traceback)
        _entered.stack.remove(self)
        self.close()

    def as_default(self) -> _AsDefault:
        """Makes this the default session inside a `with`, without closing it."""
        return _AsDefault(self)

    def close(self) -> None:
        """Forgets the session's variables; who waits for its queues is refused."""
        self._is_closed = True
        for handle in self._handles.values():
            resource = handle._array[()]
            if isinstance(resource, Queue):
                resource.abandon()
        self._handles = {}

    def run(
        self,
        fetches: Any,
        feed_dict: Mapping[Any, Any] | None = None,
        options: Any = None,
        run_metadata: Any = None,
    ) -> Any:
        """Computes tensors and runs operations, and nothing that they do not need.

        A variable, its handle, or its name has the value that the variable has after all else has run.

        Args:
            fetches: tensor, operation, variable or name, or nested structure of them.
            feed_dict: tensor (or its name) -> value that takes its place. For a variable, its handle or its
                name it takes the place of what operations of the graph read; functions read the variable.
            options, run_metadata: accepted for compatibility.

        Returns:
            NumPy values in the structure of `fetches`, None for operations.

        Raises:
            RuntimeError: the session is closed.
            TypeError, ValueError: a fetch or feed that is not of the graph, or does not fit.
        """
        if self._is_closed:
            raise RuntimeError("Attempted to use a closed Session.")
        taken = [_taken_apart(fetch) for fetch in nest.flatten(fetches)]
        elements = [self._element(part) for parts, _ in taken for part in parts]
        feeds: dict[_ById, Any] = {}
        fed_variables: dict[Operation, np.ndarray] = {}
        for key, value in _single_feeds(feed_dict or {}):
            fed = self._fed(key)
            if _is_variable(fed.tensor):
                own = fed_variables[fed.tensor.op] = _fed_array(_value_spec(fed.tensor), value)
                feeds |= {_ById(x): own for x in _reads_of(fed.tensor)}
            else:
                feeds[fed] = value
        arrays = [_fed_array(feed.tensor, value) for feed, value in feeds.items()]
        tensors = [e for e in elements if isinstance(e, SymbolicTensor)]
        operations = [e for e in elements if isinstance(e, Operation)]
        plan = self._plan(list(feeds), tensors, operations)
        with CONTAINER.of_session(self._handles):
            values = iter(plan(*arrays))
        results = (
            _fetched(e, next(values), fed_variables) if isinstance(e, SymbolicTensor) else None
            for e in elements
        )
        made = [put_together(*islice(results, len(parts))) for parts, put_together in taken]
        return nest.pack_sequence_as(fetches, made)

    def _element(self, fetch: Any) -> Any:
        if self._graph is None:
            graph = getattr(fetch, "graph", None)
            if graph is not None:
                self._graph = graph
        try:
            element = self._graph_element(fetch)
        except KeyError as error:
            raise ValueError(f"Fetch argument {fetch!r} cannot be interpreted: {error}") from None
        except TypeError:
            raise TypeError(
                f"Fetch argument {fetch!r} has invalid type {type(fetch).__name__}, must be a string "
                "or Tensor."
            ) from None
        if element.graph is not self.graph:
            raise ValueError(
                f"Tensor {element} is not an element of this graph. Open the session with "
                "graph=tensor.graph."
            )
        if not is_fetchable(self.graph, element):
            raise errors.InaccessibleTensorError(
                f"{element!r} has been marked as not fetchable. Typically this happens when it is defined in "
                "another function or code block. Use return values, explicit Python locals or TensorFlow "
                "collections to access it."
            )
        return element

    def _graph_element(self, item: Any, **allowed: bool) -> Any:
        """The tensor or operation that is meant: of a variable, and of "v/read:0", the handle."""
        if isinstance(item, Variable) and getattr(item, "_assignment", None) is None:
            if type(item)._as_graph_element is not Variable._as_graph_element:
                item = item._as_graph_element()  # A class that wraps variables gives what it likes.
                return item.op.inputs[0] if _is_read(item) else item
            if isinstance(item.handle, SymbolicTensor):
                return item.handle
        if isinstance(item, str):
            name = item.removesuffix(":0")
            variable = self.graph.find_operation(name.removesuffix(_READ))
            is_read = name.endswith(_READ) and self.graph.find_operation(name) is None
            if is_read and variable is not None and _is_variable(variable.outputs[0]):
                return variable.outputs[0]
        return self.graph.as_graph_element(item, **allowed)

    def _fed(self, key: Any) -> _ById:
        try:
            tensor = self._graph_element(key, allow_operation=False)
        except (KeyError, TypeError, ValueError) as error:
            raise TypeError(f"Cannot interpret feed_dict key as Tensor: {error}") from None
        if tensor.graph is not self.graph:
            raise TypeError(
                f"Cannot interpret feed_dict key as Tensor: Tensor {tensor} is not an element of this "
                "graph."
            )
        if not is_feedable(self.graph, tensor):
            raise ValueError(f"Tensor {tensor} may not be fed.")
        return _ById(tensor)

    def _plan(self, feeds: list[_ById], tensors: list[Any], operations: list[Any]) -> HostPlan:
        key = (
            len(self.graph.operations),
            tuple(feed.tensor_id for feed in feeds),
            tuple(map(id, tensors)),
            tuple(map(id, operations)),
        )
        plan = self._plans.get(key)
        if plan is None:
            inputs = [feed.tensor for feed in feeds]
            part = part_of(self.graph, inputs, tensors, operations)
            plan = self._plans[key] = HostPlan(part, self._states)
        return plan

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] = (), accept_options: bool = False
    ) -> Callable[..., Any]:
        """A function that runs the fetches.

        Args:
            fetches: as for `run`.
            feed_list: the tensors whose values are the function's arguments, in this order.
            accept_options: accepted for compatibility.

        >>> with tf.Graph().as_default():
        ...     x = tf.compat.v1.placeholder(tf.float32)
        ...     with tf.compat.v1.Session() as session:
        ...         print(session.make_callable(x * 2.0, [x])(3.0))
        6.0
        """
        keys = list(feed_list)

        def run_with(*values: Any) -> Any:
            if len(values) != len(keys):
                raise TypeError(f"The callable takes {len(keys)} values. Received {len(values)}.")
            return self.run(fetches, dict(zip(keys, values, strict=True)))

        return run_with


@public("compat.v1.InteractiveSession")
class InteractiveSession(Session):
    """A session that is the default one, and its graph the default graph, until it is closed.

    Args:
        target: accepted for compatibility.
        graph: the graph to run; the default graph if None.
        config: accepted for compatibility.

    >>> with tf.Graph().as_default():
    ...     session = tf.compat.v1.InteractiveSession()
    ...     print(tf.constant(2.0).eval())
    ...     session.close()
    2.0
    """

    def __init__(self, target: str = "", graph: Graph | None = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        _entered.stack.append(self)
        self._own_graph: Any = graph.as_default() if graph is not None else nullcontext()
        self._own_graph.__enter__()

    def close(self) -> None:
        """Forgets the session's variables; the default session is the one before."""
        if not self._is_closed:
            _entered.stack.remove(self)
            self._own_graph.__exit__(None, None, None)
        super().close()


class _ById:
    """A tensor as a dictionary key."""

    def __init__(self, tensor: SymbolicTensor) -> None:
        self.tensor = tensor
        self.tensor_id = id(tensor)

    def __hash__(self) -> int:
        return self.tensor_id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.tensor is self.tensor


class _AsDefault:
    def __init__(self, session: Session) -> None:
        self._session = session

    def __enter__(self) -> Session:
        _entered.stack.append(self._session)
        return self._session

    def __exit__(self, *error: object) -> None:
        _entered.stack.remove(self._session)


class IndexedSlicesValue(NamedTuple):
    """What a session gives for `tf.IndexedSlices`."""

    values: Any
    indices: Any
    dense_shape: Any = None


def _taken_apart(fetch: Any) -> tuple[tuple[Any, ...], Callable[..., Any]]:
    """The tensors and operations that a fetch is made of, and what makes its value of theirs."""
    if isinstance(fetch, RaggedTensor):
        return _parts(fetch), lambda values, *splits: RaggedTensorValue.of_parts(values, splits)
    if isinstance(fetch, SparseTensor):
        return _parts(fetch), SparseTensorValue
    if isinstance(fetch, IndexedSlices):
        return _parts(fetch), IndexedSlicesValue
    return (fetch,), lambda value: value


def _parts(composite: Any) -> tuple[Any, ...]:
    """The parts of a ragged or sparse tensor, of slices, or of the value of one of them."""
    if isinstance(composite, (RaggedTensor, RaggedTensorValue)):
        return composite.flat_values, *composite.nested_row_splits
    if isinstance(composite, SparseTensor):
        return composite.indices, composite.values, composite.dense_shape
    if isinstance(composite, IndexedSlices):
        parts = composite.values, composite.indices, composite.dense_shape
        return parts if composite.dense_shape is not None else parts[:2]
    return tuple(composite)


def _single_feeds(feed_dict: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """The feeds with ragged and sparse tensors, and slices, taken apart."""
    for key, value in feed_dict.items():
        if isinstance(key, (RaggedTensor, SparseTensor, IndexedSlices)):
            yield from zip(_parts(key), _parts(value), strict=False)
        else:
            yield key, value


def _is_read(tensor: Any) -> bool:
    """Whether a tensor is what an operation reads of a variable of the session."""
    return (
        isinstance(tensor, SymbolicTensor)
        and tensor.op.type == "ReadVariableOp"
        and _is_variable(tensor.op.inputs[0])
    )


def _is_variable(tensor: SymbolicTensor) -> bool:
    """Whether a tensor is the handle of a variable of the session."""
    return tensor.op.type == "VarHandleOp"


def _value_spec(handle: SymbolicTensor) -> TensorSpec:
    """What the values of the variable behind a handle are."""
    attrs = handle.op.attrs
    return TensorSpec(attrs["shape"], attrs["dtype"], handle.name)


def _reads_of(handle: SymbolicTensor) -> Iterator[SymbolicTensor]:
    """What operations of the graph read of a variable."""
    for operation in handle.graph.operations:
        if operation.type == "ReadVariableOp" and operation.inputs[0] is handle:
            yield operation.outputs[0]


def _fetched(
    tensor: SymbolicTensor, array: np.ndarray, fed_variables: Mapping[Operation, np.ndarray]
) -> Any:
    """The value of a fetch; of a handle the one that its variable has now."""
    if not _is_variable(tensor):
        return _as_numpy(array)
    if tensor.op in fed_variables:
        return _as_numpy(fed_variables[tensor.op])
    held: Any = array[()]
    value = held.value
    if value is None:
        raise errors.FailedPreconditionError(
            None,
            tensor.op,
            f"Attempting to use uninitialized value {tensor.op.name}. Run the variable's initializer, or "
            "tf.compat.v1.global_variables_initializer(), in this session first.",
        )
    return _as_numpy(value)


def _fed_array(tensor: SymbolicTensor | TensorSpec, value: Any) -> np.ndarray:
    """The array of a feed.

    Raises:
        TypeError: it is a tensor, None, or an integer that the dtype cannot hold.
        ValueError: it has another shape, or cannot be converted.
    """
    if isinstance(value, Tensor):
        raise TypeError(
            "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python "
            "scalars, strings, lists, numpy ndarrays, or TensorHandles. For reference, the tensor object was "
            f"{value!r} which was passed to the feed with key {tensor.name}."
        )
    array = _converted_feed(tensor, value)
    if not tensor.shape.is_compatible_with(array.shape):
        raise ValueError(
            f"Cannot feed value of shape {array.shape} for Tensor {tensor.name}, "
            f"which has shape {tensor.shape}"
        )
    return array


def _converted_feed(tensor: SymbolicTensor | TensorSpec, value: Any) -> np.ndarray:
    """A feed in the tensor's dtype. TF: NumPy casts numbers, so that a list of 0 and 1 may feed a mask."""
    dtype = tensor.dtype
    if dtype is dtypes.string or not dtype.is_numpy_compatible:
        try:
            return to_array(value, dtype)[0]
        except (TypeError, ValueError) as error:
            raise ValueError(f"{_does_not_fit(tensor, value)}: {error}") from error
    if value is None:
        raise TypeError(_does_not_fit(tensor, value))
    try:
        if np.asarray(value).dtype.kind in "SUOT":
            raise ValueError(_does_not_fit(tensor, value))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of parts that are lost
            array = np.array(value, dtype.numpy_dtype)
    except OverflowError:
        array = None
    except (TypeError, ValueError) as error:
        raise ValueError(f"{_does_not_fit(tensor, value)}: {error}") from error
    if array is None or (isinstance(value, int) and array != value):
        raise TypeError(
            f"{_does_not_fit(tensor, value)}. Try explicitly setting the type of the feed tensor to a larger "
            "type (e.g. int64)."
        )
    return array


def _does_not_fit(tensor: SymbolicTensor | TensorSpec, value: Any) -> str:
    return f"Cannot feed {value!r} for Tensor {tensor.name}, which has dtype {tensor.dtype.name}"


def _as_numpy(array: np.ndarray) -> Any:
    return array[()] if array.ndim == 0 else array.copy()
