"""Writes `optimizer_with_slots`, with TensorFlow: python tests/saving/from_tensorflow/make_optimizer.py

Optimizers of the Keras that is part of TensorFlow keep slot variables, as those of Keras 2 do.
"""

import shutil
from pathlib import Path

import tensorflow as tf
from tensorflow.python.keras.optimizer_v2 import adam, gradient_descent

FOLDER = Path(__file__).parent / "optimizer_with_slots"


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([1.0, 2.0], name="w")
        self.opt = adam.Adam(0.1)
        self.sgd = gradient_descent.SGD(0.1, momentum=0.9)

    @tf.function(input_signature=[tf.TensorSpec([2])])
    def f(self, x):
        return self.w * x


model = Model()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model.w**2)
gradient = tape.gradient(loss, model.w)
model.opt.apply_gradients([(gradient, model.w)])
model.sgd.apply_gradients([(gradient, model.w)])
shutil.rmtree(FOLDER, ignore_errors=True)
options = tf.saved_model.SaveOptions(save_debug_info=False)
tf.saved_model.save(model, str(FOLDER), options=options)
