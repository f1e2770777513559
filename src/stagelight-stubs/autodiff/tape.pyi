from typing import Any
from __future__ import annotations
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import starmap
from types import FrameType, TracebackType
from typing import Any, Protocol
from stagelight import nest
from stagelight.autodiff.backward import Application, Record, Records, gradient_type, gradients_of_sources, is_differentiable_dtype
from stagelight.autodiff.explanation import Ends, GradientExplanation, GradientExplanations, explained
from stagelight.boundary import guards_itself, leave
from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, add_recorder, pushed, remove_recorder
from stagelight.core.op_def import OpDef, Trait
from stagelight.core.raw import raw
from stagelight.core.tensor import EagerTensor, Tensor, value_listeners
from stagelight.graph.origins import innermost_frame, user_origins
from stagelight.public import public
class Player(Protocol):
    """Plays a tape backwards: what `walked` does."""

    def __call__(self, records: Sequence[Record], seeds: Sequence[tuple[Any, Any]], sources: Sequence[Any], followed: Container[int]) -> list[Any]:
        ...
def walked(records: Sequence[Record], seeds: Sequence[tuple[Any, Any]], sources: Sequence[Any], followed: Container[int]) -> list[Any]:
    """The gradient of each source by the walk over what a tape has recorded."""
_player: Player
_FAILING: Any
def set_player(player: Player) -> None:
    """Sets who plays tapes, for higher floors that know a quicker way for some."""
class UnconnectedGradients:
    """What the gradient of a source is that the target does not depend on.

    Values: `NONE` gives None, `ZERO` zeros of the source's shape.
    """
    NONE: str
    ZERO: str
def check_unconnected(value: Any) -> None:
    """Refuses what is no value of `UnconnectedGradients`."""
def gradient_key(source: Any) -> Any:
    """The tensor by which a source is followed: a variable's handle, else the tensor itself."""
class GradientTape:
    """Records operations on watched tensors, and computes gradients by playing them backwards.

    Trainable variables are watched when they are read; other tensors with `watch`. A tape's resources
    are released by its first `gradient` call unless it is persistent.

    Args:
        persistent: whether `gradient` may be called more than once.
        watch_accessed_variables: whether trainable variables are watched when they are read.

    >>> x = tf.constant(3.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * x
    >>> tape.gradient(y, x)
    <tf.Tensor: shape=(), dtype=float32, numpy=6.0>
    """

    def __init__(self, persistent: bool=False, watch_accessed_variables: bool=True) -> None:
        ...

    def reset_recording(self) -> None:
        """Forgets everything that was recorded."""

    def record(self, op_def: OpDef, inputs: Sequence[Tensor], attrs: Mapping[str, Any], outputs: Sequence[Tensor]) -> None:
        """Notes an application if it depends on a watched tensor (called by `dispatch.apply`)."""

    def _note_end(self) -> None:
        """Notes the last application as an end of a path."""

    def value_taken(self, tensor: Any) -> None:
        """Notes that Python took the value of a tensor (called by the tensor)."""

    def follows(self, tensors: Sequence[Any]) -> bool:
        """Whether any of the tensors depends on a watched one."""

    def variable_accessed(self, variable: Any) -> None:
        """Watches a trainable variable that is being read (called by the variable)."""

    def _watch_variable(self, variable: Any) -> None:
        ...

    def watch(self, tensor: Any) -> None:
        """Follows tensors or variables (also nested ones).

        Raises:
            ValueError: something that is neither.
        """

    def watched_variables(self) -> tuple[Any, ...]:
        """The variables watched so far, in the order in which they were made."""

    def reset(self) -> None:
        """Forgets everything recorded and goes on recording, as a new tape would."""

    @contextmanager
    def stop_recording(self) -> Iterator[None]:
        """Suspends recording inside the `with`.

        Raises:
            RuntimeError: the tape is not recording.
        """

    def __enter__(self) -> GradientTape:
        ...

    def __exit__(self, exception_type: type[BaseException] | None, exception: BaseException | None, traceback: TracebackType | None) -> None:
        ...

    def _push(self) -> None:
        ...

    def _pop(self) -> None:
        ...

    def gradient(self, target: Any, sources: Any, output_gradients: Any=None, unconnected_gradients: str=...) -> Any:
        """The gradient of the (summed) target with respect to each source.

        Args:
            target: tensor or nested tensors to differentiate.
            sources: watched tensors or variables, perhaps nested.
            output_gradients: for each target, what its gradient starts from; ones if None.
            unconnected_gradients: "none" or "zero": what an independent source gets.

        Returns:
            Gradients in the structure of `sources`, of their shapes; `tf.IndexedSlices` for a source
            that was gathered from.

        Raises:
            RuntimeError: a second call of a tape that is not persistent.
            ValueError: an unknown value of `unconnected_gradients`.
            TypeError: a target or source that is no tensor.
        """

    def explain(self, target: Any, source: Any) -> GradientExplanation | GradientExplanations:
        """Says whether a target depends on a source, and if not, at which line the path ends, and why.

        To be asked before `gradient`, which releases what a tape has recorded, or of a persistent tape.

        Args:
            target: a tensor or variable.
            source: a tensor or variable, or several, perhaps nested, such as a model's variables.

        Returns:
            A `GradientExplanation`: `is_connected`, and `breaks` with cause, op and line. As text it says
            what to do. For several sources a tuple of them.

        Raises:
            RuntimeError: the tape has been used.

        >>> x = tf.constant(2.0)
        >>> with tf.GradientTape() as tape:
        ...     tape.watch(x)
        ...     y = tf.stop_gradient(x * x)
        >>> tape.explain(y, x).breaks[0].cause
        'stop_gradient'
        """

    def _leads_to(self, target: Any, keys: Sequence[Any]) -> bool:
        """Whether a target depends on something watched, or is a source itself; text does not."""

    def batch_jacobian(tape, target: Any, source: Any, unconnected_gradients: str=..., parallel_iterations: int | None=None, experimental_use_pfor: bool=True) -> Any:
        """The Jacobian of each row: of `target[i]` with respect to `source[i]`, which alone it depends on.

        Args:
            tape: the tape that recorded them.
            target: tensor of shape `[batch, y...]`.
            source: watched tensor of shape `[batch, x...]`.
            unconnected_gradients: "none" or "zero": what an independent source gets.
            parallel_iterations: a hint for other executors.
            experimental_use_pfor: whether all elements are computed at once; False takes them one by one.

        Returns:
            Tensor of shape `[batch, y..., x...]`.

        Raises:
            RuntimeError: as for `jacobian`; or `parallel_iterations` in a graph with a tape that is not
                persistent.
            ValueError: the first axes of target and source differ, or one of them has less than two axes.

        >>> x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
        >>> with tf.GradientTape() as tape:
        ...     tape.watch(x)
        ...     y = x * x
        >>> tape.batch_jacobian(y, x)[1].numpy()
        array([[6., 0.],
               [0., 8.]], dtype=float32)
        """

    def jacobian(tape, target: Any, sources: Any, unconnected_gradients: str=..., parallel_iterations: int | None=None, experimental_use_pfor: bool=True) -> Any:
        """The derivatives of every element of a target with respect to every element of the sources.

        Args:
            tape: the tape that recorded them.
            target: tensor.
            sources: watched tensors or variables, perhaps nested.
            unconnected_gradients: "none" or "zero": what an independent source gets.
            parallel_iterations: a hint for other executors.
            experimental_use_pfor: whether all elements are computed at once; False takes them one by one.

        Returns:
            For each source a tensor of shape `target.shape + source.shape`.

        Raises:
            RuntimeError: a second use of a tape that is not persistent, or one by one of such a tape.

        >>> x = tf.constant([1.0, 2.0])
        >>> with tf.GradientTape() as tape:
        ...     tape.watch(x)
        ...     y = x * x
        >>> tape.jacobian(y, x).numpy()
        array([[2., 0.],
               [0., 4.]], dtype=float32)
        """
def _in_structure_of(sources: Any, gradients: Sequence[Any]) -> Any:
    """The gradients of all tensors in the structure of the sources; a composite says what its own is."""
def _age(variable: Any) -> int:
    """What a variable is sorted by: its number among all; those without one come first."""
def _zeros_for(source: Any) -> Tensor:
    ...
def _key_of(source: Any) -> Any:
    """`gradient_key` of a source.

    Raises:
        TypeError: it is no tensor or variable.
    """
def _as_target(target: Any) -> Any:
    ...
def stop_all_recording() -> AbstractContextManager[None]:
    """Hides what is done inside from every tape and accumulator of this thread."""
