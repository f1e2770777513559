"""Samples of Einstein summation."""

from __future__ import annotations

import numpy as np

from tests.ops.samples import Bad, Sample, random


def _call(equation):
    return lambda tf, *inputs: tf.einsum(equation, *inputs)


def _complex(*shape):
    return (random.floats(*shape) + 1j * random.floats(*shape)).astype(np.complex64)


_EQUATIONS = (
    ("ij->ji", (2, 3)),
    ("ij->i", (2, 3)),
    ("ij->", (2, 3)),
    ("ij", (2, 3)),
    ("ba", (2, 3)),
    ("ii->i", (3, 3)),
    ("ii->", (3, 3)),
    ("ii", (3, 3)),
    ("iij->j", (3, 3, 2)),
    ("iij->ij", (3, 3, 2)),
    ("i...->...", (2, 3)),
    ("...i->...", (2, 3)),
    ("...ii->...i", (2, 3, 3)),
    ("i...j->...", (2, 3, 4)),
    ("ij,jk->ik", (2, 3), (3, 4)),
    ("ij,jk", (2, 3), (3, 4)),
    ("ij,kj->ik", (2, 3), (4, 3)),
    ("i,j->ij", (2,), (3,)),
    ("i,i->", (3,), (3,)),
    ("i,i->i", (3,), (3,)),
    ("ij,j->i", (2, 3), (3,)),
    ("ij,k->k", (2, 3), (4,)),
    ("ab,b->b", (2, 3), (3,)),
    ("ii,ij->j", (3, 3), (3, 2)),
    ("bij,bjk->bik", (5, 2, 3), (5, 3, 4)),
    ("bij,bkj->ikb", (5, 2, 3), (5, 4, 3)),
    ("bhid,bhjd->bhij", (2, 2, 3, 4), (2, 2, 5, 4)),
    ("...ij,...jk->...ik", (5, 2, 3), (5, 3, 4)),
    ("...ij,...jk->...ik", (5, 2, 3), (1, 3, 4)),
    ("...ij,...jk->...ik", (6, 1, 2, 3), (5, 3, 4)),
    ("...ij,jk->...ik", (5, 2, 3), (3, 4)),
    ("i...,ij->j...", (2, 3), (2, 4)),
    ("ij,jk->ik", (0, 3), (3, 4)),
    ("ij,jk->ik", (2, 0), (0, 4)),
)
# Their order, and so their rounding, depends on the sizes that are known: whole numbers have none.
_OF_MANY = (
    ("ij,jk,kl->il", (2, 3), (3, 4), (4, 5)),
    ("ij,jk,k->i", (2, 3), (3, 4), (4,)),
    ("...ij,jk,kl->...il", (5, 2, 3), (3, 4), (4, 5)),
    ("a,b,c,d->dcba", (2,), (3,), (2,), (3,)),
)

SAMPLES = [
    *[
        Sample(
            "Einsum",
            _call(equation),
            tuple(random.integers(*shape).astype(np.float32) for shape in shapes),
        )
        for equation, *shapes in _OF_MANY
    ],
    *[
        Sample(
            "Einsum",
            _call(equation),
            tuple(random.floats(*shape) for shape in shapes),
            rtol=1e-5,
            atol=1e-5,
        )
        for equation, *shapes in _EQUATIONS
    ],
    *[
        Sample(
            "Einsum",
            _call("ij,jk->ik"),
            (random.integers(2, 3).astype(dtype), random.integers(3, 2).astype(dtype)),
        )
        for dtype in (np.int32, np.int64, np.float64)
    ],
    Sample("Einsum", _call("bij,bjk->bik"), (_complex(2, 2, 3), _complex(2, 3, 2))),
    Sample("Einsum", _call("ii->i"), (_complex(2, 2),)),
    Sample(
        "Einsum", lambda tf, x: tf.raw_ops.Einsum(inputs=[x], equation="i->ii"), (random.floats(3),)
    ),
    Sample(
        "Einsum",
        lambda tf, x, y: tf.raw_ops.Einsum(inputs=[x, y], equation="ij,j->iij"),
        (random.floats(2, 3), random.floats(3)),
    ),
    Sample(
        "Einsum",
        lambda tf, x: tf.einsum("ij -> ji", x, name="flip", optimize="optimal"),
        (random.floats(2, 3),),
    ),
    Bad(
        "Einsum",
        _call("ij,jk->ik"),
        (random.floats(2, 3), random.floats(2, 4)),
        match="Expected dimension 3 at axis 0",
    ),
    Bad("Einsum", _call("ijk->k"), (random.floats(2, 3),), match="to have rank 3 but got: 2"),
    Bad("Einsum", _call("...ijk->..."), (random.floats(2, 3),), match="rank at least 3"),
    Bad(
        "Einsum",
        _call("...ij,jk->ik"),
        (random.floats(5, 2, 3), random.floats(3, 4)),
        match="no ellipsis",
    ),
    *[
        Bad("Einsum", _call(equation), (random.floats(3, 3),), error=("ValueError",), match=match)
        for equation, match in (
            ("ij->ijj", "more than once"),
            ("ij->k", "not present in the input"),
            ("ij,jk->ik", "Got 1 inputs"),
            ("i!j", "incorrect format"),
        )
    ],
    Bad(
        "Einsum",
        lambda tf, x: tf.einsum("ij->ji", x, foo=1),
        (random.floats(2, 3),),
        error=("TypeError",),
    ),
    Bad(
        "Einsum",
        lambda tf, x: tf.raw_ops.Einsum(inputs=[x], equation="ij"),
        (random.floats(2, 3),),
        match="exactly one",
    ),
]
