"""What an op is: `OpDef`, plain data that every other part reads.

An `OpDef` names an op of TensorFlow's GraphDef format and carries its signature (inputs, outputs and
attrs with their GraphDef types), its traits, its shape and dtype inference, its kernel and its
gradient. Family files under `ops/` make them through `registry.define`; nothing about an op stands
anywhere else.

The signature is written as the GraphDef format's own op registrations are:

    inputs="values: N * T, axis: Tidx"      a list of N tensors of one dtype, then one tensor
    inputs="input: Tin"                     where Tin is a `list(type)` attr: a list of any dtypes
    outputs="output: T"                     a dtype attr, or a fixed dtype as in "count: int32"
    attrs={"T": types(NUMERIC), "N": attr("int"), "keep_dims": False}

Attrs that follow from the inputs (`T`, `N`, `Tin`) are never passed around at run time; `inferred_attrs`
derives them where a graph is written out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stagelight.core.requirements import (
    Requirement,
    checked_inference,
    checked_kernel,
    parse_requirements,
)
from stagelight.errors import InvalidArgumentError
from stagelight.types.dtypes import DType, as_dtype

_MOST_OUTPUTS = 1 << 24


class Trait:
    """What passes, tapes and executors may assume of an op, as bits. None: a pure function."""

    NONE = 0
    ELEMENTWISE = 1 << 0  # output[i] depends on input[i] alone, after broadcasting
    COMMUTATIVE = 1 << 1  # op(a, b) == op(b, a)
    READS = 1 << 2  # reads the resources among its inputs
    WRITES = 1 << 3  # changes the resources among its inputs
    SIDE_EFFECT = 1 << 4  # must run, in program order with its like: print, assert, host calls
    RANDOM = 1 << 5  # each run gives other values: never merged or folded, but may be pruned
    HOST_ONLY = 1 << 6  # strings, Python calls, shapes that depend on values
    HEAVY = 1 << 7  # may take long: worth a thread of its own
    NONE_GRADIENTS = 1 << 8  # its gradient takes None for outputs without gradient
    SLICES_GRADIENT = 1 << 9  # its gradient rule takes IndexedSlices as they are
    INPUT = 1 << 10  # a value that the caller brings: passes leave it alone
    CALLS = 1 << 11  # runs the graphs among its attrs
    PYTHON = 1 << 12  # runs a Python function of the user's
    ITERATES = 1 << 13  # runs the pipelines behind the datasets and iterators among its inputs
    ALIASES = 1 << 14  # gives a handle of a resource made elsewhere: it may alias any


STATEFUL = Trait.READS | Trait.WRITES | Trait.SIDE_EFFECT | Trait.RANDOM


class _Required:
    """The default of an attr that has none."""

    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED = _Required()


@dataclass(frozen=True, slots=True)
class AttrDef:
    """An attr of an op: its GraphDef kind, default and allowed values.

    `kind` is one of "type", "int", "float", "bool", "string", "shape", "tensor", "func", or
    "list(...)" of one of them.
    """

    kind: str
    default: Any = REQUIRED
    allowed: tuple[Any, ...] | None = None


_PLAIN_TYPES = {"int": int, "float": float, "bool": bool, "string": str}


def attr(kind: str, default: Any = REQUIRED, allowed: tuple[Any, ...] | None = None) -> AttrDef:
    """An attr of the given kind; without a default it must be given."""
    return AttrDef(kind, default, allowed)


def types(allowed: Sequence[DType] | None = None, default: Any = REQUIRED) -> AttrDef:
    """A dtype attr that allows the given dtypes (any when None)."""
    return AttrDef("type", default, None if allowed is None else tuple(allowed))


def _as_attr_def(value: Any) -> AttrDef:
    """An attr written as its default value: `False`, `1`, `0.5`, `"NHWC"`, `tf.int32`."""
    if isinstance(value, AttrDef):
        return value
    if isinstance(value, DType):
        return AttrDef("type", value)
    for python_type, kind in ((bool, "bool"), (int, "int"), (float, "float"), (str, "string")):
        if isinstance(value, python_type):
            return AttrDef(kind, value)
    raise TypeError(f"An attr is an AttrDef or a plain default value. Received: {value!r}")


@dataclass(frozen=True, slots=True)
class Arg:
    """An input or output in the signature.

    Exactly one of `dtype` (fixed), `type_attr` (dtype from an attr) and `types_attr` (list of any
    dtypes) is set; `number_attr` makes it a list of one dtype.
    """

    name: str
    dtype: DType | None = None
    type_attr: str | None = None
    types_attr: str | None = None
    number_attr: str | None = None
    is_list: bool = field(init=False)

    def __post_init__(self) -> None:
        is_list = self.number_attr is not None or self.types_attr is not None
        object.__setattr__(self, "is_list", is_list)


def _parse_args(text: str, attrs: Mapping[str, AttrDef]) -> tuple[Arg, ...]:
    args = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, type_text = (piece.strip() for piece in part.partition(":"))
        number_attr = None
        if "*" in type_text:
            number_attr, _, type_text = (piece.strip() for piece in type_text.partition("*"))
        if type_text not in attrs:
            args.append(Arg(name, dtype=as_dtype(type_text), number_attr=number_attr))
        elif attrs[type_text].kind == "list(type)":
            args.append(Arg(name, types_attr=type_text))
        else:
            args.append(Arg(name, type_attr=type_text, number_attr=number_attr))
    return tuple(args)


@dataclass(frozen=True, slots=True, eq=False)
class OpDef:
    """An op, as plain data. See the module's text for the signature.

    Attributes:
        name: the op's name in GraphDef.
        inputs, outputs: the signature's arguments.
        attrs: name -> definition.
        traits: what may be assumed of it.
        infer: `infer(*inputs, **attrs) -> Inferred | sequence of Inferred`, on tensors (symbolic or
            eager); raises InvalidArgumentError for inputs that do not fit.
        kernel: `kernel(xp, *arrays, **attrs) -> array | tuple of arrays`; inputs in one flat row.
        gradient: `gradient(op, *dys) -> dx | sequence of dx`, one for each flat input, written with
            `raw` ops; `op` has `inputs`, `outputs`, `attrs`. A dx is None where there is none; it may
            be a function that computes it, called only if it is wanted. None: see `differentiable`.
        differentiable: False says that there is no gradient by nature; a missing gradient of a
            differentiable op is an error (LookupError) when it is asked for.
        dims: `dims(op) -> list of int | None`, the known part of an integer vector output, for
            shape computations; None when the op is not used in such.
        scalar: for elementwise ops, the expression over scalars that the kernel was made from.
        make_state: `make_state(**attrs)`, for ops that go on from run to run: what one operation of a
            compiled graph remembers; its kernel gets it as `_state`. Eagerly there is none.
        renamed: the name in `tf.raw_ops` -> the name in GraphDef, for arguments where they differ.
        requirements: what the shapes of inputs must be; `infer` and `kernel` check it before all else.
    """

    name: str
    inputs: tuple[Arg, ...]
    outputs: tuple[Arg, ...]
    attrs: Mapping[str, AttrDef]
    traits: int
    infer: Callable[..., Any]
    kernel: Callable[..., Any]
    gradient: Callable[..., Any] | None
    differentiable: bool
    dims: Callable[..., Any] | None
    scalar: Any
    make_state: Callable[..., Any] | None
    renamed: Mapping[str, str]
    requirements: tuple[Requirement, ...] = ()
    # Derived, for speed. `output_sources` tells where each output's dtype comes from by the signature:
    # the position of an input, an attr, or the dtype itself; None where outputs are lists.
    # `ufunc(*arrays, out=...)` is what the kernel does without attrs, where that is one NumPy function.
    has_one_output: bool = field(init=False)
    output_sources: tuple[Any, ...] | None = field(init=False)
    ufunc: Callable[..., Any] | None = field(init=False)
    is_stateful: bool = field(init=False)
    takes_none_gradients: bool = field(init=False)
    takes_slices: bool = field(init=False)
    explicit_attrs: frozenset[str] = field(init=False)  # those that no input implies
    types_of_lists: tuple[str, ...] = field(init=False)  # of these, those that tell lists apart
    required_attrs: tuple[str, ...] = field(init=False)  # of these, those without a default
    plain_attrs: Mapping[str, type] = field(init=False)  # the types of those that take any value

    def __post_init__(self) -> None:
        plain = len(self.outputs) == 1 and not self.outputs[0].is_list
        object.__setattr__(self, "has_one_output", plain)
        object.__setattr__(self, "output_sources", self._output_sources())
        object.__setattr__(self, "ufunc", getattr(self.kernel, "ufunc", None))
        object.__setattr__(self, "is_stateful", bool(self.traits & STATEFUL))
        takes_none = bool(self.traits & Trait.NONE_GRADIENTS)
        object.__setattr__(self, "takes_none_gradients", takes_none)
        object.__setattr__(self, "takes_slices", bool(self.traits & Trait.SLICES_GRADIENT))
        implied = {
            name
            for arg in self.inputs
            for name in (arg.type_attr, arg.types_attr, arg.number_attr)
            if name is not None
        }
        types_of_lists = [arg.types_attr for arg in self.inputs if arg.types_attr is not None]
        if len(types_of_lists) > 1:
            implied -= set(types_of_lists)  # One row of inputs does not say where a list ends.
            object.__setattr__(self, "types_of_lists", tuple(types_of_lists))
        else:
            object.__setattr__(self, "types_of_lists", ())
        object.__setattr__(self, "explicit_attrs", frozenset(self.attrs) - implied)
        required = tuple(
            key
            for key, definition in self.attrs.items()
            if definition.default is REQUIRED
            and key not in implied
            and key not in self.types_of_lists
        )
        object.__setattr__(self, "required_attrs", required)
        plain_attrs = {
            name: _PLAIN_TYPES[self.attrs[name].kind]
            for name in self.explicit_attrs
            if self.attrs[name].kind in _PLAIN_TYPES and self.attrs[name].allowed is None
        }
        object.__setattr__(self, "plain_attrs", plain_attrs)

    def _output_sources(self) -> tuple[Any, ...] | None:
        if any(arg.is_list for arg in (*self.inputs, *self.outputs)):
            return None
        positions = {x.type_attr: i for i, x in reversed(list(enumerate(self.inputs)))}
        return tuple(x.dtype or positions.get(x.type_attr, x.type_attr) for x in self.outputs)

    def __repr__(self) -> str:
        return f"OpDef({self.name})"

    def has(self, trait: int) -> bool:
        return bool(self.traits & trait)


def make_op_def(
    name: str,
    inputs: str,
    outputs: str,
    attrs: Mapping[str, Any] | None,
    *,
    infer: Callable[..., Any],
    kernel: Callable[..., Any],
    gradient: Callable[..., Any] | None = None,
    differentiable: bool = True,
    traits: int = Trait.NONE,
    dims: Callable[..., Any] | None = None,
    scalar: Any = None,
    make_state: Callable[..., Any] | None = None,
    renamed: Mapping[str, str] | None = None,
    requires: Mapping[str, str] | None = None,
) -> OpDef:
    """An `OpDef` from its text signature. Family files call `registry.define` instead.

    `requires` declares what the shapes of inputs must be, in the words of `requirements`.
    """
    attr_defs = {key: _as_attr_def(value) for key, value in (attrs or {}).items()}
    args = _parse_args(inputs, attr_defs)
    requirements = parse_requirements(requires or {}, [(arg.name, arg.is_list) for arg in args])
    if requirements:
        infer = checked_inference(infer, requirements)
        kernel = checked_kernel(kernel, requirements)
    return OpDef(
        name=name,
        inputs=args,
        outputs=_parse_args(outputs, attr_defs),
        attrs=attr_defs,
        traits=traits,
        infer=infer,
        kernel=kernel,
        gradient=gradient,
        differentiable=differentiable,
        dims=dims,
        scalar=scalar,
        make_state=make_state,
        renamed=renamed or {},
        requirements=requirements,
    )


def group_inputs(op_def: OpDef, flat: Sequence[Any], attrs: Mapping[str, Any]) -> list[Any]:
    """Splits a flat row of inputs by the signature: one item an argument, a list for list arguments.

    The one list argument without a size among `attrs` takes what the others leave; where several
    share a number attr they share the rest evenly.
    """
    lists = [arg for arg in op_def.inputs if arg.is_list]
    if not lists:
        return list(flat)
    unknown: list[Arg] = []
    sizes: dict[str, int] = {}
    for arg in lists:
        size = attrs.get(arg.number_attr) if arg.number_attr else None
        if arg.types_attr and arg.types_attr in attrs:
            size = len(attrs[arg.types_attr])
        if size is None:
            unknown.append(arg)
        else:
            sizes[arg.name] = size
    rest = len(flat) - (len(op_def.inputs) - len(lists)) - sum(sizes.values())
    for arg in unknown:
        sizes[arg.name] = rest // len(unknown)
    grouped: list[Any] = []
    position = 0
    for arg in op_def.inputs:
        if arg.is_list:
            grouped.append(list(flat[position : position + sizes[arg.name]]))
            position += sizes[arg.name]
        else:
            grouped.append(flat[position])
            position += 1
    return grouped


def argument_name(op_def: OpDef, position: int, count: int, attrs: Mapping[str, Any]) -> str:
    """What the signature calls one of so many flat inputs: "x", or "values_1" in a list."""
    for arg, positions in zip(
        op_def.inputs, group_inputs(op_def, range(count), attrs), strict=True
    ):
        if not arg.is_list:
            if positions == position:
                return arg.name
        elif position in positions:
            return f"{arg.name}_{positions.index(position)}"
    raise IndexError(f"{op_def.name} has no input at {position}.")


def inferred_attrs(op_def: OpDef, flat: Sequence[Any], attrs: Mapping[str, Any]) -> dict[str, Any]:
    """The attrs that follow from the inputs: dtypes, lists of dtypes and numbers of list inputs."""
    found: dict[str, Any] = {}
    for arg, value in zip(op_def.inputs, group_inputs(op_def, flat, attrs), strict=True):
        if arg.types_attr is not None:
            found[arg.types_attr] = [tensor.dtype for tensor in value]
        if arg.number_attr is not None:
            found[arg.number_attr] = len(value)
        if arg.type_attr is not None and arg.type_attr not in found:
            if arg.is_list and value:
                found[arg.type_attr] = value[0].dtype
            elif not arg.is_list:
                found[arg.type_attr] = value.dtype
    return found


def output_dtypes(op_def: OpDef, flat: Sequence[Any], attrs: Mapping[str, Any]) -> list[DType]:
    """The dtypes of all outputs, in one flat row, by the signature alone."""
    if op_def.output_sources is not None:
        return [
            flat[x].dtype
            if type(x) is int
            else x
            if type(x) is DType
            else attrs[x]
            if x in attrs
            else op_def.attrs[x].default
            for x in op_def.output_sources
        ]
    implied = inferred_attrs(op_def, flat, attrs)

    def value_of(name: str) -> Any:
        if name in attrs:
            return attrs[name]
        return implied[name] if name in implied else op_def.attrs[name].default

    dtypes: list[DType] = []
    for arg in op_def.outputs:
        if arg.types_attr is not None:
            dtypes.extend(value_of(arg.types_attr))
            continue
        dtype = arg.dtype if arg.dtype is not None else value_of(str(arg.type_attr))
        number = value_of(arg.number_attr) if arg.number_attr else 1
        if not 0 <= number <= _MOST_OUTPUTS:
            message = f"{op_def.name} cannot have {number} outputs {arg.name!r}."
            raise InvalidArgumentError(None, None, message)
        dtypes.extend([dtype] * number)
    return dtypes
