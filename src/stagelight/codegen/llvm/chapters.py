"""Chapters: long lists of statements are written as several functions.

What LLVM does for a function takes more than twice the time for one of twice the length.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stagelight.codegen.loop_nest import SideBySide, Statement, While, walk

# The statements of a function, those inside of others included.
_MOST_STATEMENTS = 100


def chapters_of(statements: Sequence[Statement]) -> Iterator[tuple[list[Statement], bool]]:
    """Divides a list; says of each group whether it is to be a function of its own.

    Loops stay in the function around, which counts their rounds. Their lists are divided by themselves.
    """
    lengths = [_length(x) for x in statements]
    if sum(lengths) <= _MOST_STATEMENTS:
        yield list(statements), False
        return
    chapter: list[Statement] = []
    length = 0
    for statement, own_length in zip(statements, lengths, strict=True):
        is_alone = own_length > _MOST_STATEMENTS or _has_functions(statement)
        if chapter and (is_alone or length + own_length > _MOST_STATEMENTS):
            yield chapter, True
            chapter, length = [], 0
        if is_alone:
            yield [statement], False
        else:
            chapter.append(statement)
            length += own_length
    if chapter:
        yield chapter, True


def _length(statement: Statement) -> int:
    return sum(1 for _ in walk([statement]))


def _has_functions(statement: Statement) -> bool:
    """Whether a statement has loops, or parts that are functions of their own."""
    return any(isinstance(x, While | SideBySide) for x in walk([statement]))
