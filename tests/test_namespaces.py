"""The public names as modules: every way in which programs import them."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import stagelight as tf
from stagelight import public
from stagelight.namespaces import LAZY
from stagelight.public import public_table, publish


def fresh(program: str) -> str:
    """What a program prints, or the last line of its error, in a process that imported nothing."""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    return (result.stdout or result.stderr).strip().splitlines()[-1]


def found(name: str) -> object:
    value: object = tf
    for part in name.split("."):
        value = getattr(value, part)
    return value


def test_every_name_of_the_table_is_where_it_says():
    for package in LAZY:
        getattr(tf, package)
    wrong = [name for name, value in public_table().items() if found(name) is not value]
    assert wrong == []


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("from stagelight.math import tanh; print(tanh.__name__)", "tanh"),
        ("import stagelight.linalg as l; print(l.matmul.__name__)", "matmul"),
        ("from stagelight.data import Dataset; print(Dataset.__name__)", "Dataset"),
        ("from stagelight.data.experimental import AUTOTUNE; print(AUTOTUNE)", "-1"),
        ("import stagelight.optimizers as o; print(o.SGD.__name__)", "SGD"),
        ("from stagelight import optimizers; print(optimizers.Adam.__name__)", "Adam"),
        ("import stagelight.compat.v1 as tf; print(tf.Session.__name__)", "Session"),
        ("from stagelight.compat import v1; print(v1.nn.relu.__name__)", "relu"),
        ("import stagelight.compat.v1 as tf; print(tf.data.Dataset.__name__)", "Dataset"),
        ("import stagelight.compat.v2 as tf; print(tf.compat.v2 is tf)", "True"),
        ("import stagelight.contrib.eager as e; print(e.GradientTape.__name__)", "GradientTape"),
        ("from stagelight.math import nosuch", "ImportError: cannot import name 'nosuch' from"),
        ("import stagelight; stagelight.nosuch", "AttributeError: module 'stagelight' has no"),
        ("import stagelight.optimizers as o; o.nosuch", "'stagelight.optimizers' has no attribute"),
        (
            "import stagelight.compat.v1 as tf; print(tf.compat.as_text(b'a'), tf.compat.v1 is tf)",
            "a True",
        ),
        ("import stagelight.compat.v1.nn.rnn_cell as c; print(c.LSTMCell.__name__)", "LSTMCell"),
        ("from stagelight.compat.v1 import flags; print(flags.FLAGS.__class__)", "FlagValues"),
        ("import stagelight.compat.v1 as tf; tf.nosuch", "has no attribute 'nosuch'"),
    ],
)
def test_a_name_may_be_imported_in_any_form_as_the_first_thing(program, expected):
    assert expected in fresh(program)


def test_what_is_imported_on_use_is_not_imported_before():
    program = """
import sys, stagelight as tf
lazy = ["data", "train", "compat", "compat.v1", "contrib", "autograph", "staging", "autodiff"]
lazy += ["ops.signal.fft", "feature_columns"]
lazy = ["stagelight." + name for name in lazy]
dir(tf), hasattr(tf, "nosuch"), tf.optimizers
print([name for name in lazy if name in sys.modules])
"""
    assert fresh(program) == "[]"


def test_variables_do_not_bring_what_is_beside_them():
    program = """
import sys, stagelight as tf
tf.Variable
others = ["state.lookup_tables", "state.random_generator", "ops.ragged", "ops.sparse", "ops.random"]
print([name for name in others if "stagelight." + name in sys.modules])
"""
    assert fresh(program) == "[]"


@pytest.mark.parametrize("first", ["custom_gradient", "recompute_grad", "gradients", "data"])
def test_a_tape_has_all_its_methods_whatever_was_used_before(first):
    program = f"""
import stagelight as tf
from scripts import index_names
tf.{first}
print(hasattr(tf.GradientTape, "jacobian"), hasattr(tf.autodiff.GradientTape, "batch_jacobian"))
"""
    assert fresh(program) == "True True"


@pytest.mark.parametrize("spec", ["SparseTensorSpec([2, 2])", "RaggedTensorSpec([2, None])"])
def test_a_spec_finds_the_class_of_its_values(spec):
    program = f"""
import stagelight as tf
from scripts import index_names
spec = tf.{spec}
function = tf.function(tf.identity, input_signature=[spec])
print(function.get_concrete_function().structured_outputs.dtype)
"""
    assert "float32" in fresh(program)


def test_the_index_is_up_to_date():
    script = Path(__file__).parent.parent / "scripts" / "index_names.py"
    result = subprocess.run(
        [sys.executable, script, "--check"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_no_module_of_version_1_is_named_as_a_public_name_is():
    # Python sets a module as an attribute of its package: it would hide the public name.
    names = {name for name in public.homes if name.startswith("compat.v1.")}
    names |= {f"compat.v1.{name}" for name in public.homes}
    taken = {".".join(name.split(".")[:3]) for name in names}
    files = pkgutil.iter_modules(importlib.import_module("stagelight.compat.v1").__path__)
    modules = {f"compat.v1.{module.name}" for module in files}
    own = {name for name in modules if public.homes.module_of(name) == name}
    assert own == {"compat.v1.flags"}  # It is the public name.
    assert modules & taken == own


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each module is the first one in a fork")
def test_any_module_may_be_the_first_to_be_used():
    program = """
import os, sys, stagelight as tf
from stagelight import index
from stagelight.core import registry

def used(names, ops):
    for name in names.split():
        value = tf
        for part in name.split("."):
            value = getattr(value, part)
    for op in ops.split():
        registry.lookup(op)

failed = []
for module in sorted({*index.PUBLIC_NAMES, *index.METHODS, *index.OPS}):
    child = os.fork()
    if not child:
        try:
            names = index.PUBLIC_NAMES.get(module, "") + " " + index.METHODS.get(module, "")
            used(names, index.OPS.get(module, ""))
        except BaseException:
            os._exit(1)
        os._exit(0)
    if os.waitpid(child, 0)[1]:
        failed.append(module)
print(failed)
"""
    assert fresh(program) == "[]"


def test_names_imported_on_use_are_listed():
    assert {*LAZY, "keras", "function"} <= set(dir(tf))
    assert {"function", "Variable", "math"} <= set(dir(tf))


@pytest.mark.parametrize(
    ("namespace", "name"), [("test", "TestCase"), ("optimizers", "Adam"), ("train", "Checkpoint")]
)
def test_names_of_a_namespace_are_listed_before_one_is_used(namespace, name):
    assert fresh(f"import stagelight as tf; print({name!r} in dir(tf.{namespace}))") == "True"


def test_version_1_has_every_current_name_and_its_own_forms():
    v1 = tf.compat.v1
    assert v1.GradientTape is tf.GradientTape
    assert v1.math.tanh is tf.math.tanh
    assert v1.reduce_sum is not tf.reduce_sum
    assert not hasattr(v1, "contrib")


def test_a_name_is_published_once():
    table = public_table()
    with pytest.raises(ValueError, match=r"'math\.tanh' is taken"):
        publish("math.tanh", object())
    publish("math.tanh", tf.math.tanh)  # the same again is no other
    assert public_table() == table


def test_the_table_is_given_as_a_copy():
    public_table()["nosuch"] = 1
    assert "nosuch" not in public_table()


def test_names_that_come_later_are_set_when_their_package_says_so(monkeypatch):
    monkeypatch.setattr(public, "_table", dict(public_table()))
    publish("math.own_name_of_a_test", 7)
    assert not hasattr(tf.math, "own_name_of_a_test")
    public.names_are_complete()
    assert tf.math.own_name_of_a_test == 7
    del tf.math.own_name_of_a_test


def test_names_of_packages_are_there_whenever_they_are_asked_for():
    program = """
import stagelight as tf
from scripts import index_names
tf.function(lambda x: tf.tanh(x)).get_concrete_function(tf.TensorSpec([]))
print(tf.summary.scalar.__name__, tf.data.Dataset.__name__, tf.train.Example.__name__)
"""
    assert fresh(program) == "scalar Dataset Example"


def test_python_may_be_called_before_there_is_a_tape():
    call = "tf.py_function(lambda x: x * x, [tf.constant(3.0)], tf.float32)"
    program = f"import stagelight as tf; print({call})"
    assert fresh(program) == "tf.Tensor(9.0, shape=(), dtype=float32)"


@pytest.mark.parametrize(
    "namespace", ["experimental.numpy", "linalg", "train", "data", "summary", "compat.v1.train"]
)
def test_an_import_of_everything_takes_what_is_found_on_use(namespace):
    program = f"""
import importlib
from stagelight.{namespace} import *
module = importlib.import_module("stagelight.{namespace}")
names = [name for name in dir(module) if not name.startswith("_")]
print(len(names) > 5, [name for name in names if globals().get(name) is not getattr(module, name)])
"""
    assert fresh(program) == "True []"


def test_an_import_of_everything_takes_the_names_of_the_root():
    program = "from stagelight import *\nprint(function is not None, train.Checkpoint is not None)"
    assert fresh(program) == "True True"
