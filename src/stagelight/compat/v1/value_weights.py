"""Weights of values, of losses and of metrics: what their shapes may be."""

from __future__ import annotations

from stagelight.core.tensor import Tensor


def require_broadcastable(weights: Tensor, values: Tensor) -> None:
    """Refuses weights that are no scalar and have another rank, or sizes that are neither 1 nor the values'.

    Raises:
        ValueError: they are known not to fit.
    """
    if weights.shape.rank in (None, 0) or values.shape.rank is None:
        return
    ours, theirs = weights.shape.as_list(), values.shape.as_list()
    fits = len(ours) == len(theirs) and all(
        a is None or b is None or a in (1, b) for a, b in zip(ours, theirs, strict=True)
    )
    if not fits:
        raise ValueError(
            "weights can not be broadcast to values. Required: a scalar, or sizes that are 1 or the "
            f"values'. Received: weights.shape={ours}, values.shape={theirs}"
        )
