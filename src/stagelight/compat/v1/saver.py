"""`tf.compat.v1.train.Saver`: variables by their names, in checkpoints, with the graph beside them."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from stagelight.compat.v1.checkpoint_starts import get_checkpoint_mtimes, remove_checkpoint
from stagelight.compat.v1.collection_messages import MessageForm, register_message_form
from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.compat.v1.graph_collections import GraphKeys
from stagelight.compat.v1.meta_graph_export import export_meta_graph
from stagelight.compat.v1.partitioned_variables import parts_of, with_parts
from stagelight.compat.v1.saver_operations import add_saver_operations, tables_of
from stagelight.compat.v1.scoped_names import is_within, with_scope, without_scope
from stagelight.compat.v1.session import Session
from stagelight.compat.v1.variables import global_variables
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import invalid
from stagelight.errors import InvalidArgumentError, NotFoundError
from stagelight.formats import schema
from stagelight.formats.tensor_bundle import BundleReader, write_bundle
from stagelight.graph.operation import SymbolicTensor
from stagelight.logs import get_logger
from stagelight.public import public
from stagelight.saving.checkpoint_reader import checkpoint_exists
from stagelight.saving.checkpoint_state import FILE, update_checkpoint_state
from stagelight.saving.kept_checkpoints import KeptCheckpoints
from stagelight.saving.object_graph import OBJECT_GRAPH_KEY, full_name
from stagelight.saving.restoration import tensor_of
from stagelight.state.lookup_tables import MutableHashTable
from stagelight.state.variable import Variable
from stagelight.state.variable_saving import VALUE


@public("compat.v1.train.Saver")
class Saver:
    """Saves variables under their names, and restores them.

    Where variables are not listed it does so for tables that keys are put into, too.

    The values come from a session, by operations that are added to the graph, or, for eager variables, from
    the variables themselves. The files are those of `tf.train.Checkpoint`; the graph is saved beside them,
    for `tf.compat.v1.train.import_meta_graph`.

    Args:
        var_list: variables, or a dict: name -> variable; by default all of the graph.
        reshape: whether values of other shapes are given those of the variables.
        sharded: whether each device writes a file of its own first.
        max_to_keep: how many checkpoints are kept; None or 0: all.
        keep_checkpoint_every_n_hours: one for each such time is kept for good.
        name: the name scope of the operations; "save" by default.
        restore_sequentially: accepted for compatibility; all values are read by one operation.
        saver_def: a `SaverDef` of operations that the graph has already.
        builder: not available.
        defer_build: whether the variables are those that the graph has when `build` is called.
        allow_empty: whether there may be no variables.
        write_version: must be that of `SaverDef.V2`.
        pad_step_number: whether numbers of steps have eight digits.
        save_relative_paths: accepted for compatibility: the state file has relative paths in any case.
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
        if builder is not None:
            raise NotImplementedError("`builder` is not available: leave it out.")
        self._reshape, self._sharded, self._name = reshape, sharded, name
        self._allows_none = allow_empty
        self._pad = pad_step_number
        self._filename = filename
        self._variables: dict[str, Variable] = {}
        self._tables: dict[str, MutableHashTable] = {}
        self._by_object_keys: Saver | None = None
        self.saver_def: Any = None
        self._set_kept(max_to_keep, keep_checkpoint_every_n_hours)
        self._is_built = False
        if saver_def is not None:
            self._take_operations(saver_def, name)
        elif not defer_build:
            self._take(var_list)

    def _set_kept(self, most: int | None, hours: float) -> None:
        self._most, self._hours = most or 0, hours
        self._kept = KeptCheckpoints(most or None, hours * 3600)

    def _take_operations(self, saver_def: Any, scope: str | None) -> None:
        """Saves by operations that the graph has, in a name scope."""
        if getattr(getattr(saver_def, "DESCRIPTOR", None), "name", None) != "SaverDef":
            raise ValueError(f"saver_def must be a saver_pb2.SaverDef: {saver_def}")
        taken = schema.SaverDef.FromString(saver_def.SerializeToString())
        for field in ("save_tensor_name", "restore_op_name"):
            if not getattr(taken, field):
                raise ValueError(f"saver_def must specify the {field}: {taken}")
        for field in _NAMES:
            setattr(taken, field, with_scope(getattr(taken, field), scope))
        self.saver_def = taken
        self._set_kept(taken.max_to_keep, taken.keep_checkpoint_every_n_hours)
        self._is_built = True

    def _take(self, var_list: Mapping[str, Variable] | Iterable[Variable] | None) -> None:
        """Notes the variables and tables that are saved, and adds what saves them to their graph."""
        if var_list is None:
            if CONTEXT.stage is None:
                raise RuntimeError(
                    "When eager execution is enabled, `var_list` must specify a list or dict of "
                    "variables to save"
                )
            var_list = global_variables()
            self._tables = tables_of(get_default_graph())
        self._variables = _by_name(var_list)
        self._is_built = True
        if not self._variables and not self._tables:
            if not self._allows_none:
                raise ValueError("No variables to save")
            return
        graphs = {
            id(x.graph): x.graph
            for x in self._variables.values()
            if isinstance(x.handle, SymbolicTensor)
        }
        if self._tables:
            graphs[id(get_default_graph())] = get_default_graph()
        if graphs:
            (graph,) = graphs.values()
            self.saver_def = add_saver_operations(
                graph,
                self._variables,
                self._tables,
                self._name,
                self._filename,
                self._reshape,
                self._sharded,
            )
            self.saver_def.max_to_keep = self._most
            self.saver_def.keep_checkpoint_every_n_hours = self._hours

    def build(self) -> None:
        """Adds what saves and restores to the graph, unless it is there.

        With `defer_build` the variables are those that the graph has now.

        Raises:
            ValueError: there are no variables.
        """
        if not self._is_built:
            self._take(None)

    # As a message.

    def as_saver_def(self) -> Any:
        """The `SaverDef` message that names the operations; None for eager variables."""
        return self.saver_def

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The `SaverDef` message.

        Args:
            export_scope: what is left out of the names.

        Returns:
            The message; None if the operations are not in that scope.
        """
        if export_scope is None or self.saver_def is None:
            return self.saver_def
        message = schema.SaverDef()
        message.CopyFrom(self.saver_def)
        for field in _NAMES:
            name = getattr(message, field)
            if not is_within(name, export_scope):
                return None
            setattr(message, field, without_scope(name, export_scope))
        return message

    @staticmethod
    def from_proto(saver_def: Any, import_scope: str | None = None) -> Saver:
        """The saver of a `SaverDef` message, whose names are in a scope."""
        return Saver(saver_def=saver_def, name=import_scope)

    def export_meta_graph(
        self,
        filename: Any = None,
        collection_list: Iterable[Any] | None = None,
        as_text: bool = False,
        export_scope: str | None = None,
        clear_devices: bool = False,
        clear_extraneous_savers: bool = False,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> Any:
        """The default graph as a `MetaGraphDef`; see `tf.compat.v1.train.export_meta_graph`."""
        return export_meta_graph(
            filename=filename,
            saver_def=self.saver_def,
            collection_list=collection_list,
            as_text=as_text,
            export_scope=export_scope,
            clear_devices=clear_devices,
            clear_extraneous_savers=clear_extraneous_savers,
            strip_default_attrs=strip_default_attrs,
            save_debug_info=save_debug_info,
        )

    # Which checkpoints there are.

    @property
    def last_checkpoints(self) -> list[str]:
        """The paths of those that are kept, the oldest first; none is noted where all are kept."""
        return list(self._kept.written) if self._most else []

    def set_last_checkpoints(self, last_checkpoints: list[str]) -> None:
        """Says which checkpoints there are, the oldest first."""
        self._kept.written = dict.fromkeys(last_checkpoints, time.time())

    def set_last_checkpoints_with_time(
        self, last_checkpoints_with_time: list[tuple[str, float]]
    ) -> None:
        """Says which checkpoints there are, the oldest first, and when they were written."""
        self._kept.written = dict(last_checkpoints_with_time)

    def recover_last_checkpoints(self, checkpoint_paths: Iterable[str]) -> None:
        """Says which checkpoints there are of those that an earlier process wrote, the oldest first."""
        there = [path for path in checkpoint_paths if checkpoint_exists(path)]
        times = get_checkpoint_mtimes(there)
        self.set_last_checkpoints_with_time(list(zip(there, times, strict=True)))

    # Saving.

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
        """Writes a checkpoint, and the graph beside it.

        Args:
            sess: the session that has the values; None for eager variables.
            save_path: the beginning of the names of its files.
            global_step: a number, or a tensor or variable that has it, to add to the name.
            latest_filename: the name of the state file, `checkpoint` by default.
            meta_graph_suffix: the ending of the file of the graph.
            write_meta_graph: whether to write the graph. One that has no form as a message is not written,
                and a warning says so.
            write_state: whether to write the state file.
            strip_default_attrs, save_debug_info: as for `tf.compat.v1.train.export_meta_graph`.

        Returns:
            The path, to give to `restore`; None if there are no variables.

        Raises:
            TypeError: variables of a graph, and no session.
            ValueError: there is no path, or its name or a folder is that of the state file.
            RuntimeError: `build` was deferred and is not called yet.
        """
        self._require_built("save")
        path = os.fspath(save_path or self._filename or "")
        state_file = latest_filename or FILE
        is_empty = self.saver_def is None and not self._variables
        if not path and not is_empty:
            raise ValueError("no path specified")
        if os.path.dirname(state_file):
            raise ValueError("'latest_filename' must not contain path components")
        self._check_session(sess)
        if global_step is not None:
            step = _step_number(global_step, sess)
            path += f"-{step:08}" if self._pad else f"-{step}"
        elif os.path.basename(path) == state_file and not self._sharded:
            raise ValueError(
                f"'latest_filename' collides with 'save_path': '{state_file}' and '{path}'"
            )
        if not is_empty:
            path = self._write(sess, path)
            if write_state:
                deleted = self._kept.add(path)
                folder = os.path.dirname(path)
                update_checkpoint_state(folder, path, self.last_checkpoints, file_name=state_file)
                for old in deleted:
                    remove_checkpoint(old, meta_graph_suffix=meta_graph_suffix)
        if write_meta_graph and sess is not None:
            self._write_graph(
                sess, f"{path}.{meta_graph_suffix}", strip_default_attrs, save_debug_info
            )
        return None if is_empty else path

    def _write(self, session: Session | None, path: str) -> str:
        if session is not None and self.saver_def is not None:
            names = self.saver_def
            written: bytes = session.run(names.save_tensor_name, {names.filename_tensor_name: path})
            return os.fsdecode(written)
        tensors = {
            name: (variable.dtype.as_datatype_enum, np.asarray(variable.numpy()))
            for name, variable in self._variables.items()
        }
        write_bundle(path, tensors)
        return path

    def _write_graph(
        self, session: Session, path: str, strip_default_attrs: bool, save_debug_info: bool
    ) -> None:
        with session.graph.as_default():
            try:
                self.export_meta_graph(
                    path, strip_default_attrs=strip_default_attrs, save_debug_info=save_debug_info
                )
            except ValueError as error:
                get_logger().warning("The graph is not written beside the checkpoint: %s", error)

    # Restoring.

    def restore(self, sess: Session | None, save_path: Any) -> None:
        """Gives the variables the values of a checkpoint.

        One of `tf.train.Checkpoint` is restored by the names of its variables.

        Args:
            sess: the session that gets the values; None for eager variables.
            save_path: what `save` has returned.

        Raises:
            ValueError: no path, no checkpoint there, or a value does not fit its eager variable.
            NotFoundError: the checkpoint lacks a variable.
            InvalidArgumentError: a value has another dtype than its variable, or another shape.
            RuntimeError: `build` was deferred and is not called yet.
        """
        self._require_built("restore")
        if self.saver_def is None and not self._variables:
            return
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        path = os.fspath(save_path)
        if not checkpoint_exists(path):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {path}")
        self._check_session(sess)
        try:
            if sess is not None and self.saver_def is not None:
                names = self.saver_def
                sess.run(names.restore_op_name, {names.filename_tensor_name: path})
            else:
                self._restore_eagerly(path)
        except NotFoundError as error:
            keys = _keys_of_objects(path)
            if not keys:
                raise _explained(
                    error, "a Variable name or other graph key that is missing"
                ) from None
            self._restore_objects(sess, path, keys)
        except InvalidArgumentError as error:
            raise _explained(error, "a mismatch between the current graph and the graph") from None

    def _restore_eagerly(self, path: str) -> None:
        reader = BundleReader(path)
        values: dict[str, Any] = {name: tensor_of(reader, name) for name in self._variables}
        for name, variable in self._variables.items():
            if values[name].dtype is not variable.dtype:
                raise invalid(
                    f"tensor_name = {name}; expected dtype {variable.dtype.name} does not equal original "
                    f"dtype {values[name].dtype.name}"
                )
            if self._reshape:
                shape: Any = variable.shape.as_list()
                array = np.reshape(values[name].numpy(), shape)
                values[name] = convert_to_tensor(array)
        for name, variable in self._variables.items():
            variable._restore_from_tensors({VALUE: values[name]})

    def _restore_objects(self, session: Session | None, path: str, keys: dict[str, str]) -> None:
        """Restores a checkpoint of objects, whose keys are known by the variables' names.

        TF: those of tables are not known.
        """
        if self._by_object_keys is None:
            variables, tables = self._variables, self._tables
            if not variables and not tables:
                graph = get_default_graph()
                with graph.as_default():
                    variables, tables = _by_name(global_variables()), tables_of(graph)
            missing = sorted({*variables, *tables} - set(keys))
            if missing:
                raise NotFoundError(
                    None,
                    None,
                    "Attempting to load an object-based checkpoint using variable names, but could not "
                    f"find {missing} in the checkpoint.",
                )
            named = {keys[name]: variable for name, variable in variables.items()}
            self._by_object_keys = Saver(named, reshape=self._reshape)
        self._by_object_keys.restore(session, path)

    def _require_built(self, doing: str) -> None:
        if not self._is_built:
            raise RuntimeError(f"`build()` should be called before {doing} if defer_build==True")

    def _check_session(self, session: Any) -> None:
        if session is not None and not callable(getattr(session, "run", None)):
            raise TypeError(f"'sess' must be a Session; {session}")
        if session is None and self.saver_def is not None:
            names = [*(x.name for x in self._variables.values()), *self._tables]
            saved = repr(names[0]) if names else "what is saved"
            raise TypeError(
                f"{saved} belongs to a graph: `sess` must be the session that has its value. Received: None"
            )


_NAMES = ("filename_tensor_name", "save_tensor_name", "restore_op_name")


def _step_number(step: Any, session: Session | None) -> int:
    if session is not None and isinstance(step, str | SymbolicTensor | Variable):
        step = session.run(step)
    return int(step)


def _keys_of_objects(path: str) -> dict[str, str]:
    """The keys in a checkpoint of objects by the variables' names; none if it is of another kind."""
    reader = BundleReader(path)
    if OBJECT_GRAPH_KEY not in reader:
        return {}
    stored = reader.tensor(OBJECT_GRAPH_KEY).item()
    nodes = schema.TrackableObjectGraph.FromString(stored).nodes
    return {x.full_name: x.checkpoint_key for node in nodes for x in node.attributes}


def _explained(error: Any, cause: str) -> Exception:
    made: Exception = type(error)(
        error.node_def,
        error.op,
        f"Restoring from checkpoint failed. This is most likely due to {cause} from the checkpoint. Please "
        "ensure that you have not altered the graph expected based on the checkpoint. Original error:\n\n"
        f"{error.message}",
    )
    return made


def _by_name(var_list: Mapping[str, Variable] | Iterable[Variable]) -> dict[str, Variable]:
    if isinstance(var_list, Mapping):
        seen: set[int] = set()
        for name, variable in var_list.items():
            if id(variable) in seen:
                raise ValueError(f"The same saveable will be restored with two names: {name}")
            seen.add(id(variable))
        return with_parts(var_list)
    found: dict[str, Variable] = {}
    for variable in itertools.chain.from_iterable(map(parts_of, var_list)):
        name = full_name(variable)
        if found.setdefault(name, variable) is not variable:
            raise ValueError(f"At least two variables have the same name: {name}")
    return found


register_message_form(
    (GraphKeys.SAVERS,),
    MessageForm("SaverDef", lambda saver, scope: saver.to_proto(scope), Saver.from_proto),
)
