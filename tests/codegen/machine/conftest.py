"""Tests of machine code keep it nowhere but in a directory of their own."""

from __future__ import annotations

import pytest

from stagelight import config


@pytest.fixture(autouse=True)
def own_cache(tmp_path):
    """The directory in which the test's compiled code is kept."""
    with config.changed(compilation_cache=str(tmp_path / "cache")):
        yield tmp_path / "cache"
