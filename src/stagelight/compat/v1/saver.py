"""`tf.compat.v1.train.Saver`: variables by their names, in checkpoints."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from stagelight.compat.v1.default_graph import get_default_graph, placeholder
from stagelight.compat.v1.session import Session
from stagelight.compat.v1.variables import global_variables
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import invalid
from stagelight.formats.tensor_bundle import BundleReader, write_bundle
from stagelight.graph.operation import SymbolicTensor
from stagelight.public import public
from stagelight.saving.checkpoint_manager import delete_checkpoint
from stagelight.saving.checkpoint_reader import checkpoint_exists
from stagelight.saving.checkpoint_state import update_checkpoint_state
from stagelight.saving.kept_checkpoints import KeptCheckpoints
from stagelight.saving.object_graph import full_name
from stagelight.saving.restoration import tensor_of
from stagelight.state.lookup_tables import SAVED_TABLES, MutableHashTable
from stagelight.state.variable import Variable
from stagelight.state.variable_saving import VALUE


@public("compat.v1.train.Saver")
class Saver:
    """Saves variables under their names, and restores them.

    Where variables are not listed it does so for tables that keys are put into, too.

    The values come from a session, or, for eager variables, from the variables themselves. The files
    are those of `tf.train.Checkpoint`; the graph is not saved with them (`.meta`).

    Args:
        var_list: variables, or a dict: name -> variable; by default all of the graph.
        max_to_keep: how many checkpoints are kept; None or 0: all.
        keep_checkpoint_every_n_hours: one for each such time is kept for good.
        defer_build: whether the variables are those that the graph has when `build` is called.
        allow_empty: whether there may be no variables.
        pad_step_number: whether numbers of steps have eight digits.
        filename: where to save if `save` is not told.

    Raises:
        ValueError: no variables, or two of one name.
        RuntimeError: eager variables are not listed.

    >>> import os, tempfile
    >>> v = tf.Variable(1.0, name="v")
    >>> saver = tf.compat.v1.train.Saver([v])
    >>> path = saver.save(None, os.path.join(tempfile.mkdtemp(), "model"), global_step=3)
    >>> _ = v.assign(0.0)
    >>> saver.restore(None, path)
    >>> float(v)
    1.0
    """

    def __init__(
        self,
        var_list: Mapping[str, Variable] | Iterable[Variable] | None = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        saver_def: Any = None,
        builder: Any = None,
        defer_build: bool = False,
        allow_empty: bool = False,
        write_version: Any = None,
        pad_step_number: bool = False,
        save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:
        if defer_build and var_list is not None:
            raise ValueError(
                "If `var_list` is provided then build cannot be deferred. Either set defer_build=False or "
                "var_list=None."
            )
        self._is_deferred, self._allows_none = defer_build, allow_empty
        self._variables: dict[str, Variable] = {}
        self._tables: list[_SavedTable] = []
        if not defer_build:
            self._take(var_list)
        self._reshape = reshape
        self._max_to_keep = max_to_keep
        self._kept = KeptCheckpoints(max_to_keep or None, keep_checkpoint_every_n_hours * 3600)
        self._pad = pad_step_number
        self._filename = filename
        self._is_sharded = sharded
        # Of variables of a graph: what a value is put in by, and the operation that assigns it.
        self._assignments: dict[str, tuple[Any, Any]] = {}

    def _take(self, var_list: Mapping[str, Variable] | Iterable[Variable] | None) -> None:
        """Notes the variables that are saved."""
        if var_list is None:
            if CONTEXT.stage is None:
                raise RuntimeError(
                    "When eager execution is enabled, `var_list` must specify a list or dict of "
                    "variables to save"
                )
            var_list = global_variables()
            self._tables = _tables_of(get_default_graph())
        self._variables = _by_name(var_list)
        if not self._variables and not self._tables and not self._allows_none:
            raise ValueError("No variables to save")

    def build(self) -> None:
        """Adds to the graph what restores, as the first `restore` does otherwise.

        With `defer_build` the variables are those that the graph has now.

        Raises:
            ValueError: there are no variables.
        """
        if self._is_deferred:
            self._take(None)
            self._is_deferred = False
        for name, variable in self._variables.items():
            self._assignment(name, variable)
        for table in self._tables:
            table.build()

    @property
    def last_checkpoints(self) -> list[str]:
        """The paths of those that are kept, the oldest first; none is noted where all are kept."""
        return list(self._kept.written) if self._max_to_keep else []

    def set_last_checkpoints(self, last_checkpoints: list[str]) -> None:
        """Says which checkpoints there are, the oldest first."""
        self._kept.written = dict.fromkeys(last_checkpoints, time.time())

    def recover_last_checkpoints(self, checkpoint_paths: Iterable[str]) -> None:
        """Says which checkpoints there are of those that an earlier process wrote, the oldest first."""
        self.set_last_checkpoints([path for path in checkpoint_paths if checkpoint_exists(path)])

    def save(
        self,
        sess: Session | None,
        save_path: Any,
        global_step: Any = None,
        latest_filename: str | None = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> str | None:
        """Writes a checkpoint.

        Args:
            sess: the session that has the values; None for eager variables.
            save_path: the beginning of the names of its files.
            global_step: a number, or a variable or tensor that has it, to add to the name.
            latest_filename: the name of the state file, `checkpoint` by default.
            write_state: whether to write the state file.

        Returns:
            The path, to give to `restore`; None if there are no variables.

        Raises:
            TypeError: variables of a graph, and no session.
            ValueError: there is no path, or its name or a folder is that of the state file.
            RuntimeError: `build` was deferred and is not called yet.
        """
        self._require_built("save")
        if not self._variables and not self._tables:
            return None
        path = os.fspath(save_path or self._filename or "")
        state_file = latest_filename or "checkpoint"
        if not path:
            raise ValueError("no path specified")
        if os.path.dirname(state_file):
            raise ValueError("'latest_filename' must not contain path components")
        if global_step is None and os.path.basename(path) == state_file and not self._is_sharded:
            raise ValueError(
                f"'latest_filename' collides with 'save_path': '{state_file}' and '{path}'"
            )
        if global_step is not None:
            if isinstance(global_step, SymbolicTensor) and sess is not None:
                global_step = sess.run(global_step)
            elif isinstance(global_step, Variable):
                (global_step,) = self._values([global_step], sess)
            path += f"-{int(global_step):08}" if self._pad else f"-{int(global_step)}"
        variables = list(self._variables.values())
        tensors = {
            name: (variable.dtype.as_datatype_enum, np.asarray(value))
            for (name, variable), value in zip(
                self._variables.items(), self._values(variables, sess), strict=True
            )
        }
        for table in self._tables:
            tensors |= table.saved(sess)
        write_bundle(path, tensors)
        deleted = self._kept.add(path)
        if write_state:
            folder = os.path.dirname(path)
            update_checkpoint_state(folder, path, self.last_checkpoints, file_name=state_file)
        for old in deleted:
            delete_checkpoint(old)
        return path

    def _values(self, variables: list[Variable], session: Session | None) -> list[Any]:
        if session is None:
            for variable in variables:
                if isinstance(variable.handle, SymbolicTensor):
                    raise TypeError(
                        f"The variable {variable.name!r} belongs to a graph: `sess` must be the session "
                        "that has its value. Received: None"
                    )
            return [variable.numpy() for variable in variables]
        return list(session.run(variables))

    def restore(self, sess: Session | None, save_path: Any) -> None:
        """Gives the variables the values of a checkpoint.

        Args:
            sess: the session that gets the values; None for eager variables.
            save_path: what `save` has returned.

        Raises:
            ValueError: no path, no checkpoint there, or a value does not fit its variable.
            NotFoundError: the checkpoint lacks a variable.
            InvalidArgumentError: a value has another dtype than its variable.
            RuntimeError: `build` was deferred and is not called yet.
        """
        self._require_built("restore")
        if not self._variables and not self._tables:
            return
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        if not checkpoint_exists(save_path):
            raise ValueError(
                f"The passed save_path is not a valid checkpoint: {os.fspath(save_path)}"
            )
        reader = BundleReader(os.fspath(save_path))
        values = {name: tensor_of(reader, name) for name in self._variables}
        for name, variable in self._variables.items():
            _require_dtype(name, values[name].dtype, variable.dtype)
        if self._reshape:
            values = {
                name: convert_to_tensor(
                    np.reshape(value.numpy(), self._variables[name].shape.as_list())
                )
                for name, value in values.items()
            }
        if sess is None:
            for name, variable in self._variables.items():
                variable._restore_from_tensors({VALUE: values[name]})
            return
        feeds = {}
        operations = []
        for name, variable in self._variables.items():
            if not variable.shape.is_compatible_with(values[name].shape):
                raise ValueError(
                    f"Cannot restore {name!r}: the checkpoint has shape {values[name].shape}, the "
                    f"variable {variable.shape}."
                )
            fed, operation = self._assignment(name, variable)
            feeds[fed] = values[name].numpy()
            operations.append(operation)
        for table in self._tables:
            operations.append(table.build())
            feeds |= table.restored(reader)
        sess.run(operations, feeds)

    def _require_built(self, doing: str) -> None:
        if self._is_deferred:
            raise RuntimeError(f"`build()` should be called before {doing} if defer_build==True")

    def _assignment(self, name: str, variable: Variable) -> tuple[Any, Any]:
        found = self._assignments.get(name)
        if found is None:
            with variable.graph.as_default(), variable.graph.control_dependencies(None):
                value = placeholder(variable.dtype, variable.shape)
                found = self._assignments[name] = (value, variable.assign(value, read_value=False))
        return found


class _SavedTable:
    """A table of a graph, saved as its keys and values under a name."""

    def __init__(self, name: str, table: MutableHashTable, graph: Any) -> None:
        self.name = name
        self._table = table
        self._graph = graph
        self._parts: dict[str, Any] = {}
        self._fed: dict[str, Any] = {}
        self._restoring: Any = None

    def saved(self, session: Session | None) -> dict[str, tuple[int, np.ndarray]]:
        """What a checkpoint has of it, by name, each with the number of its dtype."""
        if session is None:
            raise TypeError(
                f"The table {self.name!r} belongs to a graph. `sess` must be its session."
            )
        if not self._parts:
            with self._graph.as_default(), self._graph.control_dependencies(None):
                self._parts = self._table._serialize_to_tensors()
        return {
            f"{self.name}{part}": (self._parts[part].dtype.as_datatype_enum, np.asarray(value))
            for part, value in session.run(self._parts).items()
        }

    def build(self) -> Any:
        """The operation that restores it."""
        if self._restoring is None:
            table = self._table
            with self._graph.as_default(), self._graph.control_dependencies(None):
                self._fed = {
                    "-keys": placeholder(table.key_dtype),
                    "-values": placeholder(table.value_dtype),
                }
                self._restoring = table._restore_from_tensors(self._fed)
        return self._restoring

    def restored(self, reader: BundleReader) -> dict[Any, Any]:
        """What the operation is fed with."""
        return {
            fed: tensor_of(reader, f"{self.name}{part}").numpy() for part, fed in self._fed.items()
        }


def _tables_of(graph: Any) -> list[_SavedTable]:
    """The tables of a graph. TF: of several with one name it saves one; here the others get a number."""
    found: dict[str, _SavedTable] = {}
    for name, table in graph.attached.get(SAVED_TABLES, ()):
        numbers = itertools.count(1)
        unique = name
        while unique in found:
            unique = f"{name}_{next(numbers)}"
        found[unique] = _SavedTable(unique, table, graph)
    return list(found.values())


def _require_dtype(name: str, saved: Any, wanted: Any) -> None:
    if saved != wanted:
        raise invalid(
            "Restoring from checkpoint failed: the value and the variable must have one dtype. Received: "
            f"tensor_name = {name}; expected dtype {wanted.name} does not equal original dtype {saved.name}"
        )


def _by_name(var_list: Mapping[str, Variable] | Iterable[Variable]) -> dict[str, Variable]:
    if isinstance(var_list, Mapping):
        return dict(var_list)
    found: dict[str, Variable] = {}
    for variable in var_list:
        name = full_name(variable)
        if found.setdefault(name, variable) is not variable:
            raise ValueError(f"At least two variables have the same name: {name}")
    return found
