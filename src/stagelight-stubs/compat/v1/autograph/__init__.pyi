"""Public names of `tf.compat.v1.autograph`. Written by `scripts/public_stubs.py`."""

from stagelight.autograph.api import trace as trace
from stagelight.autograph.verbosity import set_verbosity as set_verbosity
from stagelight.compat.v1.autograph import experimental as experimental
from typing import Any

def to_code(
    entity: Any,
    recursive: Any = True,
    arg_values: Any = None,
    arg_types: Any = None,
    indentation: Any = '',
    experimental_optional_features: Any = None,
) -> Any:
    """`to_code` with the arguments of TensorFlow 1:

        entity, recursive, arg_values, arg_types, indentation, experimental_optional_features

    The code that AutoGraph makes of a function, as text.

    Args:
        entity: A Python function or method; a `tf.function` stands for the function that it stages.
        recursive: Whether functions that it calls would be converted.
        experimental_optional_features: Features to turn on.

    Returns:
        The text. `ag__` in it is AutoGraph's own namespace.

    Raises:
        ConversionError: the source is not available, or something in it cannot be converted.

    >>> def absolute(x):
    ...     if x < 0:
    ...         x = -x
    ...     return x
    >>> print(tf.autograph.to_code(absolute).splitlines()[0])
    def tf__absolute(x):
    """
def to_graph(
    entity: Any,
    recursive: Any = True,
    arg_values: Any = None,
    arg_types: Any = None,
    experimental_optional_features: Any = None,
) -> Any:
    """`to_graph` with the arguments of TensorFlow 1:

        entity, recursive, arg_values, arg_types, experimental_optional_features

    A function with Python's control flow converted, so that it can build a graph.

    Unlike `tf.function` it neither stages nor caches anything. A method becomes a function of
    `self`.

    Args:
        entity: A Python function or method.
        recursive: Whether functions that it calls are converted as well.
        experimental_optional_features: Features to turn on.

    Returns:
        The converted function; given Python values it does what the original does.

    Raises:
        ConversionError: the source is not available, or something in it cannot be converted.

    >>> def absolute(x):
    ...     return x if x > 0 else -x
    >>> int(tf.autograph.to_graph(absolute)(-2))
    2
    """
