"""Public names of `tf.compat.v1.dtypes.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.types.dtypes import float4_e2m1fn as float4_e2m1fn
from stagelight.types.dtypes import float8_e4m3b11fnuz as float8_e4m3b11fnuz
from stagelight.types.dtypes import float8_e4m3fn as float8_e4m3fn
from stagelight.types.dtypes import float8_e4m3fnuz as float8_e4m3fnuz
from stagelight.types.dtypes import float8_e5m2 as float8_e5m2
from stagelight.types.dtypes import float8_e5m2fnuz as float8_e5m2fnuz
from stagelight.types.dtypes import int2 as int2
from stagelight.types.dtypes import int4 as int4
from stagelight.types.dtypes import uint2 as uint2
from stagelight.types.dtypes import uint4 as uint4
