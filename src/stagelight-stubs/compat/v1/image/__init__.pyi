"""Public names of `tf.compat.v1.image`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.older_images import ResizeMethodV1 as _ResizeMethod
from stagelight.compat.v1.older_images import extract_image_patches as extract_image_patches
from stagelight.compat.v1.older_images import resize as _resize_images
from stagelight.compat.v1.older_images import resize as resize
from stagelight.compat.v1.older_images import resize_area as resize_area
from stagelight.compat.v1.older_images import resize_bicubic as resize_bicubic
from stagelight.compat.v1.older_images import resize_bilinear as resize_bilinear
from stagelight.compat.v1.older_images import resize_image_with_pad as resize_image_with_pad
from stagelight.compat.v1.older_images import resize_nearest_neighbor as resize_nearest_neighbor
from stagelight.compat.v1.older_images import sample_distorted_bounding_box as sample_distorted_bounding_box
from stagelight.control_flow.batched_suppression import non_max_suppression_padded as non_max_suppression_padded
from stagelight.ops.image.adjustments import adjust_brightness as adjust_brightness
from stagelight.ops.image.adjustments import adjust_contrast as adjust_contrast
from stagelight.ops.image.adjustments import adjust_gamma as adjust_gamma
from stagelight.ops.image.adjustments import adjust_hue as adjust_hue
from stagelight.ops.image.adjustments import adjust_saturation as adjust_saturation
from stagelight.ops.image.box_samples import stateless_sample_distorted_bounding_box as stateless_sample_distorted_bounding_box
from stagelight.ops.image.box_suppression import non_max_suppression as non_max_suppression
from stagelight.ops.image.box_suppression import non_max_suppression_overlaps as non_max_suppression_overlaps
from stagelight.ops.image.box_suppression import non_max_suppression_with_scores as non_max_suppression_with_scores
from stagelight.ops.image.color_spaces import rgb_to_grayscale as rgb_to_grayscale
from stagelight.ops.image.color_spaces import rgb_to_yiq as rgb_to_yiq
from stagelight.ops.image.color_spaces import rgb_to_yuv as rgb_to_yuv
from stagelight.ops.image.color_spaces import yiq_to_rgb as yiq_to_rgb
from stagelight.ops.image.color_spaces import yuv_to_rgb as yuv_to_rgb
from stagelight.ops.image.colors import grayscale_to_rgb as grayscale_to_rgb
from stagelight.ops.image.colors import hsv_to_rgb as hsv_to_rgb
from stagelight.ops.image.colors import rgb_to_hsv as rgb_to_hsv
from stagelight.ops.image.combined_suppression import combined_non_max_suppression as combined_non_max_suppression
from stagelight.ops.image.crops import central_crop as central_crop
from stagelight.ops.image.crops import crop_to_bounding_box as crop_to_bounding_box
from stagelight.ops.image.crops import pad_to_bounding_box as pad_to_bounding_box
from stagelight.ops.image.crops import random_crop as random_crop
from stagelight.ops.image.crops import resize_with_crop_or_pad as _resize_image_with_crop_or_pad
from stagelight.ops.image.crops import resize_with_crop_or_pad as resize_with_crop_or_pad
from stagelight.ops.image.crops import stateless_random_crop as stateless_random_crop
from stagelight.ops.image.edges import image_gradients as image_gradients
from stagelight.ops.image.edges import sobel_edges as sobel_edges
from stagelight.ops.image.files import decode_bmp as decode_bmp
from stagelight.ops.image.files import decode_gif as decode_gif
from stagelight.ops.image.files import decode_image as decode_image
from stagelight.ops.image.files import decode_jpeg as decode_jpeg
from stagelight.ops.image.files import decode_png as decode_png
from stagelight.ops.image.files import decode_webp as decode_webp
from stagelight.ops.image.flips import flip_left_right as flip_left_right
from stagelight.ops.image.flips import flip_up_down as flip_up_down
from stagelight.ops.image.flips import random_flip_left_right as random_flip_left_right
from stagelight.ops.image.flips import random_flip_up_down as random_flip_up_down
from stagelight.ops.image.flips import rot90 as rot90
from stagelight.ops.image.flips import stateless_random_flip_left_right as stateless_random_flip_left_right
from stagelight.ops.image.flips import stateless_random_flip_up_down as stateless_random_flip_up_down
from stagelight.ops.image.flips import transpose as _transpose_image
from stagelight.ops.image.flips import transpose as transpose
from stagelight.ops.image.glimpses import extract_glimpse_v1 as _extract_glimpse
from stagelight.ops.image.jpeg import decode_and_crop_jpeg as decode_and_crop_jpeg
from stagelight.ops.image.jpeg import encode_jpeg as encode_jpeg
from stagelight.ops.image.jpeg import extract_jpeg_shape as extract_jpeg_shape
from stagelight.ops.image.jpeg import is_jpeg as is_jpeg
from stagelight.ops.image.jpeg_quality import adjust_jpeg_quality as adjust_jpeg_quality
from stagelight.ops.image.jpeg_quality import random_jpeg_quality as random_jpeg_quality
from stagelight.ops.image.jpeg_quality import stateless_random_jpeg_quality as stateless_random_jpeg_quality
from stagelight.ops.image.patches import extract_patches as extract_patches
from stagelight.ops.image.pixel_values import convert_image_dtype as convert_image_dtype
from stagelight.ops.image.pixel_values import per_image_standardization as per_image_standardization
from stagelight.ops.image.png import encode_png as encode_png
from stagelight.ops.image.quality import psnr as psnr
from stagelight.ops.image.quality import ssim as ssim
from stagelight.ops.image.quality import ssim_multiscale as ssim_multiscale
from stagelight.ops.image.quality import total_variation as total_variation
from stagelight.ops.image.random_adjustments import random_brightness as random_brightness
from stagelight.ops.image.random_adjustments import random_contrast as random_contrast
from stagelight.ops.image.random_adjustments import random_hue as random_hue
from stagelight.ops.image.random_adjustments import random_saturation as random_saturation
from stagelight.ops.image.random_adjustments import stateless_random_brightness as stateless_random_brightness
from stagelight.ops.image.random_adjustments import stateless_random_contrast as stateless_random_contrast
from stagelight.ops.image.random_adjustments import stateless_random_hue as stateless_random_hue
from stagelight.ops.image.random_adjustments import stateless_random_saturation as stateless_random_saturation
from stagelight.ops.image.resizing_functions import resize_with_pad as resize_with_pad
from typing import Any

ResizeMethod = _ResizeMethod
def crop_and_resize(
    image: Any,
    boxes: Any,
    box_ind: Any = None,
    crop_size: Any = None,
    method: Any = 'bilinear',
    extrapolation_value: Any = 0,
    name: Any = None,
    box_indices: Any = None,
) -> Any:
    """`crop_and_resize` with the arguments of TensorFlow 1:

        image, boxes, box_ind, crop_size, method, extrapolation_value, name, box_indices

    Boxes of images, each resized to one size.

    Args:
        image: numeric tensor of shape `[batch, height, width, channels]`.
        boxes: float32 tensor of shape `[boxes, 4]`: `y1, x1, y2, x2`, where 0 is the first row or column and
            1 the last. Where an end is less than the begin the crop is flipped.
        box_indices: int32 tensor of shape `[boxes]`: the image that a box is of.
        crop_size: the size of a crop, two integers.
        method: "bilinear" or "nearest".
        extrapolation_value: the value of what lies outside of the image.
        name: name of the operation.

    Returns:
        float32 tensor of shape `[boxes, crop_height, crop_width, channels]`.

    Raises:
        InvalidArgumentError: other shapes, or a size that is not positive.
        OutOfRangeError: an index of an image that there is not.

    >>> image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.image.crop_and_resize(image, [[0.0, 0.5, 1.0, 1.0]], [0], [3, 2]).numpy()[0, ..., 0]
    array([[1., 2.],
           [4., 5.],
           [7., 8.]], dtype=float32)
    """
def draw_bounding_boxes(images: Any, boxes: Any, name: Any = None, colors: Any = None) -> Any:
    """`draw_bounding_boxes` with the arguments of TensorFlow 1:

        images, boxes, name, colors

    Images with frames, one pixel wide, around boxes.

    Args:
        images: float32 or float16 tensor of shape `[batch, height, width, channels]` with 1, 3 or 4 channels.
        boxes: float32 tensor of shape `[batch, boxes, 4]`: `y1, x1, y2, x2`, where 0 is the first row or
            column and 1 the last. Boxes outside of the image, or upside down, are not drawn.
        colors: float32 tensor of shape `[colors, channels]`, used by turns; None for ten colours.
        name: name of the operation.

    Raises:
        InvalidArgumentError: other shapes.

    >>> boxes = [[[0.0, 0.0, 1.0, 1.0]]]
    >>> tf.image.draw_bounding_boxes(tf.zeros([1, 3, 3, 1]), boxes, [[1.0]]).numpy()[0, ..., 0]
    array([[1., 1., 1.],
           [1., 0., 1.],
           [1., 1., 1.]], dtype=float32)
    """
extract_glimpse = _extract_glimpse
resize_image_with_crop_or_pad = _resize_image_with_crop_or_pad
resize_images = _resize_images
transpose_image = _transpose_image
