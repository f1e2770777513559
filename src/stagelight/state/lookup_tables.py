"""`tf.lookup`: tables from keys to values."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import invalid
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.scopes import init_scope
from stagelight.ops.ragged.ragged_tensor import RaggedTensor
from stagelight.ops.sparse.sparse_tensor import SparseTensor
from stagelight.public import public
from stagelight.state.resource import TrackableResource, unique_resource_name
from stagelight.state.trackable import Trackable
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape


class TableInitializer(Trackable):
    """What fills a table with keys and values."""

    _key_dtype: DType
    _value_dtype: DType

    @property
    def key_dtype(self) -> DType:
        """The dtype of the keys."""
        return self._key_dtype

    @property
    def value_dtype(self) -> DType:
        """The dtype of the values."""
        return self._value_dtype

    def initialize(self, table: Any) -> Any:
        """Fills the table.

        Raises:
            TypeError: the table has other dtypes.
        """
        table._check_dtypes(self.key_dtype, self.value_dtype)
        return self._fill(table.resource_handle)

    def _fill(self, handle: Tensor) -> Any:
        raise NotImplementedError


@public("lookup.KeyValueTensorInitializer")
class KeyValueTensorInitializer(TableInitializer):
    """Fills a table with keys and values.

    Args:
        keys, values: vectors of one length.
        key_dtype, value_dtype: their dtypes; None keeps their own.
        name: kept for TensorFlow's signature.

    >>> filling = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
    >>> tf.lookup.StaticHashTable(filling, -1).lookup(tf.constant(["b", "x"])).numpy()
    array([ 2, -1], dtype=int32)
    """

    def __init__(
        self,
        keys: Any,
        values: Any,
        key_dtype: Any = None,
        value_dtype: Any = None,
        name: str | None = None,
    ) -> None:
        with init_scope():
            self._keys = convert_to_tensor(keys, key_dtype, name="keys")
            self._values = convert_to_tensor(values, value_dtype, name="values")
        if not self._keys.shape.is_compatible_with(self._values.shape):
            raise invalid(f"Expected shape {self._keys.shape} for values, got {self._values.shape}")
        self._key_dtype = self._keys.dtype
        self._value_dtype = self._values.dtype

    def _fill(self, handle: Tensor) -> Any:
        return raw.InitializeTableV2(handle, self._keys, self._values)


# Where a graph of TensorFlow 1 has the tables that its savers save, each with its name.
SAVED_TABLES = "saved tables"


class Lookup:
    """What gives a value for each key. `_find` does, of a tensor of keys of the dtype `_key_dtype`."""

    _key_dtype: DType

    @property
    def key_dtype(self) -> DType:
        """The dtype of the keys."""
        return self._key_dtype

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The value of each key.

        Args:
            keys: tensor, sparse or ragged tensor of keys, of any shape.
            name: the operation's name.

        Raises:
            TypeError: the keys have another dtype.
        """
        if isinstance(keys, SparseTensor):
            return keys.with_values(self.lookup(keys.values, name=name))
        if isinstance(keys, RaggedTensor):
            return keys.with_flat_values(self.lookup(keys.flat_values, name=name))
        return self._find(self._as_keys(keys), name)

    def _find(self, keys: Tensor, name: str | None) -> Tensor:
        raise NotImplementedError

    def _as_keys(self, keys: Any) -> Tensor:
        """Keys as a tensor.

        Raises:
            TypeError: they have another dtype.
        """
        if not isinstance(keys, Tensor):
            keys = convert_to_tensor(keys, self._key_dtype, name="keys")
        if keys.dtype is not self._key_dtype:
            raise TypeError(
                f"Dtype of argument `keys` must be {self._key_dtype}, received: {keys.dtype}"
            )
        return keys

    def __getitem__(self, keys: Any) -> Any:
        return self.lookup(keys)


class _Table(Lookup, TrackableResource):
    """A table behind a handle."""

    def __init__(self, key_dtype: Any, value_dtype: Any, default_value: Any) -> None:
        super().__init__()
        self._key_dtype = as_dtype(key_dtype)
        self._value_dtype = as_dtype(value_dtype)
        with init_scope():
            self._default_value = convert_to_tensor(default_value, self._value_dtype)

    def _create_resource(self) -> Tensor:
        return self._create(
            key_dtype=self._key_dtype,
            value_dtype=self._value_dtype,
            shared_name=unique_resource_name("table"),
        )

    def _create(self, **attrs: Any) -> Tensor:
        """Applies the op that makes the table."""
        raise NotImplementedError

    @property
    def value_dtype(self) -> DType:
        """The dtype of the values."""
        return self._value_dtype

    @property
    def default_value(self) -> Tensor:
        """What keys have that are not in the table."""
        return self._default_value

    def _check_dtypes(self, key_dtype: DType, value_dtype: DType) -> None:
        if key_dtype is not self._key_dtype or value_dtype is not self._value_dtype:
            raise TypeError(
                f"Invalid key or value dtype for the table. Required: {self._key_dtype!r} and "
                f"{self._value_dtype!r}. Received: {key_dtype!r} and {value_dtype!r}"
            )

    def size(self, name: str | None = None) -> Tensor:
        """The number of keys, an int64 scalar."""
        return raw.LookupTableSizeV2(self.resource_handle, name=name)

    def _find(self, keys: Tensor, name: str | None) -> Tensor:
        return self._find_or(keys, self._default_value, name)

    def _find_or(self, keys: Tensor, default: Any, name: str | None) -> Tensor:
        """The values of keys, and defaults of those that are not there."""
        found = raw.LookupTableFindV2(self.resource_handle, keys, default, name=name)
        if not isinstance(found, EagerTensor):
            found.set_shape(self._batch_shape(keys).concatenate(self._default_value.shape))
        return found

    def _batch_shape(self, keys: Tensor) -> TensorShape:
        """The static shape of keys, without that of each key."""
        return keys.shape

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys and their values, in the order in which they came."""
        keys, values = raw.LookupTableExportV2(
            self.resource_handle, Tkeys=self._key_dtype, Tvalues=self._value_dtype, name=name
        )
        if not isinstance(keys, EagerTensor):
            keys.set_shape([None])
        return keys, values


@public("lookup.StaticHashTable")
class StaticHashTable(_Table):
    """A table that is filled once.

    Args:
        initializer: what fills it, such as `tf.lookup.KeyValueTensorInitializer`.
        default_value: the value of keys that are not in it.
        name: kept for TensorFlow's signature.
        experimental_is_anonymous: kept for TensorFlow's signature.

    Raises:
        ValueError: the default value is no scalar.
        FailedPreconditionError: a key stands there twice, with different values.

    >>> filling = tf.lookup.KeyValueTensorInitializer([7, 8], ["a", "b"])
    >>> table = tf.lookup.StaticHashTable(filling, "?")
    >>> table[tf.constant([8, 9])].numpy()
    array([b'b', b'?'], dtype=object)
    """

    def __init__(
        self,
        initializer: Any,
        default_value: Any,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        self._initializer = initializer
        super().__init__(initializer.key_dtype, initializer.value_dtype, default_value)
        if self._default_value.shape.rank not in (None, 0):
            raise ValueError(f"Shapes {self._default_value.shape} and () are not compatible")
        if isinstance(initializer, Trackable):
            self._track_trackable(initializer, "_initializer")
        with init_scope():
            self._initialize()

    def _initialize(self) -> Any:
        return self._initializer.initialize(self)

    def _create(self, **attrs: Any) -> Tensor:
        return raw.HashTableV2(**attrs)


@public("lookup.experimental.MutableHashTable")
class MutableHashTable(_Table):
    """A table that keys are put into and taken out of.

    Args:
        key_dtype, value_dtype: the dtypes.
        default_value: the value of keys that are not in it; all values have its shape.
        name: what `tf.compat.v1.train.Saver` saves it under.
        checkpoint: whether that saves it.
        experimental_is_anonymous: kept for TensorFlow's signature.

    >>> table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
    >>> table.insert(["a", "b"], [1, 2])
    >>> table.lookup(["b", "x"]).numpy()
    array([ 2, -1])
    """

    _name_of_values = "table"

    def __init__(
        self,
        key_dtype: Any,
        value_dtype: Any,
        default_value: Any,
        name: str = "MutableHashTable",
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(key_dtype, value_dtype, default_value)
        shape = self._default_value.shape
        if shape.rank is not None and shape.rank > 1:
            raise invalid(f"Default value must be a scalar or a vector. Received shape: {shape}")
        self._note_for_savers(name, checkpoint)

    def _note_for_savers(self, name: str, checkpoint: bool) -> None:
        """Tells a graph of TensorFlow 1 of a table that its savers save."""
        stage = CONTEXT.stage
        if checkpoint and stage is not None and not isinstance(stage, FuncGraph):
            stage.attached.setdefault(SAVED_TABLES, []).append((name, self))

    def _create(self, **attrs: Any) -> Tensor:
        shape = self._default_value.shape
        if shape.rank == 0:
            return raw.MutableHashTableV2(**attrs)
        return raw.MutableHashTableOfTensorsV2(**attrs, value_shape=shape)

    def lookup(  # type: ignore[override]  # TensorFlow's order of arguments.
        self, keys: Any, dynamic_default_values: Any = None, name: str | None = None
    ) -> Any:
        """The value of each key.

        Args:
            keys: tensor, sparse or ragged tensor of keys, of any shape.
            dynamic_default_values: in place of the table's default value, one for all keys or one for each.
            name: the operation's name.

        Raises:
            ValueError: the keys have another dtype.
            InvalidArgumentError: the default values have neither the shape of one nor that of all.
        """
        if isinstance(keys, Tensor):
            keys = convert_to_tensor(keys, self._key_dtype, name="keys")
        if dynamic_default_values is None:
            return super().lookup(keys, name)
        defaults = convert_to_tensor(dynamic_default_values, self._value_dtype)
        return self._find_or(self._as_keys(keys), defaults, name)

    def insert(self, keys: Any, values: Any, name: str | None = None) -> Any:
        """Sets the values of keys.

        Raises:
            TypeError: the dtypes are others.
            InvalidArgumentError: there are not as many values as keys, or they have another shape.
        """
        keys = convert_to_tensor(keys, self._key_dtype, name="keys")
        values = convert_to_tensor(values, self._value_dtype, name="values")
        return raw.LookupTableInsertV2(self.resource_handle, keys, values, name=name)

    def remove(self, keys: Any, name: str | None = None) -> Any:
        """Takes keys out; those that are not there are passed over.

        Raises:
            TypeError: the keys have another dtype.
        """
        return raw.LookupTableRemoveV2(self.resource_handle, self._as_keys(keys), name=name)

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return stored_values(self.resource_handle, self._key_dtype, self._value_dtype)

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> Any:
        keys, values = restored_tensors["-keys"], restored_tensors["-values"]
        return raw.LookupTableImportV2(self.resource_handle, keys, values)

    def erase(self, keys: Any, name: str | None = None) -> Any:
        """`remove` by its older name."""
        return self.remove(keys, name)


def stored_values(handle: Any, key_dtype: DType, value_dtype: DType) -> dict[str, Tensor]:
    """The keys and values of a table that changes, as a checkpoint has them."""
    keys, values = raw.LookupTableExportV2(handle, Tkeys=key_dtype, Tvalues=value_dtype)
    return {"-keys": keys, "-values": values}


@public("lookup.experimental.DenseHashTable")
class DenseHashTable(MutableHashTable):
    """A `MutableHashTable` with two keys that cannot be used, as TensorFlow's needs them.

    TensorFlow's table lies in one array, where these keys stand for places that are free. Here they are
    refused only, and `export` gives the keys that are used.

    Args:
        key_dtype, value_dtype: the dtypes.
        default_value: the value of keys that are not in it; all values have its shape.
        empty_key, deleted_key: the keys that cannot be used: scalars, or vectors where the keys are vectors.
        initial_num_buckets: a power of two, at least 4; nothing else depends on it.
        name, checkpoint, experimental_is_anonymous: kept for TensorFlow's signature.

    Raises:
        InvalidArgumentError: the two keys are equal, or the number of buckets is no power of two.

    >>> table = tf.lookup.experimental.DenseHashTable(
    ...     tf.int64, tf.float32, [0.0, 0.0], empty_key=-1, deleted_key=-2
    ... )
    >>> table.insert([5], [[1.0, 2.0]])
    >>> table.lookup(tf.constant([5, 6], tf.int64)).numpy()
    array([[1., 2.],
           [0., 0.]], dtype=float32)
    """

    def __init__(
        self,
        key_dtype: Any,
        value_dtype: Any,
        default_value: Any,
        empty_key: Any,
        deleted_key: Any,
        initial_num_buckets: int | None = None,
        name: str = "MutableDenseHashTable",
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(key_dtype, value_dtype, default_value, name, checkpoint)
        with init_scope():
            self._reserved_keys = [
                convert_to_tensor(key, self._key_dtype) for key in (empty_key, deleted_key)
            ]
        self._buckets = (
            {} if initial_num_buckets is None else {"initial_num_buckets": initial_num_buckets}
        )
        self.resource_handle  # noqa: B018 - what is wrong with the keys is told at once

    def insert_or_assign(self, keys: Any, values: Any, name: str | None = None) -> Any:
        """As `insert`."""
        return self.insert(keys, values, name)

    def lookup(self, keys: Any, name: str | None = None) -> Any:  # type: ignore[override]
        """The value of each key.

        Raises:
            TypeError: the keys have another dtype.
            InvalidArgumentError: one of them is reserved.
        """
        return super().lookup(keys, name=name)

    def export(self, name: str | None = None) -> tuple[Tensor, Tensor]:
        """All keys and their values, in no order."""
        stored = stored_values(self.resource_handle, self._key_dtype, self._value_dtype)
        shape = self._default_value.shape.as_list()
        key_shape = self._reserved_keys[0].shape.as_list()
        keys = raw.Reshape(stored["-keys"], convert_to_tensor([-1, *key_shape], "int32"))
        values = raw.Reshape(stored["-values"], convert_to_tensor([-1, *shape], "int32"))
        differs = raw.NotEqual(keys, self._reserved_keys[0])
        is_used = raw.Any(differs, [1]) if key_shape else differs
        places = raw.Reshape(raw.Where(is_used), [-1])
        return raw.GatherV2(keys, places, 0), raw.GatherV2(values, places, 0, name=name)

    def _batch_shape(self, keys: Tensor) -> TensorShape:
        rank, own = keys.shape.rank, self._reserved_keys[0].shape.rank or 0
        return keys.shape if rank is None else keys.shape[: rank - own]

    def _create(self, **attrs: Any) -> Tensor:
        shape = self._default_value.shape
        return raw.MutableDenseHashTableV2(
            *self._reserved_keys, **attrs, **self._buckets, value_shape=shape
        )
