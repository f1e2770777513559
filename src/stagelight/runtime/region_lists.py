"""Tensor lists that go in and out of regions: as arrays of their elements, along a new first axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.codegen.lowering.lowering import dtype_of, is_list, sizes_of
from stagelight.ops.list_handles import handle_of, list_behind
from stagelight.ops.list_value import ListValue
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
        self._inputs = tuple(
            (i, sizes_of(x), dtype_of(x).numpy_dtype)
            for i, x in enumerate(region.inputs)
            if is_list(x)
        )
        self._outputs = tuple(
            (i, x.handle_data[1], x.handle_data[0])
            for i, x in enumerate(region.outputs)
            if is_list(x)
        )

    def __call__(self, *arrays: Any) -> Any:
        given = list(arrays)
        for position, sizes, dtype in self._inputs:
            rows = list_behind(arrays[position]).rows(sizes, dtype)
            if rows is None:
                return self._fallback(*arrays)
            given[position] = rows
        results = self._run(*given)
        if results is None:
            return self._fallback(*arrays)
        if not self._outputs:
            return results
        taken = list(results)
        for position, dtype, shape in self._outputs:
            taken[position] = handle_of(ListValue.of_rows(taken[position], dtype, shape))
        return tuple(taken)
