"""Names for other machines, TPUs and phones say what to use instead."""

import pytest

import stagelight as tf


@pytest.mark.parametrize(
    "ask",
    [
        lambda: tf.distribute.cluster_resolver.TPUClusterResolver(),
        lambda: tf.distribute.cluster_resolver.SlurmClusterResolver(jobs={}),
        lambda: tf.distribute.experimental.rpc.Server(),
        lambda: tf.distribute.Server({}),
        lambda: tf.distribute.experimental.TerminationConfig(),
        lambda: tf.tpu.experimental.embedding.TPUEmbedding(1),
        lambda: tf.tpu.experimental.initialize_tpu_system(),
        lambda: tf.tpu.experimental.Topology(),
        lambda: tf.config.experimental_connect_to_cluster("a:1"),
        lambda: tf.lite.TFLiteConverter.from_keras_model(None),
        lambda: tf.lite.Optimize.DEFAULT,
        lambda: tf.lite.Interpreter(model_path="digits.tflite"),
        lambda: tf.compat.v1.lite.TFLiteConverter.from_session(None, [], []),
        lambda: tf.load_op_library(),
        lambda: tf.load_library("."),
    ],
)
def test_what_is_not_available_names_what_is(ask):
    with pytest.raises(NotImplementedError, match=r"not available.* (Use|Write|by) .*tf\."):
        ask()


def test_programs_that_look_for_a_tpu_go_on_without():
    # TensorFlow has a ValueError where there is none, which such programs expect.
    try:
        strategy = tf.distribute.TPUStrategy(tf.distribute.cluster_resolver.TPUClusterResolver())
    except ValueError:
        strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    assert strategy.num_replicas_in_sync == 1
    assert not isinstance(strategy, tf.distribute.TPUStrategy)


def test_members_of_what_is_not_available_are_not_there():
    assert not hasattr(tf.lite.OpsSet, "TFLITE_BUILTINS")
    assert not isinstance(3, tf.lite.TFLiteConverter)
    assert "tf.onnx.export" in tf.lite.TFLiteConverter.__doc__
