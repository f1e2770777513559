"""Public names of `tf.compat.v1.math.special`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.elementwise.bessel import bessel_i0 as bessel_i0
from stagelight.ops.elementwise.bessel import bessel_i0e as bessel_i0e
from stagelight.ops.elementwise.bessel import bessel_i1 as bessel_i1
from stagelight.ops.elementwise.bessel import bessel_i1e as bessel_i1e
from stagelight.ops.elementwise.bessel import bessel_j0 as bessel_j0
from stagelight.ops.elementwise.bessel import bessel_j1 as bessel_j1
from stagelight.ops.elementwise.bessel import bessel_k0 as bessel_k0
from stagelight.ops.elementwise.bessel import bessel_k0e as bessel_k0e
from stagelight.ops.elementwise.bessel import bessel_k1 as bessel_k1
from stagelight.ops.elementwise.bessel import bessel_k1e as bessel_k1e
from stagelight.ops.elementwise.bessel import bessel_y0 as bessel_y0
from stagelight.ops.elementwise.bessel import bessel_y1 as bessel_y1
from stagelight.ops.elementwise.special_integrals import dawsn as dawsn
from stagelight.ops.elementwise.special_integrals import expint as expint
from stagelight.ops.elementwise.special_integrals import fresnel_cos as fresnel_cos
from stagelight.ops.elementwise.special_integrals import fresnel_sin as fresnel_sin
from stagelight.ops.elementwise.special_integrals import spence as spence
