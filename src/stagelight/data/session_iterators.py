"""Iterators of a graph: the session that runs it keeps them by their names, and strings lead to them.

A handle that stands in a graph gives the same iterator at each run of a session. It is begun by
`MakeIterator`, as often as that is run, or by itself over a dataset of its own (`OneShotIterator`).
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stagelight import errors
from stagelight.core.inference import SCALAR, Inferred, invalid
from stagelight.core.op_def import Trait, attr
from stagelight.core.registry import define
from stagelight.data.dataset import ELEMENT_ATTRS
from stagelight.data.elements import elements_of
from stagelight.data.iterators import IteratorResource
from stagelight.graph.func_graph import FuncGraph
from stagelight.ops.resources.resource_variables import CONTAINER, make_handle
from stagelight.runtime.executable import executable
from stagelight.types.dtypes import resource, string
from stagelight.types.shapes import as_shape

_TRAITS = Trait.HOST_ONLY | Trait.RANDOM

_NAMED = {"container": "", "shared_name": "", **ELEMENT_ATTRS}


def _kept(name: str, described: Any, make: Callable[[], IteratorResource]) -> np.ndarray:
    """The handle of the session's iterator of a name, made when it is first asked for."""
    if not name:
        raise errors.UnimplementedError(
            None,
            None,
            "An iterator of a graph needs a `shared_name`, by which the session keeps it.",
        )
    if CONTAINER.handles is None:
        raise errors.FailedPreconditionError(
            None, None, f"The iterator {name} belongs to a graph; run it in a session."
        )

    def made() -> IteratorResource:
        iterator = make()
        iterator.described = described
        return iterator

    return CONTAINER.handle(f"iterator {name}", made)._array


# The first versions are still there, and the same.
for _name in ("Iterator", "IteratorV2"):
    define(
        _name,
        "",
        "handle: resource",
        {"shared_name": attr("string"), "container": attr("string"), **ELEMENT_ATTRS},
        infer=lambda **_: Inferred(SCALAR, resource),
        kernel=lambda xp, shared_name, output_types, output_shapes, **_: _kept(
            shared_name, (output_types, output_shapes), IteratorResource
        ),
        differentiable=False,
        traits=_TRAITS,
    )


def _one_shot(
    xp: ModuleType,
    *,
    dataset_factory: FuncGraph,
    output_types: Any,
    output_shapes: Any,
    shared_name: str = "",
    **_: Any,
) -> np.ndarray:
    def make() -> IteratorResource:
        (dataset,) = executable(dataset_factory)()
        return IteratorResource(elements_of(dataset))

    return _kept(shared_name, (output_types, output_shapes), make)


define(
    "OneShotIterator",
    "",
    "handle: resource",
    {"dataset_factory": attr("func"), **_NAMED},
    infer=lambda **_: Inferred(SCALAR, resource),
    kernel=_one_shot,
    differentiable=False,
    traits=_TRAITS,
)

# ---------------------------------------------------------------------------- strings

_numbers = itertools.count(1)
_by_string: weakref.WeakValueDictionary[bytes, IteratorResource] = weakref.WeakValueDictionary()


def _string_of(xp: ModuleType, resource_handle: Any) -> np.ndarray:
    iterator: IteratorResource = resource_handle[()]
    if not iterator.string_handle:
        iterator.string_handle = b"iterator %d" % next(_numbers)
        _by_string[iterator.string_handle] = iterator
    return np.array(iterator.string_handle, object)


define(
    "IteratorToStringHandle",
    "resource_handle: resource",
    "string_handle: string",
    infer=lambda resource_handle: Inferred(SCALAR, string),
    kernel=_string_of,
    differentiable=False,
    traits=_TRAITS,
)


def _of_string(
    xp: ModuleType, string_handle: Any, output_types: Any = (), output_shapes: Any = (), **_: Any
) -> np.ndarray:
    found = _by_string.get(string_handle.item())
    if found is None:
        raise invalid(
            "Could not parse string_handle as a valid ResourceHandle: it leads to no iterator that is there."
        )
    types, shapes = found.described
    expected = zip(output_types, output_shapes, strict=True)
    if output_types and (
        len(types) != len(output_types)
        or any(
            dtype is not expected_dtype or not as_shape(expected_shape).is_compatible_with(shape)
            for dtype, shape, (expected_dtype, expected_shape) in zip(
                types, shapes, expected, strict=True
            )
        )
    ):
        raise invalid(
            f"The iterator that a string leads to gives elements of types {list(types)} and shapes "
            f"{list(shapes)}. Expected {list(output_types)} and {list(output_shapes)}."
        )
    return make_handle(found)._array


for _name in ("IteratorFromStringHandle", "IteratorFromStringHandleV2"):
    define(
        _name,
        "string_handle: string",
        "resource_handle: resource",
        {"output_types": attr("list(type)", ()), "output_shapes": attr("list(shape)", ())},
        infer=lambda string_handle, **_: Inferred(SCALAR, resource),
        kernel=_of_string,
        differentiable=False,
        traits=_TRAITS | Trait.ALIASES,
    )
