"""`tf.data.experimental.CsvDataset`: the records of files of comma-separated values."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.data.dataset import ELEMENT_ATTRS, Dataset, dataset_of, variant_scalar
from stagelight.data.elements import in_variant
from stagelight.data.file_elements import FileElements
from stagelight.data.file_readers import compression_of, paths_of, read_options
from stagelight.errors import OpError
from stagelight.formats.csv_text import CsvError, decoded, fields_of, is_open
from stagelight.formats.files import ByteStream
from stagelight.ops.parsing.csv_records import field_value
from stagelight.public import public
from stagelight.types.dtypes import DType, int64, string
from stagelight.types.specs import TensorSpec

_CHUNK = 1 << 20

# A line and its end.
_LINE = re.compile(rb"([^\r\n]*)(\r\n|\r|\n)")


@dataclass(frozen=True)
class _Format:
    """How records are read."""

    compression: str
    header: bool
    delimiter: str
    use_quotes: bool
    na_value: str
    columns: list[int]
    excluded: list[int]
    defaults: list[np.ndarray]
    dtypes: Sequence[DType]

    def records(self, path: bytes, position: int) -> Iterator[tuple[Any, int]]:
        """The records of a file from a position on, or their errors, each with the position behind it."""
        texts = _texts(path, self, position)
        if self.header and position == 0:
            if next(texts, None) is None:
                raise invalid(f"Can't read header of file {decoded(path)}")
        for text, at in texts:
            try:
                row: Any = self._row(text, f"record that ends at byte {at} of {decoded(path)}")
            except OpError as error:
                row = error
            yield row, at

    def _row(self, text: str, where: str) -> tuple[np.ndarray, ...]:
        try:
            fields = fields_of(text, self.delimiter, self.use_quotes)
        except CsvError as error:
            raise invalid(f"{error}, in the {where}") from None
        if self.columns:
            if self.columns[-1] >= len(fields):
                raise invalid(
                    f"Expect at least {self.columns[-1] + 1} fields but have {len(fields)} in record: "
                    f"the {where}"
                )
            fields = [fields[column] for column in self.columns]
        elif self.excluded:
            fields = [field for i, field in enumerate(fields) if i not in self.excluded]
        count = len(self.defaults)
        if len(fields) != count:
            found = len(fields) if len(fields) < count else "more"
            raise invalid(f"Expect {count} fields but have {found} in record: the {where}")
        return tuple(
            [
                np.asarray(
                    field_value(field, default, dtype, self.na_value, f"Field {i} in the {where}"),
                    dtype.numpy_dtype,
                )
                for i, (field, default, dtype) in enumerate(
                    zip(fields, self.defaults, self.dtypes, strict=True)
                )
            ]
        )


def _texts(path: bytes, format_: _Format, position: int) -> Iterator[tuple[str, int]]:
    """The texts of records. A line end within quotes belongs to the record."""
    with ByteStream(path, format_.compression, position) as stream:
        rest, at, pending, size = b"", position, "", 0
        while True:
            data = stream.read(_CHUNK)
            lines, rest = _lines(rest + data, is_last=not data)
            for line, end in lines:
                text = pending + decoded(line)
                size += len(line) + len(end)
                if format_.use_quotes and '"' in text and is_open(text, format_.delimiter):
                    pending = text + decoded(end)
                    continue
                at, size, pending = at + size, 0, ""
                yield text, at
            if not data:
                if pending:
                    raise invalid(
                        "Reached end of file without closing quoted field in record: the record at byte "
                        f"{at} of {decoded(path)}"
                    )
                return


def _lines(data: bytes, is_last: bool) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The lines in a part of a file, each with its end, and what belongs to the next part."""
    lines, at = [], 0
    for match in _LINE.finditer(data):
        if match.end() == len(data) and match[2] == b"\r" and not is_last:
            break  # Its end may go on with "\n".
        lines.append((match[1], match[2]))
        at = match.end()
    if is_last and at < len(data):
        lines.append((data[at:], b""))
        at = len(data)
    return lines, data[at:]


def _csv(
    xp: ModuleType,
    filenames: Any,
    compression_type: Any,
    buffer_size: Any,
    header: Any,
    field_delim: Any,
    use_quote_delim: Any,
    na_value: Any,
    select_cols: Any,
    *more: Any,
    output_types: Sequence[DType],
    **_: Any,
) -> np.ndarray:
    *defaults, exclude_cols = more
    columns, excluded = np.asarray(select_cols).tolist(), np.asarray(exclude_cols).tolist()
    delimiter = decoded(np.asarray(field_delim).item())
    if any(np.ndim(default) > 1 for default in defaults):
        raise invalid("Each record default should be at most rank 1")
    if len(delimiter) != 1:
        raise invalid("field_delim should be only 1 char")
    if columns and excluded:
        raise invalid("Either select_cols or exclude_cols should be empty")
    if columns and len(columns) != len(defaults):
        raise invalid("select_cols should match output size")
    for chosen, what in ((columns, "select_cols"), (excluded, "exclude_cols")):
        if any(b <= a for a, b in itertools.pairwise(chosen)):
            raise invalid(f"{what} should be strictly increasing indices")
        if chosen and chosen[0] < 0:
            raise invalid(f"{what} should be non-negative indices")
    format_ = _Format(
        compression_of(compression_type),
        bool(header),
        delimiter,
        bool(use_quote_delim),
        decoded(np.asarray(na_value).item()),
        columns,
        excluded,
        [np.asarray(default) for default in defaults],
        output_types,
    )
    return in_variant(FileElements(paths_of(filenames), format_.records))


define(
    "CSVDatasetV2",
    "filenames: string, compression_type: string, buffer_size: int64, header: bool, "
    "field_delim: string, use_quote_delim: bool, na_value: string, select_cols: int64, "
    "record_defaults: output_types, exclude_cols: int64",
    "handle: variant",
    ELEMENT_ATTRS,
    infer=variant_scalar,
    kernel=_csv,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


@public("data.experimental.CsvDataset")
class CsvDataset(Dataset):
    """The records of files of comma-separated values, as tuples of scalars.

    Args:
        filenames: a name or a vector of names.
        record_defaults: for each column its dtype, if no field may be empty, or a tensor with what stands for
            an empty field: float32, float64, int32, int64 or string.
        compression_type: "", "GZIP" or "ZLIB".
        buffer_size: a hint.
        header: whether the first line of each file is left out.
        field_delim: one character.
        use_quote_delim: whether fields may stand in quotes.
        na_value: a further text of fields that are empty.
        select_cols: the columns that are taken, increasing; all if None.
        exclude_cols: or those that are not taken.

    Raises:
        InvalidArgumentError: the columns do not increase; while iterating, when a record does not fit. The
            message has the file and the position.
        NotFoundError: while iterating, when there is no such file.

    >>> with open("/tmp/some.csv", "w") as file:
    ...     _ = file.write("name,count\\nfirst,1\\nsecond,\\n")
    >>> dataset = tf.data.experimental.CsvDataset(
    ...     "/tmp/some.csv", [tf.string, tf.constant([7])], header=True)
    >>> [(name.numpy(), int(count)) for name, count in dataset]
    [(b'first', 1), (b'second', 7)]
    """

    def __init__(
        self,
        filenames: Any,
        record_defaults: Sequence[Any],
        compression_type: Any = None,
        buffer_size: Any = None,
        header: bool = False,
        field_delim: str = ",",
        use_quote_delim: bool = True,
        na_value: str = "",
        select_cols: Sequence[int] | None = None,
        exclude_cols: Sequence[int] | None = None,
    ) -> None:
        defaults = [
            convert_to_tensor(np.zeros(0, default.numpy_dtype), default)
            if isinstance(default, DType)
            else convert_to_tensor(default)
            for default in record_defaults
        ]
        kind, size = read_options(compression_type, buffer_size)
        names: Any = filenames if isinstance(filenames, Tensor) else np.asarray(filenames, object)
        inputs = [
            convert_to_tensor(names, string),
            kind,
            size,
            convert_to_tensor(header),
            convert_to_tensor(field_delim),
            convert_to_tensor(use_quote_delim),
            convert_to_tensor(na_value),
            convert_to_tensor(list(select_cols or ()), int64),
            *defaults,
            convert_to_tensor(list(exclude_cols or ()), int64),
        ]
        spec = tuple(TensorSpec([], default.dtype) for default in defaults)
        self._become(dataset_of("CSVDatasetV2", inputs, spec), "CsvDatasetV2")
