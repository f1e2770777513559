"""Ops on lookup tables: from keys to values, behind a handle. The classes are in `state`.

A dict has the place of each key, an array the values by place.
"""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import SCALAR, Inferred, invalid
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.fork_safety import renewed_in_child
from stagelight.ops.resources.resource_variables import shared_handle
from stagelight.ops.resources.table_buckets import in_buckets
from stagelight.ops.strings.string_arrays import filled
from stagelight.types.dtypes import DType, from_numpy, int64, resource
from stagelight.types.shapes import TensorShape


class _Places(dict[Any, int]):
    """The places of values by key. A key that is not there gets a place when it is asked for.

    Places are counted from 1; those of keys that were taken out are given again.
    """

    def __init__(self) -> None:
        super().__init__()
        self._free: list[int] = []

    def __missing__(self, key: Any) -> int:
        place = self[key] = self._free.pop() if self._free else len(self) + 1
        return place

    def take_out(self, keys: Iterable[Any]) -> None:
        """Takes keys out; those that are not there are passed over."""
        for key in keys:
            if key in self:
                self._free.append(self.pop(key))


class LookupTable:
    """What the handle of a table leads to. Threads may use it at the same time.

    Args:
        key_dtype, value_dtype: the dtypes.
        value_shape: the shape of each value.
        is_static: whether it may be filled only once.
        reserved: the keys that may not be used, with their names.
        key_shape: the shape of each key. Keys that are vectors are tuples here.
    """

    def __init__(
        self,
        key_dtype: DType,
        value_dtype: DType,
        value_shape: tuple[int, ...] = (),
        is_static: bool = False,
        reserved: Mapping[Any, str] = MappingProxyType({}),
        key_shape: tuple[int, ...] = (),
    ) -> None:
        self.key_dtype = key_dtype
        self.key_shape = key_shape
        self.value_dtype = value_dtype
        self.value_shape = value_shape
        self.is_static = is_static
        self.handle_data = None
        self.is_filled = False
        self.reserved = reserved
        self.version = 0
        self._lock = renewed_in_child(threading.Lock())
        self._forget()

    def _forget(self) -> None:
        self._places = _Places()
        # The values by place. At place 0 is the default, while it is being used.
        self._values = np.empty((1, *self.value_shape), self.value_dtype.numpy_dtype)

    def __len__(self) -> int:
        return len(self._places)

    def find(self, keys: np.ndarray, default: np.ndarray) -> np.ndarray:
        """The value of each key, the default for those that are not there: one for all, or one for each key.

        Only tables that keys are put into, and that reserve none, take a default for each key.
        """
        if self.is_static and not self.is_filled:
            raise errors.FailedPreconditionError(None, None, "Table not initialized.")
        rows = self._batch_shape(keys) + self.value_shape
        takes_rows = not (self.is_static or self.reserved)
        is_for_all = default.shape == self.value_shape
        if not is_for_all and not (takes_rows and default.shape == rows):
            other = f" or {list(rows)}" if takes_rows else ""
            raise invalid(
                f"Expected shape {list(self.value_shape)}{other} for default value, got "
                f"{list(default.shape)}"
            )
        items = self._usable(keys)
        with self._lock:
            if is_for_all:
                self._values[:1] = default  # As an array: a string's would become an element.
            places = _numbers(map(self._places.get, items, itertools.repeat(0)), len(items))
            values = self._values.take(places, axis=0)
        if not is_for_all:
            missing = places == 0
            values[missing] = default.reshape(values.shape)[missing]
        return values.reshape(rows)

    def insert(self, keys: np.ndarray, values: np.ndarray) -> None:
        """Sets the values of keys.

        Raises:
            InvalidArgumentError: there are not as many values as keys, a value has another shape, or a key
                is reserved.
            FailedPreconditionError: a static table gets another value for a key; it is as it was.
        """
        items, rows = self._usable(keys), self._rows(self._batch_shape(keys), values)
        with self._lock:
            self.version += 1
            self._put(items, rows)

    def replace(self, keys: np.ndarray, values: np.ndarray) -> None:
        """Forgets all, then sets the values of keys; what is said of reserved keys is passed over."""
        width = math.prod(self.key_shape)
        size = len(keys) * math.prod(self.value_shape) if keys.ndim == 2 else -1
        if self.reserved and keys.shape[1:] == (width,) and values.size == size:  # As `stored`.
            keys = keys.reshape(len(keys), *self.key_shape)
            values = values.reshape(len(keys), *self.value_shape)
        rows = self._rows(self._batch_shape(keys), values)
        with self._lock:
            self.version += 1
            self._forget()
            self._put(self._items(keys), rows)
            self._places.take_out(self.reserved)

    def _rows(self, shape: tuple[int, ...], values: np.ndarray) -> np.ndarray:
        """The value of each key, where keys have a shape."""
        if shape + self.value_shape != values.shape:
            if not self.value_shape:
                raise invalid(
                    f"Number of elements must match: keys have shape {list(shape)}, values "
                    f"{list(values.shape)}"
                )
            raise invalid(
                f"Expected shape {list(shape + self.value_shape)} for value, got {list(values.shape)}"
            )
        return values.reshape(math.prod(shape), *self.value_shape)

    def _put(self, keys: list[Any], rows: np.ndarray) -> None:
        known = len(self._places)
        places = _numbers(map(self._places.__getitem__, keys), len(keys))
        self._make_room(int(places.max(initial=0)) + 1)
        if self.is_static:
            self._refuse_other_values(keys, rows, places, known)
        self._values[places] = rows  # The last one, if a key stands there twice.
        self.is_filled = True

    def _make_room(self, size: int) -> None:
        if size > len(self._values):
            values = np.empty(
                (max(size, 2 * len(self._values)), *self.value_shape), self._values.dtype
            )
            values[: len(self._values)] = self._values
            self._values = values

    def _refuse_other_values(
        self, keys: list[Any], rows: np.ndarray, places: np.ndarray, known: int
    ) -> None:
        """Refuses to give a key another value; `known` keys have one. No key of a static table goes."""
        first = np.empty(len(self._values), np.intp)
        first[places[::-1]] = np.arange(len(keys))[::-1]
        is_new = (places > known) & (first[places] == np.arange(len(keys)))
        self._values[places[is_new]] = rows[is_new]
        differs = np.flatnonzero(~is_new & (self._values[places] != rows))
        if not differs.size:
            return
        at = int(differs[0])
        message = (
            f"HashTable has different value for same key. Key {keys[at]!r} has "
            f"{self._values[places[at]].item()!r} and trying to add value {rows[at].item()!r}"
        )
        self._places.take_out([key for key in keys if self._places.get(key, 0) > known])
        raise errors.FailedPreconditionError(None, None, message)

    def remove(self, keys: np.ndarray) -> None:
        """Takes keys out; those that are not there are passed over."""
        items = self._usable(keys)
        with self._lock:
            self.version += 1
            self._places.take_out(items)

    def export(self) -> tuple[np.ndarray, np.ndarray]:
        """All keys and their values, in the order in which they came."""
        with self._lock:
            size = len(self._places)
            keys = filled(self._parts(), (size, *self.key_shape), self.key_dtype.numpy_dtype)
            return keys, self._values.take(_numbers(self._places.values(), size), axis=0)

    def stored(self) -> tuple[np.ndarray, np.ndarray]:
        """What a checkpoint has: as `export`, but of a dense table in buckets, with empty ones."""
        keys, values = self.export()
        empty_key = next(iter(self.reserved), None)
        return (keys, values) if empty_key is None else in_buckets(keys, values, empty_key)

    def _batch_shape(self, keys: np.ndarray) -> tuple[int, ...]:
        """The shape of keys without that of each.

        Raises:
            InvalidArgumentError: keys of a dense table are no row of keys, nor one key.
        """
        if not self.reserved:
            return keys.shape
        rank = len(self.key_shape)
        if keys.shape[keys.ndim - rank :] != self.key_shape:
            raise invalid(
                f"Input key shape {list(keys.shape)} must end with the table's key shape "
                f"{list(self.key_shape)}"
            )
        count = keys.shape[0] if keys.ndim else 1
        if keys.size != count * math.prod(self.key_shape):  # TF: further axes have one place each.
            expected = [*keys.shape[:1], *self.key_shape]
            raise invalid(f"Expected key shape {expected} got {list(keys.shape)}")
        return keys.shape[: keys.ndim - rank]

    def _items(self, keys: np.ndarray) -> list[Any]:
        """The keys as keys of a dict."""
        if not self.key_shape:
            return keys.reshape(-1).tolist()
        return list(map(tuple, keys.reshape(-1, math.prod(self.key_shape)).tolist()))

    def _parts(self) -> Iterable[Any]:
        """The elements of all keys."""
        return itertools.chain.from_iterable(self._places) if self.key_shape else self._places

    def _usable(self, keys: np.ndarray) -> list[Any]:
        self._batch_shape(keys)
        items = self._items(keys)
        for key, name in self.reserved.items():
            if key in items:
                raise invalid(f"Using the {name} as a table key is not allowed")
        return items


def _numbers(places: Iterable[int], count: int) -> np.ndarray:
    return np.fromiter(places, np.intp, count)


def table_of(handle: Any) -> LookupTable:
    """What the array of a table's handle holds."""
    table: LookupTable = handle[()]
    return table


_ATTRS = {
    "container": "",
    "shared_name": "",
    "use_node_name_sharing": False,
    "key_dtype": attr("type"),
    "value_dtype": attr("type"),
}


# How a table of TensorFlow's lies in memory: said in files, and of no effect here.
_BUCKETS, _LOAD = 131072, 0.8


def _define_table(
    name: str,
    make: Callable[..., LookupTable],
    inputs: str = "",
    attrs: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Defines the op of a kind of tables; `make` takes its inputs and the attrs that say what is in them."""

    def kernel(
        xp: ModuleType,
        *keys: np.ndarray,
        container: str = "",
        shared_name: str = "",
        use_node_name_sharing: bool = False,
        **told: Any,
    ) -> np.ndarray:
        return shared_handle(name, shared_name, partial(make, *keys, **told))

    define(
        name,
        inputs,
        "table_handle: resource",
        {**_ATTRS, **attrs},
        infer=lambda *keys, **_: Inferred(SCALAR, resource),
        kernel=kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.RANDOM,
    )


def _with_rows(
    key_dtype: DType, value_dtype: DType, value_shape: TensorShape = SCALAR
) -> LookupTable:
    return LookupTable(key_dtype, value_dtype, _sizes(value_shape))


def _with_reserved_keys(
    empty_key: np.ndarray,
    deleted_key: np.ndarray,
    value_dtype: DType,
    value_shape: TensorShape = SCALAR,
    initial_num_buckets: int = _BUCKETS,
    max_load_factor: float = _LOAD,
) -> LookupTable:
    if initial_num_buckets < 4 or initial_num_buckets & (initial_num_buckets - 1):
        raise invalid(
            f"Number of buckets must be at least 4 and a power of 2, got: {initial_num_buckets}"
        )
    if empty_key.shape != deleted_key.shape:
        raise invalid(
            f"Empty and deleted keys must have same shape, got shapes: {list(empty_key.shape)} and "
            f"{list(deleted_key.shape)}"
        )
    if empty_key.ndim > 1:
        raise invalid(f"Empty key must be a scalar or a vector, got shape {list(empty_key.shape)}")
    empty, deleted = _as_dict_key(empty_key), _as_dict_key(deleted_key)
    if empty == deleted:
        raise invalid("Empty and deleted keys cannot be equal")
    reserved = {empty: "empty_key", deleted: "deleted_key"}
    key_dtype = from_numpy(empty_key.dtype)
    sizes = _sizes(value_shape)
    return LookupTable(key_dtype, value_dtype, sizes, reserved=reserved, key_shape=empty_key.shape)


def _as_dict_key(key: np.ndarray) -> Any:
    return tuple(key.tolist()) if key.ndim else key.item()


def _sizes(value_shape: TensorShape) -> tuple[int, ...]:
    if not value_shape.is_fully_defined():
        raise invalid(f"`value_shape` must be known. Received: {value_shape}")
    return tuple(value_shape.as_list())  # type: ignore[arg-type]


_SHAPE_OF_VALUES = {"value_shape": attr("shape", SCALAR)}

_define_table("HashTableV2", partial(LookupTable, is_static=True))
_define_table("MutableHashTableV2", LookupTable)
_define_table("MutableHashTableOfTensorsV2", _with_rows, attrs=_SHAPE_OF_VALUES)
_define_table(
    "MutableDenseHashTableV2",
    _with_reserved_keys,
    "empty_key: key_dtype, deleted_key: key_dtype",
    {**_SHAPE_OF_VALUES, "initial_num_buckets": _BUCKETS, "max_load_factor": _LOAD},
)


def _infer_find(table_handle: Tensor, keys: Tensor, default_value: Tensor) -> Inferred:
    known, default = keys.shape, default_value.shape
    # Rows may be keys that are vectors.
    if known.rank is None or default.rank is None or known.rank > 1:
        return Inferred(TensorShape(None), default_value.dtype)
    if 0 < known.rank <= default.rank and default[: known.rank].is_compatible_with(known):
        return Inferred(
            TensorShape(None), default_value.dtype
        )  # The defaults may be one for each key.
    return Inferred(known.concatenate(default), default_value.dtype)


define(
    "LookupTableFindV2",
    "table_handle: resource, keys: Tin, default_value: Tout",
    "values: Tout",
    {"Tin": types(), "Tout": types()},
    infer=_infer_find,
    kernel=lambda xp, table_handle, keys, default_value: table_of(table_handle).find(
        keys, default_value
    ),
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.READS,
)


def _insert(xp: ModuleType, table_handle: Any, keys: np.ndarray, values: np.ndarray) -> tuple[()]:
    table_of(table_handle).insert(keys, values)
    return ()


def _import(xp: ModuleType, table_handle: Any, keys: np.ndarray, values: np.ndarray) -> tuple[()]:
    table_of(table_handle).replace(keys, values)
    return ()


for _name, _kernel, _keys, _values in (
    ("LookupTableInsertV2", _insert, "Tin", "Tout"),
    ("LookupTableImportV2", _import, "Tin", "Tout"),
    ("InitializeTableV2", _insert, "Tkey", "Tval"),
):
    define(
        _name,
        f"table_handle: resource, keys: {_keys}, values: {_values}",
        "",
        {_keys: types(), _values: types()},
        infer=lambda *_inputs: (),
        kernel=_kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.WRITES,
    )


def _remove(xp: ModuleType, table_handle: Any, keys: np.ndarray) -> tuple[()]:
    table_of(table_handle).remove(keys)
    return ()


define(
    "LookupTableRemoveV2",
    "table_handle: resource, keys: Tin",
    "",
    {"Tin": types()},
    infer=lambda *_inputs: (),
    kernel=_remove,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.WRITES,
)

define(
    "LookupTableSizeV2",
    "table_handle: resource",
    "size: int64",
    infer=lambda table_handle: Inferred(SCALAR, int64),
    kernel=lambda xp, table_handle: np.array(len(table_of(table_handle)), np.int64),
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.READS,
)


def _infer_export(
    table_handle: Tensor, *, Tkeys: DType, Tvalues: DType
) -> tuple[Inferred, Inferred]:
    return Inferred(TensorShape(None), Tkeys), Inferred(TensorShape(None), Tvalues)


define(
    "LookupTableExportV2",
    "table_handle: resource",
    "keys: Tkeys, values: Tvalues",
    {"Tkeys": types(), "Tvalues": types()},
    infer=_infer_export,
    kernel=lambda xp, table_handle, **_: table_of(table_handle).stored(),
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.READS,
)
