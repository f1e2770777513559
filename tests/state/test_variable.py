"""`tf.Variable`: values, assignment, operators, slices, scatter, copies and what is refused."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref

import numpy as np
import pytest

import stagelight as tf


@pytest.mark.parametrize(
    ("initial", "dtype", "shape"),
    [
        (1, tf.int32, []),
        (1.0, tf.float32, []),
        ([[1.0, 2.0]], tf.float32, [1, 2]),
        (True, tf.bool, []),
        ("text", tf.string, []),
        (np.float64(2.0), tf.float64, []),
        (np.zeros([2, 0], np.int64), tf.int64, [2, 0]),
        (lambda: tf.ones([3]), tf.float32, [3]),
        (1 + 2j, tf.complex128, []),
    ],
)
def test_initial_values_give_dtype_and_shape(initial, dtype, shape):
    v = tf.Variable(initial)
    assert v.dtype == dtype
    assert v.shape == shape


def test_dtype_and_shape_may_be_given():
    v = tf.Variable([1, 2], dtype=tf.float64, shape=[None])
    assert v.dtype == tf.float64
    assert v.shape.as_list() == [None]
    v.assign([1.0, 2.0, 3.0])
    assert v.numpy().tolist() == [1.0, 2.0, 3.0]


def test_an_unknown_shape_takes_every_rank():
    v = tf.Variable(0.0, shape=tf.TensorShape(None))
    v.assign([[1.0]])
    assert v.numpy().tolist() == [[1.0]]


def test_a_shape_that_the_value_does_not_fit_is_refused():
    with pytest.raises(ValueError):
        tf.Variable([1.0, 2.0], shape=[3])


def test_no_initial_value_is_refused():
    with pytest.raises(ValueError):
        tf.Variable(None)


def test_assign_forms():
    v = tf.Variable([1.0, 2.0])
    v.assign([3.0, 4.0])
    v.assign_add([1.0, 1.0])
    v.assign_sub([0.5, 0.5])
    assert v.numpy().tolist() == [3.5, 4.5]


def test_assign_gives_the_new_value():
    v = tf.Variable(1)
    assert v.assign(2).numpy() == 2
    assert v.assign_add(3).numpy() == 5
    assert v.assign_sub(1).numpy() == 4
    assert v.assign(0, read_value=False) is None


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ([1.0], ValueError),
        (tf.constant(1), (ValueError, TypeError)),
        ("text", (ValueError, TypeError)),
        (None, (ValueError, TypeError)),
    ],
)
def test_assign_refuses_other_shapes_and_dtypes(value, error):
    v = tf.Variable(1.0)
    with pytest.raises(error):
        v.assign(value)
    assert v.numpy() == 1.0


def test_an_earlier_value_is_not_changed_by_assignment():
    v = tf.Variable([1.0, 2.0])
    before, array = v.read_value(), v.numpy()
    v.assign_add([1.0, 1.0])
    v[0].assign(9.0)
    assert before.numpy().tolist() == [1.0, 2.0]
    assert array.tolist() == [1.0, 2.0]


def test_the_array_that_a_variable_was_made_of_stays_apart():
    array = np.ones(2, np.float32)
    v = tf.Variable(array)
    array[0] = 5.0
    assert v.numpy().tolist() == [1.0, 1.0]


@pytest.mark.parametrize(
    "operation",
    [
        lambda x: x + 1, lambda x: 1 + x, lambda x: x - 2, lambda x: 2 - x, lambda x: x * 3,
        lambda x: x / 2, lambda x: 2 / x, lambda x: x // 2, lambda x: x % 2, lambda x: x**2,
        lambda x: 2**x, lambda x: -x, lambda x: abs(x), lambda x: x < 2, lambda x: x >= 2,
        lambda x: x == 2, lambda x: x != 2, lambda x: x[0], lambda x: x[..., None],
        lambda x: tf.matmul(x[None], x[:, None]), np.sum, lambda x: x[::-1], list,
    ],
)  # fmt: skip
def test_operators_are_those_of_the_value(operation):
    value = [1.0, 2.0, 3.0]
    of_variable, of_tensor = operation(tf.Variable(value)), operation(tf.constant(value))
    assert np.array_equal(np.asarray(of_variable), np.asarray(of_tensor))


def test_in_place_operators_are_refused():
    v = tf.Variable(1.0)
    with pytest.raises(RuntimeError, match="assign_add"):
        v += 1.0


def test_a_scalar_is_a_python_number():
    v = tf.Variable(3)
    assert (int(v), float(v), bool(v)) == (3, 3.0, True)


def test_a_variable_is_its_own_key_only_by_reference():
    v = tf.Variable(1.0)
    with pytest.raises(TypeError, match="unhashable"):
        hash(v)
    assert v.ref() == v.ref()
    assert v.ref().deref() is v
    assert tf.Variable(1.0).ref() != v.ref()


def test_printing():
    v = tf.Variable([1, 2], name="v")
    assert repr(v) == "<tf.Variable 'v:0' shape=(2,) dtype=int32, numpy=array([1, 2], dtype=int32)>"
    assert tf.Variable(1.0).name == "Variable:0"


def test_name_scopes_are_part_of_the_name():
    with tf.name_scope("outer"), tf.name_scope("inner"):
        v = tf.Variable(1.0, name="v")
    assert v.name == "outer/inner/v:0"


def test_attributes():
    v = tf.Variable(1.0, trainable=False, name="v")
    assert not v.trainable
    assert v.device
    assert tf.Variable(1.0).trainable


@pytest.mark.parametrize(
    ("index", "value"),
    [
        ((0,), [9.0, 9.0, 9.0]),
        ((slice(None), 1), [7.0, 8.0]),
        ((slice(None), slice(None, None, 2)), [[1.0, 2.0], [3.0, 4.0]]),
        ((..., -1), [5.0, 6.0]),
        ((1, 2), 3.0),
        ((slice(None, None, -1),), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]),
    ],
)
def test_sliced_assignment_is_numpys(index, value):
    expected = np.zeros([2, 3], np.float32)
    v = tf.Variable(expected)
    expected = expected.copy()
    expected[index] = value
    v[index].assign(value)
    assert np.array_equal(v.numpy(), expected)


def test_sliced_assignment_in_a_staged_function():
    v = tf.Variable([1.0, 2.0, 3.0])

    @tf.function
    def staged(i, x):
        v[i].assign(x)
        return v.read_value()

    assert staged(tf.constant(1), tf.constant(9.0)).numpy().tolist() == [1.0, 9.0, 3.0]


def slices(values, indices):
    return tf.IndexedSlices(tf.constant(values), tf.constant(indices))


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("scatter_add", [11.0, 2.0, 23.0]),
        ("scatter_sub", [-9.0, 2.0, -17.0]),
        ("scatter_mul", [10.0, 2.0, 60.0]),
        ("scatter_div", [0.1, 2.0, 0.15]),
        ("scatter_max", [10.0, 2.0, 20.0]),
        ("scatter_min", [1.0, 2.0, 3.0]),
        ("scatter_update", [10.0, 2.0, 20.0]),
    ],
)
def test_scatter_updates(method, expected):
    v = tf.Variable([1.0, 2.0, 3.0])
    getattr(v, method)(slices([10.0, 20.0], [0, 2]))
    assert np.allclose(v.numpy(), expected)


@pytest.mark.parametrize(
    ("indices", "values", "expected"),
    [
        ([1], [[9.0, 9.0]], [[0, 1], [9, 9], [4, 5]]),
        ([[1], [0], [1]], [[9.0], [8.0], [7.0]], [[0, 9], [8, 3], [4, 7]]),
        ([[1, 0], [0, 1], [1, 0]], np.full((3, 2), 6.0), [[6, 6], [6, 6], [6, 6]]),
    ],
)
def test_batch_scatter_update(indices, values, expected):
    def update(v):
        slices = tf.IndexedSlices(tf.constant(values, tf.float32), tf.constant(indices))
        return v.batch_scatter_update(slices).read_value()

    start = np.arange(6, dtype=np.float32).reshape(3, 2)
    assert update(tf.Variable(start)).numpy().tolist() == expected
    variable = tf.Variable(start)
    assert tf.function(lambda: update(variable))().numpy().tolist() == expected
    with pytest.raises(TypeError, match="IndexedSlices"):
        variable.batch_scatter_update(values)


def test_scatter_adds_repeated_rows():
    v = tf.Variable([0.0, 0.0])
    v.scatter_add(slices([1.0, 2.0, 4.0], [1, 1, 1]))
    assert v.numpy().tolist() == [0.0, 7.0]


@pytest.mark.parametrize(
    ("method", "expected"),
    [("scatter_nd_add", [1.0, 12.0]), ("scatter_nd_sub", [1.0, -8.0]),
     ("scatter_nd_update", [1.0, 10.0])],
)  # fmt: skip
def test_scatter_nd_updates(method, expected):
    v = tf.Variable([1.0, 2.0])
    getattr(v, method)([[1]], [10.0])
    assert v.numpy().tolist() == expected


def test_scatter_takes_slices_only():
    with pytest.raises(TypeError):
        tf.Variable([1.0]).scatter_add([1.0])


def test_scatter_out_of_range_is_refused():
    v = tf.Variable([1.0])
    with pytest.raises(tf.errors.InvalidArgumentError):
        v.scatter_add(slices([1.0], [5]))
    assert v.numpy().tolist() == [1.0]


def test_sparse_read():
    v = tf.Variable([[1.0], [2.0], [3.0]])
    assert v.sparse_read([2, 0]).numpy().tolist() == [[3.0], [1.0]]
    assert v.gather_nd([[1]]).numpy().tolist() == [[2.0]]


def test_deepcopy_is_another_variable():
    v = tf.Variable([1.0], name="v", trainable=False)
    w = copy.deepcopy(v)
    w.assign([2.0])
    assert v.numpy().tolist() == [1.0]
    assert (w.name, w.trainable) == ("v:0", False)


def test_deepcopy_keeps_sharing():
    v = tf.Variable(1.0)
    first, second = copy.deepcopy([v, v])
    assert first is second


def test_pickle_keeps_value_and_form():
    v = pickle.loads(pickle.dumps(tf.Variable([1.0, 2.0], name="v", trainable=False)))
    assert v.numpy().tolist() == [1.0, 2.0]
    assert (v.name, v.trainable) == ("v:0", False)


def test_a_constraint_is_kept_for_optimizers():
    v = tf.Variable(-1.0, constraint=lambda x: tf.maximum(x, 0.0))
    assert v.constraint(v).numpy() == 0.0


def test_a_variable_is_freed():
    v = tf.Variable(1.0)
    gone = weakref.ref(v)
    del v
    gc.collect()
    assert gone() is None


def test_iteration_and_membership():
    assert [int(x) for x in tf.Variable([1, 2])] == [1, 2]
    with pytest.raises(TypeError):
        iter(tf.Variable(1))


def test_value_and_initial_value():
    v = tf.Variable(3.0)
    v.assign(4.0)
    assert v.value().numpy() == 4.0
    assert v.read_value().numpy() == 4.0
    assert tf.convert_to_tensor(v).numpy() == 4.0
    assert tf.convert_to_tensor(v, tf.float32).numpy() == 4.0
    with pytest.raises((ValueError, TypeError)):
        tf.convert_to_tensor(v, tf.int32)


def test_references_are_told_apart():
    seen = {tf.Variable(float(i)).ref() for i in range(3)}
    assert len(seen) == 3


def test_creators_get_all_arguments_of_a_variable():
    seen = []

    def creator(next_creator, **kwargs):
        seen.append(kwargs)
        return next_creator(**kwargs)

    with tf.variable_creator_scope(creator):
        tf.Variable(1.0)
        wide = tf.Variable(1.0, False, True, None, "wide", None, tf.float64)
    assert seen[0]["trainable"] is None and seen[0]["name"] is None and seen[0]["shape"] is None
    assert seen[1]["name"] == "wide" and seen[0].keys() == seen[1].keys()
    assert wide.dtype == tf.float64 and not wide.trainable


def test_a_variable_is_renamed_by_the_name_of_its_handle():
    # Keras 2 gives variables of a loaded model the names that they were saved by.
    variable = tf.Variable(1.0, name="made")
    assert variable._handle_name == variable.name == "made:0"
    variable._handle_name = "saved/kernel:0"
    assert variable.name == variable._handle_name == "saved/kernel:0"
    assert variable._shared_name == "saved/kernel"


def test_a_copy_is_a_variable_of_its_own():
    v = tf.Variable([1.0, 2.0], name="v", trainable=False)
    w = copy.copy(v)
    w.assign_add([1.0, 1.0])
    assert v.numpy().tolist() == [1.0, 2.0] and w.numpy().tolist() == [2.0, 3.0]
    assert (w.name, w.trainable) == ("v:0", False)


def test_the_constructor_is_abstract_to_subclasses_that_have_no_value():
    """TF: zfit's parameters call it and expect NotImplementedError."""

    class Parameter(tf.Variable):
        def __init__(self):
            super().__init__()

    with pytest.raises(NotImplementedError, match="initial_value"):
        Parameter()
    with pytest.raises(ValueError, match="initial_value"):
        tf.Variable()
