"""Assertions of `tf.test.TestCase`: which values pass, and the class of error that refuses others."""

import dataclasses


@dataclasses.dataclass
class _Point:
    x: int
    y: int = 0


@dataclasses.dataclass
class _Other:
    x: int


def _case(tf):
    class Case(tf.test.TestCase):
        def test(self):
            pass

    return Case("test")


def _outcomes(tf, name, *calls):
    case = _case(tf)
    found = []
    for arguments in calls:
        args, kwargs = (
            arguments
            if isinstance(arguments[-1], dict)
            and len(arguments) == 2
            and (isinstance(arguments[0], tuple))
            else (arguments, {})
        )
        try:
            getattr(case, name)(*args, **kwargs)
            found.append("passes")
        except Exception as error:  # noqa: BLE001
            found.append(type(error).__name__)
    return name, found


def texts(tf):
    """Beginnings, ends, order, regular expressions, addresses and JSON."""
    return [
        _outcomes(tf, "assertNotStartsWith", ("abc", "b"), ("abc", "ab"), ("", "a")),
        _outcomes(tf, "assertNotEndsWith", ("abc", "b"), ("abc", "bc")),
        _outcomes(
            tf,
            "assertContainsInOrder",
            (["a", "b"], "a b"),
            (["b", "a"], "a b"),
            ("b", "abc"),
            ("d", "abc"),
            ([], "x"),
            (["a", "a"], "a"),
            ([1, 2], "1 2"),
        ),
        _outcomes(
            tf,
            "assertRegexMatch",
            ("abc", ["b", "x"]),
            ("abc", ["x"]),
            ("abc", []),
            ("abc", "a"),
            (b"abc", ["^a"]),
            ("abc", [b"c$"]),
            ("abc", ["a", b"b"]),
            ("a\nb", ["^b"]),
        ),
        _outcomes(
            tf,
            "assertUrlEqual",
            ("http://a/b?c=1&d=2", "http://a/b?d=2&c=1"),
            ("http://a/b", "http://a/c"),
            ("http://a/b#x", "http://a/b#y"),
            ("http://a/b?c=", "http://a/b"),
        ),
        _outcomes(
            tf,
            "assertJsonEqual",
            ('{"a": [1, 2]}', '{"a":[1,2]}'),
            ('{"a": 1}', '{"a": 2}'),
            ("{", "{}"),
            ("{}", "x"),
            ("[1]", "[1, 2]"),
        ),
    ]


def sequences(tf):
    """Elements, order, prefixes and numbers that are almost equal."""
    return [
        _outcomes(tf, "assertItemsEqual", ([1, 2, 2], [2, 1, 2]), ([1, 2], [2, 1, 2]), ([], [])),
        _outcomes(tf, "assertNoCommonElements", ([1, 2], [3]), ([1, 2], [2]), ([], [])),
        _outcomes(
            tf,
            "assertContainsSubsequence",
            ([1, 2, 3, 4], [1, 3]),
            ([1, 2], [2, 1]),
            ([1], []),
            ("abc", "ac"),
            ([1, 1], [1, 1, 1]),
        ),
        _outcomes(
            tf,
            "assertContainsExactSubsequence",
            ([1, 2, 3, 4], [2, 3]),
            ([1, 2, 3], [1, 3]),
            ([1], [1, 2]),
            ([1, 2, 1, 2, 3], [1, 2, 3]),
        ),
        _outcomes(
            tf,
            "assertSequenceStartsWith",
            ([1], [1, 2]),
            ([2], [1, 2]),
            (1, [1, 2]),
            ([], [1]),
            ([], []),
            ([1, 2], [1]),
            ([1], {1: 2}),
            ([1], 3),
            ("ab", "abc"),
            ((1,), [1, 2]),
        ),
        _outcomes(
            tf,
            "assertSequenceAlmostEqual",
            ([1.0, 2.0], [1.0, 2.0 + 1e-9]),
            ([1.0], [1.1]),
            ([1.0], [1.0, 2.0]),
            (([1.0], [1.1]), {"places": 0}),
            (([1.0], [1.3]), {"delta": 0.5}),
            (([1.0], [2.3]), {"delta": 0.5}),
        ),
        _outcomes(
            tf,
            "assertTotallyOrdered",
            ([1], [2]),
            ([2], [1]),
            ([1, 1], [2, 2]),
            ([1, 2],),
            ([1], [2], [1]),
            (["a"], ["b"], ["c"]),
            ([float("nan")], [1.0]),
        ),
    ]


def mappings_and_structures(tf):
    """Mappings, numbers in dicts, nested structures."""
    return [
        _outcomes(
            tf,
            "assertMappingEqual",
            ({"a": 1}, {"a": 1}),
            ({"a": 1}, {"a": 2}),
            ({"a": 1}, {"b": 1}),
            ([], {}),
            (({"a": 1}, {"a": 2}), {"check_values_equality": lambda x, y: (True, None)}),
        ),
        _outcomes(
            tf,
            "assertDictAlmostEqual",
            ({"a": 1.0}, {"a": 1.0 + 1e-9}),
            ({"a": 1.0}, {"a": 1.1}),
            ({"a": "x"}, {"a": "x"}),
            ({"a": "x"}, {"a": 1}),
            ({"a": 1}, {"a": 1, "b": 2}),
            (({"a": 1.0}, {"a": 1.1}), {"places": 0}),
            (({"a": 1.0}, {"a": 1.1}), {"delta": 0.5}),
            (({"a": 1.0}, {"a": 1.1}), {"delta": 0.5, "places": 1}),
        ),
        _outcomes(
            tf,
            "assertSameStructure",
            ({"a": [1, {2}]}, {"a": [1, {2}]}),
            ({"a": 1}, {"a": 2}),
            ([1], [1, 2]),
            ([1], (1,)),
            ({1}, {2}),
            ("a", "b"),
            (1, 1.0),
            ([1], {1}),
            ({"a": 1}, {"b": 1}),
            (1, True),
        ),
    ]


def classes(tf):
    """Subclasses and dataclasses."""
    return [
        _outcomes(
            tf,
            "assertIsSubclass",
            (bool, int),
            (int, bool),
            (bool, (str, int)),
            (3, int),
            (str, (int, float)),
        ),
        _outcomes(
            tf, "assertNotIsSubclass", (bool, int), (int, bool), (bool, (str, int)), (3, int)
        ),
        _outcomes(
            tf,
            "assertDataclassEqual",
            (_Point(1), _Point(1)),
            (_Point(1), _Point(2)),
            (_Point(1), _Other(1)),
            (1, _Point(1)),
            (_Point(1), _Point),
        ),
    ]


def errors_and_commands(tf):
    """Messages of errors, and what commands print."""
    case = _case(tf)

    def failing():
        raise ValueError("exactly")

    def used(message, action):
        with case.assertRaisesWithLiteralMatch(ValueError, message):
            action()

    found = []
    for message, action in (
        ("exactly", failing),
        ("exact", failing),
        ("", lambda: None),
        ("", lambda: 1 / 0),
    ):
        try:
            used(message, action)
            found.append("passes")
        except Exception as error:  # noqa: BLE001
            found.append(type(error).__name__)
    fails = ["sh", "-c", "echo told >&2; exit 3"]
    return [
        found,
        _outcomes(
            tf,
            "assertRaisesWithLiteralMatch",
            (ValueError, "exactly", failing),
            (ValueError, "x", failing),
        ),
        _outcomes(
            tf,
            "assertCommandSucceeds",
            ("exit 0",),
            (["sh", "-c", "exit 1"],),
            (fails,),
            (["sh", "-c", "echo said >&2"], ["sa"]),
            (["sh", "-c", "echo said >&2"], [b"no"]),
        ),
        _outcomes(
            tf, "assertCommandFails", (fails, ["told"]), (fails, [b"other"]), ("exit 0", [""])
        ),
    ]
