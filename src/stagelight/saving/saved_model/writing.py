"""The `MetaGraphDef` of a model that is saved: its objects, and a graph that serves its signatures.

The objects are all that Python needs to load it again. The graph is what servers and TensorFlow 1 run: a
placeholder for each argument of a signature and a call of its function, the variables with operations that
save and restore them, and one operation that sets up tables and files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stagelight.control_flow.calls import call_graph
from stagelight.core import registry
from stagelight.core.composite import CompositeTensor
from stagelight.core.dispatch import apply
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.graph.attr_values import set_shape
from stagelight.graph.graph import Graph
from stagelight.graph.graph_def_export import graph_def_with_functions
from stagelight.graph.structured_values import encoded
from stagelight.saving.saved_model.custom_gradients import GRADIENT_NAME
from stagelight.saving.saved_model.files import INIT_OP, MAIN_OP_KEY, PREDICT
from stagelight.saving.saved_model.objects import SavedObjects
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.types.dtypes import string
from stagelight.types.shapes import TensorShape

_SCALAR = TensorShape([])


class ServedGraph:
    """The graph of a model that is saved, with what of it messages refer to.

    Attributes:
        graph: the graph.
        constants: the names of the operations of constants, by the `id` of the captured tensors.
        asset_names: the names of the placeholders for the paths of files.
    """

    def __init__(self, objects: SavedObjects) -> None:
        self.graph = Graph()
        self.constants: dict[int, str] = {}
        self.asset_names: list[str] = []
        self._objects = objects
        self._inside: dict[int, Tensor] = {}  # What stands for a captured tensor.
        self._to_initialize: list[Any] = []
        self._handles: list[tuple[Any, Tensor]] = []
        with self.graph.as_default():
            self._add_variables()
            self._add_constants()
            paths = self._added_assets()
            self._add_resources()
            # From here on, nothing waits for the set-up, which must not be done again.
            for asset, handle in paths:
                self._inside[id(asset.asset_path)] = raw.ReadVariableOp(handle, dtype=string)

    def _added_assets(self) -> list[tuple[Any, Tensor]]:
        """The variables of the paths of files, which what sets up tables waits for."""
        handles = []
        for asset in self._objects.assets:
            path = _placeholder(string, _SCALAR, "asset_path_initializer")
            self.asset_names.append(path.name)
            # The path is told when the model is set up, and needed later.
            handle = _variable_handle("asset_path", string, _SCALAR)
            assignment: Any = raw.AssignVariableOp(handle, path)
            self._to_initialize.append(assignment)
            with self.graph.control_dependencies([assignment]):
                self._inside[id(asset.asset_path)] = raw.ReadVariableOp(handle, dtype=string)
            handles.append((asset, handle))
        return handles

    def _add_variables(self) -> None:
        for variable in self._objects.variables:
            handle = _variable_handle(variable._shared_name, _dtype_of(variable), variable.shape)
            self._inside[id(variable.handle)] = handle
            self._handles.append((variable, handle))

    def _add_constants(self) -> None:
        for tensor in self._objects.constants:
            inside = apply(registry.lookup("Const"), (), {"value": tensor, "dtype": tensor.dtype})
            self._inside[id(tensor)] = inside
            self.constants[id(tensor)] = inside.op.name

    def _add_resources(self) -> None:
        functions = [self._objects.functions_of(x) for x in self._objects.resources]
        made_by = {
            id(resource.resource_handle): of_resource["_create_resource"].get_concrete_function()
            for resource, of_resource in zip(self._objects.resources, functions, strict=True)
        }
        for handle in made_by:
            self._add_resource(handle, made_by)
        for of_resource in functions:
            if "_initialize" in of_resource:
                self._to_initialize += self._called(
                    of_resource["_initialize"].get_concrete_function()
                )

    def _add_resource(self, handle: int, made_by: Mapping[int, ConcreteFunction]) -> None:
        """Makes a resource, after those that it is made with."""
        if handle in self._inside:
            return
        function = made_by[handle]
        for tensor in function.captured_inputs:
            if id(tensor) in made_by:
                self._add_resource(id(tensor), made_by)
        (self._inside[handle],) = self._called(function)

    def _called(self, function: ConcreteFunction, inputs: Sequence[Tensor] = ()) -> list[Tensor]:
        captured = [self._inside[id(tensor)] for tensor in function.captured_inputs]
        return call_graph(function.graph, [*inputs, *captured])

    def add_signatures(self, message: Any, signatures: Mapping[str, ConcreteFunction]) -> None:
        """Adds the calls of signatures, and describes them in a `MetaGraphDef`."""
        for key, function in signatures.items():
            signature = message.signature_def[key]
            signature.method_name = PREDICT
            _, specs = function.structured_input_signature
            with self.graph.as_default():
                inputs = []
                # In the order of the graph's inputs, which is that of the parameters.
                for parameter in sorted(specs):
                    spec = specs[parameter]
                    name = _operation_name(key, spec.name)
                    placeholder = _placeholder(spec.dtype, spec.shape, name)
                    _describe(signature.inputs[spec.name], placeholder)
                    inputs.append(placeholder)
                results = function.packed(self._called(function, inputs))
            for name, result in results.items():
                _describe(signature.outputs[name], result)

    def add_setup(self, message: Any) -> None:
        """Adds the operation that sets up tables and files."""
        with self.graph.as_default(), self.graph.control_dependencies(self._to_initialize):
            operation: Any = apply(registry.lookup("NoOp"), (), name="init")
        message.collection_def[MAIN_OP_KEY].node_list.value.append(operation.name)
        output = message.signature_def[INIT_OP].outputs[INIT_OP]
        output.name = operation.name
        output.tensor_shape.unknown_rank = True

    def add_saver(self, message: Any, keys: Mapping[int, str]) -> None:
        """Adds the operations that save and restore the variables.

        Args:
            message: the `MetaGraphDef`.
            keys: of the values in the checkpoint, by the variables' `id`.
        """
        saved = [
            (keys[id(variable)], handle, _dtype_of(variable))
            for variable, handle in self._handles
            if id(variable) in keys
        ]
        add_saver(self.graph, message, saved)


def add_saver(graph: Graph, message: Any, saved: Sequence[tuple[str, Any, Any]]) -> None:
    """Adds the operations to a graph that save and restore variables, and names them in a `MetaGraphDef`.

    Args:
        graph: the graph.
        message: the `MetaGraphDef`.
        saved: the key in the checkpoint, the handle and the dtype of each variable.
    """
    names, handles, dtypes = ([x[i] for x in saved] for i in range(3))
    with graph.as_default():
        prefix = _placeholder(string, _SCALAR, "saver_filename")
        whole = [""] * len(names)
        values = [raw.ReadVariableOp(x, dtype=d) for x, d in zip(handles, dtypes, strict=True)]
        assignments: list[Any] = []
        saving: list[Any] = []
        if names:
            saving.append(raw.SaveV2(prefix, names, whole, values))
            restored: Any = raw.RestoreV2(prefix, names, whole, dtypes=dtypes)
            for handle, value in zip(handles, restored, strict=True):
                assignments.append(raw.AssignVariableOp(handle, value))
        with graph.control_dependencies(saving):
            path: Any = apply(registry.lookup("Identity"), (prefix,), name="saved_path")
        with graph.control_dependencies(assignments):
            restoring: Any = apply(registry.lookup("NoOp"), (), name="restore_all")
    message.saver_def.filename_tensor_name = prefix.name
    message.saver_def.save_tensor_name = path.name
    message.saver_def.restore_op_name = restoring.name
    message.saver_def.version = schema.SaverDef.V2


def meta_graph(
    objects: SavedObjects,
    signatures: Mapping[str, ConcreteFunction],
    keys: Mapping[int, str],
    asset_files: Sequence[str],
    aliases: Mapping[str, Any],
) -> Any:
    """The `MetaGraphDef` of a model.

    Args:
        objects: of the model.
        signatures: by name.
        keys: of the values in the checkpoint, by the variables' `id`.
        asset_files: the names of the files among the assets.
        aliases: functions by other names.

    Raises:
        ValueError: something has no form in a saved model.
    """
    message = schema.MetaGraphDef()
    served = ServedGraph(objects)
    served.add_signatures(message, signatures)
    served.add_setup(message)
    served.add_saver(message, keys)
    graphs = [function.graph for function in objects.functions]
    notes = {id(x.operation): {GRADIENT_NAME: x.name.encode()} for x in objects.gradients}
    definition, names, names_of_tensor = graph_def_with_functions(served.graph, graphs, notes)
    message.graph_def.CopyFrom(definition)
    by_function = {id(x): name for x, name in zip(objects.functions, names, strict=True)}
    for gradient in objects.gradients:
        if gradient.function is not None:
            message.graph_def.library.registered_gradients.add(
                gradient_func=by_function[id(gradient.function)], registered_op_type=gradient.name
            )
    objects.write(message.object_graph_def, by_function, served.constants, names_of_tensor)
    for name, file in zip(served.asset_names, asset_files, strict=True):
        asset = message.asset_file_def.add(filename=file)
        asset.tensor_info.name = name
    for alias, function in aliases.items():
        for trace in objects.traces_of(getattr(function, "_function", function)):
            if id(trace) in by_function:
                message.meta_info_def.function_aliases[by_function[id(trace)]] = alias
    return message


def asset_file_names(paths: Sequence[str]) -> list[str]:
    """The names that files have among the assets: their own, with a number where two would have one."""
    names: dict[str, str] = {}
    for path in map(os.path.abspath, paths):
        name = Path(path).name
        number = 0
        while names.get(name, path) != path:
            number += 1
            name = f"{Path(path).name}_{number}"
        names[name] = path
    found = {path: name for name, path in names.items()}
    return [found[os.path.abspath(path)] for path in paths]


def _dtype_of(variable: Any) -> Any:
    """The dtype of a variable, also of one of Keras's, which say it by a string."""
    data: Any = variable.handle._array[()].handle_data
    return data[1]


def _variable_handle(name: str, dtype: Any, shape: Any) -> Tensor:
    attrs = {"dtype": dtype, "shape": TensorShape(shape), "shared_name": "", "container": ""}
    handle: Any = apply(registry.lookup("VarHandleOp"), (), attrs, _valid(name))
    handle.op.attrs["shared_name"] = handle.op.name
    return handle


def _placeholder(dtype: Any, shape: Any, name: str) -> Any:
    attrs = {"dtype": dtype, "shape": shape}
    return apply(registry.lookup("Placeholder"), (), attrs, name)


def _operation_name(key: str, argument: str) -> str:
    return _valid(f"{key}_{argument}")


def _valid(name: str) -> str:
    """A name that an operation may have."""
    return re.sub(r"[^A-Za-z0-9_.\\/>-]", "_", re.sub(r"^[^A-Za-z0-9.]+", "", name)) or "unnamed"


def _describe(info: Any, value: Any) -> None:
    """Fills a `TensorInfo`."""
    if isinstance(value, CompositeTensor):
        spec: Any = value._type_spec
        info.composite_tensor.type_spec.CopyFrom(encoded(spec).type_spec_value)
        for component in spec._to_components(value):
            _describe(info.composite_tensor.components.add(), component)
        return
    info.name = value.name
    info.dtype = value.dtype.as_datatype_enum
    set_shape(info.tensor_shape, value.shape)
