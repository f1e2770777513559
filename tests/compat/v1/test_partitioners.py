"""Partitioners of TensorFlow 1, and the variables that are given one."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1
SHAPES = ([10, 4], [7], [3, 5])
DTYPES = (tf.float32, tf.float64, tf.int32)
# What TensorFlow 2.21 returns for these shapes and dtypes.
PARTITIONS = {
    "axis 1": (v1.fixed_size_partitioner(3, axis=1), ([1, 3], None, [1, 3])),
    "fixed": (v1.fixed_size_partitioner(3), ([3, 1], [3], [3, 1])),
    "largest": (v1.variable_axis_size_partitioner(40), ([5, 1], [2], [2, 1])),
    "largest, at most 2": (
        v1.variable_axis_size_partitioner(40, max_shards=2),
        ([2, 1], [2], [2, 1]),
    ),
    "least": (v1.min_max_variable_partitioner(4, 0, 64, 4), ([3, 1], [1], [1, 1])),
    "least, at most 2": (v1.min_max_variable_partitioner(2, 0, 8), ([2, 1], [2], [2, 1])),
}


@pytest.mark.parametrize("name", PARTITIONS)
def test_partitions_are_those_of_tensorflow(name):
    partitioner, expected = PARTITIONS[name]
    for shape, dtype, parts in zip(SHAPES, DTYPES, expected, strict=True):
        if parts is None:
            with pytest.raises(IndexError):
                partitioner(shape=tf.TensorShape(shape), dtype=dtype)
        else:
            assert partitioner(shape=tf.TensorShape(shape), dtype=dtype) == parts


def test_limits_are_positive_and_shapes_known():
    for make in (
        lambda: v1.min_max_variable_partitioner(0),
        lambda: v1.variable_axis_size_partitioner(0),
    ):
        with pytest.raises(ValueError, match="positive"):
            make()
    for shape in ([3], tf.TensorShape([None, 3])):
        with pytest.raises(ValueError, match="shape"):
            v1.fixed_size_partitioner(2)(shape=shape, dtype=tf.float32)


WHOLE = np.arange(30.0, dtype=np.float32).reshape(10, 3)


def _table(parts=3, **options):
    return v1.get_variable("w", partitioner=v1.fixed_size_partitioner(parts), **options)


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize("parts", [1, 2, 3])
def test_the_parts_of_a_variable_are_it(parts, axis):
    with tf.Graph().as_default(), v1.Session() as session:
        partitioner = v1.fixed_size_partitioner(parts, axis)
        w = v1.get_variable("w", initializer=WHOLE, partitioner=partitioner)
        assert [x.name for x in v1.global_variables()] == [f"w/part_{i}:0" for i in range(parts)]
        assert w.shape == [10, 3] and len(w) == parts
        session.run(v1.global_variables_initializer())
        np.testing.assert_array_equal(session.run(tf.identity(w)), WHOLE)
        np.testing.assert_array_equal(np.concatenate(session.run(list(w)), axis), WHOLE)
        np.testing.assert_array_equal(
            session.run(tf.matmul(w, w, transpose_b=True)), WHOLE @ WHOLE.T
        )
        for method, expected in (
            ("assign", WHOLE * 2.0),
            ("assign_add", WHOLE * 3.0),
            ("assign_sub", WHOLE * 2.0),
        ):
            session.run(getattr(w, method)(WHOLE * (2.0 if method == "assign" else 1.0)))
            np.testing.assert_array_equal(session.run(tf.identity(w)), expected)


def test_embeddings_are_looked_up_in_parts_by_a_strategy():
    ids = [0, 9, 4, 1, 5]
    with tf.Graph().as_default(), v1.Session() as session:
        w = _table(2, initializer=WHOLE)
        found = (
            v1.nn.embedding_lookup(w, ids, partition_strategy="div"),
            v1.nn.embedding_lookup(w, ids),
        )
        newer = tf.nn.embedding_lookup(w, ids)
        session.run(v1.global_variables_initializer())
        by_runs, by_remainders = session.run(found)
        np.testing.assert_array_equal(by_runs, WHOLE[ids])
        np.testing.assert_array_equal(session.run(newer), WHOLE[ids])
        np.testing.assert_array_equal(by_remainders, WHOLE[[5 * (i % 2) + i // 2 for i in ids]])


def test_initializers_know_the_whole_of_a_part():
    seen = []

    def begin(shape, dtype=None, partition_info=None):
        seen.append((list(shape), partition_info.full_shape, partition_info.var_offset))
        return tf.zeros(shape, dtype)

    with tf.Graph().as_default():
        _table(shape=[10, 3], initializer=begin)
    assert seen == [([4, 3], [10, 3], [0, 0]), ([3, 3], [10, 3], [4, 0]), ([3, 3], [10, 3], [7, 0])]


def test_parts_train_and_are_saved_as_one(tmp_path):
    path = str(tmp_path / "model")
    with tf.Graph().as_default(), v1.Session() as session:
        w = _table(initializer=WHOLE)
        step = v1.train.AdamOptimizer(0.5).minimize(tf.reduce_sum(w))
        session.run(v1.global_variables_initializer())
        session.run(step)
        v1.train.Saver().save(session, path)
    shapes = dict(tf.train.list_variables(path))
    assert {x: shapes[x] for x in ("w", "w/Adam", "w/Adam_1")} == {
        "w": [10, 3],
        "w/Adam": [10, 3],
        "w/Adam_1": [10, 3],
    }
    for parts in (None, 1, 2, 5):
        with tf.Graph().as_default(), v1.Session() as session:
            options = {} if parts is None else {"partitioner": v1.fixed_size_partitioner(parts)}
            w = v1.get_variable("w", [10, 3], **options)
            for saver in (v1.train.Saver(), v1.train.Saver([w]), v1.train.Saver({"w": w})):
                session.run(v1.global_variables_initializer())
                saver.restore(session, path)
                np.testing.assert_allclose(session.run(tf.identity(w)), WHOLE - 0.5, rtol=1e-5)


def test_parts_are_shared_by_the_name_of_the_whole():
    with tf.Graph().as_default():
        with v1.variable_scope("s", regularizer=tf.reduce_sum):
            w = _table(shape=[10, 3])
        names = [x.name for x in v1.get_collection("regularization_losses")]
        assert names == [f"s/w/part_{i}/Regularizer/Sum:0" for i in range(3)]
        with v1.variable_scope("s", reuse=True):
            assert _table(shape=[10, 3]) is w
            assert v1.get_variable("w", [10, 3]) is w
            with pytest.raises(ValueError, match="partitions 2 and found partitions 3"):
                _table(2, shape=[10, 3])
            with pytest.raises(ValueError, match="found shape"):
                _table(shape=[9, 3])
        with v1.variable_scope("s"), pytest.raises(ValueError, match="already exists"):
            _table(shape=[10, 3])
        with v1.variable_scope("s"), pytest.raises(ValueError, match="partitioned version"):
            v1.get_variable("w", [10, 3])


@pytest.mark.parametrize(
    ("partitioner", "message"),
    [
        (3, "callable"),
        (lambda shape, dtype: 3, "sequence"),
        (lambda shape, dtype: [2], "rank"),
        (lambda shape, dtype: [0, 1], "zero"),
        (lambda shape, dtype: [2, 2], "one dimension"),
        (lambda shape, dtype: [11, 1], "more partitions"),
    ],
    ids=["no function", "no sequence", "rank", "zero", "two axes", "too many"],
)
def test_partitioners_that_do_not_divide_one_axis_are_refused(partitioner, message):
    with tf.Graph().as_default(), pytest.raises(ValueError, match=message):
        v1.get_variable("w", [10, 3], partitioner=partitioner)


def test_a_scalar_is_not_divided():
    with tf.Graph().as_default(), v1.variable_scope("s", partitioner=v1.fixed_size_partitioner(2)):
        assert v1.get_variable("x", []).name == "s/x:0"
