"""Modules below `tensorflow` that libraries import, whose parts have other places here: rows of the table
of `names`.

`names` has those that Keras, Sonnet, GPflow and TensorFlow Probability import, and joins both.
"""

from __future__ import annotations


def _same(place: str, *names: str) -> dict[str, str]:
    """Names that are called the same in a place: `module:`, or the beginning of a public name."""
    return {name: f"{place}{name}" for name in names}


_ALIAS = "stagelight.alias."
_FROZEN = "stagelight.compat.v1.frozen_functions:"
_OPTIONS = "stagelight.compat.v1.session_options:"

_DISTRIBUTED = {
    "DistributedValues": "distribute.DistributedValues",
    "DistributedVariable": "stagelight.distribute.variables:DistributedVariable",
    "Mirrored": "types.experimental.distributed.Mirrored",
    "MirroredVariable": "stagelight.distribute.variables:MirroredVariable",
    "PerReplica": "types.experimental.distributed.PerReplica",
    "PerReplicaSpec": "stagelight.distribute.values:PerReplicaSpec",
    "SyncOnReadVariable": "stagelight.distribute.variables:SyncOnReadVariable",
}

# Module below `tensorflow` -> name in it -> where it is: a public name, or `module:name`.
LIBRARY_MODULES: dict[str, dict[str, str]] = {
    "compiler.tf2xla.python.xla": {
        "dynamic_slice": "stagelight.ops.arrays.clamped_slices:dynamic_slice",
    },
    "core.protobuf.config_pb2": {"RunMetadata": "compat.v1.RunMetadata"},
    "core.protobuf.rewriter_config_pb2": _same(_OPTIONS, "RewriterConfig"),
    "python.autograph.impl.api": {
        **_same("stagelight.autograph.api:", "do_not_convert", "to_code", "to_graph"),
        "ConversionError": "stagelight.autograph.refusals:ConversionError",
        "StagingError": "stagelight.errors:StagingError",
    },
    "python.checkpoint.checkpoint": {
        "Checkpoint": "train.Checkpoint",
        "CheckpointV1": "compat.v1.train.Checkpoint",
    },
    "python.checkpoint.checkpoint_management": {
        "CheckpointManager": "train.CheckpointManager",
        "get_checkpoint_state": "train.get_checkpoint_state",
        "latest_checkpoint": "train.latest_checkpoint",
    },
    "python.client.device_lib": {
        "list_local_devices": f"{_ALIAS}local_devices:list_local_devices",
    },
    "python.distribute.distribute_lib": {
        "StrategyBase": "distribute.Strategy",
        "StrategyV1": "compat.v1.distribute.Strategy",
    },
    "python.client.timeline": _same(f"{_ALIAS}timeline:", "Timeline"),
    # Debuggers of sessions: programs import them for options that they offer.
    "python.debug.lib.debug_data": {},
    "python.debug.wrappers.dumping_wrapper": {},
    "python.debug.wrappers.framework": {},
    "python.debug.wrappers.hooks": {},
    "python.debug.wrappers.local_cli_wrapper": {},
    "python.distribute.ps_values": {
        "AggregatingVariable": f"{_ALIAS}parameter_servers:AggregatingVariable",
        "CachingVariable": f"{_ALIAS}parameter_servers:CachingVariable",
    },
    "python.distribute.strategy_combinations": _same(
        f"{_ALIAS}virtual_devices:", "set_virtual_cpus_to_at_least"
    ),
    "python.distribute.values": _DISTRIBUTED,
    "python.eager.backprop": _same(f"{_ALIAS}gradient_registry:", "record_gradient"),
    "python.eager.execute": _same(f"{_ALIAS}gradient_registry:", "record_gradient"),
    "python.eager.context": _same(
        f"{_ALIAS}eager_context:", "ensure_initialized", "global_seed", "num_gpus"
    ),
    "python.eager.polymorphic_function.concrete_function": {
        "ConcreteFunction": "types.experimental.ConcreteFunction",
    },
    "python.eager.polymorphic_function.polymorphic_function": {
        "Function": "types.experimental.PolymorphicFunction",
        "function": "function",
    },
    "python.eager.wrap_function": {
        "WrappedFunction": "types.experimental.ConcreteFunction",
        "function_from_graph_def": "stagelight.compat.v1.wrapped_functions:function_from_graph_def",
        "wrap_function": "compat.v1.wrap_function",
    },
    "python.framework.c_api_util": {"ApiDefMap": "stagelight.graph.op_def_export:ApiDefMap"},
    "python.framework.convert_to_constants": {
        "_FunctionConverterData": f"{_FROZEN}FunctionConverter",
        "_FunctionConverterDataInEager": f"{_FROZEN}FunctionConverter",
        "_FunctionConverterDataInGraph": f"{_FROZEN}FunctionConverter",
        "_replace_variables_by_constants": f"{_FROZEN}replace_variables_by_constants",
        **_same(
            _FROZEN,
            "convert_var_to_const_function_in_v1",
            "convert_variables_to_constants_from_session_graph",
            "convert_variables_to_constants_v2",
            "convert_variables_to_constants_v2_as_graph",
            "disable_lower_using_switch_merge",
        ),
    },
    "python.framework.device_spec": {
        "DeviceSpecV1": "compat.v1.DeviceSpec",
        "DeviceSpecV2": "DeviceSpec",
    },
    "python.framework.func_graph": {"FuncGraph": "__internal__.FuncGraph"},
    "python.framework.function_def_to_graph": _same(
        "stagelight.graph.library_functions:", "function_def_to_graph"
    ),
    "python.framework.indexed_slices": {
        "IndexedSlices": "IndexedSlices",
        "IndexedSlicesSpec": "IndexedSlicesSpec",
        "IndexedSlicesValue": "stagelight.compat.v1.session:IndexedSlicesValue",
        "internal_convert_n_to_tensor_or_indexed_slices": f"{_ALIAS}tensor_values:"
        "convert_n_to_tensor_or_indexed_slices",
    },
    "python.framework.ops": {
        "SymbolicTensor": "__internal__.SymbolicTensor",
        "_gradient_registry": f"{_ALIAS}gradient_registry:GRADIENT_REGISTRY",
        **_same(
            f"{_ALIAS}graph_names:",
            "_get_graph_from_inputs",
            "enable_eager_execution_internal",
            "name_from_scope_name",
            "numpy_text",
            "strip_name_scope",
            "uid",
        ),
    },
    "python.framework.smart_cond": {
        "smart_case": f"{_ALIAS}control_flow:smart_case",
        "smart_constant_value": f"{_ALIAS}control_flow:smart_constant_value",
    },
    "python.framework.test_util": _same(
        f"{_ALIAS}test_modes:",
        "IsBuiltWithROCm",
        "IsMklEnabled",
        "InstallStackTraceHandler",
        "deprecated_graph_mode_only",
        "gpu_device_name",
        "is_gpu_available",
        "run_all_in_graph_and_eager_modes",
        "run_deprecated_v1",
        "run_gpu_only",
        "run_in_graph_and_eager_modes",
        "run_v1_only",
        "run_v2_only",
        "run_without_tensor_float_32",
        "use_gpu",
    )
    | {"TensorFlowTestCase": "test.TestCase"},
    "python.grappler.tf_optimizer": {
        "OptimizeGraph": "stagelight.compat.v1.graph_optimizer:optimize_graph",
    },
    "python.lib.io.file_io": _same(
        f"{_ALIAS}whole_files:", "read_file_to_string", "write_string_to_file"
    ),
    "python.ops.array_ops": {
        "shape_internal": f"{_ALIAS}tensor_values:shape_internal",
    },
    "python.ops.cond": {"cond": "compat.v1.cond", "cond_for_tf_v2": "cond"},
    "python.ops.confusion_matrix": {
        "remove_squeezable_dimensions": f"{_ALIAS}label_shapes:remove_squeezable_dimensions",
    },
    "python.ops.control_flow_assert": {"Assert": "debugging.Assert"},
    "python.ops.control_flow_ops": {
        "Assert": "debugging.Assert",
        "with_dependencies": f"{_ALIAS}control_flow:with_dependencies",
    },
    "python.ops.lookup_ops": {
        "InitializableLookupTableBase": "lookup.StaticHashTable",
        **_same(
            f"{_ALIAS}vocabulary_tables:",
            "LookupInterface",
            "index_table_from_file",
            "index_table_from_tensor",
            "index_to_string_table_from_file",
            "index_to_string_table_from_tensor",
        ),
    },
    "python.ops.metrics_impl": {
        "_aggregate_variable": f"{_ALIAS}label_shapes:aggregate_variable",
        "_remove_squeezable_dimensions": f"{_ALIAS}label_shapes:remove_squeezable_dimensions_of_three",
        "_confusion_matrix_at_thresholds": "stagelight.compat.v1.metric_thresholds:"
        "confusion_matrix_at_thresholds",
        "_safe_scalar_div": "stagelight.compat.v1.metric_variables:ratio",
        "metric_variable": "stagelight.compat.v1.metric_variables:metric_variable",
    },
    "python.ops.numpy_ops.np_config": {
        "enable_numpy_behavior": "experimental.numpy.experimental_enable_numpy_behavior",
    },
    "python.ops.resource_variable_ops": {
        "ResourceVariable": "Variable",
        "UninitializedVariable": "Variable",
        "is_resource_variable": "__internal__.ops.is_resource_variable",
    },
    "python.ops.tensor_getitem_override": {
        "_slice_helper": f"{_ALIAS}tensor_values:slice_helper",
        "_slice_helper_var": f"{_ALIAS}tensor_values:slice_helper_of_variables",
    },
    "python.ops.variable_v1": {"VariableV1": "compat.v1.Variable"},
    "python.ops.variables": {
        "PartitionedVariable": f"{_ALIAS}parameter_servers:PartitionedVariable",
        "Variable": "Variable",
        "VariableV1": "compat.v1.Variable",
        "VariableAggregationV2": "VariableAggregation",
    },
    "python.ops.weights_broadcast_ops": {
        "assert_broadcastable": f"{_ALIAS}label_shapes:assert_broadcastable",
        "broadcast_weights": "__internal__.ops.broadcast_weights",
    },
    "python.ops.while_loop": {"while_loop": "compat.v1.while_loop", "while_loop_v2": "while_loop"},
    "python.saved_model.load": {
        "load": "saved_model.load",
        "_RestoredResource": "stagelight.saving.saved_model.restored:RestoredResource",
    },
    "python.summary.summary_iterator": {
        "summary_iterator": "compat.v1.train.summary_iterator",
    },
    "python.training.moving_averages": {
        "assign_moving_average": "stagelight.compat.v1.moving_averages:assign_moving_average",
    },
    "python.training.evaluation": {
        "_StopAfterNEvalsHook": "stagelight.compat.v1.evaluation_loop:StopAfterNEvalsHook",
        "_evaluate_once": "stagelight.compat.v1.evaluation_loop:evaluate_once",
        "_get_or_create_eval_step": "stagelight.compat.v1.evaluation_loop:get_or_create_eval_step",
    },
    "python.training.sync_replicas_optimizer": _same(
        f"{_ALIAS}parameter_servers:", "SyncReplicasOptimizer"
    ),
    "python.types.core": {
        "TensorLike": f"{_ALIAS}tensor_values:TensorLike",
        "Value": "__internal__.EagerTensor",
        "Symbol": "__internal__.SymbolicTensor",
    },
    "python.types.trace": {
        "SupportsTracingProtocol": "types.experimental.SupportsTracingProtocol",
        "TraceType": "types.experimental.TraceType",
    },
    "python.util.all_util": _same(
        f"{_ALIAS}documented_names:", "make_all", "remove_undocumented", "reveal_undocumented"
    ),
    "python.util.object_identity": _same(
        f"{_ALIAS}identity_collections:",
        "ObjectIdentityDictionary",
        "ObjectIdentitySet",
        "ObjectIdentityWeakKeyDictionary",
        "ObjectIdentityWeakSet",
    )
    | {"WeakReference": "stagelight.core.tensor:WeakReference"},
}

# Modules whose names are public: see `names.NAMESPACES`.
LIBRARY_NAMESPACES: dict[str, tuple[str, ...]] = {
    "python.distribute.cluster_resolver": ("distribute.cluster_resolver",),
    "python.distribute.cluster_resolver.cluster_resolver": ("distribute.cluster_resolver",),
    "python.distribute.distribute_lib": ("distribute",),
    "python.distribute.mirrored_strategy": ("distribute",),
    "python.framework.config": ("config", "config.experimental"),
    "python.framework.graph_util": ("graph_util",),
    "python.framework.importer": ("",),
    "python.framework.load_library": ("",),
    "python.framework.tensor_util": ("",),
    "python.ops.array_ops_stack": ("",),
    "python.ops.control_flow_case": ("",),
    "python.ops.control_flow_switch_case": ("",),
    "python.ops.ctc_ops": ("nn",),
    "python.ops.gradient_checker": ("test",),
    "python.ops.gradient_checker_v2": ("test",),
    "python.ops.gradients_util": ("",),
    "python.ops.init_ops_v2": ("initializers", ""),
    "python.ops.losses.losses": ("losses",),
    "python.ops.losses.losses_impl": ("losses",),
    "python.ops.manip_ops": ("",),
    "python.ops.numpy_ops": ("experimental.numpy",),
    "python.ops.ragged.ragged_array_ops": ("ragged", ""),
    "python.ops.ragged.ragged_factory_ops": ("ragged",),
    "python.ops.ragged.ragged_string_ops": ("strings",),
    "python.ops.distributions.bernoulli": ("distributions",),
    "python.ops.distributions.beta": ("distributions",),
    "python.ops.distributions.categorical": ("distributions",),
    "python.ops.distributions.dirichlet": ("distributions",),
    "python.ops.distributions.distribution": ("distributions",),
    "python.ops.distributions.distributions": ("distributions",),
    "python.ops.distributions.exponential": ("distributions",),
    "python.ops.distributions.gamma": ("distributions",),
    "python.ops.distributions.kullback_leibler": ("distributions",),
    "python.ops.distributions.laplace": ("distributions",),
    "python.ops.distributions.normal": ("distributions",),
    "python.ops.distributions.uniform": ("distributions",),
    "python.ops.partitioned_variables": ("",),
    "python.ops.resource_variables_toggle": ("",),
    "python.ops.rnn": ("nn",),
    "python.ops.rnn_cell": ("nn.rnn_cell",),
    "python.ops.rnn_cell_impl": ("nn.rnn_cell",),
    "python.ops.signal.signal": ("signal",),
    "python.ops.signal.spectral_ops": ("signal",),
    "python.ops.stateless_random_ops": ("random",),
    "python.ops.summary_ops_v2": ("summary",),
    "python.ops.template": ("",),
    "python.ops.variable_v1": ("",),
    "python.platform.resource_loader": ("resource_loader",),
    "python.platform.sysconfig": ("sysconfig",),
    "python.profiler.profiler_v2": ("profiler.experimental",),
    "python.saved_model.builder": ("saved_model", "saved_model.builder"),
    "python.saved_model.builder_impl": ("saved_model", "saved_model.builder"),
    "python.saved_model.loader": ("saved_model", "saved_model.loader"),
    "python.saved_model.loader_impl": ("saved_model", "saved_model.loader"),
    "python.saved_model.main_op": ("saved_model.main_op", "saved_model"),
    "python.saved_model.save_options": ("saved_model",),
    "python.saved_model.signature_constants": ("saved_model", "saved_model.signature_constants"),
    "python.saved_model.signature_def_utils": ("saved_model", "saved_model.signature_def_utils"),
    "python.saved_model.tag_constants": ("saved_model", "saved_model.tag_constants"),
    "python.saved_model.utils": ("saved_model", "saved_model.utils"),
    "python.training.adagrad": ("train",),
    "python.training.adadelta": ("train",),
    "python.training.checkpoint_utils": ("train",),
    "python.training.device_setter": ("train",),
    "python.training.evaluation": ("train",),
    "python.training.ftrl": ("train",),
    "python.training.learning_rate_decay": ("train",),
    "python.training.momentum": ("train",),
    "python.training.proximal_adagrad": ("train",),
    "python.training.proximal_gradient_descent": ("train",),
    "python.training.rmsprop": ("train",),
    "python.training.server_lib": ("train", "distribute"),
    "python.training.supervisor": ("train",),
    "python.training.tracking.tracking": ("",),
    "python.training.warm_starting_util": ("train",),
}
