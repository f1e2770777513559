"""The objects of a model that is saved: which there are, and what is told of each.

variable    dtype, shape and name; its value is in the checkpoint
function    its traces, and how Python calls it
constant    a tensor that a function captured: an operation of the graph
inside      a tensor of a function that a gradient captured: its name
asset       a file
resource    a table or its like: functions that make and fill it
others      their children, by name
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight import nest
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.graph.effects import graphs_within
from stagelight.graph.operation import SymbolicTensor
from stagelight.graph.structured_values import UnnamedSpecError, encoded
from stagelight.ops.host.python_texts import is_python_text
from stagelight.saving.object_graph import Node, children_of, name_of_values, nodes_from
from stagelight.saving.saved_model.custom_gradients import gradients_of
from stagelight.saving.saved_model.function_specs import (
    write_function_spec,
    write_spec_of_trace,
)
from stagelight.saving.saved_model.restored import RestoredFunction, RestoredResource
from stagelight.saving.saved_model.revived_types import type_of
from stagelight.saving.saved_model.signatures import SignatureMap, argument_names
from stagelight.saving.saved_model.variable_arguments import with_variables_as_inputs
from stagelight.staging.bound_function import BoundFunction
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.staging.function import Function
from stagelight.state.asset import Asset
from stagelight.state.resource import TrackableResource
from stagelight.state.trackable import Trackable
from stagelight.types.dtypes import string
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import type_spec_from_value

_HANDLES = ("resource", "variant")


def saved_children(value: Any, cache: dict[Any, Any]) -> dict[str, Any]:
    """The children of an object by name, with its staged functions.

    Args:
        value: the object.
        cache: what objects keep while a model is saved.
    """
    if isinstance(value, (Function, ConcreteFunction)):
        return {}
    children = children_of(value, "savedmodel", cache=cache)
    return {
        name: child._function if isinstance(child, BoundFunction) else child
        for name, child in children.items()
    }


class SavedObjects:
    """All objects that are reached from a root.

    Args:
        root: the object.
        children_of_root: its children, as they were found.
        signatures: its functions that are called by name, which become a child of it.
        with_gradient_functions: whether what computes the gradients that users wrote is saved.
        cache: what objects keep while a model is saved.

    Attributes:
        nodes: the objects with their positions, the root first; constants come last.
        functions: the traces that are saved, each once, with those of gradients.
        gradients: the gradients that users wrote.
        captured: the position of the object that a captured tensor belongs to, by the tensor's `id`.
        constants: the captured tensors that belong to no object.
        assets, resources, variables: the objects of these kinds.
    """

    def __init__(
        self,
        root: Any,
        children_of_root: dict[str, Any],
        signatures: SignatureMap,
        with_gradient_functions: bool,
        cache: dict[Any, Any],
    ) -> None:
        self._root = root
        self._cache = cache
        self._signatures = signatures
        self._traces: dict[int, list[ConcreteFunction]] = {}
        self._functions_of_resources: dict[int, dict[str, Function]] = {}
        # A property may make its function anew each time: the first one is kept, by object and name.
        self._functions_of: dict[tuple[int, str], Any] = {}
        self._keep_functions(root, children_of_root)
        self._captured_ids: set[int] = set()
        self.nodes: list[Node] = self._all_nodes()
        values = [node.value for node in self.nodes]
        self.variables = [value for value in values if hasattr(value, "_write_object_proto")]
        self.assets = [value for value in values if isinstance(value, Asset)]
        self.resources = [value for value in values if isinstance(value, TrackableResource)]
        # The positions of the functions that save and restore a resource's own values, by its `id`.
        self._value_functions: dict[int, tuple[int, int]] = {}
        self._add_value_functions()
        self.functions = list(
            dict.fromkeys(trace for x in self.nodes for trace in self.traces_of(x.value))
        )
        self.gradients = gradients_of(self.functions, with_gradient_functions)
        self.functions += [x.function for x in self.gradients if x.function is not None]
        self.captured = self._tensors_of_objects()
        self.constants = self._constants()

    def _all_nodes(self) -> list[Node]:
        """The objects. Tracing may give them further children, and say which resources are captured."""
        count = 0
        while True:
            nodes = nodes_from(self._root, self._children_of)
            traces = (trace for node in nodes for trace in self.traces_of(node.value))
            captured = {id(tensor) for trace in traces for tensor in trace.captured_inputs}
            if len(nodes) == count and captured <= self._captured_ids:
                return nodes
            count = len(nodes)
            self._captured_ids |= captured

    def _is_needed(self, child: Any) -> bool:
        """Whether a child is saved: a resource may be there for the functions that capture it only."""
        return not getattr(child, "_is_saved_if_captured", False) or (
            id(child.resource_handle) in self._captured_ids
        )

    def _children_of(self, value: Any) -> dict[str, Any]:
        found = saved_children(value, self._cache).items()
        needed = {name: child for name, child in found if self._is_needed(child)}
        children = self._keep_functions(value, needed)
        if value is self._root:
            return {**children, "signatures": self._signatures}
        if isinstance(value, TrackableResource):
            return {**children, **self.functions_of(value)}
        return children

    def _keep_functions(self, value: Any, children: dict[str, Any]) -> dict[str, Any]:
        """The children of an object, with the functions that were found first."""
        kept = self._functions_of
        return {
            name: kept.setdefault((id(value), name), child)
            if isinstance(child, (Function, ConcreteFunction))
            else child
            for name, child in children.items()
        }

    def functions_of(self, resource: TrackableResource) -> dict[str, Function]:
        """The staged methods of a resource."""
        found = self._functions_of_resources.get(id(resource))
        if found is None:
            found = self._functions_of_resources[id(resource)] = _staged_methods(resource)
        return found

    def traces_of(self, value: Any) -> list[ConcreteFunction]:
        """The traces of a function that can be saved; none of what is no function."""
        if isinstance(value, ConcreteFunction):
            return [value]
        if not isinstance(value, Function):
            return []
        found = self._traces.get(id(value))
        if found is None:
            traces = map(with_variables_as_inputs, _all_traces(value))
            found = self._traces[id(value)] = [trace for trace in traces if _can_be_saved(trace)]
        return found

    def _add_value_functions(self) -> None:
        for resource in self.resources:
            if name_of_values(resource) is None:
                continue
            first = len(self.nodes)
            self.nodes += [Node(x, "", {}) for x in _functions_of_values(resource)]
            self._value_functions[id(resource)] = (first, first + 1)

    # What functions capture.

    def _tensors_of_objects(self) -> dict[int, int]:
        positions: dict[int, int] = {}
        for position, node in enumerate(self.nodes):
            value = node.value
            if isinstance(value, Asset):
                positions.setdefault(id(value.asset_path), position)
            elif isinstance(value, TrackableResource):
                positions.setdefault(id(value.resource_handle), position)
            elif hasattr(value, "_write_object_proto"):
                positions.setdefault(id(value.handle), position)
        return positions

    def _constants(self) -> list[EagerTensor]:
        constants = []
        for function in self.functions:
            _refuse_texts_by_python(function)
            for tensor, inside in zip(
                function.captured_inputs, function.graph.internal_captures, strict=True
            ):
                if id(tensor) in self.captured:
                    continue
                if isinstance(tensor, SymbolicTensor):  # Of the function that a gradient is of.
                    self.captured[id(tensor)] = len(self.nodes)
                    self.nodes.append(Node(tensor, "", {}))
                    continue
                if not isinstance(tensor, EagerTensor) or tensor.dtype.name in _HANDLES:
                    raise _untracked(function, tensor, inside)
                self.captured[id(tensor)] = len(self.nodes)
                self.nodes.append(Node(tensor, "", {}))
                constants.append(tensor)
        return constants

    # The message.

    def write(
        self,
        graph: Any,
        names: dict[int, str],
        constants: dict[int, str],
        names_of_tensor: Callable[[Any], tuple[str, str]],
    ) -> None:
        """Fills a `SavedObjectGraph`.

        Args:
            graph: the message.
            names: of the traces' graphs in the library, by the traces' `id`.
            constants: the names of the operations of constants, by the `id` of their tensors.
            names_of_tensor: gives for a tensor of a function the names of both.
        """
        for node in self.nodes:
            message = graph.nodes.add()
            for name, position in node.children.items():
                message.children.add(node_id=position, local_name=name)
            if isinstance(node.value, SymbolicTensor):
                inside = message.captured_tensor
                inside.concrete_function, inside.name = names_of_tensor(node.value)
            else:
                self._write_object(message, node.value, names, constants)
        for function in self.functions:
            message = graph.concrete_functions[names[id(function)]]
            message.bound_inputs.extend(self.captured[id(x)] for x in function.captured_inputs)
            try:
                inputs = function.structured_input_signature
                message.canonicalized_input_signature.CopyFrom(encoded(inputs))
                outputs = _specs_of_results(function.graph.structured_outputs)
                message.output_signature.CopyFrom(encoded(outputs))
            except ValueError as error:
                raise ValueError(
                    f"The function {function.name!r} cannot be saved: {error}"
                ) from None

    def _write_object(
        self, message: Any, value: Any, names: dict[int, str], constants: dict[int, str]
    ) -> None:
        if isinstance(value, EagerTensor):
            message.constant.operation = constants[id(value)]
        elif hasattr(value, "_write_object_proto"):
            value._write_object_proto(message, None)
        elif isinstance(value, Asset):
            message.asset.asset_file_def_index = self.assets.index(value)
        elif isinstance(value, TrackableResource):
            message.resource.SetInParent()
            if id(value) in self._value_functions:
                saveable = message.saveable_objects[name_of_values(value)]
                saveable.save_function, saveable.restore_function = self._value_functions[id(value)]
        elif isinstance(value, ConcreteFunction):
            proto = message.bare_concrete_function
            proto.concrete_function_name = names[id(value)]
            proto.argument_keywords.extend(argument_names(value))
            proto.allowed_positional_arguments = _positional_count(value)
            write_spec_of_trace(proto.function_spec, value)
        elif isinstance(value, Function):
            proto = message.function
            proto.concrete_functions.extend(names[id(trace)] for trace in self.traces_of(value))
            write_function_spec(proto.function_spec, value._signature)
        else:
            _write_user_object(message.user_object, value)


def _write_user_object(proto: Any, value: Any) -> None:
    kind = type_of(value)
    if kind is not None:
        proto.identifier = kind.identifier
        kind.versions[0].write(proto.version)
        return
    proto.identifier = _identifier(value)
    proto.version.producer = proto.version.min_consumer = 1


def _identifier(value: Any) -> str:
    """What kind of object it is, for loading."""
    if isinstance(value, SignatureMap):
        return "signature_map"
    for kind, identifier in (
        (list, "trackable_list_wrapper"),
        (dict, "trackable_dict_wrapper"),
        (tuple, "trackable_tuple_wrapper"),
    ):
        if isinstance(value, kind):
            return identifier
    own: str = getattr(value, "_object_identifier", Trackable._object_identifier)
    return own


def _staged_methods(resource: TrackableResource) -> dict[str, Function]:
    """Functions that make and fill a resource; those that do so return a number, as TensorFlow's do."""
    if isinstance(resource, RestoredResource):
        return resource.functions

    def _create_resource() -> Any:
        return resource._create_resource()

    def _initialize() -> int:
        resource._initialize()
        return 1

    def _destroy_resource() -> int:
        resource._destroy_resource()
        return 1

    return {
        method.__name__: Function(method, input_signature=(), autograph=False)
        for method in (_create_resource, _initialize, _destroy_resource)
    }


def _functions_of_values(resource: TrackableResource) -> list[ConcreteFunction]:
    """Functions that give a resource's values with their keys in a checkpoint, and that take them."""
    now = resource._serialize_to_tensors()
    names = list(now)

    def save_fn(checkpoint_key: Any) -> list[dict[str, Any]]:
        values = resource._serialize_to_tensors()
        return [
            {
                "name": raw.StringJoin([checkpoint_key, convert_to_tensor(name)]),
                "slice_spec": convert_to_tensor(""),
                "tensor": values[name],
            }
            for name in names
        ]

    def restore_fn(*restored_tensors: Any) -> int:
        resource._restore_from_tensors(dict(zip(names, restored_tensors, strict=True)))
        return 1

    specs = [TensorSpec(None, value.dtype) for value in now.values()]
    return [
        Function(save_fn, autograph=False).get_concrete_function(TensorSpec([], string)),
        Function(restore_fn, autograph=False).get_concrete_function(*specs),
    ]


def _all_traces(function: Function) -> list[ConcreteFunction]:
    """The traces of a function; one is made first if an `input_signature` says for what."""
    if function.input_signature is not None and not isinstance(function, RestoredFunction):
        function.get_concrete_function()
    return function._list_all_concrete_functions()


def _can_be_saved(function: ConcreteFunction) -> bool:
    """Whether a trace stands on its own: it needs no graph around it, and no objects as arguments."""
    if not all(isinstance(tensor, EagerTensor) for tensor in function.captured_inputs):
        return False
    try:
        encoded(function.structured_input_signature)
    except UnnamedSpecError:
        raise
    except ValueError:
        return False
    return True


def _specs_of_results(results: Any) -> Any:
    """Specs in the form of the results, named by their places in it, as TensorFlow names them."""

    def spec(path: tuple[Any, ...], value: Any) -> Any:
        if isinstance(value, Tensor):
            return TensorSpec(value.shape, value.dtype, _name_of_place(path))
        return type_spec_from_value(value) if isinstance(value, CompositeTensor) else value

    leaves = [spec(path, value) for path, value in nest.flatten_with_paths(results)]
    return nest.pack_sequence_as(results, leaves)


def _name_of_place(path: tuple[Any, ...]) -> str:
    """`a_0` for what is in `{"a": [...]}`; positions in the outermost sequence are those of tensors."""
    if not path:
        return "unknown"
    prefix = "tensor_" if isinstance(path[0], int) else ""
    return prefix + "_".join(map(str, path))


def _positional_count(function: ConcreteFunction) -> int:
    """How many of a trace's tensors may be given by position."""
    keywords = argument_names(function)
    if len(keywords) == 1:
        return 1
    args, _ = function.structured_input_signature
    leaves = nest.flatten(args, expand_composites=True)
    return sum(isinstance(leaf, TensorSpec) for leaf in leaves)


def _untracked(function: ConcreteFunction, tensor: Any, inside: Any) -> AssertionError:
    return AssertionError(
        "Tried to export a function which references an 'untracked' resource. Objects such as "
        "tf.Variable that functions capture must be 'tracked': set as an attribute of the object that "
        f"is saved, or of one of its children. Function name = {function.name}; captured tensor = "
        f"{tensor!r}; inside of the function it is {inside.name}. (AG412)"
    )


def _refuse_texts_by_python(function: ConcreteFunction) -> None:
    """Refuses a function whose graph uses a text of tensors that only Python can write.

    Raises:
        ValueError: it does (AG414).
    """
    for graph in graphs_within(function.graph):
        for operation in graph.operations:
            if is_python_text(operation):
                where = "\n".join(
                    line for place in operation.places[-1:] for line in place.lines("    ")
                )
                raise ValueError(
                    f"A text of tensors is used by {function.name}, which cannot be saved: Python writes "
                    "it when the graph runs, and there is none where the model is loaded. Use "
                    "tf.print('x:', x), tf.strings.format or tf.strings.as_string, or a number of digits, "
                    f"as in f'{{x:.3f}}'. (AG414)\n{where}"
                )
