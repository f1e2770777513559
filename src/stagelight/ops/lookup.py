"""Ops on lookup tables: from keys to values, in a dict behind a handle. The classes are in `state`."""

from __future__ import annotations

import threading
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import SCALAR, Inferred, invalid, require_rank
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.ops.resource_variables import make_handle
from stagelight.ops.string_arrays import filled
from stagelight.types.dtypes import DType, int64, resource
from stagelight.types.shapes import TensorShape


class LookupTable:
    """What the handle of a table leads to. A static table may be filled only once."""

    def __init__(self, key_dtype: DType, value_dtype: DType, is_static: bool) -> None:
        self.key_dtype = key_dtype
        self.value_dtype = value_dtype
        self.is_static = is_static
        self.is_filled = False
        self.items: dict[Any, Any] = {}
        self.lock = threading.Lock()
        self.handle_data = None

    def find(self, keys: np.ndarray, default: np.ndarray) -> np.ndarray:
        """The value of each key, the default for those that are not there."""
        if self.is_static and not self.is_filled:
            raise errors.FailedPreconditionError(None, None, "Table not initialized.")
        missing, find = default[()], self.items.get
        values = [find(key, missing) for key in keys.reshape(-1).tolist()]
        return self._array(values, self.value_dtype).reshape(keys.shape)

    def insert(self, keys: np.ndarray, values: np.ndarray) -> None:
        """Sets the values of keys.

        Raises:
            InvalidArgumentError: there are not as many values as keys.
            FailedPreconditionError: a static table gets another value for a key.
        """
        if keys.shape != values.shape:
            raise invalid(
                f"Number of elements must match: keys have shape {list(keys.shape)}, values "
                f"{list(values.shape)}"
            )
        pairs = zip(keys.reshape(-1).tolist(), values.reshape(-1).tolist(), strict=True)
        with self.lock:
            for key, value in pairs:
                if self.is_static and self.items.get(key, value) != value:
                    raise errors.FailedPreconditionError(
                        None,
                        None,
                        f"HashTable has different value for same key. Key {key!r} has "
                        f"{self.items[key]!r} and trying to add value {value!r}",
                    )
                self.items[key] = value
            self.is_filled = True

    def export(self) -> tuple[np.ndarray, np.ndarray]:
        """All keys and their values."""
        with self.lock:
            keys, values = list(self.items), list(self.items.values())
        return self._array(keys, self.key_dtype), self._array(values, self.value_dtype)

    @staticmethod
    def _array(items: list[Any], dtype: DType) -> np.ndarray:
        return filled(items, (len(items),), dtype.numpy_dtype)


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


def _define_table(name: str, is_static: bool) -> None:
    def kernel(xp: ModuleType, *, key_dtype: DType, value_dtype: DType, **_: Any) -> np.ndarray:
        return make_handle(LookupTable(key_dtype, value_dtype, is_static))._array

    define(
        name,
        "",
        "table_handle: resource",
        _ATTRS,
        infer=lambda **_: Inferred(SCALAR, resource),
        kernel=kernel,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.RANDOM,
    )


_define_table("HashTableV2", True)
_define_table("MutableHashTableV2", False)


def _infer_find(table_handle: Tensor, keys: Tensor, default_value: Tensor) -> Inferred:
    require_rank(default_value, 0, "default_value")
    return Inferred(keys.shape, default_value.dtype)


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
    table = table_of(table_handle)
    table.items.clear()
    table.insert(keys, values)
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
    items = table_of(table_handle).items
    for key in keys.reshape(-1).tolist():
        items.pop(key, None)
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
    unknown = TensorShape([None])
    return Inferred(unknown, Tkeys), Inferred(unknown, Tvalues)


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
