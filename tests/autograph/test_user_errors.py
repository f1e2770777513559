"""Errors of converted code are told with the user's lines, in the user's classes."""

from __future__ import annotations

import traceback

import pytest

import stagelight as tf
from stagelight import config
from stagelight.autograph.api import convert, do_not_convert
from stagelight.autograph.operators.exceptions import is_raised_by_user
from stagelight.errors import InvalidArgumentError, StagingError
from tests.tracebacks import library_frames

HERE = __file__
RAISE = r'raise ValueError("first\nsecond")'


def line_of(text):
    with open(HERE) as file:
        return next(n for n, line in enumerate(file, 1) if line.strip() == text)


def inner(x):
    for _ in range(2):
        if x:
            raise ValueError("first\nsecond")


def outer(x):
    if x:
        return [x, inner(x)]
    return None


def test_message_shows_the_users_frames_and_marks_converted_ones():
    with pytest.raises(ValueError) as caught:
        convert(outer)(1)
    assert str(caught.value) == (
        "in user code:\n\n"
        f'    File "{HERE}", line {line_of("return [x, inner(x)]")}, in outer  *\n'
        "        return [x, inner(x)]\n"
        "                   ^^^^^^^^\n"
        f'    File "{HERE}", line {line_of(RAISE)}, in inner  *\n'
        f"        {RAISE}\n"
        "\n    ValueError: first\n    second\n"
    )


def test_traceback_has_the_users_frames_only():
    with pytest.raises(ValueError) as caught:
        convert(outer)(1)
    frames = traceback.extract_tb(caught.value.__traceback__)
    names = [frame.name for frame in frames if frame.filename == HERE]
    assert names == ["test_traceback_has_the_users_frames_only", "outer", "inner"]
    assert library_frames(caught.value) == []
    assert caught.value.__suppress_context__


def nested(x):
    return convert(outer)(x)


def test_nested_traces_are_told_once():
    with pytest.raises(ValueError) as caught:
        convert(nested)(1)
    text = str(caught.value)
    assert text.count("in user code") == 1
    assert text.count("in outer") == text.count("in inner") == text.count("in nested") == 1


@do_not_convert
def plain(x):
    raise ValueError(x)


def calls_plain(x):
    plain(x)


def test_unconverted_frames_have_no_star():
    with pytest.raises(ValueError) as caught:
        convert(calls_plain)(1)
    assert "in calls_plain  *\n" in str(caught.value)
    assert "in plain\n" in str(caught.value)


class Custom(Exception):
    def __init__(self, first, second):
        super().__init__(first)
        self.second = second


class Simple(LookupError):
    pass


def raises(error):
    if error:
        raise error


@pytest.mark.parametrize(
    "error",
    [
        ValueError("m"), KeyError("m"), Simple("m"), Custom("m", 2), OSError(2, "m"),
        InvalidArgumentError(None, None, "m"), RecursionError("m"), ZeroDivisionError("m"),
        UnicodeDecodeError("utf-8", b"m", 0, 1, "m"), StopAsyncIteration("m"),
    ],
    ids=lambda error: type(error).__name__,
)  # fmt: skip
def test_except_clauses_still_catch_the_error(error):
    with pytest.raises(type(error)) as caught:
        convert(raises)(error)
    assert "in raises  *" in str(caught.value)
    assert f"{type(error).__name__}: " in str(caught.value)


def test_state_of_an_error_is_kept():
    with pytest.raises(Custom) as caught:
        convert(raises)(Custom("m", 2))
    assert caught.value.second == 2
    assert isinstance(caught.value, StagingError)
    with pytest.raises(KeyError) as caught_key:
        convert(raises)(KeyError("k"))
    assert caught_key.value.args == ("k",)
    assert type(caught_key.value).__name__ == "KeyError"


def test_recursion_is_told_in_few_lines():
    def endless(n):
        if n >= 0:
            return endless(n + 1)
        return n

    with pytest.raises(StagingError) as caught:
        convert(endless)(0)
    text = str(caught.value)
    assert "in endless  *\n        return endless(n + 1)" in text
    assert "RecursionError: maximum recursion depth exceeded" in text
    assert len(text.splitlines()) <= 15


def test_explicit_raise_is_told_from_failure():
    def explicit(x):
        if x:
            raise ValueError("explicit")

    def implicit(x):
        if x:
            return int("no number")
        return None

    for function, expected in ((explicit, True), (implicit, False)):
        with pytest.raises(ValueError) as caught:
            convert(function)(1)
        assert is_raised_by_user(caught.value) is expected


def test_without_filtering_the_librarys_frames_are_told_too():
    tf.debugging.disable_traceback_filtering()
    try:
        with pytest.raises(ValueError) as caught:
            convert(outer)(1)
    finally:
        tf.debugging.enable_traceback_filtering()
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert "converted_call" in names
    assert ", in converted_call\n" in str(caught.value)
    assert tf.debugging.is_traceback_filtering_enabled()


def files_of(error):
    return [frame.filename for frame in traceback.extract_tb(error.__traceback__)]


def layer(a, b):
    return tf.matmul(a + 1.0, b)


SIGNATURE = [tf.TensorSpec([None, None]), tf.TensorSpec([None, None])]


@pytest.mark.parametrize("signature", [None, SIGNATURE], ids=["traced", "run"])
@pytest.mark.parametrize("executor", ["host", "native"])
def test_a_staged_function_fails_with_the_users_frames_only(signature, executor):
    f = tf.function(layer, input_signature=signature)
    with (
        config.changed(executor=executor),
        pytest.raises((ValueError, InvalidArgumentError)) as caught,
    ):
        f(tf.ones([2, 3]), tf.ones([4, 5]))
    assert library_frames(caught.value) == []
    assert "Matrix size-incompatible: In[0]: [2,3], In[1]: [4,5]" in str(caught.value)
    assert "return tf.matmul(a + 1.0, b)" in str(caught.value)
    assert len(str(caught.value).splitlines()) <= 15
    assert caught.value.__cause__ is None


def test_without_filtering_a_staged_run_tells_the_kernels_frames():
    f = tf.function(layer, input_signature=SIGNATURE)
    tf.debugging.disable_traceback_filtering()
    try:
        with pytest.raises(InvalidArgumentError) as caught:
            f(tf.ones([2, 3]), tf.ones([4, 5]))
    finally:
        tf.debugging.enable_traceback_filtering()
    assert any(name.endswith("host_plan.py") for name in files_of(caught.value))
    assert any(name.endswith("matmul.py") for name in files_of(caught.value.__cause__))


def test_refusals_say_the_same_eagerly_and_in_a_run():
    def add(x, y):
        return x + y

    f = tf.function(add, input_signature=[tf.TensorSpec([None])] * 2)
    for function in (add, f):
        with pytest.raises(InvalidArgumentError, match=r"Incompatible shapes: \[2\] vs. \[3\]"):
            function(tf.ones([2]), tf.ones([3]))


def told_again(function):
    """What libraries wrap functions in, to tell more of their errors."""

    def wrapper(x):
        try:
            return function(x)
        except (TypeError, ValueError) as error:
            raise type(error)(f"while called: {error}") from None

    return wrapper


not_callable = told_again(lambda x: object()(x))
undecided = told_again(lambda x: raises(ValueError("decided")))


def in_a_loop(function, n):
    for _ in tf.range(n):
        result = function(n)
    return result


def in_a_branch(function, n):
    return function(n) if n > 100 else n


@pytest.mark.parametrize("stage", [in_a_loop, in_a_branch])
def test_a_failure_that_is_told_again_is_a_failure_of_the_trace(stage):
    """It is no assertion of the graph: it would hide what has failed, or wait for a branch that is rare."""
    with pytest.raises(TypeError, match="while called: 'object' object is not callable"):
        tf.function(lambda n: stage(not_callable, n))(tf.constant(3))


def test_a_raise_that_is_told_again_is_still_a_condition_of_the_graph():
    staged = tf.function(lambda n: in_a_branch(undecided, n))
    assert staged(tf.constant(3)) == 3
    with pytest.raises(tf.errors.InvalidArgumentError, match="while called: decided"):
        staged(tf.constant(101))


def test_what_is_handled_around_a_trace_is_no_cause_of_its_errors():
    try:
        raise ImportError("handled by the caller")
    except ImportError:
        staged = tf.function(lambda n: in_a_branch(lambda x: raises(ValueError("decided")), n))
        assert staged(tf.constant(3)) == 3
