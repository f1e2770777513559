"""The reverse walk: from the gradients of targets to those of sources, over applications in order.

An application is an op with its inputs, attrs and outputs: a tape's `Application` or a graph's
`Operation`. For each one, from last to first, its op's gradient rule turns the gradients of its outputs
into those of its inputs:

    dL/dx = sum over applications a with input x of  (d outputs(a) / dx)^T  dL/d outputs(a)

The rules call ops, so a walk inside a graph adds operations, and a walk under a tape is differentiated.
In place of a gradient a rule may give a function without arguments that computes it: it is called only
where that gradient is wanted, so `x @ w` costs one product where x is data.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import numpy as np

from stagelight.autodiff.registered_gradients import (
    GRADIENT_NAME,
    OVERRIDES,
    REGISTERED,
    registered_gradient,
)
from stagelight.core.dispatch import CONTEXT
from stagelight.core.indexed_slices import IndexedSlices
from stagelight.core.op_def import OpDef
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.graph.attr_values import public_attr_value
from stagelight.graph.func_graph import FuncGraph, plain_name
from stagelight.graph.origins import (
    Differentiated,
    Origins,
    differentiate,
    gradient_lines,
    lines_of_step,
)
from stagelight.types.dtypes import DType, resource
from stagelight.types.shapes import TensorShape, as_shape


class Application(NamedTuple):
    """One recorded use of an op, and where. A graph's `Operation` has the same attributes."""

    op_def: OpDef
    inputs: Sequence[Tensor]
    attrs: Mapping[str, Any]
    outputs: Sequence[Tensor]
    origins: Origins = ()

    @property
    def output(self) -> Tensor:
        """The first output."""
        return self.outputs[0]

    @property
    def type(self) -> str:
        """The op's name."""
        return self.op_def.name

    def get_attr(self, name: str) -> Any:
        """An attr, as `Operation.get_attr` of a graph gives it to gradients that users write."""
        return public_attr_value(self, name)

    def attr_value(self, name: str) -> Any:
        """An attr, given or by default."""
        return self.attrs[name] if name in self.attrs else self.op_def.attrs[name].default


# What a tape keeps of an application: the values of its fields. It is made an `Application` where a walk
# needs one.
Record = tuple[OpDef, Sequence[Tensor], Mapping[str, Any], Sequence[Tensor]]


class Records(list[Record]):
    """What a tape keeps, and for each record where it was made.

    Attributes:
        code: the user's function in which the tape records.
        places: the instruction of that function, which is had without looking at frames; or all origins.
    """

    # Of the class, so that a tape is made quickly; `made_within` gives each its own.
    code: CodeType | None = None
    places: list[int | Origins] = []

    def made_within(self, code: CodeType | None) -> None:
        """Says in which function the tape records from now on."""
        self.places = [*map(self._origins, self.places)] if self.places else []
        self.code = code

    def extend_by(self, earlier: Records) -> None:
        """Adds what an earlier tape has."""
        self.extend(earlier)
        self.places = [*map(self._origins, self.places), *map(earlier._origins, earlier.places)]

    def applications(self) -> list[Application]:
        """The records with their origins."""
        origins = map(self._origins, self.places)
        return [Application(*record, place) for record, place in zip(self, origins, strict=True)]

    def _origins(self, place: int | Origins) -> Origins:
        if not isinstance(place, int):
            return place
        return () if self.code is None else (self.code, place)


def is_differentiable_dtype(dtype: DType) -> bool:
    """Whether gradients flow through tensors of this dtype."""
    return dtype._carries_gradients


class _Parts(list[Any]):
    """Gradients of one tensor that are not added up yet."""


class Gradients:
    """The gradients that reached each tensor so far; several are added up when asked for."""

    def __init__(self) -> None:
        self._found: dict[int, Any] = {}

    def add(self, tensor: Any, gradient: Any) -> None:
        """Adds a gradient that reached a tensor."""
        key = id(tensor)
        found = self._found.get(key)
        if found is None:
            self._found[key] = gradient
        elif type(found) is _Parts:
            found.append(gradient)
        else:
            self._found[key] = _Parts((found, gradient))

    def of(self, tensor: Any) -> Any:
        """The sum for a tensor, None when nothing reached it."""
        found = self._found.get(id(tensor))
        if type(found) is _Parts:
            found = self._found[id(tensor)] = total(found)
        return found

    def take(self, tensor: Any) -> Any:
        """As `of`, and forgets it: its last use."""
        found = self._found.pop(id(tensor), None)
        return total(found) if type(found) is _Parts else found


def total(parts: Sequence[Any]) -> Any:
    """The sum of gradients; slices stay slices when all are."""
    if len(parts) == 2 and type(parts[0]) is type(parts[1]) is EagerTensor:
        if parts[0]._dtype.is_numeric:
            return raw.AddV2(*parts)
    if all(isinstance(part, IndexedSlices) for part in parts):
        return IndexedSlices(
            values=raw.ConcatV2([part.values for part in parts], 0),
            indices=raw.ConcatV2([_as_index(part.indices) for part in parts], 0),
            dense_shape=parts[0].dense_shape,
        )
    dense = [part.to_dense() if isinstance(part, IndexedSlices) else part for part in parts]
    if len(dense) == 2 and dense[0].dtype.name != "variant":
        return raw.AddV2(dense[0], dense[1])
    return raw.AddN(dense)


def _as_index(indices: Tensor) -> Tensor:
    return indices if indices.dtype.name == "int64" else raw.Cast(indices, DstT="int64")


def walk(
    applications: Iterable[Any],
    seeds: Iterable[tuple[Any, Any]],
    sources: Iterable[Any],
    followed: Container[int] | None = None,
) -> Gradients:
    """Walks back over applications (in program order) and returns the gradients of the sources.

    Args:
        applications: those between sources and targets, in program order.
        seeds: (target, its gradient; None for ones).
        sources: the tensors whose gradients are wanted, so kept.
        followed: ids of the tensors that depend on a source, or more of them; None for all through
            which gradients flow.

    Raises:
        LookupError: an op on the way has no gradient rule though it is differentiable.
        Exception: what a rule raises, with a note of what was differentiated.
    """
    gradients = Gradients()
    for target, seed in seeds:
        gradients.add(target, ones_like(target) if seed is None else seed)
    kept = {id(source) for source in sources}

    def reaching(output: Any) -> Any:
        return gradients.of(output) if id(output) in kept else gradients.take(output)

    is_staged = CONTEXT.stage is not None
    around = differentiate(None)
    application: Any = None
    try:
        for application in reversed(list(applications)):
            outputs = application.outputs
            if len(outputs) == 1:
                reached = (reaching(outputs[0]),)
                if reached[0] is None:
                    continue
            else:
                reached = tuple(map(reaching, outputs))
                if all(gradient is None for gradient in reached):
                    continue
            if is_staged:
                differentiate(_step(application))
            found = input_gradients(application, reached)
            for x, gradient in zip(application.inputs, found):  # noqa: B905 - as many, by the above
                if gradient is None:
                    continue
                if id(x) in followed if followed is not None else x._dtype._carries_gradients:
                    gradients.add(x, gradient() if type(gradient) is FunctionType else gradient)
    except Exception as error:
        if application is not None:
            _note(error, _step(application))
        raise
    finally:
        differentiate(around)
    return gradients


def _step(application: Any) -> Differentiated:
    """What an application is called in errors, and where it was computed."""
    name, attrs = application.type, application.attrs
    if attrs.get("_gradient_function") is not None:
        name = getattr(attrs["_gradient_function"], "__name__", "a custom gradient")
    elif isinstance(attrs.get("f"), FuncGraph):
        name = plain_name(attrs["f"].name)
    return Differentiated(name, origins_of(application))


def origins_of(application: Any) -> Origins:
    """Where an application was made: where its operation was, if it is one of a graph."""
    operation = getattr(application.outputs[0], "op", None) if application.outputs else None
    origins: Origins = application.origins if operation is None else operation.origins
    return origins


def _note(error: Exception, step: Differentiated) -> None:
    """Notes what was differentiated when an error occurred; an error of a graph run tells it by itself."""
    if getattr(error, "is_located", False):
        return
    lines = [*lines_of_step(step.name, step.origins), *gradient_lines(step.origins, "  ")]
    text = "\n".join(lines)
    if lines and text not in getattr(error, "__notes__", ()):
        error.add_note(text)


def gradients_of_sources(
    applications: Iterable[Any],
    seeds: Iterable[tuple[Any, Any]],
    sources: Sequence[Any],
    followed: Container[int] | None = None,
) -> list[Any]:
    """The gradient of each source, None where nothing reached it; see `walk`."""
    found = walk(applications, seeds, sources, followed)
    return [found.of(source) for source in sources]


def gradient_type(x: Any) -> tuple[TensorShape, DType, Any]:
    """Shape, dtype and handle data of the gradient of a tensor: for a variable's handle, its value's."""
    data = _handle_data(x)
    if x.dtype.name == "resource" and data is not None:
        return as_shape(data[0]), data[1], None
    return x.shape, x.dtype, data


def _handle_data(x: Any) -> Any:
    if isinstance(x, EagerTensor):
        held = x._array[()] if x._array.dtype == object and x._array.ndim == 0 else None
        return getattr(held, "handle_data", None)
    return getattr(x, "handle_data", None)


# Ones of rank 0 by a dtype's id: what the gradient of a loss begins with.
_ONE: dict[int, np.ndarray] = {}


def ones_like(target: Any) -> Tensor:
    """Ones as a gradient to begin with; for a variable's handle, ones like its value."""
    if target._dtype is resource:
        shape, dtype, _ = gradient_type(target)
        sizes = shape.as_list() if shape.is_fully_defined() else raw.VariableShape(target)
        return raw.Fill(sizes, np.ones((), dtype.numpy_dtype))
    if type(target) is not EagerTensor or target._array.ndim:
        return raw.OnesLike(target)
    dtype = target._dtype
    one = _ONE.get(id(dtype))
    if one is None:
        one = _ONE[id(dtype)] = np.ones((), dtype.numpy_dtype)
    return EagerTensor(one, dtype)


def input_gradients(application: Any, output_gradients: Sequence[Any]) -> Sequence[Any]:
    """The gradients of an application's inputs by its op's rule, None where there is none.

    Those that the rule gave as functions are still to be called.
    """
    op_def = application.op_def
    rule = op_def.gradient
    if OVERRIDES and op_def.name in OVERRIDES:
        rule = OVERRIDES[op_def.name]
        application = _operation_of(application)
        if rule is None:
            return [None] * len(application.inputs)
    if REGISTERED and (name := application.attrs.get(GRADIENT_NAME)) is not None:
        rule = registered_gradient(name, application)
        if rule is None:
            return [None] * len(application.inputs)
    if rule is None:
        if op_def.differentiable:
            raise LookupError(
                f"The op {op_def.name!r} has no gradient rule. Use tf.custom_gradient to give one, "
                "or tf.stop_gradient where none is wanted."
            )
        return [None] * len(application.inputs)
    if not op_def.takes_none_gradients:
        if len(output_gradients) > 1:
            output_gradients = [
                _zeros_for(output) if gradient is None else gradient
                for output, gradient in zip(application.outputs, output_gradients, strict=True)
            ]
        if not op_def.takes_slices:
            for gradient in output_gradients:
                if type(gradient) is IndexedSlices:
                    output_gradients = list(map(_dense, output_gradients))
                    break
    result = rule(application, *output_gradients)
    kind = type(result)
    if kind is not list and kind is not tuple:
        result = (result,)
    if len(result) != len(application.inputs):
        raise AssertionError(
            f"The gradient rule of {op_def.name} gave {len(result)} gradients for "
            f"{len(application.inputs)} inputs."
        )
    return result


def _operation_of(application: Any) -> Any:
    """The graph's operation that a tape recorded, which rules of libraries use as a key; else the record."""
    operation = getattr(application.outputs[0], "op", None) if application.outputs else None
    is_same = operation is not None and operation.op_def is application.op_def
    return operation if is_same else application


def _dense(gradient: Any) -> Any:
    return gradient.to_dense() if type(gradient) is IndexedSlices else gradient


def _zeros_for(output: Any) -> Any:
    return raw.ZerosLike(output) if is_differentiable_dtype(output.dtype) else None
