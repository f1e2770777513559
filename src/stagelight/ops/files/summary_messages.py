"""Ops that make `Summary` messages, as strings, of values: the summaries of TensorFlow 1.

`tf.compat.v1.summary` has the public functions. Ops that write to event files are in `summaries`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.arrays import as_bytes
from stagelight.core.inference import SCALAR, Inferred, invalid, require_rank, shape_text
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.registry import define, lookup
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.formats import schema
from stagelight.formats.tensor_proto import from_array
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

_NUMBERS = (
    dtypes.float32, dtypes.float64, dtypes.int32, dtypes.uint8, dtypes.int16, dtypes.int8,
    dtypes.int64, dtypes.bfloat16, dtypes.uint16, dtypes.float16, dtypes.uint32, dtypes.uint64,
)  # fmt: skip
_IMAGES = (dtypes.uint8, dtypes.float32, dtypes.float16, dtypes.float64)

# Where the buckets of histograms begin and end beside zero, and how much wider each is than the one before.
_FIRST_LIMIT, _LAST_LIMIT, _GROWTH = 1e-12, 1e20, 1.1
_GREATEST = sys.float_info.max

# What images of floats are spread over where there are negative values: 0 is at the middle.
_HALF_RANGE, _MIDDLE, _RANGE = 127.0, 128.0, 255.0
_NO_VALUE = 1e-6

# What pixels become that are no numbers: red.
_BAD_COLOR = EagerTensor(np.array([255, 0, 0, 255], np.uint8), dtypes.uint8)


def _bytes(array: np.ndarray, what: str) -> bytes:
    if array.ndim:
        raise invalid(f"{what} must be scalar. Received shape: {shape_text(array.shape)}")
    return as_bytes(array.item())


def _text(tag: np.ndarray) -> str:
    return _bytes(tag, "tag").decode()


def _message(values: Any) -> np.ndarray:
    found = np.empty((), object)
    found[()] = schema.Summary(value=values).SerializeToString()
    return found


def _infer_tagged(tag: Tensor, *_inputs: Tensor, **_attrs: Any) -> Inferred:
    require_rank(tag, 0, "tag")
    return Inferred(SCALAR, dtypes.string)


# ---------------------------------------------------------------------------- numbers


def _require_same_shape(tags: Any, values: Any) -> None:
    if not TensorShape(tags.shape).is_compatible_with(values.shape):
        raise invalid(
            f"tags and values are not the same shape: {shape_text(tags.shape)} != "
            f"{shape_text(values.shape)}"
        )


def _infer_scalars(tags: Tensor, values: Tensor, **_: Any) -> Inferred:
    _require_same_shape(tags, values)
    return Inferred(SCALAR, dtypes.string)


def _scalars(xp: ModuleType, tags: np.ndarray, values: np.ndarray, **_: Any) -> np.ndarray:
    _require_same_shape(tags, values)
    with np.errstate(over="ignore"):
        numbers = values.astype(np.float32)
    pairs = zip(tags.flat, numbers.flat, strict=True)
    return _message(
        schema.Summary.Value(tag=as_bytes(tag).decode(), simple_value=float(number))
        for tag, number in pairs
    )


define(
    "ScalarSummary",
    "tags: string, values: T",
    "summary: string",
    {"T": types(_NUMBERS)},
    infer=_infer_scalars,
    kernel=_scalars,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


# ---------------------------------------------------------------------------- histograms


@cache
def _limits() -> np.ndarray:
    """The upper ends of all buckets, each a tenth wider than the one nearer to zero."""
    positive = []
    limit = _FIRST_LIMIT
    while limit < _LAST_LIMIT:
        positive.append(limit)
        limit *= _GROWTH
    positive.append(_GREATEST)
    return np.array([*(-x for x in reversed(positive)), 0.0, *positive])


def _histogram_of(numbers: np.ndarray) -> Any:
    """The message; of neighbouring buckets without numbers only the last one is told."""
    limits = _limits()
    places = np.minimum(np.searchsorted(limits, numbers, side="right"), len(limits) - 1)
    counts = np.bincount(places, minlength=len(limits))
    is_full = counts > 0
    is_told = is_full.copy()
    is_told[:-1] |= is_full[1:]
    is_told[-1] = True
    return schema.HistogramProto(
        min=numbers.min() if numbers.size else _GREATEST,
        max=numbers.max() if numbers.size else -_GREATEST,
        num=numbers.size,
        sum=numbers.sum(),
        sum_squares=(numbers * numbers).sum(),
        bucket_limit=limits[is_told],
        bucket=counts[is_told],
    )


def _histogram(xp: ModuleType, tag: np.ndarray, values: np.ndarray, **_: Any) -> np.ndarray:
    numbers = values.reshape(-1).astype(np.float64)
    if not np.isfinite(numbers).all():
        what = "Nan in summary histogram" if np.isnan(numbers).any() else "Infinity in Histogram"
        raise invalid(f"{what} for: {_text(tag)}")
    return _message([schema.Summary.Value(tag=_text(tag), histo=_histogram_of(numbers))])


define(
    "HistogramSummary",
    "tag: string, values: T",
    "summary: string",
    {"T": types(_NUMBERS, default=dtypes.float32)},
    infer=_infer_tagged,
    kernel=_histogram,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


# ---------------------------------------------------------------------------- images and sounds


def _numbered(tag: str, what: str, most: int, count: int) -> Iterator[str]:
    """The tags of the first of a batch; they are numbered where there may be more than one."""
    for number in range(min(most, count)):
        yield f"{tag}/{what}" if most == 1 else f"{tag}/{what}/{number}"


def _infer_image(tag: Tensor, tensor: Tensor, **_: Any) -> Inferred:
    require_rank(tensor, 4, "tensor")
    return _infer_tagged(tag)


def _spread(image: np.ndarray, bad_color: np.ndarray) -> np.ndarray:
    """An image of floats as bytes: the greatest value is 255, and 0 is 128 if any is negative."""
    pixels = image.astype(np.float32)
    is_finite = np.isfinite(pixels).all(axis=-1)
    known = pixels[is_finite]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)
    greatest, whole, offset = high, _RANGE, 0.0
    if low < 0:
        greatest, whole, offset = max(-low, high), _HALF_RANGE, _MIDDLE
    scale = np.float32(0.0 if greatest < _NO_VALUE else whole / greatest)
    found = np.empty(image.shape, np.uint8)
    found[is_finite] = (known * scale + np.float32(offset)).astype(np.uint8)
    found[~is_finite] = bad_color[: image.shape[-1]]
    return found


def _images(
    xp: ModuleType, tag: np.ndarray, tensor: np.ndarray, *, max_images: int = 3, bad_color: Any = _BAD_COLOR,
    **_: Any,
) -> np.ndarray:  # fmt: skip
    if max_images < 1:
        raise invalid(f"max_images must be at least 1. Received: {max_images}")
    if tensor.ndim != 4 or tensor.shape[-1] not in (1, 3, 4):
        raise invalid(
            "Tensor must be 4-D with last dim 1, 3, or 4, not " + shape_text(tensor.shape)
        )
    count, height, width, channels = tensor.shape
    if not isinstance(bad_color, EagerTensor):
        raise invalid(f"bad_color is a tensor of uint8. Received: {bad_color!r}")
    color = bad_color._array
    if color.ndim != 1 or len(color) < channels:
        raise invalid(
            f"expected the bad_color to have at least {channels} elements. Received shape: "
            f"{list(color.shape)}"
        )
    values = []
    for number, name in enumerate(_numbered(_text(tag), "image", max_images, count)):
        pixels = tensor[number]
        if pixels.dtype != np.uint8:
            pixels = _spread(pixels, color)
        file = lookup("EncodePng").kernel(np, pixels, compression=-1)[()]
        picture = schema.Summary.Image(
            height=height, width=width, colorspace=channels, encoded_image_string=file
        )
        values.append(schema.Summary.Value(tag=name, image=picture))
    return _message(values)


define(
    "ImageSummary",
    "tag: string, tensor: T",
    "summary: string",
    {
        "max_images": 3,
        "T": types(_IMAGES, default=dtypes.float32),
        "bad_color": attr("tensor", _BAD_COLOR),
    },
    infer=_infer_image,
    kernel=_images,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _infer_sound(tag: Tensor, tensor: Tensor, sample_rate: Tensor, **_: Any) -> Inferred:
    if tensor.shape.rank not in (2, 3, None):
        raise invalid(f"tensor must be 3-D or 2-D. Received shape: {shape_text(tensor.shape)}")
    require_rank(sample_rate, 0, "sample_rate")
    return _infer_tagged(tag)


def _sounds(
    xp: ModuleType, tag: np.ndarray, tensor: np.ndarray, rate: np.ndarray, *, max_outputs: int = 3
) -> np.ndarray:
    if max_outputs < 1:
        raise invalid(f"max_outputs must be at least 1. Received: {max_outputs}")
    sounds = tensor if tensor.ndim == 3 else tensor[:, :, None]
    count, frames, channels = sounds.shape
    values = []
    for number, name in enumerate(_numbered(_text(tag), "audio", max_outputs, count)):
        file = lookup("EncodeWav").kernel(np, sounds[number], np.asarray(int(rate)))[()]
        sound = schema.Summary.Audio(
            sample_rate=float(rate),
            num_channels=channels,
            length_frames=frames,
            encoded_audio_string=file,
            content_type="audio/wav",
        )
        values.append(schema.Summary.Value(tag=name, audio=sound))
    return _message(values)


define(
    "AudioSummaryV2",
    "tag: string, tensor: float32, sample_rate: float32",
    "summary: string",
    {"max_outputs": 3},
    infer=_infer_sound,
    kernel=_sounds,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


# ---------------------------------------------------------------------------- tensors, and several


def metadata_of(data: bytes) -> Any:
    """The message of `SummaryMetadata`; without fields where it is none, as with TensorFlow."""
    try:
        return schema.SummaryMetadata.FromString(data)
    except Exception:  # noqa: BLE001 (protobuf's implementations raise different classes)
        return schema.SummaryMetadata()


def _tensor(
    xp: ModuleType, tag: np.ndarray, tensor: np.ndarray, metadata: np.ndarray, **_: Any
) -> np.ndarray:
    proto = from_array(tensor, dtypes.from_numpy(tensor.dtype).as_datatype_enum)
    told = metadata_of(_bytes(metadata, "serialized_summary_metadata"))
    return _message([schema.Summary.Value(tag=_text(tag), tensor=proto, metadata=told)])


def _infer_tensor(tag: Tensor, tensor: Tensor, metadata: Tensor, **_: Any) -> Inferred:
    require_rank(metadata, 0, "serialized_summary_metadata")
    if tensor.dtype in (dtypes.resource, dtypes.variant):
        raise invalid(f"A summary has no values of dtype {tensor.dtype.name}.")
    return _infer_tagged(tag)


define(
    "TensorSummaryV2",
    "tag: string, tensor: T, serialized_summary_metadata: string",
    "summary: string",
    {"T": types()},
    infer=_infer_tensor,
    kernel=_tensor,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def _infer_merge(*inputs: Tensor, **_: Any) -> Inferred:
    return Inferred(SCALAR, dtypes.string)


def _merge(xp: ModuleType, *inputs: np.ndarray, **_: Any) -> np.ndarray:
    values: dict[str, Any] = {}
    for text in (each for array in inputs for each in array.reshape(-1).tolist()):
        try:
            summary = schema.Summary.FromString(as_bytes(text))
        except Exception as error:  # Protobuf's implementations raise different classes.
            raise invalid("Could not parse one of the summary inputs") from error
        for value in summary.value:
            if value.tag in values:
                raise invalid(f"Duplicate tag {value.tag} found in summary inputs")
            values[value.tag] = value
    return _message(values.values())


define(
    "MergeSummary",
    "inputs: N * string",
    "summary: string",
    {"N": attr("int")},
    infer=_infer_merge,
    kernel=_merge,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)
