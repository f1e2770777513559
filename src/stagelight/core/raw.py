"""`raw`: every op as a function, `raw.MatMul(a, b, transpose_a=True)`. It is also `tf.raw_ops`.

Public functions and gradient rules call ops through this view; a name is resolved in the registry when
it is called, so op families never import each other.

Inputs come by position in the signature's order or by keyword, attrs by keyword. What is no tensor yet
is converted (see `inputs`), so that `raw.Mul(x, 2)` works for every dtype of `x`.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from stagelight.boundary import leave
from stagelight.core import registry
from stagelight.core.attrs import checked_attrs
from stagelight.core.dispatch import CONTEXT, NO_ATTRS, apply
from stagelight.core.inputs import (
    allowed_ids,
    check_dtypes,
    converter,
    eager_fit,
    flattened,
    staged_fit,
)
from stagelight.core.op_def import Arg, OpDef, Trait
from stagelight.core.tensor import EagerTensor
from stagelight.public import publish


class RawOps:
    """The registry as a namespace of functions."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            function = raw_function(registry.lookup(name))
        except NotImplementedError as error:
            raise AttributeError(str(error)) from None
        self.__dict__[name] = function
        return function

    def __dir__(self) -> Sequence[str]:
        return registry.op_names()

    def __repr__(self) -> str:
        return "<tf.raw_ops>"


raw = RawOps()
publish("raw_ops", raw)


@cache
def raw_function(op_def: OpDef) -> Callable[..., Any]:
    """The function that applies an op to values."""
    general = _general_function(op_def)
    call = _quick_function(op_def, general) or _usual_function(general)
    call.__name__ = call.__qualname__ = op_def.name
    call.__doc__ = _signature_text(op_def)
    return call


def _usual_function(general: Callable[..., Any]) -> Callable[..., Any]:
    def of_any(*values: Any, name: str | None = None, **keywords: Any) -> Any:
        try:
            return general(values, name, keywords)
        except BaseException as error:
            leave(error)
            raise

    return of_any


def _quick_function(op_def: OpDef, general: Callable[..., Any]) -> Callable[..., Any] | None:
    """The function of an op of one or two inputs and one output, as most are.

    What fits the signature as it is goes to the op at once, all else the general way.
    """
    signature = op_def.inputs
    if not op_def.has_one_output or len(signature) not in (1, 2):
        return None
    if any(arg.is_list for arg in signature):
        return None
    x_ids, y_ids = allowed_ids(op_def, signature[0]), allowed_ids(op_def, signature[-1])
    of_one_dtype = signature[0].type_attr == signature[-1].type_attr is not None
    required = bool(op_def.required_attrs)

    def of_one(x: Any = _MISSING, /, *more: Any, name: str | None = None, **keywords: Any) -> Any:
        try:
            if (
                type(x) is EagerTensor
                and id(x._dtype) in x_ids
                and not more
                and CONTEXT.stage is None
            ):
                attrs = checked_attrs(op_def, keywords) if keywords or required else NO_ATTRS
                return apply(op_def, (x,), attrs)
            return general(() if x is _MISSING else (x, *more), name, keywords)
        except BaseException as error:
            leave(error)
            raise

    def of_two(
        x: Any = _MISSING,
        y: Any = _MISSING,
        /,
        *more: Any,
        name: str | None = None,
        **keywords: Any,
    ) -> Any:
        try:
            if (
                type(x) is EagerTensor
                and type(y) is EagerTensor
                and id(x._dtype) in x_ids
                and (x._dtype is y._dtype if of_one_dtype else id(y._dtype) in y_ids)
                and not more
                and CONTEXT.stage is None
            ):
                attrs = checked_attrs(op_def, keywords) if keywords or required else NO_ATTRS
                return apply(op_def, (x, y), attrs)
            if y is _MISSING:
                return general(() if x is _MISSING else (x,), name, keywords)
            return general((x, y, *more), name, keywords)
        except BaseException as error:
            leave(error)
            raise

    return of_one if len(signature) == 1 else of_two


_MISSING: Any = object()


def _general_function(op_def: OpDef) -> Callable[..., Any]:
    """`function(values, name, keywords)` that applies an op to whatever becomes its inputs."""
    input_names = tuple(arg.name for arg in op_def.inputs)
    count = len(input_names)
    has_lists = any(arg.is_list for arg in op_def.inputs)
    renamed = op_def.renamed
    required = bool(op_def.required_attrs)
    fit = eager_fit(op_def)
    are_right = staged_fit(op_def)
    convert = converter(op_def)

    def call(values: tuple[Any, ...], name: str | None, keywords: dict[str, Any]) -> Any:
        stage = CONTEXT.stage
        if len(values) == count and stage is None and fit(values):
            attrs = checked_attrs(op_def, keywords) if keywords or required else NO_ATTRS
            result = apply(op_def, values, attrs)
            return result if op_def.has_one_output else _structured(op_def, result)
        for public_name in renamed:
            if public_name in keywords:
                keywords[renamed[public_name]] = keywords.pop(public_name)
        if len(values) < count:
            values = (
                *values,
                *[_taken(keywords, op_def, key) for key in input_names[len(values) :]],
            )
        elif len(values) > count:
            # TF: attrs may follow the inputs by position.
            keywords.update(_named_attrs(op_def, values[count:], keywords))
            values = values[:count]
        attrs = checked_attrs(op_def, keywords) if keywords or required else NO_ATTRS
        tensors: Sequence[Any] = values
        try:
            if stage is None:
                tensors = convert(values, attrs)
                if not (fit(tensors) or are_right(tensors)):
                    check_dtypes(op_def, tensors)
            elif not are_right(values):
                with stage.operation_scope(name or op_def.name) as name:
                    tensors = convert(values, attrs)
                if not are_right(tensors):
                    check_dtypes(op_def, tensors)
        except (TypeError, ValueError):
            form = _form_for_composites(op_def, values)
            if form is None:
                raise
            return form(op_def, values, attrs, name)
        if op_def.types_of_lists:
            attrs = {**_types_of_lists(op_def, tensors), **attrs}
        result = apply(op_def, flattened(tensors) if has_lists else tensors, attrs, name)
        return result if op_def.has_one_output else _structured(op_def, result)

    return call


def _types_of_lists(op_def: OpDef, values: Sequence[Any]) -> dict[str, Any]:
    """The dtypes of list inputs, where they say which tensors belong to which list."""
    return {
        arg.types_attr: [tensor.dtype for tensor in value]
        for arg, value in zip(op_def.inputs, values, strict=True)
        if arg.types_attr is not None
    }


def _form_for_composites(op_def: OpDef, values: Sequence[Any]) -> Any:
    """How an elementwise op is applied to what is no tensor, if one of the values knows it."""
    if op_def.traits & Trait.ELEMENTWISE:
        for value in values:
            form = getattr(value, "_apply_elementwise", None)
            if form is not None:
                return form
    return None


def _taken(keywords: dict[str, Any], op_def: OpDef, key: str) -> Any:
    try:
        return keywords.pop(key)
    except KeyError:
        raise TypeError(f"{op_def.name}() misses the required input {key!r}.") from None


def positional_attrs(op_def: OpDef) -> list[str]:
    """The order of attrs that follow inputs by position. TF: those without a default come first."""
    by_name = op_def.explicit_attrs.difference(op_def.types_of_lists)
    names = [key for key in op_def.attrs if key in by_name]
    return sorted(names, key=lambda key: key not in op_def.required_attrs)


def _named_attrs(op_def: OpDef, values: Sequence[Any], keywords: dict[str, Any]) -> dict[str, Any]:
    """Attrs given by position, by their names."""
    names = positional_attrs(op_def)
    if len(values) > len(names):
        count = len(op_def.inputs)
        raise TypeError(
            f"{op_def.name}() takes at most {count + len(names)} positional arguments, {count} inputs "
            f"and the attrs {names}. Received {count + len(values)}."
        )
    named = dict(zip(names, values, strict=False))
    for key in named.keys() & keywords.keys():
        raise TypeError(f"{op_def.name}() got multiple values for the attr {key!r}.")
    return named


@cache
def _result_type(op_def: OpDef) -> Any:
    return namedtuple(op_def.name, [arg.name for arg in op_def.outputs])


def _structured(op_def: OpDef, result: Any) -> Any:
    """The flat outputs in the signature's form: a list for list outputs, a namedtuple for several."""
    if op_def.has_one_output or not op_def.outputs:
        return result
    if len(op_def.outputs) == 1:
        return list(result)
    if any(arg.is_list for arg in op_def.outputs):
        # One list output among others takes what the others leave.
        lists = [i for i, arg in enumerate(op_def.outputs) if arg.is_list]
        if len(lists) > 1:
            return list(result)
        before = lists[0]
        after = len(op_def.outputs) - before - 1
        end = len(result) - after
        result = [*result[:before], list(result[before:end]), *result[end:]]
    return _result_type(op_def)(*result)


def _signature_text(op_def: OpDef) -> str:
    def args(items: Sequence[Arg]) -> str:
        return ", ".join(arg.name for arg in items)

    attrs = ", ".join(sorted(op_def.explicit_attrs))
    return (
        f"The op {op_def.name}: ({args(op_def.inputs)}) -> ({args(op_def.outputs)}). "
        f"Attrs: {attrs or 'none'}."
    )
