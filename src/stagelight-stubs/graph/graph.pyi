from typing import Any
from stagelight.graph.library_functions import LibraryFunction as LibraryFunction
from __future__ import annotations
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from stagelight import errors
from stagelight.core import registry
from stagelight.core.dispatch import CONTEXT, pushed
from stagelight.core.inference import Inferred, all_inferred, shape_text
from stagelight.core.memory_errors import out_of_memory
from stagelight.core.op_def import OpDef, Trait, argument_name
from stagelight.core.placement import device, device_text
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.graph.graph_def_export import graph_def, graphs_among
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.public import public
from stagelight.types.devices import merge_names
_TENSOR_NAME: Any
is_valid_name: Any
class NameScope:
    """What `Graph.name_scope` gives. A class of its own, since every operation of a trace makes one."""
    __slots__: Any

    def __init__(self, graph: Graph, name: str | None) -> None:
        ...

    def __enter__(self) -> str:
        ...

    def __exit__(self, *exception: object) -> None:
        ...
class Graph:
    """A dataflow graph: operations in program order.

    >>> graph = tf.Graph()
    >>> with graph.as_default():
    ...     total = tf.constant(1) + tf.constant(2)
    >>> [op.name for op in graph.get_operations()]
    ['Const', 'Const_1', 'add']
    """
    is_function: bool

    def __init__(self, name: str='') -> None:
        ...

    def add(self, op_def: OpDef, inputs: Sequence[Tensor], attrs: Mapping[str, Any], name: str | None=None) -> Operation:
        """Adds an operation.

        Raises:
            ValueError: the inputs' shapes do not fit the op.
            TypeError: an input belongs to another graph.
            RuntimeError: the graph is finalized.
        """

    def _wait_outside(self, operation: Operation) -> None:
        """Makes an operation that runs graphs wait for what is waited for in them.

        In a function, effects come in their order without that.
        """

    def _capture_for(self, operation_name: str, tensor: Tensor, argument: str) -> SymbolicTensor:
        """Captures an input of an operation in the making; eager values are named after it."""

    def capture(self, tensor: Tensor, name: str | None=None) -> SymbolicTensor:
        """This graph's tensor for one from outside: eager values become constants."""

    def next_op_seed(self) -> int:
        """The seed of an operation that has none of its own while the graph has one: 0, 1, 2 ..."""

    def variable_created(self, variable: Any) -> None:
        """Notes a variable whose handle is an operation of this graph."""

    def variable_accessed(self, variable: Any) -> None:
        """Is told that a variable is about to be read or written; function graphs note it."""

    def captured_constant(self, tensor: SymbolicTensor) -> EagerTensor | None:
        """The eager value that a tensor stands for, if it is a capture of one."""

    def captured_symbol(self, tensor: SymbolicTensor) -> SymbolicTensor | None:
        """The tensor of the graph around that a tensor is a capture of, while this graph is traced."""

    @contextmanager
    def as_default(self) -> Iterator[Graph]:
        """Sends this thread's ops to this graph: `with graph.as_default():`."""

    def finalize(self) -> None:
        """Makes the graph read-only."""

    def reopen(self) -> None:
        """Lets operations be added again after `finalize`."""

    @property
    def finalized(self) -> bool:
        """Whether the graph is read-only."""

    @contextmanager
    def gradient_override_map(self, op_type_map: Mapping[str, str]) -> Iterator[None]:
        """Gives the operations made inside other gradients: op -> a name of `tf.RegisterGradient`.

        Raises:
            TypeError: it is no dict of strings.
        """

    def unique_name(self, name: str, mark_as_used: bool=True) -> str:
        """A name that no operation has, under the current name scope: "add", then "add_1".

        Raises:
            ValueError: a name that GraphDef does not allow.
        """

    @contextmanager
    def device(self, device_name_or_function: Any) -> Iterator[None]:
        """Places operations made inside on a device: `with graph.device("/cpu:0"):`; see `tf.device`.

        Args:
            device_name_or_function: a name or a `tf.DeviceSpec`; None for no device, whatever is around it;
                or a function that takes each operation, whose `device` is that of the scopes inside, and
                gives its device.

        Raises:
            ValueError: the name is malformed.

        >>> graph = tf.Graph()
        >>> with graph.as_default(), graph.device(lambda op: "/job:ps" if op.type == "Const" else "/cpu:0"):
        ...     print(tf.constant(1).device)
        /job:ps
        """

    def name_scope(self, name: str | None) -> NameScope:
        """Puts a scope before the names of operations: `with graph.name_scope("layer") as scope:`.

        A name that ends in a slash is taken as the full scope; None or "" is the root. The scope is
        given in full, with a slash.
        """
    operation_scope: Any

    @property
    def open_scopes(self) -> tuple[Any, ...]:
        """The scopes that stand: of names, control dependencies and gradients. They may be set again."""

    @open_scopes.setter
    def open_scopes(self, scopes: tuple[Any, ...]) -> None:
        ...

    def _get_control_flow_context(self) -> None:
        """The loop or branch that is being built, in graphs of TensorFlow 1: they are functions here."""

    @contextmanager
    def control_dependencies(self, control_inputs: Sequence[Any] | None) -> Iterator[None]:
        """Operations made inside run after the given tensors and operations; None clears."""

    def control_operation(self, item: Any) -> Operation | None:
        """The operation of this graph to wait for; None for what is there before the graph runs.

        Raises:
            TypeError: it is no operation, tensor or variable.
            ValueError: it is of another graph.
        """

    def as_graph_def(self, from_version: int | None=None, add_shapes: bool=False) -> Any:
        """The graph as a `GraphDef` message, which TensorFlow imports.

        Args:
            from_version: leaves out this many of the first operations.
            add_shapes: whether each node tells its outputs' shapes, in the attr `_output_shapes`.

        Returns:
            The message: nodes in program order, and the functions that they call.

        Raises:
            ValueError: an attr has a value that the format cannot hold.

        >>> graph = tf.Graph()
        >>> with graph.as_default():
        ...     three = tf.constant(3, name="three")
        >>> graph.as_graph_def().node[0].op
        'Const'
        """

    def get_operations(self) -> list[Operation]:
        """The operations, in program order."""

    def get_operation_by_name(self, name: str) -> Operation:
        """The operation of that name.

        Raises:
            KeyError: there is none.
        """

    def find_operation(self, name: str) -> Operation | None:
        """The operation of that name, None where there is none."""

    def get_tensor_by_name(self, name: str) -> SymbolicTensor:
        """The tensor "operation:output".

        Raises:
            ValueError: the name is not of that form.
            KeyError: there is no such tensor.
        """

    def as_graph_element(self, obj: Any, allow_tensor: bool=True, allow_operation: bool=True) -> Any:
        """The tensor or operation that a name, tensor, operation or variable stands for.

        Args:
            obj: the name or object.
            allow_tensor, allow_operation: which of the two it may be; at least one.

        Raises:
            ValueError: a name of the other kind.
            KeyError: a name that is not in the graph.
            TypeError: an object of another class.
        """

    @contextmanager
    def placed_before(self, operation: Operation) -> Iterator[None]:
        """Puts the operations made inside before one that is there already, in program order."""

    def adopt(self, operations: Iterable[Operation]) -> None:
        """Takes in operations that were made for this graph without `add`: copies, with own names."""

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Takes back the operations that were added inside if an error comes out."""

    def replace_operations(self, keep: Callable[[Operation], bool]) -> None:
        """Drops the operations that are not kept: for passes, on graphs of their own."""
    name: Any
    operations: Any
    seed: int | None
    name_stack: Any
    own_variables: list[Any]
    own_initializers: list[Operation]
    attached: dict[str, Any]
    added_functions: list[Graph]

    def _apply_device_functions(self, op: Any) -> None:
        """Gives an object the device of the operations that are made now: Keras 2 learns it by one of its own."""

    @property
    def _functions(graph) -> dict[str, LibraryFunction]:
        """The functions that operations of a graph call, and those that they call, by name."""

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Adds a value to a collection of the default graph.

        >>> with tf.Graph().as_default():
        ...     tf.compat.v1.add_to_collection("losses", 1)
        ...     tf.compat.v1.get_collection("losses")
        [1]
        """

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Adds a value to several collections, each once.

        >>> with tf.Graph().as_default():
        ...     tf.compat.v1.add_to_collections(["a", "b"], 1)
        ...     tf.compat.v1.get_collection("b")
        [1]
        """

    @property
    def building_function(self) -> Any:
        ...

    def clear_collection(self, name: Any) -> None:
        """Empties a collection."""

    @property
    def collections(self) -> list[Any]:
        """The names of collections that are not empty."""

    @contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool=False) -> Iterator[None]:
        """Places the operations made inside where another one is, whatever is around; None for no place."""

    @contextmanager
    def container(self, container_name: str) -> Iterator[str]:
        """Says of the resources made inside to which container they belong: `with graph.container("a"):`."""

    def create_op(self, op_type: str, inputs: Sequence[Any], dtypes: Any=None, input_types: Any=None, name: str | None=None, attrs: Mapping[str, Any] | None=None, op_def: Any=None, compute_shapes: bool=True, compute_device: bool=True) -> Operation:
        """Adds an operation of an op that is given by name.

        Args:
            op_type: the op.
            inputs: its tensors, in a row.
            dtypes, input_types, op_def, compute_shapes, compute_device: accepted for compatibility: the op says
                them.
            name: the operation's name.
            attrs: by name, `AttrValue` messages; those that the inputs imply may be left out.

        Raises:
            TypeError: an input is no tensor.
            NotImplementedError: there is no such op.
            ValueError: the inputs or attrs do not fit.
        """

    def get_all_collection_keys(self) -> list[Any]:
        """The names of collections that are not empty."""

    def get_collection(self, key: Any, scope: str | None=None) -> list[Any]:
        """The values in a collection of the default graph, as a list of their own.

        Args:
            key: the collection's name. Those of global and trainable variables, of
                what fills tables and of its files fill themselves.
            scope: only values whose name matches this at its start.

        >>> with tf.Graph().as_default():
        ...     v = tf.Variable(1.0, name="v")
        ...     [x.name for x in tf.compat.v1.get_collection("variables")]
        ['v:0']
        """

    def get_collection_ref(self, key: Any) -> list[Any]:
        """A collection of the default graph itself: what is added to the list is in it.

        >>> with tf.Graph().as_default():
        ...     tf.compat.v1.get_collection_ref("losses")
        []
        """

    def get_name_scope(self) -> str:
        """The name scope that stands, without a slash at its end."""

    @property
    def graph_def_versions(self) -> Any:
        ...

    def is_feedable(self, tensor: Any) -> bool:
        """Whether sessions may be fed a tensor."""

    def is_fetchable(self, tensor_or_op: Any) -> bool:
        """Whether sessions may be asked for a tensor or operation."""

    def prevent_feeding(self, tensor: Any) -> None:
        """Makes a tensor one that sessions refuse to be fed."""

    def prevent_fetching(self, op: Any) -> None:
        """Makes an operation one that sessions refuse to run for its values."""

    @property
    def version(self) -> Any:
        ...
