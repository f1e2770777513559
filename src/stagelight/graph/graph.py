"""`Graph`: a computation as data.

A graph keeps its operations in program order, each with a unique name. A graph that is being built is
the *stage* of `core.dispatch`: `with graph.as_default():` sends every op here.
"""

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

# TF: the names of operations and scopes, from the root.
_TENSOR_NAME = re.compile(r".+:\d+").fullmatch
is_valid_name = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*").fullmatch


class NameScope:
    """What `Graph.name_scope` gives. A class of its own, since every operation of a trace makes one."""

    __slots__ = ("_before", "_graph", "_name")

    def __init__(self, graph: Graph, name: str | None) -> None:
        self._graph = graph
        self._name = name

    def __enter__(self) -> str:
        graph, name = self._graph, self._name
        self._before = graph.name_stack
        if not name or name == "/":
            graph.name_stack = ""
            return ""
        if name[-1] == "/":
            graph.name_stack = name[:-1]
            return name
        graph.name_stack = unique = graph.unique_name(name)
        return unique + "/"

    def __exit__(self, *exception: object) -> None:
        self._graph.name_stack = self._before


@public("Graph")
class Graph:
    """A dataflow graph: operations in program order.

    >>> graph = tf.Graph()
    >>> with graph.as_default():
    ...     total = tf.constant(1) + tf.constant(2)
    >>> [op.name for op in graph.get_operations()]
    ['Const', 'Const_1', 'add']
    """

    # Whether it is the graph of a function.
    is_function = False

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.operations: list[Operation] = []
        self.seed: int | None = None
        self.name_stack = ""
        self.own_variables: list[Any] = []
        # Operations that set up tables and the like of models that were loaded into the graph.
        self.own_initializers: list[Operation] = []
        # What higher floors keep with the graph, for as long as it lives.
        self.attached: dict[str, Any] = {}
        self._by_name: dict[str, Operation] = {}
        self._names_in_use: dict[str, int] = {}
        self._control_stack: list[Operation] = []
        self._finalized = False
        self._op_seeds_given = 0
        # What places operations, the innermost first, each with the device around it.
        # Functions that are in the library though no operation calls them.
        self.added_functions: list[Graph] = []
        self._device_functions: tuple[tuple[Callable[[Operation], Any], str], ...] = ()
        # Op -> the name of the gradient that its operations get.
        self._gradient_names: dict[str, str] = {}

    # Building.

    def add(
        self,
        op_def: OpDef,
        inputs: Sequence[Tensor],
        attrs: Mapping[str, Any],
        name: str | None = None,
    ) -> Operation:
        """Adds an operation.

        Raises:
            ValueError: the inputs' shapes do not fit the op.
            TypeError: an input belongs to another graph.
            RuntimeError: the graph is finalized.
        """
        if self._finalized:
            raise RuntimeError(
                f"Graph is finalized and cannot be modified. Received: an operation {op_def.name}. Add it "
                "before the graph is finalized, or to a graph of its own. (AG410)"
            )
        if name is None:
            name = op_def.name
        name = name[:-1] if name[-1:] == "/" else self.unique_name(name)
        own = [
            x
            if type(x) is SymbolicTensor and x.op.graph is self
            else self._capture_for(name, x, argument_name(op_def, i, len(inputs), attrs))
            for i, x in enumerate(inputs)
        ]
        try:
            inferred = op_def.infer(*own, **attrs)
            results = (inferred,) if type(inferred) is Inferred else all_inferred(inferred)
        except errors.OpError as error:
            names = ", ".join(x.op.name + f":{x.value_index}".removesuffix(":0") for x in own)
            received = ", ".join(shape_text(x.shape) for x in own)
            raise ValueError(
                f"{error.message} for '{{{{node {name}}}}} = {op_def.name}({names})' "
                f"with input shapes: {received}."
            ) from None
        except (ArithmeticError, IndexError) as error:  # Of sizes that no tensor has.
            raise ValueError(f"{op_def.name}: {error} for '{{{{node {name}}}}}'.") from error
        except MemoryError as error:
            message = f"{op_def.name}: {out_of_memory(error)} for '{{{{node {name}}}}}'."
            raise errors.ResourceExhaustedError(None, None, message) from error
        operation = Operation(self, name, op_def, own, dict(attrs), results)
        if op_def.name in self._gradient_names:
            operation.attrs["_gradient_op_type"] = self._gradient_names[op_def.name].encode()
        if self._control_stack:
            before = {id(x.op) for x in own}
            operation.control_inputs = [op for op in self._control_stack if id(op) not in before]
        if op_def.traits & Trait.CALLS:
            self._wait_outside(operation)
        for place, outer in self._device_functions:
            operation.device = merge_names(outer, device_text(place(operation)))
        self.operations.append(operation)
        self._by_name[name] = operation
        return operation

    def _wait_outside(self, operation: Operation) -> None:
        """Makes an operation that runs graphs wait for what is waited for in them.

        In a function, effects come in their order without that.
        """
        awaited = [x for graph in graphs_among(operation) for x in graph.control_captures]
        operations = [self.control_operation(x) for x in dict.fromkeys(awaited)]
        if not self.is_function:
            known = operation.control_inputs
            known += [x for x in operations if x is not None and x not in known]

    def _capture_for(self, operation_name: str, tensor: Tensor, argument: str) -> SymbolicTensor:
        """Captures an input of an operation in the making; eager values are named after it."""
        with self.name_scope(operation_name + "/"), self.control_dependencies(None):
            return self.capture(tensor, argument if isinstance(tensor, EagerTensor) else None)

    def capture(self, tensor: Tensor, name: str | None = None) -> SymbolicTensor:
        """This graph's tensor for one from outside: eager values become constants."""
        if isinstance(tensor, EagerTensor):
            attrs = {"value": tensor, "dtype": tensor.dtype}
            return self.add(registry.lookup("Const"), (), attrs, name or "Const").outputs[0]
        if not isinstance(tensor, SymbolicTensor):
            raise TypeError(f"An op takes tensors. Received: {tensor!r}")
        raise ValueError(
            f"{tensor} must be from the same graph as the operation that takes it, "
            f"but it is of graph {tensor.graph!r} and the operation is of {self!r}. (AG403)"
        )

    def next_op_seed(self) -> int:
        """The seed of an operation that has none of its own while the graph has one: 0, 1, 2 ..."""
        self._op_seeds_given += 1
        return self._op_seeds_given - 1

    def variable_created(self, variable: Any) -> None:
        """Notes a variable whose handle is an operation of this graph."""
        self.own_variables.append(variable)

    def variable_accessed(self, variable: Any) -> None:
        """Is told that a variable is about to be read or written; function graphs note it."""

    def captured_constant(self, tensor: SymbolicTensor) -> EagerTensor | None:
        """The eager value that a tensor stands for, if it is a capture of one."""
        return None

    def captured_symbol(self, tensor: SymbolicTensor) -> SymbolicTensor | None:
        """The tensor of the graph around that a tensor is a capture of, while this graph is traced."""
        return None

    @contextmanager
    def as_default(self) -> Iterator[Graph]:
        """Sends this thread's ops to this graph: `with graph.as_default():`."""
        # Where they go to it already, those who follow them go on.
        recorders = CONTEXT.recorders if CONTEXT.stage is self else ()
        with pushed(stage=self, recorders=recorders):
            yield self

    def finalize(self) -> None:
        """Makes the graph read-only."""
        self._finalized = True

    def reopen(self) -> None:
        """Lets operations be added again after `finalize`."""
        self._finalized = False

    @property
    def finalized(self) -> bool:
        """Whether the graph is read-only."""
        return self._finalized

    @contextmanager
    def gradient_override_map(self, op_type_map: Mapping[str, str]) -> Iterator[None]:
        """Gives the operations made inside other gradients: op -> a name of `tf.RegisterGradient`.

        Raises:
            TypeError: it is no dict of strings.
        """
        if not all(isinstance(x, str) for pair in dict(op_type_map).items() for x in pair):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        before = self._gradient_names
        self._gradient_names = {**before, **op_type_map}
        try:
            yield
        finally:
            self._gradient_names = before

    # Names.

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """A name that no operation has, under the current name scope: "add", then "add_1".

        Raises:
            ValueError: a name that GraphDef does not allow.
        """
        if self.name_stack:
            name = f"{self.name_stack}/{name}"
        key = name.lower()
        number = self._names_in_use.get(key, 0)
        if not number and not is_valid_name(name):
            raise ValueError(
                f"{name!r} is not a valid name of an operation or scope. Names begin with a letter, a "
                "digit or a dot; these and the characters _ \\ / > - may follow."
            )
        if mark_as_used:
            self._names_in_use[key] = number + 1
        if number:
            base = name
            while key in self._names_in_use:
                name = f"{base}_{number}"
                key = name.lower()
                number += 1
            if mark_as_used:
                self._names_in_use[key] = 1
                self._names_in_use[base.lower()] = number
        return name

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
        before = self._device_functions
        inside = None if callable(device_name_or_function) else device_name_or_function
        if inside is not device_name_or_function:
            self._device_functions = ((device_name_or_function, CONTEXT.device), *before)
        elif inside is None:
            self._device_functions = ()
        try:
            with device(inside):
                yield
        finally:
            self._device_functions = before

    def name_scope(self, name: str | None) -> NameScope:
        """Puts a scope before the names of operations: `with graph.name_scope("layer") as scope:`.

        A name that ends in a slash is taken as the full scope; None or "" is the root. The scope is
        given in full, with a slash.
        """
        return NameScope(self, name)

    operation_scope = name_scope

    @property
    def open_scopes(self) -> tuple[Any, ...]:
        """The scopes that stand: of names, control dependencies and gradients. They may be set again."""
        return self.name_stack, self._control_stack, self._gradient_names

    @open_scopes.setter
    def open_scopes(self, scopes: tuple[Any, ...]) -> None:
        self.name_stack, self._control_stack, self._gradient_names = scopes

    # Control dependencies.

    def _get_control_flow_context(self) -> None:
        """The loop or branch that is being built, in graphs of TensorFlow 1: they are functions here."""

    @contextmanager
    def control_dependencies(self, control_inputs: Sequence[Any] | None) -> Iterator[None]:
        """Operations made inside run after the given tensors and operations; None clears."""
        before = self._control_stack
        if control_inputs is None:
            self._control_stack = []
        else:
            operations = [*before, *map(self.control_operation, control_inputs)]
            self._control_stack = [op for op in dict.fromkeys(operations) if op is not None]
        try:
            yield
        finally:
            self._control_stack = before

    def control_operation(self, item: Any) -> Operation | None:
        """The operation of this graph to wait for; None for what is there before the graph runs.

        Raises:
            TypeError: it is no operation, tensor or variable.
            ValueError: it is of another graph.
        """
        if isinstance(item, Operation):
            if item.graph is self:
                return item
            raise ValueError(
                f"{item!r} must be from this graph, but it is of {item.graph!r}. (AG403)"
            )
        if isinstance(item, SymbolicTensor):
            return item.op if item.graph is self else self.capture(item).op
        if isinstance(item, EagerTensor):
            return None
        operation = getattr(item, "op", None)
        if operation is not None:
            return self.control_operation(operation)
        raise TypeError(
            f"Control input must be an Operation, a Tensor or a Variable. Received: {item!r}"
        )

    # As data.

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False) -> Any:
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
        return graph_def(self, from_version or 0, add_shapes, self.added_functions)

    # Looking up.

    def get_operations(self) -> list[Operation]:
        """The operations, in program order."""
        return list(self.operations)

    def get_operation_by_name(self, name: str) -> Operation:
        """The operation of that name.

        Raises:
            KeyError: there is none.
        """
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings. Received: {name!r}")
        try:
            return self._by_name[name]
        except KeyError:
            if _TENSOR_NAME(name):
                raise ValueError(
                    f"{name!r} looks like the name of a tensor, not an operation."
                ) from None
            raise KeyError(f"The name {name!r} refers to an Operation not in the graph.") from None

    def find_operation(self, name: str) -> Operation | None:
        """The operation of that name, None where there is none."""
        return self._by_name.get(name)

    def get_tensor_by_name(self, name: str) -> SymbolicTensor:
        """The tensor "operation:output".

        Raises:
            ValueError: the name is not of that form.
            KeyError: there is no such tensor.
        """
        if not _TENSOR_NAME(name):
            raise ValueError(
                f"The name {name!r} looks like an operation's. Tensor names are "
                '"<operation>:<output index>".'
            )
        operation_name, _, index = name.rpartition(":")
        operation = self._by_name.get(operation_name)
        if operation is None:
            raise KeyError(
                f"The name {name!r} refers to a Tensor which does not exist: there is no operation "
                f"{operation_name!r} in the graph."
            )
        if int(index) >= len(operation.outputs):
            raise KeyError(
                f"The name {name!r} refers to a Tensor which does not exist: the operation "
                f"{operation_name!r} has {len(operation.outputs)} outputs."
            )
        return operation.outputs[int(index)]

    def as_graph_element(
        self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True
    ) -> Any:
        """The tensor or operation that a name, tensor, operation or variable stands for.

        Args:
            obj: the name or object.
            allow_tensor, allow_operation: which of the two it may be; at least one.

        Raises:
            ValueError: a name of the other kind.
            KeyError: a name that is not in the graph.
            TypeError: an object of another class.
        """
        if isinstance(obj, str):
            if allow_tensor and (_TENSOR_NAME(obj) or not allow_operation):
                return self.get_tensor_by_name(obj)
            return self.get_operation_by_name(obj)
        if hasattr(obj, "_as_graph_element"):
            obj = obj._as_graph_element()
        if isinstance(obj, SymbolicTensor) and allow_tensor:
            return obj
        if isinstance(obj, Operation) and allow_operation:
            return obj
        wanted = ["a Tensor"] * allow_tensor + ["an Operation"] * allow_operation
        raise TypeError(f"Can not convert a {type(obj).__name__} into {' or '.join(wanted)}.")

    @contextmanager
    def placed_before(self, operation: Operation) -> Iterator[None]:
        """Puts the operations made inside before one that is there already, in program order."""
        first = len(self.operations)
        try:
            yield
        finally:
            added = self.operations[first:]
            del self.operations[first:]
            position = self.operations.index(operation)
            self.operations[position:position] = added

    def adopt(self, operations: Iterable[Operation]) -> None:
        """Takes in operations that were made for this graph without `add`: copies, with own names."""
        names = self._names_in_use
        for operation in operations:
            name = operation.name
            self.operations.append(operation)
            self._by_name[name] = operation
            names.setdefault(name.lower(), 1)

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Takes back the operations that were added inside if an error comes out."""
        count, names = len(self.operations), dict(self._names_in_use)
        try:
            yield
        except BaseException:
            for operation in self.operations[count:]:
                del self._by_name[operation.name]
            del self.operations[count:]
            self._names_in_use = names
            raise

    def replace_operations(self, keep: Callable[[Operation], bool]) -> None:
        """Drops the operations that are not kept: for passes, on graphs of their own."""
        self.operations = [op for op in self.operations if keep(op)]
        self._by_name = {op.name: op for op in self.operations}
