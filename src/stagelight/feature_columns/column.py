"""What a column is: the kinds that a program may extend, and how one is written down as a dictionary.

A column has no state. Variables and tables that it needs are kept by a `StateManager`, and what is
computed of the features by a `FeatureTransformationCache`; both are handed to its methods.
"""

from __future__ import annotations

import abc
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from stagelight.compat.v1 import older_initializers
from stagelight.public import public
from stagelight.state.auto_trackable import switched_off
from stagelight.state.trackable import Trackable
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape

# Fields that are a column, or columns and keys of features.
_COLUMNS = ("source_column", "categorical_column", "keys")
_FUNCTIONS = ("normalizer_fn", "initializer")


class IdWeightPair(NamedTuple):
    """What a categorical column gives: sparse numbers, and their weights, None where all are 1."""

    id_tensor: Any
    weight_tensor: Any


class TensorSequenceLengthPair(NamedTuple):
    """What a column of sequences gives: `[batch, time, ...]`, and the lengths, `[batch]`."""

    dense_tensor: Any
    sequence_length: Any


@public("__internal__.feature_column.FeatureColumn")
class FeatureColumn(abc.ABC):
    """The base of columns.

    >>> tf.feature_column.numeric_column("price").name
    'price'
    """

    @property
    @abc.abstractmethod
    def name(self) -> str:
        """The column's name, by which columns are put in order."""

    @property
    @abc.abstractmethod
    def parse_example_spec(self) -> dict[str, Any]:
        """Which features of examples it needs, as `tf.io.parse_example` wants to be told."""

    @property
    @abc.abstractmethod
    def parents(self) -> list[Any]:
        """The columns, and keys of features, that it is computed from."""

    @abc.abstractmethod
    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """Computes what is kept of the column, of features that the cache gives."""

    def create_state(self, state_manager: Any) -> None:  # noqa: B027 - most have none
        """Makes the variables that the column needs: none, if the column does not say otherwise."""

    def __lt__(self, other: Any) -> bool:
        return str(self) < str(other)

    def __gt__(self, other: Any) -> bool:
        return str(self) > str(other)

    def get_config(self) -> dict[str, Any]:
        """The column as plain Python values."""
        return {name: _written(name, getattr(self, name)) for name in _fields_of(type(self))}

    @classmethod
    def from_config(
        cls,
        config: Mapping[str, Any],
        custom_objects: Mapping[str, Any] | None = None,
        columns_by_name: dict[str, Any] | None = None,
    ) -> Any:
        """The column of what `get_config` gave.

        Raises:
            ValueError: keys are missing, or of other columns.
        """
        if set(config) != set(_fields_of(cls)):
            raise ValueError(f"Invalid config: {config}, expected keys: {_fields_of(cls)}")
        read = {
            name: _read(name, value, custom_objects, columns_by_name)
            for name, value in config.items()
        }
        return cls(**read)


class KeyedColumn(FeatureColumn):
    """A column of one feature, by whose key it is called."""

    key: str

    @property
    def name(self) -> str:
        """The feature's key."""
        return self.key

    @property
    def parents(self) -> list[Any]:
        """The feature's key."""
        return [self.key]


@public("__internal__.feature_column.DenseColumn")
class DenseColumn(FeatureColumn):
    """A column that gives a dense tensor.

    >>> tf.feature_column.numeric_column("price", 2).variable_shape
    TensorShape([2])
    """

    @property
    @abc.abstractmethod
    def variable_shape(self) -> TensorShape:
        """The shape of what it gives for one example."""

    @abc.abstractmethod
    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The column's values, of shape `[batch] + variable_shape`."""


class CategoricalColumn(FeatureColumn):
    """A column that gives numbers of categories, as a sparse tensor."""

    IdWeightPair = IdWeightPair  # The class, for programs.

    @property
    @abc.abstractmethod
    def num_buckets(self) -> Any:
        """How many categories there are."""

    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The numbers of each example's categories, and their weights."""
        return IdWeightPair(transformation_cache.get(self, state_manager), None)


@public("__internal__.feature_column.SequenceDenseColumn")
class SequenceDenseColumn(FeatureColumn):
    """A column that gives sequences of dense values.

    >>> tf.feature_column.sequence_numeric_column("heat").parse_example_spec
    {'heat': VarLenFeature(dtype=tf.float32)}
    """

    TensorSequenceLengthPair = TensorSequenceLengthPair

    @abc.abstractmethod
    def get_sequence_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The values `[batch, time] + variable_shape`, and the lengths of the sequences."""


@public("__internal__.feature_column.StateManager")
class StateManager:
    """Keeps the variables and tables of the columns of a layer.

    Args:
        layer: makes the variables by its method `add_weight`, and has them and the tables as children.
        trainable: whether its variables are trained.

    >>> manager = tf.__internal__.feature_column.StateManager(None, trainable=True)
    >>> manager.has_resource(None, "table")
    False
    """

    def __init__(self, layer: Any, trainable: bool) -> None:
        self._layer = layer
        self._trainable = trainable
        # Column -> name ->. Keras 2's manager, which derives from this one, knows them by these names.
        self._cols_to_vars_map: dict[Any, dict[str, Any]] = defaultdict(dict)
        self._cols_to_resources_map: dict[Any, dict[str, Any]] = defaultdict(dict)
        if layer is not None and not hasattr(layer, "_resources"):
            layer._resources = {}

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: Sequence[int],
        dtype: Any = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: Callable[..., Any] | None = None,
    ) -> Any:
        """Makes a variable of a column, which the layer has as a child under the names of both.

        Raises:
            ValueError: the column has a variable of this name.
        """
        if name in self._cols_to_vars_map[feature_column]:
            raise ValueError("Variable already exists.")
        layer = self._layer
        # Names of variables are not unique, so the layer does not track it by its own.
        with switched_off(layer, "_manual_tracking"):
            variable = layer.add_weight(
                name=name,
                shape=shape,
                dtype=dtype,
                initializer=initializer,
                trainable=self._trainable and trainable,
                use_resource=use_resource,
            )
        layer._track_trackable(variable, f"{feature_column.name}/{name}")
        self._cols_to_vars_map[feature_column][name] = variable
        return variable

    def add_variable(self, feature_column: Any, var: Any) -> None:
        """Takes a variable of a column in: for managers of one's own."""
        raise NotImplementedError("StateManager.add_variable")

    def get_variable(self, feature_column: Any, name: str) -> Any:
        """The variable of a column.

        Raises:
            ValueError: there is none of this name.
        """
        if name not in self._cols_to_vars_map[feature_column]:
            raise ValueError("Variable does not exist.")
        return self._cols_to_vars_map[feature_column][name]

    def add_resource(self, feature_column: Any, name: str, resource: Any) -> None:
        """Takes a table or its like in, which the layer has as a child."""
        self._cols_to_resources_map[feature_column][name] = resource
        if self._layer is not None and isinstance(resource, Trackable):
            of_column = self._layer._resources
            if feature_column.name not in of_column:
                of_column[feature_column.name] = {}
            of_column[feature_column.name].setdefault(name, resource)

    def has_resource(self, feature_column: Any, name: str) -> bool:
        """Whether the column has such a resource."""
        return name in self._cols_to_resources_map[feature_column]

    def get_resource(self, feature_column: Any, name: str) -> Any:
        """The resource of a column.

        Raises:
            ValueError: there is none of this name.
        """
        if not self.has_resource(feature_column, name):
            raise ValueError("Resource does not exist.")
        return self._cols_to_resources_map[feature_column][name]


def kept_table(
    column: FeatureColumn, name: str, state_manager: Any, make: Callable[[], Any]
) -> Any:
    """The table of a column: made once where a manager keeps it."""
    if state_manager is None:
        return make()
    if not state_manager.has_resource(column, name):
        table = make()
        state_manager.add_resource(column, name, table)
        return table
    return state_manager.get_resource(column, name)


# ---------------------------------------------------------------------------- columns as dictionaries

_kinds: dict[str, type] = {}


def column_kind(kind: type) -> type:
    """Lets a class of columns be read by its name."""
    _kinds[kind.__name__] = kind
    return kind


@public("__internal__.feature_column.serialize_feature_column")
def serialize_feature_column(fc: Any) -> Any:
    """A column as plain Python values: its class and what it was made with; the key of a feature is itself.

    Raises:
        ValueError: it is neither.

    >>> tf.__internal__.feature_column.serialize_feature_column("price")
    'price'
    """
    if isinstance(fc, str):
        return fc
    if isinstance(fc, FeatureColumn):
        return {"class_name": type(fc).__name__, "config": fc.get_config()}
    raise ValueError(f"Instance: {fc} is not a FeatureColumn")


@public("__internal__.feature_column.deserialize_feature_column")
def deserialize_feature_column(
    config: Any,
    custom_objects: Mapping[str, Any] | None = None,
    columns_by_name: dict[str, Any] | None = None,
) -> Any:
    """The column that `serialize_feature_column` wrote down.

    Args:
        config: what it gave.
        custom_objects: name -> class of column, or function, that this package does not have.
        columns_by_name: name -> column that exists already; is added to.

    Raises:
        ValueError: a class or function that is not known.

    >>> price = tf.feature_column.numeric_column("price")
    >>> written = tf.__internal__.feature_column.serialize_feature_column(price)
    >>> tf.__internal__.feature_column.deserialize_feature_column(written) == price
    True
    """
    if isinstance(config, str):
        return config
    name = config["class_name"]
    kind = {**_kinds, **(custom_objects or {})}.get(name)
    if kind is None:
        raise ValueError(f"Unknown feature_column_v2: {name}")
    column = kind.from_config(config["config"], custom_objects, columns_by_name)
    if columns_by_name is None:
        return column
    return columns_by_name.setdefault(_name_with_class(column), column)


def _fields_of(kind: Any) -> tuple[str, ...]:
    """What columns of a kind are made with: they are named tuples."""
    return kind._fields


def _name_with_class(column: FeatureColumn) -> str:
    return f"{type(column).__name__}:{column.name}"


def _written(name: str, value: Any) -> Any:
    if name in _COLUMNS:
        if isinstance(value, tuple) and not isinstance(value, FeatureColumn):
            return tuple(map(serialize_feature_column, value))
        return serialize_feature_column(value)
    if isinstance(value, DType):
        return value.name
    if name in _FUNCTIONS and value is not None:
        return _written_function(value)
    return value


def _written_function(value: Any) -> Any:
    if hasattr(value, "get_config"):
        return {"class_name": type(value).__name__, "config": value.get_config()}
    if hasattr(value, "__name__"):
        return value.__name__
    raise ValueError(f"{value} can not be written down: it has neither a name nor a config.")


def _read(
    name: str,
    value: Any,
    custom_objects: Mapping[str, Any] | None,
    columns_by_name: dict[str, Any] | None,
) -> Any:
    if name in _COLUMNS:
        if isinstance(value, (tuple, list)):
            return tuple(
                deserialize_feature_column(x, custom_objects, columns_by_name) for x in value
            )
        return deserialize_feature_column(value, custom_objects, columns_by_name)
    if name == "dtype":
        return as_dtype(value)
    if name in _FUNCTIONS and value is not None:
        return _read_function(value, custom_objects or {})
    return tuple(value) if isinstance(value, list) else value


def _read_function(value: Any, custom_objects: Mapping[str, Any]) -> Any:
    name = value["class_name"] if isinstance(value, Mapping) else value
    found = custom_objects.get(name) or getattr(older_initializers, name, None)
    if found is None:
        raise ValueError(f"Unknown function or class: {name}. Name it in `custom_objects`.")
    if not isinstance(value, Mapping):
        return found
    config = value["config"]
    return found.from_config(config) if hasattr(found, "from_config") else found(**config)
