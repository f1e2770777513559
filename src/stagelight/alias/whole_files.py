"""`tensorflow.python.lib.io.file_io`: files that are read or written at once."""

from __future__ import annotations

from typing import Any

import stagelight as tf


def read_file_to_string(filename: str, binary_mode: bool = False) -> Any:
    """The content of a file, as text or bytes."""
    with tf.io.gfile.GFile(filename, "rb" if binary_mode else "r") as file:
        return file.read()


def write_string_to_file(filename: str, file_content: Any) -> None:
    """Writes a file."""
    with tf.io.gfile.GFile(filename, "w") as file:
        file.write(file_content)
