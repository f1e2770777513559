"""The losses and decoders of connectionist temporal classification, against all paths one by one."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import stagelight as tf
from tests.ops.samples import random

STEPS, CLASSES = 4, 3
LOGITS = random.floats(STEPS, 1, CLASSES).astype(np.float64)
TENSOR = tf.constant(LOGITS)


def _spelled(path: tuple[int, ...], blank: int) -> tuple[int, ...]:
    merged = [x for i, x in enumerate(path) if not i or x != path[i - 1]]
    return tuple(x for x in merged if x != blank)


def _probabilities(blank: int) -> dict[tuple[int, ...], float]:
    """The probability of each sequence of labels: the sum over all paths that spell it."""
    shares = np.exp(LOGITS[:, 0])
    shares /= shares.sum(axis=1, keepdims=True)
    found: dict[tuple[int, ...], float] = {}
    for path in itertools.product(range(CLASSES), repeat=STEPS):
        labels = _spelled(path, blank)
        found[labels] = found.get(labels, 0.0) + np.prod(shares[np.arange(STEPS), list(path)])
    return found


@pytest.mark.parametrize("labels", [(0,), (1,), (0, 1), (1, 1), (0, 1, 0), (1, 0, 0)])
def test_the_loss_sums_over_all_paths(labels: tuple[int, ...]) -> None:
    places = [[0, i] for i in range(len(labels))]
    sparse = tf.SparseTensor(places, tf.constant(labels), [1, len(labels)])
    loss = tf.compat.v1.nn.ctc_loss(sparse, TENSOR, [STEPS])
    assert np.exp(-loss.numpy()[0]) == pytest.approx(_probabilities(2)[labels])


@pytest.mark.parametrize("labels", [(), (1,), (1, 2), (2, 2)])
def test_the_loss_of_dense_labels_sums_over_all_paths(labels: tuple[int, ...]) -> None:
    row = [*labels, 0, 0][:3]
    loss = tf.nn.ctc_loss([row], tf.cast(LOGITS, tf.float32), [len(labels)], [STEPS])
    assert np.exp(-loss.numpy()[0]) == pytest.approx(_probabilities(0)[labels], rel=1e-5)


def test_the_gradient_is_the_loss_s_slope() -> None:
    sparse = tf.SparseTensor([[0, 0], [0, 1]], [1, 1], [1, 2])

    def loss(x: tf.Tensor) -> tf.Tensor:
        return tf.compat.v1.nn.ctc_loss(sparse, x, [STEPS])[0] * 3.0

    with tf.GradientTape() as tape:
        tape.watch(TENSOR)
        value = loss(TENSOR)
    gradient = tape.gradient(value, TENSOR).numpy()
    for place in np.ndindex(*LOGITS.shape):
        step = np.zeros_like(LOGITS)
        step[place] = 1e-5
        slope = (loss(tf.constant(LOGITS + step)) - loss(tf.constant(LOGITS - step))) / 2e-5
        assert gradient[place] == pytest.approx(slope.numpy(), rel=1e-6, abs=1e-8)


def test_a_second_derivative_is_refused() -> None:
    x = TENSOR
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            loss = tf.compat.v1.nn.ctc_loss(tf.SparseTensor([[0, 0]], [1], [1, 1]), x, [STEPS])
        first = inner.gradient(loss, x)
    with pytest.raises(LookupError, match="second derivative"):
        outer.gradient(first, x)


def test_a_wide_beam_finds_the_likeliest_labels() -> None:
    found, scores = tf.nn.ctc_beam_search_decoder(TENSOR, [STEPS], beam_width=100, top_paths=3)
    likeliest = sorted(_probabilities(2).items(), key=lambda item: -item[1])[:3]
    assert [tuple(x.values.numpy().tolist()) for x in found] == [labels for labels, _ in likeliest]
    np.testing.assert_allclose(np.exp(scores[0]), [p for _, p in likeliest], rtol=1e-9)


def test_steps_beyond_the_length_change_nothing() -> None:
    longer = np.concatenate([LOGITS, 9 * np.ones((2, 1, CLASSES))])
    for decode in (tf.nn.ctc_greedy_decoder, tf.nn.ctc_beam_search_decoder):
        (short,), score = decode(TENSOR, [STEPS])
        (long,), same_score = decode(tf.constant(longer), [STEPS])
        assert long.values.numpy().tolist() == short.values.numpy().tolist()
        np.testing.assert_allclose(same_score, score)


ROWS_OF_LABELS = np.random.default_rng(3).integers(0, 3, (20, 6))


@pytest.mark.parametrize("is_staged", [False, True])
def test_repetitions_are_merged(is_staged):
    lengths = np.arange(20, dtype=np.int64) % 7
    run = tf.function(tf.nn.collapse_repeated) if is_staged else tf.nn.collapse_repeated
    found, counts = run(ROWS_OF_LABELS, lengths)
    expected = [
        [label for label, _ in itertools.groupby(row[:length])]
        for row, length in zip(ROWS_OF_LABELS, lengths, strict=True)
    ]
    assert counts.numpy().tolist() == [len(row) for row in expected]
    width = max(map(len, expected))
    assert found.numpy().tolist() == [[*row, *[0] * (width - len(row))] for row in expected]


@pytest.mark.parametrize("is_staged", [False, True])
def test_the_different_labels_of_rows(is_staged):
    run = tf.function(tf.nn.ctc_unique_labels) if is_staged else tf.nn.ctc_unique_labels
    unique, positions = run(ROWS_OF_LABELS)
    assert (unique.dtype, positions.dtype) == (tf.int64, tf.int32)
    for row, different, which in zip(
        ROWS_OF_LABELS, unique.numpy(), positions.numpy(), strict=True
    ):
        expected = list(dict.fromkeys(row.tolist()))
        assert different.tolist() == expected + [0] * (6 - len(expected))
        assert different[which].tolist() == row.tolist()


def test_labels_that_are_no_matrix_are_refused():
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.nn.collapse_repeated([1, 1], [2])
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.nn.ctc_unique_labels([1, 2])
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.nn.collapse_repeated([[1, 1]], [2, 2])
