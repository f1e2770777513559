"""Loops of TensorFlow 1, rewritten into While.

Such a loop is a cycle. Each of its variables comes in by an Enter, which a Merge joins with the value of the
round before; LoopCond says whether there is another round, and a Switch sends the value to the body, or to
the Exit. The body leads to a NextIteration. What does not change comes in by an Enter alone. All operations
that lead from the Enters are the loop's *frame*, whose name the Enters have; frames stand in frames.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stagelight.graph.older_graphs.conditionals import conditionals_as_functions
from stagelight.graph.older_graphs.nodes import (
    Functions,
    Nodes,
    Output,
    controls_of,
    inputs_of,
)

_OPS = frozenset({"Enter", "Exit", "NextIteration", "LoopCond"})
# The names of the frames around a node, the outer first.
_Frame = tuple[str, ...]


@dataclass
class _Variable:
    """A variable of a loop: the nodes that stand for it, and those that are missing where nothing needs
    them."""

    enter: Any
    merge: Any
    following: Any
    exits: list[Any] = field(default_factory=list)


def loops_as_functions(nodes: Nodes, functions: Functions) -> None:
    """Rewrites the loops among nodes, inner ones first.

    Raises:
        ValueError: a frame is no loop as tf.while_loop makes it.
    """
    if not any(node.op in _OPS for node in nodes):
        return
    frames = _frames_of(nodes)
    for frame in sorted(set(frames.values()) - {()}, key=lambda x: (-len(x), x)):
        _Loop(nodes, functions, frame, frames).rewrite()


def _frames_of(nodes: Nodes) -> dict[str, _Frame]:
    """The frame that each node's outputs are in."""
    users = nodes.users()
    frames: dict[str, _Frame] = {}
    waiting: list[tuple[Any, _Frame]] = [(node, ()) for node in nodes if not node.input]
    while waiting:
        node, around = waiting.pop()
        own: _Frame = around
        if node.op == "Enter":
            own = (*around, node.attr["frame_name"].s.decode(errors="replace"))
        elif node.op == "Exit":
            if not around:
                raise ValueError(f"Node {node.name!r}: Exit stands in no loop")
            own = around[:-1]
        known = frames.get(node.name)
        if known is not None:
            if known != own:
                raise ValueError(
                    f"Node {node.name!r} has inputs of two loops: {'/'.join(known)!r} and {'/'.join(own)!r}"
                )
            continue
        frames[node.name] = own
        waiting += [(user, own) for user in users.get(node.name, ())]
    return frames


class _Loop:
    def __init__(
        self, nodes: Nodes, functions: Functions, frame: _Frame, frames: dict[str, _Frame]
    ) -> None:
        self._nodes = nodes
        self._functions = functions
        self._frame = frame
        self._frames = frames
        self._inside = {node.name for node in nodes if frames.get(node.name) == frame}
        self._condition = self._only_condition()
        self._variables = self._loop_variables()
        entering = {id(variable.enter) for variable in self._variables}
        self._invariants = [
            node
            for node in map(nodes.__getitem__, self._in_order(self._inside))
            if node.op == "Enter" and id(node) not in entering
        ]

    def _in_order(self, names: set[str]) -> list[str]:
        return [node.name for node in self._nodes if node.name in names]

    def _error(self, what: str) -> ValueError:
        return ValueError(f"The loop {self._frame[-1]!r} {what}, and is none of tf.while_loop's")

    def _only_condition(self) -> Any:
        found = [self._nodes[name] for name in self._inside if self._nodes[name].op == "LoopCond"]
        if len(found) != 1:
            raise self._error(f"has {len(found)} conditions")
        return found[0]

    def _loop_variables(self) -> list[_Variable]:
        found = []
        for name in self._in_order(self._inside):
            merge = self._nodes[name]
            if merge.op != "Merge":
                continue
            sources = [self._nodes[x.node] for x in inputs_of(merge)]
            kinds = [x.op for x in sources]
            if sorted(kinds) == ["Enter", "NextIteration"]:
                enter, following = sources if kinds[0] == "Enter" else reversed(sources)
                found.append(_Variable(enter, merge, following))
            elif "NextIteration" in kinds:
                raise self._error(f"has the variable {name!r}, which does not come in by an Enter")
        return found

    def rewrite(self) -> None:
        """Puts a While, and what takes its results, in the loop's place."""
        arguments = self._arguments()
        known = self._known_values(arguments)
        condition = self._part([inputs_of(self._condition)[0]], known, arguments)
        body_results = [inputs_of(variable.following)[0] for variable in self._variables]
        body = self._part(body_results, known, arguments)
        unchanged = [Output(name) for name in list(arguments)[len(self._variables) :]]
        name = self._nodes.unique(f"{self._frame[-1]}/While")
        entering = [*[variable.enter for variable in self._variables], *self._invariants]
        loop = self._nodes.add(
            "While",
            name,
            [inputs_of(enter)[0] for enter in entering],
            [name for enter in entering for name in controls_of(enter)],
        )
        loop.attr["T"].list.type.extend(arguments.values())
        loop.attr["cond"].func.name = self._function("condition", condition, condition.results)
        loop.attr["body"].func.name = self._function("body", body, [*body.results, *unchanged])
        loop.attr["output_shapes"].list.SetInParent()
        self._frames[name] = self._frame[:-1]
        self._give_results(name)
        self._nodes.keep({node.name for node in self._nodes} - self._inside)

    def _arguments(self) -> dict[str, int]:
        """Names for the arguments of both functions, with their dtypes."""
        base = self._nodes.unique("argument")
        entering = [*[variable.merge for variable in self._variables], *self._invariants]
        return {f"{base}_{i}": node.attr["T"].type for i, node in enumerate(entering)}

    def _known_values(self, arguments: Mapping[str, int]) -> dict[Output, Output]:
        """The outputs inside of the frame that are arguments of the functions."""
        names = list(arguments)
        known: dict[Output, Output] = {}
        by_merge = {}
        for variable, name in zip(self._variables, names, strict=False):
            known[Output(variable.merge.name)] = Output(name)
            by_merge[variable.merge.name] = variable, Output(name)
        for node, name in zip(self._invariants, names[len(self._variables) :], strict=True):
            known[Output(node.name)] = Output(name)
        for node in self._nodes:
            if node.op == "Switch" and node.name in self._inside:
                value, which = inputs_of(node)
                if which.node == self._condition.name and value.node in by_merge:
                    known[Output(node.name, 1)] = by_merge[value.node][1]
            elif node.op == "Exit":
                self._note_exit(node, by_merge)
        return known

    def _note_exit(self, node: Any, by_merge: Mapping[str, tuple[_Variable, Output]]) -> None:
        (value,) = inputs_of(node)
        if value.node not in self._inside:
            return
        switch = self._nodes[value.node]
        source = inputs_of(switch)[0] if switch.op == "Switch" else None
        if source is None or source.node not in by_merge or value.number != 0:
            raise self._error(f"has the exit {node.name!r}, which is none of a variable")
        by_merge[source.node][0].exits.append(node)

    def _part(
        self,
        results: Sequence[Output],
        known: Mapping[Output, Output],
        arguments: Mapping[str, int],
    ) -> _Part:
        """The nodes of the frame that lead to results, with arguments in place of what comes in."""
        needed: set[str] = set()
        entries = {output.node for output in known}
        waiting = [output.node for output in results if output not in known]
        while waiting:
            name = waiting.pop()
            if name in needed:
                continue
            if name not in self._inside:
                raise self._error(f"takes {name!r} from outside without an Enter")
            needed.add(name)
            node = self._nodes[name]
            waiting += [output.node for output in inputs_of(node) if output not in known]
            waiting += [x for x in controls_of(node) if x in self._inside and x not in entries]
        nodes = self._nodes.part(needed, known, arguments)
        return _Part(nodes, [known.get(output, output) for output in results])

    def _function(self, kind: str, part: _Part, results: Sequence[Output]) -> str:
        conditionals_as_functions(part.nodes, self._functions)
        return self._functions.add(
            f"{self._frame[-1]}_{kind}".replace("/", "_"), part.nodes, results
        )

    def _give_results(self, loop: str) -> None:
        for i, variable in enumerate(self._variables):
            for node in variable.exits:
                dtype = node.attr["T"].type
                self._nodes.add(
                    "Identity", node.name, [Output(loop, i)], controls_of(node), T=dtype
                )


@dataclass
class _Part:
    """Nodes that become a function."""

    nodes: Nodes
    results: list[Output]
