"""What tests of machine code share: which ops became some."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from stagelight.runtime import native


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the ops of all regions that are compiled."""
    names: list[str] = []
    compile_region = native._callable

    def noted(program: Any, region: Any, *others: Any) -> Any:
        names.extend(operation.op_def.name for operation in region.operations)
        return compile_region(program, region, *others)

    monkeypatch.setattr(native, "_callable", noted)
    yield names
