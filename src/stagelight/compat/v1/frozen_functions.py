"""Freezing of functions: a concrete function whose variables and captured tensors are constants.

Converters of models import it as `tensorflow.python.framework.convert_to_constants`. Calls are inlined, the
message is frozen (`graph/freezing.py`), and what it computes becomes a function. Conditionals and loops
stay `If` and `While`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from stagelight.compat.v1.graph_surgery import convert_variables_to_constants
from stagelight.compat.v1.reads_in_bodies import read_in_bodies
from stagelight.compat.v1.session import Session, get_default_session
from stagelight.compat.v1.variables import global_variables_initializer
from stagelight.compat.v1.wrapped_functions import WrappedFunction, function_from_graph_def
from stagelight.core.tensor import EagerTensor
from stagelight.graph.cloning import clone_graph
from stagelight.graph.freezing import FrozenValue, freeze_handles, set_constant
from stagelight.graph.func_graph import FuncGraph
from stagelight.ops.resources.resource_variables import VariableResource
from stagelight.passes.inline_calls import InlineCalls
from stagelight.staging.concrete_function import ConcreteFunction

_INLINE_ALL = InlineCalls(most_operations=1_000_000, most_copies=1_000_000)


class FunctionConverter:
    """A function as a message, with the values of its captured variables and tensors.

    Args:
        func: the function.
        lower_control_flow: accepted for compatibility: conditionals and loops stay `If` and `While`.
        aggressive_inlining: accepted for compatibility: all calls are inlined.
        variable_names_allowlist: the names of the variables that become constants; all if None.
        variable_names_denylist: the names of variables that do not.

    Attributes:
        graph_def: the message, in which captured tensors are placeholders.
        values: by the names of placeholders, the values of variables.
        tensors: by the names of placeholders, the values of other captured tensors.
        captures: by the names of placeholders, what stays captured: tables, and variables that are left out.
    """

    def __init__(
        self,
        func: ConcreteFunction,
        lower_control_flow: bool = True,
        aggressive_inlining: bool = False,
        variable_names_allowlist: Collection[str] | None = None,
        variable_names_denylist: Collection[str] | None = None,
        session: Session | None = None,
    ) -> None:
        graph, _ = clone_graph(func.graph)
        _INLINE_ALL.run(graph)
        read_in_bodies(graph)
        self.graph_def = graph.as_graph_def(add_shapes=True)
        self.values: dict[str, FrozenValue] = {}
        self.tensors: dict[str, FrozenValue] = {}
        self.captures: dict[str, Any] = {}
        self._session = session
        names = {id(x.handle): x.name.removesuffix(":0") for x in func.variables}
        variables = {id(x.handle): x for x in func.variables}
        for outside, placeholder in graph.captures:
            own = placeholder.op.name
            variable = variables.get(id(outside))
            name = names.get(id(outside))
            is_left_out = variable is not None and (
                (variable_names_allowlist is not None and name not in variable_names_allowlist)
                or name in (variable_names_denylist or ())
            )
            if is_left_out:
                self.captures[own] = outside
            else:
                self._add(own, outside, variable)

    def _add(self, name: str, outside: Any, variable: Any) -> None:
        """Sorts a captured tensor in, by the name of its placeholder."""
        if variable is not None and isinstance(outside, EagerTensor):
            resource = outside._array[()]
            assert isinstance(resource, VariableResource)
            if resource.value is None:
                raise ValueError(
                    f"Variable {variable.name!r} has no value yet, so it cannot become a constant. Assign "
                    "to it first."
                )
            self.values[name] = _frozen(EagerTensor(resource.value, resource.dtype))
        elif variable is not None:
            self.values[name] = FrozenValue(self._run(variable), variable.dtype.as_datatype_enum)
        elif outside.dtype.name in ("resource", "variant"):
            self.captures[name] = outside
        elif isinstance(outside, EagerTensor):
            self.tensors[name] = _frozen(outside)
        else:
            array = self._run(outside)
            self.tensors[name] = FrozenValue(array, outside.dtype.as_datatype_enum)

    def _run(self, element: Any) -> Any:
        """The value that a variable or tensor of a plain graph has in the session."""
        session = self._session or get_default_session()
        if session is None:
            with element.graph.as_default():
                session = Session(graph=element.graph)
                session.run(global_variables_initializer())
        self._session = session
        return session.run(element)


def _frozen(tensor: EagerTensor) -> FrozenValue:
    return FrozenValue(tensor._array, tensor.dtype.as_datatype_enum)


def replace_variables_by_constants(
    converter_data: FunctionConverter, keep_writes: bool = True
) -> tuple[Any, set[int]]:
    """The frozen message of a function, and the positions of its inputs that became constants.

    Operations that write to a variable are left as they are, and make a message that nobody can import: who
    asks for the message takes them out.
    """
    graph_def = converter_data.graph_def
    inputs = [node.name for node in graph_def.node if node.op == "Placeholder"]
    frozen = converter_data.values.keys() | converter_data.tensors.keys()
    positions = {i for i, name in enumerate(inputs) if name in frozen}
    for node in graph_def.node:
        if node.name in converter_data.tensors:
            set_constant(node, *converter_data.tensors[node.name])
    freeze_handles(graph_def, converter_data.values, keep_writes)
    return graph_def, positions


def convert_variables_to_constants_v2_as_graph(
    func: ConcreteFunction, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> tuple[WrappedFunction, Any]:
    """A function whose variables are constants, and its message; see `convert_variables_to_constants_v2`."""
    return _convert(func, FunctionConverter(func, lower_control_flow, aggressive_inlining))


def convert_variables_to_constants_v2(
    func: ConcreteFunction, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> WrappedFunction:
    """A function with the values that the variables of another have now as constants.

    Args:
        func: the function.
        lower_control_flow: accepted for compatibility: conditionals and loops stay `If` and `While`.
        aggressive_inlining: accepted for compatibility: all calls are inlined.

    Returns:
        A function of the tensors of the arguments, in a row, with a list of results. Tables stay captured.

    Raises:
        ValueError: it writes to a variable, or uses one that has no value.
    """
    return convert_variables_to_constants_v2_as_graph(
        func, lower_control_flow, aggressive_inlining
    )[0]


def convert_var_to_const_function_in_v1(
    func: ConcreteFunction, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> WrappedFunction:
    """As `convert_variables_to_constants_v2`, of a function that was staged while a plain graph is built.

    The values of the graph's variables are those of the default session; without one, their initial values.
    """
    return _convert(func, FunctionConverter(func, lower_control_flow, aggressive_inlining))[0]


def convert_variables_to_constants_from_session_graph(
    session: Session,
    graph_def: Any,
    output_node_names: Collection[str],
    variable_names_allowlist: Collection[str] | None = None,
    variable_names_denylist: Collection[str] | None = None,
) -> Any:
    """As `tf.compat.v1.graph_util.convert_variables_to_constants`."""
    return convert_variables_to_constants(
        session, graph_def, output_node_names, variable_names_allowlist, variable_names_denylist
    )


def disable_lower_using_switch_merge(graph_def: Any) -> Any:
    """A copy of a message whose conditionals and loops say that they are not to be lowered."""
    copy = type(graph_def)()
    copy.CopyFrom(graph_def)
    for nodes in (copy.node, *[x.node_def for x in copy.library.function]):
        for node in nodes:
            if node.op.removeprefix("Stateless") in ("If", "While", "Case"):
                node.attr["_lower_using_switch_merge"].b = False
    return copy


def _convert(func: ConcreteFunction, data: FunctionConverter) -> tuple[WrappedFunction, Any]:
    graph_def, _ = replace_variables_by_constants(data, keep_writes=False)
    graph: FuncGraph = func.graph
    arguments = [x.name for x in graph.inputs[: func.argument_count]]
    outputs = [x.name for x in func.outputs]
    return function_from_graph_def(graph_def, arguments, outputs, data.captures), graph_def
