"""Writes the list of ops in `docs/onnx.md`: those that `tf.onnx.export` can write.

python scripts/onnx_table.py            writes it
python scripts/onnx_table.py --check    says whether it is as it would be written
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from written_pages import between, write_or_check

import stagelight as tf

PAGE = Path(__file__).resolve().parent.parent / "docs" / "onnx.md"
BEGIN, END = "<!-- ops that are exported -->\n", "<!-- end -->\n"


def page() -> str:
    """The page with the list as it should be."""
    names = tf.onnx.supported_ops()
    listed = textwrap.fill(", ".join(f"`{name}`" for name in names), 140, break_on_hyphens=False)
    return between(PAGE, BEGIN, END, f"\n{len(names)} ops:\n\n{listed}\n\n")


if __name__ == "__main__":
    sys.exit(write_or_check(__doc__, PAGE, page))
