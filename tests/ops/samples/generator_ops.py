"""Samples of the ops on a generator's state.

Each run makes a variable, which a function may not.
"""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample

_state = np.array([-5, 6, 7])
_shape = np.array([3, 5], np.int64)
_philox = np.int64(1)


def _then_state(op, state, **arguments):
    def call(tf, *tensors):
        variable = tf.Variable(state)
        inputs = dict(zip(arguments, tensors, strict=True))
        result = getattr(tf.raw_ops, op)(resource=variable.handle, **inputs)
        return [result, variable.read_value()]

    return call


def _sample(op, state=_state, **arguments):
    return Sample(op, _then_state(op, state, **arguments), tuple(arguments.values()), staged=False)


def _bad(op, state=_state, error="InvalidArgumentError", **arguments):
    return Bad(op, _then_state(op, state, **arguments), tuple(arguments.values()), error=(error,),
               staged_error=(error, "ValueError"))


_DRAWS = (
    "StatefulUniform",
    "StatefulStandardNormalV2",
    "StatefulTruncatedNormal",
    "StatefulUniformFullInt",
)
_bounds = {"minval": np.int64(-3), "maxval": np.int64(9)}

SAMPLES = [
    _sample("RngReadAndSkip", alg=np.int32(1), delta=np.uint64(3)),
    _sample("RngReadAndSkip", alg=np.int32(3), delta=np.uint64(2**64 - 1)),
    _bad("RngReadAndSkip", alg=np.int32(2), delta=np.uint64(3), error="UnimplementedError"),
    _bad("RngReadAndSkip", _state[:2], alg=np.int32(1), delta=np.uint64(3)),
    _bad("RngReadAndSkip", _state.astype(np.float64), alg=np.int32(1), delta=np.uint64(3)),
    _sample("RngSkip", algorithm=_philox, delta=np.int64(3)),
    _sample("RngSkip", algorithm=_philox, delta=np.int64(0)),
    _bad("RngSkip", _state[:2], algorithm=_philox, delta=np.int64(3)),
    *[
        _sample(op, algorithm=_philox, shape=shape)
        for op in _DRAWS
        for shape in (_shape, _shape[:0], np.array([0]), _shape.astype(np.int32))
    ],
    *[_bad(op, algorithm=_philox, shape=-_shape) for op in _DRAWS],
    *[_bad(op, _state[:2], algorithm=_philox, shape=_shape) for op in _DRAWS],
    _sample("StatefulUniformInt", algorithm=_philox, shape=_shape, **_bounds),
    _sample("StatefulUniformInt", algorithm=_philox, shape=_shape[:1],
            minval=np.int32(-3), maxval=np.int32(9)),
    _bad("StatefulUniformInt", algorithm=_philox, shape=_shape,
         minval=np.int64(3), maxval=np.int64(3)),
    *[
        Sample("NonDeterministicInts", lambda tf, s, d=d: tf.raw_ops.NonDeterministicInts(
            shape=s, dtype=d), (shape,), random=True)
        for d in ("int32", "int64", "uint32", "uint64")
        for shape in (_shape, _shape[:0], np.array([0], np.int32))
    ],
    Bad("NonDeterministicInts", lambda tf, s: tf.raw_ops.NonDeterministicInts(shape=s), (-_shape,)),
]
