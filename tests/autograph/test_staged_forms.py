"""Forms of values that are there on some ways only: however often they are joined, they are told once."""

import itertools

import pytest

from stagelight.autograph.operators.staged_conditionals import WORDS
from stagelight.autograph.operators.staged_forms import Constant, Form, Leaf, Optional
from stagelight.autograph.operators.staged_joints import Joint
from stagelight.autograph.operators.variables import Undefined, UndefinedReturnValue
from stagelight.types import dtypes
from stagelight.types.shapes import TensorShape

NUMBER = Leaf(dtypes.float32, TensorShape([]))
ABSENT = [UndefinedReturnValue(), Undefined("x"), None]


def absences(form: Form) -> list[type]:
    found = []
    while isinstance(form, Optional):
        found.append(type(form.absent))
        form = form.inner
    return found


@pytest.mark.parametrize("order", [*itertools.permutations(ABSENT)])
def test_each_absence_is_told_once_the_outermost_first(order):
    joint = Joint("x", WORDS, None, None)
    forms = [NUMBER, *map(Constant, order)]
    joined = NUMBER
    for form in forms * 3:
        joined = joint.join(joined, form)
        joined = joint.join(form, joined)
        joined = joint.join(joined, joined)
    assert absences(joined) == [type(absent) for absent in ABSENT]
