"""The attributes and methods of a variable that libraries know from TensorFlow's classes of variables.

Optimizers ask whether a variable belongs to a graph, and wrappers of variables pass on what they are asked.
"""

from __future__ import annotations

from typing import Any

from stagelight.core.tensor import EagerTensor, Reference, Tensor
from stagelight.public import find
from stagelight.types.dtypes import as_dtype
from stagelight.types.shapes import TensorShape, as_shape


class VariableAttributes:
    """What `tf.Variable` has beside its documented interface."""

    # What it is not: a part of a larger variable, a replica's, one with a copy elsewhere.
    _save_slice_info: Any = None
    _distribute_strategy: Any = None
    _caching_device: Any = None
    _cached_value: Any = None
    _xla_sharding: Any = None
    _validate_shape = True

    @classmethod
    def _OverloadAllOperators(cls) -> None:  # noqa: N802 (TF: its name)
        """Gives the class itself the operators of `tf.Variable`, before those of other bases of subclasses.

        A wrapper of variables that is also of the class of what it wraps computes with its own value then.
        """
        variable = find("Variable")
        for name in Tensor.OVERLOADABLE_OPERATORS:  # type: ignore[attr-defined]
            setattr(cls, name, getattr(variable, name))

    @property
    def _in_graph_mode(self) -> bool:
        return not isinstance(self._handle, EagerTensor)

    @property
    def _handle(self) -> Tensor:
        handle: Tensor = self.handle  # type: ignore[attr-defined]
        return handle

    @property
    def _handle_name(self) -> str:
        return f"{self._shared_name}:0"  # type: ignore[attr-defined]

    @_handle_name.setter
    def _handle_name(self, handle_name: str) -> None:
        # Keras 2 gives variables that it loads the names that they were saved by.
        self._name = handle_name.partition(":")[0]

    @property
    def _initializer_op(self) -> Any:
        return self.initializer  # type: ignore[attr-defined]

    @property
    def _aggregation(self) -> Any:
        return self.aggregation

    @_aggregation.setter
    def _aggregation(self, value: Any) -> None:
        self.aggregation = value

    @property
    def _synchronization(self) -> Any:
        return self.synchronization

    @_synchronization.setter
    def _synchronization(self, value: Any) -> None:
        self.synchronization = value

    def _shape_as_list(self) -> list[int | None] | None:
        shape = self.shape  # type: ignore[attr-defined]
        return None if shape.rank is None else list(shape.as_list())

    def _shape_tuple(self) -> tuple[int | None, ...] | None:
        sizes = self._shape_as_list()
        return None if sizes is None else tuple(sizes)

    def _dense_var_to_tensor(
        self, dtype: Any = None, name: str | None = None, as_ref: bool = False
    ) -> Tensor:
        """The value as a tensor.

        Raises:
            ValueError: another dtype is asked for.
        """
        own = self.dtype  # type: ignore[attr-defined]
        if dtype is not None and not as_dtype(dtype).is_compatible_with(own):
            raise ValueError(
                f"Incompatible type conversion requested to type {as_dtype(dtype).name} for `tf.Variable "
                f"of type {own.name}`. (Variable: {self})"
            )
        value: Tensor = self.value()  # type: ignore[attr-defined]
        return value

    def _read_variable_op(self, no_copy: bool = False) -> Tensor:
        value: Tensor = self.value()  # type: ignore[attr-defined]
        return value

    def read_value_no_copy(self) -> Tensor:
        """The value, as `read_value`: tensors share memory where nothing changes it."""
        return self._read_variable_op()

    def get_shape(self) -> TensorShape:
        """The static shape, as `shape`."""
        shape: TensorShape = self.shape  # type: ignore[attr-defined]
        return shape

    def set_shape(self, shape: Any) -> None:
        """Checks the static shape.

        Raises:
            ValueError: it is not compatible with `shape`.
        """
        own, wanted = self.shape, as_shape(shape)  # type: ignore[attr-defined]
        if not own.is_compatible_with(wanted):
            raise ValueError(f"Shapes {own} and {wanted} are not compatible")

    def experimental_ref(self) -> Reference:
        """The older name of `ref`."""
        return Reference(self)
