"""Tensor lists that go in and out of regions: as arrays of their elements, along a new first axis.

A list of lists is the array of all their elements, and arrays that say where each list begins
(`NestedList` in `codegen/lowering/values.py`): these come behind all other arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stagelight.codegen.lowering.tensor_forms import is_list
from stagelight.core.inference import ListsOf
from stagelight.ops.lists.list_handles import handle_of, list_behind
from stagelight.ops.lists.list_value import ListValue
from stagelight.runtime.regions import Region


class RegionOfLists:
    """Runs a region that has lists among its inputs or outputs.

    Args:
        region: says which.
        run: the machine code; it gives None where it fails or cannot take an array as it lies.
        fallback: runs the region on the host. It is called for lists of other elements, too.
    """

    def __init__(
        self, region: Region, run: Callable[..., Any], fallback: Callable[..., Any]
    ) -> None:
        self._run = run
        self._fallback = fallback
        self._inputs = tuple((i, x.handle_data) for i, x in enumerate(region.inputs) if is_list(x))
        self._outputs = tuple(
            (i, x.handle_data) for i, x in enumerate(region.outputs) if is_list(x)
        )
        self._output_count = len(region.outputs)

    def __call__(self, *arrays: Any) -> Any:
        given = list(arrays)
        for position, data in self._inputs:
            parts = parts_of(list_behind(arrays[position]), data)
            if parts is None:
                return self._fallback(*arrays)
            given[position] = parts[0]
            given += parts[1:]
        results = self._run(*given)
        if results is None:
            return self._fallback(*arrays)
        if not self._outputs:
            return results
        taken = list(results)
        further = iter(taken[self._output_count :])
        for position, data in self._outputs:
            others = [next(further) for _ in range(_count_of_parts(data) - 1)]
            taken[position] = handle_of(list_of(data, [taken[position], *others]))
        return tuple(taken[: self._output_count])


def _count_of_parts(data: Any) -> int:
    return 2 * _count_of_parts(data.elements) if isinstance(data, ListsOf) else 1


# ---------------------------------------------------------------------------- into machine code


def parts_of(value: Any, data: Any) -> list[np.ndarray] | None:
    """The arrays that a list is in machine code; None where it holds what its handle data do not say."""
    if not isinstance(value, ListValue):
        return None
    if not isinstance(data, ListsOf):
        shape, dtype = data
        rows = value.rows(tuple(shape), dtype.numpy_dtype)
        return None if rows is None else [rows]
    behind = value.rows_behind
    if isinstance(behind, _ListsInRows):
        return list(behind.parts)
    if value.is_endless or value.most is not None:
        return None
    elements = []
    for handle in value.items():
        parts = None if handle is None else parts_of(handle[()], data.elements)
        if parts is None:
            return None
        elements.append(parts)
    return _joined(elements, data.elements)


def _joined(elements: Sequence[Sequence[np.ndarray]], data: Any) -> list[np.ndarray]:
    """Lists, each given by its parts, as a list of lists."""
    joined: list[np.ndarray] = []
    starts: list[np.ndarray] = []
    for part in zip(_no_parts(data), *elements, strict=True):
        joined.append(np.concatenate(part))
        # The first is empty.
        starts.append(np.cumsum([len(x) for x in part[:-1]], dtype=np.int64))
    return [*joined, *(x[: len(elements)] for x in starts)]


def _no_parts(data: Any) -> list[np.ndarray]:
    """The parts of an empty list."""
    if isinstance(data, ListsOf):
        return [
            *_no_parts(data.elements),
            *(np.zeros(0, np.int64) for _ in _no_parts(data.elements)),
        ]
    shape, dtype = data
    return [np.zeros((0, *shape), dtype.numpy_dtype)]


# ---------------------------------------------------------------------------- out of machine code


def list_of(data: Any, parts: Sequence[np.ndarray]) -> ListValue:
    """The list that arrays are which never change."""
    shape, dtype = data
    rows = _ListsInRows(data.elements, parts) if isinstance(data, ListsOf) else parts[0]
    return ListValue.of_rows(rows, dtype, shape)


class _ListsInRows:
    """The handles of the lists in a list of lists, made when they are asked for.

    Attributes:
        parts: what the list of lists is in machine code.
    """

    def __init__(self, data: Any, parts: Sequence[np.ndarray]) -> None:
        self.parts = tuple(parts)
        self._data = data

    def __len__(self) -> int:
        return len(self.parts[-1])

    def __getitem__(self, place: tuple[int, Any]) -> np.ndarray:
        number, _ = place
        count = len(self.parts) // 2
        own = []
        for part, starts in zip(self.parts[:count], self.parts[count:], strict=True):
            end = starts[number + 1] if number + 1 < len(starts) else len(part)
            own.append(part[starts[number] : end])
        return handle_of(list_of(self._data, own))
