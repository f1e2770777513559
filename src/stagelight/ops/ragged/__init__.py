"""`tf.RaggedTensor` and `tf.ragged`: tensors whose rows have different lengths.

Several parts give the class methods, so they come with each of them.
"""

from stagelight.ops.ragged import conversion as conversion
from stagelight.ops.ragged import forms as forms
from stagelight.ops.ragged import indexing as indexing
from stagelight.ops.ragged import operators as operators
from stagelight.ops.ragged import written as written
