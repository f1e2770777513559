"""`tf.saved_model`: what is saved is there again, without the code."""

from __future__ import annotations

import collections
import gc
import logging
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import stagelight as tf
from tests.processes import environment

Pair = collections.namedtuple("Pair", "x y")


class Affine(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[2.0], [3.0]], name="w")
        self.calls = tf.Variable(0, trainable=False)

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def __call__(self, x):
        self.calls.assign_add(1)
        total = tf.constant(0.0)
        for i in tf.range(3):
            total += tf.cast(i, tf.float32) * tf.reduce_sum(x)
        y = tf.matmul(x, self.w) if total > 0.0 else tf.zeros([tf.shape(x)[0], 1])
        return y + total


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path / "models" / "one")


def saved(model, folder, **kwargs):
    tf.saved_model.save(model, folder, **kwargs)
    return tf.saved_model.load(folder)


def test_a_module_is_there_again(folder):
    model = Affine()
    x = tf.constant([[1.0, 2.0]])
    loaded = saved(model, folder)
    np.testing.assert_array_equal(loaded(x), model(x))
    assert loaded.calls.numpy() == 1
    assert (loaded.w.trainable, loaded.calls.trainable) == (True, False)
    assert loaded.w.name == "w:0"
    assert loaded.tensorflow_version


def test_variables_of_a_loaded_model_are_its_own(folder):
    loaded = saved(Affine(), folder)
    loaded.w.assign([[1.0], [1.0]])
    again = tf.saved_model.load(folder)
    x = tf.constant([[1.0, 2.0]])
    assert loaded(x).numpy() == 12.0
    assert again(x).numpy() == 17.0


def test_a_loaded_function_has_gradients_of_every_order(folder):
    model = tf.Module()
    model.v = tf.Variable(3.0)
    model.cube = tf.function(lambda x: model.v * x**3.0, input_signature=[tf.TensorSpec([])])
    loaded = saved(model, folder)
    x = tf.constant(2.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = loaded.cube(x)
        first, of_variable = inner.gradient(y, [x, loaded.v])
    assert (float(first), float(of_variable), float(outer.gradient(first, x))) == (36.0, 8.0, 36.0)


def test_a_loaded_loop_is_differentiated_within_a_function(folder):
    model = tf.Module()

    @tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([], tf.int32)])
    def power(x, n):
        y = tf.constant(1.0)
        for _ in tf.range(n):
            y *= x
        return y

    model.power = power
    loaded = saved(model, folder)

    @tf.function
    def slope(x):
        return tf.gradients(loaded.power(x, 5), x)[0]

    assert slope(tf.constant(2.0)).numpy() == 80.0


class Calls(tf.Module):
    @tf.function
    def many(self, d, pair=None, flag=True, *rest, scale=2.0, **named):
        value = d["a"] * scale if flag else -d["a"]
        if pair is not None:
            value += pair.x
        for x in rest:
            value += x
        return Pair(value, [d["b"], None]), dict(named)


def test_arguments_are_those_of_python(folder):
    model = Calls()
    d = {"a": tf.constant(1.0), "b": tf.constant([2, 3])}
    pair = Pair(tf.constant(3.0), tf.constant(4.0))
    calls = [
        lambda m: m.many(d),
        lambda m: m.many(d, flag=False),
        lambda m: m.many(d, pair),
        lambda m: m.many(d, pair, True, tf.constant(5.0), scale=7.0),
        lambda m: m.many(d, extra=tf.constant(1)),
    ]
    expected = [call(model) for call in calls]
    loaded = saved(model, folder)
    for call, result in zip(calls, expected, strict=True):
        found = call(loaded)
        tf.nest.assert_same_structure(found, result, check_types=False)
        assert type(found[0]).__name__ == "Pair"
        for a, b in zip(tf.nest.flatten(found), tf.nest.flatten(result), strict=True):
            np.testing.assert_array_equal(a, b) if b is not None else pytest.fail if a else None
    # What is no tensor is converted where a tensor was traced.
    assert loaded.many({"a": 1.0, "b": [2, 3]})[0].x.numpy() == 2.0


def test_a_call_that_fits_no_trace_is_told_those_that_there_are(folder):
    model = Calls()
    model.many({"a": tf.constant(1.0), "b": tf.constant(2)})
    loaded = saved(model, folder)
    with pytest.raises(ValueError, match=r"(?s)Could not find matching .*Option 1:.*scale': 2.0"):
        loaded.many({"a": tf.constant([1.0, 2.0]), "b": tf.constant(2)})
    with pytest.raises(ValueError, match="Could not find matching"):
        loaded.many({"a": tf.constant(1.0), "b": tf.constant(2)}, scale=3.0)
    with pytest.raises(TypeError):
        loaded.many()


def test_a_function_without_traces_says_so(folder):
    model = tf.Module()
    model.never = tf.function(lambda x: x)
    loaded = saved(model, folder)
    with pytest.raises(ValueError, match="zero restored functions"):
        loaded.never(tf.constant(1.0))


def test_composite_tensors_are_taken_and_given(folder):
    model = tf.Module()

    @tf.function(
        input_signature=[
            tf.RaggedTensorSpec([None, None], tf.float32),
            tf.SparseTensorSpec([None, 3], tf.float32),
        ]
    )
    def both(ragged, sparse):
        return ragged.with_values(ragged.values * 2.0), tf.sparse.to_dense(sparse)

    model.both = both
    ragged = tf.ragged.constant([[1.0], [2.0, 3.0]])
    doubled, dense = saved(model, folder).both(ragged, tf.sparse.from_dense([[1.0, 0.0, 2.0]]))
    assert doubled.to_list() == [[2.0], [4.0, 6.0]]
    assert dense.numpy().tolist() == [[1.0, 0.0, 2.0]]


def test_lists_dicts_and_shared_objects_keep_their_form(folder):
    model = tf.Module()
    model.layers = [tf.Variable(1.0), {"a": tf.Variable(2.0)}, [tf.Variable(3.0)]]
    model.sub = tf.Module()
    model.sub.v = model.layers[0]
    model.again = model.sub
    loaded = saved(model, folder)
    assert loaded.sub.v is loaded.layers[0]
    assert loaded.again is loaded.sub
    assert [loaded.layers[1]["a"].numpy(), loaded.layers[2][0].numpy()] == [2.0, 3.0]


def test_large_constants_strings_and_unknown_shapes(folder):
    model = tf.Module()
    big = tf.constant(np.arange(1000.0, dtype=np.float32))
    words = tf.constant(["x", "yé"])

    @tf.function(
        input_signature=[tf.TensorSpec(None, tf.float32), tf.TensorSpec([None], tf.string)]
    )
    def f(x, s):
        return tf.reduce_sum(x) + big[2], tf.strings.join([words[1], s[0]])

    model.f = f
    loaded = saved(model, folder)
    number, text = loaded.f(tf.ones([2, 3]), tf.constant(["z"]))
    assert (number.numpy(), text.numpy()) == (8.0, "yéz".encode())


def test_tables_and_files_go_with_the_model(folder, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("a\nb\nc\n")
    model = tf.Module()
    index = tf.lookup.TextFileIndex
    filling = tf.lookup.TextFileInitializer(
        str(path), tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER
    )
    model.words = tf.lookup.StaticHashTable(filling, -1)
    model.numbers = tf.lookup.StaticHashTable(
        tf.lookup.KeyValueTensorInitializer([1, 2], ["one", "two"]), "?"
    )
    model.counts = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, 0)
    model.counts.insert(["a"], [5])
    model.asset = tf.saved_model.Asset(path)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def look(s):
        place = model.words.lookup(s)
        return {
            "place": place,
            "name": model.numbers.lookup(tf.cast(place, tf.int32)),
            "count": model.counts.lookup(s),
            "file": model.asset.asset_path,
        }

    model.look = look
    tf.saved_model.save(model, folder)
    path.unlink()
    os.rename(folder, f"{folder}-moved")
    loaded = tf.saved_model.load(f"{folder}-moved")
    tf.saved_model.save(loaded, folder)
    for again in (loaded, tf.saved_model.load(folder)):
        found = again.look(tf.constant(["b", "a", "z"]))
        assert found["place"].numpy().tolist() == [1, 0, -1]
        assert found["name"].numpy().tolist() == [b"one", b"?", b"?"]
        assert found["count"].numpy().tolist() == [0, 5, 0]
        assert Path(found["file"].numpy().decode()).read_text() == "a\nb\nc\n"


def test_two_files_of_one_name_are_kept_apart(folder, tmp_path):
    model = tf.Module()
    for i in range(2):
        (tmp_path / str(i)).mkdir()
        path = tmp_path / str(i) / "same.txt"
        path.write_text(str(i))
        setattr(model, f"asset{i}", tf.saved_model.Asset(path))
    loaded = saved(model, folder)
    paths = [getattr(loaded, f"asset{i}").asset_path.numpy().decode() for i in range(2)]
    assert [Path(path).read_text() for path in paths] == ["0", "1"]


# ---------------------------------------------------------------------------- signatures


def test_the_only_function_with_a_signature_is_the_default(folder):
    loaded = saved(Affine(), folder)
    assert list(loaded.signatures) == ["serving_default"]
    signature = loaded.signatures["serving_default"]
    x = tf.constant([[1.0, 2.0]])
    assert signature(x=x)["output_0"].numpy() == signature(x)["output_0"].numpy() == 17.0
    assert repr(loaded.signatures).startswith("_SignatureMap({'serving_default': <ConcreteFunction")
    assert signature.structured_outputs["output_0"].shape.as_list() == [None, 1]


def test_signatures_have_names_for_arguments_and_results(folder):
    model = tf.Module()
    model.v = tf.Variable(2.0)

    @tf.function
    def f(x, y):
        return {"sum": x + y, "product": x * y * model.v}

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32, name="given")])
    def g(x):
        return Pair(x, -x)

    model.f, model.g = f, g
    spec = tf.TensorSpec([None], tf.float32)
    signatures = {"f": f.get_concrete_function(spec, spec), "g": g}
    loaded = saved(model, folder, signatures=signatures)
    one, two = tf.constant([1.0]), tf.constant([2.0])
    found = loaded.signatures["f"](x=one, y=two)
    assert {k: v.numpy().tolist() for k, v in found.items()} == {"sum": [3.0], "product": [4.0]}
    found = loaded.signatures["g"](given=tf.constant([1.0, 2.0]))
    assert sorted(found) == ["x", "y"]
    again = saved(loaded, f"{folder}-again", signatures=loaded.signatures)
    assert again.signatures["f"](x=one, y=two)["sum"].numpy().tolist() == [3.0]


@pytest.mark.parametrize("result", [{1: 2.0}, {"a": None}, [None]])
def test_a_signature_gives_tensors_under_names(folder, result):
    model = tf.Module()
    model.f = tf.function(
        lambda: tf.nest.map_structure(lambda x: x if x is None else tf.constant(x), result),
        input_signature=[],
    )
    with pytest.raises(ValueError, match=r"non-string key|non-Tensor value"):
        tf.saved_model.save(model, folder, signatures=model.f)


def test_signatures_have_a_name_for_each_part_of_composites(folder):
    model = tf.Module()
    model.total = tf.function(lambda rows, s: tf.reduce_sum(rows) + tf.sparse.reduce_sum(s))
    rows = tf.ragged.constant([[[1.0], []], [[2.0, 3.0]]])
    sparse = tf.sparse.from_dense([0.0, 5.0])
    trace = model.total.get_concrete_function(
        tf.RaggedTensorSpec([None, None, None], tf.float32), tf.SparseTensorSpec([None], tf.float32)
    )
    tf.saved_model.save(model, folder, signatures=trace)
    signature = tf.saved_model.load(folder).signatures["serving_default"]
    parts = {
        "rows": rows.flat_values,
        "rows_1": rows.row_splits,
        "rows_2": rows.values.row_splits,
        "s": sparse.indices,
        "s_1": sparse.values,
        "s_2": sparse.dense_shape,
    }
    assert set(signature.structured_input_signature[1]) == set(parts)
    assert float(signature(**parts)["output_0"]) == 11.0


def test_names_that_parameters_cannot_have_are_replaced(folder):
    names = ["A-b", "1x", "a/b", "lambda", "plain"]

    @tf.function(input_signature=[tf.TensorSpec([], name=name) for name in names])
    def digits(*values):
        return tf.strings.format("{}" * len(values), values)

    model = tf.Module()
    model.digits = digits
    tf.saved_model.save(model, folder)
    loaded = tf.saved_model.load(folder)
    signature = loaded.signatures["serving_default"]
    specs = signature.structured_input_signature[1]
    assert {parameter: spec.name for parameter, spec in specs.items()} == {
        "A_b": "A-b", "arg_1x": "1x", "a_b": "a/b", "arg_lambda": "lambda", "plain": "plain",
    }  # fmt: skip
    given = {"A_b": 1.0, "arg_1x": 2.0, "a_b": 3.0, "arg_lambda": 4.0, "plain": 5.0}
    result = signature(**{name: tf.constant(value) for name, value in given.items()})
    assert result["output_0"].numpy() == b"12345"
    assert loaded.digits(1.0, 2.0, 3.0, 4.0, 5.0).numpy() == b"12345"


def test_names_that_become_one_are_refused(folder):
    @tf.function(input_signature=[tf.TensorSpec([], name="a.b"), tf.TensorSpec([], name="a/b")])
    def both(x, y):
        return x + y

    model = tf.Module()
    model.both = both
    with pytest.raises(ValueError, match="Name collision after sanitization"):
        tf.saved_model.save(model, folder)


def test_signatures_have_the_shapes_that_functions_are_asked_for(folder):
    @tf.function(input_signature=[tf.TensorSpec([None, 1], name="x")])
    def known(x):
        x.set_shape([5, 1])
        return x

    model = tf.Module()
    model.known = known
    tf.saved_model.save(model, folder)
    specs = tf.saved_model.load(folder).signatures["serving_default"].structured_input_signature[1]
    assert specs == {"x": tf.TensorSpec([None, 1], name="x")}


def test_a_signature_is_of_one_trace(folder):
    model = tf.Module()
    model.f = tf.function(lambda x: x)
    with pytest.raises(ValueError, match="with an input signature or concrete functions"):
        tf.saved_model.save(model, folder, signatures=model.f)


# ---------------------------------------------------------------------------- what is refused


def test_what_a_function_uses_must_be_reached(folder):
    hidden = tf.Variable(1.0)
    model = tf.Module()
    model.f = tf.function(lambda: hidden + 1.0, input_signature=[])
    with pytest.raises(AssertionError, match="'untracked' resource"):
        tf.saved_model.save(model, folder)
    assert not os.path.exists(folder)


@pytest.mark.parametrize("way", ["called", "traced", "signature", "input_signature"])
def test_an_untracked_resource_is_refused_however_the_function_was_called(folder, way):
    hidden = tf.Variable(2.0)
    spec = tf.TensorSpec([], tf.float32)
    model = tf.Module()
    model.f = tf.function(
        lambda x: x * hidden, input_signature=[spec] if way == "input_signature" else None
    )
    signatures = None
    if way == "called":
        model.f(tf.constant(1.0))
    elif way != "input_signature":
        concrete = model.f.get_concrete_function(spec)
        signatures = concrete if way == "signature" else None
    with pytest.raises(AssertionError, match="'untracked' resource"):
        tf.saved_model.save(model, folder, signatures=signatures)


def test_only_objects_are_saved(folder):
    with pytest.raises(ValueError, match="of type `Trackable`"):
        tf.saved_model.save(lambda x: x, folder)
    with pytest.raises(ValueError, match="of type `Trackable`"):
        tf.saved_model.save(3, folder)


def test_an_attribute_of_signatures_is_not_overwritten(folder):
    model = tf.Module()
    model.signatures = [tf.Variable(1.0)]
    with pytest.raises(ValueError, match="reserved attribute"):
        tf.saved_model.save(model, folder)


def test_saving_is_not_staged(folder):
    @tf.function
    def f():
        tf.saved_model.save(tf.Module(), folder)

    with pytest.raises(AssertionError, match="not supported inside a traced"):
        f()


def test_saving_is_not_for_a_graph_that_is_built(folder):
    with tf.Graph().as_default(), pytest.raises(RuntimeError, match=r"a tf\.Graph is being built"):
        tf.saved_model.save(tf.Module(), folder)


def test_defaults_that_have_no_form_are_told(folder):
    model = tf.Module()
    model.f = tf.function(lambda x, c=Calls: x)
    with pytest.raises(ValueError, match="defaults of '<lambda>' cannot be saved"):
        tf.saved_model.save(model, folder)


def test_python_code_is_not_saved(folder):
    model = tf.Module()
    spec = [tf.TensorSpec([], tf.float32)]
    model.python = tf.function(
        lambda x: tf.py_function(lambda x: x * 2.0, [x], tf.float32), input_signature=spec
    )
    model.portable = tf.function(lambda x: x * 2.0, input_signature=spec)
    tf.saved_model.save(model, folder)
    program = f"""
import stagelight as tf
loaded = tf.saved_model.load({folder!r})
try:
    loaded.python(tf.constant(2.0))
except tf.errors.InvalidArgumentError as error:
    assert "callback pyfunc" in str(error)
    print(loaded.portable(tf.constant(2.0)).numpy())
"""
    result = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stdout.strip() == "4.0", result.stderr


def test_a_mutable_table_is_in_checkpoints(tmp_path):
    def table():
        return tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)

    written, read = table(), table()
    written.insert(["a", "b"], [1, 2])
    path = tf.train.Checkpoint(table=written).save(tmp_path / "ckpt")
    tf.train.Checkpoint(table=read).restore(path).assert_consumed()
    assert read.lookup(tf.constant(["b", "z"])).numpy().tolist() == [2, -1]


def test_results_of_loaded_functions_are_told_as_specs_with_names(tmp_path):
    module = tf.Module()
    module.f = tf.function(
        lambda x: {"a": [x, (x,)], "b": {"c": x}}, input_signature=[tf.TensorSpec([None])]
    )
    module.g = tf.function(lambda x: (x, 2.0 * x), input_signature=[tf.TensorSpec([None])])
    tf.saved_model.save(module, str(tmp_path), signatures=module.g)
    loaded = tf.saved_model.load(str(tmp_path))

    def names(function):
        return tf.nest.map_structure(lambda spec: spec.name, function.structured_outputs)

    expected = {"a": ["a_0", ("a_1_0",)], "b": {"c": "b_c"}}
    assert names(loaded.f.concrete_functions[0]) == expected
    assert names(loaded.g.concrete_functions[0]) == ("tensor_0", "tensor_1")
    signature = loaded.signatures["serving_default"]
    assert signature.structured_outputs == {
        f"output_{i}": tf.TensorSpec([None], tf.float32, f"output_{i}") for i in range(2)
    }
    for _ in range(20):  # Often enough that the call gets a plan.
        results = loaded.g(tf.constant([3.0]))
    assert [y.numpy().tolist() for y in results] == [[3.0], [6.0]]


def test_functions_and_values_of_a_checkpoint_are_saved(tmp_path):
    scale = tf.train.Checkpoint(v=tf.Variable(3.0))
    spec = [tf.TensorSpec(None, tf.float32)]
    scale.f = tf.function(lambda x: scale.v * x, input_signature=spec)
    tf.saved_model.save(scale, str(tmp_path))
    assert tf.saved_model.load(str(tmp_path)).f(x=tf.constant(2.0)).numpy() == 6.0


def test_functions_in_lists_dicts_and_tuples_are_saved(tmp_path):
    root = tf.__internal__.tracking.AutoTrackable()
    root.v = tf.Variable(2.0)
    spec = [tf.TensorSpec(None, tf.float32)]
    double = tf.function(lambda x: root.v * x, input_signature=spec)
    root.items, root.pair, root.by_name = [double], (double, 1, tf.Variable(4.0)), {"f": double}
    tf.saved_model.save(root, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    loaded.v.assign(5.0)
    x = tf.constant(1.0)
    assert [f(x).numpy() for f in (loaded.items[0], loaded.pair[0], loaded.by_name["f"])] == [
        5.0
    ] * 3
    assert loaded.pair[1] is None
    assert loaded.pair[2].numpy() == 4.0


def test_variables_that_functions_make_while_they_are_saved_are_saved(tmp_path):
    class Lazy(tf.Module):
        def __init__(self):
            super().__init__()
            self.v = None

        @tf.function(input_signature=[tf.TensorSpec(None, tf.float32)])
        def f(self, x):
            if self.v is None:
                self.v = tf.Variable(2.0)
            return x * self.v

    tf.saved_model.save(Lazy(), str(tmp_path))
    assert tf.saved_model.load(str(tmp_path)).f(tf.constant(3.0)).numpy() == 6.0


def test_loops_of_loaded_functions_have_gradients_for_variables(tmp_path):
    root = tf.Module()
    root.v = tf.Variable(2.0)

    @tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
    def f(x):
        total = tf.constant([0.0, 0.0])
        for i in tf.range(tf.shape(x)[1]):
            total += root.v * x[:, i]
        return total

    root.f = f
    tf.saved_model.save(root, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    with tf.GradientTape() as tape:
        y = loaded.f(tf.constant([[1.0, 2.0, 3.0], [1.0, -2.0, 3.0]]))
    assert tape.watched_variables() == (loaded.v,)
    assert tape.gradient(y, loaded.v).numpy() == 8.0


def test_handles_that_loaded_functions_pass_on_have_gradients_of_values(tmp_path):
    root = tf.Module()
    root.v = tf.Variable(2.0)

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
    def f(x):
        handle = tf.identity(root.v.handle)
        inner = tf.function(lambda: tf.identity(handle))
        root.v.read_value()
        return x + tf.raw_ops.ReadVariableOp(resource=inner(), dtype=tf.float32)

    root.f = f
    tf.saved_model.save(root, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    with tf.GradientTape() as tape:
        y = loaded.f(tf.ones([2]))
    assert tape.gradient(y, loaded.v).numpy() == 2.0


def test_functions_are_loaded_by_their_other_names(tmp_path):
    model = tf.Module()
    model.f = tf.function(lambda x: x * 2.0, input_signature=[tf.TensorSpec([None])])
    options = tf.saved_model.SaveOptions(function_aliases={"twice": model.f})
    tf.saved_model.save(model, tmp_path, options=options)
    assert not hasattr(tf.saved_model.load(tmp_path), "function_aliases")
    options = tf.saved_model.LoadOptions(experimental_load_function_aliases=True)
    loaded = tf.saved_model.load(tmp_path, options=options)
    assert list(loaded.function_aliases) == ["twice"]
    assert loaded.function_aliases["twice"](tf.constant([3.0])).numpy() == [6.0]


def test_a_property_that_makes_functions_is_asked_for_the_first(tmp_path):
    class Maker(tf.Module):
        def __init__(self):
            super().__init__()
            self.count = 0

        @property
        def made(self):
            number = self.count
            function = tf.function(lambda: tf.constant(number))
            function.get_concrete_function()
            self.count += 1
            return function

    tf.saved_model.save(Maker(), str(tmp_path))
    assert tf.saved_model.load(str(tmp_path)).made().numpy() == 0


def test_a_property_of_the_programs_may_have_the_name_of_one_of_the_librarys(folder):
    class Odd(tf.Module):
        @property
        def submodules(self):
            return double

    double = tf.function(lambda x: x * 2.0, input_signature=[tf.TensorSpec([])])
    assert saved(Odd(), folder).submodules(tf.constant(3.0)).numpy() == 6.0


def test_what_is_saved_is_found_without_the_variables_of_each_module(folder, monkeypatch):
    """Which a module finds by a walk through all that it has."""
    walks = []
    monkeypatch.setattr(
        tf.Module, "_flatten", lambda self, *args, **kwargs: walks.append(self) or iter(())
    )
    assert len(saved(Affine(), folder).w.shape) == 2
    assert not walks


def test_saving_again_and_again_is_no_reason_to_warn(folder, caplog):
    """Each time a function is traced for the signature; the program made none."""
    model = tf.Module()
    model.f = tf.function(lambda x: x * 2.0, input_signature=[tf.TensorSpec([None])])
    model.f.get_concrete_function()
    with caplog.at_level(logging.WARNING, "stagelight"):
        for _ in range(7):
            tf.saved_model.save(model, folder)
            gc.collect()
    assert not caplog.records


def test_datasets_that_functions_capture_are_made_again(folder):
    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            keys = tf.lookup.KeyValueTensorInitializer([0, 1, 2, 3], [10, 20, 30, 40])
            self.table = tf.lookup.StaticHashTable(keys, -1)
            numbers = tf.data.Dataset.range(5).map(
                lambda x: self.table.lookup(tf.cast(x, tf.int32))
            )
            self.numbers = numbers.filter(lambda x: x > 10).batch(2)
            rows = tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": [3.0, 4.0]})
            self.rows = [
                rows.flat_map(lambda row: tf.data.Dataset.from_tensors(row["a"]).repeat(2))
            ]

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
        def total(self, factor):
            result = tf.constant(0)
            for batch in self.numbers:
                result += tf.reduce_sum(batch) * factor
            for row in self.rows[0]:
                result += row
            return result

    model = Model()
    expected = int(model.total(3))
    for _ in range(2):
        tf.saved_model.save(model, folder)
        model = tf.saved_model.load(folder)
        assert int(model.total(3)) == expected == 276


def test_datasets_that_no_function_captures_are_not_saved(folder):
    model = tf.Module()
    untracked = tf.Variable(2.0)
    model.dataset = tf.data.Dataset.range(3).map(lambda x: tf.cast(x, tf.float32) * untracked)
    model.double = tf.function(lambda x: x * 2.0, input_signature=[tf.TensorSpec([])])
    tf.saved_model.save(model, folder)
    assert float(tf.saved_model.load(folder).double(4.0)) == 8.0


def test_a_captured_dataset_needs_what_it_is_made_with(folder):
    model = tf.Module()
    untracked = tf.Variable(2)
    model.dataset = tf.data.Dataset.range(3).map(lambda x: tf.cast(x, tf.int32) * untracked)
    model.total = tf.function(lambda: model.dataset.reduce(0, tf.add), input_signature=[])
    with pytest.raises(AssertionError, match="untracked"):
        tf.saved_model.save(model, folder)
