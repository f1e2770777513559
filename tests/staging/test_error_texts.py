"""What is told of errors: a file a text, few lines, the user's line in it or where it is raised."""

from __future__ import annotations

import linecache
import re
import traceback
from pathlib import Path

import pytest

import stagelight as tf
from stagelight import config
from tests.staging.errors import calls, control_flow, operations, table, tracing

CASES = {module.__file__ for module in (calls, control_flow, operations, tracing)}
MOST_LINES = 15


def caught(program):
    with pytest.raises(Exception) as told:
        program()
    return told.value


def places_of(error):
    """The lines of the cases that the error's traceback goes through."""
    return [frame.lineno for frame in frames_of(error) if frame.filename in CASES]


def frames_of(error):
    return traceback.extract_tb(error.__traceback__)


def text_of(error):
    notes = "".join(f"\n{note}" for note in getattr(error, "__notes__", []))
    return f"{type(error).__name__}: {error}{notes}"


def normal(text):
    """The text without what is another on each machine or run."""
    for file in CASES:
        text = text.replace(file, Path(file).name)
    text = re.sub(r'File "/[^"]*"', 'File "..."', text)
    text = re.sub(r"line \d+", "line N", text)
    text = re.sub(r"\(L\d+\)", "(LN)", text)
    text = re.sub(r"(__inference_[\w<>]*?)_\d+", r"\1_N", text)
    return re.sub(r"0x[0-9a-fA-F]+", "0x...", text)


def marked_line(function):
    """The number of the line marked in a case."""
    file, first = function.__code__.co_filename, function.__code__.co_firstlineno
    for number in range(first, first + 30):
        if linecache.getline(file, number).rstrip().endswith("# fails"):
            return number
    raise AssertionError(f"{function.__name__} has no marked line")


def check(error, function, name, golden):
    text = text_of(error)
    assert len(text.rstrip("\n").splitlines()) <= MOST_LINES, text
    line = marked_line(function)
    file = function.__code__.co_filename
    assert f'File "{file}", line {line}' in text or line in places_of(error), text
    golden(f"errors/{name}.txt", normal(text))


@pytest.mark.parametrize("name", table.SINGLE)
def test_a_program_that_fails_is_told_in_few_lines(name, golden):
    program = table.SINGLE[name]
    error = caught(program)
    check(error, program, name, golden)


def staged(operation, knows_shapes):
    """The function staged for arguments of known or of unknown sizes."""
    specs = [
        tf.TensorSpec(x.shape if knows_shapes else [None] * x.ndim, tf.constant(x).dtype)
        for x in operation.arguments
    ]
    return tf.function(operation.function, input_signature=specs)


@pytest.mark.parametrize("name", table.OPERATIONS)
def test_an_operation_says_the_same_eagerly_and_staged(name, golden):
    operation = table.OPERATIONS[name]
    arguments = [tf.constant(x) for x in operation.arguments]
    errors = {"eager": caught(lambda: operation.function(*arguments))}
    for executor in ("host", "native"):
        for knows_shapes in (True, False):
            function = staged(operation, knows_shapes)
            with config.changed(executor=executor):
                error = caught(lambda: function(*arguments))  # noqa: B023 (called at once)
            mode = "known_sizes" if knows_shapes else "unknown_sizes"
            if mode in errors:  # Both executors say the same.
                assert normal(text_of(error)) == normal(text_of(errors[mode]))
            errors[mode] = error
    for mode, error in errors.items():
        check(error, operation.function, f"{name}.{mode}", golden)
