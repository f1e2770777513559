"""Runs the first sample of each op as the first thing that a process does with the package.

    python -m tests.ops.first_uses

Each runs in a forked child of a process that imported the package and nothing of it: what is registered by
other packages, such as that of the tapes, is not there yet. Prints the samples that fail, one a line.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal
from collections.abc import Iterator

import stagelight as tf
from tests.ops import samples
from tests.ops.samples import Sample

SECONDS = 60


def first_samples() -> Iterator[tuple[str, Sample]]:
    """The first sample of each op of each family."""
    for module in pkgutil.iter_modules(samples.__path__):
        family = importlib.import_module(f"{samples.__name__}.{module.name}")
        found = [x for x in getattr(family, "SAMPLES", ()) if isinstance(x, Sample)]
        for op in dict.fromkeys(sample.op for sample in found):
            yield module.name, next(sample for sample in found if sample.op == op)


def run_in_child(sample: Sample) -> str:
    """The error of a sample in a forked child; empty if there is none."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(SECONDS)
        message = ""
        try:
            sample.call(tf, *[tf.constant(array) for array in sample.arrays])
        except BaseException as error:  # noqa: BLE001 (it is told to the parent)
            message = f"{type(error).__name__}: {error}"
        os.write(writing, message.encode()[:1000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        message = pipe.read()
    _, status = os.waitpid(child, 0)
    return message or ("" if status == 0 else f"ended with status {status}")


def main() -> None:
    count = 0
    for family, sample in first_samples():
        count += 1
        message = run_in_child(sample)
        if message:
            print(f"FAILED {family}-{sample.op}: {message}", flush=True)
    print(f"{count} samples")


if __name__ == "__main__":
    main()
