"""Each of Python's constructs means the same in staged code: a table of programs, run both ways."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import stagelight as tf
from tests.autograph.constructs.table import AsItIs, all_constructs

# Machine code rounds sums and functions such as tanh otherwise than NumPy: by a few units of float32.
RTOL = 1e-5

CONSTRUCTS = all_constructs(tf)
CALLS = [
    pytest.param(
        construct,
        values,
        id=f"{construct.name}-{index}",
    )
    for construct in CONSTRUCTS
    for index, values in enumerate(construct.calls)
]


def arguments(values):
    return [
        copy.deepcopy(value.value) if isinstance(value, AsItIs) else tf.constant(value)
        for value in values
    ]


def plain(result):
    """A result as Python values."""
    return tf.nest.map_structure(lambda leaf: np.asarray(leaf).tolist(), [result])


def outcome(construct, function, values, capfd):
    """What a call gives and prints, or the error that it raises."""
    try:
        result = plain(function(*arguments(values)))
    except Exception as error:  # noqa: BLE001 (the error is what is compared)
        return error
    printed = capfd.readouterr().err if construct.prints else ""
    return result, printed


def gradient(function, values):
    args = arguments(values)
    with tf.GradientTape() as tape:
        tape.watch(args[0])
        result = [
            y for y in tf.nest.flatten(function(*args))
            if getattr(y, "dtype", tf.int32).is_floating
        ]  # fmt: skip
    return tape.gradient(result, args[0], unconnected_gradients="zero")


def is_same(expected, received):
    return tf.nest.map_structure(np.shape, expected) == tf.nest.map_structure(
        np.shape, received
    ) and all(
        np.allclose(a, b, rtol=RTOL, equal_nan=True) if isinstance(a, float) else a == b
        for a, b in zip(tf.nest.flatten(expected), tf.nest.flatten(received), strict=True)
    )


def check(construct, values, staged, capfd, refused=None):
    expected = outcome(construct, construct.function, values, capfd)
    received = outcome(construct, staged, values, capfd)
    refused = construct.refused or refused
    if refused is not None:
        assert isinstance(received, Exception)
        assert refused in str(received)
        return
    if isinstance(received, Exception) and not isinstance(expected, Exception):
        raise received
    if isinstance(expected, Exception):
        assert isinstance(received, type(expected)), repr(received)
        assert str(expected).strip("'\"") in str(received)
        return
    assert received[1] == expected[1]
    assert is_same(expected[0], received[0]), f"{received[0]} instead of {expected[0]}"
    if construct.gradient:
        found = [gradient(function, values) for function in (construct.function, staged)]
        assert np.allclose(*found, rtol=RTOL)


@pytest.mark.parametrize(("construct", "values"), CALLS)
def test_construct_means_the_same_in_staged_code(construct, values, capfd):
    check(construct, values, tf.function(construct.function), capfd)


OVER_AXES = [call for call in CALLS if any(isinstance(value, list) for value in call.values[1])]


@pytest.mark.parametrize(("construct", "values"), OVER_AXES)
def test_construct_means_the_same_without_known_shapes(construct, values, capfd):
    signature = [tf.TensorSpec([None] * np.ndim(x), tf.constant(x).dtype) for x in values]
    staged = tf.function(construct.function, input_signature=signature)
    check(construct, values, staged, capfd, construct.refused_without_shapes)
