"""Eager ops on large arrays: machine code gives what NumPy gives, for all shapes by one kernel."""

import threading

import numpy as np
import pytest

import stagelight as tf
from stagelight import config, nest
from stagelight.core import registry
from stagelight.core.dispatch import LARGE, evaluate
from stagelight.ops.random.normal import normal
from stagelight.ops.random.philox import Philox
from stagelight.ops.random.truncated_normal import truncated_normal
from stagelight.ops.random.uniform import full_int, uniform, uniform_int
from stagelight.runtime import large_arrays

SIZE = (1 << 20) + 77


@pytest.fixture(autouse=True)
def native(monkeypatch):
    monkeypatch.setattr(large_arrays, "_WORTH_COMPILING", 1 << 20)
    monkeypatch.setattr(large_arrays, "_WORTH_A_PROGRAM", 1 << 20)
    monkeypatch.setattr(large_arrays, "_WORTH_DRAWING", 0)
    with config.changed(executor="native"):
        yield


def random(*shape, dtype=np.float32):
    return np.random.RandomState(0).randn(*shape).astype(dtype)


def kernels_of(name):
    return [c.kernel for key, c in large_arrays._candidates.items() if key[0] == name and c.kernel]


@pytest.mark.parametrize(
    ("op", "function"),
    [
        (tf.tanh, np.tanh),
        (tf.exp, np.exp),
        (tf.sin, np.sin),
        (tf.sigmoid, lambda x: 1 / (1 + np.exp(-x))),
        (tf.math.log1p, np.log1p),
        (tf.nn.relu, lambda x: np.maximum(x, 0)),
        (tf.math.softplus, lambda x: np.logaddexp(x, 0)),
        (tf.square, np.square),
    ],
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_functions_are_those_of_numpy(op, function, dtype):
    x = random(SIZE, dtype=dtype)
    with np.errstate(all="ignore"):
        expected = function(x.astype(np.float64))
    result = op(tf.constant(x))
    assert result.dtype == dtype
    np.testing.assert_allclose(
        result, expected, rtol=2e-6 if dtype == np.float32 else 1e-14, atol=1e-7
    )


def test_one_kernel_serves_all_shapes():
    for shape in [(SIZE,), (1024, 1024), (3, 500, 701), (LARGE * 32 + 1,)]:
        x = random(*shape)
        np.testing.assert_allclose(tf.cosh(tf.constant(x)), np.cosh(x), rtol=2e-6)
    assert len(kernels_of("Cosh")) == 1


def test_two_arrays_and_numbers():
    x, y = random(1100, 1000), random(1100, 1000) + 2
    for a, b in [(x, y), (x, np.float32(0.5)), (np.float32(2.0), y)]:
        result = tf.math.squared_difference(tf.constant(a), tf.constant(b))
        np.testing.assert_array_equal(result, np.square(a - b))
        np.testing.assert_array_equal(tf.maximum(tf.constant(a), tf.constant(b)), np.maximum(a, b))
    row = random(1000)
    np.testing.assert_array_equal(tf.maximum(tf.constant(x), tf.constant(row)), np.maximum(x, row))


def test_arrays_in_disorder_are_left_to_numpy():
    x = random(1200, 1000)
    for view in (x.T, x[:, ::-1], x[::2]):
        tensor = tf.constant(0.0)
        tensor = type(tensor)(view, tensor.dtype)
        np.testing.assert_allclose(tf.exp(tensor), np.exp(view), rtol=1e-6)


def test_results_do_not_depend_on_threads():
    x = tf.constant(random(SIZE))
    results = set()
    for threads in (1, 2, 4):
        with config.changed(intra_op_threads=threads):
            results |= {tf.math.erf(x).numpy().tobytes() for _ in range(3)}
    assert len(results) == 1


def test_a_zero_divisor_is_told_as_ever():
    x, y = np.arange(SIZE, dtype=np.int32), np.ones(SIZE, np.int32)
    y[-5] = 0
    for _ in range(2):
        with pytest.raises(tf.errors.InvalidArgumentError, match="zero"):
            tf.math.floordiv(tf.constant(x), tf.constant(y))


def test_what_is_asked_for_seldom_is_not_compiled():
    before = dict(large_arrays._candidates)
    x = tf.constant(random(LARGE))
    for _ in range(3):
        tf.math.asinh(x)
    made = [c for key, c in large_arrays._candidates.items() if key not in before]
    assert all(c.kernel is None and not c.is_tried for c in made)


def test_results_that_are_kept_do_not_change():
    kept = []
    for number in range(5):
        kept.append((number, tf.tanh(tf.constant(np.full(SIZE, number, np.float32)))))
    for number, result in kept:
        np.testing.assert_allclose(result, np.full(SIZE, np.tanh(number)), rtol=1e-6)


def test_gradients_follow():
    x = tf.constant(random(SIZE))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.tanh(x))
    np.testing.assert_allclose(
        tape.gradient(y, x), 1 - np.tanh(x.numpy()) ** 2, rtol=1e-4, atol=1e-6
    )


def test_threads_compute_at_once():
    x = tf.constant(random(SIZE))
    expected = tf.atan(x).numpy().tobytes()
    wrong = []

    def work():
        for _ in range(10):
            if tf.atan(x).numpy().tobytes() != expected:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not wrong


REDUCTIONS = [
    (tf.reduce_sum, np.sum),
    (tf.reduce_mean, np.mean),
    (tf.reduce_max, np.max),
    (tf.reduce_min, np.min),
]


@pytest.mark.parametrize(("op", "function"), REDUCTIONS)
def test_reductions_are_those_of_numpy(op, function):
    x = random(1031, 1029)
    for axis in (None, 0, 1, [0, 1], -1):
        for keepdims in (False, True):
            np_axis = tuple(axis) if isinstance(axis, list) else axis
            expected = function(x.astype(np.float64), axis=np_axis, keepdims=keepdims)
            result = op(tf.constant(x), axis=axis, keepdims=keepdims)
            assert result.shape == expected.shape
            np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-3)


def test_other_ops_have_a_program_for_each_shape():
    x = random(1200, 1000)
    rows = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    for part in (x, x[:1100]):
        expected = (rows / rows.sum(1, keepdims=True))[: len(part)]
        for _ in range(3):
            np.testing.assert_allclose(tf.nn.softmax(tf.constant(part)), expected, rtol=1e-5)
    made = [c for key, c in large_arrays._programs.items() if key[0] == "Softmax" and c.kernel]
    assert len(made) == 2


def test_convolutions_and_their_gradients():
    images, filters = random(4, 96, 96, 32), random(3, 3, 32, 8)
    results = []
    for executor in ("host", "native"):
        with config.changed(executor=executor):
            x, k = tf.constant(images), tf.constant(filters)
            for _ in range(2):
                with tf.GradientTape() as tape:
                    tape.watch([x, k])
                    y = tf.nn.conv2d(x, k, [1, 2, 1, 1], "SAME")
                    loss = tf.reduce_sum(y * y)
                dx, dk = tape.gradient(loss, [x, k])
            results.append((y, dx, dk))
    for host, machine in zip(*results, strict=True):
        scale = np.abs(host.numpy()).max()
        np.testing.assert_allclose(machine / scale, host / scale, rtol=1e-4, atol=1e-5)


IMAGES, SMALLER, VOLUMES = random(2, 33, 30, 32), random(2, 17, 15, 32), random(1, 9, 10, 14, 32)
WINDOW = {"strides": [1, 2, 2, 1], "padding": "SAME"}
POOL = {"ksize": [1, 2, 2, 1], **WINDOW}
CUBE = {"strides": [1, 1, 1, 1, 1], "padding": "SAME"}
NORM = {"epsilon": 1e-3, "is_training": True}
CHANNELS = [abs(random(32)) + 1, random(32)]
_, *MOMENTS = tf.raw_ops.FusedBatchNormV3(
    x=IMAGES, scale=CHANNELS[0], offset=CHANNELS[1], mean=[], variance=[], **NORM
)
EMPTY = np.empty(0, np.float32)


def sizes(*numbers):
    return np.array(numbers, np.int32)


# The inputs and attrs of each op that has a program for one shape.
ONE_SHAPE = {
    **{name: ([IMAGES, sizes(0, 2)], {}) for name in ("Sum", "Mean", "Prod", "Max", "Min")},
    **{name: ([IMAGES > -2, sizes(0, 2)], {}) for name in ("All", "Any")},
    **{name: ([random(50, 1000)], {}) for name in ("Softmax", "LogSoftmax")},
    "MaxPool": ([IMAGES], POOL),
    "AvgPool": ([IMAGES], POOL),
    "MaxPoolGrad": ([IMAGES, tf.nn.max_pool2d(IMAGES, 2, 2, "SAME").numpy(), SMALLER], POOL),
    "AvgPoolGrad": ([sizes(5, 33, 30, 32), random(5, 17, 15, 32)], POOL),
    "BiasAddGrad": ([IMAGES], {}),
    "Conv2D": ([IMAGES, random(3, 3, 32, 16)], WINDOW),
    "Conv2DBackpropInput": ([sizes(5, 33, 30, 8), random(3, 3, 8, 32), random(5, 17, 15, 32)], WINDOW),
    "Conv2DBackpropFilter": ([IMAGES, sizes(3, 3, 32, 32), SMALLER], WINDOW),
    "Conv3D": ([VOLUMES, random(3, 3, 3, 32, 4)], CUBE),
    "Conv3DBackpropInputV2": ([sizes(1, 9, 10, 14, 8), random(3, 3, 3, 8, 32), VOLUMES], CUBE),
    "Conv3DBackpropFilterV2": ([VOLUMES, sizes(3, 3, 3, 32, 32), VOLUMES], CUBE),
    "DepthwiseConv2dNative": ([IMAGES, random(3, 3, 32, 2)], WINDOW),
    "DepthwiseConv2dNativeBackpropInput": (
        [sizes(5, 33, 30, 16), random(3, 3, 16, 2), random(5, 17, 15, 32)], WINDOW,
    ),
    "DepthwiseConv2dNativeBackpropFilter": ([IMAGES, sizes(3, 3, 32, 1), SMALLER], WINDOW),
    "FusedBatchNormV3": ([IMAGES, *CHANNELS, EMPTY, EMPTY], NORM),
    "FusedBatchNormGradV3": (
        [IMAGES[::-1].copy(), IMAGES, CHANNELS[0], *[x.numpy() for x in MOMENTS[2:4]], EMPTY], NORM,
    ),
    "ResizeBilinear": ([IMAGES, sizes(41, 20)], {"half_pixel_centers": True}),
    "TopKV2": ([random(50, 1000), np.int32(7)], {}),
}  # fmt: skip


def test_all_ops_with_a_program_for_one_shape_are_compared():
    assert ONE_SHAPE.keys() == large_arrays._OF_ONE_SHAPE.keys()


@pytest.mark.parametrize("name", ONE_SHAPE)
def test_a_program_for_one_shape_gives_what_the_kernel_gives(name, monkeypatch):
    monkeypatch.setattr(large_arrays, "_WORTH_A_PROGRAM", 0)
    inputs, attrs = ONE_SHAPE[name]
    op_def = registry.lookup(name)
    tensors = [tf.constant(x) for x in inputs]
    results = nest.flatten(evaluate(op_def, tensors, attrs))
    made = [c for key, c in large_arrays._programs.items() if key[0] == name and c.kernel]
    assert made, f"{name} is not compiled"
    with config.changed(executor="host"):
        expected = nest.flatten(evaluate(op_def, tensors, attrs))
    for machine, host in zip(results, expected, strict=True):
        assert machine.dtype == host.dtype and machine.shape == host.shape
        scale = max(np.abs(host.numpy()).max(initial=0), 1)
        np.testing.assert_allclose(machine / scale, host / scale, rtol=1e-4, atol=1e-5)


def test_there_are_no_more_programs_than_agreed(monkeypatch):
    monkeypatch.setattr(large_arrays, "_MOST_PROGRAMS", 0)
    monkeypatch.setattr(large_arrays, "_programs", {})
    x = random(1300, 1000)
    np.testing.assert_allclose(tf.reduce_sum(tf.constant(x)), x.sum(), rtol=1e-3, atol=1)
    assert all(c.kernel is None for c in large_arrays._programs.values())


def test_the_host_executor_uses_numpy_alone():
    x = random(SIZE)
    with config.changed(executor="host"):
        np.testing.assert_array_equal(tf.exp(tf.constant(x)), np.exp(x))


CHUNK = large_arrays._DRAWN_AT_ONCE
DRAWS = {
    "StatelessRandomNormalV2": (normal, ("float32", "float64"), ()),
    "StatelessTruncatedNormalV2": (truncated_normal, ("float32", "float64"), ()),
    "StatelessRandomUniformV2": (uniform, ("float32", "float64"), ()),
    "StatelessRandomUniformIntV2": (uniform_int, ("int32", "int64"), (-17, 1000)),
    "StatelessRandomUniformFullIntV2": (full_int, ("int32", "uint32", "int64", "uint64"), ()),
}


@pytest.mark.parametrize("shape", [(LARGE,), (CHUNK,), (3, CHUNK + 1), (2 * CHUNK + 12345,)])
@pytest.mark.parametrize(
    ("name", "dtype"), [(name, dtype) for name, (_, dtypes, _) in DRAWS.items() for dtype in dtypes]
)
def test_random_numbers_are_those_of_the_kernels_bit_for_bit(name, dtype, shape):
    draw, _, bounds = DRAWS[name]
    # The second place: the low half of the counter overflows within the draw.
    for source in (Philox.from_seeds(7, 11), Philox(1 << 63 | 5, (9 << 64) - 1000)):
        drawn = draw(source, shape, *bounds, dtype=np.dtype(dtype))
        with config.changed(executor="host"):
            expected = draw(source, shape, *bounds, dtype=np.dtype(dtype))
        assert drawn.dtype == expected.dtype and drawn.shape == expected.shape
        assert drawn.tobytes() == expected.tobytes()
    assert large_arrays._candidates[name, tf.as_dtype(dtype)].kernel is not None


def test_one_program_draws_numbers_for_all_shapes():
    for shape in [(LARGE + 3,), (300, 400), (7, 11, 1300)]:
        tf.random.stateless_uniform(shape, [1, 2])
    assert len(kernels_of("StatelessRandomUniformV2")) <= 2  # float32, and float64 of another test


def test_random_ops_go_on_with_their_streams_whichever_way_they_draw():
    def drawn():
        tf.random.set_seed(3)
        large = tf.random.normal([LARGE + 5], seed=1)
        small = tf.random.normal([5], seed=1)
        other = tf.random.truncated_normal([3])
        return [x.numpy().tobytes() for x in (large, small, other)]

    quick = drawn()
    with config.changed(executor="host"):
        assert drawn() == quick
