"""A trace with unknown sizes is compiled twice at most, however many sizes come."""

import numpy as np
import pytest

import stagelight as tf
from stagelight import config
from stagelight.runtime.dynamic_regions import DynamicRegion

RANDOM = np.random.RandomState(3)


@pytest.fixture(autouse=True, params=[True, False], ids=["tiers", "no tiers"])
def is_tiered(request):
    with config.changed(executor="native", tiered_compilation=request.param):
        yield request.param


@pytest.fixture
def apart(monkeypatch):
    """The operations that were left to the host, since they stood in the way of a program for all sizes."""
    found = []
    in_parts = DynamicRegion._around

    def noted(region, cause):
        found.append(cause.type)
        return in_parts(region, cause)

    monkeypatch.setattr(DynamicRegion, "_around", noted)
    return found


def floats(*sizes):
    return tf.constant(RANDOM.randn(*sizes).astype(np.float32))


def with_gradients(function):
    """A function with the gradients of its result, by its arguments of floats."""

    def both(*args):
        watched = [x for x in args if x.dtype.is_floating]
        with tf.GradientTape() as tape:
            tape.watch(watched)
            result = function(*args)
        return result, tape.gradient(result, watched)

    return both


CLASSES, DEPTH = 5, 8
WEIGHTS = floats(DEPTH, CLASSES)
HEADS = floats(DEPTH, 2, 4)
FILTERS = floats(3, 3, 4, 6)
SINGLE = floats(3, 3, 4, 2)
SECOND = floats(3, 3, 6, 4)
BACK = floats(3, 3, 5, 4)
VOLUME = floats(3, 3, 3, 1, 2)
SCALE, OFFSET = floats(4) + 2.0, floats(4)
TABLE = floats(11, DEPTH)


def dense(x):
    return tf.nn.softmax(tf.nn.relu(x @ WEIGHTS) + 1.0)


def loss_of_classes(x):
    labels = tf.one_hot(tf.argmax(x, 1) % CLASSES, CLASSES)
    return tf.nn.softmax_cross_entropy_with_logits(labels, x @ WEIGHTS)


def loss_of_labels(x):
    labels = tf.cast(tf.argmax(x, 1) % CLASSES, tf.int32)
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, x @ WEIGHTS)


def loss_of_words(x):
    labels = tf.cast(tf.argmax(x, 2) % CLASSES, tf.int32)
    logits = tf.tensordot(x, WEIGHTS, 1)
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)


def attention(x):
    q, k, v = (tf.einsum("btd,dnh->bnth" if i else "btd,dnh->btnh", x, HEADS) for i in range(3))
    scores = tf.einsum("btnh,bnsh->bnts", q, k) * 0.5
    length = tf.shape(x)[1]
    mask = tf.linalg.band_part(tf.ones([length, length]), -1, 0)
    weights = tf.nn.softmax(scores - 1e9 * (1.0 - mask))
    return tf.einsum("bnts,bnsh->btnh", weights, v)


def sums_by_letters(x):
    return tf.einsum("btd->bd", x) + tf.einsum("btd,btd->bd", x, x), tf.einsum(
        "...td,dk->...tk", x, WEIGHTS
    )


def outer_sums(x):
    return tf.einsum("btd,be->bte", x, x[:, 0]), tf.einsum("btd,btnd->btn", x, x[:, :, None] * 2.0)


def normalized(x):
    y, mean, variance = tf.compat.v1.nn.fused_batch_norm(x, SCALE, OFFSET)
    return y, mean, variance


def normalized_result(x):
    return normalized(x)[0]


def normalized_by_running(x):
    given = {"mean": OFFSET, "variance": SCALE * SCALE, "is_training": False}
    return tf.compat.v1.nn.fused_batch_norm(x, SCALE, OFFSET, **given)[0]


def normalized_layers(x):
    mean, variance = tf.nn.moments(x, [-1], keepdims=True)
    return tf.nn.batch_normalization(x, mean, variance, None, None, 1e-3)


def single_channels(x):
    return tf.nn.depthwise_conv2d(x, SINGLE, [1, 1, 1, 1], "SAME")


def strided_single_channels(x):
    return tf.nn.depthwise_conv2d(x, SINGLE, [1, 2, 2, 1], "VALID")


def convolved(x):
    return tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, FILTERS, 1, "SAME")), 2, 2, "VALID")


def strided_convolved(x):
    return tf.nn.avg_pool2d(tf.nn.conv2d(x, FILTERS, 2, "SAME"), 2, 1, "SAME")


def pooled(kind, size, strides, padding):
    return lambda x: kind(x, size, strides, padding)


def pooled_and_convolved(x):
    y = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, FILTERS, 1, "SAME")), 2, 2, "VALID")
    y = tf.nn.avg_pool2d(tf.nn.relu(tf.nn.conv2d(y, SECOND, 2, "SAME")), 2, 2, "SAME")
    return tf.reduce_mean(y, [1, 2])


def with_filters(function, filters):
    """A function of images and filters, with the gradients by both."""
    both = with_gradients(function)
    return lambda x: both(x, filters)


def convolution(strides, padding, dilations=1):
    return with_filters(
        lambda x, w: tf.nn.conv2d(x, w, strides, padding, dilations=dilations), FILTERS
    )


def depthwise(strides, padding):
    return with_filters(
        lambda x, w: tf.nn.depthwise_conv2d(x, w, [1, strides, strides, 1], padding), SINGLE
    )


def transposed(x, w):
    batch, height, width, _ = tf.unstack(tf.shape(x))
    return tf.nn.conv2d_transpose(x, w, [batch, height * 2, width * 2, 5], 2, "SAME")


def of_volumes(x):
    y = tf.nn.conv3d(x[..., None], VOLUME, [1, 1, 2, 1, 1], "SAME")
    return tf.nn.max_pool3d(y, 2, 1, "VALID")


def every_second(x):
    return x[:, ::2] * 2.0, x[:, ::-3] + 1.0


def cropped(x):
    return x[:, 1:-2] * 2.0, x[:, :3] + 1.0


def halves(x):
    half = tf.shape(x)[1] // 2
    return x[:, :half] * 2.0, x[:, half:] + tf.cast(tf.shape(x)[1] % 2, tf.float32)


def filled_up(x):
    return tf.pad(x, [[0, 0], [0, -tf.shape(x)[1] % 4]]) * 2.0


def numbered(x):
    rows = tf.range(tf.shape(x)[0])
    mask = tf.cast(rows[:, None] >= rows, tf.float32)
    return tf.matmul(mask, x), tf.cast(tf.range(tf.shape(x)[1], 0, -2), tf.float32) * 2.0


def rolled(x):
    return tf.roll(x, [1, -2], [0, 1]) * 2.0


def diagonals(x):
    square = tf.eye(tf.shape(x)[0]) + tf.linalg.diag(x[:, 0])
    return tf.linalg.diag_part(square) * 2.0 + tf.reduce_sum(square @ x, 1)


def upscaled(x):
    return tf.nn.depth_to_space(x * 2.0, 2)


def bands(x):
    return tf.linalg.band_part(x, 1, 0) + tf.linalg.band_part(x, 0, -1) * 2.0, tf.linalg.band_part(
        x, 2, 3
    )


def sum_of_bands(x):
    return tf.reduce_sum(bands(x)[0] * 2.0)


def ends(x):
    return x[:, 0] + x[:, -1] * 2.0


def shifted(x):
    return x[:, 1:] * 2.0 - x[:, :-1]


def parts_of_rows(x):
    return x[..., ::2] + x[..., 1::2] * 3.0, x[:, None, :, 3:6] * 1.0


def parts_of_rows_sum(x):
    return tf.reduce_sum(x[..., ::2] * 2.0, -1) + tf.reduce_sum(x[..., -3:], -1)


def looked_up(x):
    places = tf.cast(tf.abs(x * 3.0), tf.int32) % 11
    return tf.gather(TABLE, places) * 2.0


def joined(x):
    zeros = tf.zeros([tf.shape(x)[0], 3])
    counts = tf.zeros_like(tf.shape(x)) + tf.ones([2], tf.int32)
    return tf.concat([x, zeros, x * 2.0], 1), tf.zeros([tf.shape(x)[0], 2], tf.int32) + counts


def of_a_known_depth(x):
    return tf.ensure_shape(x, [None, None, DEPTH]) * 2.0


def dropped(x):
    return tf.nn.experimental.stateless_dropout(x, 0.4, seed=[1, 2]) + 1.0


def summed_up(x):
    return tf.cumsum(x, 1) * 0.5 + tf.reduce_max(x, 1, keepdims=True)


def rounds(x):
    state = tf.zeros([tf.shape(x)[0], DEPTH])
    for _ in tf.range(3):
        state = tf.tanh(state + tf.reduce_mean(x, 1))
    return state


ROWS = [(3, DEPTH), (7, DEPTH), (1, DEPTH), (32, DEPTH), (5, DEPTH)]
WORDS = [(2, 3, DEPTH), (3, 5, DEPTH), (4, 1, DEPTH), (1, 6, DEPTH), (5, 5, DEPTH), (2, 9, DEPTH)]
IMAGES = [(2, 8, 6, 4), (3, 8, 6, 4), (1, 8, 6, 4), (9, 8, 6, 4)]
ANY_IMAGES = [(2, 8, 6, 4), (3, 5, 7, 4), (1, 4, 4, 4), (2, 9, 3, 4), (1, 1, 2, 4)]
LARGE_IMAGES = [
    (2, 16, 12, 4),
    (3, 13, 17, 4),
    (1, 14, 14, 4),
    (2, 7, 11, 4),
    (1, 12, 8, 4),
    (4, 10, 9, 4),
]
VOLUMES = [(2, 4, 5, 6), (1, 5, 6, 4), (3, 3, 3, 9), (2, 2, 2, 2)]
MATRICES = [(3, 5), (4, 7), (2, 9), (8, 3), (6, 6)]

TABLE_OF_OPS = {
    "dense": (dense, ROWS),
    "dense, back": (with_gradients(dense), ROWS),
    "loss of classes": (loss_of_classes, ROWS),
    "loss of classes, back": (with_gradients(loss_of_classes), ROWS),
    "loss of labels": (loss_of_labels, ROWS),
    "loss of labels, back": (with_gradients(loss_of_labels), ROWS),
    "loss of words": (loss_of_words, WORDS),
    "loss of words, back": (with_gradients(loss_of_words), WORDS),
    "attention": (attention, WORDS),
    "attention, back": (with_gradients(attention), WORDS),
    "sums by letters": (sums_by_letters, WORDS),
    "outer sums": (outer_sums, WORDS),
    "batch normalization": (normalized, ANY_IMAGES),
    "batch normalization, back": (with_gradients(normalized_result), ANY_IMAGES),
    "running normalization": (with_gradients(normalized_by_running), ANY_IMAGES),
    "layer normalization": (with_gradients(normalized_layers), WORDS),
    "depthwise": (single_channels, IMAGES),
    "depthwise, back": (with_gradients(single_channels), IMAGES),
    "strided depthwise": (with_gradients(strided_single_channels), IMAGES),
    "convolution": (convolved, IMAGES),
    "convolution, back": (with_gradients(convolved), IMAGES),
    "strided convolution": (with_gradients(strided_convolved), IMAGES),
    **{
        f"convolution in steps of {n}, {p}": (convolution(n, p), LARGE_IMAGES)
        for n in (1, 2, 3) for p in ("SAME", "VALID")
    },
    "convolution with gaps": (convolution(1, "SAME", 2), LARGE_IMAGES),
    "convolution with room": (convolution(2, [[0, 0], [2, 1], [1, 2], [0, 0]]), LARGE_IMAGES),
    **{
        f"depthwise in steps of {n}, {p}": (depthwise(n, p), LARGE_IMAGES)
        for n in (1, 2) for p in ("SAME", "VALID")
    },
    **{
        f"pooling by {kind.__name__} of {k} in steps of {n}, {p}": (
            with_gradients(pooled(kind, k, n, p)), LARGE_IMAGES
        )
        for kind in (tf.nn.max_pool2d, tf.nn.avg_pool2d)
        for k, n, p in ((3, 1, "SAME"), (3, 2, "SAME"), (2, 2, "VALID"), (3, 2, "VALID"), (2, 2, "SAME"))
    },
    "transposed": (with_filters(transposed, BACK), LARGE_IMAGES),
    "volumes": (with_gradients(of_volumes), VOLUMES),
    "a network": (with_gradients(pooled_and_convolved), LARGE_IMAGES),
    "every second": (every_second, MATRICES),
    "cropped": (cropped, MATRICES),
    "halves": (halves, MATRICES),
    "filled up": (filled_up, MATRICES),
    "numbered": (with_gradients(lambda x: numbered(x)[0]), MATRICES),
    "numbers": (lambda x: numbered(x)[1], MATRICES),
    "sliced": (lambda x: tf.slice(x, [0, 1], [2, 2]) * 3.0, MATRICES),
    "rolled": (with_gradients(rolled), MATRICES),
    "diagonals": (with_gradients(diagonals), MATRICES),
    "upscaled": (upscaled, LARGE_IMAGES),
    "bands": (bands, MATRICES),
    "bands, back": (with_gradients(sum_of_bands), MATRICES),
    "ends": (with_gradients(ends), WORDS),
    "shifted": (with_gradients(shifted), WORDS),
    "parts of rows": (parts_of_rows, WORDS),
    "parts of rows, back": (with_gradients(parts_of_rows_sum), WORDS),
    "looked up": (looked_up, MATRICES),
    "joined": (joined, MATRICES),
    "known depth": (of_a_known_depth, WORDS),
    "dropout": (with_gradients(dropped), MATRICES),
    "summed up": (summed_up, MATRICES),
    "rounds": (rounds, WORDS),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE_OF_OPS)
def test_a_trace_is_compiled_twice_at_most(name, compilations, apart):
    function, shapes = TABLE_OF_OPS[name]
    depth = [None if len({x[axis] for x in shapes}) > 1 else n for axis, n in enumerate(shapes[0])]
    staged = tf.function(function, input_signature=[tf.TensorSpec(depth)])
    for shape in (*shapes, *shapes[:2]):
        x = floats(*shape)
        actual, expected = (tf.nest.flatten(f(x)) for f in (staged, function))
        for one, other in zip(actual, expected, strict=True):
            assert one.shape == other.shape
            np.testing.assert_allclose(one, other, rtol=2e-4, atol=2e-4)
    assert apart == []
    assert len(compilations) <= 2
    assert staged.experimental_get_tracing_count() == 1
