"""Samples of `ops/image/files.py` and `ops/image/jpeg.py`."""

import io
from functools import partial

import numpy as np
from PIL import Image

from tests.ops import samples
from tests.ops.samples import Bad

# Files may end with zero bytes, which NumPy's strings, in which gradients are asked for, leave out.
Sample = partial(samples.Sample, gradient=False)

_random = np.random.default_rng(3)


def _file(mode, kind, **options):
    """A file of a kind with a picture of 5 x 4 pixels."""
    channels = len(Image.new(mode, (1, 1)).getbands())
    pixels = _random.integers(0, 256, (4, 5, channels), np.uint8)
    file = io.BytesIO()
    Image.fromarray(pixels[:, :, 0] if channels == 1 else pixels, mode).save(file, kind, **options)
    return file.getvalue()


def _animation(kind, count):
    frames = [Image.fromarray(_random.integers(0, 256, (4, 5, 3), np.uint8)) for _ in range(count)]
    file = io.BytesIO()
    options = {"lossless": True} if kind == "WEBP" else {}
    frames[0].save(file, kind, save_all=True, append_images=frames[1:], **options)
    return file.getvalue()


PNG = {mode: _file(mode, "PNG") for mode in ("L", "LA", "RGB", "RGBA")}
PALETTE = io.BytesIO()
Image.fromarray(_random.integers(0, 256, (4, 5, 3), np.uint8)).quantize(20).save(PALETTE, "PNG")
JPEG = {mode: _file(mode, "JPEG", quality=90) for mode in ("L", "RGB", "CMYK")}
BMP = {mode: _file(mode, "BMP") for mode in ("L", "RGB", "RGBA")}
GIF, GIFS = _animation("GIF", 1), _animation("GIF", 3)
WEBP = _file("RGB", "WEBP", lossless=True)
WEBP_ALPHA = _file("RGBA", "WEBP", lossless=True)
PIXELS = _random.integers(0, 256, (4, 5, 3), np.uint8)


def _jpeg(tf, file, **options):
    # With the accurate transform the values are the same to the last bit.
    return tf.io.decode_jpeg(file, dct_method="INTEGER_ACCURATE", **options)


def _cropped(tf, file, window):
    return tf.io.decode_and_crop_jpeg(file, window, dct_method="INTEGER_ACCURATE")


def _encoded(tf, image, **options):
    # How the coefficients are packed is each library's own: the header is compared.
    return tf.strings.substr(tf.io.encode_jpeg(image, **options), 0, 20)


def _worse(tf, image, quality):
    return tf.image.adjust_jpeg_quality(image, quality, dct_method="INTEGER_ACCURATE")


def _of_quality(tf, image, quality):
    return tf.strings.substr(
        tf.raw_ops.EncodeJpegVariableQuality(images=image, quality=quality), 0, 20
    )


SAMPLES = [
    *[
        Sample("DecodePng", lambda tf, x, c=channels: tf.io.decode_png(x, channels=c), (file,))
        for file in (*PNG.values(), PALETTE.getvalue())
        for channels in (0, 1, 3, 4)
    ],
    Sample("DecodePng", lambda tf, x: tf.io.decode_png(x, dtype=tf.uint16), (PNG["RGB"],)),
    Sample("DecodePng", lambda tf, x: tf.io.decode_png(x), (GIF,)),
    Bad("DecodePng", lambda tf: tf.io.decode_png(b""), match="empty"),
    Bad("DecodePng", lambda tf: tf.io.decode_png([PNG["L"]]), match="scalar"),
    Bad("DecodePng", lambda tf: tf.io.decode_png(PNG["L"], channels=2), match="channels"),
    Bad("DecodePng", lambda tf: tf.io.decode_png(PNG["RGB"][:60]), match="size 60"),
    Bad("DecodePng", lambda tf: tf.io.decode_png(BMP["L"]), match="wrong op"),
    Bad("DecodePng", lambda tf: tf.io.decode_png(GIFS), match="3 frames"),
    *[
        Sample("DecodeJpeg", lambda tf, x, c=channels: _jpeg(tf, x, channels=c), (JPEG[mode],))
        for mode, channels in (("L", 0), ("L", 3), ("RGB", 0), ("RGB", 1), ("CMYK", 0))
    ],
    *[
        # The values of coarser pictures depend on the transform: see tests/ops/test_image_files.py.
        Sample("DecodeJpeg", lambda tf, x, r=ratio: tf.shape(_jpeg(tf, x, ratio=r)), (JPEG["L"],))
        for ratio in (2, 4, 8)
    ],
    Sample("DecodeJpeg", lambda tf, x: tf.io.decode_jpeg(x), (PNG["RGB"],)),
    Bad("DecodeJpeg", lambda tf: tf.io.decode_jpeg(JPEG["L"], channels=4), match="4 channels"),
    Bad("DecodeJpeg", lambda tf: tf.io.decode_jpeg(JPEG["L"], ratio=3), match="ratio"),
    Bad("DecodeJpeg", lambda tf: tf.io.decode_jpeg(JPEG["L"], dct_method="SLOW"), match="dct"),
    Bad("DecodeJpeg", lambda tf: tf.io.decode_jpeg(JPEG["RGB"][:-40])),
    Sample("DecodeGif", lambda tf, x: tf.io.decode_gif(x), (GIF,)),
    Sample("DecodeGif", lambda tf, x: tf.io.decode_gif(x), (GIFS,)),
    Sample("DecodeGif", lambda tf, x: tf.io.decode_gif(x), (PNG["RGB"],)),
    Bad("DecodeGif", lambda tf: tf.io.decode_gif(GIF[:20])),
    Bad("DecodeGif", lambda tf: tf.io.decode_gif("junk"), match="Unknown"),
    *[Sample("DecodeBmp", lambda tf, x: tf.io.decode_bmp(x), (file,)) for file in BMP.values()],
    Sample("DecodeBmp", lambda tf, x: tf.io.decode_bmp(x, channels=4), (BMP["RGB"],)),
    Bad("DecodeBmp", lambda tf: tf.io.decode_bmp(BMP["RGB"], channels=1), match="channels"),
    Bad("DecodeBmp", lambda tf: tf.io.decode_bmp(PNG["RGB"]), match="decode_png"),
    Bad("DecodeBmp", lambda tf: tf.io.decode_bmp(BMP["RGB"][:80]), match="requires"),
    Sample("DecodeWebP", lambda tf, x: tf.io.decode_webp(x), (WEBP,)),
    Sample("DecodeWebP", lambda tf, x: tf.io.decode_webp(x, channels=4), (WEBP_ALPHA,)),
    Bad("DecodeWebP", lambda tf: tf.io.decode_webp(WEBP, channels=1), match="3 or 4"),
    Bad("DecodeWebP", lambda tf: tf.io.decode_webp(WEBP, channels=4), match="match"),
    *[
        Sample("DecodeImage", lambda tf, x: tf.io.decode_image(x), (file,))
        for file in (PNG["LA"], BMP["RGB"], GIFS, WEBP)
    ],
    *[
        Sample("DecodeImage", lambda tf, x, t=dtype: tf.io.decode_image(x, dtype=t), (PNG["L"],))
        for dtype in ("float32", "uint16", "int32", "float64", "int8")
    ],
    Sample("DecodeImage", lambda tf, x: tf.io.decode_image(x, expand_animations=False), (GIFS,)),
    Bad("DecodeImage", lambda tf: tf.io.decode_image(b"garbage"), match="Unknown image"),
    Bad("DecodeImage", lambda tf: tf.io.decode_image(GIF, channels=1), match="GIF"),
    Bad(
        "DecodeImage",
        lambda tf: tf.io.decode_image(PNG["L"], dtype=tf.bool),
        error=("AttributeError",),
        staged_error=("AttributeError",),
    ),
    Sample("DecodeAndCropJpeg", _cropped, (JPEG["RGB"], np.array([1, 2, 2, 3], np.int32))),
    Bad("DecodeAndCropJpeg", _cropped, (JPEG["RGB"], np.array([1, 2, 9, 3], np.int32))),
    Bad("DecodeAndCropJpeg", _cropped, (JPEG["RGB"], np.array([1, 2, 2], np.int32))),
    *[
        Sample("ExtractJpegShape", lambda tf, x: tf.io.extract_jpeg_shape(x), (file,))
        for file in JPEG.values()
    ],
    Sample(
        "ExtractJpegShape",
        lambda tf, x: tf.io.extract_jpeg_shape(x, output_type=tf.int64),
        (JPEG["L"],),
    ),
    Bad("ExtractJpegShape", lambda tf: tf.io.extract_jpeg_shape(PNG["L"])),
    Sample("EncodeJpeg", _encoded, (PIXELS,)),
    Sample("EncodeJpeg", lambda tf, x: _encoded(tf, x, format="grayscale"), (PIXELS[:, :, :1],)),
    Sample(
        "EncodeJpeg",
        lambda tf, x: _encoded(tf, x, density_unit="cm", x_density=10, y_density=2000, quality=0),
        (PIXELS,),
    ),
    Bad("EncodeJpeg", lambda tf: tf.io.encode_jpeg(PIXELS, quality=101), match="quality"),
    Bad("EncodeJpeg", lambda tf: tf.io.encode_jpeg(PIXELS[0]), match="3-dimensional"),
    Bad("EncodeJpeg", lambda tf: tf.io.encode_jpeg(PIXELS[:, :, :2]), match="1 or 3"),
    Bad("EncodeJpeg", lambda tf: tf.io.encode_jpeg(PIXELS, format="grayscale"), match="expects 1"),
    Sample("EncodeJpegVariableQuality", _of_quality, (PIXELS, np.int32(50))),
    Sample("DecodeJpeg", _worse, (PIXELS, np.int32(30))),
    Sample("DecodeJpeg", _worse, (PIXELS[..., :1] / np.float32(255), np.int32(60)), gradient=False),
    Bad("EncodeJpegVariableQuality", _worse, (PIXELS, np.int32(-1))),
    *[
        Bad(
            "EncodeJpegVariableQuality",
            lambda tf, x, r=range_, n=name, s=seed: getattr(tf.image, n)(x, *r, **s),
            (PIXELS,),
            error=("ValueError",),
        )
        for range_ in ((-1, 50), (0, 101), (60, 50))
        for name, seed in (
            ("random_jpeg_quality", {}),
            ("stateless_random_jpeg_quality", {"seed": (1, 2)}),
        )
    ],
    Sample(
        "DecodeJpeg",
        lambda tf, x: tf.image.stateless_random_jpeg_quality(x, 40, 41, seed=(1, 2)),
        (np.full([8, 8, 3], 128, np.uint8),),
    ),
    Sample(
        "DecodeJpeg",
        lambda tf, x: tf.image.random_jpeg_quality(x, 40, 41, seed=1),
        (np.full([8, 8, 3], 128, np.uint8),),
    ),
    Bad("EncodeJpegVariableQuality", _of_quality, (PIXELS, np.array([50], np.int32))),
    Bad("EncodeJpegVariableQuality", _of_quality, (PIXELS, np.int32(101))),
]
