"""SaveV2 and RestoreV2, by which graphs save and restore."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

WHOLE = ["", ""]


def test_values_are_restored(tmp_path):
    prefix = str(tmp_path / "values")
    tf.raw_ops.SaveV2(
        prefix=prefix,
        tensor_names=["a", "b"],
        shape_and_slices=WHOLE,
        tensors=[tf.constant([1.0, 2.0]), tf.constant([["x"]])],
    )
    a, b = tf.raw_ops.RestoreV2(
        prefix=prefix,
        tensor_names=["a", "b"],
        shape_and_slices=WHOLE,
        dtypes=[tf.float32, tf.string],
    )
    np.testing.assert_array_equal(a, [1.0, 2.0])
    assert b.numpy().tolist() == [[b"x"]]


def test_a_graph_restores(tmp_path):
    prefix = str(tmp_path / "values")
    v = tf.Variable(5)
    tf.raw_ops.SaveV2(prefix=prefix, tensor_names=["v"], shape_and_slices=[""], tensors=[v.value()])
    v.assign(0)

    @tf.function
    def restore(path):
        (value,) = tf.raw_ops.RestoreV2(
            prefix=path, tensor_names=["v"], shape_and_slices=[""], dtypes=[tf.int32]
        )
        v.assign(value)

    restore(tf.constant(prefix))
    assert v.numpy() == 5


def restore(prefix, names=("a",), slices=("",), dtypes=(tf.float32,)):
    return tf.raw_ops.RestoreV2(
        prefix=prefix, tensor_names=list(names), shape_and_slices=list(slices), dtypes=list(dtypes)
    )


def test_parts_of_tensors_are_restored(tmp_path):
    prefix = str(tmp_path / "values")
    value = tf.reshape(tf.range(6), [3, 2])
    tf.raw_ops.SaveV2(
        prefix=prefix, tensor_names=["a"], shape_and_slices=[""], tensors=[value]
    )
    (part,) = restore(prefix, slices=["3 2 1,2:-"], dtypes=[tf.int32])
    assert part.numpy().tolist() == [[2, 3], [4, 5]]


def test_what_cannot_be_is_refused(tmp_path):
    prefix = str(tmp_path / "values")
    tf.raw_ops.SaveV2(
        prefix=prefix, tensor_names=["a"], shape_and_slices=[""], tensors=[tf.constant([1.0])]
    )
    with pytest.raises(tf.errors.NotFoundError, match="Key z not found"):
        restore(prefix, ["z"])
    with pytest.raises(tf.errors.NotFoundError):
        restore(str(tmp_path / "nothing"))
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not equal original dtype"):
        restore(prefix, dtypes=[tf.int32])
    with pytest.raises(tf.errors.InvalidArgumentError):
        restore(prefix, ["a", "b"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not match the shape stored"):
        restore(prefix, slices=["2 0,1"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="can't parse tensor_slice"):
        restore(prefix, slices=["1 0,2"])
    for part, error, text in (
        ("2 0,1", tf.errors.UnimplementedError, "must be all of it"),
        ("2 0,2", tf.errors.InvalidArgumentError, "does not match the tensor's shape"),
        ("1 0,2", tf.errors.InvalidArgumentError, "can't parse tensor_slice"),
    ):
        with pytest.raises(error, match=text):
            tf.raw_ops.SaveV2(
                prefix=prefix, tensor_names=["a"], shape_and_slices=[part], tensors=[[1.0]]
            )
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError)):
        restore([prefix])


def test_parts_that_are_saved_are_one_tensor(tmp_path):
    prefix = str(tmp_path / "values")
    tf.raw_ops.SaveV2(
        prefix=prefix,
        tensor_names=["a", "b", "a"],
        shape_and_slices=["3 2 1,2:-", "", "3 2 0,1:0,2"],
        tensors=[[[2, 3], [4, 5]], [7.0], [[0, 1]]],
    )
    assert tf.train.list_variables(prefix) == [("a", [3, 2]), ("b", [1])]
    (whole,) = restore(prefix, dtypes=[tf.int32])
    assert whole.numpy().tolist() == [[0, 1], [2, 3], [4, 5]]
    (part,) = restore(prefix, slices=["3 2 2,1:0,1"], dtypes=[tf.int32])
    assert part.numpy().tolist() == [[4]]


def save(prefix, **values):
    tf.raw_ops.SaveV2(
        prefix=prefix,
        tensor_names=list(values),
        shape_and_slices=[""] * len(values),
        tensors=[tf.constant(value) for value in values.values()],
    )


def test_what_several_writers_saved_is_merged(tmp_path):
    parts = [
        tf.raw_ops.ShardedFilename(basename=str(tmp_path / "parts" / "of"), shard=i, num_shards=2)
        for i in range(2)
    ]
    first, second = (part.numpy().decode() for part in parts)
    assert second == str(tmp_path / "parts" / "of-00001-of-00002")
    save(first, a=1.0, b=[2, 3])
    save(second, c="x")
    target = str(tmp_path / "whole")
    tf.raw_ops.MergeV2Checkpoints(checkpoint_prefixes=parts, destination_prefix=target)
    assert dict(tf.train.list_variables(target)) == {"a": [], "b": [2], "c": []}
    assert tf.train.load_variable(target, "b").tolist() == [2, 3]
    assert not (tmp_path / "parts").exists()


def test_what_stays_when_checkpoints_are_merged(tmp_path):
    target = str(tmp_path / "whole")
    save(target, a=1.0)
    save(str(tmp_path / "other" / "of"), a=2.0)
    both = [target, str(tmp_path / "other" / "of")]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Duplicate tensor keyed by a"):
        tf.raw_ops.MergeV2Checkpoints(checkpoint_prefixes=both, destination_prefix=target)
    assert tf.train.load_variable(target, "a") == 1.0
    assert tf.train.load_variable(both[1], "a") == 2.0
    tf.raw_ops.MergeV2Checkpoints(
        checkpoint_prefixes=[both[1], str(tmp_path / "gone")],
        destination_prefix=target,
        delete_old_dirs=False,
        allow_missing_files=True,
    )
    assert tf.train.load_variable(target, "a") == 2.0
    assert (tmp_path / "other").exists()
