from typing import Any
from __future__ import annotations
import abc
from collections.abc import Callable
from typing import Any
from stagelight.compat.v1.graph_collections import collect_variable
from stagelight.compat.v1.variable_messages import from_proto
from stagelight.public import public
from stagelight.state.variable import Variable
from stagelight.state.variable_replication import VariableAggregation, VariableSynchronization
def make_variable(initial_value: Any=None, trainable: bool | None=None, collections: Any=None, validate_shape: bool=True, caching_device: Any=None, name: str | None=None, variable_def: Any=None, dtype: Any=None, expected_shape: Any=None, import_scope: str | None=None, constraint: Callable[[Any], Any] | None=None, use_resource: bool | None=None, synchronization: VariableSynchronization=..., aggregation: VariableAggregation=..., shape: Any=None, experimental_enable_variable_lifting: bool=True) -> Variable:
    """A variable in collections; see `OlderVariable`. The last argument has no effect."""
class _MakesVariables(abc.ABCMeta):
    """Calls of the class make variables of `tf.Variable`, all of which are its instances."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Variable:
        ...

    def __instancecheck__(cls, value: Any) -> bool:
        ...
class OlderVariable(metaclass=_MakesVariables):
    """A variable, with TensorFlow 1's arguments.

    Args:
        initial_value: a tensor, what converts to one, or a function without arguments that gives one.
        trainable: whether it is trainable; True if None.
        collections: the collections of the graph that it is put into; that of global variables if None.
        name, dtype, constraint, synchronization, aggregation, shape: as for `tf.Variable`.
        variable_def: a `VariableDef` of a variable whose operations are in the graph, in place of a value.
        import_scope: the scope in which its names are.
        validate_shape, caching_device, expected_shape, use_resource: accepted for compatibility.

    Raises:
        ValueError: no initial value, or one that does not fit the shape.

    >>> with tf.Graph().as_default():
    ...     v = tf.compat.v1.Variable(1.0, collections=["local_variables"])
    ...     tf.compat.v1.global_variables(), tf.compat.v1.local_variables() == [v]
    ([], True)
    """

    @staticmethod
    def from_proto(variable_def: Any, import_scope: str | None=None) -> Variable:
        """The variable of the default graph that a `VariableDef` tells of.

        Args:
            variable_def: the message.
            import_scope: the scope in which its names are.

        Raises:
            KeyError: the graph lacks the variable.
            TypeError: what has its name is no variable.
        """
