"""Columns of rows that are learned, whose tables are one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.graph_collections import add_to_collection, get_collection
from stagelight.compat.v1.variable_scopes import get_variable
from stagelight.core.dispatch import CONTEXT
from stagelight.feature_columns.categorical import WeightedCategoricalColumn
from stagelight.feature_columns.column import CategoricalColumn
from stagelight.feature_columns.embeddings import (
    WEIGHTS,
    LookingUp,
    begin_with_checkpoint,
    checked_initializer,
)
from stagelight.feature_columns.sequences import SequenceCategoricalColumn
from stagelight.public import public
from stagelight.state.auto_trackable import AutoTrackable
from stagelight.types.dtypes import float32
from stagelight.types.shapes import TensorShape


class SharedEmbeddingColumnCreator(AutoTrackable):
    """Makes the columns of one table, and the table, once a graph."""

    def __init__(
        self,
        dimension: int,
        initializer: Callable[..., Any],
        ckpt_to_load_from: str | None,
        tensor_name_in_ckpt: str | None,
        num_buckets: int,
        trainable: bool,
        name: str,
        use_safe_embedding_lookup: bool = True,
    ) -> None:
        self._dimension = dimension
        self._initializer = initializer
        self._start = (ckpt_to_load_from, tensor_name_in_ckpt)
        self._num_buckets = num_buckets
        self._trainable = trainable
        self._name = name
        self._use_safe_embedding_lookup = use_safe_embedding_lookup

    def __call__(
        self, categorical_column: Any, combiner: str, max_norm: float | None
    ) -> SharedEmbeddingColumn:
        return SharedEmbeddingColumn(
            categorical_column, self, combiner, max_norm, self._use_safe_embedding_lookup
        )

    @property
    def embedding_weights(self) -> Any:
        """The table, in the default graph."""
        tables = get_default_graph().attached.setdefault("shared embeddings", {})
        if self not in tables:
            tables[self] = get_variable(
                name=self._name,
                shape=(self._num_buckets, self._dimension),
                dtype=float32,
                initializer=self._initializer,
                trainable=self._trainable,
            )
            begin_with_checkpoint(tables[self], *self._start)
        return tables[self]

    @property
    def dimension(self) -> int:
        """The size of a row."""
        return self._dimension


class _LookingUpShared(LookingUp):
    """A column that looks up in a table which others look up in too."""

    @property
    def name(self) -> str:
        """That of the categories, with an ending."""
        return f"{self.categorical_column.name}_shared_embedding"


class _Shared(NamedTuple):
    categorical_column: Any
    shared_embedding_column_creator: SharedEmbeddingColumnCreator
    combiner: str
    max_norm: float | None
    use_safe_embedding_lookup: bool = True


class SharedEmbeddingColumn(_LookingUpShared, _Shared):
    """See `shared_embeddings`."""

    @property
    def variable_shape(self) -> TensorShape:
        """The size of a row."""
        return TensorShape([self.shared_embedding_column_creator.dimension])

    def _weights(self, state_manager: Any) -> Any:
        return self.shared_embedding_column_creator.embedding_weights


class _OlderShared(NamedTuple):
    categorical_column: Any
    dimension: int
    combiner: str
    initializer: Any
    shared_embedding_collection_name: str
    ckpt_to_load_from: str | None
    tensor_name_in_ckpt: str | None
    max_norm: float | None
    trainable: bool
    use_safe_embedding_lookup: bool = True


class _SharedEmbeddingColumn(_LookingUpShared, _OlderShared):
    """See `shared_embedding_columns`: the table is found in a collection of the graph."""

    @property
    def variable_shape(self) -> TensorShape:
        """The size of a row."""
        return TensorShape([self.dimension])

    def _weights(self, state_manager: Any) -> Any:
        found = get_collection(self.shared_embedding_collection_name)
        shape = (self.categorical_column.num_buckets, self.dimension)
        if len(found) > 1 or (found and found[0].shape != shape):
            raise ValueError(
                f"Collection {self.shared_embedding_collection_name} should hold the table of this "
                f"column alone, of shape {shape}. It holds {found}. Choose another "
                "`shared_embedding_collection_name`."
            )
        if found:
            return found[0]
        table = state_manager.made(WEIGHTS, shape, self.initializer, self.trainable)
        add_to_collection(self.shared_embedding_collection_name, table)
        begin_with_checkpoint(table, self.ckpt_to_load_from, self.tensor_name_in_ckpt)
        return table


def _shared_name(columns: Sequence[Any], name: str | None) -> str:
    """The name of the table of several columns, whose categories must be of one kind and number."""
    ordered = sorted(columns, key=lambda column: column.name)
    for column in ordered:
        if not isinstance(column, CategoricalColumn):
            raise ValueError(
                "All categorical_columns must be subclasses of CategoricalColumn. "
                f"Given: {column}, of type: {type(column)}"
            )
    first = _plain(ordered[0])
    for column in map(_plain, ordered[1:]):
        if type(column) is not type(first):
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same type, or "
                "be weighted_categorical_column or sequence column of the same type. Given column: "
                f"{first} of type: {type(first)} does not match given column: {column} of type: "
                f"{type(column)}"
            )
        if column.num_buckets != first.num_buckets:
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same number of "
                f"buckets. Given column: {first} with buckets: {first.num_buckets} does not match "
                f"column: {column} with buckets: {column.num_buckets}"
            )
    return name or "_".join(column.name for column in ordered) + "_shared_embedding"


def _plain(column: Any) -> Any:
    while isinstance(column, (WeightedCategoricalColumn, SequenceCategoricalColumn)):
        column = column.categorical_column
    return column


def _require_graph() -> None:
    if CONTEXT.stage is None:
        raise RuntimeError(
            "shared_embedding_columns are not supported when eager execution is enabled. Make them "
            "within `with tf.Graph().as_default():`, or look rows up in one tf.Variable with "
            "`tf.nn.embedding_lookup_sparse`. (AG409)"
        )


@public("feature_column.shared_embeddings")
def shared_embeddings(
    categorical_columns: Sequence[Any],
    dimension: int,
    combiner: str = "mean",
    initializer: Callable[..., Any] | None = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> list[SharedEmbeddingColumn]:
    """Columns as of `tf.feature_column.embedding_column`, one for each column of categories, with one table.

    Args:
        categorical_columns: columns of categories, of one kind and with as many buckets.
        shared_embedding_collection_name: the table's name; made of the columns' names if None.
        dimension, combiner, initializer, ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable,
            use_safe_embedding_lookup: as for `tf.feature_column.embedding_column`.

    Raises:
        RuntimeError: eagerly.
        ValueError: the columns are of several kinds, or an argument does not fit.

    >>> with tf.Graph().as_default():
    ...     seen = tf.feature_column.categorical_column_with_identity("seen", 10)
    ...     bought = tf.feature_column.categorical_column_with_identity("bought", 10)
    ...     [column.name for column in tf.feature_column.shared_embeddings([seen, bought], 3)]
    ['seen_shared_embedding', 'bought_shared_embedding']
    """
    _require_graph()
    initializer = checked_initializer(
        dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt
    )
    name = _shared_name(categorical_columns, shared_embedding_collection_name)
    creator = SharedEmbeddingColumnCreator(
        dimension,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        categorical_columns[0].num_buckets,
        trainable,
        name,
        use_safe_embedding_lookup,
    )
    return [creator(column, combiner, max_norm) for column in categorical_columns]


@public("compat.v1.feature_column.shared_embedding_columns")
def shared_embedding_columns(
    categorical_columns: Sequence[Any],
    dimension: int,
    combiner: str = "mean",
    initializer: Callable[..., Any] | None = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> list[Any]:
    """As `tf.feature_column.shared_embeddings`, for `input_layer`: the table is kept in a collection.

    >>> v1 = tf.compat.v1
    >>> with tf.Graph().as_default():
    ...     seen = tf.feature_column.categorical_column_with_identity("seen", 10)
    ...     bought = tf.feature_column.categorical_column_with_identity("bought", 10)
    ...     columns = v1.feature_column.shared_embedding_columns([seen, bought], 3)
    ...     x = v1.feature_column.input_layer({"seen": [[1]], "bought": [[2]]}, columns)
    ...     x.shape, [v.name for v in v1.global_variables()]
    (TensorShape([1, 6]), ['input_layer/bought_seen_shared_embedding/embedding_weights:0'])
    """
    _require_graph()
    initializer = checked_initializer(
        dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt
    )
    name = _shared_name(categorical_columns, shared_embedding_collection_name)
    return [
        _SharedEmbeddingColumn(
            column,
            dimension,
            combiner,
            initializer,
            name,
            ckpt_to_load_from,
            tensor_name_in_ckpt,
            max_norm,
            trainable,
            use_safe_embedding_lookup,
        )
        for column in categorical_columns
    ]
