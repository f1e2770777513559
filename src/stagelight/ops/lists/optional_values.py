"""Ops on optionals: variants that hold a row of components, or nothing.

TensorFlow's gradients of conditionals keep intermediates in them, and staged loops over iterators ask
through them. `tf.experimental.Optional` is in `data.optionals`.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from stagelight.core.inference import SCALAR, Inferred, as_described, invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.core.tensor import Tensor
from stagelight.types.dtypes import bool_, variant


class OptionalValue:
    """What an optional's variant holds: components, or None."""

    __slots__ = ("components",)

    def __init__(self, components: Sequence[np.ndarray] | None) -> None:
        self.components = components


def optional_of(components: Sequence[np.ndarray] | None) -> np.ndarray:
    """The value of a variant tensor that holds the components, or nothing."""
    array = np.empty((), object)
    array[()] = OptionalValue(components)
    return array


def _variant(*_inputs: Tensor, **_attrs: Any) -> Inferred:
    return Inferred(SCALAR, variant)


define(
    "OptionalNone",
    "",
    "optional: variant",
    infer=_variant,
    kernel=lambda xp: optional_of(None),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)

define(
    "OptionalFromValue",
    "components: Toutput_types",
    "optional: variant",
    {"Toutput_types": attr("list(type)")},
    infer=_variant,
    kernel=lambda xp, *components: optional_of(components),
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def has_value(xp: ModuleType, optional: Any) -> np.ndarray:
    """The kernel of `OptionalHasValue`: whether an optional's variant holds something."""
    return np.asarray(optional[()].components is not None)


define(
    "OptionalHasValue",
    "optional: variant",
    "has_value: bool",
    infer=lambda optional: Inferred(SCALAR, bool_),
    kernel=has_value,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)


def components_of_optional(xp: ModuleType, optional: Any, **_: Any) -> Sequence[np.ndarray]:
    """The kernel of `OptionalGetValue`: what an optional's variant holds.

    Raises:
        InvalidArgumentError: it holds nothing.
    """
    components: Sequence[np.ndarray] | None = optional[()].components
    if components is None:
        raise invalid("The given optional does not have a value. Ask has_value() first.")
    return components


define(
    "OptionalGetValue",
    "optional: variant",
    "components: output_types",
    {"output_types": attr("list(type)"), "output_shapes": attr("list(shape)")},
    infer=as_described,
    kernel=components_of_optional,
    differentiable=False,
    traits=Trait.HOST_ONLY,
)
