"""Entry points: what leaves one is told to the action, what is refused may have another form, and all else is
as the implementation has it."""

from __future__ import annotations

import gc
import inspect
import pickle
import sys
import traceback
import weakref

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stagelight import boundary
from stagelight.boundary import ACTIONS, entry_point, guarded, guards_itself, leave


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


FUNCTIONS = [divided, tried, raised_again, with_cells]


@pytest.fixture
def met(monkeypatch):
    """The errors that the action was told of; it forgets where they were."""
    errors = []

    def action(error):
        errors.append(error)
        error.__traceback__ = None

    monkeypatch.setattr(ACTIONS, "leaving", action)
    return errors


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_an_entry_point_returns_what_the_implementation_does(function, met):
    assert entry_point(function)(4.0) == function(4.0)
    assert met == []


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_an_error_meets_the_action_and_adds_no_frame(function, met):
    with pytest.raises(ZeroDivisionError) as caught:
        entry_point(function)(0)
    assert met == [caught.value]
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names == ["test_an_error_meets_the_action_and_adds_no_frame"]
    assert sys.exc_info() == (None, None, None)


def test_an_error_of_the_action_itself_leaves_no_trace_in_the_thread(monkeypatch):
    def action(error):
        raise RuntimeError("of the action")

    monkeypatch.setattr(ACTIONS, "leaving", action)
    try:
        raise KeyError
    except KeyError:
        with pytest.raises(RuntimeError, match="of the action") as caught:
            entry_point(divided)(0)
        assert isinstance(caught.value.__context__, ZeroDivisionError)
        assert sys.exc_info()[0] is KeyError
    assert sys.exc_info() == (None, None, None)


# ---------------------------------------------------------------------------- parameters


@st.composite
def signatures(draw):
    """The text of a parameter list, with each kind of parameter that Python has."""
    of_position_only, by_position, by_keyword = (draw(st.integers(0, 3)) for _ in range(3))
    count = of_position_only + by_position
    with_default = draw(st.integers(0, count))
    parts = [
        f"p{i}" + (f"={i}" if i >= count - with_default else "") for i in range(of_position_only)
    ]
    if of_position_only:
        parts.append("/")
    parts += [
        f"q{i}" + (f"={i}" if of_position_only + i >= count - with_default else "")
        for i in range(by_position)
    ]
    has_args = draw(st.booleans())
    if has_args:
        parts.append("*args")
    elif by_keyword:
        parts.append("*")
    parts += [f"k{i}" + draw(st.sampled_from(["", f"={i}"])) for i in range(by_keyword)]
    if draw(st.booleans()):
        parts.append("**kwargs")
    return ", ".join(parts)


def made(parameters):
    """A function that returns its arguments by name."""
    namespace: dict[str, object] = {}
    exec(f"def function({parameters}):\n    'Text.'\n    return locals()\n", namespace)
    return namespace["function"]


CALLS = st.tuples(
    st.lists(st.integers(10, 99), max_size=7),
    st.dictionaries(
        st.sampled_from(["q0", "q1", "q2", "k0", "k1", "k2", "p0", "other"]), st.integers(10, 99)
    ),
)


def outcome(function, args, kwargs):
    try:
        return function(*args, **kwargs)
    except TypeError as error:
        return str(error)


@given(signatures(), CALLS)
def test_an_entry_point_takes_what_the_implementation_takes(parameters, call):
    function = made(parameters)
    entry = entry_point(function)
    assert outcome(entry, *call) == outcome(function, *call)
    assert inspect.signature(entry) == inspect.signature(function)
    assert inspect.getfullargspec(entry) == inspect.getfullargspec(function)
    assert (entry.__doc__, entry.__name__) == ("Text.", "function")


# `Signature.bind` of Python 3.11 refuses it: `p0` goes into `kwargs`.
@example("p0=0, /, *, k0, **kwargs", ([], {"p0": 10, "k0": 10}))
@given(signatures(), CALLS)
def test_a_redirected_entry_point_passes_on_what_was_given(parameters, call):
    function = made(parameters)
    entry = entry_point(function)
    signature = inspect.signature(function)
    passed = []
    boundary.redirect(entry, lambda args, kwargs: passed.append((args, kwargs)))
    try:
        assert inspect.signature(entry) == signature
        told, wanted = outcome(entry, *call), outcome(function, *call)
        if isinstance(wanted, str):
            assert isinstance(told, str)
            assert passed == []
        else:
            ((args, kwargs),) = passed
            assert outcome(function, args, kwargs) == wanted
            # What was given, each once, and no default.
            assert len(args) + len(kwargs) == len(call[0]) + len(call[1])
    finally:
        boundary.restore(entry)
    assert outcome(entry, *call) == outcome(function, *call)
    assert inspect.signature(entry) == signature


# ---------------------------------------------------------------------------- other forms


def test_refused_arguments_may_have_another_form(monkeypatch, met):
    def refuses(x, y=2, *, z=3):
        raise TypeError("not such x")

    def refused(implementation, args, kwargs):
        return (lambda *a, **k: ("form", a, k)) if args[0] == "known" else None

    monkeypatch.setattr(ACTIONS, "refused", refused)
    entry = entry_point(refuses)
    assert entry("known") == ("form", ("known", 2), {"z": 3})
    assert met == []
    with pytest.raises(TypeError, match="not such x"):
        entry("unknown")
    assert len(met) == 1


def test_an_error_of_the_other_form_is_told_without_the_refusal(monkeypatch, met):
    def refuses(x):
        raise TypeError("not such x")

    monkeypatch.setattr(ACTIONS, "refused", lambda implementation, args, kwargs: divided)
    with pytest.raises(ZeroDivisionError) as caught:
        entry_point(refuses)(0)
    assert caught.value.__context__ is None
    assert met == [caught.value]


# ---------------------------------------------------------------------------- what is guarded


class _Iterator:
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self


def test_the_end_of_an_iteration_is_no_error(met):
    _Iterator.__module__ = _Iterator.__next__.__module__ = "stagelight.tests"
    assert list(guarded(_Iterator)()) == []
    assert met == []


def test_methods_of_all_kinds_are_guarded(met):
    class Base:
        def method(self):
            return divided(0)

    class Kind(Base):
        @classmethod
        def of_class(cls):
            return divided(0)

        @staticmethod
        def static():
            return divided(0)

        def __call__(self):
            return super().method()

    for kind in (Base, Kind):
        kind.__module__ = "stagelight.tests"
        for member in vars(kind).values():
            function = getattr(member, "__func__", member)
            if inspect.isfunction(function):
                function.__module__ = "stagelight.tests"
    guarded(Kind)
    kind = Kind()
    for call in (kind.method, Kind.of_class, Kind.static, kind):
        with pytest.raises(ZeroDivisionError) as caught:
            call()
        names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
        assert names == ["test_methods_of_all_kinds_are_guarded"]


def test_what_is_not_the_packages_stays_as_it_is():
    assert guarded(divided) is divided


def test_generators_stay_as_they_are():
    def generator():
        yield 1

    generator.__module__ = "stagelight.tests"
    assert guarded(generator) is generator


def test_what_guards_itself_stays_as_it_is(met):
    @guards_itself
    def function(x):
        try:
            return divided(x)
        except BaseException as error:
            leave(error)
            raise

    function.__module__ = "stagelight.tests"
    assert guarded(function) is function
    with pytest.raises(ZeroDivisionError):
        function(0)
    assert len(met) == 1


def test_a_function_has_one_entry_point_that_goes_with_it():
    def function():
        return 1

    entry = entry_point(function)
    assert entry_point(function) is entry is entry_point(entry)
    assert boundary.implementation_of(entry) is function
    gone = weakref.ref(entry)
    del entry, function
    gc.collect()
    assert gone() is None


def test_entry_points_are_pickled_by_name():
    import stagelight as tf

    assert pickle.loads(pickle.dumps(tf.add)) is tf.add
