"""The record of a Python function's call: how `tf.py_function` is differentiated, to any order.

The call runs under a tape of its own. Playing that tape back runs under a second tape, which begins
with what the first one has, so that the gradients themselves can be differentiated, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stagelight.autodiff.backward import is_differentiable_dtype
from stagelight.autodiff.tape import GradientTape, UnconnectedGradients
from stagelight.core.tensor import Tensor
from stagelight.ops.host.host_call import CallRecord, set_recording


class _ContinuedTape(GradientTape):
    """A tape that begins with what another one has recorded."""

    def __init__(self, earlier: GradientTape | None = None) -> None:
        self._earlier = earlier
        super().__init__(persistent=True, watch_accessed_variables=False)

    def reset_recording(self) -> None:
        """Goes back to what the earlier tape has."""
        super().reset_recording()
        if self._earlier is not None:
            self._followed.update(self._earlier._followed)
            self._records.extend_by(self._earlier._records)


class _TapedCall(CallRecord):
    """A call by its tape, inputs and outputs."""

    def __init__(
        self, tape: GradientTape, inputs: Sequence[Tensor], outputs: Sequence[Tensor]
    ) -> None:
        self._tape = tape
        self._inputs = [x for x in inputs if is_differentiable_dtype(x.dtype)]
        self._outputs = [y for y in outputs if is_differentiable_dtype(y.dtype)]

    def pull_back(self, output_gradients: Sequence[Tensor]) -> tuple[Sequence[Tensor], CallRecord]:
        with _ContinuedTape(self._tape) as tape:
            tape.watch(list(output_gradients))
            gradients = self._tape.gradient(
                self._outputs, self._inputs, list(output_gradients), UnconnectedGradients.ZERO
            )
        return gradients, _TapedCall(tape, [*self._inputs, *output_gradients], gradients)


def _record(
    function: Callable[..., Sequence[Tensor]], inputs: Sequence[Tensor]
) -> tuple[Sequence[Tensor], CallRecord]:
    with _ContinuedTape() as tape:
        tape.watch(list(inputs))
        outputs = function(*inputs)
    return outputs, _TapedCall(tape, inputs, outputs)


set_recording(_record)
