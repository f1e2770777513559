"""Ops that exist for one test."""

from __future__ import annotations

import pytest

from stagelight.core import registry


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is defined in the test is forgotten after it."""
    monkeypatch.setattr(registry, "_op_defs", dict(registry._op_defs))
