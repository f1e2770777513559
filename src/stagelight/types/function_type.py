"""`FunctionType`: the parameters, captures and results of a staged function, each with its trace type."""

from __future__ import annotations

import abc
import inspect
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from stagelight.public import public
from stagelight.types.trace_type import CastContext, TraceType


class _CapturedDefault:
    """Stands for the default of a parameter, which the function keeps."""

    def __repr__(self) -> str:
        return "<captured_default_value>"


CAPTURED_DEFAULT = _CapturedDefault()


class Parameter(inspect.Parameter):
    """A parameter with the type that its arguments are of."""

    def __init__(
        self, name: str, kind: Any, optional: bool, type_constraint: TraceType | None
    ) -> None:
        super().__init__(
            name,
            kind,
            default=CAPTURED_DEFAULT if optional else self.empty,
            annotation=self.empty if type_constraint is None else type_constraint,
        )

    @property
    def optional(self) -> bool:
        """Whether there is a default."""
        return self.default is not self.empty

    @property
    def type_constraint(self) -> Any:
        """The type that arguments are of, None where any is."""
        return None if self.annotation is self.empty else self.annotation

    def _has_form_of(self, other: Parameter) -> bool:
        if self.type_constraint is None or other.type_constraint is None:
            raise TypeError("Can not determine relationship between partially specified types.")
        form = (self.name, self.kind, self.optional)
        return form == (other.name, other.kind, other.optional)

    def is_subtype_of(self, other: Parameter) -> bool:
        """Whether what this parameter takes, the other one does.

        Raises:
            TypeError: one of them takes anything.
        """
        return self._has_form_of(other) and bool(
            self.type_constraint.is_subtype_of(other.type_constraint)
        )

    def most_specific_common_supertype(self, others: Sequence[Parameter]) -> Parameter | None:
        """The parameter that takes what any of them does; None if there is none.

        Raises:
            TypeError: one of them takes anything.
        """
        if not all(map(self._has_form_of, others)):
            return None
        common = self.type_constraint.most_specific_common_supertype(
            [other.type_constraint for other in others]
        )
        return None if common is None else Parameter(self.name, self.kind, self.optional, common)

    def __repr__(self) -> str:
        return (
            f"Parameter(name={self.name}, kind={self.kind.name}, optional={self.optional!r}, "
            f"type_constraint={self.type_constraint!r})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.kind, self.optional, self.type_constraint)


@public("types.experimental.FunctionType")
class FunctionType(inspect.Signature, metaclass=abc.ABCMeta):
    """What a staged function takes and gives: `f.function_type`, `concrete.function_type`.

    >>> @tf.function
    ... def scaled(x, by=2.0):
    ...     return x * by
    >>> print(scaled.function_type)
    (x, by=<captured_default_value>)
    >>> print(scaled.get_concrete_function(tf.TensorSpec([3])).function_type.output)
    TensorSpec(shape=(3,), dtype=tf.float32, name=None)
    """

    __slots__ = ("_captures",)

    def __init__(
        self,
        parameters: Iterable[inspect.Parameter],
        captures: Mapping[Any, TraceType] | None = None,
        **kwargs: Any,
    ) -> None:
        """Makes one.

        Args:
            parameters: `Parameter`s.
            captures: the type of each captured tensor, by what names it.
            **kwargs: `return_annotation`, the type of the results.
        """
        super().__init__(list(parameters), **kwargs)
        self._captures = OrderedDict(captures or {})

    @property
    def captures(self) -> OrderedDict[Any, TraceType]:
        """The types of the captured tensors."""
        return self._captures

    @property
    def output(self) -> Any:
        """The type of the results, None where it is not known."""
        return None if self.return_annotation is self.empty else self.return_annotation

    @classmethod
    def from_callable(
        cls, obj: Callable[..., Any], *, follow_wrapped: bool = True, **_: Any
    ) -> FunctionType:
        """The type of a Python function: its parameters, without types."""
        signature = inspect.signature(obj, follow_wrapped=follow_wrapped)
        return cls(
            Parameter(p.name, p.kind, p.default is not p.empty, None)
            for p in signature.parameters.values()
        )

    @classmethod
    def get_default_values(
        cls, obj: Callable[..., Any], *, follow_wrapped: bool = True
    ) -> dict[str, Any]:
        """The defaults of a Python function's parameters."""
        parameters = inspect.signature(obj, follow_wrapped=follow_wrapped).parameters.values()
        return {p.name: p.default for p in parameters if p.default is not p.empty}

    def bind_with_defaults(
        self, args: Sequence[Any], kwargs: Mapping[str, Any], default_values: Mapping[str, Any]
    ) -> inspect.BoundArguments:
        """The arguments of a call by parameter, each cast to its type, with defaults filled in.

        Raises:
            TypeError: they do not fit the parameters.
        """
        bound = self.bind(*args, **kwargs)
        bound.apply_defaults()
        values: dict[str, Any] = {}
        for name, value in bound.arguments.items():
            given = default_values[name] if value is CAPTURED_DEFAULT else value
            constraint = self._typed[name].type_constraint
            is_any = constraint is None
            values[name] = given if is_any else constraint.cast(given, CastContext(True))
        return inspect.BoundArguments(self, OrderedDict(values))

    @property
    def _typed(self) -> Mapping[str, Any]:
        return self.parameters

    def is_supertype_of(self, other: FunctionType) -> bool:
        """Whether functions of the other type can stand for one of this: they take and capture as much."""
        mine, its = list(self._typed.values()), list(other._typed.values())
        return (
            len(mine) == len(its)
            and all(a.is_subtype_of(b) for a, b in zip(mine, its, strict=True))
            and all(name in other._captures for name in self._captures)
            and all(
                kind.is_subtype_of(other._captures[name]) for name, kind in self._captures.items()
            )
        )

    def most_specific_common_subtype(self, others: Sequence[FunctionType]) -> FunctionType | None:
        """The type of functions that take what any of these do; None if there is none."""
        rows = [list(other._typed.values()) for other in others]
        parameters = [
            parameter.most_specific_common_supertype([row[i] for row in rows])
            for i, parameter in enumerate(self._typed.values())
        ]
        if any(parameter is None for parameter in parameters):
            return None
        captures: OrderedDict[Any, TraceType] = OrderedDict()
        for name in dict.fromkeys(name for x in (self, *others) for name in x._captures):
            first, *rest = [x._captures[name] for x in (self, *others) if name in x._captures]
            common = first.most_specific_common_supertype(rest)
            if common is None:
                return None
            captures[name] = common
        return FunctionType(parameters, captures)

    def placeholder_arguments(self, placeholder_context: Any) -> inspect.BoundArguments:
        """What stands for the arguments while the function is traced.

        Raises:
            ValueError: a parameter takes anything.
        """
        arguments: OrderedDict[str, Any] = OrderedDict()
        for parameter in self._typed.values():
            if parameter.type_constraint is None:
                raise ValueError(
                    f"{parameter.name!r} has no type: nothing can stand for its arguments."
                )
            placeholder_context.update_naming_scope(parameter.name)
            arguments[parameter.name] = parameter.type_constraint.placeholder_value(
                placeholder_context
            )
        return inspect.BoundArguments(self, arguments)

    def _in_order(self) -> list[Any]:
        """The parameters in the order of their tensors: those by keyword by their names."""
        keywords = [p for p in self._typed.values() if p.kind is p.KEYWORD_ONLY]
        others = [p for p in self._typed.values() if p.kind is not p.KEYWORD_ONLY]
        return [*others, *sorted(keywords, key=lambda p: p.name)]

    @property
    def flat_inputs(self) -> list[TraceType]:
        """The specs of the tensors that a call gives, captured ones aside."""
        return [x for p in self._in_order() for x in p.type_constraint.flatten()]

    def unpack_inputs(self, bound_parameters: inspect.BoundArguments) -> list[Any]:
        """The tensors of the arguments of a call."""
        arguments = bound_parameters.arguments
        return [
            x for p in self._in_order() for x in p.type_constraint.to_tensors(arguments[p.name])
        ]

    @property
    def flat_captures(self) -> list[TraceType]:
        """The specs of the captured tensors."""
        return [x for kind in self._captures.values() for x in kind.flatten()]

    def unpack_captures(self, captures: Sequence[Any]) -> list[Any]:
        """The tensors of captured values.

        Raises:
            TypeError: there are not so many of them.
        """
        types = list(self._captures.values())
        flat = [
            x for value, kind in zip(captures, types, strict=False) for x in kind.to_tensors(value)
        ]
        if len(flat) != len(self.flat_captures):
            raise TypeError(
                f"Flattening captures {captures} with type {self!r} produced {len(flat)} tensors "
                f"instead of {len(self.flat_captures)}"
            )
        return flat

    @property
    def flat_outputs(self) -> list[TraceType] | None:
        """The specs of the results' tensors, None where they are not known."""
        return None if self.output is None else list(self.output.flatten())

    def pack_output(self, flat_values: Sequence[Any] | None) -> Any:
        """The results that are made of their tensors.

        Raises:
            ValueError: their type is not known.
        """
        if self.output is None:
            raise ValueError("Can not pack outputs for undefined output type.")
        return self.output.from_tensors(iter(flat_values or ()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FunctionType):
            return NotImplemented
        return (self.parameters, self._captures) == (other.parameters, other._captures)

    def __hash__(self) -> int:
        return hash((tuple(self.parameters.items()), tuple(self._captures.items())))

    def __repr__(self) -> str:
        parameters = [
            f"  {p.name} ({p.kind.name}): {p.type_constraint}" for p in self._typed.values()
        ]
        captures = [f"  {name}: {kind}" for name, kind in self._captures.items()] or ["  None"]
        return "\n".join(
            [
                "Input Parameters:",
                *parameters,
                "Output Type:",
                f"  {self.output}",
                "Captures:",
                *captures,
            ]
        )
