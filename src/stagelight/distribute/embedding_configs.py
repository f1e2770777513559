"""`tf.tpu.experimental.embedding`: how embedding tables are configured, and looked up without a TPU.

A `TableConfig` describes a table, a `FeatureConfig` what is looked up in it; `embedding_optimizers` has the
settings of their updates. `TPUEmbeddingForServing` and `serving_embedding_lookup` look features up on the
CPU.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.distribute.embedding_optimizers import EmbeddingOptimizer
from stagelight.graph.scopes import name_scope
from stagelight.ops.nn.sparse_embeddings import embedding_lookup_sparse
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import find, public
from stagelight.state.auto_trackable import AutoTrackable
from stagelight.state.initializers import Initializer
from stagelight.state.variable import Variable
from stagelight.types.dtypes import DType, float32
from stagelight.types.shapes import TensorShape

_PREFIX = "tpu.experimental.embedding."


@public(f"{_PREFIX}QuantizationConfig")
class QuantizationConfig:
    """How the values of a table are quantized when they leave a TPU.

    Args:
        num_buckets: how many values there are.
        lower, upper: the least and the greatest value.

    >>> tf.tpu.experimental.embedding.QuantizationConfig(8, -1.0, 1.0).num_buckets
    8
    """

    def __init__(self, num_buckets: int, lower: float, upper: float) -> None:
        if num_buckets < 2:
            raise ValueError(f"num_buckets is {num_buckets}, must be at least 2.")
        self.num_buckets, self.lower, self.upper = num_buckets, lower, upper

    def __repr__(self) -> str:
        return f"QuantizationConfig(num_buckets={self.num_buckets}, lower={self.lower}, upper={self.upper})"


@public(f"{_PREFIX}TableConfig")
class TableConfig:
    """An embedding table.

    Args:
        vocabulary_size: its rows, at least one.
        dim: its columns, at least one.
        initializer: a function `(shape, dtype)` of the first values; None draws from a truncated normal
            distribution of the deviation `1 / sqrt(dim)`.
        optimizer: the settings of its updates, None for those of all tables.
        combiner: how several rows are combined: "mean", "sum" or "sqrtn".
        name: its name.
        quantization_config: a `QuantizationConfig`, or None.
        layout: where its parts are on TPUs.
        dtype: the dtype of its values.

    Raises:
        ValueError: a size is no positive integer, or another argument is of the wrong kind.

    >>> tf.tpu.experimental.embedding.TableConfig(vocabulary_size=3, dim=2).combiner
    'mean'
    """

    def __init__(
        self,
        vocabulary_size: int,
        dim: int,
        initializer: Callable[[Any], Any] | None = None,
        optimizer: EmbeddingOptimizer | None = None,
        combiner: str = "mean",
        name: str | None = None,
        quantization_config: QuantizationConfig | None = None,
        layout: Any = None,
        dtype: DType = float32,
    ) -> None:
        for argument, size in (("vocabulary_size", vocabulary_size), ("dim", dim)):
            if not isinstance(size, int) or size < 1:
                raise ValueError(
                    f"Argument `{argument}` must be an int and must be >= 1. Received: {size}"
                )
        if initializer is not None and not callable(initializer):
            raise ValueError(
                f"Argument `initializer` must be a callable (or None). Received: {initializer}"
            )
        if combiner not in ("mean", "sum", "sqrtn"):
            raise ValueError(
                f'Argument `combiner` must be one of ("mean", "sum", "sqrtn"). Received: {combiner}'
            )
        if optimizer is not None and not isinstance(optimizer, EmbeddingOptimizer):
            raise ValueError(
                "Argument `optimizer` must be an optimizer of tf.tpu.experimental.embedding, or None. "
                f"Received: {optimizer}"
            )
        if initializer is None:
            initializer = _TruncatedNormal(1 / math.sqrt(dim))
        self.vocabulary_size, self.dim = vocabulary_size, dim
        self.initializer, self.optimizer, self.combiner = initializer, optimizer, combiner
        self.name, self.quantization_config = name, quantization_config
        self.layout, self.dtype = layout, dtype

    def __repr__(self) -> str:
        return (
            f"TableConfig(vocabulary_size={self.vocabulary_size!r}, dim={self.dim!r}, "
            f"initializer={self.initializer!r}, optimizer={self.optimizer!r}, "
            f"combiner={self.combiner!r}, name={self.name!r}, "
            f"quantization_config={self.quantization_config!r})"
        )


class _TruncatedNormal(Initializer):
    """Draws from a normal distribution of mean 0, cut at two deviations."""

    def __init__(self, stddev: float) -> None:
        self._stddev = stddev

    def __call__(self, shape: Any, dtype: Any = float32, **kwargs: Any) -> Any:
        return find("random.truncated_normal")(shape, 0.0, self._stddev, dtype)


@public(f"{_PREFIX}FeatureConfig")
class FeatureConfig:
    """A feature that is looked up in a table.

    Args:
        table: the `TableConfig`.
        max_sequence_length: the length of the sequences that rows become; 0 combines the rows instead.
        validate_weights_and_indices: whether ids and weights are checked when they are looked up.
        output_shape: the shape of what is looked up, without the last axis; None if the input says it.
        name: its name.

    Raises:
        ValueError: `table` is no `TableConfig`.

    >>> table = tf.tpu.experimental.embedding.TableConfig(vocabulary_size=3, dim=2)
    >>> tf.tpu.experimental.embedding.FeatureConfig(table).max_sequence_length
    0
    """

    def __init__(
        self,
        table: TableConfig,
        max_sequence_length: int = 0,
        validate_weights_and_indices: bool = True,
        output_shape: Sequence[int] | TensorShape | None = None,
        name: str | None = None,
    ) -> None:
        if not isinstance(table, TableConfig):
            raise ValueError(
                f"Argument `table` has invalid type {type(table)}. Expected "
                "`tf.tpu.experimental.embedding.TableConfig`."
            )
        self.table = table
        self.max_sequence_length = max_sequence_length
        self.validate_weights_and_indices = validate_weights_and_indices
        self.output_shape = TensorShape(output_shape)
        self.name = name

    def __repr__(self) -> str:
        return (
            f"FeatureConfig(table={self.table!r}, max_sequence_length={self.max_sequence_length!r}, "
            f"validate_weights_and_indices={self.validate_weights_and_indices!r}, "
            f"output_shape={self.output_shape!r}, name={self.name!r})"
        )


@public(f"{_PREFIX}SparseCoreEmbeddingConfig")
class SparseCoreEmbeddingConfig:
    """The settings of embeddings on the sparse cores of a TPU.

    Args:
        disable_table_stacking: whether tables of one width are kept apart.
        max_ids_per_chip_per_sample: the most ids that a chip has of one sample.
        max_ids_per_table, max_unique_ids_per_table: table -> the most ids, and the most different ids,
            of a chip.
        allow_id_dropping: whether ids above these numbers are dropped.
        initialize_tables_on_host: whether tables get their first values on the host.
        enable_fast_table_initialization: whether they are all drawn at once.

    >>> tf.tpu.experimental.embedding.SparseCoreEmbeddingConfig().max_ids_per_chip_per_sample
    64
    """

    def __init__(
        self,
        disable_table_stacking: bool = False,
        max_ids_per_chip_per_sample: int = 64,
        max_ids_per_table: dict[str, int] | None = None,
        max_unique_ids_per_table: dict[str, int] | None = None,
        allow_id_dropping: bool = False,
        initialize_tables_on_host: bool = True,
        enable_fast_table_initialization: bool = False,
    ) -> None:
        self.disable_table_stacking = disable_table_stacking
        self.max_ids_per_chip_per_sample = max_ids_per_chip_per_sample
        self.max_ids_per_table = max_ids_per_table
        self.max_unique_ids_per_table = max_unique_ids_per_table
        self.allow_id_dropping = allow_id_dropping
        self.initialize_tables_on_host = initialize_tables_on_host
        self.enable_fast_table_initialization = enable_fast_table_initialization


@public(f"{_PREFIX}TPUEmbeddingForServing")
class TPUEmbeddingForServing(AutoTrackable):
    """The tables of features, as variables, looked up on the CPU.

    Args:
        feature_config: a `FeatureConfig`, or a structure of them.
        optimizer: the optimizer of tables without one of their own; kept, nothing is trained here.

    >>> table = tf.tpu.experimental.embedding.TableConfig(vocabulary_size=3, dim=2, name="t")
    >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table)
    >>> embedding = tf.tpu.experimental.embedding.TPUEmbeddingForServing(feature, None)
    >>> embedding.embedding_lookup(tf.constant([0, 2])).shape
    TensorShape([2, 2])
    """

    def __init__(
        self,
        feature_config: Any,
        optimizer: EmbeddingOptimizer | None,
        experimental_sparsecore_restore_info: dict[str, Any] | None = None,
    ) -> None:
        self._feature_config = feature_config
        self._optimizer = optimizer
        tables = {feature.table: None for feature in nest.flatten(feature_config)}
        self._table_configs = tuple(tables)
        for number, table in enumerate(self._table_configs):
            table.name = table.name or f"table_{number}"
            table.optimizer = table.optimizer or optimizer
        names = [table.name for table in self._table_configs]
        if len(set(names)) < len(names):
            raise ValueError(f"Tables must have different names. Received: {names}")
        self._variables: dict[str, dict[str, Variable]] = {}

    def build(self) -> None:
        """Makes the variables of the tables, if they are not there yet."""
        for table in self._table_configs:
            if table.name not in self._variables:
                value = table.initializer((table.vocabulary_size, table.dim), dtype=table.dtype)
                self._variables[table.name] = {"parameters": Variable(value, name=table.name)}

    @property
    def variables(self) -> Mapping[str, Mapping[str, Variable]]:
        """Name of a table -> "parameters" -> its variable."""
        return self._variables

    @property
    def embedding_tables(self) -> dict[TableConfig, Variable]:
        """Table -> its variable."""
        self.build()
        return {table: self._variables[table.name]["parameters"] for table in self._table_configs}

    def __call__(self, features: Any, weights: Any = None) -> Any:
        """Looks features up, as `embedding_lookup`."""
        return self.embedding_lookup(features, weights)

    def embedding_lookup(self, features: Any, weights: Any = None) -> Any:
        """Looks features up: see `tf.tpu.experimental.embedding.serving_embedding_lookup`."""
        return serving_embedding_lookup(
            features, weights, self.embedding_tables, self._feature_config
        )


@public(f"{_PREFIX}serving_embedding_lookup")
def serving_embedding_lookup(
    inputs: Any, weights: Any, tables: Mapping[TableConfig, Variable], feature_config: Any
) -> Any:
    """Looks features up in tables, on the CPU.

    Args:
        inputs: dense, sparse or ragged tensors of ids, in the structure of `feature_config`.
        weights: None, or a structure alike of weights, None for features without.
        tables: `TableConfig` -> variable of shape `[vocabulary_size, dim]`.
        feature_config: the structure of `FeatureConfig`.

    Returns:
        A structure alike: rows of dense ids as they are; the rows of sparse and ragged ids combined, or as
        sequences of `max_sequence_length` rows, padded with zeros.

    Raises:
        ValueError: dense ids have weights.

    >>> table = tf.tpu.experimental.embedding.TableConfig(vocabulary_size=2, dim=1, combiner="sum")
    >>> values = {table: tf.Variable([[1.0], [2.0]])}
    >>> ids = tf.sparse.from_dense([[1, 1], [1, 0]])
    >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table)
    >>> tf.tpu.experimental.embedding.serving_embedding_lookup(ids, None, values, feature).numpy()
    array([[4.],
           [2.]], dtype=float32)
    """
    nest.assert_same_structure(inputs, feature_config)
    features = nest.flatten(feature_config)
    ids = nest.flatten(inputs)
    given = [None] * len(ids) if weights is None else nest.flatten(weights)
    looked_up = [
        _look_up(feature, x, weight, tables[feature.table])
        for feature, x, weight in zip(features, ids, given, strict=True)
    ]
    return nest.pack_sequence_as(feature_config, looked_up)


def _look_up(feature: FeatureConfig, ids: Any, weights: Any, table: Variable) -> Any:
    with name_scope(f"{feature.name or 'feature'}_lookup"):
        if isinstance(ids, RaggedTensor):
            ids = ids.to_sparse()  # type: ignore[attr-defined]
            weights = None if weights is None else weights.to_sparse()
        if not isinstance(ids, SparseTensor):
            if weights is not None:
                raise ValueError(
                    "Weight specified for dense input, which is not allowed. "
                    f"Feature: {feature.name}."
                )
            return find("nn.embedding_lookup")(table, convert_to_tensor(ids))
        if feature.max_sequence_length:
            return _sequences(feature, ids, table)
        return embedding_lookup_sparse(table, ids, weights, combiner=feature.table.combiner)


def _sequences(feature: FeatureConfig, ids: SparseTensor, table: Variable) -> Any:
    """The rows of each line of ids, `[batch, max_sequence_length, dim]`; what is longer is cut."""
    length = feature.max_sequence_length
    batch = raw.StridedSlice(ids.dense_shape, [0], [1], [1], shrink_axis_mask=1)
    kept = find("sparse.slice")(ids, [0, 0], find("stack")([batch, length]))
    rows = find("nn.embedding_lookup")(table, kept.values)
    return find("scatter_nd")(kept.indices, rows, find("stack")([batch, length, feature.table.dim]))
