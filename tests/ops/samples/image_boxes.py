"""Samples of boxes in images: crops, frames, suppression, parts by chance."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 5, 6, 3)
BOXES = np.sort(random.floats(9, 2, 2, low=0.0, high=1.0), 1).reshape(9, 4)
SCORES = random.floats(9, low=0.0, high=1.0)
OF = np.array([0, 1, 0, 1, 0, 1, 0, 1, 0], np.int32)
OVERLAPS = random.floats(9, 9, low=0.0, high=1.0)
# The sums are in another order.
_LOOSE = {"rtol": 1e-5, "atol": 1e-5}


def _image(name, *arguments, **options):
    return lambda tf, *tensors: getattr(tf.image, name)(*tensors, *arguments, **options)


def _raw(name, **options):
    def call(tf, *tensors):
        op = getattr(tf.raw_ops, name)
        names = ("boxes", "scores") if "Overlaps" not in name else ("overlaps", "scores")
        return op(**dict(zip(names, tensors, strict=True)), **options)

    return call


def _crop(size=(3, 4), **options):
    return lambda tf, x, boxes, of: tf.image.crop_and_resize(x, boxes, of, size, **options)


def _slopes(name, **options):
    names = {
        "CropAndResizeGradImage": ("grads", "boxes", "box_ind"),
        "CropAndResizeGradBoxes": ("grads", "image", "boxes", "box_ind"),
    }[name]
    return lambda tf, *tensors: getattr(tf.raw_ops, name)(
        **dict(zip(names, tensors, strict=True)), **options
    )


_OF_IMAGE = _slopes("CropAndResizeGradImage", image_size=[2, 5, 6, 3], T=np.float32)
_OF_BOXES = _slopes("CropAndResizeGradBoxes")
_GRADS = random.floats(9, 2, 3, 3)
_WIDE = (BOXES * 2 - 0.5).astype(np.float32)


def _suppressed(version, **options):
    more = {"iou_threshold": 0.3, "score_threshold": 0.1}
    if version == 1:
        more = {"iou_threshold": 0.3}
    if version == 2:
        more.pop("score_threshold")
    if version == 5:
        more["soft_nms_sigma"] = 0.4
    name = "NonMaxSuppression" + (f"V{version}" if version > 1 else "")
    return name, _raw(name, **{"max_output_size": 5, **more, **options})


def _sample_op(
    name, image=(50, 60, 3), boxes=((0.1, 0.2, 0.7, 0.9), (0.5, 0.5, 0.6, 0.7)), **options
):
    def call(tf, size):
        function = getattr(tf.image, name)
        return function(size, np.array([boxes], np.float32).reshape(1, -1, 4), **options)

    return call, (np.array(image, np.int32),)


_STATELESS = "stateless_sample_distorted_bounding_box"
_CLASSES = np.stack([SCORES, SCORES[::-1], SCORES * 0.5], -1)[None]

SAMPLES = [
    *[
        # The gradients are for float32 alone and have none themselves; `tests/ops/test_images.py` has them.
        Sample(
            "CropAndResize", _crop(size, method=method), (x, boxes, OF), gradient=False, **_LOOSE
        )
        for size in ((3, 4), (1, 1))
        for method in ("bilinear", "nearest")
        for x, boxes in ((X, BOXES), (X, _WIDE), (random.integers(2, 4, 4, 1), BOXES))
    ],
    Sample(
        "CropAndResize", _crop(extrapolation_value=7.0), (X, _WIDE, OF), gradient=False, **_LOOSE
    ),
    Sample("CropAndResize", _crop(), (X, BOXES[:0], OF[:0]), gradient=False),
    Bad("CropAndResize", _crop(), (X[0], BOXES, OF)),
    Bad("CropAndResize", _crop(), (X, BOXES[:, :3], OF)),
    Bad("CropAndResize", _crop(), (X, BOXES, OF[:3])),
    Bad("CropAndResize", _crop((2, 0)), (X, BOXES, OF)),
    Bad("CropAndResize", _crop((2,)), (X, BOXES, OF)),
    Bad("CropAndResize", _crop(), (X, BOXES * np.float32(np.nan), OF)),
    Bad(
        "CropAndResize",
        _crop(),
        (X, BOXES, OF + 5),
        error=("OutOfRangeError",),
        staged_error=("OutOfRangeError",),
    ),
    Sample("CropAndResizeGradImage", _OF_IMAGE, (_GRADS, BOXES, OF), gradient=False, **_LOOSE),
    Sample("CropAndResizeGradImage", _OF_IMAGE, (_GRADS, _WIDE, OF), gradient=False, **_LOOSE),
    Bad("CropAndResizeGradImage", _OF_IMAGE, (_GRADS[0], BOXES, OF)),
    Bad("CropAndResizeGradImage", _OF_IMAGE, (_GRADS[:3], BOXES, OF)),
    Sample("CropAndResizeGradBoxes", _OF_BOXES, (_GRADS, X, BOXES, OF), gradient=False, **_LOOSE),
    Sample("CropAndResizeGradBoxes", _OF_BOXES, (_GRADS, X, _WIDE, OF), gradient=False, **_LOOSE),
    Bad("CropAndResizeGradBoxes", _OF_BOXES, (_GRADS, X[0], BOXES, OF)),
    *[
        Sample(
            "DrawBoundingBoxesV2",
            lambda tf, x, boxes: tf.image.draw_bounding_boxes(x, boxes, [[0.5] * 4, [0.1] * 4]),
            (np.abs(random.floats(3, 7, 8, depth)), boxes.reshape(3, 3, 4)),
            gradient=False,
        )
        for depth in (1, 3, 4)
        for boxes in (BOXES, _WIDE)
    ],
    Sample(
        "DrawBoundingBoxes",
        _image("draw_bounding_boxes", None),
        (np.abs(random.floats(3, 7, 8, 3)), BOXES.reshape(3, 3, 4)),
        gradient=False,
    ),
    Bad("DrawBoundingBoxes", _image("draw_bounding_boxes", None), (X, BOXES)),
    *[
        Bad("DrawBoundingBoxesV2", _image("draw_bounding_boxes", colors), (x, boxes))
        for x, boxes, colors in (
            (X, BOXES[None], [[1.0] * 3]),
            (X[0], BOXES[None], [[1.0] * 3]),
            (X[..., :2], BOXES[:8].reshape(2, 4, 4), [[1.0] * 3]),
            (X, BOXES[:8].reshape(2, 4, 4), [[1.0] * 2]),
            (X, BOXES[:8].reshape(2, 4, 4), [1.0] * 3),
        )
    ],
    *[
        Sample(*_suppressed(version), (boxes, SCORES), gradient=False)
        for version in (1, 2, 3, 4, 5)
        for boxes in (BOXES, BOXES[:, [2, 3, 0, 1]])
    ],
    *[
        Sample(
            *_suppressed(version, pad_to_max_output_size=True, max_output_size=20),
            (BOXES, SCORES),
            gradient=False,
        )
        for version in (4, 5)
    ],
    Sample(*_suppressed(5, soft_nms_sigma=0.0), (BOXES, SCORES), gradient=False),
    Sample(*_suppressed(3), (BOXES[:0], SCORES[:0]), gradient=False),
    Sample(
        "NonMaxSuppressionV3", _image("non_max_suppression", 4), (BOXES, SCORES), gradient=False
    ),
    Sample(
        "NonMaxSuppressionV5",
        _image("non_max_suppression_with_scores", 9, soft_nms_sigma=0.7),
        (BOXES, SCORES),
        gradient=False,
    ),
    *[
        Bad(*_suppressed(version, **options), (boxes, scores))
        for version in (1, 2, 3, 4, 5)
        for boxes, scores, options in (
            (BOXES, SCORES, {"max_output_size": -1}),
            (BOXES, SCORES, {"iou_threshold": 1.5}),
            (BOXES[:, :3], SCORES, {}),
            (BOXES, SCORES[:3], {}),
            (BOXES[None], SCORES, {}),
        )
    ],
    Bad(*_suppressed(5, soft_nms_sigma=-1.0), (BOXES, SCORES)),
    Sample(
        "NonMaxSuppressionWithOverlaps",
        _image("non_max_suppression_overlaps", 5, 0.6, 0.1),
        (OVERLAPS, SCORES),
        gradient=False,
    ),
    Bad(
        "NonMaxSuppressionWithOverlaps",
        _image("non_max_suppression_overlaps", 5),
        (OVERLAPS[:3], SCORES),
    ),
    *[
        Sample(
            "CombinedNonMaxSuppression",
            _image("combined_non_max_suppression", 3, total, 0.3, 0.1, **options),
            (boxes, _CLASSES),
            gradient=False,
        )
        for total in (4, 30)
        for options in ({}, {"pad_per_class": True}, {"clip_boxes": False})
        for boxes in (BOXES[None, :, None], np.stack([BOXES, BOXES + 0.5, _WIDE], 1)[None])
    ],
    *[
        Bad(
            "CombinedNonMaxSuppression",
            _image("combined_non_max_suppression", *sizes),
            (boxes, _CLASSES),
        )
        for boxes, sizes in (
            (BOXES[None], (2, 2)),
            (BOXES[None, :, None], (0, 2)),
            (BOXES[None, :, None], (2, 0)),
            (BOXES[None, :, None], (2, 2, 1.5)),
            (BOXES[None, :5, None], (2, 2)),
            (np.stack([BOXES] * 2, 1)[None], (2, 2)),
        )
    ],
    *[
        Sample(
            "StatelessSampleDistortedBoundingBox",
            *_sample_op(_STATELESS, seed=(seed, 5), **options),
        )
        for seed in range(1, 6)
        for options in (
            {},
            {"min_object_covered": 0.9},
            {"area_range": (0.3, 0.5), "aspect_ratio_range": (2.0, 3.0)},
            {"max_attempts": 1},
            {"boxes": (), "use_image_if_no_bounding_boxes": True},
            {"image": (7, 3, 1)},
        )
    ],
    *[
        Bad("StatelessSampleDistortedBoundingBox", *_sample_op(_STATELESS, seed=(1, 5), **options))
        for options in (
            {"image": (50, 60)},
            {"boxes": ()},
            {"boxes": ((0.0, 0.0, 2.0, 1.0),)},
            {"area_range": (0.5, 2.0)},
            {"area_range": (0.5,)},
            {"aspect_ratio_range": (0.0, 2.0)},
            {"max_attempts": 0},
            {"min_object_covered": -1.0},
        )
    ],
    Bad("StatelessSampleDistortedBoundingBox", *_sample_op(_STATELESS, seed=(1, 2, 3))),
    Sample(
        "SampleDistortedBoundingBoxV2", *_sample_op("sample_distorted_bounding_box"), random=True
    ),
    Bad(
        "SampleDistortedBoundingBoxV2", *_sample_op("sample_distorted_bounding_box", max_attempts=0)
    ),
    Sample(
        "SampleDistortedBoundingBox",
        lambda tf, size: tf.raw_ops.SampleDistortedBoundingBox(
            image_size=size, bounding_boxes=[[[0.0, 0.0, 1.0, 1.0]]]
        ),
        (np.array([50, 60, 3], np.int32),),
        random=True,
    ),
    Bad(
        "SampleDistortedBoundingBox",
        lambda tf, size: tf.raw_ops.SampleDistortedBoundingBox(
            image_size=size, bounding_boxes=[[[0.0, 0.0, 2.0, 1.0]]]
        ),
        (np.array([50, 60, 3], np.int32),),
    ),
]
