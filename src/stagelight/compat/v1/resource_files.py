"""`tf.compat.v1.resource_loader`: files that lie beside a program's own."""

from __future__ import annotations

import os
from pathlib import Path

from stagelight.boundary import calling_frame
from stagelight.public import public

_RUNFILES = ".runfiles"
_PACKAGE = Path(__file__).resolve().parents[2]


def _folder_of_caller() -> str:
    """The folder of the file that calls the function which calls this one."""
    return os.path.dirname(calling_frame(2).f_code.co_filename)


@public("compat.v1.resource_loader.get_data_files_path")
def get_data_files_path() -> str:
    """The folder of the file that asks.

    >>> callable(tf.compat.v1.resource_loader.get_data_files_path)
    True
    """
    return _folder_of_caller()


@public("compat.v1.resource_loader.get_path_to_datafile")
def get_path_to_datafile(path: str) -> str:
    """The path of a file that lies beside the one that asks.

    >>> tf.compat.v1.resource_loader.get_path_to_datafile("words.txt").endswith("words.txt")
    True
    """
    return os.path.join(_folder_of_caller(), path)


@public("compat.v1.resource_loader.get_root_dir_with_all_resources")
def get_root_dir_with_all_resources() -> str:
    """The folder below that of Bazel's data files in which the file is that asks, or else its own folder.

    >>> callable(tf.compat.v1.resource_loader.get_root_dir_with_all_resources)
    True
    """
    own = Path(_folder_of_caller())
    below = own
    for folder in own.parents:
        if _RUNFILES in folder.name:
            return str(below)
        below = folder
    return str(own)


@public("compat.v1.resource_loader.load_resource")
def load_resource(path: str) -> bytes:
    """The content of a file of this library.

    Args:
        path: its path below the folder of the package.

    Raises:
        OSError: there is none.

    >>> tf.compat.v1.resource_loader.load_resource("py.typed")
    b''
    """
    return (_PACKAGE / path).read_bytes()


@public("compat.v1.resource_loader.readahead_file_path")
def readahead_file_path(path: str, readahead: str = "128M") -> str:
    """The path, of a file that will be read from its beginning to its end.

    >>> tf.compat.v1.resource_loader.readahead_file_path("words.txt")
    'words.txt'
    """
    return path
