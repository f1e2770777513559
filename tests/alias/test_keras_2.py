"""What Keras 2 and other libraries ask of `tf.__internal__`, of decorators, exports and messages."""

from __future__ import annotations

import collections
import functools
import inspect
import os
import subprocess
import sys

import pytest

import stagelight as tf
from stagelight import config
from stagelight.alias import exports, keras
from stagelight.alias.dataset_kinds import _RangeDataset, _TensorSliceDataset
from tests.alias.test_finder import INSTALL, fresh
from tests.processes import environment


def test_a_decorated_function_is_seen_through():
    def scale(x, by=2):
        return x * by

    make_decorator = tf.__internal__.decorator.make_decorator
    inner = make_decorator(scale, lambda *args: scale(*args) + 1, "plus")
    outer = make_decorator(inner, lambda *args: inner(*args) + 1)
    decorators, target = tf.__internal__.decorator.unwrap(outer)
    assert target is scale and outer(3) == 8 and outer.__name__ == "scale"
    assert [x.decorator_name for x in decorators] == ["<lambda>", "plus"] or len(decorators) == 2


def test_a_decorator_says_the_arguments_of_a_function_or_a_method():
    spec = inspect.FullArgSpec(["self", "x", "training"], None, "more", (False,), ["y"], None, {})

    class Layer:
        def call(self, x):
            return x

    make_decorator = tf.__internal__.decorator.make_decorator
    plain = make_decorator(Layer.call, lambda *args, **kwargs: 1, decorator_argspec=spec)
    bound = make_decorator(Layer().call, lambda *args, **kwargs: 1, decorator_argspec=spec)
    assert str(inspect.signature(plain)) == "(self, x, training=False, *, y, **more)"
    assert str(inspect.signature(bound)) == "(x, training=False, *, y, **more)"


def test_exports_lead_from_names_to_objects_and_back():
    @exports.keras_export("keras.layers.Own", "keras.Own", v1=[])
    class Own:
        pass

    name_of = exports.get_canonical_name_for_symbol
    assert name_of(Own, api_name="keras") == "keras.layers.Own"
    assert exports.get_symbol_from_name("keras.Own") is Own
    assert name_of(tf.reduce_sum) == "math.reduce_sum"
    assert name_of(tf.compat.v1.reduce_sum, add_prefix_to_v1_names=True).startswith("compat.v1.")
    assert exports.get_symbol_from_name("math.reduce_sum") is tf.reduce_sum
    assert name_of(Own) is None and exports.get_symbol_from_name("no.such") is None


def test_a_name_of_both_versions_leads_to_an_object_of_each():
    class Newer:
        pass

    class Older:
        pass

    class Both:
        pass

    exports.keras_export("keras.Twice", v1=[])(Newer)
    exports.keras_export(v1=["keras.Twice"])(Older)
    exports.keras_export("keras.Once")(Both)
    found, name_of = exports.get_symbol_from_name, exports.get_canonical_name_for_symbol
    assert found("keras.Twice") is Newer and found("compat.v1.keras.Twice") is Older
    assert found("keras.Once") is found("compat.v1.keras.Once") is Both
    assert name_of(Older, api_name="keras") == name_of(Newer, api_name="keras") == "keras.Twice"
    assert name_of(Older, "keras", add_prefix_to_v1_names=True) == "compat.v1.keras.Twice"


def test_messages_are_found_in_their_modules():
    program = (
        "from tensorflow.core.framework import graph_pb2, types_pb2; "
        "from tensorflow.core.protobuf import saved_model_pb2; "
        "print(graph_pb2.GraphDef().DESCRIPTOR.name, types_pb2.DT_FLOAT, types_pb2.DataType.Name(3), "
        "saved_model_pb2.SavedModel().DESCRIPTOR.name)"
    )
    assert fresh(INSTALL + program) == "GraphDef 1 DT_INT32 SavedModel"


def test_names_below_compat_v2_are_those_of_the_root():
    program = (
        "import tensorflow.compat.v2 as v2; from tensorflow.compat.v2.experimental import dtensor; "
        "from tensorflow.compat.v2.math import tanh; "
        "print(v2.experimental.dtensor is dtensor, tanh is stagelight.math.tanh)"
    )
    assert fresh(INSTALL + program) == "True True"


def test_datasets_are_known_by_what_they_come_from():
    numbers = tf.data.Dataset.range(3)
    assert isinstance(numbers, _RangeDataset) and not isinstance(numbers, _TensorSliceDataset)
    assert not isinstance(numbers.batch(2), _RangeDataset)


def test_structures_are_tuples_where_lists_were():
    pair = collections.namedtuple("Pair", "a b")
    made = tf.__internal__.nest.list_to_tuple([pair([1], 2), {"k": [3]}])
    assert made == (pair((1,), 2), {"k": (3,)})
    assert tf.__internal__.nest.is_mapping({}) and not tf.__internal__.nest.is_attrs(made)


def test_weights_are_broadcast_or_refused():
    broadcast = tf.__internal__.ops.broadcast_weights
    assert broadcast(2.0, [[1.0, 1.0]]).numpy().tolist() == [[2.0, 2.0]]
    with pytest.raises(ValueError, match="can not be broadcast"):
        broadcast([1.0, 2.0, 3.0], [[1.0, 1.0]])


def test_the_state_of_a_folder_is_written(tmp_path):
    path = tf.train.Checkpoint(x=tf.Variable(1.0)).write(str(tmp_path / "a"))
    tf.__internal__.train.update_checkpoint_state(str(tmp_path), path, save_relative_paths=True)
    assert tf.train.latest_checkpoint(str(tmp_path)) == path


def test_an_object_may_stand_for_another_when_it_is_saved(tmp_path):
    class Around(tf.__internal__.tracking.Trackable):
        def __init__(self, inner):
            self.inner = inner

    class Delegate(tf.__internal__.tracking.DelegatingTrackableMixin, Around):
        def __init__(self, inner):
            Around.__init__(self, inner)
            tf.__internal__.tracking.DelegatingTrackableMixin.__init__(self, inner)

    inner = tf.Module()
    inner.v = tf.Variable(3.0)
    path = tf.train.Checkpoint(it=Delegate(inner)).write(str(tmp_path / "a"))
    other = tf.Module()
    other.v = tf.Variable(0.0)
    tf.train.Checkpoint(it=other).read(path).assert_consumed()
    assert other.v.numpy() == 3.0


@pytest.mark.parametrize(("value", "is_asked_for"), [("1", True), ("True", True), ("0", False)])
def test_keras_2_is_asked_for_by_the_environment(monkeypatch, value, is_asked_for):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", value)
    assert config.uses_keras_2() is is_asked_for


def test_keras_2_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", "1")
    missing = functools.partial(lambda name, package=None: None)
    monkeypatch.setattr(keras.importlib.util, "find_spec", missing)
    with pytest.raises(ImportError, match="pip install tf_keras"):
        keras.keras_module()


def test_each_version_has_its_own_names_of_keras_2(tmp_path):
    # A stand-in for the package, which is as large as Keras 3.
    for version in ("v1", "v2"):
        folder = tmp_path / "tf_keras" / "api" / f"_{version}" / "keras"
        (folder / "layers").mkdir(parents=True)
        (folder / "__init__.py").write_text("from . import layers\n")
        (folder / "layers" / "__init__.py").write_text(f"VERSION = '{version}'\n")
    program = (
        "import tensorflow as tf; import tensorflow.compat.v1.keras.layers as older; "
        "print(older.VERSION, tf.compat.v1.keras.layers.VERSION, tf.keras.layers.VERSION, "
        "tf.compat.v2.keras.layers.VERSION)"
    )
    done = subprocess.run(
        [sys.executable, "-c", INSTALL + program],
        env=environment(
            TF_USE_LEGACY_KERAS="1", PYTHONPATH=os.pathsep.join([str(tmp_path), *sys.path])
        ),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "v1 v1 v2 v2", done.stderr


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (
            "from tensorflow.python.keras import testing_utils; print(testing_utils.HERE)",
            "test_utils",
        ),
        ("import tensorflow.python.keras.testing_utils as u; print(u.HERE)", "test_utils"),
        ("from tensorflow.python.keras import layers; print(layers.HERE)", "layers"),
        ("from tensorflow.python import keras; print(keras.layers.HERE)", "layers"),
        ("from tensorflow.python import keras; print(keras.Model)", "model"),
        (
            "from tensorflow.python import keras; print(hasattr(keras, 'no'), hasattr(keras, '__no__'))",
            "False False",
        ),
    ],
)
def test_the_inner_copy_of_keras_2_is_found_however_it_is_imported(program, expected, tmp_path):
    # A stand-in for the package, which is as large as Keras 3.
    inner = tmp_path / "tf_keras" / "src"
    for name in ("testing_infra", "layers"):
        (inner / name).mkdir(parents=True)
        (inner / name / "__init__.py").write_text(f"HERE = {name!r}\n")
    (inner / "testing_infra" / "test_utils.py").write_text("HERE = 'test_utils'\n")
    (inner / "__init__.py").write_text("Model = 'model'\n")
    done = subprocess.run(
        [sys.executable, "-c", INSTALL + program],
        env=environment(PYTHONPATH=os.pathsep.join([str(tmp_path), *sys.path])),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == expected, done.stderr


def test_layers_of_version_1_are_those_of_keras_2(tmp_path):
    folder = tmp_path / "tf_keras" / "api" / "_v1" / "keras" / "__internal__" / "legacy" / "layers"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("class Dense: pass\n")
    program = (
        "import tensorflow.compat.v1 as v1; import tensorflow as tf; "
        "from tensorflow.python.layers import core; import tensorflow.compat.v1.layers as layers; "
        "print(v1.layers.Dense.__module__, tf.compat.v1.layers.Dense is v1.layers.Dense, "
        "core.Dense is v1.layers.Dense, layers.Dense is v1.layers.Dense, 'Dense' in dir(v1.layers))"
    )
    expected = {
        "1": "tf_keras.api._v1.keras.__internal__.legacy.layers True True True True",
        "0": "stagelight.compat.v1.kernel_layers True True True True",
    }
    for asks, names in expected.items():
        done = subprocess.run(
            [sys.executable, "-c", INSTALL + program],
            env=environment(
                TF_USE_LEGACY_KERAS=asks, PYTHONPATH=os.pathsep.join([str(tmp_path), *sys.path])
            ),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout.strip() == names, done.stderr
