"""The compile walk: which functions a graph passes on its way to machine code, counted as they run.

    python -m tests.architecture.compile_walk

prints the walk and its numbers, of programs that become one region, and of all. Each program is traced and
optimized; then the native executor compiles it with an empty cache on disk, leaves no first calls to the
host, and runs it once (what has open sizes is compiled then), while `sys.setprofile` sees every call. Over
the programs together there are counted:

functions  functions of the package that are handed a graph: one of whose arguments, but `self` of the graph's
           own methods, is a function graph, a part of one, a region, or a list of operations; also one of the
           graphs inside, and a copy. Nested functions and lambdas count, a comprehension belongs to the
           function around, an entry point (`boundary.py`) to what it calls.
files      the files in which these functions stand.
climbs     pairs of functions in these files of which the first calls the second, whatever it hands over, and
           the second stands in a file above: with a longer chain of imports below it. A call goes up by a
           callback, an overridden method or a table.

The walk ends at loop nests (`Program`), which are no graph any more, and where a graph is handed to a host
plan: what the plan does with it is another way.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from types import CodeType, FrameType
from typing import Any

import numpy as np

import stagelight as tf
from stagelight import boundary, config
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.operation import Operation
from stagelight.graph.part import GraphPart
from stagelight.passes.pipeline import optimize
from stagelight.runtime.executors import executor_named
from stagelight.runtime.host_plan import HostPlan
from stagelight.runtime.regions import Region
from tests.architecture.source_tree import ROOT, source_files

_COMPREHENSIONS = {"<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>"}
_VARARGS, _VARKEYWORDS = 0x04, 0x08


# ---------------------------------------------------------------------------- programs


def _training_step(variables: list[Any], loss: Callable[..., Any]) -> Callable[..., Any]:
    @tf.function
    def step(x: Any, y: Any) -> Any:
        with tf.GradientTape() as tape:
            value = loss(x, y, *variables)
        for variable, slope in zip(variables, tape.gradient(value, variables), strict=True):
            variable.assign_sub(0.1 * slope)
        return value

    return step


def _ones(*shapes: tuple[int, ...]) -> list[Any]:
    return [tf.Variable(tf.ones(shape)) for shape in shapes]


def mlp_step() -> tuple[Any, ...]:
    """A step of a small network of known sizes."""

    def loss(x: Any, y: Any, a: Any, b: Any) -> Any:
        return tf.reduce_mean(tf.square(tf.nn.relu(x @ a) @ b - y))

    return _training_step(_ones((8, 16), (16, 4)), loss), tf.ones([4, 8]), tf.ones([4, 4])


def lenet_step() -> tuple[Any, ...]:
    """A step of a small convolutional network."""

    def loss(x: Any, y: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
        x = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, a, 1, "VALID")), 2, 2, "VALID")
        x = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, b, 1, "VALID")), 2, 2, "VALID")
        x = tf.nn.relu(tf.reshape(x, [-1, 256]) @ c) @ d
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, x))

    variables = _ones((5, 5, 1, 6), (5, 5, 6, 16), (256, 32), (32, 10))
    return _training_step(variables, loss), tf.ones([4, 28, 28, 1]), tf.ones([4], tf.int32)


def open_sizes() -> tuple[Any, ...]:
    """A function of any number of rows."""
    specs = [tf.TensorSpec([None, 8], tf.float32)]
    return tf.function(lambda x: tf.nn.softmax(x * 2.0 + 1.0), specs), tf.ones([4, 8])


def while_loop() -> tuple[Any, ...]:
    """A loop."""

    def loop(x: Any) -> Any:
        return tf.while_loop(lambda i, x: i < 10, lambda i, x: (i + 1, x * 1.5 + 1.0), (0, x))[1]

    return tf.function(loop), tf.ones([8])


def variable_update() -> tuple[Any, ...]:
    """An assignment to a variable."""
    variable = tf.Variable(tf.ones([4]))

    def update(x: Any) -> Any:
        variable.assign_add(x * 2.0)
        return variable.read_value()

    return tf.function(update), tf.ones([4])


def random_numbers() -> tuple[Any, ...]:
    """A function that draws from a stream."""
    return tf.function(lambda x: x + tf.random.uniform([4])), tf.ones([4])


def host_step_between() -> tuple[Any, ...]:
    """Two regions, and between them what only the host runs."""

    def program(x: Any) -> Any:
        values, _ = tf.unique(tf.exp(x) * 2.0 + 1.0)
        return values * 2.0 + 1.0 - tf.sqrt(values)

    return tf.function(program), tf.ones([4])


ONE_REGION = mlp_step, lenet_step, open_sizes, while_loop, variable_update
PROGRAMS = *ONE_REGION, random_numbers, host_step_between


# ---------------------------------------------------------------------------- the walk


@dataclass
class Walk:
    """What was seen.

    Attributes:
        functions: those that a graph was handed to, each as (file, name).
        calls: all pairs of functions of which one called the other.
    """

    functions: set[tuple[str, str]] = field(default_factory=set)
    calls: set[tuple[tuple[str, str], tuple[str, str]]] = field(default_factory=set)

    @property
    def counts(self) -> tuple[int, int, int]:
        return len(self.functions), len(self.files), len(self.climbs)

    @property
    def files(self) -> set[str]:
        return {file for file, _ in self.functions}

    @property
    def climbs(self) -> set[tuple[tuple[str, str], tuple[str, str]]]:
        files, layers = self.files, layers_by_file()
        return {
            (caller, called)
            for caller, called in self.calls
            if caller[0] in files and called[0] in files and layers[called[0]] > layers[caller[0]]
        }


@cache
def layers_by_file() -> dict[str, int]:
    """By file how many layers it imports: the longest chain of imports that begins at it."""
    files = {file.module: file for file in source_files()}
    below = {
        module: {x.module for x in file.imports if not x.is_for_types and not x.is_late}
        & files.keys()
        for module, file in files.items()
    }
    layers: dict[str, int] = {}
    waiting = {module: modules - {module} for module, modules in below.items()}
    while waiting:
        ready = [module for module, modules in waiting.items() if modules <= layers.keys()]
        ready = ready or list(waiting)  # A circle, which another test refuses.
        for module in ready:
            layers[module] = 1 + max((layers.get(x, 0) for x in waiting.pop(module)), default=-1)
    return {files[module].name: layer for module, layer in layers.items()}


def _is_graph(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return bool(value) and all(isinstance(x, Operation) for x in value)
    return isinstance(value, FuncGraph | GraphPart | Region)


def _is_handed_graph(frame: FrameType) -> bool:
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & _VARARGS) + bool(code.co_flags & _VARKEYWORDS)
    names, values = code.co_varnames[:count], frame.f_locals
    return any(_is_graph(values.get(name)) for name in names if name != "self")


def _function_of(frame: FrameType | None) -> FrameType | None:
    """The frame, or for that of a comprehension or an entry point the one around."""
    while frame is not None and not _is_function(frame.f_code):
        frame = frame.f_back
    return frame


def _is_function(code: CodeType) -> bool:
    return code.co_name not in _COMPREHENSIONS and code.co_filename != boundary.__file__


@contextmanager
def walking(walk: Walk) -> Iterator[None]:
    """Adds to the walk what is called in the scope."""
    root = f"{ROOT}/"
    plan = HostPlan.__init__.__code__
    plans = 0

    def place(code: CodeType) -> tuple[str, str]:
        return code.co_filename.removeprefix(root), code.co_qualname

    def see(frame: FrameType, event: str, _: Any) -> None:
        nonlocal plans
        code = frame.f_code
        if event == "return" and code is plan:
            plans -= 1
        if event != "call" or not code.co_filename.startswith(root):
            return
        if not plans and _is_function(code):
            if _is_handed_graph(frame):
                walk.functions.add(place(code))
            caller = _function_of(frame.f_back)
            if caller is not None and caller.f_code.co_filename.startswith(root):
                walk.calls.add((place(caller.f_code), place(code)))
        if code is plan:
            plans += 1

    sys.setprofile(see)
    try:
        yield
    finally:
        sys.setprofile(None)


def compile_walk(programs: Iterable[Callable[[], tuple[Any, ...]]]) -> Walk:
    """The walk of some programs."""
    walk = Walk()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = {"executor": "native", "tiered_compilation": True, "times_regions": False}
        with config.changed(
            compilation_cache=folder, host_calls=0, compiles_in_background=False, **settings
        ):
            for make in programs:
                function, *arguments = make()
                concrete = function.get_concrete_function(*arguments)
                graph = optimize(concrete.graph)
                given = [x._array for x in (*arguments, *concrete.captured_inputs)]
                with walking(walk):
                    results = executor_named("native").compile(graph)(*given)
                assert all(np.isfinite(x).all() for x in results)
    return walk


def main() -> None:
    """Prints the walk of all programs, and the numbers."""
    walk = compile_walk(PROGRAMS)
    for file in sorted(walk.files):
        print(file, *sorted(name for each, name in walk.functions if each == file), sep="\n    ")
    print(*(f"{a[0]} {a[1]} -> {b[0]} {b[1]}" for a, b in sorted(walk.climbs)), sep="\n")
    for name, each in (("one region", compile_walk(ONE_REGION)), ("all", walk)):
        print(name + ": {} functions, {} files, {} climbs".format(*each.counts))


if __name__ == "__main__":
    main()
