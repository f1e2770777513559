"""Public names of `tf.compat.v1.lookup`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.lookup import experimental as experimental
from stagelight.lookup import KeyValueTensorInitializer as KeyValueTensorInitializer
from stagelight.lookup import StaticHashTable as StaticHashTable
from stagelight.lookup import StaticVocabularyTable as StaticVocabularyTable
from stagelight.lookup import TextFileIndex as TextFileIndex
from stagelight.lookup import TextFileInitializer as TextFileInitializer
