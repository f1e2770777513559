"""Calls ops with odd arguments in both libraries, and prints where they differ.

    .venv-oracle/bin/python scripts/odd_arguments.py --seeds 0:100 [--count 60] [--native]

Each seed is a choice of so many cases; see `tests/oracle/odd_arguments.py`. The exit status is 1 where
something differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parents[1])]

from tests.oracle.odd_arguments import chosen_cases, differences_of  # noqa: E402
from tests.oracle.worker_processes import Worker  # noqa: E402

MODULE = "tests.oracle.odd_argument_worker"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", default="0:10", help="the first seed and the end, as in 0:100")
    parser.add_argument("--count", type=int, default=60, help="cases for each seed")
    parser.add_argument("--native", action="store_true", help="staged calls as machine code")
    arguments = parser.parse_args()
    first, end = (int(number) for number in arguments.seeds.split(":"))
    executor = "native" if arguments.native else "host"
    tensorflow = Worker(MODULE, "tensorflow")
    stagelight = Worker(MODULE, "stagelight", STAGELIGHT_EXECUTOR=executor)
    wrong = 0
    for seed in range(first, end):
        for case in chosen_cases(seed, arguments.count):
            for text in differences_of(case, tensorflow, stagelight, ("staged", "open")):
                print(f"seed {seed}: {text}", flush=True)
                wrong += 1
    tensorflow.close()
    stagelight.close()
    print(f"{(end - first) * arguments.count} cases, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
