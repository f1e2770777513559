"""Guards take the arguments that they were written for, and reject all others."""

from __future__ import annotations

import collections

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stagelight import nest
from stagelight.core.guards import Guards, NoGuard
from stagelight.errors import InternalError

Pair = collections.namedtuple("Pair", ["first", "second"])
Other = collections.namedtuple("Other", ["first", "second"])

_structures = st.recursive(
    st.integers(0, 3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.builds(Pair, inner, inner)
        | st.builds(Other, inner, inner)
        | st.dictionaries(st.sampled_from(["a", "b", "it's", "\n"]), inner, max_size=3)
    ),
    max_leaves=8,
)
ERRORS = (ValueError, TypeError, KeyError)


def guarded(value):
    """The function that gives the leaves of arguments with the form of a value, and None of others."""
    leaves, spec = nest.flatten_with_spec((value,))
    guards = Guards(["args"], "None", {}, ERRORS)
    names = guards.take_apart("args", spec)
    return guards.compiled("f", "<f>", [f"return [{', '.join(names)}]"]), leaves


@settings(deadline=None, max_examples=300)
@given(value=_structures, other=_structures)
def test_a_form_is_told_from_others_as_its_definition_is(value, other):
    f, leaves = guarded(value)
    assert f((value,)) == leaves
    others, spec = nest.flatten_with_spec(other)
    if spec == nest.flatten_with_spec(value)[1]:
        assert f((other,)) == others
    else:  # A container in the place of a leaf is not the form's to reject: leaves have their own guards.
        taken = f((other,))
        assert taken is None or any(map(nest.is_nested, taken))


@pytest.mark.parametrize(("value", "other"), [
    (None, False),
    (True, 1),
    ("a", b"a"),
    ((1, 2), (1, 2, 3)),
    (3, 4),
    (10**5000, 10**5000 + 1),
], ids=["None", "bool", "text", "tuple", "int", "large int"])  # fmt: skip
def test_conditions_compare_constants_whatever_they_are(value, other):
    guards = Guards(["x"], "False", {})
    condition = guards.is_not if value is None or value is True else guards.differs
    guards.reject(condition("x", value))
    f = guards.compiled("f", "<f>", ["return x"])
    assert f(value) is value
    assert f(other) is False


def test_errors_of_arguments_in_another_form_reject_them():
    f, _ = guarded({"a": 1})
    assert f(()) is None
    assert f(3) is None


def test_containers_of_other_classes_are_refused():
    with pytest.raises(NoGuard):
        guarded(collections.OrderedDict(a=1))
    with pytest.raises(NoGuard):
        guarded({1: 2})


def test_text_of_a_model_cannot_become_code():
    guards = Guards(["x"], "None", {})
    guards.assign("y", "__import__('os')")
    with pytest.raises(InternalError):
        guards.compiled("f", "<f>", ["return y"])
