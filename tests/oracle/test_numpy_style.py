"""`tf.experimental.numpy`: every function, NumPy's brackets and methods, and the modes of dtypes."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tests.numpy_style.expressions import ARRAYS, EXPRESSIONS
from tests.numpy_style.keys import KEYS
from tests.numpy_style.weak_programs import DTYPES, PROGRAMS
from tests.oracle.comparison import Tolerance, differences, outcome

# TensorFlow computes in float32 what it then casts to float64.
LOOSE = {
    ("legacy", "logaddexp2"): Tolerance(1e-6, 1e-7),
    ("all", "geomspace"): Tolerance(1e-6, 1e-7),
}
# What TensorFlow refuses and does not have to: integers become floating in a mean.
MORE_THAN_TENSORFLOW = {("safe", "average")}
# NumPy's 20; TensorFlow multiplies by a tenth that was rounded to float32, and gives 29.
NOT_COMPARED = {"tnp.around(25, -1)"}


@contextlib.contextmanager
def behavior(tensorflow: ModuleType, stagelight: ModuleType, mode: str) -> Iterator[None]:
    """NumPy's behavior of both libraries, for a while. What TensorFlow cannot undo harms no other test."""
    state = importlib.import_module("tensorflow.python.framework.ops")
    with importlib.import_module("stagelight.config").changed():
        for library in (tensorflow, stagelight):
            library.experimental.numpy.experimental_enable_numpy_behavior(
                dtype_conversion_mode=mode
            )
        try:
            yield
        finally:
            tensorflow.experimental.numpy.experimental_enable_numpy_behavior(
                dtype_conversion_mode="off"
            )
            state._numpy_style_slicing = False


def evaluated(expression: str) -> Callable[[ModuleType], Any]:
    def program(tf: ModuleType) -> Any:
        names = {name: tf.convert_to_tensor(value) for name, value in ARRAYS.items()}
        library = {"tnp": tf.experimental.numpy, "tf": tf, "np": np}
        return told_weak(eval(expression, {**library, **names}))

    return program


def told_weak(result: Any) -> Any:
    """Results with weak tensors as pairs: that they are weak, and the tensor."""
    if isinstance(result, (list, tuple)):
        return type(result)(told_weak(each) for each in result)
    is_weak = type(result).__name__.endswith("WeakTensor")
    return ("weak", result.to_tensor()) if is_weak else result


def differing(
    expressions: Any, tensorflow: ModuleType, stagelight: ModuleType, **kwargs: Any
) -> str:
    report = []
    for expression in expressions:
        if expression in NOT_COMPARED:
            continue
        program = evaluated(expression)
        found = differences(outcome(program, tensorflow), outcome(program, stagelight), **kwargs)
        if found:
            report.append("\n".join([expression, *found]))
    return "\n".join(report)


@pytest.fixture
def with_behavior(
    tensorflow: ModuleType, stagelight: ModuleType
) -> Iterator[Callable[[str], None]]:
    with contextlib.ExitStack() as stack:
        yield lambda mode: stack.enter_context(behavior(tensorflow, stagelight, mode))


@pytest.mark.parametrize("mode", ["legacy", "all", "safe"])
@pytest.mark.parametrize("name", EXPRESSIONS)
def test_a_function_gives_what_tensorflow_gives(name, mode, tensorflow, stagelight, with_behavior):
    if (mode, name) in MORE_THAN_TENSORFLOW:
        pytest.skip("TensorFlow refuses it")
    with_behavior(mode)
    tolerance = LOOSE.get((mode.replace("safe", "all"), name)) or LOOSE.get(("legacy", name))
    report = differing(EXPRESSIONS[name], tensorflow, stagelight, tolerance=tolerance)
    assert not report, report


def test_every_name_of_tensorflow_is_there_and_in_the_table(tensorflow, stagelight):
    theirs, ours = (vars_of(library.experimental.numpy) for library in (tensorflow, stagelight))
    assert not theirs.keys() - ours.keys()
    functions = {
        name
        for name, value in theirs.items()
        if callable(value) and not isinstance(value, type) and not name.startswith("experimental_")
    }
    assert not functions - EXPRESSIONS.keys()
    assert not vars_of(tensorflow.experimental.numpy.random).keys() - dir(
        stagelight.experimental.numpy.random
    )
    constants = (
        theirs.keys() - functions - {"experimental_enable_numpy_behavior", "ndarray", "random"}
    )
    assert [name for name in sorted(constants) if theirs[name] != ours[name]] == []


def vars_of(namespace: ModuleType) -> dict[str, Any]:
    return {name: getattr(namespace, name) for name in dir(namespace) if not name.startswith("_")}


@pytest.mark.parametrize("mode", ["all", "safe"])
def test_weak_tensors_are_those_of_tensorflow(mode, tensorflow, stagelight, with_behavior):
    with_behavior(mode)
    report = differing(PROGRAMS, tensorflow, stagelight)
    assert not report, report


@pytest.mark.parametrize("mode", ["legacy", "all", "safe"])
def test_operators_give_the_dtypes_of_tensorflow(mode, tensorflow, stagelight, with_behavior):
    with_behavior(mode)
    operands = [f"tf.cast(1, tf.{dtype})" for dtype in DTYPES]
    operands += ["1", "1.0", "tf.constant(1)", "tf.constant(1.0)"]
    pairs = [
        f"{x} + {y}" for x in operands for y in operands if x.startswith("tf") or y.startswith("tf")
    ]
    report = differing(pairs, tensorflow, stagelight)
    assert not report, report


def test_brackets_take_what_tensorflow_takes(tensorflow, stagelight, with_behavior):
    with_behavior("legacy")
    report = differing([f"{array}[{key}]" for array, key in KEYS], tensorflow, stagelight)
    assert not report, report
