"""What distributions over scalars with two parameters have in common."""

from __future__ import annotations

import math
from typing import Any

from stagelight.compat.v1.distribution import (
    FULLY_REPARAMETERIZED,
    Distribution,
    ReparameterizationType,
    after,
    broadcast_shape,
    floating_parameters,
)
from stagelight.core.convert import convert_to_tensor
from stagelight.core.inference import broadcast_shapes
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.types.shapes import TensorShape


def nan_unless(exists: Tensor, value: Tensor, allows_nan: bool, message: str) -> Tensor:
    """The value where it exists; elsewhere NaN, or an error."""
    if allows_nan:
        return raw.SelectV2(exists, value, convert_to_tensor(math.nan, value.dtype))
    everywhere = raw.All(exists, raw.Range(0, raw.Rank(exists), 1))
    return after(raw.Assert(everywhere, [convert_to_tensor(message)]), value)


class TwoParameters(Distribution):
    """A distribution with two parameters, over scalars."""

    _kind: ReparameterizationType = FULLY_REPARAMETERIZED

    def __init__(self, first: Any, second: Any, given: dict[str, Any]) -> None:
        self._first: Any
        self._second: Any
        self._first, self._second = floating_parameters(first, second)
        checks, allows_nan = given["validate_args"], given["allow_nan_stats"]
        super().__init__(
            self._first.dtype, self._kind, checks, allows_nan, given, name=given["name"]
        )

    def _batch_shape_tensor(self) -> Tensor:
        return broadcast_shape(self._first, self._second)

    @property
    def batch_shape(self) -> TensorShape:
        """The shape of the batch of distributions."""
        return broadcast_shapes(self._first.shape, self._second.shape)

    def _filled(self, x: Tensor) -> Tensor:
        """A statistic of one parameter, for the whole batch."""
        return raw.BroadcastTo(x, self._batch_shape_tensor())
