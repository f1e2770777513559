"""Writes the table in `docs/ops.md`: what each op can be used for.

python scripts/support_matrix.py            writes it
python scripts/support_matrix.py --check    says whether it is as it would be written
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from stagelight.cli.op_facets import Support, all_support

PAGE = Path(__file__).resolve().parent.parent / "docs" / "ops.md"
BEGIN, END = "<!-- ops -->\n", "<!-- end -->\n"


def page() -> str:
    """The page with the table as it should be."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, behind = rest.partition(END)
    rows = list(all_support())
    counts = [sum(row[i] == "yes" for row in rows) for i in range(1, len(Support._fields))]
    lines = [
        "| " + " | ".join(name.replace("_", " ") for name in Support._fields) + " |",
        "| --- " * len(Support._fields) + "|",
        "| " + " | ".join([f"{len(rows)} ops", *map(str, counts)]) + " |",
        *["| " + " | ".join([f"`{row.op}`", *row[1:]]) + " |" for row in rows],
    ]
    return f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n\n{END}{behind}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if PAGE.read_text(encoding="utf-8") == page():
        return 0
    print("docs/ops.md is not what scripts/support_matrix.py writes.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
