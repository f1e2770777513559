"""Products of matrices: which op is used, exact integers, words of refusals."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf


def op_types(function, *specs):
    graph = tf.function(function).get_concrete_function(*specs).graph
    return [op.type for op in graph.get_operations() if "MatMul" in op.type]


@pytest.mark.parametrize(
    ("shape", "expected"),
    [([2, 2], "MatMul"), ([3, 2, 2], "BatchMatMulV2"), (None, "BatchMatMulV2")],
)
def test_op_depends_on_the_rank(shape, expected):
    assert op_types(lambda x: tf.matmul(x, x), tf.TensorSpec(shape, tf.float32)) == [expected]


def test_integers_are_exact_and_wrap():
    x = np.random.default_rng(3).integers(-(2**31), 2**31, (10, 10))
    for dtype in (np.int32, np.int64):
        with np.errstate(over="ignore"):
            expected = x.astype(dtype) @ x.astype(dtype)
        assert (tf.matmul(x.astype(dtype), x.astype(dtype)).numpy() == expected).all()


def test_shortcut_says_what_does_not_fit_as_the_op_does():
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        tf.matmul(tf.ones([1, 2]), tf.ones([3, 1]))
    assert "Matrix size-incompatible: In[0]: [1,2], In[1]: [3,1] [Op:MatMul]" in str(caught.value)


def test_shortcut_leaves_dtypes_without_op_to_be_refused():
    x = tf.constant([[1]], tf.int8)
    with pytest.raises(tf.errors.InvalidArgumentError, match="not in the list of allowed values"):
        tf.matmul(x, x)


def test_half_precision_is_summed_in_single():
    x = tf.ones([1, 5000], tf.float16)
    assert tf.matmul(x, x, transpose_b=True).numpy() == 5000


def test_tape_sees_the_shortcut_less_way():
    x = tf.constant([[1.0, 2.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.matmul(x, x, transpose_b=True)
    assert tape.gradient(y, x).numpy().tolist() == [[2.0, 4.0]]


def test_tensordot_of_axes_known_when_traced():
    function = tf.function(lambda a, b: tf.tensordot(a, b, [[1], [0]]))
    concrete = function.get_concrete_function(
        tf.TensorSpec([None, 3], tf.float32), tf.TensorSpec([3, None, 2], tf.float32)
    )
    assert concrete.outputs[0].shape.as_list() == [None, None, 2]
    assert concrete(tf.ones([4, 3]), tf.ones([3, 5, 2])).shape == [4, 5, 2]


@pytest.mark.parametrize(
    "axes", [0, 1, 2, [[1], [0]], [[-1], [0]], [[0, 1], [1, 0]], [0, 1], [[], []]]
)
@pytest.mark.parametrize("shape", [[2, 2], [None, None], None])
@pytest.mark.parametrize("is_fed", [False, True])  # A number of axes is known in any case.
def test_tensordot_knows_shapes_and_axes_as_late_as_it_runs(axes, shape, is_fed):
    a, b = np.array([[1.0, 2.0], [3.0, 5.0]]), np.array([[7.0, -1.0], [0.5, 4.0]])

    def derivative(a, b, axes):
        with tf.GradientTape() as tape:
            tape.watch([a, b])
            product = tf.tensordot(a, b, axes)
            loss = tf.reduce_sum(product**2)
        return product, *tape.gradient(loss, [a, b])

    spec = tf.TensorSpec(shape, tf.float64)
    if is_fed and isinstance(axes, list):
        axes_spec = tf.TensorSpec(None, tf.int32)
        staged = tf.function(derivative, input_signature=[spec, spec, axes_spec])
        found = staged(a, b, np.array(axes, np.int32))
    else:
        found = tf.function(lambda a, b: derivative(a, b, axes), input_signature=[spec, spec])(a, b)
    np.testing.assert_allclose(found[0], np.tensordot(a, b, axes))
    for one, other in zip(found, derivative(tf.constant(a), tf.constant(b), axes), strict=True):
        np.testing.assert_allclose(one, other)


@pytest.mark.parametrize("axes", [[[5], [0]], [[-3], [0]], [[0], [2]]])
def test_tensordot_refuses_axes_that_an_unknown_rank_does_not_have(axes):
    spec = tf.TensorSpec(None)
    staged = tf.function(lambda a, b: tf.tensordot(a, b, axes), input_signature=[spec, spec])
    with pytest.raises(tf.errors.InvalidArgumentError):
        staged(tf.ones([2, 2]), tf.ones([2, 2]))


@pytest.mark.parametrize("kind", [list, np.array, tf.Variable, tf.constant])
def test_operands_of_all_kinds_are_multiplied_and_recorded(kind):
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    given = kind([[5.0, 6.0], [7.0, 8.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        product = tf.matmul(given, x, transpose_a=True)
    assert product.numpy().tolist() == [[26.0, 38.0], [30.0, 44.0]]
    assert tape.gradient(product, x).numpy().tolist() == [[11.0, 11.0], [15.0, 15.0]]
    assert tf.matmul(x, given, transpose_b=True).numpy().tolist() == [[17.0, 23.0], [39.0, 53.0]]


_PAIRED = [
    0,
    1,
    2,
    [0, 0],
    [[-1], [0]],
    [[0, 1], [1, 0]],
    [[1, 0], [0, 1]],
    [[-1, 0], [-2, 0]],
    [[], []],
]


@pytest.mark.parametrize("axes", _PAIRED, ids=repr)
@pytest.mark.parametrize("a_shape", [None, [None, None], [3, 3]], ids=repr)
@pytest.mark.parametrize("b_shape", [None, [None, None, 2], [3, 3, 2]], ids=repr)
def test_tensordot_of_any_static_knowledge(a_shape, b_shape, axes):
    a, b = np.arange(9.0).reshape(3, 3), np.arange(18.0).reshape(3, 3, 2)
    signature = [tf.TensorSpec(a_shape, tf.float64), tf.TensorSpec(b_shape, tf.float64)]
    product = tf.function(lambda a, b: tf.tensordot(a, b, axes), input_signature=signature)
    np.testing.assert_allclose(product(a, b).numpy(), np.tensordot(a, b, axes))
    arguments = [tf.constant(a), tf.constant(b)]
    with tf.GradientTape() as tape:
        tape.watch(arguments)
        result = tf.reduce_sum(product(*arguments) ** 2)
    with tf.GradientTape() as eager:
        eager.watch(arguments)
        expected = tf.reduce_sum(tf.tensordot(*arguments, axes) ** 2)
    for found, right in zip(
        tape.gradient(result, arguments), eager.gradient(expected, arguments), strict=True
    ):
        np.testing.assert_allclose(found.numpy(), right.numpy())


def test_tensordot_of_axes_that_the_graph_computes():
    a, b = np.arange(6.0).reshape(2, 3), np.arange(6.0).reshape(3, 2)
    product = tf.function(tf.tensordot)
    for axes in ([[1], [0]], [[0], [1]], [[-1, 0], [0, 1]]):
        np.testing.assert_allclose(
            product(a, b, tf.constant(axes)).numpy(), np.tensordot(a, b, axes)
        )
