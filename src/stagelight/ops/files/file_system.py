"""`tf.io.gfile`: files and folders, with TensorFlow's errors."""

from __future__ import annotations

import glob as globbing
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from stagelight import errors
from stagelight.formats.files import text_of, told_as_op_errors
from stagelight.public import public

_MODES = ("r", "w", "a", "r+", "w+", "a+")


@public(
    "io.gfile.GFile", "compat.v1.gfile.FastGFile", "compat.v1.gfile.GFile", "compat.v1.gfile.Open"
)
class GFile:
    """A file, opened when it is first used; also a context that closes it.

    Args:
        name: its path.
        mode: "r", "w", "a", "r+", "w+" or "a+", with a "b" for bytes instead of text.

    Raises:
        InvalidArgumentError: there is no such mode.
        NotFoundError, FailedPreconditionError: when it is used, and cannot be opened.
        PermissionDeniedError: it is read or written against its mode.

    >>> with tf.io.gfile.GFile("/tmp/some.txt", "w") as file:
    ...     file.write("two\\nlines\\n")
    >>> tf.io.gfile.GFile("/tmp/some.txt").readlines()
    ['two\\n', 'lines\\n']
    """

    def __init__(self, name: Any, mode: str = "r") -> None:
        if mode.replace("b", "") not in _MODES:
            raise errors.InvalidArgumentError(
                None, None, "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'"
            )
        self._name = name
        self._mode = mode
        self._file: IO[Any] | None = None
        self._may_read = "r" in mode or "+" in mode
        self._may_write = mode.replace("b", "") != "r"

    @property
    def name(self) -> Any:
        """The path."""
        return self._name

    @property
    def mode(self) -> str:
        """The mode."""
        return self._mode

    def _open(self) -> IO[Any]:
        if self._file is None:
            is_text = "b" not in self._mode
            with told_as_op_errors(self._name):
                self._file = open(  # noqa: SIM115 - closed by `close`
                    text_of(self._name),
                    self._mode,
                    encoding="utf-8" if is_text else None,
                    newline="" if is_text else None,
                )
        return self._file

    def _to_read(self) -> IO[Any]:
        if not self._may_read:
            raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
        return self._open()

    def read(self, n: int = -1) -> Any:
        """The next `n` characters or bytes; the rest if it is -1."""
        file = self._to_read()
        with told_as_op_errors(self._name):
            return file.read(n)

    def readline(self) -> Any:
        """The next line, with its end."""
        file = self._to_read()
        with told_as_op_errors(self._name):
            return file.readline()

    def readlines(self) -> list[Any]:
        """The lines that follow."""
        file = self._to_read()
        with told_as_op_errors(self._name):
            return file.readlines()

    def write(self, file_content: Any) -> None:
        """Adds text, or bytes."""
        if not self._may_write:
            raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
        file = self._open()
        with told_as_op_errors(self._name):
            file.write(file_content)

    def seek(self, offset: int | None = None, whence: int = 0) -> None:
        """Goes to a place."""
        file = self._to_read()
        with told_as_op_errors(self._name):
            file.seek(offset or 0, whence)

    def tell(self) -> int:
        """The place in the file."""
        return self._open().tell()

    def size(self) -> int:
        """How many bytes the file has."""
        if self._file is not None and self._may_write:
            self._file.flush()
        return stat(self._name).length

    def flush(self) -> None:
        """Hands what was written to the system."""
        if self._file is not None:
            with told_as_op_errors(self._name):
                self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            with told_as_op_errors(self._name):
                self._file.close()
            self._file = None
        elif self._mode.startswith("w"):
            self._open().close()  # A file that nothing was written to is there, too.
            self._file = None

    def seekable(self) -> bool:
        """True."""
        return True

    def __enter__(self) -> GFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.readlines())

    def __del__(self) -> None:
        file = getattr(self, "_file", None)
        if file is not None:
            file.close()


@public("io.gfile.exists")
def exists(path: Any) -> bool:
    """Whether there is such a file or folder.

    >>> tf.io.gfile.exists("/no/such/file")
    False
    """
    return os.path.exists(text_of(path))


@public("io.gfile.isdir")
def isdir(path: Any) -> bool:
    """Whether it is a folder.

    >>> tf.io.gfile.isdir("/")
    True
    """
    return os.path.isdir(text_of(path))


@public("io.gfile.glob")
def glob(pattern: Any) -> list[str]:
    """The paths that match a pattern, or any of a list, sorted.

    >>> tf.io.gfile.glob("/no/such/*")
    []
    """
    patterns = pattern if isinstance(pattern, (list, tuple)) else [pattern]
    return sorted({path for each in patterns for path in globbing.glob(text_of(each))})


@public("io.gfile.join")
def join(path: Any, *paths: Any) -> str:
    """Parts of a path as one.

    >>> tf.io.gfile.join("folder", "file")
    'folder/file'
    """
    return os.path.join(text_of(path), *map(text_of, paths))


@public("io.gfile.listdir")
def listdir(path: Any) -> list[str]:
    """The names in a folder, sorted.

    Raises:
        NotFoundError: there is no such folder.

    >>> tf.io.gfile.makedirs("/tmp/folder/inner")
    >>> tf.io.gfile.listdir("/tmp/folder")
    ['inner']
    """
    if not isdir(path):
        raise errors.NotFoundError(None, None, f"Could not find directory {text_of(path)}")
    with told_as_op_errors(path):
        return sorted(os.listdir(text_of(path)))


@public("io.gfile.mkdir")
def mkdir(path: Any) -> None:
    """Makes a folder; nothing if it is there.

    Raises:
        NotFoundError: the folder that it is to stand in is not there.

    >>> tf.io.gfile.mkdir("/tmp/folder")
    """
    if not isdir(path):
        with told_as_op_errors(path):
            os.mkdir(text_of(path))


@public("io.gfile.makedirs")
def makedirs(path: Any) -> None:
    """Makes a folder, and those that it stands in.

    >>> tf.io.gfile.makedirs("/tmp/folder/inner")
    """
    with told_as_op_errors(path):
        os.makedirs(text_of(path), exist_ok=True)


@public("io.gfile.remove")
def remove(path: Any) -> None:
    """Removes a file.

    Raises:
        NotFoundError: there is none.
        FailedPreconditionError: it is a folder.

    >>> with tf.io.gfile.GFile("/tmp/other.txt", "w") as file:
    ...     file.write("text")
    >>> tf.io.gfile.remove("/tmp/other.txt")
    """
    with told_as_op_errors(path):
        if isdir(path):
            raise IsADirectoryError
        os.remove(text_of(path))


@public("io.gfile.rmtree")
def rmtree(path: Any) -> None:
    """Removes a folder with all that is in it.

    Raises:
        NotFoundError: there is none.

    >>> tf.io.gfile.makedirs("/tmp/further/folder")
    >>> tf.io.gfile.rmtree("/tmp/further")
    """
    if not exists(path):
        raise errors.NotFoundError(None, None, f"{text_of(path)} not found")
    with told_as_op_errors(path):
        shutil.rmtree(text_of(path))


def _refuse_existing(path: Any, overwrite: bool) -> None:
    if not overwrite and exists(path):
        raise errors.AlreadyExistsError(None, None, "file already exists")


@public("io.gfile.copy")
def copy(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Copies a file.

    Raises:
        NotFoundError: there is none.
        AlreadyExistsError: there is a file of the new name, and `overwrite` is False.

    >>> with tf.io.gfile.GFile("/tmp/first.txt", "w") as file:
    ...     file.write("text")
    >>> tf.io.gfile.copy("/tmp/first.txt", "/tmp/second.txt", overwrite=True)
    """
    _refuse_existing(dst, overwrite)
    with told_as_op_errors(src):
        shutil.copyfile(text_of(src), text_of(dst))


@public("io.gfile.rename")
def rename(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Gives a file or folder another name.

    Raises:
        NotFoundError: there is none.
        AlreadyExistsError: there is one of the new name, and `overwrite` is False.

    >>> with tf.io.gfile.GFile("/tmp/first.txt", "w") as file:
    ...     file.write("text")
    >>> tf.io.gfile.rename("/tmp/first.txt", "/tmp/renamed.txt", overwrite=True)
    """
    _refuse_existing(dst, overwrite)
    with told_as_op_errors(src):
        os.replace(text_of(src), text_of(dst))


@dataclass(frozen=True)
class FileStatistics:
    """What is known of a file.

    Attributes:
        length: how many bytes it has.
        mtime_nsec: when it was last written, in nanoseconds since 1970.
        is_directory: whether it is a folder.
    """

    length: int
    mtime_nsec: int
    is_directory: bool


@public("io.gfile.stat")
def stat(path: Any) -> FileStatistics:
    """What is known of a file.

    Raises:
        NotFoundError: there is none.

    >>> with tf.io.gfile.GFile("/tmp/text.txt", "w") as file:
    ...     file.write("text")
    >>> tf.io.gfile.stat("/tmp/text.txt").length
    4
    """
    with told_as_op_errors(path):
        found = os.stat(text_of(path))
    return FileStatistics(found.st_size, found.st_mtime_ns, isdir(path))


@public("io.gfile.walk")
def walk(
    top: Any, topdown: bool = True, onerror: Callable[[Any], Any] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """A folder and all folders in it: path, names of folders, names of files.

    Args:
        top: the folder.
        topdown: whether a folder comes before those in it.
        onerror: called with an error of listing a folder, which is passed over.

    >>> tf.io.gfile.makedirs("/tmp/walked/inner")
    >>> list(tf.io.gfile.walk("/tmp/walked"))
    [('/tmp/walked', ['inner'], []), ('/tmp/walked/inner', [], [])]
    """
    path = text_of(top)
    try:
        names = listdir(path)
    except errors.OpError as error:
        if onerror is not None:
            onerror(error)
        return
    folders = [name for name in names if isdir(join(path, name))]
    files = [name for name in names if name not in folders]
    if topdown:
        yield path, folders, files
    for folder in folders:
        yield from walk(join(path, folder), topdown, onerror)
    if not topdown:
        yield path, folders, files


@public("io.gfile.get_registered_schemes")
def get_registered_schemes() -> list[str]:
    """The schemes that paths may begin with: the empty one, of files of this machine.

    >>> tf.io.gfile.get_registered_schemes()
    ['']
    """
    return [""]
