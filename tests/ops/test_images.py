"""What functions of images do besides their values: ranks known late, gradients through float32."""

from __future__ import annotations

import numpy as np
import pytest

import stagelight as tf

IMAGE = np.random.default_rng(0).random((4, 5, 3)).astype(np.float32)
BATCH = np.random.default_rng(1).random((3, 4, 5, 3)).astype(np.float32)


@pytest.mark.parametrize(
    "function",
    [
        tf.image.flip_left_right,
        tf.image.flip_up_down,
        tf.image.transpose,
        lambda x: tf.image.rot90(x, 3),
        lambda x: tf.image.stateless_random_flip_left_right(x, (1, 2)),
        lambda x: tf.image.stateless_random_flip_up_down(x, (3, 2)),
    ],
)
def test_the_rank_may_be_known_when_running_only(function):
    staged = tf.function(function, input_signature=[tf.TensorSpec(None)])
    for x in (IMAGE, BATCH):
        np.testing.assert_array_equal(staged(x), function(x))
    for shape in ([4, 5], [4, 0, 3]):
        with pytest.raises(tf.errors.InvalidArgumentError):
            staged(tf.ones(shape))


@pytest.mark.parametrize("k", range(-5, 6))
def test_turns_are_those_of_numpy(k):
    staged = tf.function(
        tf.image.rot90, input_signature=[tf.TensorSpec(None), tf.TensorSpec([], tf.int32)]
    )
    np.testing.assert_array_equal(tf.image.rot90(BATCH, k), np.rot90(BATCH, k, (1, 2)))
    np.testing.assert_array_equal(staged(BATCH, k), np.rot90(BATCH, k, (1, 2)))
    np.testing.assert_array_equal(staged(IMAGE, k), np.rot90(IMAGE, k))


def test_an_image_of_unknown_rank_is_one_image_where_it_is_cropped():
    @tf.function(input_signature=[tf.TensorSpec(None)])
    def crop(x):
        return tf.image.resize_with_crop_or_pad(x, 3, 7), tf.image.crop_to_bounding_box(
            x, 1, 1, 2, 2
        )

    resized, cropped = crop(IMAGE)
    np.testing.assert_array_equal(resized, tf.image.resize_with_crop_or_pad(IMAGE, 3, 7))
    np.testing.assert_array_equal(cropped, IMAGE[1:3, 1:3])


def test_sizes_that_are_not_known_while_tracing():
    @tf.function(input_signature=[tf.TensorSpec([None, None, 3]), tf.TensorSpec([], tf.int32)])
    def resize(x, size):
        y = tf.image.resize_with_crop_or_pad(x, size, 6)
        assert y.shape.as_list() == [None, 6, 3]
        return y, tf.image.central_crop(x, 0.5)

    for size in (2, 4, 9):
        resized, middle = resize(IMAGE, size)
        np.testing.assert_array_equal(resized, tf.image.resize_with_crop_or_pad(IMAGE, size, 6))
        np.testing.assert_array_equal(middle, tf.image.central_crop(IMAGE, 0.5))
    with pytest.raises(tf.errors.InvalidArgumentError, match="target_height must be > 0"):
        resize(IMAGE, 0)


def test_a_part_that_is_too_large_is_told_with_its_size():
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Need value.shape >= size, got"):
        tf.image.random_crop(IMAGE, [9, 9, 3])


def test_the_gradient_of_standardization_is_that_of_a_normalized_vector():
    x = tf.constant(IMAGE)
    weights = np.random.default_rng(2).random(IMAGE.shape)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.image.per_image_standardization(x) * weights.astype(np.float32))
    wide = IMAGE.astype(np.float64)
    normal = (wide - wide.mean()) / wide.std()
    expected = (weights - weights.mean() - normal * (weights * normal).mean()) / wide.std()
    np.testing.assert_allclose(tape.gradient(y, x), expected, rtol=1e-3, atol=1e-4)


def test_the_gradient_of_grey_are_the_weights_of_the_colours():
    x = tf.constant(IMAGE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.image.rgb_to_grayscale(x)
    np.testing.assert_allclose(tape.gradient(y, x)[0, 0], [0.2989, 0.587, 0.114], rtol=1e-6)
    # Values between the integers have no slope.
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.image.convert_image_dtype(x, tf.uint8)
    assert tape.gradient(y, x) is None


@pytest.mark.parametrize("name", ["contrast", "hue", "saturation"])
def test_light_and_colour_have_no_gradient(name):
    x = tf.constant(IMAGE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = getattr(tf.image, f"adjust_{name}")(x, 0.5)
    with pytest.raises(LookupError):
        tape.gradient(y, x)


def test_a_hue_that_is_turned_once_round_comes_back():
    for delta in (-1.0, 1.0):
        np.testing.assert_allclose(tf.image.adjust_hue(IMAGE, delta), IMAGE, atol=1e-6)
    turned = tf.image.adjust_hue(tf.image.adjust_hue(IMAGE, 0.3), -0.3)
    np.testing.assert_allclose(turned, IMAGE, atol=1e-5)


def test_a_turn_of_more_than_a_circle_is_refused_before_it_is_staged():
    with pytest.raises(ValueError, match="delta must be in the interval"):
        tf.image.adjust_hue(IMAGE, 1.5)


def test_crops_have_the_gradients_of_their_values():
    """The op is for float32 alone: differences of a quadratic function of all values are exact enough."""
    boxes = np.array([[0.13, 0.21, 0.77, 0.83], [0.9, 0.12, 0.2, 0.7]], np.float32)
    weights = np.random.default_rng(3).random((2, 3, 4, 3)).astype(np.float32)

    def total(image, boxes):
        return tf.reduce_sum(tf.image.crop_and_resize(image, boxes, [0, 2], [3, 4]) * weights)

    image, where = tf.constant(BATCH), tf.constant(boxes)
    with tf.GradientTape() as tape:
        tape.watch([image, where])
        y = total(image, where)
    of_image, of_boxes = tape.gradient(y, [image, where])
    # Crops are linear in the image: <dy, crop(x)> = <dx, x>.
    np.testing.assert_allclose(y, tf.reduce_sum(of_image * image), rtol=1e-5)
    step = np.float32(1e-3)  # No place comes to a pixel, where the slope changes.
    for place in np.ndindex(*boxes.shape):
        moved = np.zeros_like(boxes)
        moved[place] = step
        slope = (total(image, where + moved) - total(image, where - moved)) / (2 * step)
        np.testing.assert_allclose(of_boxes[place], slope, rtol=0.02, atol=0.02)


def test_equal_images_are_alike_at_all_scales():
    image = np.random.default_rng(4).random((2, 40, 41, 3)).astype(np.float32)
    np.testing.assert_allclose(tf.image.ssim(image, image, 1.0), [1.0, 1.0], rtol=1e-6)
    powers = (0.3, 0.7)
    alike = tf.image.ssim_multiscale(image, image, 1.0, powers)
    np.testing.assert_allclose(alike, [1.0, 1.0], rtol=1e-6)
    assert np.isinf(tf.image.psnr(image, image, 1.0)).all()


def test_likeness_has_a_gradient():
    a, b = tf.constant(BATCH), tf.constant(BATCH[::-1].copy())

    def likeness(a):
        return tf.reduce_sum(tf.image.ssim(a, b, 1.0, filter_size=3))

    with tf.GradientTape() as tape:
        tape.watch(a)
        y = likeness(a)
    direction = np.random.default_rng(5).random(BATCH.shape).astype(np.float32)
    slope = (likeness(a + 1e-2 * direction) - likeness(a - 1e-2 * direction)) / 2e-2
    np.testing.assert_allclose(tf.reduce_sum(tape.gradient(y, a) * direction), slope, rtol=0.05)


def test_suppression_of_many_boxes_keeps_what_a_plain_search_keeps():
    random = np.random.default_rng(6)
    corners = random.random((60, 2)).astype(np.float32)
    boxes = np.concatenate([corners, corners + random.random((60, 2)) * 0.5], 1).astype(np.float32)
    scores = random.permutation(60).astype(np.float32)

    def overlap(one, other):
        low, high = np.maximum(one[:2], other[:2]), np.minimum(one[2:], other[2:])
        shared = np.maximum(high - low, 0).prod()
        return shared / ((one[2:] - one[:2]).prod() + (other[2:] - other[:2]).prod() - shared)

    expected = []
    for index in np.argsort(-scores):
        if all(overlap(boxes[index], boxes[kept]) <= 0.3 for kept in expected):
            expected.append(index)
    found = tf.image.non_max_suppression(boxes, scores, 60, 0.3)
    assert found.numpy().tolist() == expected
    # Softly nothing is dropped, and scores only become smaller.
    indices, lowered = tf.image.non_max_suppression_with_scores(boxes, scores, 60, 1.0, -1.0, 0.5)
    assert sorted(indices.numpy()) == list(range(60))
    assert (lowered <= tf.gather(scores, indices)).numpy().all()


def test_the_lapped_transform_gives_the_signal_back():
    signal = np.random.default_rng(7).random((2, 64)).astype(np.float32)
    for norm in (None, "ortho"):
        for window in (tf.signal.vorbis_window, tf.signal.kaiser_bessel_derived_window, None):
            coefficients = tf.signal.mdct(signal, 16, window, norm=norm)
            back = tf.signal.inverse_mdct(coefficients, window, norm=norm)
            np.testing.assert_allclose(back[:, 8:-8], signal[:, 8:-8], atol=1e-5)


@pytest.mark.parametrize("sizes", [(4, 6), (8, 6), (8, 3), (5, 8), (3, 1)])
@pytest.mark.parametrize(
    ("method", "staged"),
    [("area", False), ("area", True), ("bilinear", False), ("bilinear", True)],
)
def test_nan_reaches_the_pixels_that_a_pixel_has_weight_in(method, staged, sizes):
    old, new = sizes

    def resize(x):
        return tf.image.resize(x, [1, new], method=method)

    run = tf.function(resize) if staged else resize
    for place in range(old):
        impulse, image = np.zeros((1, 1, old, 1), np.float32), np.ones((1, 1, old, 1), np.float32)
        impulse[0, 0, place], image[0, 0, place] = 1.0, np.nan
        reached = run(tf.constant(impulse)).numpy() != 0
        np.testing.assert_array_equal(np.isnan(run(tf.constant(image)).numpy()), reached)


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize(("method", "radius"), [("gaussian", 2), ("lanczos3", 3), ("bicubic", 2)])
def test_nan_reaches_the_pixels_in_whose_span_a_pixel_is(method, radius, staged):
    """A span has room for the longest, so that a few pixels with a weight of 0 are in it."""
    old, new = 20, 40

    def resize(x):
        return tf.image.resize(x, [1, new], method=method, antialias=True)

    run = tf.function(resize) if staged else resize
    image = np.ones((1, 1, old, 1), np.float32)
    image[0, 0, 10] = np.nan
    middles = (np.arange(new) + 0.5) * old / new - 0.5
    exact = {"gaussian": 1.5}.get(method, radius)
    starts = np.clip(np.ceil(middles - exact), 0, old - 1)
    wanted = (starts <= 10) & (10 < starts + 2 * radius + 1)
    found = np.isnan(run(tf.constant(image)).numpy()[0, 0, :, 0])
    np.testing.assert_array_equal(found, wanted)
    assert 0 < wanted.sum() < 2 * (2 * radius + 1) + 1
