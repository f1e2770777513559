from typing import Any
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
_READ: str
_MEMORY: Any
class DeviceAttributes(NamedTuple):
    """A device of a session."""
    name: str
    device_type: str
    memory_limit_bytes: int
    incarnation: int
class _Entered(threading.local):

    def __init__(self) -> None:
        ...
    stack: list[Session]
_entered: Any
def get_default_session() -> Session | None:
    """The innermost session of this thread, None outside of sessions.

    >>> tf.compat.v1.get_default_session() is None
    True
    """
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

    def __init__(self, target: str='', graph: Graph | None=None, config: Any=None) -> None:
        ...

    @property
    def graph(self) -> Graph:
        """The graph that this session runs."""

    @property
    def graph_def(self) -> Any:
        """The graph as a `GraphDef`."""

    def list_devices(self) -> list[DeviceAttributes]:
        """The devices that operations may be placed on."""

    def __enter__(self) -> Session:
        ...

    def __exit__(self, exception_type: type[BaseException] | None, exception: BaseException | None, traceback: TracebackType | None) -> None:
        ...

    def as_default(self) -> _AsDefault:
        """Makes this the default session inside a `with`, without closing it."""

    def close(self) -> None:
        """Forgets the session's variables; who waits for its queues is refused."""

    def run(self, fetches: Any, feed_dict: Mapping[Any, Any] | None=None, options: Any=None, run_metadata: Any=None) -> Any:
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

    def _element(self, fetch: Any) -> Any:
        ...

    def _graph_element(self, item: Any, **allowed: bool) -> Any:
        """The tensor or operation that is meant: of a variable, and of "v/read:0", the handle."""

    def _fed(self, key: Any) -> _ById:
        ...

    def _plan(self, feeds: list[_ById], tensors: list[Any], operations: list[Any]) -> HostPlan:
        ...

    def make_callable(self, fetches: Any, feed_list: Sequence[Any]=..., accept_options: bool=False) -> Callable[..., Any]:
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

    def partial_run(self, handle: str, fetches: Any, feed_dict: Mapping[Any, Any] | None=None) -> Any:
        """Goes on with a run: feeds tensors, and gives what can be computed now.

        Args:
            handle: what `partial_run_setup` gave.
            fetches: tensors of those that it was given, in a nested structure.
            feed_dict: tensor -> value, of the feeds that it was given.

        Returns:
            NumPy values in the structure of `fetches`.

        Raises:
            InvalidArgumentError: there is no such run, it is over, or it was not set up for a feed or fetch; or
                what a fetch needs is not fed yet. A run that failed is over.
            RuntimeError: an operation among the fetches, which `partial_run_setup` takes.
        """

    def partial_run_setup(self, fetches: Any, feeds: Sequence[Any] | None=None) -> str:
        """Begins a run in parts.

        Args:
            fetches: what the parts will ask for, and operations to run, as for `run`.
            feeds: the tensors that they will be fed.

        Returns:
            The run's handle, for `partial_run`.

        Raises:
            InvalidArgumentError: nothing to fetch, or a tensor that is fed and fetched.
            RuntimeError: the session is closed.

        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     a, b = (tf.compat.v1.placeholder(tf.float32) for _ in range(2))
        ...     total = a + 1.0
        ...     product = total * b
        ...     run = session.partial_run_setup([total, product], [a, b])
        ...     first = session.partial_run(run, total, {a: 1.0})
        ...     session.partial_run(run, product, {b: first * 3.0})
        np.float32(12.0)
        """
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

    def __init__(self, target: str='', graph: Graph | None=None, config: Any=None) -> None:
        ...

    def close(self) -> None:
        """Forgets the session's variables; the default session is the one before."""
class _ById:
    """A tensor as a dictionary key."""

    def __init__(self, tensor: SymbolicTensor) -> None:
        ...

    def __hash__(self) -> int:
        ...

    def __eq__(self, other: object) -> bool:
        ...
    tensor: Any
    tensor_id: Any
class _AsDefault:

    def __init__(self, session: Session) -> None:
        ...

    def __enter__(self) -> Session:
        ...

    def __exit__(self, *error: object) -> None:
        ...
class IndexedSlicesValue(NamedTuple):
    """What a session gives for `tf.IndexedSlices`."""
    values: Any
    indices: Any
    dense_shape: Any
def _taken_apart(fetch: Any) -> tuple[tuple[Any, ...], Callable[..., Any]]:
    """The tensors and operations that a fetch is made of, and what makes its value of theirs."""
def _parts(composite: Any) -> tuple[Any, ...]:
    """The parts of a ragged or sparse tensor, of slices, or of the value of one of them."""
def _single_feeds(feed_dict: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """The feeds with ragged and sparse tensors, and slices, taken apart."""
def _is_read(tensor: Any) -> bool:
    """Whether a tensor is what an operation reads of a variable of the session."""
def _is_variable(tensor: SymbolicTensor) -> bool:
    """Whether a tensor is the handle of a variable of the session."""
def _value_spec(handle: SymbolicTensor) -> TensorSpec:
    """What the values of the variable behind a handle are."""
def _reads_of(handle: SymbolicTensor) -> Iterator[SymbolicTensor]:
    """What operations of the graph read of a variable."""
def _fetched(tensor: SymbolicTensor, array: np.ndarray, fed_variables: Mapping[Operation, np.ndarray]) -> Any:
    """The value of a fetch; of a handle the one that its variable has now."""
def _fed_array(tensor: SymbolicTensor | TensorSpec, value: Any) -> np.ndarray:
    """The array of a feed.

    Raises:
        TypeError: it is a tensor, None, or an integer that the dtype cannot hold.
        ValueError: it has another shape, or cannot be converted.
    """
def _converted_feed(tensor: SymbolicTensor | TensorSpec, value: Any) -> np.ndarray:
    """A feed in the tensor's dtype. TF: NumPy casts numbers, so that a list of 0 and 1 may feed a mask."""
def _does_not_fit(tensor: SymbolicTensor | TensorSpec, value: Any) -> str:
    ...
def _as_numpy(array: np.ndarray) -> Any:
    ...
