"""`tf.lookup.StaticVocabularyTable`: numbers for the words of a vocabulary and, by hash, for all others."""

from __future__ import annotations

from typing import Any

from stagelight.core.convert import convert_to_tensor
from stagelight.core.raw import raw
from stagelight.core.tensor import Tensor
from stagelight.public import public
from stagelight.state.lookup_tables import Lookup, StaticHashTable
from stagelight.state.trackable import Trackable
from stagelight.types.dtypes import DType, as_dtype, int64, string


@public("lookup.StaticVocabularyTable")
class StaticVocabularyTable(Lookup, Trackable):
    """A table from words to numbers that has numbers for unknown words too.

    An unknown word gets `size of the vocabulary + fingerprint(word) % num_oov_buckets`; of an integer it is
    the fingerprint of its digits.

    Args:
        initializer: What fills the vocabulary, with int64 values; None for an empty one.
        num_oov_buckets: How many numbers there are for unknown words.
        lookup_key_dtype: The dtype of the words that are looked up: that of the vocabulary, or for integers
            another integer; strings where there is no vocabulary.
        name, experimental_is_anonymous: Kept for TensorFlow's signature.

    Raises:
        ValueError: `num_oov_buckets` is not positive.
        TypeError: A dtype is another one.

    >>> words = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([0, 1], tf.int64))
    >>> table = tf.lookup.StaticVocabularyTable(words, num_oov_buckets=1)
    >>> table.lookup(tf.constant(["b", "x"])).numpy()
    array([1, 2])
    """

    def __init__(
        self,
        initializer: Any,
        num_oov_buckets: int,
        lookup_key_dtype: Any = None,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        if num_oov_buckets <= 0:
            raise ValueError("`num_oov_buckets` must be > 0; use StaticHashTable.")
        if initializer is None:
            self._key_dtype = string if lookup_key_dtype is None else as_dtype(lookup_key_dtype)
        else:
            self._key_dtype = _dtype_of_words(initializer, lookup_key_dtype)
        if not (self._key_dtype is string or self._key_dtype.is_integer):
            raise TypeError(
                f"Words must be strings or integers. Received `lookup_key_dtype`: {self._key_dtype}."
            )
        self._num_oov_buckets = int(num_oov_buckets)
        self._name = name
        self._table = None if initializer is None else StaticHashTable(initializer, -1)
        if self._table is not None:
            self._track_trackable(self._table, "_table")

    @property
    def name(self) -> str | None:
        """The name that was given."""
        return self._name

    @property
    def value_dtype(self) -> DType:
        """The dtype of the numbers: int64."""
        return int64

    @property
    def resource_handle(self) -> Tensor | None:
        """The handle of the vocabulary's table; None if there is no vocabulary."""
        return None if self._table is None else self._table.resource_handle

    def size(self, name: str | None = None) -> Tensor:
        """How many numbers there are: those of the vocabulary and those of unknown words."""
        buckets = convert_to_tensor(self._num_oov_buckets, int64)
        return buckets if self._table is None else raw.AddV2(self._table.size(), buckets, name=name)

    def _find(self, keys: Tensor, name: str | None) -> Tensor:
        texts = keys if keys.dtype is string else raw.AsString(keys)
        buckets = raw.StringToHashBucketFast(texts, num_buckets=self._num_oov_buckets)
        if self._table is None:
            return buckets
        is_wider = keys.dtype is not self._table.key_dtype
        known = self._table.lookup(raw.Cast(keys, DstT=int64) if is_wider else keys)
        is_known = raw.NotEqual(known, self._table.default_value)
        return raw.SelectV2(is_known, known, raw.AddV2(buckets, self._table.size()))


def _dtype_of_words(initializer: Any, wanted: Any) -> DType:
    """The dtype of the words that are looked up in a vocabulary.

    Raises:
        TypeError: the vocabulary has no such words, or no int64 numbers.
    """
    own: DType = initializer.key_dtype
    if initializer.value_dtype is not int64:
        raise TypeError(
            f"Invalid `value_dtype`, expected {int64} but got {initializer.value_dtype}."
        )
    dtype = own if wanted is None else as_dtype(wanted)
    if dtype.is_integer != own.is_integer:
        expected = "integer" if dtype.is_integer else str(dtype)
        raise TypeError(f"Invalid `key_dtype`, expected {expected} but got {own}.")
    return dtype
