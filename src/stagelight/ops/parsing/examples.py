"""`tf.io.parse_example`: serialized `tf.train.Example`s as tensors."""

from __future__ import annotations

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
from stagelight.ops.parsing.requests import Requests, results_of
from stagelight.ops.parsing.values import (
    array_of,
    joined,
    message_of,
    padded_rows,
    require_kind,
    sparse_parts,
    splits_of,
    values_of,
)
from stagelight.public import public
from stagelight.types.dtypes import DType, from_numpy, int64, string
from stagelight.types.shapes import TensorShape, as_shape


def _infer(
    serialized: Tensor,
    names: Tensor,
    sparse_keys: Tensor,
    dense_keys: Tensor,
    ragged_keys: Tensor,
    *dense_defaults: Tensor,
    num_sparse: int,
    sparse_types: Sequence[DType],
    dense_shapes: Sequence[Any],
    ragged_value_types: Sequence[DType],
    ragged_split_types: Sequence[DType],
) -> tuple[Inferred, ...]:
    if serialized.shape.rank not in (0, 1, None):
        raise invalid(
            f"Expected serialized to be a scalar or vector, got shape: {shape_text(serialized.shape)}"
        )
    dense_types = [default.dtype for default in dense_defaults]
    for dtype in (*dense_types, *sparse_types, *ragged_value_types):
        require_kind(dtype, "Tdense")
    return inferred_features(
        serialized.shape,
        num_sparse,
        sparse_types,
        list(zip(dense_shapes, dense_types, strict=True)),
        ragged_value_types,
        ragged_split_types,
    )


def inferred_features(
    batch: TensorShape,
    num_sparse: int,
    sparse_types: Sequence[DType],
    dense: Sequence[tuple[Any, DType]],
    ragged_value_types: Sequence[DType],
    ragged_split_types: Sequence[DType],
) -> tuple[Inferred, ...]:
    """What `parsed_features` gives for messages of a shape: scalar or vector."""
    rank = batch.rank
    sparse_rank = None if rank is None else rank + 1
    splits = shape_of_splits(batch)
    return (
        *[Inferred(TensorShape([None, sparse_rank]), int64)] * num_sparse,
        *[Inferred(TensorShape([None]), dtype) for dtype in sparse_types],
        *[Inferred(TensorShape([sparse_rank]), int64)] * num_sparse,
        *[Inferred(batch.concatenate(as_shape(shape)), dtype) for shape, dtype in dense],
        *[Inferred(TensorShape([None]), dtype) for dtype in ragged_value_types],
        *[Inferred(splits, dtype) for dtype in ragged_split_types],
    )


def shape_of_splits(batch: TensorShape) -> TensorShape:
    """What is known of the row splits that messages of a shape have; those of one message are empty."""
    if batch.rank == 0:
        return TensorShape([0])
    return TensorShape([None if batch.rank is None or batch[0] is None else batch[0] + 1])


def _parse(
    xp: ModuleType,
    serialized: np.ndarray,
    names: np.ndarray,
    sparse_keys: np.ndarray,
    dense_keys: np.ndarray,
    ragged_keys: np.ndarray,
    *dense_defaults: np.ndarray,
    num_sparse: int,
    sparse_types: Sequence[DType],
    dense_shapes: Sequence[Any],
    ragged_value_types: Sequence[DType],
    ragged_split_types: Sequence[DType],
) -> tuple[np.ndarray, ...]:
    if serialized.ndim > 1:
        raise invalid(
            f"Expected serialized to be a scalar or vector, got shape: {shape_text(serialized.shape)}"
        )
    for dtype in (*map(from_numpy, (d.dtype for d in dense_defaults)), *sparse_types):
        require_kind(dtype, "Tdense")
    labels = labels_of(names)
    features = []
    for i, data in enumerate(serialized.reshape(-1)):
        label = labels[i] if labels else "<unknown>"
        message = message_of(schema.Example, data, f"Name: {label}, Index: {i}")
        features.append((message.features.feature, f"Name: {label}", i))
    return parsed_features(
        features,
        serialized.ndim == 0,
        list(zip(keys_of(sparse_keys), sparse_types, strict=True)),
        list(zip(keys_of(dense_keys), dense_shapes, dense_defaults, strict=True)),
        list(zip(keys_of(ragged_keys), ragged_value_types, ragged_split_types, strict=True)),
    )


def keys_of(keys: np.ndarray) -> list[str]:
    """The keys among the inputs of a kernel."""
    return [key.decode() for key in keys.reshape(-1)]


def labels_of(names: np.ndarray) -> list[str]:
    """The names of the messages, if they were given."""
    return [name.decode() for name in names.reshape(-1)]


# The features of one message by their keys, how messages about it begin, and its index.
Message = tuple[Mapping[str, Any], str, int]


def parsed_features(
    features: list[Message],
    is_one: bool,
    sparse: Sequence[tuple[str, DType]],
    dense: Sequence[tuple[str, Any, np.ndarray]],
    ragged: Sequence[tuple[str, DType, DType]],
) -> tuple[np.ndarray, ...]:
    """The parts of sparse, dense and ragged tensors, in the order of the outputs of ops that parse.

    Args:
        features: of each message.
        is_one: whether there is one message and results have no first axis for it.
        sparse: keys and dtypes.
        dense: keys, shapes and defaults.
        ragged: keys, dtypes, and those of the splits.
    """

    def rows_of(key: str, dtype: DType) -> list[Sequence[Any]]:
        return [
            values_of(found[key], dtype, f"{label}, Key: {key}, Index: {i}") if key in found else ()
            for found, label, i in features
        ]

    parts = []
    for key, dtype in sparse:
        indices, values, shape = sparse_parts(rows_of(key, dtype), dtype)
        parts.append((indices[:, 1:], values, shape[1:]) if is_one else (indices, values, shape))
    ragged_rows = [rows_of(key, dtype) for key, dtype, _ in ragged]
    return (
        *(indices for indices, _, _ in parts),
        *(values for _, values, _ in parts),
        *(shape for _, _, shape in parts),
        *(_dense(features, key, as_shape(shape), default, is_one) for key, shape, default in dense),
        *(joined(rows, t) for rows, (_, t, _) in zip(ragged_rows, ragged, strict=True)),
        *(
            np.zeros(0, t.numpy_dtype) if is_one else splits_of(rows, t)
            for rows, (_, _, t) in zip(ragged_rows, ragged, strict=True)
        ),
    )


def _dense(
    features: list[Message],
    key: str,
    shape: TensorShape,
    default: np.ndarray,
    is_one: bool,
) -> np.ndarray:
    """The values of a feature of as many values in each example, or padded ones."""
    dtype = from_numpy(default.dtype)
    is_sequence = bool(shape.rank) and shape[0] is None
    dims: Any = shape.as_list()
    size = 0 if is_sequence else int(np.prod(dims, dtype=np.int64))
    rows: list[Any] = []
    for found, label, i in features:
        where = f"{label}, Key: {key}, Index: {i}"
        values: Any = values_of(found[key], dtype, where) if key in found else None
        if is_sequence:
            rows.append(values or ())
            continue
        if values is None or found[key].WhichOneof("kind") is None:
            if default.size != size or not default.size:
                raise invalid(
                    f"{label}, Feature: {key} (data type: {dtype.name}) is required but could not be "
                    "found."
                )
            values = default.reshape(-1)
        if len(values) != size:
            name = "float" if dtype.name == "float32" else dtype.name
            raise invalid(
                f"{where}.  Number of {name} values != expected.  Values size: {len(values)} but output "
                f"shape: {shape_text(shape)}"
            )
        rows.append(array_of(values, dtype))
    if is_sequence:
        result = padded_rows(rows, dims[1:], default, dtype, key)
    else:
        result = np.empty((len(rows), *dims), dtype.numpy_dtype)
        for i, row in enumerate(rows):
            result[i, ...] = row.reshape(dims)
    return result[0, ...] if is_one else result


define(
    "ParseExampleV2",
    "serialized: string, names: string, sparse_keys: string, dense_keys: string, "
    "ragged_keys: string, dense_defaults: Tdense",
    "sparse_indices: num_sparse * int64, sparse_values: sparse_types, "
    "sparse_shapes: num_sparse * int64, dense_values: Tdense, ragged_values: ragged_value_types, "
    "ragged_row_splits: ragged_split_types",
    {
        "Tdense": attr("list(type)"),
        "num_sparse": attr("int"),
        "sparse_types": attr("list(type)"),
        "ragged_value_types": attr("list(type)"),
        "ragged_split_types": attr("list(type)"),
        "dense_shapes": attr("list(shape)"),
    },
    infer=_infer,
    kernel=_parse,
    traits=Trait.HOST_ONLY,
)


@public("io.parse_example")
def parse_example(
    serialized: Any,
    features: Mapping[str, Any],
    example_names: Any = None,
    name: str | None = None,
) -> dict[str, Any]:
    """Serialized `tf.train.Example`s as a dict of tensors.

    Args:
        serialized: string vector `[batch]`; or a scalar, for results without the first axis.
        features: what is parsed, by name: `tf.io.FixedLenFeature` (a tensor), `VarLenFeature` and
            `SparseFeature` (sparse tensors), `RaggedFeature` (ragged ones), `FixedLenSequenceFeature` with
            `allow_missing` (padded tensors).
        example_names: names of the examples for messages.
        name: name of the operation.

    Raises:
        ValueError: there are no features, or one of them is no such object.
        InvalidArgumentError: the bytes are no examples, a feature is missing, or has other values.

    >>> example = tf.train.Example(features=tf.train.Features(feature={
    ...     "x": tf.train.Feature(float_list=tf.train.FloatList(value=[1.0, 2.0]))}))
    >>> parsed = tf.io.parse_example(
    ...     [example.SerializeToString()], {"x": tf.io.FixedLenFeature([2], tf.float32)})
    >>> parsed["x"].numpy().tolist()
    [[1.0, 2.0]]
    """
    if not features:
        raise ValueError(f"Argument `features` cannot be None or falsy. Got {features}")
    tensor = converted_input(serialized, string)
    requests = Requests(features)
    outputs = raw.ParseExampleV2(
        tensor,
        convert_to_tensor([] if example_names is None else example_names, string),
        requests.keys("sparse"),
        requests.keys("dense"),
        requests.keys("ragged"),
        requests.dense_defaults(),
        num_sparse=len(requests.sparse),
        sparse_types=list(requests.sparse.values()),
        Tdense=[dtype for dtype, _, _ in requests.dense.values()],
        dense_shapes=[shape for _, shape, _ in requests.dense.values()],
        ragged_value_types=[dtype for dtype, _ in requests.ragged.values()],
        ragged_split_types=[splits for _, splits in requests.ragged.values()],
        name=name,
    )
    return results_of(requests, features, outputs, tensor.shape.rank == 0)


@public("io.parse_single_example")
def parse_single_example(
    serialized: Any,
    features: Mapping[str, Any],
    example_names: Any = None,
    name: str | None = None,
) -> dict[str, Any]:
    """One serialized `tf.train.Example` as a dict of tensors; see `tf.io.parse_example`.

    Raises:
        ValueError: `serialized` is no scalar, or the features are not such objects.
        InvalidArgumentError: the bytes are no example, a feature is missing, or has other values.

    >>> example = tf.train.Example(features=tf.train.Features(feature={
    ...     "n": tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))}))
    >>> parsed = tf.io.parse_single_example(
    ...     example.SerializeToString(), {"n": tf.io.FixedLenFeature([], tf.int64)})
    >>> int(parsed["n"])
    3
    """
    if not features:
        raise ValueError("Invalid argument: features cannot be None.")
    tensor: Any = converted_input(serialized, string)
    if tensor.shape.rank not in (0, None):
        raise ValueError("Input serialized must be a scalar")
    tensor.set_shape([])
    return parse_example(tensor, features, example_names, name)
