"""All rules: importing this file registers them."""

from stagelight.codegen.lowering import (
    control_flow,
    convolutions,
    elementwise,
    filling,
    indexing,
    normalization,
    pooling,
    products,
    reductions,
    variables,
    views,
)

__all__ = [
    "control_flow",
    "convolutions",
    "elementwise",
    "filling",
    "indexing",
    "normalization",
    "pooling",
    "products",
    "reductions",
    "variables",
    "views",
]
