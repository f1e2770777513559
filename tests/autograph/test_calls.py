"""What is converted when converted code calls it, and what is not."""

from __future__ import annotations

import functools
import gc
import json
import threading
import types
import weakref

import pytest

from stagelight.autograph import conversion
from stagelight.autograph.api import convert, convert_callback, do_not_convert, to_graph
from stagelight.autograph.context import ControlStatus, Status, control_status
from stagelight.autograph.conversion import convert_function, is_converted
from stagelight.autograph.options import STANDARD_OPTIONS, ConversionOptions
from stagelight.errors import OperatorNotAllowedInGraphError
from tests.autograph.programs import Derived
from tests.autograph.random_programs import random_program
from tests.autograph.stand_ins import Hidden, reveal


def choose(x):
    if x:
        return 1
    return 2


@do_not_convert
def choose_plainly(x):
    if x:
        return 1
    return 2


class Chooser:
    def __init__(self):
        self.calls = 0

    def method(self, x):
        self.calls += 1
        return choose(x)

    def __call__(self, x):
        if x:
            return "called"
        return "not"


CASES = {
    "function": lambda x: choose(x),
    "method": lambda x: Chooser().method(x),
    "callable object": lambda x: 1 if Chooser()(x) == "called" else 2,
    "partial": lambda x: functools.partial(choose, x=x)(),
    "partial of method": lambda x: functools.partial(Chooser().method)(x),
    "map": lambda x: next(map(choose, [x])),
    "sorted": lambda x: sorted([x], key=choose) and choose(x),
    "reduce": lambda x: functools.reduce(lambda a, b: choose(b), [x], 0),
    "wrapped": lambda x: functools.wraps(choose)(lambda *args: choose(*args))(x),
    "and": lambda x: 1 if (x and True) else 2,
    "not": lambda x: 2 if not x else 1,
    "any": lambda x: 1 if any(y for y in [x, False]) else 2,
    "all": lambda x: 1 if all([x, True]) else 2,
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("value", [True, False])
def test_call_is_converted(name, value):
    assert reveal(convert(CASES[name])(Hidden(value))) == (1 if value else 2)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda x: choose_plainly(x), "AutoGraph is off"),
        (lambda x: json.dumps(x, default=choose_plainly), None),
    ],
)
def test_unconverted_call_fails_on_hidden_values_and_says_why(function, reason):
    with pytest.raises(OperatorNotAllowedInGraphError) as caught:
        convert(function)(Hidden(True))
    assert reason is None or reason in str(caught.value) or "hidden" in str(caught.value)


def test_source_less_function_runs_and_blames_the_missing_source():
    namespace = {}
    exec("def f(x):\n    return 1 if x else 2\n", namespace)
    f = namespace["f"]
    assert convert(lambda x: f(x))(True) == 1
    with pytest.raises(OperatorNotAllowedInGraphError, match="its source is not available"):
        convert(lambda x: f(x))(Hidden(True))


def test_do_not_convert_keeps_name_and_turns_autograph_off():
    seen = []

    @do_not_convert
    def f():
        """Doc."""
        seen.append(control_status().status)

    convert(lambda: f())()
    assert seen == [Status.DISABLED]
    assert (f.__name__, f.__doc__) == ("f", "Doc.")
    assert do_not_convert()(choose)(1) == 1


def test_status_is_on_inside_a_requested_conversion():
    seen = []

    def f():
        seen.append(control_status().status)

    convert(f)()
    assert seen == [Status.ENABLED]
    assert control_status().status is Status.UNSPECIFIED


def test_callback_follows_the_callers_status():
    assert convert_callback(choose, ControlStatus(Status.ENABLED))(Hidden(True)) == 1
    with pytest.raises(OperatorNotAllowedInGraphError):
        convert_callback(choose, ControlStatus(Status.DISABLED))(Hidden(True))
    unspecified = ControlStatus(Status.UNSPECIFIED)
    assert convert_callback(choose, unspecified, convert_by_default=False) is choose


def test_converted_function_keeps_its_identity():
    counter = 0

    def f(a, b: int = 3, *, c="c") -> int:
        """Doc."""
        nonlocal counter
        counter += 1
        return a + b + counter

    f.note = "attribute"
    made = to_graph(f)
    assert made(1) == 5
    assert made(1, b=0) == 3
    assert counter == 2  # the same cell
    assert (made.__name__, made.__qualname__, made.__doc__) == (f.__name__, f.__qualname__, "Doc.")
    assert (made.__defaults__, made.__kwdefaults__) == ((3,), {"c": "c"})
    assert made.__annotations__ == f.__annotations__
    assert made.__module__ == f.__module__
    assert made.note == "attribute"
    assert made.__code__.co_filename == __file__
    assert made.__code__.co_qualname == f.__code__.co_qualname


def test_conversion_is_made_once_for_a_code_object_and_options(monkeypatch):
    made = []
    real = conversion._convert
    monkeypatch.setattr(conversion, "_convert", lambda *a: made.append(a) or real(*a))

    def fresh(k):
        def f(x):
            return x + k if x else k

        return f

    first, second = fresh(1), fresh(10)
    assert [to_graph(first)(1), to_graph(second)(1), to_graph(first)(0)] == [2, 11, 1]
    assert len(made) == 1
    convert_function(first, STANDARD_OPTIONS)
    assert len(made) == 2


def test_conversions_go_with_their_code():
    def make():
        namespace = {"__name__": "m"}
        text = random_program(3)
        import linecache

        linecache.cache["<going>"] = (1, None, text.splitlines(keepends=True), "<going>")
        exec(compile(text, "<going>", "exec"), namespace)
        return namespace["program"]

    gc.collect()
    before = len(conversion._cache.known)
    program = make()
    to_graph(program)
    code = weakref.ref(program.__code__)
    assert len(conversion._cache.known) == before + 1
    del program
    gc.collect()
    assert code() is None
    assert len(conversion._cache.known) == before


def test_threads_convert_together():
    results = []

    def f(x):
        for i in range(3):
            if i == x:
                return i
        return None

    threads = [
        threading.Thread(target=lambda k=k: results.append(convert(f)(k % 3))) for k in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]


def test_converting_what_is_converted_changes_nothing():
    once = convert(choose)
    assert convert(once) is once
    made = to_graph(choose)
    assert is_converted(made.__code__)
    assert convert(lambda: made(Hidden(False)))() == 2


def test_private_names_and_super_in_converted_methods():
    d = Derived()
    assert to_graph(Derived.greet)(d, "x") == "hello x!"
    assert convert(d.calls_private)(3) == 4


def test_options_are_equal_by_value():
    a = ConversionOptions(True, False, None)
    assert a == STANDARD_OPTIONS
    assert hash(a) == hash(STANDARD_OPTIONS)
    assert a.call_options() == a


def test_hidden_attribute_and_item_state():
    def f(box, table, flag):
        if flag:
            box.new = 1
            table["new"] = 2
        else:
            box.x = 5
            table["k"] = 6
        return box, table

    for value in (True, False):
        box, table = convert(f)(types.SimpleNamespace(x=1), {"k": 1}, Hidden(value))
        expected = f(types.SimpleNamespace(x=1), {"k": 1}, value)
        assert (box, table) == expected
