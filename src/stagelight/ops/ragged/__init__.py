"""`tf.RaggedTensor` and `tf.ragged`: tensors whose rows have different lengths.

`conversion` gives the class some of its methods, so it comes with each part.
"""

from stagelight.ops.ragged import conversion as conversion
