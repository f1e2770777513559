"""An error shows the program's frames only: eagerly, staged, and wherever the library calls the program."""

from __future__ import annotations

import ast
import importlib
import sys
import threading
import traceback

import pytest

import stagelight as tf
from stagelight import config
from stagelight.boundary import is_entry_point
from stagelight.public import public_table
from tests.architecture.source_tree import ROOT
from tests.tracebacks import library_frames


def misfit(x):
    return tf.matmul(x, tf.ones([4, 5]))  # fails


def names_of(error):
    return [frame.name for frame in traceback.extract_tb(error.__traceback__)]


def caught(program):
    with pytest.raises(Exception) as told:
        program()
    return told.value


def by_operator():
    return tf.ones([2]) + tf.ones([3])


def by_variable():
    tf.Variable([1.0, 2.0]).assign([1.0])


def by_index():
    return tf.ones([2])[5]


def by_gradient():
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = tf.reshape(x, [2, 1])
    tape.gradient(y, x, output_gradients=tf.ones([5]))


def by_raw_op():
    tf.raw_ops.MatMul(a=tf.ones([2, 3]), b=tf.ones([2, 3]))


def by_conversion():
    tf.constant([[1.0], [2.0, 3.0]])


def by_truth():
    if tf.ones([2]):
        pass


def by_tensor_array():
    tf.TensorArray(tf.float32, 2).read(5)


def by_signature():
    tf.function(misfit, input_signature=[tf.TensorSpec([])])(tf.ones([2]))


@pytest.mark.parametrize(
    "program",
    [
        by_operator, by_variable, by_index, by_gradient, by_raw_op, by_conversion, by_truth,
        by_tensor_array, by_signature,
    ],
    ids=lambda program: program.__name__,
)  # fmt: skip
def test_an_error_ends_at_the_line_that_called_the_library(program):
    error = caught(program)
    assert names_of(error) == ["caught", program.__name__]
    assert library_frames(error) == []


def in_map_fn():
    return tf.map_fn(misfit, tf.ones([3, 2, 3]))


def in_cond():
    return tf.cond(tf.constant(True), lambda: misfit(tf.ones([2, 3])), lambda: tf.ones([]))


def in_staged_function():
    return tf.function(misfit)(tf.ones([2, 3]))


def in_concrete_function():
    return tf.function(misfit).get_concrete_function(tf.ones([2, 3]))


def in_dataset():
    return tf.data.Dataset.from_tensors(tf.ones([2, 3])).map(misfit)


def in_custom_gradient():
    @tf.custom_gradient
    def function(x):
        return x * 2.0, misfit

    x = tf.Variable(tf.ones([2, 3]))
    with tf.GradientTape() as tape:
        y = function(x)
    return tape.gradient(y, x)


def in_method():
    class Layer(tf.Module):
        @tf.function
        def __call__(self, x):
            return misfit(x)

    return Layer()(tf.ones([2, 3]))


@pytest.mark.parametrize(
    "program",
    [
        in_map_fn, in_cond, in_staged_function, in_concrete_function, in_dataset, in_custom_gradient,
        in_method,
    ],
    ids=lambda program: program.__name__,
)  # fmt: skip
def test_an_error_in_what_the_library_calls_shows_both_ends(program):
    error = caught(program)
    assert names_of(error)[:2] == ["caught", program.__name__]
    assert names_of(error)[-1] == "misfit"
    assert library_frames(error) == []


UNKNOWN = [tf.TensorSpec([None, None])]


@pytest.mark.parametrize("executor", ["host", "native"])
def test_an_error_of_a_running_graph_shows_the_call(executor):
    function = tf.function(misfit, input_signature=UNKNOWN)
    with config.changed(executor=executor):
        error = caught(lambda: function(tf.ones([2, 3])))
    assert names_of(error) == ["caught", "<lambda>"]
    assert "return tf.matmul(x, tf.ones([4, 5]))  # fails" in str(error)


def test_an_error_of_a_running_pipeline_shows_the_loop():
    def program():
        for _ in tf.data.Dataset.from_tensors(tf.ones([6])).map(reshaped):
            pass

    def reshaped(x):
        return tf.reshape(x, [tf.cast(x[0], tf.int32), 2])

    error = caught(program)
    assert names_of(error) == ["caught", "program"]
    assert "return tf.reshape(x, [tf.cast(x[0], tf.int32), 2])" in str(error)


def test_what_python_prints_has_the_programs_frames_only(capsys):
    try:
        misfit(tf.ones([2, 3]))
    except tf.errors.InvalidArgumentError:
        text = traceback.format_exc()
        sys.excepthook(*sys.exc_info())
    assert text.count("File ") == 2
    assert text == capsys.readouterr().err
    assert "During handling" not in text
    assert "direct cause" not in text


def test_threads_print_the_programs_frames_only(monkeypatch):
    printed = []
    monkeypatch.setattr(threading, "excepthook", printed.append)
    thread = threading.Thread(target=lambda: misfit(tf.ones([2, 3])))
    thread.start()
    thread.join()
    names = [frame.name for frame in traceback.extract_tb(printed[0].exc_traceback)]
    assert names == ["_bootstrap_inner", "run", "<lambda>", "misfit"]


def test_what_the_program_caught_before_stays_in_the_chain():
    def program():
        try:
            {}["key"]
        except KeyError:
            misfit(tf.ones([2, 3]))

    error = caught(program)
    assert isinstance(error.__context__, KeyError)
    assert not error.__suppress_context__
    assert names_of(error.__context__) == ["program"]


def test_the_cause_that_the_program_gave_stays():
    def program():
        def raises():
            raise ValueError("mine") from KeyError("reason")

        tf.function(raises)()

    error = caught(program)
    assert isinstance(error.__cause__, KeyError)


def test_endless_recursion_is_told_in_a_few_of_the_programs_lines():
    def endless(n):
        return endless(n + 1)

    error = caught(lambda: tf.function(endless)(tf.constant(1)))
    assert library_frames(error) == []
    assert len("".join(traceback.format_exception(error)).splitlines()) < 40


def test_without_filtering_all_frames_are_shown():
    tf.debugging.disable_traceback_filtering()
    try:
        error = caught(by_operator)
    finally:
        tf.debugging.enable_traceback_filtering()
    assert any("dispatch.py" in frame for frame in library_frames(error))
    assert isinstance(error.__cause__, ValueError)  # NumPy's


def _raising_properties():
    """The getters of public classes that raise in their own source, as `module.Class.name`."""
    for path in sorted(ROOT.rglob("*.py")):
        module = path.relative_to(ROOT.parent).with_suffix("").as_posix().replace("/", ".")
        for kind in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(kind, ast.ClassDef) and not kind.name.startswith("_"):
                for member in kind.body:
                    if isinstance(member, ast.FunctionDef) and _is_raising_getter(member):
                        yield pytest.param(
                            module, kind.name, member.name, id=f"{kind.name}.{member.name}"
                        )


def _is_raising_getter(member):
    is_getter = any(isinstance(x, ast.Name) and x.id == "property" for x in member.decorator_list)
    never_returns = isinstance(member.returns, ast.Name) and member.returns.id == "NoReturn"
    raises = never_returns or any(isinstance(x, ast.Raise) for x in ast.walk(member))
    return is_getter and raises and not member.name.startswith("_")


@pytest.mark.parametrize(("module", "kind", "name"), [*_raising_properties()])
def test_a_property_that_raises_is_guarded(module, kind, name):
    definition = getattr(importlib.import_module(module), kind)
    if definition in {x for x in public_table().values() if isinstance(x, type)}:
        assert is_entry_point(vars(definition)[name].fget)
