"""Graphs with their collections as messages and as files, and back."""

from __future__ import annotations

import logging
import os

import pytest

import stagelight as tf
from stagelight.formats import schema

v1 = tf.compat.v1


def build():
    """A model with a step of training, a loop and a branch."""
    x = v1.placeholder(tf.float32, [2], name="x")
    w = v1.get_variable("w", initializer=[1.0, 2.0])
    y = tf.multiply(x, w, name="y")
    z = v1.cond(tf.reduce_sum(y) > 0.0, lambda: y + 1.0, lambda: y)
    _, z = v1.while_loop(lambda i, z: i < 2, lambda i, z: (i + 1, z * 2.0), (0, z))
    tf.identity(z, name="z")
    step = v1.train.get_or_create_global_step()
    v1.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(y), global_step=step)
    return x, y


FEEDS = {"x:0": [1.0, -1.0]}


def test_training_goes_on_from_the_files(tmp_path):
    with tf.Graph().as_default(), v1.Session() as session:
        build()
        session.run(v1.global_variables_initializer())
        session.run("Adam", FEEDS)
        path = v1.train.Saver().save(session, str(tmp_path / "model"), global_step=1)
        assert os.path.exists(f"{path}.meta")
        session.run("Adam", FEEDS)
        expected = session.run(["z:0", "w/Read/ReadVariableOp:0"], FEEDS)
    with tf.Graph().as_default(), v1.Session() as session:
        saver = v1.train.import_meta_graph(f"{path}.meta")
        saver.restore(session, path)
        (step,) = v1.get_collection("train_op")
        session.run(step, FEEDS)
        found = session.run(["z:0", "w/Read/ReadVariableOp:0"], FEEDS)
        assert [x.tolist() for x in found] == [x.tolist() for x in expected]
        assert session.run(v1.train.get_global_step()) == 2
        assert [v.name for v in v1.trainable_variables()] == ["w:0"]
        session.run(v1.global_variables_initializer())
        assert session.run(v1.trainable_variables()[0]).tolist() == [1.0, 2.0]


def test_steps_wait_for_what_they_read():
    """Who runs the graph in another order than it was built in gets the same."""
    with tf.Graph().as_default() as graph:
        build()
        operations = {op.name: op for op in graph.get_operations()}
        slot = operations["w/Adam"].outputs[0]
        own = ("w/Adam/", "gradients/")
        users = [op for op in graph.get_operations() if any(x is slot for x in op.inputs)]
        users = [op for op in users if not op.name.startswith(own)]
        (writing,) = [op for op in users if op.type == "AssignAddVariableOp"]
        late = users[users.index(writing) + 1 :]
        assert late
        assert all(writing in op.control_inputs for op in late)


def test_files_are_deleted_with_their_checkpoints(tmp_path):
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("v", initializer=1.0)
        session.run(v1.global_variables_initializer())
        saver = v1.train.Saver(max_to_keep=1)
        for step in range(2):
            saver.save(session, str(tmp_path / "model"), global_step=step)
        saver.save(session, str(tmp_path / "other"), write_meta_graph=False, write_state=False)
    found = {x for x in os.listdir(tmp_path) if x.endswith((".meta", ".index"))}
    assert found == {"model-1.meta", "model-1.index", "other.index"}


def test_parts_of_a_checkpoint_are_put_together(tmp_path):
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=[1.0, 2.0])
        with tf.device("/cpu:1"):
            w = v1.get_variable("w", initializer=3.0)
        saver = v1.train.Saver(sharded=True)
        session.run(v1.global_variables_initializer())
        path = saver.save(session, str(tmp_path / "model"))
        session.run([v.assign([0.0, 0.0]), w.assign(0.0)])
        saver.restore(session, path)
        assert session.run(v).tolist() == [1.0, 2.0]
        assert session.run(w) == 3.0
    assert not os.path.exists(f"{path}_temp")


def test_a_graph_without_variables_has_no_saver():
    with tf.Graph().as_default():
        tf.constant(1.0, name="x")
        message = v1.train.export_meta_graph()
    with tf.Graph().as_default() as graph:
        assert v1.train.import_meta_graph(message) is None
        assert graph.get_operation_by_name("x").type == "Const"


def test_inputs_from_outside_are_given(tmp_path):
    with tf.Graph().as_default():
        outside = tf.constant(2.0, name="outside")
        with tf.name_scope("part"):
            y = tf.multiply(outside, 3.0, name="y")
        v1.add_to_collection("ys", y)
        message = v1.train.export_meta_graph(export_scope="part")
    assert [node.name for node in message.graph_def.node] == ["y/y", "y"]
    with tf.Graph().as_default(), v1.Session() as session:
        with pytest.raises(ValueError, match=r"unbound inputs: .unbound_inputs_outside"):
            v1.train.import_meta_graph(message)
        given = {"$unbound_inputs_outside": tf.constant(5.0)}
        v1.train.import_meta_graph(message, input_map=given)
        assert session.run(v1.get_collection("ys")) == [15.0]


def test_attrs_with_their_defaults_are_left_out():
    with tf.Graph().as_default():
        tf.matmul(tf.ones([1, 1]), tf.ones([1, 1]), transpose_b=True, name="y")
        message = v1.train.export_meta_graph(strip_default_attrs=True)
    (node,) = [node for node in message.graph_def.node if node.op == "MatMul"]
    assert set(node.attr) == {"T", "transpose_b", "_output_shapes"}
    assert message.meta_info_def.stripped_default_attrs
    with tf.Graph().as_default() as graph:
        v1.train.import_meta_graph(message)
        assert graph.get_operation_by_name("y").get_attr("transpose_a") is False


def test_what_is_not_known_is_left_out_and_told(caplog):
    with tf.Graph().as_default():
        x = tf.constant(1.0, name="x")
        y = tf.exp(x, name="y")
        v1.add_to_collection("all", x)
        v1.add_to_collection("all", tf.abs(y, name="z"))
        message = v1.train.export_meta_graph()
    message.graph_def.node[1].op = "NoSuchOp"
    with tf.Graph().as_default() as graph, caplog.at_level(logging.WARNING):
        v1.train.import_meta_graph(message)
        assert [op.name for op in graph.get_operations()] == ["x"]
        assert [x.name for x in v1.get_collection("all")] == ["x:0"]
    assert "NoSuchOp" in caplog.text
    with tf.Graph().as_default(), pytest.raises(NotImplementedError, match="NoSuchOp"):
        v1.train.import_meta_graph(message, return_elements=["z"])


def test_collections_without_a_form_are_told_and_left_out(caplog):
    with tf.Graph().as_default(), caplog.at_level(logging.WARNING):
        v1.add_to_collection("objects", object())
        v1.add_to_collection(3, 1)
        v1.add_to_collection("fine", 1)
        message = v1.train.export_meta_graph()
    assert set(message.collection_def) == {"fine"}
    assert "'objects' is not written" in caplog.text
    assert "string type keys" in caplog.text


def test_bad_arguments(tmp_path):
    with pytest.raises(RuntimeError, match="eager execution"):
        v1.train.export_meta_graph()
    with pytest.raises(RuntimeError, match="eager execution"):
        v1.train.import_meta_graph(schema.MetaGraphDef())
    with tf.Graph().as_default():
        with pytest.raises(OSError, match="does not exist"):
            v1.train.import_meta_graph(str(tmp_path / "none.meta"))
        broken = tmp_path / "broken.meta"
        broken.write_bytes(b"\xff\xff")
        with pytest.raises(OSError, match="Cannot parse"):
            v1.train.import_meta_graph(broken)
        with pytest.raises(TypeError, match="graph_def must be of type GraphDef"):
            v1.train.export_meta_graph(graph_def=3)
        with pytest.raises(NotImplementedError, match="save_debug_info"):
            v1.train.export_meta_graph(save_debug_info=True)
        with pytest.raises(ValueError, match="must specify the save_tensor_name"):
            v1.train.Saver(saver_def=v1.train.SaverDef())
        with pytest.raises(KeyError, match="nothing"):
            tf.Variable.from_proto(schema.VariableDef(variable_name="nothing:0"))
    with pytest.raises(RuntimeError, match="eager execution"):
        tf.Variable(1.0).to_proto()


@pytest.mark.parametrize("is_older", [False, True])
def test_tables_without_a_shared_name_are_known_by_their_operations(is_older):
    tables = tf.lookup.experimental
    with tf.Graph().as_default() as graph:
        one = tf.constant([1], tf.int64)
        for name, table in {
            "words": tables.MutableHashTable(tf.int64, tf.int64, -1),
            "dense": tables.DenseHashTable(tf.int64, tf.int64, -1, -2, -3),
        }.items():
            with tf.control_dependencies([table.insert(one, one)]):
                v1.no_op(name=f"fill_{name}")
            tf.identity(table.lookup(one), name=name)
    graph_def = graph.as_graph_def()
    for node in graph_def.node:
        node.attr.pop("shared_name", None)
        if is_older and "Table" in node.op:
            node.op = node.op.removesuffix("V2")
    with tf.Graph().as_default(), v1.Session() as session:
        for scope in "ab":
            v1.import_graph_def(graph_def, name=scope)
        session.run(["a/fill_words", "a/fill_dense"])
        found = session.run(["a/words:0", "a/dense:0", "b/words:0", "b/dense:0"])
        assert [x.tolist() for x in found] == [[1], [1], [-1], [-1]]


def test_checkpoints_of_objects_are_restored_by_names(tmp_path):
    path = tf.train.Checkpoint(a=tf.Variable(5.0, name="v")).save(str(tmp_path / "objects"))
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=1.0)
        v1.train.Saver().restore(session, path)
        assert session.run(v) == 5.0
        v1.get_variable("w", initializer=1.0)
        with pytest.raises(tf.errors.NotFoundError, match="could not find"):
            v1.train.Saver().restore(session, path)


def test_values_that_do_not_fit_are_refused(tmp_path):
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("v", initializer=[1.0, 2.0])
        session.run(v1.global_variables_initializer())
        path = v1.train.Saver().save(session, str(tmp_path / "model"))
    for shape, dtype in (([3], tf.float32), ([2], tf.int32)):
        with tf.Graph().as_default(), v1.Session() as session:
            v1.get_variable("v", shape, dtype)
            with pytest.raises(tf.errors.InvalidArgumentError, match="due to a mismatch"):
                v1.train.Saver().restore(session, path)
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", [2, 1])
        v1.train.Saver(reshape=True).restore(session, path)
        assert session.run(v).tolist() == [[1.0], [2.0]]


@pytest.mark.parametrize("writes", [True, False])
def test_hooks_write_graphs_where_they_are_asked_to(tmp_path, writes):
    with tf.Graph().as_default():
        step = v1.train.get_or_create_global_step()
        counted = v1.assign_add(step, 1)
        hook = v1.train.CheckpointSaverHook(str(tmp_path), save_steps=1, save_graph_def=writes)
        with v1.train.MonitoredTrainingSession(chief_only_hooks=[hook]) as session:
            session.run(counted)
    assert any(name.endswith(".meta") for name in os.listdir(tmp_path)) == writes
