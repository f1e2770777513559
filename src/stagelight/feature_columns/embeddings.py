"""Columns of dense rows that are learned, one for each category."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from stagelight.compat.v1.checkpoint_starts import init_from_checkpoint
from stagelight.compat.v1.older_initializers import TruncatedNormal
from stagelight.feature_columns.column import (
    DenseColumn,
    SequenceDenseColumn,
    TensorSequenceLengthPair,
    column_kind,
)
from stagelight.feature_columns.features import lengths_of_sequences
from stagelight.feature_columns.sequences import refuse_sequence, require_sequence
from stagelight.ops.nn.sparse_embeddings import (
    embedding_lookup_sparse,
    safe_embedding_lookup_sparse,
)
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.types.dtypes import float32
from stagelight.types.shapes import TensorShape

WEIGHTS = "embedding_weights"


class LookingUp(DenseColumn, SequenceDenseColumn):
    """A column of the combined rows of a table, for the categories of another column."""

    categorical_column: Any
    combiner: str
    max_norm: float | None
    use_safe_embedding_lookup: bool

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """That of the categories."""
        return self.categorical_column.parse_example_spec

    @property
    def parents(self) -> list[Any]:
        """The column of categories."""
        return [self.categorical_column]

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """What the column of categories computes."""
        return transformation_cache.get(self.categorical_column, state_manager)

    def _weights(self, state_manager: Any) -> Any:
        """The table."""
        raise NotImplementedError

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The combined rows of each example.

        Raises:
            ValueError: the categories are those of sequences.
        """
        refuse_sequence(self, "embedding_column")
        return self._looked_up(transformation_cache, state_manager)[0]

    def get_sequence_dense_tensor(
        self, transformation_cache: Any, state_manager: Any
    ) -> TensorSequenceLengthPair:
        """The combined rows of each step, and the numbers of steps.

        Raises:
            ValueError: the categories are not those of sequences.
        """
        require_sequence(self, "embedding_column")
        dense, ids = self._looked_up(transformation_cache, state_manager)
        return TensorSequenceLengthPair(dense, lengths_of_sequences(ids))

    def _looked_up(self, transformation_cache: Any, state_manager: Any) -> tuple[Any, Any]:
        ids, weights = self.categorical_column.get_sparse_tensors(
            transformation_cache, state_manager
        )
        axes = ids.shape.rank
        is_plain = not self.use_safe_embedding_lookup and axes is not None and axes <= 2
        lookup: Any = embedding_lookup_sparse if is_plain else safe_embedding_lookup_sparse
        table = self._weights(state_manager)
        name = f"{self.name}_weights"
        found = lookup(
            table, ids, weights, combiner=self.combiner, max_norm=self.max_norm, name=name
        )
        return found, ids


class _Embedding(NamedTuple):
    categorical_column: Any
    dimension: int
    combiner: str
    initializer: Any
    ckpt_to_load_from: str | None
    tensor_name_in_ckpt: str | None
    max_norm: float | None
    trainable: bool
    use_safe_embedding_lookup: bool = True


@column_kind
class EmbeddingColumn(LookingUp, _Embedding):
    """See `embedding_column`."""

    @property
    def name(self) -> str:
        """That of the categories, with an ending."""
        return f"{self.categorical_column.name}_embedding"

    @property
    def variable_shape(self) -> TensorShape:
        """The size of a row."""
        return TensorShape([self.dimension])

    def create_state(self, state_manager: Any) -> None:
        """Makes the table, with a row for each category."""
        state_manager.create_variable(
            self,
            name=WEIGHTS,
            shape=(self.categorical_column.num_buckets, self.dimension),
            dtype=float32,
            trainable=self.trainable,
            use_resource=True,
            initializer=self.initializer,
        )

    def _weights(self, state_manager: Any) -> Any:
        table = state_manager.get_variable(self, name=WEIGHTS)
        begin_with_checkpoint(table, self.ckpt_to_load_from, self.tensor_name_in_ckpt)
        return table


def begin_with_checkpoint(table: Variable, checkpoint: str | None, name: str | None) -> None:
    """Lets a table begin with the values that a checkpoint has under a name."""
    if checkpoint is not None:
        init_from_checkpoint(checkpoint, {name: table})


def checked_initializer(
    dimension: int,
    initializer: Callable[..., Any] | None,
    checkpoint: str | None,
    tensor_name: str | None,
    column_name: str = "",
) -> Callable[..., Any]:
    """What a table begins with, where what was asked for it fits together."""
    if dimension is None or dimension < 1:
        raise ValueError(f"Invalid dimension {dimension}.")
    if (checkpoint is None) != (tensor_name is None):
        raise ValueError(
            "Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them."
        )
    if initializer is not None and not callable(initializer):
        of_column = f" Embedding of column_name: {column_name}" if column_name else ""
        raise ValueError(f"initializer must be callable if specified.{of_column}")
    return initializer or TruncatedNormal(mean=0.0, stddev=1 / math.sqrt(dimension))


@public("feature_column.embedding_column")
def embedding_column(
    categorical_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Callable[..., Any] | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> EmbeddingColumn:
    """A column of rows that are learned: those of an example's categories, combined.

    Args:
        categorical_column: the column of categories.
        dimension: the size of a row.
        combiner: "mean", "sqrtn" or "sum", as for `tf.nn.embedding_lookup_sparse`.
        initializer: what the table begins with; if None a truncated normal of deviation
            `1 / sqrt(dimension)`.
        ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint, and the name of the values in it that the
            table begins with.
        max_norm: rows of a larger l2 norm are scaled down to it.
        trainable: whether the table is trained.
        use_safe_embedding_lookup: whether examples without categories get zeros.

    Raises:
        ValueError: `dimension` is not positive, only one of checkpoint and name is given, or
            `initializer` is no function.

    >>> day = tf.feature_column.categorical_column_with_identity("day", 7)
    >>> tf.feature_column.embedding_column(day, 3).variable_shape
    TensorShape([3])
    """
    initializer = checked_initializer(
        dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt, categorical_column.name
    )
    return EmbeddingColumn(
        categorical_column,
        dimension,
        combiner,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        max_norm,
        trainable,
        use_safe_embedding_lookup,
    )
