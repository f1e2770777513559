"""`tf.TensorArray`: a list of tensors of one dtype, written and read by index.

Eagerly its elements are tensors in a Python list, which tapes follow one by one. While a graph is built they
are in a tensor list (`ops.tensor_list`), the array's *flow*, so that the array can be a loop variable: to
`nest` it is an object made of that one tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import constant_value
from stagelight.core.memory_errors import empty_places
from stagelight.core.raw import raw
from stagelight.core.scopes import op_scope
from stagelight.core.tensor import Tensor
from stagelight.errors import InvalidArgumentError, OutOfRangeError
from stagelight.ops.lists.list_handles import shape_vector
from stagelight.public import public
from stagelight.types import dtypes
from stagelight.types.dtypes import DType, as_dtype
from stagelight.types.shapes import TensorShape, as_shape
from stagelight.types.specs import TensorArraySpec


@public("TensorArray")
class TensorArray:
    """A list of tensors of one dtype, written and read by index, in loops above all.

    Always go on with the array that `write` returns: in a graph it is a new one.

    Args:
        dtype: the dtype of the elements.
        size: the number of elements; 0 if None.
        dynamic_size: whether writing past the end makes the array longer.
        clear_after_read: whether an element may be read once only, eagerly; True if None.
        tensor_array_name, handle, colocate_with_first_write_call: kept for TensorFlow's signature.
        flow: the tensor list of an existing array.
        infer_shape: whether all elements have one shape.
        element_shape: what is known of the elements' shape.
        name: name of the operation.

    Raises:
        ValueError: a handle is given, which arrays of this kind do not have.

    >>> array = tf.TensorArray(tf.float32, size=2)
    >>> array = array.write(0, 1.0)
    >>> array = array.write(1, 2.0)
    >>> array.stack().numpy()
    array([1., 2.], dtype=float32)
    """

    def __init__(
        self,
        dtype: Any,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Any = None,
        flow: Any = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        if handle is not None:
            raise ValueError(
                "A TensorArray has no handle in TensorFlow 2. Give its `flow` instead."
            )
        self._dtype = as_dtype(dtype)
        self._dynamic_size = bool(dynamic_size)
        self._clear_after_read = True if clear_after_read is None else clear_after_read
        self._infer_shape = infer_shape
        self._element_shape = as_shape(element_shape)
        self._size: Any = None
        self._flow = flow
        self._elements: list[Tensor | None] = []
        self._cleared: set[int] = set()
        if flow is not None:
            return
        if CONTEXT.stage is None:
            self._elements = empty_places(0 if size is None else int(size))
            return
        with op_scope(name or "TensorArrayV2") as scope:
            self._size = convert_to_tensor(0 if size is None else size, dtypes.int32, name="size")
            self._flow = raw.TensorListReserve(
                shape_vector(self._element_shape),
                self._size,
                element_dtype=self._dtype,
                name=scope,
            )

    @classmethod
    def _from_type_spec(cls, spec: TensorArraySpec, components: Sequence[Any]) -> TensorArray:
        return cls(
            spec._dtype,
            dynamic_size=spec._dynamic_size,
            infer_shape=spec._infer_shape,
            element_shape=spec._element_shape,
            flow=components[0],
        )

    @property
    def _type_spec(self) -> TensorArraySpec:
        return TensorArraySpec(
            self._element_shape, self._dtype, self._dynamic_size, self._infer_shape
        )

    # What it is.

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        return self._dtype

    @property
    def dynamic_size(self) -> bool:
        """Whether writing past the end makes the array longer."""
        return self._dynamic_size

    @property
    def element_shape(self) -> TensorShape:
        """What is known of the shape of each element."""
        return self._element_shape

    @property
    def handle(self) -> None:
        """None: a resource of TensorFlow 1."""
        return None

    @property
    def flow(self) -> Tensor:
        """The tensor list with the elements."""
        if self._flow is not None:
            return self._flow
        count = np.int32(len(self._elements))
        flow = raw.TensorListReserve(
            shape_vector(self._element_shape), count, element_dtype=self._dtype
        )
        for index, element in enumerate(self._elements):
            if element is not None:
                flow = raw.TensorListSetItem(flow, np.int32(index), element)
        return flow

    @property
    def _is_list(self) -> bool:
        """Whether the elements are in Python's list."""
        return self._flow is None

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements, an int32 scalar."""
        if self._is_list:
            return convert_to_tensor(len(self._elements), dtypes.int32)
        if not self._dynamic_size and self._size is not None:
            return raw.Identity(self._size)
        return raw.TensorListLength(self._flow, name=name)

    # One element.

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with a value at an index.

        Raises:
            OutOfRangeError: the index is negative, or past the end of an array of fixed size.
            InvalidArgumentError: a value of another dtype (TypeError in a graph).
            ValueError: a value of another shape.
        """
        if self._is_list:
            self._write_element(int(index), self._converted(value))
            return self
        with op_scope(name or "TensorArrayV2Write"):
            tensor = self._converted(value)
            shape = self._merged_shape(tensor.shape)
            flow = raw.TensorListSetItem(
                self._flow,
                _index(index),
                tensor,
                resize_if_index_out_of_bounds=self._dynamic_size,
                name="TensorListSetItem",
            )
        return self._with_flow(flow, shape)

    def read(self, index: Any, name: str | None = None) -> Tensor:
        """The element at an index; zeros if it was never written and the shape is known.

        Raises:
            OutOfRangeError: there is no such element (InvalidArgumentError in a graph).
            InvalidArgumentError: it was read before and cleared, or never written.
        """
        if self._is_list:
            return self._read_element(int(index))
        with op_scope(name or "TensorArrayV2Read"):
            return raw.TensorListGetItem(
                self._flow,
                _index(index),
                shape_vector(self._element_shape),
                element_dtype=self._dtype,
                name="TensorListGetItem",
            )

    def _write_element(self, index: int, tensor: Tensor) -> None:
        size = len(self._elements)
        if index < 0:
            raise OutOfRangeError(
                None, None, f"Writing to negative indices (index {index}) is not allowed."
            )
        if index >= size:
            if not self._dynamic_size:
                raise OutOfRangeError(
                    None,
                    None,
                    f"Tried to write to index {index} but array is not resizeable and size is: {size}. "
                    "Use a larger size, or dynamic_size=True.",
                )
            self._elements.extend([None] * (index + 1 - size))
        self.merge_element_shape(tensor.shape)
        self._elements[index] = tensor
        self._cleared.discard(index)

    def _read_element(self, index: int) -> Tensor:
        if index < 0:
            raise OutOfRangeError(
                None, None, f"Reading from negative indices (index {index}) is not allowed."
            )
        if index >= len(self._elements):
            raise OutOfRangeError(
                None,
                None,
                f"Tried to read from index {index} but array size is: {len(self._elements)}",
            )
        tensor = self._element(index)
        if self._clear_after_read and self._elements[index] is not None:  # Zeros may be read again.
            self._elements[index] = None
            self._cleared.add(index)
        return tensor

    def _element(self, index: int) -> Tensor:
        element = self._elements[index]
        if element is not None:
            return element
        if index in self._cleared:
            raise InvalidArgumentError(
                None,
                None,
                f"Could not read index {index} twice because it was cleared after a previous read "
                "(perhaps try setting clear_after_read = false?)",
            )
        if not self._element_shape.is_fully_defined():
            raise InvalidArgumentError(
                None,
                None,
                f"Could not read index {index}: it was never written, and the shape of its elements, "
                f"{self._element_shape}, is not fully known, so that there are no zeros to read.",
            )
        value = b"" if self._dtype is dtypes.string else 0
        return convert_to_tensor(
            np.full(self._element_shape.as_list(), value, self._dtype.numpy_dtype), self._dtype
        )

    def _converted(self, value: Any) -> Tensor:
        tensor = convert_to_tensor(value, dtype_hint=self._dtype, name="value")
        if tensor.dtype is not self._dtype:
            message = (
                f"TensorArray dtype is {self._dtype.name} but Op is trying to write dtype "
                f"{tensor.dtype.name}. Use tf.cast."
            )
            if CONTEXT.stage is None:
                raise InvalidArgumentError(None, None, message)
            raise TypeError(message)
        return tensor

    # Shapes.

    def _merged_shape(self, shape: TensorShape) -> TensorShape:
        if not self._element_shape.is_compatible_with(shape):
            raise ValueError(
                f"Inconsistent shapes: saw {shape} but expected {self._element_shape}. "
                "Incompatible shape for value; use infer_shape=False for elements of several shapes."
            )
        return self._element_shape.merge_with(shape) if self._infer_shape else self._element_shape

    def merge_element_shape(self, shape: Any) -> None:
        """Adds what is known of the shape of the elements.

        Raises:
            ValueError: it contradicts what is known already.
        """
        self._element_shape = self._merged_shape(as_shape(shape))

    def take_size(self, other: TensorArray) -> None:
        """Tells this array, which is another one after operations on it, what that one knows of its size."""
        self._size = other._size

    def _with_flow(self, flow: Any, element_shape: TensorShape) -> TensorArray:
        array = TensorArray(
            self._dtype,
            dynamic_size=self._dynamic_size,
            clear_after_read=self._clear_after_read,
            infer_shape=self._infer_shape,
            element_shape=element_shape,
            flow=flow,
        )
        array.take_size(self)
        return array

    # All elements.

    def stack(self, name: str | None = None) -> Tensor:
        """The elements along a new first axis: a tensor of shape `[size, ...]`.

        Raises:
            InvalidArgumentError: the elements have several shapes, or some have none.
        """
        if self._is_list:
            elements = [self._element(i) for i in range(len(self._elements))]
            return self._packed(elements)
        with op_scope(name or "TensorArrayV2Stack"):
            size = None if self._dynamic_size or self._size is None else constant_value(self._size)
            return raw.TensorListStack(
                self._flow,
                shape_vector(self._element_shape),
                element_dtype=self._dtype,
                num_elements=-1 if size is None else int(size),
                name="TensorListStack",
            )

    def _packed(self, elements: Sequence[Tensor]) -> Tensor:
        if elements:
            return raw.Pack(list(elements), axis=0)
        sizes = self._element_shape.as_list() if self._element_shape.is_fully_defined() else []
        return convert_to_tensor(np.zeros([0, *sizes], self._dtype.numpy_dtype), self._dtype)

    def gather(self, indices: Any, name: str | None = None) -> Tensor:
        """The elements at some indices along a new first axis."""
        if self._is_list:
            positions = np.asarray(convert_to_tensor(indices)).reshape(-1).tolist()
            return self._packed([self._element(i) for i in positions])
        with op_scope(name or "TensorArrayV2Gather"):
            return raw.TensorListGather(
                self._flow,
                _index(indices),
                shape_vector(self._element_shape),
                element_dtype=self._dtype,
                name="TensorListGather",
            )

    def concat(self, name: str | None = None) -> Tensor:
        """The elements joined along their first axis.

        Raises:
            InvalidArgumentError: the elements differ in other axes.
        """
        if self._is_list:
            elements = [self._element(i) for i in range(len(self._elements))]
            if len(elements) < 2:
                return raw.Identity(elements[0]) if elements else self._packed([])
            return raw.ConcatV2(elements, 0)
        shape = self._element_shape
        if shape.rank is not None:
            shape = TensorShape([None, *shape[1:]])
        with op_scope(name or "TensorArrayV2Concat"):
            tensor, _ = raw.TensorListConcatV2(
                self._flow,
                shape_vector(shape),
                np.zeros([0], np.int64),
                element_dtype=self._dtype,
                name="TensorListConcatV2",
            )
        return tensor

    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """An array of the rows of a tensor.

        Raises:
            ValueError: an array of fixed size is too short for them.
        """
        if self._is_list:
            rows = _rows(self._converted(value))
            if len(rows) > len(self._elements) and not self._dynamic_size:
                raise ValueError(
                    f"Cannot unstack {len(rows)} tensors into a TensorArray of static size "
                    f"{len(self._elements)}"
                )
            for row in rows[:1]:
                self.merge_element_shape(row.shape)
            self._elements = list(rows)
            self._cleared.clear()
            return self
        with op_scope(name or "TensorArrayUnstack"):
            tensor = self._converted(value)
            shape = self._merged_shape(tensor.shape[1:] if tensor.shape.rank else TensorShape(None))
            flow = raw.TensorListFromTensor(
                tensor, shape_vector(shape), name="TensorListFromTensor"
            )
        return self._with_flow(flow, shape)

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with the rows of a tensor at some indices."""
        if self._is_list:
            positions = np.asarray(convert_to_tensor(indices)).reshape(-1).tolist()
            for position, row in zip(positions, _rows(self._converted(value)), strict=True):
                self._write_element(position, row)
            return self
        with op_scope(name or "TensorArrayV2Scatter"):
            tensor = self._converted(value)
            shape = self._merged_shape(tensor.shape[1:] if tensor.shape.rank else TensorShape(None))
            flow = raw.TensorListScatterIntoExistingList(
                self._flow, tensor, _index(indices), name="TensorListScatterIntoExistingList"
            )
        return self._with_flow(flow, shape)

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """An array of parts of a tensor, cut along its first axis.

        Raises:
            InvalidArgumentError: the lengths do not add up to the tensor's rows.
        """
        if self._is_list:
            tensor = self._converted(value)
            sizes = np.asarray(convert_to_tensor(lengths)).reshape(-1).astype(np.int64)
            if len(sizes) != len(self._elements) and not self._dynamic_size:
                raise InvalidArgumentError(
                    None,
                    None,
                    f"TensorArray's size is not equal to the size of lengths ({len(self._elements)} vs. "
                    f"{len(sizes)}), and the TensorArray is not marked as dynamically resizeable.",
                )
            if not tensor.shape.rank or sizes.sum() != tensor.shape[0]:
                raise InvalidArgumentError(
                    None,
                    None,
                    f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is "
                    f"{sizes.sum()} and value's shape is: {tensor.shape}",
                )
            parts = list(raw.SplitV(tensor, sizes, 0, num_split=len(sizes)))
            for part in parts:
                self._merged_shape(part.shape)
            self._elements = [*parts, *[None] * (len(self._elements) - len(parts))]
            self._cleared.clear()
            return self
        with op_scope(name or "TensorArraySplit"):
            tensor = self._converted(value)
            shape = TensorShape(None)
            if tensor.shape.rank is not None:
                shape = TensorShape([None, *tensor.shape[1:]])
            flow = raw.TensorListSplit(
                tensor,
                shape_vector(shape),
                raw.Cast(convert_to_tensor(lengths), DstT="int64"),
                name="TensorListSplit",
            )
        return self._with_flow(flow, self._element_shape)

    # The rest of TensorFlow's interface.

    def identity(self) -> TensorArray:
        """This array; in a graph one that waits for the control dependencies in scope."""
        if self._is_list:
            return self
        return self._with_flow(raw.Identity(self._flow), self._element_shape)

    def grad(self, source: str, flow: Any = None, name: str | None = None) -> NoReturn:
        """Not part of TensorFlow 2: tapes follow the elements themselves.

        Raises:
            NotImplementedError: always.
        """
        raise NotImplementedError(
            "TensorArray.grad is not supported: gradients flow through an array's elements. "
            "Use tf.GradientTape."
        )

    def close(self, name: str | None = None) -> None:
        """Forgets the elements of an eager array."""
        self._elements = []

    def mark_used(self) -> None:
        """Nothing: an array that is not used costs nothing."""

    def __repr__(self) -> str:
        return (
            f"<tf.TensorArray dtype={self._dtype.name}, element_shape={self._element_shape}, "
            f"dynamic_size={self._dynamic_size}>"
        )


def _index(index: Any) -> Tensor:
    tensor = convert_to_tensor(index)
    return tensor if tensor.dtype is dtypes.int32 else raw.Cast(tensor, DstT=dtypes.int32)


def _rows(tensor: Tensor) -> list[Tensor]:
    count = tensor.shape[0]
    return list(raw.Unpack(tensor, num=count, axis=0)) if count else []
