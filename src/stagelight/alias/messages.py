"""Which of TensorFlow's generated modules has which message: `core.framework.graph_pb2.GraphDef`.

The messages are those of `formats/schema.py`. A module of enums has their values by name too.
"""

from __future__ import annotations

# Module below `tensorflow` -> the messages and enums that it has.
MESSAGES: dict[str, tuple[str, ...]] = {
    "core.example.example_pb2": (
        "Example",
        "SequenceExample",
    ),
    "core.example.feature_pb2": (
        "BytesList",
        "Feature",
        "FeatureList",
        "FeatureLists",
        "Features",
        "FloatList",
        "Int64List",
    ),
    "core.framework.attr_value_pb2": (
        "AttrValue",
        "NameAttrList",
    ),
    "core.framework.full_type_pb2": (
        "FullTypeDef",
        "FullTypeId",
    ),
    "core.framework.function_pb2": (
        "FunctionDef",
        "FunctionDefLibrary",
        "GradientDef",
        "RegisteredGradient",
    ),
    "core.framework.graph_debug_info_pb2": ("GraphDebugInfo",),
    "core.framework.graph_pb2": ("GraphDef",),
    "core.framework.node_def_pb2": ("NodeDef",),
    "core.framework.op_def_pb2": (
        "OpDef",
        "OpDeprecation",
        "OpList",
    ),
    "core.framework.resource_handle_pb2": ("ResourceHandleProto",),
    "core.framework.summary_pb2": (
        "DataClass",
        "Summary",
        "SummaryDescription",
        "SummaryMetadata",
    ),
    "core.framework.tensor_pb2": (
        "TensorProto",
        "VariantTensorDataProto",
    ),
    "core.framework.tensor_shape_pb2": ("TensorShapeProto",),
    "core.framework.tensor_slice_pb2": ("TensorSliceProto",),
    "core.framework.types_pb2": ("DataType",),
    "core.framework.variable_pb2": (
        "SaveSliceInfoDef",
        "VariableAggregation",
        "VariableDef",
        "VariableSynchronization",
    ),
    "core.framework.versions_pb2": ("VersionDef",),
    "core.protobuf.error_codes_pb2": ("Code",),
    "core.protobuf.fingerprint_pb2": ("FingerprintDef",),
    "core.protobuf.meta_graph_pb2": (
        "AssetFileDef",
        "CollectionDef",
        "MetaGraphDef",
        "SignatureDef",
        "TensorInfo",
    ),
    "core.protobuf.queue_runner_pb2": ("QueueRunnerDef",),
    "core.protobuf.saved_model_pb2": ("SavedModel",),
    "core.protobuf.saved_object_graph_pb2": (
        "CapturedTensor",
        "FunctionSpec",
        "SaveableObject",
        "SavedAsset",
        "SavedBareConcreteFunction",
        "SavedConcreteFunction",
        "SavedConstant",
        "SavedFunction",
        "SavedObject",
        "SavedObjectGraph",
        "SavedResource",
        "SavedUserObject",
        "SavedVariable",
    ),
    "core.protobuf.saver_pb2": ("SaverDef",),
    "core.protobuf.snapshot_pb2": ("SnapshotMetadataRecord",),
    "core.protobuf.struct_pb2": (
        "BoundedTensorSpecProto",
        "DictValue",
        "ListValue",
        "NamedTupleValue",
        "NoneValue",
        "PairValue",
        "StructuredValue",
        "TensorSpecProto",
        "TupleValue",
        "TypeSpecProto",
    ),
    "core.protobuf.tensor_bundle_pb2": (
        "BundleEntryProto",
        "BundleHeaderProto",
    ),
    "core.protobuf.trackable_object_graph_pb2": (
        "RegisteredSaver",
        "TrackableObjectGraph",
    ),
    "core.util.event_pb2": (
        "Event",
        "LogMessage",
        "SessionLog",
        "SourceMetadata",
        "TaggedRunMetadata",
    ),
}
