"""`tf.compat.v1.train.Saver`: with sessions and without."""

from __future__ import annotations

import os

import numpy as np
import pytest

import stagelight.compat.v1 as tf


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "model")


def test_values_of_a_session_come_back(path):
    with tf.Graph().as_default():
        v = tf.get_variable("layer/v", initializer=[1.0, 2.0])
        n = tf.get_variable("n", initializer=3)
        saver = tf.train.Saver()
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            assert saver.save(session, path, global_step=n) == f"{path}-3"
            session.run([v.assign([0.0, 0.0]), n.assign(0)])
            for _ in range(2):
                saver.restore(session, f"{path}-3")
                assert session.run(v).tolist() == [1.0, 2.0]
                assert session.run(n) == 3
            operations = len(v.graph.get_operations())
            saver.restore(session, f"{path}-3")
            assert len(v.graph.get_operations()) == operations
    assert dict(tf.train.list_variables(f"{path}-3")) == {"layer/v": [2], "n": []}


def test_eager_variables_by_names_of_ones_own(path):
    v = tf.Variable([1.0, 2.0])
    saved = tf.train.Saver({"one": v}).save(None, path)
    other = tf.Variable([0.0, 0.0])
    tf.train.Saver({"one": other}).restore(None, saved)
    assert other.numpy().tolist() == [1.0, 2.0]


def test_the_last_ones_are_kept(path):
    saver = tf.train.Saver([tf.Variable(1.0, name="v")], max_to_keep=2, pad_step_number=True)
    for step in range(4):
        saver.save(None, path, global_step=step)
    assert [os.path.basename(x) for x in saver.last_checkpoints] == [
        "model-00000002",
        "model-00000003",
    ]
    folder = os.path.dirname(path)
    assert tf.train.latest_checkpoint(folder) == f"{path}-00000003"
    assert sorted(x for x in os.listdir(folder) if x.endswith("index")) == [
        "model-00000002.index", "model-00000003.index",
    ]  # fmt: skip


def test_bad_arguments(path):
    v = tf.Variable([1.0, 2.0], name="v")
    with pytest.raises(RuntimeError, match="`var_list` must specify"):
        tf.train.Saver()
    with pytest.raises(ValueError, match="No variables to save"):
        tf.train.Saver([])
    with pytest.raises(ValueError, match="same name: v"):
        tf.train.Saver([v, tf.Variable(1.0, name="v")])
    saver = tf.train.Saver([v])
    with pytest.raises(ValueError, match="when it is None"):
        saver.restore(None, None)
    with pytest.raises(ValueError, match="The passed save_path is not a valid checkpoint"):
        saver.restore(None, path)
    saver.save(None, path)
    with pytest.raises(tf.errors.NotFoundError, match="Key w not found"):
        tf.train.Saver([tf.Variable(1.0, name="w")]).restore(None, path)
    with pytest.raises(ValueError, match="incompatible tensor with shape"):
        tf.train.Saver([tf.Variable(1.0, name="v")]).restore(None, path)
    reshaped = tf.Variable(np.zeros((2, 1), np.float32), name="v")
    tf.train.Saver([reshaped], reshape=True).restore(None, path)
    assert reshaped.numpy().tolist() == [[1.0], [2.0]]
    with tf.Graph().as_default():
        of_graph = tf.get_variable("g", initializer=1.0)
        with pytest.raises(TypeError, match="belongs to a graph"):
            tf.train.Saver([of_graph]).save(None, path)


def test_without_variables_only_the_graph_is_written(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.Saver(allow_empty=True)
        assert saver.save(session, str(tmp_path / "model")) is None
        saver.restore(session, str(tmp_path / "model"))
    assert os.listdir(tmp_path) == ["model.meta"]


def test_a_value_of_another_dtype_is_refused(path):
    saver = tf.train.Saver([tf.Variable(1.0, name="v")])
    saver.save(None, path)
    whole_number = tf.Variable(1, name="v")
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected dtype int32 does not equal"):
        tf.train.Saver([whole_number]).restore(None, path)
    assert int(whole_number) == 1


def test_a_deferred_saver_takes_the_variables_there_are_when_it_is_built(path):
    with tf.Graph().as_default(), tf.Session() as session:
        tf.Variable(1.0, name="v")
        saver = tf.train.Saver(defer_build=True)
        tf.Variable(2.0, name="w")
        session.run(tf.global_variables_initializer())
        with pytest.raises(RuntimeError, match="should be called before save"):
            saver.save(session, path)
        with pytest.raises(RuntimeError, match="should be called before restore"):
            saver.restore(session, path)
        saver.build()
        written = saver.save(session, path)
        assert [name for name, _ in tf.train.list_variables(written)] == ["v", "w"]
        with pytest.raises(ValueError, match="build cannot be deferred"):
            tf.train.Saver([], defer_build=True)


@pytest.mark.parametrize("everything", [None, 0])
def test_where_all_are_kept_none_is_noted(tmp_path, everything):
    saver = tf.train.Saver([tf.Variable(1.0, name="v")], max_to_keep=everything)
    paths = [saver.save(None, str(tmp_path / "model"), global_step=step) for step in range(7)]
    assert saver.last_checkpoints == []
    assert all(tf.train.checkpoint_exists(path) for path in paths)
    assert tf.train.latest_checkpoint(str(tmp_path)) == paths[-1]


def test_the_step_may_be_a_tensor(path):
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.get_variable("v", initializer=1.0)
        session.run(v.initializer)
        assert tf.train.Saver().save(session, path, global_step=tf.constant(7)) == f"{path}-7"


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("", {}, "no path"),
        ("checkpoint", {}, "collides with 'save_path'"),
        ("model", {"latest_filename": "model"}, "collides with 'save_path'"),
        ("model", {"latest_filename": "a/model"}, "must not contain path components"),
    ],
)
def test_names_that_are_those_of_the_state_file_are_refused(tmp_path, name, options, message):
    saver = tf.train.Saver([tf.Variable(1.0, name="v")])
    with pytest.raises(ValueError, match=message):
        saver.save(None, str(tmp_path / name) if name else name, **options)
    assert os.listdir(tmp_path) == []
    assert saver.save(None, str(tmp_path / "checkpoint"), global_step=1)


def test_relative_paths_of_a_relative_folder_begin_where_it_does(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkdir("train")
    tf.train.update_checkpoint_state("train", "train/model-2", ["/other/model-0", "train/model-2"])
    state = tf.train.get_checkpoint_state("train")
    assert state.model_checkpoint_path == "train/model-2"
    assert list(state.all_model_checkpoint_paths) == ["/other/model-0", "train/model-2"]
    tf.train.update_checkpoint_state(str(tmp_path), "model-3")
    assert tf.train.get_checkpoint_state(str(tmp_path)).model_checkpoint_path == str(
        tmp_path / "model-3"
    )


def built_tables():
    make = tf.lookup.experimental.MutableHashTable
    return [
        make(tf.string, tf.int64, -1, name="words"),
        tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, -2, -3, name="numbers"),
        make(tf.string, tf.int64, -1, checkpoint=False, name="passing"),
    ]


def test_tables_of_a_graph_are_saved_with_its_variables(path):
    found = {}
    for run in ("save", "restore"):
        with tf.Graph().as_default(), tf.Session() as session:
            v = tf.get_variable("v", initializer=1.0 if run == "save" else 2.0)
            tables = built_tables()
            of = [tf.constant(["a"]), tf.constant([7], tf.int64), tf.constant(["a"])]
            saver = tf.train.Saver()
            if run == "save":
                session.run(v.initializer)
                one = tf.constant([1], tf.int64)
                session.run([t.insert(key, one) for t, key in zip(tables, of, strict=True)])
                saver.save(session, path)
            else:
                saver.restore(session, path)
            found[run] = session.run([t.lookup(key) for t, key in zip(tables, of, strict=True)])
            found[run].append(session.run(v))
    assert [np.asarray(x).tolist() for x in found["save"]] == [[1], [1], [1], 1.0]
    assert [np.asarray(x).tolist() for x in found["restore"]] == [[1], [1], [-1], 1.0]
    names = [name for name, _ in tf.train.list_variables(path)]
    assert names == ["numbers-keys", "numbers-values", "v", "words-keys", "words-values"]


@pytest.mark.parametrize("sharded", [False, True])
def test_tables_are_restored_by_the_operations_of_the_graph(path, sharded):
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.get_variable("v", initializer=1.0)
        words, numbers, _ = built_tables()
        tf.identity(words.lookup(tf.constant(["a", "b"])), name="words_of")
        tf.identity(numbers.lookup(tf.constant([7, 8], tf.int64)), name="numbers_of")
        one = tf.constant([1], tf.int64)
        inserts = [
            words.insert(tf.constant(["a"]), one),
            numbers.insert(tf.constant([7], tf.int64), one),
        ]
        session.run([v.initializer, inserts])
        tf.train.Saver(sharded=sharded).save(session, path)
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(f"{path}.meta").restore(session, path)
        found = session.run(["words_of:0", "numbers_of:0"])
        assert [x.tolist() for x in found] == [[1, -1], [1, -1]]


def test_tables_are_saved_where_there_are_no_variables(path):
    with tf.Graph().as_default(), tf.Session() as session:
        built_tables()
        tf.train.Saver().save(session, path)
    with tf.Graph().as_default(), tf.Session() as session:
        for _ in range(2):
            tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
        tf.train.Saver().save(session, path)
        names = [name for name, _ in tf.train.list_variables(path)]
        assert [name for name in names if name.endswith("-keys")] == [
            "MutableHashTable-keys", "MutableHashTable_1-keys",
        ]  # fmt: skip
    with tf.Graph().as_default():
        built_tables()
        with pytest.raises(TypeError, match="belongs to a graph"):
            tf.train.Saver().save(None, path)


def test_a_variable_has_one_name_in_a_checkpoint():
    with tf.Graph().as_default():
        w = tf.get_variable("w", [2])
        with pytest.raises(ValueError, match="two names: b"):
            tf.train.Saver({"a": w, "b": w})
