"""Public names of `tf.compat.v1.lite.experimental`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.lite.experimental import authoring as authoring
from stagelight.lite.experimental import Analyzer as Analyzer
from stagelight.lite.experimental import OpResolverType as OpResolverType
from stagelight.lite.experimental import QuantizationDebugOptions as QuantizationDebugOptions
from stagelight.lite.experimental import QuantizationDebugger as QuantizationDebugger
from stagelight.lite.experimental import load_delegate as load_delegate
