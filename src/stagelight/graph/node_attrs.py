"""The attrs of `NodeDef`s: those of the op's signature, and notes of the program that wrote them.

A graph has many nodes that are alike but for their names and inputs: what their attrs say is read once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from stagelight.core import registry
from stagelight.core.op_def import REQUIRED, OpDef
from stagelight.graph.attr_values import PlainAttrs
from stagelight.graph.node_references import output_ranges
from stagelight.graph.operation import SymbolicTensor
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape

# Attrs that tell TensorFlow's executors how to run an op, and change no value.
_WITHOUT_MEANING = frozenset(
    {"use_cudnn_on_gpu", "cudnn_on_gpu", "use_locking", "experimental_debug_info", "debug_name"}
)

# The attr in which a program that wrote a graph may tell the shapes of a node's outputs.
_SHAPES = "_output_shapes"

# Bytes; larger nodes have large constants, of which two are seldom alike.
_LARGEST_ALIKE = 1 << 12


class NodeAttrs:
    """What the attrs of a node say, and of all nodes that are alike.

    Attributes:
        op_def: the node's op.
        all: by name, those of the op's signature, with defaults.
        private: those that begin with "_", but for the shapes of the outputs.
    """

    __slots__ = ("_dtypes", "_explicit", "_has_lists", "_ranges", "all", "op_def", "private")

    def __init__(self, op_def: OpDef, attrs: dict[str, Any], private: dict[str, Any]) -> None:
        self.op_def = op_def
        self.all = attrs
        self.private = private
        self._explicit = {key: attrs[key] for key in attrs if key in op_def.explicit_attrs}
        self._has_lists = any(isinstance(value, list) for value in self._explicit.values())
        takes_lists = any(arg.is_list for arg in op_def.inputs)
        self._dtypes = None if takes_lists else self._required_dtypes(0)
        gives_lists = any(arg.is_list for arg in op_def.outputs)
        self._ranges = None if gives_lists else output_ranges(op_def, (), attrs)

    def explicit(self) -> dict[str, Any]:
        """Those that no input implies, for an operation: with lists of its own."""
        return _with_own_lists(self._explicit) if self._has_lists else self._explicit.copy()

    def notes(self) -> dict[str, Any]:
        """The private ones, for an operation that keeps them: with lists of its own."""
        return _with_own_lists(self.private)

    def output_ranges(self, inputs: Sequence[SymbolicTensor]) -> Mapping[str, tuple[int, int]]:
        """As `node_references.output_ranges`."""
        if self._ranges is not None:
            return self._ranges
        return output_ranges(self.op_def, inputs, self.all)

    def check_inputs(self, inputs: Sequence[SymbolicTensor]) -> None:
        """Checks number and dtypes of the inputs.

        Raises:
            ValueError: the attrs say something else.
        """
        required = self._dtypes
        if required is None:
            required = self._required_dtypes(len(inputs))
        if [tensor._dtype for tensor in inputs] == required:
            return
        if len(required) != len(inputs):
            raise ValueError(
                f"the op takes {len(required)} inputs by its attrs. Received {len(inputs)}"
            )
        for position, (dtype, tensor) in enumerate(zip(required, inputs, strict=True)):
            if tensor.dtype is not dtype:
                raise ValueError(
                    f"Input {position} was passed {tensor.dtype.name} from {tensor.name} incompatible "
                    f"with expected {dtype.name}."
                )

    def _required_dtypes(self, count: int) -> list[DType]:
        """The dtypes of so many inputs; of another number of them, if the attrs want one."""
        required: list[DType] = []
        for arg in self.op_def.inputs:
            if arg.types_attr is not None:
                required.extend(self.all[arg.types_attr])
                continue
            dtype = self.all[str(arg.type_attr)] if arg.dtype is None else arg.dtype
            number = 1 if arg.number_attr is None else self.all[arg.number_attr]
            # Bounded, since the number comes from outside.
            required.extend([dtype] * min(number, count + 1))
        return required


def _with_own_lists(attrs: Mapping[str, Any]) -> dict[str, Any]:
    return {key: x.copy() if isinstance(x, list) else x for key, x in attrs.items()}


class NodeAttrsReader:
    """Reads the attrs of nodes.

    Args:
        library: the `FunctionLibrary` of the functions among them.
        producer_op_list: None, or the `OpList` of who wrote the nodes: attrs that are not known here may
            have their default there.

    Attributes:
        plain: reads single attrs that are no functions.
    """

    def __init__(self, library: Any, producer_op_list: Any = None) -> None:
        self.plain = PlainAttrs()
        self._library = library
        ops = () if producer_op_list is None else producer_op_list.op
        self._producer_defaults = {
            (op.name, attr.name): attr.default_value for op in ops for attr in op.attr
        }
        self._known: dict[tuple[Any, ...], NodeAttrs] = {}
        self._known_shapes: dict[bytes, list[TensorShape]] = {}

    def read(
        self, node: Any, inputs: Sequence[SymbolicTensor]
    ) -> tuple[NodeAttrs, Sequence[TensorShape]]:
        """The attrs of a node, and the shapes that it says its outputs have.

        Args:
            node: the `NodeDef`.
            inputs: its inputs; the last ones are what functions among the attrs are called with.

        Raises:
            NotImplementedError: the op is not known.
            ValueError: an attr is missing, has a value that it cannot have, or is not known.
        """
        if node.ByteSize() > _LARGEST_ALIKE:
            return self._read(node, inputs), self._shapes(node.attr.get(_SHAPES))
        parts = {name: x.SerializeToString() for name, x in node.attr.items()}
        key = parts.pop(_SHAPES, b"")
        shapes = self._known_shapes.get(key)
        if shapes is None:
            shapes = self._known_shapes[key] = self._shapes(node.attr.get(_SHAPES))
        key = node.op, *parts.items()
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._read(node, inputs)
        return found, shapes

    def _shapes(self, message: Any) -> list[TensorShape]:
        """The shapes in an attr; what is no list of shapes means nothing here."""
        if message is None:
            return []
        try:
            shapes: list[TensorShape] = self.plain.get(message, "list(shape)", self._library.graph)
        except ValueError:
            return []
        return shapes

    def _read(self, node: Any, inputs: Sequence[SymbolicTensor]) -> NodeAttrs:
        op_def = registry.lookup(node.op)
        graph_of = partial(self._library.graph, handle_data=handle_data_of(inputs))
        attrs: dict[str, Any] = {}
        private: dict[str, Any] = {}
        for key, message in node.attr.items():
            definition = op_def.attrs.get(key)
            if key == _SHAPES:
                continue
            if definition is None and not key.startswith("_"):
                self._check_droppable(node, key, message)
                continue
            kind = None if definition is None else definition.kind
            try:
                value = self.plain.get(message, kind, graph_of)
            except ValueError as error:
                if definition is None:
                    continue  # A note of another program, of a kind that means nothing here.
                raise ValueError(f"attr {key!r}: {error}") from error
            if definition is None:
                private[key] = value
                continue
            allowed = definition.allowed
            if allowed is not None and value not in allowed:
                shown = value.name if isinstance(value, DType) else value
                raise ValueError(
                    f"attr {key!r} has the value {shown!r}, which the op does not allow"
                )
            attrs[key] = value
        for key, definition in op_def.attrs.items():
            if key not in attrs:
                if definition.default is REQUIRED:
                    raise ValueError(f"NodeDef missing attr {key!r}")
                attrs[key] = definition.default
        return NodeAttrs(op_def, attrs, private)

    def _check_droppable(self, node: Any, key: str, message: Any) -> None:
        """Checks that an attr that is not known may be left out.

        Raises:
            ValueError: it may change what the op does.
        """
        if key in _WITHOUT_MEANING:
            return
        default = self._producer_defaults.get((node.op, key))
        if default is not None and default == message:
            return
        field = message.WhichOneof("value")
        if field in ("b", "i", "s", "list") and not _is_filled(message, field):
            return
        raise ValueError(f"NodeDef mentions attr {key!r}, which is not in the op's signature")


def _is_filled(message: Any, field: str) -> bool:
    value = getattr(message, field)
    return bool(value.ListFields()) if field == "list" else bool(value)


def handle_data_of(inputs: Sequence[SymbolicTensor]) -> list[Any]:
    """What is known of the variables behind inputs: nothing is known of other tensors."""
    return [x.handle_data if x.dtype.name == "resource" else None for x in inputs]
