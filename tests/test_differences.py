"""Deliberate differences from TensorFlow: what `docs/differences.md` lists and no other test holds."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stagelight as tf
from stagelight.errors import StagingError


def traces_of(function: Callable[..., Any], *calls: Any) -> int:
    """How often a function is traced for these arguments."""
    traced = []

    @tf.function
    def staged(argument: Any) -> Any:
        traced.append(argument)
        return function(argument)

    for argument in calls:
        staged(argument)
    return len(traced)


def test_each_variable_has_a_trace():
    assert traces_of(lambda v: v + 1.0, tf.Variable(1.0), tf.Variable(2.0)) == 2
    one, other = tf.Variable(1.0), tf.Variable(2.0)
    concrete = tf.function(lambda v: v + 1.0).get_concrete_function(one)
    assert [x is one.handle for x in concrete.captured_inputs] == [True]
    assert concrete(one).numpy() == 2.0
    with pytest.raises(TypeError, match="was constructed with Variable value"):
        concrete(other)


class Equal:
    def __init__(self, factor: float):
        self.factor = factor

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Equal)

    def __hash__(self) -> int:
        return 1


def test_equal_objects_have_traces_of_their_own():
    first, second = Equal(2.0), Equal(3.0)
    assert traces_of(lambda e: tf.constant(e.factor), first, second) == 2


def test_kinds_of_dictionaries_have_traces_of_their_own():
    x = tf.constant(1.0)
    assert traces_of(lambda d: d["a"], {"a": x}, OrderedDict(a=x)) == 2


def comprehension(x):
    return [2 * i for i in x]


def builtins(x):
    return sum(x), max(x), any(i > 1 for i in x)


def assertion(x):
    assert x[0] > 0
    return x


def factorial(n):
    return tf.constant(1) if n <= 1 else n * factorial(n - 1)


def recursion(x):
    return factorial(x[2])


def return_in_one_branch(x):  # noqa: RET503 - what is staged
    if x[0] > 0:
        return x[1]


@pytest.mark.parametrize(
    "function", [comprehension, builtins, assertion, recursion, return_in_one_branch]
)
def test_autograph_stages_what_tensorflow_refuses(function):
    x = tf.constant([1, 2, 3])
    expected = tf.nest.flatten(tf.nest.map_structure(np.asarray, function(x)))
    found = tf.nest.flatten(tf.function(function)(x))
    assert [value.numpy().tolist() for value in found] == [value.tolist() for value in expected]


def test_return_that_leaves_finally_is_refused():
    def f(x):
        try:
            return x
        finally:
            return 1  # noqa: B012, SIM107

    with pytest.raises(StagingError, match="AG101"):
        tf.function(f)(tf.constant(1))


@pytest.mark.parametrize("value", [300, -1, [1, 256]])
def test_integers_out_of_range_are_refused(value):
    with pytest.raises(ValueError, match="required values in"):
        tf.constant(value, tf.uint8)


@pytest.mark.parametrize("dtype", [tf.int8, tf.float32, tf.bfloat16, tf.complex64])
def test_a_bool_is_a_number_in_every_dtype(dtype):
    for make in (tf.constant, tf.function(tf.constant)):
        assert make([True, False], dtype).dtype is dtype
        np.testing.assert_array_equal(tf.cast(make([True, False], dtype), tf.float32), [1, 0])


@pytest.mark.parametrize(
    "function",
    [
        lambda: tf.math.reciprocal(2),
        lambda: tf.round(1 + 2j),
        lambda: tf.constant(2j) // 2,
        lambda: tf.compat.v1.count_up_to(tf.Variable(1.0), 3),
        lambda: tf.raw_ops.ArgMax(input=[1.0], dimension=0, output_type=tf.float32),
    ],
)
def test_a_dtype_without_a_kernel_is_refused(function):
    with pytest.raises(tf.errors.InvalidArgumentError, match="not in the list of allowed values"):
        function()
    with pytest.raises(TypeError, match="not in the list of allowed values"):
        tf.function(function)()


@pytest.mark.parametrize("x", [-3, 0, 3])
def test_a_bool_beside_an_integer_is_a_number(x):
    both, either = tf.function(lambda x: (x > 0 and x, x > 0 or x))(tf.constant(x))
    assert both.dtype is either.dtype is tf.int32
    assert (int(both), int(either)) == (int(x > 0 and x), int(x > 0 or x))


def test_small_eager_operations_keep_subnormal_numbers():
    assert (tf.constant(1e-39) * 1.0).numpy() > 0


Z = np.array([1 + 2j, 3 - 1j], np.complex128)
M = np.array([[2.0 + 1j, 0.5], [0.3j, 3.0]], np.complex128)
SYSTEM = np.array([[1.0, 0.5j], [4.0, 5.0 + 1j], [0.2j, 1.0]], np.complex128)


@pytest.mark.parametrize(
    ("function", "x"),
    [
        (tf.math.cumprod, Z),
        (lambda z: tf.math.multiply_no_nan(z, z), Z),
        (lambda z: tf.math.xlogy(z, z), Z),
        (lambda z: tf.math.xdivy(z, z * z), Z),
        (lambda z: tf.math.xlog1py(z, z), Z),
        (lambda z: tf.math.unsorted_segment_prod(tf.concat([z, z + 1j], 0), [0, 0, 1, 0], 2), Z),
        (lambda z: tf.math.segment_prod(tf.concat([z, z * z], 0), [0, 0, 0, 1]), Z),
        (tf.linalg.sqrtm, M),
        (lambda a: tf.linalg.tridiagonal_solve(a, tf.constant(Z)), SYSTEM),
    ],
)
def test_complex_gradients_are_derivatives(function, x):
    """A real loss changes along each direction as the gradient says: Re(conj(g) * direction)."""

    def loss(z):
        result = function(z)
        weights = np.arange(1, result.shape.num_elements() + 1).reshape(result.shape)
        return tf.reduce_sum(tf.math.real(result) * weights + tf.math.imag(result))

    z = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(z)
        value = loss(z)
    gradient = tape.gradient(value, z).numpy()
    for direction in (1.0, 1j):
        for place in np.ndindex(x.shape):
            step = np.zeros_like(x)
            step[place] = 1e-6 * direction
            slope = (loss(tf.constant(x + step)) - loss(tf.constant(x - step))).numpy() / 2e-6
            expected = (np.conj(gradient[place]) * direction).real
            np.testing.assert_allclose(slope, expected, rtol=1e-5, atol=1e-7)


def test_second_derivative_of_cross_entropy_sees_the_labels():
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(x * x), x)
        return tape.gradient(loss, x)

    x = tf.constant([0.1, 0.7], tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(x)
        first = slope(x)
    second = tape.jacobian(first, x).numpy()
    steps = 1e-6 * np.eye(2)
    expected = [(slope(x + step) - slope(x - step)).numpy() / 2e-6 for step in steps]
    np.testing.assert_allclose(second, np.transpose(expected), rtol=1e-6)


def test_memoryviews_of_tensors():
    x = tf.constant([1.0, 2.0])
    if sys.version_info >= (3, 12):
        view = memoryview(x)
        assert view.readonly and list(view) == [1.0, 2.0]
    else:
        with pytest.raises(TypeError, match="bytes-like object"):
            memoryview(x)
    assert memoryview(np.asarray(x)).readonly


def test_rows_of_a_sparse_tensor_are_in_order():
    in_order = tf.SparseTensor([[0, 0], [1, 0]], [2, 1], [2, 2])
    assert tf.RaggedTensor.from_sparse(in_order).to_list() == [[2], [1]]
    out_of_order = tf.SparseTensor([[1, 0], [0, 0]], [1, 2], [2, 2])
    with pytest.raises(tf.errors.InvalidArgumentError, match="not right-ragged"):
        tf.RaggedTensor.from_sparse(out_of_order)
    ordered = tf.RaggedTensor.from_sparse(tf.sparse.reorder(out_of_order))
    assert ordered.to_list() == [[2], [1]]


def test_a_registered_class_is_no_variable():
    class Own:
        pass

    class Derived(tf.Variable):
        pass

    tf.Variable.register(Own)
    assert not isinstance(Own(), tf.Variable)
    assert isinstance(Derived(1.0), tf.Variable)


def test_libraries_of_ops_in_cpp_are_refused(tmp_path):
    path = tmp_path / "op.so"
    path.write_bytes(b"library")
    with pytest.raises(tf.errors.NotFoundError, match="write the op in Python"):
        tf.load_op_library(str(path))
    with pytest.raises(tf.errors.NotFoundError, match="No such file"):
        tf.load_op_library(str(tmp_path / "none.so"))


def test_elements_are_kept_in_one_file_of_their_own(tmp_path):
    kept = tf.data.Dataset.range(3).cache(str(tmp_path / "kept"))
    assert [int(x) for x in kept] == [0, 1, 2]
    assert [path.name for path in tmp_path.iterdir()] == ["kept.elements"]


def test_savers_write_the_newer_format(tmp_path):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=1.0)
        session.run(v.initializer)
        saver = v1.train.Saver(write_version=v1.train.SaverDef.V1)
        path = saver.save(session, str(tmp_path / "model"), write_meta_graph=False)
    names = sorted(x.name for x in tmp_path.iterdir())
    assert names == ["checkpoint", "model.data-00000-of-00001", "model.index"]
    assert tf.train.load_checkpoint(path).get_tensor("v") == 1.0


@pytest.mark.parametrize("staged", [False, True])
def test_nan_comes_first_in_every_order(staged):
    x = tf.constant([3.0, np.nan, 1.0, np.nan, np.inf, -np.inf])

    def orders():
        return (
            tf.sort(x),
            tf.sort(x, direction="DESCENDING"),
            tf.argsort(x),
            tf.math.top_k(x, 3).values,
        )

    rising, falling, places, greatest = (tf.function(orders) if staged else orders)()
    np.testing.assert_array_equal(rising, [np.nan, np.nan, -np.inf, 1.0, 3.0, np.inf])
    np.testing.assert_array_equal(falling, [np.nan, np.nan, np.inf, 3.0, 1.0, -np.inf])
    np.testing.assert_array_equal(places, [1, 3, 5, 2, 0, 4])
    np.testing.assert_array_equal(greatest, [np.nan, np.nan, np.inf])


def test_fast_least_squares_refuses_matrices_without_full_rank():
    matrix, rhs = tf.constant([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0]]), tf.ones([3, 1])
    with pytest.raises(tf.errors.InvalidArgumentError, match="rank deficient"):
        tf.linalg.lstsq(matrix, rhs, fast=True)
    shortest = [[0.0857143], [0.1714286]]
    np.testing.assert_allclose(tf.linalg.lstsq(matrix, rhs, fast=False), shortest, rtol=1e-5)


@pytest.mark.parametrize(
    "name",
    ["BlockLSTM", "BlockLSTMV2", "LSTMBlockCell", "GRUBlockCell", "GenerateVocabRemapping",
     "LoadAndRemapMatrix", "Variable", "VariableV2", "GetSessionHandle", "GetSessionTensor"],
)  # fmt: skip
def test_ops_without_a_public_function_may_be_missing(name):
    with pytest.raises(AttributeError, match=f"The op '{name}' is not among Stagelight's ops"):
        getattr(tf.raw_ops, name)
