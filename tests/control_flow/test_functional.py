"""`tf.map_fn`, `tf.scan`, `tf.foldl`, `tf.foldr`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from tests.control_flow.derivatives import check

Stage = Callable[[Callable[..., Any]], Any]
both = pytest.mark.parametrize(
    "stage", [lambda f: f, lambda f: tf.function(f, autograph=False)], ids=["eager", "staged"]
)


@both
def test_map_of_nested_tensors(stage: Stage) -> None:
    f = stage(
        lambda x, y: tf.map_fn(
            lambda row: {"sum": row[0] + row[1], "count": tf.cast(row[0], tf.int32)},
            (x, y),
            fn_output_signature={"sum": tf.float32, "count": tf.TensorSpec([], tf.int32)},
        )
    )
    result = f(tf.constant([1.0, 2.0]), tf.constant([3.0, 4.0]))
    np.testing.assert_array_equal(result["sum"].numpy(), [4.0, 6.0])
    np.testing.assert_array_equal(result["count"].numpy(), [1, 2])


def test_map_over_unknown_rows() -> None:
    f = tf.function(
        lambda x: tf.map_fn(tf.reduce_sum, x),
        input_signature=[tf.TensorSpec([None, 2], tf.float32)],
    )
    np.testing.assert_array_equal(f(tf.ones([3, 2])).numpy(), [2.0, 2.0, 2.0])
    assert f.get_concrete_function().structured_outputs.shape.as_list() == [None]


def test_map_keeps_the_number_of_rows() -> None:
    f = tf.function(lambda x: tf.map_fn(lambda row: row * 2, x))
    concrete = f.get_concrete_function(tf.TensorSpec([3, 2], tf.int32))
    assert concrete.structured_outputs.shape.as_list() == [3, 2]


@both
def test_map_over_no_rows(stage: Stage) -> None:
    f = stage(lambda x: tf.map_fn(lambda row: row * 2.0, x))
    assert f(tf.zeros([0, 2])).shape[0] == 0


@both
def test_map_of_another_dtype_is_refused(stage: Stage) -> None:
    f = stage(lambda x: tf.map_fn(lambda row: tf.cast(row, tf.int32), x))
    with pytest.raises(TypeError, match="fn_output_signature"):
        f(tf.ones([2, 2]))


@both
def test_map_of_another_structure_is_refused(stage: Stage) -> None:
    f = stage(lambda x: tf.map_fn(lambda row: (row, row), x))
    with pytest.raises(ValueError, match="structure of fn_output_signature"):
        f(tf.ones([2, 2]))


@pytest.mark.parametrize("elems", [1.0, [], (tf.ones([2]), tf.ones([3]))])
def test_elements_without_common_rows(elems: Any) -> None:
    with pytest.raises(ValueError):
        tf.map_fn(lambda x: x, elems)


@both
def test_scan(stage: Stage) -> None:
    f = stage(lambda x: tf.scan(lambda a, row: a + row, x))
    np.testing.assert_array_equal(f(tf.constant([1, 2, 3, 4])).numpy(), [1, 3, 6, 10])


@both
def test_scan_in_reverse_with_an_initializer(stage: Stage) -> None:
    f = stage(lambda x: tf.scan(lambda a, row: (a[0] + row, a[1] * row), x, (0, 1), reverse=True))
    sums, products = f(tf.constant([1, 2, 3, 4]))
    np.testing.assert_array_equal(sums.numpy(), [10, 9, 7, 4])
    np.testing.assert_array_equal(products.numpy(), [24, 24, 12, 4])


@both
def test_folds(stage: Stage) -> None:
    left = stage(lambda x: tf.foldl(lambda a, row: a * 10 + row, x, 0))
    right = stage(lambda x: tf.foldr(lambda a, row: a * 10 + row, x))
    assert left(tf.constant([1, 2, 3])).numpy() == 123
    assert right(tf.constant([1, 2, 3])).numpy() == 321


def test_gradients() -> None:
    x = [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]
    check(lambda x: tf.reduce_sum(tf.map_fn(lambda r: r * r * tf.reduce_sum(r) * x[0], x)), x)
    check(lambda x: tf.reduce_sum(tf.scan(lambda a, r: a * r + tf.sin(r), x) ** 2), x)
    check(lambda x: tf.reduce_sum(tf.foldr(lambda a, r: a * r + tf.sin(r), x) ** 2), x)


def test_back_prop_false_cuts_gradients_off() -> None:
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.map_fn(lambda r: r * r, x, back_prop=False)
    assert tape.gradient(y, x) is None


ONE = {"a": 0, "b": 0}
OTHER_FORMS = {
    "other keys": (ONE, lambda v, x: {"b": v["a"] + x, "c": x}),
    "other keys within": ([ONE], lambda v, x: [{"b": v[0]["a"] + x, "c": x}]),
    "fewer keys": (ONE, lambda v, x: {"a": v["a"] + x}),
}


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize("form", OTHER_FORMS)
@pytest.mark.parametrize("name", ["while_loop", "scan", "foldl", "foldr", "map_fn"])
def test_results_with_other_keys_are_not_taken_for_each_other(name, form, staged):
    first, step = OTHER_FORMS[form]
    first = tf.nest.map_structure(tf.constant, first)
    rows = tf.constant([1, 2])
    runs = {
        "while_loop": lambda: tf.while_loop(
            lambda i, v: i < 3, lambda i, v: (i + 1, step(v, i)), (0, first)
        ),
        "scan": lambda: tf.scan(step, rows, first),
        "foldl": lambda: tf.foldl(step, rows, first),
        "foldr": lambda: tf.foldr(step, rows, first),
        "map_fn": lambda: tf.map_fn(
            lambda x: step(first, x),
            rows,
            fn_output_signature=tf.nest.map_structure(lambda _: tf.int32, first),
        ),
    }
    with pytest.raises(ValueError, match=r"set of keys|same nested structure"):
        (tf.function(runs[name]) if staged else runs[name])()


@pytest.mark.parametrize("staged", [False, True])
def test_kinds_of_structures_stay_in_map_and_scan(staged):
    rows = tf.constant([1, 2])
    first = (tf.constant(0), tf.constant(0))
    runs = [
        lambda: tf.scan(lambda v, x: [v[0] + x, v[1]], rows, first),
        lambda: tf.map_fn(lambda x: [x, x], rows, fn_output_signature=(tf.int32, tf.int32)),
    ]
    for run in runs:
        with pytest.raises(TypeError, match="same sequence type"):
            (tf.function(run) if staged else run)()
    _, total = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, [v[0] + i, v[1]]), (0, first))
    assert [int(x) for x in total] == [3, 0]
