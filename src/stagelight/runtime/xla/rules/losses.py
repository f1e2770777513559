"""Rules of normalization, softmax and losses."""

from __future__ import annotations

from typing import Any

from stagelight.graph.operation import Operation
from stagelight.runtime.xla.engine import jax, jnp
from stagelight.runtime.xla.lowering import Lowering
from stagelight.runtime.xla.registry import lowers, lowers_by_kernel
from stagelight.runtime.xla.rules.convolutions import wide

lowers_by_kernel(
    "InTopK", "InTopKV2", "FakeQuantWithMinMaxArgs", "FakeQuantWithMinMaxArgsGradient",
    "FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxVarsGradient", "FakeQuantWithMinMaxVarsPerChannel",
    "FakeQuantWithMinMaxVarsPerChannelGradient",
    "BiasAdd", "BiasAddGrad", "BiasAddV1", "FusedBatchNorm", "FusedBatchNormGrad", "FusedBatchNormGradV2",
    "FusedBatchNormGradV3", "FusedBatchNormV2", "FusedBatchNormV3", "LogSoftmax", "LRN", "LRNGrad", "Softmax",
    "SoftmaxCrossEntropyWithLogits",
)  # fmt: skip


@lowers("SparseSoftmaxCrossEntropyWithLogits")
def _sparse_softmax(lowering: Lowering, operation: Operation, features: Any, labels: Any) -> Any:
    """NaN for labels that are no class, as TensorFlow's kernel for GPUs gives."""
    x = wide(features)
    classes = x.shape[-1]
    labels = jnp.asarray(labels)
    is_class = (labels >= 0) & (labels < classes)
    logs = jax.nn.log_softmax(x, -1)
    at = jnp.clip(labels, 0, max(0, classes - 1))[:, None].astype(jnp.int64)
    picked = jnp.take_along_axis(logs, at, -1)[:, 0]
    back = jnp.exp(logs) - jax.nn.one_hot(labels, classes, dtype=x.dtype)
    loss = jnp.where(is_class, -picked, jnp.nan)
    return [
        loss.astype(features.dtype),
        jnp.where(is_class[:, None], back, jnp.nan).astype(features.dtype),
    ]
