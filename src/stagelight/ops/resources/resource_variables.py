"""Ops on variables: reading, assigning and scattering through a resource handle.

A variable's handle is a tensor of dtype resource that holds a `VariableResource`. Its value is replaced,
never changed in place, so that a tensor read before an assignment keeps its value.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.aligned_memory import aligned
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.inference import SCALAR, UNKNOWN, Inferred, invalid, shape_text
from stagelight.core.op_def import Trait, attr, types
from stagelight.core.raw import raw
from stagelight.core.registry import define
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.fork_safety import renewed_in_child
from stagelight.types import dtypes
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape, as_shape


class VariableResource:
    """What a variable's handle leads to: the value (None before it is initialised) and its type.

    Attributes:
        name, dtype, shape: of the variable.
        value: None before it is initialised.
        lock: held by who replaces the value by one that depends on it.
        made: the last value that was made for machine code or by it, in memory that nobody else brought.
        spare: such a value from before, whose memory may be used again once nobody refers to it.
        buffer: the value where a device has it, for an executor that keeps it there (`runtime/xla`).
    """

    __slots__ = (
        "__weakref__", "_seen", "buffer", "dtype", "lock", "made", "name", "shape", "spare", "value"
    )  # fmt: skip

    def __init__(self, name: str, dtype: DType, shape: TensorShape) -> None:
        self.name = name
        self.dtype = dtype
        self.shape = shape
        self.value: np.ndarray | None = None
        self.lock = renewed_in_child(threading.RLock())
        self.made: np.ndarray | None = None
        self.spare: np.ndarray | None = None
        self.buffer: Any = None
        # The id of the value that machine code read last, negative if it may stay where it is.
        self._seen = 0

    @property
    def handle_data(self) -> tuple[TensorShape, DType]:
        """What is known of the value: (shape, dtype)."""
        return self.shape, self.dtype

    def in_rows(self, value: np.ndarray) -> np.ndarray:
        """A value of this variable as machine code reads it, row after row: it is replaced by the copy.

        A caller may hold the locks of other variables, so it does not wait for this one's: the copy is for
        that caller then.
        """
        rows = np.ascontiguousarray(value)
        if self.lock.acquire(blocking=False):
            if self.value is value:
                self.value = rows
            self.lock.release()
        return rows

    def settled(self, value: np.ndarray) -> np.ndarray:
        """A value that machine code reads: replaced by an aligned copy if it is read the second time.

        Of values that come and go, a copy would take longer than it saves.
        """
        if self._seen == -id(value):
            return value
        if self._seen != id(value):
            self._seen = id(value)
            return value
        own = aligned(value)
        if own is value:
            self._seen = -id(value)
        elif self.lock.acquire(blocking=False):
            if self.value is value:
                self.value = self.made = own
            self.lock.release()
        return own


def make_handle(resource: Any) -> EagerTensor:
    """The handle of a resource: a scalar tensor of dtype resource that holds it."""
    array = np.empty((), object)
    array[()] = resource
    return EagerTensor(array, dtypes.resource)


class Container(threading.local):
    """By name, the resources of the session that runs in this thread: variables, tables, iterators."""

    def __init__(self) -> None:
        self.handles: dict[str, EagerTensor] | None = None

    @contextmanager
    def of_session(self, handles: dict[str, EagerTensor]) -> Iterator[None]:
        """A scope in which a session runs that has these resources."""
        before, self.handles = self.handles, handles
        try:
            yield
        finally:
            self.handles = before

    def handle(self, name: str, make: Callable[[], Any]) -> EagerTensor:
        """The handle of a resource of the session; it is made at its first use, and then kept."""
        if self.handles is None:
            return make_handle(make())
        found = self.handles.get(name)
        if found is None:
            # One step: threads that run the same session see one resource.
            found = self.handles.setdefault(name, make_handle(make()))
        return found


CONTAINER = Container()


def shared_handle(kind: str, shared_name: str, make: Callable[[], Any]) -> np.ndarray:
    """The handle of a resource as an array: the session's of this name, or a new one without a name."""
    if not shared_name:
        return make_handle(make())._array
    return CONTAINER.handle(f"{kind}:{shared_name}", make)._array


def _infer_handle(*, dtype: DType, shape: TensorShape, **_attrs: Any) -> Inferred:
    return Inferred(SCALAR, dtypes.resource, (as_shape(shape), dtype))


def _handle(
    xp: ModuleType, *, dtype: DType, shape: TensorShape, shared_name: str = "", **_attrs: Any
) -> np.ndarray:
    if CONTAINER.handles is None:
        raise errors.FailedPreconditionError(
            None, None, f"The variable {shared_name} belongs to a graph; run it in a session."
        )
    made = partial(VariableResource, shared_name, dtype, as_shape(shape))
    return CONTAINER.handle(shared_name, made)._array


define(
    "VarHandleOp",
    "",
    "resource: resource",
    {
        "dtype": types(),
        "shape": attr("shape"),
        "container": attr("string", ""),
        "shared_name": attr("string", ""),
        "debug_name": attr("string", ""),
        "allowed_devices": attr("list(string)", ()),
    },
    infer=_infer_handle,
    kernel=_handle,
    differentiable=False,
    traits=Trait.RANDOM,  # Another session, another variable: never folded.
)


def _nothing(*_inputs: Tensor, **_attrs: Any) -> tuple[Inferred, ...]:
    return ()


def _shape_behind(handle: Any) -> TensorShape:
    """The static shape of the variable behind a handle, where it is known."""
    data = getattr(handle, "handle_data", None)
    if data is None and not hasattr(handle, "value_index") and hasattr(handle, "_array"):
        data = handle._array[()].handle_data
    return UNKNOWN if data is None else as_shape(data[0])


def _value_of(handle: Any) -> np.ndarray:
    variable = handle[()]
    if variable.value is None:
        raise errors.FailedPreconditionError(
            None,
            None,
            f"Could not find variable {variable.name}. This could mean that the variable has been "
            "deleted or was never initialized. Assign a value before reading it.",
        )
    return variable.value


# ---------------------------------------------------------------------------- read


def _infer_read(resource: Tensor, *, dtype: DType) -> Inferred:
    return Inferred(_shape_behind(resource), dtype)


def _read(xp: ModuleType, resource: Any, *, dtype: DType) -> np.ndarray:
    return _value_of(resource)


define(
    "ReadVariableOp",
    "resource: resource",
    "value: dtype",
    {"dtype": types()},
    infer=_infer_read,
    kernel=_read,
    gradient=lambda op, dy: dy,
    traits=Trait.READS | Trait.SLICES_GRADIENT,
)


def _variable_shape(xp: ModuleType, input: np.ndarray, *, out_type: DType = dtypes.int32) -> Any:
    return np.asarray(_value_of(input).shape, out_type.numpy_dtype)


def _infer_variable_shape(input: Tensor, *, out_type: DType = dtypes.int32) -> Inferred:
    return Inferred(TensorShape([_shape_behind(input).rank]), out_type)


define(
    "VariableShape",
    "input: resource",
    "output: out_type",
    {"out_type": types(dtypes.INDEX, dtypes.int32)},
    infer=_infer_variable_shape,
    kernel=_variable_shape,
    differentiable=False,
    traits=Trait.READS,
)


def _infer_is_initialized(resource: Tensor) -> Inferred:
    return Inferred(SCALAR, dtypes.bool_)


define(
    "VarIsInitializedOp",
    "resource: resource",
    "is_initialized: bool",
    infer=_infer_is_initialized,
    kernel=lambda xp, resource: np.asarray(resource[()].value is not None),
    differentiable=False,
    traits=Trait.READS,
)


# ---------------------------------------------------------------------------- assign


def _assign(
    xp: ModuleType, resource: Any, value: np.ndarray, *, validate_shape: bool = False
) -> None:
    variable = resource[()]
    if validate_shape and not variable.shape.is_compatible_with(value.shape):
        raise invalid(
            f"Trying to assign to variable with tensor with wrong shape. Expected {variable.shape} got "
            f"{shape_text(value.shape)}"
        )
    with variable.lock:
        variable.value = value


define(
    "AssignVariableOp",
    "resource: resource, value: dtype",
    "",
    {"dtype": types(), "validate_shape": False},
    infer=_nothing,
    kernel=_assign,
    differentiable=False,
    traits=Trait.WRITES,
)


def _define_update(name: str, update: Callable[..., Any]) -> None:
    def kernel(xp: ModuleType, resource: Any, value: np.ndarray) -> None:
        variable = resource[()]
        with variable.lock:
            current = _value_of(resource)
            if current.shape != value.shape:
                raise invalid(
                    f"Cannot update variable with shape {list(current.shape)} using a Tensor with "
                    f"shape {list(value.shape)}, shapes must be equal."
                )
            variable.value = np.asarray(update(current, value))

    define(
        name,
        "resource: resource, value: dtype",
        "",
        {"dtype": types(dtypes.NUMERIC)},
        infer=_nothing,
        kernel=kernel,
        differentiable=False,
        traits=Trait.READS | Trait.WRITES,
    )


_define_update("AssignAddVariableOp", np.add)
_define_update("AssignSubVariableOp", np.subtract)


# ---------------------------------------------------------------------------- gather and scatter


def _infer_resource_gather(
    resource: Tensor,
    indices: Tensor,
    *,
    dtype: DType,
    batch_dims: int = 0,
    validate_indices: bool = True,
) -> Inferred:
    shape = _shape_behind(resource)
    if shape.rank is None or indices.shape.rank is None:
        return Inferred(UNKNOWN, dtype)
    return Inferred(
        shape[:batch_dims]
        .concatenate(indices.shape[batch_dims:])
        .concatenate(shape[batch_dims + 1 :]),
        dtype,
    )


def _check_rows(indices: np.ndarray, size: int) -> None:
    wrong = (indices < 0) | (indices >= size)
    if np.any(wrong):
        position = tuple(int(i) for i in np.argwhere(wrong)[0])
        where = f"indices[{','.join(map(str, position))}]" if position else "indices"
        raise invalid(f"{where} = {int(indices[position])} is not in [0, {size})")


def _resource_gather(
    xp: ModuleType,
    resource: Any,
    indices: np.ndarray,
    *,
    dtype: DType,
    batch_dims: int = 0,
    validate_indices: bool = True,
) -> np.ndarray:
    value = _value_of(resource)
    _check_rows(indices, value.shape[batch_dims])
    if batch_dims:
        batch = indices.shape[:batch_dims]
        if value.shape[:batch_dims] != batch:
            raise invalid(
                f"The first {batch_dims} axes of the variable and of `indices` must agree. Received: "
                f"{list(value.shape)} and {list(indices.shape)}"
            )
        count = math.prod(batch)
        parts = value.reshape((count, *value.shape[batch_dims:]))
        flat = indices.reshape((count, math.prod(indices.shape[batch_dims:])))
        found = parts[np.arange(count)[:, None], flat]
        return found.reshape(indices.shape + value.shape[batch_dims + 1 :])
    return value[indices]


def _resource_gather_gradient(op: Any, dy: Tensor) -> list[Any]:
    resource, indices = op.inputs
    shape = raw.VariableShape(resource)
    row_shape = raw.StridedSlice(shape, [1], [0], [1], end_mask=1)
    values = raw.Reshape(dy, raw.ConcatV2([np.asarray([-1], np.int32), row_shape], 0))
    return [IndexedSlices(values, raw.Reshape(indices, [-1]), shape), None]


define(
    "ResourceGather",
    "resource: resource, indices: Tindices",
    "output: dtype",
    {
        "dtype": types(),
        "Tindices": types(dtypes.INDEX),
        "batch_dims": 0,
        "validate_indices": True,
    },
    infer=_infer_resource_gather,
    kernel=_resource_gather,
    gradient=_resource_gather_gradient,
    traits=Trait.READS,
)


def _set_rows(target: np.ndarray, index: Any, updates: np.ndarray) -> None:
    target[index] = updates


# How the rows of a variable meet updates; `at` variants add up repeated indices.
_SCATTER: dict[str, Callable[..., None]] = {
    "Update": _set_rows,
    "Add": np.add.at,
    "Sub": np.subtract.at,
    "Mul": np.multiply.at,
    "Div": lambda target, index, updates: _divide_at(target, index, updates),
    "Min": np.minimum.at,
    "Max": np.maximum.at,
}


def _divide_at(target: np.ndarray, index: Any, updates: np.ndarray) -> None:
    divide = np.divide if target.dtype.kind in "fc" else np.floor_divide
    if target.dtype.kind in "iu" and not np.all(updates):
        raise invalid("Integer division by zero in scatter_div: the updates have a zero.")
    divide.at(target, index, updates)


def _check_updates(
    updates: np.ndarray, required: tuple[int, ...], is_number_allowed: bool = False
) -> None:
    if updates.shape != required and not (is_number_allowed and not updates.ndim):
        raise invalid(
            "The updates must have the shape of the indices and of what each of them picks: required "
            f"{list(required)}, received {list(updates.shape)}"
        )


def _define_scatter(word: str, scatter: Callable[..., None]) -> None:
    def rows(xp: ModuleType, resource: Any, indices: np.ndarray, updates: np.ndarray) -> None:
        variable = resource[()]
        with variable.lock:
            target = _value_of(resource).copy()
            _check_rows(indices, target.shape[0])
            _check_updates(updates, indices.shape + target.shape[1:], is_number_allowed=True)
            scatter(target, indices, np.broadcast_to(updates, indices.shape + target.shape[1:]))
            variable.value = target

    def points(
        xp: ModuleType,
        ref: Any,
        indices: np.ndarray,
        updates: np.ndarray,
        *,
        use_locking: bool = True,
        bad_indices_policy: str = "",
    ) -> None:
        variable = ref[()]
        with variable.lock:
            target = _value_of(ref).copy()
            index = tuple(np.moveaxis(indices, -1, 0))
            for axis, positions in enumerate(index):
                _check_rows(positions, target.shape[axis])
            _check_updates(updates, indices.shape[:-1] + target.shape[len(index) :])
            scatter(target, index, updates)
            variable.value = target

    define(
        f"ResourceScatter{word}",
        "resource: resource, indices: Tindices, updates: dtype",
        "",
        {"dtype": types(), "Tindices": types(dtypes.INDEX)},
        infer=_nothing,
        kernel=rows,
        differentiable=False,
        traits=Trait.READS | Trait.WRITES,
    )
    if word in ("Update", "Add", "Sub", "Min", "Max"):
        define(
            f"ResourceScatterNd{word}",
            "ref: resource, indices: Tindices, updates: T",
            "",
            {
                "T": types(),
                "Tindices": types(dtypes.INDEX),
                "use_locking": True,
                "bad_indices_policy": attr("string", ""),
            },
            infer=_nothing,
            kernel=points,
            differentiable=False,
            traits=Trait.READS | Trait.WRITES,
        )


for _word, _scatter in _SCATTER.items():
    _define_scatter(_word, _scatter)
