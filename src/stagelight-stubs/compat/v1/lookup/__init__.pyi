"""Public names of `tf.compat.v1.lookup`. Written by `scripts/public_stubs.py`."""

from stagelight.compat.v1.lookup import experimental as experimental
from stagelight.state.lookup_tables import KeyValueTensorInitializer as KeyValueTensorInitializer
from stagelight.state.lookup_tables import StaticHashTable as StaticHashTable
from stagelight.state.table_files import TextFileIndex as TextFileIndex
from stagelight.state.table_files import TextFileInitializer as TextFileInitializer
from stagelight.state.vocabulary_table import StaticVocabularyTable as StaticVocabularyTable
