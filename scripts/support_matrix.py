"""Writes the table in `docs/ops.md`: what each op can be used for.

python scripts/support_matrix.py            writes it
python scripts/support_matrix.py --check    says whether it is as it would be written
"""

from __future__ import annotations

import sys
from pathlib import Path

from written_pages import between, write_or_check

from stagelight.cli.op_facets import Support, all_support

PAGE = Path(__file__).resolve().parent.parent / "docs" / "ops.md"
BEGIN, END = "<!-- ops -->\n", "<!-- end -->\n"


def page() -> str:
    """The page with the table as it should be."""
    rows = list(all_support())
    counts = [sum(row[i] == "yes" for row in rows) for i in range(1, len(Support._fields))]
    lines = [
        "| " + " | ".join(name.replace("_", " ") for name in Support._fields) + " |",
        "| --- " * len(Support._fields) + "|",
        "| " + " | ".join([f"{len(rows)} ops", *map(str, counts)]) + " |",
        *["| " + " | ".join([f"`{row.op}`", *row[1:]]) + " |" for row in rows],
    ]
    return between(PAGE, BEGIN, END, "\n" + "\n".join(lines) + "\n\n")


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, PAGE, page))
