"""Variables that begin with the values of a checkpoint, and the files of checkpoints by function."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from stagelight.compat.v1.default_graph import get_default_graph
from stagelight.core.raw import raw
from stagelight.formats import schema
from stagelight.public import public
from stagelight.saving.checkpoint_manager import delete_checkpoint
from stagelight.saving.checkpoint_reader import CheckpointReader, load_checkpoint
from stagelight.saving.checkpoint_state import FILE, latest_checkpoint
from stagelight.saving.checkpoint_state import update_checkpoint_state as write_state
from stagelight.state.variable import Variable


@public("compat.v1.train.init_from_checkpoint")
def init_from_checkpoint(ckpt_dir_or_file: Any, assignment_map: Any) -> None:
    """Lets the initializers of variables read a checkpoint.

    Args:
        ckpt_dir_or_file: the path of a checkpoint, or a folder: its latest one.
        assignment_map: a dict, or a list of pairs: a name in the checkpoint -> a variable, or the name of
            one made by `get_variable`; or a scope in the checkpoint, with a slash at the end, -> a scope of
            the graph: all its variables. "/" is the scope of all.

    Raises:
        ValueError: a variable is not in the graph, or not in the checkpoint, or has another shape there.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "model")
    >>> v = tf.Variable([1.0, 2.0], name="old/w")
    >>> path = tf.compat.v1.train.Saver([v]).save(None, path)
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     with tf.compat.v1.variable_scope("new"):
    ...         w = tf.compat.v1.get_variable("w", [2])
    ...     tf.compat.v1.train.init_from_checkpoint(path, {"old/": "new/"})
    ...     session.run(tf.compat.v1.global_variables_initializer())
    ...     print(session.run(w))
    [1. 2.]
    """
    reader = load_checkpoint(ckpt_dir_or_file)
    path = os.fspath(ckpt_dir_or_file)
    if os.path.isdir(path):
        path = latest_checkpoint(path) or path
    store: dict[str, Variable] = get_default_graph().attached.get("variables by name", {})
    pairs = assignment_map.items() if isinstance(assignment_map, Mapping) else assignment_map
    for key, place in pairs:
        if isinstance(place, Variable):
            _begin_with(place, path, key, reader)
        elif place in store:
            _begin_with(store[place], path, key, reader)
        else:
            _begin_scope(store, path, key, place, reader)


def _begin_scope(
    store: Mapping[str, Variable], path: str, key: str, scope: str, reader: CheckpointReader
) -> None:
    # TF: what stands before the last slash is the scope, even if something follows.
    prefix = scope.rpartition("/")[0]
    inside = {
        name: variable
        for name, variable in store.items()
        if not prefix or name.startswith(f"{prefix}/")
    }
    if not inside or not key.endswith("/"):
        raise ValueError(
            f"Assignment map with scope only name {scope} should map to scope only {key}. Should be "
            "'scope/': 'other_scope/'."
        )
    start = "" if key == "/" else key
    for name, variable in inside.items():
        rest = name[len(prefix) + 1 :] if prefix else name
        _begin_with(variable, path, start + rest, reader)


def _begin_with(variable: Variable, path: str, key: str, reader: CheckpointReader) -> None:
    shapes = reader.get_variable_to_shape_map()
    if key not in shapes:
        raise ValueError(f"Tensor {key} is not found in {path} checkpoint")
    if not variable.shape.is_compatible_with(shapes[key]):
        raise ValueError(
            f"Shape of variable {variable.name} ({variable.shape}) doesn't match with shape of tensor "
            f"{key} ({shapes[key]}) from checkpoint reader."
        )
    graph = variable.graph
    with graph.as_default(), graph.name_scope("init_from_checkpoint"):
        (value,) = raw.RestoreV2(path, [key], [""], dtypes=[variable.dtype])
        value.set_shape(variable.shape)
        variable._initial_value = value
        variable._initializer = variable.assign(value, read_value=False)


@public("compat.v1.train.remove_checkpoint")
def remove_checkpoint(
    checkpoint_prefix: str, checkpoint_format_version: Any = None, meta_graph_suffix: str = "meta"
) -> None:
    """Deletes the files of a checkpoint.

    Args:
        checkpoint_prefix: its path.
        checkpoint_format_version: accepted for compatibility.
        meta_graph_suffix: the ending of the file of its graph.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "model")
    >>> path = tf.compat.v1.train.Saver([tf.Variable(1.0)]).save(None, path)
    >>> tf.compat.v1.train.remove_checkpoint(path)
    >>> tf.compat.v1.train.checkpoint_exists(path)
    False
    """
    if os.path.exists(f"{checkpoint_prefix}.{meta_graph_suffix}"):
        os.remove(f"{checkpoint_prefix}.{meta_graph_suffix}")
    delete_checkpoint(os.fspath(checkpoint_prefix))


@public("compat.v1.train.get_checkpoint_mtimes")
def get_checkpoint_mtimes(checkpoint_prefixes: Any) -> list[float]:
    """When checkpoints were written, in seconds since 1970; those that are not there are left out.

    >>> tf.compat.v1.train.get_checkpoint_mtimes(["/no/such/checkpoint"])
    []
    """
    paths = [f"{os.fspath(prefix)}.index" for prefix in checkpoint_prefixes]
    return [os.path.getmtime(path) for path in paths if os.path.exists(path)]


@public("compat.v1.train.update_checkpoint_state")
def update_checkpoint_state(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Any = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Any = None,
    last_preserved_timestamp: float | None = None,
) -> None:
    """Writes the file of a folder that says which checkpoints there are.

    Args:
        save_dir: the folder.
        model_checkpoint_path: the latest checkpoint.
        all_model_checkpoint_paths: all of them, the oldest first. Relative paths begin where the folder's
            does, or if that is absolute in the folder.
        latest_filename: the file's name; "checkpoint" if None.
        all_model_checkpoint_timestamps: when they were written.
        last_preserved_timestamp: when the last one was written that is kept for good.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> tf.compat.v1.train.update_checkpoint_state(folder, "model-1", ["model-0", "model-1"])
    >>> [path.rpartition("/")[2] for path in
    ...     tf.train.get_checkpoint_state(folder).all_model_checkpoint_paths]
    ['model-0', 'model-1']
    """
    paths = list(all_model_checkpoint_paths or ())
    if model_checkpoint_path not in paths:
        paths.append(model_checkpoint_path)
    write_state(
        save_dir,
        _in_folder(model_checkpoint_path, save_dir),
        [_in_folder(path, save_dir) for path in paths],
        all_model_checkpoint_timestamps or (),
        last_preserved_timestamp,
        latest_filename or FILE,
    )


@public("compat.v1.train.generate_checkpoint_state_proto")
def generate_checkpoint_state_proto(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Any = None,
    all_model_checkpoint_timestamps: Any = None,
    last_preserved_timestamp: float | None = None,
) -> Any:
    """The message of the file of a folder that says which checkpoints there are.

    Args:
        save_dir: the folder.
        model_checkpoint_path: the latest checkpoint.
        all_model_checkpoint_paths: all of them, the oldest first.
        all_model_checkpoint_timestamps: when they were written.
        last_preserved_timestamp: when the last one was written that is kept for good.

    Raises:
        ValueError: there are not as many times as paths.

    >>> tf.compat.v1.train.generate_checkpoint_state_proto("folder", "folder/model-1").model_checkpoint_path
    'model-1'
    """
    paths = list(all_model_checkpoint_paths or ())
    if not paths or paths[-1] != model_checkpoint_path:
        paths.append(model_checkpoint_path)
    times = list(all_model_checkpoint_timestamps or ())
    if times and len(times) != len(paths):
        raise ValueError(
            f"Checkpoint timestamps, if provided, must match checkpoint paths (got paths {paths} and "
            f"timestamps {times})"
        )
    if not os.path.isabs(save_dir):
        if not os.path.isabs(model_checkpoint_path):
            model_checkpoint_path = os.path.relpath(model_checkpoint_path, save_dir)
        paths = [x if os.path.isabs(x) else os.path.relpath(x, save_dir) for x in paths]
    return schema.CheckpointState(
        model_checkpoint_path=model_checkpoint_path,
        all_model_checkpoint_paths=paths,
        all_model_checkpoint_timestamps=times,
        last_preserved_timestamp=last_preserved_timestamp,
    )


def _in_folder(path: str, folder: str) -> str:
    is_from_here = os.path.isabs(path) or not os.path.isabs(folder)
    return path if is_from_here else os.path.join(folder, path)
