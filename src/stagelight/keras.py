"""`import stagelight.keras` and `tf.keras`: Keras itself, which takes this module's place."""

import sys

from stagelight.alias.keras import keras_module

sys.modules[__name__] = keras_module()
