"""Flat outputs get the form that the function returned."""

from __future__ import annotations

import collections

import pytest

import stagelight as tf
from stagelight import nest
from stagelight.staging.result_forms import result_form

Pair = collections.namedtuple("Pair", ["first", "second"])
T = tf.constant(0)

FORMS = {
    "nothing": None,
    "a tensor": T,
    "an empty tuple": (),
    "an empty dict": {},
    "a list": [T, None, T],
    "a tuple": (T, (None,), [T]),
    "a dict in its own order": {"b": T, "a": (T, T), "c": None},
    "a named tuple": Pair(T, {"x": T}),
    "an ordered dict": collections.OrderedDict(b=T, a=T),
    "a default dict in a list": [collections.defaultdict(list, {"b": T, "a": T}), T],
}


@pytest.mark.parametrize("structured", FORMS.values(), ids=FORMS)
def test_outputs_stand_where_nest_puts_them(structured):
    leaves = nest.flatten(structured, expand_composites=True)
    outputs = [tf.constant(i) for i, leaf in enumerate(leaves) if leaf is not None]
    remaining = iter(outputs)
    expected = nest.pack_sequence_as(
        structured, [None if leaf is None else next(remaining) for leaf in leaves]
    )
    result = result_form(structured)(outputs)
    assert type(result) is type(expected)
    assert repr(result) == repr(expected)


def test_composites_are_put_together():
    @tf.function
    def f(x):
        return {"slices": tf.IndexedSlices(x, tf.constant([0])), "x": x}

    result = f(tf.constant([[1.0]]))
    assert isinstance(result["slices"], tf.IndexedSlices)
    assert result["slices"].values.numpy().tolist() == [[1.0]]
