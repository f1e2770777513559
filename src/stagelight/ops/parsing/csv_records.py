"""`tf.io.decode_csv`: records of comma-separated values as tensors, one for each column."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor, converted_input
from stagelight.core.inference import Inferred, invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.formats.csv_text import CsvError, decoded, fields_of, value_of
from stagelight.public import public
from stagelight.types.dtypes import DType, float32, float64, from_numpy, int32, int64, string

# What a field may be.
FIELD_TYPES = (float32, float64, int32, int64, string)


def _check(delimiter: str, columns: Sequence[int], count: int) -> None:
    if len(delimiter) != 1:
        raise invalid("field_delim should be only 1 char")
    if columns and len(columns) != count:
        raise invalid("select_cols should match output size")
    if any(b <= a for a, b in itertools.pairwise(columns)):
        raise invalid("select_cols should be strictly increasing indices")


def _check_types(dtypes: Sequence[DType]) -> None:
    if not dtypes:
        raise invalid("Length for attr 'OUT_TYPE' of 0 must be at least minimum 1")
    for dtype in dtypes:
        if dtype not in FIELD_TYPES:
            allowed = ", ".join(each.name for each in FIELD_TYPES)
            raise invalid(
                f"Value for attr 'OUT_TYPE' of {dtype.name} is not in the list of allowed values: "
                f"{allowed}"
            )


def _infer(
    records: Tensor,
    *defaults: Tensor,
    field_delim: str = ",",
    select_cols: Sequence[int] = (),
    **_: Any,
) -> tuple[Inferred, ...]:
    _check(field_delim, list(select_cols), len(defaults))
    dtypes = [default.dtype for default in defaults]
    _check_types(dtypes)
    return tuple(Inferred(records.shape, dtype) for dtype in dtypes)


def field_value(text: str, default: np.ndarray, dtype: DType, na_value: str, where: str) -> Any:
    """The value of a field, or its default where it is empty.

    Raises:
        InvalidArgumentError: it is missing and has no default, or is no such number.
    """
    if text in ("", na_value):
        if not default.size:
            raise invalid(f"{where[:1].upper()}{where[1:]} is required but missing!")
        return default.reshape(-1)[0]
    try:
        return value_of(text, dtype.name)
    except ValueError:
        raise invalid(f"{where} is not a valid {dtype.name}: {text}") from None


def _decode(
    xp: ModuleType,
    records: np.ndarray,
    *defaults: np.ndarray,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: Sequence[int] = (),
) -> tuple[np.ndarray, ...]:
    columns = list(select_cols)
    _check(field_delim, columns, len(defaults))
    for i, default in enumerate(defaults):
        if default.size > 1:
            raise invalid(
                f"There should only be 1 default per field but field {i} has {default.size}"
            )
    dtypes = [from_numpy(default.dtype) for default in defaults]
    _check_types(dtypes)
    results = [np.empty(records.size, default.dtype) for default in defaults]
    for number, record in enumerate(records.reshape(-1).tolist()):
        try:
            fields = fields_of(decoded(record), field_delim, use_quote_delim)
        except CsvError as error:
            raise invalid(f"{error}, in record {number}") from None
        if not record:
            fields = []
        if columns:
            if columns[-1] >= len(fields):
                raise invalid(
                    f"Expect at least {columns[-1] + 1} fields but have {len(fields)} in record {number}"
                )
            fields = [fields[column] for column in columns]
        if len(fields) != len(defaults):
            raise invalid(
                f"Expect {len(defaults)} fields but have {len(fields)} in record {number}"
            )
        for i, (field, default, dtype) in enumerate(zip(fields, defaults, dtypes, strict=True)):
            where = f"Field {i} in record {number}"
            results[i][number] = field_value(field, default, dtype, na_value, where)
    return tuple(result.reshape(records.shape) for result in results)


define(
    "DecodeCSV",
    "records: string, record_defaults: OUT_TYPE",
    "output: OUT_TYPE",
    {
        "OUT_TYPE": attr("list(type)"),
        "field_delim": ",",
        "use_quote_delim": True,
        "na_value": attr("string", ""),
        "select_cols": attr("list(int)", ()),
    },
    infer=_infer,
    kernel=_decode,
    traits=Trait.HOST_ONLY,
)


@public("io.decode_csv")
def decode_csv(
    records: Any,
    record_defaults: Sequence[Any],
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """Records of comma-separated values, as a tensor for each column.

    Args:
        records: string of any shape, one record each.
        record_defaults: for each column what stands for an empty field, of the dtype of the column: float32,
            float64, int32, int64 or string. An empty vector says that no field may be empty.
        field_delim: one character.
        use_quote_delim: whether fields may stand in quotes.
        na_value: a further text of fields that are empty.
        select_cols: the columns that are taken, increasing; all if None.
        name: name of the operation.

    Returns:
        A tensor of the shape of `records` for each column.

    Raises:
        ValueError: `select_cols` do not increase, or are not as many as the defaults.
        InvalidArgumentError: a record has another number of fields, a field is no number of its column or
            is missing, or quotes are where they may not be.

    >>> numbers, names = tf.io.decode_csv(["1,one", ",two"], [7, ""])
    >>> numbers.numpy().tolist(), names.numpy().tolist()
    ([1, 7], [b'one', b'two'])
    """
    if select_cols is not None:
        if any(b <= a for a, b in itertools.pairwise(select_cols)):
            raise ValueError("select_cols is not strictly increasing.")
        if select_cols and select_cols[0] < 0:
            raise ValueError("select_cols contains negative values.")
        if len(select_cols) != len(record_defaults):
            raise ValueError("Length of select_cols and record_defaults do not match.")
    defaults = [convert_to_tensor(default) for default in record_defaults]
    outputs: Any = raw.DecodeCSV(
        converted_input(records, string) if isinstance(records, Tensor) else records,
        defaults,
        field_delim=field_delim,
        use_quote_delim=use_quote_delim,
        na_value=na_value,
        select_cols=list(select_cols or ()),
        name=name,
    )
    return list(outputs)
