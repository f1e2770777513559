"""How the ops on ragged tensors are told of rows: by their ends, or by the row of each value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stagelight.core.inference import invalid


def kinds_of_partitions(row_partition_types: Sequence[Any]) -> list[str]:
    """What the attr of an op says, as text."""
    return [x.decode() if isinstance(x, bytes) else x for x in row_partition_types]


def row_splits_of(partitions: Sequence[np.ndarray], kinds: Sequence[str]) -> list[np.ndarray]:
    """The row splits of partitions that are told by them, or by the row of each value.

    Raises:
        InvalidArgumentError: a partition is told in another way.
    """
    pairs = list(zip(kinds, partitions, strict=True))
    rows: Any = None  # How many rows the next partition has, where the one before tells it.
    found: list[np.ndarray] = []
    for kind, partition in pairs:
        if kind == "FIRST_DIM_SIZE" and not found and rows is None:
            rows = int(partition)
        elif kind == "ROW_SPLITS":
            found.append(partition)
            rows = int(partition[-1])
        elif kind == "VALUE_ROWIDS" and rows is not None:
            lengths = np.bincount(partition, minlength=rows)
            if len(lengths) > rows:
                raise invalid(f"A value has the row {len(lengths) - 1} of {rows}.")
            found.append(np.concatenate([[0], np.cumsum(lengths)]).astype(partition.dtype))
            rows = len(partition)
        else:
            raise invalid(
                "Row partitions must be of type ROW_SPLITS, or VALUE_ROWIDS with FIRST_DIM_SIZE before "
                f"the first. Received: {kinds}"
            )
    return found
