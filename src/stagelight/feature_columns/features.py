"""The features of a batch of examples, and what columns have computed of them; features as sparse tensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stagelight.control_flow.conditionals import cond
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.feature_columns.column import FeatureColumn
from stagelight.graph.scopes import control_dependencies
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.reshaping import expand_dims
from stagelight.ops.arrays.shape import rank, shape
from stagelight.ops.debugging.assertions import assert_positive
from stagelight.ops.ragged.conversion import to_sparse
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.reductions.segments import segment_max
from stagelight.ops.sparse.reordering import reshape as sparse_reshape
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.types.dtypes import int64, string


@public("__internal__.feature_column.FeatureTransformationCache")
class FeatureTransformationCache:
    """The features of a batch, by their keys, and what columns computed of them, once each.

    Args:
        features: key -> tensor or sparse tensor, `[batch]` or `[batch, ...]`; also column -> what it gives.

    >>> features = tf.__internal__.feature_column.FeatureTransformationCache({"price": [1.0, 2.0]})
    >>> price = tf.feature_column.numeric_column("price", normalizer_fn=lambda x: x * 2.0)
    >>> price.get_dense_tensor(features, None).numpy().tolist()
    [[2.0], [4.0]]
    """

    def __init__(self, features: Mapping[Any, Any]) -> None:
        self._features = dict(features)
        self._found: dict[Any, Any] = {}

    def get(self, key: Any, state_manager: Any, training: bool | None = None) -> Any:
        """What a column computes, or the feature of a key as a (sparse) tensor of two axes at least.

        Args:
            key: column, or key of a feature.
            state_manager: keeps what columns need.
            training: handed to columns that ask for it.

        Raises:
            ValueError: there is no such feature, or it has no axis.
            TypeError: it is neither.
        """
        if key in self._found:
            return self._found[key]
        if key in self._features:
            found = _with_two_axes(key, self._features[key])
        elif isinstance(key, str):
            raise ValueError(f"Feature {key} is not in features dictionary.")
        elif not isinstance(key, FeatureColumn):
            raise TypeError(f'"key" must be either a "str" or "FeatureColumn". Provided: {key}')
        else:
            found = _computed(key, self, state_manager, training)
        self._found[key] = found
        return found


def _computed(column: Any, cache: Any, state_manager: Any, training: bool | None) -> Any:
    if "training" in column.transform_feature.__code__.co_varnames:
        found = column.transform_feature(cache, state_manager, training=training)
    else:
        found = column.transform_feature(cache, state_manager)
    if found is None:
        raise ValueError(f"Column {column.name} is not supported.")
    return found


def as_feature(value: Any) -> Any:
    """A value as a tensor or sparse tensor."""
    if isinstance(value, RaggedTensor):
        return to_sparse(value)
    return value if isinstance(value, SparseTensor) else convert_to_tensor(value)


def _with_two_axes(key: Any, value: Any) -> Any:
    feature = as_feature(value)
    axes = feature.shape.rank
    message = f"Feature (key: {key}) cannot have rank 0. Given: {feature}"
    if axes == 0:
        raise ValueError(message)
    if axes is not None:
        return _in_columns(feature) if axes == 1 else feature
    with control_dependencies([assert_positive(rank(feature), message=message)]):
        return cond(raw.Equal(rank(feature), 1), lambda: _in_columns(feature), lambda: feature)


def _in_columns(feature: Any) -> Any:
    if isinstance(feature, SparseTensor):
        return sparse_reshape(feature, concat([shape(feature), [1]], 0))
    return expand_dims(feature, -1)


def sparse_feature(feature: Any, ignored: Any = None) -> SparseTensor:
    """A feature as a sparse tensor, without the values that stand for none: "" and -1, or `ignored`."""
    feature = as_feature(feature)
    if isinstance(feature, SparseTensor):
        return feature
    with op_scope("to_sparse_input"):
        if ignored is None:
            ignored = "" if feature.dtype is string else -1 if feature.dtype.is_integer else 0
        if feature.dtype is not string:
            ignored = raw.Cast(ignored, DstT=feature.dtype)
        indices = raw.Where(raw.NotEqual(feature, ignored))
        return SparseTensor(indices, raw.GatherNd(feature, indices), shape(feature, int64))


def lengths_of_sequences(feature: SparseTensor, group: int = 1) -> Any:
    """The number of steps in each row: of the last value's place, where each step has `group` values."""
    with op_scope("sequence_length"):
        indices: Any = feature.indices
        rows, places = indices[:, 0], indices[:, 1]
        longest: Any = segment_max(places + 1, rows)
        steps = (longest + (group - 1)) // group
        sizes: Any = shape(feature)
        missing = sizes[:1] - shape(steps)[:1]
        return concat([steps, raw.Fill(missing, convert_to_tensor(0, int64))], 0)
