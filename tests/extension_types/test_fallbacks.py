"""Dispatchers that public functions ask when they refuse their arguments: each time in a fresh process."""

from __future__ import annotations

import subprocess
import sys

import pytest

import stagelight as tf

SYMBOLIC = """
import stagelight as tf

class Symbol:
    def __init__(self, name):
        self.name = name

for operator in tf.Tensor.OVERLOADABLE_OPERATORS:
    setattr(Symbol, operator, getattr(tf.Tensor, operator))

names = {}
class Calls(tf.__internal__.dispatch.GlobalOpDispatcher):
    def handle(self, op, args, kwargs):
        flat = tf.nest.flatten([args, kwargs])
        if not any(isinstance(x, Symbol) for x in flat):
            return self.NOT_SUPPORTED
        shown = [x.name if isinstance(x, Symbol) else str(x) for x in flat]
        name = next(k for k, v in tf.public.recorded().items() if v is op)
        return Symbol(f"{name}({', '.join(shown)})")

Calls().register()
x = Symbol("x")
"""


def shown(program: str) -> str:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", SYMBOLIC + program],
        capture_output=True,
        text=True,
        check=False,
    )
    return (result.stdout or result.stderr).strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("tf.nn.relu(x)", "nn.relu(x)"),
        ("tf.concat([x, x], axis=-1)", "concat(x, x, -1)"),
        ("tf.reduce_mean(x, axis=0)", "math.reduce_mean(x, 0)"),
        ("tf.signal.frame(x, 2, 1)", "signal.frame(x, 2, 1)"),
        ("x + 1", "__operators__.add(x, 1)"),
        ("2 - x", "math.subtract(2, x)"),
        ("tf.constant(2) * x", "math.multiply(tf.Tensor(2, shape=(), dtype=int32), x)"),
        ("-x", "math.negative(x)"),
        ("x > 0", "math.greater(x, 0)"),
        ("x[0]", "__operators__.getitem(x, 0)"),
        ("tf.nn.relu(x + 1)", "nn.relu(__operators__.add(x, 1))"),
    ],
)
def test_a_dispatcher_is_asked_for_the_function_that_is_meant(expression, expected):
    assert shown(f"print(({expression}).name)") == expected


def test_tensors_are_computed_and_errors_stay_as_they_are():
    assert shown("print(float(tf.nn.relu(3.0) + 1.0), [tf.constant(1) + 1][0].numpy())") == "4.0 2"
    assert shown("tf.concat([[1], ['a']], 0)").startswith(("ValueError", "TypeError"))
    assert "InvalidArgumentError" in shown("tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))")


def test_brackets_are_functions():
    rows = tf.ragged.constant([[1], [2, 3]])
    assert tf.__operators__.ragged_getitem(rows, 1).numpy().tolist() == [2, 3]
    assert tf.__operators__.getitem(tf.constant([4, 5]), 1).numpy() == 5
    assert tf.__operators__.ne(tf.constant(1), tf.constant(2)).numpy()


def test_functions_keep_their_signatures():
    program = "import inspect; print(inspect.signature(tf.nn.relu))"
    assert shown(program).startswith("(features")


def test_a_dispatcher_of_types_takes_the_place_of_what_refuses():
    program = """
from stagelight.extension_types.fallbacks import dispatch_for_types

class Boxed:
    def __init__(self, value):
        self.value = value

@dispatch_for_types(tf.nn.relu, Boxed)
def relu_of_boxed(features, name=None):
    return Boxed(tf.nn.relu(features.value))

print(float(tf.nn.relu(Boxed(-1.0)).value), tf.nn.relu(x).name)
"""
    assert shown(program) == "0.0 nn.relu(x)"


@pytest.mark.parametrize("symbol", ["+", "-", "*", "/", "//", "%", "**"])
@pytest.mark.parametrize("number", ["2", "2.0", "True"])
def test_a_number_on_the_left_has_the_dtype_of_the_right_operand(symbol, number):
    program = f"""
Symbol.dtype = tf.float32
print({number} {symbol} x is not None and ({number} {symbol} x).name)
"""
    value = 1.0 if number == "True" else 2.0
    assert f"(tf.Tensor({value}, shape=(), dtype=float32), x)" in shown(program)


@pytest.mark.parametrize("is_decorated_first", [True, False])
def test_functions_of_libraries_ask_dispatchers_as_well(is_decorated_first):
    define = """
@tf.public.public("tested.only")
@tf.__internal__.dispatch.add_dispatch_support
def refuses(value):
    return float(value)
"""
    program = "print(refuses(x).name, refuses('3'))"
    calls = "Calls().register()"
    if is_decorated_first:
        before, _, after = SYMBOLIC.partition(calls)
        result = subprocess.run(
            [sys.executable, "-W", "error", "-c", before + define + calls + after + program],
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.stdout.strip() == "tested.only(x) 3.0", result.stderr
    else:
        assert shown(define + program) == "tested.only(x) 3.0"


@pytest.mark.parametrize("function", [tf.constant, tf.function, abs, lambda x: x])
def test_what_has_no_entry_point_takes_no_handlers(function):
    # As in TensorFlow 2.21, of tf.constant too.
    with pytest.raises(ValueError, match="does not support dispatch"):
        tf.experimental.dispatch_for_api(function, {"value": tf.Module})
