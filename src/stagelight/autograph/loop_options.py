"""`set_loop_options`: what a user can say about a loop that AutoGraph stages."""

from __future__ import annotations

from typing import Any

from stagelight.public import public


@public("autograph.experimental.set_loop_options")
def set_loop_options(
    parallel_iterations: Any = None,
    swap_memory: Any = None,
    maximum_iterations: Any = None,
    shape_invariants: Any = None,
) -> None:
    """Gives options to the loop whose body begins with this call.

    They hold if the loop becomes a `tf.while_loop`, and are ignored if Python runs it. The call
    itself does nothing.

    Args:
        parallel_iterations: How many rounds may run at a time.
        swap_memory: Whether intermediates for gradients may leave the device.
        maximum_iterations: The loop ends after this many rounds.
        shape_invariants: Pairs `(tensor, shape)` of a loop variable's value before the loop and the
            shape that it has in all rounds.

    >>> @tf.function
    ... def first_three():
    ...     total = 0
    ...     for i in tf.range(10):
    ...         tf.autograph.experimental.set_loop_options(maximum_iterations=3)
    ...         total += i
    ...     return total
    >>> print(int(first_three()))
    3
    """
