"""Debuggers see the user's file, lines and names in converted code."""

from __future__ import annotations

import bdb
import io
import pdb
import sys

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
