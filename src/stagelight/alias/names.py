"""What installed libraries ask of `tensorflow`, and where it is in Stagelight: the one table of the alias.

Public names are not listed: `tensorflow.math.tanh` is `stagelight.math.tanh`. Here are the modules below
`tensorflow` that are not public, and are imported by path all the same; and the classes that libraries
know by the name and the module that TensorFlow gives them.
"""

from __future__ import annotations

from stagelight import namespaces

# The name that is taken.
TENSORFLOW = "tensorflow"

# In place of a name: all that a module of Python's has.
WHOLE = "*"

# Module below `tensorflow` -> name in it -> the public name in Stagelight, or the module that defines it
# and its name there.
MODULES: dict[str, dict[str, str]] = {
    "compiler.tf2xla.python.xla": {
        "dynamic_update_slice": "ops.clamped_slices:dynamic_update_slice",
    },
    "core.util.event_pb2": {"Event": "formats.schema:Event"},
    "experimental.dtensor": {},
    # Libraries that convert code with parts of TensorFlow's AutoGraph import these modules, and can be
    # imported themselves; what the modules have is not there.
    **{
        f"python.autograph.{name}": {}
        for name in (
            *("converters.break_statements", "converters.continue_statements"),
            *("converters.return_statements", "core.converter", "core.naming", "pyct.anno"),
            *("pyct.common_transformers.anf", "pyct.inspect_utils", "pyct.loader", "pyct.naming"),
            *("pyct.parser", "pyct.qual_names", "pyct.static_analysis.activity"),
            "pyct.templates",
        )
    },
    "python.autograph.pyct.transformer": {"Base": "alias.internals:NodeTransformer"},
    "python.data.experimental.ops.distribute": {},
    "python.tf2": {"enabled": "__internal__.tf2.enabled"},
    "python.data.ops.dataset_ops": {"DatasetV2": "data.Dataset"},
    "python.data.ops.iterator_ops": {
        "IteratorBase": "data.Iterator",
        "OwnedIterator": "data.Iterator",
    },
    "python.eager.context": {
        "_reset_context": "alias.eager_context:_reset_context",
        "async_wait": "alias.eager_context:async_wait",
        "context": "alias.eager_context:context",
        "eager_mode": "__internal__.eager_context.eager_mode",
        "executing_eagerly": "executing_eagerly",
        "graph_mode": "alias.eager_context:graph_mode",
    },
    "python.framework.composite_tensor": {"CompositeTensor": "__internal__.CompositeTensor"},
    "python.framework.config": {
        "disable_op_determinism": "alias.eager_context:disable_op_determinism",
        "enable_op_determinism": "config.experimental.enable_op_determinism",
        "is_op_determinism_enabled": "alias.eager_context:is_op_determinism_enabled",
    },
    "python.framework.ops": {
        "EagerTensor": "__internal__.EagerTensor",
    },
    "python.framework.dtypes": {"DType": "DType", "as_dtype": "as_dtype"},
    "python.framework.sparse_tensor": {"SparseTensor": "SparseTensor"},
    "python.framework.smart_cond": {"smart_cond": "__internal__.smart_cond.smart_cond"},
    "python.framework.tensor": {"Tensor": "Tensor", "TensorSpec": "TensorSpec"},
    "python.framework.tensor_shape": {
        "TensorShape": "TensorShape",
        "as_shape": "types.shapes:as_shape",
    },
    "python.framework.tensor_spec": {
        "BoundedTensorSpec": "types.specs:BoundedTensorSpec",
        "DenseSpec": "types.specs:DenseSpec",
        "TensorSpec": "TensorSpec",
    },
    "python.framework.tensor_util": {
        "MakeNdarray": "make_ndarray",
        "constant_value": "get_static_value",
        "try_evaluate_constant": "get_static_value",
        "constant_value_as_shape": "alias.internals:constant_value_as_shape",
        "is_tensor": "is_tensor",
        "is_tf_type": "is_tensor",
        "make_tensor_proto": "make_tensor_proto",
    },
    "python.framework.type_spec": {
        "BatchableTypeSpec": "alias.internals:BatchableTypeSpec",
        "TypeSpec": "TypeSpec",
        "type_spec_from_value": "type_spec_from_value",
    },
    "python.framework.type_spec_registry": {
        "_NAME_TO_TYPE_SPEC": "graph.structured_values:REGISTERED_SPECS",
        "_TYPE_SPEC_TO_NAME": "alias.internals:NAMES_OF_SPECS",
        "get_name": "alias.type_spec_registry:get_name",
        "lookup": "alias.type_spec_registry:lookup",
        "register": "alias.type_spec_registry:register",
    },
    "python.ops.array_ops": {"prevent_gradient": "alias.internals:prevent_gradient"},
    "python.ops.control_flow_case": {"_case_helper": "alias.internals:case"},
    "python.ops.control_flow_util": {
        "ENABLE_CONTROL_FLOW_V2": "alias.internals:ENABLE_CONTROL_FLOW_V2",
        "GraphOrParentsInXlaContext": "alias.internals:in_xla_context",
    },
    "python.ops.math_ops": {"is_nan": "math.is_nan"},
    "python.ops.linalg.linear_operator": {
        "LinearOperator": "linalg.LinearOperator",
        "make_composite_tensor": "alias.internals:as_it_is",
    },
    "python.ops.linalg.linear_operator_addition": {
        "add_operators": "alias.internals:add_operators",
    },
    "python.ops.linalg.sparse.sparse_csr_matrix_ops": {
        name: f"alias.csr_matrices:{name}"
        for name in (
            "csr_sparse_matrix_to_sparse_tensor",
            "sparse_matrix_sparse_mat_mul",
            "sparse_tensor_to_csr_sparse_matrix",
        )
    },
    "python.ops.parallel_for.control_flow_ops": {"pfor": "alias.internals:pfor"},
    "python.ops.random_ops": {
        "parameterized_truncated_normal": "alias.internals:parameterized_truncated_normal",
    },
    "python.ops.ragged.ragged_tensor": {"RaggedTensor": "RaggedTensor"},
    "python.ops.resource_variable_ops": {"VariableSpec": "types.specs:VariableSpec"},
    "python.trackable.data_structures": {
        "ListWrapper": "state.trackable:ListWrapper",
        "_DictWrapper": "state.trackable:_DictWrapper",
    },
    "python.types.core": {"Tensor": "__internal__.types.Tensor"},
    "python.util.deprecation": {
        name: f"alias.deprecations:{name}"
        for name in (
            *("deprecated", "deprecated_alias", "deprecated_arg_values", "deprecated_args"),
            *("deprecated_argument_lookup", "deprecated_endpoints", "silence"),
        )
    },
    "python.util.nest": {
        **{
            name: f"nest.{name}"
            for name in (
                *("assert_same_structure", "flatten", "is_nested", "map_structure"),
                "pack_sequence_as",
            )
        },
        **{
            name: f"alias.shallow_structures:{name}"
            for name in (
                *("assert_shallow_structure", "flatten_up_to", "flatten_with_joined_string_paths"),
                *("flatten_with_tuple_paths_up_to", "get_traverse_shallow_structure"),
                *("map_structure_up_to", "map_structure_with_paths"),
                *("map_structure_with_tuple_paths", "map_structure_with_tuple_paths_up_to"),
                "yield_flat_paths",
            )
        },
        "_is_namedtuple": "alias.shallow_structures:is_namedtuple",
        "_sequence_like": "alias.shallow_structures:sequence_like",
        "_yield_sorted_items": "alias.shallow_structures:sorted_items",
        "_yield_value": "alias.shallow_structures:values_of",
        "flatten_with_tuple_paths": "nest:flatten_with_paths",
        "is_sequence": "nest.is_nested",
    },
    "python.util.object_identity": {"Reference": "core.tensor:Reference"},
    "python.util.tf_decorator": {
        "make_decorator": "alias.deprecations:make_decorator",
        "unwrap": "alias.inspection:unwrap",
    },
    "python.util.tf_contextlib": {WHOLE: "contextlib"},
    "python.util.tf_export": {
        "keras_export": "alias.internals:unmarked",
        "tf_export": "alias.internals:unmarked",
    },
    "python.util.tf_inspect": {
        WHOLE: "inspect",
        **{
            name: f"alias.inspection:{name}"
            for name in (
                *("getargspec", "getdoc", "getfile", "getfullargspec", "getsource"),
                *("getsourcefile", "getsourcelines", "isfunction", "isgeneratorfunction"),
                "ismethod",
            )
        },
        "_inspect": "alias.inspection:inspect",
    },
    "python.util.variable_utils": {
        "convert_variables_to_tensors": "alias.internals:convert_variables_to_tensors",
    },
}

# What Keras asks for is in `MODULES`: to look for a name here imports `tf.compat`.
# Modules whose names are public under `tf.compat.v1`, or in these of its namespaces: those of their functions
# that end in `_v2`, or `V2`, are TensorFlow 2's.
NAMESPACES: dict[str, tuple[str, ...]] = {
    "python.client.session": ("",),
    "python.eager.backprop": ("",),
    "python.eager.def_function": ("",),
    "python.framework.constant_op": ("",),
    "python.framework.dtypes": ("dtypes", ""),
    "python.framework.errors": ("errors",),
    "python.framework.errors_impl": ("errors",),
    "python.framework.ops": ("",),
    "python.framework.random_seed": ("", "random"),
    "python.framework.sparse_tensor": ("",),
    "python.framework.tensor_shape": ("",),
    "python.lib.io.file_io": ("gfile", "io.gfile"),
    "python.lib.io.tf_record": ("io", "python_io"),
    "python.module.module": ("",),
    "python.ops.array_ops": ("",),
    "python.ops.bitwise_ops": ("bitwise",),
    "python.ops.check_ops": ("debugging", ""),
    "python.ops.clip_ops": ("",),
    "python.ops.control_flow_ops": ("",),
    "python.ops.custom_gradient": ("",),
    "python.ops.data_flow_ops": ("", "queue"),
    "python.ops.embedding_ops": ("nn",),
    "python.ops.functional_ops": ("",),
    "python.ops.gradients_impl": ("",),
    "python.ops.image_ops": ("image",),
    "python.ops.init_ops": ("initializers", ""),
    "python.ops.io_ops": ("io", ""),
    "python.ops.linalg_ops": ("linalg", ""),
    "python.ops.logging_ops": ("",),
    "python.ops.lookup_ops": ("lookup", ""),
    "python.ops.map_fn": ("",),
    "python.ops.math_ops": ("", "math"),
    "python.ops.metrics": ("metrics",),
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
    "python.training.checkpoint_management": ("train",),
    "python.training.gradient_descent": ("train",),
    "python.training.monitored_session": ("train",),
    "python.training.moving_averages": ("train",),
    "python.training.optimizer": ("train",),
    "python.training.saver": ("train",),
    "python.training.session_run_hook": ("train",),
    "python.training.training": ("train",),
    "python.training.training_util": ("train",),
    "python.util.compat": ("compat",),
}

# The classes that libraries recognise by name: public name -> the module and name that they look for.
CLASSES: dict[str, tuple[str, str]] = {
    "RaggedTensor": ("python.ops.ragged.ragged_tensor", "RaggedTensor"),
    "SparseTensor": ("python.framework.sparse_tensor", "SparseTensor"),
    "Tensor": ("python.framework.tensor", "Tensor"),
    "__internal__.types.Tensor": ("python.types.core", "Tensor"),
    "data.Dataset": ("python.data.ops.dataset_ops", "DatasetV2"),
}

# Names of `tensorflow` that are Keras's modules: those of `tf`, and one that `tf` has of its own.
KERAS = {**namespaces.KERAS, "optimizers": "optimizers"}
KERAS_PACKAGE = "keras._tf_keras.keras"
