"""Single values of a checkpoint, by key, without the objects that they belong to."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from stagelight.errors import NotFoundError
from stagelight.formats.tensor_bundle import BundleReader, index_file
from stagelight.public import public
from stagelight.saving.checkpoint_state import latest_checkpoint
from stagelight.types.dtypes import DType, as_dtype


@public("compat.v1.train.NewCheckpointReader")
class CheckpointReader:
    """Reads values of a checkpoint; each when it is asked for.

    Args:
        filepattern: the checkpoint's path, without an end such as ".index".

    Raises:
        NotFoundError: there is no such checkpoint.

    >>> import os, tempfile
    >>> path = tf.train.Checkpoint(v=tf.Variable(1.0)).save(os.path.join(tempfile.mkdtemp(), "training"))
    >>> tf.compat.v1.train.NewCheckpointReader(path).get_tensor("v/.ATTRIBUTES/VARIABLE_VALUE")
    np.float32(1.0)
    """

    def __init__(self, filepattern: Any) -> None:
        self._reader = BundleReader(os.fspath(filepattern))

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """The shapes by key."""
        return {key: list(self._reader.shape(key)) for key in self._reader.all_keys()}

    def get_variable_to_dtype_map(self) -> dict[str, DType]:
        """The dtypes by key."""
        return {key: as_dtype(self._reader.dtype_number(key)) for key in self._reader.all_keys()}

    def has_tensor(self, tensor_str: str) -> bool:
        """Whether there is a value under a key."""
        return tensor_str in self._reader

    def get_tensor(self, tensor_str: str) -> Any:
        """The value under a key: an array, or a number or bytes where it is a scalar.

        Raises:
            NotFoundError: there is none.
            DataLossError: it is damaged.
        """
        array = self._reader.tensor(tensor_str)
        return array if array.shape else array[()]

    def debug_string(self) -> bytes:
        """A line for each value: its key, dtype and shape."""
        kinds = self.get_variable_to_dtype_map()
        lines = [
            f"{key} (DT_{kinds[key].name.upper()}) {shape}"
            for key, shape in self.get_variable_to_shape_map().items()
        ]
        return "\n".join(lines).encode()


@public("train.load_checkpoint")
def load_checkpoint(ckpt_dir_or_file: Any) -> CheckpointReader:
    """A reader of a checkpoint.

    Args:
        ckpt_dir_or_file: the path of a checkpoint, or a folder: its latest one.

    Raises:
        ValueError: the folder has no checkpoint.
        NotFoundError: there is no such checkpoint.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).save(os.path.join(folder, "training"))
    >>> tf.train.load_checkpoint(folder).get_variable_to_shape_map()["v/.ATTRIBUTES/VARIABLE_VALUE"]
    [2]
    """
    path = os.fspath(ckpt_dir_or_file)
    if not index_file(path).exists():
        found = latest_checkpoint(path) if os.path.isdir(path) else None
        if found is None and os.path.isdir(path):
            raise ValueError(
                f"Couldn't find 'checkpoint' file or checkpoints in given directory {path}"
            )
        path = found or path
    return CheckpointReader(path)


@public("train.load_variable")
def load_variable(ckpt_dir_or_file: Any, name: str) -> np.ndarray:
    """The value under a key of a checkpoint.

    Args:
        ckpt_dir_or_file: see `load_checkpoint`.
        name: the key; ":0" at its end is left out.

    Raises:
        NotFoundError: there is none.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).save(os.path.join(folder, "training"))
    >>> tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE")
    array([1., 2.], dtype=float32)
    """
    array: np.ndarray = load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))
    return array


@public("train.list_variables")
def list_variables(ckpt_dir_or_file: Any) -> list[tuple[str, list[int]]]:
    """The keys and shapes of all values of a checkpoint, by key.

    Args:
        ckpt_dir_or_file: see `load_checkpoint`.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).save(os.path.join(folder, "training"))
    >>> tf.train.list_variables(path)[-1]
    ('v/.ATTRIBUTES/VARIABLE_VALUE', [2])
    """
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())


@public("compat.v1.train.checkpoint_exists")
def checkpoint_exists(checkpoint_prefix: Any) -> bool:
    """Whether there is a checkpoint with this prefix.

    >>> tf.compat.v1.train.checkpoint_exists("/no/such/checkpoint")
    False
    """
    try:
        BundleReader(os.fspath(checkpoint_prefix))
    except NotFoundError:
        return False
    return True
