"""Kinds that are made of a number of rows and columns and a batch shape: identities and zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from stagelight.core.inference import constant_value
from stagelight.core.tensor import Tensor
from stagelight.graph.scopes import control_dependencies
from stagelight.linear_operators.linear_operator import LinearOperator
from stagelight.linear_operators.matrix_batches import is_reference, shape_of_list
from stagelight.ops.arrays.creation import ones, zeros
from stagelight.ops.arrays.identity import identity
from stagelight.ops.arrays.joining import concat, stack
from stagelight.ops.arrays.shape import shape
from stagelight.ops.debugging.assertions import assert_equal, assert_non_negative
from stagelight.ops.debugging.shape_assertions import assert_rank
from stagelight.ops.reductions.reduction_functions import reduce_min
from stagelight.types.shapes import TensorShape


class SizedOperator(LinearOperator):
    """An operator that is made of sizes; those that are known are kept by value."""

    _assert_proper_shapes: bool
    _num_rows: Tensor
    _num_columns: Tensor
    _batch_shape_arg: Tensor | None = None

    def _set_sizes(self, num_rows: Any, num_columns: Any, batch_shape: Any) -> None:
        self._num_rows = self._size(num_rows, "num_rows", 0)
        self._num_columns = (
            self._num_rows if num_columns is num_rows else self._size(num_columns, "num_columns", 0)
        )
        if batch_shape is not None:
            self._batch_shape_arg = self._size(batch_shape, "batch_shape", 1)

    def _size(self, value: Any, name: str, rank: int) -> Any:
        if is_reference(value):
            raise TypeError(f"Argument {name} cannot be reference type. Found: {type(value)}.")
        size = shape_of_list(value, name)
        if not size.dtype.is_integer:
            raise TypeError(
                f"Argument {name} must be integer type. Received dtype {size.dtype.name}."
            )
        known = constant_value(size)
        if known is not None:
            if known.ndim != rank:
                raise ValueError(f"Argument {name} must be a {rank}-D Tensor. Received: {known}.")
            if np.any(known < 0):
                raise ValueError(f"Argument {name} must be non-negative. Received: {known}.")
        elif self._assert_proper_shapes:
            checks = [assert_rank(size, rank), assert_non_negative(size)]
            with control_dependencies([check for check in checks if check is not None]):
                return identity(size)
        return size

    def _shape(self) -> TensorShape:
        batch = TensorShape([]) if self._batch_shape_arg is None else self._known_batch()
        return batch.concatenate([_known(self._num_rows), _known(self._num_columns)])

    def _known_batch(self) -> TensorShape:
        known = constant_value(self._batch_shape_arg)
        if known is not None:
            return TensorShape(known)
        rank = self._batch_shape_arg.shape[0]  # type: ignore[union-attr]
        return TensorShape(None if rank is None else [None] * rank)

    def _shape_tensor(self) -> Tensor:
        sizes = stack([self._num_rows, self._num_columns])
        return sizes if self._batch_shape_arg is None else concat([self._batch_shape_arg, sizes], 0)

    def _diagonal_of(self, make: Any) -> Any:
        """A diagonal `[..., min(m, n)]`, made by `ones` or `zeros`."""
        if self.shape.is_fully_defined():
            return make(self.batch_shape.concatenate(min(self.shape[-2:])), self.dtype)
        sizes: Any = self.shape_tensor()
        least = reduce_min(sizes[-2:], keepdims=True)
        return make(concat([self.batch_shape_tensor(), least], 0), self.dtype)

    def _over_batch(self, x: Any) -> Any:
        """The matrices `x` for each of the batch."""
        if self._batch_shape_arg is None:
            return x
        return x + zeros(concat([self.batch_shape_tensor(), [1, 1]], 0), self.dtype)

    def _of_proper_shape(self, x: Any) -> Any:
        """The matrices `x`, whose rows are checked where that was asked for."""
        if not self._assert_proper_shapes:
            return x
        message = "Dimensions are not compatible: shape[-2] of the argument must be that of this operator."
        check = assert_equal(shape(x)[-2], self.domain_dimension_tensor(), message=message)
        with control_dependencies([] if check is None else [check]):
            return identity(x)

    def _with_batch(self, batch: Any) -> Any:
        if "batch_shape" not in self.parameters:
            return super()._with_batch(batch)
        if self._batch_shape_arg is None:
            return self
        return type(self)(**{**self.parameters, "batch_shape": batch})

    def __getitem__(self, slices: Any) -> Any:
        if "batch_shape" not in self.parameters:
            return super().__getitem__(slices)
        batch = shape(ones(self.batch_shape_tensor())[slices])
        return type(self)(**{**self.parameters, "batch_shape": batch})


def _known(size: Any) -> int | None:
    known = constant_value(size)
    return None if known is None else int(known)
