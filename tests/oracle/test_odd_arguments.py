"""Odd arguments of ops are taken or refused as TensorFlow does, alike by every executor.

A choice of the cases by a seed; `scripts/odd_arguments.py` runs any number of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.oracle.odd_arguments import chosen_cases, differences_of
from tests.oracle.worker_processes import Worker

MODULE = "tests.oracle.odd_argument_worker"


@pytest.fixture(scope="module")
def workers(tensorflow: object) -> Iterator[tuple[Worker, Worker]]:
    """The two libraries, each in a process that it may end."""
    both = Worker(MODULE, "tensorflow"), Worker(MODULE, "stagelight", STAGELIGHT_EXECUTOR="host")
    yield both
    for worker in both:
        worker.close()


@pytest.mark.parametrize("part", range(8))
def test_odd_arguments_are_taken_or_refused_as_by_tensorflow(
    part: int, workers: tuple[Worker, Worker]
) -> None:
    wrong = [
        text
        for case in chosen_cases(part, 60)
        for text in differences_of(case, *workers, ("staged", "open"))
    ]
    assert not wrong, "\n".join([f"{len(wrong)} differences", *wrong])


def test_a_lost_process_is_an_answer(workers: tuple[Worker, Worker]) -> None:
    """The comparison outlives what ends a library's process."""
    _, ours = workers
    assert ours.ask("end", "eager") == ("dies", 3)
    assert ours.ask("end", "eager") == ("dies", 3)
