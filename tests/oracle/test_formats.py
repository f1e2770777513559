"""Our message classes beside TensorFlow's, in one process: the same fields, the same bytes."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from stagelight.errors import InvalidArgumentError
from stagelight.formats import schema, tensor_proto


@pytest.fixture(scope="module")
def pool(tensorflow: ModuleType) -> Any:
    """Protobuf's pool of all messages, with TensorFlow's loaded."""
    for name in ("graph", "op_def", "full_type", "graph_debug_info", "tensor", "function"):
        importlib.import_module(f"tensorflow.core.framework.{name}_pb2")
    for name in ("tensor_bundle", "trackable_object_graph", "saved_model", "fingerprint"):
        importlib.import_module(f"tensorflow.core.protobuf.{name}_pb2")
    importlib.import_module("tensorflow.core.protobuf.snapshot_pb2")
    importlib.import_module("tensorflow.core.framework.tensor_slice_pb2")
    importlib.import_module("tensorflow.python.training.checkpoint_state_pb2")
    importlib.import_module("google.protobuf.wrappers_pb2")
    from google.protobuf import descriptor_pool

    return descriptor_pool.Default()


# Messages of protobuf itself that have a name of ours.
_OWN_NAMES = {"OptionalBool": "protobuf.BoolValue", "Any": "protobuf.Any"}

# Messages of packages within TensorFlow's.
_PACKAGES = {
    "SnapshotMetadataRecord": "tensorflow.data.experimental",
    "Code": "tensorflow.error",
}


def facts(field: Any) -> tuple[Any, ...]:
    """What the format says of a field, without the name of our proto package."""
    type_name = field.message_type or field.enum_type
    return (
        field.name,
        field.number,
        field.type,
        field.is_repeated,
        field.is_packed,
        field.has_presence,
        field.containing_oneof and field.containing_oneof.name,
        type_name and _OWN_NAMES.get(type_name.name, type_name.full_name.split(".", 1)[1]),
    )


def same_fields(ours: Any, theirs: Any) -> None:
    assert {facts(field) for field in ours.fields} <= {facts(field) for field in theirs.fields}
    assert ours.GetOptions().map_entry == theirs.GetOptions().map_entry
    for nested in ours.nested_types:
        if nested.name not in _OWN_NAMES:
            same_fields(nested, theirs.nested_types_by_name[nested.name])


@pytest.mark.parametrize("name", schema.MESSAGES)
def test_message_has_the_fields_of_tensorflow(pool, name):
    ours = getattr(schema, name).DESCRIPTOR
    package = "google" if name in _OWN_NAMES else _PACKAGES.get(name, "tensorflow")
    theirs = pool.FindMessageTypeByName(f"{package}.{_OWN_NAMES.get(name, name)}")
    same_fields(ours, theirs)


@pytest.mark.parametrize("name", schema.ENUMS)
def test_enum_has_the_numbers_of_tensorflow(pool, name):
    package = _PACKAGES.get(name, "tensorflow")
    theirs = pool.FindEnumTypeByName(f"{package}.{name}").values_by_name
    assert dict(getattr(schema, name).items()).items() <= {
        value: theirs[value].number for value in theirs
    }.items()


def test_graph_goes_through_both(tensorflow):
    @tensorflow.function
    def program(x):
        return tensorflow.cond(x > 0, lambda: x * 2, lambda: x - 1)

    concrete = program.get_concrete_function(tensorflow.TensorSpec([], tensorflow.int32))
    theirs = concrete.graph.as_graph_def()
    ours = schema.GraphDef.FromString(theirs.SerializeToString())
    stored = ours.SerializeToString(deterministic=True)
    assert stored == theirs.SerializeToString(deterministic=True)
    assert type(theirs).FromString(stored) == theirs


DTYPES = (
    "float32 float64 float16 bfloat16 float8_e5m2 float8_e4m3fn float4_e2m1fn bool complex64 "
    "complex128 int2 uint2 int4 uint4 int8 uint8 int16 uint16 int32 uint32 int64 uint64"
).split()


@pytest.mark.parametrize("name", DTYPES)
@pytest.mark.parametrize("shape", [(), (1,), (0,), (2, 3)])
def test_tensor_proto_is_byte_for_byte_tensorflows(tensorflow, name, shape):
    dtype = tensorflow.dtypes.as_dtype(name)
    numbers = np.arange(int(np.prod(shape))) % 2
    array = numbers.astype(dtype.as_numpy_dtype).reshape(shape)
    theirs = tensorflow.make_tensor_proto(array, dtype)
    ours = tensor_proto.from_array(array, dtype.as_datatype_enum)
    assert ours.SerializeToString() == theirs.SerializeToString()
    assert tensorflow.make_ndarray(theirs).tolist() == tensor_proto.to_array(ours)[0].tolist()


@pytest.mark.parametrize("value", [1, [1.5, 2.5], [True], ["a", "bc"], [[1j]]])
def test_what_the_runtime_serializes_is_read(tensorflow, value):
    tensor = tensorflow.constant(value)
    stored = tensorflow.io.serialize_tensor(tensor).numpy()
    array, data_type = tensor_proto.to_array(schema.TensorProto.FromString(stored))
    assert data_type == tensor.dtype.as_datatype_enum
    assert array.tolist() == tensor.numpy().tolist()


@pytest.mark.parametrize(
    "fields",
    [
        {"dtype": 1, "tensor_content": b"123"},
        {"dtype": 1, "tensor_content": b"12345678"},
        {"dtype": 10, "tensor_content": b"\2"},
        {"dtype": 101, "float_val": [1]},
        {"dtype": 1, "tensor_shape": {"dim": [{"size": -1}]}},
    ],
)
def test_what_the_runtime_refuses_is_refused(tensorflow, fields):
    stored = schema.TensorProto(**fields)
    with pytest.raises(InvalidArgumentError):
        tensor_proto.to_array(stored)
    with pytest.raises(tensorflow.errors.InvalidArgumentError):
        tensorflow.io.parse_tensor(stored.SerializeToString(), fields["dtype"] % 100)
