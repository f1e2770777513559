"""The operations by which a `Saver` saves and restores variables and tables, with TensorFlow's names.

    save/filename, save/Const              the path, which a session is fed
    save/SaveV2, save/control_dependency   write the values; the path again
    save/RestoreV2, save/AssignVariableOp, save/words_table_restore/LookupTableImportV2, save/restore_all

A `SaverDef` message names them, so that a graph that was written can be restored by who reads it.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping, Sequence
from typing import Any

from stagelight.compat.v1.default_graph import placeholder_with_default
from stagelight.core.convert import convert_to_tensor
from stagelight.core.placement import device
from stagelight.core.raw import raw
from stagelight.formats import schema
from stagelight.graph.graph import Graph
from stagelight.state.lookup_tables import SAVED_TABLES, MutableHashTable
from stagelight.state.variable import Variable

# Where the parts of a checkpoint are before they are put together.
_PARTS = os.path.join("_temp", "part")


def tables_of(graph: Any) -> dict[str, MutableHashTable]:
    """The tables of a graph. TF: of several with one name it saves one; here the others get a number."""
    found: dict[str, MutableHashTable] = {}
    for name, table in graph.attached.get(SAVED_TABLES, ()):
        numbers = itertools.count(1)
        unique = name
        while unique in found:
            unique = f"{name}_{next(numbers)}"
        found[unique] = table
    return found


def add_saver_operations(
    graph: Graph,
    variables: Mapping[str, Variable],
    tables: Mapping[str, MutableHashTable],
    name: str | None = None,
    filename: str | None = None,
    reshape: bool = False,
    sharded: bool = False,
) -> Any:
    """Adds the operations to a graph.

    Args:
        graph: the graph.
        variables: by their keys in the checkpoint.
        tables: by what the keys of their keys and values begin with.
        name: the name scope, `save` by default.
        filename: the path if none is fed.
        reshape: whether values of other shapes are given those of the variables.
        sharded: whether each device writes a file of its own first.

    Returns:
        The `SaverDef`, which does not say yet how many checkpoints are kept.
    """
    with graph.as_default(), graph.control_dependencies(None):
        saved: list[_Saved] = [_SavedVariable(*x, reshape) for x in variables.items()]
        saved += [_SavedTable(*x, graph) for x in tables.items()]
        saved.sort(key=lambda x: x.name)
        with graph.name_scope(name or "save"):
            path: Any = placeholder_with_default(filename or "model", [], name="filename")
            path = placeholder_with_default(path, [], name="Const")
            if not sharded:
                saving = _saving(graph, path, saved)
                restoring = _restoring(graph, path, saved, "restore_all")
            else:
                groups: dict[str, list[_Saved]] = {}
                for x in saved:
                    groups.setdefault(x.device, []).append(x)
                parts = [groups[place] for place in sorted(groups)]
                saving = _saving_in_parts(graph, path, parts)
                each = [_restoring(graph, path, part, "restore_shard") for part in parts]
                with graph.control_dependencies(each):
                    restoring = raw.NoOp(name="restore_all")
    return schema.SaverDef(
        filename_tensor_name=path.name,
        save_tensor_name=saving.name,
        restore_op_name=restoring.name,
        sharded=sharded,
        version=schema.SaverDef.V2,
    )


class _SavedVariable:
    """A variable, saved under a name, or a part of one, saved under the name of the whole."""

    def __init__(self, name: str, variable: Variable, reshape: bool) -> None:
        self.name = name
        self.device = variable.device
        info = getattr(variable, "_save_slice_info", None)
        self.keys = [name if info is None else info.full_name]
        self.slices = ["" if info is None else _slice_text(info)]
        self.dtypes = [variable.dtype]
        self._variable = variable
        self._reshape = reshape

    def values(self) -> list[Any]:
        """What is written under the keys."""
        return [self._variable._as_graph_element()]

    def restored(self, values: Sequence[Any]) -> Any:
        """The operation that takes what was read under the keys."""
        variable = self._variable
        given: Any = raw.Identity(values[0])
        if self._reshape:
            given = raw.Reshape(given, convert_to_tensor(variable.shape.as_list(), "int32"))
        # TF: values of other shapes are restored too.
        is_known = variable.shape.is_fully_defined()
        return raw.AssignVariableOp(variable.handle, given, validate_shape=is_known)


class _SavedTable:
    """A table, saved as its keys and values, whose names begin with its own."""

    def __init__(self, name: str, table: MutableHashTable, graph: Graph) -> None:
        self.name = name
        self.device = table.resource_handle.device
        self.keys = [f"{name}-keys", f"{name}-values"]
        self.slices = ["", ""]
        self.dtypes = [table.key_dtype, table.value_dtype]
        self._table = table
        self._graph = graph

    def values(self) -> list[Any]:
        """What is written under the keys."""
        parts = self._table._serialize_to_tensors()
        return [parts["-keys"], parts["-values"]]

    def restored(self, values: Sequence[Any]) -> Any:
        """The operation that takes what was read under the keys."""
        keys, contents = values
        with self._graph.name_scope(f"{self.name}_table_restore"):
            return self._table._restore_from_tensors({"-keys": keys, "-values": contents})


_Saved = _SavedVariable | _SavedTable


def _slice_text(info: Any) -> str:
    """The sizes of the whole, then start and length by axis: "6 2 0,3:0,2"."""
    bounds = zip(info.var_offset, info.var_shape, strict=True)
    sizes = "".join(f"{size} " for size in info.full_shape)
    return sizes + ":".join(f"{start},{length}" for start, length in bounds)


def _keys_and_slices(saved: Sequence[_Saved]) -> tuple[list[str], list[str]]:
    """The keys in the checkpoint, and which part of what is there each value is: "" for all of it."""
    keys = [key for x in saved for key in x.keys]
    return keys, [part for x in saved for part in x.slices]


def _saving(graph: Graph, path: Any, saved: Sequence[_Saved]) -> Any:
    values = [value for x in saved for value in x.values()]
    operation: Any = raw.SaveV2(path, *_keys_and_slices(saved), values)
    with graph.control_dependencies([operation]):
        return raw.Identity(path, name="control_dependency")


def _saving_in_parts(graph: Graph, path: Any, parts: Sequence[Sequence[_Saved]]) -> Any:
    start = raw.StringJoin([path, convert_to_tensor(_PARTS)])
    count = convert_to_tensor(len(parts), name="num_shards")
    paths, written = [], []
    for number, saved in enumerate(parts):
        part = raw.ShardedFilename(start, number, count)
        paths.append(part)
        written.append(_saving(graph, part, saved))
    with graph.control_dependencies(written):
        merging: Any = raw.MergeV2Checkpoints(raw.Pack(paths), path)
    with graph.control_dependencies([merging]):
        return raw.Identity(path)


def _restoring(graph: Graph, path: Any, saved: Sequence[_Saved], name: str) -> Any:
    dtypes = [dtype for x in saved for dtype in x.dtypes]
    with device("/cpu:0"):
        values = iter(raw.RestoreV2(path, *_keys_and_slices(saved), dtypes=dtypes))
    restoring: list[Any] = [x.restored([next(values) for _ in x.keys]) for x in saved]
    with graph.control_dependencies(restoring):
        return raw.NoOp(name=name)
