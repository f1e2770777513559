"""Refusals: what cannot be converted, with the place, the construct and what to write instead.

Each kind has a code, so that it can be looked up (`docs/errors`) and tested:

    AG001   the source of the function cannot be found
    AG002   the source that was found is not what runs
    AG101   a jump out of `finally`
    AG102   a directive that is not the first statement of its loop
    AG103   an exception of a branch that only the graph knows, caught outside of the branch
    AG201   a set comprehension whose elements only the graph knows
    AG202   a dict comprehension whose keys only the graph knows
    AG203   an order of values that are no numbers

The codes from AG301 on stand in messages of other classes, which are TensorFlow's.
"""

from __future__ import annotations

import ast

from stagelight.errors import StagingError


class ConversionError(StagingError):
    """A function cannot be converted.

    Attributes:
        code: The kind of refusal, `AG001` and so on.
        filename, lineno, column: The place; the column counts from 1.
        construct: What was found there.
        rewrite: What to write instead.
    """

    def __init__(
        self,
        code: str,
        construct: str,
        rewrite: str,
        filename: str = "<unknown>",
        lineno: int = 0,
        column: int = 0,
    ) -> None:
        self.code = code
        self.construct = construct
        self.rewrite = rewrite
        self.filename = filename
        self.lineno = lineno
        self.column = column
        super().__init__(
            f"{code}: AutoGraph cannot convert {construct}.\n"
            f'  File "{filename}", line {lineno}, column {column}\n'
            f"  Instead: {rewrite}"
        )

    def __reduce__(self) -> tuple[object, ...]:
        place = (self.filename, self.lineno, self.column)
        return type(self), (self.code, self.construct, self.rewrite, *place)


class SourceNotFound(ConversionError):
    """The source of a function cannot be found (AG001) or is out of date (AG002)."""


def refuse(
    code: str, node: ast.stmt | ast.expr, filename: str, construct: str, rewrite: str
) -> ConversionError:
    """The error for a construct at a node; to be raised by the caller."""
    return ConversionError(code, construct, rewrite, filename, node.lineno, node.col_offset + 1)
