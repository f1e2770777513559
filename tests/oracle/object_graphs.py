"""Random object graphs, saved and restored into graphs that are built differently.

`program(seed)` makes a program for `comparison.outcome`. It builds an object graph of modules, lists, dicts,
checkpoints, variables and optimizers with shared objects and cycles, saves it (twice, with other values),
builds a second graph with edges removed, added and redirected, restores into it while some edges are still
missing, adds these afterwards, and returns every variable's value and what the load status says.

A graph is plain data, so that both libraries build the same one.
"""

from __future__ import annotations

import os
import random
import tempfile
from dataclasses import dataclass, field, replace
from typing import Any

from tests.oracle.comparison import Program

CONTAINERS = ("module", "module", "list", "dict", "checkpoint")
SLOT_OPTIMIZERS = {"adam": "AdamOptimizer", "momentum": "MomentumOptimizer"}


@dataclass(frozen=True)
class Edge:
    """A reference from one object to another under a name: an attribute, a key; in lists the order counts."""

    parent: int
    name: str
    child: int


@dataclass(frozen=True)
class ObjectGraph:
    """Kinds of objects by their number, the first of which is the root, and the references among them.

    Attributes:
        trained: for each optimizer the variables that it has slots for, in the order of their creation.
    """

    kinds: tuple[str, ...]
    edges: tuple[Edge, ...]
    trained: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def of_kind(self, *kinds: str) -> list[int]:
        return [number for number, kind in enumerate(self.kinds) if kind in kinds]


def random_graph(draw: random.Random) -> ObjectGraph:
    """An object graph in which every object is reached from the root, most of them in several ways."""
    kinds = ["checkpoint"]
    kinds += [draw.choice(CONTAINERS) for _ in range(draw.randint(1, 4))]
    holders = len(kinds)
    kinds += ["variable"] * draw.randint(2, 5)
    kinds += draw.sample(sorted(SLOT_OPTIMIZERS), draw.choice([0, 0, 1, 1, 2]))
    edges = [
        _edge_to(draw, kinds, child, list(range(min(child, holders)))) for child in range(1, len(kinds))
    ]
    edges += [_random_edge(draw, kinds) for _ in range(draw.randint(1, 6))]
    graph = ObjectGraph(tuple(kinds), _without_clashes(kinds, edges))
    variables = graph.of_kind("variable")
    trained = {
        optimizer: tuple(draw.sample(variables, draw.randint(1, len(variables))))
        for optimizer in graph.of_kind(*SLOT_OPTIMIZERS)
    }
    return replace(graph, trained=trained)


def changed_graph(draw: random.Random, graph: ObjectGraph) -> ObjectGraph:
    """The graph of a program that was edited after the checkpoint was written."""
    kinds, edges, trained = list(graph.kinds), list(graph.edges), dict(graph.trained)
    for _ in range(draw.randint(0, 4)):
        edit = draw.choice(["remove", "redirect", "add", "split", "shuffle", "retrain"])
        if edit == "remove" and edges:
            edges.pop(draw.randrange(len(edges)))
        elif edit == "redirect" and edges:
            position = draw.randrange(len(edges))
            edge = edges[position]
            same = [number for number in range(1, len(kinds)) if kinds[number] == kinds[edge.child]]
            edges[position] = replace(edge, child=draw.choice(same))
        elif edit == "add":
            edges.append(_random_edge(draw, kinds))
        elif edit == "split" and edges:  # What was one object is two.
            position = draw.randrange(len(edges))
            child = edges[position].child
            if kinds[child] not in SLOT_OPTIMIZERS:
                kinds.append(kinds[child])
                edges[position] = replace(edges[position], child=len(kinds) - 1)
        elif edit == "shuffle":
            draw.shuffle(edges)
        elif edit == "retrain":
            variables = [number for number, kind in enumerate(kinds) if kind == "variable"]
            for optimizer in trained:
                trained[optimizer] = tuple(draw.sample(variables, draw.randint(0, len(variables))))
    return ObjectGraph(tuple(kinds), _without_clashes(kinds, edges), trained)


def _random_edge(draw: random.Random, kinds: list[str]) -> Edge:
    """A reference that may share an object or close a cycle."""
    holders = [number for number, kind in enumerate(kinds) if kind in CONTAINERS]
    return _edge_to(draw, kinds, draw.randrange(1, len(kinds)), holders)


def _edge_to(draw: random.Random, kinds: list[str], child: int, holders: list[int]) -> Edge:
    """A reference to an object, from one that may have it, under a name that says what kind it is.

    TensorFlow asks an object in an optimizer's place for slots whatever it is, and compares lists and dicts
    that hold each other without end.
    """
    kind = kinds[child]
    allowed = [number for number in holders if _may_hold(kinds, number, child)]
    names = "abcd" if kind == "variable" else "op" if kind in SLOT_OPTIMIZERS else "xyz"
    return Edge(draw.choice(allowed), draw.choice(names), child)


def _may_hold(kinds: list[str], parent: int, child: int) -> bool:
    if kinds[parent] == "list":
        return kinds[child] == "variable"
    return kinds[parent] != "dict" or kinds[child] not in ("dict", "list") or child > parent


def _without_clashes(kinds: list[str], edges: list[Edge]) -> tuple[Edge, ...]:
    """The edges, of which a parent has one a name: a second one would replace the first."""
    found: dict[tuple[int, str], Edge] = {}
    for edge in edges:
        if _may_hold(kinds, edge.parent, edge.child):
            found.setdefault((edge.parent, edge.name), edge)
    return tuple(found.values())


class Objects:
    """The objects of a graph, made with a library, and the references that were made so far."""

    def __init__(self, tf: Any, graph: ObjectGraph, value: float) -> None:
        self.tf = tf
        self.graph = graph
        self.added: list[Edge] = []
        self.made = [self._make(number, kind, value) for number, kind in enumerate(graph.kinds)]

    def _make(self, number: int, kind: str, value: float) -> Any:
        tf = self.tf
        if kind == "variable":
            return tf.Variable([value + number] * 2)
        if kind in SLOT_OPTIMIZERS:
            arguments = {"momentum": 0.5} if kind == "momentum" else {}
            return getattr(tf.compat.v1.train, SLOT_OPTIMIZERS[kind])(0.25, **arguments)
        makers = {"list": list, "dict": dict, "module": tf.Module, "checkpoint": tf.train.Checkpoint}
        return makers[kind]()

    def add(self, edge: Edge) -> None:
        parent, child = self.made[edge.parent], self.made[edge.child]
        kind = self.graph.kinds[edge.parent]
        self.added.append(edge)
        if kind == "list":
            parent.append(child)
        elif kind == "dict":
            parent[edge.name] = child
            self._take_back(edge)
        else:
            setattr(parent, edge.name, child)
            self._take_back(edge)

    def _take_back(self, edge: Edge) -> None:
        """Goes on with the list or dict that an object has now: it may be a wrapper around the one given."""
        if self.graph.kinds[edge.child] not in ("list", "dict"):
            return
        parent = self.made[edge.parent]
        is_dict = self.graph.kinds[edge.parent] == "dict"
        self.made[edge.child] = parent[edge.name] if is_dict else getattr(parent, edge.name)
        if self.graph.kinds[edge.child] == "dict":
            for inner in self.added:
                if inner.parent == edge.child:
                    self._take_back(inner)

    def train(self, optimizer: int, variable: int, gradient: float) -> None:
        """One step: makes the slots of the variable if there are none."""
        pairs = [(self.tf.constant([gradient, 2.0 * gradient]), self.made[variable])]
        self.made[optimizer].apply_gradients(pairs)

    def values(self) -> dict[str, Any]:
        """The values of all variables and slots."""
        found = {}
        for number in self.graph.of_kind("variable"):
            found[f"variable {number}"] = self.made[number].numpy()
            for optimizer in self.graph.of_kind(*SLOT_OPTIMIZERS):
                made = self.made[optimizer]
                for name in made.get_slot_names():
                    slot = made.get_slot(self.made[number], name)
                    key = f"slot {name} of {number} in {optimizer}"
                    found[key] = None if slot is None else slot.numpy()
        return found


def program(seed: int) -> Program:
    """The program of a seed."""

    def saved_and_restored(tf: Any) -> Any:
        draw = random.Random(seed)
        graph = random_graph(draw)
        with tempfile.TemporaryDirectory() as folder:
            paths = _save(tf, graph, draw, folder)
            return _restore(tf, changed_graph(draw, graph), draw, paths)

    saved_and_restored.__name__ = f"saved_and_restored_{seed}"
    return saved_and_restored


def _save(tf: Any, graph: ObjectGraph, draw: random.Random, folder: str) -> list[str]:
    objects = Objects(tf, graph, 100.0)
    for edge in graph.edges:
        objects.add(edge)
    for optimizer, variables in graph.trained.items():
        for variable in variables:
            objects.train(optimizer, variable, draw.choice([1.0, 2.0, 4.0]))
    paths = []
    for count in range(draw.choice([1, 1, 2])):
        for number in graph.of_kind("variable"):
            objects.made[number].assign_add([1000.0 * count, 0.0])
        paths.append(objects.made[0].save(os.path.join(folder, "graph")))
    return paths


def _restore(tf: Any, graph: ObjectGraph, draw: random.Random, paths: list[str]) -> Any:
    objects = Objects(tf, graph, 1.0)
    deferred = [edge for edge in graph.edges if draw.random() < 0.3]
    for edge in graph.edges:
        if edge not in deferred:
            objects.add(edge)
    trains_first = draw.random() < 0.5
    steps = [(optimizer, variable) for optimizer, some in graph.trained.items() for variable in some]
    if trains_first:
        for optimizer, variable in steps:
            objects.train(optimizer, variable, 8.0)
    draw.shuffle(paths)
    statuses, told = [], []
    for path in paths:
        statuses.append(objects.made[0].restore(path))
        told.append(_what_is_told(statuses[-1]))
        if deferred and draw.random() < 0.5:
            objects.add(deferred.pop(0))
    at_once = objects.values()
    for edge in deferred:
        objects.add(edge)
    told += [_what_is_told(status) for status in statuses]
    in_the_end = objects.values()
    for optimizer, variable in steps:
        objects.train(optimizer, variable, 16.0)
    told += [_what_is_told(status) for status in statuses]
    return at_once, in_the_end, objects.values(), told


def _what_is_told(status: Any) -> list[bool]:
    told = []
    for method in ("assert_consumed", "assert_existing_objects_matched", "assert_nontrivial_match"):
        try:
            getattr(status, method)()
        except AssertionError:
            told.append(False)
        else:
            told.append(True)
    return told
