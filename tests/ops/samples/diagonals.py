"""Samples of the ops of `ops/linalg/diagonals.py`."""

from tests.ops.samples import Bad, Sample, random

V = random.floats(3)
B = random.floats(2, 2, 3)
X = random.floats(3, 4)
BX = random.floats(2, 3, 4)

SAMPLES = [
    Sample("MatrixDiagV3", lambda tf, x: tf.linalg.diag(x), (V,)),
    Sample("MatrixDiagV3", lambda tf, x: tf.linalg.diag(x, k=1), (V,)),
    Sample(
        "MatrixDiagV3", lambda tf, x: tf.linalg.diag(x, k=-2, num_rows=5, padding_value=7.0), (V,)
    ),
    Sample("MatrixDiagV3", lambda tf, x: tf.linalg.diag(x, k=(-1, 0)), (B,)),
    Sample("MatrixDiagV3", lambda tf, x: tf.linalg.diag(x, k=(0, 1), num_cols=4), (B,)),
    Sample("MatrixDiagV3", lambda tf, x: tf.linalg.diag(x, k=(0, 1), align="LEFT_RIGHT"), (B,)),
    Sample("MatrixDiagV3", lambda tf: tf.linalg.diag([True, False], padding_value=False)),
    Sample("MatrixDiagV3", lambda tf: tf.linalg.diag(tf.zeros([2, 0]))),
    Sample(
        "MatrixDiagV2",
        lambda tf, x: tf.raw_ops.MatrixDiagV2(
            diagonal=x, k=[-1, 0], num_rows=-1, num_cols=-1, padding_value=0.0
        ),
        (B,),
    ),
    Sample(
        "MatrixDiagV2",
        lambda tf: tf.raw_ops.MatrixDiagV2(
            diagonal=[1, 2], k=0, num_rows=2, num_cols=4, padding_value=9
        ),
    ),
    Sample("MatrixDiag", lambda tf, x: tf.raw_ops.MatrixDiag(diagonal=x), (B,)),
    Sample("MatrixDiag", lambda tf: tf.raw_ops.MatrixDiag(diagonal=[1, 2])),
    Sample("MatrixDiagPartV3", lambda tf, x: tf.linalg.diag_part(x), (X,)),
    Sample("MatrixDiagPartV3", lambda tf, x: tf.linalg.diag_part(x, k=-1), (BX,)),
    Sample("MatrixDiagPartV3", lambda tf, x: tf.linalg.diag_part(x, k=(-1, 2)), (BX,)),
    Sample(
        "MatrixDiagPartV3",
        lambda tf, x: tf.linalg.diag_part(x, k=(-2, 3), padding_value=9.0, align="LEFT_RIGHT"),
        (BX,),
    ),
    Sample(
        "MatrixDiagPartV3",
        lambda tf, x: tf.linalg.diag_part(x, k=(0, 2), align="RIGHT_RIGHT"),
        (X,),
    ),
    Sample("MatrixDiagPartV3", lambda tf: tf.linalg.diag_part([[1, 2], [3, 4]])),
    Sample("MatrixDiagPartV3", lambda tf: tf.linalg.diag_part(tf.zeros([0, 3]))),
    Sample(
        "MatrixDiagPartV2",
        lambda tf, x: tf.raw_ops.MatrixDiagPartV2(input=x, k=[-1, 1], padding_value=0.0),
        (X,),
    ),
    Sample(
        "MatrixDiagPartV2",
        lambda tf: tf.raw_ops.MatrixDiagPartV2(input=[[1, 2]], k=1, padding_value=0),
    ),
    Sample("MatrixDiagPart", lambda tf, x: tf.raw_ops.MatrixDiagPart(input=x), (BX,)),
    Sample("MatrixDiagPart", lambda tf: tf.raw_ops.MatrixDiagPart(input=[[1], [2]])),
    Sample("MatrixSetDiagV3", lambda tf, x, d: tf.linalg.set_diag(x, d), (X, V)),
    Sample("MatrixSetDiagV3", lambda tf, x, d: tf.linalg.set_diag(x, d, k=1), (X, V)),
    Sample("MatrixSetDiagV3", lambda tf, x, d: tf.linalg.set_diag(x, d, k=(-1, 0)), (BX, B)),
    Sample(
        "MatrixSetDiagV3",
        lambda tf, x, d: tf.linalg.set_diag(x, d, k=(-1, 0), align="LEFT_RIGHT"),
        (BX, B),
    ),
    Sample(
        "MatrixSetDiagV2",
        lambda tf, x, d: tf.raw_ops.MatrixSetDiagV2(input=x, diagonal=d, k=[-1, 0]),
        (BX, B),
    ),
    Sample(
        "MatrixSetDiagV2",
        lambda tf: tf.raw_ops.MatrixSetDiagV2(input=[[1, 2], [3, 4]], diagonal=[9], k=1),
    ),
    Sample("MatrixSetDiag", lambda tf, x, d: tf.raw_ops.MatrixSetDiag(input=x, diagonal=d), (X, V)),
    Sample("MatrixSetDiag", lambda tf: tf.raw_ops.MatrixSetDiag(input=[[1, 2]], diagonal=[5])),
    Sample("MatrixBandPart", lambda tf, x: tf.linalg.band_part(x, -1, 0), (BX,)),
    Sample("MatrixBandPart", lambda tf, x: tf.linalg.band_part(x, 1, 2), (X,)),
    Sample("MatrixBandPart", lambda tf: tf.linalg.band_part([[True, True], [True, True]], 0, -1)),
    Sample("Diag", lambda tf, x: tf.linalg.tensor_diag(x), (random.floats(2, 2),)),
    Sample("Diag", lambda tf: tf.linalg.tensor_diag([1, 2, 3])),
    Sample("DiagPart", lambda tf, x: tf.linalg.tensor_diag_part(x), (random.floats(2, 3, 2, 3),)),
    Sample("DiagPart", lambda tf: tf.linalg.tensor_diag_part([[1, 2], [3, 4]])),
    Bad("MatrixDiagV3", lambda tf, x: tf.linalg.diag(x, num_rows=1), (V,), match="too small"),
    Bad("MatrixDiagV3", lambda tf, x: tf.linalg.diag(x, num_rows=4, num_cols=5), (V,)),
    Bad("MatrixDiagV3", lambda tf: tf.linalg.diag(1.0)),
    Bad(
        "MatrixDiagV3",
        lambda tf, x: tf.linalg.diag(x, align="UP"),
        (V,),
        error=("InvalidArgumentError", "ValueError"),
    ),
    Bad("MatrixDiagPartV3", lambda tf, x: tf.linalg.diag_part(x, k=5), (X,), match="out of bound"),
    Bad("MatrixDiagPartV3", lambda tf, x: tf.linalg.diag_part(x, k=(1, 0)), (X,)),
    Bad("MatrixDiagPartV3", lambda tf: tf.linalg.diag_part([1.0])),
    Bad("MatrixSetDiagV3", lambda tf, x: tf.linalg.set_diag(x, [1.0, 2.0]), (X,)),
    Bad("MatrixBandPart", lambda tf, x: tf.linalg.band_part(x, 5, 0), (X,), match="num_lower"),
    Bad("MatrixBandPart", lambda tf: tf.linalg.band_part([1], 0, 0), match="2-dim"),
    Bad("Diag", lambda tf: tf.linalg.tensor_diag(1.0), match="rank 1"),
    Bad("DiagPart", lambda tf: tf.linalg.tensor_diag_part([1.0, 2.0]), match="even"),
    Bad("DiagPart", lambda tf, x: tf.linalg.tensor_diag_part(x), (X,)),
]
