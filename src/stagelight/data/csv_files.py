"""`make_csv_dataset`: the columns of CSV files in batches, by name; their dtypes are found out."""

from __future__ import annotations

import csv
import gzip
import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import constant_value
from stagelight.core.tensor import Tensor
from stagelight.data.csv_dataset import CsvDataset
from stagelight.data.dataset import AUTOTUNE, Dataset
from stagelight.formats.files import text_of, told_as_op_errors
from stagelight.ops.files.file_system import glob
from stagelight.public import public
from stagelight.types.dtypes import DType, as_dtype, float32, float64, int32, int64, string

Open = Callable[[str], IO[str]]


@public("data.experimental.make_csv_dataset")
def make_csv_dataset(
    file_pattern: Any,
    batch_size: Any,
    column_names: Sequence[str] | None = None,
    column_defaults: Sequence[Any] | None = None,
    label_name: str | None = None,
    select_columns: Sequence[Any] | None = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    num_parallel_reads: int | None = None,
    sloppy: bool = False,
    num_rows_for_inference: int | None = 100,
    compression_type: Any = None,
    ignore_errors: bool = False,
    encoding: str = "utf-8",
) -> Dataset:
    """Batches of the records of CSV files: dicts of columns `[batch]` by name.

    Args:
        file_pattern: a pattern of file names, or a list of them.
        batch_size: how many records make a batch.
        column_names: the names of all columns; those of the first line of the first file if None.
        column_defaults: for each column that is taken its dtype, if no field may be empty, or a tensor with
            what stands for an empty field. If None, dtypes are found out, and 0 or "" stands for
            empty fields.
        label_name: the column that comes apart: elements are pairs of the dict and this column.
        select_columns: the names or indices of the columns that are taken; all if None.
        field_delim: one character.
        use_quote_delim: whether fields may stand in quotes.
        na_value: a further text of fields that are empty.
        header: whether the first line of each file is no record.
        num_epochs: how often all is repeated; without end if None. Then all batches are full.
        shuffle: whether files and records come in random order.
        shuffle_buffer_size: see `Dataset.shuffle`.
        shuffle_seed: makes the order repeatable.
        prefetch_buffer_size: how many batches are made ahead; left to the pipeline if None.
        num_parallel_reads: of how many files records are taken in turns; 1 if None.
        sloppy: a hint; the order is always kept.
        num_rows_for_inference: from how many records dtypes are found out; from all if None.
        compression_type: "", "GZIP" or "ZLIB".
        ignore_errors: whether records that do not fit are left out.
        encoding: that of the names of columns.

    Raises:
        ValueError: no file matches, names are missing, unknown or stand there twice, or there is not one
            default for each column.
        InvalidArgumentError: while iterating, when a record does not fit.

    >>> with open("/tmp/people.csv", "w") as file:
    ...     _ = file.write("name,age\\nAda,36\\nAlan,41\\n")
    >>> dataset = tf.data.experimental.make_csv_dataset(
    ...     "/tmp/people.csv", batch_size=2, label_name="age", num_epochs=1, shuffle=False)
    >>> [(dict(features)["name"].numpy().tolist(), age.numpy().tolist()) for features, age in dataset]
    [([b'Ada', b'Alan'], [36, 41])]
    """
    paths = _paths(file_pattern)
    quoting: Any = csv.QUOTE_MINIMAL if use_quote_delim else csv.QUOTE_NONE

    def rows(path: str) -> Iterator[list[str]]:
        """The records of a file, the names of columns among them, as lists of texts."""
        with told_as_op_errors(path), _opener(compression_type, encoding)(path) as file:
            yield from csv.reader(file, delimiter=field_delim, quoting=quoting)

    if column_names is None:
        if not header:
            raise ValueError("Expected `column_names` or `header` arguments. Neither is provided.")
        column_names = _names_in(paths, rows)
    names = list(column_names)
    _refuse_twice(
        names, "Either `column_names` argument or CSV header row contains duplicate column names"
    )
    columns = None if select_columns is None else _indices(select_columns, names)
    if column_defaults is None:
        chosen = range(len(names)) if columns is None else columns
        records = _records(paths, rows, len(names), header)
        defaults = _found_defaults(
            itertools.islice(records, num_rows_for_inference), chosen, na_value
        )
    else:
        # CsvDataset takes dtypes as such, also where they are NumPy's or Python's.
        defaults = [as_dtype(d) if isinstance(d, type) else d for d in column_defaults]
    if columns is not None:
        if len(defaults) != len(columns):
            raise ValueError(
                "If specified, `column_defaults` and `select_columns` must have the same length: "
                f"`column_defaults` has length {len(defaults)}, `select_columns` has length "
                f"{len(columns)}."
            )
        names = [names[column] for column in columns]
    if label_name is not None and label_name not in names:
        raise ValueError(
            f"`label_name` provided must be one of the columns: {names}. Received: {label_name}."
        )

    def records_of(path: Any) -> Dataset:
        dataset: Any = CsvDataset(
            path,
            defaults,
            compression_type,
            header=header,
            field_delim=field_delim,
            use_quote_delim=use_quote_delim,
            na_value=na_value,
            select_cols=columns,
        )
        return dataset.ignore_errors() if ignore_errors else dataset

    def by_name(*fields: Tensor) -> Any:
        features = OrderedDict(zip(names, fields, strict=True))
        return features if label_name is None else (features, features.pop(label_name))

    files: Any = Dataset.from_tensor_slices(paths)  # type: ignore[attr-defined]
    if shuffle:
        files = files.shuffle(len(paths), shuffle_seed)
    dataset = in_turns(files, records_of, num_parallel_reads, sloppy)
    dataset = shuffled_and_repeated(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    batches = dataset.batch(batch_size, drop_remainder=num_epochs is None).map(by_name)
    result: Dataset = batches.prefetch(
        AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size
    )
    return result


def in_turns(files: Any, read: Callable[[Any], Dataset], count: int | None, sloppy: bool) -> Any:
    """The elements of the datasets of some files, of `count` of them in turns; None is one."""
    if count == AUTOTUNE:
        return files.interleave(read, num_parallel_calls=AUTOTUNE, deterministic=not sloppy)
    return files.interleave(read, cycle_length=count or 1, block_length=1)


def shuffled_and_repeated(
    dataset: Any, count: int | None, shuffle: bool, buffer_size: int, seed: int | None
) -> Any:
    """A dataset in random order, if that is asked for, and repeated."""
    if shuffle:
        dataset = dataset.shuffle(buffer_size, seed)
    return dataset if count == 1 else dataset.repeat(count)


def _paths(file_pattern: Any) -> list[str]:
    """The files that match, in the order of their names.

    Raises:
        ValueError: there are none.
    """
    is_list = isinstance(file_pattern, (list, tuple))
    if is_list and not file_pattern:
        raise ValueError("Argument `file_pattern` should not be empty.")
    patterns = file_pattern if is_list else [file_pattern]
    found = sorted(text_of(path) for pattern in patterns for path in glob(pattern))
    if not found:
        raise ValueError(f"No files match `file_pattern` {file_pattern}.")
    return found


def _opener(compression_type: Any, encoding: str) -> Open:
    """What opens a file as text, to look at its columns."""
    value = constant_value(convert_to_tensor(compression_type or ""))
    kind = None if value is None else np.asarray(value).item().decode()
    if kind == "":
        return lambda path: open(path, encoding=encoding, newline="")
    if kind == "GZIP":
        return lambda path: gzip.open(path, "rt", encoding=encoding, newline="")
    if kind == "ZLIB":
        raise ValueError(f"`compression_type` {kind} is not supported for probing columns.")
    raise ValueError(
        f"Received unknown `compression_type` {compression_type}. Expected: GZIP, ZLIB or  (empty string)."
    )


Rows = Callable[[str], Iterator[list[str]]]


def _names_in(paths: list[str], rows: Rows) -> list[str]:
    """The names of columns in the first lines of the files, which must be the same in all."""
    names: list[str] | None = None
    for path in paths:
        found = next(rows(path), None)
        if found is None:
            raise ValueError(f"Failed when reading the header line of {path}. Is it an empty file?")
        if names is not None and found != names:
            raise ValueError(
                "All input CSV files should have the same column names in the header row. File "
                f"{path} has different column names."
            )
        names = found
    return names or []


def _refuse_twice(values: list[Any], what: str) -> None:
    twice = {value for value in values if values.count(value) > 1}
    if twice:
        raise ValueError(f"{what}: {twice}.")


def _indices(columns: Sequence[Any], names: list[str]) -> list[int]:
    """The indices of the columns that are taken, in increasing order."""
    indices = []
    for column in columns:
        if isinstance(column, int):
            if not 0 <= column < len(names):
                raise ValueError(
                    f"Column index {column} specified in `select_columns` should be > 0  and <= "
                    f"{len(names)}, which is the number of columns."
                )
            indices.append(column)
        elif column in names:
            indices.append(names.index(column))
        else:
            raise ValueError(
                f"Column {column} specified in `select_columns` must be of one of the columns: {names}."
            )
    _refuse_twice(indices, "The `select_columns` argument contains duplicate columns")
    return sorted(indices)


def _records(paths: list[str], rows: Rows, width: int, header: bool) -> Iterator[list[str]]:
    """The records of the files as texts."""
    for path in paths:
        for number, row in enumerate(rows(path), 1):
            if header and number == 1:
                continue
            if len(row) != width:
                raise ValueError(
                    f"Problem inferring types: CSV row {number} has {len(row)} number of fields. "
                    f"Expected: {width}."
                )
            yield row


def _is_int(text: str, dtype: DType) -> bool:
    try:
        limits = np.iinfo(dtype.numpy_dtype)
        return bool(limits.min <= int(text) <= limits.max)
    except ValueError:
        return False


def _is_float(text: str, dtype: DType) -> bool:
    try:
        with np.errstate(over="ignore"):
            # TF: what is no number and what is infinite in this dtype does not fit, minus infinity does.
            return bool(dtype.numpy_dtype.type(text) < np.inf)
    except ValueError:
        return False


# The dtypes of columns, each with what tells whether a text is of it; later ones hold more.
_FITS: dict[DType, Callable[[str, DType], bool]] = {
    int32: _is_int,
    int64: _is_int,
    float32: _is_float,
    float64: _is_float,
    string: lambda _text, _dtype: True,
}


def _found_defaults(
    records: Iterator[list[str]], columns: Sequence[int], na_value: str
) -> list[Any]:
    """What stands for empty fields, in the least dtypes that hold what stands in the columns."""
    order = list(_FITS)
    least: list[int | None] = [None] * len(columns)
    for row in records:
        for i, column in enumerate(columns):
            text = row[column]
            if text not in ("", na_value):
                first = least[i] or 0
                least[i] = next(
                    n for n in range(first, len(order)) if _FITS[order[n]](text, order[n])
                )
    # Where nothing stands, there may be texts.
    dtypes = [string if number is None else order[number] for number in least]
    return [convert_to_tensor(["" if dtype is string else 0], dtype) for dtype in dtypes]
