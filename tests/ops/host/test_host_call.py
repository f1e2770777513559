"""`tf.py_function` and `tf.numpy_function`: Python within graphs."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import stagelight as tf
from stagelight.core.dispatch import CONTEXT

X = tf.constant([1.0, 2.0])


def both(call):
    """The call, eagerly and staged."""
    return [call, tf.function(call)]


def test_the_function_runs_eagerly_apart_from_what_is_around_it() -> None:
    seen = []

    def look(x):
        seen.append((CONTEXT.stage, CONTEXT.recorders, tf.executing_eagerly(), x.numpy()))
        return x

    with tf.GradientTape() as tape:
        tape.watch(X)
        tf.function(lambda x: tf.numpy_function(lambda x: (look(tf.constant(x)), x)[1],
                                                [x], tf.float32))(X)  # fmt: skip
    assert [(stage, recorders, eager) for stage, recorders, eager, _ in seen] == [(None, (), True)]


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ValueError("why"), tf.errors.InvalidArgumentError),
        (TypeError("why"), tf.errors.InvalidArgumentError),
        (StopIteration("why"), tf.errors.OutOfRangeError),
        (MemoryError("why"), tf.errors.ResourceExhaustedError),
        (NotImplementedError("why"), tf.errors.UnimplementedError),
        (KeyError("why"), tf.errors.UnknownError),
        (tf.errors.NotFoundError(None, None, "why"), tf.errors.UnknownError),
    ],
)
def test_exceptions_become_tensorflows_with_the_traceback(error, kind) -> None:
    def fails(x):
        raise error

    calls = both(lambda x: tf.py_function(fails, [x], tf.float32))
    calls.append(tf.function(lambda x: tf.numpy_function(fails, [x], tf.float32)))
    for call in calls:
        with pytest.raises(kind) as caught:
            call(X)
        text = str(caught.value)
        assert f"{type(error).__name__}: " in text
        assert "why" in text
        assert text.index("in fails\n    raise error") > 0
        assert "ops/host/host_call.py" not in text.partition("Traceback")[2].partition("in fails")[0]


def test_numpy_function_raises_the_functions_own_exceptions_eagerly() -> None:
    with pytest.raises(ZeroDivisionError):
        tf.numpy_function(lambda x: 1 // 0, [X], tf.float32)


def test_results_are_converted_to_tout() -> None:
    for call in both(lambda x: tf.py_function(lambda x: (1, [2.5]), [x], [tf.float32, tf.float64])):
        one, row = call(X)
        assert (one.dtype, row.dtype, row.numpy().tolist()) == (tf.float32, tf.float64, [2.5])
    for call in both(lambda x: tf.py_function(lambda x: x, [x], tf.TensorSpec([2], tf.float32))):
        assert call(X).shape == [2]


def test_results_that_do_not_fit_are_refused() -> None:
    def calls(op, results, tout):
        return both(lambda x: op(lambda x: results, [x], tout))

    for results, tout, text in (
        (None, tf.float32, "returns 0 values, but expects to see 1"),
        (X, [tf.float32] * 2, "returns 1 values, but expects to see 2"),
        (X, tf.int32, "Tensor conversion requested dtype int32"),
        (1.5, tf.int32, "Cannot convert 1.5"),
    ):
        for call in calls(tf.py_function, results, tout):
            with pytest.raises(tf.errors.InvalidArgumentError, match=text):
                call(X)
    for results, text in (
        (np.float64(1), "0-th value returned by pyfunc_.* is double, but expects float"),
        ((1.0, 2.0), "returns 2 values, but expects to see 1 values"),
        ([[1], [1, 2]], "returns 2 values"),
    ):
        with pytest.raises(tf.errors.InvalidArgumentError, match=text):
            calls(tf.numpy_function, results, tf.float32)[1](X)
    with pytest.raises(tf.errors.InternalError, match="Unsupported object type object"):
        tf.function(lambda x: tf.numpy_function(lambda x: object(), [x], tf.float32))(X)


def test_missing_arguments_are_told() -> None:
    with pytest.raises(TypeError, match="Missing argument `inp`"):
        tf.py_function(lambda: 1, None, tf.float32)
    with pytest.raises(TypeError, match="'Tout'"):
        tf.numpy_function(lambda: 1, [])
    with pytest.raises(ValueError, match="callable"):
        tf.py_function(3, [], tf.float32)


def test_decorators() -> None:
    @tf.py_function(Tout=tf.float32)
    def doubled(x):
        return x.numpy() * 2

    @tf.numpy_function(Tout=[tf.float32, tf.int64])
    def parts(x):
        return x + 1, np.int64(x.size)

    assert doubled.__name__ == "doubled"
    assert tf.function(doubled)(X).numpy().tolist() == [2.0, 4.0]
    values, size = tf.function(parts)(X)
    assert (values.numpy().tolist(), size.numpy()) == ([2.0, 3.0], 2)


def test_a_function_without_results_is_an_operation() -> None:
    calls = []

    @tf.function
    def f(x):
        assert tf.py_function(calls.append, [x], []).type == "EagerPyFunc"
        assert tf.numpy_function(lambda x: calls.append(x), [x], []).type == "PyFunc"
        return x

    f(tf.constant(1))
    f(tf.constant(2))
    assert [int(each) for each in calls] == [1, 1, 2, 2]


def test_a_stateless_function_may_be_left_out() -> None:
    calls = []

    def note(x):
        calls.append(float(x))
        return x

    @tf.function
    def f(x):
        tf.numpy_function(note, [x], tf.float32, stateful=False)
        tf.numpy_function(note, [x + 1], tf.float32)
        return x

    f(tf.constant(1.0))
    assert calls == [2.0]


def test_arguments_may_be_changed_in_place() -> None:
    def negate(x):
        x *= -1
        return x

    x = tf.constant([1.0, 2.0])
    assert tf.function(lambda x: tf.numpy_function(negate, [x], tf.float32))(x)[0].numpy() == -1.0
    assert x.numpy().tolist() == [1.0, 2.0]


def test_variables_and_strings_come_as_values() -> None:
    v = tf.Variable(3.0)
    for call in both(lambda: tf.py_function(lambda v, s: f"{v.numpy()} {s.numpy()}", [v, "a"],
                                            tf.string)):  # fmt: skip
        assert call().numpy() == b"3.0 b'a'"


def test_gradients_of_any_order() -> None:
    def cube(x):
        return tf.py_function(lambda x: (x * x * x, 7), [x], [tf.float32, tf.int32])[0]

    def derivatives(x):
        with tf.GradientTape() as third:
            third.watch(x)
            with tf.GradientTape() as second:
                second.watch(x)
                with tf.GradientTape() as first:
                    first.watch(x)
                    y = cube(x)
                dy = first.gradient(y, x)
            ddy = second.gradient(dy, x)
        return dy, ddy, third.gradient(ddy, x)

    for call in both(derivatives):
        assert [float(d) for d in call(tf.constant(2.0))] == [12.0, 12.0, 6.0]


def test_gradients_in_a_loop_remember_each_call() -> None:
    """Each turn takes the branch of its own value."""

    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in tf.range(3):
                y = tf.py_function(lambda y: y * y if y < 10 else 3.0 * y, [y], tf.float32)
                y.set_shape([])
        return y, tape.gradient(y, x)

    y, dy = f(tf.constant(2.0))  # 2, 4, 16, 48: the derivative of 3 x^4
    assert (float(y), float(dy)) == (48.0, 96.0)


def test_no_gradient_goes_through_numpy() -> None:
    with tf.GradientTape() as tape:
        tape.watch(X)
        y = tf.function(lambda x: tf.numpy_function(lambda x: x, [x], tf.float32))(X)
    assert tape.gradient(y, X) is None


def test_py_func_of_tensorflow_1() -> None:
    kinds = []

    @tf.function
    def f(x):
        for stateful in (True, False):
            x = tf.compat.v1.py_func(lambda x: x + 1, [x], tf.float32, stateful)
            kinds.append(x.op.type)
        return x

    assert f(X).numpy().tolist() == [3.0, 4.0]
    assert kinds == ["PyFunc", "PyFuncStateless"]


def test_functions_live_as_long_as_their_graph() -> None:
    def traced():
        def double(x):
            return x * 2

        staged = tf.function(lambda x: tf.numpy_function(double, [x], tf.float32))
        return weakref.ref(double), staged.get_concrete_function(X)

    kept, concrete = traced()
    gc.collect()
    assert concrete(X).numpy().tolist() == [2.0, 4.0]
    assert kept() is not None
    data = concrete.graph.as_graph_def()
    (node,) = [node for node in data.node if node.op == "PyFunc"]
    assert node.attr["token"].s.startswith(b"pyfunc_")


def test_an_unknown_token_is_told() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="callback pyfunc_none is not found"):
        tf.raw_ops.PyFunc(input=[X], token="pyfunc_none", Tout=[tf.float32])


def test_composites_go_in_and_out() -> None:
    slices = tf.IndexedSlices(tf.constant([[1.0], [2.0]]), tf.constant([0, 2]), tf.constant([3, 1]))
    for call in both(lambda s: tf.py_function(lambda s: s.values + 1, [s], tf.float32)):
        assert call(slices).numpy().tolist() == [[2.0], [3.0]]
