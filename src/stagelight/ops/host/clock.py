"""The time: `tf.timestamp`."""

from __future__ import annotations

import time
from types import ModuleType

import numpy as np

from stagelight.core.inference import SCALAR, Inferred
from stagelight.core.op_def import Trait
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.types import dtypes


def _infer_timestamp() -> Inferred:
    return Inferred(SCALAR, dtypes.float64)


def _timestamp(xp: ModuleType) -> np.ndarray:
    return np.asarray(time.time())


define(
    "Timestamp",
    "",
    "ts: float64",
    infer=_infer_timestamp,
    kernel=_timestamp,
    differentiable=False,
    traits=Trait.SIDE_EFFECT | Trait.HOST_ONLY,
)


@public("timestamp")
def timestamp(name: str | None = None) -> Tensor:
    """The seconds since the first moment of 1970 (UTC), in a graph when it runs.

    Args:
        name: name of the operation.

    Returns:
        float64 of rank 0.

    >>> bool(tf.timestamp() > 1e9)
    True
    """
    return raw.Timestamp(name=name)
