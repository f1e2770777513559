"""The steps of random programs that stay with the host: regions take turns with it, in loops too."""

from __future__ import annotations

from typing import Any

import stagelight as tf
from tests.runtime.random_graphs import Program, Value, bounded, step


@step
def ordered(p: Program) -> Value | None:
    value = p.floats(exact=True, ranks=(1, 2))
    if value is None:
        return None
    if p.code() % 2:
        return Value(tf.argsort(value.tensor, stable=True), value.axes, True)
    return Value(tf.sort(value.tensor, direction="DESCENDING"), value.axes, True)


@step
def greatest(p: Program) -> Value | None:
    value = p.floats(exact=True, ranks=(1, 2))
    if value is None:
        return None
    # Twice the values: an axis may be of 1.
    values, places = tf.math.top_k(tf.concat([value.tensor, value.tensor], -1), 2)
    axes = (*value.axes[:-1], 2)
    return Value(values, axes, True) if p.code() % 2 else Value(places, axes, True)


@step
def found_among(p: Program) -> Value | None:
    value = p.floats(exact=True, ranks=(1,))
    if value is None:
        return None
    edges = tf.sort(value.tensor)
    side = ["left", "right"][p.code() % 2]
    return Value(tf.searchsorted(edges, value.tensor * 0.5, side=side), value.axes, True)


@step
def segments(p: Program) -> Value | None:
    value = p.floats(ranks=(1, 2))
    if value is None:
        return None
    rows = tf.shape(value.tensor)[0]
    function = [tf.math.segment_sum, tf.math.segment_mean, tf.math.segment_max][p.code() % 3]
    found = function(value.tensor, tf.range(rows) * 3 // rows)
    return Value(bounded(tf.gather(found, tf.zeros([2], tf.int32))), (2, *value.axes[1:]), False)


@step
def distinct(p: Program) -> Value | None:
    value = p.integers()
    if value is None:
        return None
    found, places = tf.unique(tf.reshape(value.tensor, [-1]) % 5)
    if p.code() % 2:
        return Value(tf.reduce_sum(found) + tf.size(found), (), True)
    return Value(tf.reshape(places, tf.shape(value.tensor)), value.axes, True)


@step
def where_true(p: Program) -> Value | None:
    value = p.floats(exact=True, ranks=(1, 2))
    if value is None:
        return None
    kept = tf.boolean_mask(value.tensor, value.tensor > 0.123)
    places = tf.where(value.tensor > 0.123)
    total = tf.reduce_sum(kept) * 0.1 + tf.cast(tf.reduce_sum(places), tf.float32) * 0.01
    return Value(bounded(total), (), False)


def _definite(x: Any) -> Any:
    """A matrix that has a root and an inverse, of the rows of another one."""
    return tf.matmul(x, x, transpose_b=True) * 0.1 + tf.eye(tf.shape(x)[0]) * 2.0


@step
def factored(p: Program) -> Value | None:
    value = p.floats(ranks=(2,))
    if value is None:
        return None
    matrix = _definite(value.tensor)
    function = [
        tf.linalg.cholesky, tf.linalg.inv, lambda m: tf.linalg.solve(m, m * 0.5 + 1.0),
        lambda m: tf.linalg.triangular_solve(tf.linalg.cholesky(m), m),
    ][p.code() % 4]  # fmt: skip
    return Value(bounded(function(matrix)), (value.axes[0], value.axes[0]), False)


@step
def determinant(p: Program) -> Value | None:
    value = p.floats(ranks=(2,))
    return value and Value(bounded(tf.linalg.logdet(_definite(value.tensor))), (), False)


@step
def transformed(p: Program) -> Value | None:
    value = p.floats(ranks=(1, 2))
    if value is None:
        return None
    spectrum = tf.signal.fft(tf.cast(value.tensor, tf.complex64))
    part = [tf.math.real, tf.math.imag, tf.abs][p.code() % 3]
    return Value(bounded(part(spectrum) * 0.2), value.axes, False)


@step
def sparse_product(p: Program) -> Value | None:
    value = p.floats(exact=True, ranks=(2,))
    if value is None:
        return None
    sparse = tf.sparse.from_dense(tf.nn.relu(value.tensor - 0.317))
    result = tf.sparse.sparse_dense_matmul(sparse, value.tensor, adjoint_b=True)
    return Value(bounded(result * 0.2), (value.axes[0], value.axes[0]), False)


@step
def turned(p: Program) -> Value | None:
    value = p.floats(ranks=(1, 2))
    if value is None:
        return None
    return Value(tf.roll(value.tensor, p.code() % 5 - 2, axis=-1), value.axes, value.is_exact)


@step
def drawn_in_turn(p: Program) -> Value | None:
    """Numbers of a stream that goes on from round to round, and from call to call."""
    value = p.floats(ranks=(0, 1, 2))
    if value is None:
        return None
    shape, seed = tf.shape(value.tensor), p.code() + 1
    draw = [
        tf.random.uniform, tf.random.normal, tf.random.truncated_normal,
        lambda shape, seed: tf.cast(tf.random.uniform(shape, 0, 9, tf.int32, seed), tf.float32),
    ][p.code() % 4]  # fmt: skip
    return Value(bounded(value.tensor + draw(shape, seed=seed)), value.axes, False)


@step
def shuffled(p: Program) -> Value | None:
    value = p.floats(ranks=(1, 2))
    if value is None:
        return None
    return Value(tf.random.shuffle(value.tensor, seed=p.code() + 1), value.axes, value.is_exact)
