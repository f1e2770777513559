"""Public names of `tf.compat.v1.tpu.experimental.embedding`. Written by `scripts/public_stubs.py`."""

from stagelight.tpu.experimental.embedding import Adagrad as Adagrad
from stagelight.tpu.experimental.embedding import AdagradMomentum as AdagradMomentum
from stagelight.tpu.experimental.embedding import Adam as Adam
from stagelight.tpu.experimental.embedding import FTRL as FTRL
from stagelight.tpu.experimental.embedding import FeatureConfig as FeatureConfig
from stagelight.tpu.experimental.embedding import QuantizationConfig as QuantizationConfig
from stagelight.tpu.experimental.embedding import SGD as SGD
from stagelight.tpu.experimental.embedding import SparseCoreEmbeddingConfig as SparseCoreEmbeddingConfig
from stagelight.tpu.experimental.embedding import TPUEmbedding as TPUEmbedding
from stagelight.tpu.experimental.embedding import TPUEmbeddingForServing as TPUEmbeddingForServing
from stagelight.tpu.experimental.embedding import TPUEmbeddingV0 as TPUEmbeddingV0
from stagelight.tpu.experimental.embedding import TPUEmbeddingV2 as TPUEmbeddingV2
from stagelight.tpu.experimental.embedding import TableConfig as TableConfig
from stagelight.tpu.experimental.embedding import serving_embedding_lookup as serving_embedding_lookup
