"""How like images are: `tf.image.psnr`, `ssim`, `ssim_multiscale`; how restless one is: `total_variation`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.debugging.assert_operation import assert_true
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.image.pixel_values import convert_image_dtype
from stagelight.public import public
from stagelight.types.dtypes import float32

_INNER = np.array([-3, -2, -1], np.int32)
_PLACES = np.array([-3, -2], np.int32)

# Wang, Simoncelli and Bovik, "Multiscale structural similarity for image quality assessment", 2003.
_POWER_FACTORS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)


def _check_alike(a: Tensor, b: Tensor) -> None:
    """Images must be of one size, and their batches broadcast.

    Raises:
        ValueError: they are not, as far as shapes are known.
        InvalidArgumentError: it turns out when a graph runs.
    """
    first, second = a.shape.with_rank_at_least(3), b.shape.with_rank_at_least(3)
    first[-3:].assert_is_compatible_with(second[-3:])
    if first.rank is not None and second.rank is not None:
        batches = zip(reversed(first[:-3]), reversed(second[:-3]), strict=False)
        if any(m != n and 1 not in (m, n) and None not in (m, n) for m, n in batches):
            raise ValueError(f"Two images are not compatible: {first} and {second}")
    sizes = raw.Shape(a), raw.Shape(b)
    assert_true(raw.GreaterEqual(raw.Size(sizes[0]), 3), sizes, summarize=10)
    assert_true(raw.All(raw.Equal(sizes[0][-3:], sizes[1][-3:]), [0]), sizes, summarize=10)


def _greatest(max_val: Any, image: Tensor) -> Any:
    """The difference between black and white, in float32."""
    return convert_image_dtype(cast(max_val, image.dtype), float32)


def _compared(img1: Any, img2: Any, max_val: Any) -> tuple[Any, Any, Any]:
    """Two images and the difference between black and white, in float32.

    Raises:
        ValueError: the images are not of one size.
    """
    a, b = convert_to_tensor(img1, name="img1"), convert_to_tensor(img2, name="img2")
    _check_alike(a, b)
    greatest = _greatest(max_val, a)
    return convert_image_dtype(a, float32), convert_image_dtype(b, float32), greatest


@public("image.psnr")
def psnr(a: Any, b: Any, max_val: Any, name: str | None = None) -> Tensor:
    """The ratio of signal and noise, in decibels: `20 log10(max_val) - 10 log10(mean((a - b)**2))`.

    Args:
        a, b: numeric tensors of shape `[..., height, width, channels]`.
        max_val: the difference between the greatest and the least value that are possible.
        name: name of the scope.

    Returns:
        float32 tensor of shape `[...]`.

    Raises:
        ValueError: the images are not of one size.

    >>> tf.image.psnr(tf.zeros([1, 2, 1]), tf.fill([1, 2, 1], 0.1), 1.0).numpy().round(3)
    np.float32(20.0)
    """
    with op_scope(name or "PSNR"):
        a, b = convert_to_tensor(a, name="a"), convert_to_tensor(b, name="b")
        greatest = _greatest(max_val, a)
        a, b = convert_image_dtype(a, float32), convert_image_dtype(b, float32)
        error = raw.Mean(raw.SquaredDifference(a, b), _INNER)
        signal = 20 * raw.Log(greatest) / float(np.log(np.float32(10)))
        result = raw.Sub(signal, np.float32(10 / math.log(10)) * raw.Log(error), name="psnr")
        _check_alike(a, b)
        return raw.Identity(result)


def _window(size: int, sigma: float) -> np.ndarray:
    """Gauss's bell over `[size, size]`, which sums up to 1."""
    distances = np.arange(size, dtype=np.float32) - np.float32(size - 1) / np.float32(2)
    exponents = distances**2 * np.float32(-0.5 / sigma**2)
    bell = np.exp(exponents[None] + exponents[:, None] - 2 * exponents.max(initial=0))
    return (bell / bell.sum())[:, :, None, None].astype(np.float32)


def _similarities(
    a: Any,
    b: Any,
    max_val: Any,
    filter_size: int,
    filter_sigma: float,
    k1: float,
    k2: float,
) -> tuple[Any, Any]:
    """At each place and channel: how like light is, and contrast with structure."""
    for image in (a, b):
        sizes = raw.Shape(image)
        assert_true(
            raw.All(raw.GreaterEqual(sizes[-3:-1], filter_size), [0]),
            [sizes, convert_to_tensor(filter_size)],
            summarize=8,
        )
    shape = raw.Shape(a)
    one = convert_to_tensor(1)
    kernel = raw.Tile(
        _window(filter_size, filter_sigma), raw.Pack([one, one, shape[-1], one], axis=0)
    )

    def weighted(batch: Tensor) -> Tensor:
        return raw.DepthwiseConv2dNative(batch, kernel, strides=[1, 1, 1, 1], padding="VALID")

    def mean(x: Any) -> Any:
        """The mean around each place, weighted by the window."""
        return _in_one_batch(x, weighted)

    c1, c2 = (k1 * max_val) ** 2, (k2 * max_val) ** 2
    mean_a, mean_b = mean(a), mean(b)
    product = mean_a * mean_b * 2.0
    squares = raw.Square(mean_a) + raw.Square(mean_b)
    light = (product + c1) / (squares + c1)
    products = mean(a * b) * 2.0
    all_squares = mean(raw.Square(a) + raw.Square(b))
    structure = (products - product + c2) / (all_squares - squares + c2)
    return light, structure


@public("image.ssim")
def ssim(
    img1: Any,
    img2: Any,
    max_val: Any,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
    return_index_map: bool = False,
) -> Tensor:
    """How like the structure of two images is (SSIM), 1 for equal ones.

    Around each place the means, variances and covariance are taken under Gauss's bell:
    `(2 m1 m2 + c1) (2 cov + c2) / ((m1**2 + m2**2 + c1) (var1 + var2 + c2))`, with
    `c1 = (k1 max_val)**2` and `c2 = (k2 max_val)**2`; the result is their mean. (Wang, Bovik, Sheikh and
    Simoncelli, "Image quality assessment: from error visibility to structural similarity", 2004.)

    Args:
        img1, img2: numeric tensors of shape `[..., height, width, channels]`.
        max_val: the difference between the greatest and the least value that are possible.
        filter_size: the size of the bell; images are at least as large.
        filter_sigma: the width of the bell.
        k1, k2: small numbers that keep the quotient stable.
        return_index_map: whether the result has a number for each place.

    Returns:
        float32 tensor of shape `[...]`, or `[..., height - filter_size + 1, width - filter_size + 1]`.

    Raises:
        ValueError: the images are not of one size.
        InvalidArgumentError: they are smaller than the filter.

    >>> image = tf.random.uniform([12, 12, 1])
    >>> tf.image.ssim(image, image, 1.0).numpy()
    np.float32(1.0)
    """
    with op_scope("SSIM"):
        a, b, greatest = _compared(img1, img2, max_val)
        light, structure = _similarities(a, b, greatest, filter_size, filter_sigma, k1, k2)
        result = light * structure
        if not return_index_map:
            result = raw.Mean(result, _PLACES)
        return raw.Mean(result, [-1])


@public("image.ssim_multiscale")
def ssim_multiscale(
    img1: Any,
    img2: Any,
    max_val: Any,
    power_factors: Sequence[float] = _POWER_FACTORS,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Tensor:
    """The structural similarity at several scales: each image is half as large as the one before.

    The result is the product of contrast and structure of all scales but the last, and of `ssim` of the last,
    each to its power, with negative ones taken as 0. (Wang, Simoncelli and Bovik, "Multiscale structural
    similarity for image quality assessment", 2003.)

    Args:
        img1, img2: numeric tensors of shape `[..., height, width, channels]`.
        max_val: the difference between the greatest and the least value that are possible.
        power_factors: the power of each scale, from the full size on.
        filter_size, filter_sigma, k1, k2: see `ssim`.

    Returns:
        float32 tensor of shape `[...]`.

    Raises:
        ValueError: the images are not of one size.
        InvalidArgumentError: they are smaller than the filter, at some scale.

    >>> image = tf.random.uniform([24, 24, 1])
    >>> tf.image.ssim_multiscale(image, image, 1.0, power_factors=(0.5, 0.5)).numpy()
    np.float32(1.0)
    """
    with op_scope("MS-SSIM"):
        a, b, greatest = _compared(img1, img2, max_val)
        parts = []
        for scale in range(len(power_factors)):
            if scale:
                a, b = _halved(a), _halved(b)
            light, structure = _similarities(a, b, greatest, filter_size, filter_sigma, k1, k2)
            is_last = scale == len(power_factors) - 1
            part = raw.Mean(light * structure if is_last else structure, _PLACES)
            parts.append(raw.Relu(part))
        powers = np.asarray(power_factors, np.float32)
        of_channels = raw.Prod(raw.Pow(raw.Pack(parts, axis=-1), powers), [-1])
        return raw.Mean(of_channels, [-1])


def _halved(images: Tensor) -> Tensor:
    """The means of two by two pixels; a last row or column that has no other is taken twice."""

    def halved(batch: Tensor) -> Tensor:
        odd = raw.FloorMod(raw.Shape(batch), convert_to_tensor([1, 2, 2, 1]))
        padded = raw.MirrorPad(batch, raw.Pack([raw.ZerosLike(odd), odd], axis=1), mode="SYMMETRIC")
        return raw.AvgPool(padded, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")

    return _in_one_batch(images, halved)


def _in_one_batch(images: Tensor, function: Callable[[Tensor], Tensor]) -> Tensor:
    """A function of a batch of images, applied to images with any number of axes before."""
    shape = raw.Shape(images)
    batch = raw.Reshape(images, raw.ConcatV2([convert_to_tensor([-1]), shape[-3:]], 0))
    result = function(batch)
    return raw.Reshape(result, raw.ConcatV2([shape[:-3], raw.Shape(result)[1:]], 0))


@public("image.total_variation")
def total_variation(images: Any, name: str | None = None) -> Tensor:
    """The sum of the differences, without sign, of pixels beside each other.

    Args:
        images: numeric tensor of shape `[batch, height, width, channels]` or `[height, width, channels]`.
        name: name of the scope.

    Returns:
        Tensor of shape `[batch]` or `[]`.

    Raises:
        ValueError: another rank.

    >>> tf.image.total_variation(tf.constant([[[1.0], [3.0]], [[1.0], [2.0]]])).numpy()
    np.float32(4.0)
    """
    with op_scope(name or "total_variation"):
        images = convert_to_tensor(images, name="images")
        if images.shape.rank not in (3, 4):
            raise ValueError("'images' must be either 3 or 4-dimensional.")
        down = images[..., 1:, :, :] - images[..., :-1, :, :]
        across = images[..., :, 1:, :] - images[..., :, :-1, :]
        return raw.Sum(raw.Abs(down), _INNER) + raw.Sum(raw.Abs(across), _INNER)
