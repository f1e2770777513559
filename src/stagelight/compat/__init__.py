"""Older forms, `compat.v1` with graphs and sessions, and `compat.v2`, another name of the package itself.

Nothing below knows of them. `compat.v1` has every current name too.
"""

import sys

# Not as `feature_columns`: what it is built on comes first, and it has names of `compat.v1`.
from stagelight import feature_columns as _feature_columns  # noqa: F401
from stagelight.compat import forward as forward
from stagelight.compat import text as text
from stagelight.compat import v1 as v1
from stagelight.public import names_are_complete

v2 = sys.modules[__name__.rpartition(".")[0]]
sys.modules[f"{__name__}.v2"] = v2

names_are_complete()
