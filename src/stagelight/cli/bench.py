"""`stagelight bench`: how long calls of a signature take."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import stagelight as tf
from stagelight import config
from stagelight.cli.models import inputs_of, signature_of
from stagelight.cli.output import PlainConsole

_FEWEST = 5


def bench(options: argparse.Namespace) -> None:
    """Measures calls on values made up: the first one, and the quantiles of the others.

    Raises:
        ValueError: an argument's rank is not known.
    """
    name, function = signature_of(options.path, options.signature, options.trust)
    arguments = {
        key: _made_up(key, spec, options.size) for key, spec in inputs_of(function).items()
    }
    tf.profiler.experimental.region_times(clear=True)
    with config.changed(times_regions=options.regions):  # Of what the first call compiles.
        start = time.perf_counter()
        function(**arguments)
        first = time.perf_counter() - start
    tf.profiler.experimental.region_times(clear=True)
    times: list[float] = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(name, total=options.seconds_of_calls)
        begin = shown = time.perf_counter()
        while len(times) < _FEWEST or time.perf_counter() - begin < options.seconds_of_calls:
            start = time.perf_counter()
            function(**arguments)
            end = time.perf_counter()
            times.append(end - start)
            if end - shown > 0.1:
                progress.update(task, completed=end - begin)
                shown = end
    found: dict[str, Any] = {
        "signature": name,
        "calls": len(times),
        "first_us": first * 1e6,
        **{f"p{q}_us": float(np.quantile(times, q / 100)) * 1e6 for q in (50, 90, 99)},
        "calls_per_second": len(times) / sum(times),
    }
    regions = tf.profiler.experimental.region_times()
    if options.json:
        if options.regions:
            found["regions"] = [_as_json(each) for each in regions]
        print(json.dumps(found))
        return
    table = Table(title=f"{options.path}: {name}", title_justify="left", show_edge=False)
    for column in ("calls", "first", "median", "90 %", "99 %", "calls/s"):
        table.add_column(column, justify="right")
    columns = [_duration(found[key]) for key in ("first_us", "p50_us", "p90_us", "p99_us")]
    table.add_row(f"{found['calls']:,}", *columns, f"{found['calls_per_second']:,.0f}")
    PlainConsole().print(table)
    if options.regions:
        print(f"\n{regions}")


def _as_json(region: Any) -> dict[str, Any]:
    """What was measured of a region."""
    return {
        "region": region.name,
        "lines": region.lines,
        "operations": region.operations,
        "calls": region.calls,
        "total_us": region.total / 1e3,
        "median_us": region.median / 1e3,
    }


def _made_up(name: str, spec: Any, size: int) -> Any:
    """Random values for an argument."""
    if spec.shape.rank is None:
        raise ValueError(
            f"the argument {name!r} has a rank that is not known: its values cannot be made up"
        )
    sizes = [size if extent is None else extent for extent in spec.shape.as_list()]
    random = np.random.default_rng(0)
    if spec.dtype is tf.string:
        return tf.fill(sizes, "text")
    if spec.dtype.is_floating or spec.dtype.is_complex:
        return tf.cast(random.random(sizes, np.float32), spec.dtype)
    return tf.cast(random.integers(0, 2, sizes), spec.dtype)


def _duration(microseconds: float) -> str:
    for unit, factor in (("s", 1e6), ("ms", 1e3)):
        if microseconds >= factor:
            return f"{microseconds / factor:.2f} {unit}"
    return f"{microseconds:.1f} µs"
