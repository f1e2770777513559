"""`tf.RaggedTensor` and `tf.ragged`: tensors whose rows have different lengths."""

from stagelight.ops.ragged import ragged_tensor as ragged_tensor
