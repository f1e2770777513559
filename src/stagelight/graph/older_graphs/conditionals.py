"""Conditionals of TensorFlow 1, rewritten into If.

What a branch takes comes through a Switch, which gives it to one side or the other; the other side is *dead*,
and so is all that takes something dead. A Merge takes the value that is not. So each node runs under a
*condition*: which way the predicates of the Switches before it went. A Merge joins two conditions that differ
in one predicate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stagelight.graph.node_import import in_order
from stagelight.graph.older_graphs.nodes import (
    Functions,
    Nodes,
    Output,
    controls_of,
    inputs_of,
)

# Predicates, with the way that each went.
_Condition = frozenset[tuple[Output, bool]]
_ALWAYS: _Condition = frozenset()


def conditionals_as_functions(nodes: Nodes, functions: Functions) -> None:
    """Rewrites the conditionals among nodes, of which none stand in a cycle; inner ones first.

    Raises:
        ValueError: Switches and Merges are not connected as tf.cond connects them.
    """
    if not any(node.op in ("Switch", "Merge") for node in nodes):
        return
    _Rewriting(nodes, functions).rewrite_all()


class _Rewriting:
    def __init__(self, nodes: Nodes, functions: Functions) -> None:
        self.nodes = nodes
        self.functions = functions
        self._order = in_order(list(nodes), "", list(nodes.arguments))
        # None for what never runs.
        self.conditions: dict[str, _Condition | None] = dict.fromkeys(nodes.arguments, _ALWAYS)
        self._groups: dict[tuple[_Condition, Output, int], list[Any]] = {}
        self._find_conditions()

    def _find_conditions(self) -> None:
        merges: dict[tuple[_Condition, Output], list[Any]] = {}
        for node in self._order:
            if node.op == "Merge":
                condition, predicate = self._joined(node)
                self.conditions[node.name] = condition
                if condition is not None:
                    merges.setdefault((condition, predicate), []).append(node)
            else:
                self.conditions[node.name] = self._condition_of(node)
        for (condition, predicate), found in merges.items():
            for node, level in zip(found, self._levels(found), strict=True):
                self._groups.setdefault((condition, predicate, level), []).append(node)

    def behind(self, output: Output) -> _Condition | None:
        """The condition under which an output has a value."""
        condition = self.conditions[output.node]
        node = self.nodes.get(output.node)
        if node is None or node.op != "Switch" or condition is None:
            return condition
        predicate = self.predicate_of(node)
        if (predicate, output.number != 1) in condition:
            return None
        return condition | {(predicate, output.number == 1)}

    def predicate_of(self, switch: Any) -> Output:
        """Where the predicate of a Switch comes from: one conditional has it under several names."""
        predicate = inputs_of(switch)[1]
        while predicate.node in self.nodes and self.nodes[predicate.node].op == "Identity":
            predicate = inputs_of(self.nodes[predicate.node])[0]
        return predicate

    def _condition_of(self, node: Any) -> _Condition | None:
        found: set[tuple[Output, bool]] = set()
        parts = [self.behind(output) for output in inputs_of(node)]
        parts += [self.conditions[name] for name in controls_of(node)]
        for part in parts:
            if part is None:
                return None
            found |= part
        is_dead = any((predicate, not way) in found for predicate, way in found)
        return None if is_dead else frozenset(found)

    def _joined(self, node: Any) -> tuple[_Condition | None, Output]:
        """The condition of a Merge, and the predicate that it joins."""
        parts = [self.behind(output) for output in inputs_of(node)]
        if len(parts) != 2:
            raise ValueError(
                f"Node {node.name!r} (Merge) joins {len(parts)} values; two are required"
            )
        first, second = parts
        if first is None or second is None:
            return None, Output("")
        differing = [x for x, way in first if (x, not way) in second]
        if len(differing) != 1:
            raise ValueError(
                f"Node {node.name!r} (Merge) joins values of no one conditional: they differ in "
                f"{len(differing)} predicates"
            )
        return first & second, differing[0]

    def _levels(self, merges: Sequence[Any]) -> list[int]:
        """How many of the other merges stand before each: those on one level become one If."""
        if len(merges) == 1:
            return [0]
        members = {node.name for node in merges}
        levels: dict[str, int] = {}
        for node in self._order:
            before = [levels.get(x.node, 0) for x in inputs_of(node)]
            before += [levels.get(name, 0) for name in controls_of(node)]
            levels[node.name] = max(before, default=0) + (node.name in members)
        return [levels[node.name] - 1 for node in merges]

    def rewrite_all(self) -> None:
        """Puts an If in the place of each group of merges, and drops what stood in the branches."""
        for node in self.nodes:
            indices = [x for x in inputs_of(node) if x.number == 1 and x.node in self.nodes]
            if any(self.nodes[x.node].op == "Merge" for x in indices):
                raise ValueError(f"Node {node.name!r} takes which of its inputs a Merge took")
        ordered = sorted(self._groups.items(), key=lambda item: (-len(item[0][0]), item[0][2]))
        for (condition, predicate, _), merges in ordered:
            self._rewrite(condition, predicate, merges)
        self.nodes.keep(
            node.name
            for node in self.nodes
            if self.conditions[node.name] == _ALWAYS and node.op != "Switch"
        )

    def _rewrite(self, condition: _Condition, predicate: Output, merges: Sequence[Any]) -> None:
        branches = [_Branch(self, condition, predicate, way, merges) for way in (True, False)]
        captured = list(dict.fromkeys(x for branch in branches for x in branch.captured))
        controls = [name for branch in branches for name in branch.controls]
        scope = merges[0].name.rpartition("/")[0] or merges[0].name
        name = self.nodes.unique(f"{scope}/If")
        made = self.nodes.add("If", name, [predicate, *captured], controls)
        made.attr["Tcond"].type = self.functions.dtype_of(self.nodes, predicate)
        dtypes = [self.functions.dtype_of(self.nodes, output) for output in captured]
        made.attr["Tin"].list.SetInParent()
        made.attr["Tin"].list.type.extend(dtypes)
        made.attr["Tout"].list.type.extend([node.attr["T"].type for node in merges])
        made.attr["output_shapes"].list.SetInParent()
        kinds = ("then_branch", "else_branch")
        for branch, kind in zip(branches, kinds, strict=True):
            base = f"{scope}_{kind}".replace("/", "_")
            made.attr[kind].func.name = branch.function(base, captured, dtypes)
        self.conditions[name] = condition
        for i, node in enumerate(merges):
            dtype = node.attr["T"].type
            self.nodes.add("Identity", node.name, [Output(name, i)], controls_of(node), T=dtype)


class _Branch:
    """One way of a conditional: the nodes that lead to its results, and what they take from outside.

    Attributes:
        captured: the outputs outside that it takes.
        controls: the nodes outside that it waits for.
    """

    def __init__(
        self,
        around: _Rewriting,
        condition: _Condition,
        predicate: Output,
        way: bool,
        merges: Sequence[Any],
    ) -> None:
        self._around = around
        self._outside = condition
        self._own = condition | {(predicate, way)}
        self._way = (predicate, way)
        self._needed: set[str] = set()
        self._seen: dict[Output, Output] = {}
        self.captured: list[Output] = []
        self.controls: list[str] = []
        self._results = []
        for node in merges:
            inputs = [x for x in inputs_of(node) if self._way in (around.behind(x) or ())]
            self._results.append(inputs[0])
        self._collect()

    def _collect(self) -> None:
        nodes = self._around.nodes
        waiting = list(self._results)
        while waiting:
            output = waiting.pop()
            if output.node in self._needed or output in self._seen:
                continue
            outside = self._taken_from_outside(output)
            if outside is not None:
                self._seen[output] = outside
                self.captured.append(outside)
                continue
            self._needed.add(output.node)
            node = nodes[output.node]
            waiting += inputs_of(node)
            for name in controls_of(node):
                condition = self._around.conditions.get(name)
                if condition == self._own and nodes[name].op != "Switch":
                    waiting.append(Output(name))
                elif condition is not None and condition <= self._outside:
                    self.controls.append(name)

    def _taken_from_outside(self, output: Output) -> Output | None:
        """What the branch captures for an output; None for one of its own nodes."""
        nodes = self._around.nodes
        node = nodes.get(output.node)
        condition = self._around.conditions[output.node]
        if node is not None and node.op == "Switch" and condition is not None:
            value, predicate = inputs_of(node)[0], self._around.predicate_of(node)
            if (predicate, output.number == 1) == self._way and condition <= self._outside:
                return value
        elif condition == self._own:
            return None
        elif condition is not None and condition <= self._outside:
            return output
        raise ValueError(
            f"{output.text!r} is taken by a branch under another condition than its own"
        )

    def function(self, name: str, captured: Sequence[Output], dtypes: Sequence[int]) -> str:
        """Makes the function, with arguments for what both branches take, and gives its name."""
        nodes = self._around.nodes
        base = nodes.unique("argument")
        names = [f"{base}_{i}" for i in range(len(captured))]
        places = {output: Output(name) for output, name in zip(captured, names, strict=True)}
        known = {inside: places[outside] for inside, outside in self._seen.items()}
        part = nodes.part(self._needed, known, dict(zip(names, dtypes, strict=True)))
        results = [known.get(output, output) for output in self._results]
        return self._around.functions.add(name, part, results)
