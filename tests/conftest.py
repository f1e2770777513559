"""What all tests may use: comparison with files in `tests/golden`, and what is compiled meanwhile."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from stagelight import config
from stagelight.codegen import compiled

# A busy machine is slow at times: that says nothing of the code.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

# Most tests call a function once, and mean its machine code; the others are in test_host_tier.py.
config.change(host_calls=0)

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write what came into tests/golden instead of comparing it; then read the difference",
    )
    parser.addoption(
        "--random-programs",
        type=int,
        default=30,
        help="how many random programs of each family tests/autograph runs staged",
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuses addresses in the names of tests: the processes that share the tests would disagree on them."""
    unstable = [item.nodeid for item in items if re.search(r"\bat 0x[0-9a-f]+", item.nodeid)]
    if unstable:
        raise pytest.UsageError(f"These tests have no stable name; give them ids: {unstable}")


def pytest_collection_finish() -> None:
    """Takes what exists out of the sight of the garbage collector: fifty thousand tests are a large heap.

    Each `gc.collect()` of a test, and there are many, would walk over all of it for most of a second.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden("passes/prune.txt", text)`: the text must be what that file in tests/golden holds."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        text = text.rstrip("\n") + "\n"
        if request.config.getoption("--rewrite-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            return
        repair = "If it is meant, run this test with --rewrite-golden and commit the file."
        assert path.exists(), f"tests/golden/{name} does not exist. {repair}"
        assert text == path.read_text(encoding="utf-8"), f"tests/golden/{name} differs. {repair}"

    return compare


@pytest.fixture
def compilations(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """LLVM's texts of the programs that were compiled."""
    texts = []
    compile_module = compiled.compile_module

    def noted(text: str, *args: Any) -> Any:
        texts.append(text)
        return compile_module(text, *args)

    monkeypatch.setattr(compiled, "compile_module", noted)
    with config.changed(compilation_cache=None):  # Or an earlier run's code would be found.
        yield texts
