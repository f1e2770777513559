"""Random programs mean the same staged: values and gradients, eagerly and in `tf.function`.

`pytest tests/autograph/test_random_staged_programs.py --random-programs 20000` runs more of them;
`scripts/random_programs.py` does so in processes of bounded memory, notes the seeds that differ, and goes on
where it ended.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.autograph import plain_python
from tests.autograph.random_runs import FAMILIES, Family, TookTooLong, run, time_limit

IN_A_BATCH = 10
SCRIPT = Path(__file__).parents[2] / "scripts" / "random_programs.py"


def pytest_generate_tests(metafunc):
    if "first_seed" in metafunc.fixturenames:
        count = metafunc.config.getoption("--random-programs")
        metafunc.parametrize("first_seed", range(0, count, IN_A_BATCH))


@pytest.mark.parametrize("family", FAMILIES)
def test_random_programs_mean_the_same_staged(family, first_seed):
    for seed in range(first_seed, first_seed + IN_A_BATCH, FAMILIES[family].stride):
        outcome = run(FAMILIES[family], seed)
        assert not outcome.difference, f"{outcome.difference}\n{FAMILIES[family].text(seed)}"


def family_of(text):
    return Family("written", lambda seed: text, lambda program: program, ((1.0,),))


def test_values_that_differ_are_found():
    assert not run(family_of("def program(x):\n    return x + 1.0\n"), 1).difference
    frozen = "n = [0]\ndef program(x):\n    n[0] += 1\n    return x + n[0]\n"
    assert "[2.0], [3.0]" in run(family_of(frozen), 1).difference


def test_a_refusal_without_a_code_is_a_difference():
    text = (
        "def program(x):\n"
        "    if not tf.executing_eagerly():\n"
        "        raise ValueError('{}')\n"
        "    return x\n"
    )
    assert "no code" in run(family_of(text.format("no code")), 1).difference
    assert run(family_of(text.format("told (AG301)")), 1).refusals == ("AG301",)


EFFECTS = (
    "tf.cond(", "tf.switch_case(", "tf.map_fn(", "tf.while_loop(", "tf.foldl(", "tf.function(lambda",
    "partial(", "sum([", "host(", "nonlocal ", "owner.method(", "owner.staged(", " = lambda ", ".reduce(",
    ".map(", ".filter(", ".flat_map(", ".scan(", ".take_while(", "iter(", "next(it", ".get_next()", "in it0:",
    "in data2", "in tf.range(", "in zip(", "in enumerate(", "while ", "break", "continue", "try:",
    "with counted(", "ta.write(", "table.insert(", "turn(",
)  # fmt: skip


def test_programs_with_effects_have_all_that_can_hold_a_function():
    programs = [FAMILIES["effects"].text(seed) for seed in range(300)]
    bodies = [text.partition("def program")[2] for text in programs]
    assert {part for part in EFFECTS if sum(part in body for body in bodies) < 5} == set()


def test_a_program_with_effects_that_differs_is_found(monkeypatch):
    """Here Python's model of an assignment is wrong."""
    monkeypatch.setattr(plain_python.Variable, "assign", lambda variable, number: None)
    outcomes = [run(FAMILIES["effects"], seed) for seed in range(4)]
    assert all("Python: [" in outcome.difference for outcome in outcomes)


# The limit may come while a weak reference's callback runs: Python drops it there, and tells pytest.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_endless_program_is_found():
    text = (
        "def program(x):\n"
        "    while not tf.executing_eagerly():\n"
        "        pass\n"
        "    return x\n"
    )
    assert "endless" in run(family_of(text), 1, limit=1).difference


def test_a_limit_passes_handlers_of_errors():
    with pytest.raises(TookTooLong), time_limit(1):
        while True:
            try:
                while True:
                    pass
            except Exception:  # noqa: BLE001 (none comes here)
                pass


def test_a_limit_that_is_dropped_once_comes_again():
    class Slow:
        def __del__(self):
            while not dropped:
                pass

    dropped = []
    unraisable, sys.unraisablehook = sys.unraisablehook, lambda told: dropped.append(told.exc_type)
    try:
        with pytest.raises(TookTooLong), time_limit(1):
            Slow()
            while True:
                pass
    finally:
        sys.unraisablehook = unraisable
    assert dropped == [TookTooLong]


def test_the_script_notes_what_is_done_and_goes_on_there(tmp_path):
    log = tmp_path / "random.log"

    def call(programs):
        command = [sys.executable, SCRIPT, "--programs", str(programs), "--log", log]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()[-1]

    assert call(3) == "3 programs, 1 with gradients: 0 differ, 0 are refused"
    assert call(5) == "2 programs, 0 with gradients: 0 differ, 0 are refused"
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(line["first"], line["count"]) for line in lines] == [(0, 3), (3, 2)]
