"""Runs in parts: values and errors are those of TensorFlow 2.21."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1
INVALID = tf.errors.InvalidArgumentError


@pytest.fixture
def session():
    with tf.Graph().as_default(), v1.Session() as session:
        yield session


@pytest.fixture
def chain(session):
    """Three placeholders, the sum of two of them, and its product with the third."""
    a, b, c = (v1.placeholder(tf.float32, [], name=name) for name in "abc")
    total = tf.add(a, b, name="total")
    return a, b, c, total, tf.multiply(total, c, name="product")


def test_a_part_is_fed_what_the_one_before_gave(session, chain):
    a, b, c, total, product = chain
    run = session.partial_run_setup([total, product], [a, b, c])
    first = session.partial_run(run, "total:0", {a: 1.0, b: 2.0})
    assert session.partial_run(run, {"result": [product]}, {c: first * 3.0}) == {"result": [27.0]}
    with pytest.raises(INVALID, match="Must run 'setup'"):
        session.partial_run(run, product, {c: 1.0})


def test_runs_do_not_know_of_each_other(session, chain):
    a, b, c, total, product = chain
    runs = [session.partial_run_setup([total, product], [a, b, c]) for _ in range(2)]
    sums = [session.partial_run(run, total, {a: i, b: 1.0}) for i, run in enumerate(runs)]
    products = [session.partial_run(runs[0], product, {c: 10.0})]
    runs.append(session.partial_run_setup([total, product], [a, b, c]))
    sums.append(session.partial_run(runs[2], total, {a: 5.0, b: 5.0}))
    products += [session.partial_run(run, product, {c: 10.0}) for run in runs[1:]]
    assert (sums, products) == ([1.0, 2.0, 10.0], [10.0, 20.0, 100.0])


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_feeds_come_in_any_order(session, chain, order):
    *placeholders, total, product = chain
    run = session.partial_run_setup([total, product], placeholders)
    for i in order[:2]:
        session.partial_run(run, [], {placeholders[i]: i + 2.0})
    last = order[2]
    found = session.partial_run(run, [product, total], {placeholders[last]: last + 2.0})
    assert found == [20.0, 5.0]


def test_a_tensor_within_is_fed(session, chain):
    *_, c, total, product = chain
    run = session.partial_run_setup([product], [total, c])
    session.partial_run(run, [], {c: 4.0})
    assert session.partial_run(run, product, {total: 5.0}) == 20.0


def test_what_is_wrong_with_feeds_and_fetches(session, chain):
    a, b, c, total, product = chain

    def refused(message, fetches, feeds, *parts):
        run = session.partial_run_setup(fetches, feeds)
        for asked, fed in parts[:-1]:
            session.partial_run(run, asked, fed)
        with pytest.raises(INVALID, match=message):
            session.partial_run(run, *parts[-1])
        with pytest.raises(INVALID, match="Must run 'setup'"):
            session.partial_run(run, fetches)

    both, feeds, known = [total, product], [a, b, c], {a: 1.0, b: 1.0}
    refused("can't be computed from the feeds", both, feeds, (product, known))
    refused("product:0 was not specified", [total], feeds, (product, known))
    refused("feed c:0 was not specified", both, [a, b], (total, {**known, c: 1.0}))
    refused("feed a:0 was already fed", both, feeds, (total, known), (product, {a: 1.0, c: 1.0}))
    refused("total:0 was already fetched", both, feeds, (total, known), (total, {c: 1.0}))
    with pytest.raises(INVALID, match="at least one target"):
        session.partial_run_setup([])
    with pytest.raises(INVALID, match="total:0 is both fed and fetched"):
        session.partial_run_setup([total], [total])
    with pytest.raises(INVALID, match="Must run 'setup'"):
        session.partial_run("of another session", total)


def test_effects_happen_once_and_as_soon_as_they_can(session, chain):
    a, b, c, total, _ = chain
    counter = v1.get_variable("counter", initializer=0.0)
    session.run(counter.initializer)
    with tf.control_dependencies([total]):
        step = counter.assign_add(1.0)
    with tf.control_dependencies([step]):
        product = counter.read_value() * c
    run = session.partial_run_setup([total, product, step.op], [a, b, c])
    assert session.run(counter) == 0.0
    assert session.partial_run(run, total, {a: 1.0, b: 2.0}) == 3.0
    assert session.run(counter) == 1.0
    with pytest.raises(RuntimeError, match="requires empty `target_list`"):
        session.partial_run(run, step.op)
    assert session.partial_run(run, product, {c: 5.0}) == 5.0
    assert session.run(counter) == 1.0


def test_random_numbers_are_the_same_in_all_parts(session, chain):
    a, _, c, *_ = chain
    number = tf.random.uniform([3]) + a
    product = number * c
    run = session.partial_run_setup([number, product], [a, c])
    first = session.partial_run(run, number, {a: 0.0})
    np.testing.assert_array_equal(session.partial_run(run, product, {c: 2.0}), first * 2.0)


def test_a_step_of_training_in_two_parts(session):
    x, y = v1.placeholder(tf.float32, [2]), v1.placeholder(tf.float32, [2])
    w = v1.get_variable("w", initializer=[1.0, 2.0])
    session.run(w.initializer)
    guess = x * w
    loss = tf.reduce_sum((guess - y) ** 2)
    step = v1.train.GradientDescentOptimizer(0.1).minimize(loss)
    run = session.partial_run_setup([guess, loss, step], [x, y])
    guessed = session.partial_run(run, guess, {x: [1.0, 1.0]})
    np.testing.assert_array_equal(guessed, [1.0, 2.0])
    assert session.partial_run(run, loss, {y: guessed + 1.0}) == 2.0
    np.testing.assert_allclose(session.run(w), [1.2, 2.2])


def test_composites_are_fed_and_fetched(session):
    sparse, scale = v1.sparse_placeholder(tf.float32), v1.placeholder(tf.float32, [])
    ragged = tf.ragged.constant([[1.0], [2.0, 3.0]]) * scale
    longer = tf.sparse.concat(0, [sparse, sparse * scale])
    parts = [sparse.indices, sparse.values, sparse.dense_shape]
    run = session.partial_run_setup([longer, ragged], [scale, *parts])
    assert session.partial_run(run, ragged, {scale: 2.0}).to_list() == [[2.0], [4.0, 6.0]]
    value = v1.SparseTensorValue([[0, 1]], [3.0], [1, 2])
    found = session.partial_run(run, longer, {sparse: value})
    assert (found.indices.tolist(), found.values.tolist()) == ([[0, 1], [1, 1]], [3.0, 6.0])
    assert found.dense_shape.tolist() == [2, 2]


def test_a_closed_session_runs_no_parts(session, chain):
    *placeholders, total, _ = chain
    run = session.partial_run_setup(total, placeholders)
    session.close()
    for part in (lambda: session.partial_run_setup(total), lambda: session.partial_run(run, total)):
        with pytest.raises(RuntimeError, match="closed Session"):
            part()
