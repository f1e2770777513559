"""Debuggers see the user's file, lines and names in converted code."""

from __future__ import annotations

import bdb
import io
import pdb
import sys

import stagelight as tf
from stagelight.autograph.api import convert


def program(n):
    total = 0
    for i in range(n):
        if i % 2:
            total += i  # break here
        else:
            total -= 1
    return total


def line_of(text):
    with open(__file__) as file:
        return next(n for n, line in enumerate(file, 1) if text in line)


class Recorder(bdb.Bdb):
    def __init__(self):
        super().__init__()
        self.stops = []

    def user_line(self, frame):
        line = frame.f_lineno
        if frame.f_code.co_filename == self.canonic(__file__) and self.get_break(__file__, line):
            values = {name: frame.f_locals.get(name) for name in ("i", "total")}
            self.stops.append((frame.f_code.co_name, line, values))
        self.set_continue()


def test_breakpoint_in_a_block_stops_with_the_users_names():
    recorder = Recorder()
    line = line_of("break here")
    recorder.set_break(__file__, line)
    before = sys.gettrace()
    try:
        recorder.runcall(convert(program), 4)
    finally:
        sys.settrace(before)
        recorder.clear_all_breaks()
    assert [(name, at) for name, at, _ in recorder.stops] == [("program", line)] * 2
    assert [values["total"] for _, _, values in recorder.stops] == [-1, -1]


def test_set_trace_stops_in_the_users_frame():
    output = io.StringIO()

    def f(x):
        if x:
            y = x + 1
            debugger = pdb.Pdb(stdin=io.StringIO("p y\nw\nc\n"), stdout=output, nosigint=True)
            debugger.set_trace()
            return y * 2
        return 0

    before = sys.gettrace()
    try:
        assert convert(f)(3) == 8
    finally:
        sys.settrace(before)
    assert "(Pdb) 4" in output.getvalue()


def test_lines_in_a_traceback_are_the_users():
    def f(x):
        while x:
            x -= 1
            if x == 1:
                return 1 // (x - 1)
        return x

    try:
        convert(f)(3)
    except ZeroDivisionError as error:
        trace = error.__traceback__
        while trace.tb_next is not None:
            trace = trace.tb_next
        frame = trace.tb_frame
        assert frame.f_code.co_filename == __file__
        assert frame.f_code.co_name == "f"
        assert frame.f_code.co_qualname.endswith("lines_in_a_traceback_are_the_users.<locals>.f")
        assert trace.tb_lineno == line_of("return 1 // (x - 1)")
    else:
        raise AssertionError("no error was raised")


@tf.function
def staged(x):
    y = x * 2.0
    return y + 1.0  # step here


def test_pdb_stops_at_a_breakpoint_while_tracing():
    @tf.function
    def traced(x):
        if x > 0.0:
            y = x + 1.0
            return y * 2.0  # stop while tracing
        return x

    line = line_of("stop while tracing")
    output = io.StringIO()
    commands = io.StringIO(f"b {__file__}:{line}\nc\np y\nw\ncl {__file__}:{line}\nc\n")
    debugger = pdb.Pdb(stdin=commands, stdout=output, nosigint=True, readrc=False)
    before = sys.gettrace()
    try:
        result = debugger.runcall(traced, tf.constant(4.0))
    finally:
        sys.settrace(before)
    assert result.numpy() == 10.0
    assert "<tf.Tensor 'cond/add:0' shape=() dtype=float32>" in output.getvalue()
    assert f"({line})traced()" in output.getvalue()


def test_pdb_steps_through_a_staged_run_with_its_values():
    staged(tf.constant(1.0))
    output = io.StringIO()
    line = line_of("step here")
    commands = io.StringIO(f"b {__file__}:{line}\nc\np mul.numpy()\nw\ncl {__file__}:{line}\nc\n")
    debugger = pdb.Pdb(stdin=commands, stdout=output, nosigint=True, readrc=False)
    before = sys.gettrace()
    try:
        with tf.debugging.step_through():
            result = debugger.runcall(staged, tf.constant(4.0))
    finally:
        sys.settrace(before)
    assert result.numpy() == 9.0
    assert "8.0" in output.getvalue()
    assert f"({line})staged" in output.getvalue()


def test_lines_of_a_staged_run_are_seen_by_tracers():
    staged(tf.constant(1.0))
    seen = []

    def tracer(frame, event, _):
        if frame.f_code.co_filename == __file__ and event == "line":
            seen.append(frame.f_lineno)
        return tracer

    before = sys.gettrace()
    try:
        with tf.debugging.step_through():
            sys.settrace(tracer)
            staged(tf.constant(4.0))
    finally:
        sys.settrace(before)
    assert line_of("step here") in seen
    assert seen.index(line_of("y = x * 2.0")) < seen.index(line_of("step here"))
