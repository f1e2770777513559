"""`tf.experimental.dlpack` shares memory with other libraries."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

dlpack = tf.experimental.dlpack
InvalidArgumentError = tf.errors.InvalidArgumentError


@pytest.mark.parametrize("dtype", [tf.float64, tf.int8, tf.bool, tf.complex64, tf.float16])
def test_a_tensor_goes_out_and_comes_back(dtype):
    x = tf.cast([[0, 1], [2, 3]], dtype)
    back = dlpack.from_dlpack(dlpack.to_dlpack(x))
    assert back.dtype is dtype
    np.testing.assert_array_equal(back, x)


def test_what_goes_out_is_a_copy_that_the_consumer_may_write():
    x = tf.constant([1, 2])
    array = np.array(dlpack.from_dlpack(dlpack.to_dlpack(x)), copy=False)
    assert not np.shares_memory(array, x.numpy())


def test_objects_that_give_capsules_are_taken():
    array = np.arange(3.0)
    assert dlpack.from_dlpack(array).numpy().tolist() == [0, 1, 2]


def test_a_capsule_is_used_once():
    capsule = dlpack.to_dlpack(tf.constant(1))
    dlpack.from_dlpack(capsule)
    for bad in (capsule, 3, None):
        with pytest.raises(InvalidArgumentError, match="needs an unused DLPack capsule"):
            dlpack.from_dlpack(bad)


@pytest.mark.parametrize("value", [tf.constant("a"), tf.constant(1, tf.bfloat16)])
def test_dtypes_that_dlpack_does_not_have_are_refused(value):
    with pytest.raises(InvalidArgumentError, match="not supported by dlpack"):
        dlpack.to_dlpack(value)


def test_only_eager_tensors_are_shared():
    with pytest.raises(InvalidArgumentError, match="must be a TF tensor"):
        dlpack.to_dlpack([1, 2])
