"""The logger that the library writes to: `tf.get_logger`."""

from __future__ import annotations

import logging

from stagelight.public import public


@public("get_logger")
def get_logger() -> logging.Logger:
    """The library's logger: of warnings about retraces, slow ways and files that were skipped.

    >>> tf.get_logger().setLevel("ERROR")
    >>> tf.get_logger().setLevel("NOTSET")
    """
    return logging.getLogger("stagelight")
