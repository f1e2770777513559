"""Functions and resources of a loaded model, which have graphs in place of Python code."""

from __future__ import annotations

import inspect
import pprint
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from stagelight import nest
from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.errors import DataLossError
from stagelight.graph.attr_values import get_dtype, get_shape
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops.resources.lookup import LookupTable
from stagelight.staging.call_signature import SignatureMismatch
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.staging.function import Function
from stagelight.state.lookup_tables import stored_values
from stagelight.state.resource import TrackableResource
from stagelight.state.variable import Variable
from stagelight.state.variable_replication import VariableAggregation, VariableSynchronization
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec


class RestoredFunction(Function):
    """A function of a loaded model: a call runs the trace that its arguments fit, none is made.

    Attributes:
        concrete_functions: the traces.
    """

    def __init__(
        self,
        name: str,
        signature: inspect.Signature,
        input_signature: Any,
        concrete_functions: Sequence[ConcreteFunction],
    ) -> None:
        def restored_function(*args: Any, **kwargs: Any) -> Any:
            trace, tensors = self.trace_of(args, kwargs)
            return trace.call_flat(tensors)

        restored_function.__signature__ = signature  # type: ignore[attr-defined]
        restored_function.__name__ = restored_function.__qualname__ = name
        super().__init__(restored_function, name, input_signature, autograph=False)
        self.concrete_functions = list(concrete_functions)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace that arguments of this kind fit; the only one if no arguments are given.

        Raises:
            ValueError, which is a TypeError, too: they fit none.
        """
        if not args and not kwargs and len(self.concrete_functions) == 1:
            return self.concrete_functions[0]
        return super().get_concrete_function(*args, **kwargs)

    def _list_all_concrete_functions(self) -> list[ConcreteFunction]:
        return list(self.concrete_functions)

    def _called_eagerly(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        return self._python_function(*args, **kwargs)  # There is no Python code, only graphs.

    def _trace_of(
        self, args: Sequence[Any], kwargs: dict[str, Any], is_only_traced: bool = False
    ) -> tuple[ConcreteFunction, list[Any]]:
        """The trace for bound arguments: one that takes them as they are, or else converted."""
        for converts in (False, True):
            for trace in self.concrete_functions:
                tensors = _fitted(trace, (tuple(args), kwargs), converts)
                if tensors is not None:
                    for value in nest.flatten((args, kwargs)):
                        if isinstance(value, Variable):
                            value._tell_access()  # The trace knows a handle alone.
                    return trace, tensors
        raise self._no_trace(args, kwargs)

    def _no_trace(self, args: Sequence[Any], kwargs: dict[str, Any]) -> ValueError:
        if not self.concrete_functions:
            return ValueError(
                f"Found zero restored functions for caller function {self.name!r}: it had no trace when "
                "it was saved. Call it before saving, or give it an input_signature."
            )
        options = [
            f"Option {i}:\n  {_positional(args)}\n  Keyword arguments: {kwargs}"
            for i, (args, kwargs) in enumerate(
                [x.structured_input_signature for x in self.concrete_functions], start=1
            )
        ]
        listed = "\n\n".join(options)
        return SignatureMismatch(
            "Could not find matching concrete function to call loaded from the SavedModel. Got:\n"
            f"  {_positional(args)}\n  Keyword arguments: {kwargs}\n\n Expected these arguments to "
            f"match one of the following {len(options)} option(s):\n\n{listed}"
        )


def _positional(args: Sequence[Any]) -> str:
    listed = "\n    * ".join(pprint.pformat(arg) for arg in args)
    return f"Positional arguments ({len(args)} total):\n    * {listed}"


def _fitted(trace: ConcreteFunction, arguments: Any, converts: bool) -> list[Any] | None:
    """The tensors of arguments in a row; None if the arguments do not fit the trace."""
    required = trace.structured_input_signature
    try:
        nest.assert_same_structure(_outline(required), _outline(arguments, required), False)
    except (TypeError, ValueError):
        return None
    specs = nest.flatten(required)
    tensors: list[Any] = []
    for spec, value in zip(specs, _leaves(arguments, required), strict=True):
        if isinstance(spec, TensorSpec):
            tensor = _as_tensor(value, spec, converts)
            if tensor is None:
                return None
            tensors.append(tensor)
        elif isinstance(spec, TypeSpec):
            if not spec.is_compatible_with(value):
                return None
            is_variable = isinstance(value, Variable)
            tensors += (
                [value.handle] if is_variable else nest.flatten(value, expand_composites=True)
            )
        elif not _is_equal(spec, value):
            return None
    return tensors


def _outline(value: Any, like: Any = None) -> Any:
    """The structure with leaves in place of what stands for one tensor."""
    if isinstance(like, TypeSpec) or isinstance(value, TypeSpec):
        return None
    if isinstance(value, dict):
        other = like if isinstance(like, dict) else {}
        return {key: _outline(item, other.get(key)) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        others = (
            like
            if isinstance(like, (list, tuple)) and len(like) == len(value)
            else [None] * len(value)
        )
        return [_outline(item, other) for item, other in zip(value, others, strict=True)]
    return None


def _leaves(value: Any, like: Any) -> list[Any]:
    """The leaves of a value that has the structure of another one."""
    if isinstance(like, dict):
        return [leaf for key in sorted(like) for leaf in _leaves(value[key], like[key])]
    if isinstance(like, (list, tuple)):
        return [leaf for v, x in zip(value, like, strict=True) for leaf in _leaves(v, x)]
    return [value]


def _as_tensor(value: Any, spec: TensorSpec, converts: bool) -> Any:
    """The value as a tensor that fits the spec; None if it is none."""
    if isinstance(value, TensorSpec):
        return value if value.is_subtype_of(spec) else None
    if not isinstance(value, Tensor):
        if not converts or value is None or isinstance(value, TypeSpec):
            return None
        try:
            value = convert_to_tensor(value, spec.dtype)
        except (TypeError, ValueError):
            return None
    fits = value.dtype is spec.dtype and spec.shape.is_compatible_with(value.shape)
    return value if fits else None


def _is_equal(required: Any, value: Any) -> bool:
    if isinstance(value, (Tensor, TypeSpec)) or type(required) is not type(value):
        return False
    return bool(required == value)


class RestoredResource(TrackableResource):
    """A resource of a loaded model: the functions that make and fill it are those that were saved.

    Attributes:
        functions: `_create_resource`, and `_initialize`, `_destroy_resource` if there are such, by name.
    """

    def __init__(self, functions: dict[str, Function]) -> None:
        super().__init__()
        self.functions = functions

    def _create_resource(self) -> Any:
        return self.functions["_create_resource"]()

    def _initialize(self) -> Any:
        function = self.functions.get("_initialize")
        return None if function is None else function()

    # The values of a table that changes are in the checkpoint.

    def _changing_table(self) -> LookupTable | None:
        handle: Any = self.resource_handle
        behind = handle._array[()]
        return behind if isinstance(behind, LookupTable) and not behind.is_static else None

    @property
    def _name_of_values(self) -> str | None:
        return None if self._changing_table() is None else "table"

    def _serialize_to_tensors(self) -> dict[str, Any]:
        table = self._changing_table()
        if table is None:
            raise NotImplementedError
        return stored_values(self.resource_handle, table.key_dtype, table.value_dtype)

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        if self._changing_table() is None:
            raise NotImplementedError
        keys, values = restored_tensors["-keys"], restored_tensors["-values"]
        raw.LookupTableImportV2(self.resource_handle, keys, values)


def uninitialized_variable(
    name: str | None, dtype: DType, shape: TensorShape, trainable: bool
) -> Variable:
    """A variable that gets its value later."""
    variable = object.__new__(Variable)
    variable.synchronization = VariableSynchronization.AUTO
    variable._set_up(name, dtype, shape, trainable, None)
    variable.aggregation = VariableAggregation.NONE
    return variable


def variable_of(message: Any) -> Variable:
    """The variable that a `SavedVariable` tells of, without a value."""
    shape, dtype = get_shape(message.shape), get_dtype(message.dtype)
    variable = uninitialized_variable(message.name or None, dtype, shape, message.trainable)
    variable.synchronization = VariableSynchronization(message.synchronization)
    variable.aggregation = VariableAggregation(message.aggregation)
    return variable


def call_attribute(instance: Any, *args: Any, **kwargs: Any) -> Any:
    """Calls an object whose `__call__` is an attribute of its own."""
    return vars(instance)["__call__"](*args, **kwargs)


def check_assigned(objects: Iterable[Any], folder: Path) -> None:
    """Checks that the variables among a model's objects got their values.

    Raises:
        DataLossError: one did not: the file's objects and values do not belong together.
    """
    for variable in objects:
        if isinstance(variable, Variable) and not bool(variable.is_initialized()):
            raise DataLossError(
                None,
                None,
                f"Object not assigned a value from checkpoint: {variable!r} of the SavedModel at {folder}",
            )


def handle_data_of(tensor: Any) -> Any:
    """What is known of the elements that a handle leads to."""
    if isinstance(tensor, SymbolicTensor):
        return tensor.handle_data
    if tensor.dtype.name != "resource":
        return None
    return getattr(tensor._array[()], "handle_data", None)
