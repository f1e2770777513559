"""JPEG pictures decode to TensorFlow's pixels, bit for bit, with every option; it takes simplejpeg."""

from __future__ import annotations

import io

import numpy as np
import pytest

pytest.importorskip("simplejpeg", reason="Pillow has not all options of libjpeg")
Image = pytest.importorskip("PIL.Image")


def picture(quality: int, subsampling: int, progressive: bool, gray: bool) -> bytes:
    """A noisy picture of smooth and sharp parts."""
    y, x = np.mgrid[0:61, 0:47]
    parts = np.sin(x / 5) * 60 + 128, (x * 3 + y * 2) % 256, np.sin(x * y / 100) * 100 + 128
    noise = np.random.default_rng(quality).normal(0, 10, (61, 47, 3))
    pixels = np.clip(np.stack(parts, -1) + noise, 0, 255).astype(np.uint8)
    file = io.BytesIO()
    image = Image.fromarray(pixels[..., 0] if gray else pixels)
    options = {} if gray else {"subsampling": subsampling}
    image.save(file, "JPEG", quality=quality, progressive=progressive, **options)
    return file.getvalue()


PICTURES = {
    "coarse": (40, 2, False, False),
    "half of the colors": (75, 1, False, False),
    "all colors": (95, 0, False, False),
    "progressive": (75, 2, True, False),
    "gray": (75, 0, False, True),
}


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("method", ["", "INTEGER_FAST", "INTEGER_ACCURATE"])
@pytest.mark.parametrize("smooth", [True, False])
@pytest.mark.parametrize("ratio", [1, 2, 4, 8])
@pytest.mark.parametrize("channels", [0, 1, 3])
def test_pixels_are_those_of_tensorflow(
    name, method, smooth, ratio, channels, tensorflow, stagelight
):
    data = picture(*PICTURES[name])
    expected, actual = (
        tf.io.decode_jpeg(
            data, channels, ratio=ratio, fancy_upscaling=smooth, dct_method=method
        ).numpy()
        for tf in (tensorflow, stagelight)
    )
    assert actual.shape == expected.shape
    assert (actual == expected).all()


@pytest.mark.parametrize("name", PICTURES)
def test_other_ways_to_read_a_picture(name, tensorflow, stagelight):
    data = picture(*PICTURES[name])
    for read in (
        lambda tf: tf.io.decode_image(data),
        lambda tf: tf.io.decode_png(data),
        lambda tf: tf.io.decode_and_crop_jpeg(data, [3, 4, 20, 21]),
        lambda tf: tf.image.decode_jpeg(data, try_recover_truncated=True),
    ):
        expected, actual = read(tensorflow).numpy(), read(stagelight).numpy()
        assert (actual == expected).all()
