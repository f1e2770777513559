"""The operations that a variable of a graph stands on, and their names.

    layer/w/Initializer/...                          what computes the first value
    layer/w                                          the handle
    layer/w/IsInitialized/VarIsInitializedOp
    layer/w/Assign                                   sets the first value
    layer/w/Read/ReadVariableOp                      what a session fetches

TensorFlow's names, by which older programs find operations. Seeds that are not given count operations, so all
are there, in this order. In the graph of a function only the handle and the assignment are made: such a
variable is lifted out.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from stagelight.core import registry
from stagelight.core.dispatch import CONTEXT, apply
from stagelight.core.tensor import Tensor

# What a graph knows of the operations of initializers: by name, the group of the variable.
GROUPS_OF_INITIALIZERS = "groups of initializers"


def _plain_graph() -> Any:
    graph = CONTEXT.stage
    return None if graph is None or graph.is_function else graph


@contextmanager
def scope_of_variable(name: str | None) -> Iterator[str | None]:
    """The name scope of a variable's operations, given in full: its name with a slash.

    They wait for nothing: the first value is set before anything else of the graph runs. Eagerly and in
    functions there is no scope, and the name is given back.
    """
    graph = _plain_graph()
    if graph is None:
        yield name
    else:
        with graph.control_dependencies(None), graph.name_scope(name or "Variable") as scope:
            yield scope


def scope_of_part(part: str) -> AbstractContextManager[Any]:
    """The name scope of a part of the operations, inside of the variable's."""
    graph = _plain_graph()
    return nullcontext() if graph is None else graph.name_scope(part)


@contextmanager
def scope_of_initializer(scope: str | None) -> Iterator[None]:
    """The part that computes the first value, where the variable is, wherever that will be.

    TF: functions that choose devices see the variable, not its initializer: they count variables.
    """
    graph = _plain_graph()
    if graph is None:
        yield
        return
    groups = graph.attached.setdefault(GROUPS_OF_INITIALIZERS, {})
    group = f"loc:@{(scope or '').removesuffix('/')}".encode()

    def place(operation: Any) -> str:
        groups[operation.name] = group
        return ""

    with graph.device(None), graph.device(place), graph.name_scope("Initializer"):
        yield


def make_handle_operation(name: str, dtype: Any, shape: Any) -> Tensor:
    """The operation of a variable's handle, whose own name is that of the variable."""
    attrs = {"dtype": dtype, "shape": shape, "shared_name": "", "container": ""}
    handle: Any = apply(registry.lookup("VarHandleOp"), (), attrs, name)
    handle.op.attrs["shared_name"] = handle.op.name
    return handle


def initialize(variable: Any, value: Tensor) -> tuple[Any, Tensor | None]:
    """The operation that sets a variable's first value, and in a plain graph the one that reads it."""
    if _plain_graph() is None:
        return apply(
            registry.lookup("AssignVariableOp"), (variable.handle, value), name="Assign"
        ), None
    with scope_of_part("IsInitialized"):
        variable.is_initialized()
    device = variable.handle.device
    with variable.graph.device(None), variable.graph.device(device):
        assignment = apply(
            registry.lookup("AssignVariableOp"), (variable.handle, value), name="Assign"
        )
    with scope_of_part("Read"), variable.graph.device(device):
        return assignment, variable.read_value()


def no_initial_value(kind: type) -> Exception:
    """The error of a variable without an initial value.

    TF: `__init__` is abstract: subclasses that are no variables themselves expect NotImplementedError.
    """
    if "_is_made_by_creators" in kind.__dict__:
        return ValueError(
            "The `initial_value` arg to `tf.Variable` must be specified except when you are not "
            "providing a `variable_def`. You provided neither."
        )
    return NotImplementedError(
        f"{kind.__name__}: `tf.Variable.__init__` needs an `initial_value`. A subclass that is no variable "
        "itself does not call it."
    )
