"""What a call of a model costs in its worker process: `tf.saved_model.load(path, trust="none")`.

    python benchmarks/untrusted_calls.py

Prints microseconds of a call, in this process and in the worker, for arrays of several sizes: the median, and
the least of all calls, which says what an idle machine takes. See decision 42.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from typing import Any

import stagelight as tf

CALLS = 2000
SIZES = (1, 1_000, 100_000, 1_000_000)


def save_model(folder: str) -> None:
    """A model of one multiplication."""
    module = tf.Module()
    module.call = tf.function(
        lambda x: x * 2.0, input_signature=[tf.TensorSpec([None], tf.float32)]
    )
    tf.saved_model.save(module, folder)


def microseconds(call: Callable[[Any], Any], x: Any, calls: int) -> tuple[float, float]:
    """The median and the least time of a call."""
    times = []
    for _ in range(calls):
        begin = time.perf_counter_ns()
        call(x)
        times.append((time.perf_counter_ns() - begin) / 1e3)
    return statistics.median(times), min(times)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        save_model(folder)
        here = tf.saved_model.load(folder)
        apart = tf.saved_model.load(folder, trust="none")
        print(f"{'elements':>10} {'here':>8} {'least':>8} {'worker':>8} {'least':>8}")
        for size in SIZES:
            x = tf.ones([size])
            for model in (here, apart):
                for _ in range(3):
                    model.call(x)
            calls = max(CALLS // max(size // 10_000, 1), 50)
            figures = [y for model in (here, apart) for y in microseconds(model.call, x, calls)]
            print(f"{size:>10} " + " ".join(f"{y:8.1f}" for y in figures))


if __name__ == "__main__":
    main()
