"""The file `checkpoint` in a folder: a text that says which checkpoints there are."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stagelight.errors import DataLossError
from stagelight.formats import schema
from stagelight.formats.atomic_files import replaced
from stagelight.formats.tensor_bundle import index_file
from stagelight.public import public

FILE = "checkpoint"


@public("train.get_checkpoint_state")
def get_checkpoint_state(checkpoint_dir: Any, latest_filename: str | None = None) -> Any:
    """What the state file of a folder says, with paths from where the program runs.

    Args:
        checkpoint_dir: the folder.
        latest_filename: the name of the state file, `checkpoint` by default.

    Returns:
        A `CheckpointState` message, or None if there is no such file.

    Raises:
        DataLossError: the file is none of checkpoints.
        ValueError: it names no checkpoint.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> path = tf.train.Checkpoint(v=tf.Variable(1.0)).save(os.path.join(folder, "training"))
    >>> tf.train.get_checkpoint_state(folder).model_checkpoint_path == path
    True
    """
    from_folder = Path(os.fspath(checkpoint_dir))
    path = from_folder / (latest_filename or FILE)
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        raise DataLossError(None, None, f"The file {path} is damaged: {error}.") from None
    state = schema.CheckpointState()
    try:
        schema.parse_text(text, state)
    except ValueError as error:
        raise DataLossError(None, None, f"The file {path} is damaged: {error}.") from None
    if not state.model_checkpoint_path:
        raise ValueError(f"Invalid checkpoint state loaded from {from_folder}")
    state.model_checkpoint_path = str(from_folder / state.model_checkpoint_path)
    state.all_model_checkpoint_paths[:] = [
        str(from_folder / name) for name in state.all_model_checkpoint_paths
    ]
    return state


@public("train.latest_checkpoint")
def latest_checkpoint(checkpoint_dir: Any, latest_filename: str | None = None) -> str | None:
    """The path of the latest checkpoint of a folder, or None.

    Args:
        checkpoint_dir: the folder.
        latest_filename: the name of the state file, `checkpoint` by default.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> path = tf.train.Checkpoint(v=tf.Variable(1.0)).save(os.path.join(folder, "training"))
    >>> tf.train.latest_checkpoint(folder) == path
    True
    """
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    if state is None or not state.model_checkpoint_path:
        return None
    path: str = state.model_checkpoint_path
    return path if index_file(path).exists() else None


def update_checkpoint_state(
    folder: str,
    latest: str,
    paths: Sequence[str],
    timestamps: Sequence[float] = (),
    last_preserved: float | None = None,
    file_name: str = FILE,
) -> None:
    """Writes the state file of a folder.

    Args:
        folder: the folder.
        latest: the path of the latest checkpoint.
        paths: those of all, the oldest first.
        timestamps: when they were written, in seconds since 1970.
        last_preserved: when the last one was written that is kept for good.
        file_name: of the state file.
    """
    state = schema.CheckpointState(model_checkpoint_path=_within(latest, folder))
    state.all_model_checkpoint_paths.extend(_within(path, folder) for path in paths)
    state.all_model_checkpoint_timestamps.extend(timestamps)
    if last_preserved is not None:
        state.last_preserved_timestamp = last_preserved
    with replaced(Path(folder, file_name)) as file:
        file.write(str(state).encode())


def _within(path: str, folder: str) -> str:
    """A path as the state file has it: from the folder if it is below it."""
    absolute, of_folder = os.path.abspath(path), os.path.abspath(folder)
    if os.path.commonpath([absolute, of_folder]) == of_folder:
        return os.path.relpath(absolute, of_folder)
    return absolute
