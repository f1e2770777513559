"""Counters of what a library is used for: `tensorflow.python.eager.monitoring`.

TensorFlow hands them to whoever collects its figures. Here they are kept in the process, and can be read.
"""

from __future__ import annotations

from typing import Any


class Metric:
    """Numbers, texts or flags under a name: a cell for each combination of labels."""

    _start: Any = 0

    def __init__(self, name: str, description: str, *labels: str) -> None:
        self._name, self._description, self._labels = name, description, labels
        self._cells: dict[tuple[str, ...], Cell] = {}

    def get_cell(self, *labels: str) -> Cell:
        """The cell of some labels, made when it is asked for.

        Raises:
            ValueError: there are more labels, or fewer, than the metric has.
        """
        if len(labels) != len(self._labels):
            raise ValueError(
                f"The metric {self._name!r} has {len(self._labels)} labels. Received: {labels}"
            )
        return self._cells.setdefault(labels, Cell(self._start))


class Cell:
    """One value of a metric."""

    def __init__(self, start: Any) -> None:
        self._value = start

    def value(self) -> Any:
        """The value."""
        return self._value

    def set(self, value: Any) -> None:
        """Sets another value."""
        self._value = value

    def increase_by(self, value: int) -> None:
        """Adds to the value."""
        self._value += value


class Counter(Metric):
    """Numbers that grow."""


class IntGauge(Metric):
    """Whole numbers that are set."""


class BoolGauge(Metric):
    """Flags that are set."""

    _start = False


class StringGauge(Metric):
    """Texts that are set."""

    _start = ""
