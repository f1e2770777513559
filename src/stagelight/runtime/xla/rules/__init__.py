"""Rules by family; importing this registers them all. No JAX is imported by that."""

from stagelight.runtime.xla.rules import (
    arrays,
    control_flow,
    convolutions,
    elementwise,
    fourier,
    images,
    linear_algebra,
    lists,
    losses,
    optimizers,
    pooling,
    random,
    rearranging,
    reductions,
    sparse,
    variables,
)

__all__ = [
    "arrays",
    "control_flow",
    "convolutions",
    "elementwise",
    "fourier",
    "images",
    "linear_algebra",
    "lists",
    "losses",
    "optimizers",
    "pooling",
    "random",
    "rearranging",
    "reductions",
    "sparse",
    "variables",
]
