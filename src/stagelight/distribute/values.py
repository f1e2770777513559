"""What strategies of several replicas would give: values and datasets with a part for each replica.

Programs ask with `isinstance` whether a value is one. Strategies of one replica give plain values.
"""

from __future__ import annotations

import enum
from typing import Any

from stagelight.public import public


@public("distribute.ReduceOp")
class ReduceOp(enum.Enum):
    """How the values of the replicas become one."""

    SUM = "SUM"
    MEAN = "MEAN"

    @classmethod
    def named(cls, name: Any) -> ReduceOp:
        """The reduction of a name, in any case, or the reduction itself.

        Raises:
            ValueError: there is none of that name.
        """
        if isinstance(name, cls):
            return name
        found = cls.__members__.get(name.upper()) if isinstance(name, str) else None
        if found is None:
            raise ValueError(f"Unknown reduction. Required: SUM or MEAN. Received: {name!r}")
        return found


@public("distribute.DistributedValues")
class DistributedValues:
    """A value for each replica."""


@public("distribute.DistributedDataset")
class DistributedDataset:
    """A dataset whose elements are spread over the replicas."""


@public("distribute.DistributedIterator")
class DistributedIterator:
    """An iterator over a `DistributedDataset`."""
