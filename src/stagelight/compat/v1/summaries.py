"""`tf.compat.v1.summary`: operations that give `Summary` messages, which a `FileWriter` takes.

They are collected in the graph; `merge_all` puts them together. The writer is in `file_writer`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from stagelight.compat.v1.graph_collections import (
    GraphKeys,
    add_to_collections,
    get_collection,
)
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.graph.scopes import name_scope
from stagelight.logs import get_logger
from stagelight.public import public
from stagelight.types.dtypes import float32, string


def _clean(name: str) -> str:
    """The name with `_` for what may not stand in a tag, and without slashes before it."""
    cleaned = re.sub(r"[^-/\w\.]", "_", name).lstrip("/")
    if cleaned != name:
        get_logger().info("Summary name %s is illegal; using %s instead.", name, cleaned)
    return cleaned


@contextmanager
def _scope(name: str, family: str | None = None) -> Iterator[tuple[str, str]]:
    """The tag and the name scope of a summary."""
    name = _clean(name)
    family = None if family is None else _clean(family)
    with name_scope(name if family is None else f"{family}/{name}") as scope:
        place = scope.rstrip("/")
        yield place if family is None else f"{family}/{place}", scope


def _collected(summary: Tensor, collections: Any) -> Tensor:
    if CONTEXT.stage is not None:
        add_to_collections([GraphKeys.SUMMARIES] if collections is None else collections, summary)
    return summary


@public("compat.v1.summary.scalar")
def scalar(name: str, tensor: Any, collections: Any = None, family: str | None = None) -> Tensor:
    """A summary of a number.

    Args:
        name: the operation's name; with the scopes around it, it is the tag.
        tensor: a real number.
        collections: the collections of the graph that it is put into; that of summaries if None.
        family: what stands before the tag, so that TensorBoard shows a family together.

    Returns:
        A scalar string tensor, a `Summary` message.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     text = session.run(tf.compat.v1.summary.scalar("loss", 0.5))
    >>> tf.compat.v1.Summary.FromString(text).value[0].simple_value
    0.5
    """
    with _scope(name, family) as (tag, scope):
        return _collected(raw.ScalarSummary(tag, tensor, name=scope), collections)


@public("compat.v1.summary.histogram")
def histogram(name: str, values: Any, collections: Any = None, family: str | None = None) -> Tensor:
    """A summary of where many numbers lie; see `scalar`.

    Args:
        name, collections, family: as for `scalar`.
        values: real numbers, of any shape.

    Returns:
        A scalar string tensor, a `Summary` message.

    Raises:
        InvalidArgumentError: when it is run, a number is not finite.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     text = session.run(tf.compat.v1.summary.histogram("weights", [1.0, 2.0]))
    >>> tf.compat.v1.Summary.FromString(text).value[0].histo.num
    2.0
    """
    with _scope(name, family) as (tag, scope):
        return _collected(raw.HistogramSummary(tag, values, name=scope), collections)


@public("compat.v1.summary.image")
def image(
    name: str,
    tensor: Any,
    max_outputs: int = 3,
    collections: Any = None,
    family: str | None = None,
) -> Tensor:
    """A summary of images; see `scalar`.

    Args:
        name, collections, family: as for `scalar`.
        tensor: `[batch, height, width, channels]` with 1, 3 or 4 channels: bytes, or floats. Each image of
            floats is spread over what there is; with negative values 0 is at the middle.
        max_outputs: how many of the batch are shown at most.

    Returns:
        A scalar string tensor, a `Summary` message.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     text = session.run(tf.compat.v1.summary.image("digit", tf.ones([1, 8, 8, 1])))
    >>> tf.compat.v1.Summary.FromString(text).value[0].tag
    'digit/image/0'
    """
    with _scope(name, family) as (tag, scope):
        pixels = convert_to_tensor(tensor, name="tensor")
        summary = raw.ImageSummary(tag, pixels, max_images=max_outputs, name=scope)
        return _collected(summary, collections)


@public("compat.v1.summary.audio")
def audio(
    name: str,
    tensor: Any,
    sample_rate: Any,
    max_outputs: int = 3,
    collections: Any = None,
    family: str | None = None,
) -> Tensor:
    """A summary of sounds; see `scalar`.

    Args:
        name, collections, family: as for `scalar`.
        tensor: `[batch, frames, channels]` or `[batch, frames]`, from -1 to 1.
        sample_rate: frames a second.
        max_outputs: how many of the batch are told at most.

    Returns:
        A scalar string tensor, a `Summary` message.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     text = session.run(tf.compat.v1.summary.audio("tone", tf.zeros([1, 80]), 8000.0))
    >>> tf.compat.v1.Summary.FromString(text).value[0].audio.length_frames
    80
    """
    with _scope(name, family) as (tag, scope):
        rate = convert_to_tensor(sample_rate, float32, name="sample_rate")
        summary = raw.AudioSummaryV2(tag, tensor, rate, max_outputs=max_outputs, name=scope)
        return _collected(summary, collections)


@public("compat.v1.summary.text")
def text(name: str, tensor: Any, collections: Any = None) -> Tensor:
    """A summary of texts, in Markdown; see `scalar`.

    Args:
        name, collections: as for `scalar`.
        tensor: string tensor; TensorBoard shows a vector or matrix as a table.

    Returns:
        A scalar string tensor, a `Summary` message.

    Raises:
        ValueError: the tensor has another dtype.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     text = session.run(tf.compat.v1.summary.text("sample", tf.constant("a *text*")))
    >>> tf.compat.v1.Summary.FromString(text).value[0].metadata.plugin_data.plugin_name
    'text'
    """
    if tensor.dtype is not string:
        raise ValueError(f"Expected tensor {tensor.name} to have dtype string, got {tensor.dtype}")
    plugin = schema.SummaryMetadata.PluginData(plugin_name="text")
    metadata = schema.SummaryMetadata(plugin_data=plugin)
    return tensor_summary(name, tensor, summary_metadata=metadata, collections=collections)


@public("compat.v1.summary.tensor_summary")
def tensor_summary(
    name: str,
    tensor: Any,
    summary_description: str | None = None,
    collections: Any = None,
    summary_metadata: Any = None,
    family: str | None = None,
    display_name: str | None = None,
) -> Tensor:
    """A summary that has a tensor as it is; see `scalar`.

    Args:
        name, collections, family: as for `scalar`.
        tensor: the tensor.
        summary_description: a text for TensorBoard, in Markdown.
        summary_metadata: a `SummaryMetadata` message: how it is to be shown.
        display_name: what TensorBoard calls it.

    Returns:
        A scalar string tensor, a `Summary` message.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     text = session.run(tf.compat.v1.summary.tensor_summary("pair", [1, 2]))
    >>> tf.make_ndarray(tf.compat.v1.Summary.FromString(text).value[0].tensor)
    array([1, 2], dtype=int32)
    """
    metadata = schema.SummaryMetadata()
    if summary_metadata is not None:
        metadata.ParseFromString(summary_metadata.SerializeToString())
    if summary_description is not None:
        metadata.summary_description = summary_description
    if display_name is not None:
        metadata.display_name = display_name
    with _scope(name, family) as (tag, scope):
        summary = raw.TensorSummaryV2(tag, tensor, metadata.SerializeToString(), name=scope)
        return _collected(summary, collections)


@public("compat.v1.summary.merge")
def merge(inputs: Any, collections: Any = None, name: str | None = None) -> Tensor:
    """A summary with the values of several.

    Args:
        inputs: a list of string tensors, `Summary` messages.
        collections: the collections of the graph that it is put into; none if None.
        name: the name scope of the operation.

    Returns:
        A scalar string tensor, a `Summary` message.

    Raises:
        RuntimeError: ops run eagerly.
        InvalidArgumentError: when it is run, two values have one tag.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     both = [tf.compat.v1.summary.scalar(name, 0.5) for name in ("a", "b")]
    ...     text = session.run(tf.compat.v1.summary.merge(both))
    >>> [value.tag for value in tf.compat.v1.Summary.FromString(text).value]
    ['a', 'b']
    """
    _require_graph("Merging tf.summary.* ops")
    name = None if name is None else _clean(name)
    with name_scope(name or "Merge"):
        return _collected(raw.MergeSummary(list(inputs), name=name), collections or ())


@public("compat.v1.summary.merge_all")
def merge_all(
    key: Any = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None
) -> Tensor | None:
    """A summary with the values of all in a collection of the graph; None if there are none.

    Args:
        key: the collection.
        scope: only those whose name matches this at its start.
        name: the name scope of the operation.

    Raises:
        RuntimeError: ops run eagerly.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     loss = tf.compat.v1.summary.scalar("loss", 0.5)
    ...     text = session.run(tf.compat.v1.summary.merge_all())
    >>> [value.tag for value in tf.compat.v1.Summary.FromString(text).value]
    ['loss']
    """
    _require_graph("Merging tf.summary.* ops")
    summaries = get_collection(key, scope)
    return merge(summaries, name=name) if summaries else None


def _require_graph(what: str) -> None:
    if CONTEXT.stage is None:
        raise RuntimeError(
            f"{what} is not compatible with eager execution. Use `tf.summary` with "
            "`tf.summary.create_file_writer`, or a graph of its own. (AG409)"
        )
