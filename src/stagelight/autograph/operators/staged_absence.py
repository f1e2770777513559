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
from stagelight.autograph.operators.replaced_lists import Replacement, current
from stagelight.autograph.operators.variables import Holder, Undefined, is_state_open
from stagelight.core.composite import CompositeTensor
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.graph.operation import SymbolicTensor
from stagelight.ops.host.python_exceptions import fail_unless
from stagelight.types import dtypes
from stagelight.types.specs import TensorSpec
from stagelight.types.type_spec import TypeSpec, type_spec_from_value


class Perhaps(Holder):
    """A value that is there if a tensor says so.

    Lists, dicts and objects are changed in place, whoever holds them.

    Attributes:
        is_there: bool scalar.
        held: What it is then; of no meaning otherwise.
    """

    is_there: Any

    # What is asked of any composite, and must not be asked of what it holds.
    _is_nest_leaf = False

    def absence(self, use: str) -> Exception:
        """The error of a use for which the value must be there."""
        raise NotImplementedError

    def resolved(self, use: str = "") -> Any:
        """The value, behind the check that it is there.

        Args:
            use: what it is used for, if the error says so.
        """
        held = current(self.held)
        if is_state_open():
            return held
        error = self.absence(use)
        text = error.args[0] if len(error.args) == 1 else str(error)
        check = fail_unless(self.is_there, type(error), str(text))
        if CONTEXT.stage is None:
            return held
        with CONTEXT.stage.control_dependencies([check]):
            return _behind(held)

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return convert_to_tensor(self.resolved(), dtype, name=name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.resolved(f".{name}"), name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.resolved("()")(*args, **kwargs)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _OWN:
            object.__setattr__(self, name, value)
        else:
            setattr(self.resolved(f".{name}"), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.resolved(f".{name}"), name)

    def __getitem__(self, key: Any) -> Any:
        return self.resolved("[]")[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.resolved("[]=")[key] = value

    def __delitem__(self, key: Any) -> None:
        del self.resolved("del []")[key]

    def __contains__(self, value: Any) -> bool:
        return value in self.resolved("in")

    def __iter__(self) -> Iterator[Any]:
        return iter(self.resolved("iter"))

    def __len__(self) -> int:
        return len(self.resolved("len"))

    def __eq__(self, other: object) -> Any:
        return self.resolved("==") == other

    def __ne__(self, other: object) -> Any:
        return self.resolved("!=") != other

    __hash__ = object.__hash__


# What a `Perhaps` has itself; all other attributes are those of what it holds.
_OWN = ("is_there", "held", "symbol_name", "error", "is_carried")


def _behind(value: Any) -> Any:
    """What runs after the operations that control what is made now. What may change stays itself."""
    if isinstance(value, SymbolicTensor):
        return raw.Identity(value)
    if isinstance(value, tuple):
        items = [_behind(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, CompositeTensor) and not isinstance(value, Replacement):
        return nest.map_structure(_behind, value, expand_composites=True)
    return value


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

    def __init__(self, is_there: Any, held: Any) -> None:
        self.is_there = is_there
        self.held = held

    def absence(self, use: str) -> Exception:
        """The error of using None."""
        if use.startswith("."):
            return AttributeError(f"'NoneType' object has no attribute {use[1:]!r}")
        texts = {
            "()": "'NoneType' object is not callable",
            "[]": "'NoneType' object is not subscriptable",
            "[]=": "'NoneType' object does not support item assignment",
            "del []": "'NoneType' object doesn't support item deletion",
            "in": "argument of type 'NoneType' is not iterable",
            "iter": "'NoneType' object is not iterable",
            "len": "object of type 'NoneType' has no len()",
        }
        return TypeError(texts.get(use) or use or "a value is required here, but it is None")

    def __eq__(self, other: object) -> Any:
        if other is None:
            return raw.LogicalNot(self.is_there)
        return self.resolved("==") == other

    def __ne__(self, other: object) -> Any:
        if other is None:
            return self.is_there
        return self.resolved("!=") != other

    __hash__ = object.__hash__

    @property
    def _type_spec(self) -> PerhapsNoneSpec:
        specs = nest.map_structure(
            lambda leaf: type_spec_from_value(leaf) if isinstance(leaf, Tensor) else leaf,
            self.held,
            expand_composites=True,
        )
        return PerhapsNoneSpec(specs)

    def __repr__(self) -> str:
        return f"<{self.held!r} or None>"


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
        return value.is_there, value.held

    def _from_components(self, components: Any) -> Any:
        is_there, held = components
        if CONTEXT.stage is None and isinstance(is_there, Tensor):
            return held if bool(is_there) else None
        return PerhapsNone(is_there, held)


class PerhapsUndefined(Perhaps, Undefined):
    """A symbol that has a value on some ways only. Reading it on another one is Python's error."""

    def __init__(self, is_there: Any, held: Any, missing: Undefined) -> None:
        Undefined.__init__(self, missing.symbol_name, missing.error)
        self.is_there = is_there
        self.held = held

    def absence(self, use: str) -> Exception:
        """The error of reading the symbol."""
        return self.error

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        if not isinstance(self.error, KeyError):
            return super().__tf_tensor__(dtype, name)
        # Code that asks for one entry reads it: this one is a leaf of a dict, as of a function's result.
        return convert_to_tensor(self.as_one_of_all(self.error.args[0]).read(), dtype, name=name)

    def as_one_of_all(self, key: Any) -> PerhapsUndefined:
        """An entry of a dict of which all entries are asked for."""
        error = KeyError(
            f"{key!r} is not there, and all entries of the dict are asked for. Give it a value on all "
            "ways, say None, or ask for single keys by `get` and `in`. (AG208)"
        )
        return PerhapsUndefined(self.is_there, self.held, Undefined(self.symbol_name, error))

    def read(self) -> Any:
        """The value, behind the check that there is one."""
        return self.resolved()

    def __repr__(self) -> str:
        return f"<{self.held!r} or undefined>"
