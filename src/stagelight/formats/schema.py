"""The protobuf message classes: `schema.GraphDef()`, `schema.DataType.DT_FLOAT`.

They are made, on the first use of any, from the compiled .proto files in `protos/`. Only then is
`google.protobuf` imported, so take them as attributes of this module, when needed:
`from stagelight.formats import schema`, not `from stagelight.formats.schema import GraphDef`.

The fields, their numbers and types are TensorFlow's, so the bytes and the text are too. The names
of messages and files begin with `stagelight`, so a process may hold the real TensorFlow's messages
beside them. What the fields mean is written in the .proto files; what their values may be is for
those to check who read them.

A message prints with the entries of its maps sorted by key, as TensorFlow's documents show it.
"""

from __future__ import annotations

import threading
from typing import Any, Final

from stagelight.fork_safety import renewed_in_child

MESSAGES: Final = (
    # A graph and its parts
    "GraphDef",
    "NodeDef",
    "AttrValue",
    "NameAttrList",
    "VersionDef",
    "ClusterDef",
    "JobDef",
    "GraphDebugInfo",
    # Its functions
    "FunctionDefLibrary",
    "FunctionDef",
    "GradientDef",
    "RegisteredGradient",
    # Ops and types
    "OpDef",
    "OpDeprecation",
    "OpList",
    "FullTypeDef",
    # Values
    "TensorProto",
    "TensorShapeProto",
    "ResourceHandleProto",
    "VariantTensorDataProto",
    # Events
    "Event",
    "SourceMetadata",
    "LogMessage",
    "SessionLog",
    "TaggedRunMetadata",
    "RunMetadata",
    "Summary",
    "SummaryDescription",
    "SummaryMetadata",
    "HistogramProto",
    # Checkpoints
    "BundleHeaderProto",
    "BundleEntryProto",
    "TensorSliceProto",
    "TrackableObjectGraph",
    "RegisteredSaver",
    "OptionalBool",
    "CheckpointState",
    # Saved datasets
    "SnapshotMetadataRecord",
    # Saved models
    "SavedModel",
    "MetaGraphDef",
    "CollectionDef",
    "TensorInfo",
    "SignatureDef",
    "AssetFileDef",
    "SaverDef",
    "VariableDef",
    "SaveSliceInfoDef",
    "QueueRunnerDef",
    "FingerprintDef",
    # Their objects
    "SavedObjectGraph",
    "SavedObject",
    "SavedUserObject",
    "SavedAsset",
    "SavedFunction",
    "CapturedTensor",
    "SavedConcreteFunction",
    "SavedBareConcreteFunction",
    "SavedConstant",
    "SavedVariable",
    "FunctionSpec",
    "SavedResource",
    "SaveableObject",
    # Python values
    "StructuredValue",
    "NoneValue",
    "ListValue",
    "TupleValue",
    "DictValue",
    "PairValue",
    "NamedTupleValue",
    "TensorSpecProto",
    "BoundedTensorSpecProto",
    "TypeSpecProto",
    # Records of training data
    "BytesList",
    "FloatList",
    "Int64List",
    "Feature",
    "Features",
    "Example",
    "FeatureList",
    "FeatureLists",
    "SequenceExample",
)
ENUMS: Final = (
    "DataType",
    "FullTypeId",
    "VariableSynchronization",
    "VariableAggregation",
    "DataClass",
    "Code",
)

_PACKAGE = "stagelight"
_PACKAGES = {"Code": "stagelight.error"}  # of enums that stand elsewhere
_DESCRIPTOR_SET = "protos/schema.binpb"
_loading = renewed_in_child(threading.Lock())


def __getattr__(name: str) -> Any:
    """The message class or enum of this name; after the first call all are plain attributes."""
    if name not in MESSAGES and name not in ENUMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with _loading:
        if name not in globals():
            globals().update(_load())
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *MESSAGES, *ENUMS})


def _load() -> dict[str, Any]:
    """Registers the compiled files with protobuf, and makes the classes."""
    from importlib import resources

    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
    from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

    compiled = resources.files("stagelight.formats").joinpath(_DESCRIPTOR_SET).read_bytes()
    # protobuf's own pool, not one of ours, so that messages can be pickled.
    pool = descriptor_pool.Default()
    for file in descriptor_pb2.FileDescriptorSet.FromString(compiled).file:
        pool.AddSerializedFile(file.SerializeToString())

    loaded: dict[str, Any] = {}
    for name in MESSAGES:
        loaded[name] = message_factory.GetMessageClass(
            pool.FindMessageTypeByName(f"{_PACKAGE}.{name}")
        )
        _complete(loaded[name])
    for name in ENUMS:
        package = _PACKAGES.get(name, _PACKAGE)
        loaded[name] = EnumTypeWrapper(pool.FindEnumTypeByName(f"{package}.{name}"))
    return loaded


def _complete(message_class: Any) -> None:
    """Lets the class print as `_text` says, and have its nested messages as attributes.

    By themselves messages print the entries of a map in the order of a hash table, and protobuf's
    implementation in Python leaves out the attributes.
    """
    from google.protobuf import message_factory

    message_class.__str__ = message_class.__repr__ = _text
    for nested in message_class.DESCRIPTOR.nested_types:
        if not nested.GetOptions().map_entry:
            nested_class = message_factory.GetMessageClass(nested)
            setattr(message_class, nested.name, nested_class)
            _complete(nested_class)


def parsed(message_class: Any, data: bytes) -> Any:
    """The message that some bytes are.

    Raises:
        ValueError: they are none; the error says why.
    """
    try:
        return message_class.FromString(data)
    except Exception as error:
        # By its name: protobuf is not imported for the class alone.
        if type(error).__name__ != "DecodeError":
            raise
        raise ValueError(str(error)) from None


def parse_text(text: str, message: Any) -> None:
    """Reads a message from its text.

    Raises:
        ValueError: it is not the text of such a message; the error has the line.
    """
    from google.protobuf import text_format

    try:
        text_format.Parse(text, message)
    except text_format.ParseError as error:
        raise ValueError(str(error)) from None


def parse_json(text: str, message: Any) -> None:
    """Reads a message from its form in JSON.

    Raises:
        ValueError: it is not that of such a message; the error says why.
    """
    from google.protobuf import json_format

    if not text.lstrip().startswith("{"):
        raise ValueError("it is no object of JSON, which begins with a brace")
    try:
        json_format.Parse(text, message)
    except (json_format.ParseError, RecursionError) as error:
        raise ValueError(str(error)) from None


def _text(message: Any) -> str:
    from google.protobuf import text_format

    return text_format.MessageToString(message, message_formatter=_entry_text)


def _entry_text(message: Any, indent: int, as_one_line: bool) -> str | None:
    """The text of a map's entry with the key 0, which would be left out; None for the rest."""
    from google.protobuf import text_encoding, text_format

    if not message.DESCRIPTOR.GetOptions().map_entry or message.key != 0:
        return None
    margin = " " * indent
    value = message.value
    if not hasattr(value, "DESCRIPTOR"):
        shown = (
            f'"{text_encoding.CEscape(value.encode(), False)}"' if isinstance(value, str) else value
        )
        return f"key: 0\n{margin}value: {shown}"
    text = text_format.MessageToString(value, indent=indent + 2, message_formatter=_entry_text)
    return f"key: 0\n{margin}value {{\n{text}{margin}}}"
