"""`Operation` and `SymbolicTensor`: a node of a graph, and its outputs.

They know the graph that they stand in as something with `operations` and `is_function`; how one is
built is in `graph`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from stagelight.boundary import guarded, guards_itself
from stagelight.core.dispatch import CONTEXT
from stagelight.core.inference import Inferred
from stagelight.core.op_def import OpDef
from stagelight.core.tensor import Tensor
from stagelight.graph.attr_values import attr_value, public_attr_value
from stagelight.graph.graph_def_export import node_def
from stagelight.graph.origins import lines_of, operation_origins, places_of
from stagelight.graph.source_places import SourcePlace
from stagelight.graph.symbolic_errors import leak_error, not_a_python_value
from stagelight.public import public
from stagelight.types.dtypes import DType
from stagelight.types.shapes import TensorShape, as_shape


@guarded
@public("__internal__.SymbolicTensor")
class SymbolicTensor(Tensor):
    """An output of an operation: it has a value when the graph runs."""

    __slots__ = ("_dtype", "_shape", "constant", "handle_data", "op", "value_index")

    @guards_itself
    def __init__(self, op: Operation, value_index: int, inferred: Inferred) -> None:
        self.op = op
        self.value_index = value_index
        self._shape, self._dtype, self.handle_data = inferred
        self.constant: Any = None  # Memo of core.inference.constant_value.

    @property
    def dtype(self) -> DType:  # type: ignore[override]
        """The dtype of the elements."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:  # type: ignore[override]
        """The static shape: what is known of the shape before the graph runs."""
        return self._shape

    def set_shape(self, shape: Any) -> None:
        """Merges what the caller knows into the static shape.

        Raises:
            ValueError: the shapes contradict each other.
        """
        self._shape = self._shape.merge_with(as_shape(shape))

    @property
    def graph(self) -> Any:
        """The `Graph` that the operation stands in."""
        return self.op.graph

    @property
    def name(self) -> str:  # type: ignore[override]
        """`operation:output`, such as "add:0"."""
        return f"{self.op.name}:{self.value_index}"

    @property
    def device(self) -> str:  # type: ignore[override]
        """The device that the operation was placed on, perhaps empty."""
        return self.op.device

    def consumers(self) -> list[Operation]:
        """The operations of the graph that take this tensor."""
        return [op for op in self.graph.operations if any(x is self for x in op.inputs)]

    @property
    def _array(self) -> NoReturn:
        """A kernel asks for the value: the tensor was used outside of its graph."""
        raise leak_error(self)

    def __hash__(self) -> int:
        if self.op.graph.is_function:
            return super().__hash__()
        return id(self)  # TF 1: tensors of plain graphs are keys, as in `feed_dict`.

    def __bool__(self) -> bool:
        raise not_a_python_value("bool")

    def __iter__(self) -> Iterator[Tensor]:
        raise not_a_python_value("iterator")

    def __len__(self) -> int:
        raise TypeError(
            f"len is not well defined for a symbolic Tensor ({self.name}). "
            "Call `tf.shape(x)[0]` for the size of its first axis. (AG301)"
        )

    def __index__(self) -> int:
        raise not_a_python_value("int")

    __int__ = __index__

    def __float__(self) -> float:
        raise not_a_python_value("float")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        raise NotImplementedError(
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. Use tensor "
            "operations instead of NumPy calls, or tf.numpy_function to run NumPy code each time. (AG304)"
        )

    def __getattr__(self, name: str) -> NoReturn:
        error = AttributeError(f"'Tensor' object has no attribute {name!r}")
        if name == "numpy":
            error.add_note(  # TF: the text of the error itself ends here.
                "The tensor is symbolic: it has a value when the graph runs. Return it from the "
                "function, use tensor operations or tf.print, or tf.py_function. (AG304)"
            )
        raise error

    def __str__(self) -> str:
        return f'Tensor("{self.name}", shape={self._shape}, dtype={self._dtype.name})'

    def __repr__(self) -> str:
        return f"<tf.Tensor '{self.name}' shape={self._shape} dtype={self._dtype.name}>"


@public("Operation")
class Operation:
    """A node of a graph: an op with inputs, control inputs, attrs and outputs."""

    __slots__ = (
        "__dict__",  # TF: libraries note things on operations; it is made where they do.
        "__weakref__",
        "attrs",
        "control_inputs",
        "device",
        "graph",
        "inputs",
        "name",
        "op_def",
        "origins",
        "outputs",
    )

    @guards_itself
    def __init__(
        self,
        graph: Any,
        name: str,
        op_def: OpDef,
        inputs: list[SymbolicTensor],
        attrs: dict[str, Any],
        results: Sequence[Inferred],
    ) -> None:
        self.graph = graph
        self.name = name
        self.op_def = op_def
        self.inputs = inputs
        self.attrs = attrs
        self.control_inputs: list[Operation] = []
        self.device = CONTEXT.device
        self.origins = operation_origins()
        if len(results) == 1:  # Most often.
            self.outputs = [SymbolicTensor(self, 0, results[0])]
        else:
            self.outputs = [SymbolicTensor(self, i, result) for i, result in enumerate(results)]

    @property
    def frames(self) -> tuple[tuple[str, int, str], ...]:
        """(file, line, function) of the user's code that made the operation, inner first."""
        return lines_of(self.origins)

    @property
    def places(self) -> tuple[SourcePlace, ...]:
        """Where in the user's code the operation was made, outer first."""
        return places_of(self.origins)[::-1]

    @property
    def type(self) -> str:
        """The op's name, such as "MatMul"."""
        return self.op_def.name

    @property
    def node_def(self) -> Any:
        """The operation as a `NodeDef`, as it stands in the `GraphDef` of its graph."""
        return node_def(self)

    @property
    def output(self) -> SymbolicTensor:
        """The first output."""
        return self.outputs[0]

    def get_attr(self, name: str) -> Any:
        """The value of an attr as TensorFlow gives it.

        Dtypes are a `tf.DType`, strings bytes, shapes, tensors and functions messages: `TensorShapeProto`,
        `TensorProto`, `NameAttrList`.

        Raises:
            ValueError: the op has no attr of that name.
        """
        return public_attr_value(self, name)

    def attr_value(self, name: str) -> Any:
        """The value of an attr, given or by default, as rules of ops take it.

        Raises:
            ValueError: the op has no attr of that name.
        """
        return attr_value(self, name)

    @property
    def _control_outputs(self) -> list[Operation]:
        """The operations of the graph that wait for this one: the other side of `control_inputs`."""
        return [other for other in self.graph.get_operations() if self in other.control_inputs]

    def values(self) -> tuple[SymbolicTensor, ...]:
        """The outputs."""
        return tuple(self.outputs)

    def extend(
        self,
        attrs: Mapping[str, Any],
        inputs: Sequence[SymbolicTensor] = (),
        outputs: Sequence[Inferred] = (),
    ) -> list[SymbolicTensor]:
        """Changes the graphs that an operation runs, and gives it further inputs and outputs.

        For gradients, which need more of a call or loop than its caller did. Only in a graph that is
        being built, or in a copy that nobody else has.

        Returns:
            The new outputs.
        """
        first = len(self.outputs)
        added = [SymbolicTensor(self, first + i, result) for i, result in enumerate(outputs)]
        self.attrs.update(attrs)
        self.inputs.extend(inputs)
        self.outputs.extend(added)
        return added

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"
