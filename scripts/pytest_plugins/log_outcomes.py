"""Pytest plugin (`-p log_outcomes --outcomes FILE`): the outcome of each test is a line of a file at once.

A line is JSON: `["started", id]` before a test, `["passed" | "failed" | "skipped", id, seconds, last line of
the error]` after it, and `["collected", id]` for each test where tests are only collected. What ran before a
crash is thus known. A test that takes longer than `--test-limit` seconds fails. `--selection FILE` leaves
only the tests whose ids are lines of the file.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of this plugin."""
    parser.addoption("--outcomes", type=Path, required=True)
    parser.addoption("--test-limit", type=int, default=120)
    parser.addoption("--selection", type=Path)


class OutcomeLog:
    """Writes lines to the file of `--outcomes`."""

    def __init__(self, path: Path, limit: int) -> None:
        self._file = path.open("a", encoding="utf-8")
        self._limit = limit

    def _write(self, *fields: Any) -> None:
        self._file.write(json.dumps(fields) + "\n")
        self._file.flush()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Notes the tests, where they are not run."""
        if session.config.option.collectonly:
            for item in session.items:
                self._write("collected", item.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Notes the beginning of a test, and limits its time."""
        self._write("started", item.nodeid)
        signal.signal(signal.SIGALRM, _fail)
        signal.alarm(self._limit)
        try:
            return (yield)
        finally:
            signal.alarm(0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes the outcome: of the call, or of what failed or was skipped before or after it."""
        if report.when == "call" or report.outcome != "passed":
            text = report.longreprtext.strip().splitlines() if report.failed else []
            errors = [line for line in text if line.startswith("E ")] or text[-1:]
            reason = errors[0][:300] if errors else ""
            self._write(report.outcome, report.nodeid, round(report.duration, 2), reason)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the selected tests."""
    if config.option.selection is not None:
        selected = set(config.option.selection.read_text(encoding="utf-8").splitlines())
        items[:] = [item for item in items if item.nodeid in selected]


def _fail(signum: int, frame: Any) -> None:
    raise TimeoutError("The test takes longer than --test-limit.")


def pytest_configure(config: pytest.Config) -> None:
    """Registers the log."""
    config.pluginmanager.register(OutcomeLog(config.option.outcomes, config.option.test_limit))
