"""Tensors that machine code makes are those that Python makes."""

import gc
import sys
import weakref

import numpy as np
import pytest

import stagelight as tf
from stagelight.codegen.machine.host import llvm
from stagelight.core.tensor import EagerTensor
from stagelight.data import tensor_code
from stagelight.data.tensor_code import tensor_maker


@pytest.fixture(autouse=True)
def loaded():
    llvm()


def test_it_is_machine_code_and_its_tensors_are_tensors():
    make = tensor_maker()
    assert make is not EagerTensor
    array = np.arange(6.0).reshape(2, 3)
    tensor, like = make(array, tf.float64), EagerTensor(array, tf.float64)
    assert type(tensor) is EagerTensor
    assert tensor._array is array
    assert tensor.dtype is tf.float64
    assert repr(tensor) == repr(like)
    assert gc.is_tracked(tensor)
    assert (tensor + 1.0).numpy().tolist() == (array + 1.0).tolist()
    with tf.GradientTape() as tape:
        tape.watch(tensor)
        y = tf.reduce_sum(tensor * tensor)
    assert tape.gradient(y, tensor).numpy().tolist() == (2 * array).tolist()


def test_it_keeps_its_array_as_long_as_it_lives():
    class Traced(np.ndarray):
        pass

    make, array = tensor_maker(), np.zeros(3).view(Traced)
    dtype = tf.float64
    before, dtypes_before = sys.getrefcount(array), sys.getrefcount(dtype)
    tensors = [make(array, dtype) for _ in range(1000)]
    assert sys.getrefcount(array) == before + 1000
    assert sys.getrefcount(dtype) == dtypes_before + 1000
    gone = weakref.ref(array)
    del array
    gc.collect()
    assert gone() is not None
    del tensors
    assert gone() is None


def test_elements_of_pipelines_are_the_same_with_it(monkeypatch, tmp_path):
    path = str(tmp_path / "records")
    with tf.io.TFRecordWriter(path) as writer:
        for i in range(300):
            writer.write(b"%d" % i)
    datasets = [
        tf.data.TFRecordDataset(path),
        tf.data.Dataset.range(300),
        tf.data.Dataset.from_tensor_slices((np.arange(300.0), np.arange(600).reshape(300, 2))),
    ]
    found = [list(dataset) for dataset in datasets]
    monkeypatch.setattr("stagelight.data.iterators.tensor_maker", lambda: EagerTensor)
    for elements, dataset in zip(found, datasets, strict=True):
        for element, like in zip(elements, dataset, strict=True):
            tf.nest.map_structure(np.testing.assert_array_equal, element, like)
            assert tf.nest.map_structure(lambda x: x.dtype, element) == tf.nest.map_structure(
                lambda x: x.dtype, like
            )


def test_without_llvm_it_is_the_class(monkeypatch):
    monkeypatch.delitem(sys.modules, "llvmlite.binding")
    assert tensor_maker() is EagerTensor


def test_where_tensors_lie_in_another_way_it_is_the_class(monkeypatch):
    class Elsewhere:
        """Keeps nothing."""

        __slots__ = ("_a", "_b")

        def __init__(self, array, dtype):
            pass

    monkeypatch.setattr(tensor_code, "EagerTensor", Elsewhere)
    assert tensor_code._compiled.__wrapped__() is Elsewhere
