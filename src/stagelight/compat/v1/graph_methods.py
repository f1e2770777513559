"""What TensorFlow 1 asks of a `tf.Graph` besides its operations: what may be fed and fetched, and places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from traceback import FrameSummary, StackSummary
from typing import Any

from stagelight.core import registry
from stagelight.core.dispatch import CONTEXT
from stagelight.core.placement import device_text
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.formats.versions import MIN_CONSUMER, PRODUCER
from stagelight.graph.attr_values import get_attr
from stagelight.graph.function_library import FunctionLibrary
from stagelight.graph.graph import Graph
from stagelight.graph.library_functions import functions_of
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.public import publish_method
from stagelight.state.variable_operations import GROUPS_OF_INITIALIZERS
from stagelight.types.devices import merge_names

# The attr with the names of the operations that one is placed with.
_GROUPS = "_class"

_NOT_FED = "not fed"
_NOT_FETCHED = "not fetched"


def prevent_feeding(self: Graph, tensor: Any) -> None:
    """Makes a tensor one that sessions refuse to be fed."""
    self.attached.setdefault(_NOT_FED, set()).add(tensor)


def is_feedable(self: Graph, tensor: Any) -> bool:
    """Whether sessions may be fed a tensor."""
    return tensor not in self.attached.get(_NOT_FED, ())


def prevent_fetching(self: Graph, op: Any) -> None:
    """Makes an operation one that sessions refuse to run for its values."""
    self.attached.setdefault(_NOT_FETCHED, set()).add(op)


def is_fetchable(self: Graph, tensor_or_op: Any) -> bool:
    """Whether sessions may be asked for a tensor or operation."""
    is_tensor = isinstance(tensor_or_op, SymbolicTensor)
    op = tensor_or_op.op if is_tensor else tensor_or_op
    return op not in self.attached.get(_NOT_FETCHED, ())


def get_name_scope(self: Graph) -> str:
    """The name scope that stands, without a slash at its end."""
    return self.name_stack


@contextmanager
def colocate_with(self: Graph, op: Any, ignore_existing: bool = False) -> Iterator[None]:
    """Places the operations made inside where another one is, whatever is around; None for no place."""
    if op is None:
        with self.device(None):
            yield
        return
    target: Operation = getattr(op, "op", op)

    def place(operation: Operation) -> str:
        known = () if ignore_existing else operation.attrs.get(_GROUPS, ())
        operation.attrs[_GROUPS] = sorted({*known, *target.colocation_groups()})  # type: ignore[attr-defined]
        return target.device

    with self.device(None), self.device(place):
        yield


def create_op(
    self: Graph,
    op_type: str,
    inputs: Sequence[Any],
    dtypes: Any = None,
    input_types: Any = None,
    name: str | None = None,
    attrs: Mapping[str, Any] | None = None,
    op_def: Any = None,
    compute_shapes: bool = True,
    compute_device: bool = True,
) -> Operation:
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
    for i, tensor in enumerate(inputs):
        if not isinstance(tensor, Tensor):
            raise TypeError(f"Input #{i} is not a tensor: {tensor!r}")
    known = registry.lookup(op_type)
    library = FunctionLibrary(self.as_graph_def().library) if attrs else FunctionLibrary()
    values = {
        key: get_attr(message, known.attrs[key].kind, library.graph)
        if key in known.attrs
        else get_attr(message, None, library.graph)
        for key, message in (attrs or {}).items()
        if key in known.explicit_attrs or key.startswith("_")
    }
    return self.add(known, inputs, values, name)


@contextmanager
def container(self: Graph, container_name: str) -> Iterator[str]:
    """Says of the resources made inside to which container they belong: `with graph.container("a"):`."""
    first = len(self.operations)
    try:
        yield container_name
    finally:
        for operation in self.operations[first:]:
            if "container" in operation.op_def.attrs and not operation.attrs.get("container"):
                operation.attrs["container"] = container_name


def colocation_groups(self: Operation) -> list[bytes]:
    """The operations that this one is placed with: `[b"loc:@name"]`, by default itself."""
    of_initializers = self.graph.attached.get(GROUPS_OF_INITIALIZERS, {})
    own = of_initializers.get(self.name) or f"loc:@{self.name}".encode()
    return list(self.attrs.get(_GROUPS, ())) or [own]


def _traceback(self: Operation) -> StackSummary:
    """Where the program made the operation, the outer calls first."""
    return StackSummary.from_list(
        [FrameSummary(file, line, function) for file, line, function in reversed(self.frames)]
    )


def _versions(self: Graph) -> Any:
    return schema.VersionDef(producer=PRODUCER, min_consumer=MIN_CONSUMER)


def _apply_device_functions(self: Graph, op: Any) -> None:
    """Gives an object the device of the operations that are made now: Keras 2 learns it by one of its own."""
    device = CONTEXT.device
    for place, outer in self._device_functions:
        device = merge_names(outer, device_text(place(op)))
    op._set_device_from_string(device)


for _method in (
    _apply_device_functions,
    colocate_with,
    container,
    create_op,
    get_name_scope,
    is_feedable,
    is_fetchable,
    prevent_feeding,
    prevent_fetching,
):
    publish_method(Graph, _method.__name__, _method)

for _name, _getter in {
    "graph_def_versions": _versions,
    "building_function": lambda self: self.is_function,
    "_functions": functions_of,
    "version": lambda self: len(self.operations),
}.items():
    publish_method(Graph, _name, property(_getter))

publish_method(Operation, "colocation_groups", colocation_groups)
publish_method(Operation, "traceback", property(_traceback))
