"""`tf.saved_model.load` in a graph of TensorFlow 1: what is loaded is the graph's, for sessions to run."""

from __future__ import annotations

import pytest

import stagelight as tf

v1 = tf.compat.v1


class Model(tf.Module):
    """A variable, a table filled from a file, a file, and a constant too large for the graph."""

    def __init__(self, path):
        super().__init__()
        words = tf.lookup.TextFileInitializer(
            path, tf.string, tf.lookup.TextFileIndex.WHOLE_LINE,
            tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER,
        )  # fmt: skip
        self.table = tf.lookup.StaticVocabularyTable(words, 1)
        self.file = tf.saved_model.Asset(path)
        self.scale = tf.Variable([2.0, 3.0])
        self.large = tf.constant([1.0] * 1000)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def __call__(self, words):
        return self.table.lookup(words)

    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def scaled(self, x):
        return x * self.scale * self.large[0]

    @tf.function(input_signature=[])
    def text(self):
        return tf.io.read_file(self.file.asset_path)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "words.txt").write_text("a\nb\nc\n")
    folder = str(tmp_path / "model")
    model = Model(str(tmp_path / "words.txt"))
    tf.saved_model.save(model, folder, signatures=model.scaled)
    return folder


def test_sessions_run_what_is_loaded(folder):
    with tf.Graph().as_default(), v1.Session() as session:
        loaded = tf.saved_model.load(folder)
        x = v1.placeholder(tf.float32, [])
        numbers, scaled, text = loaded(tf.constant(["b", "z"])), loaded.scaled(x), loaded.text()
        (served,) = loaded.signatures["serving_default"](x).values()
        assert v1.global_variables() == [loaded.scale]
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        assert session.run(numbers).tolist() == [1, 3]
        assert session.run(scaled, {x: 2.0}).tolist() == session.run(served, {x: 2.0}).tolist() == [4.0, 6.0]
        assert session.run(text) == b"a\nb\nc\n"


def test_variables_are_the_sessions_own(folder):
    with tf.Graph().as_default(), v1.Session() as session:
        loaded = tf.saved_model.load(folder)
        session.run(v1.global_variables_initializer())
        gradient = tf.gradients(loaded.scaled(tf.constant(2.0)), loaded.scale)[0]
        assert session.run(gradient).tolist() == [2.0, 2.0]
        session.run(loaded.scale.assign([0.0, 1.0]))
        assert session.run(loaded.scaled(tf.constant(2.0))).tolist() == [0.0, 2.0]
    assert tf.saved_model.load(folder).scale.numpy().tolist() == [2.0, 3.0]


def test_a_vocabulary_table_is_saved_with_its_words(folder):
    loaded = tf.saved_model.load(folder)
    assert loaded(tf.constant(["c", "z"])).numpy().tolist() == [2, 3]
