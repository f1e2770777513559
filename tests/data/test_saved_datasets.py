"""`Dataset.save`, `Dataset.load` and `Dataset.snapshot`."""

from __future__ import annotations

import shutil

import pytest

import stagelight as tf

Dataset = tf.data.Dataset


def numbers(dataset):
    return [int(x) for x in dataset]


def counted(made, count=6):
    """A dataset that tells, in a list, which elements are made."""

    def make(x):
        made.append(int(x))
        return x

    return Dataset.range(count).map(lambda x: tf.numpy_function(make, [x], tf.int64))


def test_the_last_complete_save_is_what_is_loaded(tmp_path):
    folder = str(tmp_path)
    Dataset.range(3).save(folder)
    failing = Dataset.range(5).map(lambda x: 1 // (3 - x))
    with pytest.raises(tf.errors.InvalidArgumentError):
        failing.save(folder)
    assert numbers(Dataset.load(folder)) == [0, 1, 2]
    assert len(list(tmp_path.glob("[0-9]*"))) == 1  # the run that failed left nothing
    Dataset.range(4).save(folder)
    assert numbers(Dataset.load(folder)) == [0, 1, 2, 3]


def test_a_loaded_dataset_goes_on_in_pipelines_and_checkpoints(tmp_path):
    folder = str(tmp_path / "saved")
    Dataset.range(10).save(folder, shard_func=lambda x: x % 3)
    dataset = Dataset.load(folder).map(lambda x: x * 2)
    iterator = iter(dataset)
    first = [int(next(iterator)) for _ in range(4)]
    path = tf.train.Checkpoint(iterator=iterator).save(str(tmp_path / "ckpt"))
    other = iter(dataset)
    tf.train.Checkpoint(iterator=other).restore(path)
    assert first + numbers(other) == numbers(dataset)


def test_saving_in_a_function_is_an_effect(tmp_path):
    folder = str(tmp_path)

    @tf.function
    def save(count):
        Dataset.range(count).save(folder)

    save(tf.constant(2, tf.int64))
    save(tf.constant(3, tf.int64))
    assert numbers(Dataset.load(folder)) == [0, 1, 2]


def test_a_function_that_captures_gives_the_shards(tmp_path):
    count = tf.Variable(2, dtype=tf.int64)
    Dataset.range(4).save(str(tmp_path), shard_func=lambda x: x % count)
    firsts = Dataset.load(
        str(tmp_path), reader_func=lambda shards: shards.flat_map(lambda x: x.take(1))
    )
    assert numbers(firsts) == [0, 1]


@pytest.mark.parametrize("compression", [None, "GZIP", "SNAPPY"])
def test_saving_goes_on_from_a_checkpoint(tmp_path, compression):
    folder = str(tmp_path / "saved")
    counter = tf.Variable(0)
    arguments = {
        "directory": str(tmp_path / "checkpoints"),
        "max_to_keep": 2,
        "checkpoint_interval": 3,
        "step_counter": counter,
    }
    limit = tf.Variable(8, dtype=tf.int64)
    stopping = Dataset.range(12).map(lambda x: x + 0 * (8 // (limit - x)))
    with pytest.raises(tf.errors.InvalidArgumentError):
        stopping.save(folder, compression, lambda x: x % 2, arguments)
    assert not (tmp_path / "saved" / "snapshot.metadata").exists()
    limit.assign(100)
    counter.assign(0)
    stopping.save(folder, compression, lambda x: x % 2, arguments)
    assert int(counter) == 5  # of twelve, seven were there: checkpoints are made at 1, 4 and 7
    in_order = Dataset.load(
        folder, compression=compression, reader_func=lambda x: x.flat_map(lambda y: y)
    )
    assert numbers(in_order) == [0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11]


def test_a_checkpoint_among_the_arguments_is_refused(tmp_path):
    with pytest.raises(ValueError, match="not allowed to include 'checkpoint'"):
        Dataset.range(2).save(str(tmp_path), checkpoint_args={"checkpoint": None})


def test_elements_that_are_datasets_are_refused(tmp_path):
    with pytest.raises(tf.errors.FailedPreconditionError, match="cannot be written down"):
        Dataset.range(4).window(2).save(str(tmp_path))


def test_every_flipped_byte_is_an_error_or_another_spec(tmp_path):
    folder = tmp_path / "saved"
    Dataset.from_tensor_slices({"a": [1, 2], "b": ["x", "y"]}).save(str(folder))
    whole = [str(x) for x in Dataset.load(str(folder))]
    (shard,) = folder.glob("*/*/*.snapshot")
    for path in (shard, folder / "snapshot.metadata", folder / "dataset_spec.pb"):
        data = path.read_bytes()
        for place in range(len(data)):
            damaged = bytearray(data)
            damaged[place] ^= 0xFF
            path.write_bytes(damaged)
            try:
                found = [str(x) for x in Dataset.load(str(folder))]
            except (tf.errors.OpError, TypeError, ValueError):
                continue
            # What has no checksum may be other values that are as good: a time, a name, an empty run.
            assert path is not shard, place
            assert not found or sorted(found) == sorted(whole) or path.name == "dataset_spec.pb"
        path.write_bytes(data)


def test_a_run_is_named_in_the_folder_alone(tmp_path):
    Dataset.range(2).save(str(tmp_path / "saved"))
    metadata = tmp_path / "saved" / "snapshot.metadata"
    (run,) = (tmp_path / "saved").glob("[0-9]*")
    shutil.copytree(run, tmp_path / "elsewhere")
    data = metadata.read_bytes()
    name = run.name.encode()
    metadata.write_bytes(data.replace(name, b"../elsewhere".ljust(len(name), b"/")))
    with pytest.raises(tf.errors.DataLossError, match=r"snapshot\.metadata"):
        list(Dataset.load(str(tmp_path / "saved")))


# ---------------------------------------------------------------------------- snapshots


def test_the_first_iteration_that_ends_leaves_the_elements(tmp_path):
    made = []
    kept = counted(made).snapshot(str(tmp_path))
    iterator = iter(kept)
    next(iterator)
    del iterator
    made.clear()
    assert numbers(kept.repeat(2)) == [0, 1, 2, 3, 4, 5] * 2
    assert made == [0, 1, 2, 3, 4, 5]


def test_another_pipeline_has_a_snapshot_of_its_own(tmp_path):
    for size in (2, 3, 2):
        batches = Dataset.range(6).batch(size).snapshot(str(tmp_path))
        assert [len(x) for x in batches] == [size] * (6 // size)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_failing_pipeline_leaves_no_snapshot(tmp_path):
    limit = tf.Variable(3, dtype=tf.int64)
    kept = Dataset.range(5).map(lambda x: x + 0 * (1 // (limit - x))).snapshot(str(tmp_path))
    with pytest.raises(tf.errors.InvalidArgumentError):
        list(kept)
    limit.assign(10)
    assert numbers(kept) == [0, 1, 2, 3, 4]


def test_functions_say_how_a_snapshot_is_written_and_read(tmp_path):
    kept = Dataset.range(6).snapshot(
        str(tmp_path),
        "GZIP",
        reader_func=lambda shards: shards.flat_map(lambda shard: shard),
        shard_func=lambda x: x % 2,
    )
    assert numbers(kept) == [0, 1, 2, 3, 4, 5]
    assert numbers(kept) == [0, 2, 4, 1, 3, 5]


@pytest.mark.parametrize(
    "functions", [{"shard_func": lambda x: 1.0}, {"reader_func": lambda shards: 1}]
)
def test_functions_of_other_kinds_are_refused(tmp_path, functions):
    with pytest.raises(TypeError, match="must return"):
        Dataset.range(2).snapshot(str(tmp_path), **functions)


# ---------------------------------------------------------------------------- fingerprints


def pipelines():
    weights = tf.constant([1, 2])
    yield lambda: Dataset.range(3)
    yield lambda: Dataset.range(4)
    yield lambda: Dataset.range(3).map(lambda x: x + 1)
    yield lambda: Dataset.range(3).map(lambda x: x + 2)
    yield lambda: Dataset.range(3).map(lambda x: tf.cast(x, tf.int32) + weights)
    yield lambda: Dataset.from_tensor_slices([1.0, 2.0])
    yield lambda: Dataset.from_tensor_slices([1.0, 2.5])
    yield lambda: Dataset.from_tensor_slices(["a", "b"])
    yield lambda: Dataset.from_tensor_slices(["a", "c"])
    yield lambda: Dataset.range(3).shuffle(3)
    yield lambda: Dataset.range(3).shuffle(4)
    yield lambda: Dataset.range(3).filter(lambda x: x > 1)
    yield lambda: Dataset.from_generator(lambda: [1], output_signature=tf.TensorSpec([], tf.int32))
    yield lambda: Dataset.from_generator(lambda: [2], output_signature=tf.TensorSpec([], tf.int32))


def test_fingerprints_tell_pipelines_apart_and_are_the_same_each_time():
    tf.random.set_seed(1)  # so that each shuffling has seeds of its own
    first = [int(make().fingerprint()) for make in pipelines()]
    again = [int(make().fingerprint()) for make in pipelines()]
    assert first == again
    assert len(set(first)) == len(first)
