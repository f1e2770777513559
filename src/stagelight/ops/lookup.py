"""Ops on lookup tables: from keys to values, in a dict behind a handle. The classes are in `state`."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import SCALAR, Inferred, invalid
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.resource_variables import make_handle
from stagelight.ops.string_arrays import filled
from stagelight.types.dtypes import DType, from_numpy, int64, resource
from stagelight.types.shapes import TensorShape


class LookupTable:
    """What the handle of a table leads to.

    Attributes:
        items: the values by key, each as the list that `ndarray.tolist` gives.

    Args:
        key_dtype, value_dtype: the dtypes.
        value_shape: the shape of each value.
        is_static: whether it may be filled only once.
        reserved: the keys that may not be used, with their names.
    """

    def __init__(
        self,
        key_dtype: DType,
        value_dtype: DType,
        value_shape: tuple[int, ...] = (),
        is_static: bool = False,
        reserved: Mapping[Any, str] = MappingProxyType({}),
    ) -> None:
        self.key_dtype = key_dtype
        self.value_dtype = value_dtype
        self.value_shape = value_shape
        self.is_static = is_static
        self.is_filled = False
        self.items: dict[Any, Any] = {}
        self.lock = threading.Lock()
        self.handle_data = None
        self._reserved = reserved

    def find(self, keys: np.ndarray, default: np.ndarray) -> np.ndarray:
        """The value of each key, the default for those that are not there."""
        if self.is_static and not self.is_filled:
            raise errors.FailedPreconditionError(None, None, "Table not initialized.")
        if default.shape != self.value_shape:
            raise invalid(
                f"Expected shape {list(self.value_shape)} for default value, got {list(default.shape)}"
            )
        missing, find = default.tolist(), self.items.get
        values = [find(key, missing) for key in self._usable(keys)]
        return self._values(values).reshape(keys.shape + self.value_shape)

    def insert(self, keys: np.ndarray, values: np.ndarray) -> None:
        """Sets the values of keys.

        Raises:
            InvalidArgumentError: there are not as many values as keys, a value has another shape, or a key
                is reserved.
            FailedPreconditionError: a static table gets another value for a key.
        """
        self._put(self._usable(keys), self._rows(keys.shape, values))

    def replace(self, keys: np.ndarray, values: np.ndarray) -> None:
        """Forgets all, then sets the values of keys; what is said of reserved keys is passed over."""
        rows = self._rows(keys.shape, values)
        self.items.clear()
        self._put(keys.reshape(-1).tolist(), rows)
        for key in self._reserved:
            self.items.pop(key, None)

    def _rows(self, shape: tuple[int, ...], values: np.ndarray) -> list[Any]:
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
        return values.reshape(math.prod(shape), *self.value_shape).tolist()

    def _put(self, keys: list[Any], rows: list[Any]) -> None:
        with self.lock:
            for key, value in zip(keys, rows, strict=True):
                if self.is_static and self.items.get(key, value) != value:
                    raise errors.FailedPreconditionError(
                        None,
                        None,
                        f"HashTable has different value for same key. Key {key!r} has "
                        f"{self.items[key]!r} and trying to add value {value!r}",
                    )
                self.items[key] = value
            self.is_filled = True

    def remove(self, keys: np.ndarray) -> None:
        """Takes keys out; those that are not there are passed over."""
        with self.lock:
            for key in self._usable(keys):
                self.items.pop(key, None)

    def export(self) -> tuple[np.ndarray, np.ndarray]:
        """All keys and their values."""
        with self.lock:
            keys, values = list(self.items), list(self.items.values())
        return filled(keys, (len(keys),), self.key_dtype.numpy_dtype), self._values(values)

    def _usable(self, keys: np.ndarray) -> list[Any]:
        items = keys.reshape(-1).tolist()
        for key, name in self._reserved.items():
            if key in items:
                raise invalid(f"Using the {name} as a table key is not allowed")
        return items

    def _values(self, rows: list[Any]) -> np.ndarray:
        shape = (len(rows), *self.value_shape)
        for _ in self.value_shape:
            rows = [value for row in rows for value in row]
        return filled(rows, (len(rows),), self.value_dtype.numpy_dtype).reshape(shape)


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
        return make_handle(make(*keys, **told))._array

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
    reserved = {empty_key.item(): "empty_key", deleted_key.item(): "deleted_key"}
    if len(reserved) == 1:
        raise invalid("Empty and deleted keys cannot be equal")
    key_dtype = from_numpy(empty_key.dtype)
    return LookupTable(key_dtype, value_dtype, _sizes(value_shape), reserved=reserved)


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
    return Inferred(keys.shape.concatenate(default_value.shape), default_value.dtype)


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
    kernel=lambda xp, table_handle: np.array(len(table_of(table_handle).items), np.int64),
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.READS,
)


def _infer_export(
    table_handle: Tensor, *, Tkeys: DType, Tvalues: DType
) -> tuple[Inferred, Inferred]:
    return Inferred(TensorShape([None]), Tkeys), Inferred(TensorShape(None), Tvalues)


define(
    "LookupTableExportV2",
    "table_handle: resource",
    "keys: Tkeys, values: Tvalues",
    {"Tkeys": types(), "Tvalues": types()},
    infer=_infer_export,
    kernel=lambda xp, table_handle, **_: table_of(table_handle).export(),
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.READS,
)
