"""Variables made in the first trace of a function: what their initial values may depend on."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import stagelight as tf
from stagelight.staging import variable_lifting


class Kept:
    """Where a function keeps the variable that it makes at its first call."""

    def __init__(self):
        self.v = None


def making(make):
    """A staged function that makes a variable by `make(*args)` once, and gives its value."""
    kept = Kept()

    @tf.function
    def function(*args):
        if kept.v is None:
            kept.v = make(*args)
        return kept.v.read_value()

    return function, kept


X = 3.0


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda x: tf.Variable(2.0), 2.0),
        (lambda x: tf.Variable(x * 2.0), 6.0),
        (lambda x: tf.Variable(lambda: 5.0), 5.0),
        (lambda x: tf.Variable(lambda: x * 2.0), 6.0),
        (lambda x: tf.Variable(lambda: tf.ones([2]) * x), [3.0, 3.0]),
        (lambda x: tf.Variable([x, 2.0]), [3.0, 2.0]),
        (lambda x: tf.Variable(tf.Variable(x * 2.0) * 10.0), 60.0),
        (lambda x: tf.Variable(tf.cond(x > 0, lambda: x * 2.0, lambda: x)), 6.0),
        (lambda x: tf.Variable(tf.function(lambda y: y + 1.0)(x)), 4.0),
    ],
    ids=range(9),
)
def test_an_initial_value_may_be_computed_in_the_function(make, expected):
    function, kept = making(make)
    assert function(tf.constant(X)).numpy().tolist() == expected
    assert function(tf.constant(100.0)).numpy().tolist() == expected
    assert kept.v.numpy().tolist() == expected


def test_an_initial_value_may_depend_on_what_the_function_captures():
    captured, variable = tf.constant(3.0), tf.Variable(7.0)
    assert float(making(lambda: tf.Variable(captured * 2.0))[0]()) == 6.0
    assert float(making(lambda: tf.Variable(variable * 2.0))[0]()) == 14.0
    assert float(making(lambda: tf.Variable(variable))[0]()) == 7.0


def test_a_function_called_by_another_may_use_its_argument():
    inner, kept = making(lambda x: tf.Variable(x * 2.0))
    outer = tf.function(lambda y: inner(y + 1.0) + inner(y))
    assert float(outer(tf.constant(X))) == 16.0
    assert float(kept.v) == 8.0


def test_a_function_within_another_may_use_the_tensors_around_it():
    kept = Kept()

    @tf.function
    def outer(x):
        y = x * 2.0

        @tf.function
        def inner():
            if kept.v is None:
                kept.v = tf.Variable(y)
            return kept.v.read_value()

        return inner()

    assert float(outer(tf.constant(X))) == 6.0


def test_a_branch_may_make_a_variable_of_what_is_around_it():
    kept = Kept()

    @tf.function
    def f(x):
        y = x * 2.0

        def make():
            if kept.v is None:
                kept.v = tf.Variable(y + 1.0)
            return kept.v.read_value()

        return tf.cond(x > 0, make, lambda: x)

    assert float(f(tf.constant(X))) == 7.0


def test_a_loop_may_not_make_a_variable_of_its_round():
    @tf.function(autograph=False)
    def f(x):
        kept = Kept()

        def body(i):
            kept.v = tf.Variable(i * 2.0)
            return [i + kept.v]

        return tf.while_loop(lambda i: i < 3.0, body, [x])

    with pytest.raises(ValueError, match="another in each round of a loop"):
        f(tf.constant(0.0))


def test_a_function_that_is_only_traced_has_values_for_nothing_that_it_is_given():
    spec = tf.TensorSpec([], tf.float32)
    function, kept = making(lambda x: tf.Variable(tf.zeros([2])))
    concrete = function.get_concrete_function(spec)
    assert concrete(tf.constant(X)).numpy().tolist() == [0.0, 0.0]
    function, kept = making(lambda x: tf.Variable(x * 2.0))
    with pytest.raises(ValueError, match=r"argument .* has no value"):
        function.get_concrete_function(spec)
    assert kept.v is None
    assert float(function(tf.constant(X))) == 6.0  # it may still be called


def test_seeded_initial_values_are_those_that_tensorflow_draws():
    """In the function's graph, whatever form they are given in; and no eager draw is used up."""
    for form in (lambda value: value(), lambda value: value):
        tf.random.set_seed(1)
        function, _ = making(lambda form=form: tf.Variable(form(lambda: tf.random.uniform([2]))))
        assert function().numpy().tolist() == [0.8126964569091797, 0.07857465744018555]
        assert tf.random.uniform([1]).numpy().tolist() == [0.1651308536529541]


def test_an_initial_value_that_is_a_function_is_called_once():
    called = []
    function, _ = making(lambda: tf.Variable(lambda: called.append(1) or 2.0))
    function()
    function()
    assert called == [1]


def test_variables_have_their_own_names_and_options():
    function, kept = making(
        lambda: tf.Variable(1.0, name="mine", trainable=False, dtype=tf.float64)
    )
    with tf.name_scope("outside"):
        function()
    assert kept.v.name.endswith("mine:0")
    assert not kept.v.trainable
    assert kept.v.dtype == tf.float64


def test_a_variable_whose_shape_is_left_open():
    function, kept = making(lambda x: tf.Variable(x, shape=tf.TensorShape(None)))
    function(tf.constant(X))
    kept.v.assign([1.0, 2.0])
    assert function(tf.constant(X)).numpy().tolist() == [1.0, 2.0]


def test_creators_outside_take_part():
    made = []

    def noting(next_creator, **kwargs):
        made.append(next_creator(**kwargs))
        return made[-1]

    function, kept = making(lambda x: tf.Variable(x * 2.0))
    with tf.variable_creator_scope(noting):
        function(tf.constant(X))
    assert made == [kept.v]


def test_a_call_that_fails_may_be_tried_again():
    kept = Kept()
    fails = [True]

    @tf.function
    def f(x):
        if kept.v is None:
            kept.v = tf.Variable(x)
        if fails:
            fails.pop()
            raise KeyError("no")
        return kept.v + 1.0

    with pytest.raises(KeyError):
        f(tf.constant(X))
    assert float(f(tf.constant(X))) == 4.0


def test_a_trace_does_not_keep_the_arguments_of_its_call():
    """Values for initial values are needed while tracing only."""
    function = tf.function(lambda x: x + 1.0)
    x = tf.constant([1.0, 2.0])
    function(x)
    gone = weakref.ref(x)
    del x
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("is_pure", [True, False])
def test_values_of_variables_are_found_without_a_look_at_the_whole_graph(monkeypatch, is_pure):
    """A model's optimizer makes two variables for each of the model's."""
    looks = []
    order = variable_lifting.order_effects
    monkeypatch.setattr(
        variable_lifting, "order_effects", lambda graph: (looks.append(graph), order(graph))
    )
    scale, made = tf.Variable(2.0), []

    @tf.function
    def f(x):
        if not made:
            for i in range(5):
                parts = tf.split(tf.reshape(x, [4]) + float(i), 2)
                value = parts[1] * (1.0 if is_pure else scale)
                made.append(tf.Variable(tf.concat([value, tf.zeros([1])], 0)))
        return tf.add_n(made)

    total = f(tf.reshape(tf.range(4.0), [2, 2]))
    factor = 1.0 if is_pure else 2.0
    np.testing.assert_array_equal(total, [20.0 * factor, 25.0 * factor, 0.0])
    assert len(looks) == (0 if is_pure else 5)


def test_values_of_variables_wait_for_what_they_are_told_to_wait_for():
    seen, made = [], []

    @tf.function
    def f(x):
        if not made:
            call = tf.py_function(lambda v: seen.append(float(v)), [x], [])
            with tf.control_dependencies([call]):
                made.append(tf.Variable(x * 3.0))
        return made[0] + x

    assert float(f(tf.constant(2.0))) == 8.0
    assert seen == [2.0]


# ---------------------------------------------------------------------------- effects


def after_an_assignment(state, x):
    state.count.assign_add(1.0)
    return state.count * 3.0


def after_an_assignment_of_an_argument(state, x):
    state.count.assign_add(x)
    return lambda: state.count.read_value() + x


def from_an_iterator(state, x):
    state.count.assign_add(1.0)
    return tf.cast(next(state.iterator), tf.float32) + 3.0


def from_the_host(state, x):
    state.count.assign_add(tf.py_function(lambda v: v, [1.0], tf.float32))
    return tf.py_function(lambda v: v + 1.0, [state.count], tf.float32)


def from_a_function_with_effects(state, x):
    return tf.function(lambda: state.count.assign_add(1.0) + 0.0)()


def called(f, x):
    return f(x)


def called_by_a_function(f, x):
    return tf.function(lambda x: f(x) + 0.0)(x)


def called_in_a_branch(f, x):
    return tf.function(lambda x: tf.cond(x > 0.0, lambda: f(x), lambda: x))(x)


def called_for_elements(f, x):
    return next(iter(tf.data.Dataset.from_tensors(x).map(f)))


@pytest.mark.parametrize(
    "call", [called, called_by_a_function, called_in_a_branch, called_for_elements]
)
@pytest.mark.parametrize(
    ("make", "jit"),
    [
        (after_an_assignment, None),
        (after_an_assignment, True),
        (after_an_assignment_of_an_argument, None),
        (after_an_assignment_of_an_argument, True),
        (from_an_iterator, None),
        (from_the_host, None),
        (from_a_function_with_effects, None),
        (from_a_function_with_effects, True),
    ],
)
def test_effects_behind_an_initial_value_happen_once(make, call, jit):
    """As in eager code: the first call counts, reads the iterator and calls the host once."""

    class State:
        def __init__(self):
            self.count, self.iterator = tf.Variable(1.0), iter(tf.data.Dataset.range(9))
            self.made = None

        def step(self, x):
            value = make(self, x)
            if self.made is None:
                self.made = tf.Variable(value)
            self.made.assign_add(0.5)
            return self.made + x

    x = tf.constant(10.0)
    eager, staged = State(), State()
    expected = [float(eager.step(x)) for _ in range(3)]
    step = tf.function(staged.step, jit_compile=jit)
    results = [float(call(step, x))] + [float(step(x)) for _ in range(2)]
    assert results == expected
    assert float(staged.count) == float(eager.count)
    assert float(staged.made) == float(eager.made)
    assert int(next(staged.iterator)) == int(next(eager.iterator))


def test_a_first_call_that_fails_may_be_tried_again_after_effects():
    count, made = tf.Variable(0.0), []

    @tf.function
    def f(x):
        count.assign_add(1.0)
        tf.debugging.assert_positive(x)
        if not made:
            made.append(tf.Variable(count * 10.0))
        return made[0] + x

    with pytest.raises(tf.errors.InvalidArgumentError):
        f(tf.constant(-1.0))
    assert float(f(tf.constant(1.0))) == 21.0
    assert float(f(tf.constant(1.0))) == 21.0
    assert float(count) == 3.0


def test_what_is_only_traced_has_no_effects():
    count, made = tf.Variable(0.0), []

    @tf.function
    def f():
        count.assign_add(1.0)
        if not made:
            made.append(tf.Variable(count * 10.0))
        return made[0] + 0.0

    with pytest.raises(ValueError, match=r"Call the function once\. \(AG402\)"):
        f.get_concrete_function()
    assert float(count) == 0.0
    assert not made
    assert float(f()) == 10.0
    assert float(f.get_concrete_function()()) == 10.0
    assert float(count) == 2.0


def test_a_variable_of_unknown_size_has_a_value_after_effects():
    count, made = tf.Variable(2), []

    @tf.function
    def f(x):
        count.assign_add(1)
        if not made:
            made.append(tf.Variable(tf.repeat(x, count)))
        return made[0] * 2.0

    assert f(tf.constant([1.0])).numpy().tolist() == [2.0, 2.0, 2.0]
    assert f(tf.constant([5.0])).numpy().tolist() == [2.0, 2.0, 2.0]


def test_replicas_have_values_of_the_run():
    strategy, made = tf.distribute.MirroredStrategy(["CPU:0"]), []
    with strategy.scope():
        count = tf.Variable(1.0)

    @tf.function
    def f():
        with strategy.scope():
            count.assign_add(1.0)
            if not made:
                made.append(tf.Variable(count * 3.0))
        return made[0] + 0.0

    assert [float(f()), float(f())] == [6.0, 6.0]
    assert float(count) == 3.0
