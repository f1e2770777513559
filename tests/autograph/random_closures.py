"""Random programs of closures over what blocks assign, for comparison with plain Python.

Names are integers (`a` to `d` and the targets `i`, `j`, `k`, which several loops share), some without a
value at first. Blocks (loops over ranges, vectors, datasets and iterators, `while`, `if`, `try`, `with`) are
nested up to three deep. Functions of all kinds capture the names: lambdas, `def` with and without `nonlocal`,
partial functions, methods, comprehensions, and what is given to `tf.cond` and its siblings. They are called
at once, later in the block, in the next iteration, or after the block, by name or by an attribute. `w` is a
variable.
"""

from __future__ import annotations

import random

NAMES = ("a", "b", "c", "d")
TARGETS = ("i", "j", "k")
FUNCTIONS = ("f", "g", "h")
DEPTH = 3


class _Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = ["def program(n, m, box, w, data, vector):"]
        self.count = 0

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def write(self, margin: str, line: str) -> None:
        self.lines.append(margin + line)

    def new(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    # Expressions over names that have a value.

    def value(self, defined: set[str]) -> str:
        return self.random.choice([*sorted(defined), *sorted(defined), "1", "2", "m"])

    def expression(self, defined: set[str]) -> str:
        one, other = self.value(defined), self.value(defined)
        forms = ["{a} + {b}", "{a} * 2 + {b}", "({a} + {b} * 3) % 11", "{a} - {b}", "w + {a}", "{a}"]
        return self.random.choice(forms).format(a=one, b=other)

    def called_at_once(self, defined: set[str]) -> str:
        """A function over what is defined, handed to something that calls it."""
        a, b, c = self.expression(defined), self.expression(defined), self.value(defined)
        return self.random.choice([
            f"tf.cond({c} > m, lambda: {a} + 0, lambda: {b} + 0)",
            f"tf.switch_case(tf.math.floormod({c}, 2), [lambda: {a} + 0, lambda: {b} + 0])",
            f"tf.case([(tf.greater({c}, 2), lambda: {a} + 0)], default=lambda: {b} + 0)",
            f"tf.map_fn(lambda q: q + {a}, vector)[1]",
            f"tf.reduce_sum(tf.vectorized_map(lambda q: q * ({a}), vector))",
            f"tf.foldl(lambda s, q: (s + q + {a}) % 7, vector)",
            f"tf.scan(lambda s, q: (s + q + {a}) % 7, vector)[-1]",
            f"tf.while_loop(lambda q, s: q < 2, lambda q, s: (q + 1, (s + {a}) % 7), (0, m))[1]",
            f"tf.while_loop(lambda q: q < ({a}) % 3, lambda q: (q + 1,), (0,))[0]",
            f"tf.custom_gradient(lambda q: (q + {c}, lambda dy: dy))(m)",
            f"tf.function(lambda q: q + {a})(m)",
            f"tf.grad_pass_through(lambda q: q + {a})(m)",
            f"data.map(lambda q: q + {a}).reduce(m, lambda s, q: (s + q) % 7)",
            f"data.filter(lambda q: q < {c}).reduce(0, lambda s, q: (s + q + {a}) % 7)",
            f"next(iter(data.map(lambda q: q + {a})))",
            f"sum([q + {a} for q in (1, 2)])",
            f"sum(q + {a} for q in (1, 2))",
            f"max([q + {a} for q in (1, 2)])",
            f"(lambda q: q + {a})(1)",
            f"functools.partial(lambda p, q: p * q + {a}, 2)(m)",
            f"list(map(lambda q: q + {a}, (1, 2)))[1]",
            f"Runner(lambda: {a}).run()",
            f"apply(lambda: {a})",
        ])  # fmt: skip

    # Statements. `defined` and `functions` are those of the block.

    def block(self, margin: str, depth: int, defined: set[str], functions: dict[str, set[str]]) -> None:
        for _ in range(self.random.randint(1, 3) if depth else self.random.randint(3, 5)):
            kind = self.random.randrange(10)
            if kind < 4 and depth < DEPTH:
                self.construct(margin, depth, defined, functions)
            elif kind < 6:
                self.function(margin, defined, functions)
            else:
                self.simple(margin, defined, functions)

    def simple(self, margin: str, defined: set[str], functions: dict[str, set[str]]) -> None:
        callable_now = sorted(name for name, needs in functions.items() if needs <= defined)
        if callable_now and self.chance(0.6):
            expression = f"{self.random.choice(callable_now)}()"
        else:
            expression = self.called_at_once(defined)
        if self.chance(0.3):
            self.write(margin, f"w.assign((w + {expression}) % 13)")
            return
        target = self.random.choice(NAMES)
        self.write(margin, f"{target} = ({expression}) % 13")
        defined.add(target)

    def function(self, margin: str, defined: set[str], functions: dict[str, set[str]]) -> None:
        name = self.random.choice(FUNCTIONS)
        # It may read what gets a value after it is made.
        captured = self.random.choice([*sorted(defined), *NAMES])
        needs = {captured}
        expression = self.random.choice(["{0} + 1", "{0} * 2", "({0} + m) % 5", "w + {0}"]).format(captured)
        inner = sorted(
            f for f, needed in functions.items()
            if f > name and f.isalpha() and needed <= defined
        )  # fmt: skip
        if inner and self.chance(0.25):
            other = self.random.choice(inner)
            needs |= functions[other]
            expression += f" + {other}()"
        kind = self.random.randrange(8)
        if kind < 2:
            self.write(margin, f"{name} = lambda: {expression}")
        elif kind < 4:
            self.write(margin, f"def {name}():")
            self.write(margin, f"    return {expression}")
        elif kind == 4 and captured in NAMES and captured in defined:
            self.write(margin, f"def {name}():")
            self.write(margin, f"    nonlocal {captured}")
            self.write(margin, f"    {captured} = ({expression}) % 13")
            self.write(margin, f"    return {captured}")
        elif kind <= 5:
            self.write(margin, f"{name} = functools.partial(lambda q: q + {expression}, 2)")
        elif kind == 6:
            self.write(margin, f"{name} = Runner(lambda: {expression}).run")
        else:
            name = f"box.{name}"
            self.write(margin, f"{name} = lambda: {expression}")
        functions[name] = needs

    def construct(self, margin: str, depth: int, defined: set[str], functions: dict[str, set[str]]) -> None:
        target = self.random.choice(TARGETS)
        loop = self.random.choice([
            f"for {target} in tf.range(n):", f"for {target} in tf.range(3):", f"for {target} in vector:",
            f"for {target} in data:", f"for {target} in iter(data):", f"for _, {target} in enumerate(data):",
            f"for {target} in range(2):", f"for _, {target} in enumerate(tf.range(n)):",
            "while", "if", "try", "with",
        ])  # fmt: skip
        inside, functions_inside = set(defined), dict(functions)
        if loop == "while":
            counter = self.new("t")
            self.write(margin, f"{counter} = 0")
            self.write(margin, f"while {counter} < {self.random.choice(['n', 'n', '2'])}:")
            self.write(margin + "    ", f"{counter} += 1")
            inside.add(counter)
        elif loop == "if":
            self.write(margin, f"if {self.value(defined)} > {self.random.choice(['m', '1', 'n'])}:")
        elif loop == "try":
            self.write(margin, "try:")
        elif loop == "with":
            self.write(margin, "with tf.name_scope('scope'):")
        else:
            self.write(margin, loop)
            inside.add(target)
        self.block(margin + "    ", depth + 1, inside, functions_inside)
        if loop.startswith("for") and self.chance(0.15):
            self.write(margin + "    ", f"if {self.value(inside)} > 6:")
            self.write(margin + "        ", self.random.choice(["break", "continue"]))
        if loop == "if" and self.chance(0.5):
            self.write(margin, "else:")
            self.block(margin + "    ", depth + 1, set(defined), dict(functions))
        elif loop == "try":
            self.write(margin, "finally:")
            self.write(margin + "    ", "w.assign_add(1)")
        if loop in ("try", "with"):
            defined |= inside
            functions.update(functions_inside)


def random_closures(seed: int) -> str:
    """The text of a program; every seed makes another one."""
    writer = _Writer(seed)
    defined: set[str] = set()
    for name in NAMES:
        if writer.chance(0.6):
            writer.write("    ", f"{name} = {writer.random.choice(['n', 'm', '1', '0'])}")
            defined.add(name)
    functions: dict[str, set[str]] = {}
    writer.block("    ", 0, defined, functions)
    results = [name for name in NAMES if name in defined and writer.chance(0.5)]
    results += [f"{name}()" for name, needs in sorted(functions.items()) if needs <= defined]
    writer.write("    ", f"result = [{', '.join([*results, 'w + 0'])}]")
    # All names are the function's own, also those that got no value.
    writer.write("    ", f"{' = '.join([*NAMES, *TARGETS])} = 0")
    writer.write("    ", "return result")
    return "\n".join(writer.lines) + "\n"
