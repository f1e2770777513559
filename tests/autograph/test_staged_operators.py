# ruff: noqa: F841, SIM103, C417 -- the programs are what they are about
"""Staged code does what the same code does eagerly: each program runs both ways, gradients included."""

from __future__ import annotations

import linecache
import types

import numpy as np
import pytest

import stagelight as tf
from tests.autograph.random_programs import random_program

PROGRAMS = []


def program(*calls, gradient=False):
    """Records a program with its calls."""

    def record(function):
        PROGRAMS.extend(
            pytest.param(function, args, gradient, id=f"{function.__name__}-{index}")
            for index, args in enumerate(calls)
        )
        return function

    return record


@program((3.0,), (-3.0,), gradient=True)
def if_else(x):
    if x > 0.0:
        y = x * x
    else:
        y = -x
    return y


@program((15,), (3,), (-4,), (0,))
def elif_chain(x):
    if x > 10:
        return 3
    elif x > 0:
        return 2
    elif x == 0:
        return 0
    else:
        return -1


@program((2.0,), (-2.0,), gradient=True)
def conditional_expression(x):
    return x * 3.0 if x > 0.0 else x * 5.0


@program((1.0, 5), (2.0, 0), gradient=True)
def while_loop(x, n):
    while n > 0:
        x = x * 1.5
        n -= 1
    return x


@program((2.0, 4), gradient=True)
def for_over_range(x, n):
    y = 1.0
    for i in tf.range(n):
        y = y * x + tf.cast(i, tf.float32)
    return y


@program(([1.0, 2.0, 3.0],), gradient=True)
def for_over_rows(xs):
    total = 0.0
    for x in xs:
        total += x * x
    return total


@program((10,), (0,), (3,))
def nested_loops_with_break_and_continue(n):
    total = 0
    for i in tf.range(n):
        if i % 2 == 0:
            continue
        for j in tf.range(n):
            if j > i:
                break
            if j == 2:
                continue
            total += i * j
    return total


@program((5,), (50,), (0,))
def return_in_a_nested_loop(n):
    for i in tf.range(n):
        for j in tf.range(i):
            if i * j > 30:
                return i * 100 + j
    return -1


@program((7,), (0,))
def return_in_while(n):
    i = 0
    while True:
        if i * i >= n:
            return i
        i += 1


@program((4,), (20,))
def loop_else(n):
    found = -1
    for i in tf.range(n):
        if i == 10:
            found = i
            break
    else:
        found = 1000
    return found


@program((3, True), (-3, False), (0, True))
def logic(x, flag):
    a = x > 0 and flag
    b = x > 0 or not flag
    return a, b, not a


@program((3,), (7,), (12,))
def chained_comparison(x):
    return 1 if 2 < x < 5 <= 9 else 2 if 5 < x <= 10 else 3


@program((0,), (2,))
def short_circuit_keeps_the_right_side_unevaluated(x):
    if x != 0 and 10 // x > 3:
        return 1
    return 0


@program((3,))
def assertion(x):
    assert x > 0, "positive"
    return x


@program(([1, 2, 3],))
def builtins_over_tensors(xs):
    return len(xs), min(xs), max(xs), sum(xs), any(xs > 2), all(xs > 0), abs(-xs), sorted(-xs)


@program(([1, 2, 3], [10, 20, 30]))
def zip_and_enumerate(xs, ys):
    total = 0
    for i, (x, y) in enumerate(zip(xs, ys)):  # noqa: B905
        total += i * x * y
    return total


@program((4,))
def range_of_a_tensor(n):
    total = 0
    for i in range(n):
        total += i
    for i in range(1, n, 2):
        total += 10 * i
    return total


@program((3,))
def map_of_a_range(n):
    total = 0
    for x in map(lambda i: i * 2, tf.range(n)):
        total += x
    return total


@program((2.0,), gradient=True)
def list_append_in_a_python_loop(x):
    values = []
    for i in range(3):
        values.append(x * i)
    return tf.stack(values)


@program((4,))
def list_append_in_a_staged_loop(n):
    values = []
    for i in tf.range(n):
        values.append(i * i)
    return tf.stack(values)


@program(([1.0, 2.0, 3.0],), gradient=True)
def tensor_array(xs):
    array = tf.TensorArray(tf.float32, size=3)
    total = 0.0
    for i in tf.range(3):
        total += xs[i]
        array = array.write(i, total * total)
    return array.stack()


@program((2.0, 3), gradient=True)
def subscript_state(x, n):
    state = {"k": x, "n": 0}
    for _ in tf.range(n):
        state["k"] *= x
        state["n"] += 1
    return state["k"], state["n"]


@program((2.0, 3), (2.0, 0), gradient=True)
def attribute_state(x, n):
    box = types.SimpleNamespace(x=x, inner=types.SimpleNamespace(y=1.0))
    while n > 0:
        box.x = box.x * x
        box.inner.y += box.x
        n -= 1
    return box.x, box.inner.y


@program((3,), (-3,))
def undefined_until_both_branches_set_it(x):
    if x > 0:
        y = 1
        only_here = y
    else:
        y = 2
    return y


@program((3,), (-3,))
def none_in_python(x):
    value = None
    if value is None:
        value = x
    return value


@program((5,))
def dataset_loop(n):
    total = tf.constant(0, tf.int64)
    for x in tf.data.Dataset.range(10):
        if x > tf.cast(n, tf.int64):
            break
        total += x
    return total


@program((6,), (7,))
def calls_are_converted_too(n):
    def is_even(x):
        if x % 2 == 0:
            return True
        return False

    def collatz(x):
        steps = 0
        while x != 1:
            if is_even(x):
                x = x // 2
            else:
                x = 3 * x + 1
            steps += 1
        return steps

    return collatz(n)


@program((2.0,), (20.0,), gradient=True)
def branch_in_loop_in_branch(x):
    if x > 1.0:
        while x < 100.0:
            if x > 10.0:
                x = x * 3.0
            else:
                x = x * x
    return x


@program((27,))
def two_loop_variables_of_two_dtypes(n):
    highest = n
    average = 0.0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        highest = tf.maximum(highest, n)
        average = (average + tf.cast(n, tf.float32)) / 2.0
    return highest, average


@program((3,))
def tuple_unpacking_in_a_loop(n):
    a, b = 0, 1
    for _ in tf.range(n):
        a, b = b, a + b
    return a


@program(([[1.0, 2.0], [3.0, 4.0]],), gradient=True)
def nested_rows(xs):
    total = 1.0
    for row in xs:
        for x in row:
            if x > 3.0:
                total *= x
            else:
                total += x
    return total


@program((3,), (11,))
def walrus_and_while(n):
    total = 0
    while (n := n - 1) > 0:
        total += n
    return total


def plain(result):
    return tf.nest.map_structure(
        lambda leaf: np.asarray(leaf).tolist(), [result] if result is None else result
    )


@pytest.mark.parametrize(("function", "values", "gradient"), PROGRAMS)
def test_staged_program_does_what_it_does_eagerly(function, values, gradient):
    def tensors():
        return [tf.constant(value) for value in values]

    staged = tf.function(function)
    assert plain(staged(*tensors())) == plain(function(*tensors()))
    if gradient:
        found = []
        for f in (function, staged):
            args = tensors()
            with tf.GradientTape() as tape:
                tape.watch(args[0])
                result = [
                    y
                    for y in tf.nest.flatten(f(*args))
                    if getattr(y, "dtype", tf.int32).is_floating
                ]
            found.append(tape.gradient(result, args[0]).numpy())
        assert np.allclose(*found, rtol=1e-6)


# Programs whose loops run over the axes of an argument.
OVER_AXES = [p for p in PROGRAMS if isinstance(p.values[1][0], list) and "nested_rows" not in p.id]


@pytest.mark.parametrize(("function", "values", "gradient"), OVER_AXES)
def test_staged_program_without_known_shapes(function, values, gradient):
    args = [tf.constant(value) for value in values]
    signature = [tf.TensorSpec([None] * x.shape.rank, x.dtype) for x in args]
    staged = tf.function(function, input_signature=signature)
    assert plain(staged(*args)) == plain(function(*args))


def test_a_loop_over_an_iterator_that_is_an_argument():
    @tf.function
    def staged(iterator):
        total = tf.constant(0, tf.int64)
        for x in iterator:
            total += x
        return total

    assert staged(iter(tf.data.Dataset.range(4))).numpy() == 6


def test_a_loop_over_an_iterator_made_inside():
    @tf.function
    def staged():
        total = tf.constant(0, tf.int64)
        for x in iter(tf.data.Dataset.range(4)):
            total += x
        return total

    assert staged().numpy() == 6


def test_attributes_of_self_are_state():
    class Model:
        def __init__(self):
            self.total = 0

        @tf.function
        def run(self, n):
            self.total = tf.constant(0)
            for i in tf.range(n):
                self.total += i
            result = self.total
            self.total = 0
            return result

    assert Model().run(tf.constant(4)).numpy() == 6


def test_an_assertion_that_fails_when_it_runs():
    with pytest.raises((tf.errors.InvalidArgumentError, AssertionError), match="positive"):
        tf.function(assertion)(tf.constant(-1))


def test_a_value_undefined_in_one_branch_is_told_where_it_is_read():
    @tf.function
    def staged(x):
        if x > 0:
            y = 1
        return y

    with pytest.raises((ValueError, UnboundLocalError, NameError), match="y"):
        staged(tf.constant(-1))


def test_branches_of_two_dtypes_are_refused():
    @tf.function
    def staged(x):
        if x > 0:
            y = tf.constant(1)
        else:
            y = tf.constant(1.0)
        return y

    with pytest.raises(TypeError, match="y"):
        staged(tf.constant(1))


def test_a_loop_variable_that_changes_dtype_is_refused():
    @tf.function
    def staged(n):
        x = tf.constant(1)
        while n > 0:
            x = tf.constant(1.0)
            n -= 1
        return x

    with pytest.raises(TypeError, match="x"):
        staged(tf.constant(1))


def built(text, filename):
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    namespace = {"ask": tf.constant, "several": tf.range, "__name__": "random_program"}
    exec(compile(text, filename, "exec"), namespace)
    return namespace["program"]


def outcome(call, a, b):
    """What a random program gives; None where it reads a name that has no value."""
    box = types.SimpleNamespace(x=tf.constant(1))
    table = {"k": tf.constant(2)}
    try:
        return plain(call(box, table, tf.constant(a), tf.constant(b)))
    except (NameError, AttributeError, ValueError, TypeError, tf.errors.InvalidArgumentError):
        return None


@pytest.mark.parametrize("seed", range(2000, 2030))
def test_random_program_staged_on_tensors(seed):
    text = random_program(seed)
    program = built(text, f"<random tensor program {seed}>")

    def with_state(box, table, a, b):
        return program(box, table, a, b), box.x, table["k"]

    @tf.function
    def staged(a, b):
        box = types.SimpleNamespace(x=tf.constant(1))
        table = {"k": tf.constant(2)}
        return with_state(box, table, a, b)

    for a, b in ((0, 1), (2, 3)):
        expected = outcome(with_state, a, b)
        received = outcome(lambda box, table, a, b: staged(a, b), a, b)
        # Staging may refuse what Python allows (a value of None or none at all in one branch).
        if expected is not None and received is not None:
            assert received == expected, text


def test_values_of_a_generator_that_python_counts_are_unpacked_by_python():
    @tf.function
    def f(x):
        first, *others, last = (y * 2.0 for y in (x, x + 1.0, x + 2.0, x + 3.0))
        assert len(others) == 2
        return first + last

    concrete = f.get_concrete_function(tf.constant(1.0))
    assert f(tf.constant(1.0)) == 10.0
    assert not [op for op in concrete.graph.get_operations() if "TensorList" in op.type]
