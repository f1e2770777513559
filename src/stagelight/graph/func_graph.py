"""`FuncGraph`: the graph of one traced function, with inputs, outputs and captures.

What the function uses from outside is captured: a placeholder stands for each eager tensor, each handle of a
variable and each tensor of an outer graph, and the call fills it. So tapes and accumulators can follow every
capture. The value of an eager tensor never changes: `captured_constant` gives it, and the compiler embeds it
(`passes/embed_captures.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stagelight.core import registry
from stagelight.core.aligned_memory import aligned
from stagelight.core.budget import Limits
from stagelight.core.dispatch import CONTEXT
from stagelight.core.program_seed import PROGRAM_SEED
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.graph.graph import Graph, is_valid_name
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.graph.symbolic_errors import leak_error
from stagelight.public import public
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

# Captures of up to this many elements may be written as constants, as TensorFlow writes them.
_CONSTANT_LIMIT = 128
# Of these dtypes there are no constants: a string may be the path of a file that goes with a model.
_BY_REFERENCE = frozenset({"resource", "variant", "string"})

# Under this key of `derived` a clone keeps its original, and the map from old tensors to new. Gradient
# functions of the user's, which run over a clone, hold tensors of the original.
COPIED_FROM = "copied_from"

_BEING_BUILT: Any = object()


def plain_name(graph_name: str) -> str:
    """The name of the function that a graph was traced of: `look` of `__inference_look_131`."""
    return re.sub(r"^__inference_(.*)_\d+$", r"\1", graph_name)


@public("__internal__.FuncGraph")
class FuncGraph(Graph):
    """The graph of a function.

    Attributes:
        inputs: placeholders: the arguments' tensors, then those of captures.
        outputs: the tensors that a call gives.
        captures: (outside tensor, placeholder) in the order of capture.
        enclosing_graph: the graph in which this one was made, None when it was made eagerly. Without one
            given, it is the graph that is being built, and this one is a scratch graph.
        is_scratch: whether it captures symbolic tensors of any graph, as TensorFlow's do: Keras 2 infers
            shapes in such graphs, one for each layer, which are never called.
        control_outputs: operations that run though no output needs them.
        control_captures: operations of graphs around that operations here wait for.
        structured_input_signature, structured_outputs: the function's arguments and results.
        argument_types: the arguments with their trace types where they say their own, None if not known.
        must_compile: whether it is an error that a part of it cannot be compiled.
        attributes: what `tf.function` was given as `experimental_attributes`.
        limits: what each call may take of time and memory, None for all that there is. A graph made in a
            graph that has some has the same.
    """

    is_function = True

    def __init__(self, name: str, enclosing_graph: Any = _BEING_BUILT) -> None:
        super().__init__(name)
        self.is_scratch = enclosing_graph is _BEING_BUILT
        if self.is_scratch:
            enclosing_graph = CONTEXT.stage
        self.enclosing_graph: Graph | None = enclosing_graph
        self.inputs: list[SymbolicTensor] = []
        self.outputs: list[SymbolicTensor] = []
        self.control_outputs: list[Operation] = []
        self.control_captures: list[Operation] = []
        self.structured_input_signature: Any = None
        self.argument_types: Any = None
        self.structured_outputs: Any = None
        self.must_compile = False
        self.attributes: Mapping[str, Any] = {}
        self.limits: Limits | None = getattr(enclosing_graph, "limits", None)
        self._variables: dict[int, Any] = {}
        self.executables: dict[Any, Any] = {}  # The runtime's: what runs the graph, by placement.
        self.derived: dict[Any, Any] = {}  # What higher floors made of the finished graph.
        self._captures: dict[int, tuple[Tensor, SymbolicTensor]] = {}
        self._captured_of: dict[int, Tensor] = {}
        self.seed = PROGRAM_SEED.value if enclosing_graph is None else enclosing_graph.seed
        if enclosing_graph is not None:
            self.name_stack = enclosing_graph.name_stack

    @property
    def outer_graph(self) -> Graph:
        """The graph in which this one was made, as TensorFlow calls it: eagerly an empty one."""
        return _OUTERMOST if self.enclosing_graph is None else self.enclosing_graph

    @property
    def variables(self) -> list[Any]:
        """The variables that the function reads or writes, in order of first use."""
        return list(self._variables.values())

    @property
    def captures(self) -> list[tuple[Tensor, SymbolicTensor]]:
        """(outside tensor, placeholder), in the order of capture."""
        return list(self._captures.values())

    @property
    def external_captures(self) -> list[Tensor]:
        """The captured tensors outside."""
        return [outside for outside, _ in self._captures.values()]

    @property
    def internal_captures(self) -> list[SymbolicTensor]:
        """The placeholders that stand for the captured tensors."""
        return [placeholder for _, placeholder in self._captures.values()]

    def add_input(
        self, dtype: DType, shape: TensorShape, name: str, handle_data: Any = None
    ) -> SymbolicTensor:
        """Adds an argument's placeholder."""
        placeholder = self.placeholder(dtype, shape, name, handle_data)
        self.inputs.append(placeholder)
        return placeholder

    def placeholder(
        self, dtype: DType, shape: TensorShape, name: str, handle_data: Any = None
    ) -> SymbolicTensor:
        """A placeholder that is no input yet. TF: a name that is none of an operation is not used."""
        attrs = {"dtype": dtype, "shape": shape}
        full_name = f"{self.name_stack}/{name}" if self.name_stack else name
        name = name if is_valid_name(full_name) else "Placeholder"
        tensor = self.add(registry.lookup("Placeholder"), (), attrs, name).outputs[0]
        tensor.handle_data = handle_data
        return tensor

    def capture(self, tensor: Tensor, name: str | None = None) -> SymbolicTensor:
        """The placeholder for a tensor from outside, made at its first use.

        Raises:
            TypeError: a symbolic tensor of a graph that does not enclose this one.
        """
        if isinstance(tensor, SymbolicTensor) and tensor.graph is self:
            return tensor
        key = id(tensor)
        found = self._captures.get(key)
        if found is not None:
            return found[1]
        if isinstance(tensor, EagerTensor):
            handle_data = _handle_data_of(tensor) if _is_handle(tensor) else None
            return self._captured(tensor, name or "captured", handle_data)
        if not isinstance(tensor, SymbolicTensor):
            raise TypeError(f"An op takes tensors. Received: {tensor!r}")
        if not self._may_capture_from(tensor.graph):
            raise leak_error(tensor)
        outer = self.enclosing_graph
        if not self.is_scratch and outer is not None and tensor.graph is not outer:
            # Each graph between takes it in from the one around.
            outer.capture(tensor)
        return self._captured(tensor, name or tensor.op.name.rpartition("/")[2], tensor.handle_data)

    def control_operation(self, item: Any) -> Operation | None:
        """The operation to wait for; None for one of a graph around, for which the call waits."""
        if isinstance(item, Operation) and item.graph is not self:
            self.control_captures.append(item)
            return None
        return super().control_operation(item)

    def _captured(self, tensor: Tensor, name: str, handle_data: Any) -> SymbolicTensor:
        placeholder = self.placeholder(tensor.dtype, tensor.shape, name, handle_data)
        self.add_capture(tensor, placeholder)
        return placeholder

    def keep_inputs(self, positions: Sequence[int]) -> None:
        """Drops all other inputs, which nothing takes: for passes, on graphs of their own."""
        kept = [self.inputs[i] for i in positions]
        gone = {tensor.op for tensor in self.inputs}.difference(tensor.op for tensor in kept)
        self.inputs = kept
        for key, (_, placeholder) in list(self._captures.items()):
            if placeholder.op in gone:
                del self._captures[key], self._captured_of[id(placeholder)]
        self.replace_operations(lambda operation: operation not in gone)

    def take_as_inputs(self, arguments: Sequence[SymbolicTensor]) -> None:
        """Makes placeholders the arguments; those among them that were captures are none any more."""
        taken = set(map(id, arguments))
        for key, (_, placeholder) in list(self._captures.items()):
            if id(placeholder) in taken:
                del self._captures[key], self._captured_of[id(placeholder)]
        self.inputs = [*arguments, *self.internal_captures]

    def add_capture(self, outside: Tensor, placeholder: SymbolicTensor) -> None:
        """Makes a placeholder of this graph stand for a tensor outside, which will be read often."""
        if isinstance(outside, EagerTensor):
            outside._array = aligned(outside._array)
        self._captures[id(outside)] = (outside, placeholder)
        self._captured_of[id(placeholder)] = outside
        self.inputs.append(placeholder)

    def bind_captures(self, outside: Sequence[Tensor]) -> None:
        """Says which tensors outside the last inputs stand for, where the graph was not traced."""
        count = len(self.inputs) - len(outside)
        placeholders = self.inputs[count:]
        del self.inputs[count:]
        for tensor, placeholder in zip(outside, placeholders, strict=True):
            if isinstance(tensor, EagerTensor) and id(tensor) in self._captures:
                tensor = EagerTensor(tensor._array, tensor.dtype)  # One for each placeholder.
            self.add_capture(tensor, placeholder)

    def _may_capture_from(self, graph: Graph) -> bool:
        """Whether a graph encloses this one; for scratch graphs, whether it is not inside of this one."""
        if self.is_scratch:
            return not _encloses(self, graph)
        outer = self.enclosing_graph
        while outer is not None:
            if outer is graph or is_copy_of(outer, graph):
                return True
            if isinstance(outer, FuncGraph) and outer.is_scratch:
                return outer._may_capture_from(graph)
            outer = getattr(outer, "enclosing_graph", None)
        return False

    def captured(self, tensor: SymbolicTensor) -> Tensor | None:
        """The tensor outside that a placeholder stands for, None for other tensors."""
        return self._captured_of.get(id(tensor))

    def captured_constant(self, tensor: SymbolicTensor) -> EagerTensor | None:
        """The eager value that a capture stands for, None for other tensors.

        A capture of what is a capture itself in the graph around stands for the same value.
        """
        outside = self._captured_of.get(id(tensor))
        while isinstance(outside, SymbolicTensor) and isinstance(outside.graph, FuncGraph):
            outside = outside.graph._captured_of.get(id(outside))
        if isinstance(outside, EagerTensor) and not _is_handle(outside):
            return outside
        return None

    def captured_symbol(self, tensor: SymbolicTensor) -> SymbolicTensor | None:
        """The tensor of the graph around that a tensor is a capture of, while this graph is traced.

        What is known of it then is known of the capture. A copy of the graph may get other tensors.
        """
        outside = self._captured_of.get(id(tensor))
        if not isinstance(outside, SymbolicTensor):
            return None
        traced: Any = CONTEXT.stage
        while traced is not None and traced is not self:
            traced = getattr(traced, "enclosing_graph", None)
        return None if traced is None else outside

    def small_constant(self, tensor: SymbolicTensor) -> EagerTensor | None:
        """The value of a capture that may be written as a constant where gradients are not asked for."""
        value = self.captured_constant(tensor)
        if value is None or value.dtype.name in _BY_REFERENCE:
            return None
        return value if value._array.size <= _CONSTANT_LIMIT else None

    def variable_accessed(self, variable: Any) -> None:
        """Notes that the function uses a variable, and so do the functions around."""
        if id(variable) not in self._variables:
            self._variables[id(variable)] = variable
            if self.enclosing_graph is not None:
                self.enclosing_graph.variable_accessed(variable)

    def __repr__(self) -> str:
        return f"FuncGraph(name={self.name}, id={id(self)})"


def _encloses(outer: Graph, graph: Graph) -> bool:
    """Whether a graph was made inside of another."""
    inner: Any = graph
    while inner is not None and inner is not outer:
        inner = getattr(inner, "enclosing_graph", None)
    return inner is outer


def has_own_limits(called: FuncGraph, caller: FuncGraph) -> bool:
    """Whether a graph has limits of time and memory that are not those of the graph that calls it."""
    return called.limits is not None and called.limits != caller.limits


def is_copy_of(copy: Graph, graph: Graph) -> bool:
    """Whether a graph is a clone of another, or of a clone of it."""
    while isinstance(copy, FuncGraph) and COPIED_FROM in copy.derived:
        copy, _ = copy.derived[COPIED_FROM]
        if copy is graph:
            return True
    return False


def tensor_in_copy(graph: Any, tensor: SymbolicTensor) -> SymbolicTensor:
    """What stands in a graph for a tensor of the graph that it is a copy of; other tensors as they are.

    The user's own gradient functions hold tensors of the graph that was traced.
    """
    maps = []
    while graph is not tensor.graph:
        if not isinstance(graph, FuncGraph) or COPIED_FROM not in graph.derived:
            return tensor
        graph, copies = graph.derived[COPIED_FROM]
        maps.append(copies)
    for copies in reversed(maps):
        tensor = copies[id(tensor)]
    return tensor


def branches_of(operation: Operation) -> list[FuncGraph]:
    """The graphs of an `If` or `Case` operation, in their order."""
    attrs = operation.attrs
    if "branches" in attrs:
        return list(attrs["branches"])
    return [attrs["then_branch"], attrs["else_branch"]]


def _is_handle(tensor: EagerTensor) -> bool:
    return tensor.dtype.name in ("resource", "variant")


def _handle_data_of(tensor: EagerTensor) -> Any:
    array: np.ndarray = tensor._array
    return getattr(array[()], "handle_data", None) if array.ndim == 0 else None


_OUTERMOST = Graph()
