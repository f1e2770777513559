"""`tf.io.parse_sequence_example`: serialized `tf.train.SequenceExample`s as tensors.

A sequence example has features of the whole, its context, which are parsed as those of an example, and lists
of features, with one for each step.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor, converted_input
from stagelight.core.inference import Inferred, invalid, shape_text
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.formats import schema
from stagelight.ops.parsing.examples import (
    inferred_features,
    keys_of,
    labels_of,
    parsed_features,
    shape_of_splits,
)
from stagelight.ops.parsing.features import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    RaggedFeature,
    SparseFeature,
)
from stagelight.ops.parsing.partitions import with_partitions
from stagelight.ops.parsing.requests import Requests, results_of
from stagelight.ops.parsing.values import (
    joined,
    message_of,
    require_kind,
    sparse_parts,
    splits_of,
    values_of,
)
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.types.dtypes import DType, bool_, int64, string
from stagelight.types.shapes import TensorShape, as_shape

# The rows of the steps of each example.
Steps = list[list[Sequence[Any]]]


def _require_inputs(shape: Any, rank: int | None, dtypes: Sequence[DType]) -> None:
    if rank not in (0, 1, None):
        raise invalid(
            f"Expected serialized to be a scalar or vector, got shape: {shape_text(shape)}"
        )
    for dtype in dtypes:
        require_kind(dtype, "feature_list_dense_types")


def _infer(serialized: Tensor, *inputs: Tensor, **attrs: Any) -> tuple[Inferred, ...]:
    dense_types = [default.dtype for default in inputs[_FIRST_DEFAULT - 1 :]]
    shape = serialized.shape
    _require_inputs(shape, shape.rank, _dtypes(dense_types, attrs))
    context = inferred_features(
        shape,
        attrs["Ncontext_sparse"],
        attrs["context_sparse_types"],
        list(zip(attrs["context_dense_shapes"], dense_types, strict=True)),
        attrs["context_ragged_value_types"],
        attrs["context_ragged_split_types"],
    )
    rank = None if shape.rank is None else shape.rank + 2
    sparse = attrs["Nfeature_list_sparse"]
    outer = shape_of_splits(shape) if shape.rank else shape
    any_count = TensorShape([None])
    steps = shape.concatenate([None])
    return (
        *context,
        *[Inferred(TensorShape([None, rank]), int64)] * sparse,
        *[Inferred(any_count, dtype) for dtype in attrs["feature_list_sparse_types"]],
        *[Inferred(TensorShape([rank]), int64)] * sparse,
        *[
            Inferred(steps.concatenate(as_shape(dims)), dtype)
            for dims, dtype in zip(
                attrs["feature_list_dense_shapes"], attrs["feature_list_dense_types"], strict=True
            )
        ],
        *[Inferred(shape, int64)] * attrs["Nfeature_list_dense"],
        *[Inferred(any_count, dtype) for dtype in attrs["feature_list_ragged_value_types"]],
        *[Inferred(outer, dtype) for dtype in attrs["feature_list_ragged_split_types"]],
        *[Inferred(any_count, dtype) for dtype in attrs["feature_list_ragged_split_types"]],
    )


def _dtypes(context_dense: Sequence[DType], attrs: Mapping[str, Any]) -> list[DType]:
    """The dtypes of all values."""
    named = (
        "context_sparse_types",
        "context_ragged_value_types",
        "feature_list_sparse_types",
        "feature_list_dense_types",
        "feature_list_ragged_value_types",
    )
    return [*context_dense, *(dtype for name in named for dtype in attrs[name])]


def _parse(
    xp: ModuleType,
    serialized: np.ndarray,
    debug_name: np.ndarray,
    context_sparse_keys: np.ndarray,
    context_dense_keys: np.ndarray,
    context_ragged_keys: np.ndarray,
    list_sparse_keys: np.ndarray,
    list_dense_keys: np.ndarray,
    list_ragged_keys: np.ndarray,
    may_be_missing: np.ndarray,
    *context_defaults: np.ndarray,
    **attrs: Any,
) -> tuple[np.ndarray, ...]:
    _require_inputs(serialized.shape, serialized.ndim, _dtypes((), attrs))
    labels = labels_of(debug_name)
    context, lists = [], []
    for i, data in enumerate(serialized.reshape(-1)):
        label = f"Name: {labels[i] if labels else '<unknown>'}"
        message = message_of(schema.SequenceExample, data, f"{label}, Index: {i}")
        context.append((message.context.feature, label, i))
        lists.append((message.feature_lists.feature_list, label, i))
    is_one = serialized.ndim == 0

    def steps_of(key: str, dtype: DType) -> Steps:
        return [
            [
                values_of(feature, dtype, f"{label}, Key: {key}, Index: {i}")
                for feature in (found[key].feature if key in found else ())
            ]
            for found, label, i in lists
        ]

    sparse = [
        _sparse(steps_of(key, dtype), dtype, is_one)
        for key, dtype in zip(
            keys_of(list_sparse_keys), attrs["feature_list_sparse_types"], strict=True
        )
    ]
    dense = []
    for key, shape, dtype, may_miss in zip(
        keys_of(list_dense_keys),
        attrs["feature_list_dense_shapes"],
        attrs["feature_list_dense_types"],
        may_be_missing.reshape(-1),
        strict=True,
    ):
        for found, label, _ in lists:
            if key not in found and not may_miss:
                raise invalid(
                    f"{label}, Feature list '{key}' is required but could not be found.  Did you mean to "
                    "include it in feature_list_dense_missing_assumed_empty or "
                    "feature_list_dense_defaults?"
                )
        dense.append(_dense(steps_of(key, dtype), as_shape(shape), dtype, key, is_one))
    ragged = [
        _ragged(steps_of(key, dtype), dtype, splits, is_one)
        for key, dtype, splits in zip(
            keys_of(list_ragged_keys),
            attrs["feature_list_ragged_value_types"],
            attrs["feature_list_ragged_split_types"],
            strict=True,
        )
    ]
    return (
        *parsed_features(
            context,
            is_one,
            list(zip(keys_of(context_sparse_keys), attrs["context_sparse_types"], strict=True)),
            list(
                zip(
                    keys_of(context_dense_keys),
                    attrs["context_dense_shapes"],
                    context_defaults,
                    strict=True,
                )
            ),
            list(
                zip(
                    keys_of(context_ragged_keys),
                    attrs["context_ragged_value_types"],
                    attrs["context_ragged_split_types"],
                    strict=True,
                )
            ),
        ),
        *(parts[place] for place in range(3) for parts in sparse),
        *(parts[place] for place in range(2) for parts in dense),
        *(parts[place] for place in range(3) for parts in ragged),
    )


def _sparse(steps: Steps, dtype: DType, is_one: bool) -> tuple[np.ndarray, ...]:
    """Indices, values and shape `[batch, time, values]`; `[time, values]` for one example."""
    counts = np.array([len(rows) for rows in steps], np.int64)
    flat = [row for rows in steps for row in rows]
    places, values, shape = sparse_parts(flat, dtype)
    example = np.repeat(np.arange(len(steps)), counts)
    step = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    row = places[:, 0]
    indices = np.stack([example[row], step[row], places[:, 1]], 1).astype(np.int64)
    sizes = np.array([len(steps), counts.max(initial=0), shape[1]], np.int64)
    return (indices[:, 1:], values, sizes[1:]) if is_one else (indices, values, sizes)


def _dense(
    steps: Steps, shape: TensorShape, dtype: DType, key: str, is_one: bool
) -> tuple[np.ndarray, ...]:
    """The values of all steps, padded to the longest example, and how many steps each has."""
    dims: Any = shape.as_list()
    size = int(np.prod(dims, dtype=np.int64))
    lengths = np.array([len(rows) for rows in steps], np.int64)
    fill: Any = b"" if dtype is string else 0
    values = np.full((len(steps), lengths.max(initial=0), *dims), fill, dtype.numpy_dtype)
    for i, rows in enumerate(steps):
        for step, row in enumerate(rows):
            if len(row) != size:
                raise invalid(
                    f"Key: {key}, Index: {i}, step {step}: unexpected number of elements. Values size: "
                    f"{len(row)} but the shape of a step is {shape_text(shape)}"
                )
        values[i, : len(rows)] = joined(rows, dtype).reshape(len(rows), *dims)
    return (values[0, ...], lengths[0, ...]) if is_one else (values, lengths)


def _ragged(steps: Steps, dtype: DType, splits: DType, is_one: bool) -> tuple[np.ndarray, ...]:
    """The values, the limits of the steps among the examples, and those of the values among the steps."""
    flat = [row for rows in steps for row in rows]
    # TF: those of one example are a 0 that says nothing.
    outer = np.zeros((), splits.numpy_dtype) if is_one else splits_of(steps, splits)
    return joined(flat, dtype), outer, splits_of(flat, splits)


# The inputs before the defaults: the messages, their names, six kinds of keys, what may be missing.
_FIRST_DEFAULT = 9

define(
    "ParseSequenceExampleV2",
    "serialized: string, debug_name: string, "
    + ", ".join(
        f"{part}_{form}_keys: string"
        for part in ("context", "feature_list")
        for form in ("sparse", "dense", "ragged")
    )
    + ", feature_list_dense_missing_assumed_empty: bool, context_dense_defaults: Tcontext_dense",
    "context_sparse_indices: Ncontext_sparse * int64, context_sparse_values: context_sparse_types, "
    "context_sparse_shapes: Ncontext_sparse * int64, context_dense_values: Tcontext_dense, "
    "context_ragged_values: context_ragged_value_types, "
    "context_ragged_row_splits: context_ragged_split_types, "
    "feature_list_sparse_indices: Nfeature_list_sparse * int64, "
    "feature_list_sparse_values: feature_list_sparse_types, "
    "feature_list_sparse_shapes: Nfeature_list_sparse * int64, "
    "feature_list_dense_values: feature_list_dense_types, "
    "feature_list_dense_lengths: Nfeature_list_dense * int64, "
    "feature_list_ragged_values: feature_list_ragged_value_types, "
    "feature_list_ragged_outer_splits: feature_list_ragged_split_types, "
    "feature_list_ragged_inner_splits: feature_list_ragged_split_types",
    {
        "Ncontext_sparse": attr("int", 0),
        "Tcontext_dense": attr("list(type)", []),
        "context_sparse_types": attr("list(type)", []),
        "context_ragged_value_types": attr("list(type)", []),
        "context_ragged_split_types": attr("list(type)", []),
        "context_dense_shapes": attr("list(shape)", []),
        "Nfeature_list_sparse": attr("int", 0),
        "Nfeature_list_dense": attr("int", 0),
        "feature_list_dense_types": attr("list(type)", []),
        "feature_list_sparse_types": attr("list(type)", []),
        "feature_list_ragged_value_types": attr("list(type)", []),
        "feature_list_ragged_split_types": attr("list(type)", []),
        "feature_list_dense_shapes": attr("list(shape)", []),
    },
    infer=_infer,
    kernel=_parse,
    traits=Trait.HOST_ONLY,
)


@public("io.parse_sequence_example")
def parse_sequence_example(
    serialized: Any,
    context_features: Mapping[str, Any] | None = None,
    sequence_features: Mapping[str, Any] | None = None,
    example_names: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Serialized `tf.train.SequenceExample`s as three dicts of tensors: context, sequences, lengths.

    Args:
        serialized: string vector `[batch]`.
        context_features: what is parsed of the context, by name: `tf.io.FixedLenFeature`, `VarLenFeature`
            or `RaggedFeature`.
        sequence_features: what is parsed of the lists: `tf.io.FixedLenSequenceFeature` (a tensor
            `[batch, time, ...]`, padded with zeros), `VarLenFeature` (a sparse tensor
            `[batch, time, values]`), `RaggedFeature` (a ragged one).
        example_names: names of the examples for messages.
        name: name of the operation.

    Returns:
        The third dict has the lengths `[batch]` of sequences that were padded.

    Raises:
        ValueError: there are no features, or one of them is no such object.
        InvalidArgumentError: the bytes are no examples, a feature is missing, or has other values.

    >>> step = tf.train.Feature(int64_list=tf.train.Int64List(value=[4]))
    >>> example = tf.train.SequenceExample(feature_lists=tf.train.FeatureLists(
    ...     feature_list={"x": tf.train.FeatureList(feature=[step, step])}))
    >>> _, sequences, lengths = tf.io.parse_sequence_example(
    ...     [example.SerializeToString()],
    ...     sequence_features={"x": tf.io.FixedLenSequenceFeature([], tf.int64)})
    >>> sequences["x"].numpy().tolist(), lengths["x"].numpy().tolist()
    ([[4, 4]], [2])
    """
    if not (context_features or sequence_features):
        raise ValueError(
            "Both `context_features` and `sequence_features` argument are None, but at least one should "
            "have values."
        )
    for features, foreign in (
        (context_features, (SparseFeature, FixedLenSequenceFeature)),
        (sequence_features, (SparseFeature, FixedLenFeature)),
    ):
        for key, feature in (features or {}).items():
            if isinstance(feature, foreign):
                kind = type(feature).__name__
                raise ValueError(f"Unsupported {kind} {feature} for key '{key}'")
    tensor = converted_input(serialized, string)
    context = Requests(context_features or {})
    lists = Requests(sequence_features or {}, in_sequence=True)
    missing = [(sequence_features or {})[key].allow_missing for key in lists.dense]
    outputs = raw.ParseSequenceExampleV2(
        tensor,
        convert_to_tensor([] if example_names is None else example_names, string),
        *(part.keys(form) for part in (context, lists) for form in ("sparse", "dense", "ragged")),
        convert_to_tensor(np.array(missing, bool), bool_),
        context.dense_defaults(),
        Ncontext_sparse=len(context.sparse),
        Tcontext_dense=[dtype for dtype, _, _ in context.dense.values()],
        context_sparse_types=list(context.sparse.values()),
        context_ragged_value_types=[dtype for dtype, _ in context.ragged.values()],
        context_ragged_split_types=[splits for _, splits in context.ragged.values()],
        context_dense_shapes=[shape for _, shape, _ in context.dense.values()],
        Nfeature_list_sparse=len(lists.sparse),
        Nfeature_list_dense=len(lists.dense),
        feature_list_dense_types=[dtype for dtype, _, _ in lists.dense.values()],
        feature_list_sparse_types=list(lists.sparse.values()),
        feature_list_ragged_value_types=[dtype for dtype, _ in lists.ragged.values()],
        feature_list_ragged_split_types=[splits for _, splits in lists.ragged.values()],
        feature_list_dense_shapes=[shape for _, shape, _ in lists.dense.values()],
        name=name,
    )
    is_one = tensor.shape.rank == 0
    count = 3 * len(context.sparse) + len(context.dense) + 2 * len(context.ragged)
    sequences, lengths = _sequences(lists, sequence_features or {}, outputs[count:], is_one)
    found = results_of(context, context_features or {}, outputs[:count], is_one)
    return found, sequences, lengths


def _sequences(
    lists: Requests, features: Mapping[str, Any], outputs: Sequence[Tensor], is_one: bool
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the features of lists ask for, and the lengths of padded ones."""
    sparse, dense, ragged = len(lists.sparse), len(lists.dense), len(lists.ragged)
    remaining = iter(outputs)
    indices, values, shapes, padded, lengths, ragged_values, outer, inner = (
        list(itertools.islice(remaining, count))
        for count in (sparse, sparse, sparse, dense, dense, ragged, ragged, ragged)
    )
    results: dict[str, Any] = {}
    for key, *parts in zip(lists.sparse, indices, values, shapes, strict=True):
        results[key] = SparseTensor(parts[0], parts[1], parts[2])
    results.update(zip(lists.dense, padded, strict=True))
    # The steps are to partitions what examples are elsewhere.
    steps = {
        key: RaggedTensor.from_row_splits(rows, splits, validate=False)
        for key, rows, splits in zip(lists.ragged, ragged_values, inner, strict=True)
    }
    limits = dict(zip(lists.ragged, outer, strict=True))
    for key in sorted(features):
        feature = features[key]
        if isinstance(feature, RaggedFeature):
            rows = with_partitions(feature, steps, key, is_one=False)
            splits = limits[feature.value_key or key]
            results[key] = (
                rows if is_one else RaggedTensor.from_row_splits(rows, splits, validate=False)
            )
    return results, dict(zip(lists.dense, lengths, strict=True))


@public("io.parse_single_sequence_example", "compat.v1.parse_single_sequence_example")
def parse_single_sequence_example(
    serialized: Any,
    context_features: Mapping[str, Any] | None = None,
    sequence_features: Mapping[str, Any] | None = None,
    example_name: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """One serialized `tf.train.SequenceExample` as two dicts of tensors; see `tf.io.parse_sequence_example`.

    Raises:
        ValueError: `serialized` is no scalar, there are no features, or one of them is no such object.
        InvalidArgumentError: the bytes are no example, a feature is missing, or has other values.

    >>> step = tf.train.Feature(int64_list=tf.train.Int64List(value=[4]))
    >>> example = tf.train.SequenceExample(feature_lists=tf.train.FeatureLists(
    ...     feature_list={"x": tf.train.FeatureList(feature=[step, step])}))
    >>> _, sequences = tf.io.parse_single_sequence_example(
    ...     example.SerializeToString(), sequence_features={"x": tf.io.VarLenFeature(tf.int64)})
    >>> sequences["x"].shape
    TensorShape([2, 1])
    """
    tensor: Any = converted_input(serialized, string)
    if tensor.shape.rank not in (0, None):
        raise ValueError("Input serialized must be a scalar")
    tensor.set_shape([])
    return parse_sequence_example(tensor, context_features, sequence_features, example_name, name)[
        :2
    ]
