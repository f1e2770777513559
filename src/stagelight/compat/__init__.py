"""Older forms, `compat.v1` with graphs and sessions, and `compat.v2`, another name of the package itself.

Nothing below knows of them. Each name is imported when it is asked for. `compat.v1` has every current name,
too.
"""

import sys

from stagelight.public import names_are_complete

v2 = sys.modules[__name__.rpartition(".")[0]]
sys.modules[f"{__name__}.v2"] = v2

names_are_complete()
