"""`raise`, `assert`, `try`, `with`."""

import contextlib

import stagelight as tf
from tests.autograph.constructs.table import Table

CONSTRUCTS = Table()


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def raise_in_a_branch(x):
    if x < 0.0:
        raise ValueError("x must not be negative")
    return x * x


@CONSTRUCTS.add((1,), (2,), (3,))
def raise_in_the_else(x):
    if x == 1:
        y = 10
    elif x == 2:
        y = 20
    else:
        raise ValueError("no such case")
    return y


@CONSTRUCTS.add((3.0,), (-3.0,), (30.0,))
def raise_on_every_other_way(x):
    if x < 0.0:
        raise ValueError("below")
    if x > 10.0:
        raise KeyError("above")
    return x


@CONSTRUCTS.add((3,), (12,))
def raise_in_a_loop(n):
    total = 0
    for i in tf.range(n):
        if i > 10:
            raise RuntimeError("too many rounds")
        total += i
    return total


@CONSTRUCTS.add((2,))
def raise_of_a_name_error_in_every_round(n):
    total = 0
    for i in tf.range(n):
        total += i
        raise NameError("the user's own")
    return total


@CONSTRUCTS.add((-3,))
def raise_in_a_called_function(x):
    def checked(value):
        if value < 0:
            raise ValueError(f"negative: {value}")
        return value

    return checked(x) + 1


@CONSTRUCTS.add((3,), (-3,))
def raise_with_a_class(x):
    if x < 0:
        raise NotImplementedError
    return x


@CONSTRUCTS.add((3,), (-3,), (30,))
def raise_in_both_branches(x):
    if x != 3:
        if x < 0:
            raise ValueError("below")
        else:
            raise ValueError("above")
    return x


@CONSTRUCTS.add((3,), (-3,))
def raise_in_a_match(x):
    match x:
        case 3:
            return 30
        case _:
            raise ValueError("unmatched")


@CONSTRUCTS.add((3,), (-3,))
def assertion(x):
    assert x > 0, "positive"
    return x


@CONSTRUCTS.add((-3,))
def assertion_with_the_value(x):
    assert x > 0, f"x is {x}"
    return x


@CONSTRUCTS.add((3,), (-3,))
def assertion_without_text(x):
    assert x > 0
    return x


@CONSTRUCTS.add(([1, 2],), ([1, -2],))
def assertion_in_a_loop(xs):
    total = 0
    for x in xs:
        assert x > 0, "all must be positive"
        total += x
    return total


@CONSTRUCTS.add((3,), (-3,), (0,))
def assertion_about_a_condition(x):
    assert x > 0 or x == 0, "not negative"
    assert -10 < x < 10, "near"
    return x


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def try_finally(x):
    y = x
    try:
        if x > 0.0:
            y = y * 2.0
    finally:
        y = y + 1.0
    return y


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def return_in_try_finally(x):
    log = []
    try:
        if x > 0.0:
            return x * 2.0
    finally:
        log.append(1)
    return x * len(log)


@CONSTRUCTS.add((3,), (0,))
def break_in_try_finally(n):
    total = 0
    for i in tf.range(n):
        try:
            if i == 2:
                break
            total += i
        finally:
            total += 100
    return total


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def try_except_that_python_decides(x):
    table = {"a": x}
    try:
        y = table["b"]
    except KeyError:
        y = table["a"]
        if y > 0.0:
            y = y * y
    else:
        y = -y
    return y


@CONSTRUCTS.add((3.0,), refused="outside of the")
def raise_caught_outside_of_the_branch(x):
    try:
        if x > 0.0:
            raise ValueError("positive")
        y = x
    except ValueError:
        y = -x
    return y


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def raise_caught_inside_of_the_branch(x):
    if x > 0.0:
        try:
            raise ValueError("positive")
        except ValueError:
            y = -x
    else:
        y = x * 3.0
    return y


@CONSTRUCTS.add((3.0,), (-3.0,), gradient=True)
def with_around_staged_code(x):
    with contextlib.nullcontext(2.0) as factor:
        if x > 0.0:
            y = x * factor
        else:
            y = -x
    return y


@CONSTRUCTS.add((3.0,), (-3.0,))
def with_and_return(x):
    with contextlib.nullcontext(2.0) as factor:
        if x > 0.0:
            return x * factor
    return x


@CONSTRUCTS.add((2.0, 3))
def tape_in_a_loop(x, n):
    for _ in tf.range(n):
        with tf.GradientTape() as tape:
            tape.watch(x)
            if x > 2.5:
                y = x * x
            else:
                y = x * 3.0
        x = x - 0.1 * tape.gradient(y, x)
    return x


@CONSTRUCTS.add((3.0,), (-3.0,))
def own_context_manager(x):
    @contextlib.contextmanager
    def scaled(by):
        yield x * by

    with scaled(2.0) as y:
        if y > 0.0:
            y = y + 1.0
    return y


@CONSTRUCTS.add((3,), (-3,))
def error_that_is_re_raised(x):
    try:
        if x < 0:
            y = tf.constant(0)
        else:
            y = x
    except ValueError:
        raise
    return y
