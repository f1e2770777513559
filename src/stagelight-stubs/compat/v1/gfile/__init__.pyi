"""Public names of `tf.compat.v1.gfile`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.files.file_system import GFile as GFile
from stagelight.ops.files.file_system import GFile as _FastGFile
from stagelight.ops.files.file_system import GFile as _Open
from typing import Any

def Copy(oldpath: Any = None, newpath: Any = None, overwrite: Any = False) -> Any:
    """`copy` with the arguments of TensorFlow 1:

        oldpath, newpath, overwrite

    Copies a file.

    Raises:
        NotFoundError: there is none.
        AlreadyExistsError: there is a file of the new name, and `overwrite` is False.

    >>> with tf.io.gfile.GFile("/tmp/first.txt", "w") as file:
    ...     file.write("text")
    >>> tf.io.gfile.copy("/tmp/first.txt", "/tmp/second.txt", overwrite=True)
    """
def DeleteRecursively(dirname: Any = None) -> Any:
    """`rmtree` with the arguments of TensorFlow 1:

        dirname

    Removes a folder with all that is in it.

    Raises:
        NotFoundError: there is none.

    >>> tf.io.gfile.makedirs("/tmp/further/folder")
    >>> tf.io.gfile.rmtree("/tmp/further")
    """
def Exists(filename: Any = None) -> Any:
    """`exists` with the arguments of TensorFlow 1:

        filename

    Whether there is such a file or folder.

    >>> tf.io.gfile.exists("/no/such/file")
    False
    """
FastGFile = _FastGFile
def Glob(filename: Any = None) -> Any:
    """`glob` with the arguments of TensorFlow 1:

        filename

    The paths that match a pattern, or any of a list, sorted.

    >>> tf.io.gfile.glob("/no/such/*")
    []
    """
def IsDirectory(dirname: Any = None) -> Any:
    """`isdir` with the arguments of TensorFlow 1:

        dirname

    Whether it is a folder.

    >>> tf.io.gfile.isdir("/")
    True
    """
def ListDirectory(dirname: Any = None) -> Any:
    """`listdir` with the arguments of TensorFlow 1:

        dirname

    The names in a folder, sorted.

    Raises:
        NotFoundError: there is no such folder.

    >>> tf.io.gfile.makedirs("/tmp/folder/inner")
    >>> tf.io.gfile.listdir("/tmp/folder")
    ['inner']
    """
def MakeDirs(dirname: Any = None) -> Any:
    """`makedirs` with the arguments of TensorFlow 1:

        dirname

    Makes a folder, and those that it stands in.

    >>> tf.io.gfile.makedirs("/tmp/folder/inner")
    """
def MkDir(dirname: Any = None) -> Any:
    """`mkdir` with the arguments of TensorFlow 1:

        dirname

    Makes a folder; nothing if it is there.

    Raises:
        NotFoundError: the folder that it is to stand in is not there.

    >>> tf.io.gfile.mkdir("/tmp/folder")
    """
Open = _Open
def Remove(filename: Any = None) -> Any:
    """`remove` with the arguments of TensorFlow 1:

        filename

    Removes a file.

    Raises:
        NotFoundError: there is none.
        FailedPreconditionError: it is a folder.

    >>> with tf.io.gfile.GFile("/tmp/other.txt", "w") as file:
    ...     file.write("text")
    >>> tf.io.gfile.remove("/tmp/other.txt")
    """
def Rename(oldname: Any = None, newname: Any = None, overwrite: Any = False) -> Any:
    """`rename` with the arguments of TensorFlow 1:

        oldname, newname, overwrite

    Gives a file or folder another name.

    Raises:
        NotFoundError: there is none.
        AlreadyExistsError: there is one of the new name, and `overwrite` is False.

    >>> with tf.io.gfile.GFile("/tmp/first.txt", "w") as file:
    ...     file.write("text")
    >>> tf.io.gfile.rename("/tmp/first.txt", "/tmp/renamed.txt", overwrite=True)
    """
def Stat(filename: Any = None) -> Any:
    """`stat` with the arguments of TensorFlow 1:

        filename

    What is known of a file.

    Raises:
        NotFoundError: there is none.

    >>> with tf.io.gfile.GFile("/tmp/text.txt", "w") as file:
    ...     file.write("text")
    >>> tf.io.gfile.stat("/tmp/text.txt").length
    4
    """
def Walk(top: Any, in_order: Any = None) -> Any:
    """`walk` with the arguments of TensorFlow 1:

        top, in_order

    A folder and all folders in it: path, names of folders, names of files.

    Args:
        top: the folder.
        topdown: whether a folder comes before those in it.
        onerror: called with an error of listing a folder, which is passed over.

    >>> tf.io.gfile.makedirs("/tmp/walked/inner")
    >>> list(tf.io.gfile.walk("/tmp/walked"))
    [('/tmp/walked', ['inner'], []), ('/tmp/walked/inner', [], [])]
    """
