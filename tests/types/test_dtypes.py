"""Dtypes: identity, conversion, properties, groups."""

import pickle

import ml_dtypes
import numpy as np
import pytest

from stagelight.public import public_table
from stagelight.types import dtypes
from stagelight.types.dtypes import as_dtype, from_numpy


@pytest.mark.parametrize("dtype", dtypes.ALL, ids=repr)
def test_every_spelling_leads_to_the_one_instance(dtype):
    assert as_dtype(dtype) is dtype
    assert as_dtype(dtype.name) is dtype
    assert as_dtype(dtype.as_datatype_enum) is dtype
    assert dtypes.DType(dtype.name) is dtype
    assert pickle.loads(pickle.dumps(dtype)) is dtype
    if dtype.is_numpy_compatible:
        assert as_dtype(dtype.numpy_dtype) is dtype
        assert as_dtype(dtype.as_numpy_dtype) is dtype
        assert from_numpy(dtype.numpy_dtype) is dtype


def test_enum_numbers_are_unique_and_without_gap():
    assert [dtype.as_datatype_enum for dtype in dtypes.ALL] == list(range(1, 34))


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        ("half", dtypes.float16),
        ("float", dtypes.float32),
        ("double", dtypes.float64),
        (float, dtypes.float32),
        (bool, dtypes.bool_),
        (object, dtypes.string),
        (np.str_, dtypes.string),
        (np.longlong, dtypes.int64),
        (np.dtype(">f4"), dtypes.float32),
        (np.dtype("U7"), dtypes.string),
        (np.dtype("S"), dtypes.string),
        (np.zeros(2, np.int16), dtypes.int16),
        (np.float64(1), dtypes.float64),
        (ml_dtypes.bfloat16, dtypes.bfloat16),
    ],
)
def test_as_dtype_takes(value, dtype):
    assert as_dtype(value) is dtype


@pytest.mark.parametrize(
    "value",
    [
        int,
        complex,
        str,
        bytes,
        None,
        "int",
        "O",
        3.5,
        0,
        99,
        True,
        1.0,
        (1, 2),
        [],
        np.dtype("M8[s]"),
    ],
)
def test_as_dtype_refuses(value):
    with pytest.raises(
        TypeError, match=r"Cannot convert the argument `type_value`: .* to a TensorFlow DType"
    ):
        as_dtype(value)


def test_from_numpy_reads_text_as_string():
    assert from_numpy(np.dtype("U3")) is dtypes.string
    assert from_numpy(np.dtype(object)) is dtypes.string


def test_from_numpy_refuses_dates():
    with pytest.raises(TypeError):
        from_numpy(np.dtype("M8[s]"))


def test_dtype_equals_what_converts_to_it():
    assert dtypes.float32 == "float32"
    assert dtypes.float32 == np.float32
    assert dtypes.float32 == np.dtype(np.float32)
    assert dtypes.float32 != "float64"
    assert dtypes.float32 != "no dtype"
    assert dtypes.float32 != None  # noqa: E711 (the operator is what is tested)
    assert dtypes.string not in (str, bytes)


def test_dtype_is_a_key():
    assert {dtypes.int32: "a", dtypes.int64: "b"}[as_dtype("int64")] == "b"


def test_dtype_cannot_be_changed():
    with pytest.raises(AttributeError, match="cannot be changed"):
        dtypes.int32.name = "int33"


def test_printed_forms():
    assert repr(dtypes.bool_) == "tf.bool"
    assert str(dtypes.float16) == "<dtype: 'float16'>"


def test_limits_of_integers_are_python_ints():
    assert (dtypes.int8.min, dtypes.int8.max) == (-128, 127)
    assert (dtypes.uint64.min, dtypes.uint64.max) == (0, 2**64 - 1)
    assert (dtypes.int4.min, dtypes.uint2.max) == (-8, 3)
    assert type(dtypes.int32.max) is int


def test_limits_of_floats_are_of_their_dtype():
    assert dtypes.float32.max == np.finfo(np.float32).max
    assert type(dtypes.float16.min) is np.float16
    assert float(dtypes.bfloat16.max) == pytest.approx(3.38953e38)
    assert float(dtypes.float8_e4m3fn.max) == 448


@pytest.mark.parametrize(
    ("dtype", "ending"),
    [
        (dtypes.bool_, "<dtype: 'bool'> with type <dtype: 'bool'>."),
        (dtypes.complex64, "<dtype: 'complex64'> with type <dtype: 'complex64'>."),
        (dtypes.qint8, "<dtype: 'qint8'> with quantized type <dtype: 'qint8'>."),
        (dtypes.resource, "<dtype: 'resource'>."),
    ],
)
def test_dtypes_without_order_have_no_minimum(dtype, ending):
    with pytest.raises(TypeError) as error:
        dtype.min
    assert str(error.value) == f"Cannot find minimum value of {ending}"


def test_limits_of_images():
    assert dtypes.uint8.limits == (0, 255)
    assert dtypes.float32.limits == (0, 1)
    assert dtypes.int8.limits == (0, 127)
    with pytest.raises(ValueError, match="does not have defined limits"):
        dtypes.complex64.limits


def test_sizes():
    sizes = {dtype.name: dtype.size for dtype in dtypes.ALL}
    assert (sizes["bool"], sizes["bfloat16"], sizes["complex128"], sizes["qint32"]) == (1, 2, 16, 4)
    assert (sizes["int4"], sizes["string"], sizes["resource"]) == (1, 0, 0)


def test_kinds():
    assert dtypes.bfloat16.is_floating and dtypes.bfloat16.is_numeric
    assert dtypes.float8_e5m2.is_floating and not dtypes.float8_e5m2.is_numeric
    assert dtypes.uint4.is_integer and dtypes.uint4.is_unsigned and not dtypes.uint4.is_numeric
    assert dtypes.qint8.is_quantized and dtypes.qint8.is_numeric and not dtypes.qint8.is_integer
    assert dtypes.bool_.is_bool and not dtypes.bool_.is_numeric and not dtypes.bool_.is_integer
    assert dtypes.complex64.is_complex and not dtypes.complex64.is_floating
    assert not dtypes.variant.is_numpy_compatible and dtypes.string.is_numpy_compatible


def test_real_and_base_dtypes():
    assert dtypes.complex64.real_dtype is dtypes.float32
    assert dtypes.complex128.real_dtype is dtypes.float64
    assert dtypes.int8.real_dtype is dtypes.int8
    assert dtypes.int8.base_dtype is dtypes.int8


def test_compatible_means_equal():
    assert dtypes.int8.is_compatible_with("int8")
    assert not dtypes.int8.is_compatible_with(dtypes.int16)


def test_groups_agree_with_kinds():
    assert all(dtype.is_floating for dtype in dtypes.FLOATING)
    assert all(dtype.is_integer for dtype in dtypes.INTEGER)
    assert all(dtype.is_complex for dtype in dtypes.COMPLEX)
    numeric = {dtype for dtype in dtypes.ALL if dtype.is_numeric}
    assert numeric == set(dtypes.NUMERIC) | set(dtypes.QUANTIZED)
    assert len(set(dtypes.ALL)) == len(dtypes.ALL)


def test_public_names():
    names = public_table()
    assert names["float32"] is names["dtypes.float32"] is dtypes.float32
    assert names["bool"] is dtypes.bool_
    assert names["half"] is dtypes.float16
    assert names["dtypes.experimental.int4"] is dtypes.int4
    assert "int4" not in names
