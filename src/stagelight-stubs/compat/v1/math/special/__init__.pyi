"""Public names of `tf.compat.v1.math.special`. Written by `scripts/public_stubs.py`."""

from stagelight.math.special import bessel_i0 as bessel_i0
from stagelight.math.special import bessel_i0e as bessel_i0e
from stagelight.math.special import bessel_i1 as bessel_i1
from stagelight.math.special import bessel_i1e as bessel_i1e
from stagelight.math.special import bessel_j0 as bessel_j0
from stagelight.math.special import bessel_j1 as bessel_j1
from stagelight.math.special import bessel_k0 as bessel_k0
from stagelight.math.special import bessel_k0e as bessel_k0e
from stagelight.math.special import bessel_k1 as bessel_k1
from stagelight.math.special import bessel_k1e as bessel_k1e
from stagelight.math.special import bessel_y0 as bessel_y0
from stagelight.math.special import bessel_y1 as bessel_y1
from stagelight.math.special import dawsn as dawsn
from stagelight.math.special import expint as expint
from stagelight.math.special import fresnel_cos as fresnel_cos
from stagelight.math.special import fresnel_sin as fresnel_sin
from stagelight.math.special import spence as spence
