"""`cache`: elements that are made once, and kept in memory or in a file.

They are kept when the last one is made, if it is known how many there are: whoever iterates, such as `zip`,
need not ask for one more. Else `prefetch` does: it asks for an element before the one before it is given.

The file has a record for each component of each element (see `component_bytes`). It is written aside and gets
its name when all elements are in it.
"""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

import numpy as np

from stagelight import errors
from stagelight.core import registry
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import apply
from stagelight.core.inference import SCALAR, Inferred
from stagelight.core.op_def import Trait
from stagelight.core.registry import define
from stagelight.data.blocks import Components, IteratorState, RowByRow
from stagelight.data.component_bytes import bytes_of, element_records
from stagelight.data.dataset import (
    DATASET_ATTRS,
    Dataset,
    dataset_method,
    dataset_of,
    variant_scalar,
)
from stagelight.data.elements import UNKNOWN, Elements, Transformed, elements_of, in_variant
from stagelight.data.file_readers import path_of
from stagelight.data.iteration import Iteration, Place, Told
from stagelight.formats.atomic_files import only_one, replaced
from stagelight.formats.files import told_as_op_errors
from stagelight.formats.record_files import framed
from stagelight.ops.resources.resource_variables import make_handle
from stagelight.types.dtypes import resource, string


class _InMemory(Transformed):
    """The first iteration that comes to the end leaves the elements to all others."""

    gives_source_elements = True

    def __init__(self, source: Elements) -> None:
        super().__init__(source)
        self._kept: list[Components] | None = None

    def begun_first(self) -> list[Elements]:
        return self.inputs() if self._kept is None else []

    def completes_at_end(self) -> bool:
        return self._kept is None and self._source.cardinality() == UNKNOWN

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        place = iteration.place(index=0, made=[], is_making=self._kept is None)
        if place.is_making:
            return RowByRow(self._made(self._source.rows(iteration.part()), place))
        if self._kept is None:
            # An iteration goes on that was saved when the elements were there: they are made again.
            self._kept = list(self._source.rows(Iteration()))
        return RowByRow(self._given(self._kept, place))

    def _made(self, source: Iterator[Components], place: Place) -> Iterator[Components]:
        count = self._source.cardinality()
        for element in source:
            place.made.append(element)
            if len(place.made) == count:
                self._kept = list(place.made)
            yield element
        self._kept, place.made = place.made, []

    def _given(self, rows: list[Components], place: Place) -> Iterator[Components]:
        for index in range(place.index, len(rows)):
            place.index = index + 1
            yield rows[index]


# How many elements a file has that could not be written, of who asks for more of them all the same.
_NOT_WRITTEN = -1


class _Written(Told):
    """What a file has that is being written."""

    __slots__ = ("_file",)

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def now(self) -> bytes:
        self._file.flush()
        return Path(self._file.name).read_bytes()


class _InFile(Transformed):
    """The first iteration that comes to the end leaves the file to all others."""

    gives_source_elements = True

    def __init__(self, source: Elements, path: str, width: int) -> None:
        super().__init__(source)
        self._path = path
        self._file = f"{path}.elements"
        self._width = width

    def begun_first(self) -> list[Elements]:
        return [] if os.path.exists(self._file) else self.inputs()

    def completes_at_end(self) -> bool:
        return self._source.cardinality() == UNKNOWN and not os.path.exists(self._file)

    def make_iterator(self, iteration: Iteration) -> IteratorState:
        # `written` is what the file has of the first `count` elements, while it is not complete.
        place = iteration.place(position=0, count=0, written=None)
        if place.count == _NOT_WRITTEN:
            return self._source.begin(iteration.part())
        if os.path.exists(self._file):
            return RowByRow(self._read(place))
        return RowByRow(self._made(self._source.rows(iteration.part()), place))

    def _read(self, place: Place) -> Iterator[Components]:
        rows = element_records(os.fsencode(self._file), "", self._width, place.position)
        if place.written is not None:
            # An iteration goes on that was saved when the file was being written, and it is complete now.
            rows = itertools.islice(rows, place.count, None)
            place.written = None
        for row, position in rows:
            place.position = position
            yield row

    def _made(self, source: Iterator[Components], place: Place) -> Iterator[Components]:
        lock = f"{self._path}_0.lockfile"
        count, last = self._source.cardinality(), None
        with contextlib.ExitStack() as held:
            try:
                with told_as_op_errors(lock):
                    held.enter_context(only_one(lock))
            except errors.AlreadyExistsError:
                raise errors.AlreadyExistsError(
                    None,
                    None,
                    "There appears to be a concurrent caching iterator running - cache lockfile already "
                    f"exists ('{lock}'). Iterate again when the other is at its end, or has stopped.",
                ) from None
            with told_as_op_errors(self._file), replaced(self._file) as file:
                file.write(place.written or b"")
                place.written = written = _Written(file)
                try:
                    for number, element in enumerate(source, place.count + 1):
                        file.write(b"".join(framed(bytes_of(part)) for part in element))
                        place.count = number
                        if number == count:
                            last = element
                            break
                        yield element
                except errors.OpError:
                    place.written = written.now()  # Who asks again goes on with it.
                    raise
                except OSError:
                    place.count, place.written = _NOT_WRITTEN, None
                    raise
                place.position, place.written = file.tell(), None
        if last is not None:
            yield last


def _cache(
    xp: ModuleType,
    input_dataset: Any,
    filename: Any,
    cache: Any = None,
    *,
    output_types: Any,
    **_: Any,
) -> np.ndarray:
    source, path = elements_of(input_dataset), path_of(filename)
    return in_variant(_InFile(source, path, len(output_types)) if path else _InMemory(source))


for _name, _more_inputs in (("CacheDataset", ""), ("CacheDatasetV2", ", cache: resource")):
    define(
        _name,
        f"input_dataset: variant, filename: string{_more_inputs}",
        "handle: variant",
        DATASET_ATTRS,
        infer=variant_scalar,
        kernel=_cache,
        differentiable=False,
        traits=Trait.HOST_ONLY | Trait.RANDOM,
    )

define(
    "DummyMemoryCache",
    "",
    "handle: resource",
    infer=lambda: Inferred(SCALAR, resource),
    kernel=lambda xp: make_handle(None)._array,
    differentiable=False,
    traits=Trait.HOST_ONLY | Trait.RANDOM,
)


@dataset_method("cache")
def cache(self: Dataset, filename: Any = "", name: str | None = None) -> Dataset:
    """The same elements, made in the first iteration that comes to the end, and kept for all others.

    Args:
        filename: the beginning of the name of a file in which they are kept, also for later programs; ""
            keeps them in memory.
        name: name of the operation.

    Raises:
        AlreadyExistsError: while iterating, when another iteration is writing the file.
        FailedPreconditionError: elements that are datasets do not go into a file.

    >>> made = []
    >>> numbers = tf.data.Dataset.from_generator(
    ...     lambda: (made.append(i) or i for i in range(2)), output_signature=tf.TensorSpec([], tf.int32))
    >>> cached = numbers.cache()
    >>> [int(x) for x in cached], [int(x) for x in cached], made
    ([0, 1], [0, 1], [0, 1])
    """
    path = filename.__fspath__() if hasattr(filename, "__fspath__") else filename
    memory = apply(registry.lookup("DummyMemoryCache"), ())
    inputs = [self, convert_to_tensor(path, string), memory]
    return dataset_of("CacheDatasetV2", inputs, self.element_spec)
