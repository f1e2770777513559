"""Programs of TensorFlow 1 whose variables are divided into parts."""

import os
import tempfile


def parts_of_variables(tf):
    """Names, collections, values and checkpoints of a table in parts, before and after a step."""
    v1 = tf.compat.v1
    found = []
    path = os.path.join(tempfile.mkdtemp(), "model")

    def begin(shape, dtype=None, partition_info=None):
        found.append([list(shape), partition_info.full_shape, partition_info.var_offset])
        return tf.reshape(tf.range(shape[0] * 2.0), shape) + 2.0 * partition_info.var_offset[0]

    with tf.Graph().as_default(), v1.Session() as session:
        with v1.variable_scope("s", partitioner=v1.min_max_variable_partitioner(4, min_slice_size=20)):
            w = v1.get_variable("w", shape=[11, 2], initializer=begin)
            bias = v1.get_variable("b", [])
        ids = [0, 10, 3, 3, 7]
        rows = [v1.nn.embedding_lookup(w, ids, partition_strategy=x) for x in ("mod", "div")]
        loss = tf.reduce_sum(rows[0] * rows[1]) + tf.reduce_sum(tf.matmul(w, [[1.0], [2.0]])) + bias
        step = v1.train.MomentumOptimizer(0.01, 0.9).minimize(loss)
        found.append([x.name for x in v1.global_variables()])
        found.append([x.shape.as_list() for x in w])
        session.run(v1.global_variables_initializer())
        session.run(bias.assign(0.5))
        found.append(session.run(rows))
        session.run(step)
        found.append(session.run([tf.identity(w), loss]))
        v1.train.Saver().save(session, path)
    found.append([(name, list(shape)) for name, shape in tf.train.list_variables(path)])
    with tf.Graph().as_default(), v1.Session() as session, v1.variable_scope("s"):
        whole = v1.get_variable("w", [11, 2])
        v1.train.Saver().restore(session, path)
        found.append(session.run(whole))
    return found
