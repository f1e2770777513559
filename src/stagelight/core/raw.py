"""`raw`: every op as a function, `raw.MatMul(a, b, transpose_a=True)`. It is also `tf.raw_ops`.

Public functions and gradient rules call ops through this view; a name is resolved in the registry when
it is called, so op families never import each other.

Inputs come by position in the signature's order or by keyword, attrs by keyword. What is no tensor yet
is converted: to the signature's dtype, or to the dtype of the tensors that share its dtype attr, so
that `raw.Mul(x, 2)` works for every dtype of `x`.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from stagelight.core import registry
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, NO_ATTRS, apply
from stagelight.core.op_def import Arg, OpDef
from stagelight.core.signature_fit import allowed_ids, eager_fit, staged_fit
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.errors import InvalidArgumentError
from stagelight.public import publish
from stagelight.types.dtypes import DType, as_dtype


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


raw = RawOps()
publish("raw_ops", raw)


@cache
def raw_function(op_def: OpDef) -> Callable[..., Any]:
    """The function that applies an op to values."""
    general = _general_function(op_def)
    call = _quick_function(op_def, general) or (
        lambda *values, name=None, **keywords: general(values, name, keywords)
    )
    call.__name__ = call.__qualname__ = op_def.name
    call.__doc__ = _signature_text(op_def)
    return call


def _quick_function(op_def: OpDef, general: Callable[..., Any]) -> Callable[..., Any] | None:
    """The function of an op of one input or of two of one dtype, as most are.

    What fits the signature as it is goes to the op at once, all else the general way.
    """
    signature = op_def.inputs
    key = signature[0].type_attr if signature else None
    is_simple = op_def.has_one_output and all(
        x.type_attr == key and not x.is_list for x in signature
    )
    if key is None or not is_simple or len(signature) > 2:
        return None
    ids = allowed_ids(op_def, key)
    required = bool(op_def.required_attrs)

    def of_one(x: Any = _MISSING, /, *more: Any, name: str | None = None, **keywords: Any) -> Any:
        if type(x) is EagerTensor and id(x._dtype) in ids and not more and CONTEXT.stage is None:
            attrs = _checked_attrs(op_def, keywords) if keywords or required else NO_ATTRS
            return apply(op_def, (x,), attrs)
        return general(() if x is _MISSING else (x, *more), name, keywords)

    def of_two(
        x: Any = _MISSING,
        y: Any = _MISSING,
        /,
        *more: Any,
        name: str | None = None,
        **keywords: Any,
    ) -> Any:
        if (
            type(x) is EagerTensor
            and type(y) is EagerTensor
            and x._dtype is y._dtype
            and id(x._dtype) in ids
            and not more
            and CONTEXT.stage is None
        ):
            attrs = _checked_attrs(op_def, keywords) if keywords or required else NO_ATTRS
            return apply(op_def, (x, y), attrs)
        if y is _MISSING:
            return general(() if x is _MISSING else (x,), name, keywords)
        return general((x, y, *more), name, keywords)

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

    def call(values: tuple[Any, ...], name: str | None, keywords: dict[str, Any]) -> Any:
        stage = CONTEXT.stage
        if len(values) == count and stage is None and fit(values):
            attrs = _checked_attrs(op_def, keywords) if keywords or required else NO_ATTRS
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
        attrs = _checked_attrs(op_def, keywords) if keywords or required else NO_ATTRS
        tensors: Sequence[Any] = values
        if stage is None:
            tensors = _converted(op_def, values, attrs)
            check_dtypes(op_def, tensors)
        elif not are_right(values):
            with stage.operation_scope(name or op_def.name) as name:
                tensors = _converted(op_def, values, attrs)
            if not are_right(tensors):
                check_dtypes(op_def, tensors)
        result = apply(op_def, _flattened(tensors) if has_lists else tensors, attrs, name)
        return result if op_def.has_one_output else _structured(op_def, result)

    return call


def _taken(keywords: dict[str, Any], op_def: OpDef, key: str) -> Any:
    try:
        return keywords.pop(key)
    except KeyError:
        raise TypeError(f"{op_def.name}() misses the required input {key!r}.") from None


def _named_attrs(op_def: OpDef, values: Sequence[Any], keywords: dict[str, Any]) -> dict[str, Any]:
    """Attrs given by position, by their names in the signature's order."""
    names = [key for key in op_def.attrs if key in op_def.explicit_attrs]
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


def _flattened(values: Sequence[Any]) -> list[Tensor]:
    flat: list[Tensor] = []
    for value in values:
        if isinstance(value, list):
            flat.extend(value)
        else:
            flat.append(value)
    return flat


def _checked_attrs(op_def: OpDef, keywords: dict[str, Any]) -> dict[str, Any]:
    if not op_def.required_attrs and op_def.unchecked_attrs.issuperset(keywords):
        return keywords
    attrs = {}
    for key, value in keywords.items():
        definition = op_def.attrs.get(key)
        if definition is None:
            raise TypeError(
                f"{op_def.name}() got an unexpected keyword argument {key!r}. "
                f"Its attrs: {sorted(op_def.explicit_attrs)}"
            )
        if key not in op_def.explicit_attrs:
            continue  # It follows from the inputs.
        if definition.kind == "type":
            value = as_dtype(value)
            if definition.allowed is not None and value not in definition.allowed:
                raise TypeError(_disallowed(op_def, key, value, definition.allowed))
        elif definition.allowed is not None and value not in definition.allowed:
            message = (
                f"{op_def.name}: attr {key!r} must be one of {definition.allowed}. "
                f"Received: {value!r}"
            )
            if CONTEXT.stage is None:
                raise InvalidArgumentError(None, None, message)
            raise ValueError(message)
        attrs[key] = value
    for key in op_def.required_attrs:
        if key not in attrs:
            raise TypeError(f"{op_def.name}() misses the required attr {key!r}.")
    return attrs


def _converted(op_def: OpDef, values: Sequence[Any], attrs: Any) -> list[Any]:
    """All values as tensors (lists of them for list inputs), by the signature's dtypes."""
    known: dict[str, DType] = {key: v for key, v in attrs.items() if isinstance(v, DType)}
    for arg, value in zip(op_def.inputs, values, strict=True):
        if arg.type_attr is not None and arg.type_attr not in known:
            found = _dtype_of(value, arg.is_list)
            if found is not None:
                known[arg.type_attr] = found
    return [
        _converted_arg(op_def, arg, value, known)
        for arg, value in zip(op_def.inputs, values, strict=True)
    ]


def _dtype_of(value: Any, is_list: bool) -> DType | None:
    if is_list and isinstance(value, (list, tuple)):
        return next((d for d in (_dtype_of(item, False) for item in value) if d is not None), None)
    dtype = getattr(value, "dtype", None)  # of a tensor, a variable, indexed slices
    return dtype if isinstance(dtype, DType) else None


def _converted_arg(op_def: OpDef, arg: Arg, value: Any, known: dict[str, DType]) -> Any:
    if arg.is_list:
        if not isinstance(value, (list, tuple)):
            raise TypeError(
                f"{op_def.name}: input {arg.name!r} must be a list of tensors. Received: {value!r}"
            )
        dtype = arg.dtype or known.get(arg.type_attr or "")
        tensors = []
        for i, item in enumerate(value):
            # A tensor of another dtype is left for `check_dtypes` to refuse.
            tensor = (
                item
                if isinstance(item, Tensor)
                else convert_to_tensor(item, dtype, name=f"{arg.name}_{i}")
            )
            if arg.type_attr is not None and dtype is None:
                dtype = known[arg.type_attr] = tensor.dtype
            tensors.append(tensor)
        return tensors
    if isinstance(value, Tensor):
        return value
    if arg.dtype is not None:
        return convert_to_tensor(value, arg.dtype, name=arg.name)
    key = str(arg.type_attr)
    if key in known:
        try:
            return convert_to_tensor(value, known[key], name=arg.name)
        except TypeError as error:
            raise TypeError(f"{op_def.name}: input {arg.name!r}: {error}") from None
    default = op_def.attrs[key].default
    hint = default if isinstance(default, DType) else None
    tensor = convert_to_tensor(value, dtype_hint=hint, name=arg.name)
    known[key] = tensor.dtype
    return tensor


def check_dtypes(op_def: OpDef, values: Sequence[Any]) -> None:
    """Checks grouped inputs against the signature.

    Raises:
        InvalidArgumentError: tensors that share a dtype attr differ (eagerly; TypeError in a graph).
        TypeError: a dtype that the op does not allow.
    """
    known: dict[str, tuple[DType, str]] = {}
    for arg, value in zip(op_def.inputs, values, strict=True):
        if arg.types_attr is not None:
            continue
        for position, tensor in enumerate(value if arg.is_list else (value,)):
            dtype = tensor.dtype
            where = f"{arg.name}[{position}]" if arg.is_list else arg.name
            if arg.dtype is not None:
                if dtype is not arg.dtype:
                    raise _mismatch(op_def, values, where, dtype, arg.dtype, "the signature")
                continue
            key = str(arg.type_attr)
            if key not in known:
                allowed = op_def.attrs[key].allowed
                if allowed is not None and dtype not in allowed:
                    raise _disallowed_input(op_def, where, dtype, allowed)
                known[key] = (dtype, where)
            elif dtype is not known[key][0]:
                raise _mismatch(op_def, values, where, dtype, *known[key])


def _mismatch(
    op_def: OpDef, values: Sequence[Any], where: str, received: DType, required: DType, source: str
) -> Exception:
    from_source = source if source == "the signature" else f"input {source!r}"
    if CONTEXT.stage is not None:
        return TypeError(
            f"Input {where!r} of {op_def.name!r} Op has type {received.name} that does not match "
            f"type {required.name} of {from_source}. Use tf.cast to make them agree."
        )
    flat = _flattened(values)
    position = next((i for i, t in enumerate(flat) if t.dtype is received), 0)
    return InvalidArgumentError(
        None,
        None,
        f"cannot compute {op_def.name} as input #{position}(zero-based) was expected to be a "
        f"{_article(required)} tensor but is a {_article(received)} tensor [Op:{op_def.name}]",
    )


def _article(dtype: DType) -> str:
    return {"float32": "float", "float64": "double", "float16": "half"}.get(dtype.name, dtype.name)


def _disallowed(op_def: OpDef, key: str, value: Any, allowed: Sequence[Any]) -> str:
    names = ", ".join(sorted(getattr(dtype, "name", str(dtype)) for dtype in allowed))
    shown = getattr(value, "name", value)
    return (
        f"Value passed to attr {key!r} of {op_def.name} is {shown}, not in the list of allowed "
        f"values: {names}"
    )


def _disallowed_input(
    op_def: OpDef, where: str, dtype: DType, allowed: Sequence[DType]
) -> Exception:
    names = ", ".join(sorted(d.name for d in allowed))
    message = (
        f"Value for input {where!r} of {op_def.name!r} has dtype {dtype.name}, which is not in the "
        f"list of allowed values: {names}"
    )
    if CONTEXT.stage is not None:
        return TypeError(message)
    return InvalidArgumentError(None, None, f"{message} [Op:{op_def.name}]")


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
