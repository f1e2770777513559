"""`==` in plain graphs: whether two symbolic tensors or variables are the same object, as in TensorFlow 1.

Programs of graphs look for tensors and variables in lists and use them as keys: `v in
tf.compat.v1.global_variables()`. In eager code and in functions `==` compares elements. The rule comes with
`tf.Graph` and the default graph.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stagelight.boundary import calling_frame
from stagelight.core.dispatch import CONTEXT
from stagelight.graph.func_graph import FuncGraph
from stagelight.graph.graph import Graph
from stagelight.graph.operation import SymbolicTensor
from stagelight.public import public, publish
from stagelight.state.variable import Variable

PACKAGE = __name__.partition(".")[0]

publish("compat.v1.Graph", Graph)


@public("compat.v1.executing_eagerly_outside_functions")
def executing_eagerly_outside_functions() -> bool:
    """Whether ops run at once outside of functions being traced.

    >>> tf.compat.v1.executing_eagerly_outside_functions()
    True
    """
    stage = CONTEXT.stage
    while isinstance(stage, FuncGraph):
        stage = stage.enclosing_graph
    return stage is None


def is_asked_by_program() -> bool:
    """Whether the method that asks this was called by other code than this package's."""
    caller = calling_frame(2).f_globals.get("__name__", "")
    return caller.partition(".")[0] != PACKAGE


def _is_compared_by_identity(x: Any) -> bool:
    """Whether the tensor belongs to a plain graph, or one is being built here."""
    if isinstance(x, SymbolicTensor) and not x.op.graph.is_function:
        return True
    return not executing_eagerly_outside_functions()


def _equality(compare_elements: Callable[[Any, Any], Any], of_same: bool) -> Callable[..., Any]:
    """`==`, or `!=` if the result for the same object is False."""

    def compare(self: Any, other: Any) -> Any:
        if _is_compared_by_identity(self) and is_asked_by_program():
            return (self is other) is of_same
        return compare_elements(self, other)

    return compare


def _variable_hash(self: Variable) -> int:
    if not executing_eagerly_outside_functions():
        return id(self)
    return _refuse_hash(self)


_refuse_hash = Variable.__hash__

for _class in (SymbolicTensor, Variable):
    setattr(_class, "__eq__", _equality(_class.__eq__, of_same=True))  # noqa: B010 - the type checker
    setattr(_class, "__ne__", _equality(_class.__ne__, of_same=False))  # noqa: B010
setattr(Variable, "__hash__", _variable_hash)  # noqa: B010
