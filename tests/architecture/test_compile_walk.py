"""The way of a graph to machine code does not grow longer; see `compile_walk.py`."""

from __future__ import annotations

import pytest

from tests.architecture.compile_walk import ONE_REGION, PROGRAMS, compile_walk

# Functions that the graph is handed to, their files, and calls upward. These numbers only fall: who makes the
# way shorter writes the new ones down.
CEILINGS = {"one region": (34, 15, 3), "all": (46, 19, 3)}


@pytest.mark.parametrize(("name", "programs"), [("one region", ONE_REGION), ("all", PROGRAMS)])
def test_the_compile_walk_is_not_longer_than_it_was(name, programs):
    walk = compile_walk(programs)
    # It was seen: every program comes to the first and to the last function.
    assert {"NativeExecutor.compile", "Lowering.lower_operations"} <= {x for _, x in walk.functions}
    assert all(now <= most for now, most in zip(walk.counts, CEILINGS[name], strict=True)), (
        walk.counts
    )
