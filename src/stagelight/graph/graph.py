"""`Graph`, `Operation` and `SymbolicTensor`: a computation as data.

A graph keeps its operations in program order, each with a unique name. A graph that is being built is
the *stage* of `core.dispatch`: `with graph.as_default():` sends every op here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NoReturn

import numpy as np

from stagelight import errors
from stagelight.core import registry
from stagelight.core.dispatch import CONTEXT, pushed
from stagelight.core.inference import Inferred, all_inferred
from stagelight.core.op_def import OpDef
from stagelight.core.tensor import EagerTensor, Tensor, refuse_in_graph
from stagelight.graph.graph_def_export import graph_def
from stagelight.public import public
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape, as_shape

_PACKAGE = str(Path(__file__).parent.parent)


class SymbolicTensor(Tensor):
    """An output of an operation: it has a value when the graph runs."""

    __slots__ = ("_dtype", "_shape", "constant", "handle_data", "op", "value_index")

    def __init__(self, op: Operation, value_index: int, inferred: Inferred) -> None:
        self.op = op
        self.value_index = value_index
        self._shape = inferred.shape
        self._dtype = inferred.dtype
        self.handle_data = inferred.handle_data
        self.constant: Any = None  # Memo of core.inference.constant_value.

    @property
    def dtype(self) -> DType:  # type: ignore[override]
        """The dtype of the elements."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:  # type: ignore[override]
        """The static shape: what is known of the shape before the graph runs."""
        return self._shape

    def set_shape(self, shape: Any) -> None:
        """Merges what the caller knows into the static shape.

        Raises:
            ValueError: the shapes contradict each other.
        """
        self._shape = self._shape.merge_with(as_shape(shape))

    @property
    def graph(self) -> Graph:
        """The graph that the operation stands in."""
        return self.op.graph

    @property
    def name(self) -> str:  # type: ignore[override]
        """`operation:output`, such as "add:0"."""
        return f"{self.op.name}:{self.value_index}"

    @property
    def device(self) -> str:  # type: ignore[override]
        """The device that the operation was placed on, perhaps empty."""
        return self.op.device

    def consumers(self) -> list[Operation]:
        """The operations of the graph that take this tensor."""
        return [op for op in self.graph.operations if any(x is self for x in op.inputs)]

    @property
    def _array(self) -> NoReturn:
        """A kernel asks for the value: the tensor was used outside of its graph."""
        raise self.graph.leak_error(self)

    def __hash__(self) -> int:
        if self.op.graph.is_function:
            return super().__hash__()
        return id(self)  # TF 1: tensors of plain graphs are keys, as in `feed_dict`.

    def __bool__(self) -> bool:
        refuse_in_graph("Using a symbolic `tf.Tensor` as a Python `bool`")

    def __iter__(self) -> Iterator[Tensor]:
        refuse_in_graph("Iterating over a symbolic `tf.Tensor`")

    def __len__(self) -> int:
        raise TypeError(
            f"len is not well defined for a symbolic Tensor ({self.name}). "
            "Call `tf.shape(x)[0]` for the size of its first axis."
        )

    def __index__(self) -> int:
        refuse_in_graph("Using a symbolic `tf.Tensor` as a Python `int`")

    __int__ = __index__

    def __float__(self) -> float:
        refuse_in_graph("Using a symbolic `tf.Tensor` as a Python `float`")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        raise NotImplementedError(
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. Use tensor "
            "operations instead of NumPy calls, or tf.numpy_function to run NumPy code each time."
        )

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"'Tensor' object has no attribute {name!r}")

    def __str__(self) -> str:
        return f'Tensor("{self.name}", shape={self._shape}, dtype={self._dtype.name})'

    def __repr__(self) -> str:
        return f"<tf.Tensor '{self.name}' shape={self._shape} dtype={self._dtype.name}>"


@public("Operation")
class Operation:
    """A node of a graph: an op with inputs, control inputs, attrs and outputs."""

    __slots__ = (
        "__weakref__",
        "attrs",
        "control_inputs",
        "device",
        "graph",
        "inputs",
        "name",
        "op_def",
        "origins",
        "outputs",
    )

    def __init__(
        self,
        graph: Graph,
        name: str,
        op_def: OpDef,
        inputs: list[SymbolicTensor],
        attrs: dict[str, Any],
        results: Sequence[Inferred],
    ) -> None:
        self.graph = graph
        self.name = name
        self.op_def = op_def
        self.inputs = inputs
        self.attrs = attrs
        self.control_inputs: list[Operation] = []
        self.device = CONTEXT.device
        self.origins = user_origins()
        self.outputs = [SymbolicTensor(self, i, result) for i, result in enumerate(results)]

    @property
    def frames(self) -> tuple[tuple[str, int, str], ...]:
        """(file, line, function) of the user's code that made the operation, inner first."""
        return tuple(
            (code.co_filename, _line_of(code, instruction), code.co_name)
            for code, instruction in self.origins
        )

    @property
    def type(self) -> str:
        """The op's name, such as "MatMul"."""
        return self.op_def.name

    @property
    def output(self) -> SymbolicTensor:
        """The first output."""
        return self.outputs[0]

    def get_attr(self, name: str) -> Any:
        """The value of an attr.

        Raises:
            ValueError: the op has no attr of that name.
        """
        value = attr_value(self, name)
        return value.name.encode() if isinstance(value, Graph) else value

    def values(self) -> tuple[SymbolicTensor, ...]:
        """The outputs."""
        return tuple(self.outputs)

    def extend(
        self,
        attrs: Mapping[str, Any],
        inputs: Sequence[SymbolicTensor] = (),
        outputs: Sequence[Inferred] = (),
    ) -> list[SymbolicTensor]:
        """Changes the graphs that an operation runs, and gives it further inputs and outputs.

        For gradients, which need more of a call or loop than its caller did. Only in a graph that is
        being built, or in a copy that nobody else has.

        Returns:
            The new outputs.
        """
        first = len(self.outputs)
        added = [SymbolicTensor(self, first + i, result) for i, result in enumerate(outputs)]
        self.attrs.update(attrs)
        self.inputs.extend(inputs)
        self.outputs.extend(added)
        return added

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"


def attr_value(operation: Any, name: str) -> Any:
    """An attr of an operation, given or by default.

    Raises:
        ValueError: the op has no such attr.
    """
    if name in operation.attrs:
        return operation.attrs[name]
    definition = operation.op_def.attrs.get(name)
    if definition is None:
        raise ValueError(f"Operation {operation.name!r} has no attr named {name!r}.")
    return definition.default


# Frames looked at, and frames of the user's kept, for each operation.
_FRAMES_SEEN = 24
_FRAMES_KEPT = 4
_is_library_file: dict[str, bool] = {}


def user_origins() -> tuple[tuple[CodeType, int], ...]:
    """(code, instruction) of the innermost callers that are not the library's, inner first.

    Where in the file that is, is found out only when somebody asks.
    """
    found: list[tuple[CodeType, int]] = []
    frame: FrameType | None = sys._getframe(2)
    seen = 0
    while frame is not None and seen < _FRAMES_SEEN:
        code = frame.f_code
        file = code.co_filename
        is_library = _is_library_file.get(file)
        if is_library is None:
            is_library = _is_library_file[file] = file.startswith(_PACKAGE)
        if not is_library:
            found.append((code, frame.f_lasti))
            if len(found) == _FRAMES_KEPT:
                break
        frame = frame.f_back
        seen += 1
    return tuple(found)


def _line_of(code: CodeType, instruction: int) -> int:
    positions = next(islice(code.co_positions(), instruction // 2, None), None)
    line = positions[0] if positions is not None else None
    return code.co_firstlineno if line is None else line


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
        self._by_name: dict[str, Operation] = {}
        self._names_in_use: dict[str, int] = {}
        self._control_stack: list[Operation] = []
        self._finalized = False
        self._op_seeds_given = 0

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
            raise RuntimeError("Graph is finalized and cannot be modified.")
        name = op_def.name if name is None else name
        name = name[:-1] if name.endswith("/") else self.unique_name(name)
        own = [
            x if type(x) is SymbolicTensor and x.op.graph is self else self._capture_for(name, x)
            for x in inputs
        ]
        try:
            results = all_inferred(op_def.infer(*own, **attrs))
        except errors.OpError as error:
            received = ", ".join(str(x.shape) for x in own)
            raise ValueError(
                f"{error.message} for '{{{{node {name}}}}} = {op_def.name}' "
                f"with input shapes: {received}."
            ) from None
        operation = Operation(self, name, op_def, own, dict(attrs), results)
        if self._control_stack:
            operation.control_inputs = [op for op in self._control_stack if op.graph is self]
        self.operations.append(operation)
        self._by_name[name] = operation
        return operation

    def _capture_for(self, operation_name: str, tensor: Tensor) -> SymbolicTensor:
        """Captures an input of an operation in the making, under its name."""
        with self.name_scope(operation_name + "/"):
            return self.capture(tensor)

    def capture(self, tensor: Tensor, name: str | None = None) -> SymbolicTensor:
        """This graph's tensor for one from outside: eager values become constants."""
        if isinstance(tensor, EagerTensor):
            attrs = {"value": tensor, "dtype": tensor.dtype}
            return self.add(registry.lookup("Const"), (), attrs, "Const").outputs[0]
        if not isinstance(tensor, SymbolicTensor):
            raise TypeError(f"An op takes tensors. Received: {tensor!r}")
        raise ValueError(
            f"{tensor} must be from the same graph as the operation that takes it, "
            f"but it is of graph {tensor.graph!r} and the operation is of {self!r}."
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

    def leak_error(self, tensor: SymbolicTensor) -> TypeError:
        """The error for a tensor of this graph that is used outside of it. It tells its own place."""
        error = TypeError(self._leak_text(tensor))
        error.is_located = True  # type: ignore[attr-defined]
        return error

    def _leak_text(self, tensor: SymbolicTensor) -> str:
        where = "".join(
            f'File "{file}", line {line}, in {function}\n'
            for file, line, function in tensor.op.frames[:1]
        )
        return (
            "Originated from a graph execution error.\n\n"
            "The graph execution error is detected at a node built at (most recent call last):\n"
            f"{where}\n"
            f"Error detected in node '{tensor.op.name}' defined at: {where}\n"
            f"TypeError: tf.Graph captured an external symbolic tensor. The symbolic tensor "
            f"'{tensor.name}' created by node '{tensor.op.name}' is captured by the tf.Graph being "
            "executed as an input. But a tf.Graph is not allowed to take symbolic tensors from "
            "another graph as its inputs. Make sure all captured inputs of the executing tf.Graph "
            "are not symbolic tensors. Use return values, explicit Python locals or tf collections "
            "to access it."
        )

    @contextmanager
    def as_default(self) -> Iterator[Graph]:
        """Sends this thread's ops to this graph: `with graph.as_default():`."""
        with pushed(stage=self, recorders=()):
            yield self

    def finalize(self) -> None:
        """Makes the graph read-only."""
        self._finalized = True

    @property
    def finalized(self) -> bool:
        """Whether the graph is read-only."""
        return self._finalized

    # Names.

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """A name that no operation has, under the current name scope: "add", then "add_1"."""
        if self.name_stack:
            name = f"{self.name_stack}/{name}"
        key = name.lower()
        number = self._names_in_use.get(key, 0)
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
    def name_scope(self, name: str | None) -> Iterator[str]:
        """Puts a scope before the names of operations; yields its full form with a slash.

        A name that ends in a slash is taken as the full scope; None or "" is the root.
        """
        before = self.name_stack
        if not name:
            self.name_stack = ""
        elif name.endswith("/"):
            self.name_stack = name[:-1]
        else:
            self.name_stack = self.unique_name(name)
        try:
            yield self.name_stack + "/" if self.name_stack else ""
        finally:
            self.name_stack = before

    operation_scope = name_scope

    # Control dependencies.

    @contextmanager
    def control_dependencies(self, control_inputs: Sequence[Any] | None) -> Iterator[None]:
        """Operations made inside run after the given tensors and operations; None clears."""
        before = self._control_stack
        if control_inputs is None:
            self._control_stack = []
        else:
            self._control_stack = [*before]
            for item in control_inputs:
                operation = self.control_operation(item)
                if operation is not None and operation not in self._control_stack:
                    self._control_stack.append(operation)
        try:
            yield
        finally:
            self._control_stack = before

    def control_operation(self, item: Any) -> Operation | None:
        """The operation of this graph to wait for; None for what is already there (eager values)."""
        if isinstance(item, Operation):
            return item
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
        return graph_def(self, from_version or 0, add_shapes)

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
            raise KeyError(f"The name {name!r} refers to an Operation not in the graph.") from None

    def get_tensor_by_name(self, name: str) -> SymbolicTensor:
        """The tensor "operation:output".

        Raises:
            ValueError: the name is not of that form.
            KeyError: there is no such tensor.
        """
        operation_name, colon, index = name.rpartition(":")
        if not colon or not index.isdigit():
            raise ValueError(
                f"The name {name!r} looks like an operation's. Tensor names are "
                '"<operation>:<output index>".'
            )
        operation = self._by_name.get(operation_name)
        if operation is None or int(index) >= len(operation.outputs):
            raise KeyError(f"The name {name!r} refers to a Tensor which does not exist.")
        return operation.outputs[int(index)]

    def as_graph_element(
        self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True
    ) -> Any:
        """The tensor or operation that a name, tensor, operation or variable stands for."""
        if isinstance(obj, str):
            if ":" in obj and allow_tensor:
                return self.get_tensor_by_name(obj)
            return self.get_operation_by_name(obj)
        if hasattr(obj, "_as_graph_element"):
            obj = obj._as_graph_element()
        if isinstance(obj, SymbolicTensor) and allow_tensor:
            return obj
        if isinstance(obj, Operation) and allow_operation:
            return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a Tensor or Operation.")

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
        for operation in operations:
            self.operations.append(operation)
            self._by_name[operation.name] = operation
            self._names_in_use.setdefault(operation.name.lower(), 1)

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
