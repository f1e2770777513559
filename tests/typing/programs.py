"""What a type checker knows of variables, functions, tapes, data sets and files. Not run, but read."""

from collections.abc import Callable
from typing import Any, assert_type

import stagelight as tf

x = tf.constant([1.0, 2.0])
v = tf.Variable(1.0)

assert_type(v, tf.Variable)
assert_type(v + 1.0, tf.Tensor)
assert_type(v.shape, tf.TensorShape)
assert_type(v.dtype, tf.DType)
assert_type(v.trainable, bool)


@tf.function
def double(a: tf.Tensor) -> tf.Tensor:
    return a + a


@tf.function(jit_compile=True)
def triple(a: tf.Tensor) -> tf.Tensor:
    return 3.0 * a


assert_type(double, tf.types.experimental.GenericFunction)
assert_type(triple, tf.types.experimental.GenericFunction)
assert_type(double.experimental_get_tracing_count(), int)
assert_type(
    tf.function(jit_compile=True),
    Callable[[Callable[..., Any]], tf.types.experimental.GenericFunction],
)

with tf.GradientTape(persistent=True) as tape:
    assert_type(tape, tf.GradientTape)
    tape.watch(x)
    y = x * x
tape.gradient(y, x)
tape.jacobian(y, x)
tape.batch_jacobian(y, x)

dataset = tf.data.Dataset.range(10)
assert_type(dataset, tf.data.Dataset)
assert_type(dataset.batch(2), tf.data.Dataset)
assert_type(
    dataset.map(lambda e: e + 1).shuffle(3).repeat().prefetch(tf.data.AUTOTUNE), tf.data.Dataset
)
assert_type(dataset.filter(lambda e: e > 1).take(2).skip(1), tf.data.Dataset)
assert_type(dataset.cache().enumerate().window(2), tf.data.Dataset)
assert_type(dataset.padded_batch(2), tf.data.Dataset)
assert_type(dataset.interleave(lambda e: tf.data.Dataset.range(e)), tf.data.Dataset)
assert_type(tf.data.Dataset.from_tensor_slices([1, 2]), tf.data.Dataset)
assert_type(tf.data.Dataset.zip(dataset, dataset), tf.data.Dataset)
assert_type(dataset.cardinality(), tf.Tensor)
for element in dataset:
    element.numpy()

assert_type(tf.nn.relu(x), tf.Tensor)
assert_type(tf.nn.softmax(x), tf.Tensor)
assert_type(tf.nn.conv2d(x, x, 1, "SAME"), tf.Tensor)
assert_type(tf.nn.max_pool2d(x, 2, 2, "VALID"), tf.Tensor)
assert_type(tf.nn.bias_add(x, x), tf.Tensor)
assert_type(tf.nn.dropout(x, 0.5), tf.Tensor)
assert_type(tf.nn.embedding_lookup(x, [0]), tf.Tensor)
assert_type(tf.nn.gelu(x), tf.Tensor)
assert_type(tf.nn.l2_loss(x), tf.Tensor)
assert_type(tf.nn.sigmoid_cross_entropy_with_logits(x, x), tf.Tensor)
assert_type(tf.nn.sparse_softmax_cross_entropy_with_logits([0], [x]), tf.Tensor)

assert_type(tf.image.flip_left_right(x), tf.Tensor)
assert_type(tf.image.resize(x, [2, 2]), tf.Tensor)
assert_type(tf.image.rgb_to_grayscale(x), tf.Tensor)
assert_type(tf.image.adjust_brightness(x, 0.1), tf.Tensor)
assert_type(tf.image.psnr(x, x, 1.0), tf.Tensor)
assert_type(tf.io.read_file("a"), tf.Tensor)
assert_type(tf.io.decode_raw(["a"], tf.uint8), tf.Tensor)
assert_type(tf.io.serialize_tensor(x), tf.Tensor)
assert_type(tf.io.gfile.exists("a"), bool)

assert_type(tf.RaggedTensor.from_row_lengths([1, 2], [1, 1]), tf.RaggedTensor)
assert_type(tf.RaggedTensor.from_row_lengths([1, 2], [1, 1]).to_tensor(), tf.Tensor)
assert_type(tf.sparse.from_dense(x), tf.SparseTensor)
assert_type(tf.sparse.to_dense(tf.sparse.from_dense(x)), tf.Tensor)
assert_type(tf.SparseTensor([[0]], [1.0], [2]), tf.SparseTensor)
assert_type(tf.TensorArray(tf.float32, 3), tf.TensorArray)
assert_type(tf.TensorArray(tf.float32, 3).write(0, 1.0), tf.TensorArray)
assert_type(tf.TensorArray(tf.float32, 3).stack(), tf.Tensor)


class Scale(tf.Module):
    def __init__(self) -> None:
        super().__init__(name="scale")
        self.by = tf.Variable(2.0)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def __call__(self, a: tf.Tensor) -> tf.Tensor:
        return self.by * a


assert_type(Scale().trainable_variables, tuple[tf.Variable, ...])
tf.saved_model.save(Scale(), "scale")
assert_type(tf.train.Checkpoint(scale=Scale()), tf.train.Checkpoint)
assert_type(tf.train.latest_checkpoint("checkpoints"), str | None)
assert_type(tf.lookup.KeyValueTensorInitializer(["a"], [1]), tf.lookup.KeyValueTensorInitializer)
assert_type(tf.config.list_physical_devices(), list[tf.config.PhysicalDevice])
assert_type(tf.executing_eagerly(), bool)
assert_type(tf.is_tensor(x), bool)
assert_type(tf.errors.InvalidArgumentError(None, None, "no"), tf.errors.InvalidArgumentError)
assert_type(tf.summary.scalar("loss", 1.0), tf.Tensor)

graph = tf.Graph()
with graph.as_default():
    place = tf.compat.v1.placeholder(tf.float32, [None])
    assert_type(place, tf.Tensor)
    graph.add_to_collection("inputs", place)
    with tf.compat.v1.Session() as session:
        assert_type(session, tf.compat.v1.Session)
        session.run(place, {place: [1.0]})
assert_type(tf.compat.v1.math.add(x, x), tf.Tensor)
tf.raw_ops.MatMul(a=[[1.0]], b=[[1.0]], transpose_a=True)

dataset.batches(2)  # type: ignore[attr-defined]
dataset.batch(2, drop_rest=True)  # type: ignore[call-arg]
v.asign(2.0)  # type: ignore[attr-defined]
tf.data.DataSet  # type: ignore[attr-defined]
tf.train.CheckPoint  # type: ignore[attr-defined]
tf.raw_ops.MatMull(a=x, b=x)  # type: ignore[attr-defined]
tf.raw_ops.MatMul(a=x, b=x, transpose=True)  # type: ignore[call-arg]
tf.GradientTape(persist=True)  # type: ignore[call-arg]
