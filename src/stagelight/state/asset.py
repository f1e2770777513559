"""`tf.saved_model.Asset`: a file that belongs to a model."""

from __future__ import annotations

import os
from typing import Any

from stagelight.core.convert import convert_to_tensor, register_conversion
from stagelight.core.tensor import Tensor
from stagelight.graph.scopes import init_scope
from stagelight.public import public
from stagelight.state.trackable import Trackable
from stagelight.types.dtypes import DType, string


@public("saved_model.Asset")
class Asset(Trackable):
    """A file that a model needs: it is copied when the model is saved, and found when it is loaded.

    Args:
        path: where the file is: a string, a path, or a scalar string tensor.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "words.txt")
    >>> with open(path, "w") as file:
    ...     _ = file.write("a b c")
    >>> model = tf.Module()
    >>> model.words = tf.saved_model.Asset(path)
    >>> folder = os.path.join(tempfile.mkdtemp(), "model")
    >>> tf.saved_model.save(model, folder)
    >>> os.remove(path)
    >>> path = tf.saved_model.load(folder).words.asset_path.numpy().decode()
    >>> os.path.relpath(path, folder)
    'assets/words.txt'
    """

    def __init__(self, path: Any) -> None:
        if isinstance(path, os.PathLike):
            path = os.fspath(path)
        with init_scope():
            self._path = convert_to_tensor(path, string, name="asset_path")

    @property
    def asset_path(self) -> Tensor:
        """Where the file is, a scalar string tensor. Functions take it from here, not from a string."""
        return self._path


def _path_of(value: Asset, dtype: DType | None, name: str | None) -> Any:
    return convert_to_tensor(value.asset_path, dtype)


register_conversion(Asset, _path_of)
