"""`tf.train.Checkpoint`: the variables of objects, written to files and read back into objects."""

from __future__ import annotations

import inspect
import os
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.tensor import EagerTensor
from stagelight.errors import NotFoundError
from stagelight.formats.tensor_bundle import BundleReader, write_bundle
from stagelight.graph.scopes import init_scope, inside_function
from stagelight.ops.host.host_call import numpy_function
from stagelight.public import public
from stagelight.saving.checkpoint_state import latest_checkpoint, update_checkpoint_state
from stagelight.saving.load_status import (
    CheckpointLoadStatus,
    InitializationOnlyStatus,
    NameBasedStatus,
)
from stagelight.saving.object_graph import (
    OBJECT_GRAPH_KEY,
    children_of,
    nodes_with_slots_from,
    values_and_graph,
)
from stagelight.saving.restoration import Restoration, restore_by_names
from stagelight.saving.saved_model.files import contains_saved_model, variables_prefix
from stagelight.state.auto_trackable import AutoTrackable
from stagelight.state.trackable import is_staged_function, is_trackable, staged_functions_of
from stagelight.state.variable import Variable
from stagelight.types import dtypes


@public("train.CheckpointOptions")
class CheckpointOptions:
    """How a checkpoint is written and read. Nothing of it changes what is written here.

    Args:
        experimental_io_device: of a cluster; not used.
        experimental_enable_async_checkpoint, enable_async: whether `save` may return before all is
            written; it never does.
        experimental_write_callbacks: functions that are called when a checkpoint was written, with its path
            if they take an argument.
        experimental_sharding_callback: how tensors are divided among files; there is one file.
        experimental_skip_slot_variables: whether variables that optimizers keep for others (`m` of Adam) are
            left out when restoring.

    Raises:
        TypeError: a callback is no function.
        ValueError: it takes more than one argument.
    """

    def __init__(
        self,
        experimental_io_device: str | None = None,
        experimental_enable_async_checkpoint: bool = False,
        experimental_write_callbacks: Any = None,
        enable_async: bool = False,
        experimental_sharding_callback: Any = None,
        experimental_skip_slot_variables: bool = False,
    ) -> None:
        self.experimental_io_device = experimental_io_device
        self.experimental_enable_async_checkpoint = experimental_enable_async_checkpoint
        for callback in experimental_write_callbacks or ():
            if not callable(callback):
                raise TypeError(f"Callbacks must be functions. Received: {callback!r}")
            if len(inspect.signature(callback).parameters) > 1:
                raise ValueError(
                    f"A callback takes the path of the checkpoint or nothing. Received: {callback!r}"
                )
        self.experimental_write_callbacks = experimental_write_callbacks
        self.enable_async = enable_async
        self.experimental_sharding_callback = experimental_sharding_callback
        self.experimental_skip_slot_variables = experimental_skip_slot_variables


def _strong(root: Any) -> Any:
    """The object that a root is, or refers to."""
    return root() if isinstance(root, weakref.ref) else root


@public("train.Checkpoint")
class Checkpoint(AutoTrackable):
    """Saves the variables that are reached from objects, and restores them.

    A value is found again by the way to it: the names of attributes, positions in lists and keys of
    dicts. Restoring matches objects by these names, however the program is arranged now; objects that
    are made later get their values when they become attributes of those that are there.

    The files are TensorFlow's: each reads what the other has written. They are replaced as a whole, so that
    a crash leaves the checkpoint that was there.

    Args:
        root: an object whose children are saved as if they were the checkpoint's own, or a weak reference
            to it.
        **kwargs: objects by name.

    Raises:
        ValueError: an object cannot be saved.

    >>> import os, tempfile
    >>> weights = tf.Variable([1.0, 2.0])
    >>> checkpoint = tf.train.Checkpoint(weights=weights)
    >>> path = checkpoint.save(os.path.join(tempfile.mkdtemp(), "training"))
    >>> os.path.basename(path)
    'training-1'
    >>> _ = weights.assign([0.0, 0.0])
    >>> _ = checkpoint.restore(path).assert_consumed()
    >>> weights.numpy()
    array([1., 2.], dtype=float32)
    """

    def __init__(self, root: Any = None, **kwargs: Any) -> None:
        self._root = None
        self._save_counter: Variable | None = None
        if root is not None:
            if not is_trackable(_strong(root)):
                raise ValueError(_not_trackable("root", root))
            existing = children_of(_strong(root))
            for name, value in kwargs.items():
                if existing.get(name, value) is not value:
                    raise ValueError(
                        f"Cannot create a Checkpoint with keyword argument {name} if root.{name} already "
                        "exists."
                    )
        for name in sorted(kwargs):
            value = kwargs[name]
            if not (is_trackable(value) or is_staged_function(type(value))):
                raise ValueError(_not_trackable(name, value))
            setattr(self, name, value)
        object.__setattr__(self, "_root", root)  # As it is, and no child of its own.

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        attributes = {
            name: value
            for name, value in vars(self).items()
            if not name.startswith("_") and is_trackable(value)
        }
        if save_type == "savedmodel":
            attributes.update(staged_functions_of(self))
        if self._root is not None:
            attributes = {**children_of(_strong(self._root), save_type, **kwargs), **attributes}
        if self._save_counter is not None:
            attributes["save_counter"] = self._save_counter
        return attributes

    @property
    def save_counter(self) -> Variable:
        """How often `save` was called; it is saved too."""
        counter = self._save_counter
        if counter is None:
            with init_scope():
                counter = Variable(0, dtype=dtypes.int64, trainable=False, name="save_counter")
            object.__setattr__(self, "_save_counter", counter)
            self._handle_deferred_dependencies("save_counter", counter)
        return counter

    # Writing.

    def write(self, file_prefix: Any, options: CheckpointOptions | None = None) -> str:
        """Writes a checkpoint without counting it.

        Args:
            file_prefix: the beginning of the names of its files; folders are made.
            options: see `CheckpointOptions`.

        Returns:
            The prefix; inside `tf.function` a tensor of it: the checkpoint is written at each call.

        Raises:
            OSError: it cannot be written; what was there is there still.
            NotImplementedError: in a graph of TensorFlow 1.
        """
        if inside_function():
            return self._staged_write(file_prefix, options)
        prefix = os.fspath(file_prefix)
        if CONTEXT.stage is not None:
            raise NotImplementedError(
                "tf.train.Checkpoint writes eager variables. Use tf.compat.v1.train.Checkpoint with a "
                "session, or tf.compat.v1.train.Saver, for variables of a graph."
            )
        tensors, graph = values_and_graph(nodes_with_slots_from(self))
        write_bundle(prefix, stored_values(tensors, graph))
        for callback in (options.experimental_write_callbacks if options else None) or ():
            _call_back(callback, prefix)
        return prefix

    def save(self, file_prefix: Any, options: CheckpointOptions | None = None) -> str:
        """Writes a checkpoint and counts it.

        Args:
            file_prefix: the beginning of the names of its files, to which "-" and the number of the
                checkpoint are added.
            options: see `CheckpointOptions`.

        Returns:
            The path, to give to `restore`.
        """
        _refuse_in_functions("save", "Use `write`, which counts nothing.")
        self.save_counter.assign_add(1)
        number = int(self.save_counter.numpy())
        path = self.write(f"{os.fspath(file_prefix)}-{number}", options)
        update_checkpoint_state(os.path.dirname(path), path, [path])
        return path

    def _staged_write(self, file_prefix: Any, options: CheckpointOptions | None) -> Any:
        def write(prefix: Any) -> bytes:
            return self.write(prefix.decode(), options).encode()

        return numpy_function(write, [convert_to_tensor(file_prefix)], dtypes.string)

    # Reading.

    def sync(self) -> None:
        """Waits until what is being written is on the disk: it is, when `save` or `write` returns."""

    def read(
        self, save_path: Any, options: CheckpointOptions | None = None
    ) -> CheckpointLoadStatus:
        """Reads a checkpoint that `write` has written.

        Args:
            save_path: the prefix of its files.
            options: see `CheckpointOptions`.

        Returns:
            What was found, to be asked whether all was.

        Raises:
            NotFoundError: there is no such checkpoint.
            DataLossError: its files are damaged.
            ValueError: a value does not fit its variable.
        """
        _refuse_in_functions("read", "Read it before the function is called.")
        reader = BundleReader(os.fspath(save_path))
        if OBJECT_GRAPH_KEY not in reader:
            missing, used = restore_by_names(reader, self)
            return NameBasedStatus(self, reader, missing, used)
        skips_slots = options is not None and options.experimental_skip_slot_variables
        restoration = Restoration(reader, with_slots=not skips_slots)
        restoration.warns = True
        restoration.match(self)
        if self._root is not None:
            # What the root gets later is the checkpoint's own.
            restoration.wait_at_root(self._root)
        return CheckpointLoadStatus(self, restoration)

    def restore(
        self, save_path: Any, options: CheckpointOptions | None = None
    ) -> CheckpointLoadStatus | InitializationOnlyStatus:
        """Restores a checkpoint that `save` has written, with the number of checkpoints.

        Args:
            save_path: what `save` has returned, a folder (its latest checkpoint), the folder of a saved
                model, or None: nothing is restored.
            options: see `CheckpointOptions`.

        Returns:
            As `read`.

        Raises:
            As `read`.
        """
        if save_path is None:
            return InitializationOnlyStatus()
        path = os.fspath(save_path)
        if contains_saved_model(path):
            path = variables_prefix(Path(path))
        elif os.path.isdir(path):
            path = latest_checkpoint(path) or path
        try:
            status = self.read(path, options)
        except NotFoundError as error:
            raise NotFoundError(
                None,
                None,
                f"Error when restoring from checkpoint or SavedModel at {os.fspath(save_path)}: "
                f"{error.message}\nPlease double-check that the path is correct. You may be missing the "
                "checkpoint suffix (e.g. the '-1' in 'path/to/ckpt-1').",
            ) from None
        self.save_counter  # noqa: B018 - it is made, and gets its value
        return status


def stored_values(tensors: dict[str, Any], graph: Any) -> dict[str, tuple[int, np.ndarray]]:
    """The tensors of objects and the graph of them, as the files of a checkpoint hold them."""
    stored = {key: _stored(tensor) for key, tensor in tensors.items()}
    content = np.array(graph.SerializeToString(), object)
    stored[OBJECT_GRAPH_KEY] = (dtypes.string.as_datatype_enum, content)
    return stored


def _stored(tensor: Any) -> tuple[int, np.ndarray]:
    tensor = convert_to_tensor(tensor)
    assert isinstance(tensor, EagerTensor)
    return tensor.dtype.as_datatype_enum, tensor._array


def _refuse_in_functions(method: str, advice: str) -> None:
    if inside_function():
        raise NotImplementedError(
            f"Calling tf.train.Checkpoint.{method}() from a function is not supported. {advice}"
        )


def _call_back(callback: Callable[..., Any], path: str) -> None:
    try:
        count = callback.__code__.co_argcount
    except AttributeError:
        count = 1
    callback(path) if count else callback()


def _not_trackable(name: str, value: Any) -> str:
    return (
        f"`Checkpoint` was expecting {name} to be a trackable object (an object derived from "
        f"`Trackable`), got {value}."
    )
