"""Compares random programs of many ops and dtypes with TensorFlow, and prints those that differ.

    .venv-oracle/bin/python scripts/random_op_programs.py --seeds 0:1000 [--show SEED]

See `tests/oracle/random_op_programs.py`. The exit status is 1 where something differs.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parents[1])]
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")

from tests.oracle.random_op_programs import build, compare  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", default="0:100", help="the first seed and the end, as in 0:100")
    parser.add_argument("--show", type=int, help="print the program of this seed, and run nothing")
    arguments = parser.parse_args()
    if arguments.show is not None:
        print(build(arguments.show))
        return 0
    tensorflow = importlib.import_module("tensorflow")
    first, end = (int(number) for number in arguments.seeds.split(":"))
    wrong = 0
    for seed in range(first, end):
        program = build(seed)
        if texts := compare(tensorflow, program):
            wrong += 1
            print("\n".join([str(program), *[f"  ! {text}" for text in texts]]), flush=True)
    print(f"{end - first} programs, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
