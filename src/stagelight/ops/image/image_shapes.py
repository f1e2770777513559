"""What functions of images ask of shapes: rows, columns and channels, in a batch or alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.ops.debugging.assert_operation import assert_true
from stagelight.ops.debugging.assertions import assert_greater_equal, assert_positive


def as_images(image: Any) -> Tensor:
    """The tensor of images, which have at least three axes and are not empty.

    Raises:
        ValueError: that is not so, as far as the shape is known.
        InvalidArgumentError: it turns out not to be so when a graph runs.
    """
    image = convert_to_tensor(image, name="image")
    require_images(image)
    return image


def require_images(image: Tensor) -> None:
    """Checks what `as_images` says."""
    shape = image.shape
    if shape.rank is not None and shape.rank < 3:
        raise ValueError(f"'image' (shape {shape}) must be at least three-dimensional.")
    inner = [None] * 3 if shape.rank is None else shape.as_list()[-3:]
    if 0 in inner:
        raise ValueError(f"inner 3 dims of 'image.shape' must be > 0: {shape}")
    if None in inner:
        assert_positive(raw.Shape(image)[-3:], "inner 3 dims of 'image.shape' must be > 0.")
        if shape.rank is None:
            assert_greater_equal(
                raw.Rank(image), 3, message="'image' must be at least three-dimensional."
            )


def require_batch_or_image(image: Tensor) -> None:
    """Refuses ranks that are known and neither 3 nor 4.

    Raises:
        ValueError: the rank is another one.
    """
    if image.shape.rank not in (None, 3, 4):
        raise ValueError(f"'image' (shape {image.shape}) must have either 3 or 4 dimensions.")


def with_batch(image: Any, function: Callable[[Tensor], Tensor]) -> Tensor:
    """A function of a batch of images, applied to one too; an image of unknown rank is one.

    Raises:
        ValueError: the rank is neither 3 nor 4.
    """
    image = convert_to_tensor(image, name="image")
    require_batch_or_image(image)
    if image.shape.rank == 4:
        return function(image)
    batch = raw.ExpandDims(image, 0)
    batch.set_shape([None] * 4)
    return raw.Squeeze(function(batch), squeeze_dims=[0])


def sizes_of(images: Tensor) -> list[Any]:
    """The size of each axis: an int where it is known, else a scalar tensor."""
    known = images.shape.as_list()
    if None not in known:
        return known
    shape = raw.Shape(images)
    return [shape[i] if size is None else size for i, size in enumerate(known)]


def as_static(sizes: Sequence[Any]) -> list[int | None]:
    """Sizes as a static shape has them: None for those that are tensors."""
    return [None if isinstance(size, Tensor) else int(size) for size in sizes]


def require(condition: Any, message: str) -> None:
    """Checks what may be known when the function is called, or when a graph runs.

    Raises:
        ValueError: the condition is a Python value, and false.
        InvalidArgumentError: it is a tensor, and false.
    """
    if isinstance(condition, Tensor):
        assert_true(condition, [message])
    elif not condition:
        raise ValueError(message)
