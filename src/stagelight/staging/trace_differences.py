"""What differs between the arguments of two traces, told in the words of the program.

argument x, axis 0: 32 -> 33
argument config.rate: 0.1 -> 0.2
argument f: <lambda> of program.py:12 -> another one
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stagelight.staging.call_signature import CallSignature
from stagelight.staging.trace_types import (
    IdentityKey,
    MethodKey,
    is_composite_key,
    is_tensor_key,
    with_article,
)

_FIXES = {
    "axis": "Use reduce_retracing=True, or an input_signature with None for this axis.",
    "composite axis": "Use an input_signature with a {spec} that has None for this axis.",
    "all sizes": "This trace serves all sizes: no further one is made for another size.",
    "rank": "Give the argument one rank, or use an input_signature with an unknown shape.",
    "dtype": "Convert the argument to one dtype before the call, with tf.cast.",
    "value": "Pass a tensor, tf.constant(value), if the value is only computed with.",
    "data": "It is only used as data: pass a tensor, tf.constant(value), and one trace serves all.",
    "text": "Each text has a trace of its own. If it is data, pass a tensor, tf.constant(text).",
    "choice": "Each has a trace of its own. If the same is computed for all, leave the argument out.",
    "type": "Pass arguments of one class, or a tensor.",
    "structure": "Keep the structure of the argument the same, or put it into one tensor.",
    "object": "Make the object once, outside of the loop, and pass the same one to each call.",
    "function": "Define the function once, outside of the loop, and pass the same one to each call.",
    "variable": "Each variable has a trace of its own. Pass its value, a tensor, if it is only read.",
    "graph": "A function that captures tensors of another one is traced for each trace of that.",
    "place": "Each replica of a strategy has a trace of its own, as it has its own part of the variables.",
    "instance": "Each object has traces of its own. Keep one object, or call a function with its values.",
}


@dataclass(frozen=True)
class RetraceCause:
    """One difference between the arguments of two traces.

    Attributes:
        argument: Which argument, such as `x` or `config['size']`.
        kind: `axis`, `composite axis` (of a ragged or sparse tensor), `all sizes` (an axis that is unknown
            from now on), `rank`, `dtype`, `value`, `data` (a Python number that only makes constants of
            the graph), `text`, `choice` (a dtype, class or the like), `type`, `structure`, `object`,
            `function`, `variable`, `instance` (another object with the method), `graph` or `place` (another
            replica of a strategy).
        before, after: What differs.
        axis: Which axis, for an axis.
    """

    argument: str
    kind: str
    before: Any
    after: Any
    axis: int | None = None

    @property
    def fix(self) -> str:
        """What to do so that the trace is not made."""
        spec = self.argument.rpartition(" ")[2]
        return _FIXES[self.kind].format(spec=f"tf.{spec}Spec")

    def __str__(self) -> str:
        axis = "" if self.axis is None else f", axis {self.axis}"
        note = " (a Python number that is only used as data)" if self.kind == "data" else ""
        is_alike = str(self.before) == str(self.after)
        after = "another one" if is_alike else self.after
        return f"argument {self.argument}{axis}: {self.before} -> {after}{note}"


def differences(signature: CallSignature, a: Any, b: Any) -> Iterator[RetraceCause]:
    """What differs between two keys of a function with this signature."""
    if isinstance(a[1], IdentityKey) or isinstance(b[1], IdentityKey):
        # A key with the function around for which the trace was made.
        if isinstance(a[1], IdentityKey) and isinstance(b[1], IdentityKey):
            yield from differences(signature, a[0], b[0])
        if a[1] != b[1]:
            yield RetraceCause("of the function around", "graph", "one trace", "another trace")
        return
    (a_args, a_kwargs), (b_args, b_kwargs) = _trees(a), _trees(b)
    before, after = a_args.children, b_args.children
    if len(before) != len(after):
        yield RetraceCause(
            "list", "structure", _counted(before, "argument"), _counted(after, "argument")
        )
        return
    extra = signature.varargs or "args"
    labels = [*signature.names, *[f"{extra}[{i}]" for i in range(len(before))]]
    for name, first, second in zip(labels, before, after, strict=False):
        yield from _different(name, first, second)
    if a_kwargs.keys != b_kwargs.keys:
        yield RetraceCause("names", "structure", [*a_kwargs.keys], [*b_kwargs.keys])
        return
    for name, first, second in zip(
        a_kwargs.keys, a_kwargs.children, b_kwargs.children, strict=True
    ):
        yield from _different(name, first, second)
    if a[2:] != b[2:]:
        first, second = (str(*key[2:]) or "outside of all strategies" for key in (a, b))
        yield RetraceCause("of the strategy", "place", first, second)


@dataclass(frozen=True)
class _Container:
    """A container in a key: its class, the keys of its children, and their types."""

    kind: type
    keys: Any
    children: list[Any]


def _trees(key: Any) -> tuple[Any, Any]:
    """The leaf types of a call's key in the form of its arguments, by position and by name."""
    types = iter(key[1])

    def part(spec: Any) -> Any:
        if spec is None:
            return next(types)
        kind, keys, children = spec
        return _Container(kind, keys, [part(child) for child in children])

    by_position, by_name = key[0]
    return part(by_position), part(by_name)


def _counted(items: Any, what: str) -> str:
    return f"{len(items)} {what}{'' if len(items) == 1 else 's'}"


def _different(name: str, a: Any, b: Any) -> Iterator[RetraceCause]:
    if a == b:
        return
    if is_tensor_key(a) and is_tensor_key(b):
        if a[1] != b[1]:
            yield RetraceCause(name, "dtype", a[1], b[1])
        yield from _different_shapes(name, a[2], b[2], "axis")
    elif is_composite_key(a) and is_composite_key(b):
        yield from _different_composites(name, a, b)
    elif isinstance(a, (IdentityKey, MethodKey)) and isinstance(b, (IdentityKey, MethodKey)):
        kinds = {_kind(a), _kind(b)}
        yield RetraceCause(name, kinds.pop() if len(kinds) == 1 else "object", repr(a), repr(b))
    elif isinstance(a, _Container) and isinstance(b, _Container) and a.kind is b.kind:
        yield from _different_containers(name, a, b)
    elif not isinstance(a, tuple) or not isinstance(b, tuple) or a[0] is not b[0]:
        yield RetraceCause(name, "type", _described(a), _described(b))
    else:
        yield from _different_values(name, a[0], a, b)


def _kind(key: Any) -> str:
    return "object" if isinstance(key, MethodKey) else key.about[0]


def _different_values(name: str, kind: type, a: Any, b: Any) -> Iterator[RetraceCause]:
    """What differs between types of values of one class."""
    is_number = issubclass(kind, (bool, int, float, complex))
    what = "value" if is_number else "text" if issubclass(kind, (str, bytes)) else "choice"
    yield RetraceCause(name, what, a[1], b[1])


def _different_containers(name: str, a: _Container, b: _Container) -> Iterator[RetraceCause]:
    """What differs between containers of one class."""
    if a.keys != b.keys:
        yield RetraceCause(name, "structure", _keys(a), _keys(b))
        return
    if len(a.children) != len(b.children):
        before, after = _counted(a.children, "element"), _counted(b.children, "element")
        yield RetraceCause(name, "structure", before, after)
        return
    if a.keys is None:
        labels = [f"{name}[{i}]" for i in range(len(a.children))]
    elif issubclass(a.kind, Mapping):
        labels = [f"{name}[{key!r}]" for key in a.keys]
    else:
        labels = [f"{name}.{field}" for field in a.keys]
    for label, first, second in zip(labels, a.children, b.children, strict=True):
        yield from _different(label, first, second)


def _different_composites(name: str, a: Any, b: Any) -> Iterator[RetraceCause]:
    first, second = a[1], b[1]
    if type(first) is not type(second):
        yield RetraceCause(name, "type", _described(a), _described(b))
        return
    what = type(first).__name__.removesuffix("Spec")
    found = []
    if getattr(first, "dtype", None) != getattr(second, "dtype", None):
        found.append(RetraceCause(name, "dtype", first.dtype.name, second.dtype.name))
    shapes: list[Any] = [getattr(spec, "shape", None) for spec in (first, second)]
    if None not in shapes:
        before, after = (None if x.rank is None else tuple(x.as_list()) for x in shapes)
        found += _different_shapes(f"{name}, {with_article(what)}", before, after, "composite axis")
    yield from found or [RetraceCause(name, "structure", first, second)]


def _different_shapes(name: str, before: Any, after: Any, kind: str) -> Iterator[RetraceCause]:
    if before == after:
        return
    if before is None or after is None or len(before) != len(after):
        yield RetraceCause(name, "all sizes" if after is None else "rank", before, after)
        return
    for axis, (first, second) in enumerate(zip(before, after, strict=True)):
        if second is None and first is not None:
            yield RetraceCause(name, "all sizes", first, second, axis)
        elif first is not None and first != second:  # A size fits an unknown one.
            yield RetraceCause(name, kind, first, second, axis)


def _keys(container: _Container) -> str:
    return f"keys {sorted(map(str, container.keys))}"


def _described(key: Any) -> str:
    """A value by its key, shortly."""
    if is_tensor_key(key):
        return f"a {key[1]} tensor"
    if is_composite_key(key):
        return with_article(type(key[1]).__name__.removesuffix("Spec"))
    if isinstance(key, _Container):
        return with_article(key.kind.__name__)
    if not isinstance(key, tuple) or isinstance(key, MethodKey):
        return repr(key)
    kind = key[0]
    if not isinstance(kind, type):
        return repr(key[1])
    return f"{kind.__name__} {key[1]!r}"
