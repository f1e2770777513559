"""Random programs of many ops and dtypes with control flow, as data, built from seeds.

A program is a list of steps over numbered values: the inputs first, then the result of each step. It is built
from a seed, one step after the other; each step is run with Stagelight, so that the next ones know dtypes and
shapes. What Stagelight refuses is kept now and then as the last step: TensorFlow has to refuse it, too.

`random_op_runs.py` runs programs with both libraries and compares them.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

import stagelight
from tests.oracle.random_op_choice import Choice
from tests.oracle.random_op_forms import FORMS, apply_form, choose_form
from tests.oracle.random_op_table import COMPLEX, FLOATS, HALVES, TABLE, UNSIGNED, Known

# The modules that fill the table.
FAMILIES = ("arrangement", "numbers", "linalg", "images", "collections", "ragged")
for _family in FAMILIES:
    importlib.import_module(f"tests.oracle.random_op_{_family}")

# The greatest number of elements, and the greatest magnitude of floats that are not brought down again.
MOST_ELEMENTS = 256
GREATEST = 30.0


@dataclass
class Step:
    """One step: an op of the table, or a form of control flow over chains of them.

    Attributes:
        name: the op or the form.
        tensors: numbers of values, or arrays.
        options: what the op gets by keyword; of a form its chains, names of ops that keep dtype and shape.
    """

    name: str
    tensors: list[Any]
    options: dict[str, Any]


@dataclass
class Program:
    """Inputs, steps, and which values are results.

    Attributes:
        order: how often it is differentiated by its inputs: not at all, once, or twice.
        uses_graphs: whether the reference runs functions and maps, too, instead of what they mean.
    """

    seed: int
    inputs: list[np.ndarray] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    results: list[int] = field(default_factory=list)
    order: int = 0
    uses_graphs: bool = False

    def __str__(self) -> str:
        lines = [f"seed {self.seed}: inputs {[f'{x.dtype}{list(x.shape)}' for x in self.inputs]}"]
        for place, step in enumerate(self.steps, len(self.inputs)):
            told = [
                f"v{x}" if isinstance(x, int) else f"{x.dtype}{x.tolist()}" for x in step.tensors
            ]
            lines.append(f"  v{place} = {step.name}({', '.join(told)}) {step.options or ''}")
        return "\n".join([*lines, f"  results {self.results}, {self.order} derivatives"])


def build(seed: int) -> Program:
    """The program of a seed."""
    return build_and_run(seed)[0]


def build_and_run(seed: int) -> tuple[Program, list[Any]]:
    """The program of a seed, and the values of its inputs and steps but for a last one that is refused."""
    generator = np.random.default_rng([18, seed])
    smooth = seed % 3 == 0
    program = Program(seed, uses_graphs=seed % 8 == 7)
    # Of the programs with kinks half are differentiated: both libraries choose the same slope there.
    program.order = 2 if seed % 15 == 0 else int(smooth or seed % 6 == 1)
    known: list[Known] = []
    values: list[Any] = []
    choice = Choice(generator, known)
    _add_inputs(program, choice, known, values, program.order > 0)
    entries = [e for e in TABLE.values() if e.smooth or not smooth]
    length = len(program.inputs) + choice.integer(3, 12)
    for _ in range(4 * length):
        if len(values) >= length:
            break
        if choice.chance(0.15):
            found = choose_form(choice, smooth, program.order)
        else:
            entry = choice.among(entries)
            arguments = entry.arguments(choice)
            found = arguments and (entry.name, *arguments)
        if found is not None:
            tensors = [x.place if isinstance(x, Known) else x for x in found[1]]
            if not _run_step(program, Step(found[0], tensors, found[2]), choice, known, values):
                break
    made = list(range(len(program.inputs), len(program.inputs) + len(program.steps)))
    program.results = made or [0]
    return program, values


# An op that takes integers alone finds some among the inputs of one attempt in fifteen.
_ATTEMPTS = 1000


def build_alone(name: str, seed: int) -> Program:
    """A program of one op of the table, differentiated where its first argument is of floats."""
    for attempt in range(_ATTEMPTS):
        program = Program(seed, uses_graphs=True)
        known: list[Known] = []
        choice = Choice(np.random.default_rng([19, seed, attempt]), known)
        _add_inputs(program, choice, known, [], attempt < 50)
        arguments = TABLE[name].arguments(choice)
        if arguments is not None:
            tensors = [x.place if isinstance(x, Known) else x for x in arguments[0]]
            program.steps.append(Step(name, tensors, arguments[1]))
            program.results = [len(program.inputs)]
            if tensors and isinstance(tensors[0], int) and known[tensors[0]].dtype in FLOATS:
                program.order = 2 if TABLE[name].smooth else 1
            return program
    raise LookupError(f"No arguments were found for {name}.")


def _add_inputs(
    program: Program, choice: Choice, known: list[Known], values: list[Any], of_floats: bool
) -> None:
    dtypes = FLOATS if of_floats else (*FLOATS, *FLOATS, "int32", "int32", "int64", "bool", "string",
                                       *COMPLEX, *HALVES, *UNSIGNED, "int8", "int16")  # fmt: skip
    shapes = ((), (3,), (4,), (2, 3), (3, 3), (3, 4), (2, 2, 3), (1, 3), (1, 4, 3), (0, 3))
    for place in range(choice.integer(2, 5)):
        dtype = choice.among(dtypes if place else FLOATS)
        array = choice.constant(dtype, choice.among(shapes))
        program.inputs.append(array)
        values.append(stagelight.constant(array))
        known.append(Known(place, dtype, array.shape, True, True))


def _run_step(
    program: Program, step: Step, choice: Choice, known: list[Known], values: list[Any]
) -> bool:
    """Runs a step and notes its result; False where the program ends with it."""
    used = [known[x] for x in step.tensors if isinstance(x, int)]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = apply_step(stagelight, step, values)
    except Exception:  # noqa: BLE001 - whatever it is, TensorFlow is asked too
        if not choice.chance(0.1):
            return True
        program.steps.append(step)
        program.order = 0
        return False
    if int(np.prod(result.shape)) > MOST_ELEMENTS:
        return True
    entry = TABLE.get(step.name)
    keeps = result.dtype.is_integer if entry is None else entry.keeps_exact
    exact = keeps and all(x.exact for x in used)
    values.append(result)
    program.steps.append(step)
    known.append(Known(len(values) - 1, result.dtype.name, tuple(result.shape), exact, True))
    if result.dtype.name in (*FLOATS, *COMPLEX):
        array = np.asarray(result)
        if array.size and not np.abs(array).max() <= GREATEST:
            return _bring_down(program, choice, known, values)
    return True


def _bring_down(program: Program, choice: Choice, known: list[Known], values: list[Any]) -> bool:
    """Brings large numbers back, or takes the step away where there are none but NaN and infinity."""
    array = np.asarray(values[-1])
    if not np.isfinite(array).all() or array.dtype.kind == "c":
        for row in (program.steps, values, known):
            row.pop()
        return True
    return _run_step(program, Step("math.tanh", [len(values) - 1], {}), choice, known, values)


def apply_step(tf: ModuleType, step: Step, values: Sequence[Any], reference: bool = False) -> Any:
    """The result of a step. Of a form, `reference=True` runs what it means without graphs."""
    tensors = [values[x] if isinstance(x, int) else tf.constant(x) for x in step.tensors]
    if step.name in FORMS:
        return apply_form(tf, step.name, tensors, reference=reference, **step.options)
    return TABLE[step.name].call(tf, *tensors, **step.options)
