"""What is known of a program without its loops goes to bytes and back."""

from __future__ import annotations

import numpy as np
import pytest

from stagelight.codegen.machine.compiler import ModuleOutline
from stagelight.codegen.program_form import ArrayForm, ProgramForm
from stagelight.types import dtypes

OUTLINE = ModuleOutline("k" * 64, ("declared", "malloc"), ("entry",))
CONSTANTS = [
    np.arange(6, dtype=np.float32).reshape(2, 3), np.array(3, np.int8), np.array([True, False, True]),
    np.zeros((0, 2)), np.array([1.5, np.nan], dtypes.bfloat16.numpy_dtype), np.array([2**63], np.uint64),
]  # fmt: skip


def form(constants=(), shape=(2, 3)):
    return ProgramForm(
        "program",
        OUTLINE,
        (ArrayForm(dtypes.float32, shape), ArrayForm(dtypes.bool_, ())),
        (1,),
        {0: ArrayForm(dtypes.float64, (1 << 20,))},
        ((False, 0), (True, 1)),
        {f"constant{i}": array for i, array in enumerate(constants)},
    )


def test_a_form_comes_back_from_its_bytes():
    before = form(CONSTANTS)
    after = ProgramForm.from_bytes(before.to_bytes())
    for name in ("name", "module", "inputs", "written", "made", "results"):
        assert getattr(after, name) == getattr(before, name)
    assert list(after.constants) == list(before.constants)
    for one, other in zip(after.constants.values(), CONSTANTS, strict=True):
        assert one.dtype == other.dtype and one.shape == other.shape
        assert one.tobytes() == other.tobytes()
        assert one.flags.aligned and one.flags.owndata


@pytest.mark.parametrize("results, plain", [
    ((), True), (((False, 0), (False, 1)), True), (((False, 1), (False, 0)), False),
    (((True, 0),), False),
])  # fmt: skip
def test_results_are_the_outputs_or_stand_elsewhere(results, plain):
    changed = ProgramForm("program", OUTLINE, (), (), {}, results, {})
    assert changed.gives_outputs is plain


def test_large_constants_are_not_written():
    assert form([np.zeros(1 << 20, np.int8)]).to_bytes() is not None
    assert form([np.zeros(1 << 20, np.int8), np.zeros(1)]).to_bytes() is None


def test_symbolic_sizes_are_not_written():
    read = ProgramForm.from_bytes(form(shape=(object(), 3)).to_bytes())
    assert read.inputs[0].shape == (None, 3)
