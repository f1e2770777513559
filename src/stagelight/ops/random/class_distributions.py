"""The distributions of classes that candidate samplers draw from: how to draw, and how likely each is."""

from __future__ import annotations

import abc
import math
from collections.abc import Sequence

import numpy as np

from stagelight.ops.random.word_reader import WordReader


class Classes(abc.ABC):
    """A distribution of the classes 0, 1, ... `count - 1`."""

    def __init__(self, count: int) -> None:
        self.count = count

    @abc.abstractmethod
    def draw(self, reader: WordReader) -> int:
        """A class."""

    @abc.abstractmethod
    def probability(self, value: int) -> np.float32:
        """How likely a class is."""


class Uniform(Classes):
    """All classes alike."""

    def draw(self, reader: WordReader) -> int:
        return reader.long_below(self.count)

    def probability(self, value: int) -> np.float32:
        return np.float32(1.0 / self.count)


class LogUniform(Classes):
    """`P(k) = log((k + 2) / (k + 1)) / log(count + 1)`: Zipf's law, nearly."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self._log_range = math.log1p(count)

    def draw(self, reader: WordReader) -> int:
        return (int(math.exp(reader.float64() * self._log_range)) - 1) % self.count

    def probability(self, value: int) -> np.float32:
        return np.float32(math.log((value + 2.0) / (value + 1.0)) / self._log_range)


class Learned(Classes):
    """As often as the classes were seen, each once more than that."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self._weights = np.ones(count, np.int64)
        self._sums: np.ndarray | None = None

    @property
    def _cumulated(self) -> np.ndarray:
        if self._sums is None:
            self._sums = np.cumsum(self._weights)
        return self._sums

    def draw(self, reader: WordReader) -> int:
        sums = self._cumulated
        return int(np.searchsorted(sums, reader.below(int(sums[-1])), "right"))

    def probability(self, value: int) -> np.float32:
        return np.float32(self._weights[value]) / np.float32(self._cumulated[-1])

    def see(self, values: np.ndarray) -> None:
        """Notes that these classes were seen."""
        np.add.at(self._weights, values, 1)
        self._sums = None


class Weighted(Classes):
    """By given weights. A draw takes two numbers whatever the weights are (Vose's alias method)."""

    def __init__(self, weights: Sequence[float]) -> None:
        super().__init__(len(weights))
        self._weights = np.asarray(weights, np.float32)
        self._total = np.float32(0)
        for weight in self._weights:
            self._total += weight
        self._keep, self._other = _alias_table(self._weights)

    def draw(self, reader: WordReader) -> int:
        part = reader.float32()
        place = reader.below(self.count)
        return place if part < self._keep[place] else self._other[place]

    def probability(self, value: int) -> np.float32:
        if not 0 <= value < self.count:
            return np.float32(0)
        return np.float32(self._weights[value] / self._total)


def _alias_table(weights: np.ndarray) -> tuple[list[float], list[int]]:
    """For each place, how likely it is kept, and the class that is taken otherwise."""
    count = len(weights)
    total = 0.0
    for weight in weights.tolist():
        total += weight
    parts = [float(weight * np.float32(count)) / total for weight in weights]
    other = [-1] * count
    low = [i for i, part in enumerate(parts) if part < 1.0]
    high = [i for i, part in enumerate(parts) if part >= 1.0]
    while high and low:
        short, long = low.pop(), high.pop()
        other[short] = long
        parts[long] -= 1.0 - parts[short]
        (low if parts[long] < 1.0 else high).append(long)
    keep = [float(np.float32(part)) for part in parts]
    for place in (*high, *low):  # what rounding left over
        keep[place], other[place] = 1.0, place
    return keep, other


def draw_classes(
    classes: Classes, reader: WordReader, count: int, unique: bool
) -> tuple[list[int], int]:
    """Classes drawn one by one, and how many draws it took.

    Args:
        classes: the distribution.
        reader: the stream.
        count: how many are wanted.
        unique: whether each may come only once.
    """
    if not unique:
        return [classes.draw(reader) for _ in range(count)], count
    drawn: dict[int, None] = {}
    tries = 0
    while len(drawn) < count:
        tries += 1
        drawn.setdefault(classes.draw(reader))
    return list(drawn), tries


def expected_counts(classes: Classes, values: Sequence[int], count: int, tries: int) -> np.ndarray:
    """How often each value is expected among the drawn ones, float32."""
    probabilities = np.array([classes.probability(value) for value in values], np.float32)
    if tries == count:
        return probabilities * np.float32(count)
    # 1 - (1 - p) ** tries: that it comes at all. In float64, since NumPy rounds float32 otherwise.
    exponents = np.float32(tries) * np.log1p(-probabilities.astype(np.float64)).astype(np.float32)
    return -np.expm1(exponents.astype(np.float64)).astype(np.float32)
