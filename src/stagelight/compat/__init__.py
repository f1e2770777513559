"""Older forms: `compat.v1` with graphs and sessions, and `contrib.eager` of 2017.

Nothing below knows of them. `compat.v1` has every current name too; only what differs is here.
"""

from stagelight.compat import contrib_eager as contrib_eager
from stagelight.compat import v1 as v1
