"""`tf.saved_model.load`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from stagelight.core.budget import Limits
from stagelight.core.dispatch import CONTEXT
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.formats.tensor_bundle import BundleReader, index_file
from stagelight.graph.attr_values import get_attr
from stagelight.graph.func_graph import FuncGraph, plain_name
from stagelight.graph.function_library import FunctionLibrary
from stagelight.graph.scopes import init_scope
from stagelight.graph.structured_values import decoded
from stagelight.public import public
from stagelight.runtime.isolated_runs import worker_of
from stagelight.runtime.limited_runs import limited
from stagelight.saving.restoration import Restoration
from stagelight.saving.saved_model import slot_variables
from stagelight.saving.saved_model.custom_gradients import GRADIENT_NAME, give_gradient
from stagelight.saving.saved_model.files import (
    asset_path,
    read_saved_model,
    variables_prefix,
)
from stagelight.saving.saved_model.function_specs import read_function_spec
from stagelight.saving.saved_model.older_models import load_older_model
from stagelight.saving.saved_model.options import LoadOptions
from stagelight.saving.saved_model.restored import (
    RestoredFunction,
    RestoredResource,
    call_attribute,
    check_assigned,
    handle_data_of,
    variable_of,
)
from stagelight.saving.saved_model.revived_types import Setter, registration_for
from stagelight.saving.saved_model.signatures import SignatureMap, packed, with_parameter_names
from stagelight.saving.saved_model.tags import graph_of_tags
from stagelight.saving.saved_model.trust import admission, is_trusted, limits_of, require_no_trust
from stagelight.staging.call_signature import call_signature, plain_signature
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.state.asset import Asset
from stagelight.state.auto_trackable import AutoTrackable
from stagelight.state.data_structures import ListWrapper, _DictWrapper
from stagelight.state.trackable import Trackable
from stagelight.state.variable import Variable


@public("saved_model.load", "compat.v1.saved_model.load_v2")
def load(
    export_dir: Any,
    tags: Any = None,
    options: LoadOptions | None = None,
    trust: str = "full",
    memory: float | None = None,
    seconds: float | None = None,
) -> Any:
    """Loads what `tf.saved_model.save` has written, here or in TensorFlow.

    The object has the attributes of the one that was saved: variables, functions with the traces that they
    had, lists, dicts and objects of these. Functions can be called, differentiated and saved again. In a
    graph of TensorFlow 1 its variables and tables are the graph's, and get their values from a session that
    runs `global_variables_initializer` and `tables_initializer`.

    A model of TensorFlow 1 has no objects: what is loaded has `signatures`, `variables`, the `graph`, and
    `prune(feeds, fetches)`, which makes a function of any part of it.

    Args:
        export_dir: the folder.
        tags: the tags of the graph to load; None for the only one.
        options: see `LoadOptions`.
        trust: "full", or "none" for a model of unknown origin: it is loaded only if its functions compute
            with tensors, variables and tables alone, and use no files, no network and no Python code. They
            run in a worker process, within limits of memory and time (decision 42).
        memory: GiB that a call of a function may take, and loading; None for 8 where the model is not
            trusted, else for all that there is.
        seconds: how long it may take; None for 300 where the model is not trusted, else for no limit.

    Returns:
        The object. Its `signatures` are the functions that are called by name.

    Raises:
        OSError: there is no model, or its file is broken.
        DataLossError: the values are damaged.
        NotImplementedError: functions have ops that are not known; the message lists them all.
        PermissionDeniedError: functions have ops that need trust.
        ResourceExhaustedError: loading takes more memory than it may. Calls raise it, too.
        DeadlineExceededError: loading takes longer than it may. Calls raise it, too.
        ValueError: what the file says cannot be right, or the tags fit no graph, or `memory` or `seconds`
            is no positive number.
        RuntimeError: the tags fit no graph of a model without objects.

    >>> import os, tempfile
    >>> model = tf.Module()
    >>> model.step = tf.Variable(3)
    >>> model.next = tf.function(lambda: model.step.assign_add(1), input_signature=[])
    >>> folder = os.path.join(tempfile.mkdtemp(), "model")
    >>> tf.saved_model.save(model, folder)
    >>> loaded = tf.saved_model.load(folder)
    >>> loaded.next().numpy()
    np.int32(4)
    >>> loaded.step.numpy()
    np.int32(4)
    """
    folder = Path(os.fspath(export_dir))
    trusts = is_trusted(trust)
    limits = limits_of(trusts, memory, seconds, f"The model at {folder}")
    worker = worker_of(limits) if limits else None  # All graphs of the model share it.
    graph = graph_of_tags(read_saved_model(folder), tags, folder)
    with init_scope(), limited(limits) if limits else nullcontext():
        options = options or LoadOptions()
        if graph.HasField("object_graph_def"):
            root = Loader(graph, folder, options, trusts, limits).root()
        else:
            root = load_older_model(graph, folder, options, trusts, limits)
    info = graph.meta_info_def
    root.tensorflow_version = info.tensorflow_version
    root.tensorflow_git_version = info.tensorflow_git_version
    del worker
    return root


# Attributes that objects of Python have for themselves; a module may be called.
_PYTHONS = frozenset(
    {*dir(object), "__dict__", "__weakref__", "__slots__", "__del__", "__getattr__"}
)
_LONGEST_LIST = 1 << 24


class Loader:
    """Makes the objects of a model, each when it is needed."""

    def __init__(
        self,
        graph: Any,
        folder: Path,
        options: LoadOptions,
        trusts: bool,
        limits: Limits | None,
    ) -> None:
        self._folder = folder
        self._limits = limits
        self._options = options
        self._asset_files = graph.asset_file_def
        self._constants = {node.name: node for node in graph.graph_def.node if node.op == "Const"}
        self._function_aliases = graph.meta_info_def.function_aliases
        self._messages = graph.object_graph_def.nodes
        self._traces_told = graph.object_graph_def.concrete_functions
        admit = None if trusts else admission(str(folder))
        self._library = FunctionLibrary(graph.graph_def.library, self._complete, admit)
        self._gradient_functions = {
            x.registered_op_type: x.gradient_func
            for x in graph.graph_def.library.registered_gradients
            if x.gradient_func in self._library and x.gradient_func in self._traces_told
        }
        self._slots = slot_variables.references(self._messages)
        self._nodes: dict[int, Any] = {}
        self._setters: dict[int, Setter] = {}
        self._being_made: set[int] = set()
        self._traces: dict[str, ConcreteFunction] = {}
        # Functions that save and restore an object's own values; TensorFlow alone needs them.
        self._value_functions = {
            position
            for message in self._messages
            for x in message.saveable_objects.values()
            for position in (x.save_function, x.restore_function)
        }
        self._traces_of_functions = {
            name
            for message in self._messages
            if message.WhichOneof("kind") == "function"
            for name in message.function.concrete_functions
        }
        needed = self._needed_traces()
        self._check(needed)
        if not trusts:
            run = [*needed, *self._gradient_functions.values()]
            require_no_trust(self._library.op_names(run), str(folder))

    def take(self, objects: dict[int, tuple[Any, Setter]]) -> None:
        """Puts objects in their places that are made already, with what gives them children."""
        for position, given in objects.items():
            self._nodes[position], self._setters[position] = given

    def node(self, position: int) -> Any:
        """The object at a position, when all are there."""
        return self._nodes[position]

    def root(self) -> Any:
        """The first object, with all that it leads to."""
        if not self._messages:
            raise ValueError(f"The SavedModel at {self._folder} has no objects.")
        values = self._values()
        with values.reading_ahead() if values is not None else nullcontext():
            for position in range(len(self._messages)):
                if position not in self._value_functions and not self._is_inside(position):
                    self._node(position)
            for position, node in self._nodes.items():
                self._add_children(position, node, self._messages[position])
            root = self._nodes[0]
            if values is not None:
                self._restore(root, values)
        for node in self._nodes.values():
            if isinstance(node, RestoredResource):
                self._initialize(node)
        if self._options.experimental_load_function_aliases:
            root.function_aliases = self._functions_by_alias()
        return root

    def _initialize(self, node: RestoredResource) -> None:
        """Fills a table; in a graph adds the operation that does, for sessions to run."""
        stage = CONTEXT.stage
        before = 0 if stage is None else len(stage.operations)
        node._initialize()
        if stage is not None:
            added = stage.operations[before:]
            stage.own_initializers += [x for x in added if x.op_def.has(Trait.CALLS)]

    # Before anything is made.

    def _check(self, needed: Sequence[str]) -> None:
        """Checks what positions and names lead to, and that the ops of all functions are known."""
        count = len(self._messages)
        positions = [x.node_id for message in self._messages for x in message.children]
        for told in self._traces_told.values():
            positions += told.bound_inputs
        for position, (_, slot) in self._slots.items():
            positions += [position, slot.original_variable_node_id]
        if any(not 0 <= position < count for position in positions):
            raise ValueError(
                f"The SavedModel at {self._folder} refers to objects that it does not have."
            )
        missing = sorted({name for name in needed if name not in self._library})
        if missing:
            raise ValueError(f"The SavedModel at {self._folder} lacks the functions {missing}.")
        self._library.check_functions_known(needed)

    def _needed_traces(self) -> list[str]:
        """The functions of the library that are called by objects."""
        names: list[str] = []
        for position, message in enumerate(self._messages):
            kind = message.WhichOneof("kind")
            if kind == "function":
                names += message.function.concrete_functions
            elif kind == "bare_concrete_function" and position not in self._value_functions:
                names.append(message.bare_concrete_function.concrete_function_name)
        return names

    # Objects.

    def _node(self, position: int) -> Any:
        if position not in self._nodes:
            if position in self._being_made:
                raise ValueError(
                    f"The SavedModel at {self._folder} has an object that needs itself: {position}."
                )
            self._being_made.add(position)
            message = self._messages[position]
            is_own = message.WhichOneof("kind") == "user_object"
            own = registration_for(message.user_object) if is_own else None
            if own is not None:
                self._setters[position] = own.setter
                self._nodes[position] = own.object_factory(message.user_object)
            else:
                self._nodes[position] = slot_variables.made_node(
                    self._slots.get(position), self._node, lambda: self._made(message)
                )
            self._being_made.discard(position)
        return self._nodes[position]

    def _made(self, message: Any) -> Any:
        kind = message.WhichOneof("kind")
        if kind == "user_object":
            return self._user_object(message)
        if kind == "variable":
            return variable_of(message.variable)
        if kind == "function":
            return self._function(message.function)
        if kind == "bare_concrete_function":
            return self._trace(
                message.bare_concrete_function.concrete_function_name,
                message.bare_concrete_function,
            )
        if kind == "constant":
            return self._constant(message.constant.operation)
        if kind == "asset":
            return self._asset(message.asset.asset_file_def_index)
        if kind == "resource":
            return self._resource(message)
        raise ValueError(
            f"The SavedModel at {self._folder} has an object of a kind that is not known: {kind}."
        )

    def _user_object(self, message: Any) -> Any:
        identifier = message.user_object.identifier
        if identifier == "signature_map":
            return SignatureMap({x.local_name: self._node(x.node_id) for x in message.children})
        if identifier in ("trackable_list_wrapper", "trackable_tuple_wrapper"):
            return ListWrapper()
        if identifier == "trackable_dict_wrapper":
            return _DictWrapper()
        return slot_variables.user_object(has_slots=bool(message.slot_variables))

    def _asset(self, index: int) -> Asset:
        if not 0 <= index < len(self._asset_files):
            raise ValueError(f"The SavedModel at {self._folder} has no asset file {index}.")
        return Asset(asset_path(self._folder, self._asset_files[index].filename))

    def _constant(self, name: str) -> Tensor:
        node = self._constants.get(name)
        if node is None:
            raise ValueError(f"The SavedModel at {self._folder} lacks the constant {name!r}.")
        value: Tensor = get_attr(node.attr["value"], "tensor", self._library.graph)
        return value if CONTEXT.stage is None else raw.Identity(value)  # In a graph one of it.

    def _resource(self, message: Any) -> RestoredResource:
        functions = {x.local_name: x.node_id for x in message.children}
        if "_create_resource" not in functions:
            raise ValueError(
                f"The SavedModel at {self._folder} has a resource without a function that makes it."
            )
        # The others may use the resource: they are added when all objects are there.
        return RestoredResource({"_create_resource": self._node(functions["_create_resource"])})

    def _add_children(self, position: int, node: Any, message: Any) -> None:
        setter = self._setters.get(position)
        if setter is not None:
            for x in message.children:
                setter(node, x.local_name, self._child(x.node_id))
            return
        if isinstance(node, (SignatureMap, RestoredFunction, ConcreteFunction, Tensor)):
            return
        children = [(x.local_name, self._child(x.node_id)) for x in message.children]
        if isinstance(node, ListWrapper):
            by_place = {int(name): child for name, child in children if name.isdigit()}
            if max(by_place, default=0) > _LONGEST_LIST:
                raise ValueError(
                    f"The SavedModel at {self._folder} has a list of {max(by_place)} elements. "
                    f"Required: at most {_LONGEST_LIST}."
                )
            node.extend(by_place.get(i) for i in range(max(by_place, default=-1) + 1))
        elif isinstance(node, _DictWrapper):
            node.update(children)
        elif isinstance(node, RestoredResource):
            for name, child in children:
                if isinstance(child, RestoredFunction):
                    node.functions[name] = child
                elif isinstance(child, Trackable):
                    node._track_trackable(child, name)
        elif isinstance(node, AutoTrackable):
            for name, child in children:
                if name in _PYTHONS:
                    raise ValueError(
                        f"The SavedModel at {self._folder} has an object with the attribute {name!r}, "
                        "which is Python's own."
                    )
                setattr(node, name, child)
                if name == "__call__":
                    setattr(type(node), "__call__", call_attribute)  # noqa: B010 - for mypy

    def _child(self, position: int) -> Any:
        """An object that others lead to: none that is a part of a function, or for TensorFlow alone."""
        if position not in self._nodes:
            raise ValueError(
                f"The SavedModel at {self._folder} has a child that is no object of its own: {position}."
            )
        return self._nodes[position]

    # Functions.

    def _function(self, message: Any) -> RestoredFunction:
        traces = [self._trace(name) for name in message.concrete_functions]
        name = traces[0]._signature.name if traces else "restored_function"
        signature, input_signature = read_function_spec(message.function_spec, name)
        function = RestoredFunction(name, signature, input_signature, traces)
        for trace in traces:
            trace._signature = function._signature
        return function

    def _functions_by_alias(self) -> dict[str, RestoredFunction | ConcreteFunction]:
        """The functions that were given further names, by these."""
        functions = {
            name: self._nodes[position]
            for position, message in enumerate(self._messages)
            if message.WhichOneof("kind") == "function" and position in self._nodes
            for name in message.function.concrete_functions
        }
        return {
            alias: functions.get(name) or self._trace(name)
            for name, alias in self._function_aliases.items()
        }

    def _trace(self, name: str, bare: Any = None) -> ConcreteFunction:
        found = self._traces.get(name)
        if found is None:
            found = self._traces[name] = self._made_trace(name)
        if (
            bare is not None
            and bare.HasField("function_spec")
            and name not in self._traces_of_functions
        ):
            signature, _ = read_function_spec(bare.function_spec, name)
            found._signature = call_signature(plain_name(name), signature)
        return found

    def _made_trace(self, name: str) -> ConcreteFunction:
        told = self._traces_told.get(name)
        if told is None:
            raise ValueError(
                f"The SavedModel at {self._folder} says nothing of the function {name!r}."
            )
        captured = [self._captured(position) for position in told.bound_inputs]
        graph = self._library.graph(name, [handle_data_of(tensor) for tensor in captured])
        if len(captured) > len(graph.inputs):
            raise ValueError(f"The function {name!r} captures more than it has inputs.")
        graph.bind_captures(captured)
        for position in told.bound_inputs:
            if isinstance(self._nodes[position], Variable):
                graph.variable_accessed(self._nodes[position])
        graph.structured_input_signature = with_parameter_names(
            decoded(told.canonicalized_input_signature)
        )
        outputs = decoded(told.output_signature)
        graph.structured_outputs = packed(outputs, graph.outputs, name)
        signature = plain_signature(graph.structured_input_signature)
        return ConcreteFunction(graph, call_signature(plain_name(name), signature), outputs)

    def _is_inside(self, position: int) -> bool:
        """Whether an object is a tensor of a function, which the function of a gradient captures."""
        return bool(self._messages[position].WhichOneof("kind") == "captured_tensor")

    def _complete(self, message: Any, graph: FuncGraph) -> None:
        """Gives a function its limits, and its operations the gradients that users wrote."""
        graph.limits = self._limits
        for node in message.node_def:
            if node.op == "IdentityN" and GRADIENT_NAME in node.attr:
                name = node.attr[GRADIENT_NAME].s.decode(errors="replace")
                found = self._gradient_functions.get(name)
                function = None if found is None else partial(self._gradient_function, found)
                give_gradient(graph.get_operation_by_name(node.name), name, function)

    def _gradient_function(self, name: str) -> tuple[FuncGraph, list[Any], Any]:
        """The graph of a gradient, what it captures, and the form of its results."""
        told = self._traces_told[name]
        captured = [
            self._tensor_inside(self._messages[position].captured_tensor)
            if self._is_inside(position)
            else self._captured(position)
            for position in told.bound_inputs
        ]
        data = [handle_data_of(tensor) for tensor in captured]
        return self._library.graph(name, data), captured, decoded(told.output_signature)

    def _tensor_inside(self, told: Any) -> Any:
        return self._library.graph(told.concrete_function).get_tensor_by_name(told.name)

    def _captured(self, position: int) -> Tensor:
        """The tensor that stands for an object in a function that captures it."""
        node = self._node(position)
        if isinstance(node, Variable):
            node = node.handle
        elif isinstance(node, Asset):
            node = node.asset_path
        elif isinstance(node, RestoredResource):
            node = node.resource_handle
        if not isinstance(node, Tensor):
            raise ValueError(
                f"The SavedModel at {self._folder} has a function that captures object {position}, which is "
                f"no tensor: {node!r}"
            )
        return node

    # Values.

    def _values(self) -> BundleReader | None:
        """The checkpoint; None where no values are wanted or there are none."""
        if self._options.experimental_skip_checkpoint:
            return None
        prefix = variables_prefix(self._folder)
        has_variables = any(x.WhichOneof("kind") == "variable" for x in self._messages)
        return BundleReader(prefix) if has_variables or index_file(prefix).exists() else None

    def _restore(self, root: Any, values: BundleReader) -> None:
        restoration = Restoration(values)
        restoration.match(root)
        if self._options.allow_partial_checkpoint or CONTEXT.stage is not None:
            return
        check_assigned(self._nodes.values(), self._folder)
