"""Mirror images around tensors, and blocks of space in the batch: machine code gives what the host gives."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf
from tests.codegen.native_runs import expect_same

raw = tf.raw_ops
PADDINGS = [[[0, 0], [0, 0]], [[1, 2], [0, 0]], [[0, 0], [3, 1]], [[2, 0], [1, 3]]]
MODES = ["REFLECT", "SYMMETRIC"]
DTYPES = [np.float32, np.float64, np.int32, np.float16, np.uint8]


def numbered(*sizes: int, dtype: type = np.float32) -> np.ndarray:
    return np.arange(1, np.prod(sizes) + 1).reshape(sizes).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("paddings", PADDINGS)
@pytest.mark.parametrize("mode", MODES)
def test_mirror_images(mode, paddings, dtype, monkeypatch):
    def function(x, dy):
        return (
            raw.MirrorPad(input=x + x, paddings=paddings, mode=mode),
            raw.MirrorPadGrad(input=dy, paddings=paddings, mode=mode),
        )

    before, after = np.array(paddings).T
    dy = numbered(*(np.array([4, 5]) + before + after), dtype=dtype)
    calls = [[numbered(4, 5, dtype=dtype), dy]]
    expect_same(monkeypatch, function, calls, "MirrorPad", "MirrorPadGrad")


@pytest.mark.parametrize("mode", MODES)
def test_mirror_images_of_any_size(mode, monkeypatch):
    def function(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.pad(x, [[0, 0], [2, 1], [1, 2], [0, 0]], mode)
            total = tf.reduce_sum(y * y)
        return y, tape.gradient(total, x)

    calls = [[numbered(*sizes, 3)] for sizes in ((2, 4, 5), (3, 9, 7), (1, 3, 3), (2, 31, 4))]
    names = "MirrorPad", "MirrorPadGrad"
    expect_same(monkeypatch, function, calls, *names, is_any_size=True, ulps=2)


def test_an_axis_too_short_to_be_mirrored_is_refused():
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def function(x):
        return tf.pad(x * 2, [[2, 2]], "REFLECT")

    for size in (5, 7, 3):
        assert function(tf.ones([size])).shape == [size + 4]
    with pytest.raises(tf.errors.InvalidArgumentError, match="less than the dimension size"):
        function(tf.ones([2]))


BLOCKS = [
    ((2, 6, 3), [2], [[0, 0]]),
    ((2, 5, 3), [3], [[2, 2]]),
    ((3, 4, 6, 2), [2, 3], [[0, 0], [0, 0]]),
    ((1, 3, 5, 2), [2, 3], [[1, 0], [0, 1]]),
    ((2, 4, 4, 4, 1), [2, 1, 4], [[0, 0], [1, 1], [2, 2]]),
    ((2, 4, 3), [], np.zeros((0, 2), np.int32)),
]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("sizes", "blocks", "paddings"), BLOCKS)
def test_blocks(sizes, blocks, paddings, dtype, monkeypatch):
    there = {"block_shape": np.array(blocks, np.int32), "paddings": paddings}
    back = {"block_shape": np.array(blocks, np.int32), "crops": paddings}

    def function(x):
        y = raw.SpaceToBatchND(input=x + x, **there)
        return y, raw.BatchToSpaceND(input=y + y, **back)

    names = "SpaceToBatchND", "BatchToSpaceND"
    expect_same(monkeypatch, function, [[numbered(*sizes, dtype=dtype)]], *names)


def test_blocks_of_images(monkeypatch):
    def function(x):
        y = raw.SpaceToBatch(input=x + x, paddings=[[1, 0], [0, 1]], block_size=2)
        return y, raw.BatchToSpace(input=y + y, crops=[[0, 1], [1, 0]], block_size=2)

    calls = [[numbered(2, 3, 5, 3)]]
    expect_same(monkeypatch, function, calls, "SpaceToBatch", "BatchToSpace")


def test_blocks_of_any_size(monkeypatch):
    def function(x):
        y = tf.space_to_batch(x * 2, [2, 3], [[1, 1], [0, 0]])
        return y, tf.batch_to_space(y + y, [2, 3], [[0, 1], [0, 2]])

    calls = [
        [numbered(*sizes)] for sizes in ((2, 4, 6, 3), (3, 8, 9, 3), (1, 2, 3, 3), (5, 6, 12, 3))
    ]
    expect_same(monkeypatch, function, calls, "SpaceToBatchND", "BatchToSpaceND", is_any_size=True)


def test_what_is_no_multiple_of_a_block_is_refused():
    @tf.function(input_signature=[tf.TensorSpec([None, None])])
    def function(x):
        return tf.space_to_batch(x * 2, [2], [[0, 0]])

    for size in (4, 6, 2):
        assert function(tf.ones([1, size])).shape == [2, size // 2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="not divisible"):
        function(tf.ones([1, 5]))
