"""`WeakTensor`: a tensor whose dtype was inferred and gives way to the dtypes of others.

`tf.constant(5)` gives one in the modes "safe" and "all" of `experimental_enable_numpy_behavior`, and so does
what is computed of such alone. Ops take it as the tensor that it holds; what it becomes with others is in
`lattice`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from stagelight.core.convert import convert_to_tensor, register_conversion
from stagelight.core.raw import raw
from stagelight.core.tensor import AbstractTensor, Tensor, is_symbolic_tensor
from stagelight.extension_types.batching import BatchableExtensionType
from stagelight.graph.symbolic_errors import not_a_python_value
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape


class WeakTensor(BatchableExtensionType, AbstractTensor):
    """A tensor of int32, int64, float32, float64 or complex128 whose dtype was inferred."""

    __name__ = "tf.WeakTensor"
    __array_priority__ = Tensor.__array_priority__

    tensor: Tensor

    def to_tensor(self) -> Tensor:
        """The tensor that it holds, whose dtype does not give way."""
        return self.tensor

    @property
    def dtype(self) -> DType:
        """The dtype that was inferred."""
        return self.tensor.dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape."""
        return self.tensor.shape

    def _apply_elementwise(self, op_def: Any, values: Any, attrs: Any, name: str | None) -> Any:
        return getattr(raw, op_def.name)(*map(held_tensor, values), **attrs, name=name)

    def _of_gradients(self, gradients: Sequence[Any]) -> Any:
        return gradients[0] if gradients[0] is None else WeakTensor(gradients[0])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name in ("tensor", "batch_size"):
            raise AttributeError(name)
        return getattr(self.tensor, name)

    def __hash__(self) -> int:
        return hash(self.tensor)

    def __getitem__(self, key: Any) -> Tensor:
        return self.tensor[key]

    def __len__(self) -> int:
        return len(self.tensor)  # type: ignore[arg-type]

    def __bool__(self) -> bool:
        return bool(self.tensor)

    def __int__(self) -> int:
        return int(self.tensor)  # type: ignore[call-overload]

    def __index__(self) -> int:
        return self.tensor.__index__()  # type: ignore[attr-defined]

    def __float__(self) -> float:
        return float(self.tensor)  # type: ignore[arg-type]

    def __complex__(self) -> complex:
        return complex(self.tensor)  # type: ignore[call-overload]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.tensor, dtype)

    def __iter__(self) -> Iterator[WeakTensor]:
        if is_symbolic_tensor(self.tensor):
            raise not_a_python_value("iterator", "tf.WeakTensor")
        return map(WeakTensor, self.tensor)  # type: ignore[call-overload]

    def __format__(self, spec: str) -> str:
        return f"{format(self.tensor, spec)} weakly typed"

    def __str__(self) -> str:
        return _marked(str(self.tensor))

    def __repr__(self) -> str:
        return _marked(repr(self.tensor))


def _marked(text: str) -> str:
    return f"{text[:-1]}, weak=True{text[-1]}"


def _to_tensor(value: WeakTensor, dtype: DType | None, name: str | None) -> Tensor:
    return convert_to_tensor(value.tensor, dtype, name=name)


register_conversion(WeakTensor, _to_tensor)


def held_tensor(value: Any) -> Any:
    """The tensor that a weak one holds; anything else as it is."""
    return value.tensor if isinstance(value, WeakTensor) else value


_ALLOWED = ("int32", "int64", "float32", "float64", "complex128")


def made_weak(tensor: Any) -> Any:
    """The tensor as a weak one, if its dtype can be weak."""
    return (
        WeakTensor(tensor)
        if isinstance(tensor, Tensor) and tensor.dtype.name in _ALLOWED
        else tensor
    )
