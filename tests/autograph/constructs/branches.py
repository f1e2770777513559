# ruff: noqa: RET503 -- the programs are what they are about
"""`if`, conditional expressions, `match`, names without a value on one way, None on one way."""

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def if_else(x):
    if x > 0.0:
        y = x * x
    else:
        y = -x
    return y


@CONSTRUCTS.add((15,), (3,), (-4,), (0,))
def elif_chain(x):
    if x > 10:
        return 3
    elif x > 0:
        return 2
    elif x == 0:
        return 0
    else:
        return -1


@CONSTRUCTS.add((2.0,), (-2.0,), gradient=True)
def conditional_expression(x):
    return x * 3.0 if x > 0.0 else x * 5.0


@CONSTRUCTS.add((2,), (0,), (-1,))
def truth_of_a_number(x):
    y = 0
    if x:
        y = 1
    while x > 0 and x:
        x -= 1
    return y, not x, (5 if x else 6)


@CONSTRUCTS.add((2, 5), (0, 5), (2, 0), (0, 0))
def and_or_give_operands(x, y):
    return x and y, x or y, x or y or 7, x and y and 7


@CONSTRUCTS.add((1,), (2,), (3,), (-5,), (11,))
def match_values(x):
    match x:
        case 1:
            return 10
        case 2 | 3:
            return 20
        case n if n < 0:
            return -n
        case _:
            return 0


@CONSTRUCTS.add((1, 2.0), (2, 2.0), (3, 2.0))
def match_and_a_tensor_if(kind, x):
    match kind:
        case 1:
            y = x * 2.0
        case 2:
            y = x * 3.0
        case _:
            y = x
    if y > 5.0:
        y = y - 1.0
    return y


@CONSTRUCTS.add((1.0, 2.0), (-1.0, 2.0), gradient=True)
def match_sequence_of_tensors(x, y):
    match (x, y):
        case (a, b) if a > 0.0:
            return a * b
        case (a, b):
            return a - b


@CONSTRUCTS.add((0, 2.0), (2, 2.0), (2, 5.0), (7, 2.0))
def match_literals_beside_tensors(i, x):
    match (i, x):
        case (0, y):
            return y
        case (1 | 2 as k, y) if y > 3.0:
            return y * tf.cast(k, tf.float32)
        case [k, y] if k > 5:
            return -y
        case _:
            return x - 1.0


@CONSTRUCTS.add((1.0,), (-1.0,), gradient=True)
def match_mapping_of_tensors(x):
    match {"kind": "scale", "by": x}:
        case {"kind": "shift", "by": by}:
            return by + 100.0
        case {"kind": "scale", "by": by} if by > 0.0:
            return by * 3.0
        case {"kind": "scale", "by": by}:
            return by * 5.0


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def none_to_tensor(x):
    value = None
    if x > 0.0:
        value = x * 2.0
    if value is not None:
        return value
    return x


@CONSTRUCTS.add((3.0,), (-3.0,))
def none_is_returned(x):
    if x > 0.0:
        return x * 2.0
    return None


@CONSTRUCTS.add((3.0,), (-3.0,))
def falls_off_the_end(x):
    if x > 0.0:
        return x * 2.0


@CONSTRUCTS.add((3.0,), (-3.0,))
def tensor_to_none(x):
    y = x
    if x < 0.0:
        y = None
    return 0.0 if y is None else y + 1.0


@CONSTRUCTS.add((3.0,), (-3.0,))
def none_among_results(x):
    first = second = None
    if x > 0.0:
        first = x
    else:
        second = -x
    return first, second


@CONSTRUCTS.add(([3.0, 9.0, 2.0],), ([-3.0],), gradient=True)
def best_so_far_begins_as_none(xs):
    best = None
    for x in xs:
        if best is None or x > best:
            best = x
    return best


@CONSTRUCTS.add((3.0,), (-3.0,))
def none_as_an_argument(x):
    def shown(value, default=None):
        if value is None:
            return default
        return value * 2.0

    value = x if x > 0.0 else None
    return shown(value, 7.0)


@CONSTRUCTS.add((3.0,), (-3.0,))
def none_used_as_a_number(x):
    value = x if x > 0.0 else None
    return value + 1.0


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def defined_on_one_way_read_on_it(x):
    if x > 0.0:
        y = x * 2.0
    z = 1.0
    if x > 0.0:
        z = y + x
    return z


@CONSTRUCTS.add((3.0,), (-3.0,))
def defined_on_one_way_never_read(x):
    if x > 0.0:
        y = x * 2.0
        z = y
    else:
        z = x
    return z


@CONSTRUCTS.add((3.0,), (-3.0,))
def defined_on_one_way_read_after(x):
    if x > 0.0:
        y = x * 2.0
    return y


@CONSTRUCTS.add((3.0,), (-3.0,))
def deleted_on_one_way(x):
    y = x * 2.0
    if x < 0.0:
        del y
    return y


@CONSTRUCTS.add((3.0,), (-3.0,))
def int_or_float_numbers(x):
    y = 1 if x > 0.0 else 2.5
    z = 0
    if x > 0.0:
        z = x
    return y * x, z


@CONSTRUCTS.add((3,), (-3,))
def tuple_or_other_tuple(x):
    pair = (x, 1) if x > 0 else (0, x)
    a, b = pair
    return b, a


@CONSTRUCTS.add((3,), (-3,))
def python_object_the_same_on_both_ways(x):
    def double(v):
        return 2 * v

    f = None
    if x > 0:
        f = double
        y = 1
    else:
        f = double
        y = 2
    return f(y)


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def function_chosen_by_a_tensor(x):
    def double(v):
        return 2.0 * v

    def square(v):
        return v * v

    f = double if x > 0.0 else square
    return f(x)


@CONSTRUCTS.add((3, True), (-3, False), (0, True))
def logic(x, flag):
    a = x > 0 and flag
    b = x > 0 or not flag
    return a, b, not a


@CONSTRUCTS.add((3,), (7,), (12,))
def chained_comparison(x):
    return 1 if 2 < x < 5 <= 9 else 2 if 5 < x <= 10 else 3


@CONSTRUCTS.add((0,), (2,))
def right_side_unevaluated(x):
    if x != 0 and 10 // x > 3:
        return 1
    return 0


@CONSTRUCTS.add((5,), (-5,))
def walrus_in_a_condition(x):
    if (y := x * 2) > 3 and (z := y + 1) > 4:
        return z
    return y


@CONSTRUCTS.add(([1.0, 2.0],), ([1.0, 2.0, 3.0, 4.0],))
def branches_of_two_shapes(xs):
    ys = xs
    if tf.reduce_sum(xs) > 4.0:
        ys = xs[1:]
    return ys, tf.shape(ys)


@CONSTRUCTS.add((1.0,), (2.0,), (3.0,), gradient=True)
def match_alternatives_alone(x):
    match x:
        case 1.0 | 2.0:
            return x * 5.0
        case _:
            return x


@CONSTRUCTS.add((1.0,), (3.0,), (30.0,), gradient=True)
def match_class_with_guards(x):
    class Point:
        __match_args__ = ("x", "y")

        def __init__(self, x, y):
            self.x, self.y = x, y

    match Point(x, x * 2.0):
        case Point(a, _) if a > 10.0:
            return a
        case Point(x=_, y=b) if b > 3.0:
            return b * 10.0
        case _:
            return x


@CONSTRUCTS.add((0.5,), (2.0,), (7.0,), gradient=True)
def chained_comparisons(x):
    total = x * 0.0
    for part in (x, x * 2.0):
        if 1.0 < part <= 3.0 != x:
            total += part
    return total
