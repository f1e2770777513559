"""Samples of the decoders of connectionist temporal classification."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random

LOGITS = random.floats(6, 2, 4)
UNFIT = ("FailedPreconditionError",)


def _parts(tf, decoded):
    found, scores = decoded
    return [part for x in found for part in (x.indices, x.values, x.dense_shape)] + [scores]


def _greedy(tf, x, steps=(6, 4), **options):
    return _parts(tf, tf.nn.ctc_greedy_decoder(x, list(steps), **options))


def _beam(tf, x, steps=(6, 4), **options):
    return _parts(tf, tf.nn.ctc_beam_search_decoder(x, list(steps), **options))


def _older_beam(tf, x, **options):
    return _parts(tf, tf.compat.v1.nn.ctc_beam_search_decoder(x, [6, 4], **options))


SAMPLES = [
    Sample("CTCGreedyDecoder", _greedy, (LOGITS,), gradient=False),
    Sample("CTCGreedyDecoder", _greedy, (LOGITS.astype(np.float64),), gradient=False),
    Sample(
        "CTCGreedyDecoder",
        lambda tf, x: _greedy(tf, x, merge_repeated=False, blank_index=1),
        (LOGITS,),
        gradient=False,
    ),
    Sample("CTCGreedyDecoder", lambda tf, x: _greedy(tf, x, (0, 0)), (LOGITS,), gradient=False),
    Bad("CTCGreedyDecoder", lambda tf, x: _greedy(tf, x, blank_index=4), (LOGITS,)),
    Bad(
        "CTCGreedyDecoder",
        lambda tf, x: _greedy(tf, x, (7, 4)),
        (LOGITS,),
        error=UNFIT,
        staged_error=UNFIT,
    ),
    Sample("CTCBeamSearchDecoder", _beam, (LOGITS,), gradient=False, rtol=1e-5),
    Sample(
        "CTCBeamSearchDecoder",
        lambda tf, x: _beam(tf, x, beam_width=3, top_paths=2),
        (LOGITS,),
        gradient=False,
        rtol=1e-5,
    ),
    Sample(
        "CTCBeamSearchDecoder",
        lambda tf, x: _older_beam(tf, x, beam_width=7, top_paths=3),
        (LOGITS.astype(np.float64),),
        gradient=False,
    ),
    Bad("CTCBeamSearchDecoder", lambda tf, x: _beam(tf, x, beam_width=1, top_paths=2), (LOGITS,)),
    Bad("CTCBeamSearchDecoder", lambda tf, x: _beam(tf, x, (0, 4), top_paths=2), (LOGITS,)),
]
