"""Compares random programs of many ops and dtypes with TensorFlow, and prints those that differ.

    .venv-oracle/bin/python scripts/random_op_programs.py --seeds 0:1000 [--show SEED] [--coverage] [--alone]

See `tests/oracle/random_op_runs.py`. The exit status is 1 where something differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parents[1])]

from tests.oracle.random_op_forms import FORMS  # noqa: E402
from tests.oracle.random_op_programs import build  # noqa: E402
from tests.oracle.random_op_runs import Workers, signature_of  # noqa: E402
from tests.oracle.random_op_table import TABLE  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", default="0:100", help="the first seed and the end, as in 0:100")
    parser.add_argument("--show", type=int, help="print the program of this seed, and run nothing")
    parser.add_argument("--coverage", action="store_true", help="print what the programs reached")
    parser.add_argument("--alone", action="store_true", help="each op alone, in place of programs")
    parser.add_argument(
        "--ops", default="", help="with --alone: only ops whose names have this text"
    )
    arguments = parser.parse_args()
    if arguments.show is not None:
        print(build(arguments.show))
        return 0
    first, end = (int(number) for number in arguments.seeds.split(":"))
    seeds: list[Any] = [*range(first, end)]
    if arguments.alone:
        seeds = [(name, seed) for seed in seeds for name in TABLE if arguments.ops in name]
    coverage: Counter[str] = Counter()
    wrong, started = 0, time.perf_counter()
    workers = Workers(seconds=600.0)  # A busy machine is no fault of a program.
    try:
        for done, (seed, program, texts) in enumerate(workers.differences(seeds), 1):
            if program is not None:
                known = signature_of(program.seed)
                coverage.update([*{x.name for x in program.steps}, f"known {known}",
                                 f"{program.order} derivatives"])  # fmt: skip
            if texts:
                wrong += 1
                told = str(program or f"seed {seed}")
                print("\n".join([told, *[f"  ! {text}" for text in texts]]), flush=True)
            if done % 500 == 0:
                passed = time.perf_counter() - started
                print(f"-- {done} programs, {wrong} differ, {passed:.0f} s", flush=True)
    finally:
        workers.close()
    print("\n".join(f"{count:6} {name}" for name, count in sorted(workers.outcomes.items())))
    if arguments.coverage:
        for name in [*TABLE, *FORMS]:
            coverage.setdefault(name, 0)
        print("\n".join(f"{count:6} {name}" for name, count in coverage.most_common()))
    reached = sum(1 for name in TABLE if coverage[name])
    print(f"{len(seeds)} programs of {reached} ops, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
