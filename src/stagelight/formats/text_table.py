"""A table as plain text: columns as wide as they need to be."""

from __future__ import annotations

from collections.abc import Sequence


def text_table(head: Sequence[str], rows: Sequence[tuple[float, Sequence[str]]]) -> str:
    """Rows under their head, the largest number first; what is left is a name, the rest numbers.

    Args:
        head: the names of the columns.
        rows: of each, the number by which it is ordered, and its texts.
    """
    lines = [head, *[row for _, row in sorted(rows, key=lambda row: -row[0])]]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join(
        "  ".join(
            text.ljust(width) if i == 0 else text.rjust(width)
            for i, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
