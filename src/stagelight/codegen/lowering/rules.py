"""All rules: importing this file registers them."""

from stagelight.codegen.lowering import (
    control_flow,
    convolutions,
    depthwise_convolutions,
    einsum,
    elementwise,
    filling,
    indexing,
    normalization,
    pooling,
    products,
    random_numbers,
    reductions,
    scans,
    tensor_lists,
    variables,
    views,
)

__all__ = [
    "control_flow",
    "convolutions",
    "elementwise",
    "depthwise_convolutions",
    "einsum",
    "filling",
    "indexing",
    "normalization",
    "pooling",
    "products",
    "random_numbers",
    "reductions",
    "scans",
    "tensor_lists",
    "variables",
    "views",
]
