"""The alias as `tensorflow`, each time in a fresh process: it holds for a whole process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from stagelight.alias.names import MODULES, NAMESPACES

INSTALL = "import stagelight; stagelight.install_as_tensorflow(); import sys; "


def fresh(program: str) -> str:
    """What a program prints, or the last line of its error."""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    return (result.stdout or result.stderr).strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("import tensorflow as tf; print(tf.math.tanh is stagelight.math.tanh)", "True"),
        ("import tensorflow as tf; print(tf.__version__.split('.')[:2])", "['2', '21']"),
        ("import tensorflow.math as m; print(m is stagelight.math)", "True"),
        ("from tensorflow import errors; print(errors is stagelight.errors)", "True"),
        ("from tensorflow.data.experimental import AUTOTUNE; print(AUTOTUNE)", "-1"),
        ("import tensorflow.compat.v1 as v1; print(v1.Session.__name__)", "Session"),
        ("import tensorflow as tf; print(tf.data is stagelight.data)", "True"),
        (
            "import tensorflow.data; print(stagelight.data is sys.modules['tensorflow.data'])",
            "True",
        ),
        ("import tensorflow as tf; print('function' in dir(tf), 'keras' in dir(tf))", "True True"),
        ("print(stagelight.compat.v1.keras is stagelight.keras)", "True"),
        (
            "import tensorflow as tf; print(tf.__spec__.name, stagelight.__spec__.name)",
            "tensorflow stagelight",
        ),
        (
            "import tensorflow as tf; tf.add; "
            "tf.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode='all'); "
            "print(tf.add is stagelight.add, tf.add(1, 2.0).dtype.name)",
            "True float32",
        ),
        (
            "import logging, tensorflow as tf; records = []; handler = logging.Handler(); "
            "handler.emit = records.append; logging.getLogger('tensorflow').addHandler(handler); "
            "f = tf.function(lambda x: x); _ = [f(i) for i in range(9)]; "
            "logging.getLogger('tensorflow').setLevel('ERROR'); "
            "g = tf.function(lambda x: x); _ = [g(i) for i in range(9)]; "
            "print(len(records), 'triggered tf.function retracing' in records[0].getMessage())",
            "1 True",
        ),
        (
            "import tensorflow as tf; from tensorflow.python.framework import type_spec_registry as names; "
            "print(names.get_name(tf.TensorSpec), names.lookup('tf.TensorSpec') is tf.TensorSpec)",
            "tf.TensorSpec True",
        ),
        (
            "import tensorflow as tf; from tensorflow.python.framework import type_spec_registry as names; "
            "names.lookup('nothing')",
            "ValueError: No TypeSpec has been registered with name 'nothing'",
        ),
        (
            "import tensorflow as tf; from tensorflow.python.framework import config; "
            "config.enable_op_determinism(); config.disable_op_determinism(); "
            "print(config.is_op_determinism_enabled())",
            "False",
        ),
        (
            "from tensorflow.core.util import event_pb2; print(event_pb2.Event(step=3).step)",
            "3",
        ),
        ("import tensorflow as tf; print(tf.compat.v2.__version__ == tf.__version__)", "True"),
        ("import tensorflow.compat.v2 as tf; print(tf.enable_v2_behavior() is None)", "True"),
        (
            "from tensorflow.python.ops.variables import Variable; import tensorflow as tf; "
            "print(Variable is tf.Variable)",
            "True",
        ),
        (
            "import tensorflow as tf; g = tf.Graph(); "
            "f = tf.function(lambda x: x); values = [tf.constant(1), tf.Variable(1), f, tf.float32, "
            "f.get_concrete_function(1), tf.TensorShape([]), tf.data.Dataset.range(1)]; "
            "print({type(x).__module__.partition('.')[0] for x in values})",
            "{'tensorflow'}",
        ),
        ("from tensorflow.python.ops.math_ops import mul; print(mul(2, 3).numpy())", "6"),
        (
            "import importlib.metadata as m, tensorflow; "
            "print(m.version('tensorflow') == tensorflow.__version__, m.distribution('tensorflow').files)",
            "True None",
        ),
        (
            "import importlib.metadata as m; "
            "print(m.packages_distributions()['tensorflow'], 'numpy' in m.packages_distributions())",
            "['tensorflow'] True",
        ),
        ("import tensorflow.nowhere", "ModuleNotFoundError: No module named 'tensorflow.nowhere'"),
        ("import tensorflow as tf; print(hasattr(tf, 'nowhere'))", "False"),
    ],
)
def test_tensorflow_is_stagelight(program, expected):
    assert fresh(INSTALL + program) == expected


def test_every_module_of_the_table_can_be_imported():
    names = "".join(f"import tensorflow.{name}; " for name in (*MODULES, *NAMESPACES))
    assert fresh(f"{INSTALL}{names}print('all')") == "all"


def test_classes_are_known_by_tensorflows_names():
    program = (
        f"{INSTALL}import tensorflow as tf; "
        "kinds = (tf.Tensor, tf.data.Dataset, tf.SparseTensor, tf.RaggedTensor, "
        "tf.distribute.DistributedDataset); "
        "print(*(f'{kind.__module__}.{kind.__name__}' for kind in kinds))"
    )
    assert fresh(program).split() == [
        "tensorflow.python.framework.tensor.Tensor",
        "tensorflow.python.data.ops.dataset_ops.DatasetV2",
        "tensorflow.python.framework.sparse_tensor.SparseTensor",
        "tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor",
        "tensorflow.python.distribute.input_lib.DistributedDataset",
    ]


def test_what_is_not_asked_for_is_not_imported_for_its_name():
    program = (
        f"{INSTALL}import tensorflow as tf; before = 'stagelight.data' in sys.modules; "
        "print(before, tf.data.Dataset.__module__)"
    )
    assert fresh(program) == "False tensorflow.python.data.ops.dataset_ops"


def test_classes_that_are_there_already_are_renamed():
    program = "import stagelight as tf; tf.data.Dataset; tf.install_as_tensorflow(); "
    assert fresh(f"{program}print(tf.data.Dataset.__name__)") == "DatasetV2"


def test_classes_and_tensors_can_be_pickled():
    program = (
        f"{INSTALL}import pickle; import tensorflow as tf; "
        "kinds = (tf.Tensor, tf.data.Dataset, tf.SparseTensor, tf.RaggedTensor, "
        "tf.distribute.DistributedDataset); "
        "print(pickle.loads(pickle.dumps(kinds)) == kinds, "
        "pickle.loads(pickle.dumps(tf.constant(3))), b'tensorflow' in pickle.dumps(tf.constant(3)))"
    )
    assert fresh(program) == "True tf.Tensor(3, shape=(), dtype=int32) False"


def test_shapes_and_dtypes_are_pickled_for_processes_without_the_name():
    program = (
        f"{INSTALL}import pickle; import tensorflow as tf; "
        "values = (tf.TensorShape([2, None]), tf.TensorShape(None), tf.float32, tf.Variable(1.0)); "
        "print([b'tensorflow' in pickle.dumps(value) for value in values], "
        "pickle.loads(pickle.dumps(values))[:3] == values[:3])"
    )
    assert fresh(program) == "[False, False, False, False] True"


def test_models_that_are_not_trusted_run_in_their_own_process(tmp_path):
    """That process does not serve as `tensorflow`."""
    program = (
        f"{INSTALL}import tensorflow as tf; m = tf.Module(); m.v = tf.Variable([1.0, 2.0]); "
        "m.f = tf.function(lambda x: m.v.assign_add(x), input_signature=[tf.TensorSpec([2])]); "
        f"tf.saved_model.save(m, {str(tmp_path)!r}); "
        f"n = tf.saved_model.load({str(tmp_path)!r}, trust='none'); "
        "n.f(tf.ones([2])); print(n.v.numpy().tolist())"
    )
    assert fresh(program) == "[2.0, 3.0]"


def test_printed_forms_are_the_same():
    program = (
        f"{INSTALL}import tensorflow as tf; print(repr(tf.constant(1)), tf.data.Dataset.range(1))"
    )
    assert fresh(program) == (
        "<tf.Tensor: shape=(), dtype=int32, numpy=1> "
        "<_RangeDataset element_spec=TensorSpec(shape=(), dtype=tf.int64, name=None)>"
    )


def test_without_the_call_nothing_is_changed():
    program = (
        "import sys; before = list(sys.meta_path); import stagelight; stagelight.data; "
        "print(sys.meta_path == before, 'tensorflow' in sys.modules, stagelight.Tensor.__module__)"
    )
    assert fresh(program) == "True False stagelight.core.tensor"


def test_a_second_call_changes_nothing():
    program = (
        f"{INSTALL}import tensorflow; before = list(sys.meta_path); "
        "stagelight.install_as_tensorflow(); print(sys.meta_path == before)"
    )
    assert fresh(program) == "True"


def test_the_real_tensorflow_is_not_replaced():
    program = (
        "import sys, types; sys.modules['tensorflow'] = types.ModuleType('tensorflow'); "
        "import stagelight; stagelight.install_as_tensorflow()"
    )
    assert fresh(program).startswith("RuntimeError: The real tensorflow is imported already")


@pytest.mark.parametrize("name", ["keras", "losses", "metrics", "initializers"])
def test_without_keras_the_extra_is_named(name):
    program = f"import sys; sys.modules['keras'] = None; import stagelight as tf; tf.{name}"
    assert fresh(program).endswith('Install the extra: pip install "stagelight[keras]"')
