"""Runs random programs eagerly and staged, by the thousand, and notes the seeds of those that differ.

    python scripts/random_programs.py --programs 20000 --first 0 --family structures --log random.log

Programs run in other processes, a hundred in each, so that memory is bounded; a program that takes longer
than `--limit` seconds is noted as endless. Each chunk of seeds that is done is a line of the log: a second
call with the same log goes on where the first one ended. `--again` runs the seeds that the log has as
different.
"""

from __future__ import annotations

import argparse
import collections
import gc
import json
import multiprocessing
import sys
import time
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.autograph.random_runs import FAMILIES, LIMIT, Outcome, run  # noqa: E402 (the path comes first)

IN_A_PROCESS = 100
# Python's garbage collector takes half of the time, as all of a program's graphs are alive when it looks.
# Instead it runs after so many programs, each of which leaves some 3 MB.
PROGRAMS_BEFORE_COLLECTION = 25
# Machine code cannot be interrupted by Python: such a process is ended from outside.
PATIENCE = 3


def work(family: str, seeds: list[int], limit: int, results: Connection) -> None:
    """Runs the programs of `seeds`; sends each seed with its outcome."""
    gc.freeze()
    gc.disable()
    for done, seed in enumerate(seeds):
        if done % PROGRAMS_BEFORE_COLLECTION == PROGRAMS_BEFORE_COLLECTION - 1:
            gc.collect()
        try:
            outcome = run(FAMILIES[family], seed, limit)
        except Exception:  # noqa: BLE001 (it is told, with the seed)
            outcome = Outcome(f"failed: {traceback.format_exc(limit=-6)}")
        results.send((seed, outcome))
    results.close()


def run_chunk(family: str, seeds: list[int], limit: int) -> dict[str, Any]:
    """What became of the programs of `seeds`, as a line of the log."""
    context = multiprocessing.get_context("fork")
    differences: dict[int, str] = {}
    refusals: dict[str, list[int]] = collections.defaultdict(list)
    gradients, waiting = 0, list(seeds)
    while waiting:
        receiver, sender = context.Pipe(duplex=False)
        worker = context.Process(target=work, args=(family, waiting, limit, sender))
        worker.start()
        sender.close()
        try:
            while waiting and receiver.poll(PATIENCE * limit):
                seed, outcome = receiver.recv()
                waiting.remove(seed)
                gradients += outcome.has_gradients
                if outcome.difference:
                    differences[seed] = outcome.difference
                for code in outcome.refusals:
                    refusals[code].append(seed)
        except EOFError:
            pass  # The process ended, by a crash if programs are left.
        if waiting:
            differences[waiting.pop(0)] = "the process crashed or did not answer"
            worker.kill()
        worker.join()
    return {
        "family": family, "first": seeds[0], "count": len(seeds), "gradients": gradients,
        "differences": differences, "refusals": refusals,
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--family", choices=FAMILIES, default="structures")
    parser.add_argument("--limit", type=int, default=LIMIT, help="seconds for one program")
    parser.add_argument("--log", type=Path, help="where to go on, and to note what is done")
    parser.add_argument(
        "--again", action="store_true", help="run the seeds that the log has as different"
    )
    arguments = parser.parse_args()
    lines = []
    if arguments.log and arguments.log.exists():
        lines = [json.loads(line) for line in arguments.log.read_text().splitlines()]
    mine = [line for line in lines if line["family"] == arguments.family]
    if arguments.again:
        chunks = [sorted({int(seed) for line in mine for seed in line["differences"]})]
    else:
        done = {seed for x in mine for seed in range(x["first"], x["first"] + x["count"])}
        end = arguments.first + arguments.programs
        chunks = [
            [seed for seed in range(start, min(start + IN_A_PROCESS, end)) if seed not in done]
            for start in range(arguments.first, end, IN_A_PROCESS)
        ]
    ran = differing = refused = gradients = 0
    for seeds in filter(None, chunks):
        began = time.monotonic()
        line = run_chunk(arguments.family, seeds, arguments.limit)
        ran += len(seeds)
        gradients += line["gradients"]
        differing += len(line["differences"])
        refused += len({seed for found in line["refusals"].values() for seed in found})
        for seed, difference in line["differences"].items():
            print(f"{seed}: {difference}", flush=True)
        took = time.monotonic() - began
        print(
            f"{arguments.family} {seeds[0]}..{seeds[-1]}: {len(line['differences'])} differ, "
            f"refused: {dict(line['refusals'])}, {took:.0f} s", flush=True,
        )  # fmt: skip
        if arguments.log and not arguments.again:
            with arguments.log.open("a") as log:
                log.write(json.dumps(line) + "\n")
    print(f"{ran} programs, {gradients} with gradients: {differing} differ, {refused} are refused")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
