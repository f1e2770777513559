"""Values that are there on some ways through staged code only: `None` or undefined on the others.

    value = None                  value is a `PerhapsNone`: `value is None` is a tensor, and whoever
    if x > 0:                     uses it as a number gets that, or Python's error when the graph
        value = x                 runs

Both pass for the value they may have. Using them for what they are not is an error of the running
graph, in Python's words and of Python's class.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

from stagelight import nest
from stagelight.autograph.operators.variables import Undefined
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops.python_exceptions import fail_unless
from stagelight.types import dtypes
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec, type_spec_from_value


class Perhaps:
    """A value that is there if a tensor says so.

    Attributes:
        has_value: bool scalar.
        value: What it is then; of no meaning otherwise.
    """

    has_value: Any
    value: Any

    def absence(self, use: str) -> Exception:
        """The error of a use for which the value must be there."""
        raise NotImplementedError

    def resolved(self, use: str = "") -> Any:
        """The value, behind the check that it is there.

        Args:
            use: what it is used for, if the error says so.
        """
        error = self.absence(use)
        text = error.args[0] if len(error.args) == 1 else str(error)
        check = fail_unless(self.has_value, type(error), str(text))
        if CONTEXT.stage is None:
            return self.value
        with CONTEXT.stage.control_dependencies([check]):
            return nest.map_structure(_behind, self.value, expand_composites=True)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return convert_to_tensor(self.resolved(), dtype, name=name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.resolved(f".{name}"), name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.resolved("()")(*args, **kwargs)

    def __getitem__(self, key: Any) -> Any:
        return self.resolved("[]")[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.resolved("iter"))

    def __len__(self) -> int:
        return len(self.resolved("len"))

    def __eq__(self, other: object) -> Any:
        return self.resolved("==") == other

    def __ne__(self, other: object) -> Any:
        return self.resolved("!=") != other

    __hash__ = object.__hash__


def _behind(leaf: Any) -> Any:
    return raw.Identity(leaf) if isinstance(leaf, SymbolicTensor) else leaf


_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "matmul": "@", "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip


def _binary(name: str, sign: str, is_reflected: bool) -> Callable[[Any, Any], Any]:
    function = getattr(operator, f"__{name}__")

    def apply(self: Any, other: Any) -> Any:
        kinds = ("'NoneType'", repr(type(other).__name__))
        left, right = reversed(kinds) if is_reflected else kinds
        value = self.resolved(f"unsupported operand type(s) for {sign}: {left} and {right}")
        return function(other, value) if is_reflected else function(value, other)

    return apply


def _comparison(name: str, sign: str) -> Callable[[Any, Any], Any]:
    function = getattr(operator, name)

    def apply(self: Any, other: Any) -> Any:
        kinds = f"'NoneType' and {type(other).__name__!r}"
        use = f"{sign!r} not supported between instances of {kinds}"
        return function(self.resolved(use), other)

    return apply


def _unary(name: str, sign: str) -> Callable[[Any], Any]:
    function = getattr(operator, f"__{name}__")
    return lambda self: function(self.resolved(f"bad operand type for {sign}: 'NoneType'"))


for _name, _sign in _SIGNS.items():
    setattr(Perhaps, f"__{_name}__", _binary(_name, _sign, False))
    setattr(Perhaps, f"__r{_name}__", _binary(_name, _sign, True))
for _name, _sign in (("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")):
    setattr(Perhaps, f"__{_name}__", _comparison(_name, _sign))
for _name, _sign in (
    ("neg", "unary -"),
    ("pos", "unary +"),
    ("invert", "unary ~"),
    ("abs", "abs()"),
):
    setattr(Perhaps, f"__{_name}__", _unary(_name, _sign))


class PerhapsNone(Perhaps, CompositeTensor):
    """A value or None. What a staged function returns is one or the other once it has run."""

    def __init__(self, has_value: Any, value: Any) -> None:
        self.has_value = has_value
        self.value = value

    def absence(self, use: str) -> Exception:
        """The error of using None."""
        if use.startswith("."):
            return AttributeError(f"'NoneType' object has no attribute {use[1:]!r}")
        texts = {
            "()": "'NoneType' object is not callable",
            "[]": "'NoneType' object is not subscriptable",
            "iter": "'NoneType' object is not iterable",
            "len": "object of type 'NoneType' has no len()",
        }
        return TypeError(texts.get(use) or use or "a value is required here, but it is None")

    def __eq__(self, other: object) -> Any:
        if other is None:
            return raw.LogicalNot(self.has_value)
        return self.resolved("==") == other

    def __ne__(self, other: object) -> Any:
        if other is None:
            return self.has_value
        return self.resolved("!=") != other

    __hash__ = object.__hash__

    @property
    def _type_spec(self) -> PerhapsNoneSpec:
        specs = nest.map_structure(
            lambda leaf: type_spec_from_value(leaf) if isinstance(leaf, Tensor) else leaf,
            self.value,
            expand_composites=True,
        )
        return PerhapsNoneSpec(specs)

    def __repr__(self) -> str:
        return f"<{self.value!r} or None>"


class PerhapsNoneSpec(TypeSpec):
    """Describes a value that may be None, by the spec of the value."""

    value_type: Any = PerhapsNone

    def __init__(self, value_spec: Any) -> None:
        self._value_spec = value_spec

    def _serialize(self) -> tuple[Any, ...]:
        return (self._value_spec,)

    @property
    def _component_specs(self) -> Any:
        return TensorSpec([], dtypes.bool_), self._value_spec

    def _to_components(self, value: PerhapsNone) -> Any:
        return value.has_value, value.value

    def _from_components(self, components: Any) -> Any:
        has_value, value = components
        if CONTEXT.stage is None and isinstance(has_value, Tensor):
            return value if bool(has_value) else None
        return PerhapsNone(has_value, value)


class PerhapsUndefined(Perhaps, Undefined):
    """A symbol that has a value on some ways only. Reading it on another one is Python's error."""

    def __init__(self, has_value: Any, value: Any, missing: Undefined) -> None:
        Undefined.__init__(self, missing.symbol_name, missing.error)
        self.has_value = has_value
        self.value = value

    def absence(self, use: str) -> Exception:
        """The error of reading the symbol."""
        return self.error

    def read(self) -> Any:
        """The value, behind the check that there is one."""
        return self.resolved()

    def __repr__(self) -> str:
        return f"<{self.value!r} or undefined>"
