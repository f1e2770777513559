"""Eager ops of networks and random numbers, one at a time: what programs meet that stage nothing.

Arrays are those of a layer of a small network for pictures: 32 of 28x28 with 32 channels.
"""

from __future__ import annotations

from peers import Timing
from workloads.programs import alike

SETUP = """
import numpy as np
random = np.random.RandomState(0)
def values(*shape):
    return tf.constant(random.randn(*shape).astype(np.float32))
x, dy, pooled = values(32, 28, 28, 32), values(32, 28, 28, 32), values(32, 14, 14, 32)
depthwise, kernel, scale = values(3, 3, 32, 1), values(3, 3, 32, 32), tf.abs(values(32))
rows, labels = values(128, 1000), tf.constant(random.randint(0, 1000, 128))
same = dict(strides=[1, 1, 1, 1], padding="SAME")
pool = dict(ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")
best = tf.nn.max_pool2d(x, 2, 2, "SAME")
sizes = [1000, 1000]
"""

STATEMENTS = {
    "random.normal [1000, 1000]": "tf.random.normal(sizes)",
    "random.uniform [1000, 1000]": "tf.random.uniform(sizes)",
    "random.uniform [1000, 1000], int32": "tf.random.uniform(sizes, 0, 100, tf.int32)",
    "random.truncated_normal [1000, 1000]": "tf.random.truncated_normal(sizes)",
    "random.stateless_normal [1000, 1000]": "tf.random.stateless_normal(sizes, [1, 2])",
    "random.stateless_uniform [1000, 1000]": "tf.random.stateless_uniform(sizes, [1, 2])",
    "dropout": "tf.nn.dropout(x, 0.5)",
    "depthwise convolution": "tf.nn.depthwise_conv2d(x, depthwise, **same)",
    "its gradient of the input": "tf.raw_ops.DepthwiseConv2dNativeBackpropInput("
    "input_sizes=x.shape, filter=depthwise, out_backprop=dy, **same)",
    "its gradient of the filter": "tf.raw_ops.DepthwiseConv2dNativeBackpropFilter("
    "input=x, filter_sizes=depthwise.shape, out_backprop=dy, **same)",
    "convolution": "tf.nn.conv2d(x, kernel, 1, 'SAME')",
    "its gradient of the input (convolution)": "tf.raw_ops.Conv2DBackpropInput("
    "input_sizes=x.shape, filter=kernel, out_backprop=dy, **same)",
    "its gradient of the filter (convolution)": "tf.raw_ops.Conv2DBackpropFilter("
    "input=x, filter_sizes=kernel.shape, out_backprop=dy, **same)",
    "max_pool": "tf.nn.max_pool2d(x, 2, 2, 'SAME')",
    "its gradient (max_pool)": "tf.raw_ops.MaxPoolGrad("
    "orig_input=x, orig_output=best, grad=pooled, **pool)",
    "avg_pool": "tf.nn.avg_pool2d(x, 2, 2, 'SAME')",
    "its gradient (avg_pool)": "tf.raw_ops.AvgPoolGrad("
    "orig_input_shape=x.shape, grad=pooled, **pool)",
    "batch norm, training": "tf.compat.v1.nn.fused_batch_norm(x, scale, scale)",
    "batch norm, inference": "tf.compat.v1.nn.fused_batch_norm("
    "x, scale, scale, mean=scale, variance=scale, is_training=False)",
    "gradient of a bias": "tf.raw_ops.BiasAddGrad(out_backprop=x)",
    "softmax": "tf.nn.softmax(rows)",
    "top_k": "tf.math.top_k(rows, 5)",
    "one_hot": "tf.one_hot(labels, 1000)",
    "image.resize": "tf.image.resize(x, [56, 56])",
}

MEASUREMENTS = tuple(
    Timing(f"eager {name}", "ms", None, alike(SETUP, statement))
    for name, statement in STATEMENTS.items()
)
