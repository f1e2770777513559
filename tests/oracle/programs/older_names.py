"""Names of what functions of TensorFlow 1 return: programs fetch it by them."""


def names_of_losses(tf):
    """The loss is in the scope of its function, and its name is `value`."""
    losses = tf.compat.v1.losses
    with tf.Graph().as_default():
        labels, values = tf.constant([[1.0], [0.0]]), tf.constant([[0.3], [0.6]])
        made = [
            loss(labels, values)
            for loss in (
                losses.absolute_difference, losses.hinge_loss, losses.huber_loss, losses.log_loss,
                losses.mean_squared_error, losses.sigmoid_cross_entropy, losses.softmax_cross_entropy,
            )
        ]  # fmt: skip
        made.append(losses.cosine_distance(labels, values, axis=1))
        made.append(losses.sparse_softmax_cross_entropy([0, 0], values))
        made.append(losses.mean_squared_error(labels, values, scope="mine"))
        made.append(losses.mean_squared_error(labels, values))
        made.append(losses.compute_weighted_loss(labels))
        with tf.name_scope("around"):
            made.append(losses.mean_squared_error(labels, values))
        collected = tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.LOSSES)
        return [[x.name for x in made], [x.name for x in collected]]
