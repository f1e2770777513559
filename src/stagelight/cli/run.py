"""`stagelight run`: calls a signature on values from files or the command line."""

from __future__ import annotations

import argparse
import json

from stagelight.cli.models import inputs_of, signature_of
from stagelight.cli.values import arguments_of, as_plain, write_results


def run(options: argparse.Namespace) -> None:
    """Calls a signature; prints its results as JSON, or writes them to a file."""
    _, function = signature_of(options.path, options.signature, options.trust)
    arguments = arguments_of(inputs_of(function), options.input, options.inputs)
    results = function(**arguments)
    if options.output is None:
        print(json.dumps({name: as_plain(results[name]) for name in results}))
    else:
        write_results(options.output, results)
