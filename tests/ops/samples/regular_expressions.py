"""Samples of the ops of `ops/strings/regular_expressions.py`."""

import numpy as np

from tests.ops.samples import Bad, Sample

TEXT = np.array(
    [[b"abc", b"ABC", b"a1 b2", b""], [b"a\nb", "\u00e9\u03b1".encode(), b"(x)", b"\xffa"]], object
)
PATTERNS = [
    "a.*",
    r"\w+",
    "(?i)abc",
    r"(?s)a.b",
    r"\pL+",
    r"\p{Greek}|a",
    "[[:alpha:]]*",
    r"\Q(x)\E",
    "[^a-c]+",
    "",
    "a|ab",
    "(?U)a.*",
    r"(a)(\d)?",
    "$",
]
BAD_PATTERNS = ["(", "a(?=b)", r"\1", "a**", "*", "[z-a]", r"\pX", "a{1001}", "(?P<n", ")"]

SAMPLES = [
    *[
        Sample(
            "StaticRegexFullMatch",
            lambda tf, x, p=pattern: tf.strings.regex_full_match(x, p),
            (TEXT,),
        )
        for pattern in PATTERNS
    ],
    *[
        Sample(
            "StaticRegexReplace",
            lambda tf, x, p=pattern, g=g: tf.strings.regex_replace(x, p, r"<\0>", g),
            (TEXT,),
        )
        for pattern in PATTERNS
        for g in (True, False)
    ],
    Sample(
        "StaticRegexReplace",
        lambda tf, x: tf.strings.regex_replace(x, r"(a)(\d)?", r"\2\1\\"),
        (TEXT,),
    ),
    *[
        Sample(
            "RegexFullMatch", lambda tf, x, p: tf.strings.regex_full_match(x, p), (TEXT, pattern)
        )
        for pattern in (np.array(b"a.*", object), np.array(b"(?i)b*", object))
    ],
    *[
        Sample(
            "RegexReplace",
            lambda tf, x, p, r: tf.strings.regex_replace(x, p, r),
            (TEXT, pattern, np.array(b"-", object)),
        )
        for pattern in (np.array(b"a", object), np.array(b"b*", object))
    ],
    *[
        Bad(op, call, error=("InvalidArgumentError",), match="Invalid pattern")
        for pattern in BAD_PATTERNS
        for op, call in (
            ("StaticRegexFullMatch", lambda tf, p=pattern: tf.strings.regex_full_match("a", p)),
            ("StaticRegexReplace", lambda tf, p=pattern: tf.strings.regex_replace("a", p, "")),
        )
    ],
    Bad("RegexFullMatch", lambda tf, x: tf.strings.regex_full_match(x, x), (TEXT,), match="scalar"),
    Bad("RegexReplace", lambda tf, x: tf.strings.regex_replace(x, x, ""), (TEXT,), match="scalar"),
]
