"""The source keeps to the floors and to the house rules that a program can check.

The rules are data in `floors.py`. Each test lists every breach, as `file:line: what`.
"""

from __future__ import annotations

import ast

import pytest

from tests.architecture.floors import (
    ENGINE_OF_JAX,
    FLOORS,
    FORBIDDEN_FILE_NAMES,
    FORBIDDEN_MODULES,
    KNOW_THE_XLA_EXECUTOR,
    LONG_FILES,
    MOST_LINES,
    OPEN_UNITS,
    USUAL_MOST_LINES,
)
from tests.architecture.source_tree import SourceFile, source_files, unit_of

FLOOR_OF = {unit: floor for floor, units in enumerate(FLOORS) for unit in units}
FILES = source_files()


def floor_breaches(file: SourceFile) -> list[str]:
    """What the file imports from above, or from a neighbour that it may not know."""
    if file.unit not in FLOOR_OF:
        return [f"{file.name}:1: `{file.unit}` stands on no floor"]
    here = FLOOR_OF[file.unit]
    breaches = []
    for imported in file.imports:
        if not imported.is_own:
            continue
        unit = unit_of(imported.module)
        place = f"{file.name}:{imported.line}: floor {here} imports {imported.module}"
        if unit not in FLOOR_OF:
            breaches.append(f"{place}, which stands on no floor")
        elif FLOOR_OF[unit] > here:
            breaches.append(f"{place}, floor {FLOOR_OF[unit]}, above it")
        elif FLOOR_OF[unit] == here and unit != file.unit and unit not in OPEN_UNITS:
            breaches.append(f"{place}, a neighbour on its own floor")
    return breaches


def report(breaches: list[str]) -> None:
    if breaches:
        pytest.fail("\n".join(["", *breaches]), pytrace=False)


def test_files_import_downwards_only():
    report([breach for file in FILES for breach in floor_breaches(file)])


def test_own_modules_are_not_imported_inside_functions():
    report(
        [
            f"{file.name}:{imported.line}: imports {imported.module} inside a function"
            for file in FILES
            for imported in file.imports
            if imported.is_own and imported.is_late
        ]
    )


def test_modules_do_not_import_each_other_in_a_circle():
    known = {file.module: file for file in FILES}
    below = {
        module: {
            imported.module
            for imported in file.imports
            if imported.module in known and not imported.is_for_types and not imported.is_late
        }
        - {module}
        for module, file in known.items()
    }
    # What can be taken away, again and again, because nothing left is below it, is in no circle.
    while free := [module for module, modules in below.items() if not modules & below.keys()]:
        for module in free:
            del below[module]
    in_circles = {module: sorted(modules & below.keys()) for module, modules in below.items()}
    report([f"{module} imports {', '.join(modules)}" for module, modules in in_circles.items()])


def test_files_are_named_after_a_subject():
    report(
        [
            f"{file.name}: the name says nothing of its subject"
            for file in FILES
            if FORBIDDEN_FILE_NAMES & {file.path.stem.strip("_"), file.path.parent.name.strip("_")}
        ]
    )


def test_peers_are_never_imported():
    report(
        [
            f"{file.name}:{imported.line}: imports {imported.module}"
            for file in FILES
            for imported in file.imports
            if imported.module.split(".")[0] in FORBIDDEN_MODULES
        ]
    )


def test_jax_is_imported_in_one_file():
    """By its name as a string, since that is how it comes late: `import_module("jax...")`."""
    named = {
        file.name
        for file in FILES
        for node in ast.walk(file.tree)
        if isinstance(node, ast.Call)
        for argument in node.args
        if isinstance(argument, ast.Constant)
        and isinstance(argument.value, str)
        and argument.value.split(".")[0] in ("jax", "jaxlib")
    }
    assert named == {ENGINE_OF_JAX}


def test_the_xla_executor_is_known_to_the_table_of_executors_alone():
    report(
        [
            f"{file.name}:{imported.line}: imports {imported.module}"
            for file in FILES
            for imported in file.imports
            if imported.module.startswith("stagelight.runtime.xla")
            and not file.name.startswith("runtime/xla/")
            and file.name not in KNOW_THE_XLA_EXECUTOR
        ]
    )


def test_every_module_says_what_it_is():
    report([f"{file.name}: has no docstring" for file in FILES if not ast.get_docstring(file.tree)])


def test_files_are_short():
    breaches = []
    for file in FILES:
        if file.line_count > MOST_LINES:
            breaches.append(f"{file.name}: {file.line_count} lines, at most {MOST_LINES}")
        elif file.line_count > USUAL_MOST_LINES and file.name not in LONG_FILES:
            breaches.append(
                f"{file.name}: {file.line_count} lines: look for the seam, or list it in LONG_FILES"
            )
    report(breaches)


def test_list_of_long_files_holds_only_long_files():
    long_files = {file.name for file in FILES if file.line_count > USUAL_MOST_LINES}
    assert LONG_FILES.keys() <= long_files
