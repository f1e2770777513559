"""Public names of `tf.compat.v1.config.threading`. Written by `scripts/public_stubs.py`."""

from stagelight.config import get_inter_op_parallelism_threads as get_inter_op_parallelism_threads
from stagelight.config import get_intra_op_parallelism_threads as get_intra_op_parallelism_threads
from stagelight.config import set_inter_op_parallelism_threads as set_inter_op_parallelism_threads
from stagelight.config import set_intra_op_parallelism_threads as set_intra_op_parallelism_threads
