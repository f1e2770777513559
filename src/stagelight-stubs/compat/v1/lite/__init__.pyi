"""Public names of `tf.compat.v1.lite`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.lite import experimental as experimental
from stagelight.lite import Interpreter as Interpreter
from stagelight.lite import OpsSet as OpsSet
from stagelight.lite import Optimize as Optimize
from stagelight.lite import RepresentativeDataset as RepresentativeDataset
from stagelight.lite import TFLiteConverter as TFLiteConverter
from stagelight.lite import TargetSpec as TargetSpec
