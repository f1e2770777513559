"""`experimental_enable_numpy_behavior`: operators, methods, weak tensors, and that it can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight.config import changed
from stagelight.core.tensor import EagerTensor, Tensor

tnp = tf.experimental.numpy


@pytest.fixture
def enable() -> Iterator[Any]:
    with changed():
        yield tnp.experimental_enable_numpy_behavior


def state() -> list[Any]:
    names = ("__add__", "__radd__", "__matmul__", "__lt__", "__eq__", "__getitem__")
    functions = [tf.add, tf.math.add, tf.constant, tnp.exp, tf.Variable.assign]
    return [vars(kind).get(name) for kind in (Tensor, EagerTensor) for name in names] + functions


@pytest.mark.parametrize("mode", ["off", "legacy", "safe", "all"])
def test_everything_is_as_before_when_it_is_undone(mode):
    before = state()
    with changed():
        tnp.experimental_enable_numpy_behavior(dtype_conversion_mode=mode)
        assert hasattr(tf.ones([2]), "T")
        assert (state() != before) or mode == "off"
    assert all(now is then for now, then in zip(state(), before, strict=True))
    assert not hasattr(tf.ones([2]), "T")
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.constant(1) + tf.constant(1.0)
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.constant([1, 2])[[0, 1]]


def test_modes_may_follow_each_other(enable):
    enable(dtype_conversion_mode="all")
    assert repr(tf.constant(5)).endswith("weak=True>")
    enable()
    assert "weak" not in repr(tf.constant(5))
    assert (tf.constant(1) + 1.5).dtype is tf.float64
    enable(prefer_float32=True)
    assert (tf.constant([1], tf.int8) + 1.5).dtype is tf.float32
    assert tnp.array(1.5).dtype is tf.float32
    enable(dtype_conversion_mode="off")
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.constant(1) + tf.constant(1.5)


def test_an_unknown_mode_is_refused(enable):
    with pytest.raises(ValueError, match="does not exist"):
        enable(dtype_conversion_mode="numpy")


def test_operators_follow_numpy(enable):
    enable()
    i, f, v = tf.constant([1, 2]), tf.constant([0.5, 1.5]), tf.Variable([1.0, 2.0])
    assert (i + f).dtype is tf.float64
    assert (f + i).dtype is tf.float64
    assert (f * 2).dtype is tf.float32
    assert (2.5 - i).dtype is tf.float64
    assert (i / np.float32(2)).dtype is tf.float64
    assert (v + i).dtype is tf.float64
    assert (i < f).numpy().tolist() == [False, False]
    assert (i == 1.0).numpy().tolist() == [True, False]
    assert float(i @ f) == 3.5
    assert (tf.constant(True) & False).dtype is tf.bool
    assert (i != None) is True  # noqa: E711
    assert (tf.ragged.constant([[1, 2]]) + 1).to_list() == [[2, 3]]


def test_operators_are_staged(enable):
    enable()

    @tf.function
    def f(x, y):
        z = (x + y).T.reshape(-1)
        return z[tnp.array([0, -1])], z[z > 2.0], round(z.mean()), x.size, x @ y

    a, b, c, size, product = f(tf.constant([[1, 2]]), tf.constant([[0.5], [1.5]]))
    assert a.numpy().tolist() == [1.5, 3.5]
    assert b.numpy().tolist() == [2.5, 2.5, 3.5]
    assert float(c) == 2.0
    assert int(size) == 2
    assert product.numpy().tolist() == [[3.5]]


def test_methods_of_arrays(enable):
    enable()
    x = tf.constant([[1.5, -2.0], [3.0, 4.25]])
    assert x.T.numpy().tolist() == [[1.5, 3.0], [-2.0, 4.25]]
    assert x.reshape(4).shape == x.reshape([4]).shape == x.ravel().shape == x.flatten().shape == [4]
    assert x.reshape(1, 4, order="F").numpy().tolist() == [[1.5, 3.0, -2.0, 4.25]]
    assert x.astype(tf.int32).dtype is tf.int32
    assert x.clip(0, 2).numpy().tolist() == [[1.5, 0.0], [2.0, 2.0]]
    assert (float(x.max()), float(x.min()), float(x.mean())) == (4.25, -2.0, 1.6875)
    assert (x.size, x.ndim, x.tolist()) == (4, 2, [[1.5, -2.0], [3.0, 4.25]])
    np.testing.assert_allclose(round(x, 1).numpy(), [[1.5, -2.0], [3.0, 4.2]], rtol=1e-6)
    assert (+x) is x
    assert x.data is x
    assert x.transpose(None).shape == [2, 2]
    with pytest.raises(ValueError, match="Unsupported arguments"):
        x.reshape(4, axis=1)


def test_weak_tensors_go_through_functions_variables_and_tapes(enable):
    enable(dtype_conversion_mode="all")
    x = tf.constant(3.0)

    @tf.function
    def f(y):
        return y * 2, tf.ones([2], tf.float16) * y

    doubled, wide = f(x)
    assert repr(doubled).endswith("weak=True>")
    assert wide.dtype is tf.float16
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    gradient = tape.gradient(y, x)
    assert (float(gradient), repr(gradient).endswith("weak=True>")) == (6.0, True)
    v = tf.Variable(1.0)
    v.assign_add(tf.constant(1))
    assert float(v) == 2.0
    with pytest.raises(TypeError, match="Variable dtype is immutable"):
        v.assign(tf.constant(1.0, tf.float64))
    assert [int(each) for each in tf.constant([1, 2])] == [1, 2]
    assert (len(tf.constant([1])), bool(tf.constant(1)), complex(tf.constant(1))) == (1, True, 1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(x)


def test_safe_refuses_what_may_lose_precision(enable):
    enable(dtype_conversion_mode="safe")
    with pytest.raises(TypeError, match="SAFE"):
        tf.constant(1, tf.int32) + tf.constant(1.0, tf.float32)
    assert (tf.constant(1, tf.int16) + tf.constant(1, tf.float32)).dtype is tf.float32
