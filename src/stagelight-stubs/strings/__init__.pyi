"""Public names of `tf.strings`. Written by `scripts/public_stubs.py`."""

from stagelight.ops.debugging.printing import string_format as _format
from stagelight.ops.ragged.characters import bytes_split as bytes_split
from stagelight.ops.ragged.characters import unicode_decode as unicode_decode
from stagelight.ops.ragged.characters import unicode_decode_with_offsets as unicode_decode_with_offsets
from stagelight.ops.ragged.characters import unicode_split as unicode_split
from stagelight.ops.ragged.characters import unicode_split_with_offsets as unicode_split_with_offsets
from stagelight.ops.ragged.text import ngrams as ngrams
from stagelight.ops.ragged.text import split as split
from stagelight.ops.strings.letter_case import lower as lower
from stagelight.ops.strings.letter_case import upper as upper
from stagelight.ops.strings.number_text import as_string as as_string
from stagelight.ops.strings.number_text import to_number as to_number
from stagelight.ops.strings.regular_expressions import regex_full_match as regex_full_match
from stagelight.ops.strings.regular_expressions import regex_replace as regex_replace
from stagelight.ops.strings.string_hashing import to_hash_bucket as to_hash_bucket
from stagelight.ops.strings.string_hashing import to_hash_bucket_fast as to_hash_bucket_fast
from stagelight.ops.strings.string_hashing import to_hash_bucket_strong as to_hash_bucket_strong
from stagelight.ops.strings.string_joining import join as join
from stagelight.ops.strings.string_joining import reduce_join as reduce_join
from stagelight.ops.strings.string_joining import unsorted_segment_join as unsorted_segment_join
from stagelight.ops.strings.string_parts import length as length
from stagelight.ops.strings.string_parts import strip as strip
from stagelight.ops.strings.string_parts import substr as substr
from stagelight.ops.strings.unicode_text import unicode_encode as unicode_encode
from stagelight.ops.strings.unicode_text import unicode_script as unicode_script
from stagelight.ops.strings.unicode_text import unicode_transcode as unicode_transcode
from typing import Any

format = _format
