"""Convolutions as sums of matrix products: what they become, and that they compute the same."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stagelight as tf
from stagelight import config, errors
from stagelight.codegen.index import Symbol, atom
from stagelight.codegen.loop_nest import Buffer, MatMul, Matrix, Program
from stagelight.codegen.lowering.convolutions import phases_of, room_for
from stagelight.codegen.verifier import verify
from stagelight.ops.nn.windows import axis_window
from stagelight.types import dtypes
from tests.codegen.test_programs import text_of


def floats(*shape, seed=0):
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype(np.float32)


def test_a_convolution_is_a_sum_of_products_without_copies():
    text = text_of(
        lambda x, w: tf.nn.conv2d(x, w, 1, "VALID"), floats(2, 8, 8, 3), floats(3, 3, 3, 4)
    )
    # The columns of a window lie in one row, so the sum over them is the product's own.
    assert (
        "  for i0 in 2, i1 in 6:\n"
        "    out0[i0*144 + i1*24; 4, 1] = "
        "add(in0[i0*192 + i1*24 + r0*24; 3, 1] @ in1[r0*36; 4, 1] for r0 in 3) (6x9x4)\n"
    ) in text
    assert "temporary" not in text


def test_a_convolution_of_single_pixels_is_one_product():
    text = text_of(
        lambda x, w: tf.nn.conv2d(x, w, 1, "SAME"), floats(2, 8, 8, 3), floats(1, 1, 3, 4)
    )
    assert text.endswith("  out0[0; 4, 1] = in0[0; 3, 1] @ in1[0; 4, 1] (128x3x4)\n")


def test_room_around_an_image_is_written_once():
    text = text_of(
        lambda x, w: tf.nn.conv2d(x, w, 1, "SAME"), floats(1, 4, 4, 1), floats(3, 3, 1, 1)
    )
    padded = text[: text.index("@")]
    assert padded.count("= 0.0") == 4  # above, below, left and right
    assert "temporary t0: float32[36]" in padded


@given(
    st.integers(1, 9), st.integers(1, 4), st.integers(1, 4), st.integers(1, 3),
    st.sampled_from(["SAME", "VALID"]),
)  # fmt: skip
def test_phases_meet_each_pixel_and_place_once(size, kernel, stride, dilation, padding):
    try:
        window = axis_window(size, kernel, stride, dilation, padding)
    except errors.InvalidArgumentError:
        return
    phases = phases_of(window)
    before, after = room_for(window, phases)
    met = []
    for phase in phases:
        for t in range(phase.count):
            for i in range(phase.places):
                output = phase.meeting + t - i * phase.meeting_step
                assert -before <= output < window.output + after
                pixel = phase.first + t * stride
                place = phase.place + i * phase.place_step
                assert output * stride + place * dilation - window.before == pixel
                met.append((pixel, place, output))
    inside = {
        (o * stride + k * dilation - window.before, k, o)
        for o in range(window.output)
        for k in range(kernel)
    }
    assert {x for x in inside if 0 <= x[0] < size} <= set(met)
    assert len(set(met)) == len(met)


@st.composite
def convolutions(draw):
    groups = draw(st.sampled_from([1, 1, 2]))
    channels, filters = draw(st.sampled_from([1, 3, 8])), draw(st.sampled_from([1, 2, 5, 17]))
    sizes = draw(st.lists(st.integers(3, 9), min_size=2, max_size=2))
    kernel = draw(st.lists(st.integers(1, 3), min_size=2, max_size=2))
    strides = draw(st.lists(st.integers(1, 3), min_size=2, max_size=2))
    dilations = [1, 1] if max(strides) > 1 else draw(st.sampled_from([[1, 1], [2, 1], [2, 2]]))
    padding = draw(st.sampled_from(["SAME", "VALID", [[0, 0], [2, 0], [1, 2], [0, 0]]]))
    x = floats(draw(st.integers(1, 2)), *sizes, groups * channels, seed=draw(st.integers(0, 99)))
    w = floats(*kernel, channels, groups * filters, seed=1)
    return x, w, strides, padding, dilations


@settings(deadline=None, max_examples=60)
@given(convolutions())
def test_convolutions_and_their_gradients_are_those_of_the_host(case):
    x, w, strides, padding, dilations = case

    def f(x, w):
        with tf.GradientTape() as tape:
            tape.watch([x, w])
            y = tf.nn.conv2d(x, w, strides, padding, dilations=dilations)
            total = tf.reduce_sum(tf.square(y + 0.5))
        return y, *tape.gradient(total, [x, w])

    try:
        expected = f(tf.constant(x), tf.constant(w))
    except errors.OpError:
        return
    with config.changed(executor="native"):
        actual = tf.function(f)(tf.constant(x), tf.constant(w))
    for host, native in zip(expected, actual, strict=True):
        np.testing.assert_allclose(native, host, rtol=2e-4, atol=2e-4)


@settings(deadline=None, max_examples=40)
@given(
    st.integers(1, 40), st.integers(1, 70), st.integers(1, 70),
    st.sampled_from([np.float32, np.float64, np.int32]), st.booleans(),
)  # fmt: skip
def test_products_of_all_sizes_are_those_of_the_host(m, k, n, dtype, is_transposed):
    random = np.random.RandomState(m + k + n)
    a = random.randint(-9, 9, (k, m) if is_transposed else (m, k)).astype(dtype)
    b = random.randint(-9, 9, (k, n)).astype(dtype)
    with config.changed(executor="native"):
        product = tf.function(lambda a, b: tf.matmul(a, b, transpose_a=is_transposed) + 1)
        actual = product(tf.constant(a), tf.constant(b))
    np.testing.assert_array_equal(actual, (a.T if is_transposed else a) @ b + 1)


def sum_of_products(step, out_step=0, rows=2):
    x, y = Buffer("x", dtypes.float32, 12, "input"), Buffer("y", dtypes.float32, 4, "output")
    r = Symbol("r")
    left = Matrix(x, atom(r) * step, 2, 1)
    product = MatMul(
        (), Matrix(y, atom(r) * out_step, 2, 1), left, Matrix(x, 0, 2, 1), rows, 2, 2, ((r, 3),)
    )
    return Program("p", [x], [y], [product])


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (sum_of_products(5), "elements 0 to 13 of x"),
        (sum_of_products(1, rows=3), "elements 0 to 5 of y"),
        (sum_of_products(4, out_step=1), "moves while products are added up"),
    ],
)
def test_sums_of_products_stay_inside_of_their_buffers(program, why):
    verify(sum_of_products(4))
    with pytest.raises(errors.InternalError, match=why):
        verify(program)


def test_a_pixel_that_no_window_meets_has_no_gradient():
    x, w = tf.constant(floats(1, 5, 5, 2)), tf.constant(floats(1, 1, 2, 3))

    @tf.function
    def f(x):
        return tf.gradients(tf.nn.conv2d(x, w, 2, "VALID"), x)[0]

    with config.changed(executor="native"):
        slopes = f(x).numpy()
    assert (slopes[:, 1::2] == 0).all()
    assert (slopes[:, :, 1::2] == 0).all()
    assert (slopes[:, ::2, ::2] != 0).all()


def test_the_statement_of_an_unmet_phase_is_a_nest():
    program = text_of(
        lambda dy, w: tf.raw_ops.Conv2DBackpropInput(
            input_sizes=[1, 4, 4, 1],
            filter=w,
            out_backprop=dy,
            strides=[1, 2, 2, 1],
            padding="VALID",
        ),
        floats(1, 2, 2, 1),
        floats(1, 1, 1, 1),
    )
    assert program.count("= 0.0") == 3
    assert program.count("@") == 1


@settings(deadline=None, max_examples=30)
@given(convolutions(), st.integers(1, 3))
def test_convolutions_of_single_channels_are_those_of_the_host(case, multiplier):
    x, w, strides, padding, dilations = case
    w = floats(*w.shape[:2], x.shape[-1], multiplier)
    steps = [1, strides[0], strides[0], 1]

    def f(x, w):
        with tf.GradientTape() as tape:
            tape.watch([x, w])
            y = tf.nn.depthwise_conv2d(x, w, steps, padding, dilations=dilations)
            total = tf.reduce_sum(tf.square(y + 0.5))
        return y, *tape.gradient(total, [x, w])

    try:
        expected = f(tf.constant(x), tf.constant(w))
    except (errors.OpError, ValueError):
        return
    with config.changed(executor="native"):
        actual = tf.function(f)(tf.constant(x), tf.constant(w))
    for host, native in zip(expected, actual, strict=True):
        np.testing.assert_allclose(native, host, rtol=2e-4, atol=2e-4)


def _axes_sizes_and_filters(form, kernel):
    """The open axes that a form is tried with, the sizes of its image, and the shape of its filters."""
    rows, columns = kernel
    return {
        "conv1d": ((0, 1), [2, 7, 3], (columns, 3, 4)),
        "conv2d": ((0, 1, 2), [2, 6, 7, 2], (rows, columns, 2, 4)),
        "conv3d": ((0, 1, 2, 3), [1, 4, 5, 6, 2], (1, rows, columns, 2, 3)),
        "depthwise": ((0, 1, 2), [2, 6, 7, 2], (rows, columns, 2, 2)),
        "transpose": ((0, 1, 2), [2, 6, 7, 2], (rows, columns, 4, 2)),
    }[form]


def _convolution(form, x, filters, stride, padding, dilation):
    if form == "conv1d":
        return tf.nn.conv1d(x, filters, stride, padding, dilations=dilation)
    if form == "conv2d":
        return tf.nn.conv2d(x, filters, stride, padding, dilations=dilation)
    if form == "conv3d":
        steps, gaps = ([1, *[by] * 3, 1] for by in (stride, dilation))
        return tf.nn.conv3d(x, filters, steps, padding, dilations=gaps)
    if form == "depthwise":
        steps = [1, stride, stride, 1]
        return tf.nn.depthwise_conv2d(x, filters, steps, padding, dilations=[dilation] * 2)
    batch, *sizes, _ = tf.unstack(tf.shape(x))
    spans = [(k - 1) * dilation + 1 for k in filters.shape[:2]]
    if padding == "SAME":
        shape = [n * stride for n in sizes]
    elif padding == "VALID":
        shape = [(n - 1) * stride + span for n, span in zip(sizes, spans, strict=True)]
    else:
        held = [before + after for before, after in padding[1:3]]
        ends = zip(sizes, spans, held, strict=True)
        shape = [(n - 1) * stride + span - room for n, span, room in ends]
    output = tf.stack([batch, *shape, filters.shape[2]])
    return tf.nn.conv2d_transpose(x, filters, output, stride, padding, dilations=dilation)


def _open_convolutions():
    """Every form with every padding and step; kernels and open axes take turns, quick runs take one axis."""
    explicit = [[0, 0], [1, 0], [0, 2], [0, 0]]
    kernels = itertools.cycle([(1, 3), (3, 1), (2, 3), (1, 1)])
    turns = itertools.count()
    for form in ("conv1d", "conv2d", "conv3d", "depthwise", "transpose"):
        axes = _axes_sizes_and_filters(form, (1, 1))[0]
        paddings = ["VALID", "SAME", *[explicit] * (form not in ("conv1d", "conv3d"))]
        for padding, (stride, dilation) in itertools.product(paddings, [(1, 1), (2, 1), (1, 2)]):
            quick = axes[next(turns) % len(axes)]
            for axis in axes:
                kernel = next(kernels)
                name = f"{form}-{padding}-{kernel}-by{stride}-apart{dilation}-open{axis}"
                marks = [] if axis == quick else [pytest.mark.slow]
                yield pytest.param(
                    form, padding, kernel, stride, dilation, axis, id=name, marks=marks
                )
            next(kernels)  # So that each axis meets each kernel.


@pytest.mark.parametrize(
    ("form", "padding", "kernel", "stride", "dilation", "axis"), list(_open_convolutions())
)
def test_axes_may_be_open_one_by_one(form, padding, kernel, stride, dilation, axis):
    """One signature serves sizes one after the other: the value and both gradients.

    Rows of patches overlap: BLAS takes no such matrix, whatever the sizes are.
    """
    _, sizes, shape = _axes_sizes_and_filters(form, kernel)
    filters = tf.constant(np.random.default_rng(0).normal(size=shape).astype(np.float32))

    def run(x):
        with tf.GradientTape() as tape:
            tape.watch([x, filters])
            y = _convolution(form, x, filters, stride, padding, dilation)
            total = tf.reduce_sum(y**2)
        return y, *tape.gradient(total, [x, filters])

    spec = [None if axis == i else size for i, size in enumerate(sizes)]
    staged = tf.function(run, input_signature=[tf.TensorSpec(spec, tf.float32)])
    for more in (0, 3, 1, 24):
        given = [size + more * (axis == i) for i, size in enumerate(sizes)]
        x = tf.constant(np.random.default_rng(more).normal(size=given).astype(np.float32))
        with config.changed(executor="native"):
            actual = staged(x)
        for one, other in zip(actual, run(x), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-3)
