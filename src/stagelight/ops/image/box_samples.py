"""A part of an image by chance, that shows enough of an object: `tf.image.sample_distorted_bounding_box`.

The proportions are drawn first, then the height, then the place, one number each; what does not show
enough of an object is drawn anew. All arithmetic is in float32, in TensorFlow's order, so that the same
seeds give its boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from stagelight.core.inference import Inferred, invalid, require_rank, shape_text
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.ops.random.keys import philox_of_seed
from stagelight.ops.random.stateless_seeds import check_seed, infer_seed
from stagelight.ops.random.streams import StreamState, kernel_stream, make_state, op_seeds
from stagelight.ops.random.word_reader import WordReader
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_F = np.float32


class _Box(NamedTuple):
    top: int
    left: int
    bottom: int
    right: int

    @property
    def area(self) -> int:
        return (self.bottom - self.top) * (self.right - self.left)

    def shared_with(self, other: _Box) -> int:
        """The area that two boxes share."""
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        width = min(self.right, other.right) - max(self.left, other.left)
        return max(height, 0) * max(width, 0)


class _Wanted(NamedTuple):
    """What is asked of a part."""

    least_ratio: Any
    greatest_ratio: Any
    least_area: Any
    greatest_area: Any
    covered: Any
    attempts: int


def _wanted(
    ratios: Sequence[float], areas: Sequence[float], covered: np.ndarray, attempts: int
) -> _Wanted:
    if len(ratios) != 2:
        raise invalid("aspect_ratio_range must specify 2 dimensions")
    if min(ratios) <= 0:
        raise invalid(f"aspect_ratio_range must be positive. Received: {list(ratios)}")
    if len(areas) != 2:
        raise invalid("area_range must specify 2 dimensions")
    if min(areas) <= 0 or max(areas) > 1:
        raise invalid(f"area_range must be within (0, 1]. Received: {list(areas)}")
    if attempts <= 0:
        raise invalid(f"max_attempts must be positive. Received: {attempts}")
    if covered.ndim:
        raise invalid(f"min_object_covered must be 0-D, got shape {shape_text(covered.shape)}")
    if not covered >= 0:
        raise invalid(f"min_object_covered must be non-negative. Received: {covered}")
    return _Wanted(_F(ratios[0]), _F(ratios[1]), _F(areas[0]), _F(areas[1]), covered[()], attempts)


def _objects(image_size: np.ndarray, bounding_boxes: np.ndarray, image_if_none: bool) -> list[_Box]:
    """The boxes of objects in pixels."""
    if image_size.ndim != 1:
        raise invalid(f"image_size must be 1-dimensional, got {shape_text(image_size.shape)}")
    if image_size.shape[0] != 3:
        raise invalid(f"image_size must contain 3 elements, got {shape_text(image_size.shape)}")
    if bounding_boxes.ndim != 3:
        raise invalid(
            "bounding_boxes must be 3-dimensional [batch, num_boxes, coords]: "
            f"{shape_text(bounding_boxes.shape)}"
        )
    if bounding_boxes.shape[2] != 4:
        raise invalid(
            f"bounding_boxes must have shape [4] or [*, 4], got {shape_text(bounding_boxes.shape)}"
        )
    height, width, _ = image_size.tolist()
    if not bounding_boxes.size:
        if not image_if_none:
            raise invalid(
                "No bounding_boxes provided as input. One must enable "
                "use_image_if_no_bounding_boxes if you wish to not provide any bounding boxes."
            )
        return [_Box(0, 0, height, width)]
    if not ((bounding_boxes >= 0) & (bounding_boxes <= 1)).all():
        raise invalid("All coordinates of bounding_boxes must be in [0.0, 1.0]")
    pixels = bounding_boxes.reshape(-1, 4) * np.array([height, width] * 2, np.float32)
    return [_Box(*box) for box in pixels.astype(np.int32).tolist()]


def _rounded(number: Any) -> int:
    return int(np.rint(number))


def _proposed(height: int, width: int, wanted: _Wanted, reader: WordReader) -> _Box | None:
    """A part of an image of that size, or None if the numbers that were drawn give none."""
    ratio = _F(reader.float32()) * (wanted.greatest_ratio - wanted.least_ratio) + wanted.least_ratio
    if height <= 0 or width <= 0 or wanted.least_area > wanted.greatest_area:
        return None
    least = wanted.least_area * _F(width) * _F(height)
    greatest = wanted.greatest_area * _F(width) * _F(height)
    rows = _rounded(np.sqrt(least / ratio))
    most_rows = _rounded(np.sqrt(greatest / ratio))
    if _rounded(_F(most_rows) * ratio) > width:
        # The greatest number of rows for which the columns, rounded, fit.
        most_rows = int((width + 0.5 - float(_F(1e-7))) / float(ratio))
        if _rounded(_F(most_rows) * ratio) > width:
            most_rows -= 1
    most_rows = min(most_rows, height)
    rows = min(rows, most_rows)
    if rows < most_rows:
        rows += reader.below(most_rows - rows + 1)
    columns = _rounded(_F(rows) * ratio)
    if _F(columns * rows) < least:
        rows += 1
        columns = _rounded(_F(rows) * ratio)
    if _F(columns * rows) > greatest:
        rows -= 1
        columns = _rounded(_F(rows) * ratio)
    area = _F(columns * rows)
    if not (least <= area <= greatest and 0 < columns <= width and 0 < rows <= height):
        return None
    top = reader.below(height - rows) if rows < height else 0
    left = reader.below(width - columns) if columns < width else 0
    return _Box(top, left, top + rows, left + columns)


def _shows_enough(box: _Box, objects: list[_Box], covered: Any) -> bool:
    return any(
        _F(box.shared_with(one)) / _F(one.area) >= covered for one in objects if one.area >= 1
    )


def _sampled(
    image_size: np.ndarray, objects: list[_Box], wanted: _Wanted, reader: WordReader
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    height, width, _ = image_size.tolist()
    chosen = _Box(0, 0, height, width)
    for _ in range(wanted.attempts):
        box = _proposed(height, width, wanted, reader)
        if box is not None and _shows_enough(box, objects, wanted.covered):
            chosen = box
            break
    kind = image_size.dtype
    size = np.array([chosen.bottom - chosen.top, chosen.right - chosen.left, -1])
    edges = np.array(chosen, np.float32) / np.array([height, width] * 2, np.float32)
    return np.array([chosen.top, chosen.left, 0], kind), size.astype(kind), edges.reshape(1, 1, 4)


# ---------------------------------------------------------------------------- the ops

_Results = tuple[np.ndarray, np.ndarray, np.ndarray]
_RATIOS, _AREAS, _ATTEMPTS = (0.75, 1.33), (0.05, 1.0), 100


def _infer(image_size: Tensor, bounding_boxes: Tensor, *_rest: Tensor, **_: Any) -> Any:
    if not image_size.shape.is_compatible_with([3]):
        raise invalid(f"image_size must contain 3 elements. Received shape: {image_size.shape}")
    boxes = require_rank(bounding_boxes, 3, "bounding_boxes")
    if boxes[2] not in (None, 4):
        raise invalid(f"bounding_boxes must have 4 columns. Received shape: {boxes}")
    if _rest:
        require_rank(_rest[0], 0, "min_object_covered")
    return (
        Inferred(TensorShape([3]), image_size.dtype),
        Inferred(TensorShape([3]), image_size.dtype),
        Inferred(TensorShape([1, 1, 4]), dtypes.float32),
    )


def _infer_stateless(
    image_size: Tensor, bounding_boxes: Tensor, covered: Tensor, seed: Tensor, **_: Any
) -> Any:
    infer_seed(seed)
    return _infer(image_size, bounding_boxes, covered)


def _sample(
    xp: ModuleType,
    image_size: np.ndarray,
    bounding_boxes: np.ndarray,
    min_object_covered: np.ndarray,
    *,
    seed: int = 0,
    seed2: int = 0,
    aspect_ratio_range: Sequence[float] = _RATIOS,
    area_range: Sequence[float] = _AREAS,
    max_attempts: int = _ATTEMPTS,
    use_image_if_no_bounding_boxes: bool = False,
    _state: StreamState | None = None,
) -> _Results:
    wanted = _wanted(aspect_ratio_range, area_range, min_object_covered, max_attempts)
    objects = _objects(image_size, bounding_boxes, use_image_if_no_bounding_boxes)
    stream = kernel_stream(
        "SampleDistortedBoundingBoxV2",
        seed,
        seed2,
        _state,
        image_size.dtype,
        tuple(aspect_ratio_range),
        tuple(area_range),
        max_attempts,
        use_image_if_no_bounding_boxes,
    )
    return _sampled(image_size, objects, wanted, WordReader(stream.reserve_blocks(max_attempts)))


def _sample_by_attr(
    xp: ModuleType,
    image_size: np.ndarray,
    bounding_boxes: np.ndarray,
    *,
    min_object_covered: float = 0.1,
    **attrs: Any,
) -> _Results:
    return _sample(
        xp, image_size, bounding_boxes, np.array(min_object_covered, np.float32), **attrs
    )


def _sample_stateless(
    xp: ModuleType,
    image_size: np.ndarray,
    bounding_boxes: np.ndarray,
    min_object_covered: np.ndarray,
    seed: np.ndarray,
    *,
    aspect_ratio_range: Sequence[float] = _RATIOS,
    area_range: Sequence[float] = _AREAS,
    max_attempts: int = _ATTEMPTS,
    use_image_if_no_bounding_boxes: bool = False,
) -> _Results:
    check_seed(seed)
    wanted = _wanted(aspect_ratio_range, area_range, min_object_covered, max_attempts)
    objects = _objects(image_size, bounding_boxes, use_image_if_no_bounding_boxes)
    return _sampled(image_size, objects, wanted, WordReader(philox_of_seed(seed)))


_T = types((dtypes.uint8, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64))
_OUTPUTS = "begin: T, size: T, bboxes: float32"
_RANGES = {
    "aspect_ratio_range": attr("list(float)", list(_RATIOS)),
    "area_range": attr("list(float)", list(_AREAS)),
    "max_attempts": _ATTEMPTS,
    "use_image_if_no_bounding_boxes": False,
}

define(
    "SampleDistortedBoundingBox",
    "image_size: T, bounding_boxes: float32",
    _OUTPUTS,
    {"T": _T, "seed": 0, "seed2": 0, "min_object_covered": 0.1, **_RANGES},
    infer=_infer,
    kernel=_sample_by_attr,
    differentiable=False,
    traits=Trait.RANDOM | Trait.HOST_ONLY,
    make_state=make_state,
)

define(
    "SampleDistortedBoundingBoxV2",
    "image_size: T, bounding_boxes: float32, min_object_covered: float32",
    _OUTPUTS,
    {"T": _T, "seed": 0, "seed2": 0, **_RANGES},
    infer=_infer,
    kernel=_sample,
    differentiable=False,
    traits=Trait.RANDOM | Trait.HOST_ONLY,
    make_state=make_state,
)

define(
    "StatelessSampleDistortedBoundingBox",
    "image_size: T, bounding_boxes: float32, min_object_covered: float32, seed: Tseed",
    _OUTPUTS,
    {"T": _T, "Tseed": types(dtypes.INDEX), **_RANGES},
    infer=_infer_stateless,
    kernel=_sample_stateless,
    traits=Trait.HOST_ONLY,
)


def given_limits(
    aspect_ratio_range: Any, area_range: Any, max_attempts: Any, use_image_if_no_bounding_boxes: Any
) -> dict[str, Any]:
    """The attributes without those that are None."""
    attrs = {
        "aspect_ratio_range": None if aspect_ratio_range is None else list(aspect_ratio_range),
        "area_range": None if area_range is None else list(area_range),
        "max_attempts": max_attempts,
        "use_image_if_no_bounding_boxes": use_image_if_no_bounding_boxes,
    }
    return {name: value for name, value in attrs.items() if value is not None}


@public("image.sample_distorted_bounding_box")
def sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    seed: int = 0,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Sequence[float] | None = None,
    area_range: Sequence[float] | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """A part of an image by chance, with enough of an object in it.

    Args:
        image_size: integer vector: height, width, channels.
        bounding_boxes: float32 tensor of shape `[batch, boxes, 4]`, the objects: `y1, x1, y2, x2`,
            from 0 to 1.
        seed: an integer that, with the global seed, chooses the part; 0 for another one in each run.
        min_object_covered: which part of an object must be shown at least, a number.
        aspect_ratio_range: the range of width by height; `(0.75, 1.33)` if None.
        area_range: the range of the part of the image's area; `(0.05, 1)` if None.
        max_attempts: after so many draws without success it is the whole image; 100 if None.
        use_image_if_no_bounding_boxes: whether the image is the object where there are none.
        name: name of the scope.

    Returns:
        `(begin, size, bboxes)`: the arguments of `tf.slice`, and the part as a float32 box of shape
        `[1, 1, 4]`.

    Raises:
        InvalidArgumentError: other shapes, numbers that are not in range, or no objects.

    >>> boxes = [[[0.0, 0.0, 1.0, 1.0]]]
    >>> begin, size, box = tf.image.sample_distorted_bounding_box([8, 8, 3], boxes, seed=3)
    >>> tf.slice(tf.zeros([8, 8, 3]), begin, size).shape.rank
    3
    """
    seeds = op_seeds(seed) if seed else {}
    with op_scope(name or "sample_distorted_bounding_box"):
        return raw.SampleDistortedBoundingBoxV2(
            image_size,
            bounding_boxes,
            min_object_covered,
            **seeds,
            **given_limits(
                aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
            ),
        )


@public("image.stateless_sample_distorted_bounding_box")
def stateless_sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    seed: Any,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Sequence[float] | None = None,
    area_range: Sequence[float] | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """`sample_distorted_bounding_box` by a seed of two integers, which alone decides.

    Raises:
        InvalidArgumentError: other shapes, numbers that are not in range, or no objects.

    >>> boxes = [[[0.0, 0.0, 1.0, 1.0]]]
    >>> tf.image.stateless_sample_distorted_bounding_box([80, 80, 3], boxes, seed=(1, 2))[0].shape
    TensorShape([3])
    """
    with op_scope(name or "stateless_sample_distorted_bounding_box"):
        return raw.StatelessSampleDistortedBoundingBox(
            image_size,
            bounding_boxes,
            min_object_covered,
            seed,
            **given_limits(
                aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes
            ),
        )
