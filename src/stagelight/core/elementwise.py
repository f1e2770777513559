"""Elementwise ops from scalar rules: `define_unary`, `define_binary`, `define_comparison`.

One rule over scalars (see `scalar`) gives the kernel; the signature, traits and inference follow from
the number of operands. What the rule cannot say (a kernel of its own for strings, say) is passed as
`kernel`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stagelight.core.inference import Inferred, broadcast_of_inputs, broadcast_shapes, same_as_input
from stagelight.core.op_def import OpDef, Trait, types
from stagelight.core.registry import define
from stagelight.core.scalar import array_kernel
from stagelight.core.tensor import Tensor
from stagelight.types import dtypes
from stagelight.types.dtypes import DType


def _kernel(name: str, scalar: Any, rules: dict[str, Any]) -> Callable[..., Any]:
    return rules.pop("kernel", None) or array_kernel(name, scalar)


def define_unary(
    name: str,
    allowed: Sequence[DType],
    scalar: Callable[..., Any] | None = None,
    *,
    traits: int = Trait.NONE,
    **rules: Any,
) -> OpDef:
    """Defines `y = f(x)`, element by element, in the dtype of x."""
    return define(
        name,
        "x: T",
        "y: T",
        {"T": types(allowed)},
        infer=same_as_input,
        kernel=_kernel(name, scalar, rules),
        traits=Trait.ELEMENTWISE | traits,
        scalar=scalar,
        **rules,
    )


def define_binary(
    name: str,
    allowed: Sequence[DType],
    scalar: Callable[..., Any] | None = None,
    *,
    traits: int = Trait.NONE,
    attrs: dict[str, Any] | None = None,
    **rules: Any,
) -> OpDef:
    """Defines `z = f(x, y)`, element by element after broadcasting, for two inputs of one dtype."""
    return define(
        name,
        "x: T, y: T",
        "z: T",
        {"T": types(allowed), **(attrs or {})},
        infer=broadcast_of_inputs,
        kernel=_kernel(name, scalar, rules),
        traits=Trait.ELEMENTWISE | traits,
        scalar=scalar,
        **rules,
    )


def _bool_of_broadcast(x: Tensor, y: Tensor, **_attrs: Any) -> Inferred:
    return Inferred(broadcast_shapes(x.shape, y.shape), dtypes.bool_)


def define_comparison(
    name: str,
    allowed: Sequence[DType] | None,
    scalar: Callable[..., Any],
    *,
    traits: int = Trait.NONE,
    **rules: Any,
) -> OpDef:
    """Defines a test of two inputs of one dtype that gives bool."""
    return define(
        name,
        "x: T, y: T",
        "z: bool",
        {"T": types(allowed), **rules.pop("attrs", {})},
        infer=rules.pop("infer", _bool_of_broadcast),
        kernel=_kernel(name, scalar, rules),
        traits=Trait.ELEMENTWISE | traits,
        differentiable=False,
        scalar=scalar,
        **rules,
    )
