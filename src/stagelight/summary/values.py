"""Values as summaries: `tf.summary.scalar` and its like, each with what TensorBoard needs to show it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from stagelight.control_flow.functional import map_fn
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.graph.scopes import name_scope
from stagelight.ops.elementwise.cast import saturate_cast
from stagelight.public import public
from stagelight.summary.writers import recorded, step_or_default
from stagelight.types.dtypes import float32, float64, int32, string, uint8

_DEFAULT_BUCKETS = 30


def metadata_for(plugin: str, description: str | None = None, content: bytes = b"") -> Any:
    """What says which plugin of TensorBoard shows a value."""
    data = schema.SummaryMetadata.PluginData(plugin_name=plugin, content=content)
    return schema.SummaryMetadata(plugin_data=data, summary_description=description or "")


def _tag(name: str) -> str:
    """The name under the scopes around it."""
    stage = CONTEXT.stage
    scope = CONTEXT.name_scope if stage is None else stage.name_stack
    scope = scope.rstrip("/")
    return f"{scope}/{name}" if scope else name


@public("summary.experimental.summary_scope")
@contextmanager
def summary_scope(
    name: str | None, default_name: str = "summary", values: Any = None
) -> Iterator[tuple[str, str]]:
    """The scope and the tag of a summary of one's own, for `tf.summary.write`.

    Args:
        name: what the summary is called; None: `default_name`.
        default_name: its name where there is none, or where none of its characters may stand in a scope.
        values: kept for TensorFlow's signature.

    Returns:
        A context manager that gives the tag, the name under the scopes around it, and the name scope,
        without the characters that may not stand in one.

    >>> with tf.name_scope("model"), tf.summary.experimental.summary_scope("a b") as (tag, scope):
    ...     print(tag, scope)
    model/a b model/ab/
    """
    tag = _tag(name or default_name)
    allowed = re.sub(r"[^-_/.A-Za-z0-9]", "", name or default_name)
    with name_scope(allowed or default_name) as scope:
        yield tag, scope


@public("summary.write")
def write(
    tag: str, tensor: Any, step: Any = None, metadata: Any = None, name: str | None = None
) -> Tensor:
    """Writes a tensor as a summary to the default writer.

    Args:
        tag: what it is called.
        tensor: the value; or a function that gives it, called only if it is written.
        step: the step; the default one if None.
        metadata: a `SummaryMetadata` message, or its bytes: how the value is to be shown.
        name: the operation's name.

    Returns:
        Whether it was written, a bool tensor.

    Raises:
        ValueError: there is a default writer, and no step.

    >>> bool(tf.summary.write("values", [1, 2], step=1))  # There is no writer.
    False
    """
    if metadata is None:
        serialized = b""
    else:
        serialized = metadata if isinstance(metadata, bytes) else metadata.SerializeToString()

    def record(writer: Tensor) -> None:
        value = convert_to_tensor(tensor() if callable(tensor) else tensor)
        at = step_or_default(step)
        raw.WriteSummary(writer, at, value, tag, serialized, name=name or "write_summary")

    return recorded(record)


@public("summary.experimental.write_raw_pb")
def write_raw_pb(tensor: Any, step: Any = None, name: str | None = None) -> Tensor:
    """Writes a serialized `Summary` message to the default writer.

    Args:
        tensor: the message's bytes, a string tensor.
        step: the step; the default one if None.
        name: the operation's name.

    Returns:
        Whether it was written, a bool tensor.

    Raises:
        DataLossError: the bytes are no such message.

    >>> bool(tf.summary.experimental.write_raw_pb(b"", step=1))  # There is no writer.
    False
    """

    def record(writer: Tensor) -> None:
        value = convert_to_tensor(tensor, string)
        raw.WriteRawProtoSummary(writer, step_or_default(step), value, name=name)

    return recorded(record)


@public("summary.scalar")
def scalar(name: str, data: Any, step: Any = None, description: str | None = None) -> Tensor:
    """Writes a number.

    Args:
        name: what it is called; name scopes come before it.
        data: a number, written as float32.
        step: the step; the default one if None.
        description: a text for TensorBoard, in Markdown.

    Returns:
        Whether it was written, a bool tensor.

    Raises:
        ValueError: there is a default writer and no step, or `data` is no scalar.

    >>> bool(tf.summary.scalar("loss", 0.5, step=1))  # There is no writer.
    False
    """

    def number() -> Tensor:
        value = convert_to_tensor(data)
        if value.shape.rank not in (0, None):
            raise ValueError(f"Expected scalar shape, saw shape: {value.shape}.")
        return raw.Cast(value, DstT=float32)

    return write(_tag(name), number, step, metadata_for("scalars", description))


@public("summary.text")
def text(name: str, data: Any, step: Any = None, description: str | None = None) -> Tensor:
    """Writes texts, in Markdown.

    Args:
        name: what it is called; name scopes come before it.
        data: texts of any shape; TensorBoard shows a vector or matrix as a table.
        step: the step; the default one if None.
        description: a text for TensorBoard, in Markdown.

    Returns:
        Whether it was written, a bool tensor.

    Raises:
        ValueError: there is a default writer, and no step.

    >>> bool(tf.summary.text("sample", "a *text*", step=1))  # There is no writer.
    False
    """
    metadata = metadata_for("text", description)
    return write(_tag(name), lambda: convert_to_tensor(data, string), step, metadata)


@public("summary.histogram")
def histogram(
    name: str,
    data: Any,
    step: Any = None,
    buckets: int | None = None,
    description: str | None = None,
) -> Tensor:
    """Writes how many of many numbers lie where.

    The range of the numbers is cut into buckets of one width: [left, right, count] of each are written. When
    all numbers are equal the last bucket has them.

    Args:
        name: what it is called; name scopes come before it.
        data: numbers, of any shape.
        step: the step; the default one if None.
        buckets: how many; 30 if None.
        description: a text for TensorBoard, in Markdown.

    Returns:
        Whether it was written, a bool tensor.

    Raises:
        ValueError: there is a default writer, and no step.

    >>> bool(tf.summary.histogram("weights", [1.0, 2.0, 2.5], step=1))  # There is no writer.
    False
    """
    count = _DEFAULT_BUCKETS if buckets is None else buckets
    metadata = metadata_for("histograms", description)
    return write(_tag(name), lambda: _buckets(data, count), step, metadata)


def _buckets(data: Any, count: int) -> Tensor:
    """[count, 3] of left ends, right ends and numbers in between, in float64."""
    values = raw.Cast(raw.Reshape(convert_to_tensor(data), [-1]), DstT=float64)
    zero = convert_to_tensor(0.0, float64)
    is_empty = raw.Equal(raw.Size(values), 0)
    padded = raw.ConcatV2([values, raw.Reshape(zero, [1])], 0)
    known = raw.SelectV2(is_empty, padded, raw.ConcatV2([values, values[:1]], 0))
    low, high = raw.Min(known, 0), raw.Max(known, 0)
    width = (high - low) / float(count)
    steps = raw.Cast(raw.Range(0, count + 1, 1), DstT=float64)
    is_single = raw.Equal(low, high)
    divisor = raw.SelectV2(is_single, raw.OnesLike(width), width)
    places = raw.Cast(raw.Floor((values - low) / divisor), DstT=int32)
    places = raw.SelectV2(is_single, raw.OnesLike(places) * (count - 1), places)
    places = raw.Minimum(places, count - 1)
    ones = raw.OnesLike(values)
    counts = raw.UnsortedSegmentSum(ones, places, count)
    edges = low + steps * width
    left, right = edges[:-1], raw.ConcatV2([edges[1:-1], raw.Reshape(high, [1])], 0)
    found = raw.Pack([left, right, counts], axis=1)
    return raw.SelectV2(is_empty, raw.ZerosLike(found), found)


@public("summary.image")
def image(
    name: str, data: Any, step: Any = None, max_outputs: int = 3, description: str | None = None
) -> Tensor:
    """Writes images.

    Args:
        name: what they are called; name scopes come before it.
        data: `[k, height, width, channels]`, with 1 to 4 channels; integers of 8 bits, or floats
            from 0 to 1: what is beyond is cut off.
        step: the step; the default one if None.
        max_outputs: how many images are written at most.
        description: a text for TensorBoard, in Markdown.

    Returns:
        Whether they were written, a bool tensor.

    Raises:
        ValueError: there is a default writer and no step, or `data` has not 4 axes.

    >>> bool(tf.summary.image("digits", tf.zeros([2, 8, 8, 1]), step=1))  # There is no writer.
    False
    """
    return write(
        _tag(name),
        lambda: _encoded_images(data, max_outputs),
        step,
        metadata_for("images", description),
    )


def _encoded_images(data: Any, max_outputs: int) -> Tensor:
    """The width and the height as text, then each image as PNG."""
    images: Any = convert_to_tensor(data)
    if images.shape.rank not in (4, None):
        raise ValueError(
            f"Tensor {_name_of(data)} must have rank 4.  Received rank {images.shape.rank}, "
            f"shape {images.shape}"
        )
    if images.dtype.is_floating:
        images = saturate_cast(images * convert_to_tensor(uint8.max + 0.5, images.dtype), uint8)
    elif images.dtype is not uint8:
        scale = (int(images.dtype.max) + 1) // (int(uint8.max) + 1)
        images = saturate_cast(raw.FloorDiv(images, max(scale, 1)), uint8)
    sizes = raw.AsString(raw.Shape(images)[1:3])
    return raw.ConcatV2([sizes[::-1], raw.EncodePng(images[:max_outputs])], 0)


@public("summary.audio")
def audio(
    name: str,
    data: Any,
    sample_rate: Any,
    step: Any = None,
    max_outputs: int = 3,
    encoding: str | None = None,
    description: str | None = None,
) -> Tensor:
    """Writes sounds.

    Args:
        name: what they are called; name scopes come before it.
        data: `[k, frames, channels]`, float32 from -1 to 1: what is beyond is cut off.
        sample_rate: frames a second.
        step: the step; the default one if None.
        max_outputs: how many sounds are written at most.
        encoding: "wav" or None.
        description: a text for TensorBoard, in Markdown.

    Returns:
        Whether they were written, a bool tensor.

    Raises:
        ValueError: there is a default writer and no step; another encoding; `data` has not 3 axes.

    >>> bool(tf.summary.audio("tone", tf.zeros([1, 80, 1]), 8000, step=1))  # There is no writer.
    False
    """
    if encoding not in (None, "wav"):
        raise ValueError(f"Unknown encoding: {encoding!r}")
    # TensorBoard's message of the audio plugin: the encoding, 11 for WAV.
    metadata = metadata_for("audio", description, b"\x10\x0b")

    def encoded() -> Tensor:
        sounds: Any = convert_to_tensor(data, float32)
        if sounds.shape.rank not in (3, None):
            raise ValueError(
                f"Tensor {_name_of(data)} must have rank 3.  Received rank {sounds.shape.rank}, "
                f"shape {sounds.shape}"
            )
        rate = raw.Cast(convert_to_tensor(sample_rate), DstT=int32)
        texts = map_fn(
            lambda x: raw.EncodeWav(x, rate), sounds[:max_outputs], fn_output_signature=string
        )
        # A label for each, which TensorBoard does not use any more.
        return raw.Pack([texts, raw.Fill(raw.Shape(texts), b"")], axis=1)

    return write(_tag(name), encoded, step, metadata)


def _name_of(data: Any) -> str:
    """The name of a tensor, if it has one."""
    return str(getattr(data, "name", "")) if isinstance(data, Tensor) and CONTEXT.stage else ""
