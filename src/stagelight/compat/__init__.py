"""Older forms: `compat.v1` with graphs and sessions. `compat.v1` has every current name too.

Nothing below knows of them.
"""

from stagelight import namespaces
from stagelight.compat import v1 as v1

namespaces.install()
