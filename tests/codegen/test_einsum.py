"""Einstein sums as matrix products: which loops they become, and that they compute the same."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config
from tests.codegen.test_programs import text_of


def floats(*shape):
    return np.random.RandomState(len(shape)).uniform(-1, 1, shape).astype(np.float32)


def test_a_dense_layer_of_several_axes_is_one_product():
    text = text_of(lambda x, w: tf.einsum("abc,cde->abde", x, w), floats(2, 3, 4), floats(4, 5, 6))
    assert text.endswith("  out0[0; 30, 1] = in0[0; 4, 1] @ in1[0; 30, 1] (6x4x30)\n")


def test_heads_of_attention_are_batches():
    text = text_of(
        lambda q, k: tf.einsum("bqhd,bkhd->bhqk", q, k), floats(2, 5, 3, 4), floats(2, 6, 3, 4)
    )
    assert "for i0 in 2, i1 in 3:\n" in text
    assert "in0[i0*60 + i1*4; 12, 1] @ in1[i0*72 + i1*4; 1, 12] (5x4x6)" in text


def test_several_summed_axes_in_a_row_are_one():
    text = text_of(lambda x, w: tf.einsum("abc,bcd->ad", x, w), floats(5, 3, 4), floats(3, 4, 5))
    assert text.endswith("  out0[0; 5, 1] = in0[0; 12, 1] @ in1[0; 5, 1] (5x12x5)\n")


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_sums_over_any_axes_are_those_of_the_host(data):
    labels = "abcde"
    first = data.draw(st.permutations(labels).map(lambda x: x[:3]), "first")
    second = data.draw(st.permutations(labels).map(lambda x: x[:3]), "second")
    both = sorted({*first, *second})
    count = data.draw(st.integers(0, len(both)), "count")
    result = data.draw(st.permutations(both).map(lambda x: x[:count]), "result")
    sizes = dict(
        zip(labels, data.draw(st.lists(st.integers(1, 6), min_size=5, max_size=5)), strict=True)
    )
    equation = f"{''.join(first)},{''.join(second)}->{''.join(result)}"
    x = floats(*(sizes[label] for label in first))
    y = floats(*(sizes[label] for label in second))
    f = lambda x, y: tf.einsum(equation, x, y) * 1.0  # noqa: E731
    with config.changed(executor="native"):
        actual = tf.function(f)(tf.constant(x), tf.constant(y))
    np.testing.assert_allclose(actual, np.einsum(equation, x, y), rtol=2e-5, atol=2e-5)
