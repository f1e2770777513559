"""Samples of the ops of `ops/arrays/identity.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample, random

X = random.floats(2, 3)

SAMPLES = [
    Sample("Identity", lambda tf, x: tf.identity(x), (X,)),
    Sample("Identity", lambda tf, x: tf.identity(x), (np.array([b"a", b""], object),)),
    Sample("Identity", lambda tf: tf.identity([[True], [False]])),
    Sample("IdentityN", lambda tf, x, y: tf.identity_n([x, y]), (X, random.integers(4))),
    Sample("IdentityN", lambda tf, x, y: tf.identity_n([x * 2.0, y]), (X, random.floats())),
    Sample("GuaranteeConst", lambda tf, x: tf.guarantee_const(x), (X,), gradient=False),
    *[
        Sample("ToBool", lambda tf, x: tf.raw_ops.ToBool(input=x), (np.array(value),), gradient=False)
        for value in (0, 1.5, np.nan, b"", b"a", np.zeros([0]), [0], True)
    ],
    Sample("Snapshot", lambda tf, x: tf.raw_ops.Snapshot(input=x), (X,), gradient=False),
    Sample("Snapshot", lambda tf: tf.raw_ops.Snapshot(input=[1, 2])),
    Sample("DeepCopy", lambda tf, x: tf.raw_ops.DeepCopy(x=x), (X,), gradient=False),
    Sample("DeepCopy", lambda tf: tf.raw_ops.DeepCopy(x=[1, 2])),
    Sample("StopGradient", lambda tf, x: tf.stop_gradient(x) * x, (X,), gradient=False),
    Sample("StopGradient", lambda tf: tf.stop_gradient(["a", "b"])),
    Sample(
        "PreventGradient", lambda tf, x: tf.raw_ops.PreventGradient(input=x), (X,), gradient=False
    ),
    Sample("PreventGradient", lambda tf: tf.raw_ops.PreventGradient(input=[1], message="no")),
    Sample("EnsureShape", lambda tf, x: tf.ensure_shape(x, [None, 3]), (X,)),
    Sample("EnsureShape", lambda tf, x: tf.ensure_shape(x, None), (X,)),
    Sample("EnsureShape", lambda tf: tf.ensure_shape(3, [])),
    Sample("NoOp", lambda tf: [tf.no_op(), tf.constant(1)][1]),
    Sample("NoOp", lambda tf, x: [tf.group(x, [x]), x][1], (X,)),
    Sample("NoOp", lambda tf, x: tf.tuple([x, x * 2.0]), (X,)),
    Bad("EnsureShape", lambda tf, x: tf.ensure_shape(x, [3, 2]), (X,), match="not compatible"),
    Bad("EnsureShape", lambda tf, x: tf.ensure_shape(x, [None]), (X,)),
    Bad("Identity", lambda tf: tf.identity(None), error=("ValueError",)),
]
