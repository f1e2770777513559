"""What a function changes in its arguments while it is traced is an error: no caller would see it."""

import collections
import copy
import dataclasses

import pytest

import stagelight as tf


@dataclasses.dataclass
class Pair:
    first: object
    second: object


def arguments():
    """A structure of every kind in every other."""
    one = tf.constant(1.0)
    return {
        "list": [one, 2, [one]],
        "dict": {"a": one, "b": {"c": one}},
        "ordered": collections.OrderedDict(a=one, b=2),
        "default": collections.defaultdict(lambda: 0, a=one),
        "tuple": ([one], {"a": 1}),
        "pair": Pair([one], {"a": one}),
    }


def append(at):
    at.append(tf.constant(1.0))


MUTATIONS = {
    "item of a list": lambda m: m["list"].__setitem__(0, m["list"][0] + 1.0),
    "append": lambda m: append(m["list"]),
    "append within": lambda m: append(m["list"][2]),
    "append a number": lambda m: m["list"].append(3),
    "pop": lambda m: m["list"].pop(),
    "remove": lambda m: m["list"].remove(m["list"][0]),
    "clear": lambda m: m["list"].clear(),
    "del": lambda m: m["list"].__delitem__(slice(1, None)),
    "reverse": lambda m: m["list"].reverse(),
    "extend": lambda m: m["list"].extend([1]),
    "replaced list": lambda m: m.__setitem__("list", list(m["list"])[:2]),
    "new key": lambda m: m["dict"].__setitem__("z", tf.constant(2.0)),
    "new number": lambda m: m["dict"].__setitem__("z", 2),
    "key within": lambda m: m["dict"]["b"].update(c=tf.constant(3.0)),
    "popped key": lambda m: m["dict"].pop("a"),
    "cleared dict": lambda m: m["dict"].clear(),
    "another kind": lambda m: m["dict"].__setitem__("b", [1]),
    "ordered": lambda m: m["ordered"].popitem(),
    "asked default": lambda m: m["default"]["missing"],
    "in a tuple": lambda m: append(m["tuple"][0]),
    "dict in a tuple": lambda m: m["tuple"][1].update(a=5),
    "field": lambda m: setattr(m["pair"], "first", 3),
    "in a field": lambda m: append(m["pair"].first),
    "at the top": lambda m: m.__setitem__("another", 1),
}


@pytest.mark.parametrize("autograph", [True, False])
@pytest.mark.parametrize("name", MUTATIONS)
def test_a_function_does_not_modify_its_arguments(name, autograph):
    mutate = MUTATIONS[name]

    @tf.function(autograph=autograph)
    def f(other, m, *, by_keyword=None):
        mutate(m if by_keyword is None else by_keyword)
        return other

    given = arguments()
    message = r"f\(other, m, \*, by_keyword=None\) should not modify .* were modified: "
    with pytest.raises(ValueError, match=message + "m .AG416.$"):
        f(tf.constant(1), given)
    with pytest.raises(ValueError, match=message + "by_keyword .AG416.$"):
        f(tf.constant(1), 1, by_keyword=given)


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_copy_may_be_modified(name):
    @tf.function
    def f(m):
        copied = {key: copy.copy(value) for key, value in m.items()}
        copied = {
            "list": [*m["list"][:2], [*m["list"][2]]],
            "dict": {**m["dict"], "b": dict(m["dict"]["b"])},
            "ordered": copied["ordered"],
            "default": copied["default"],
            "tuple": (list(m["tuple"][0]), dict(m["tuple"][1])),
            "pair": Pair(list(m["pair"].first), m["pair"].second),
        }
        MUTATIONS[name](copied)
        return m["list"][0]

    assert f(arguments()).numpy() == 1.0


def test_a_method_does_not_modify_its_arguments_but_may_modify_its_object():
    class Counter:
        def __init__(self):
            self.seen = []

        @tf.function
        def note(self, items):
            self.seen.append(1)
            return items[0]

        @tf.function
        def take(self, *items, **named):
            named["rest"].pop()
            return items[0][0]

    counter = Counter()
    counter.note([tf.constant(1)])
    assert counter.seen == [1]
    with pytest.raises(ValueError, match="were modified: rest"):
        counter.take([tf.constant(1)], rest=[1, 2])


def test_what_is_put_back_is_not_modified():
    @tf.function
    def f(m):
        value = m.pop("a")
        m["a"] = value
        return value

    assert f({"a": tf.constant(3)}).numpy() == 3
