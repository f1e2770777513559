"""Attrs of other kinds, and numbers that no file or tensor holds, are refused by TensorFlow's classes."""

from __future__ import annotations

import time

import numpy as np
import pytest

import stagelight as tf
from stagelight import config

raw = tf.raw_ops
IMAGE, FILTERS = tf.ones([1, 2, 2, 1]), tf.ones([1, 1, 1, 1])

# By name: a call and TensorFlow's words.
KINDS = {
    "a float": (lambda: raw.LeakyRelu([1.0], alpha="x"), "Expected float for argument 'alpha' not 'x'"),
    "a truth": (lambda: raw.MatMul([[1.0]], [[1.0]], transpose_a="x"), "Expected bool for argument"),
    "a text": (lambda: raw.Einsum([[1.0]], equation=None), "Expected string for argument 'equation'"),
    "a list": (
        lambda: raw.Conv2D(IMAGE, FILTERS, strides=3, padding="SAME"),
        "Expected list for 'strides' argument to 'Conv2D' Op, not 3",
    ),
    "numbers": (
        lambda: raw.Conv2D(IMAGE, FILTERS, strides=["a"] * 4, padding="SAME"),
        "Expected int for argument 'strides' not 'a'",
    ),
    "dtypes": (
        lambda: raw.DecodeCSV(["1"], [tf.constant([0])], na_value=3),
        "Expected string for argument 'na_value' not 3",
    ),
    "types": (
        lambda: raw.DecodeProtoV2(
            b"", message_type="a", field_names=["b"], output_types=[3.5], descriptor_source=""
        ),
        "Expected type for argument 'output_types' not 3.5",
    ),
}


@pytest.mark.parametrize("what", KINDS)
@pytest.mark.parametrize("form", [lambda f: f, tf.function], ids=["eager", "staged"])
def test_attrs_of_other_kinds_are_refused(what, form):
    call, words = KINDS[what]
    with pytest.raises(TypeError, match=words):
        form(call)()


def test_numbers_of_more_than_64_bits_are_refused():
    with pytest.raises(tf.errors.InvalidArgumentError, match="64 bits"):
        raw.LogUniformCandidateSampler(
            np.int64([[1]]), num_true=1, num_sampled=2**63, unique=False, range_max=8
        )
    with pytest.raises(ValueError, match="64 bits"):
        tf.function(lambda: raw.Unpack([1.0], num=2**63))()


def test_numpy_numbers_are_numbers():
    assert raw.Unpack([1.0, 2.0], num=np.int32(2), axis=np.int64(0))[1].numpy() == 2.0
    assert raw.LeakyRelu([-1.0], alpha=np.float32(0.5)).numpy() == [-0.5]
    assert raw.Sum([[1.0]], [0], keep_dims=np.True_).shape == [1, 1]


@pytest.mark.parametrize(
    "call",
    [
        lambda x: raw.Split(0, x, num_split=2**40),
        lambda x: raw.Split(0, x, num_split=0),
        lambda x: raw.DepthToSpace(x, block_size=0),
        lambda x: raw.SpaceToBatch(x, [[0, 0], [0, 0]], block_size=2**31),
        lambda x: raw.Range(0.0, float("inf"), 1.0),
    ],
)
def test_sizes_that_no_tensor_has_are_refused_while_tracing(call):
    with pytest.raises((ValueError, tf.errors.OpError)):
        tf.function(call)(tf.ones([2, 2, 2, 4]))


def test_outputs_are_as_many_as_attrs_say():
    for number in (0, 3, 2**31 - 1, -1):
        with pytest.raises((tf.errors.InvalidArgumentError, ValueError), match="ParseExampleV2"):
            raw.ParseExampleV2(
                [b""], np.zeros(0, object), ["a"], ["b"], np.zeros(0, object), [[1.0]],
                num_sparse=number, sparse_types=[tf.int64], dense_shapes=[[1]], ragged_value_types=[],
                ragged_split_types=[],
            )  # fmt: skip
    with pytest.raises((tf.errors.InvalidArgumentError, TypeError), match="bad_color"):
        raw.ImageSummary("a", tf.zeros([1, 2, 2, 3]), bad_color=3)


@pytest.mark.parametrize("executor", ["native", "host"])
def test_what_does_not_broadcast_is_refused_of_any_size(executor):
    """Machine code would read behind the arrays."""
    unknown = [tf.TensorSpec(None), tf.TensorSpec(None)]
    clip = tf.function(lambda x, low: raw.ClipByValue(x, low, 2.0), input_signature=unknown)
    choose = tf.function(lambda x, y: raw.Select(y > 0.0, x, -x), input_signature=unknown)
    with config.changed(executor=executor):
        for other in ([5.0], [1.0, 2.0, 3.0], np.ones([5, 2, 3]), np.ones([1, 2]), np.ones([40, 50])):
            for function in (clip, choose):
                with pytest.raises(tf.errors.InvalidArgumentError):
                    function(tf.ones([2, 3]), tf.constant(other, tf.float32))
        assert clip(tf.ones([2, 3]), 1.5).numpy().tolist() == [[1.5] * 3] * 2
        assert choose(tf.ones([2, 2]), tf.eye(2)).numpy().tolist() == [[1, -1], [-1, 1]]


def test_assertions_of_captured_tensors_tell_their_names():
    """As TensorFlow does, where they fail while tracing."""
    x = tf.constant([1, 2, 3])
    words = r"Condition x < 0 did not hold element-wise:\s+x \(assert_negative/x:0\) =\s+\[1 2 3\]"
    with pytest.raises(tf.errors.InvalidArgumentError, match=words):
        tf.function(lambda: tf.debugging.assert_negative(x))()
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"y \(assert_equal\S*/y:0\) =\s+\[1 2 4\]"):
        tf.function(lambda: tf.debugging.assert_equal(x, [1, 2, 4]))()


def test_other_objects_are_type_errors():
    with pytest.raises(TypeError, match="Expected string for argument 'equation'"):
        tf.einsum(tf.constant(1), [1.0])
    for value in (tf.constant(1.5), tf.constant("a"), tf.constant(1j)):
        with pytest.raises(TypeError, match="integer"):
            range(value)
    with pytest.raises(ValueError, match="1 part or more"):
        tf.experimental.numpy.vsplit([1.0], 0)
    with pytest.raises(ValueError, match="along axis 2"):
        tf.experimental.numpy.dsplit([1.0], 1)


def test_leaky_slopes_of_zero_and_nan():
    x = tf.constant([np.inf, 1.0, -1.0])
    np.testing.assert_array_equal(raw.LeakyRelu(x, alpha=0.0), [np.inf, 1.0, 0.0])
    np.testing.assert_array_equal(raw.LeakyRelu(x, alpha=np.nan), [np.inf, 1.0, np.nan])


def test_derivatives_of_large_orders():
    """TensorFlow's numbers, but for 1e8, where its series ends too early: the density is meant."""
    a = tf.constant([1e4, 2e4, 1e6, 1e8, 3.0, 1.0, 1e30], tf.float64)
    x = tf.constant([1.01e4, 2.01e4, 1.0002e6, 1.00001e8, 1e5, 3e38, 3e38], tf.float64)
    began = time.process_time()
    found = raw.IgammaGradA(a, x).numpy()
    assert time.process_time() - began < 10
    density = np.exp(-0.005) / np.sqrt(2 * np.pi) / 1e4
    known = [-2.415688e-3, -2.1933116e-3, -3.91004671e-4, -density, 0.0, 0.0, 0.0]
    np.testing.assert_allclose(found, known, rtol=1e-4)


def test_sparse_rows_that_nobody_counts_cost_nothing():
    indices, shape = np.int64([[5, 0], [2**39, 0]]), np.int64([2**40, 2**40])
    weights = np.zeros(0, np.float32)
    found = raw.SparseCountSparseOutput(indices, np.int32([2, 1]), shape, weights, binary_output=False)
    assert found[0].numpy().tolist() == [[5, 2], [2**39, 1]]
    assert found[2].numpy().tolist() == [2**40, 3]
    with pytest.raises(tf.errors.ResourceExhaustedError):
        raw.SparseBincount(indices, np.int32([2, 1]), shape, 2**10, weights)


def test_densities_and_rates_keep_their_lower_bits():
    """As TensorFlow's files have them."""
    file = raw.EncodeJpeg(np.zeros([2, 2, 3], np.uint8), x_density=-5, y_density=2**20).numpy()
    assert file[13:18] == b"\x01\xff\xfb\x00\x00"
    sound = tf.audio.encode_wav(tf.zeros([1, 65535]), 80000).numpy()
    assert sound[:44] == (
        b'RIFF"\x00\x02\x00WAVEfmt \x10\x00\x00\x00\x01\x00\xff\xff\x808\x01\x00'
        b"\x00\x8f\xfdp\xfe\xff\x10\x00data\xfe\xff\x01\x00"
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match="num_channels must be in"):
        tf.audio.encode_wav(tf.zeros([1, 65536]), 10)


def test_metadata_that_is_none_is_left_out():
    summary = raw.TensorSummaryV2("a", [1.0], b"\xff\xfe").numpy()
    assert tf.compat.v1.Summary.FromString(summary).value[0].metadata.ByteSize() == 0
