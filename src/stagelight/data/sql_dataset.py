"""`tf.data.experimental.SqlDataset`: the rows of a query on an SQLite database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import invalid
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.dataset import ELEMENT_ATTRS, Dataset, dataset_of, variant_scalar
from stagelight.data.elements import Elements, in_variant
from stagelight.data.iteration import Iteration, Place
from stagelight.nest import map_structure
from stagelight.public import public
from stagelight.types.dtypes import DType, as_dtype, string
from stagelight.types.specs import TensorSpec

# The kinds of databases that can be asked.
_DRIVERS = ("sqlite",)


class _Rows(Elements):
    """The rows of a query, in the order in which the database gives them."""

    def __init__(self, path: str, query: str, dtypes: Sequence[DType]) -> None:
        self._path = path
        self._query = query
        self._dtypes = dtypes

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        return RowByRow(self._from(iteration.place(index=0)))

    def _from(self, place: Place) -> Iterator[Components]:
        try:
            database = sqlite3.connect(f"{Path(self._path).absolute().as_uri()}?mode=ro", uri=True)
        except sqlite3.Error as error:
            raise invalid(f"Failed to open database {self._path}: {error}") from None
        try:
            rows = database.execute(self._query)
            width = len(rows.description or ())
            if width != len(self._dtypes):
                raise invalid(
                    f"The number of columns in query ({width}) must match the number of elements in "
                    f"output_types ({len(self._dtypes)})."
                )
            for _ in range(place.index):  # Rows that were given before the iteration was kept.
                next(rows, None)
            for row in rows:
                place.index += 1
                yield tuple(map(_field, row, self._dtypes))
        except sqlite3.Error as error:
            raise errors.UnknownError(None, None, f"{error}, in {self._path}") from None
        finally:
            database.close()


def _field(value: Any, dtype: DType) -> np.ndarray:
    """A value of a row in the dtype that is asked for; NULL is zero, or the empty string."""
    if dtype is string:
        data = value if isinstance(value, bytes) else str("" if value is None else value).encode()
        return np.asarray(data, object)
    try:
        # SQLite: texts are numbers as far as they look like some, others are zero.
        number = float(value or 0) if dtype.is_floating else int(value or 0)
    except ValueError:
        number = 0
    if dtype.is_integer and not dtype.min <= number <= dtype.max:
        raise invalid(f"The value {number} of a column is out of the range of {dtype.name}.")
    return np.asarray(number, dtype.numpy_dtype)


def _sql(
    xp: ModuleType,
    driver_name: Any,
    data_source_name: Any,
    query: Any,
    output_types: Sequence[DType],
    **_: Any,
) -> np.ndarray:
    driver, source, text = (
        np.asarray(value).item().decode() for value in (driver_name, data_source_name, query)
    )
    if driver not in _DRIVERS:
        raise invalid(
            f"The database type, {driver}, is not supported by SqlDataset. The set of supported databases "
            "is: {'sqlite'}."
        )
    return in_variant(_Rows(source, text, output_types))


define(
    "SqlDataset",
    "driver_name: string, data_source_name: string, query: string",
    "handle: variant",
    ELEMENT_ATTRS,
    infer=variant_scalar,
    kernel=_sql,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


@public("data.experimental.SqlDataset")
class SqlDataset(Dataset):
    """The rows of an SQL query, as scalars. Asked anew in each iteration.

    Args:
        driver_name: "sqlite".
        data_source_name: the file of the database.
        query: the query, an SQL SELECT.
        output_types: the dtypes of the columns, in the structure of an element: bool, floating, integer or
            string.

    Raises:
        InvalidArgumentError: there is no such driver; while iterating, when the database cannot be opened,
            or has another number of columns.
        UnknownError: while iterating, when the database refuses the query.

    >>> import sqlite3
    >>> database = sqlite3.connect("/tmp/people.sqlite")
    >>> _ = database.executescript(
    ...     "drop table if exists people; create table people (name text, age integer);"
    ...     "insert into people values ('Ada', 36)")
    >>> database.close()
    >>> dataset = tf.data.experimental.SqlDataset(
    ...     "sqlite", "/tmp/people.sqlite", "select name, age from people", (tf.string, tf.int32))
    >>> [(name.numpy(), int(age)) for name, age in dataset]
    [(b'Ada', 36)]
    """

    def __init__(
        self, driver_name: Any, data_source_name: Any, query: Any, output_types: Any
    ) -> None:
        texts = [convert_to_tensor(x, string) for x in (driver_name, data_source_name, query)]
        spec = map_structure(lambda dtype: TensorSpec([], as_dtype(dtype)), output_types)
        self._become(dataset_of("SqlDataset", texts, spec), "SqlDatasetV2")
