"""Modules below `tensorflow` that scripts import: rows of the table of `names`."""

from __future__ import annotations


def _same(place: str, *names: str) -> dict[str, str]:
    """Names that are called the same in a place: `module:`, or the beginning of a public name."""
    return {name: f"{place}{name}" for name in names}


_GRAPH_TOOLS = "stagelight.compat.v1.graph_tools:"
_GRAPH_UTIL = "compat.v1.graph_util."

# Module below `tensorflow` -> name in it -> where it is: a public name, or `module:name`.
SCRIPT_MODULES: dict[str, dict[str, str]] = {
    "python.autograph": {"to_graph": "autograph.to_graph", "to_code": "autograph.to_code"},
    "python.autograph.impl.api": {
        "do_not_convert": "autograph.experimental.do_not_convert",
        "to_code": "autograph.to_code",
        "to_graph": "autograph.to_graph",
    },
    "python.client.session": {"BaseSession": "compat.v1.Session"},
    "python.data": {
        "AUTOTUNE": "data.AUTOTUNE",
        "Dataset": "data.Dataset",
        "TFRecordDataset": "data.TFRecordDataset",
        "TextLineDataset": "data.TextLineDataset",
    },
    "python.data.experimental": {"AUTOTUNE": "data.AUTOTUNE"},
    "python.data.ops.dataset_ops": {
        "Dataset": "data.Dataset",
        "DatasetV1": "compat.v1.data.Dataset",
        "DatasetV1Adapter": "compat.v1.data.Dataset",
    },
    "python.eager.function": {"ConcreteFunction": "types.experimental.ConcreteFunction"},
    "python.framework.graph_io": {"write_graph": "io.write_graph"},
    "python.framework.graph_util_impl": _same(
        _GRAPH_UTIL,
        "convert_variables_to_constants",
        "extract_sub_graph",
        "remove_training_nodes",
        "tensor_shape_from_node_def_name",
    ),
    "python.ops.gradients": {
        "gradients": "compat.v1.gradients",
        "hessians": "compat.v1.hessians",
        "GradientTape": "GradientTape",
    },
    "python.ops.parallel_for": {
        "pfor": "stagelight.alias.control_flow:pfor",
    },
    "python.ops.ragged.ragged_tensor": {"RaggedTensorSpec": "RaggedTensorSpec"},
    "python.ops.sets_impl": {
        "set_difference": "sets.difference",
        "set_intersection": "sets.intersection",
        "set_size": "sets.size",
        "set_union": "sets.union",
    },
    "python.pywrap_tensorflow": {"NewCheckpointReader": "compat.v1.train.NewCheckpointReader"},
    "python.saved_model.save": {"save": "saved_model.save"},
    "python.saved_model.simple_save": {"simple_save": "compat.v1.saved_model.simple_save"},
    "python.summary.writer.writer": {"FileWriter": "compat.v1.summary.FileWriter"},
    "python.summary.writer.writer_cache": {
        "FileWriterCache": "compat.v1.summary.FileWriterCache",
    },
    "python.tools.freeze_graph": _same(
        _GRAPH_TOOLS, "freeze_graph", "freeze_graph_with_def_protos"
    ),
    "python.tools.inspect_checkpoint": _same(_GRAPH_TOOLS, "print_tensors_in_checkpoint_file"),
    "python.tools.optimize_for_inference_lib": _same(_GRAPH_TOOLS, "optimize_for_inference"),
    "python.tools.strip_unused_lib": _same(_GRAPH_TOOLS, "strip_unused"),
    "python.trackable.autotrackable": {"AutoTrackable": "__internal__.tracking.AutoTrackable"},
    "python.training.py_checkpoint_reader": {
        "NewCheckpointReader": "compat.v1.train.NewCheckpointReader",
    },
    "python.training.summary_io": {
        "SummaryWriterCache": "compat.v1.summary.FileWriterCache",
    },
    "python.training.tracking.tracking": {
        "AutoTrackable": "__internal__.tracking.AutoTrackable",
    },
    "python.training.slot_creator": _same(
        "stagelight.compat.v1.slot_creator:",
        "create_slot",
        "create_slot_with_initializer",
        "create_zeros_slot",
    ),
    "python.util.function_utils": {"fn_args": "stagelight.alias.inspection:fn_args"},
    "python.util.lazy_loader": {"LazyLoader": "importlib.util:LazyLoader"},
    "python.util.tf_should_use": {
        "should_use_result": "stagelight.alias.decorators:unchanged",
    },
}

# Modules whose names are public: see `names.NAMESPACES`.
SCRIPT_NAMESPACES: dict[str, tuple[str, ...]] = {
    "python.data.ops.readers": ("data",),
    "python.data.experimental.ops.batching": ("data.experimental",),
    "python.distribute.reduce_util": ("distribute",),
    "python.feature_column.feature_column": ("feature_column",),
    "python.feature_column.feature_column_v2": ("feature_column",),
    "python.layers.layers": ("layers",),
    "python.ops.candidate_sampling_ops": ("nn", "random"),
    "python.ops.image_ops_impl": ("image",),
    "python.ops.linalg.linalg_impl": ("linalg", ""),
    "python.ops.losses.util": ("losses",),
    "python.ops.ragged.ragged_math_ops": ("ragged", "math", ""),
    "python.ops.signal.fft_ops": ("signal",),
    "python.ops.signal.shape_ops": ("signal",),
    "python.ops.signal.window_ops": ("signal",),
    "python.user_ops.user_ops": ("",),
    "raw_ops": ("raw_ops",),
}
