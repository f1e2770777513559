"""`compat.v1.layers.batch_normalization`: a layer whose averages move in training."""

from __future__ import annotations

from typing import Any

from stagelight.compat.v1.graph_collections import GraphKeys, add_to_collection
from stagelight.compat.v1.image_layouts import channels_of
from stagelight.compat.v1.layer_functions import layer_scope
from stagelight.compat.v1.older_initializers import Ones, Zeros
from stagelight.compat.v1.variable_scopes import get_variable
from stagelight.control_flow.conditionals import smart_cond
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.ops.arrays.identity import group
from stagelight.ops.arrays.reshaping import reshape
from stagelight.ops.arrays.shape import size as size_of
from stagelight.ops.elementwise.cast import cast
from stagelight.ops.nn.batch_normalization import batch_normalization as normalized
from stagelight.ops.reductions.moments import moments
from stagelight.public import public


@public("compat.v1.layers.batch_normalization")
def batch_normalization(
    inputs: Any,
    axis: int = -1,
    momentum: float = 0.99,
    epsilon: float = 1e-3,
    center: bool = True,
    scale: bool = True,
    beta_initializer: Any = Zeros(),  # noqa: B008 - has no state
    gamma_initializer: Any = Ones(),  # noqa: B008 - has no state
    moving_mean_initializer: Any = Zeros(),  # noqa: B008 - has no state
    moving_variance_initializer: Any = Ones(),  # noqa: B008 - has no state
    beta_regularizer: Any = None,
    gamma_regularizer: Any = None,
    beta_constraint: Any = None,
    gamma_constraint: Any = None,
    training: Any = False,
    trainable: bool = True,
    name: str | None = None,
    reuse: Any = None,
    renorm: bool = False,
    renorm_clipping: Any = None,
    renorm_momentum: float = 0.99,
    fused: bool | None = None,
    virtual_batch_size: int | None = None,
    adjustment: Any = None,
) -> Any:
    """`gamma * (inputs - mean) / sqrt(variance + epsilon) + beta`, by channel.

    In training mean and variance are those of the batch, and move the averages that are used otherwise. In a
    graph the operations that move them are in the collection `tf.GraphKeys.UPDATE_OPS`, and are to be run
    with the training step.

    Args:
        inputs: floating tensor.
        axis: the axis of the channels.
        momentum: what part of an average stays.
        epsilon: added to the variance.
        center, scale: whether there is a `beta`, a `gamma`.
        beta_initializer, gamma_initializer, moving_mean_initializer, moving_variance_initializer: what the
            variables begin with.
        beta_regularizer, gamma_regularizer: functions of the variables that give losses.
        beta_constraint, gamma_constraint: functions that are applied after updates.
        training: whether this is training: a bool, or a bool tensor.
        trainable: whether `beta` and `gamma` are trained.
        name: the scope's name.
        reuse: whether the variables are there already.
        renorm, renorm_clipping, renorm_momentum, virtual_batch_size, adjustment: not available.
        fused: whether the average of the variance is that of the unbiased one; of images if None.

    Raises:
        NotImplementedError: an argument that is not available.
        ValueError: the number of channels is not known.

    >>> with tf.Graph().as_default():
    ...     y = tf.compat.v1.layers.batch_normalization(tf.ones([2, 3]), training=True)
    ...     len(tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.UPDATE_OPS))
    2
    """
    if renorm or virtual_batch_size is not None or adjustment is not None:
        raise NotImplementedError(
            "`renorm`, `virtual_batch_size` and `adjustment` are not available: leave them out."
        )
    with layer_scope(name, "batch_normalization", reuse, inputs) as x:
        rank = x.shape.with_rank_at_least(1).rank
        axis = axis % rank if rank is not None else axis
        sizes = [channels_of(x.shape, axis, "batch_normalization")]
        beta = gamma = None
        if scale:
            gamma = get_variable(
                "gamma", sizes, x.dtype, gamma_initializer, gamma_regularizer, trainable,
                constraint=gamma_constraint,
            )  # fmt: skip
        if center:
            beta = get_variable(
                "beta", sizes, x.dtype, beta_initializer, beta_regularizer, trainable,
                constraint=beta_constraint,
            )  # fmt: skip
        averages = [
            get_variable("moving_mean", sizes, x.dtype, moving_mean_initializer, trainable=False),
            get_variable(
                "moving_variance", sizes, x.dtype, moving_variance_initializer, trainable=False
            ),
        ]
        others = [place for place in range(rank) if place != axis]
        is_unbiased = fused or (fused is None and rank == 4 and axis in (1, 3))

        def of_batch() -> list[Any]:
            mean, variance = moments(x, others)
            return [
                mean,
                variance,
                variance * _correction(x, sizes[0]) if is_unbiased else variance,
            ]

        def of_averages() -> list[Any]:
            mean, variance = (average.read_value() for average in averages)
            return [mean, variance, variance]

        mean, variance, unbiased = smart_cond(training, of_batch, of_averages)
        shape = [sizes[0] if place == axis else 1 for place in range(rank)]
        _move(averages, [mean, unbiased], momentum, training)
        mean, variance, offset, factor = (
            None if part is None else reshape(part, shape) for part in (mean, variance, beta, gamma)
        )
        return normalized(x, mean, variance, offset, factor, epsilon, name="batchnorm")


def _correction(x: Any, channels: int) -> Any:
    """TF: of images, the average is that of the unbiased variance, `n / (n - 1)` of the batch's."""
    elements = cast(size_of(x), x.dtype) / channels
    return elements / raw.Maximum(elements - 1.0, 1.0)


def _move(averages: list[Any], now: list[Any], momentum: float, training: Any) -> None:
    """Moves the averages towards the batch's moments, or says how to, in training."""
    if isinstance(training, (bool, int)) and not training:
        return
    for average, moment in zip(averages, now, strict=True):
        step = (average.read_value() - moment) * (1.0 - momentum)  # 0 where this is no training
        moved = average.assign_sub(step)
        if CONTEXT.stage is not None:
            add_to_collection(GraphKeys.UPDATE_OPS, group(moved))
