"""`OperatorList`: kinds that are made of several operators of one dtype."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.matrix_batches import dynamic_batch, static_batch
from stagelight.ops.elementwise.cast import cast
from stagelight.types.shapes import TensorShape


class OperatorList(LinearOperator):
    """An operator that is made of others, whose batches broadcast."""

    _operators: list[Any]

    @property
    def operators(self) -> list[Any]:
        """The operators that this one is made of."""
        return self._operators

    def _set_operators(self, operators: Any) -> None:
        if isinstance(operators, (str, bytes)) or not isinstance(operators, Iterable):
            raise TypeError(
                f"Expected argument `operators` to be a list of operators. Received: {operators!r}."
            )
        self._operators = list(operators)
        if not self._operators:
            raise ValueError(
                "Argument `operators` must be a list of one operator or more. Received: []."
            )
        self._require_one_dtype(self._operators)

    @staticmethod
    def _require_one_dtype(operators: Sequence[Any]) -> None:
        if len({operator.dtype for operator in operators}) > 1:
            found = ", ".join(f"{operator.name}: {operator.dtype.name}" for operator in operators)
            raise TypeError(f"Expected all operators to have the same dtype. Received {found}.")

    def _all_operators(self) -> Sequence[Any]:
        return self._operators

    def _static_batch(self) -> TensorShape:
        return static_batch([operator.batch_shape for operator in self._all_operators()])

    def _dynamic_batch(self) -> Any:
        return dynamic_batch([operator.batch_shape_tensor() for operator in self._all_operators()])

    def _sum_of_logs(self, logs: Iterable[Any]) -> Any:
        """The sum of logarithms, which are complex for some kinds and real for others."""
        values = list(logs)
        if len({value.dtype for value in values}) > 1:
            values = [cast(value, self.dtype) for value in values]
        return sum_of(values)

    @property
    def _composite_tensor_fields(self) -> tuple[str, ...]:
        return ("operators",)

    @property
    def _experimental_parameter_ndims_to_matrix_ndims(self) -> Any:
        return {"operators": [0] * len(self._operators)}


def product_of(values: Iterable[Any]) -> Any:
    """The product of tensors, which broadcast."""
    first, *others = values
    for other in others:
        first = first * other
    return first


def sum_of(values: Iterable[Any]) -> Any:
    """The sum of tensors, which broadcast."""
    first, *others = values
    for other in others:
        first = first + other
    return first
