"""Programs in the modes "safe" and "all", as expressions over `tf`, `tnp`, `np` and variables."""

from __future__ import annotations

PROGRAMS = """
tf.constant(5)
tf.constant(5.0)
tf.constant(5j)
tf.constant([1, 2])
tf.constant(np.array(5.0))
tf.constant(5, tf.int64)
tf.constant(True)
tf.constant(2**40)
tf.constant(tf.constant(5))
tf.constant(tf.constant(5), tf.float32)
tf.constant(5) + tf.constant(5.0)
tf.constant(5) + tf.constant(5, tf.int8)
tf.constant(5.5) + tf.constant(5, tf.int8)
tf.constant(5, tf.int32) + tf.constant(5.0, tf.float32)
tf.constant(5, tf.int32) + 1.5
1.5 + tf.constant(5, tf.int32)
tf.constant(5, tf.int32) * True
tf.constant(5) / tf.constant(2)
tf.constant(5, tf.int32) / 2
tf.constant(5) // 2
tf.constant(5) % 3
tf.constant(5) ** 2.0
tf.constant(5) - np.float32(2)
tf.constant(5, tf.int32) == 5.0
tf.constant(5) == tf.constant(5.0)
-tf.constant(5)
abs(tf.constant(-5))
~tf.constant(5)
tf.constant(5) & tf.constant(4)
tf.constant([[1.0]]) @ tf.constant([[2]])
tf.matmul(tf.constant([[1.0]], tf.float16), [[2.0]])
tf.add(1, 2.0)
tf.add(tf.constant(1, tf.int64), 2.0)
tf.multiply(np.float32(2), 3)
tf.maximum(1, 2.0)
tf.equal(1, 1.0)
tf.pow(2, 3.0)
tf.divide(1, 2)
tf.truediv(1, 2)
tf.math.floormod(5, 3.0)
tf.math.divide_no_nan(1.0, 2)
tf.scalar_mul(2.0, tf.constant(1.5))
tf.sin(0.5)
tf.abs(tf.constant(-2))
tf.reduce_sum([1, 2])
tf.reshape(tf.constant([1, 2]), [2, 1])
tf.nn.relu(0.5)
tf.cast(tf.constant(1), tf.float32)
tf.convert_to_tensor(5)
tf.range(tf.constant(3))
tf.zeros([2]) + tf.constant(1)
tf.ones([2], tf.int32) + 1
tf.sigmoid(tf.constant(1.0, tf.float16) * 2)
tf.Variable(1.0) + 1
tf.Variable(1.0) * tf.constant(2)
tf.Variable(1.0).assign(tf.constant(2)).read_value()
tf.Variable(1.0).assign_add(1).read_value()
tf.Variable(1.0).assign(tf.constant(2.0, tf.float64))
tf.Variable(1.0).assign_sub(np.float64(2))
tnp.add(tf.constant(1, tf.int32), tf.constant(2.0, tf.float32))
tnp.add(1, 2.0)
tnp.array(5)
tnp.array([1, 2.0])
tnp.array(5, dtype=tf.float32)
tnp.asarray(tf.constant(1))
tnp.arange(5.0)
tnp.zeros(3)
tnp.sum([1, 2])
tnp.sum(tf.constant([1, 2], tf.int8))
tnp.mean([1, 2])
tnp.cumsum([1, 2])
tnp.argsort([2, 1])
tnp.matmul([[1]], [[1.0]])
tnp.where([True], 1, 2.0)
tnp.result_type(tf.constant(1), tf.int8)
tnp.result_type(tf.constant(1, tf.int32), tf.float32)
tnp.random.randn(1).dtype
tf.constant([1, 2, 3])[0]
tf.constant([1, 2, 3]).T
tf.constant([1, 2, 3]).reshape(3, 1)
tf.constant([1, 2, 3]).astype(tf.float32)
tf.constant([1, 2, 3]).mean()
list(tf.constant([3]))
int(tf.constant(3))
f'{tf.constant(3)}'
str(tf.constant(3))
repr(tf.constant([3]))
tf.is_tensor(tf.constant(3))
isinstance(tf.constant(3), tf.Tensor)
tf.function(lambda x: x + 1)(tf.constant(2))
tf.function(lambda: tf.constant(2) + 3)()
tf.nest.flatten(tf.constant(2), expand_composites=True)
tf.map_fn(lambda x: x * 2, tf.constant([1, 2]))
tf.while_loop(lambda i: tf.less(i, 3), lambda i: (tf.add(i, 1),), [tf.constant(0)])
tf.cond(tf.constant(True), lambda: tf.constant(1), lambda: tf.constant(2))
tf.data.Dataset.from_tensor_slices(tf.constant([1, 2])).map(lambda x: x + 1).reduce(0, lambda a, b: a + b)
tf.stack([tf.constant(1), tf.constant(2)])
tf.where(tf.constant([True]), tf.constant([1.0]), tf.constant([2.0]))
tf.constant(1, tf.bfloat16) + tf.constant(1, tf.float16)
tf.constant(1, tf.uint64) + tf.constant(1, tf.int8)
tf.ragged.constant([[1]]) + 1
""".strip().splitlines()

DTYPES = [
    "bool",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "int8",
    "int16",
    "int32",
    "int64",
    "bfloat16",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
]
