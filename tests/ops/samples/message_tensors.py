"""Samples of the ops of `ops/parsing/message_tensors.py`."""

import numpy as np
from google.protobuf import descriptor_pb2

from tests.ops.samples import Bad, Sample

FIELD = descriptor_pb2.FieldDescriptorProto
KINDS = (
    *("double", "float", "int64", "uint64", "int32", "fixed64", "fixed32", "bool", "string"),
    *("message", "bytes", "uint32", "enum", "sfixed32", "sfixed64", "sint32", "sint64"),
)
# The widest dtypes of kinds that are no integers of 64 bits.
DTYPES = {"double": "float64", "float": "float64", "bool": "bool", "enum": "int32"} | dict.fromkeys(
    ("string", "message", "bytes"), "string"
)
TYPES = {"message": ".of_samples.Inner", "enum": ".of_samples.Which"}
DEFAULTS = {"bool": "true", "string": "text", "bytes": "bytes", "enum": "SECOND", "float": "2.5"}


def _descriptors():
    """A type of messages with fields `one_KIND`, `some_KIND` and, with a default, `known_KIND`."""
    file = descriptor_pb2.FileDescriptorProto(name="of_samples.proto", package="of_samples")
    which = file.enum_type.add(name="Which")
    for i, name in enumerate(("FIRST", "SECOND", "THIRD")):
        which.value.add(name=name, number=i + 1)
    inner = file.message_type.add(name="Inner")
    inner.field.add(name="x", number=1, type=FIELD.TYPE_INT32, label=FIELD.LABEL_OPTIONAL)
    outer = file.message_type.add(name="Outer")
    for kind in KINDS:
        options = {"type": getattr(FIELD, f"TYPE_{kind.upper()}"), "type_name": TYPES.get(kind)}
        default = None if kind == "message" else DEFAULTS.get(kind, "7")
        for name, label, value in (
            ("one", FIELD.LABEL_OPTIONAL, None),
            ("some", FIELD.LABEL_REPEATED, None),
            ("known", FIELD.LABEL_OPTIONAL, default),
        ):
            number = len(outer.field) + 1
            outer.field.add(
                name=f"{name}_{kind}", number=number, label=label, default_value=value, **options
            )
    return b"bytes://" + descriptor_pb2.FileDescriptorSet(file=[file]).SerializeToString()


SOURCE = _descriptors()
VALUES = {
    "bool": [True, False],
    "float64": [1.5, -1e40],
    "string": [b"\x08\x01", b""],
    "int32": [3, 1],
    "int64": [-5, 2**31 - 1],
    "uint64": [5, 2**32 - 1],
}


def _dtype(kind):
    return DTYPES.get(kind, "uint64" if kind.startswith(("u", "f")) else "int64")


def _encoded(tf, kind, sizes=((2,), (1,)), dtype=None, **options):
    name = dtype or _dtype(kind)
    values = tf.constant([VALUES[name], VALUES[name]], tf.as_dtype(name))
    arguments = {"message_type": "of_samples.Outer", "descriptor_source": SOURCE} | options
    return tf.io.encode_proto([list(x) for x in sizes], [values], [f"some_{kind}"], **arguments)


def _decoded(tf, kind, data=None, dtype=None, **options):
    names = [f"some_{kind}", f"one_{kind}", f"known_{kind}"]
    arguments = {"message_type": "of_samples.Outer", "descriptor_source": SOURCE} | options
    dtypes = [tf.as_dtype(dtype or _dtype(kind))] * len(names)
    data = _encoded(tf, kind) if data is None else tf.constant(data, tf.string)
    sizes, values = tf.io.decode_proto(data, field_names=names, output_types=dtypes, **arguments)
    return sizes, *values


def _of_several_fields(tf):
    return tf.io.encode_proto(
        [[1, 2]],
        [tf.constant([[b"a"]]), tf.constant([[5, 6]])],
        ["one_string", "some_int32"],
        "of_samples.Outer",
        SOURCE,
    )


# Of the field some_int32, number 14: packed numbers, and one beside them. A group that nothing asks for.
ODD = b"\xbb\x3e\x08\x01\xbc\x3e" + b"\x72\x02\x05\x06" + b"\x70\x07"
TEXT = b"some_int32: 3 some_int32: 4 one_int32: -1"
JSON = np.array(
    [b'{"features": {"feature": {"x": {"int64List": {"value": ["3"]}}}}}', b"{}"], object
)


def _of_json(tf):
    """What the messages mean: how protobuf writes them is its own matter."""
    data = tf.io.decode_json_example(JSON)
    return tf.io.parse_example(data, {"x": tf.io.FixedLenFeature([], tf.int64, 0)})["x"]


SAMPLES = [
    *[
        Sample("EncodeProto", lambda tf, kind=kind: _encoded(tf, kind), (), gradient=False)
        for kind in KINDS
    ],
    Sample("EncodeProto", lambda tf: _encoded(tf, "int32", dtype="int32"), (), gradient=False),
    Sample("EncodeProto", lambda tf: _encoded(tf, "int32", [[0], [-1]]), (), gradient=False),
    Sample("EncodeProto", _of_several_fields, (), gradient=False),
    Bad("EncodeProto", lambda tf: _encoded(tf, "int32", [[3], [1]]), match="larger"),
    Bad("EncodeProto", lambda tf: _encoded(tf, "int32", [[1]]), match="sizes"),
    Bad("EncodeProto", lambda tf: _encoded(tf, "string", dtype="int32"), match="type"),
    Bad("EncodeProto", lambda tf: _encoded(tf, "int32", message_type="No"), match="descriptor"),
    *[
        Sample("DecodeProtoV2", lambda tf, kind=kind: _decoded(tf, kind), (), gradient=False)
        for kind in KINDS
    ],
    Sample("DecodeProtoV2", lambda tf: _decoded(tf, "int32", b""), (), gradient=False),
    Sample("DecodeProtoV2", lambda tf: _decoded(tf, "int32", [[ODD], [b""]]), (), gradient=False),
    Sample("DecodeProtoV2", lambda tf: _decoded(tf, "sint32", [ODD]), (), gradient=False),
    Sample(
        "DecodeProtoV2",
        lambda tf: _decoded(tf, "int32", [TEXT], message_format="text"),
        (),
        gradient=False,
    ),
    Sample("DecodeProtoV2", lambda tf: _decoded(tf, "int32", sanitize=True), (), gradient=False),
    Bad("DecodeProtoV2", lambda tf: _decoded(tf, "int32", [])),
    Bad("DecodeProtoV2", lambda tf: _decoded(tf, "int32", dtype="uint8"), match="output type"),
    Bad("DecodeProtoV2", lambda tf: _decoded(tf, "int32", message_format="json"), match="format"),
    Bad("DecodeProtoV2", lambda tf: _decoded(tf, "int32", message_type="No"), match="descriptor"),
    Bad("DecodeProtoV2", lambda tf: _decoded(tf, "nothing", b"", "int32"), match="Unknown field"),
    Bad(
        "DecodeProtoV2",
        lambda tf: _decoded(tf, "int32", b"", descriptor_source="/no/such/file"),
        match="[Dd]escriptor",
    ),
    *[
        Bad(
            "DecodeProtoV2",
            lambda tf, data=data, options=options: _decoded(tf, "int32", [data], **options),
            error=("DataLossError",),
            staged_error=("DataLossError",),
        )
        for data, options in (
            (b"\xff\xff", {}),
            (b"\x72\x02\x05", {}),
            (b"\x72\x02\x05\xff", {}),
            (b"\x0e", {}),
            (b"\xbb\x3e\x08\x01", {}),
            (b"\xff", {"sanitize": True}),
            (b"one_int32: x", {"message_format": "text"}),
        )
    ],
    Sample("DecodeJSONExample", _of_json, (), gradient=False),
    Bad("DecodeJSONExample", lambda tf: tf.io.decode_json_example('{"x": 1}'), match="JSON"),
    Bad("DecodeJSONExample", lambda tf: tf.io.decode_json_example(["[]"]), match="JSON"),
]
