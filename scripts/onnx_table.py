"""Writes the list of ops in `docs/onnx.md`: those that `tf.onnx.export` can write.

python scripts/onnx_table.py            writes it
python scripts/onnx_table.py --check    says whether it is as it would be written
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from pathlib import Path

import stagelight as tf

PAGE = Path(__file__).resolve().parent.parent / "docs" / "onnx.md"
BEGIN, END = "<!-- ops that are exported -->\n", "<!-- end -->\n"


def page() -> str:
    """The page with the list as it should be."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, behind = rest.partition(END)
    names = tf.onnx.supported_ops()
    listed = textwrap.fill(", ".join(f"`{name}`" for name in names), 140, break_on_hyphens=False)
    return f"{before}{BEGIN}\n{len(names)} ops:\n\n{listed}\n\n{END}{behind}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if PAGE.read_text(encoding="utf-8") == page():
        return 0
    print("docs/onnx.md is not what scripts/onnx_table.py writes.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
