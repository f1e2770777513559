"""`LinearOperatorSpec`: how an operator travels through staged functions, datasets and `tf.nest`.

An operator is taken apart into its parameters that are tensors, variables or operators; the others, and
what is known of it, belong to the spec. Sizes that are known are of the second sort.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight import nest
from stagelight.core.composite import CompositeTensor
from stagelight.core.inference import constant_value
from stagelight.core.tensor import Tensor
from stagelight.linear_operators.hints import NAMES
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec


class LinearOperatorSpec(TypeSpec):
    """Describes an operator: the specs of its parameters, and the values of those that are no tensors."""

    value_type: Any = None

    def __init__(self, param_specs: Any, non_tensor_params: Any, prefer_static_fields: Any) -> None:
        """Makes a spec.

        Args:
            param_specs: parameter -> spec, or a nested structure of specs.
            non_tensor_params: parameter -> plain value.
            prefer_static_fields: the parameters that are kept by value where their values are known.
        """
        self._param_specs = param_specs
        self._non_tensor_params = non_tensor_params
        self._prefer_static_fields = prefer_static_fields

    @classmethod
    def from_operator(cls, operator: Any) -> LinearOperatorSpec:
        """The spec of an operator."""
        specs, plain = {}, {}
        static = tuple(operator._composite_tensor_prefer_static_fields)
        for name in (*operator._composite_tensor_fields, *NAMES):
            value = field_of(operator, name)
            described = _described(value)
            are_specs = [isinstance(leaf, TypeSpec) for leaf in nest.flatten(described)]
            # TF: an empty structure counts as one of tensors.
            if all(are_specs):
                specs[name] = described
            elif not any(are_specs):
                plain[name] = value
            else:
                raise NotImplementedError(
                    f"Field {name} contains a mix of `Tensor` and non-`Tensor` values."
                )
        return cls(specs, plain, static)

    @property
    def _component_specs(self) -> Any:
        return self._param_specs

    def _to_components(self, value: Any) -> Any:
        return {name: field_of(value, name) for name in self._param_specs}

    def _from_components(self, components: Any) -> Any:
        return self.value_type(**self._non_tensor_params, **components)

    def _serialize(self) -> tuple[Any, ...]:
        return self._param_specs, self._non_tensor_params, self._prefer_static_fields


def field_of(operator: Any, name: str) -> Any:
    """The value of a parameter: an attribute of its name, one with an underscore, or what was given.

    Raises:
        ValueError: there is none of these.
    """
    missing = object()
    given = operator.parameters.get(name, missing)
    value = getattr(operator, name, getattr(operator, f"_{name}", given))
    if value is missing:
        raise ValueError(
            f"Could not determine an appropriate value for field `{name}` of {operator!r}. It "
            "wants an attribute "
            f"`{name}` or `_{name}`, or an entry of that name in `parameters`."
        )
    if name in operator._composite_tensor_prefer_static_fields and isinstance(value, Tensor):
        static = constant_value(value)
        value = value if static is None else static
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def _described(value: Any) -> Any:
    """A parameter with specs in the places of tensors, variables and operators."""
    if isinstance(value, CompositeTensor) or hasattr(type(value), "_is_nest_leaf"):
        return value._type_spec if hasattr(value, "_type_spec") else value
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype)
    if isinstance(value, (list, tuple)):
        return type(value)([_described(item) for item in value])
    return value
