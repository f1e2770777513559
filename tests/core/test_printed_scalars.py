"""The `repr` of scalars has the number as Python prints it, with all digits, as TensorFlow's has."""

from __future__ import annotations

import pytest

import stagelight as tf

PRINTED = {
    "float16": "0.0999755859375",
    "bfloat16": "0.10009765625",
    "float32": "0.10000000149011612",
    "float64": "0.1",
    "complex64": "(0.10000000149011612+0j)",
    "complex128": "(0.1+0j)",
}


@pytest.mark.parametrize("dtype", PRINTED)
def test_the_repr_of_a_scalar_has_all_digits(dtype):
    value = tf.constant(0.1, dtype)
    assert repr(value) == f"<tf.Tensor: shape=(), dtype={dtype}, numpy={PRINTED[dtype]}>"
    variable = repr(tf.Variable(value))
    assert variable == f"<tf.Variable 'Variable:0' shape=() dtype={dtype}, numpy={PRINTED[dtype]}>"


@pytest.mark.parametrize(
    ("value", "printed"),
    [(3, "3"), (True, "True"), ("a", "b'a'"), (float("nan"), "nan"), (float("-inf"), "-inf")],
)
def test_the_repr_of_other_scalars_is_pythons(value, printed):
    assert f"numpy={printed}>" in repr(tf.constant(value))


def test_the_text_of_a_scalar_is_numpys():
    assert str(tf.constant(0.1)) == "tf.Tensor(0.1, shape=(), dtype=float32)"
    assert f"{tf.constant(0.1)}" == "0.10000000149011612"
