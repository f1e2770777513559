"""Values that pretend to be symbolic, and a staging of them that runs on Python values.

A `Hidden` holds a value that Python must not see. `Hidden` conditions are staged: both branches of
an `if` and one extra round of each loop are traced, and only what the state functions carry
survives. So a converted program is right on hidden conditions only if the analysis found all of its
state.
"""

from __future__ import annotations

from stagelight.autograph.operators import dispatch
from stagelight.autograph.operators.variables import Undefined
from stagelight.errors import OperatorNotAllowedInGraphError


class Hidden:
    def __init__(self, value):
        self.value = value

    def __bool__(self):
        raise OperatorNotAllowedInGraphError("Python asked a hidden value for its truth")

    def __iter__(self):
        raise OperatorNotAllowedInGraphError("Python iterates over a hidden value")

    def __repr__(self):
        return f"Hidden({self.value!r})"


def reveal(value):
    return value.value if isinstance(value, Hidden) else value


def _trace(function, *args):
    """Runs code that Python might not run; whatever goes wrong is not its fault."""
    try:
        function(*args)
    except Exception:  # noqa: BLE001
        return False
    return True


def _if(cond, body, orelse, get_state, set_state, symbol_names, nouts, captured=0):
    before = get_state()
    last = len(symbol_names) - captured
    taken, other = (body, orelse) if cond.value else (orelse, body)
    _trace(other)
    set_state(before)
    taken()
    after = get_state()
    _trace(other)
    set_state(after[:nouts] + before[nouts:last] + after[last:])


def _if_exp(cond, if_true, if_false, expr_repr):
    taken, other = (if_true, if_false) if cond.value else (if_false, if_true)
    _trace(other)
    return taken()


def _while(test, body, get_state, set_state, symbol_names, opts):
    before = get_state()
    _trace(body)
    set_state(before)
    state = before
    while True:
        set_state(state)
        if not reveal(test()):
            break
        body()
        state = get_state()
        _trace(body)
    set_state(state)


def _for(iter_, extra_test, body, get_state, set_state, symbol_names, opts):
    state = get_state()
    elements = list(iter_.value)
    if elements:
        _trace(body, elements[0])
    for element in elements:
        set_state(state)
        if extra_test is not None and not reveal(extra_test()):
            break
        body(element)
        state = get_state()
        _trace(body, element)
    set_state(state)


def _until(stop, rest, extra_test, body, get_state, set_state, symbol_names, opts):
    _for(Hidden(list(rest)), extra_test, body, get_state, set_state, symbol_names, opts)


def register():
    dispatch.IF_STMT.register(Hidden, _if)
    dispatch.IF_EXP.register(Hidden, _if_exp)
    dispatch.WHILE_STMT.register(Hidden, _while)
    dispatch.WHILE_CHANGED.register(Hidden, _while)
    dispatch.FOR_STMT.register(Hidden, _for)
    dispatch.FOR_UNTIL.register(Hidden, _until)
    dispatch.AND.register(Hidden, lambda a, b: Hidden(a.value and reveal(b())))
    dispatch.OR.register(Hidden, lambda a, b: Hidden(a.value or reveal(b())))
    dispatch.NOT.register(Hidden, lambda a: Hidden(not a.value))
    dispatch.ASSERT.register(Hidden, lambda test, message: ("asserted", test))
    dispatch.BUILTINS["bool"].register(Hidden, lambda x: Hidden(bool(x.value)))
    dispatch.BUILTINS["len"].register(Hidden, lambda x: Hidden(len(x.value)))


register()

__all__ = ["Hidden", "Undefined", "reveal"]
