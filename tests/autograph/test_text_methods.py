"""All methods and operators of `str`, and the builtins that read texts, over texts with tensors in them.

The result is what eager code has, or the program is refused with AG417; it is never that of the
tensor's name.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import operator

import pytest

import stagelight as tf
from stagelight.autograph.refusals import ConversionError

TEMPLATE = "%s%%"

# What `str` has of its own, by name; a text is the object, an argument, or within a list.
METHODS = {
    "__add__": [
        lambda t: t + "z",
        lambda t: "z" + t,
        lambda t: t.__add__(t),
        lambda t: "z".__add__(t),
    ],
    "__contains__": [
        lambda t: "2" in t,
        lambda t: "3" not in t,
        lambda t: t in "0123",
        lambda t: t in t + "!",
        lambda t: t in ["1", "12"],
        lambda t: t in ("x",),
        lambda t: t.__contains__("1"),
    ],
    "__eq__": [
        lambda t: t == "12",
        lambda t: "12" == t,
        lambda t: t == t + "",
        lambda t: t == 12,
        lambda t: "yes" if t == "12" else "no",
        lambda t: t.__eq__("12"),
        lambda t: str.__eq__("12", t),
    ],
    "__format__": [
        lambda t: f"{t:>9}|",
        lambda t: format(t, "<9"),
        lambda t: t.__format__("^9"),
        lambda t: f"{[t, 1]}{(t,)}{ {'k': t} }",
    ],
    "__ge__": [lambda t: t >= "12", lambda t: "12" >= t],
    "__getitem__": [
        lambda t: t[0],
        lambda t: t[-1:],
        lambda t: t[::-1],
        lambda t: t[len("a") - 1],
        lambda t: t.__getitem__(0),
    ],
    "__gt__": [lambda t: t > "12", lambda t: "12" > t],
    "__hash__": [lambda t: t in {"12": 1}, lambda t: {t: 1}["12"], lambda t: len({t}), hash],
    "__iter__": [
        lambda t: [c for c in t],  # noqa: C416
        list,
        tuple,
        lambda t: [c for c, _ in zip(t, t, strict=True)],
        lambda t: [*t],
        lambda t: iter(t).__next__(),
    ],
    "__le__": [lambda t: t <= "12", lambda t: "12" <= t],
    "__len__": [len, lambda t: t.__len__(), lambda t: 1 if t else 2, lambda t: not t],
    "__lt__": [lambda t: t < "12", lambda t: "12" < t, lambda t: t < t + "0"],
    "__mod__": [lambda t: (t + "%s") % 5, lambda t: ("<%s>" + "") % t, lambda t: "%s" % [t]],
    "__mul__": [lambda t: t * 2, lambda t: t * 0, lambda t: t.__mul__(2)],
    "__ne__": [lambda t: t != "12", lambda t: "12" != t],
    "__repr__": [repr, lambda t: f"{t!r}", lambda t: t.__repr__(), ascii],
    "__rmod__": [lambda t: t.__rmod__("%s!"), lambda t: TEMPLATE % t],
    "__rmul__": [lambda t: 2 * t, lambda t: t.__rmul__(2)],
    "__str__": [str, lambda t: t.__str__(), lambda t: f"{t!s}", lambda t: str([t])],
    "capitalize": [lambda t: (t + "ABC").capitalize()],
    "casefold": [lambda t: (t + "AßC").casefold()],
    "center": [lambda t: t.center(9), lambda t: "z".center(3, t[:1])],
    "count": [lambda t: t.count("2"), lambda t: "1212".count(t), lambda t: t.count("1", 1)],
    "encode": [
        lambda t: t.encode(),
        lambda t: (t + "é").encode("latin-1"),
        lambda t: t.encode(encoding="utf-8"),
        lambda t: bytes(t, "utf-8"),
    ],
    "endswith": [
        lambda t: t.endswith("2"),
        lambda t: "a12".endswith(t),
        lambda t: t.endswith(("1", "2")),
    ],
    "expandtabs": [
        lambda t: (t + "\tx").expandtabs(4),
        lambda t: (t + "\tx").expandtabs(tabsize=2),
    ],
    "find": [lambda t: t.find("2"), lambda t: "3129".find(t)],
    "format": [
        lambda t: (t + "{}").format(1),
        lambda t: "{:>5}".format(t),  # noqa: UP032
        lambda t: f"{[t]}{[t][0]}",
        lambda t: (t + "{k}").format(k=t),
    ],
    "format_map": [
        lambda t: (t + "{k}").format_map({"k": t}),
        lambda t: "{k}".format_map({"k": t}),
    ],
    "index": [lambda t: t.index("1", -9), lambda t: "3129-7".index(t)],
    "isalnum": [lambda t: t.isalnum()],
    "isalpha": [lambda t: t.isalpha()],
    "isascii": [lambda t: t.isascii(), lambda t: (t + "é").isascii()],
    "isdecimal": [lambda t: t.isdecimal()],
    "isdigit": [lambda t: t.isdigit(), lambda t: str(t.isdigit())],
    "isidentifier": [lambda t: t.isidentifier(), lambda t: ("x" + t).isidentifier()],
    "islower": [lambda t: t.islower(), lambda t: (t + "a").islower()],
    "isnumeric": [lambda t: t.isnumeric()],
    "isprintable": [lambda t: t.isprintable()],
    "isspace": [lambda t: t.isspace()],
    "istitle": [lambda t: t.istitle(), lambda t: (t + "A").istitle()],
    "isupper": [lambda t: t.isupper(), lambda t: (t + "A").isupper()],
    "join": [
        lambda t: ",".join([t, "y", t]),
        lambda t: t.join(["a", "b", "c"]),
        lambda t: t.join(("a", t)),
        lambda t: "-".join(t),
        lambda t: "-".join(map(str.upper, [t, "b"])),
        lambda t: "-".join(part + t for part in ("a", t)),
        lambda t: "".join([]) + t,
        lambda t: "-".join({"k": t}.values()),
    ],
    "ljust": [lambda t: t.ljust(9) + "|", lambda t: t.ljust(9, "0")],
    "lower": [lambda t: (t + "ÀB").lower(), lambda t: str.lower(t)],
    "lstrip": [lambda t: (" " + t).lstrip(), lambda t: t.lstrip("1"), lambda t: "1a".lstrip(t)],
    "maketrans": [lambda t: "1".translate(str.maketrans("1", t))],
    "partition": [lambda t: t.partition("2"), lambda t: "a12b".partition(t)],
    "removeprefix": [lambda t: t.removeprefix("1"), lambda t: "12a".removeprefix(t)],
    "removesuffix": [lambda t: t.removesuffix("2"), lambda t: "a12".removesuffix(t)],
    "replace": [
        lambda t: t.replace("1", "\\1$"),
        lambda t: t.replace("1", "x", 1),
        lambda t: "a12".replace(t, "."),
        lambda t: "a12".replace("a", t),
        lambda t: (t + ".").replace(".", ""),
        lambda t: t.replace("", "-"),
    ],
    "rfind": [lambda t: t.rfind("2"), lambda t: "1212".rfind(t)],
    "rindex": [lambda t: "1212-7".rindex(t)],
    "rjust": [lambda t: t.rjust(9)],
    "rpartition": [lambda t: t.rpartition("1"), lambda t: "a12b12".rpartition(t)],
    "rsplit": [lambda t: t.rsplit("1"), lambda t: "a12b".rsplit(t)],
    "rstrip": [lambda t: (t + " ").rstrip() + "|", lambda t: "b2".rstrip(t)],
    "split": [lambda t: (t + "," + t).split(","), lambda t: "a12b".split(t)],
    "splitlines": [lambda t: (t + "\n" + t).splitlines()],
    "startswith": [
        lambda t: t.startswith("1"),
        lambda t: "12".startswith(t),
        lambda t: t.startswith("2", 1),
        lambda t: (t + "\n").startswith(("x", t)),
    ],
    "strip": [lambda t: (" " + t + "\x1f").strip(), lambda t: t.strip("12")],
    "swapcase": [lambda t: (t + "aB").swapcase()],
    "title": [lambda t: (t + " ab").title()],
    "translate": [lambda t: t.translate({49: "x"}), lambda t: "1".translate({49: t})],
    "upper": [lambda t: (t + "aß").upper(), lambda t: list(map(str.upper, [t]))],
    "zfill": [lambda t: t.zfill(6)],
}
# What is not about the characters: as of any object.
OF_OBJECTS = {
    "__class__",
    "__dir__",
    "__init_subclass__",
    "__subclasshook__",
    "__doc__",
    "__getattribute__",
    "__getnewargs__",
    "__new__",
    "__sizeof__",
}
OTHERS = {
    "int": [int, lambda t: int(t, 16), lambda t: int(t) + 1, lambda t: str(int(t) + 1)],
    "float": [float],
    "bool": [bool, lambda t: t and "there", lambda t: t or "none"],
    "ord": [lambda t: ord(t[:1])],
    "max": [lambda t: max(t, "0"), lambda t: min([t, "5"]), lambda t: max(t, "1", key=len)],
    "sorted": [lambda t: sorted([t, "0"])],
    "getattr": [lambda t: getattr(t, "zfill")(5), lambda t: getattr(tf, t)],  # noqa: B009
    "open": [open],
    "complex": [complex],
    "reversed": [lambda t: "".join(reversed(t))],
    "operator": [
        lambda t: operator.eq(t, "12"),
        lambda t: operator.contains("012", t),
        lambda t: operator.mul(t, 2),
        lambda t: operator.mod("%s", t),
    ],
    "reduce": [lambda t: functools.reduce(lambda a, b: a + b, [t, "x"], t)],
    "dict": [
        lambda t: {"12": 1}.get(t, 5),
        lambda t: dict(zip([t], [1], strict=True))["12"],
        lambda t: {"12": 1}[t],
    ],
    "list": [
        lambda t: ["12"].index(t),
        lambda t: ["12", t].count("12"),
        lambda t: [t, "12"] == ["12", "12"],
    ],
}
PROGRAMS = [
    pytest.param(program, id=f"{name} {number}")
    for name, programs in {**METHODS, **OTHERS}.items()
    for number, program in enumerate(programs)
]


def python_value(result):
    """A result without tensors: bytes for texts."""
    if isinstance(result, list | tuple):
        return [python_value(part) for part in result]
    if isinstance(result, tf.Tensor):
        value = result.numpy()
        return value if isinstance(value, bytes) else value.item()
    return result.encode() if isinstance(result, str) else result


def test_no_method_of_texts_is_forgotten():
    own = {name for name in dir(str) if getattr(str, name) is not getattr(object, name, None)}
    assert own - OF_OBJECTS == set(METHODS)


@pytest.mark.parametrize("number", [12, -7])
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_result_is_that_of_the_value_or_refused(program, number):
    def run(x):
        return program(f"{x}")

    x = tf.constant(number)
    try:
        expected = python_value(run(x))
    except (ValueError, LookupError, TypeError, AttributeError, OSError) as error:
        expected = type(error)
    try:
        result = tf.function(run)(x)
    except ConversionError as error:
        assert "AG417" in str(error)
        assert "test_text_methods.py" in str(error)
        return
    except (TypeError, tf.errors.OpError):
        assert isinstance(expected, type) or program in LOUD
        return
    assert python_value(result) == expected


# Python itself asks for a truth value here: refused as of any tensor (AG301).
LOUD = [OTHERS["list"][0], OTHERS["list"][1], OTHERS["list"][2]]
REFUSED = {"__hash__", "__iter__", "maketrans", "rsplit", "split", "splitlines"}


@pytest.mark.parametrize("name", [name for name in METHODS if name not in REFUSED])
def test_only_these_are_refused(name):
    for program in METHODS[name]:
        tf.function(lambda x, program=program: program(f"{x}")).get_concrete_function(
            tf.constant(12)
        )


def test_texts_of_a_list_of_unknown_length_are_joined():
    def join(xs):
        return (
            " ".join(f"{x}" for x in xs),
            ",".join(map(str, xs)),
            "-".join([f"{x}".zfill(3) for x in xs if x > 1]),
            f"{xs[0]}".join([f"{x}" for x in xs]),
        )

    def mapped(xs):
        return ",".join(map(repr, [xs[0], xs[1]])), list(map(int, [f"{xs[0]}", "3"]))

    xs = tf.constant([12, 1, 3])
    for program in (join, mapped):
        assert python_value(tf.function(program)(xs)) == python_value(program(xs))
    spec = tf.TensorSpec([None], tf.int32)
    staged = tf.function(join, input_signature=[spec])
    assert python_value(staged(xs)) == python_value(join(xs))


def test_text_of_containers_has_the_values():
    def write(x):
        cyclic = [x]
        cyclic.append(cyclic)
        return str([x, 1]), repr({"k": (x,)}), f"{[x, [f'{x}']]}", "%s" % [x], f"{cyclic}"

    x = tf.constant(3)
    assert python_value(tf.function(write)(x)) == python_value(write(x))


def test_a_template_is_filled_in_place():
    def fill(x):
        text = "%s!"
        text %= x
        texts = ["", "%s?"]
        texts[len("a")] %= x
        number = x
        number %= 5
        return text, texts[1], number

    x = tf.constant(12)
    assert python_value(tf.function(fill)(x)) == python_value(fill(x))


class Labelled:
    def __init__(self, label, value):
        self.label, self.value = label, value

    def __str__(self):
        return f"{self.label}={self.value}"


@dataclasses.dataclass
class Point:
    x: object
    y: object


def test_text_of_objects_of_the_program_has_the_values():
    def write(x):
        labelled = Labelled("loss", x)
        return (
            str(labelled), f"{labelled:}", "%s" % labelled, repr(Point(x, [x])), f"{[Point(1, x)]}",  # noqa: UP031
            f"{labelled.value} {labelled.label} {[x][0]:>4}",
            f"{labelled.value}{[x][0]}",
        )  # fmt: skip

    x = tf.constant(3)
    assert python_value(tf.function(write)(x)) == python_value(write(x))


def test_text_of_a_number_of_python_is_that_of_the_number():
    def write(x):
        return (
            "a" + str(int(x)) + "b",
            str(int(x) * 2 - 1),
            repr(-int(x)),
            str(bool(x)),
            str(float(x)),
            str(len(f"{x}")),
            "%s" % int(x),  # noqa: UP031
            str([int(x), x]),
        )

    for x in (tf.constant(12), tf.constant(-3)):
        assert python_value(tf.function(write)(x)) == python_value(write(x))


def test_library_names_are_what_python_shows():
    shown = []

    @tf.function
    def f(x):
        text = f"x {x}"
        shown.append(json.dumps({"k": text}))
        print(text.upper(), text[0])
        with tf.name_scope("scope"):
            return x

    assert f(tf.constant(1)).numpy() == 1
    assert "Tensor" in shown[0]


def test_what_operations_can_say_is_saved(tmp_path):
    module = tf.Module()

    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
    def f(x):
        text = f"{x}"
        return (
            text == "12", len(text), int(text), text.lower(), text * 2, ",".join([text, text]), text.encode(),
            text.replace("1", "a"), text.startswith("1"), "2" in text, str(int(x)),
        )  # fmt: skip

    module.f = f
    tf.saved_model.save(module, str(tmp_path))
    x = tf.constant(12)
    assert python_value(tf.saved_model.load(str(tmp_path)).f(x)) == python_value(f(x))


def test_what_python_says_of_a_text_is_not_saved(tmp_path):
    module = tf.Module()
    module.f = tf.function(lambda x: f"{x}" < "2", input_signature=[tf.TensorSpec([], tf.int32)])
    with pytest.raises(ValueError, match="AG414"):
        tf.saved_model.save(module, str(tmp_path))
