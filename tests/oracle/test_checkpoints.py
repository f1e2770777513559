"""Checkpoints go both ways: TensorFlow restores ours, and we restore its."""

from __future__ import annotations

import os

import numpy as np
import pytest

import stagelight

tensorflow = pytest.importorskip("tensorflow")

pytestmark = pytest.mark.oracle


def model(tf, value):
    """The same objects in either library."""

    def filled(shape, dtype):
        return tf.Variable(tf.cast(tf.fill(shape, value), dtype), name=f"of_{len(shape)}")

    module = tf.Module()
    module.w = filled([2, 3], tf.float32)
    module.layers = [filled([4], tf.float64), {"inner": filled([], tf.int64)}]
    module.half = filled([2], tf.bfloat16)
    module.empty = filled([0, 2], tf.float32)
    module.complex = filled([2], tf.complex64)
    module.words = tf.Variable([b"some", b"", "é".encode() * 100] if value else [b"", b"", b""])
    module.sub = tf.Module()
    setattr(module.sub, "dotted.name/with_slash", filled([2], tf.bool))
    module.shared = module.sub
    return module


def values(module):
    return [
        np.asarray(x.numpy()).tolist()
        for x in (
            module.w, module.layers[0], module.layers[1]["inner"], module.half, module.empty,
            module.complex, module.words, getattr(module.sub, "dotted.name/with_slash"),
        )
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("writer", "reader"), [(stagelight, tensorflow), (tensorflow, stagelight)],
    ids=["theirs reads ours", "ours reads theirs"],
)  # fmt: skip
@pytest.mark.parametrize("as_root", [False, True])
def test_a_checkpoint_is_restored_by_the_other_library(tmp_path, writer, reader, as_root):
    def checkpoint(tf, value):
        module = model(tf, value)
        if as_root:
            return module, tf.train.Checkpoint(module, step=tf.Variable(value))
        return module, tf.train.Checkpoint(module=module, step=tf.Variable(value))

    written, saved = checkpoint(writer, 1)
    saved.save(os.path.join(tmp_path, "ckpt"))
    path = saved.save(os.path.join(tmp_path, "ckpt"))
    restored, target = checkpoint(reader, 0)
    assert reader.train.latest_checkpoint(str(tmp_path)) == path
    target.restore(path).assert_consumed()
    assert values(restored) == values(written)
    assert target.save_counter.numpy() == 2
    assert target.step.numpy() == 1


def test_both_write_the_same_keys_and_graph(tmp_path):
    graphs, keys = [], []
    for tf in (stagelight, tensorflow):
        checkpoint = tf.train.Checkpoint(module=model(tf, 1), b=tf.Variable(1), a=tf.Variable(2))
        path = checkpoint.save(os.path.join(tmp_path, tf.__name__))
        keys.append(tensorflow.train.list_variables(path))
        reader = tensorflow.train.load_checkpoint(path)
        text = reader.get_tensor("_CHECKPOINTABLE_OBJECT_GRAPH")
        from tensorflow.core.protobuf import trackable_object_graph_pb2

        graph = trackable_object_graph_pb2.TrackableObjectGraph.FromString(text)
        graphs.append(
            [
                (
                    [(child.local_name, child.node_id) for child in node.children],
                    [(x.name, x.full_name, x.checkpoint_key) for x in node.attributes],
                    node.has_checkpoint_values.value,
                )
                for node in graph.nodes
            ]
        )
    assert keys[0] == keys[1]
    assert graphs[0] == graphs[1]


def test_the_state_file_is_the_same(tmp_path):
    texts = []
    for tf in (stagelight, tensorflow):
        folder = os.path.join(tmp_path, tf.__name__)
        manager = tf.train.CheckpointManager(tf.train.Checkpoint(v=tf.Variable(1)), folder, 2)
        for _ in range(3):
            manager.save()
        with open(os.path.join(folder, "checkpoint")) as file:
            texts.append([line for line in file if "timestamp" not in line])
    assert texts[0] == texts[1]


def test_checkpoints_of_tensorflow_1_are_restored_by_name(tmp_path):
    path = os.path.join(tmp_path, "named")
    with tensorflow.Graph().as_default(), tensorflow.compat.v1.Session() as session:
        v1 = tensorflow.compat.v1
        v1.get_variable("layer/w", initializer=[1.0, 2.0])
        v1.get_variable("b", initializer=3.0)
        session.run(v1.global_variables_initializer())
        v1.train.Saver().save(session, path)
    w, b = stagelight.Variable([0.0, 0.0], name="layer/w"), stagelight.Variable(0.0, name="b")
    stagelight.train.Checkpoint(w=w, b=b).restore(path).assert_consumed()
    assert (w.numpy().tolist(), b.numpy()) == ([1.0, 2.0], 3.0)


@pytest.mark.parametrize(
    ("writer", "reader"), [(stagelight, tensorflow), (tensorflow, stagelight)],
    ids=["theirs reads ours", "ours reads theirs"],
)  # fmt: skip
@pytest.mark.parametrize("name", ["Adam", "Momentum", "RMSProp", "Adagrad", "Ftrl", "Adadelta"])
def test_training_with_older_optimizers_goes_on_in_the_other_library(
    tmp_path, writer, reader, name
):
    def training(tf):
        more = {"momentum": 0.9} if name in ("Momentum", "RMSProp") else {}
        optimizer = getattr(tf.compat.v1.train, f"{name}Optimizer")(learning_rate=0.1, **more)
        w = tf.Variable([1.0, 2.0])
        return tf.train.Checkpoint(w=w, optimizer=optimizer)

    def step(tf, checkpoint):
        gradient = tf.constant([1.0, -2.0])
        checkpoint.optimizer.apply_gradients([(gradient, checkpoint.w)])

    written, restored = training(writer), training(reader)
    step(writer, written)
    path = written.save(os.path.join(tmp_path, "ckpt"))
    status = restored.restore(path)
    step(writer, written)
    step(reader, restored)
    status.assert_consumed()
    np.testing.assert_allclose(restored.w.numpy(), written.w.numpy(), rtol=1e-6)


@pytest.mark.parametrize(
    ("writer", "reader"), [(stagelight, tensorflow), (tensorflow, stagelight)],
    ids=["theirs reads ours", "ours reads theirs"],
)  # fmt: skip
def test_states_of_python_and_values_of_models_are_restored_by_the_other(tmp_path, writer, reader):
    def state(tf, number):
        class State(tf.train.experimental.PythonState):
            def serialize(self):
                return str(self.number)

            def deserialize(self, state):
                self.number = int(state)

        made = State()
        made.number = number
        return made

    path = writer.train.Checkpoint(state=state(writer, 7)).write(os.path.join(tmp_path, "ckpt"))
    restored = reader.train.Checkpoint(state=state(reader, 0))
    restored.read(path).assert_consumed()
    assert restored.state.number == 7
    model = writer.Module()
    model.v = writer.Variable(5.0)
    writer.saved_model.save(model, os.path.join(tmp_path, "model"))
    values = reader.train.Checkpoint(v=reader.Variable(0.0))
    values.restore(os.path.join(tmp_path, "model")).expect_partial()
    assert values.v.numpy() == 5.0
