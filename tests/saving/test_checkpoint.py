"""`tf.train.Checkpoint`: what is saved, found again, and told."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time

import numpy as np
import pytest

import stagelight as tf
from tests.processes import ending_at, environment


class Net(tf.Module):
    def __init__(self, value=0.0):
        super().__init__()
        self.w = tf.Variable([value, value])
        self.layers = [tf.Variable(value), {"inner": tf.Variable(value)}, (tf.Variable(value),)]
        self.other = self.w


@pytest.fixture
def prefix(tmp_path):
    return str(tmp_path / "folder" / "training")


def numbers(net):
    return [float(np.sum(v.numpy())) for v in net.variables]


def test_values_come_back(prefix):
    net, step = Net(2.0), tf.Variable(7, dtype=tf.int64)
    path = tf.train.Checkpoint(net=net, step=step).save(prefix)
    assert path == f"{prefix}-1"
    other, other_step = Net(), tf.Variable(0, dtype=tf.int64)
    checkpoint = tf.train.Checkpoint(net=other, step=other_step)
    checkpoint.restore(path).assert_consumed().assert_nontrivial_match()
    assert numbers(other) == numbers(net)
    assert other_step.numpy() == 7
    assert checkpoint.save_counter.numpy() == 1


def test_keys_are_the_ways_from_the_root(prefix):
    net = Net()
    net.__dict__["a.b/c"] = tf.Variable(1.0)
    path = tf.train.Checkpoint(net=net).write(prefix)
    end = "/.ATTRIBUTES/VARIABLE_VALUE"
    names = {key.removesuffix(end) for key, _ in tf.train.list_variables(path)}
    assert names == {
        "_CHECKPOINTABLE_OBJECT_GRAPH", "net/w", "net/layers/0", "net/layers/1/inner",
        "net/layers/2/0", "net/a..b.Sc",
    }  # fmt: skip
    assert tf.train.load_variable(path, f"net/w{end}").tolist() == [0.0, 0.0]


def test_objects_that_are_made_later_get_their_values(prefix):
    path = tf.train.Checkpoint(net=Net(3.0)).save(prefix)

    class Late(tf.Module):
        pass

    net = Late()
    checkpoint = tf.train.Checkpoint(net=net)
    status = checkpoint.restore(path)
    with pytest.raises(AssertionError, match=r"Unresolved object.*net/w"):
        status.assert_consumed()
    net.w = tf.Variable([0.0, 0.0])
    assert net.w.numpy().tolist() == [3.0, 3.0]
    net.layers = [tf.Variable(0.0), {"inner": tf.Variable(0.0)}, (tf.Variable(0.0),)]
    assert net.layers[1]["inner"].numpy() == 3.0
    status.assert_consumed()
    net.w = tf.Variable([1.0, 1.0])
    assert net.w.numpy().tolist() == [1.0, 1.0]  # Only the first one was waited for.


def test_variables_made_by_a_function_get_their_values(prefix):
    class Lazy(tf.Module):
        @tf.function
        def __call__(self, x):
            if not hasattr(self, "w"):
                self.w = tf.Variable(5.0)
            return x * self.w

    first = Lazy()
    first(tf.constant(1.0))
    first.w.assign(8.0)
    path = tf.train.Checkpoint(first).write(prefix)
    second = Lazy()
    tf.train.Checkpoint(second).read(path)
    assert second(tf.constant(1.0)).numpy() == 8.0


def test_the_root_may_be_the_model_itself(prefix):
    net = Net(4.0)
    path = tf.train.Checkpoint(net, extra=tf.Variable(1)).write(prefix)
    other = Net()
    checkpoint = tf.train.Checkpoint(root=other, extra=tf.Variable(0))
    checkpoint.read(path).assert_consumed()
    assert numbers(other) == numbers(net)
    with pytest.raises(ValueError, match=r"if root\.w already exists"):
        tf.train.Checkpoint(net, w=tf.Variable(1))


def test_what_the_checkpoint_lacks_is_told(prefix):
    path = tf.train.Checkpoint(a=tf.Variable(1)).write(prefix)
    status = tf.train.Checkpoint(a=tf.Variable(2), b=tf.Variable(3)).read(path)
    status.expect_partial()
    with pytest.raises(AssertionError, match=r"Object not assigned a value.*'b'"):
        status.assert_existing_objects_matched()
    nothing = tf.train.Checkpoint(b=tf.Variable(3)).read(path)
    with pytest.raises(AssertionError, match="Nothing except the root object matched"):
        nothing.assert_nontrivial_match()


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        ([1.0, 2.0, 3.0], ValueError, r"tensor with shape \(2,\).*variable with shape \(3,\)"),
        ([1, 2], tf.errors.InvalidArgumentError, "dtype float32"),
    ],
)
def test_a_value_that_does_not_fit_is_an_error(prefix, value, error, message):
    path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).write(prefix)
    v = tf.Variable(value)
    with pytest.raises(error, match=message):
        tf.train.Checkpoint(v=v).read(path)
    assert v.numpy().tolist() == value


def test_one_object_of_the_checkpoint_is_one_of_the_program(prefix):
    shared = tf.Variable(1.0)
    path = tf.train.Checkpoint(a=shared, b=shared).write(prefix)
    one = tf.Variable(0.0)
    tf.train.Checkpoint(a=one, b=one).read(path).assert_consumed()
    assert one.numpy() == 1.0
    two = tf.train.Checkpoint(a=tf.Variable(0.0), b=tf.Variable(0.0)).read(path)
    with pytest.raises(AssertionError, match="Object not assigned a value"):
        two.assert_existing_objects_matched()


def test_objects_without_values_may_be_apart(prefix):
    nothing = tf.Module()
    path = tf.train.Checkpoint(a=nothing, b=nothing).write(prefix)
    tf.train.Checkpoint(a=tf.Module(), b=tf.Module()).read(path).assert_consumed()


def test_bad_arguments(prefix, tmp_path):
    with pytest.raises(ValueError, match="was expecting f to be a trackable object"):
        tf.train.Checkpoint(f=len)
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1))
    with pytest.raises(tf.errors.NotFoundError, match="Failed to find any matching files for"):
        checkpoint.restore(prefix)
    with pytest.raises(AssertionError, match="No checkpoint specified"):
        checkpoint.restore(None).assert_consumed()
    checkpoint.restore(None).expect_partial().initialize_or_restore()
    with pytest.raises(ValueError, match="Couldn't find 'checkpoint' file"):
        tf.train.load_checkpoint(tmp_path)
    (tmp_path / "checkpoint").write_text("nonsense {")
    with pytest.raises(tf.errors.DataLossError, match="checkpoint is damaged"):
        tf.train.latest_checkpoint(tmp_path)


def test_a_folder_means_its_latest_checkpoint(prefix):
    v = tf.Variable(1)
    checkpoint = tf.train.Checkpoint(v=v)
    for value in (5, 6):
        v.assign(value)
        checkpoint.save(prefix)
    v.assign(0)
    folder = os.path.dirname(prefix)
    assert tf.train.latest_checkpoint(folder) == f"{prefix}-2"
    checkpoint.restore(folder)
    assert v.numpy() == 6
    assert checkpoint.save(prefix) == f"{prefix}-3"


def test_training_goes_on_where_it_was(prefix):
    def program():
        tf.random.set_seed(1)
        w = tf.Variable([1.0, -2.0])
        return w, tf.optimizers.Adam(0.1)

    def train(w, optimizer, steps):
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(w**4)
            optimizer.apply_gradients([(tape.gradient(loss, w), w)])
        return w.numpy().tolist()

    w, optimizer = program()
    train(w, optimizer, 3)
    path = tf.train.Checkpoint(w=w, optimizer=optimizer).save(prefix)
    expected = train(w, optimizer, 3)
    w, optimizer = program()
    status = tf.train.Checkpoint(w=w, optimizer=optimizer).restore(path)
    assert train(w, optimizer, 3) == expected
    status.assert_consumed()


def test_manager_keeps_the_last_ones(tmp_path):
    v = tf.Variable(0)
    checkpoint = tf.train.Checkpoint(v=v)
    manager = tf.train.CheckpointManager(checkpoint, tmp_path / "kept", max_to_keep=2)
    assert manager.latest_checkpoint is None
    assert manager.restore_or_initialize() is None
    for value in range(4):
        v.assign(value)
        assert manager.save() == str(tmp_path / "kept" / f"ckpt-{value + 1}")
    assert [os.path.basename(path) for path in manager.checkpoints] == ["ckpt-3", "ckpt-4"]
    assert sorted(os.listdir(tmp_path / "kept")) == [
        "checkpoint", "ckpt-3.data-00000-of-00001", "ckpt-3.index", "ckpt-4.data-00000-of-00001",
        "ckpt-4.index",
    ]  # fmt: skip
    again = tf.train.CheckpointManager(checkpoint, tmp_path / "kept", max_to_keep=2)
    assert again.checkpoints == manager.checkpoints
    v.assign(-1)
    assert again.restore_or_initialize() == manager.latest_checkpoint
    assert v.numpy() == 3


def index_files(folder):
    return sorted(path.name for path in folder.iterdir() if path.suffix == ".index")


def test_a_manager_deletes_no_checkpoint_that_it_did_not_write(tmp_path):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(0))
    for _ in range(2):
        path = checkpoint.save(str(tmp_path / "other"))
    manager = tf.train.CheckpointManager(checkpoint, tmp_path, max_to_keep=1)
    assert (manager.latest_checkpoint, manager.checkpoints) == (path, [])
    for _ in range(2):
        last = manager.save()
    assert manager.checkpoints == [last]
    assert index_files(tmp_path) == ["ckpt-4.index", "other-1.index", "other-2.index"]


def test_a_manager_deletes_nothing_that_was_written_in_the_future(tmp_path, monkeypatch):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(0))
    now = time.time()
    with monkeypatch.context() as context:
        context.setattr(time, "time", lambda: now + 1e6)
        manager = tf.train.CheckpointManager(checkpoint, tmp_path, max_to_keep=2)
        context.setattr(time, "time", lambda: now + 1e6 + 1)
        manager.save()
    manager = tf.train.CheckpointManager(checkpoint, tmp_path, max_to_keep=1)
    for _ in range(2):
        manager.save()
    assert index_files(tmp_path) == ["ckpt-1.index", "ckpt-3.index"]


def test_manager_intervals_and_arguments(tmp_path):
    step = tf.Variable(0)
    checkpoint = tf.train.Checkpoint(step=step)
    manager = tf.train.CheckpointManager(
        checkpoint, tmp_path, None, step_counter=step, checkpoint_interval=2
    )
    saved = []
    for _ in range(5):
        saved.append(manager.save() is not None)
        step.assign_add(1)
    assert saved == [True, False, True, False, True]
    assert manager.save(checkpoint_number=99, check_interval=False).endswith("ckpt-99")
    assert manager.save(check_interval=False) is None  # The step is saved.
    with pytest.raises(ValueError, match="positive integer or `None`"):
        tf.train.CheckpointManager(checkpoint, tmp_path, 0)
    with pytest.raises(ValueError, match="`step_counter` should be passed"):
        tf.train.CheckpointManager(checkpoint, tmp_path, 1, checkpoint_interval=1)


def test_manager_keeps_some_for_good(tmp_path):
    manager = tf.train.CheckpointManager(
        tf.train.Checkpoint(v=tf.Variable(0)), tmp_path, 1, keep_checkpoint_every_n_hours=1e-9
    )
    paths = [manager.save() for _ in range(3)]
    assert manager.checkpoints == paths[-1:]
    assert all(os.path.exists(f"{path}.index") for path in paths)


def test_a_manager_that_ends_at_any_moment_loses_nothing(tmp_path):
    """Whatever is on the disk of a save, and of the deletion of the oldest, one goes on from there."""
    v = tf.Variable(0)
    checkpoint = tf.train.Checkpoint(v=v)
    for ends in itertools.product(range(12), repeat=2):
        folder = tmp_path / str(ends)
        manager = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=1)
        v.assign(10)
        manager.save()
        saved = 10
        for end in ends:
            v.assign(saved + 1)
            with ending_at(end):
                manager.save()
            manager = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=1)
            assert manager.restore_or_initialize() is not None
            assert v.numpy() in (saved, saved + 1)
            saved = int(v.numpy())


KILLED = """
import os, signal, sys, time
import numpy as np
import stagelight as tf

folder = sys.argv[1]
v = tf.Variable(tf.zeros([20_000], tf.int64))
checkpoint = tf.train.Checkpoint(v=v)
manager = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=2)
begin = time.perf_counter()
manager.save()
duration = time.perf_counter() - begin
random = np.random.default_rng(1)
last = 0
for number in range(200):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        manager = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=2)
        manager.restore_or_initialize()
        while True:
            os.write(writing, b"x")
            v.assign_add(tf.ones([20_000], tf.int64))
            manager.save()
    os.close(writing)
    begin = time.perf_counter()
    for saves in range(-1, number % 3):
        assert os.read(reading, 1), "the child has ended"
        end = time.perf_counter()
        begin, duration = end, (end - begin if saves >= 0 else duration)
    time.sleep(random.uniform(0.0, 1.2 * duration))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reading)
    path = tf.train.latest_checkpoint(folder)
    value = tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE")
    assert value.min() == value.max() >= last + number % 3, (
        number, value.min(), value.max(), last, path, sorted(os.listdir(folder)),
    )
    last = value.max()
print(last)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each process is a fork")
def test_a_kill_at_any_moment_loses_nothing(tmp_path):
    """200 processes are killed while they save; after each the last checkpoint is whole.

    A process says when it begins a save. It is killed in its first, second or third, however long one
    takes on this machine; what it has said to be saved must be there.
    """
    program = tmp_path / "program.py"
    program.write_text(KILLED)
    result = subprocess.run(
        [sys.executable, str(program), str(tmp_path / "kept")],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) >= sum(number % 3 for number in range(200))


class Weight(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(1.0)


def keys_of(checkpoint, prefix):
    names = [name for name, _ in tf.train.list_variables(checkpoint.save(prefix))]
    return {name.partition("/.ATTRIBUTES")[0] for name in names[1:]} - {"save_counter"}


def test_modules_in_lists_dicts_and_tuples_are_saved(prefix):
    checkpoint = tf.train.Checkpoint(
        items=[Weight(), (Weight(), [tf.Variable(1.0)])],
        by_name={"a": Weight(), "b": {"c": [Weight()]}},
        pair=(Weight(), tf.Variable(2.0)),
    )
    assert keys_of(checkpoint, prefix) == {
        "items/0/v", "items/1/0/v", "items/1/1/0", "by_name/a/v", "by_name/b/c/0/v", "pair/0/v", "pair/1",
    }  # fmt: skip


def test_modules_in_attributes_of_trackable_objects_are_saved(prefix):
    holder = tf.__internal__.tracking.AutoTrackable()
    holder.module, holder.pair = Weight(), (Weight(), tf.Variable(1.0))
    holder.by_name = {"k": (tf.Variable(1.0),)}
    expected = {"module/v", "pair/0/v", "pair/1", "by_name/k/0"}
    assert keys_of(tf.train.Checkpoint(holder), prefix) == expected


def test_callbacks_are_checked_and_called(prefix):
    calls = []
    callbacks = [lambda: calls.append("written"), lambda path: calls.append(path)]
    options = tf.train.CheckpointOptions(experimental_write_callbacks=callbacks)
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    path = checkpoint.write(prefix, options=options)
    checkpoint.sync()
    assert calls == ["written", path]
    with pytest.raises(TypeError, match="functions"):
        tf.train.CheckpointOptions(experimental_write_callbacks=[3])
    with pytest.raises(ValueError, match="path of the checkpoint or nothing"):
        tf.train.CheckpointOptions(experimental_write_callbacks=[lambda a, b: None])
