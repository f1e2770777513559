"""Variables that are tensors of a reference dtype, rewritten into resources.

Such a variable is a node that gives a reference: who takes it as a value reads it when it runs, and `Assign`
and its like write through it and hand it on. Each of these reads becomes an operation of its own, behind what
was written.
"""

from __future__ import annotations

from typing import Any

from stagelight.core import registry
from stagelight.formats import schema
from stagelight.graph.older_graphs.nodes import (
    Nodes,
    Output,
    controls_of,
    inputs_of,
    set_inputs,
)

_VARIABLES = ("VariableV2", "Variable")
# What writes through its first input, and gives the reference.
_WRITING = {
    "Assign": "AssignVariableOp",
    "AssignAdd": "AssignAddVariableOp",
    "AssignSub": "AssignSubVariableOp",
    **{
        f"Scatter{kind}": f"ResourceScatter{kind}"
        for kind in ("Update", "Add", "Sub", "Mul", "Div", "Min", "Max")
    },
    **{f"ScatterNd{kind}": f"ResourceScatterNd{kind}" for kind in ("Update", "Add", "Sub")},
}
# Those whose resource form names the dtype of the values otherwise than `T`.
_WITH_DTYPE = frozenset(_WRITING) - {x for x in _WRITING if x.startswith("ScatterNd")}
# What the ops of optimizers' steps begin with; their resource forms have "Resource" before it.
_STEPS = ("Apply", "SparseApply")
_PASSING = {"RefSwitch": "Switch", "RefEnter": "Enter"}


def resources_for_references(nodes: Nodes, prefix: str = "") -> None:
    """Rewrites the variables among nodes, and all that uses them.

    Args:
        nodes: the nodes.
        prefix: what will stand before their names: sessions know a variable by its whole name.
    """
    variables = [node for node in nodes if node.op in _VARIABLES]
    if variables:
        _Rewriting(nodes, variables, prefix).rewrite_all()


class _Rewriting:
    def __init__(self, nodes: Nodes, variables: list[Any], prefix: str) -> None:
        self._nodes = nodes
        self._prefix = prefix
        self._variables = {node.name for node in variables}
        # By output that is a reference: the handle, and what has written before.
        self._references: dict[Output, tuple[Output, list[str]]] = {}
        self._dtypes: dict[Output, int] = {}

    def rewrite_all(self) -> None:
        """Rewrites variables first, then what they lead to."""
        waiting = sorted(self._variables)
        users = self._nodes.users()
        taken = set(waiting)
        for name in waiting:
            self._rewrite_variable(self._nodes[name])
        while waiting:
            for user in users.get(waiting.pop(), ()):
                if user.name not in taken and self._hands_on(user):
                    taken.add(user.name)
                    waiting.append(user.name)
        for node in self._nodes:
            if node.name not in self._variables:
                self._rewrite_user(node)

    def _rewrite_variable(self, node: Any) -> None:
        """The variable's name becomes that of a read: who runs the node by its name wants the value."""
        name, dtype = node.name, node.attr["dtype"].type
        handle = Output(self._nodes.unique(f"{name}/handle"))
        made = self._nodes.add("VarHandleOp", handle.node, dtype=dtype)
        made.attr["shape"].shape.CopyFrom(node.attr["shape"].shape)
        if node.op == "Variable" and not node.attr["shape"].shape.dim:
            made.attr["shape"].shape.unknown_rank = True  # This op has no other way to say so.
        made.attr["shared_name"].s = node.attr["shared_name"].s or (self._prefix + name).encode()
        made.attr["container"].s = node.attr["container"].s
        self._nodes.add("ReadVariableOp", name, [handle], dtype=dtype)
        self._references[Output(name)] = handle, []
        self._dtypes[handle] = dtype

    def _hands_on(self, node: Any) -> bool:
        """Notes the references that a node gives; whether it gives any."""
        inputs = inputs_of(node)
        known = self._references.get(inputs[0]) if inputs else None
        if known is None:
            return False
        handle, after = known
        if node.op in _WRITING or node.op == "RefIdentity" or _is_step(node):
            self._references[Output(node.name)] = handle, [*after, node.name]
        elif node.op in _PASSING:
            for i in range(2 if node.op == "RefSwitch" else 1):
                self._references[Output(node.name, i)] = Output(node.name, i), []
                self._dtypes[Output(node.name, i)] = self._dtypes[handle]
        else:
            return False
        return True

    def _rewrite_user(self, node: Any) -> None:
        inputs = inputs_of(node)
        # Waiting for a variable is waiting for nothing; a read might come before the first value.
        controls = [name for name in controls_of(node) if name not in self._variables]
        if not any(x in self._references for x in inputs):
            if len(controls) < len(controls_of(node)):
                set_inputs(node, inputs, controls)
            return
        handle, after = self._references.get(inputs[0], (inputs[0], []))
        takes_handle = inputs[0] in self._references and self._become_new_form(node, handle)
        if takes_handle:
            controls += after
        handles = _handle_count(node) if takes_handle else 0
        values = [self._value(node, x, i, controls) for i, x in enumerate(inputs[handles:])]
        if node.op == "Identity" and len(values) == 1 and inputs[0] in self._references:
            node.op = "ReadVariableOp"
            node.attr.clear()
            node.attr["dtype"].type = self._dtypes[handle]
            set_inputs(node, [handle], [*controls, *after])
            return
        others = []
        for reference in inputs[1:handles]:
            other, more = self._references[reference]
            others.append(other)
            controls += more
        set_inputs(node, [handle, *others, *values] if takes_handle else values, controls)

    def _become_new_form(self, node: Any, handle: Output) -> bool:
        """Makes a node that takes a reference one that takes the handle; whether it is such a one."""
        dtype = self._dtypes[handle]
        if node.op in _WRITING:
            new_op = _WRITING[node.op]
            for key in ("validate_shape", "use_locking"):
                if key in node.attr:
                    del node.attr[key]
            if node.op in _WITH_DTYPE:
                del node.attr["T"]
                node.attr["dtype"].type = dtype
            node.op = new_op
        elif node.op in _PASSING:
            node.op = _PASSING[node.op]
            node.attr["T"].type = schema.DataType.DT_RESOURCE
        elif node.op == "RefIdentity":
            node.op = "Identity"
            node.attr["T"].type = schema.DataType.DT_RESOURCE
        elif _is_step(node) or node.op == "CountUpTo":
            node.op = f"Resource{node.op}"
        elif node.op == "IsVariableInitialized":
            node.op = "VarIsInitializedOp"
            node.attr.clear()
        else:
            return False
        return True

    def _value(self, node: Any, given: Output, position: int, controls: list[str]) -> Output:
        """What a node gets for an input: of a reference, a read."""
        found = self._references.get(given)
        if found is None:
            return given
        handle, after = found
        name = self._nodes.unique(f"{node.name}/read_{position}")
        dtype = self._dtypes[handle]
        self._nodes.add("ReadVariableOp", name, [handle], [*after, *controls], dtype=dtype)
        return Output(name)


def _is_step(node: Any) -> bool:
    """Whether a node is an optimizer's step, which writes through its first inputs and gives the first."""
    return node.op.startswith(_STEPS) and f"Resource{node.op}" in registry.op_names()


def _handle_count(node: Any) -> int:
    """How many of a node's inputs are handles: the first ones."""
    if not node.op.startswith(tuple(f"Resource{x}" for x in _STEPS)):
        return 1
    inputs = registry.lookup(node.op).inputs
    return sum(1 for x in inputs if x.dtype is not None and x.dtype.name == "resource")
