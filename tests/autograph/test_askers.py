"""What an error advises depends on the code that asks a symbolic tensor for a Python value."""

from __future__ import annotations

import functools
import math

import pytest

import stagelight as tf


class Unit:
    def __init__(self, x):
        self.x = x

    @property
    def sign(self):
        return 1 if self.x > 0 else -1

    @functools.cached_property
    def kept_sign(self):
        return 1 if self.x > 0 else -1

    def __lt__(self, other):
        return bool(self.x < other.x)


@tf.autograph.experimental.do_not_convert
def plain(x):
    return 1 if x > 0 else -1


def of_a_library(x):
    namespace = {"__name__": "scipy.made"}
    exec(compile("def sign(x):\n    return 1 if x > 0 else -1\n", "<made>", "exec"), namespace)
    return namespace["sign"](x)


ASKERS = {
    "does not convert properties: make Unit.sign a method": lambda x: Unit(x).sign,
    "does not convert properties: make Unit.kept_sign a method": lambda x: Unit(x).kept_sign,
    "did not convert Unit.__lt__, which Python calls": lambda x: sorted([Unit(x), Unit(x + 1)]),
    "disabled for plain, by do_not_convert": plain,
    "sign of scipy.made is run as it is": of_a_library,
    "did convert this code, but what is called here": lambda x: math.floor(math.exp(x)),
}


@pytest.mark.parametrize("advice", ASKERS)
def test_who_asks_is_told(advice):
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError) as caught:
        tf.function(ASKERS[advice])(tf.constant(1.0))
    assert advice in str(caught.value)
    assert "(AG301)" in str(caught.value)


def test_code_outside_of_functions_is_told_to_become_one():
    with tf.Graph().as_default():
        x = tf.constant(1.0)
        with pytest.raises(tf.errors.OperatorNotAllowedInGraphError, match="decorating it directly"):
            bool(x > 0)


@pytest.mark.parametrize(
    ("ask", "instead"),
    [(int, "tf.range"), (float, "tf.math"), (bool, "tf.cond"), (iter, "tf.map_fn")],
)
def test_what_to_use_instead_depends_on_what_is_asked_for(ask, instead):
    with tf.Graph().as_default():
        x = tf.constant([1.0])
        with pytest.raises(tf.errors.OperatorNotAllowedInGraphError, match=instead):
            ask(x)


def test_a_tensor_of_a_block_has_the_class_of_tensorflow():
    kept = []

    def branch():
        kept.append(tf.constant(1) + 1)
        return tf.constant(1)

    @tf.function
    def f(x):
        tf.cond(x > 0, branch, lambda: tf.constant(2))
        return kept[0] + 1

    with pytest.raises(ValueError, match="out of scope") as caught:
        f(tf.constant(1))
    assert isinstance(caught.value, TypeError)
