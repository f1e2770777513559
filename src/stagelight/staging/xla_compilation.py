"""`tf.xla.experimental`: what programs said before `tf.function(jit_compile=True)`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from stagelight.core.dispatch import CONTEXT
from stagelight.public import public
from stagelight.staging.decorator import function


@public("xla.experimental.compile", "compat.v1.xla.experimental.compile")
def compile_computation(
    computation: Callable[..., Any], inputs: Sequence[Any] | None = None
) -> Any:
    """Runs a function as one compiled program.

    Args:
        computation: a function of tensors.
        inputs: its arguments; nested ones stay together.

    Returns:
        What the function gives; a single tensor, and a tuple, as a list.

    >>> tf.xla.experimental.compile(lambda x, y: x + y, [tf.constant(1), tf.constant(2)])[0].numpy()
    np.int32(3)
    """
    result = function(computation, jit_compile=True)(*(() if inputs is None else inputs))
    if isinstance(result, tuple):
        return list(result)
    return result if result is None or isinstance(result, (list, dict)) else [result]


@public("xla.experimental.jit_scope", "compat.v1.xla.experimental.jit_scope")
@contextmanager
def jit_scope(
    compile_ops: bool | Callable[..., bool] = True, separate_compiled_gradients: bool = False
) -> Iterator[None]:
    """Marks operations of a graph as ones to compile. All are, as far as they can be: it changes nothing.

    Args:
        compile_ops: whether to compile the operations inside.
        separate_compiled_gradients: whether to compile gradients apart.

    Raises:
        RuntimeError: in eager code.

    >>> with tf.Graph().as_default(), tf.xla.experimental.jit_scope():
    ...     y = tf.constant(1) + 1
    """
    if CONTEXT.stage is None:
        raise RuntimeError(
            "xla.experimental.jit_scope is not supported when eager execution is enabled. Try use it "
            "inside tf.function."
        )
    yield
