"""Calls that look like earlier ones, as straight-line code.

To make the key of a call, look its trace up and put the results into their form takes longer than many
traces run. A call that has come some times is written down as Python code, which takes the arguments apart,
asks of each what the key says of it, runs the trace and builds the results. For `f({"a": a, "b": b})`
that returns a pair it is

    def plan(args):
        try:
            (x0,) = args
            if type(x0) is not dict or len(x0) != 2: return OTHER
            x1 = x0[c0]; x2 = x0[c1]
            if type(x1) is not EagerTensor or x1._dtype is not c2 or (a1 := x1._array).shape != (2, 3):
                return OTHER
            if type(x2) is not EagerTensor or x2._dtype is not c2 or (a2 := x2._array).shape != ():
                return OTHER
        except UNLIKE:
            return OTHER
        if not CONTEXT.plain: return call([x1, x2]) if CONTEXT.place is None else OTHER
        (r0, r1) = concrete._run(a1, a2)
        y0 = new(EagerTensor); y0._array = r0; y0._dtype = c3
        y1 = new(EagerTensor); y1._array = r1; y1._dtype = c3
        return (y0, y1,)
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from stagelight import nest
from stagelight.core.dispatch import CONTEXT
from stagelight.core.guards import Guards, NoGuard, row
from stagelight.core.tensor import EagerTensor, Tensor
from stagelight.staging.concrete_function import ConcreteFunction
from stagelight.staging.trace_types import ARGUMENTS, IdentityKey, leaf_type

# What a plan answers to calls of another kind.
OTHER = object()

CallPlan = Callable[[Sequence[Any]], Any]

# Longer plans take longer to compile than they are likely to save.
_MOST_TENSORS = 256

# What a plan meets in arguments of another form.
_UNLIKE = (ValueError, TypeError, KeyError)


def call_plan(concrete: ConcreteFunction, args: Sequence[Any]) -> CallPlan | None:
    """The plan of calls like this one; None for arguments that plans do not know.

    Args:
        concrete: the trace that the call has.
        args: the call's arguments by position, all that it has.
    """
    if len(concrete.graph.inputs) + len(concrete.graph.outputs) > _MOST_TENSORS:
        return None
    captured = concrete._captured_arrays
    namespace = {
        "__name__": __name__,  # Errors on their way to the user leave the library's frames out.
        "CONTEXT": CONTEXT,
        "OTHER": OTHER,
        "EagerTensor": EagerTensor,
        "new": object.__new__,
        "concrete": concrete,
        "call": concrete.call_flat,
        "form": concrete.packed,
        "captured": captured,
    }
    guards = Guards(["args"], "OTHER", namespace, _UNLIKE)
    leaves, spec = nest.flatten_with_spec(args, ARGUMENTS)
    tensors: list[str] = []
    try:
        names = guards.take_apart("args", spec)
        for name, leaf in zip(names, leaves, strict=True):
            guards.reject(*_conditions(guards, name, leaf))
            if type(leaf) is EagerTensor:
                tensors.append(name)
    except NoGuard:
        return None
    call = f"call([{', '.join(tensors)}])"
    arrays = [_array_of(name) for name in tensors] + ["*captured"] * bool(captured)
    body = [
        f"if not CONTEXT.plain: return {call} if CONTEXT.place is None else OTHER",
        f"{row([f'r{i}' for i in range(len(concrete._dtypes))])} = concrete._run({', '.join(arrays)})",
        *_results(guards, concrete),
    ]
    return guards.compiled("plan", "<plan of calls>", body)


def _conditions(guards: Guards, name: str, leaf: Any) -> list[str]:
    """What is asked of a leaf: what its trace type says, as `trace_types.leaf_type` makes it.

    Raises:
        NoGuard: only the type itself tells such leaves apart.
    """
    kind = type(leaf)
    if kind is EagerTensor:
        return [
            f"type({name}) is not EagerTensor",
            guards.is_not(f"{name}._dtype", leaf._dtype),
            guards.differs(f"({_array_of(name)} := {name}._array).shape", leaf._array.shape),
        ]
    if leaf is None or kind is bool:
        return [guards.is_not(name, leaf)]
    if kind in (int, str, bytes) or (kind is float and leaf and leaf == leaf):
        return [f"type({name}) is not {kind.__name__}", guards.differs(name, leaf)]
    key = leaf_type(leaf, [])
    if type(key) is IdentityKey:
        return [f"{name} is None", f"{name} is not {guards.constant(key.value)}()"]
    raise NoGuard


def _array_of(tensor: str) -> str:
    """The name of the array of a tensor's name."""
    return f"a{tensor[1:]}"


def _results(guards: Guards, concrete: ConcreteFunction) -> Iterator[str]:
    """The statements that make tensors of the arrays that the trace gives, and return them in their form."""
    for i, dtype in enumerate(concrete._dtypes):
        yield (
            f"y{i} = new(EagerTensor); y{i}._array = r{i}; y{i}._dtype = {guards.constant(dtype)}"
        )
    numbers = itertools.count()

    def of_leaf(value: Any) -> str:
        if value is None:
            return "None"
        if isinstance(value, Tensor):
            return f"y{next(numbers)}"
        raise NoGuard

    def of_container(value: Any, parts: list[str]) -> str:
        kind = type(value)
        if kind is dict and all(type(key) is str for key in value):
            texts = dict(zip(sorted(value), parts, strict=True))
            return "{" + ", ".join(f"{guards.constant(key)}: {texts[key]}" for key in value) + "}"
        if kind is tuple:
            return row(parts)
        if kind is list:
            return f"[{', '.join(parts)}]"
        raise NoGuard

    try:
        yield f"return {nest.fold(concrete.graph.structured_outputs, of_leaf, of_container)}"
    except NoGuard:
        yield f"return form([{', '.join(f'y{i}' for i in range(len(concrete._dtypes)))}])"
