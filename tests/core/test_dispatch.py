"""The waist: who is told of what, in which thread, and what becomes of a kernel's errors."""

from __future__ import annotations

import threading
import warnings

import numpy as np
import pytest

import stagelight as tf
from stagelight.core import registry
from stagelight.core.dispatch import (
    CONTEXT,
    add_recorder,
    apply,
    evaluate,
    pushed,
    remove_recorder,
    set_callbacks,
)
from stagelight.core.inference import invalid, same_as_input
from stagelight.core.op_def import make_op_def, types


class Recorder:
    """Notes the names of ops, with the outputs that it was told of."""

    def __init__(self):
        self.names = []
        self.outputs = []
        self.applications = []

    def record(self, op_def, inputs, attrs, outputs):
        self.names.append(op_def.name)
        self.outputs.append(list(outputs))
        self.applications.append((op_def, inputs, attrs))

    def variable_accessed(self, variable):
        self.names.append(variable.name)

    def follows(self, tensors):
        return True


@pytest.fixture
def recorder():
    recorder = Recorder()
    add_recorder(recorder)
    yield recorder
    remove_recorder(recorder)


def op(kernel, infer=same_as_input, outputs="y: T"):
    """An op of one input that is in no registry."""
    return make_op_def("Own", "x: T", outputs, {"T": types()}, infer=infer, kernel=kernel)


def in_a_thread(call):
    """What a call gives in another thread."""
    results = []
    thread = threading.Thread(target=lambda: results.append(call()))
    thread.start()
    thread.join()
    return results[0]


# ---------------------------------------------------------------------------- who is told


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda x: x + x, "AddV2"),
        (lambda x: x - 1.0, "Sub"),
        (lambda x: 2.0 * x, "Mul"),
        (lambda x: x / x, "RealDiv"),
        (lambda x: -x, "Neg"),
        (lambda x: x < x, "Less"),
        (lambda x: x == x, "Equal"),
        (tf.exp, "Exp"),
        (lambda x: tf.Variable(x).read_value(), "ReadVariableOp"),
    ],
)
def test_recorders_are_told_of_shortcuts_as_of_ops(recorder, call, name):
    result = call(tf.constant([1.0, 2.0]))
    op_def, inputs, attrs = recorder.applications[-1]
    assert op_def is registry.lookup(name)
    assert recorder.outputs[-1][0] is result
    again = evaluate(op_def, inputs, attrs)
    np.testing.assert_array_equal(again.numpy(), result.numpy())


def test_a_variable_tells_its_access_before_it_is_read(recorder):
    v = tf.Variable(1.0, name="v")
    recorder.names.clear()
    v.read_value()
    assert recorder.names == ["v:0", "ReadVariableOp"]


def test_a_recorder_is_told_of_what_is_staged_if_it_began_in_that_graph(recorder):
    """A tape outside of a function follows its call; what is traced meanwhile is not its own."""
    inside = Recorder()
    with tf.Graph().as_default():
        add_recorder(inside)
        z = tf.constant(2.0) * tf.constant(3.0)
        remove_recorder(inside)
    assert inside.outputs[-1][0] is z
    assert recorder.names == []


def test_a_recorder_is_told_of_all_outputs_of_an_op(recorder):
    parts = tf.split(tf.constant([1.0, 2.0]), 2)
    (told,) = [
        o for name, o in zip(recorder.names, recorder.outputs, strict=True) if name == "Split"
    ]
    assert [a is b for a, b in zip(told, parts, strict=True)] == [True, True]


def test_recorders_leave_in_any_order():
    first, second = Recorder(), Recorder()
    add_recorder(first)
    add_recorder(second)
    remove_recorder(first)
    tf.exp(1.0)
    assert (first.names, second.names) == ([], ["Exp"])
    remove_recorder(second)
    assert CONTEXT.plain
    remove_recorder(second)  # again does no harm
    assert CONTEXT.plain


def test_followers_are_the_recorders_where_nothing_else_happens_to_an_op(recorder):
    assert CONTEXT.followers == (recorder,)
    graph = tf.Graph()
    with graph.as_default():
        assert CONTEXT.followers is None
    with pushed(evaluator=evaluate):
        assert CONTEXT.followers is None
    with pushed(callbacks=(lambda *_application: None,)):
        assert CONTEXT.followers is None
    with pushed(recorders=()):
        assert CONTEXT.followers == ()
        assert CONTEXT.plain
    assert CONTEXT.followers == (recorder,)


def test_a_recorder_is_not_told_of_other_threads(recorder):
    in_a_thread(lambda: tf.negative(tf.constant(1.0)))
    assert recorder.names == []


def test_a_callback_may_replace_outputs_and_the_recorder_sees_the_replacement(recorder):
    """Else a tape would follow a tensor that the program never gets."""
    seven = tf.constant(7.0)

    def to_seven(op_def, inputs, attrs, outputs):
        return [seven] * len(outputs) if op_def.name in ("Neg", "Split") else None

    with pushed(callbacks=(to_seven,)):
        assert tf.negative(tf.constant(1.0)) is seven
        assert [part is seven for part in tf.split(tf.constant([1.0, 2.0]), 2)] == [True, True]
        assert float(tf.abs(tf.constant(-1.0))) == 1.0
    assert recorder.outputs[recorder.names.index("Neg")][0] is seven


def test_callbacks_replace_the_results_of_shortcuts():
    def doubled(op_def, inputs, attrs, outputs):
        with pushed(callbacks=()):
            return [output * 2.0 for output in outputs]

    x = tf.constant(3.0)
    with pushed(callbacks=(doubled,)):
        assert (x + x).numpy() == 12.0
        assert tf.exp(tf.constant(0.0)).numpy() == 2.0
    assert (x + x).numpy() == 6.0


def test_callbacks_are_those_of_threads_yet_to_come_as_well():
    names = []
    set_callbacks((lambda op_def, *_: names.append(op_def.name),))
    try:
        in_a_thread(lambda: tf.negative(tf.constant(1.0)))
    finally:
        set_callbacks(())
    in_a_thread(lambda: tf.abs(tf.constant(1.0)))
    assert names == ["Neg"]


def test_what_is_pushed_is_undone_by_an_error(recorder):
    with pytest.raises(KeyError), pushed(recorders=(), name_scope="inside/"):
        assert CONTEXT.plain
        raise KeyError
    assert CONTEXT.recorders == (recorder,)
    assert CONTEXT.name_scope == ""
    assert not CONTEXT.plain


def test_an_op_that_fails_is_not_recorded(recorder):
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))
    assert "MatMul" not in recorder.names


# ---------------------------------------------------------------------------- what a kernel gives


def test_numpy_scalars_become_arrays():
    result = apply(op(lambda xp, x: x[0]), [tf.constant([1.0, 2.0])])
    assert type(result._array) is np.ndarray
    assert result.shape == []


def test_results_of_rank_zero_are_arrays_by_every_shortcut():
    x = tf.constant(2.0)
    for result in (x + x, x * 2.0, 1.0 - x, -x, x < x, tf.exp(x), tf.maximum(x, x), x // 2.0):
        assert type(result._array) is np.ndarray


def test_arrays_of_objects_have_the_dtype_of_the_signature():
    """Strings, handles and variants are arrays of objects alike: NumPy's dtype does not tell."""
    definition = op(lambda xp, x: np.array([b"a"], object), outputs="y: string")
    assert apply(definition, [tf.constant(1)]).dtype == tf.string
    definition = op(lambda xp, x: np.array([None], object), outputs="y: variant")
    assert apply(definition, [tf.constant(1)]).dtype == tf.variant


def test_the_dtypes_of_several_outputs_are_those_of_the_signature():
    definition = op(lambda xp, x: (x, [1, 2]), outputs="y: T, z: int64")
    y, z = apply(definition, [tf.constant([1.0])])
    assert (y.dtype, z.dtype) == (tf.float32, tf.int64)


# ---------------------------------------------------------------------------- errors


def raising(error):
    def kernel(xp, x):
        raise error

    return kernel


def test_an_error_of_the_kernels_choice_is_kept_with_the_name_of_the_op_once():
    error = tf.errors.NotFoundError(None, None, "no such thing")
    with pytest.raises(tf.errors.NotFoundError, match=r"^no such thing \[Op:Own\]$"):
        apply(op(raising(error)), [tf.constant(1.0)])
    inner = tf.errors.NotFoundError(None, None, "inside [Op:Other]")
    with pytest.raises(tf.errors.NotFoundError, match=r"^inside \[Op:Other\]$"):
        apply(op(raising(inner)), [tf.constant(1.0)])


@pytest.mark.parametrize(
    "error", [ValueError, TypeError, IndexError, OverflowError, ZeroDivisionError]
)
def test_what_numpy_refuses_is_told_in_the_words_of_the_inference(error):
    def infer(x):
        raise invalid("x must be a vector")

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"^x must be a vector \[Op:Own\]$"):
        apply(op(raising(error("axes don't match")), infer), [tf.constant(1.0)])


def test_where_the_inference_has_nothing_against_it_numpys_words_stand_with_what_came():
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Own: no.*float32\[2\].*\[Op:Own\]"):
        apply(op(raising(ValueError("no"))), [tf.constant([1.0, 2.0])])


def test_an_inference_that_fails_itself_does_not_hide_the_error():
    def infer(x):
        raise AttributeError("a fault of ours")

    with pytest.raises(tf.errors.InvalidArgumentError, match="Own: no"):
        apply(op(raising(ValueError("no")), infer), [tf.constant(1.0)])


def test_too_little_memory_is_an_error_of_its_own():
    with pytest.raises(tf.errors.ResourceExhaustedError, match="Fill: not enough memory"):
        tf.fill([2**45], 1.0)


def test_infinities_are_results_also_where_others_make_them_errors():
    """A program may have turned NumPy's warnings into errors for its own code."""
    exp = op(lambda xp, x: xp.exp(x))
    with np.errstate(all="raise"):
        assert np.isinf(evaluate(exp, [tf.constant(1e9)], {}).numpy())
    with warnings.catch_warnings(), np.errstate(all="warn"):
        warnings.simplefilter("error")
        assert np.isinf(evaluate(exp, [tf.constant(1e9)], {}).numpy())
        assert np.isinf((tf.constant(1.0) / tf.constant(0.0)).numpy())


def test_a_tensor_of_a_graph_among_eager_ones_is_named():
    kept = []
    tf.function(lambda x: kept.append(x))(tf.constant(1.0))
    with pytest.raises(TypeError, match="x:0"):
        apply(op(lambda xp, x: x + 1), kept)


def test_an_op_without_outputs_gives_nothing():
    definition = op(lambda xp, x: None, infer=lambda x: (), outputs="")
    assert apply(definition, [tf.constant(1.0)]) is None
