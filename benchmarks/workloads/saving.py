"""Models and checkpoints written to files and read from them."""

from __future__ import annotations

from peers import Timing
from workloads.programs import alike, program

# As large as ResNet-50: 53 convolutions with their normalizations, 102 MB of values.
RESNET = """
import tempfile
folder = tempfile.mkdtemp()
def normalized(x, norm):
    return (x - norm[2]) * tf.math.rsqrt(norm[3] + 1e-5) * norm[0] + norm[1]
def norm_of(size):
    return [tf.Variable(tf.ones([size])) for _ in range(4)]
def weights(size, inputs, outputs):
    return tf.Variable(tf.zeros([size, size, inputs, outputs]))
class Block(tf.Module):
    def __init__(self, inputs, middle, outputs, stride):
        super().__init__()
        self.convolutions = [
            weights(1, inputs, middle), weights(3, middle, middle), weights(1, middle, outputs)]
        self.norms = [norm_of(size) for size in (middle, middle, outputs)]
        self.stride = stride
        if inputs != outputs:
            self.short, self.short_norm = weights(1, inputs, outputs), norm_of(outputs)
    def __call__(self, x):
        y = x
        for i, (kernel, norm) in enumerate(zip(self.convolutions, self.norms)):
            y = normalized(tf.nn.conv2d(y, kernel, self.stride if i == 1 else 1, "SAME"), norm)
            y = tf.nn.relu(y) if i < 2 else y
        if hasattr(self, "short"):
            x = normalized(tf.nn.conv2d(x, self.short, self.stride, "SAME"), self.short_norm)
        return tf.nn.relu(x + y)
class Network(tf.Module):
    def __init__(self):
        super().__init__()
        self.stem, self.head = weights(7, 3, 64), tf.Variable(tf.zeros([2048, 1000]))
        self.blocks, inputs = [], 64
        for middle, count, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
            for i in range(count):
                self.blocks.append(Block(inputs, middle, 4 * middle, stride if i == 0 else 1))
                inputs = 4 * middle
    @tf.function(input_signature=[tf.TensorSpec([None, 224, 224, 3], tf.float32)])
    def __call__(self, x):
        x = tf.nn.max_pool2d(tf.nn.conv2d(x, self.stem, 2, "SAME"), 3, 2, "SAME")
        for block in self.blocks:
            x = block(x)
        return tf.reduce_mean(x, [1, 2]) @ self.head
network = Network()
network.__call__.get_concrete_function()
"""

SAVE = Timing("SavedModel of the size of ResNet-50, save", "ms", 900.0, {
    **alike(RESNET, "tf.saved_model.save(network, folder)"),
})

LOAD = Timing("the same, load", "ms", 500.0, {
    **alike(RESNET + "tf.saved_model.save(network, folder)", "tf.saved_model.load(folder)"),
})

# Of as many values: NumPy has them in one file of arrays by name.
ARRAYS = """
import tempfile
path = tempfile.mkdtemp() + "/values"
arrays = {str(i): np.ones([512, 512], np.float32) for i in range(100)}
"""
OF_VARIABLES = """
variables = [tf.Variable(array) for array in arrays.values()]
checkpoint = tf.train.Checkpoint(variables=variables)
"""

WRITE = Timing("checkpoint of 100 MiB, write", "ms", None, {
    **alike("import numpy as np" + ARRAYS + OF_VARIABLES, "checkpoint.write(path)"),
    **program("numpy", ARRAYS, "np.savez(path + '.npz', **arrays)"),
})

READ = Timing("the same, read", "ms", None, {
    **alike("import numpy as np" + ARRAYS + OF_VARIABLES + "checkpoint.write(path)\n",
            "checkpoint.read(path).assert_consumed()"),
    **program("numpy", ARRAYS + "np.savez(path + '.npz', **arrays)\n",
              "dict(np.load(path + '.npz'))"),
})

MEASUREMENTS = (SAVE, LOAD, WRITE, READ)
