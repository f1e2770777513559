"""Public names of `tf.compat.v1.dtypes`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.dtypes import experimental as experimental
from stagelight.ops.elementwise.cast import cast as cast
from stagelight.ops.elementwise.cast import saturate_cast as saturate_cast
from stagelight.ops.elementwise.complex_numbers import complex as complex
from stagelight.ops.strings.number_text import as_string as as_string
from stagelight.types.dtypes import DType as DType
from stagelight.types.dtypes import QUANTIZED_DTYPES as QUANTIZED_DTYPES
from stagelight.types.dtypes import as_dtype as as_dtype
from stagelight.types.dtypes import bfloat16 as bfloat16
from stagelight.types.dtypes import bool_ as _bool
from stagelight.types.dtypes import complex128 as complex128
from stagelight.types.dtypes import complex64 as complex64
from stagelight.types.dtypes import float16 as _half
from stagelight.types.dtypes import float16 as float16
from stagelight.types.dtypes import float32 as float32
from stagelight.types.dtypes import float64 as _double
from stagelight.types.dtypes import float64 as float64
from stagelight.types.dtypes import int16 as int16
from stagelight.types.dtypes import int32 as int32
from stagelight.types.dtypes import int64 as int64
from stagelight.types.dtypes import int8 as int8
from stagelight.types.dtypes import qint16 as qint16
from stagelight.types.dtypes import qint32 as qint32
from stagelight.types.dtypes import qint8 as qint8
from stagelight.types.dtypes import quint16 as quint16
from stagelight.types.dtypes import quint8 as quint8
from stagelight.types.dtypes import resource as resource
from stagelight.types.dtypes import string as string
from stagelight.types.dtypes import uint16 as uint16
from stagelight.types.dtypes import uint32 as uint32
from stagelight.types.dtypes import uint64 as uint64
from stagelight.types.dtypes import uint8 as uint8
from stagelight.types.dtypes import variant as variant
from typing import Any

bool = _bool
double = _double
half = _half
