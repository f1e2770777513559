"""The table of Python's constructs under TensorFlow: which of them it stages with Python's meaning."""

from __future__ import annotations

import copy
import logging

import numpy as np

from tests.autograph.constructs.table import AsItIs, all_constructs


def outcome(tensorflow, function, values):
    """What a call gives as Python values, or the class of its error."""
    arguments = [
        copy.deepcopy(value.value) if isinstance(value, AsItIs) else tensorflow.constant(value)
        for value in values
    ]
    try:
        result = [function(*arguments)]
        return [np.asarray(x).tolist() for x in tensorflow.nest.flatten(result)]
    except Exception as error:  # noqa: BLE001 (which it is, is what is compared)
        return type(error)


# Tracing these does not end, or only after minutes, at the limit of recursion: TensorFlow leaves the
# loop over a generator, and the end of a recursion, to Python.
ENDLESS = (
    "functions.recursion_on_a_tensor",
    "functions.tail_recursion_on_a_tensor",
    "generators.endless_generator_with_break",
)


def verdict(tensorflow, construct):
    """How TensorFlow's staged outcome compares with its eager one."""
    if construct.name in ENDLESS:
        return "does not end"
    staged = tensorflow.function(construct.function)
    for values in construct.calls:
        expected, received = (
            outcome(tensorflow, function, values) for function in (construct.function, staged)
        )
        if isinstance(expected, type):
            if not isinstance(received, type):
                return "differs"
        elif isinstance(received, type):
            return f"refused with {received.__name__}"
        elif not same(expected, received):
            return "differs"
    return "same"


def same(expected, received):
    if len(expected) != len(received):
        return False
    return all(
        np.allclose(a, b) if isinstance(a, float) else a == b
        for a, b in zip(expected, received, strict=True)
    )


def test_what_tensorflow_refuses_is_recorded(tensorflow, golden):
    logging.getLogger("tensorflow").setLevel(logging.CRITICAL)
    lines = [f"{c.name}: {verdict(tensorflow, c)}\n" for c in all_constructs(tensorflow)]
    golden("constructs_under_tensorflow.txt", "".join(lines))
