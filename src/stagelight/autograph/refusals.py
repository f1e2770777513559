"""Refusals: what cannot be converted, with the place, the construct and what to write instead.

    AG101: AutoGraph cannot convert `return` that leaves a `finally` block.
      File "program.py", line 9, in f
          return x
          ^^^^^^^^
      Instead: set a flag in the `finally` block and `return` after it.

Each kind has a code, so that it can be looked up (`docs/errors`) and tested: `STAGING_CODES` in `errors.py`
lists them, those of messages of other classes, too.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from stagelight.errors import StagingError
from stagelight.graph.source_places import SourcePlace

if TYPE_CHECKING:
    from stagelight.autograph.source import FunctionSource

_NOWHERE = SourcePlace("<unknown>", 0, "<unknown>")


class ConversionError(StagingError):
    """A function cannot be converted.

    Attributes:
        code: The kind of refusal, `AG001` and so on.
        construct: What was found.
        rewrite: What to write instead.
        place: Where it was found.
    """

    def __init__(
        self, code: str, construct: str, rewrite: str, place: SourcePlace | None = None
    ) -> None:
        self.code = code
        self.construct = construct
        self.rewrite = rewrite
        self.place = place or _NOWHERE
        where = "\n".join(self.place.lines("  "))
        super().__init__(
            f"{code}: AutoGraph cannot convert {construct}.\n{where}\n  Instead: {rewrite}"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, self.construct, self.rewrite, self.place)


class SourceNotFound(ConversionError):
    """The source of a function cannot be found (AG001) or is out of date (AG002)."""


def refuse(
    code: str, node: ast.stmt | ast.expr, source: FunctionSource, construct: str, rewrite: str
) -> ConversionError:
    """The error for a construct at a node of a function; to be raised by the caller."""
    name = "<lambda>"
    for part in ast.walk(source.node):  # Outer ones come first.
        if isinstance(part, ast.FunctionDef) and part.lineno <= node.lineno <= (
            part.end_lineno or 0
        ):
            name = part.name
    end = node.end_col_offset if node.end_lineno == node.lineno else None
    place = SourcePlace(source.filename, node.lineno, name, (node.col_offset, end))
    return ConversionError(code, construct, rewrite, place)
