"""`stagelight ops`: what the package knows of an op, and in which file each part stands."""

from __future__ import annotations

import argparse
import difflib
import json

from rich.table import Table
from rich.text import Text

from stagelight.cli.op_facets import Support, all_support, facets_of
from stagelight.cli.output import PlainConsole
from stagelight.core import registry


def ops(options: argparse.Namespace) -> None:
    """Prints the facets of an op, or the matrix of all.

    Raises:
        ValueError: there is no such op.
    """
    if options.name is None:
        _print_matrix(is_json=options.json)
        return
    if not registry.is_known(options.name):
        similar = difflib.get_close_matches(options.name, registry.op_names(), 3)
        hint = f" Similar: {', '.join(similar)}." if similar else ""
        raise ValueError(f"There is no op {options.name!r}.{hint}")
    facets = facets_of(options.name)
    if options.json:
        print(json.dumps([facet._asdict() for facet in facets], indent=2))
        return
    console = PlainConsole()
    console.print(Text.assemble((options.name, "bold")))
    table = Table("facet", "what", "where", box=None, pad_edge=False)
    for facet in facets:
        table.add_row(*facet)
    console.print(table)


def _print_matrix(*, is_json: bool) -> None:
    rows = list(all_support())
    if is_json:
        print(json.dumps([row._asdict() for row in rows], indent=2))
        return
    table = Table(*[name.replace("_", " ") for name in Support._fields], box=None, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    PlainConsole().print(table)
