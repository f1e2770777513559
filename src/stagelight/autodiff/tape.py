"""`GradientTape`: records what is applied to watched tensors and plays it back."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import starmap
from types import FrameType, TracebackType
from typing import Any, Protocol

from stagelight import nest
from stagelight.autodiff.backward import (
    Application,
    Record,
    Records,
    gradient_type,
    gradients_of_sources,
    is_differentiable_dtype,
)
from stagelight.autodiff.explanation import (
    Ends,
    GradientExplanation,
    GradientExplanations,
    explained,
)
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

    def __call__(
        self,
        records: Sequence[Record],
        seeds: Sequence[tuple[Any, Any]],
        sources: Sequence[Any],
        followed: Container[int],
    ) -> list[Any]: ...


def walked(
    records: Sequence[Record],
    seeds: Sequence[tuple[Any, Any]],
    sources: Sequence[Any],
    followed: Container[int],
) -> list[Any]:
    """The gradient of each source by the walk over what a tape has recorded."""
    made = records.applications() if isinstance(records, Records) else starmap(Application, records)
    return gradients_of_sources(made, seeds, sources, followed)


_player: Player = walked

# Ops whose gradients may fail by themselves: all callers are noted, which takes longer than one line.
_FAILING = Trait.NONE_GRADIENTS | Trait.SIDE_EFFECT | Trait.HOST_ONLY


def set_player(player: Player) -> None:
    """Sets who plays tapes, for higher floors that know a quicker way for some."""
    global _player  # noqa: PLW0603 - the one player of the process
    _player = player


@public("UnconnectedGradients")
class UnconnectedGradients:
    """What the gradient of a source is that the target does not depend on.

    Values: `NONE` gives None, `ZERO` zeros of the source's shape.
    """

    NONE = "none"
    ZERO = "zero"


def check_unconnected(value: Any) -> None:
    """Refuses what is no value of `UnconnectedGradients`."""
    if value not in (UnconnectedGradients.NONE, UnconnectedGradients.ZERO):
        raise ValueError(
            f"Unknown value for unconnected_gradients: {value!r}. Required: 'none' or 'zero'."
        )


def gradient_key(source: Any) -> Any:
    """The tensor by which a source is followed: a variable's handle, else the tensor itself."""
    if type(source) is EagerTensor:
        return source
    handle = getattr(source, "handle", None)
    return source if handle is None else handle


@public("GradientTape", "autodiff.GradientTape")
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

    @guards_itself
    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent = persistent
        self._watch_accessed_variables = watch_accessed_variables
        self._used = False
        self._recording = False
        # The user's function with the block in which the tape records.
        self._frame: FrameType | None = None
        self.reset_recording()

    @guards_itself
    def reset_recording(self) -> None:
        """Forgets everything that was recorded."""
        # id -> tensor: what depends on a watched tensor. Holding the tensors keeps the ids theirs.
        self._followed: dict[int, Any] = {}
        self._records = Records()
        if self._frame is not None:
            self._records.made_within(self._frame.f_code)
        self._ends: Ends | None = None  # Made for the first of them.
        self._variables: dict[int, Any] = {}

    # Recording.

    @guards_itself
    def record(
        self,
        op_def: OpDef,
        inputs: Sequence[Tensor],
        attrs: Mapping[str, Any],
        outputs: Sequence[Tensor],
    ) -> None:
        """Notes an application if it depends on a watched tensor (called by `dispatch.apply`)."""
        followed = self._followed
        for x in inputs:
            if id(x) in followed:
                break
        else:
            return
        is_followed = False
        for output in outputs:
            if output._dtype._carries_gradients:  # type: ignore[attr-defined]
                followed[id(output)] = output
                is_followed = True
        records = self._records
        records.append((op_def, inputs, attrs, outputs))
        if op_def.traits & _FAILING or (frame := self._frame) is None:
            records.places.append(user_origins())
        else:
            records.places.append(frame.f_lasti)
        if not is_followed or (op_def.gradient is None and not op_def.differentiable):
            self._note_end()

    def _note_end(self) -> None:
        """Notes the last application as an end of a path."""
        if self._ends is None:
            self._ends = Ends()
        records = self._records
        records.places[-1] = origins = user_origins()
        self._ends.applications.append(Application(*records[-1], origins))

    def value_taken(self, tensor: Any) -> None:
        """Notes that Python took the value of a tensor (called by the tensor)."""
        if id(tensor) in self._followed:
            if self._ends is None:
                self._ends = Ends()
            self._ends.values.append((tensor, user_origins()))

    def follows(self, tensors: Sequence[Any]) -> bool:
        """Whether any of the tensors depends on a watched one."""
        return any(id(tensor) in self._followed for tensor in tensors)

    def variable_accessed(self, variable: Any) -> None:
        """Watches a trainable variable that is being read (called by the variable)."""
        if self._watch_accessed_variables and id(variable) not in self._variables:
            self._watch_variable(variable)

    def _watch_variable(self, variable: Any) -> None:
        if id(variable) not in self._variables:
            self._variables[id(variable)] = variable
            self._followed[id(variable.handle)] = variable.handle

    @guards_itself
    def watch(self, tensor: Any) -> None:
        """Follows tensors or variables (also nested ones).

        Raises:
            ValueError: something that is neither.
        """
        try:
            for item in nest.flatten(tensor, expand_composites=True):
                if hasattr(item, "handle") and not isinstance(item, Tensor):
                    self._watch_variable(item)
                    continue
                if not isinstance(item, Tensor):
                    raise ValueError(
                        f"Passed in object {item!r} of type {type(item).__name__!r}, not tf.Tensor or "
                        "tf.Variable or ExtensionType."
                    )
                if is_differentiable_dtype(item.dtype):
                    self._followed[id(item)] = item
        except BaseException as error:
            leave(error)
            raise

    def watched_variables(self) -> tuple[Any, ...]:
        """The variables watched so far, in the order in which they were made."""
        return tuple(sorted(self._variables.values(), key=_age))

    def reset(self) -> None:
        """Forgets everything recorded and goes on recording, as a new tape would."""
        self.reset_recording()

    @contextmanager
    def stop_recording(self) -> Iterator[None]:
        """Suspends recording inside the `with`.

        Raises:
            RuntimeError: the tape is not recording.
        """
        if not self._recording:
            raise RuntimeError("Tape is not recording; stop_recording needs an active tape.")
        self._pop()
        try:
            yield
        finally:
            self._push()

    @guards_itself
    def __enter__(self) -> GradientTape:
        try:
            if self._recording:
                raise ValueError(
                    "Tape is still recording. This can happen if you try to re-enter an "
                    "already-active tape."
                )
            if self._used:
                self.reset_recording()
            self._used = False
            # Callbacks may find fault with any operation: all callers are noted then.
            self._frame = frame = None if CONTEXT.callbacks else innermost_frame()
            self._records.made_within(None if frame is None else frame.f_code)
            self._push()
            return self
        except BaseException as error:
            leave(error)
            raise

    @guards_itself
    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._recording:
            self._pop()
        self._frame = None

    def _push(self) -> None:
        add_recorder(self)
        value_listeners.append(self)
        self._recording = True

    def _pop(self) -> None:
        remove_recorder(self)
        value_listeners.remove(self)
        self._recording = False

    # Playing back.

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: str = UnconnectedGradients.NONE,
    ) -> Any:
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
        if self._used and not self._persistent:
            raise RuntimeError(
                "A non-persistent GradientTape can only be used to compute one set of gradients "
                "(or jacobians). Use tf.GradientTape(persistent=True)."
            )
        check_unconnected(unconnected_gradients)
        if self._recording and not self._persistent:
            self._pop()
        flat_sources = nest.flatten(sources, expand_composites=True)
        keys = [_key_of(source) for source in flat_sources]
        targets = [
            _as_target(t) for t in nest.flatten(target, expand_composites=True) if t is not None
        ]
        seeds: list[tuple[Any, Any]]
        if output_gradients is None:
            seeds = [(t, None) for t in targets if self._leads_to(t, keys)]
        else:
            starts = nest.flatten(output_gradients, expand_composites=True)
            seeds = [
                (t, None if start is None else convert_to_tensor(start, gradient_type(t)[1]))
                for t, start in zip(targets, starts, strict=True)
                if self._leads_to(t, keys)
            ]
        gradients = _player(self._records, seeds, keys, self._followed)
        if unconnected_gradients == UnconnectedGradients.ZERO:
            gradients = [
                _zeros_for(source) if gradient is None else gradient
                for gradient, source in zip(gradients, flat_sources, strict=True)
            ]
        if not self._persistent:
            self._used = True
            variables = self._variables
            self.reset_recording()
            self._variables = variables
        return _in_structure_of(sources, gradients)

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
        if self._used and not self._persistent:
            raise RuntimeError(
                "The tape has released its records. Ask before `gradient`, or use "
                "tf.GradientTape(persistent=True)."
            )
        target = _as_target(target)

        def gradients_of(tensors: Sequence[Any]) -> list[Any]:
            with stop_all_recording():
                return walked(self._records, [(target, None)], tensors, self._followed)

        records = self._followed, self._records.applications(), self._ends or Ends(), gradients_of
        watches = self._watch_accessed_variables
        found = [
            explained(target, _key_of(each), each, *records, watches)
            for each in nest.flatten(source, expand_composites=True)
        ]
        return GradientExplanations(found) if nest.is_nested(source) else found[0]

    def _leads_to(self, target: Any, keys: Sequence[Any]) -> bool:
        """Whether a target depends on something watched, or is a source itself; text does not."""
        return target.dtype.name != "string" and (
            id(target) in self._followed or any(target is key for key in keys)
        )


def _in_structure_of(sources: Any, gradients: Sequence[Any]) -> Any:
    """The gradients of all tensors in the structure of the sources; a composite says what its own is."""
    leaves = nest.flatten(sources)
    if len(leaves) == len(gradients) and not any(map(is_composite, leaves)):
        return nest.pack_sequence_as(sources, gradients)
    rest = iter(gradients)
    packed = [
        leaf._of_gradients([next(rest) for _ in nest.flatten(leaf, expand_composites=True)])
        if is_composite(leaf)
        else next(rest)
        for leaf in leaves
    ]
    return nest.pack_sequence_as(sources, packed)


def _age(variable: Any) -> int:
    """What a variable is sorted by: its number among all; those without one come first."""
    return getattr(variable, "_number", -1)


def _zeros_for(source: Any) -> Tensor:
    return raw.ZerosLike(source if isinstance(source, Tensor) else source.read_value())


def _key_of(source: Any) -> Any:
    """`gradient_key` of a source.

    Raises:
        TypeError: it is no tensor or variable.
    """
    key = gradient_key(source)
    if key is source and not isinstance(source, Tensor):
        raise TypeError(
            f"Source must be a tf.Tensor or tf.Variable that the tape watched. Received: {source!r}"
        )
    return key


def _as_target(target: Any) -> Any:
    if type(target) is EagerTensor or isinstance(target, Tensor):
        return target
    if hasattr(target, "handle"):
        return target.handle
    raise TypeError(f"Target must be a tf.Tensor or tf.Variable. Received: {target!r}")


def stop_all_recording() -> AbstractContextManager[None]:
    """Hides what is done inside from every tape and accumulator of this thread."""
    return pushed(recorders=())
