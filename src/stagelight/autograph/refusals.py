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
    AG204   a list whose length only the graph knows is asked for what only Python could do
    AG205   the elements of an empty list are not known
    AG206   a call whose number of arguments only the graph knows
    AG207   a list that changes while it is iterated over, and only the graph knows how

The codes below stand in messages of other classes, which are TensorFlow's.

    AG301   a symbolic tensor is asked for a Python value
    AG302   a symbol has other things in it on two ways
    AG303   a symbol has two dtypes
    AG304   a symbolic tensor is asked for a NumPy value
    AG305   a condition is no scalar
    AG306   a variable of tf.while_loop changes its dtype or shape
    AG307   branches of tf.cond give different results
    AG401   a variable is made on a call that is not the first
    AG402   the initial value of a variable is not known while it is made
    AG403   a symbolic tensor is used outside of the function that made it
    AG404   arguments do not fit the input_signature
    AG405   an input_signature is no sequence of specs
    AG406   a staged function returns what is no tensor
    AG407   arguments do not fit a concrete function
    AG408   a recursion has no end, or does not say what it is called with
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
