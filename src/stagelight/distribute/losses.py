"""Losses of a part of a batch: `tf.nn.compute_average_loss` and `tf.nn.scale_regularization_loss`."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.distribute.replica import get_strategy, in_cross_replica_context
from stagelight.ops.debugging.assertions import assert_non_negative
from stagelight.ops.reductions.reduction_functions import reduce_sum
from stagelight.public import public
from stagelight.types import dtypes


def _require_replica(function: str) -> None:
    if in_cross_replica_context():
        raise RuntimeError(
            f"You are calling `{function}` in cross replica context, while it was expected to be called in "
            "replica context. Call it in the function that `strategy.run` runs."
        )


@public("nn.compute_average_loss")
def compute_average_loss(
    per_example_loss: Any, sample_weight: Any = None, global_batch_size: Any = None
) -> Tensor:
    """The loss of a replica's examples, over the size of the batch of all replicas.

    `sum(loss * weight) / global_batch_size`: the replicas' sum of it is the mean over the whole batch.

    Args:
        per_example_loss: floating point tensor of rank 1 or more, examples on the first axis.
        sample_weight: a weight for each example; None for ones. Missing axes are added at the end.
        global_batch_size: the number of examples of all replicas; None: this replica's, times the
            number of replicas.

    Returns:
        Scalar.

    Raises:
        ValueError: the loss is a scalar.
        TypeError: `global_batch_size` is no integer.
        InvalidArgumentError: `global_batch_size` is negative.
        RuntimeError: it is called above the replicas.

    >>> tf.nn.compute_average_loss([1.0, 2.0], global_batch_size=4).numpy()
    np.float32(0.75)
    """
    losses = convert_to_tensor(per_example_loss)
    if losses.shape.rank == 0:
        raise ValueError(
            "Invalid value passed for `per_example_loss`. Expected a tensor with at least rank 1. "
            f"Received per_example_loss={losses} with rank 0"
        )
    if sample_weight is not None:
        losses = raw.Mul(losses, _weights_like(losses, sample_weight))
    if global_batch_size is None:
        _require_replica("compute_average_loss")
        replicas = get_strategy().num_replicas_in_sync
        global_batch_size = raw.Mul(raw.Shape(losses)[0], replicas)
    size = convert_to_tensor(global_batch_size)
    if not size.dtype.is_integer:
        raise TypeError(
            'global_batch_size must be an integer..  Expected "x" to be integer type.  Found: tensor of '
            f"dtype {size.dtype}"
        )
    assert_non_negative(size, message="global_batch_size must be non-negative.")
    return raw.DivNoNan(reduce_sum(losses), raw.Cast(size, DstT=losses.dtype))


def _weights_like(losses: Tensor, sample_weight: Any) -> Tensor:
    weights = raw.Cast(convert_to_tensor(sample_weight), DstT=losses.dtype)
    if losses.shape.rank is not None and weights.shape.rank is not None and weights.shape.rank:
        for _ in range(losses.shape.rank - weights.shape.rank):
            weights = raw.ExpandDims(weights, -1)
    return weights


@public("nn.scale_regularization_loss")
def scale_regularization_loss(regularization_loss: Any) -> Tensor:
    """The sum of losses that do not depend on examples, over the number of replicas.

    Args:
        regularization_loss: tensor or list of tensors.

    Returns:
        Scalar.

    Raises:
        RuntimeError: it is called above the replicas.

    >>> tf.nn.scale_regularization_loss([1.0, 2.0]).numpy()
    np.float32(3.0)
    """
    _require_replica("scale_regularization_loss")
    total = reduce_sum(convert_to_tensor(regularization_loss))
    replicas = get_strategy().num_replicas_in_sync
    return raw.RealDiv(total, raw.Cast(convert_to_tensor(replicas, dtypes.int32), DstT=total.dtype))
