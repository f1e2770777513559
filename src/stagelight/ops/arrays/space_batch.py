"""Blocks of space moved to the batch or depth axis and back: `tf.space_to_batch` and its kin."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import UNKNOWN, Inferred, constant_value, invalid, shape_text
from stagelight.core.op_def import attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

# ---------------------------------------------------------------------------- space to batch


def _block_list(block_shape: np.ndarray, pairs: np.ndarray, rank: int) -> list[int]:
    if block_shape.ndim != 1:
        raise invalid(
            f"block_shape must be a vector. Received shape: {shape_text(block_shape.shape)}"
        )
    blocks = block_shape.tolist()
    if rank < 1 + len(blocks):
        raise invalid(f"input rank should be >= {1 + len(blocks)} instead of {rank}")
    if pairs.shape != (len(blocks), 2):
        raise invalid(
            f"paddings (or crops) should have shape [{len(blocks)}, 2] instead of "
            f"{shape_text(pairs.shape)}"
        )
    for i, block in enumerate(blocks):
        if block < 1:
            raise invalid(f"block_shape[{i}]={block} must be positive")
    if (pairs < 0).any():
        raise invalid(f"paddings (or crops) must be non-negative. Received: {pairs.tolist()}")
    return blocks


def _batch_sizes(shape: Any, blocks: Sequence[int], pairs: np.ndarray) -> list[Any]:
    """The shape after space_to_batch."""
    sizes = list(shape)
    for i, block in enumerate(blocks):
        size = sizes[i + 1]
        if size is not None:
            padded = size + int(pairs[i].sum())
            if padded % block:
                raise invalid(
                    f"padded_shape[{i}]={padded} is not divisible by block_shape[{i}]={block}"
                )
            sizes[i + 1] = padded // block
    sizes[0] = None if sizes[0] is None else sizes[0] * math.prod(blocks)
    return sizes


def _space_sizes(shape: Any, blocks: Sequence[int], crops: np.ndarray) -> list[Any]:
    """The shape after batch_to_space."""
    sizes = list(shape)
    count = math.prod(blocks)
    if sizes[0] is not None:
        if sizes[0] % count:
            raise invalid(
                f"Input batch dimension ({sizes[0]}) is not divisible by product of block sizes "
                f"({count})"
            )
        sizes[0] //= count
    for i, block in enumerate(blocks):
        size = sizes[i + 1]
        if size is not None:
            cropped = size * block - int(crops[i].sum())
            if cropped < 0:
                raise invalid(
                    f"cropped_shape[{i}]={cropped} must be non-negative: the crops are too large"
                )
            sizes[i + 1] = cropped
    return sizes


def _infer_in_blocks(
    sizes_of: Callable[..., list[Any]], input: Tensor, block_shape: Tensor, pairs: Tensor
) -> Inferred:
    rank = input.shape.rank
    blocks, known_pairs = constant_value(block_shape), constant_value(pairs)
    if rank is not None and (blocks is None or known_pairs is None):
        # What comes after the axes of space stays, if it is known how many these are.
        space = None if block_shape.shape.rank != 1 else block_shape.shape[0]
        changed = rank if space is None else 1 + space
        sizes = [None] * changed + input.shape.as_list()[changed:]
        return Inferred(TensorShape(sizes), input.dtype)
    return _infer_with(sizes_of, input, blocks, known_pairs)


def _infer_with(
    sizes_of: Callable[..., list[Any]], input: Tensor, block_shape: Any, pairs: Any
) -> Inferred:
    rank = input.shape.rank
    if rank is None:
        return Inferred(UNKNOWN, input.dtype)
    if block_shape is None or pairs is None:
        return Inferred(TensorShape([None] * rank), input.dtype)
    blocks = _block_list(block_shape, pairs, rank)
    return Inferred(TensorShape(sizes_of(input.shape, blocks, pairs)), input.dtype)


def _space_to_batch(
    xp: ModuleType, input: np.ndarray, block_shape: np.ndarray, paddings: np.ndarray
) -> np.ndarray:
    blocks = _block_list(block_shape, paddings, input.ndim)
    sizes = _batch_sizes(input.shape, blocks, paddings)
    space = len(blocks)
    widths = [(0, 0), *paddings.tolist(), *[(0, 0)] * (input.ndim - 1 - space)]
    padded = xp.pad(input, widths) if paddings.any() else input
    split: list[Any] = [input.shape[0]]
    for size, block in zip(sizes[1:], blocks, strict=False):
        split += [size, block]
    parts = padded.reshape(*split, *input.shape[1 + space :])
    order = [*range(2, 2 * space + 1, 2), 0, *range(1, 2 * space + 1, 2)]
    rest = range(2 * space + 1, parts.ndim)
    return parts.transpose(*order, *rest).reshape(sizes)


def _batch_to_space(
    xp: ModuleType, input: np.ndarray, block_shape: np.ndarray, crops: np.ndarray
) -> np.ndarray:
    blocks = _block_list(block_shape, crops, input.ndim)
    sizes = _space_sizes(input.shape, blocks, crops)
    space = len(blocks)
    parts = input.reshape(*blocks, sizes[0], *input.shape[1:])
    order = [space]
    for i in range(space):
        order += [space + 1 + i, i]
    parts = parts.transpose(*order, *range(2 * space + 1, parts.ndim))
    whole = [n * block for n, block in zip(input.shape[1:], blocks, strict=False)]
    joined = parts.reshape(sizes[0], *whole, *input.shape[1 + space :])
    index = [slice(first, n - last) for n, (first, last) in zip(whole, crops.tolist(), strict=True)]
    return joined[(slice(None), *index)]


define(
    "SpaceToBatchND",
    "input: T, block_shape: Tblock_shape, paddings: Tpaddings",
    "output: T",
    {
        "T": types(),
        "Tblock_shape": types(dtypes.INDEX, dtypes.int32),
        "Tpaddings": types(dtypes.INDEX, dtypes.int32),
    },
    infer=lambda input, block_shape, paddings: _infer_in_blocks(
        _batch_sizes, input, block_shape, paddings
    ),
    kernel=_space_to_batch,
    gradient=lambda op, dy: [raw.BatchToSpaceND(dy, op.inputs[1], op.inputs[2]), None, None],
)

define(
    "BatchToSpaceND",
    "input: T, block_shape: Tblock_shape, crops: Tcrops",
    "output: T",
    {
        "T": types(),
        "Tblock_shape": types(dtypes.INDEX, dtypes.int32),
        "Tcrops": types(dtypes.INDEX, dtypes.int32),
    },
    infer=lambda input, block_shape, crops: _infer_in_blocks(
        _space_sizes, input, block_shape, crops
    ),
    kernel=_batch_to_space,
    gradient=lambda op, dy: [raw.SpaceToBatchND(dy, op.inputs[1], op.inputs[2]), None, None],
)


def _infer_image(
    sizes_of: Callable[..., list[Any]], input: Tensor, block_size: int, pairs: Any
) -> Inferred:
    if input.shape.rank is None:
        return Inferred(TensorShape([None] * 4), input.dtype)
    return _infer_with(sizes_of, input, _square(block_size), pairs)


def _square(block_size: int) -> np.ndarray:
    return np.asarray([block_size, block_size], np.int32)


define(
    "SpaceToBatch",
    "input: T, paddings: Tpaddings",
    "output: T",
    {"T": types(), "Tpaddings": types(dtypes.INDEX, dtypes.int32), "block_size": attr("int")},
    requires={"input": "rank 4"},
    infer=lambda input, paddings, *, block_size: _infer_image(
        _batch_sizes, input, block_size, constant_value(paddings)
    ),
    kernel=lambda xp, input, paddings, *, block_size: _space_to_batch(
        xp, input, _square(block_size), paddings
    ),
    gradient=lambda op, dy: [
        raw.BatchToSpace(dy, op.inputs[1], block_size=op.attr_value("block_size")),
        None,
    ],
)

define(
    "BatchToSpace",
    "input: T, crops: Tidx",
    "output: T",
    {"T": types(), "block_size": attr("int"), "Tidx": types(dtypes.INDEX, dtypes.int32)},
    requires={"input": "rank 4"},
    infer=lambda input, crops, *, block_size: _infer_image(
        _space_sizes, input, block_size, constant_value(crops)
    ),
    kernel=lambda xp, input, crops, *, block_size: _batch_to_space(
        xp, input, _square(block_size), crops
    ),
    gradient=lambda op, dy: [
        raw.SpaceToBatch(dy, op.inputs[1], block_size=op.attr_value("block_size")),
        None,
    ],
)


@public("space_to_batch", "nn.space_to_batch")
def space_to_batch(input: Any, block_shape: Any, paddings: Any, name: str | None = None) -> Tensor:
    """Moves the places within blocks of the spatial axes to the batch axis.

    Place (a, b) of every block goes to batch row `(a * block_width + b) * batch + n`.

    Args:
        input: tensor of shape `[batch, *space, ...]`.
        block_shape: integer vector, the size of a block along each spatial axis.
        paddings: integer matrix `[axes, 2]` of zeros put before and after each spatial axis first.
        name: name of the operation.

    Returns:
        Tensor of shape `[batch * prod(block_shape), *(padded space / block_shape), ...]`.

    Raises:
        InvalidArgumentError: a padded axis is no multiple of its block.

    >>> tf.space_to_batch([[1, 2, 3, 4]], [2], [[0, 0]]).numpy()
    array([[1, 3],
           [2, 4]], dtype=int32)
    """
    return raw.SpaceToBatchND(input, block_shape, paddings, name=name)


@public("space_to_batch_nd", "compat.v1.space_to_batch_nd", "compat.v1.manip.space_to_batch_nd")
def space_to_batch_nd(
    input: Any, block_shape: Any, paddings: Any, name: str | None = None
) -> Tensor:
    """The same as `tf.space_to_batch`.

    >>> tf.space_to_batch_nd([[1, 2, 3, 4]], [2], [[0, 0]]).shape
    TensorShape([2, 2])
    """
    return raw.SpaceToBatchND(input, block_shape, paddings, name=name)


@public("batch_to_space")
def batch_to_space(input: Any, block_shape: Any, crops: Any, name: str | None = None) -> Tensor:
    """Moves rows of the batch axis back into blocks of space: undoes `tf.space_to_batch`.

    Args:
        input: tensor of shape `[batch * prod(block_shape), *space, ...]`.
        block_shape: integer vector, the size of a block along each spatial axis; or one number for
            two axes.
        crops: integer matrix `[axes, 2]` of places dropped before and after each spatial axis at
            the end.
        name: name of the operation.

    Returns:
        Tensor of shape `[batch, *(space * block_shape - crops), ...]`.

    Raises:
        InvalidArgumentError: the batch is no multiple of the block, or the crops are too large.

    >>> tf.batch_to_space([[1, 3], [2, 4]], [2], [[0, 0]]).numpy()
    array([[1, 2, 3, 4]], dtype=int32)
    """
    if isinstance(block_shape, int):
        block_shape = [block_shape, block_shape]
    return raw.BatchToSpaceND(input, block_shape, crops, name=name)


@public("compat.v1.batch_to_space_nd", "compat.v1.manip.batch_to_space_nd")
def batch_to_space_nd(input: Any, block_shape: Any, crops: Any, name: str | None = None) -> Tensor:
    """The same as `tf.batch_to_space`.

    >>> tf.compat.v1.batch_to_space_nd([[1, 3], [2, 4]], [2], [[0, 0]]).shape
    TensorShape([1, 4])
    """
    return raw.BatchToSpaceND(input, block_shape, crops, name=name)


@public("required_space_to_batch_paddings", "compat.v1.required_space_to_batch_paddings")
def required_space_to_batch_paddings(
    input_shape: Any, block_shape: Any, base_paddings: Any = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Paddings that make sizes multiples of a block, and the crops that undo what was added.

    Args:
        input_shape: integer vector, the sizes of the spatial axes.
        block_shape: integer vector of the same length.
        base_paddings: integer matrix `[axes, 2]` of the least paddings, zeros by default.
        name: name scope of the operations.

    Returns:
        Two int32 matrices of shape `[axes, 2]`: paddings and crops.

    >>> paddings, crops = tf.required_space_to_batch_paddings([5], [2])
    >>> paddings.numpy(), crops.numpy()
    (array([[0, 1]], dtype=int32), array([[0, 1]], dtype=int32))
    """
    with op_scope(name or "required_space_to_batch_paddings"):
        sizes = convert_to_tensor(input_shape, dtypes.int32)
        blocks = convert_to_tensor(block_shape, dtypes.int32)
        if base_paddings is None:
            before, after = raw.ZerosLike(blocks), raw.ZerosLike(blocks)
        else:
            before, after = raw.Unpack(
                convert_to_tensor(base_paddings, dtypes.int32), num=2, axis=1
            )
        whole = raw.AddV2(raw.AddV2(sizes, before), after)
        extra = raw.FloorMod(raw.Sub(blocks, raw.FloorMod(whole, blocks)), blocks)
        paddings = raw.Pack([before, raw.AddV2(after, extra)], axis=1)
        return paddings, raw.Pack([raw.ZerosLike(extra), extra], axis=1)


# ---------------------------------------------------------------------------- space to depth

_FORMATS = ("NHWC", "NCHW", "NCHW_VECT_C")


def _as_nhwc(sizes: Sequence[Any], data_format: str) -> tuple[Any, Any, Any, Any]:
    if len(sizes) != 4:
        raise invalid(f"Input rank should be: 4 instead of: {len(sizes)}")
    if data_format == "NHWC":
        return tuple(sizes)
    if data_format == "NCHW":
        return sizes[0], sizes[2], sizes[3], sizes[1]
    raise invalid(f"data_format {data_format} is not supported. Use NHWC or NCHW.")


def _depth_sizes(sizes: Sequence[Any], block: int, data_format: str) -> list[Any]:
    """The shape after space_to_depth."""
    batch, height, width, depth = _as_nhwc(sizes, data_format)
    if (height or 0) % block or (width or 0) % block:
        raise invalid(
            f"Image width {width} and height {height} should be divisible by block_size: {block}"
        )
    height, width = (None if n is None else n // block for n in (height, width))
    depth = None if depth is None else depth * block * block
    return [batch, height, width, depth] if data_format == "NHWC" else [batch, depth, height, width]


def _depth_to_space_sizes(sizes: Sequence[Any], block: int, data_format: str) -> list[Any]:
    batch, height, width, depth = _as_nhwc(sizes, data_format)
    if (depth or 0) % (block * block):
        raise invalid(f"Input depth dimension {depth} should be divisible by: {block * block}")
    height, width = (None if n is None else n * block for n in (height, width))
    depth = None if depth is None else depth // (block * block)
    return [batch, height, width, depth] if data_format == "NHWC" else [batch, depth, height, width]


def _space_to_depth(
    xp: ModuleType, input: np.ndarray, *, block_size: int, data_format: str = "NHWC"
) -> np.ndarray:
    sizes = _depth_sizes(input.shape, block_size, data_format)
    batch, height, width, depth = _as_nhwc(input.shape, data_format)
    rows, columns = height // block_size, width // block_size
    if data_format == "NHWC":
        parts = input.reshape(batch, rows, block_size, columns, block_size, depth)
        return parts.transpose(0, 1, 3, 2, 4, 5).reshape(sizes)
    parts = input.reshape(batch, depth, rows, block_size, columns, block_size)
    return parts.transpose(0, 3, 5, 1, 2, 4).reshape(sizes)


def _depth_to_space(
    xp: ModuleType, input: np.ndarray, *, block_size: int, data_format: str = "NHWC"
) -> np.ndarray:
    sizes = _depth_to_space_sizes(input.shape, block_size, data_format)
    batch, height, width, depth = _as_nhwc(input.shape, data_format)
    depth //= block_size * block_size
    if data_format == "NHWC":
        parts = input.reshape(batch, height, width, block_size, block_size, depth)
        return parts.transpose(0, 1, 3, 2, 4, 5).reshape(sizes)
    parts = input.reshape(batch, block_size, block_size, depth, height, width)
    return parts.transpose(0, 3, 4, 1, 5, 2).reshape(sizes)


for _name, _opposite, _sizes, _kernel in (
    ("SpaceToDepth", "DepthToSpace", _depth_sizes, _space_to_depth),
    ("DepthToSpace", "SpaceToDepth", _depth_to_space_sizes, _depth_to_space),
):
    define(
        _name,
        "input: T",
        "output: T",
        {
            "T": types(),
            "block_size": attr("int"),
            "data_format": attr("string", "NHWC", _FORMATS),
        },
        infer=lambda input, *, block_size, data_format="NHWC", _sizes=_sizes: Inferred(
            TensorShape(
                [None] * 4
                if input.shape.rank is None
                else _sizes(input.shape.as_list(), block_size, data_format)
            ),
            input.dtype,
        ),
        kernel=_kernel,
        gradient=lambda op, dy, _opposite=_opposite: getattr(raw, _opposite)(
            dy, block_size=op.attr_value("block_size"), data_format=op.attr_value("data_format")
        ),
    )


@public("nn.space_to_depth")
def space_to_depth(
    input: Any, block_size: int, data_format: str = "NHWC", name: str | None = None
) -> Tensor:
    """Moves the places within square blocks of an image to the depth axis.

    Args:
        input: tensor of shape `[batch, height, width, depth]` (or `[batch, depth, height, width]`).
        block_size: the side of a block, at least 2.
        data_format: "NHWC" or "NCHW".
        name: name of the operation.

    Returns:
        Tensor of shape `[batch, height / block, width / block, depth * block**2]`.

    Raises:
        InvalidArgumentError: height or width is no multiple of the block.

    >>> tf.nn.space_to_depth([[[[1], [2]], [[3], [4]]]], 2).numpy()
    array([[[[1, 2, 3, 4]]]], dtype=int32)
    """
    _require_block(block_size)
    return raw.SpaceToDepth(input, block_size=block_size, data_format=data_format, name=name)


@public("nn.depth_to_space")
def depth_to_space(
    input: Any, block_size: int, data_format: str = "NHWC", name: str | None = None
) -> Tensor:
    """Moves the depth axis into square blocks of an image: undoes `tf.nn.space_to_depth`.

    Args:
        input: tensor of shape `[batch, height, width, depth]` (or `[batch, depth, height, width]`).
        block_size: the side of a block, at least 2.
        data_format: "NHWC" or "NCHW".
        name: name of the operation.

    Returns:
        Tensor of shape `[batch, height * block, width * block, depth / block**2]`.

    Raises:
        InvalidArgumentError: the depth is no multiple of the square of the block.

    >>> tf.nn.depth_to_space([[[[1, 2, 3, 4]]]], 2).numpy()[0, :, :, 0]
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    _require_block(block_size)
    return raw.DepthToSpace(input, block_size=block_size, data_format=data_format, name=name)


def _require_block(block_size: int) -> None:
    if block_size < 2:
        raise invalid(f"block_size must be at least 2. Received: {block_size}")
