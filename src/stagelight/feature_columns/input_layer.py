"""Who asks columns: the features that are to be parsed, and the first layers of TensorFlow 1's models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collections, get_collection
from stagelight.compat.v1.older_initializers import Zeros
from stagelight.compat.v1.variable_scopes import get_variable, get_variable_scope, variable_scope
from stagelight.core.raw import raw
from stagelight.feature_columns.column import (
    CategoricalColumn,
    DenseColumn,
    FeatureColumn,
    StateManager,
)
from stagelight.feature_columns.features import FeatureTransformationCache
from stagelight.feature_columns.shared_embeddings import (
    SharedEmbeddingColumn,
    _SharedEmbeddingColumn,
)
from stagelight.ops.arrays.joining import concat
from stagelight.ops.arrays.reshaping import reshape
from stagelight.ops.arrays.shape import shape as shape_of
from stagelight.ops.nn.bias import bias_add
from stagelight.ops.nn.sparse_embeddings import safe_embedding_lookup_sparse
from stagelight.ops.reductions.addition_of_lists import add_n
from stagelight.ops.sparse.reordering import reshape as sparse_reshape
from stagelight.public import public
from stagelight.types.dtypes import float32


@public(
    "feature_column.make_parse_example_spec",
    "compat.v1.feature_column.make_parse_example_spec",
)
def make_parse_example_spec(feature_columns: Any) -> dict[str, Any]:
    """Which features of examples columns need: what `tf.io.parse_example` is to be told.

    Args:
        feature_columns: the columns.

    Raises:
        ValueError: there are others among them, or two of them want a feature to be parsed otherwise.

    >>> price = tf.feature_column.numeric_column("price")
    >>> word = tf.feature_column.categorical_column_with_hash_bucket("word", 10)
    >>> sorted(tf.feature_column.make_parse_example_spec([price, word]))
    ['price', 'word']
    """
    result: dict[str, Any] = {}
    for column in feature_columns:
        if not isinstance(column, FeatureColumn):
            raise ValueError(
                f"All feature_columns must be FeatureColumn instances. Given: {column}"
            )
        for key, feature in column.parse_example_spec.items():
            if result.setdefault(key, feature) != feature:
                raise ValueError(
                    f"feature_columns contain different parse_spec for key {key}. Given {feature} "
                    f"and {result[key]}"
                )
    return result


def ordered_columns(feature_columns: Any) -> list[Any]:
    """The columns by their names.

    Raises:
        ValueError: there are none, others, or two of one name.
    """
    if isinstance(feature_columns, FeatureColumn):
        feature_columns = [feature_columns]
    if isinstance(feature_columns, Iterator):
        feature_columns = list(feature_columns)
    if isinstance(feature_columns, dict):
        raise ValueError("Expected feature_columns to be iterable, found dict.")
    by_name: dict[str, Any] = {}
    for column in feature_columns:
        if not isinstance(column, FeatureColumn):
            raise ValueError(
                "Items of feature_columns must be a FeatureColumn. "
                f"Given (type {type(column)}): {column}."
            )
        if column.name in by_name:
            raise ValueError(
                f"Duplicate feature column name found for columns: {column} and "
                f"{by_name[column.name]}. This usually means that these columns refer to same base "
                "feature. Either one must be discarded or a duplicated but renamed item must be "
                "inserted in features dict."
            )
        by_name[column.name] = column
    if not by_name:
        raise ValueError("feature_columns must not be empty.")
    return [by_name[name] for name in sorted(by_name)]


class _InScope(StateManager):
    """Makes the variables of columns in the variable scope that is open where they are asked for."""

    def __init__(self, is_trainable: bool, collections: list[str]) -> None:
        super().__init__(None, is_trainable)
        self._collections = collections

    def get_variable(self, feature_column: Any, name: str) -> Any:
        """The variable of an embedding."""
        return self.made(
            name,
            (feature_column.categorical_column.num_buckets, feature_column.dimension),
            feature_column.initializer,
            feature_column.trainable,
        )

    def made(self, name: str, shape: Any, initializer: Any, trainable: bool = True) -> Any:
        """A variable, in the collections asked for."""
        variable = get_variable(
            name=name,
            shape=shape,
            dtype=float32,
            initializer=initializer,
            trainable=trainable and self._trainable,
        )
        own = (GraphKeys.GLOBAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES)
        add_to_collections([x for x in self._collections if x not in own], variable)
        return variable


def _with_model_variables(collections: Any) -> list[str]:
    return list(dict.fromkeys([*(collections or ()), GraphKeys.MODEL_VARIABLES]))


def _refuse_shared(column: Any) -> None:
    if isinstance(column, SharedEmbeddingColumn):
        raise ValueError(
            "SharedEmbeddingColumns are not supported in `linear_model` or `input_layer`. Please use "
            "`tf.compat.v1.feature_column.shared_embedding_columns` instead."
        )


@public("compat.v1.feature_column.input_layer")
def input_layer(
    features: Mapping[str, Any],
    feature_columns: Any,
    weight_collections: Any = None,
    trainable: bool = True,
    cols_to_vars: dict[Any, Any] | None = None,
    cols_to_output_tensors: dict[Any, Any] | None = None,
) -> Any:
    """A model's first layer: what dense columns give, side by side, in the order of their names.

    Args:
        features: key -> tensor or sparse tensor.
        feature_columns: dense columns: of numbers, buckets, indicators, embeddings.
        weight_collections: further collections for the variables.
        trainable: whether the variables are trained.
        cols_to_vars: is filled with the variables of each column.
        cols_to_output_tensors: is filled with the part of each column.

    Returns:
        A float32 tensor `[batch, sum of the columns' sizes]`.

    Raises:
        ValueError: a column is not dense, a feature is missing, or batches are of several sizes.

    >>> price = tf.feature_column.numeric_column("price")
    >>> buckets = tf.feature_column.bucketized_column(price, [5.0])
    >>> tf.compat.v1.feature_column.input_layer({"price": [1.0, 9.0]}, [price, buckets]).numpy()
    array([[1., 1., 0.],
           [9., 0., 1.]], dtype=float32)
    """
    columns = ordered_columns(feature_columns)
    for column in columns:
        _refuse_shared(column)
        if not isinstance(column, DenseColumn):
            raise ValueError(
                "Items of feature_columns must be a _DenseColumn. You can wrap a categorical column "
                f"with an embedding_column or indicator_column. Given: {column}"
            )
    manager = _InScope(trainable, _with_model_variables(weight_collections))
    cache, parts = FeatureTransformationCache(features), []
    with variable_scope(None, default_name="input_layer", values=list(features.values())):
        for column in columns:
            with variable_scope(None, default_name=_scope_of(column)):
                dense = column.get_dense_tensor(cache, manager)
                size = column.variable_shape.num_elements()
                parts.append(reshape(dense, [shape_of(dense)[0], size]))
                if cols_to_vars is not None:
                    scope = get_variable_scope().name
                    cols_to_vars[column] = get_collection(GraphKeys.GLOBAL_VARIABLES, scope)
            if cols_to_output_tensors is not None:
                cols_to_output_tensors[column] = parts[-1]
        _require_one_batch(parts, columns)
        return concat(parts, 1)


def _scope_of(column: Any) -> str:
    if isinstance(column, _SharedEmbeddingColumn):
        return column.shared_embedding_collection_name
    return column.name


def _require_one_batch(parts: list[Any], columns: list[Any]) -> None:
    known = [(x.shape[0], y.name) for x, y in zip(parts, columns, strict=True)]
    known = [(size, name) for size, name in known if size is not None]
    for size, name in known:
        if size != known[0][0]:
            raise ValueError(
                "Batch size (first dimension) of each feature must be same. Batch size of columns "
                f"({known[0][1]}, {name}): ({known[0][0]}, {size})"
            )


@public("compat.v1.feature_column.linear_model")
def linear_model(
    features: Mapping[str, Any],
    feature_columns: Any,
    units: int = 1,
    sparse_combiner: str = "sum",
    weight_collections: Any = None,
    trainable: bool = True,
    cols_to_vars: dict[Any, Any] | None = None,
) -> Any:
    """A linear prediction: a weight for each number and category, and a bias.

    Args:
        features: key -> tensor or sparse tensor.
        feature_columns: dense columns and columns of categories.
        units: how many numbers are predicted.
        sparse_combiner: how the weights of an example's categories are combined: "sum", "mean" or "sqrtn".
        weight_collections: further collections for the variables.
        trainable: whether the variables are trained.
        cols_to_vars: is filled with the variables of each column, and with those of "bias".

    Returns:
        A float32 tensor `[batch, units]`.

    Raises:
        ValueError: a column of another kind, a feature that is missing.

    >>> price = tf.feature_column.numeric_column("price")
    >>> tf.compat.v1.feature_column.linear_model({"price": [1.0, 9.0]}, price).numpy()
    array([[0.],
           [0.]], dtype=float32)
    """
    columns = ordered_columns(feature_columns)
    for column in columns:
        _refuse_shared(column)
        if not isinstance(column, (DenseColumn, CategoricalColumn)):
            raise ValueError(
                "Items of feature_columns must be either a _DenseColumn or _CategoricalColumn. "
                f"Given: {column}"
            )
    manager = _InScope(trainable, _with_model_variables(weight_collections))
    cache, sums, variables = FeatureTransformationCache(features), [], {}
    with variable_scope(None, default_name="linear_model"):
        for column in columns:
            with variable_scope(None, default_name=_scope_of(column)):
                weights = manager.made("weights", (_size_of(column), units), Zeros())
                variables[column] = [weights]
                sums.append(_weighted(column, cache, manager, weights, sparse_combiner))
        _require_one_batch(sums, columns)
        total = add_n(sums, name="weighted_sum_no_bias")
        bias = manager.made("bias_weights", (units,), Zeros())
        if cols_to_vars is not None:
            cols_to_vars.update(variables, bias=[bias])
        return bias_add(total, bias, name="weighted_sum")


def _size_of(column: Any) -> Any:
    """How many weights a column has for each number that is predicted."""
    if isinstance(column, CategoricalColumn):
        return column.num_buckets
    return column.variable_shape.num_elements()


def _weighted(column: Any, cache: Any, manager: Any, weights: Any, combiner: str) -> Any:
    if not isinstance(column, CategoricalColumn):
        dense = column.get_dense_tensor(cache, manager)
        rows = reshape(dense, [shape_of(dense)[0], column.variable_shape.num_elements()])
        return raw.MatMul(rows, weights, name="weighted_sum")
    pair: Any = column.get_sparse_tensors(cache, manager)
    ids, own = pair
    ids = sparse_reshape(ids, concat([shape_of(ids)[:1], [-1]], 0))
    if own is not None:
        own = sparse_reshape(own, concat([shape_of(own)[:1], [-1]], 0))
    return safe_embedding_lookup_sparse(weights, ids, own, combiner=combiner, name="weighted_sum")
