"""Samples of the ops of `ops/random/candidate_samplers.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

TRUE = np.array([[1, 5], [3, 0]], np.int64)
WEIGHTS = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]


def _uniform(tf, true, num_sampled=4, unique=True, range_max=10, num_true=2):
    sample = tf.random.uniform_candidate_sampler
    return sample(true, num_true, num_sampled, unique, range_max)


def _log_uniform(tf, true, num_sampled=4, unique=True, range_max=10):
    return tf.random.log_uniform_candidate_sampler(true, 2, num_sampled, unique, range_max)


def _learned(tf, true, num_sampled=4, unique=True, range_max=10):
    return tf.random.learned_unigram_candidate_sampler(true, 2, num_sampled, unique, range_max)


def _unsafe(tf, true, num_sampled=4, unique=True, range_max=10):
    return tf.raw_ops.ThreadUnsafeUnigramCandidateSampler(
        true_classes=true,
        num_true=2,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
    )


def _fixed(tf, true, num_sampled=4, unique=True, range_max=8, **options):
    options = {"unigrams": WEIGHTS, **options}
    sample = tf.random.fixed_unigram_candidate_sampler
    return sample(true, 2, num_sampled, unique, range_max, **options)


def _all(tf, true, num_sampled=8):
    return tf.random.all_candidate_sampler(true, 2, num_sampled, True)


SAMPLERS = (
    ("UniformCandidateSampler", _uniform),
    ("LogUniformCandidateSampler", _log_uniform),
    ("LearnedUnigramCandidateSampler", _learned),
    ("ThreadUnsafeUnigramCandidateSampler", _unsafe),
    ("FixedUnigramCandidateSampler", _fixed),
)

SAMPLES = [
    *(
        Sample(op, lambda tf, t, call=call, u=unique: call(tf, t, unique=u), (TRUE,), random=True)
        for op, call in SAMPLERS
        for unique in (True, False)
    ),
    Sample(
        "FixedUnigramCandidateSampler",
        lambda tf, t: _fixed(tf, t, range_max=10, num_reserved_ids=2, distortion=0.75),
        (TRUE,),
        random=True,
    ),
    Sample("AllCandidateSampler", _all, (TRUE,)),
    *(Bad(op, lambda tf, t, call=call: call(tf, t[0]), (TRUE,)) for op, call in SAMPLERS),
    *(
        Bad(op, lambda tf, t, call=call: call(tf, t, num_sampled=11), (TRUE,))
        for op, call in SAMPLERS
    ),
    *(Bad(op, lambda tf, t, call=call: call(tf, t + 100), (TRUE,)) for op, call in SAMPLERS),
    Bad("UniformCandidateSampler", lambda tf, t: _uniform(tf, t, num_true=3), (TRUE,)),
    Bad("FixedUnigramCandidateSampler", lambda tf, t: _fixed(tf, t, unigrams=()), (TRUE,)),
    Bad("FixedUnigramCandidateSampler", lambda tf, t: _fixed(tf, t, range_max=9), (TRUE,)),
    Bad(
        "FixedUnigramCandidateSampler",
        lambda tf, t: _fixed(tf, t, unigrams=(), vocab_file="/none/such"),
        (TRUE,),
        error=("NotFoundError",),
        staged_error=("NotFoundError",),
    ),
    Bad("AllCandidateSampler", lambda tf, t: _all(tf, t, 5), (TRUE,)),
]
