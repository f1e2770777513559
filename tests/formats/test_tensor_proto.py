"""TensorProto: TensorFlow's bytes are written, both forms are read, broken protos are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as st_numpy

from stagelight.errors import InvalidArgumentError
from stagelight.formats import schema, tensor_proto

FLOAT, DOUBLE, INT32, UINT8, INT8, STRING, COMPLEX64, BOOL = 1, 2, 3, 4, 6, 7, 8, 10
QINT8, BFLOAT16, COMPLEX128, HALF, RESOURCE, VARIANT, UINT64 = 11, 14, 18, 19, 20, 21, 23
FLOAT8_E5M2, INT4, UINT4, INT2 = 24, 29, 30, 31

NUMPY_DTYPES = {
    data_type: storage.dtype
    for data_type, storage in tensor_proto._STORAGE.items()
    if data_type != STRING
}
CASES = json.loads((Path(__file__).parent / "from_tensorflow/tensor_protos.json").read_text())


def proto(data_type: int, *shape: int, **values: Any) -> Any:
    dims = [schema.TensorShapeProto.Dim(size=size) for size in shape]
    return schema.TensorProto(
        dtype=data_type, tensor_shape=schema.TensorShapeProto(dim=dims), **values
    )


def assert_same_array(a: np.ndarray, b: np.ndarray) -> None:
    assert a.dtype == b.dtype and a.shape == b.shape
    if a.dtype.hasobject:
        assert a.tolist() == b.tolist()
    else:
        assert a.tobytes() == b.tobytes()  # NaN and -0 too


def case_name(case: dict[str, Any]) -> str:
    name = schema.DataType.Name(case["dtype"]).removeprefix("DT_").lower()
    return f"{name}-{case['array_shape']}-{case['shape']}"


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_bytes_are_those_of_tensorflow(case):
    dtype = NUMPY_DTYPES[case["dtype"]]
    elements = np.frombuffer(bytes.fromhex(case["elements"]), dtype).reshape(case["array_shape"])
    written = tensor_proto.from_array(elements, case["dtype"], case["shape"])
    assert written.SerializeToString().hex() == case["proto"]


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_protos_of_tensorflow_are_read(case):
    dtype = NUMPY_DTYPES[case["dtype"]]
    elements = np.frombuffer(bytes.fromhex(case["elements"]), dtype)
    size = int(np.prod(case["shape"]))
    expected = elements[np.minimum(np.arange(size), elements.size - 1)].reshape(case["shape"])
    read, data_type = tensor_proto.to_array(
        schema.TensorProto.FromString(bytes.fromhex(case["proto"]))
    )
    assert data_type == case["dtype"]
    assert_same_array(read, expected)


def test_cases_cover_every_dtype():
    assert {case["dtype"] for case in CASES} == set(NUMPY_DTYPES)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (b"a", b"\x08\x07\x12\x00B\x01a"),
        ([["a"], ["b"]], b"\x08\x07\x12\x08\x12\x02\x08\x02\x12\x02\x08\x01B\x01aB\x01b"),
        (["é", b"\xff"], b"\x08\x07\x12\x04\x12\x02\x08\x02B\x02\xc3\xa9B\x01\xff"),
        ([], b"\x08\x07\x12\x02\x12\x00"),
    ],
)
def test_strings_are_written_as_tensorflow_does(value, written):
    assert tensor_proto.from_array(np.array(value, object), STRING).SerializeToString() == written


def test_text_arrays_of_numpy_are_strings_too():
    for array in (np.array(["ab", "c"]), np.array([b"ab", b"c"])):
        read, _ = tensor_proto.to_array(tensor_proto.from_array(array, STRING))
        assert read.tolist() == [b"ab", b"c"]


def test_string_is_repeated_to_fill_the_shape():
    written = tensor_proto.from_array(np.array("a", object), STRING, [2, 2])
    assert written.string_val == [b"a"]
    assert tensor_proto.to_array(written)[0].tolist() == [[b"a", b"a"], [b"a", b"a"]]


def test_layout_and_byte_order_do_not_matter():
    array = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    expected = tensor_proto.from_array(array.transpose(2, 0, 1).copy(), INT32)
    assert tensor_proto.from_array(array.transpose(2, 0, 1), INT32) == expected
    assert tensor_proto.from_array(array.astype(">i4").transpose(2, 0, 1), INT32) == expected


def test_array_that_is_read_belongs_to_the_reader():
    read, _ = tensor_proto.to_array(tensor_proto.from_array(np.arange(4, dtype=np.int32), INT32))
    assert read.flags.writeable
    read += 1


@pytest.mark.parametrize("data_type", NUMPY_DTYPES)
@settings(max_examples=20)
@given(data=st.data())
def test_arrays_round_trip(data_type, data):
    dtype = NUMPY_DTYPES[data_type]
    shape = data.draw(st_numpy.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
    raw = data.draw(st_numpy.arrays(np.uint8, (int(np.prod(shape)) * dtype.itemsize,)))
    bits = tensor_proto._STORAGE[data_type].bits or (1 if dtype == np.bool_ else 8)
    array = (raw & ((1 << bits) - 1)).view(dtype).reshape(shape)
    if dtype == np.float32 or dtype == np.complex64:
        array = np.nan_to_num(array)  # Python's float changes the bits of some NaNs
    stored = tensor_proto.from_array(array, data_type).SerializeToString()
    read, read_type = tensor_proto.to_array(schema.TensorProto.FromString(stored))
    assert read_type == data_type
    assert_same_array(read, array)


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_strings_round_trip_in_both_forms(strings):
    array = np.empty(len(strings), object)
    array[:] = strings
    read, _ = tensor_proto.to_array(tensor_proto.from_array(array, STRING))
    assert_same_array(read, array)

    content = b"".join(
        bytes([len(text)]) if len(text) < 128 else bytes([len(text) & 127 | 128, len(text) >> 7])
        for text in strings
    ) + b"".join(strings)
    read, _ = tensor_proto.to_array(proto(STRING, len(strings), tensor_content=content))
    assert_same_array(read, array)


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        (proto(FLOAT, 3, float_val=[1, 2]), [1, 2, 2]),
        (proto(FLOAT, 3), [0, 0, 0]),
        (proto(FLOAT), 0),
        (proto(COMPLEX64, 2, scomplex_val=[1, 2]), [1 + 2j, 1 + 2j]),
        (proto(COMPLEX128, 2), [0, 0]),
        (proto(STRING, 2), [b"", b""]),
        (proto(BOOL, 2, bool_val=[True]), [True, True]),
        (proto(BOOL, 2, tensor_content=b"\1\0"), [True, False]),
        (proto(FLOAT8_E5M2, 3, float8_val=b"\x3c\x40"), [1, 2, 2]),
        (proto(FLOAT8_E5M2, 2), [0, 0]),
        (proto(INT4, 3, tensor_content=b"\x0f\xff\xf1"), [-1, -1, 1]),
        (proto(INT2, 2, tensor_content=b"\x03\xfe"), [-1, -2]),
        (proto(QINT8, 3, int_val=[-4]), [(-4,), (-4,), (-4,)]),
        (proto(HALF, 2, half_val=[0x3C00]), [1, 1]),
        (proto(UINT64, 1, uint64_val=[2**64 - 1]), [2**64 - 1]),
        (proto(FLOAT, 1, tensor_content=b"\0\0\x80?", float_val=[5]), [1]),  # content counts
        (proto(FLOAT, 0, 2**60), []),
    ],
)
def test_what_tensorflow_reads_is_read(stored, expected):
    assert tensor_proto.to_array(stored)[0].tolist() == expected


@pytest.mark.parametrize(
    ("stored", "message"),
    [
        (proto(0), "dtype DT_INVALID cannot be read"),
        (proto(VARIANT), "dtype DT_VARIANT cannot be read"),
        (proto(RESOURCE), "dtype DT_RESOURCE cannot be read"),
        (proto(101, float_val=[1]), "dtype DT_FLOAT_REF cannot be read"),
        (proto(999), "dtype 999 cannot be read"),
        (proto(-1), "dtype -1 cannot be read"),
        (proto(FLOAT, -1, float_val=[1]), r"must not be negative. Received shape=\[-1\]"),
        (proto(FLOAT, -2, -3), "must not be negative"),
        (proto(FLOAT, *[1] * 65, float_val=[1]), "at most 64 axes. Received 65"),
        (proto(FLOAT, 2**62), "no array can be as large"),
        (proto(FLOAT, 0, 2**62, 2**62), "no array can be as large"),
        (proto(FLOAT, 2**40, float_val=[1]), "can take 2147483647 bytes at most"),
        (proto(STRING, 2**40, string_val=[b""]), "can take 2147483647 bytes at most"),
        (proto(FLOAT, 2**40, tensor_content=b"1234"), "take 4398046511104 bytes"),
        (proto(FLOAT, 1, tensor_content=b"123"), "take 4 bytes of tensor_content. Received 3"),
        (proto(FLOAT, 1, tensor_content=b"12345678"), "Received 8 bytes"),
        (proto(FLOAT, 0, tensor_content=b"1234"), "take 0 bytes"),
        (proto(BOOL, 2, tensor_content=b"\1\2"), "bytes 0 and 1. Received a byte 2"),
        (proto(FLOAT, 2, float_val=[1, 2, 3]), "the 2 elements of the shape. Received 3 values"),
        (proto(FLOAT, 0, float_val=[1]), "the 0 elements of the shape. Received 1 values"),
        (proto(FLOAT, 1, int_val=[1]), "must be in float_val. Received them in int_val"),
        (proto(COMPLEX64, 2, scomplex_val=[1, 2, 3]), "pairs of numbers. Received 3"),
        (proto(UINT8, 2, int_val=[-1, 300]), "from 0 to 255. Received numbers from -1 to 300"),
        (proto(INT4, 1, int_val=[8]), "from -8 to 7"),
        (proto(HALF, 1, half_val=[70000]), "half_val of DT_HALF must be from 0 to 65535"),
        (proto(BFLOAT16, 1, half_val=[-1]), "from 0 to 65535"),
        (proto(STRING, 2, tensor_content=b"\1"), "take at least as many bytes"),
        (proto(STRING, 2, tensor_content=b"\1\2ab"), "announces 3 bytes of text. Received 2"),
        (proto(STRING, 1, tensor_content=b"\xff" * 9), "must begin with the lengths"),
        (proto(STRING, 2, tensor_content=b"\1\xff"), "must begin with the lengths"),
        (
            schema.TensorProto(
                dtype=FLOAT, tensor_shape=schema.TensorShapeProto(unknown_rank=True)
            ),
            "must be known",
        ),
    ],
)
def test_broken_proto_is_refused(stored, message):
    with pytest.raises(InvalidArgumentError, match=message):
        tensor_proto.to_array(stored)


@pytest.mark.parametrize("data_type", [0, RESOURCE, VARIANT, 101, 999])
def test_dtype_without_storable_values_is_refused(data_type):
    with pytest.raises(TypeError, match="cannot be stored"):
        tensor_proto.from_array(np.zeros(2), data_type)


def test_array_must_have_the_dtype():
    with pytest.raises(TypeError, match=r"DT_FLOAT is made from an array of float32.*float64"):
        tensor_proto.from_array(np.zeros(2), FLOAT)
    with pytest.raises(TypeError, match=r"bytes and str. Received an element of type int"):
        tensor_proto.from_array(np.array([b"a", 1], object), STRING)


def test_shape_must_hold_the_array():
    with pytest.raises(ValueError, match="Takes at most 2, but got 3"):
        tensor_proto.from_array(np.zeros(3, np.float32), FLOAT, [2])


def test_array_beyond_the_limit_of_protobuf_is_refused(monkeypatch):
    monkeypatch.setattr(tensor_proto, "MOST_BYTES", 8)
    assert tensor_proto.from_array(np.zeros(2, np.float32), FLOAT)
    with pytest.raises(ValueError, match="larger than 2GB"):
        tensor_proto.from_array(np.zeros(3, np.float32), FLOAT)


SEEDS = [bytes.fromhex(case["proto"]) for case in CASES] + [
    proto(STRING, 2, tensor_content=b"\1\2abc").SerializeToString(),
    proto(STRING, 3, string_val=[b"a", b"bc"]).SerializeToString(),
    schema.TensorProto(dtype=VARIANT, variant_val=[{"type_name": "x"}]).SerializeToString(),
]


@pytest.fixture(scope="module")
def small_splats():
    """A mutated shape may be large; what is tested does not need the memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tensor_proto, "MOST_BYTES", 2**16)
        yield


@pytest.mark.usefixtures("small_splats")
@settings(max_examples=1500)
@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.integers(0, 80), st.integers(0, 2), st.binary(min_size=1, max_size=4))),
)
def test_mutated_bytes_give_an_array_or_a_known_error(seed, mutations):
    mutated = bytearray(seed)
    for place, removed, inserted in mutations:
        mutated[place : place + removed] = inserted
    try:
        stored = schema.TensorProto.FromString(bytes(mutated))
        array, data_type = tensor_proto.to_array(stored)
    except (DecodeError, InvalidArgumentError):
        return
    assert array.dtype == tensor_proto._STORAGE[data_type].dtype
    assert array.shape == tuple(dim.size for dim in stored.tensor_shape.dim)
    assert array.nbytes <= max(2**16, 8 * len(mutated))


def test_narrow_dtypes_are_those_of_ml_dtypes():
    read, _ = tensor_proto.to_array(proto(UINT4, 2, int_val=[15, 3]))
    assert read.dtype == ml_dtypes.uint4 and read.tolist() == [15, 3]
