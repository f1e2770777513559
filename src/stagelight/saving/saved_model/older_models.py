"""Models that TensorFlow 1 wrote: a graph with placeholders, without objects.

The graph is rewritten (`older_graphs`) and kept. Each signature is the part of it that leads from some
tensors to others; its variables and tables live outside, as those of other models do. They get their values
as in TensorFlow 1: by running the operations of the graph that restore and initialize.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from stagelight import nest
from stagelight.core.budget import Limits
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import apply
from stagelight.core.op_def import OpDef
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.formats.tensor_bundle import index_file
from stagelight.graph.effects import graphs_within
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.function_library import FunctionLibrary
from stagelight.graph.graph import Graph
from stagelight.graph.graph_def_import import add_graph_def
from stagelight.graph.node_references import parse_reference
from stagelight.graph.older_graphs.rewriting import rewritten
from stagelight.graph.operation import Operation, SymbolicTensor
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.saving.saved_model.files import (
    ASSETS_KEY,
    INIT_OP,
    LEGACY_INIT_OP_KEY,
    MAIN_OP_KEY,
    asset_path,
    variables_prefix,
)
from stagelight.saving.saved_model.options import LoadOptions
from stagelight.saving.saved_model.restored import uninitialized_variable
from stagelight.saving.saved_model.signatures import SignatureMap
from stagelight.saving.saved_model.trust import admit_op, require_no_trust
from stagelight.staging.call_signature import call_signature, plain_signature
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.staging.pruning import pruned
from stagelight.state.asset import Asset
from stagelight.state.auto_trackable import AutoTrackable
from stagelight.state.resource import TrackableResource
from stagelight.state.variable import Variable
from stagelight.types.dtypes import resource, string

# Collections whose one node sets up tables and the like.
_INIT_COLLECTIONS = (MAIN_OP_KEY, LEGACY_INIT_OP_KEY)
# What a saver writes by: no signature needs it.
_WRITING_CHECKPOINTS = ("SaveV2", "ShardedFilename", "MergeV2Checkpoints")
_SPARSE_PARTS = ("indices", "values", "dense_shape")
_VARIABLE_COLLECTIONS = ("variables", "local_variables", "trainable_variables")


def initializing_operation(message: Any) -> str | None:
    """The name of the operation of a `MetaGraphDef` that sets up tables and the like.

    Raises:
        ValueError: there are several.
    """
    if INIT_OP in message.signature_def:
        outputs = message.signature_def[INIT_OP].outputs
        return next((info.name for info in outputs.values()), None)
    for key in _INIT_COLLECTIONS:
        names = message.collection_def[key].node_list.value if key in message.collection_def else ()
        if len(names) > 1:
            raise ValueError(
                f"Expected exactly one op in the collection {key}. Received: {list(names)}"
            )
        if names:
            return str(names[0])
    return None


def needed_names(message: Any) -> list[str]:
    """The tensors and operations of a `MetaGraphDef` by which it is used."""
    names = [
        name
        for key, signature in message.signature_def.items()
        if key != INIT_OP
        for infos in (signature.inputs, signature.outputs)
        for info in infos.values()
        for name in tensor_names(info)
    ]
    names += asset_files(message)
    names += [message.saver_def.filename_tensor_name, message.saver_def.restore_op_name]
    return [name for name in [*names, initializing_operation(message)] if name]


def asset_files(message: Any) -> dict[str, str]:
    """The files that belong to a `MetaGraphDef`, by the names of the tensors that get their paths."""
    told = list(message.asset_file_def)
    if not told and ASSETS_KEY in message.collection_def:
        packed = message.collection_def[ASSETS_KEY].any_list.value
        told = [schema.AssetFileDef.FromString(x.value) for x in packed]
    return {x.tensor_info.name: x.filename for x in told}


def tensor_names(info: Any) -> list[str]:
    """The tensors of a `TensorInfo`.

    Raises:
        NotImplementedError: it is of another composite tensor than a sparse one.
    """
    kind = info.WhichOneof("encoding")
    if kind == "name":
        return [info.name]
    if kind == "coo_sparse":
        sparse = info.coo_sparse
        names = (
            sparse.indices_tensor_name,
            sparse.values_tensor_name,
            sparse.dense_shape_tensor_name,
        )
        return list(map(str, names))
    raise NotImplementedError(
        "A signature of a graph without objects has tensors and sparse tensors. Received: "
        f"{kind or 'nothing'}"
    )


def variable_messages(message: Any) -> dict[str, Any]:
    """The `VariableDef`s of a `MetaGraphDef` by the names of the variables."""
    found: dict[str, Any] = {}
    for key in _VARIABLE_COLLECTIONS:
        if key in message.collection_def:
            for content in message.collection_def[key].bytes_list.value:
                variable = schema.VariableDef.FromString(content)
                name = variable.variable_name.partition(":")[0]
                found.setdefault(name, variable)
                # Older programs say it by the collection alone.
                found[name].trainable |= key == "trainable_variables"
    return found


def shared_name(operation: Operation) -> str:
    """The name by which sessions know the resource that an operation gives a handle of."""
    name = operation.attrs.get("shared_name") or operation.name
    return name.decode() if isinstance(name, bytes) else str(name)


def load_older_model(
    message: Any, folder: Path, options: LoadOptions, trusts: bool, limits: Limits | None
) -> Any:
    """The object that stands for a model without objects.

    Raises:
        NotImplementedError: what is needed has ops that are not known.
        PermissionDeniedError: it has ops that need trust.
        ValueError: the graph is broken.
    """
    unwanted = () if trusts else _WRITING_CHECKPOINTS
    graph_def = rewritten(message.graph_def, needed_names(message), unwanted_ops=unwanted)
    if not trusts:
        _require_no_trust(message, graph_def, folder)
    graph = Graph()
    with graph.as_default():
        admit = None if trusts else partial(_admit_op_or_reading, str(folder))
        add_graph_def(graph_def, name="", admit=admit)
    return _Model(message, graph, folder, trusts, limits).root(options)


def _admit_op_or_reading(where: str, op_def: OpDef, attrs: Mapping[str, Any]) -> Mapping[str, Any]:
    """As `admit_op`, with `RestoreV2`: which checkpoint it reads is asked where it gets into a function."""
    return {} if op_def.name == "RestoreV2" else admit_op(where, op_def, attrs)


def _check_reading(graph: FuncGraph, reads_checkpoint: bool, folder: Path) -> None:
    """Checks that a function reads no checkpoint, or the one whose path it is called with.

    Raises:
        PermissionDeniedError: it reads another one, that its own graph names.
    """
    for inner in graphs_within(graph):
        for operation in inner.operations:
            if operation.type != "RestoreV2":
                continue
            path = operation.inputs[0]
            if not reads_checkpoint or not any(path is x for x in graph.inputs):
                require_no_trust([operation.type], str(folder))


def _require_no_trust(message: Any, graph_def: Any, folder: Path) -> None:
    """What restores variables may read the model's own checkpoint, and nothing else may read files."""
    library = FunctionLibrary(graph_def.library)
    names = {node.op for node in graph_def.node} | library.op_names(library)
    allowed = message.saver_def.filename_tensor_name.removesuffix(":0")
    reads = [node for node in graph_def.node if node.op == "RestoreV2"]
    if allowed and all(node.input and node.input[0] == allowed for node in reads):
        in_functions = library.op_names(library)
        names -= {"RestoreV2"} - in_functions
    require_no_trust(names - set(library), str(folder))


class _Model:
    """The graph, and what lives outside of it."""

    def __init__(
        self, message: Any, graph: Graph, folder: Path, trusts: bool, limits: Limits | None
    ) -> None:
        self._trusts = trusts
        self._limits = limits
        self._message = message
        self._graph = graph
        self._folder = folder
        self.variables: dict[str, Variable] = {}
        self.resources: dict[str, TrackableResource] = {}
        self._outside: list[tuple[SymbolicTensor, Tensor]] = []
        self._make_outside(variable_messages(message))

    def _make_outside(self, told: Mapping[str, Any]) -> None:
        """Makes what operations without inputs give handles of."""
        for operation in self._graph.operations:
            if operation.inputs or not any(x.dtype is resource for x in operation.outputs):
                continue
            (handle,) = operation.outputs
            name = shared_name(operation)
            if operation.type == "VarHandleOp":
                if name not in self.variables:
                    trainable = name in told and told[name].trainable
                    self.variables[name] = uninitialized_variable(
                        name, operation.attrs["dtype"], operation.attrs["shape"], trainable
                    )
                self._outside.append((handle, self.variables[name].handle))
            else:
                made = self.resources.setdefault(name, _Resource(operation))
                self._outside.append((handle, made.resource_handle))

    def root(self, options: LoadOptions) -> AutoTrackable:
        """The object with the signatures."""
        root: Any = AutoTrackable()
        restore = self._restoring()
        if restore is not None:
            prefix = variables_prefix(self._folder)
            root.restore = lambda path: restore(convert_to_tensor(os.fspath(path), string))
            if index_file(prefix).exists() and not options.experimental_skip_checkpoint:
                root.restore(prefix)
        assets = asset_files(self._message)
        root.asset_paths = [Asset(asset_path(self._folder, name)) for name in assets.values()]
        name = initializing_operation(self._message)
        feeds = {f"asset_{i}": self._tensor(x) for i, x in enumerate(assets)}
        run = () if name is None else self._operation(name)
        initialize = self._function("initialize", feeds, run)
        root.initializer = _Initializer(initialize, root.asset_paths)
        root.initializer._initialize()
        root.resources = list(self.resources.values())
        root.variables = list(self.variables.values())
        root.graph = self._graph
        root.prune = self.prune
        root.signatures = SignatureMap(
            {
                key: self._signature(key, signature)
                for key, signature in sorted(self._message.signature_def.items())
                if key != INIT_OP
            }
        )
        return root

    def _tensor(self, name: str) -> SymbolicTensor:
        return self._graph.get_tensor_by_name(name if ":" in name else f"{name}:0")

    def _operation(self, name: str) -> Operation:
        return self._graph.get_operation_by_name(parse_reference(name).node)

    def _restoring(self) -> ConcreteFunction | None:
        """A function of a checkpoint's path that gives the variables its values."""
        saver = self._message.saver_def
        if not saver.restore_op_name:
            return None
        feeds = {"path": self._tensor(saver.filename_tensor_name)}
        operation = self._operation(saver.restore_op_name)
        return self._function("restore", feeds, operation, reads_checkpoint=True)

    def _signature(self, key: str, message: Any) -> ConcreteFunction:
        inputs: dict[str, Any] = {}
        for name in sorted(message.inputs):
            parts = list(map(self._tensor, tensor_names(message.inputs[name])))
            # TF: a sparse tensor is three arguments here.
            names = [f"{name}_{part}" for part in _SPARSE_PARTS] if len(parts) > 1 else [name]
            inputs.update(zip(names, parts, strict=True))
        outputs = {name: self._value(message.outputs[name]) for name in sorted(message.outputs)}
        return self._function(key, inputs, outputs)

    def _value(self, info: Any) -> Any:
        """The tensor, or sparse tensor, that a `TensorInfo` tells of."""
        tensors = list(map(self._tensor, tensor_names(info)))
        return SparseTensor(*tensors) if len(tensors) == 3 else tensors[0]

    def prune(self, feeds: Any, fetches: Any, name: str = "pruned") -> ConcreteFunction:
        """The part of the graph that leads from tensors to others, as a function.

        Args:
            feeds: tensors of the graph, or names: the function's arguments.
            fetches: tensors and operations, or names, in the structure of the results.
            name: the function's name.
        """
        given = [
            self._graph.as_graph_element(x, allow_operation=False) for x in nest.flatten(feeds)
        ]
        elements = nest.map_structure(self._graph.as_graph_element, fetches)
        return self._function(name, {x.op.name: x for x in given}, elements)

    def _function(
        self, name: str, feeds: Mapping[str, Any], fetches: Any, reads_checkpoint: bool = False
    ) -> ConcreteFunction:
        """The part of the graph that leads from tensors to others, as a function of these by name."""
        variables = list(self.variables.values())
        graph = pruned(self._graph, name, feeds, fetches, self._outside, variables)
        graph.limits = self._limits
        if not self._trusts:
            _check_reading(graph, reads_checkpoint, self._folder)
        signature = plain_signature(graph.structured_input_signature)
        return ConcreteFunction(graph, call_signature(name, signature))


class _Resource(TrackableResource):
    """A table or its like, made by an operation of the graph."""

    def __init__(self, operation: Operation) -> None:
        super().__init__()
        self._operation = operation

    def _create_resource(self) -> Tensor:
        found: Any = apply(self._operation.op_def, (), self._operation.attrs)
        return found


class _Initializer(TrackableResource):
    """Sets up tables: an object of its own, so that a model that is saved again does it too."""

    def __init__(self, initialize: ConcreteFunction, assets: Sequence[Asset]) -> None:
        super().__init__()
        self._assets = list(assets)
        self._run = initialize

    def _create_resource(self) -> Tensor:
        return convert_to_tensor(1.0)

    def _initialize(self) -> None:
        self._run.call_flat([asset.asset_path for asset in self._assets])
