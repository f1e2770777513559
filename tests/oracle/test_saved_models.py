"""Saved models go both ways: TensorFlow loads ours, and we load its, with equal results."""

from __future__ import annotations

import collections
import os

import numpy as np
import pytest

import stagelight
from tests.keras.test_export import EXPORT, LOAD
from tests.keras.test_export import run as results_of

tensorflow = pytest.importorskip("tensorflow")

pytestmark = pytest.mark.oracle

BOTH = pytest.mark.parametrize(
    ("writer", "reader"), [(stagelight, tensorflow), (tensorflow, stagelight)],
    ids=["theirs reads ours", "ours reads theirs"],
)  # fmt: skip
Pair = collections.namedtuple("Pair", "x y")


def model_of(tf, path):
    """The same model in either library."""

    class Inner(tf.Module):
        def __init__(self):
            super().__init__()
            self.v = tf.Variable([1.0, 2.0], name="v")

        @tf.function
        def run(self, x):
            return x * self.v

    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable([[2.0], [3.0]], name="w")
            self.frozen = tf.Variable(1.0, trainable=False)
            self.layers = [tf.Variable(1.0), {"a": tf.Variable(5)}]
            self.big = tf.constant(np.arange(200, dtype=np.float32))
            self.inner = Inner()
            index = tf.lookup.TextFileIndex
            self.table = tf.lookup.StaticHashTable(
                tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1
            )
            self.words = tf.lookup.StaticHashTable(
                tf.lookup.TextFileInitializer(
                    path, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER
                ),
                -1,
            )
            self.counts = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
            self.counts.insert(tf.constant(["q"]), tf.constant([7], tf.int64))
            self.asset = tf.saved_model.Asset(path)

        @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
        def __call__(self, x):
            total = tf.constant(0.0)
            for i in tf.range(3):
                total += tf.cast(i, tf.float32) * tf.reduce_sum(x)
            y = tf.matmul(x, self.w) if total > 0.0 else -tf.matmul(x, self.w)
            return y + self.big[3] * self.frozen + total

        @tf.function
        def look(self, s, training=False, *args, k=3):
            return {
                "table": self.table.lookup(s) + k,
                "words": self.words.lookup(s),
                "counts": self.counts.lookup(s),
                "asset": self.asset.asset_path,
            }

        @tf.function
        def struct(self, d, p, flag=True, **kw):
            result = Pair(d["a"] + p.x if flag else d["a"] - p.y, [d["b"], None])
            return result, kw

        @tf.function(
            input_signature=[
                tf.RaggedTensorSpec([None, None], tf.float32),
                tf.SparseTensorSpec([None, 3], tf.float32),
            ]
        )
        def composites(self, ragged, sparse):
            return ragged.with_values(ragged.values * 2.0), tf.sparse.to_dense(sparse)

    model = Model()
    used(tf, model)
    return model


def used(tf, model):
    """What calls of the model give, as plain values."""
    a, b, x, y = (tf.constant(value) for value in (1.0, 2.0, 3.0, 4.0))
    ragged = tf.ragged.constant([[1.0], [2.0, 3.0]])
    looked = model.look(tf.constant(["a", "q"]))
    with tf.GradientTape() as tape:
        result = model(tf.constant([[1.0, 2.0]]))
    found = [
        result,
        tape.gradient(result, model.w),
        model(tf.constant([[-1.0, 2.0], [-3.0, 1.0]])),
        looked["table"], looked["words"], looked["counts"],
        model.look(tf.constant(["a"]), True, tf.constant(1.0), k=4)["table"],
        model.struct({"a": a, "b": b}, Pair(x, y), q=tf.constant(1)),
        model.struct({"a": a, "b": b}, Pair(x, y), False),
        model.composites(ragged, tf.sparse.from_dense([[1.0, 0.0, 2.0]])),
        model.inner.run(tf.constant([3.0, 4.0])),
        model.layers[0], model.layers[1]["a"], model.frozen,
    ]  # fmt: skip
    leaves = tf.nest.flatten(found, expand_composites=True)
    return [None if leaf is None else np.asarray(leaf.numpy()).tolist() for leaf in leaves]


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("a\nb\nc\n")
    return str(path)


@BOTH
def test_a_model_is_loaded_by_the_other_library(tmp_path, words, writer, reader):
    folder = os.path.join(tmp_path, "model")
    model = model_of(writer, words)
    writer.saved_model.save(model, folder)
    os.unlink(words)
    loaded = reader.saved_model.load(folder)
    expected = used(writer, model)
    assert used(reader, loaded) == expected
    assert [v.trainable for v in (loaded.w, loaded.frozen)] == [True, False]
    assert os.path.dirname(loaded.look(reader.constant(["a", "b"]))["asset"].numpy().decode()) == (
        os.path.join(folder, "assets")
    )
    # And once more, by who has loaded it, for both.
    again = os.path.join(tmp_path, "again")
    reader.saved_model.save(loaded, again)
    for tf in (writer, reader):
        assert used(tf, tf.saved_model.load(again)) == expected


@BOTH
def test_signatures_are_called_by_the_other_library(tmp_path, words, writer, reader):
    folder = os.path.join(tmp_path, "model")
    model = model_of(writer, words)
    spec = writer.TensorSpec([None], writer.string)
    signatures = {"call": model.__call__, "look": model.look.get_concrete_function(spec)}
    writer.saved_model.save(model, folder, signatures=signatures)
    loaded = reader.saved_model.load(folder)
    assert sorted(loaded.signatures) == ["call", "look"]
    x = [[1.0, 2.0]]
    expected = model(writer.constant(x)).numpy()
    found = loaded.signatures["call"](x=reader.constant(x))
    np.testing.assert_array_equal(found["output_0"], expected)
    np.testing.assert_array_equal(
        loaded.signatures["call"](reader.constant(x))["output_0"], expected
    )
    found = loaded.signatures["look"](s=reader.constant(["b"]))
    assert found["table"].numpy().tolist() == [5]
    assert sorted(found) == ["asset", "counts", "table", "words"]


def test_a_session_of_tensorflow_1_serves_ours(tmp_path, words):
    """As a server does: by the graph, its saver and its signatures, without the objects."""
    folder = os.path.join(tmp_path, "model")
    model = model_of(stagelight, words)
    expected = model(stagelight.constant([[1.0, 2.0]])).numpy()
    spec = stagelight.TensorSpec([None], stagelight.string)
    signatures = {"call": model.__call__, "look": model.look.get_concrete_function(spec)}
    stagelight.saved_model.save(model, folder, signatures=signatures)
    v1 = tensorflow.compat.v1
    with tensorflow.Graph().as_default(), v1.Session() as session:
        graph = v1.saved_model.load(session, ["serve"], folder)
        call, look = graph.signature_def["call"], graph.signature_def["look"]
        feed = {call.inputs["x"].name: [[1.0, 2.0]]}
        np.testing.assert_array_equal(session.run(call.outputs["output_0"].name, feed), expected)
        feed = {look.inputs["s"].name: ["b", "a"]}
        names = [look.outputs[key].name for key in ("table", "words", "asset")]
        table, places, asset = session.run(names, feed)
        assert (table.tolist(), places.tolist()) == ([5, 4], [1, 0])
        assert asset.decode() == os.path.join(folder, "assets", "words.txt")


@BOTH
def test_errors_of_calls_have_one_class(tmp_path, words, writer, reader):
    folder = os.path.join(tmp_path, "model")
    writer.saved_model.save(model_of(writer, words), folder)
    loaded = reader.saved_model.load(folder)
    with pytest.raises(ValueError, match="Could not find matching concrete function"):
        loaded.look(3)
    with pytest.raises(TypeError):
        loaded.look()
    with pytest.raises(OSError):
        reader.saved_model.load(folder + "-not")
    with pytest.raises(ValueError, match="incompatible argument to `tags`"):
        reader.saved_model.load(folder, tags=["train"])


@pytest.mark.keras
def test_what_keras_exports_on_tensorflow_is_loaded(tmp_path):
    pytest.importorskip("keras")
    on_tensorflow = EXPORT.replace("stagelight.install_as_tensorflow()", "")
    expected = results_of(on_tensorflow, str(tmp_path))
    for found, wanted in zip(results_of(LOAD, str(tmp_path)), expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


@pytest.mark.keras
def test_tensorflow_loads_what_keras_exports_here(tmp_path):
    pytest.importorskip("keras")
    expected = results_of(EXPORT, str(tmp_path))
    in_tensorflow = LOAD.replace("import stagelight as tf", "import tensorflow as tf").replace(
        'assert "keras" not in sys.modules', ""
    )
    for found, wanted in zip(results_of(in_tensorflow, str(tmp_path)), expected, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


@BOTH
def test_gradients_that_users_write_go_both_ways(tmp_path, writer, reader):
    tf = writer
    model = tf.Module()
    model.v = tf.Variable(3.0)

    @tf.custom_gradient
    def inner(x):
        hidden = tf.exp(x)
        return hidden * 2.0, lambda dy: dy * hidden * 100.0

    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def f(x):
        return tf.function(inner)(x) + inner(x) * model.v

    model.f = f
    folder, again = str(tmp_path / "model"), str(tmp_path / "again")
    writer.saved_model.save(model, folder)
    loaded = reader.saved_model.load(folder)
    reader.saved_model.save(loaded, again)
    for library, found in ((reader, loaded), (writer, writer.saved_model.load(again))):
        x = library.constant(1.0)
        with library.GradientTape() as tape:
            tape.watch(x)
            y = found.f(x)
        dx, dv = tape.gradient(y, [x, found.v])
        np.testing.assert_allclose([dx, dv], [400 * np.e, 2 * np.e], rtol=1e-6)


def model_with_datasets(tf):
    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            keys = tf.lookup.KeyValueTensorInitializer([0, 1, 2], [10, 20, 30])
            self.table = tf.lookup.StaticHashTable(keys, -1)
            numbers = tf.data.Dataset.range(4).map(lambda x: self.table.lookup(tf.cast(x, tf.int32)))
            self.numbers = numbers.filter(lambda x: x > 10).batch(2)

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32, name="a-factor")])
        def total(self, factor):
            result = tf.constant(0)
            for batch in self.numbers:
                result += tf.reduce_sum(batch) * factor
            return result

    return Model()


@BOTH
def test_captured_datasets_and_names_of_any_letters_go_both_ways(tmp_path, writer, reader):
    folder = str(tmp_path / "model")
    writer.saved_model.save(model_with_datasets(writer), folder)
    loaded = reader.saved_model.load(folder)
    assert int(loaded.total(reader.constant(3))) == 150
    signature = loaded.signatures["serving_default"]
    assert int(signature(a_factor=reader.constant(2))["output_0"]) == 100


def test_ragged_tensors_told_by_the_rows_of_values_are_made_dense(tmp_path):
    model = tensorflow.Module()
    model.f = tensorflow.function(
        lambda x: tensorflow.strings.ngrams(tensorflow.strings.split(x, " "), 2).to_tensor(),
        input_signature=[tensorflow.TensorSpec([None], tensorflow.string)],
    )
    path = str(tmp_path / "model")
    tensorflow.saved_model.save(model, path)
    texts = ["a b c", "d e", ""]
    expected = model.f(tensorflow.constant(texts)).numpy().tolist()
    assert stagelight.saved_model.load(path).f(stagelight.constant(texts)).numpy().tolist() == expected


@BOTH
def test_functions_take_variables(tmp_path, writer, reader):
    model = writer.Module()
    model.w = writer.Variable(2.0)
    model.f = writer.function(lambda v, x: (v.assign_add([1.0, 1.0]), v * model.w + x))
    model.two = writer.function(lambda v, w: w - v)
    first, second = writer.Variable([1.0, 2.0]), writer.Variable([4.0, 4.0])
    for _ in range(2):
        model.f(first, writer.constant(1.0))
        model.two(first, second)
        model.two(second, second)
    path = str(tmp_path / "model")
    writer.saved_model.save(model, path)
    for tf in (reader, reader, writer):
        loaded = tf.saved_model.load(path)
        v, w = tf.Variable([3.0, 4.0]), tf.Variable([5.0, 7.0])
        with tf.GradientTape() as tape:
            _, y = loaded.f(v, tf.constant(1.0))
        assert (v.numpy().tolist(), y.numpy().tolist()) == ([4.0, 5.0], [9.0, 11.0])
        assert [x.numpy().tolist() for x in tape.gradient(y, [v, loaded.w])] == [[2.0, 2.0], 9.0]
        assert loaded.two(v, w).numpy().tolist() == [1.0, 2.0]
        assert loaded.two(v, v).numpy().tolist() == [0.0, 0.0]
        path += "+"
        tf.saved_model.save(loaded, path)


def dense_tables(tf):
    """Tables whose keys lie in buckets: with keys of one bucket, of strings, and with rows as values."""
    tables = tf.lookup.experimental
    model = tf.Module()
    model.numbers = tables.DenseHashTable(tf.int64, tf.float32, -1.0, empty_key=-1, deleted_key=-2)
    model.numbers.insert(tf.constant([5, 13, 21, -7, 131077], tf.int64), [1.0, 2.0, 3.0, 4.0, 5.0])
    model.numbers.remove(tf.constant([13], tf.int64))
    model.words = tables.DenseHashTable(
        tf.string, tf.int64, [0, 0], empty_key="", deleted_key="$", initial_num_buckets=4
    )
    words = ["a", "b", "hello", "x", "y"]
    model.words.insert(words, tf.constant([[i, -i] for i in range(5)], tf.int64))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int64), tf.TensorSpec([None], tf.string)])
    def look(numbers, words):
        return model.numbers.lookup(numbers), model.words.lookup(words)

    model.look = look
    return model


@BOTH
@pytest.mark.parametrize("times", [1, 2])
def test_dense_tables_go_both_ways(tmp_path, writer, reader, times):
    path = str(tmp_path / "model")
    writer.saved_model.save(dense_tables(writer), path)
    if times == 2:
        writer.saved_model.save(writer.saved_model.load(path), path + "2")
        path += "2"
    loaded = reader.saved_model.load(path)
    numbers = reader.constant([5, 13, 21, -7, 131077, 4], reader.int64)
    found, rows = loaded.look(numbers, reader.constant(["hello", "y", "q"]))
    assert found.numpy().tolist() == [1.0, -1.0, 3.0, 4.0, 5.0, -1.0]
    assert rows.numpy().tolist() == [[2, -2], [4, -4], [0, 0]]
