"""`tf.while_loop`: values, shapes, errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight.control_flow.loops import staged_while

Stage = Callable[[Callable[..., Any]], Any]


def staged(function: Callable[..., Any]) -> Any:
    return tf.function(function, autograph=False)


both = pytest.mark.parametrize("stage", [lambda f: f, staged], ids=["eager", "staged"])


@both
def test_rounds_until_the_condition_is_false(stage: Stage) -> None:
    f = stage(lambda n: tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i * i), (0, 0)))
    i, s = f(tf.constant(5))
    assert (i.numpy(), s.numpy()) == (5, 30)


@both
def test_no_round_at_all(stage: Stage) -> None:
    f = stage(lambda x: tf.while_loop(lambda x: x < 0, lambda x: (x + 1,), (x,)))
    assert f(tf.constant(3))[0].numpy() == 3


@both
def test_maximum_iterations(stage: Stage) -> None:
    f = stage(
        lambda m: tf.while_loop(lambda x: True, lambda x: (x * 2,), (1,), maximum_iterations=m)
    )
    assert f(tf.constant(5))[0].numpy() == 32


@both
def test_one_variable_need_not_be_in_a_list(stage: Stage) -> None:
    f = stage(lambda x: tf.while_loop(lambda x: x < 9, lambda x: x * 2, [x]))
    assert [v.numpy() for v in f(tf.constant(1))] == [16]


@both
def test_nested_loop_variables(stage: Stage) -> None:
    def f(x: Any) -> Any:
        start = {"a": x, "b": (x, [x])}
        return tf.while_loop(
            lambda i, s: i < 3,
            lambda i, s: (i + 1, {"a": s["a"] * 2, "b": (s["a"], [s["b"][0]])}),
            (0, start),
        )

    _, result = stage(f)(tf.constant(1))
    assert result["a"].numpy() == 8
    assert result["b"][0].numpy() == 4 and result["b"][1][0].numpy() == 2


@both
def test_loops_nest(stage: Stage) -> None:
    def f(n: Any) -> Any:
        def inner(i: Any, s: Any) -> Any:
            return tf.while_loop(lambda j, s: j < i, lambda j, s: (j + 1, s + j), (0, s))[1]

        return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, inner(i, s)), (0, 0))[1]

    assert stage(f)(tf.constant(6)).numpy() == sum(j for i in range(6) for j in range(i))


@both
def test_variables_are_assigned_in_every_round(stage: Stage) -> None:
    v = tf.Variable(0)

    def body(i: Any) -> Any:
        v.assign_add(i)
        return (i + 1,)

    stage(lambda n: tf.while_loop(lambda i: i < n, body, (0,)))(tf.constant(5))
    assert v.numpy() == 10


@both
def test_condition_reads_a_variable_that_the_body_assigns(stage: Stage) -> None:
    v = tf.Variable(0)

    def body(i: Any) -> Any:
        v.assign_add(2)
        return (i + 1,)

    result = stage(lambda: tf.while_loop(lambda i: v < 7, body, (tf.constant(0),)))()
    assert result[0].numpy() == 4


def test_shape_invariants_allow_growth() -> None:
    @staged
    def f(x: Any) -> Any:
        return tf.while_loop(
            lambda i, x: i < 3,
            lambda i, x: (i + 1, tf.concat([x, x], 0)),
            (0, x),
            shape_invariants=(tf.TensorShape([]), tf.TensorShape([None])),
        )[1]

    assert f(tf.constant([1, 2])).shape == (16,)
    concrete = f.get_concrete_function(tf.TensorSpec([2], tf.int32))
    assert concrete.structured_outputs.shape.as_list() == [None]


def test_growth_is_an_error_that_names_the_argument() -> None:
    f = staged(lambda x: tf.while_loop(lambda x: x[0] < 3, lambda x: tf.concat([x, x], 0), [x]))
    message = (
        r"Input tensor `x:0` enters the loop with shape \(1,\), but has shape \(2,\) after one iteration"
        r".*`shape_invariants` argument"
    )
    with pytest.raises(ValueError, match=message):
        f(tf.constant([1]))


def test_shapes_join_to_a_fixed_point_where_asked_for() -> None:
    @staged
    def f(x: Any) -> Any:
        return staged_while(
            lambda i, x, y: i < 3,
            lambda i, x, y: (i + 1, tf.concat([x, y], 0), x),
            (0, x, x),
            joins_shapes=True,
        )[1]

    assert f(tf.constant([[1, 2]])).shape == (5, 2)
    concrete = f.get_concrete_function(tf.TensorSpec([1, 2], tf.int32))
    assert concrete.structured_outputs.shape.as_list() == [None, 2]


def test_a_changed_dtype_is_an_error() -> None:
    f = staged(lambda x: tf.while_loop(lambda x: x < 3, lambda x: tf.cast(x, tf.int32), [x]))
    with pytest.raises(
        TypeError, match=r"enters the loop with type.*float32.*int32.*after 1 iteration"
    ):
        f(tf.constant(1.0))


@both
def test_another_structure_is_an_error(stage: Stage) -> None:
    f = stage(lambda x: tf.while_loop(lambda x: x < 3, lambda x: (x, x), [x]))
    with pytest.raises(ValueError, match="same nested structure"):
        f(tf.constant(1.0))


@both
@pytest.mark.parametrize(
    "arguments",
    [
        {"cond": 3, "body": lambda x: x, "loop_vars": [1]},
        {"cond": lambda x: True, "body": 3, "loop_vars": [1]},
        {"cond": lambda x: True, "body": lambda x: x, "loop_vars": 1},
        {"cond": lambda: True, "body": lambda: 1, "loop_vars": [1], "parallel_iterations": 0},
    ],
)
def test_wrong_arguments(stage: Stage, arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        stage(lambda: tf.while_loop(**arguments))()


@both
@pytest.mark.parametrize("count", [np.int64(3), 2.5])
def test_iterations_side_by_side_are_any_positive_number(stage: Stage, count: Any) -> None:
    f = stage(lambda: tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), (0,), parallel_iterations=count))
    assert f()[0].numpy() == 3


def test_an_eager_loop_takes_a_tensor_of_iterations_side_by_side() -> None:
    count = tf.constant(2)
    (last,) = tf.while_loop(lambda i: i < 3, lambda i: (i + 1,), (0,), parallel_iterations=count)
    assert last.numpy() == 3


@pytest.mark.parametrize(
    ("invariant", "start", "known"),
    [
        ([2], [1, 2, 3], [None]),
        ([None], 1, None),
        ([None, 2], [[1, 2, 3]], [None, None]),
        ([3, None], [[1, 2]], [None, None]),
    ],
)
def test_of_an_invariant_that_the_start_does_not_meet_is_known_what_both_say(
    invariant, start, known
) -> None:
    """TF takes such invariants. A static shape that is not true would be a silent error."""
    seen = []

    def body(i: Any, x: Any) -> Any:
        seen.append(x.shape)
        return i + 1, x * 2

    @staged
    def f(x: Any) -> Any:
        shapes = [tf.TensorShape([]), tf.TensorShape(invariant)]
        return tf.while_loop(lambda i, x: i < 2, body, [0, x], shape_invariants=shapes)[1]

    assert f(tf.constant(start)).numpy().tolist() == (np.array(start) * 4).tolist()
    assert all(shape.is_compatible_with(known) for shape in seen)
    assert seen[0].rank == tf.TensorShape(known).rank


def test_the_operation_is_as_tensorflow_writes_it() -> None:
    @staged
    def f(x: Any, n: Any) -> Any:
        w = x * 2.0
        return tf.while_loop(
            lambda i, y: i < n, lambda i, y: (i + 1, y * w), (0, x), maximum_iterations=5
        )

    graph = f.get_concrete_function(
        tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.int32)
    ).graph
    operation = graph.get_operation_by_name("while")
    assert operation.type == "StatelessWhile"
    assert [x.op.name for x in operation.inputs] == [
        "while/loop_counter", "while/maximum_iterations", "Const", "x", "n", "mul",
    ]  # fmt: skip
    body, cond = operation.attrs["body"], operation.attrs["cond"]
    assert body.name.startswith("while_body_") and cond.name.startswith("while_cond_")
    assert [x.op.name for x in body.inputs] == [
        "while/while_loop_counter", "while/while_maximum_iterations", "while/Placeholder",
        "while/Placeholder_1", "while/n", "while/mul/mul",
    ]  # fmt: skip
    assert [x.op.name for x in cond.inputs][:5] == [
        "while/while_loop_counter", "while/while_maximum_iterations", "while/Placeholder",
        "while/Placeholder_1", "while/Less/n",
    ]  # fmt: skip


def test_control_flow_in_a_loop_runs_what_is_needed() -> None:
    counts = tf.Variable([0, 0])

    def body(i: Any) -> Any:
        tf.cond(
            i % 2 == 0,
            lambda: counts.assign_add([1, 0]) + 0,
            lambda: counts.assign_add([0, 1]) + 0,
        )
        return (i + 1,)

    staged(lambda: tf.while_loop(lambda i: i < 5, body, (tf.constant(0),)))()
    np.testing.assert_array_equal(counts.numpy(), [3, 2])


def test_an_error_in_a_round_names_the_line() -> None:
    @staged
    def f(x: Any) -> Any:
        def body(i: Any) -> Any:
            tf.debugging.assert_less(i, 3, message="too far")
            return (i + 1,)

        return tf.while_loop(lambda i: i < 5, body, (x,))

    with pytest.raises(tf.errors.InvalidArgumentError, match="too far"):
        f(tf.constant(0))
