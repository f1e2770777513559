"""What is told of errors: a file a text, few lines, and the user's own line before what is wrong with it.

A text that does not name the line itself is one that Python shows below the line: the traceback's innermost
frame is the user's, and the snapshot begins with it.
"""

from __future__ import annotations

import linecache
import re
from pathlib import Path

import pytest

import stagelight as tf
from stagelight import config
from stagelight.graph.source_places import place_of
from tests.staging.errors import calls, control_flow, operations, table, tracing

CASES = {module.__file__ for module in (calls, control_flow, operations, tracing)}
MOST_LINES = 15


def caught(program):
    with pytest.raises(Exception) as told:
        program()
    return told.value


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
    text = re.sub(r"\bid=\d+", "id=N", text)
    # Classes say that they are of TensorFlow's modules once something was imported under its name.
    text = re.sub(r"<[\w.]+\.(\w+) object at", r"<\1 object at", text)
    return re.sub(r"0x[0-9a-fA-F]+", "0x...", text)


TELL_THEIR_PLACE = ("in user code:", "Graph execution error:", "AG")
PLACE = re.compile(r'^ *File "(.*)", line (\d+)')
LEFT_OUT = re.compile(r" *\.\.\. \d+ frames? (is|are) left out \.\.\.")
MARK = re.compile(r"# fails(?:: (.*))?$")


def shown(error):
    """What Python prints at its end: the innermost line, if the text does not tell it, and the text."""
    text = text_of(error)
    if text.partition(": ")[2].startswith(TELL_THEIR_PLACE):
        return text
    entry = error.__traceback__
    while entry.tb_next is not None:
        entry = entry.tb_next
    return "\n".join([*place_of(entry.tb_frame.f_code, entry.tb_lasti).lines("  "), text])


def marked(function):
    """The number of the line marked in a case, its text, and the expression in it that is said to fail."""
    file, first = function.__code__.co_filename, function.__code__.co_firstlineno
    for number in range(first, first + 30):
        line = linecache.getline(file, number).strip()
        if found := MARK.search(line):
            return number, line, found[1] or ""
    raise AssertionError(f"{function.__name__} has no marked line")


def leading_places(lines):
    """File, number, source, and what is underlined of it, of the places before what is wrong."""
    found = []
    i = next((i for i, line in enumerate(lines) if PLACE.match(line)), len(lines))
    while i < len(lines):
        if place := PLACE.match(lines[i]):
            source, below = [*lines[i + 1 : i + 3], "", ""][:2]
            has_caret = set(below.strip()) == {"^"}
            underlined = source[below.find("^") : len(below)] if has_caret else ""
            found.append((place[1], int(place[2]), source.strip(), underlined))
            i += 3 if has_caret else 2
        elif LEFT_OUT.fullmatch(lines[i]):
            i += 1
        else:
            break
    return found


def check(error, function, name, golden):
    assert len(text_of(error).rstrip("\n").splitlines()) <= MOST_LINES, text_of(error)
    text = shown(error)
    assert set(re.findall(r'File "(.*?)"', text)) <= CASES, text
    places = leading_places(text.splitlines())
    number, line, expression = marked(function)
    file = function.__code__.co_filename
    # The calls that led there may come before it; what is wrong comes after.
    assert places[-1:] == [(file, number, line, expression)], text
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
