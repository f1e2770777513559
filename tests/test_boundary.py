"""Guards: what leaves a guarded function is told to the action, and all else is as it was."""

from __future__ import annotations

import dis
import inspect
import sys
import traceback

import pytest

from stagelight import boundary
from stagelight.boundary import LEAVING, guarded

if not boundary.IS_KNOWN:
    pytest.skip("guards are for versions of Python whose code is known", allow_module_level=True)


def divided(x):
    return 1 / x


def tried(x):
    try:
        with open(__file__) as file:
            for line in file:
                if line:
                    return divided(x)
    except KeyError as error:
        raise ValueError from error
    finally:
        x = None
    return None


def raised_again(x):
    for _ in range(3):
        try:
            divided(x)
        except ZeroDivisionError:
            raise
        else:
            continue
    return x


def with_cells(x):
    def inner():
        return divided(x)

    return [inner() for _ in range(2)]


_LONG = "def long(x):\n" + "".join(
    f"    y = x + {n}.5\n    try:\n        y = {n}.25 / x\n    except KeyError:\n        return y\n"
    for n in range(400)
)
namespace: dict[str, object] = {"__name__": "stagelight.long", "divided": divided}
exec(f"{_LONG}    return divided(x)\n", namespace)

FUNCTIONS = [divided, tried, raised_again, with_cells, namespace["long"]]


def with_guard(function):
    """A function of the same code, with a guard, that counts as the package's."""
    code = function.__code__
    assert code.co_freevars == ()
    copy = type(function)(code, globals() | namespace, function.__name__)
    copy.__module__ = "stagelight.tests"
    return guarded(copy)


@pytest.fixture
def met(monkeypatch):
    """The errors that the action was told of; it forgets where they were."""
    errors = []

    def action(error):
        errors.append(error)
        error.__traceback__ = None

    monkeypatch.setattr(LEAVING, "action", action)
    return errors


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_a_guarded_function_returns_what_it_did(function, met):
    assert with_guard(function)(4.0) == function(4.0)
    assert met == []


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_an_error_meets_the_action_and_adds_no_frame(function, met):
    guarded_function = with_guard(function)
    with pytest.raises(ZeroDivisionError) as caught:
        guarded_function(0)
    assert met == [caught.value]
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names == ["test_an_error_meets_the_action_and_adds_no_frame"]
    assert sys.exc_info() == (None, None, None)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_all_of_the_code_is_handled_and_its_own_handlers_stay(function):
    before, after = function.__code__, with_guard(function).__code__
    own = dis._parse_exception_table(before)
    entries = dis._parse_exception_table(after)
    assert [entry for entry in entries if entry in own] == own
    end = len(before.co_code)
    assert [entry.start for entry in entries] == [0, *[entry.end for entry in entries[:-1]]]
    assert all(
        entry.target == end and entry.depth == 0 for entry in entries[:-1] if entry not in own
    )
    assert entries[-1].start == end < entries[-1].end == entries[-1].target
    assert [line for *_, line in before.co_lines()] == [
        line for start, _, line in after.co_lines() if start < end
    ]


def test_an_error_of_the_action_itself_leaves_no_trace_in_the_thread(monkeypatch):
    def action(error):
        raise RuntimeError("of the action")

    monkeypatch.setattr(LEAVING, "action", action)
    function = with_guard(divided)
    try:
        raise KeyError
    except KeyError:
        with pytest.raises(RuntimeError, match="of the action") as caught:
            function(0)
        assert isinstance(caught.value.__context__, ZeroDivisionError)
        assert sys.exc_info()[0] is KeyError
    assert sys.exc_info() == (None, None, None)


def test_the_end_of_an_iteration_is_no_error(met):
    class Iterator:
        def __next__(self):
            raise StopIteration

        def __iter__(self):
            return self

    Iterator.__module__ = Iterator.__next__.__module__ = "stagelight.tests"
    assert list(guarded(Iterator)()) == []
    assert met == []


def test_methods_of_all_kinds_are_guarded(met):
    class Base:
        def method(self):
            return divided(0)

    class Kind(Base):
        @property
        def value(self):
            return divided(0)

        @classmethod
        def of_class(cls):
            return divided(0)

        @staticmethod
        def static():
            return divided(0)

    for kind in (Base, Kind):
        kind.__module__ = "stagelight.tests"
        for member in vars(kind).values():
            function = getattr(member, "fget", None) or getattr(member, "__func__", member)
            if inspect.isfunction(function):
                function.__module__ = "stagelight.tests"
    guarded(Kind)
    kind = Kind()
    for call in (kind.method, lambda: kind.value, Kind.of_class, Kind.static):
        with pytest.raises(ZeroDivisionError):
            call()
    assert len(met) == 4


def test_what_is_not_the_packages_stays_as_it_is():
    code = divided.__code__
    assert guarded(divided).__code__ is code


def test_generators_stay_as_they_are():
    def generator():
        yield 1

    generator.__module__ = "stagelight.tests"
    code = generator.__code__
    assert guarded(generator).__code__ is code
