"""`ForwardAccumulator`: Jacobian-vector products, computed along with the function."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from types import FunctionType, TracebackType
from typing import Any

from stagelight import nest
from stagelight.autodiff.backward import Application, input_gradients, is_differentiable_dtype
from stagelight.autodiff.tape import (
    GradientTape,
    UnconnectedGradients,
    check_unconnected,
    gradient_key,
)
from stagelight.core.composite import is_composite
from stagelight.core.convert import convert_to_tensor
from stagelight.core.dispatch import CONTEXT, add_recorder, pushed, remove_recorder
from stagelight.core.op_def import OpDef, Trait
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public


@public("autodiff.ForwardAccumulator")
class ForwardAccumulator:
    """Computes Jacobian-vector products `J t` while the function runs.

    For each op with gradient rule `g(u) = J^T u`, which is linear in `u`, the product is its transpose,
    `J t = d<g(u), t>/du`: so no rule is written twice.

    Args:
        primals: tensors or variables (perhaps nested) to differentiate with respect to.
        tangents: their directions, of the same shapes and dtypes.

    Raises:
        ValueError: a primal appears twice, or shapes differ.

    >>> x = tf.constant(3.0)
    >>> with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as accumulator:
    ...     y = x * x
    >>> accumulator.jvp(y).numpy()
    np.float32(6.0)
    """

    def __init__(self, primals: Any, tangents: Any) -> None:
        self._tangents: dict[int, Tensor] = {}
        # Nobody keeps what is followed: what else forgets it takes its tangent along.
        self._followed: dict[int, weakref.ref[Any]] = {}
        self._recording = False
        nest.assert_same_structure(primals, tangents)
        for primal, tangent in zip(nest.flatten(primals), nest.flatten(tangents), strict=True):
            key = gradient_key(primal)
            if id(key) in self._tangents:
                raise ValueError(f"Tensor {primal!r} was specified multiple times as a primal.")
            tangent = convert_to_tensor(tangent, primal.dtype)
            if not primal.shape.is_compatible_with(tangent.shape):
                raise ValueError(
                    f"Tangent shape {tangent.shape} differs from that of its primal, {primal.shape}."
                )
            self._follow(key, tangent)

    def _follow(self, tensor: Any, tangent: Tensor) -> None:
        key, tangents, followed = id(tensor), self._tangents, self._followed

        def forget(_: Any) -> None:
            del tangents[key], followed[key]

        tangents[key] = tangent
        followed[key] = weakref.ref(tensor, forget)

    def __enter__(self) -> ForwardAccumulator:
        if self._recording:
            raise ValueError("Accumulator is already recording.")
        add_recorder(self)
        self._recording = True
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        remove_recorder(self)
        self._recording = False

    def follows(self, tensors: Sequence[Any]) -> bool:
        """Whether any of the tensors has a tangent."""
        return any(id(tensor) in self._tangents for tensor in tensors)

    def variable_accessed(self, variable: Any) -> None:
        """Variables have the tangents they were given, or none."""

    def record(
        self,
        op_def: OpDef,
        inputs: Sequence[Tensor],
        attrs: Mapping[str, Any],
        outputs: Sequence[Tensor],
    ) -> None:
        """Computes the tangents of an op's outputs (called by `dispatch.apply`)."""
        if not self.follows(inputs):
            return
        floating = [y for y in outputs if _has_tangent(op_def, y)]
        if not floating:
            return
        application = Application(op_def, inputs, attrs, outputs)
        with pushed(recorders=self._observers()):
            tangents = self._transposed(application, floating)
        for output, tangent in zip(floating, tangents, strict=True):
            if tangent is not None:
                self._follow(output, tangent)

    def _observers(self) -> tuple[Any, ...]:
        """Who sees how tangents are computed: tapes, and the accumulators around this one."""
        recorders = CONTEXT.recorders
        around = recorders[: recorders.index(self)]
        return tuple(r for r in recorders if r in around or not isinstance(r, ForwardAccumulator))

    def _transposed(self, application: Application, floating: Sequence[Tensor]) -> Sequence[Any]:
        with GradientTape(persistent=False, watch_accessed_variables=False) as tape:
            # Any will do, as the rule is linear in them; some rules take the logarithm of their size.
            cotangents = [_ones_like(y) for y in floating]
            tape.watch(cotangents)
            by_output = {id(y): u for y, u in zip(floating, cotangents, strict=True)}
            pulled = input_gradients(
                application, [by_output.get(id(y)) for y in application.outputs]
            )
            pairs = [
                (_dense(gradient), self._tangents[id(x)])
                for x, gradient in zip(application.inputs, pulled, strict=True)
                if gradient is not None and id(x) in self._tangents
            ]
        if not pairs:
            return [None] * len(floating)
        products = tape.gradient(
            [gradient for gradient, _ in pairs],
            cotangents,
            output_gradients=[tangent for _, tangent in pairs],
        )
        return list(map(_dense, products))

    def jvp(self, primals: Any, unconnected_gradients: str = UnconnectedGradients.NONE) -> Any:
        """The Jacobian-vector products of tensors that were computed under this accumulator.

        Args:
            primals: tensors, perhaps nested.
            unconnected_gradients: "none" or "zero": what an independent tensor gets.

        Returns:
            Tangents in the same structure; of a composite, such as `tf.IndexedSlices`, one of its kind.
        """
        check_unconnected(unconnected_gradients)

        def tangent_of(tensor: Any) -> Any:
            if is_composite(tensor):
                return self._composite_tangent(tensor, unconnected_gradients)
            found = self._tangents.get(id(gradient_key(tensor)))
            if found is None and unconnected_gradients == UnconnectedGradients.ZERO:
                return raw.ZerosLike(convert_to_tensor(tensor))
            return found

        return nest.map_structure(tangent_of, primals)

    def _composite_tangent(self, composite: Any, unconnected_gradients: str) -> Any:
        """The tangents of a composite's parts put together, its indices and sizes as they are."""
        parts = nest.flatten(composite, expand_composites=True)
        if not self.follows(parts) and unconnected_gradients == UnconnectedGradients.NONE:
            return None
        tangents = [
            self._tangents.get(id(part), raw.ZerosLike(part))
            if is_differentiable_dtype(part.dtype)
            else part
            for part in parts
        ]
        return nest.pack_sequence_as(composite, tangents, expand_composites=True)


def _has_tangent(op_def: OpDef, y: Tensor) -> bool:
    """Whether an output has a tangent.

    Handles have none: what is in variables has. The record of a call of Python is a variant, but no list.
    """
    if op_def.traits & Trait.PYTHON and y.dtype.name == "variant":
        return False
    return is_differentiable_dtype(y.dtype) and y.dtype.name != "resource"


def _ones_like(y: Tensor) -> Tensor:
    return raw.ZerosLike(y) if y.dtype.name == "variant" else raw.OnesLike(y)


def _dense(gradient: Any) -> Any:
    if type(gradient) is FunctionType:
        gradient = gradient()
    return gradient.to_dense() if hasattr(gradient, "to_dense") else gradient
