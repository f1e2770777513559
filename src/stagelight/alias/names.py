"""What libraries find under the name `tensorflow` beside public names: the one table of the alias.

`tensorflow.math.tanh` is `stagelight.math.tanh`, and needs no entry. Libraries import more than that:
modules below `tensorflow.python`, by path. `MODULES` says what is in those, name by name; `NAMESPACES` has
those whose names are all public somewhere. `CLASSES` are recognised by what TensorFlow calls them.
"""

from __future__ import annotations

from stagelight import namespaces
from stagelight.alias.library_modules import LIBRARY_MODULES, LIBRARY_NAMESPACES
from stagelight.alias.script_modules import SCRIPT_MODULES, SCRIPT_NAMESPACES

# The name that is taken.
TENSORFLOW = "tensorflow"

# In place of a name: all that a module of Python's has.
WHOLE = "*"


def _same(place: str, *names: str) -> dict[str, str]:
    """Names that are called the same in a place: `module:`, or the beginning of a public name."""
    return {name: f"{place}{name}" for name in names}


# Where datasets are told apart by what they come from.
_KINDS = "stagelight.alias.dataset_kinds:"

_CSR_MATRICES = {
    "csr_sparse_matrix_to_sparse_tensor": "raw_ops.CSRSparseMatrixToSparseTensor",
    "sparse_matrix_sparse_mat_mul": "raw_ops.SparseMatrixSparseMatMul",
    "sparse_tensor_to_csr_sparse_matrix": "raw_ops.SparseTensorToCSRSparseMatrix",
    **_same("stagelight.alias.csr_matrices:", "CSRSparseMatrix", "matmul"),
}

# Modules that libraries need to import, but of which they use nothing that is there: parts of TensorFlow's
# AutoGraph, for instance, with which TensorFlow Probability converts code.
_EMPTY = (
    "core.protobuf.cluster_pb2",
    "python.autograph.converters.break_statements",
    "python.autograph.converters.continue_statements",
    "python.autograph.converters.return_statements",
    "python.autograph.core.converter",
    "python.autograph.core.naming",
    "python.autograph.pyct.anno",
    "python.autograph.pyct.common_transformers.anf",
    "python.autograph.pyct.inspect_utils",
    "python.autograph.pyct.loader",
    "python.autograph.pyct.naming",
    "python.autograph.pyct.parser",
    "python.autograph.pyct.qual_names",
    "python.autograph.pyct.static_analysis.activity",
    "python.autograph.pyct.templates",
    "python.ops.clustering_ops",
)

# Module below `tensorflow` -> name in it -> where it is: a public name, or `module:name`. What Keras imports
# is here, not in `NAMESPACES`: to look there imports `tf.compat`.
MODULES: dict[str, dict[str, str]] = {
    **{module: {} for module in _EMPTY},
    "compiler.tf2xla.python.xla": {
        "dynamic_update_slice": "stagelight.ops.arrays.clamped_slices:dynamic_update_slice",
    },
    "core.protobuf.config_pb2": _same(
        "compat.v1.",
        "ConfigProto",
        "GPUOptions",
        "GraphOptions",
        "OptimizerOptions",
        "RunOptions",
    ),
    "experimental.dtensor": _same(
        "stagelight.alias.tensors_of_devices:",
        "DTensorDataset",
        "DVariable",
        "Layout",
        "Mesh",
        "UNSHARDED",
    ),
    "python.autograph.pyct.transformer": {
        "Base": "ast:NodeTransformer",
    },
    "python.data.experimental.ops.distribute": {
        "compute_batch_size": "stagelight.data.batch_sizes:compute_batch_size",
    },
    "python.data.ops.dataset_ops": {
        "DatasetV2": "data.Dataset",
    },
    "python.data.ops.from_generator_op": _same(_KINDS, "_GeneratorDataset"),
    "python.data.ops.from_sparse_tensor_slices_op": _same(_KINDS, "_SparseTensorSliceDataset"),
    "python.data.ops.from_tensor_slices_op": _same(_KINDS, "_TensorSliceDataset"),
    "python.data.ops.from_tensors_op": _same(_KINDS, "_TensorDataset"),
    "python.data.ops.iterator_ops": {
        "IteratorBase": "data.Iterator",
        "OwnedIterator": "data.Iterator",
    },
    "python.data.ops.range_op": _same(_KINDS, "_RangeDataset"),
    "python.data.util.nest": _same(
        "stagelight.alias.dataset_structures:",
        "assert_same_structure",
        "flatten",
        "is_nested",
        "map_structure",
        "pack_sequence_as",
    ),
    "python.data.util.structure": {
        "NoneTensorSpec": "stagelight.data.structure:NothingSpec",
    },
    "python.distribute.distribute_utils": {
        "cache_variable_reads": "stagelight.alias.eager_context:cache_variable_reads",
    },
    "python.distribute.input_lib": {
        "DistributedDataset": "distribute.DistributedDataset",
        "DistributedIterator": "distribute.DistributedIterator",
    },
    "python.distribute.input_ops": {
        "auto_shard_dataset": "stagelight.alias.eager_context:auto_shard_dataset",
    },
    "python.eager.context": {
        "eager_mode": "__internal__.eager_context.eager_mode",
        "executing_eagerly": "executing_eagerly",
        **_same(
            "stagelight.alias.eager_context:",
            "_reset_context",
            "async_wait",
            "context",
            "get_config",
            "get_device_name",
            "graph_mode",
        ),
    },
    "python.eager.def_function": {
        "Function": "types.experimental.PolymorphicFunction",
    },
    "python.eager.monitoring": _same(
        "stagelight.alias.monitoring:", "BoolGauge", "Counter", "IntGauge", "StringGauge"
    ),
    "python.framework.composite_tensor": {
        "CompositeTensor": "__internal__.CompositeTensor",
    },
    "python.framework.config": {
        "disable_op_determinism": "stagelight.alias.eager_context:disable_op_determinism",
        "enable_op_determinism": "config.experimental.enable_op_determinism",
        "is_op_determinism_enabled": "stagelight.alias.eager_context:is_op_determinism_enabled",
    },
    "python.framework.dtypes": {
        "DType": "DType",
        "as_dtype": "as_dtype",
    },
    "python.framework.ops": {
        "EagerTensor": "__internal__.EagerTensor",
        "NullContextmanager": "contextlib:nullcontext",
        "convert_to_tensor_or_composite": "stagelight.alias.tensor_values:convert_to_tensor_or_composite",
        "name_scope_v1": "compat.v1.name_scope",
    },
    "python.framework.smart_cond": {
        "smart_cond": "__internal__.smart_cond.smart_cond",
    },
    "python.framework.sparse_tensor": {
        "SparseTensor": "SparseTensor",
    },
    "python.framework.tensor": {
        "Tensor": "Tensor",
        "TensorSpec": "TensorSpec",
    },
    "python.framework.tensor_shape": {
        "TensorShape": "TensorShape",
        "as_shape": "stagelight.types.shapes:as_shape",
    },
    "python.framework.tensor_spec": {
        "BoundedTensorSpec": "stagelight.types.specs:BoundedTensorSpec",
        "DenseSpec": "stagelight.types.specs:DenseSpec",
        "TensorSpec": "TensorSpec",
    },
    "python.framework.tensor_util": {
        "MakeNdarray": "make_ndarray",
        "constant_value": "get_static_value",
        "constant_value_as_shape": "stagelight.alias.tensor_values:constant_value_as_shape",
        "is_tensor": "is_tensor",
        "is_tf_type": "is_tensor",
        "make_tensor_proto": "make_tensor_proto",
        "try_evaluate_constant": "get_static_value",
    },
    "python.framework.test_util": {
        "disable_cudnn_autotune": "stagelight.alias.decorators:unchanged",
    },
    "python.framework.type_spec": {
        "BatchableTypeSpec": "stagelight.alias.type_specs:BatchableTypeSpec",
        "TypeSpec": "TypeSpec",
        "type_spec_from_value": "type_spec_from_value",
    },
    "python.framework.type_spec_registry": {
        "_NAME_TO_TYPE_SPEC": "stagelight.graph.structured_values:REGISTERED_SPECS",
        "_TYPE_SPEC_TO_NAME": "stagelight.graph.structured_values:NAMES_OF_SPECS",
        **_same("stagelight.alias.type_specs:", "get_name", "lookup", "register"),
    },
    "python.keras.engine.input_spec": {
        "InputSpec": "keras.layers.InputSpec",
    },
    "python.layers.utils": {
        "smart_cond": "__internal__.smart_cond.smart_cond",
    },
    "python.ops.array_ops": {
        "prevent_gradient": "stagelight.ops.arrays.identity:prevent_gradient",
    },
    "python.ops.control_flow_case": {
        "_case_helper": "stagelight.control_flow.conditionals:case_by",
    },
    "python.ops.control_flow_ops": {
        "get_enclosing_xla_context": "__internal__.get_enclosing_xla_context",
    },
    "python.ops.control_flow_util": {
        "ENABLE_CONTROL_FLOW_V2": "stagelight.alias.control_flow:ENABLE_CONTROL_FLOW_V2",
        "GraphOrParentsInXlaContext": "stagelight.alias.control_flow:in_xla_context",
    },
    "python.ops.distributions.util": {
        "gen_new_seed": "stagelight.compat.v1.derived_seeds:gen_new_seed",
    },
    "python.ops.linalg.linear_operator": {
        "LinearOperator": "linalg.LinearOperator",
        "make_composite_tensor": "stagelight.alias.decorators:unchanged",
    },
    "python.ops.linalg.linear_operator_addition": {
        "add_operators": "stagelight.linear_operators.addition:add_operators",
    },
    "python.ops.linalg.sparse.sparse": _CSR_MATRICES,
    "python.ops.linalg.sparse.sparse_csr_matrix_ops": _CSR_MATRICES,
    "python.ops.list_ops": {
        "tensor_list_concat_lists": "raw_ops.TensorListConcatLists",
        "tensor_list_element_shape": "raw_ops.TensorListElementShape",
        "tensor_list_length": "raw_ops.TensorListLength",
        "tensor_list_push_back": "raw_ops.TensorListPushBack",
        "tensor_list_push_back_batch": "raw_ops.TensorListPushBackBatch",
        "tensor_list_resize": "raw_ops.TensorListResize",
        **_same(
            "stagelight.alias.tensor_lists:",
            "empty_tensor_list",
            "tensor_list_concat",
            "tensor_list_from_tensor",
            "tensor_list_gather",
            "tensor_list_get_item",
            "tensor_list_pop_back",
            "tensor_list_reserve",
            "tensor_list_scatter",
            "tensor_list_set_item",
            "tensor_list_split",
            "tensor_list_stack",
        ),
    },
    "python.ops.math_ops": {
        "is_nan": "math.is_nan",
    },
    "python.ops.parallel_for.control_flow_ops": {
        "pfor": "stagelight.alias.control_flow:pfor",
    },
    "python.ops.ragged.ragged_map_ops": {
        "map_fn": "map_fn",
    },
    "python.ops.ragged.ragged_util": {
        "assert_splits_match": "stagelight.ops.ragged.row_splits:assert_splits_match",
    },
    "python.ops.ragged.ragged_tensor": {
        "RaggedTensor": "RaggedTensor",
    },
    "python.ops.random_ops": _same(
        "stagelight.ops.random.bounded_normal_ops:", "parameterized_truncated_normal"
    ),
    "python.ops.resource_variable_ops": {
        "BaseResourceVariable": "Variable",
        "VariableSpec": "stagelight.types.specs:VariableSpec",
    },
    "python.pywrap_tfe": {
        "TF_ListPluggablePhysicalDevices": "stagelight.alias.eager_context:pluggable_devices",
    },
    "python.saved_model.model_utils.mode_keys": {
        "KerasModeKeys": "stagelight.alias.keras_2:KerasModeKeys",
    },
    "python.saved_model.nested_structure_coder": {
        "decode_proto": "stagelight.graph.structured_values:decoded",
        "encode_structure": "stagelight.graph.structured_values:encoded",
    },
    "python.saved_model.save": {
        "save_and_return_nodes": "stagelight.saving.saved_model.saving:save_and_return_nodes",
    },
    "python.tf2": {
        "enabled": "__internal__.tf2.enabled",
    },
    "python.trackable.base": {
        **_same("__internal__.tracking.", "CheckpointInitialValueCallable", "Trackable"),
        **_same(
            "stagelight.alias.trackables:",
            "TrackableReference",
            "no_automatic_dependency_tracking_scope",
        ),
    },
    "python.trackable.resource": {
        "RestoredResource": "stagelight.saving.saved_model.restored:RestoredResource",
    },
    "python.trackable.data_structures": {
        "ListWrapper": "stagelight.state.data_structures:ListWrapper",
        "NoDependency": "stagelight.state.trackable:NoDependency",
        "_DictWrapper": "stagelight.state.data_structures:_DictWrapper",
        "sticky_attribute_assignment": "__internal__.tracking.sticky_attribute_assignment",
        "wrap_or_unwrap": "__internal__.tracking.wrap",
    },
    "python.types.core": {
        "Tensor": "__internal__.types.Tensor",
    },
    "python.util.deprecation": _same(
        "stagelight.alias.deprecations:",
        "deprecated",
        "deprecated_alias",
        "deprecated_arg_values",
        "deprecated_args",
        "deprecated_argument_lookup",
        "deprecated_endpoints",
        "silence",
    ),
    "python.util.dispatch": {
        "dispatch_for_types": "stagelight.extension_types.fallbacks:dispatch_for_types",
        **_same(
            "__internal__.dispatch.",
            "GlobalOpDispatcher",
            "OpDispatcher",
            "add_dispatch_support",
        ),
    },
    "python.util.nest": {
        "_is_namedtuple": "stagelight.alias.shallow_structures:is_namedtuple",
        "_sequence_like": "stagelight.alias.shallow_structures:sequence_like",
        "_yield_sorted_items": "stagelight.alias.shallow_structures:sorted_items",
        "_yield_value": "stagelight.alias.shallow_structures:values_of",
        "flatten_with_tuple_paths": "stagelight.nest:flatten_with_paths",
        "is_sequence": "nest.is_nested",
        **_same(
            "nest.",
            "assert_same_structure",
            "flatten",
            "is_nested",
            "map_structure",
            "pack_sequence_as",
        ),
        **_same(
            "stagelight.alias.shallow_structures:",
            "assert_shallow_structure",
            "flatten_up_to",
            "flatten_with_joined_string_paths",
            "flatten_with_tuple_paths_up_to",
            "get_traverse_shallow_structure",
            "map_structure_up_to",
            "map_structure_with_paths",
            "map_structure_with_tuple_paths",
            "map_structure_with_tuple_paths_up_to",
            "yield_flat_paths",
        ),
    },
    "python.util.object_identity": {
        "Reference": "stagelight.core.tensor:Reference",
    },
    "python.util.tf_contextlib": {
        "*": "contextlib",
    },
    "python.util.tf_decorator": {
        "make_decorator": "__internal__.decorator.make_decorator",
        "unwrap": "__internal__.decorator.unwrap",
    },
    "python.util.tf_export": _same(
        "stagelight.alias.exports:",
        "get_canonical_name_for_symbol",
        "get_symbol_from_name",
        "keras_export",
        "tf_export",
    ),
    "python.util.tf_inspect": {
        "*": "inspect",
        "_inspect": "stagelight.alias.inspection:inspect",
        **_same(
            "stagelight.alias.inspection:",
            "ArgSpec",
            "getargspec",
            "getcallargs",
            "getdoc",
            "getfile",
            "getfullargspec",
            "getsource",
            "getsourcefile",
            "getsourcelines",
            "isfunction",
            "isgeneratorfunction",
            "ismethod",
        ),
    },
    "python.util.variable_utils": {
        "convert_variables_to_tensors": "stagelight.alias.tensor_values:convert_variables_to_tensors",
    },
    "tools.docs.doc_controls": {
        name: f"stagelight.alias.decorators:{does}"
        for name, does in (
            ("do_not_doc_in_subclasses", "unchanged"),
            ("do_not_doc_inheritable", "unchanged"),
            ("do_not_generate_docs", "unchanged"),
            ("doc_in_current_and_subclasses", "unchanged"),
            ("doc_private", "unchanged"),
            ("for_subclass_implementers", "unchanged"),
            ("header", "with_text"),
            ("inheritable_header", "with_text"),
            ("set_deprecated", "unchanged"),
        )
    },
}

# Modules whose names are public -> the namespaces that have them, each first below `tf.compat.v1` and then
# below `tf`; of a name that ends in `_v2` or `V2` the other way round, and without the ending.
NAMESPACES: dict[str, tuple[str, ...]] = {
    "python.client.session": ("",),
    "python.eager.backprop": ("",),
    "python.eager.def_function": ("",),
    "python.framework.constant_op": ("",),
    "python.framework.device_spec": ("",),
    "python.framework.dtypes": ("dtypes", ""),
    "python.framework.errors": ("errors",),
    "python.framework.errors_impl": ("errors",),
    "python.framework.ops": ("",),
    "python.framework.random_seed": ("", "random"),
    "python.framework.sparse_tensor": ("",),
    "python.framework.tensor_shape": ("",),
    "python.layers.base": ("layers",),
    "python.layers.convolutional": ("layers",),
    "python.layers.core": ("layers",),
    "python.layers.normalization": ("layers",),
    "python.layers.pooling": ("layers",),
    "python.lib.io.file_io": ("gfile", "io.gfile"),
    "python.lib.io.tf_record": ("io", "python_io"),
    "python.module.module": ("",),
    "python.ops.array_ops": ("",),
    "python.ops.bitwise_ops": ("bitwise",),
    "python.ops.check_ops": ("debugging", ""),
    "python.ops.clip_ops": ("",),
    "python.ops.confusion_matrix": ("math", ""),
    "python.ops.control_flow_ops": ("",),
    "python.ops.custom_gradient": ("",),
    "python.ops.data_flow_ops": ("", "queue"),
    "python.ops.embedding_ops": ("nn",),
    "python.ops.functional_ops": ("",),
    "python.ops.gradients_impl": ("",),
    "python.ops.histogram_ops": ("",),
    "python.ops.image_ops": ("image",),
    "python.ops.init_ops": ("initializers", ""),
    "python.ops.io_ops": ("io", ""),
    "python.ops.linalg_ops": ("linalg", ""),
    "python.ops.logging_ops": ("",),
    "python.ops.lookup_ops": ("lookup", ""),
    "python.ops.map_fn": ("",),
    "python.ops.math_ops": ("", "math"),
    "python.ops.metrics": ("metrics",),
    "python.ops.metrics_impl": ("metrics",),
    "python.ops.nn": ("nn",),
    "python.ops.nn_impl": ("nn",),
    "python.ops.nn_ops": ("nn",),
    "python.ops.parsing_ops": ("io", ""),
    "python.ops.partitioned_variables": ("",),
    "python.ops.random_ops": ("random", ""),
    "python.ops.script_ops": ("",),
    "python.ops.sort_ops": ("",),
    "python.ops.sparse_ops": ("sparse", ""),
    "python.ops.special_math_ops": ("math", ""),
    "python.ops.standard_ops": ("",),
    "python.ops.state_ops": ("",),
    "python.ops.string_ops": ("strings", ""),
    "python.ops.tensor_array_ops": ("",),
    "python.ops.variable_scope": ("",),
    "python.ops.variables": ("",),
    "python.platform.app": ("app",),
    "python.platform.flags": ("flags",),
    "python.platform.gfile": ("gfile",),
    "python.platform.test": ("test",),
    "python.platform.tf_logging": ("logging",),
    "python.summary.summary": ("summary",),
    "python.training.adam": ("train",),
    "python.training.basic_session_run_hooks": ("train",),
    "python.training.checkpoint_management": ("train",),
    "python.training.coordinator": ("train",),
    "python.training.gradient_descent": ("train",),
    "python.training.input": ("train",),
    "python.training.monitored_session": ("train",),
    "python.training.moving_averages": ("train",),
    "python.training.optimizer": ("train",),
    "python.training.queue_runner": ("train",),
    "python.training.queue_runner_impl": ("train",),
    "python.training.saver": ("train",),
    "python.training.session_run_hook": ("train",),
    "python.training.training": ("train",),
    "python.training.training_util": ("train",),
    "python.util.compat": ("compat",),
}

for _table in (LIBRARY_MODULES, SCRIPT_MODULES):
    for _module, _names in _table.items():
        MODULES[_module] = MODULES.get(_module, {}) | _names
NAMESPACES |= LIBRARY_NAMESPACES | SCRIPT_NAMESPACES

# The classes that libraries recognise by name: public name -> the module and name that they look for.
# Values of them say so by `type(x).__module__`.
CLASSES: dict[str, tuple[str, str]] = {
    "DType": ("python.framework.dtypes", "DType"),
    "GradientTape": ("python.eager.backprop", "GradientTape"),
    "Graph": ("python.framework.ops", "Graph"),
    "IndexedSlices": ("python.framework.indexed_slices", "IndexedSlices"),
    "Module": ("python.module.module", "Module"),
    "Operation": ("python.framework.ops", "Operation"),
    "RaggedTensor": ("python.ops.ragged.ragged_tensor", "RaggedTensor"),
    "SparseTensor": ("python.framework.sparse_tensor", "SparseTensor"),
    "Tensor": ("python.framework.tensor", "Tensor"),
    "TensorArray": ("python.ops.tensor_array_ops", "TensorArray"),
    "TensorShape": ("python.framework.tensor_shape", "TensorShape"),
    "TensorSpec": ("python.framework.tensor", "TensorSpec"),
    "Variable": ("python.ops.variables", "Variable"),
    "__internal__.FuncGraph": ("python.framework.func_graph", "FuncGraph"),
    "__internal__.EagerTensor": ("python.framework.ops", "EagerTensor"),
    "__internal__.SymbolicTensor": ("python.framework.ops", "SymbolicTensor"),
    "__internal__.types.Tensor": ("python.types.core", "Tensor"),
    "data.Dataset": ("python.data.ops.dataset_ops", "DatasetV2"),
    "distribute.DistributedDataset": ("python.distribute.input_lib", "DistributedDataset"),
    "types.experimental.ConcreteFunction": (
        "python.eager.polymorphic_function.concrete_function",
        "ConcreteFunction",
    ),
    "types.experimental.PolymorphicFunction": (
        "python.eager.polymorphic_function.polymorphic_function",
        "Function",
    ),
}

# Names of `tensorflow` that are Keras's modules: those of `tf`, and one that `tf` has of its own.
KERAS = {**namespaces.KERAS, "optimizers": "optimizers"}
KERAS_PACKAGE = "keras._tf_keras.keras"
# Keras 2, which programs ask for by TF_USE_LEGACY_KERAS=1.
KERAS_2_PACKAGE = "tf_keras.api._v2.keras"
KERAS_2_V1_PACKAGE = "tf_keras.api._v1.keras"  # As `tf.compat.v1` has it.

# The copy of Keras 2 that TensorFlow has inside: a module below `python.keras` is that of `tf_keras`, or
# the one that it is called there.
INNER_KERAS = "python.keras"
INNER_KERAS_PACKAGE = "tf_keras.src"
INNER_KERAS_MODULES = {
    "testing_utils": "testing_infra.test_utils",
    "keras_parameterized": "testing_infra.test_combinations",
    "combinations": "testing_infra.test_combinations",
    "optimizer_v2": "optimizers.legacy",
    "saving.hdf5_format": "saving.legacy.hdf5_format",
    "saving.saved_model": "saving.legacy.saved_model",
    "saving.saving_utils": "saving.legacy.saving_utils",
    "saving.model_config": "saving.legacy.model_config",
}
