"""Names that staged blocks let change places, however many blocks there are in a row: no change is lost."""

import itertools
import linecache

import pytest

import stagelight as tf
from stagelight.autograph.refusals import ConversionError

BLOCKS = {
    "for": "for _ in tf.range(n):\n            a, b = b, a",
    "while": "k = n\n        while k > 0:\n            a, b, k = b, a, k - 1",
    "if": "if n % 2 > 0:\n            a, b = b, a",
    "bind": "if n > 1:\n            a = b",
    "python": "a, b = b, a",
}
CHANGES = (
    "b.insert(0, n + 90)",
    "a[0] = n + 90",
    "a.append(n)\n        b[-1] = n + 90",
    "e[0] = n + 90",
)
NEW = {"lists": "[n], [n + 1]", "objects": "Box(n), Box(n + 1)"}

PROGRAM = """
class Box:
    def __init__(self, v):
        self.v = v

    def __getitem__(self, i):
        return self.v

    def __setitem__(self, i, v):
        self.v = v

    def insert(self, i, v):
        self.v = v

    def append(self, v):
        self.v = self.v + v


def program(n):
        a, b = {new}
        e = a
        {blocks}
        {change}
        return a[0], b[0], e[0]
"""


def program_of(new, blocks, change):
    blocks_text = "\n        ".join(BLOCKS[x] for x in blocks)
    text = PROGRAM.format(new=NEW[new], blocks=blocks_text, change=change)
    return compiled(text, f"<aliases {new} {blocks} {change}>")


def compiled(text, file):
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    names = {"tf": tf, "__name__": "program"}
    exec(compile(text, file, "exec"), names)
    return names["program"]


def outcome_of(program, *numbers):
    """Whether a program gives what it gives eagerly; otherwise it is refused."""
    arguments = [tf.constant(number) for number in numbers]
    expected = [int(x) for x in program(*arguments)]
    try:
        received = [int(x) for x in tf.function(program)(*arguments)]
    except (ConversionError, TypeError) as error:
        assert "AG212" in str(error) or "AG302" in str(error), error
        return False
    assert received == expected
    return True


SEQUENCES = [x for count in (1, 2, 3) for x in itertools.product(BLOCKS, repeat=count)]


@pytest.mark.parametrize("new", NEW)
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("count", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_changes_of_what_may_be_another_are_made_or_refused(new, change, count):
    staged_programs = 0
    for blocks in SEQUENCES:
        if len(blocks) != count:
            continue
        program = program_of(new, blocks, change)
        staged = tf.function(program)
        for number in range(4):
            n = tf.constant(number)
            expected = [int(x) for x in program(n)]
            try:
                received = [int(x) for x in staged(n)]
            except (ConversionError, TypeError) as error:
                assert "AG212" in str(error) or "AG302" in str(error), (blocks, error)
            else:
                staged_programs += 1
                assert received == expected, (blocks, number)
    assert staged_programs or new == "objects"


# Containers of one kind: a new one, and the number in it.
KINDS = {
    "dict": ('{{"k": {}}}', '{}["k"]'),
    "list": ("[{}]", "{}[0]"),
    "object": ("Box({})", "{}.v"),
}
PLACES = {"name": "a", "attribute": "box.e", "entry": 'd["e"]', "element": "rows[0]"}
HEADERS = {
    "if": "if s > 0:",
    "for": "for _ in tf.range(n):",
    "while": "while n > 0:\n        n = n - 1",
}
ORDERS = {
    "change, bind": ("{number} = {number} + 3", "{place} = {new}"),
    "change, bind, change": (
        "{number} = {number} + 3", "{place} = {new}", "{number} = {number} + 5",
    ),
    "bind, change": ("{place} = {new}", "{number} = {number} + 3"),
    "change, bind to another": ("{number} = {number} + 3", "{place} = other"),
    "change, bind through another name": ("{number} = {number} + 3", "{same} = {new}"),
    "change, bind to another through another name": ("{number} = {number} + 3", "{same} = other"),
    "bind through another name, change": ("{same} = {new}", "{number} = {number} + 3"),
}  # fmt: skip
PUT_AWAY = """
class Box:
    def __init__(self, v):
        self.v = v


def program(n, s):
    box, d, rows = Box(0), {{}}, [0]
    a_box, e, lines = box, d, rows
    other = {other}
    {place} = {first}
    b = {place}
    {header}
        {statements}
    return {number}, {kept}, {others}
"""


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_block_changes_what_it_puts_away(kind, header, order):
    """What an object had is not what stands in its place at the end of the block."""
    new, number = KINDS[kind]
    staged_programs = 0
    for place_name, place in PLACES.items():
        same = {"box.e": "a_box.e", 'd["e"]': 'e["e"]', "rows[0]": "lines[0]"}.get(place, place)
        parts = {"place": place, "same": same, "number": number.format(place)}
        for is_other_written in (False, True):
            if is_other_written:  # The other name is the one that the change goes through.
                parts |= {"place": same, "same": place, "number": number.format(same)}
            lines = [x.format(**parts, new=new.format("s")) for x in ORDERS[order]]
            text = PUT_AWAY.format(
                place=place, other=new.format("n + 7"), first=new.format("n"),
                header=HEADERS[header], statements="\n        ".join(lines), number=number.format(place),
                kept=number.format("b"), others=number.format("other"),
            )  # fmt: skip
            program = compiled(
                text, f"<put away {kind} {place_name} {header} {order} {is_other_written}>"
            )
            staged_programs += sum(outcome_of(program, *x) for x in ((2, 1), (2, -1), (0, 1)))
    # The second round of a loop may change either object; two objects that there were are none of one form.
    assert staged_programs or header != "if" or (kind == "object" and "to another" in order)


GROWN = """
class Box:
    pass


def program(n, s):
    a, box = [n], Box()
    box.e, rows, t = [s], [[3], a], n * 0 + 1
    {grown}
    {bound}
    {header}
        {change}
    return a[0], box.e[0], rows[1][0], rows[0][0]
"""
GROWS = ("for i in tf.range(n): a.append(s)", "rows[t].insert(0, s)", "pass")
BINDS = (
    "for i in tf.range(n): box.e = rows[1]", "if s > 1: box.e = a", "rows[t] = box.e", "box.e = rows[t]",
    "rows[0] = rows[t]", "if s > 1: rows[0], box.e = rows[1], [n + 5, s]",
)  # fmt: skip
CHANGES_OF_GROWN = (
    "box.e[0] += 1",
    "box.e.insert(0, 5)",
    "a[0] += 1",
    "rows[t].insert(0, 5)",
    "pass",
)


@pytest.mark.parametrize("bound", BINDS)
@pytest.mark.parametrize("grown", GROWS)
def test_a_list_that_grew_has_the_aliases_that_it_had(grown, bound):
    """What stands for a list is that list to the blocks after the one that made it longer."""
    for change in CHANGES_OF_GROWN:
        for header in ("if True:", "if s > 0:", "for _ in tf.range(n):"):
            text = GROWN.format(grown=grown, bound=bound, header=header, change=change)
            program = compiled(text, f"<grown {grown} {bound} {change} {header}>")
            for numbers in ((3, 2), (1, 1)):
                outcome_of(program, *numbers)


OTHER_WAYS = """
class Box:
    def __init__(self, v):
        self.v = v


def program(n, s):
    box, d, rows = Box(0), {{}}, [0]
    {place} = {first}
    b = {place}

    def bump(x):
        {bump}

    if {condition}:
        {bind}
    else:
        {change}
    return {number}, {kept}
"""


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("kind", KINDS)
def test_one_way_changes_what_the_other_one_replaces(kind, place):
    """The object of each way is what it is at the end of that way."""
    new, number = KINDS[kind]
    staged_programs = 0
    for holder in ("{}", "Box({})", "[{}]"):  # The change is in the object, or in one that it has.
        inner = {"{}": "{}", "Box({})": "{}.v", "[{}]": "{}[0]"}[holder]
        at, at_kept = number.format(inner.format(place)), number.format(inner.format("b"))
        changes = (f"{at} = {at} + 7", f"{at_kept} = {at_kept} + 7", f"bump({place})", "bump(b)")
        for change, condition in itertools.product(changes, ("s > 1", "s <= 1")):
            bind = f"{place} = {holder.format(new.format('n'))}"
            ways = (
                {"bind": bind, "change": change}
                if "<" in condition
                else {"bind": change, "change": bind}
            )
            in_bump = number.format(inner.format("x"))
            text = OTHER_WAYS.format(
                place=place, first=holder.format(new.format("s")), condition=condition,
                bump=f"{in_bump} = {in_bump} + 7", number=at, kept=at_kept, **ways,
            )  # fmt: skip
            program = compiled(text, f"<ways {kind} {place} {holder} {change} {condition}>")
            staged_programs += sum(outcome_of(program, *x) for x in ((1, 1), (2, 2), (0, 3)))
    assert staged_programs


CHOSEN_AGAIN = """
def program(n, s):
    a = [n]
    rows = [[n + 1], a]
    for _ in range({rounds}):
        {choose}
    a[0] = n + s
    return rows[0][0], rows[1][0], a[0]
"""


@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize(
    "choose",
    [
        "rows[1] = rows[s % 2]",
        "rows = [rows[s % 2], rows[1 - s % 2]]",
        "rows[0] = [rows[s % 2]][s * 0]",
    ],
)
def test_a_copy_of_a_copy_may_be_what_that_one_may_be(choose, rounds):
    """Nothing refers to the copies between, which an element at a tensor's index was."""
    program = compiled(
        CHOSEN_AGAIN.format(choose=choose, rounds=rounds), f"<chosen {choose} {rounds}>"
    )
    for numbers in ((3, 1), (4, 0)):
        outcome_of(program, *numbers)


CHANGED_IN_A_BLOCK = """
def program(n, s):
    a = [s]
    rows = [[3], a]
    b = rows[1]
    {header}
        rows[s % 2] = rows[0]
        rows[1][0] = 3
    for _ in range(2):
        rows[1][:] = [n]
    return a[0], b[0], rows[0][0], rows[1][0]
"""


@pytest.mark.parametrize(
    "header", ["if n == 1:", "if s > 0:", "for _ in tf.range(n):", "while s > 3:"]
)
def test_a_block_changes_an_element_of_a_list_that_it_has_made(header):
    program = compiled(CHANGED_IN_A_BLOCK.format(header=header), f"<changed {header}>")
    for numbers in ((3, 2), (1, 1), (2, 3)):
        outcome_of(program, *numbers)
