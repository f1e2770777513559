"""`tf.io.gfile`: files and folders by TensorFlow's names, with its errors.

Paths are those of this system, as text, bytes or `os.PathLike`. Schemes such as `gs://` are refused: nothing
here speaks to other machines.
"""

from __future__ import annotations

import contextlib
import glob as _glob
import os
import re
import shutil
from collections.abc import Callable, Iterator
from typing import IO, Any, NamedTuple

from stagelight import errors
from stagelight.public import public

_MODES = {"r", "w", "a", "r+", "w+", "a+"}


def _path(value: Any) -> str:
    """A path as text.

    Raises:
        UnimplementedError: it names a file system that is not here.
        TypeError: it is no path.
    """
    path = os.fsdecode(value)
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*)://", path)
    if scheme is None:
        return path
    if scheme[1] == "file":
        return path[len("file://") :]
    raise errors.UnimplementedError(
        None, None, f"File system scheme '{scheme[1]}' not implemented (file: '{path}')"
    )


@contextlib.contextmanager
def _told(path: str) -> Iterator[None]:
    """Errors of the system as TensorFlow's, with the path."""
    try:
        yield
    except FileNotFoundError:
        raise errors.NotFoundError(None, None, f"{path}; No such file or directory") from None
    except FileExistsError:
        raise errors.AlreadyExistsError(None, None, "file already exists") from None
    except (IsADirectoryError, NotADirectoryError) as error:
        raise errors.FailedPreconditionError(None, None, f"{path}; {error.strerror}") from None
    except PermissionError as error:
        raise errors.PermissionDeniedError(None, None, f"{path}; {error.strerror}") from None
    except OSError as error:
        raise errors.UnknownError(None, None, f"{path}; {error.strerror or error}") from None


# ---------------------------------------------------------------------------- a file


@public("io.gfile.GFile")
class GFile:
    """A file, opened when it is first read or written.

    Args:
        name: its path.
        mode: "r", "w", "a", "r+", "w+" or "a+"; with "b" what is read are bytes.

    Raises:
        InvalidArgumentError: another mode.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "words")
    >>> with tf.io.gfile.GFile(path, "w") as file:
    ...     file.write("one two")
    >>> tf.io.gfile.GFile(path).read()
    'one two'
    """

    def __init__(self, name: Any, mode: str = "r") -> None:
        plain = mode.replace("b", "")
        if plain not in _MODES:
            raise errors.InvalidArgumentError(
                None, None, "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'"
            )
        self._name, self._mode = name, mode
        self._plain = plain
        self._file: IO[bytes] | None = None

    @property
    def name(self) -> Any:
        """The path that was given."""
        return self._name

    @property
    def mode(self) -> str:
        """The mode that was given."""
        return self._mode

    def _opened(self) -> IO[bytes]:
        if self._file is None:
            path = _path(self._name)
            with _told(path):
                self._file = open(path, f"{self._plain}b")  # noqa: SIM115
        return self._file

    def _reading(self) -> IO[bytes]:
        if self._plain in ("w", "a"):
            raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
        return self._opened()

    def _given(self, data: bytes) -> Any:
        return data if "b" in self._mode else data.decode("utf-8")

    def read(self, n: int = -1) -> Any:
        """The next `n` bytes, or all that are left: text, or bytes with "b" in the mode.

        Raises:
            PermissionDeniedError: the file is not open for reading.
            NotFoundError: there is no such file.
        """
        file = self._reading()
        with _told(_path(self._name)):
            return self._given(file.read(n))

    def readline(self) -> Any:
        """The next line, with its end; nothing at the end of the file."""
        return self._given(self._reading().readline())

    def readlines(self) -> list[Any]:
        """All lines that are left, with their ends."""
        return [self._given(line) for line in self._reading().readlines()]

    def write(self, file_content: Any) -> None:
        """Writes text or bytes.

        Raises:
            PermissionDeniedError: the file is not open for writing.
            TypeError: neither text nor bytes.
        """
        if self._plain == "r":
            raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
        if not isinstance(file_content, (str, bytes)):
            raise TypeError(f"Expected binary or unicode string, got {file_content!r}")
        data = file_content.encode() if isinstance(file_content, str) else file_content
        self._opened().write(data)

    def seek(self, offset: int, whence: int = 0) -> None:
        """Goes to a place: from the beginning (0), from here (1) or from the end (2)."""
        self._reading().seek(offset, whence)

    def tell(self) -> int:
        """The place at which the file is read or written."""
        return self._opened().tell()

    def seekable(self) -> bool:
        """Whether `seek` works: always."""
        return True

    def size(self) -> int:
        """The number of bytes."""
        self.flush()
        return stat(self._name).length

    def flush(self) -> None:
        """Hands what was written to the system."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Closes the file; reading or writing it again opens it anew."""
        if self._file is not None:
            self._file.close()
            self._file = None
        elif self._plain != "r":
            # A file that nothing was written to is there all the same.
            self._opened().close()
            self._file = None

    def __enter__(self) -> GFile:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.close()

    def __iter__(self) -> GFile:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    next = __next__


# ---------------------------------------------------------------------------- files and folders


class FileStatistics(NamedTuple):
    """What `stat` tells: the number of bytes, when it was changed, and whether it is a folder."""

    length: int
    mtime_nsec: int
    is_directory: bool


@public("io.gfile.stat")
def stat(path: Any) -> FileStatistics:
    """The size, time of change and kind of a file.

    Raises:
        NotFoundError: there is no such file.

    >>> tf.io.gfile.stat(".").is_directory
    True
    """
    text = _path(path)
    with _told(text):
        found = os.stat(text)
    return FileStatistics(found.st_size, found.st_mtime_ns, os.path.isdir(text))


@public("io.gfile.exists")
def exists(path: Any) -> bool:
    """Whether there is a file or folder.

    >>> tf.io.gfile.exists(".")
    True
    """
    return os.path.exists(_path(path))


@public("io.gfile.isdir")
def isdir(path: Any) -> bool:
    """Whether there is a folder.

    >>> tf.io.gfile.isdir("no such folder")
    False
    """
    return os.path.isdir(_path(path))


@public("io.gfile.listdir")
def listdir(path: Any) -> list[str]:
    """The names of what is in a folder.

    Raises:
        NotFoundError: there is no such folder.

    >>> import tempfile
    >>> tf.io.gfile.listdir(tempfile.mkdtemp())
    []
    """
    text = _path(path)
    if not os.path.isdir(text):
        raise errors.NotFoundError(None, None, f"Could not find directory {text}")
    return os.listdir(text)


@public("io.gfile.glob")
def glob(pattern: Any) -> list[str]:
    """The paths that fit a pattern of `*`, `?` and `[...]`, or one of several patterns.

    >>> tf.io.gfile.glob("no such file*")
    []
    """
    patterns = [pattern] if isinstance(pattern, (str, bytes, os.PathLike)) else pattern
    return [path for each in patterns for path in _glob.glob(_path(each))]


@public("io.gfile.mkdir")
def mkdir(path: Any) -> None:
    """Makes a folder in one that is there; nothing if it is there already.

    Raises:
        NotFoundError: the folder above is not there.

    >>> import os, tempfile
    >>> tf.io.gfile.mkdir(os.path.join(tempfile.mkdtemp(), "new"))
    """
    text = _path(path)
    if not os.path.isdir(text):
        with _told(text):
            os.mkdir(text)


@public("io.gfile.makedirs")
def makedirs(path: Any) -> None:
    """Makes a folder and those above it; nothing if it is there already.

    Raises:
        FailedPreconditionError: there is a file of that name.

    >>> import os, tempfile
    >>> tf.io.gfile.makedirs(os.path.join(tempfile.mkdtemp(), "a", "b"))
    """
    text = _path(path)
    try:
        with _told(text):
            os.makedirs(text, exist_ok=True)
    except errors.AlreadyExistsError:
        raise errors.FailedPreconditionError(None, None, f"{text} is not a directory") from None


@public("io.gfile.copy")
def copy(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Copies a file.

    Raises:
        AlreadyExistsError: there is a file at `dst`, and `overwrite` is False.
        NotFoundError: there is no file at `src`.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.io.gfile.GFile(os.path.join(folder, "a"), "w") as file:
    ...     file.write("text")
    >>> tf.io.gfile.copy(os.path.join(folder, "a"), os.path.join(folder, "b"))
    >>> sorted(tf.io.gfile.listdir(folder))
    ['a', 'b']
    """
    source, target = _path(src), _path(dst)
    _refuse_existing(target, overwrite)
    with _told(source):
        shutil.copyfile(source, target)


@public("io.gfile.rename")
def rename(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Gives a file or folder another name.

    Raises:
        AlreadyExistsError: there is a file at `dst`, and `overwrite` is False.
        NotFoundError: there is nothing at `src`.

    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> tf.io.gfile.mkdir(os.path.join(folder, "a"))
    >>> tf.io.gfile.rename(os.path.join(folder, "a"), os.path.join(folder, "b"))
    >>> tf.io.gfile.listdir(folder)
    ['b']
    """
    source, target = _path(src), _path(dst)
    _refuse_existing(target, overwrite)
    with _told(source):
        os.replace(source, target)


def _refuse_existing(target: str, overwrite: bool) -> None:
    if not overwrite and os.path.exists(target):
        raise errors.AlreadyExistsError(None, None, "file already exists")


@public("io.gfile.remove")
def remove(path: Any) -> None:
    """Removes a file.

    Raises:
        NotFoundError: there is none.
        FailedPreconditionError: it is a folder.

    >>> import os, tempfile
    >>> handle, path = tempfile.mkstemp()
    >>> tf.io.gfile.remove(path)
    """
    text = _path(path)
    with _told(text):
        os.remove(text)


@public("io.gfile.rmtree")
def rmtree(path: Any) -> None:
    """Removes a folder with all that is in it.

    Raises:
        NotFoundError: there is none.

    >>> import tempfile
    >>> tf.io.gfile.rmtree(tempfile.mkdtemp())
    """
    text = _path(path)
    if not os.path.exists(text):
        raise errors.NotFoundError(None, None, f"{text} not found")
    with _told(text):
        if os.path.isdir(text) and not os.path.islink(text):
            shutil.rmtree(text)
        else:
            os.remove(text)


@public("io.gfile.walk")
def walk(
    top: Any, topdown: bool = True, onerror: Callable[[Exception], Any] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Goes through a folder and all below: its path, and the names of the folders and files in it.

    Args:
        top: the folder to begin with.
        topdown: whether a folder comes before those in it.
        onerror: is called with the errors of folders that cannot be read; None goes on without them.

    >>> import tempfile
    >>> [files for _, _, files in tf.io.gfile.walk(tempfile.mkdtemp())]
    [[]]
    """
    return os.walk(_path(top), topdown=topdown, onerror=onerror)


@public("io.gfile.join")
def join(path: Any, *paths: Any) -> Any:
    """Parts of a path as one; a part that begins with `/` begins it anew.

    >>> tf.io.gfile.join("folder", "file")
    'folder/file'
    """
    return os.path.join(path, *paths)


@public("io.gfile.get_registered_schemes")
def get_registered_schemes() -> list[str]:
    """The schemes of paths that can be read: none, and `file`.

    >>> tf.io.gfile.get_registered_schemes()
    ['file', '']
    """
    return ["file", ""]
