"""Meta graphs go both ways: TensorFlow imports, restores and trains ours, and we do so with its."""

from __future__ import annotations

import contextlib
import os

import numpy as np
import pytest

import stagelight

tensorflow = pytest.importorskip("tensorflow")

pytestmark = pytest.mark.oracle

X = np.array([[1.0, 2.0], [3.0, 4.0], [0.0, 1.0]], np.float32)
BOTH_WAYS = pytest.mark.parametrize(
    ("writer", "reader", "form"),
    [
        (stagelight, tensorflow, "resource"),
        (tensorflow, stagelight, "resource"),
        (tensorflow, stagelight, "reference"),
        (stagelight, stagelight, "resource"),
    ],
    ids=["theirs imports ours", "ours imports theirs", "ours imports theirs of 1", "ours"],
)
OPTIMIZERS = {
    "GradientDescent": {}, "Momentum": {"momentum": 0.9}, "Adam": {}, "Adagrad": {},
    "RMSProp": {"momentum": 0.5}, "Adadelta": {}, "Ftrl": {},
}  # fmt: skip


@contextlib.contextmanager
def forms(tf, form):
    """Has TensorFlow make variables and control flow as TensorFlow 1 did it."""
    v1 = tf.compat.v1
    if form == "resource":
        yield
        return
    v1.disable_control_flow_v2()
    v1.disable_resource_variables()
    try:
        yield
    finally:
        v1.enable_control_flow_v2()
        v1.enable_resource_variables()


def train(tf, name):
    """A model with a train step, and values of all kinds in collections."""
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [None, 2], name="x")
    w = v1.get_variable("w", initializer=[[1.0], [2.0]])
    b = v1.get_variable("b", initializer=[0.5])
    fixed = v1.get_variable("layer/fixed", initializer=3.0, trainable=False)
    v1.get_local_variable("local", initializer=1.0)
    y = tf.identity(tf.matmul(x, w) + b, name="y")
    z = v1.cond(tf.reduce_sum(y) > 0.0, lambda: y * fixed, lambda: y - 1.0)
    tf.identity(z, name="z")
    _, total = v1.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * fixed + 1.0), (0, 1.0))
    tf.identity(total, name="total")
    loss = tf.reduce_mean(tf.square(y - 1.0), name="loss")
    step = v1.train.get_or_create_global_step()
    optimizer = getattr(v1.train, f"{name}Optimizer")(learning_rate=0.1, **OPTIMIZERS[name])
    train_op = optimizer.minimize(loss, global_step=step, name="train")
    v1.add_to_collection("results", y)
    v1.add_to_collection("results", loss)
    v1.add_to_collection("numbers", 3)
    v1.add_to_collection("rates", 2.5)
    v1.add_to_collection("words", "abc")
    v1.add_to_collection("steps", train_op)
    return step


@BOTH_WAYS
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_model_is_imported_restored_run_and_trained_on(tmp_path, writer, reader, form, name):
    path = str(tmp_path / "model")
    fetches, feeds = ["y:0", "z:0", "total:0", "loss:0", "global_step:0"], {"x:0": X}
    if form == "resource":
        fetches[-1] = "global_step/Read/ReadVariableOp:0"
    v1 = writer.compat.v1
    with forms(writer, form), writer.Graph().as_default(), v1.Session() as session:
        step = train(writer, name)
        session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
        for _ in range(3):
            session.run("train", feeds)
        assert v1.train.Saver().save(session, path, global_step=step) == f"{path}-3"
        written = session.run(fetches, feeds)
        session.run("train", feeds)
        trained = session.run(fetches, feeds)
        kept = {
            key: [getattr(x, "name", x) for x in v1.get_collection(key)]
            for key in v1.get_default_graph().get_all_collection_keys()
        }
    v1 = reader.compat.v1
    with reader.Graph().as_default() as graph, v1.Session() as session:
        saver = v1.train.import_meta_graph(f"{path}-3.meta")
        saver.restore(session, f"{path}-3")
        for found, expected in zip(session.run(fetches, feeds), written, strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-5)
        (step_op,) = v1.get_collection("steps")
        session.run(step_op, feeds)
        for found, expected in zip(session.run(fetches, feeds), trained, strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-5)
        assert session.run(v1.train.get_global_step()) == 4
        contexts = ("cond_context", "while_context")
        collections = {
            key: [getattr(x, "name", x) for x in v1.get_collection(key)]
            for key in graph.get_all_collection_keys()
            if key not in contexts
        }
        kept["words"] = [b"abc"]
        assert collections == {key: x for key, x in kept.items() if key not in contexts}
        assert [v.trainable for v in v1.global_variables()[:3]] == [True, True, False]
        session.run(v1.variables_initializer([*v1.global_variables(), *v1.local_variables()]))
        assert session.run(v1.trainable_variables()[1]).tolist() == [0.5]
        assert session.run(v1.local_variables()) == [1.0]
        again = v1.train.Saver().save(session, str(tmp_path / "again"))
    assert os.path.exists(f"{again}.meta")


@BOTH_WAYS
def test_scopes_devices_and_inputs_are_replaced(tmp_path, writer, reader, form):
    path = str(tmp_path / "model")
    v1 = writer.compat.v1
    with forms(writer, form), writer.Graph().as_default(), v1.Session() as session:
        with writer.device("/device:CPU:0"):
            x = v1.placeholder(writer.float32, [], name="x")
        w = v1.get_variable("w", initializer=2.0)
        writer.multiply(x, w, name="y")
        v1.add_to_collection("words", "abc")
        saver = v1.train.Saver(max_to_keep=7)
        session.run(w.initializer)
        saver.save(session, path)
    v1 = reader.compat.v1
    with reader.Graph().as_default() as graph, v1.Session() as session:
        three = reader.constant(3.0)
        for scope in ("first", "first", "second"):
            saver = v1.train.import_meta_graph(
                f"{path}.meta", clear_devices=True, import_scope=scope, input_map={"x:0": three}
            )
            saver.restore(session, path)
        names = ["first/y", "first_1/y", "second/y"]
        assert session.run([f"{name}:0" for name in names]) == [6.0] * 3
        assert {op.device for op in graph.get_operations() if "RestoreV2" not in op.name} == {""}
        assert [v.name for v in v1.global_variables()] == ["first/w:0", "first_1/w:0", "second/w:0"]
        assert v1.get_collection("words") == ["first/abc", "first_1/abc", "second/abc"]
        assert saver.as_saver_def().restore_op_name == "second/save/restore_all"
        assert saver.as_saver_def().max_to_keep == 7
        assert saver.to_proto("second").restore_op_name == "save/restore_all"
        assert saver.to_proto("other") is None


@BOTH_WAYS
def test_a_part_of_a_graph_is_exported(tmp_path, writer, reader, form):
    v1 = writer.compat.v1
    file = str(tmp_path / "part.meta")
    with forms(writer, form), writer.Graph().as_default():
        outside = v1.placeholder(writer.float32, [], name="outside")
        with v1.variable_scope("part"):
            w = v1.get_variable("w", initializer=2.0)
            y = writer.multiply(outside, w, name="y")
            v1.add_to_collection("ys", y)
        other = v1.get_variable("other", initializer=1.0)
        writer.add(y, other, name="sum")
        v1.train.Saver([w], name="part/save")
        v1.train.Saver([other], name="extra")
        saver = v1.train.Saver()
        message = v1.train.export_meta_graph(
            file, export_scope="part", as_text=True, clear_devices=True
        )
        names = {node.name for node in message.graph_def.node}
        assert {"w", "y", "save/restore_all"} <= names
        assert not any(name.startswith(("sum", "other", "extra")) for name in names)
        without = saver.export_meta_graph(clear_extraneous_savers=True)
        scopes = {node.name.partition("/")[0] for node in without.graph_def.node}
        assert "extra" not in scopes
        assert "save" in scopes
    v1 = reader.compat.v1
    with reader.Graph().as_default(), v1.Session() as session:
        with pytest.raises(ValueError, match="Graph contains unbound inputs"):
            v1.train.import_meta_graph(file)
    with reader.Graph().as_default(), v1.Session() as session:
        given = {"$unbound_inputs_outside": reader.constant(5.0)}
        if form == "reference":
            return  # What is outside of a graph of TensorFlow 1 is not known.
        saver = v1.train.import_meta_graph(file, input_map=given)
        assert saver is not None
        assert [v.name for v in v1.global_variables()] == ["w:0"]
        session.run(v1.global_variables_initializer())
        assert session.run(v1.get_collection("ys")) == [10.0]


@pytest.mark.parametrize("key", ["Adam", "Adagrad", "Momentum", "RMSProp", "Ftrl"])
def test_steps_for_rows_of_tables_are_imported(tmp_path, key):
    def build(tf):
        v1 = tf.compat.v1
        rows = v1.placeholder(tf.int32, [None], name="rows")
        table = v1.get_variable("table", initializer=np.ones((4, 2), np.float32))
        loss = tf.reduce_sum(tf.square(tf.nn.embedding_lookup(table, rows)))
        more = {"momentum": 0.9} if key == "Momentum" else {}
        getattr(v1.train, f"{key}Optimizer")(0.1, **more).minimize(loss, name="train")

    v1, path = tensorflow.compat.v1, str(tmp_path / "model")
    feeds = {"rows:0": [1, 3, 1]}
    with forms(tensorflow, "reference"), tensorflow.Graph().as_default(), v1.Session() as session:
        build(tensorflow)
        session.run(v1.global_variables_initializer())
        session.run("train", feeds)
        v1.train.Saver().save(session, path)
        session.run("train", feeds)
        expected = session.run("table:0")
    v1 = stagelight.compat.v1
    with stagelight.Graph().as_default(), v1.Session() as session:
        v1.train.import_meta_graph(f"{path}.meta").restore(session, path)
        session.run("train", feeds)
        np.testing.assert_allclose(session.run("table:0"), expected, rtol=1e-5)


@BOTH_WAYS
def test_queues_are_filled_by_the_runners_of_a_meta_graph(tmp_path, writer, reader, form):
    v1, path = writer.compat.v1, str(tmp_path / "model.meta")
    with forms(writer, form), writer.Graph().as_default():
        words = v1.train.string_input_producer(["a", "b", "c"], shuffle=False, num_epochs=1)
        v1.train.batch([words.dequeue()], 3, name="batched")
        v1.train.export_meta_graph(path)
    v1 = reader.compat.v1
    for scope in (None, "inside"):
        with reader.Graph().as_default(), v1.Session() as session:
            assert v1.train.import_meta_graph(path, import_scope=scope) is None
            session.run(v1.local_variables_initializer())
            coordinator = reader.train.Coordinator()
            threads = v1.train.start_queue_runners(session, coordinator)
            assert len(v1.get_collection("queue_runners")) == 2
            name = "batched:0" if scope is None else "inside/batched:0"
            assert session.run(name).tolist() == [b"a", b"b", b"c"]
            with pytest.raises(reader.errors.OutOfRangeError):
                session.run(name)
            coordinator.request_stop()
            coordinator.join(threads)


@BOTH_WAYS
def test_tables_are_saved_and_restored(tmp_path, writer, reader, form):
    path = str(tmp_path / "model")
    v1 = writer.compat.v1
    with v1.Graph().as_default(), v1.Session() as session, forms(writer, form):
        v = v1.get_variable("v", initializer=1.0)
        make = writer.lookup.experimental.MutableHashTable
        words = make(writer.string, writer.int64, -1, name="words")
        vectors = make(writer.int64, writer.float32, [0.0, 0.0], name="a/vectors")
        dense = writer.lookup.experimental.DenseHashTable(
            writer.int64, writer.int64, -1, -2, -3, initial_num_buckets=4, name="dense"
        )
        writer.identity(dense.lookup(writer.constant([3, 4], writer.int64)), name="doubled")
        writer.identity(words.lookup(writer.constant(["x", "y"])), name="numbers")
        writer.identity(vectors.lookup(writer.constant([7, 8], writer.int64)), name="rows")
        inserts = [
            words.insert(writer.constant(["x"]), writer.constant([5], writer.int64)),
            dense.insert(writer.constant([3], writer.int64), writer.constant([6], writer.int64)),
            vectors.insert(writer.constant([7], writer.int64), writer.constant([[1.0, 2.0]])),
        ]
        session.run([v.initializer, inserts])
        v1.train.Saver().save(session, path)
    v1 = reader.compat.v1
    assert sorted(v1.train.list_variables(path)) == [
        ("a/vectors-keys", [1]), ("a/vectors-values", [1, 2]),
        ("dense-keys", [4, 1]), ("dense-values", [4, 1]), ("v", []),
        ("words-keys", [1]), ("words-values", [1]),
    ]  # fmt: skip
    with v1.Graph().as_default() as graph, v1.Session() as session:
        saver = v1.train.import_meta_graph(f"{path}.meta")
        for _ in range(2):
            saver.restore(session, path)
            numbers, rows, doubled = session.run(["numbers:0", "rows:0", "doubled:0"])
            assert doubled.tolist() == [6, -1]
            assert numbers.tolist() == [5, -1]
            assert rows.tolist() == [[1.0, 2.0], [0.0, 0.0]]
            path = saver.save(session, str(tmp_path / "again"))
        assert "save/words_table_restore/LookupTableImportV2" in [x.name for x in graph.get_operations()]


def test_variables_are_described_as_tensorflow_does():
    described = []
    for tf in (tensorflow, stagelight):
        v1 = tf.compat.v1
        with tf.Graph().as_default() as graph:
            with v1.variable_scope("a"):
                w = v1.get_variable("w", [2, 3], initializer=v1.zeros_initializer())
                b = v1.get_variable("b", initializer=1.0, trainable=False)
            step = v1.train.get_or_create_global_step()
            saver = v1.train.Saver(keep_checkpoint_every_n_hours=3.0)
            messages = [x.to_proto() for x in (w, b, step, saver)]
            messages += [w.to_proto("a"), saver.as_saver_def()]
            none = w.to_proto("other")
            again = v1.Variable.from_proto(messages[0])
            also = v1.Variable(variable_def=messages[1])
            texts = [x.SerializeToString(deterministic=True) for x in messages]
            scoped = v1.train.Saver.from_proto(messages[3], "s").as_saver_def()
            texts.append(scoped.SerializeToString(deterministic=True))
            found = [again.name, again.initializer.name, also.name, none]
            kinds = sorted(
                (op.name, op.type) for op in graph.get_operations() if op.name.startswith("save/")
            )
        described.append((texts, found, kinds))
    assert described[0] == described[1]


def test_saved_models_have_the_collections_of_their_graph(tmp_path):
    for writer, reader in ((tensorflow, stagelight), (stagelight, tensorflow)):
        v1, folder = writer.compat.v1, str(tmp_path / writer.__name__)
        with writer.Graph().as_default(), v1.Session() as session:
            x = v1.placeholder(writer.float32, [], name="x")
            y = writer.multiply(x, v1.get_variable("w", initializer=2.0), name="y")
            v1.add_to_collection("ys", y)
            v1.add_to_collection("numbers", 3)
            session.run(v1.global_variables_initializer())
            v1.saved_model.simple_save(session, folder, {"x": x}, {"y": y})
        v1 = reader.compat.v1
        with reader.Graph().as_default(), v1.Session() as session:
            v1.saved_model.load(session, ["serve"], folder, import_scope="s")
            (found,) = v1.get_collection("ys")
            assert session.run(found, {"s/x:0": 3.0}) == 6.0
            assert v1.get_collection("numbers") == [3]
            assert [v.name for v in v1.trainable_variables()] == ["s/w:0"]


@pytest.mark.parametrize("form", ["resource", "reference"])
@pytest.mark.parametrize("sharded", [False, True])
def test_variables_in_parts_are_restored_and_saved(tmp_path, form, sharded):
    """TensorFlow's graph has a variable in three parts; we save it, by its operations and by our own."""
    v1, path = tensorflow.compat.v1, str(tmp_path / "model")
    value = np.arange(14.0, dtype=np.float32).reshape(7, 2)
    with forms(tensorflow, form), tensorflow.Graph().as_default(), v1.Session() as session:
        in_parts = v1.fixed_size_partitioner(3)
        start = tensorflow.constant(value)
        table = v1.get_variable("table", initializer=start, partitioner=in_parts)
        tensorflow.identity(table.as_tensor() * 2.0, name="doubled")
        session.run(v1.global_variables_initializer())
        v1.train.Saver(sharded=sharded).save(session, path)
    v1 = stagelight.compat.v1
    with stagelight.Graph().as_default(), v1.Session() as session:
        saver = v1.train.import_meta_graph(f"{path}.meta")
        saver.restore(session, path)
        assert session.run("doubled:0").tolist() == (2.0 * value).tolist()
        first, *_ = v1.global_variables()
        assert first.to_proto().save_slice_info_def.full_name == "table"
        session.run(first.assign_add(np.full((3, 2), 100.0, np.float32)))
        saver.save(session, str(tmp_path / "theirs"))
        v1.train.Saver(name="own").save(session, str(tmp_path / "ours"))
    value[:3] += 100.0
    v1 = tensorflow.compat.v1
    for name in ("theirs", "ours"):
        path = str(tmp_path / name)
        assert tensorflow.train.list_variables(path) == [("table", [7, 2])]
        with tensorflow.Graph().as_default(), v1.Session() as session:
            v1.train.import_meta_graph(f"{path}.meta").restore(session, path)
            assert session.run("doubled:0").tolist() == (2.0 * value).tolist()
