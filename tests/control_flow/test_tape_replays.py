"""Tapes of one form: a plan gives, bit for bit, what the walk gives, and forms tell tapes apart."""

import gc
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight.autodiff.tape import set_player, walked
from stagelight.control_flow import tape_forms, tape_replays


@pytest.fixture(autouse=True)
def no_forms(monkeypatch):
    """Nothing known, and plans made at once."""
    monkeypatch.setattr(tape_replays, "_walks", {})
    monkeypatch.setattr(tape_replays, "_plans", {})
    monkeypatch.setattr(tape_replays, "_latest", {})
    monkeypatch.setattr(tape_replays, "_WALKS_BEFORE", 0)


def plans():
    return [plan for plan in tape_replays._plans.values() if plan is not None]


def bits(gradients):
    return [None if g is None else tf.convert_to_tensor(g).numpy().tobytes() for g in gradients]


def both_ways(gradients):
    """Gradients by the walk and by a plan."""
    set_player(walked)
    try:
        by_walk = gradients()
    finally:
        set_player(tape_replays._played)
    return by_walk, gradients()


def arrays(seed, *shapes):
    random = np.random.RandomState(seed)
    return [tf.constant(random.randn(*shape).astype(np.float32)) for shape in shapes]


UNARY = [tf.tanh, tf.exp, tf.sin, tf.nn.relu, tf.square, tf.sigmoid, lambda x: x * 2.0 - 1.0]
BINARY = [tf.add, tf.multiply, tf.subtract, tf.maximum, lambda x, y: x / (y * y + 1.0)]
WHOLE = [
    lambda x: tf.reduce_sum(x, 0, keepdims=True) * x,
    lambda x: tf.reduce_mean(x, 1, keepdims=True) + x,
    lambda x: tf.reshape(tf.reshape(x, [-1]), [2, 3]),
    lambda x: tf.concat([x[:1], x[1:]], 0),
    lambda x: tf.transpose(tf.transpose(x)),
    lambda x: tf.gather(x, [1, 0]) * tf.nn.softmax(x),
    lambda x: tf.matmul(x, x, transpose_b=True) @ x,
]
steps = st.lists(st.tuples(st.integers(0, 100), st.integers(0, 7), st.integers(0, 7)), max_size=8)


def computed(program, values):
    values = list(values)
    for which, i, j in program:
        x, y = values[i % len(values)], values[j % len(values)]
        kind, number = which % 3, which // 3
        if kind == 0:
            values.append(UNARY[number % len(UNARY)](x))
        elif kind == 1:
            values.append(BINARY[number % len(BINARY)](x, y))
        else:
            values.append(WHOLE[number % len(WHOLE)](x))
    return values[-1]


@settings(deadline=None, max_examples=60)
@given(program=steps, persistent=st.booleans(), seeded=st.booleans())
def test_plans_give_what_walks_give(program, persistent, seeded):
    variable = tf.Variable(arrays(1, (2, 3))[0])

    def gradients(seed=0):
        x, y, dz = arrays(seed, (2, 3), (2, 3), (2, 3))
        with tf.GradientTape(persistent=persistent) as tape:
            tape.watch([x, y])
            z = computed(program, [x, y, variable.read_value()])
        return tape.gradient(z, [x, variable, y], dz if seeded else None)

    for seed in range(3):
        by_walk, planned = both_ways(lambda seed=seed: gradients(seed))
        assert bits(by_walk) == bits(planned)


@settings(deadline=None, max_examples=60)
@given(
    tapes=st.lists(
        st.tuples(
            st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=4, max_size=4),
            st.sets(st.integers(0, 2), min_size=1),
            st.sets(st.integers(0, 9), min_size=1, max_size=3),
        ),
        min_size=2,
        max_size=6,
    )
)
def test_plans_know_tapes_of_the_same_ops_apart(tapes):
    """Products of whichever: tapes differ in what is taken where, watched and asked for."""
    leaves = arrays(0, (2,), (2,), (1,))

    def gradients(products, watched, sources):
        with tf.GradientTape() as tape:
            tape.watch([leaves[i] for i in watched])
            values = list(leaves)
            for i, j in products:
                values.append(values[i % len(values)] * values[j % len(values)])
        return tape.gradient(values[-1], [values[i % len(values)] for i in sources])

    for tape in [*tapes, *tapes]:
        by_walk, planned = both_ways(lambda tape=tape: gradients(*tape))
        assert bits(by_walk) == bits(planned)


def test_one_tensor_twice_is_not_two_tensors():
    (x, y), z = arrays(0, (2,), (2,)), tf.constant([4.0, 5.0])

    def gradient(a, b):
        with tf.GradientTape() as tape:
            tape.watch([a, b])
            c = a * b
        return [tape.gradient(c, a)]

    for a, b in ((x, y), (x, x), (z, y), (z, z)):
        by_walk, planned = both_ways(lambda a=a, b=b: gradient(a, b))
        assert bits(by_walk) == bits(planned)
    assert len(plans()) == 2


def test_a_known_tape_is_asked_before_its_form_is_computed(monkeypatch):
    v = tf.Variable(3.0)

    def gradient():
        with tf.GradientTape() as tape:
            y = v * v
        return tape.gradient(y, v).numpy()

    assert [gradient() for _ in range(3)] == [6.0] * 3
    monkeypatch.setattr(tape_replays, "Form", None)
    assert gradient() == 6.0


def test_a_form_is_traced_once():
    v = tf.Variable(3.0)

    def gradient(value):
        with tf.GradientTape() as tape:
            y = v * v + value
        return tape.gradient(y, v).numpy()

    assert [gradient(tf.constant(float(i))) for i in range(5)] == [6.0] * 5
    v.assign(4.0)
    assert gradient(tf.constant(1.0)) == 8.0
    assert len(plans()) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (lambda x: tf.reduce_max(x, 0), lambda x: tf.reduce_max(x, 1)),
        (lambda x: tf.gather(x, [0, 1]), lambda x: tf.gather(x, [1, 1])),
        (lambda x: tf.nn.leaky_relu(x, 0.25), lambda x: tf.nn.leaky_relu(x, 0.5)),
        (lambda x: x * x[0], lambda x: x * x[1]),
        (lambda x: tf.concat([x, x * 2.0], 0), lambda x: tf.concat([x * 2.0, x], 0)),
    ],
)
def test_forms_tell_tapes_apart(first, second):
    (x,) = arrays(0, (2, 2))

    def gradient(function):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return [tape.gradient(y, x, tf.reshape(tf.range(float(y.shape.num_elements())), y.shape))]

    for function in (first, second, first):
        by_walk, planned = both_ways(lambda function=function: gradient(function))
        assert bits(by_walk) == bits(planned)
    assert len(plans()) == 2


def test_what_is_watched_and_asked_for_belongs_to_the_form():
    x, y = arrays(0, (2,), (2,))

    def gradients(watched, sources):
        with tf.GradientTape() as tape:
            tape.watch(watched)
            z = x * y + x
        return tape.gradient(z, sources)

    for watched, sources in [
        ([x], [x]),
        ([x, y], [x]),
        ([x, y], [y]),
        ([x, y], [y, x]),
        ([x], [y, x]),
    ]:
        by_walk, planned = both_ways(lambda w=watched, s=sources: gradients(w, s))
        assert bits(by_walk) == bits(planned)


def test_a_seed_that_the_tape_knows_is_told_from_one_that_it_does_not():
    x, other = arrays(0, (2,), (2,))

    def gradient(seed):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        return [tape.gradient(y, x, seed)]

    for seed in (x, other, x):
        by_walk, planned = both_ways(lambda seed=seed: gradient(seed))
        assert bits(by_walk) == bits(planned)


def test_slices_stay_slices():
    table = tf.Variable(arrays(0, (20, 2))[0])

    def gradient(ids):
        with tf.GradientTape() as tape:
            y = tf.gather(table, ids) * 2.0
        return tape.gradient(y, table)

    for ids in (list(range(10)), list(range(10, 20))):
        by_walk, planned = both_ways(lambda ids=ids: gradient(tf.constant(ids)))
        assert isinstance(planned, tf.IndexedSlices)
        np.testing.assert_array_equal(planned.indices, by_walk.indices)
        np.testing.assert_array_equal(planned.values, by_walk.values)
        np.testing.assert_array_equal(planned.dense_shape, [20, 2])


_WEIGHTS = [1.0, 2.0, 3.0, 4.0]
# Gradients that use small integers which the tape's own operations computed from the values.
COMPUTED_INTEGERS = {
    "top_k": lambda x: tf.nn.top_k(x, 2).values,
    "sort": lambda x: tf.sort(x) * _WEIGHTS,
    "argsort": lambda x: tf.gather(x, tf.argsort(x)) * _WEIGHTS,
    "argmax": lambda x: tf.gather(x, tf.argmax(x)) ** 2,
    "slice": lambda x: x[tf.argmax(x) :],
    "roll": lambda x: tf.roll(x, tf.argmax(x), 0) * _WEIGHTS,
    "boolean_mask": lambda x: tf.boolean_mask(x, x > 2.0) * _WEIGHTS[:2],
    "segments": lambda x: tf.math.unsorted_segment_sum(x * x, tf.cast(x > 2.0, tf.int32), 2),
    "max_pool_with_argmax": lambda x: tf.nn.max_pool_with_argmax(
        tf.reshape(x, [1, 2, 2, 1]), 2, 2, "SAME"
    )[0],
    "lu": lambda x: tf.linalg.lu(tf.reshape(x, [2, 2]))[0] * tf.reshape(_WEIGHTS, [2, 2]),
}


@pytest.mark.parametrize("function", COMPUTED_INTEGERS.values(), ids=COMPUTED_INTEGERS)
def test_integers_that_a_tape_computes_are_those_of_each_tape(function):
    def gradient(values):
        x = tf.constant(values)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return [tape.gradient(y, x)]

    for values in ([1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 2.0, 1.0], [3.0, 1.0, 4.0, 2.0]):
        by_walk, planned = both_ways(lambda values=values: gradient(values))
        assert bits(by_walk) == bits(planned)
    assert plans()


def test_unconnected_sources_and_constant_targets():
    x, y = arrays(0, (2,), (2,))
    for _ in range(3):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch([x, y])
            z = x * x
        assert tape.gradient(z, y) is None
        assert tape.gradient(z, y, unconnected_gradients="zero").numpy().tolist() == [0.0, 0.0]
        assert tape.gradient(x, x).numpy().tolist() == [1.0, 1.0]
        assert tape.gradient(tf.constant(1.0), x) is None


def test_gradients_in_python_are_called_each_time():
    called = []

    @tf.custom_gradient
    def doubled(x):
        def grad(dy):
            called.append(float(dy))
            return dy * 2.0

        return x * 2.0, grad

    x = tf.constant(1.0)
    for _ in range(3):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = doubled(x)
        assert tape.gradient(y, x).numpy() == 2.0
    assert called == [1.0] * 3
    assert not plans()


def test_second_derivatives_are_walked():
    x = tf.constant(2.0)
    for _ in range(3):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = x * x * x
            dy = inner.gradient(y, x)
        assert outer.gradient(dy, x).numpy() == 12.0


def test_checks_for_nan_see_the_gradients():
    x = tf.constant(0.0)

    def gradient():
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.math.log(x) * x
        return tape.gradient(y, x)

    for _ in range(3):
        assert np.isnan(gradient())
    tf.debugging.enable_check_numerics()
    try:
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Inf|NaN"):
            gradient()
    finally:
        tf.debugging.disable_check_numerics()


def test_large_arrays_have_no_plans():
    x = tf.ones([tape_forms.LARGE])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 2.0
    assert tape.gradient(y, x).numpy()[0] == 2.0
    assert not plans()


def test_forms_and_plans_are_forgotten_when_there_are_many(monkeypatch):
    monkeypatch.setattr(tape_replays, "_PLANS_LIMIT", 3)
    monkeypatch.setattr(tape_replays, "_FORMS_LIMIT", 3)
    for n in range(1, 12):
        x = tf.ones([n])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(x * x)
        np.testing.assert_array_equal(tape.gradient(y, x), np.full(n, 2.0))
        assert len(tape_replays._plans) <= 3 and len(tape_replays._walks) <= 4


def test_threads_that_meet_a_form_at_once_share_its_plan(monkeypatch):
    x = tf.constant(3.0)

    def gradient():
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        return tape.gradient(y, x).numpy()

    class Overtaken:
        """A lock that this thread gets after another one had it."""

        is_first = True

        def __enter__(self):
            if self.is_first:
                self.is_first = False
                with ThreadPoolExecutor(1) as pool:
                    assert pool.submit(gradient).result() == 6.0

        def __exit__(self, *_error):
            pass

    monkeypatch.setattr(tape_replays, "_lock", Overtaken())
    assert gradient() == 6.0
    assert len(plans()) == 1


def test_forms_hold_no_tensors():
    x = tf.ones([1000])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 2.0
    tape.gradient(y, x)
    kept = weakref.ref(y)
    del y, tape
    gc.collect()
    assert kept() is None


def _dense(x, w):
    hidden = tf.nn.relu(tf.matmul(x, w) + w[0])
    labels = tf.constant([0, 2, 1, 0])
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, hidden)


def _convolution(x, w):
    image, kernel = tf.reshape(x, [1, 4, 4, 1]), tf.reshape(w, [2, 2, 1, 4])
    features = tf.nn.bias_add(tf.nn.conv2d(image, kernel, 1, "SAME"), w[0])
    return tf.nn.max_pool2d(tf.nn.gelu(features), 2, 2, "VALID")


def _normalized(x, w):
    mean, variance = tf.nn.moments(x, [0])
    normal = tf.nn.batch_normalization(x, mean, variance, w[0], w[1], 1e-3)
    return tf.nn.dropout(normal, 0.5)


def _attention(x, w):
    query, key, value = tf.matmul(x, w), tf.matmul(x, tf.transpose(w)), tf.nn.l2_normalize(x, -1)
    scores = tf.einsum("ik,jk->ij", query, key) * 0.5
    return tf.matmul(tf.nn.softmax(tf.where(scores > 0, scores, -1e9)), value)


def _embedding(x, w):
    rows = tf.gather(w, tf.constant([3, 0, 0, 1, 2, 3, 1, 0, 2]))
    return tf.reduce_logsumexp(tf.reduce_mean(rows, 0)) + tf.reduce_sum(x)


def _recurrence(x, w):
    state, memory = tf.zeros([4, 4]), tf.zeros([4, 4])
    for row in tf.unstack(x):
        gate, kept = tf.split(tf.concat([tf.sigmoid(state @ w + row), tf.tanh(state @ w)], 1), 2, 1)
        memory = memory * gate + kept
        state = tf.tanh(memory) * gate
    return state


USUAL = [_dense, _convolution, _normalized, _attention, _embedding, _recurrence]


@pytest.mark.parametrize("loss", USUAL)
def test_usual_steps_of_training_are_played_by_plans(loss, monkeypatch):
    """From the second step on no rule is called: `walked` would be a loss of speed that nobody sees."""
    x, kernel = arrays(0, (4, 4), (4, 4))
    w = tf.Variable(kernel)

    def step():
        with tf.GradientTape() as tape:
            y = tf.reduce_mean(loss(x, w)) + 0.01 * tf.nn.l2_loss(w)
        gradient = tape.gradient(y, w)
        w.assign_sub(0.1 * tf.convert_to_tensor(gradient))

    step()
    assert len(plans()) == 1
    monkeypatch.setattr(tape_replays, "walked", None)
    for _ in range(3):
        step()
    assert len(plans()) == 1


def test_a_plan_that_cannot_be_made_is_told_and_the_tape_walked(monkeypatch):
    def fail(*_arguments):
        raise KeyError("no such rule")

    monkeypatch.setattr(tape_replays, "_traced", fail)
    x = tf.constant(3.0)

    def gradient():
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * tf.sin(x)
        return tape.gradient(y, x).numpy()

    with pytest.warns(UserWarning, match=r"2 operations \(Mul, Sin\).*KeyError: 'no such rule'"):
        first = gradient()
    assert gradient() == first == pytest.approx(np.sin(3) + 3 * np.cos(3))


def test_of_what_no_walk_can_differentiate_nothing_is_told():
    image = tf.ones([2, 2, 3])
    for _ in range(2):
        with tf.GradientTape() as tape:
            tape.watch(image)
            y = tf.raw_ops.AdjustHue(images=image, delta=0.1)
        with pytest.raises(LookupError):
            tape.gradient(y, image)
