"""How a distributed variable is kept by its replicas: when they agree, and how they are put together."""

from __future__ import annotations

import enum

from stagelight.public import public


@public("VariableSynchronization")
class VariableSynchronization(enum.Enum):
    """When a distributed variable is synchronised."""

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


@public("VariableAggregation")
class VariableAggregation(enum.Enum):
    """How a distributed variable is put together from its replicas."""

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3
