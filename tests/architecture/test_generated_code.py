"""Source text becomes code in one place, which checks what it says."""

from __future__ import annotations

import ast

import pytest

from stagelight.core.generated_code import define_function
from stagelight.errors import InternalError
from tests.architecture.source_tree import ROOT

# Who else compiles, and what: never a text that the library puts together.
_OTHERS = {
    "boundary.py": "a template for each kind of parameter list, with the names of parameters",
    "autograph/conversion.py": "the user's own syntax trees",
    "autograph/operators/builtins.py": "calls of `exec` and `eval` that the user's program makes itself",
    "extension_types/fields.py": "annotations in the program's own classes",
    "staging/stepping.py": "one constant text, at a line of the user's file",
}


def _compiles(path):
    """Whether a file calls `exec`, `eval` or `compile`, or makes code objects or functions of them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name) and node.id in ("exec", "eval", "compile", "__import__"):
            return True
        if isinstance(node, ast.Attribute) and node.attr in (
            "__import__",
            "FunctionType",
            "CodeType",
        ):
            return True
    return False


def test_source_text_is_compiled_in_one_place():
    found = {path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if _compiles(path)}
    assert found == {"core/generated_code.py", *_OTHERS}


@pytest.mark.parametrize("body", [
    "open('p', 'w').write('x')",
    "__import__('os')",
    "given.__class__",
    "given.__globals__",
    "'text'",
    "b'text'",
    "given(a=1)",
    "(lambda: exec)()",
    "[eval for _ in (1,)]",
    "getattr(given, 'x')",
])  # fmt: skip
def test_generated_code_does_no_more_than_it_was_given(body):
    with pytest.raises(InternalError, match="names what it was not given"):
        define_function("f", f"def f(x):\n return {body}\n", "<f>", {"given": 1})


def test_generated_code_has_its_globals_and_keywords():
    f = define_function(
        "f", "def f(x):\n return given(len(x), a=c0)\n", "<f>", {"given": dict, "c0": 3}, {"a"}
    )
    with pytest.raises(TypeError):
        f([1])  # `dict(1, a=3)`
    g = define_function("g", "def g(x):\n return given(a=len(x))\n", "<f>", {"given": dict}, {"a"})
    assert g([1, 2]) == {"a": 2}
