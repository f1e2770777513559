"""More ops of random programs: convolutions and pooling, losses, pictures."""

from __future__ import annotations

from typing import Any

from tests.oracle.random_op_linalg import matrices, vectors
from tests.oracle.random_op_table import FLOATS, NUMBERS, add, along_one, one, size_of, two

EXACT = {"keeps_exact": True}


def pictures(*dtypes: str, exact: bool = False) -> Any:
    """Arguments: a matrix that has elements."""
    return matrices(*dtypes, exact=exact, most=2)


def _gray(tf: Any, x: Any) -> Any:
    """A batch of one picture with one channel."""
    return tf.expand_dims(tf.expand_dims(x, 0), -1)


def _colored(tf: Any, x: Any) -> Any:
    """A picture with three channels of numbers between 0.1 and 0.9."""
    y = tf.sigmoid(x) * 0.8 + 0.1
    return tf.stack([y, y * y, 1 - y * 0.75], -1)


def _filters(tf: Any, x: Any, *shape: int) -> Any:
    size = 1
    for each in shape:
        size *= each
    return tf.reshape(tf.range(size, dtype=x.dtype) - size // 2, shape) / size


def _apart(tf: Any, x: Any) -> Any:
    """Values that are equal no more, by 1024ths; exact ones stay exact.

    Of equal maxima of `max_pool3d` TensorFlow gives each the whole gradient (docs/differences.md).
    """
    steps = tf.cast(tf.reshape(tf.range(tf.size(x)), tf.shape(x)), x.dtype)
    return x + steps / 1024


def _padding(choice: Any) -> str:
    return str(choice.among(("SAME", "VALID")))


def _windows(*dtypes: str, exact: bool = False) -> Any:
    """Arguments: a matrix, with a stride and a padding."""

    def arguments(choice: Any) -> Any:
        x = choice.value(dtypes, exact=exact, rank=2, most=2)
        if x is None or min(x.shape) < 2:
            return None
        return [x], {"stride": choice.integer(1, 3), "padding": _padding(choice)}

    return arguments


WINDOWS = _windows(*FLOATS)
add(
    "conv1d",
    lambda tf, x, stride, padding: tf.nn.conv1d(
        x[..., None], _filters(tf, x, 2, 1, 3), stride, padding
    ),
    WINDOWS,
    smooth=True,
)
add(
    "conv2d of strides",
    lambda tf, x, stride, padding: tf.nn.conv2d(
        _gray(tf, x), _filters(tf, x, 2, 2, 1, 2), stride, padding
    ),
    WINDOWS,
    smooth=True,
)
add(
    "conv2d, dilated",
    lambda tf, x, stride, padding: tf.nn.conv2d(
        tf.tile(_gray(tf, x), [1, 2, 2, 2]),
        _filters(tf, x, 2, 2, 2, 1),
        1,
        padding,
        dilations=stride,
    ),
    WINDOWS,
)
add(
    "conv2d, transposed",
    lambda tf, x, stride, padding: tf.nn.conv2d_transpose(
        _gray(tf, x),
        _filters(tf, x, 3, 3, 2, 1),
        [1, size_of(tf, x, 0) * stride, size_of(tf, x, 1) * stride, 2],
        stride,
        "SAME",
    ),
    WINDOWS,
    smooth=True,
)
add(
    "conv3d",
    lambda tf, x, stride, padding: tf.nn.conv3d(
        tf.tile(_gray(tf, x)[:, None], [1, 2, 1, 1, 1]),
        _filters(tf, x, 2, 2, 2, 1, 1),
        [1, 1, stride, 1, 1],
        padding,
    ),
    WINDOWS,
    smooth=True,
)
add(
    "depthwise",
    lambda tf, x, stride, padding: tf.nn.depthwise_conv2d(
        tf.tile(_gray(tf, x), [1, 1, 1, 2]),
        _filters(tf, x, 2, 2, 2, 2),
        [1, stride, stride, 1],
        padding,
    ),
    WINDOWS,
    smooth=True,
)
add(
    "separable",
    lambda tf, x, stride, padding: tf.nn.separable_conv2d(
        tf.tile(_gray(tf, x), [1, 1, 1, 2]),
        _filters(tf, x, 2, 2, 2, 1),
        _filters(tf, x, 1, 1, 2, 3),
        [1, stride, stride, 1],
        padding,
    ),
    WINDOWS,
    smooth=True,
)
add(
    "dilation2d",
    lambda tf, x, stride, padding: tf.nn.dilation2d(
        _gray(tf, x),
        _filters(tf, x, 2, 2, 1),
        [1, stride, stride, 1],
        padding,
        "NHWC",
        [1, 1, 1, 1],
    ),
    WINDOWS,
)
add(
    "erosion2d",
    lambda tf, x, stride, padding: tf.nn.erosion2d(
        _gray(tf, x),
        _filters(tf, x, 2, 2, 1),
        [1, stride, stride, 1],
        padding,
        "NHWC",
        [1, 1, 1, 1],
    ),
    WINDOWS,
)
add(
    "max_pool of strides",
    lambda tf, x, stride, padding: tf.nn.max_pool2d(_gray(tf, x), 2, stride, padding),
    WINDOWS,
    **EXACT,
)
add(
    "avg_pool of strides",
    lambda tf, x, stride, padding: tf.nn.avg_pool2d(_gray(tf, x), 2, stride, padding),
    WINDOWS,
    smooth=True,
)
add(
    "max_pool1d",
    lambda tf, x, stride, padding: tf.nn.max_pool1d(x[..., None], 2, stride, padding),
    WINDOWS,
    **EXACT,
)
add(
    "avg_pool1d",
    lambda tf, x, stride, padding: tf.nn.avg_pool1d(x[..., None], 2, stride, padding),
    WINDOWS,
    smooth=True,
)
add(
    "max_pool3d",
    lambda tf, x, stride, padding: tf.nn.max_pool3d(
        tf.stack([_gray(tf, _apart(tf, x)), _gray(tf, _apart(tf, x)) - 0.3], 1), 2, stride, padding
    ),
    _windows("float32"),
    **EXACT,
)
add(
    "avg_pool3d",
    lambda tf, x, stride, padding: tf.nn.avg_pool3d(
        tf.tile(_gray(tf, x)[:, None], [1, 2, 1, 1, 1]), 2, stride, padding
    ),
    _windows("float32"),
    smooth=True,
)
add(
    "argmax of pools",
    lambda tf, x, stride, padding: tf.nn.max_pool_with_argmax(
        _gray(tf, x), 2, stride, padding, include_batch_in_index=True
    )[1],
    _windows("float32", exact=True),
    **EXACT,
)
add(
    "patches",
    lambda tf, x, stride, padding: tf.image.extract_patches(
        _gray(tf, x), [1, 2, 2, 1], [1, stride, stride, 1], [1, 1, 1, 1], padding
    ),
    WINDOWS,
    **EXACT,
)
add(
    "local response",
    lambda tf, x: tf.nn.local_response_normalization(tf.tile(_gray(tf, x), [1, 1, 1, 5]), 2),
    pictures("float32"),
)
add(
    "batch_normalization",
    lambda tf, x: tf.nn.batch_normalization(x, 0.25, 1.5, 0.5, 2.0, 1e-3),
    one(*FLOATS),
    smooth=True,
)
add(
    "fused batch norm",
    lambda tf, x: tf.compat.v1.nn.fused_batch_norm(_gray(tf, x), [1.5], [0.25], epsilon=0.01)[0],
    pictures("float32"),
)
add(
    "space_to_depth",
    lambda tf, x: tf.nn.space_to_depth(tf.tile(_gray(tf, x), [1, 2, 2, 1]), 2),
    pictures(*FLOATS),
    **EXACT,
)
add(
    "batch_to_space",
    lambda tf, x: tf.batch_to_space(tf.tile(_gray(tf, x), [4, 1, 1, 1]), [2, 2], [[0, 1], [1, 0]]),
    pictures(*FLOATS),
    **EXACT,
)
add(
    "pool of windows",
    lambda tf, x: tf.nn.pool(_gray(tf, x), [1, 1], "MAX", padding="VALID", dilations=[1, 1]),
    pictures(*FLOATS),
    **EXACT,
)

# ---------------------------------------------------------------------------- losses and lookups

add("l2_loss", lambda tf, x: tf.nn.l2_loss(x), one(*FLOATS), smooth=True)
add("poisson loss", lambda tf, x, y: tf.nn.log_poisson_loss(tf.abs(y), x * 0.25), two(*FLOATS))
add(
    "weighted cross entropy",
    lambda tf, x: tf.nn.weighted_cross_entropy_with_logits(tf.sigmoid(x), x, 1.5),
    one(*FLOATS),
)
add(
    "sparse cross entropy",
    lambda tf, x: tf.nn.sparse_softmax_cross_entropy_with_logits(
        tf.zeros(tf.shape(x)[:-1], tf.int32), x
    ),
    vectors(*FLOATS),
)
add(
    "softmax of axes",
    lambda tf, x, axis: tf.nn.softmax(x * 2, axis) * tf.nn.log_softmax(x, axis),
    along_one(*FLOATS),
    smooth=True,
)
add(
    "embedding_lookup",
    lambda tf, x: tf.nn.embedding_lookup(x, [[0, 0], [size_of(tf, x, 0) - 1, 0]]),
    vectors(*FLOATS),
    smooth=True,
    **EXACT,
)
add(
    "in_top_k",
    lambda tf, x: tf.math.in_top_k(tf.zeros([size_of(tf, x, 0)], tf.int32), x, 2),
    pictures("float32", exact=True),
    **EXACT,
)
add("zero_fraction", lambda tf, x: tf.math.zero_fraction(x), vectors(*NUMBERS, exact=True))
add(
    "ctc_loss",
    lambda tf, x: tf.nn.ctc_loss(
        tf.constant([[1], [1]]),
        tf.stack([tf.tile(x[:, :1], [1, 3]) * [0.1, 1.0, 0.5]] * 2, 1),
        [1, 1],
        [size_of(tf, x, 0)] * 2,
        blank_index=0,
    ),
    pictures("float32"),
)
add(
    "isotonic regression",
    # TF: the gradient of a vector has another shape.
    lambda tf, x: tf.nn.isotonic_regression(x)[0],
    matrices(*FLOATS, exact=True, most=2),
)
add(
    "moments of axes",
    lambda tf, x, axis: tf.nn.moments(x, [axis], keepdims=True)[0],
    along_one(*FLOATS),
    smooth=True,
)
add(
    "weighted moments",
    lambda tf, x, axis: tf.nn.weighted_moments(x, [axis], tf.ones_like(x) * 0.5)[1],
    along_one(*FLOATS),
)

# ---------------------------------------------------------------------------- pictures

for _name, _arguments in (
    ("adjust_brightness", (0.25,)),
    ("adjust_contrast", (1.5,)),
    ("adjust_hue", (0.1,)),
    ("adjust_saturation", (0.5,)),
    ("adjust_gamma", (1.5,)),
    ("rgb_to_hsv", ()),
    ("rgb_to_yiq", ()),
    ("rgb_to_yuv", ()),
    ("rgb_to_grayscale", ()),
    ("hsv_to_rgb", ()),
    ("yiq_to_rgb", ()),
):
    add(
        f"image.{_name}",
        lambda tf, x, _name=_name, _arguments=_arguments: getattr(tf.image, _name)(
            _colored(tf, x), *_arguments
        ),
        pictures("float32"),
    )
for _method in (
    "bilinear",
    "bicubic",
    "area",
    "lanczos3",
    "lanczos5",
    "gaussian",
    "mitchellcubic",
    "nearest",
):
    for _antialias in (False, True):
        if _antialias and _method in ("area", "nearest"):
            continue
        add(
            f"resize by {_method}{', smoothed' if _antialias else ''}",
            lambda tf, x, _method=_method, _antialias=_antialias: tf.image.resize(
                _gray(tf, x), [2, 5], _method, antialias=_antialias
            ),
            pictures("float32"),
        )
add(
    "resize aligned",
    lambda tf, x: tf.compat.v1.image.resize_bilinear(_gray(tf, x), [3, 5], align_corners=True),
    pictures("float32"),
)
add(
    "resize of integers",
    lambda tf, x: tf.image.resize(_gray(tf, x), [3, 5]),
    pictures("int32", "uint8"),
)
add(
    "crop_and_resize",
    lambda tf, x: tf.image.crop_and_resize(
        _gray(tf, x), [[0.1, 0.2, 0.9, 1.0], [0.0, 0.0, 1.2, 0.5]], [0, 0], [3, 2]
    ),
    pictures("float32"),
)
for _name in ("flip_up_down", "rot90", "transpose"):
    add(
        f"image.{_name}",
        lambda tf, x, _name=_name: getattr(tf.image, _name)(_gray(tf, x)),
        pictures(*NUMBERS),
        **EXACT,
    )
add(
    "pad_to_bounding_box",
    lambda tf, x: tf.image.pad_to_bounding_box(_gray(tf, x), 1, 2, 6, 7),
    pictures(*NUMBERS),
    **EXACT,
)
add(
    "central_crop",
    lambda tf, x: tf.image.central_crop(_gray(tf, x), 0.6),
    pictures(*NUMBERS),
    **EXACT,
)
add(
    "resize_with_pad",
    lambda tf, x: tf.image.resize_with_pad(_gray(tf, x), 5, 4),
    pictures("float32"),
)
add(
    "crop or pad",
    lambda tf, x: tf.image.resize_with_crop_or_pad(_gray(tf, x), 2, 5),
    pictures(*NUMBERS),
    **EXACT,
)
add(
    "standardization",
    lambda tf, x: tf.image.per_image_standardization(_gray(tf, x)),
    pictures("float32"),
)
add(
    "sobel_edges",
    lambda tf, x: tf.image.sobel_edges(_gray(tf, x)),
    lambda choice: (lambda x: None if x is None or min(x.shape) < 2 else ([x], {}))(
        choice.value(("float32",), rank=2, most=2)
    ),
    smooth=True,
)
add(
    "image_gradients",
    lambda tf, x: tf.image.image_gradients(_gray(tf, x))[1],
    pictures(*FLOATS),
    smooth=True,
)
add(
    "psnr",
    lambda tf, x: tf.image.psnr(_gray(tf, tf.sigmoid(x)), _gray(tf, tf.sigmoid(x) * 0.5), 1.0),
    pictures("float32"),
)
add(
    "ssim",
    lambda tf, x: tf.image.ssim(
        tf.image.resize(_gray(tf, tf.sigmoid(x)), [12, 12], "nearest"),
        tf.ones([1, 12, 12, 1]) * 0.5,
        1.0,
    ),
    pictures("float32"),
)
add(
    "suppression",
    lambda tf, x: tf.image.non_max_suppression(
        tf.constant([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, 2, 1, 3]], tf.float32),
        tf.tile(tf.reshape(x, [-1])[:1], [3]) * [1.0, 2, -1],
        3,
    ),
    vectors("float32", exact=True),
    **EXACT,
)
add(
    "boxes",
    lambda tf, x: tf.image.draw_bounding_boxes(_gray(tf, x), [[[0.1, 0.1, 0.9, 0.8]]], [[1.0]]),
    pictures("float32"),
    **EXACT,
)
add(
    "convert_image_dtype",
    lambda tf, x: tf.image.convert_image_dtype(tf.cast(x, tf.uint8), tf.float32),
    pictures("int32"),
)
add("image quality", lambda tf, x: tf.image.total_variation(_gray(tf, x) * 2), pictures(*FLOATS))
add(
    "stateless crop",
    lambda tf, x: tf.image.stateless_random_crop(x, [1, 1], [3, 4]),
    pictures(*NUMBERS),
    **EXACT,
)
add(
    "stateless flip",
    lambda tf, x: tf.image.stateless_random_flip_left_right(_gray(tf, x), [3, 4]),
    pictures(*NUMBERS),
    **EXACT,
)
add(
    "stateless brightness",
    lambda tf, x: tf.image.stateless_random_brightness(_colored(tf, x), 0.3, [3, 4]),
    pictures("float32"),
)
add(
    "translate by projection",
    lambda tf, x: tf.raw_ops.ImageProjectiveTransformV3(
        images=_gray(tf, x),
        transforms=[[1.0, 0, 1, 0, 1, 0, 0, 0]],
        output_shape=[3, 4],
        fill_value=0.5,
        interpolation="BILINEAR",
    ),
    pictures("float32"),
)
