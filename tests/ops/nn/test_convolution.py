"""Convolutions: agreement with plain loops, bounded memory, formats."""

from __future__ import annotations

import itertools
import tracemalloc

import numpy as np
import pytest

import stagelight as tf

_random = np.random.default_rng(3)


def convolved_by_loops(x, filters, stride, dilation, padding):
    """The definition, element by element."""
    reach = [(k - 1) * dilation + 1 for k in filters.shape[:2]]
    if padding == "SAME":
        outputs = [-(-size // stride) for size in x.shape[1:3]]
        missing = [
            max((n - 1) * stride + r - size, 0)
            for n, r, size in zip(outputs, reach, x.shape[1:3], strict=True)
        ]
        x = np.pad(x, [(0, 0), *[(m // 2, m - m // 2) for m in missing], (0, 0)])
    else:
        outputs = [(size - r) // stride + 1 for size, r in zip(x.shape[1:3], reach, strict=True)]
    result = np.zeros((x.shape[0], *outputs, filters.shape[3]))
    for i, j in itertools.product(*map(range, outputs)):
        for p, q in np.ndindex(filters.shape[:2]):
            pixel = x[:, i * stride + p * dilation, j * stride + q * dilation]
            result[:, i, j] += pixel @ filters[p, q]
    return result


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize(("stride", "dilation"), [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2)])
@pytest.mark.parametrize("channels", [1, 2, 5])
def test_conv2d_is_its_definition(channels, stride, dilation, padding):
    x = _random.normal(size=(2, 9, 8, channels))
    filters = _random.normal(size=(3, 2, channels, 4))
    expected = convolved_by_loops(x, filters, stride, dilation, padding)
    actual = tf.nn.conv2d(x, filters, stride, padding, dilations=dilation)
    np.testing.assert_allclose(actual.numpy(), expected, atol=1e-12)


def test_formats_agree():
    x, filters = _random.normal(size=(2, 6, 5, 4)), _random.normal(size=(3, 3, 2, 6))
    last = tf.nn.conv2d(x, filters, 2, "SAME")
    first = tf.nn.conv2d(np.moveaxis(x, -1, 1), filters, 2, "SAME", data_format="NCHW")
    np.testing.assert_allclose(np.moveaxis(first.numpy(), 1, -1), last.numpy(), atol=1e-12)


def test_memory_does_not_grow_with_the_windows():
    x = tf.ones([1, 200, 200, 32])
    filters = tf.ones([5, 5, 32, 8])
    tf.nn.conv2d(x, filters, 1, "SAME")
    tracemalloc.start()
    tf.nn.conv2d(x, filters, 1, "SAME")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * x.numpy().nbytes  # all windows at once would be 25 times


def test_transpose_undoes_the_shape():
    x = tf.ones([1, 7, 6, 2])
    y = tf.nn.conv2d(x, tf.ones([3, 3, 2, 4]), 2, "SAME")
    assert tf.nn.conv2d_transpose(y, tf.ones([3, 3, 2, 4]), x.shape, 2).shape == x.shape
