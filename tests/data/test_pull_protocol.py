"""The contract of `data/blocks.py` over many pipelines: demand, end, order, position, and what runs when."""

from __future__ import annotations

import base64
import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight.data.blocks import Columns, stacked_blocks
from stagelight.data.elements import elements_of
from stagelight.data.iteration import Iteration
from tests.data import earlier_checkpoints
from tests.data.interrupted_pipelines import FILES, pipelines, write_files

Dataset = tf.data.Dataset
MOST = 40  # Some pipelines have no end.


# ---------------------------------------------------------------------------- every kernel


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Name -> a function that makes the elements of a pipeline; each time with new files for caches."""
    folder = tmp_path_factory.mktemp("pulled")
    files = {name: str(folder / name) for name in FILES} | {"folder": str(folder)}
    files["new"] = lambda what: str(tmp_path_factory.mktemp("new") / what)
    write_files(tf, files)

    def elements(make):
        tf.random.set_seed(11)
        return elements_of(make()._variant_tensor)

    return {
        name: lambda make=make: elements(make)
        for name, make in pipelines(tf, files).items()
        if "parallel" not in name and name not in ("map random", "shuffle without a seed")
    }


NAMES = sorted(
    name
    for name in pipelines(tf, {})
    if "parallel" not in name and name not in ("map random", "shuffle without a seed")
)


def _shown(row):
    """A row as text; an element that is a dataset by its own rows."""
    return [
        [_shown(inner) for inner in part[()].rows(Iteration())]
        if isinstance(part, np.ndarray) and part.dtype == object and hasattr(part[()], "rows")
        else str(np.asarray(part).tolist())
        for part in row
    ]


def _pulled(state, sizes, most=MOST):
    """The rows of blocks of the requested sizes, which are repeated; an error ends them."""
    rows = []
    for number in range(10 * most):
        request = sizes[number % len(sizes)]
        try:
            block = state.next_block(request)
        except tf.errors.OpError as error:
            return [*rows, type(error).__name__]
        assert isinstance(block, (Columns, list))
        assert len(block) <= request
        if not len(block):
            assert block == []
            assert state.next_block(request) == []
            break
        rows += map(_shown, block)
        if len(rows) >= most:
            break
    return rows


def _in_order(rows, most=MOST):
    found = []
    try:
        for row in rows:
            found.append(_shown(row))
            if len(found) == most:
                break
    except tf.errors.OpError as error:
        found.append(type(error).__name__)
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sizes", [(1,), (3,), (1000,), (2, 1, 5)])
def test_blocks_of_any_request_have_the_same_rows(made, name, sizes):
    expected = _in_order(made[name]().rows(Iteration()))
    assert _pulled(made[name]().begin(Iteration()), sizes)[:MOST] == expected


def test_most_kernels_are_pulled_in_blocks(made):
    """Otherwise the test above compares one thing with itself."""
    ahead = {name for name in NAMES if made[name]().begin(Iteration()).read_ahead > 1}
    assert {"range", "zip", "TextLineDataset", "map", "shuffle", "concatenate", "unbatch"} <= ahead
    assert {"filter", "map py_function", "from_generator", "prefetch"}.isdisjoint(ahead)


# ---------------------------------------------------------------------------- positions

STEPS = {
    "map": lambda d: d.map(lambda x: x * 2 + 1),
    "fails": lambda d: d.map(lambda x: 60 // (x - 7) + x),
    "one by one": lambda d: d.filter(lambda x: x > -99),
    "shuffle": lambda d: d.shuffle(4, seed=2, reshuffle_each_iteration=False),
    "take": lambda d: d.take(8),
    "skip": lambda d: d.skip(2),
    "shard": lambda d: d.shard(2, 1),
    "repeat": lambda d: d.repeat(2),
    "zip": lambda d: Dataset.zip(d, Dataset.range(3, 20).map(lambda x: x * x)).map(
        lambda x, y: x - y
    ),
    "zip one by one": lambda d: Dataset.zip(d, Dataset.range(9).filter(lambda x: x > 0)).map(
        lambda x, y: x - y
    ),
    "concatenate": lambda d: d.concatenate(Dataset.range(5).map(lambda x: x + 50)),
    "unbatch": lambda d: d.batch(3).unbatch(),
    "ignore_errors": lambda d: d.ignore_errors(),
}


def _piped(steps):
    dataset = Dataset.range(11)
    for step in steps:
        dataset = STEPS[step](dataset)
    return elements_of(dataset._variant_tensor)


def _rest(elements, iteration):
    """The rows that come next, over their errors, as a program sees them."""
    found = []
    rows = elements.rows(iteration)
    while len(found) < 500:
        try:
            row = next(rows, None)
        except tf.errors.OpError as error:
            found.append(type(error).__name__)
            iteration.resume()
            rows = elements.rows(iteration)
            continue
        if row is None:
            break
        found.append(_shown(row))
    return found


@settings(max_examples=100, deadline=None)
@given(
    steps=st.lists(st.sampled_from(sorted(STEPS)), max_size=4),
    requests=st.lists(st.integers(1, 5), max_size=4),
    by_rows=st.integers(0, 6),
)
def test_an_iteration_is_saved_between_any_two_rows(steps, requests, by_rows):
    """Pulled in blocks and then by rows or the other way round, with errors on the way."""
    elements = _piped(steps)
    whole = _rest(elements, Iteration())
    for blocks_first in (True, False):
        iteration, taken = Iteration(), []
        for reads_blocks in (blocks_first, not blocks_first):
            pulled = (
                _some_blocks(elements, iteration, requests)
                if reads_blocks
                else _some_rows(elements, iteration, by_rows)
            )
            taken += pulled
            iteration = Iteration(iteration.state())
        assert taken + _rest(elements, iteration) == whole


def _some_blocks(elements, iteration, requests):
    found = []
    state = elements.begin(iteration)
    for request in requests:
        try:
            block = state.next_block(request)
        except tf.errors.OpError as error:
            found.append(type(error).__name__)
            iteration.resume()
            state = elements.begin(iteration)
            continue
        found += map(_shown, block)
    return found


def _some_rows(elements, iteration, count):
    found = []
    rows = elements.rows(iteration)
    for _ in range(count):
        try:
            row = next(rows, None)
        except tf.errors.OpError as error:
            found.append(type(error).__name__)
            iteration.resume()
            rows = elements.rows(iteration)
            continue
        if row is not None:
            found.append(_shown(row))
    return found


EARLIER = json.loads(Path(__file__).with_name("earlier_checkpoints.json").read_text())


@pytest.mark.parametrize("name", sorted(earlier_checkpoints.PIPELINES))
@pytest.mark.parametrize("taken", earlier_checkpoints.TAKEN)
def test_checkpoints_of_an_earlier_version_are_restored(name, taken):
    make = earlier_checkpoints.PIPELINES[name]
    expected = earlier_checkpoints.following(earlier_checkpoints.interrupted(make, taken))
    tf.random.set_seed(5)
    iterator = iter(make())
    place = base64.b64decode(EARLIER[name][str(taken)])
    iterator._restore_from_tensors({"ITERATOR_STATE": tf.constant(place)})
    assert earlier_checkpoints.following(iterator) == expected


def test_rows_that_a_place_counts_are_not_saved():
    """Those of sources, and of what passes them on or is computed of each, whatever their size."""
    rows = np.zeros((300, 1000))
    for transform in (
        lambda d: d,
        lambda d: d.map(lambda x: x + 1),
        lambda d: Dataset.zip(d, d).take(200).map(lambda x, y: x + y),
        lambda d: d.repeat(2).concatenate(d),
    ):
        iterator = iter(transform(Dataset.from_tensor_slices(rows)))
        for _ in range(20):
            next(iterator)
        place = iterator._serialize_to_tensors()["ITERATOR_STATE"].numpy()
        assert len(place) < 2000


# ---------------------------------------------------------------------------- what runs too early

# Transformation -> how many elements of its source make its first `k` elements.
NEEDED = {
    "take": (lambda d: d.take(9), lambda k: k),
    "skip": (lambda d: d.skip(2), lambda k: k + 2 if k else 0),
    "shard": (lambda d: d.shard(3, 1), lambda k: 3 * k - 1 if k else 0),
    "repeat": (lambda d: d.repeat(2), lambda k: k),
    "concatenate": (lambda d: d.concatenate(Dataset.range(3)), lambda k: k),
    "second": (lambda d: Dataset.range(2).concatenate(d), lambda k: max(0, k - 2)),
    "enumerate": (lambda d: d.enumerate().map(lambda i, x: i + x), lambda k: k),
    "zip": (lambda d: Dataset.zip(Dataset.range(20), d).map(lambda x, y: x + y), lambda k: k),
    "map": (lambda d: d.map(lambda x: x + 1), lambda k: k),
    "filter": (lambda d: d.filter(lambda x: x % 2 > 0), lambda k: 2 * k),
    "batch": (lambda d: d.batch(2), lambda k: 2 * k),
    "unbatch": (lambda d: d.batch(2).unbatch(), lambda k: 2 * ((k + 1) // 2)),
    "unbatch.map": (
        lambda d: d.batch(2).unbatch().map(lambda x: x + 1).skip(1).take(8),
        lambda k: 2 * ((k + 2) // 2) if k else 0,
    ),
    "window": (lambda d: d.window(2), lambda k: 2 * k),
    "flat_map": (lambda d: d.flat_map(lambda x: Dataset.range(2)), lambda k: (k + 1) // 2),
    "scan": (lambda d: d.scan(tf.constant(0, tf.int64), lambda s, x: (s, x)), lambda k: k),
    "prefetch": (lambda d: d.prefetch(0), lambda k: k),
}


@pytest.mark.parametrize("source", ["py_function", "generator", "variable"])
@pytest.mark.parametrize("name", sorted(NEEDED))
def test_nothing_with_effects_runs_before_its_row_is_needed(name, source):
    """Also where what comes after it could be computed in blocks."""
    transform, needed = NEEDED[name]
    ran = []

    def noted(x):
        ran.append(int(x))
        return x

    def generate():
        for i in range(20):
            ran.append(i)
            yield i

    spec = tf.TensorSpec([], tf.int64)
    variable = tf.Variable(tf.constant(0, tf.int64))
    dataset = {
        "py_function": lambda: Dataset.range(20).map(
            lambda x: tf.ensure_shape(tf.py_function(noted, [x], tf.int64), [])
        ),
        "generator": lambda: Dataset.from_generator(generate, output_signature=spec),
        "variable": lambda: Dataset.range(20).map(lambda x: variable.assign_add(1) - 1),
    }[source]()
    iterator = iter(transform(dataset))
    for count in range(5):
        assert (int(variable) if source == "variable" else len(ran)) == needed(count)
        next(iterator)


def test_a_batch_of_rows_of_several_shapes_is_refused_however_they_are_pulled():
    """Columns of one shape meet columns of another one."""
    first = Dataset.from_tensor_slices(np.zeros((3, 2)))
    second = Dataset.from_tensor_slices(np.zeros((3, 4)))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"shape \[2\] and element 3 .* \[4\]"):
        list(first.concatenate(second).batch(4))
    assert stacked_blocks([Columns((np.arange(2),)), [(np.int64(7),)]])[0].tolist() == [0, 1, 7]


FAILS = {
    "skip": lambda d: d.skip(3),
    "shard": lambda d: d.shard(3, 0),
    "skip.take": lambda d: d.skip(2).take(3),
    "skip.shard.flat_map": lambda d: d.skip(1).shard(2, 0).flat_map(Dataset.from_tensors),
    "zip": lambda d: Dataset.zip(d, Dataset.range(5)).map(lambda x, y: x + y),
    "concatenate": lambda d: d.concatenate(d),
    "repeat": lambda d: d.repeat(2),
    "unbatch": lambda d: d.batch(2).unbatch(),
}


@pytest.mark.parametrize("name", sorted(FAILS))
def test_errors_come_in_the_same_places_in_blocks_and_row_by_row(name):
    """Those of elements that nobody gets, too: they are computed all the same."""
    numbers = Dataset.range(9)
    one_by_one = numbers.filter(lambda x: x > -1)
    found = [
        earlier_checkpoints.following(iter(FAILS[name](source.map(earlier_checkpoints.failing))))
        for source in (numbers, one_by_one)
    ]
    assert found[0] == found[1]
    assert "InvalidArgumentError" in found[0]


def test_what_is_passed_over_is_not_pulled_where_nothing_runs_for_it():
    numbers = Dataset.range(10**12)
    assert int(next(iter(numbers.skip(10**11)))) == 10**11
    assert int(next(iter(numbers.shard(10**11, 7).skip(1)))) == 10**11 + 7


def test_the_error_of_a_row_of_a_block_names_the_line_of_the_program():
    """Not the vectorised function, which nobody wrote."""
    dataset = Dataset.range(4).map(lambda x: 12 // (x - 2))  # the line
    for transformed in (dataset, dataset.shuffle(4), dataset.batch(2)):
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            list(transformed)
        assert "# the line" in str(raised.value)
        assert "node 'floordiv'" in str(raised.value)


def test_the_first_rows_do_not_wait_for_many():
    """Requests grow: who takes one row has one computed."""
    state = elements_of(Dataset.range(10**6).map(lambda x: x + 1)._variant_tensor).begin(
        Iteration()
    )
    requests = []
    pull = state.next_block

    def counted(max_rows):
        requests.append(max_rows)
        return pull(max_rows)

    state.next_block = counted
    elements = elements_of(Dataset.range(1)._variant_tensor)
    elements.make_iterator = lambda iteration: state
    rows = elements.rows(Iteration())
    for _ in range(2000):
        next(rows)
    assert requests[0] == 1
    assert max(requests) == state.read_ahead == 256
    assert all(after <= 4 * before for before, after in itertools.pairwise(requests))
