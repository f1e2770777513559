"""`tf.cond`, `tf.case`, `tf.switch_case`: values, errors, gradients."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight.control_flow.conditionals import case_by, smart_cond
from tests.control_flow.derivatives import check


def staged(function: Callable[..., Any]) -> Any:
    return tf.function(function, autograph=False)


# ---------------------------------------------------------------------------- values


@pytest.mark.parametrize("stage", [lambda f: f, staged], ids=["eager", "staged"])
def test_cond_runs_one_branch(stage: Callable[..., Any]) -> None:
    ran = tf.Variable(0)

    def f(x: Any) -> Any:
        return tf.cond(x > 0, lambda: ran.assign_add(1) + 0, lambda: ran.assign_add(10) + 0)

    g = stage(f)
    assert g(tf.constant(1)).numpy() == 1
    assert g(tf.constant(-1)).numpy() == 11


def test_cond_returns_structures_and_none() -> None:
    @staged
    def f(x: Any) -> Any:
        return tf.cond(
            x > 0,
            lambda: {"a": (x, None), "b": [x + 1]},
            lambda: {"a": (-x, None), "b": [x]},
        )

    result = f(tf.constant(3))
    assert result["a"][0].numpy() == 3 and result["a"][1] is None and result["b"][0].numpy() == 4


def test_branches_may_return_numbers() -> None:
    f = staged(lambda x: tf.cond(x > 0, lambda: 1, lambda: 2))
    assert f(tf.constant(1)).numpy() == 1 and f(tf.constant(0)).numpy() == 2


def test_shape_of_the_result_is_what_both_branches_have() -> None:
    f = staged(lambda x: tf.cond(x > 0, lambda: tf.zeros([2, 3]), lambda: tf.zeros([4, 3])))
    concrete = f.get_concrete_function(tf.TensorSpec([], tf.float32))
    assert concrete.structured_outputs.shape.as_list() == [None, 3]
    assert f(tf.constant(-1.0)).shape == (4, 3)


def test_an_operation_as_a_result_is_waited_for() -> None:
    v = tf.Variable(0)

    @staged
    def f(x: Any) -> Any:
        def branch() -> Any:
            v.assign(5)
            return tf.group()

        tf.cond(x > 0, branch, tf.no_op)
        return v.read_value()

    assert f(tf.constant(1)).numpy() == 5


def test_condition_of_one_element() -> None:
    f = staged(lambda x: tf.cond(x > 0, lambda: 1, lambda: 2))
    assert f(tf.constant([[3]])).numpy() == 1


def test_cond_without_results() -> None:
    assert staged(lambda x: tf.cond(x > 0, lambda: None, lambda: None))(tf.constant(1)) is None


def test_conditionals_nest() -> None:
    @staged
    def f(x: Any) -> Any:
        return tf.cond(
            x > 0,
            lambda: tf.cond(x > 10, lambda: x * 100, lambda: x * 10),
            lambda: tf.cond(x < -10, lambda: x - 100, lambda: x - 10),
        )

    assert [f(tf.constant(v)).numpy() for v in (20, 5, -20, -5)] == [2000, 50, -120, -15]


def test_branches_take_the_same_inputs() -> None:
    @staged
    def f(x: Any, y: Any, z: Any) -> Any:
        return tf.cond(x > 0, lambda: y + 1, lambda: z + 2)

    spec = tf.TensorSpec([], tf.int32)
    operation = f.get_concrete_function(spec, spec, spec).graph.get_operation_by_name("cond")
    branches = operation.attrs["then_branch"], operation.attrs["else_branch"]
    assert [len(b.inputs) for b in branches] == [2, 2]
    assert [x.name for x in operation.inputs] == ["Greater:0", "y:0", "z:0"]


def test_string_results() -> None:
    f = staged(lambda x: tf.cond(x > 0, lambda: tf.constant("yes"), lambda: tf.constant("no")))
    assert f(tf.constant(1)).numpy() == b"yes"


# ---------------------------------------------------------------------------- errors


def test_different_dtypes_are_refused() -> None:
    with pytest.raises(TypeError, match="same number, type, and overall structure"):
        staged(lambda x: tf.cond(x > 0, lambda: x, lambda: 1))(tf.constant(1.0))


def test_different_structures_are_refused() -> None:
    with pytest.raises(TypeError, match="same number, type, and overall structure"):
        staged(lambda x: tf.cond(x > 0, lambda: {"a": x}, lambda: {"b": x}))(tf.constant(1.0))


def test_different_numbers_of_results_are_refused() -> None:
    with pytest.raises(ValueError, match="Lengths of branch outputs of cond must match"):
        staged(lambda x: tf.cond(x > 0, lambda: x, lambda: None))(tf.constant(1.0))


def test_python_bool_is_refused_in_a_graph() -> None:
    with pytest.raises(TypeError, match="pred must not be a Python bool"):
        staged(lambda x: tf.cond(True, lambda: x, lambda: x))(tf.constant(1.0))


@pytest.mark.parametrize("stage", [lambda f: f, staged], ids=["eager", "staged"])
def test_branches_must_be_callable(stage: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="'false_fn' must be callable"):
        stage(lambda x: tf.cond(x > 0, lambda: x, 3))(tf.constant(1.0))


def test_an_error_in_a_branch_not_taken_does_not_happen() -> None:
    @staged
    def f(x: Any) -> Any:
        return tf.cond(x > 0, lambda: x, lambda: tf.reshape(x, tf.stack([x, x])))

    assert f(tf.constant(3)).numpy() == 3


# ---------------------------------------------------------------------------- case and switch_case


@pytest.mark.parametrize("stage", [lambda f: f, staged], ids=["eager", "staged"])
def test_case_takes_the_first_true_condition(stage: Callable[..., Any]) -> None:
    def f(x: Any) -> Any:
        return tf.case(
            [(x < 0, lambda: x - 1), (x < 10, lambda: x * 2)], default=lambda: tf.constant(-1)
        )

    g = stage(f)
    assert [int(g(tf.constant(v))) for v in (-5, 5, 50)] == [-6, 10, -1]


@pytest.mark.parametrize("stage", [lambda f: f, staged], ids=["eager", "staged"])
def test_case_without_a_true_condition(stage: Callable[..., Any]) -> None:
    f = stage(lambda x: tf.case([(x < 0, lambda: 1), (x > 3, lambda: 2)]))
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="None of conditions evaluated as True"
    ):
        f(tf.constant(1))


@pytest.mark.parametrize("stage", [lambda f: f, staged], ids=["eager", "staged"])
def test_exclusive_case(stage: Callable[..., Any]) -> None:
    f = stage(
        lambda x: tf.case(
            [(x > 0, lambda: 1), (x > 3, lambda: 2)], default=lambda: 3, exclusive=True
        )
    )
    assert int(f(tf.constant(2))) == 1
    with pytest.raises(tf.errors.InvalidArgumentError, match="more than 1 conditions"):
        f(tf.constant(5))


@pytest.mark.parametrize("stage", [lambda f: f, staged], ids=["eager", "staged"])
def test_case_by_another_conditional(stage: Callable[..., Any]) -> None:
    @stage
    def pick(x: tf.Tensor) -> tf.Tensor:
        pairs = [(x < 1, lambda: 1), (x < 5, lambda: 5), (x < 3, lambda: 3)]
        return case_by(tf.cond, pairs, lambda: 9, False, "pick")

    assert [int(pick(tf.constant(x))) for x in (0, 2, 7)] == [1, 5, 9]


def test_case_by_a_conditional_that_knows_its_condition_traces_one_function() -> None:
    traced = []

    @tf.function
    def pick() -> tf.Tensor:
        pairs = [(False, lambda: traced.append("no")), (True, lambda: tf.constant(2))]
        return case_by(smart_cond, pairs, None, False, None, allow_python_preds=True)

    assert pick().numpy() == 2 and traced == []
    with pytest.raises(TypeError, match="must be a Tensor"):
        case_by(tf.cond, [(True, lambda: 1)], None, False, None)



@pytest.mark.parametrize("pairs", [3, [(1, lambda: 1)], [lambda: 1]])
def test_case_refuses_what_is_no_pair(pairs: Any) -> None:
    with pytest.raises(TypeError):
        tf.case(pairs)


@pytest.mark.parametrize("stage", [lambda f: f, staged], ids=["eager", "staged"])
@pytest.mark.parametrize("index, expected", [(0, 10), (1, 20), (2, 30), (7, 30), (-1, 30)])
def test_switch_case(stage: Callable[..., Any], index: int, expected: int) -> None:
    f = stage(lambda i: tf.switch_case(i, [lambda: 10, lambda: 20, lambda: 30]))
    assert int(f(tf.constant(index))) == expected


@pytest.mark.parametrize("stage", [lambda f: f, staged], ids=["eager", "staged"])
def test_switch_case_default(stage: Callable[..., Any]) -> None:
    f = stage(lambda i: tf.switch_case(i, {0: lambda: 10, 1: lambda: 20}, default=lambda: 5))
    assert [int(f(tf.constant(i))) for i in (0, 1, 2, -3)] == [10, 20, 5, 5]


def test_switch_case_refuses_gaps() -> None:
    with pytest.raises(ValueError, match="contiguous range"):
        tf.switch_case(tf.constant(0), {0: lambda: 1, 2: lambda: 2})


@pytest.mark.parametrize("stage", [lambda f: f, staged], ids=["eager", "staged"])
def test_switch_case_wants_an_integer(stage: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="must be an integer Tensor"):
        stage(lambda x: tf.switch_case(x, [lambda: 1]))(tf.constant(1.0))


# ---------------------------------------------------------------------------- gradients


@pytest.mark.parametrize("x", [2.0, -2.0])
def test_gradient_of_cond(x: float) -> None:
    v = tf.Variable(0.5, dtype=tf.float64)
    check(
        lambda x: tf.cond(x > 0, lambda: tf.tanh(x * v) * x, lambda: x * x * x),
        x,
        variables=[v],
    )


def test_gradient_where_only_one_branch_depends() -> None:
    check(lambda x, y: tf.cond(x > 0, lambda: x * y * y, lambda: tf.sin(y)), -1.0, 0.5)
    check(lambda x, y: tf.cond(x > 0, lambda: x * y * y, lambda: tf.sin(y)), 1.0, 0.5)


def test_gradient_of_branches_of_different_shapes() -> None:
    def f(x: Any) -> Any:
        return tf.reduce_sum(tf.cond(x[0] > 0, lambda: x * x, lambda: tf.exp(x[:1])))

    check(f, [1.0, 2.0])
    check(f, [-1.0, 2.0])


@pytest.mark.parametrize("x", [0.3, 1.3, 2.3])
def test_gradient_of_switch_case(x: float) -> None:
    def f(x: Any) -> Any:
        i = tf.cast(tf.floor(x), tf.int32)
        return tf.switch_case(i, [lambda: tf.sin(x) * x, lambda: tf.exp(tf.sin(x)), lambda: x**3])

    check(f, x)


def test_gradient_of_nested_conditionals() -> None:
    def f(x: Any) -> Any:
        return tf.cond(
            x > 0,
            lambda: tf.cond(x > 1, lambda: tf.exp(x) * x, lambda: tf.sin(x) * x),
            lambda: tf.cos(x),
        )

    for x in (2.0, 0.5, -1.0):
        check(f, x)


def test_what_a_gradient_keeps_of_a_branch_has_its_shape() -> None:
    """Whichever branch is taken, so that a part of a tensor in a branch is compiled with its gradient."""

    @tf.function
    def f(i: Any, x: Any) -> Any:
        return x[i] * 2.0 if i > 0 else x[0]

    @tf.function
    def gradient(i: Any, x: Any) -> Any:
        return tf.gradients(f(i, x), x)[0]

    with warnings.catch_warnings():
        warnings.simplefilter("error")  # What is not compiled is told by a warning.
        assert gradient(tf.constant(1), tf.ones([3])).numpy().tolist() == [0.0, 2.0, 0.0]
        assert gradient(tf.constant(0), tf.ones([3])).numpy().tolist() == [1.0, 0.0, 0.0]


def test_gradient_of_an_unknown_shape() -> None:
    check(
        lambda x: tf.reduce_sum(tf.cond(x[0] > 0, lambda: tf.exp(x) * x, lambda: x)),
        [1.0, 2.0],
        signature=[tf.TensorSpec([None], tf.float64)],
    )


def test_slices_leave_a_conditional() -> None:
    table = tf.Variable(np.ones([4, 2], np.float32))

    @staged
    def f(i: Any) -> Any:
        return tf.cond(
            i[0] > 0, lambda: tf.reduce_sum(tf.gather(table, i)), lambda: tf.constant(0.0)
        )

    for index, expected in (([1, 1, 3], [0, 2, 0, 1]), ([0, 1, 1], [0, 0, 0, 0])):
        with tf.GradientTape() as tape:
            y = f(tf.constant(index))
        gradient = tf.convert_to_tensor(tape.gradient(y, table)).numpy()
        np.testing.assert_array_equal(gradient[:, 0], expected)


def test_random_branch_is_not_run_again() -> None:
    @staged
    def f(x: Any) -> Any:
        def noisy() -> Any:
            noise = tf.random.normal([3])
            return tf.exp(x * noise), noise

        return tf.cond(x[0] > 0, noisy, lambda: (x, x))

    x = tf.constant([1.0, 1.0, 1.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y, noise = f(x)
    np.testing.assert_allclose(tape.gradient(y, x), noise * y, rtol=1e-5)


def test_smart_cond_calls_the_branch_of_a_known_condition_alone():
    smart_cond = tf.__internal__.smart_cond.smart_cond
    for condition in (True, 1, tf.constant(True)):
        assert smart_cond(condition, lambda: "yes", lambda: 1 / 0) == "yes"
    assert smart_cond(0, lambda: 1 / 0, lambda: "no") == "no"
    staged = tf.function(lambda p: smart_cond(p, lambda: 1.0, lambda: 2.0))
    assert float(staged(tf.constant(False))) == 2.0


@pytest.mark.parametrize("arguments", [(True, None, int), (True, int, 3), ("x", int, int)])
def test_smart_cond_refuses_what_is_no_condition_or_branch(arguments):
    with pytest.raises(TypeError, match="Argument"):
        tf.__internal__.smart_cond.smart_cond(*arguments)
