"""Sessions: what is fetched and fed, variables of their own, and how they end."""

from __future__ import annotations

import collections
import threading

import numpy as np
import pytest

import stagelight as tf

v1 = tf.compat.v1


@pytest.fixture
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


# ---------------------------------------------------------------------------- fetches


def test_fetches_keep_their_form(graph):
    x = tf.constant([1.0, 2.0], name="x")
    pair = collections.namedtuple("pair", "a b")
    with v1.Session() as session:
        found = session.run({"t": x, "n": ["x:0", (x[0],)], "o": pair(x.op, x[1]), "e": []})
    assert found["t"].tolist() == [1.0, 2.0]
    assert found["n"][0].tolist() == [1.0, 2.0]
    assert found["n"][1] == (1.0,)
    assert found["o"] == pair(None, 2.0)
    assert found["e"] == []


def test_values_are_numpys_numbers_are_scalars_and_both_may_be_changed(graph):
    x = tf.constant([1.0, 2.0])
    with v1.Session() as session:
        row, number, word = session.run([x, x[0], tf.constant("a")])
        assert type(row) is np.ndarray
        assert type(number) is np.float32
        assert word == b"a"
        row += 10.0
        assert session.run(x).tolist() == [1.0, 2.0]


def test_a_variable_is_fetched_by_its_value_and_its_value_may_be_changed(graph):
    v = tf.Variable([1.0, 2.0])
    with v1.Session() as session:
        session.run(v.initializer)
        session.run(v)[0] = 7.0
        assert session.run(v).tolist() == [1.0, 2.0]


def test_what_is_fetched_twice_is_computed_once(graph):
    called = []
    x = tf.numpy_function(lambda: called.append(1) or np.float32(1), [], tf.float32)
    with v1.Session() as session:
        assert session.run([x, x, x + 1.0]) == [1.0, 1.0, 2.0]
    assert called == [1]


def test_operations_are_run_and_give_none(graph):
    v = tf.Variable(1.0)
    add = v1.assign_add(v, 2.0)
    with v1.Session() as session:
        assert session.run(v.initializer) is None
        assert session.run([add.op]) == [None]
        assert session.run(v) == 3.0


@pytest.mark.parametrize(("fetch", "error", "message"), [
    (lambda: "nope:0", ValueError, "cannot be interpreted"),
    (lambda: "nope", ValueError, "cannot be interpreted"),
    (lambda: 3, TypeError, "invalid type int"),
    (lambda: None, TypeError, "invalid type NoneType"),
])  # fmt: skip
def test_what_is_no_part_of_the_graph_cannot_be_fetched(graph, fetch, error, message):
    tf.constant(1)
    with v1.Session() as session, pytest.raises(error, match=message):
        session.run(fetch())


def test_a_tensor_of_another_graph_cannot_be_fetched_or_fed(graph):
    x = tf.constant(1.0)
    with tf.Graph().as_default():
        other = tf.constant(1.0)
    with v1.Session() as session:
        with pytest.raises(ValueError, match="not an element of this graph"):
            session.run(other)
        with pytest.raises(TypeError, match=r"Cannot interpret feed_dict key.*not an element"):
            session.run(x, {other: 1.0})


# ---------------------------------------------------------------------------- feeds


def test_a_fed_value_is_converted_to_the_tensors_dtype_and_held_against_its_shape(graph):
    x = v1.placeholder(tf.float32, [None, 2])
    with v1.Session() as session:
        assert session.run(x, {x: [[1, 2]]}).dtype == np.float32
        assert session.run(x, {x: np.zeros([0, 2])}).shape == (0, 2)
        with pytest.raises(ValueError, match=r"Cannot feed value of shape \(3,\)"):
            session.run(x, {x: [1, 2, 3]})
        with pytest.raises((TypeError, ValueError)):
            session.run(x, {x: "text"})


def test_a_fed_array_is_not_the_results(graph):
    x = v1.placeholder(tf.float32, [2])
    array = np.array([1.0, 2.0], np.float32)
    with v1.Session() as session:
        result = session.run(x, {x: array})
    result[0] = 7.0
    assert array.tolist() == [1.0, 2.0]


def test_a_placeholder_that_is_not_fed_is_named(graph):
    x = v1.placeholder(tf.float32, [2], name="here")
    with v1.Session() as session:
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"(?s)here.*must feed a value"):
            session.run(x + 1.0)
        assert session.run(tf.constant(1.0)) == 1.0


def test_a_key_that_is_no_tensor_is_refused(graph):
    x = tf.constant(1.0)
    with v1.Session() as session:
        for key in ("nope:0", x.op, 3):
            with pytest.raises(TypeError, match="Cannot interpret feed_dict key"):
                session.run(x, {key: 1.0})


def test_a_default_takes_a_value_of_its_shape_only(graph):
    x = v1.placeholder_with_default([1.0, 2.0], [None])
    with pytest.raises(ValueError, match="Shapes must be equal"):
        v1.placeholder_with_default([1.0, 2.0], [3])
    with v1.Session() as session:
        assert session.run(x * 2.0).tolist() == [2.0, 4.0]
        assert session.run(x * 2.0, {x: [5.0]}).tolist() == [10.0]
        with pytest.raises(ValueError, match="Cannot feed"):
            session.run(x, {x: 1.0})


@pytest.mark.parametrize(
    ("dtype", "value", "expected"),
    [
        ("bool", [1, 0], [True, False]), ("bool", 1, True), ("bool", range(2), [False, True]),
        ("int32", [1.5, 2], [1, 2]), ("int32", 2.5, 2), ("uint8", 2.5, 2), ("int64", True, 1),
        ("float16", 2, 2.0), ("complex64", [1, 2.5], [1, 2.5]), ("string", ["a", b"b"], [b"a", b"b"]),
    ],
)  # fmt: skip
def test_numbers_are_fed_as_numpy_casts_them(graph, dtype, value, expected):
    x = v1.placeholder(getattr(tf, dtype), None)
    with v1.Session() as session:
        assert np.asarray(session.run(tf.identity(x), {x: value})).tolist() == expected


@pytest.mark.parametrize(
    ("dtype", "value", "error"),
    [
        ("uint8", 300, TypeError), ("uint8", -1, TypeError), ("int32", 2**40, TypeError),
        ("int32", [2**40], TypeError), ("float32", None, TypeError), ("bool", -1, TypeError),
        ("int32", "a", ValueError), ("bool", "a", ValueError), ("int32", float("nan"), ValueError),
        ("string", [1], ValueError), ("int32", [[1], [2, 3]], ValueError),
    ],
)  # fmt: skip
def test_feeds_that_would_lose_their_value_are_refused(graph, dtype, value, error):
    x = v1.placeholder(getattr(tf, dtype), None)
    with v1.Session() as session, pytest.raises(error, match="Cannot feed"):
        session.run(tf.identity(x), {x: value})


def test_a_session_that_is_entered_builds_its_graph():
    """Also the shared graph, while it is empty."""
    v1.reset_default_graph()
    with v1.Session() as session:
        x = v1.placeholder(tf.float32, [2])
        message = tf.Graph()
        with message.as_default():
            tf.constant(3.0, name="three")
        v1.import_graph_def(message.as_graph_def(), name="")
        assert session.run(
            x * session.graph.get_tensor_by_name("three:0"), {x: [1, 2]}
        ).tolist() == [3, 6]
    assert tf.constant(1).numpy() == 1
    v1.reset_default_graph()


# ---------------------------------------------------------------------------- state


def test_variables_are_the_sessions_own(graph):
    v = tf.Variable(1.0)
    add = v1.assign_add(v, 1.0)
    with v1.Session() as one, v1.Session() as other:
        one.run(v.initializer)
        with pytest.raises(tf.errors.FailedPreconditionError):
            other.run(v)
        other.run(v.initializer)
        assert (one.run(add), one.run(add), other.run(v)) == (2.0, 3.0, 1.0)


def test_random_numbers_go_on_from_run_to_run_and_begin_anew_in_each_session(graph):
    tf.random.set_seed(3)
    x = tf.random.uniform([], seed=5)
    runs = []
    for _ in range(2):
        with v1.Session() as session:
            runs.append([session.run(x) for _ in range(3)])
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == 3


def test_random_numbers_are_the_same_whatever_else_is_fetched(graph):
    """The plan of another set of fetches goes on where the first one was."""
    tf.random.set_seed(3)
    x = tf.random.uniform([], seed=5)
    with v1.Session() as session:
        apart = [session.run(x), session.run([x, x + 1.0])[0], session.run(x)]
    with v1.Session() as session:
        assert [session.run(x) for _ in range(3)] == apart


def test_a_graph_may_grow_between_runs(graph):
    x = tf.constant(1.0)
    with v1.Session() as session:
        assert session.run(x) == 1.0
        v = tf.Variable(x + 1.0)
        session.run(v.initializer)
        assert session.run(v * 2.0) == 4.0


def test_threads_run_one_session(graph):
    """Each run has the session's variables, whatever sessions other threads run."""
    v = tf.Variable(0.0)
    x = v1.placeholder(tf.float32, [])
    y = v + x
    with v1.Session() as one, v1.Session() as other:
        one.run(v.initializer)
        other.run(v1.assign(v, 100.0).op)
        found = {}

        def work(i):
            session = (one, other)[i % 2]
            found[i] = [float(session.run(y, {x: i})) for _ in range(20)]

        threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == {i: [i + 100.0 * (i % 2)] * 20 for i in range(6)}


# ---------------------------------------------------------------------------- beginning and end


def test_a_session_is_the_default_inside_its_with_and_closed_after(graph):
    x = tf.constant(1.0)
    assert v1.get_default_session() is None
    with v1.Session() as session:
        assert v1.get_default_session() is session
    assert v1.get_default_session() is None
    with pytest.raises(RuntimeError, match="closed"):
        session.run(x)


def test_as_default_does_not_close(graph):
    x = tf.constant(1.0)
    session = v1.Session()
    with session.as_default() as inside:
        assert v1.get_default_session() is inside is session
    assert v1.get_default_session() is None
    assert session.run(x) == 1.0
    session.close()
    with pytest.raises(RuntimeError, match="closed"):
        session.run(x)


def test_an_interactive_session_is_the_default_until_it_is_closed(graph):
    x = tf.constant(1.0)
    with v1.Session() as outer:
        session = v1.InteractiveSession()
        assert v1.get_default_session() is session
        assert session.run(x) == 1.0
        session.close()
        session.close()  # again does no harm
        assert v1.get_default_session() is outer
    own = tf.Graph()
    session = v1.InteractiveSession(graph=own)
    assert tf.constant(1.0).graph is own
    session.close()
    assert tf.constant(1.0).graph is graph


def test_a_callable_takes_what_is_fed_in_order(graph):
    x, y = v1.placeholder(tf.float32, []), v1.placeholder(tf.float32, [])
    with v1.Session() as session:
        call = session.make_callable({"d": x - y}, [y, x])
        assert call(1.0, 5.0) == {"d": 4.0}
        with pytest.raises(TypeError, match="takes 2 values"):
            call(1.0)


def test_a_session_runs_the_graph_that_it_was_given():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.constant(1.0)
    with v1.Session(graph=graph) as session:
        assert session.graph is graph
        assert v1.get_default_graph() is graph
        assert session.run(x) == 1.0
    assert v1.get_default_graph() is not graph


def test_an_error_leaves_the_session_usable(graph):
    i = v1.placeholder(tf.int32, [])
    x = tf.gather([1.0, 2.0], i)
    with v1.Session() as session:
        with pytest.raises(tf.errors.InvalidArgumentError):
            session.run(x, {i: 9})
        assert session.run(x, {i: 1}) == 2.0


def test_options_are_kept():
    config = v1.ConfigProto(allow_soft_placement=True, inter_op_parallelism_threads=2)
    with tf.Graph().as_default():
        x = tf.constant(1)
        with v1.Session("", config=config) as session:
            assert session.run(x) == 1
    assert config.inter_op_parallelism_threads == 2


# ---------------------------------------------------------------------------- composites


def test_ragged_tensors_are_fetched_as_values(graph):
    x = tf.ragged.constant([[[1], [2, 3]], []])
    with v1.Session() as session:
        value, total = session.run({"x": x, "sum": tf.reduce_sum(x)}).values()
    assert isinstance(value, v1.ragged.RaggedTensorValue)
    assert value.to_list() == [[[1], [2, 3]], []]
    assert (value.shape, value.ragged_rank, value.dtype) == ((2, None, None), 2, np.int32)
    assert total == 6


def test_ragged_tensors_are_fed_values(graph):
    x = v1.ragged.placeholder(tf.float32, 2, [])
    with v1.Session() as session:
        value = v1.ragged.constant_value([[[1, 2], []], [[3]]], np.float32)
        found = session.run(x * 2.0, {x: value})
    assert found.to_list() == [[[2.0, 4.0], []], [[6.0]]]
    assert [part.name for part in (x.flat_values, *x.nested_row_splits)] == [
        "RaggedPlaceholder/flat_values:0",
        "RaggedPlaceholder/row_splits_0:0",
        "RaggedPlaceholder/row_splits_1:0",
    ]


def test_a_ragged_value_prints_its_parts():
    value = v1.ragged.constant_value([[1, 2], [3]])
    splits = np.array([0, 2, 3])
    assert str(value) == "<tf.RaggedTensorValue [[1, 2], [3]]>"
    assert repr(value) == f"tf.RaggedTensorValue(values={value.values!r}, row_splits={splits!r})"
    assert value.dtype == np.int64  # NumPy's, as in TensorFlow.


def test_a_ragged_value_is_a_ragged_tensor_to_functions():
    value = v1.ragged.constant_value([[1, 2], [3]], np.int32)
    assert tf.concat([value, tf.ragged.constant([[4]])], 0).to_list() == [[1, 2], [3], [4]]
    assert tf.gather(value, [1, 0]).to_list() == [[3], [1, 2]]
    assert tf.gather(params=value, indices=[0]).to_list() == [[1, 2]]
    assert tf.gather([5, 6, 7, 8], value).to_list() == [[6, 7], [8]]
    assert tf.reduce_sum(value, axis=1).numpy().tolist() == [3, 3]
    mask = v1.ragged.constant_value([[True, False], [True]])
    assert tf.ragged.boolean_mask(value, mask).to_list() == [[1], [3]]


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        (([1], np.array([0, 1])), TypeError),
        ((np.array([1]), [0, 1]), TypeError),
        ((np.array([1]), np.array([0.0, 1.0])), TypeError),
    ],
)
def test_a_ragged_value_needs_arrays(parts, error):
    with pytest.raises(error, match="numpy array"):
        v1.ragged.RaggedTensorValue(*parts)


def test_a_ragged_value_needs_splits_of_one_dtype():
    inner = v1.ragged.RaggedTensorValue(np.array([1]), np.array([0, 1], np.int32))
    with pytest.raises(ValueError, match="same dtype"):
        v1.ragged.RaggedTensorValue(inner, np.array([0, 1], np.int64))


def test_slices_of_unknown_shape_are_fetched_and_fed(graph):
    slices = tf.IndexedSlices(tf.constant([[1.0], [2.0]]), tf.constant([0, 2]))
    with v1.Session() as session:
        found = session.run(slices)
        fed = session.run(tf.identity(slices.values), {slices: ([[5.0], [6.0]], [0, 2])})
    assert found.values.tolist() == [[1.0], [2.0]]
    assert found.dense_shape is None
    assert fed.tolist() == [[5.0], [6.0]]


def test_a_graph_says_what_is_neither_fed_nor_fetched(graph):
    x = tf.constant(1.0, name="x")
    y = tf.constant(2.0, name="y")
    graph.prevent_feeding(x)
    graph.prevent_fetching(y.op)
    assert (graph.is_feedable(x), graph.is_feedable(y)) == (False, True)
    assert (graph.is_fetchable(x), graph.is_fetchable(y), graph.is_fetchable(y.op)) == (
        True,
        False,
        False,
    )
    with v1.Session() as session:
        with pytest.raises(ValueError, match="may not be fed"):
            session.run(x, {x: 3.0})
        with pytest.raises(ValueError, match="has been marked as not fetchable"):
            session.run(y)
        assert session.run(x + y) == 3.0


def test_a_tensor_is_no_value_of_a_feed():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        x = tf.compat.v1.placeholder(tf.float32, [])
        for value in (tf.constant(1.0), x + 1.0):
            with pytest.raises(TypeError, match=r"cannot be a tf\.Tensor"):
                session.run(x * 2.0, {x: value})
