"""`Dataset.list_files`: the names of files as elements; and a variable that keeps which files there were."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.data.dataset import Dataset, dataset_source
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.types.dtypes import int64, string


@dataset_source("list_files")
def list_files(
    file_pattern: Any, shuffle: Any = None, seed: Any = None, name: str | None = None
) -> Dataset:
    """The names of the files that match patterns.

    Args:
        file_pattern: string scalar or vector, or a list.
        shuffle: whether they come in random order, anew in each iteration; True if None.
        seed: int64 scalar that makes the order repeatable.
        name: name of the operation.

    Raises:
        InvalidArgumentError: no file matches.

    >>> _ = tf.io.write_file("/tmp/listed/a", "")
    >>> _ = tf.io.write_file("/tmp/listed/b", "")
    >>> [x.numpy() for x in tf.data.Dataset.list_files("/tmp/listed/*", shuffle=False)]
    [b'/tmp/listed/a', b'/tmp/listed/b']
    """
    is_nothing = isinstance(file_pattern, (list, tuple)) and not file_pattern
    pattern = convert_to_tensor("" if is_nothing else file_pattern, string)
    names = raw.MatchingFiles(pattern)
    count = raw.Size(names, out_type=int64)
    message = ["No files matched pattern: ", pattern]
    raw.Assert(raw.Greater(count, convert_to_tensor(0, int64)), message, summarize=10)
    files: Any = Dataset.from_tensor_slices(names)  # type: ignore[attr-defined]
    if shuffle is None or shuffle:
        # TF: the buffer has room for all.
        files = files.shuffle(raw.Maximum(count, convert_to_tensor(1, int64)), seed=seed)
    result: Dataset = files
    return result


@public("io.match_filenames_once")
def match_filenames_once(pattern: Any, name: str | None = None) -> Variable:
    """The names of the files that match a pattern, in a variable: they are looked for once.

    Args:
        pattern: string scalar or vector, see `tf.io.matching_files`.
        name: of the variable.

    Returns:
        A variable of a string vector, sorted.

    >>> _ = tf.io.write_file("/tmp/matched once/a.txt", "")
    >>> tf.io.match_filenames_once("/tmp/matched once/*").numpy()
    array([b'/tmp/matched once/a.txt'], dtype=object)
    """
    names = raw.MatchingFiles(convert_to_tensor(pattern, string))
    return Variable(names, trainable=False, validate_shape=False, name=name)
