"""Iterators by raw ops, of both versions, as graphs of TensorFlow have them."""

import pytest

import stagelight as tf

TYPES = {"output_types": [tf.int64], "output_shapes": [[]]}


def elements(handle):
    return [int(tf.raw_ops.IteratorGetNext(iterator=handle, **TYPES)[0].numpy()) for _ in range(2)]


@pytest.mark.parametrize("name", ["AnonymousIterator", "AnonymousIteratorV3"])
def test_iterators_without_a_name(name):
    handle = getattr(tf.raw_ops, name)(**TYPES)
    dataset = tf.data.Dataset.range(5)
    tf.raw_ops.MakeIterator(dataset=dataset._variant_tensor, iterator=handle)
    assert elements(handle) == [0, 1]


@pytest.mark.parametrize("version", ["", "V2"])
def test_iterators_of_graphs_and_their_texts(version):
    with tf.Graph().as_default():
        make = getattr(tf.raw_ops, f"Iterator{version}")
        made = make(shared_name=f"shared{version}", container="", **TYPES)
        dataset = tf.data.Dataset.range(5)
        begin = tf.raw_ops.MakeIterator(dataset=dataset._variant_tensor, iterator=made)
        text = tf.raw_ops.IteratorToStringHandle(resource_handle=made)
        same = getattr(tf.raw_ops, f"IteratorFromStringHandle{version}")(
            string_handle=text, **TYPES
        )
        (element,) = tf.raw_ops.IteratorGetNext(iterator=same, **TYPES)
        with tf.compat.v1.Session() as session:
            session.run(begin)
            assert [int(session.run(element)) for _ in range(3)] == [0, 1, 2]
