"""`tensorflow.python.framework.ops`: names of operations and scopes, the graph that operations go into."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

import stagelight as tf

_numbers = itertools.count(1)


def uid() -> int:
    """A number that no other call of this process returned."""
    return next(_numbers)


def name_from_scope_name(name: str) -> str:
    """The name of an operation whose scope is `name`: without the last slash."""
    return name.removesuffix("/")


def strip_name_scope(name: str, export_scope: str | None) -> str:
    """A name, or `^name` or `loc:@name`, without the scope that it begins with."""
    if not export_scope:
        return name
    scope = re.escape(export_scope.removesuffix("/"))
    return re.sub(rf"^([\^]|loc:@|)(?:{scope})[\/](.*)", r"\1\2", name, count=1)


def numpy_text(tensor: Any, is_repr: bool = False) -> str:
    """The value of an eager tensor as text."""
    if not (tensor.dtype.is_numpy_compatible and tensor.dtype not in (tf.resource, tf.variant)):
        return "<unprintable>"
    value = np.asarray(tensor)
    text = repr(value) if is_repr else str(value)
    return f"\n{text}" if "\n" in text else text


def enable_eager_execution_internal(
    config: Any = None,
    device_policy: Any = None,
    execution_mode: Any = None,
    server_def: Any = None,
) -> None:
    """Operations run at once from here on."""
    tf.compat.v1.enable_eager_execution(config)


def _get_graph_from_inputs(op_input_list: Sequence[Any], graph: Any = None) -> Any:
    """The graph that inputs of operations belong to; the default graph where none of them says.

    Raises:
        ValueError: they belong to different graphs.
    """
    graphs = [graph] if graph is not None else []
    for value in tf.nest.flatten(list(op_input_list), expand_composites=True):
        if tf.is_symbolic_tensor(value) and all(value.graph is not known for known in graphs):
            graphs.append(value.graph)
    if len(graphs) > 1:
        raise ValueError(f"Tensors are from different graphs: {op_input_list}")
    return graphs[0] if graphs else tf.compat.v1.get_default_graph()
