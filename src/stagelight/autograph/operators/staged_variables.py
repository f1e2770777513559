"""Builtins, loops, `in` and unpacking over variables: while a graph is traced, the value read there.

    for row in v                  goes over the rows of `v.value()`; likewise `range(v)`, `len(v)`,
                                  `max(v, 0)`, `x in v` and `a, b = v`

Outside of graphs Python's own meaning holds: a variable has a value then. Conditions are in
`staged_truth`, indices in `staged_items`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.autograph.operators.builtins import OVERLOADED
from stagelight.autograph.operators.calls import converted_call
from stagelight.autograph.operators.dispatch import FOR_STMT, IN, ROWS, UNPACK, Operator
from stagelight.autograph.operators.staged_truth import is_staging
from stagelight.autograph.options import STANDARD_OPTIONS
from stagelight.core.convert import convert_to_tensor
from stagelight.state.variable import Variable

# Builtins that show the variable itself.
_SHOW = ("print",)


def _value(argument: Any) -> Any:
    """An argument with the values of variables in their places, in lists and tuples too."""
    if isinstance(argument, Variable):
        return convert_to_tensor(argument)
    if type(argument) in (list, tuple) and any(isinstance(x, Variable) for x in argument):
        return type(argument)(_value(x) for x in argument)
    return argument


def _of_values(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        values = tuple(_value(x) for x in args)
        return converted_call(function, values, kwargs, None, STANDARD_OPTIONS)

    return call


def _of_value_at(place: int, operator: Operator) -> Callable[..., Any]:
    """What an operator means for the value of its argument at a place."""

    def call(*args: Any) -> Any:
        value = convert_to_tensor(args[place])
        implementation = operator.overload(value)
        assert implementation is not None, "tensors of graphs have all operators"
        return implementation(*args[:place], value, *args[place + 1 :])

    return call


for _function, _operator in OVERLOADED.items():
    if _operator.name not in _SHOW:
        _operator.register(Variable, _of_values(_function), when=is_staging)
for _operator, _place in ((FOR_STMT, 0), (ROWS, 0), (UNPACK, 0), (IN, 1)):
    _operator.register(Variable, _of_value_at(_place, _operator), when=is_staging)
