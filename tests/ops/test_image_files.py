"""Images in files: what the samples do not ask, and damaged and huge files."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zlib

import numpy as np
import pytest
from PIL import Image

import stagelight as tf
from stagelight.formats import pictures
from tests.ops.samples import image_files


def smooth(height=48, width=64):
    y, x = np.mgrid[:height, :width]
    return np.stack([x * 4, y * 5, 255 - x * 2], axis=-1).astype(np.uint8)


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_png_goes_through(dtype, channels):
    pixels = (np.random.default_rng(0).integers(0, 65536, (7, 5, channels))).astype(dtype)
    found = tf.io.decode_png(tf.io.encode_png(pixels), dtype=tf.as_dtype(dtype))
    np.testing.assert_array_equal(found, pixels)


def deep_png(pixels, kind):
    """A PNG of RGB with 16 bits a sample, each row with the filter of a number."""
    height, width, _ = pixels.shape
    rows = pixels.astype(">u2").view(np.uint8).reshape(height, -1).astype(int)
    step, above, body = 6, np.zeros(width * 6, int), b""
    for row in rows:
        left = np.concatenate([np.zeros(step, int), row[:-step]])
        corner = np.concatenate([np.zeros(step, int), above[:-step]])
        guess = left + above - corner
        distances = np.abs(np.stack([guess - left, guess - above, guess - corner]))
        paeth = np.choose(distances.argmin(0), [left, above, corner])
        guesses = [0 * row, left, above, (left + above) // 2, paeth]
        body += bytes([kind]) + ((row - guesses[kind]) % 256).astype(np.uint8).tobytes()
        above = row
    header = struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(body)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


@pytest.mark.parametrize("kind", range(5))
def test_colors_of_sixteen_bits_are_read_behind_each_filter(kind):
    pixels = np.random.default_rng(kind).integers(0, 65536, (6, 5, 3)).astype(np.uint16)
    np.testing.assert_array_equal(tf.io.decode_png(deep_png(pixels, kind), dtype=tf.uint16), pixels)


def test_jpeg_comes_back_within_its_losses():
    pixels = smooth()
    for options in (
        {},
        {"progressive": True, "optimize_size": True},
        {"chroma_downsampling": False},
    ):
        found = tf.io.decode_jpeg(tf.io.encode_jpeg(pixels, **options)).numpy()
        assert np.abs(found.astype(int) - pixels).max() < 16
    small = tf.io.encode_jpeg(pixels, quality=10).numpy()
    assert len(small) < len(tf.io.encode_jpeg(pixels, quality=95).numpy())


def test_coarser_pictures_are_means_of_the_whole():
    pixels = smooth()
    file = tf.io.encode_jpeg(pixels, chroma_downsampling=False)
    for ratio in (2, 4, 8):
        blocks = pixels.reshape(48 // ratio, ratio, 64 // ratio, ratio, 3).mean((1, 3))
        found = tf.io.decode_jpeg(file, ratio=ratio).numpy()
        assert np.abs(found - blocks).max() < 12
    assert tf.io.decode_jpeg(image_files.JPEG["RGB"], ratio=8).shape == [1, 1, 3]


def test_metadata_stands_in_the_file():
    file = tf.io.encode_jpeg(
        smooth(), density_unit="cm", x_density=10, y_density=20, xmp_metadata="who"
    ).numpy()
    info = Image.open(io.BytesIO(file)).info
    assert (info["jfif_unit"], info["jfif_density"], info["xmp"]) == (2, (10, 20), b"who")


def test_a_truncated_jpeg_is_read_as_far_as_it_goes():
    pixels = smooth(200, 60)
    file = tf.io.encode_jpeg(pixels).numpy()
    cut = file[: len(file) // 2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid JPEG data"):
        tf.io.decode_jpeg(cut)
    found = tf.io.decode_jpeg(cut, try_recover_truncated=True).numpy()
    assert found.shape == pixels.shape
    assert (found[-8:] == found[-1, -1]).all()  # What is missing has one color.
    assert np.abs(found[:8].astype(int) - pixels[:8]).max() < 16


def test_a_part_is_what_stands_in_the_whole():
    file = tf.io.encode_jpeg(smooth())
    part = tf.io.decode_and_crop_jpeg(file, [5, 9, 20, 30])
    np.testing.assert_array_equal(part, tf.io.decode_jpeg(file)[5:25, 9:39])


def test_a_jpeg_is_known_by_its_beginning():
    files = [image_files.JPEG["L"], image_files.PNG["L"], b"\xff\xd8", b""]
    assert [bool(tf.io.is_jpeg(file)) for file in files] == [True, False, False, False]


def test_files_are_decoded_in_pipelines(tmp_path):
    for i in range(3):
        tf.io.write_file(str(tmp_path / f"{i}.png"), tf.io.encode_png(smooth() + np.uint8(i)))
    dataset = tf.data.Dataset.list_files(str(tmp_path / "*.png"), shuffle=False)
    dataset = dataset.map(lambda name: tf.io.decode_image(tf.io.read_file(name), channels=3))
    for i, image in enumerate(dataset):
        np.testing.assert_array_equal(image, smooth() + np.uint8(i))


def huge_files():
    """Files of few bytes that claim to have many pixels."""
    png = bytearray(image_files.PNG["RGB"])
    png[16:24] = struct.pack(">II", 100_000, 100_000)
    png[29:33] = struct.pack(">I", zlib.crc32(png[12:29]))
    jpeg = bytearray(image_files.JPEG["RGB"])
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = struct.pack(">HH", 65_000, 65_000)
    gif = bytearray(image_files.GIF)
    gif[6:10] = struct.pack("<HH", 65_000, 65_000)
    bmp = bytearray(image_files.BMP["RGB"])
    bmp[18:26] = struct.pack("<ii", 100_000, 100_000)
    return {"PNG": png, "JPEG": jpeg, "GIF": gif, "BMP": bmp}


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP"])
def test_a_file_that_claims_too_many_pixels_is_refused_before_they_have_room(kind):
    refusal = r"pixels (would take \d+|cannot be in so few) bytes"
    with pytest.raises(tf.errors.InvalidArgumentError, match=refusal):
        tf.io.decode_image(bytes(huge_files()[kind]))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP", "WEBP"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_flipped_byte_is_an_error_or_other_pixels(kind):
    files = {
        "PNG": image_files.PNG["RGB"],
        "JPEG": image_files.JPEG["L"],
        "GIF": image_files.GIF,
        "BMP": image_files.BMP["RGB"],
        "WEBP": image_files.WEBP,
    }
    for place in range(len(files[kind])):
        damaged = bytearray(files[kind])
        damaged[place] ^= 0xFF
        try:
            assert tf.io.decode_image(bytes(damaged)).shape.rank in (3, 4)
        except tf.errors.InvalidArgumentError:
            continue


def test_without_pillow_the_extra_is_named():
    program = (
        "import sys; sys.modules['PIL'] = None\n"
        "import stagelight as tf\n"
        "file = tf.io.encode_png(tf.zeros([1, 1, 1], tf.uint8))\n"
        "try:\n    tf.io.decode_png(file)\n"
        "except ImportError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "pip install 'stagelight[images]'" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("decode", "shape"),
    [
        (lambda x: tf.io.decode_jpeg(x), [None, None, None]),
        (lambda x: tf.io.decode_jpeg(x, channels=3), [None, None, 3]),
        (lambda x: tf.io.decode_png(x, channels=1), [None, None, 1]),
        (lambda x: tf.io.decode_bmp(x), [None, None, None]),
        (lambda x: tf.io.decode_gif(x), [None, None, None, 3]),
        (lambda x: tf.io.decode_image(x), None),
        (lambda x: tf.io.decode_image(x, expand_animations=False), [None, None, None]),
    ],
)
def test_what_is_known_of_the_shape_of_a_file(decode, shape):
    traced = tf.function(decode).get_concrete_function(tf.TensorSpec([], tf.string))
    assert traced.outputs[0].shape.rank == (None if shape is None else len(shape))
    assert shape is None or traced.outputs[0].shape.as_list() == shape


@pytest.mark.parametrize("decode", [tf.io.decode_png, tf.io.decode_jpeg, tf.io.decode_webp])
def test_a_file_of_frames_is_decoded_whatever_the_graph_expects(decode):
    # TensorFlow's graph, too, expects an image of `decode_png`, and gets frames.
    staged = tf.function(lambda x: tf.cast(decode(x), tf.float32) * 2.0 + 1.0)
    for _ in range(3):
        result = staged(tf.constant(image_files.WEBP))
        assert result.shape == [1, 4, 5, 3]
        np.testing.assert_array_equal(result, decode(image_files.WEBP).numpy() * 2.0 + 1.0)


def test_a_picture_is_read_without_simplejpeg(monkeypatch, caplog):
    """Pillow decodes it, and the logger says what that means, once."""
    monkeypatch.setitem(sys.modules, "simplejpeg", None)
    pictures._jpeg_decoder.cache_clear()
    file = io.BytesIO()
    Image.fromarray(smooth()).save(file, "JPEG", quality=95)
    with caplog.at_level("WARNING", logger=tf.get_logger().name):
        found = [tf.io.decode_jpeg(file.getvalue()).numpy() for _ in range(2)]
    pictures._jpeg_decoder.cache_clear()
    assert np.abs(found[0].astype(int) - smooth()).max() < 16
    assert (found[0] == found[1]).all()
    assert [record.getMessage().count("stagelight[images]") for record in caplog.records] == [1]
