"""Batch normalization: running statistics, second gradients, precision."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

_random = np.random.default_rng(3)
_x = _random.normal(size=(4, 3, 2, 3)).astype(np.float32)
_ones, _zeros = np.ones(3, np.float32), np.zeros(3, np.float32)


def test_running_variance_is_that_of_a_sample():
    _, mean, variance = tf.compat.v1.nn.fused_batch_norm(_x, _ones, _zeros)
    flat = _x.reshape(-1, 3)
    np.testing.assert_allclose(mean, flat.mean(0), rtol=1e-5)
    np.testing.assert_allclose(variance, flat.var(0, ddof=1), rtol=1e-5)


def test_inference_needs_the_running_statistics():
    with pytest.raises(ValueError, match="must be a 1D tensor when `is_training` is False"):
        tf.compat.v1.nn.fused_batch_norm(_x, _ones, _zeros, is_training=False)


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
def test_formats_agree(data_format):
    x = _x if data_format == "NHWC" else np.moveaxis(_x, -1, 1)
    y, *_ = tf.compat.v1.nn.fused_batch_norm(x, _ones, _zeros, data_format=data_format)
    y = y.numpy() if data_format == "NHWC" else np.moveaxis(y.numpy(), 1, -1)
    np.testing.assert_allclose(y.reshape(-1, 3).mean(0), np.zeros(3), atol=1e-6)
    np.testing.assert_allclose(y.reshape(-1, 3).std(0), np.ones(3), rtol=2e-3)


def test_normalization_by_given_statistics():
    mean, variance = _x.mean((0, 1, 2)), _x.var((0, 1, 2))
    y = tf.nn.batch_normalization(_x, mean, variance, 1.0, 2.0, 0.0)
    np.testing.assert_allclose(y, (_x - mean) / np.sqrt(variance) * 2 + 1, rtol=1e-4, atol=1e-5)
