"""Random choices of values and arguments for the steps of a random program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.types.dtypes import as_dtype
from tests.oracle.random_op_table import COMPLEX, INTEGERS, UNSIGNED, Known


class Choice:
    """Random choices among the values of a program that is being built."""

    def __init__(self, generator: np.random.Generator, values: Sequence[Known]) -> None:
        self._generator = generator
        self._values = values

    def integer(self, low: int, high: int) -> int:
        return int(self._generator.integers(low, high)) if high > low else low

    def chance(self, share: float) -> bool:
        return bool(self._generator.random() < share)

    def truth(self) -> bool:
        return self.chance(0.5)

    def among(self, items: Sequence[Any]) -> Any:
        return items[self.integer(0, len(items))]

    def order(self, count: int) -> list[int]:
        return [int(i) for i in self._generator.permutation(count)]

    def numbers(self, low: int, high: int, shape: tuple[int, ...]) -> np.ndarray:
        return self._generator.integers(low, high, shape).astype(np.int32)

    def value(
        self, dtypes: Sequence[str], exact: bool = False, rank: int = 0, most: int = 9
    ) -> Known | None:
        """A value of one of the dtypes, rather a late one."""
        fitting = [
            x
            for x in self._values
            if x.dtype in dtypes and rank <= len(x.shape) <= most and (x.exact or not exact)
        ]
        if not fitting:
            return None
        return fitting[-1 - int(self._generator.exponential(2.0)) % len(fitting)]

    def with_options(self, x: Known | None, **options: Any) -> Any:
        return None if x is None else ([x], options)

    def alike(self, x: Known) -> list[Known]:
        """The values of its dtype and rank, itself among them."""
        return [v for v in self._values if v.dtype == x.dtype and len(v.shape) == len(x.shape)]

    def differ_only(self, x: Known, other: Known, axis: int) -> bool:
        axis %= len(x.shape)
        return all(
            i == axis or a == b for i, (a, b) in enumerate(zip(x.shape, other.shape, strict=True))
        )

    def partner(self, x: Known, exact: bool) -> Any:
        """A value or an array of its dtype that broadcasts with it; now and then one that does not."""
        if self.chance(0.02):
            return self.constant(x.dtype, (*x.shape, 7, 5))
        fitting = [
            v
            for v in self._values
            if v.dtype == x.dtype and (v.exact or not exact) and _broadcast(x.shape, v.shape)
        ]
        if fitting and self.chance(0.6):
            return fitting[self.integer(0, len(fitting))]
        sizes = [1 if self.chance(0.3) else size for size in x.shape]
        return self.constant(x.dtype, tuple(sizes[self.integer(0, len(sizes) + 1) :]))

    def axis(self, x: Known) -> int:
        return self.integer(-len(x.shape), len(x.shape))

    def axes(self, x: Known) -> Any:
        """None, one axis, or several."""
        kind = self.integer(0, 3)
        if kind == 0:
            return None
        if kind == 1:
            return self.axis(x)
        count = self.integer(0, len(x.shape) + 1)
        return [int(i) for i in self._generator.permutation(len(x.shape))[:count]]

    def factors(self, count: int) -> list[int]:
        """Sizes with that product."""
        if count == 0:
            return [0, self.integer(1, 4)]
        sizes = []
        while count > 1:
            divisor = self.among([d for d in range(2, count + 1) if count % d == 0])
            sizes.append(divisor)
            count //= divisor
        return sizes + [1] * self.integer(0, 2)

    def constant(self, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
        """An array of exact numbers: quarters, integers, truths."""
        draw = self._generator
        if dtype == "bool":
            return draw.integers(0, 2, shape).astype(bool)
        if dtype == "string":
            return draw.integers(0, 100, shape).astype(str).astype(object)
        if dtype in (*INTEGERS, *UNSIGNED):
            low = 0 if dtype in UNSIGNED else -9
            return draw.integers(low, 10, shape).astype(dtype)
        quarters = draw.integers(-8, 9, shape) / 4
        if dtype in COMPLEX:
            return (quarters + 1j * draw.integers(-4, 5, shape) / 4).astype(dtype)
        return np.asarray(quarters, as_dtype(dtype).as_numpy_dtype)


def _broadcast(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(a == b or 1 in (a, b) for a, b in zip(reversed(one), reversed(other), strict=False))
