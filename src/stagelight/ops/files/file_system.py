"""`tf.io.gfile`: files and folders, with TensorFlow's errors."""

from __future__ import annotations

import glob as globbing
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Literal

from stagelight import errors
from stagelight.core.arrays import as_bytes
from stagelight.formats.files import text_of, told_as_op_errors
from stagelight.public import public

_MODES = ("r", "w", "a", "r+", "w+", "a+")


@public(
    "io.gfile.GFile", "compat.v1.gfile.FastGFile", "compat.v1.gfile.GFile", "compat.v1.gfile.Open"
)
class GFile:
    """A file, opened when it is first used; also a context that closes it, and an iterator over its lines.

    Reading and writing have a place each: reading begins at the start of the file, writing at its end
    where the mode is "a" or "a+". In all other modes that write, the first write empties the file. What
    is written can be read after `flush`.

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
        plain = mode.replace("b", "")
        if plain not in _MODES:
            raise errors.InvalidArgumentError(
                None, None, "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'"
            )
        self._name = name
        self._mode = mode
        self._reads: BinaryIO | None = None
        self._writes: BinaryIO | None = None
        self._may_read = plain == "r" or "+" in plain
        self._may_write = plain != "r"

    @property
    def name(self) -> Any:
        """The path."""
        return self._name

    @property
    def mode(self) -> str:
        """The mode."""
        return self._mode

    def _to_read(self) -> BinaryIO:
        if self._reads is None:
            if not self._may_read:
                raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
            self._reads = self._opened("rb")
        return self._reads

    def _to_write(self) -> BinaryIO:
        if self._writes is None:
            if not self._may_write:
                raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
            self._writes = self._opened("ab" if "a" in self._mode else "wb")
        return self._writes

    def _opened(self, mode: Literal["rb", "ab", "wb"]) -> BinaryIO:
        with told_as_op_errors(self._name):
            return open(text_of(self._name), mode)

    def _given(self, data: bytes) -> Any:
        """Bytes as the mode has them."""
        return data if "b" in self._mode else data.decode()

    def read(self, n: int = -1) -> Any:
        """The next `n` bytes, as text where the mode is one of text; the rest if it is -1.

        Raises:
            InvalidArgumentError: `n` is below -1.
        """
        file = self._to_read()
        count = max(self.size() - file.tell(), 0) if n == -1 else n
        if count < 0:
            raise errors.InvalidArgumentError(
                None, None, f"Can't read a negative number of bytes: {n}"
            )
        with told_as_op_errors(self._name):
            return self._given(file.read(count))

    def readline(self) -> Any:
        r"""The next line, with its end; nothing at the end of the file. Each "\r" is left out."""
        file = self._to_read()
        with told_as_op_errors(self._name):
            return self._given(file.readline().replace(b"\r", b""))

    def readlines(self) -> list[Any]:
        """The lines that follow."""
        return list(self)

    def write(self, file_content: Any) -> None:
        """Adds text, or bytes, whatever the mode."""
        file = self._to_write()
        if not isinstance(file_content, (str, bytes)):
            raise TypeError(f"Expected binary or unicode string, got {file_content!r}")
        with told_as_op_errors(self._name):
            file.write(as_bytes(file_content))

    def seek(self, offset: int | None = None, whence: int = 0, position: int | None = None) -> None:
        """Goes to a place for reading.

        Args:
            offset: how many bytes away it is.
            whence: from what: 0 is the start of the file, 1 the place of now, 2 the end.
            position: an older name of `offset`.

        Raises:
            TypeError: neither or both of `offset` and `position` are given.
            InvalidArgumentError: there is no such `whence`, or the place is before the start.
            OutOfRangeError: the place is after the end.
        """
        file = self._to_read()
        if offset is None and position is None:
            raise TypeError("seek(): offset argument required")
        if offset is not None and position is not None:
            raise TypeError("seek(): offset and position may not be set simultaneously.")
        if whence not in (0, 1, 2):
            raise errors.InvalidArgumentError(
                None, None, f"Invalid whence argument: {whence}. Valid values are 0, 1, or 2."
            )
        away = position if offset is None else offset
        assert away is not None
        place = away + (0, file.tell(), self.size())[whence]
        if place < 0:
            raise errors.InvalidArgumentError(
                None, None, f"Seeking to a negative position: {place}"
            )
        if place > self.size():
            raise errors.OutOfRangeError(None, None, "reached end of file")
        file.seek(place)

    def tell(self) -> int:
        """The place of reading, or of writing in a mode that only writes."""
        return (self._to_read() if self._may_read else self._to_write()).tell()

    def size(self) -> int:
        """How many bytes the file has."""
        self.flush()
        return stat(self._name).length

    def flush(self) -> None:
        """Hands what was written to the system."""
        if self._writes is not None:
            with told_as_op_errors(self._name):
                self._writes.flush()

    def close(self) -> None:
        """Closes the file."""
        reads, writes, self._reads, self._writes = self._reads, self._writes, None, None
        if reads is not None:
            reads.close()
        if writes is not None:
            with told_as_op_errors(self._name):
                writes.close()

    def seekable(self) -> bool:
        """True."""
        return True

    def __enter__(self) -> GFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> GFile:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def next(self) -> Any:
        """The next line, as `next(file)` gives it."""
        return next(self)

    def __del__(self) -> None:
        for file in (getattr(self, "_reads", None), getattr(self, "_writes", None)):
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
