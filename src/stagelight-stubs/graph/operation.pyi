from typing import Any
from stagelight.compat.v1.session import Session as Session
from traceback import StackSummary as StackSummary
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
class SymbolicTensor(Tensor):
    """An output of an operation: it has a value when the graph runs."""
    __slots__: Any

    def __init__(self, op: Operation, value_index: int, inferred: Inferred) -> None:
        ...

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""

    @property
    def shape(self) -> TensorShape:
        """The static shape: what is known of the shape before the graph runs."""

    def set_shape(self, shape: Any) -> None:
        """Merges what the caller knows into the static shape.

        Raises:
            ValueError: the shapes contradict each other.
        """

    @property
    def graph(self) -> Any:
        """The `Graph` that the operation stands in."""

    @property
    def name(self) -> str:
        """`operation:output`, such as "add:0"."""

    @property
    def device(self) -> str:
        """The device that the operation was placed on, perhaps empty."""

    def consumers(self) -> list[Operation]:
        """The operations of the graph that take this tensor."""

    @property
    def _array(self) -> NoReturn:
        """A kernel asks for the value: the tensor was used outside of its graph."""

    def __hash__(self) -> int:
        ...

    def __bool__(self) -> bool:
        ...

    def __iter__(self) -> Iterator[Tensor]:
        ...

    def __len__(self) -> int:
        ...

    def __index__(self) -> int:
        ...
    __int__ = __index__

    def __float__(self) -> float:
        ...

    def __array__(self, dtype: Any=None, copy: bool | None=None) -> np.ndarray:
        ...

    def __getattr__(self, name: str) -> NoReturn:
        ...

    def __str__(self) -> str:
        ...

    def __repr__(self) -> str:
        ...
    op: Any
    value_index: Any
    constant: Any

    def __eq__(self, other: Any) -> Any:
        ...

    def __ne__(self, other: Any) -> Any:
        ...
class Operation:
    """A node of a graph: an op with inputs, control inputs, attrs and outputs."""
    __slots__: Any

    def __init__(self, graph: Any, name: str, op_def: OpDef, inputs: list[SymbolicTensor], attrs: dict[str, Any], results: Sequence[Inferred]) -> None:
        ...

    @property
    def frames(self) -> tuple[tuple[str, int, str], ...]:
        """(file, line, function) of the user's code that made the operation, inner first."""

    @property
    def places(self) -> tuple[SourcePlace, ...]:
        """Where in the user's code the operation was made, outer first."""

    @property
    def type(self) -> str:
        """The op's name, such as "MatMul"."""

    @property
    def node_def(self) -> Any:
        """The operation as a `NodeDef`, as it stands in the `GraphDef` of its graph."""

    @property
    def output(self) -> SymbolicTensor:
        """The first output."""

    def get_attr(self, name: str) -> Any:
        """The value of an attr as TensorFlow gives it.

        Dtypes are a `tf.DType`, strings bytes, shapes, tensors and functions messages: `TensorShapeProto`,
        `TensorProto`, `NameAttrList`.

        Raises:
            ValueError: the op has no attr of that name.
        """

    def attr_value(self, name: str) -> Any:
        """The value of an attr, given or by default, as rules of ops take it.

        Raises:
            ValueError: the op has no attr of that name.
        """

    @property
    def _control_outputs(self) -> list[Operation]:
        """The operations of the graph that wait for this one: the other side of `control_inputs`."""

    def values(self) -> tuple[SymbolicTensor, ...]:
        """The outputs."""

    def extend(self, attrs: Mapping[str, Any], inputs: Sequence[SymbolicTensor]=..., outputs: Sequence[Inferred]=...) -> list[SymbolicTensor]:
        """Changes the graphs that an operation runs, and gives it further inputs and outputs.

        For gradients, which need more of a call or loop than its caller did. Only in a graph that is
        being built, or in a copy that nobody else has.

        Returns:
            The new outputs.
        """

    def __repr__(self) -> str:
        ...
    graph: Any
    name: Any
    op_def: Any
    inputs: Any
    attrs: Any
    control_inputs: list[Operation]
    device: Any
    origins: Any
    outputs: Any

    def colocation_groups(self) -> list[bytes]:
        """The operations that this one is placed with: `[b"loc:@name"]`, by default itself."""

    def run(self, feed_dict: Mapping[Any, Any] | None=None, session: Session | None=None) -> None:
        """Runs the operation in a session: `session.run(operation, feed_dict)`.

        Args:
            feed_dict: what takes the place of tensors.
            session: the session, the default one if None.

        Raises:
            ValueError: there is no default session of the operation's graph.

        >>> with tf.Graph().as_default(), tf.compat.v1.Session():
        ...     tf.no_op().run()
        """

    @property
    def traceback(self) -> StackSummary:
        """Where the program made the operation, the outer calls first."""
