"""What tests of machine code share: which ops became some."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from stagelight.runtime import region_code


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the ops of all regions that are compiled."""
    names: list[str] = []
    compile_region = region_code._kept_or_compiled

    def noted(region: Any, *others: Any) -> Any:
        run = compile_region(region, *others)
        if run is not None:
            names.extend(operation.op_def.name for operation in region.operations)
        return run

    monkeypatch.setattr(region_code, "_kept_or_compiled", noted)
    yield names
