"""Random programs over what TensorFlow has for state, besides what `random_structures.py` has.

A variable (`u`), a tensor array of five elements (`a`), a vector whose length is not known while tracing and
changes in loops (`v`, of at least three elements), a named tuple (`p`), functions with arguments of all
kinds, functions in functions, recursion, generators, and the library's own loops and conditionals.

No name is bound to the variable itself: one that a branch binds is its value of then in the graph, in
TensorFlow too (`test_variables_in_structures.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from tests.autograph.random_structures import Writer


class _Writer(Writer):
    def number(self, depth: int = 0) -> str:
        if depth < 2 and self.chance(0.25):
            return self.choose(
                "(u - 0.5)", "(u + x) % 16.0", "u.read_value()", "a.read(i % 5)", "a.read(2)", "v[-1]",
                "tf.reduce_sum(v) % 16.0", "tf.reduce_sum(a.stack()) % 16.0", "p.w", "tf.reduce_min(v[1:])",
                "tf.cond(x > y, lambda: x, lambda: y - 1.0)", "tf.reduce_max(tf.map_fn(lambda q: q - y, v))",
                "tf.where(x > 1.0, x, y)", "sum(q for q in [x, y, p.w]) % 16.0",
                "tf.while_loop(lambda n, q: n < i, lambda n, q: (n + 1, (q + x) % 16.0), (0, y))[1]",
            )  # fmt: skip
        return super().number(depth)

    def integer(self, depth: int = 0) -> str:
        if depth < 2 and self.chance(0.2):
            return self.choose(
                "tf.size(v)", "tf.shape(v)[0] % 4", "len(v)", "p.n", "a.size()",
                "tf.argmax(v, output_type=tf.int32)",
                "tf.reduce_sum(tf.cast(v > x, tf.int32))", "tf.size(tf.boolean_mask(v, v > y))",
            )  # fmt: skip
        return super().integer(depth)

    def structure(self, margin: str) -> None:
        kind = self.random.randrange(16)
        if kind < 2:
            self.write(margin, f"v = tf.concat([v, [{self.number(1)}]], 0)[-6:]")
        elif kind == 2:
            self.write(margin, self.choose(
                "v = v[::-1]", "v = tf.where(v > x, v, v * 0.5)", "v = (v + y) % 16.0", "v = v[-3:]",
                "v = tf.sort(v)", "v = tf.tensor_scatter_nd_update(v, [[i % 3]], [x])",
            ))  # fmt: skip
        elif kind < 5:
            self.write(
                margin, f"a = a.write({self.choose('0', 'i % 5', 'j % 5')}, {self.number(1)})"
            )
        elif kind == 5:
            self.write(margin, f"u.assign({self.number(1)})")
        elif kind == 6:
            self.write(
                margin,
                f"u.{self.choose('assign_add', 'assign_sub')}({self.choose('x', 'y', '0.5')})",
            )
            self.write(margin, "u.assign(u % 16.0)")
        elif kind == 7:
            self.write(margin, f"p = P({self.integer(1)}, w={self.number(1)})")
        elif kind == 8:
            self.write(margin, f"p = p._replace({self.choose('n=i', 'w=x', 'n=j, w=y')})")
        elif kind == 9:
            self.write(margin, self.choose("i, x = p", "(_, x), y = p, p.w"))
        else:
            super().structure(margin)

    def nested(self) -> tuple[Callable[..., None], ...]:
        return (
            *super().nested(), self.keywords, self.functions_in_functions, self.recursion, self.generator,
            self.array_loop, self.finally_with_jump,
        )  # fmt: skip

    def keywords(self, margin: str, loops: int, depth: int) -> None:
        name, inner = self.new_name("g"), margin + "    "
        self.write(margin, f"def {name}(q, *rest, scale=0.5, **more):")
        self.write(inner, f"if q > {self.number(2)}:")
        self.write(inner + "    ", "return (q + sum(rest)) % 16.0")
        self.write(inner, "for r in rest:")
        self.write(inner + "    ", "q = (q + r * scale) % 16.0")
        self.write(inner, 'return (q - more.get("less", 0.0)) % 16.0')
        call = self.choose(
            "x", "y, x", "*(x, y)", "x, scale=1.0", "y, *xs[:2], less=x", '**{"q": y, "less": u}'
        )
        self.write(margin, f"{self.choose('x', 'y')} = {name}({call})")

    def functions_in_functions(self, margin: str, loops: int, depth: int) -> None:
        if self.is_inner:
            self.assignment(margin)
            return
        outer, name, inner = self.new_name("h"), self.new_name("k"), margin + "    "
        self.write(margin, f"def {outer}(q):")
        self.write(inner, "total = q")
        self.write(inner, f"def {name}(r):")
        self.write(inner + "    ", "nonlocal total, y")
        self.write(inner + "    ", f"if r > {self.choose('q', 'x', '0.5')}:")
        self.write(inner + "        ", "total = (total + r) % 16.0")
        self.write(inner + "        ", self.choose("return total", "y = total"))
        self.write(inner + "    ", "return total - r")
        self.write(inner, f"for r in {self.choose('v', '(x, y)', 'xs[:3]')}:")
        self.write(inner + "    ", f"if {name}(r) > {self.number(2)}:")
        self.write(inner + "        ", self.choose("break", "continue", "return total"))
        self.write(inner, "return (total + y) % 16.0")
        self.write(margin, f"x = {outer}({self.number(2)})")

    def recursion(self, margin: str, loops: int, depth: int) -> None:
        name, inner = self.new_name("r"), margin + "    "
        self.write(margin, f"def {name}(n, q):")
        self.write(inner, "if n <= 0:")
        self.write(inner + "    ", "return q")
        self.write(
            inner,
            f"return {name}(n - {self.choose('1', '2')}, (q + {self.choose('x', 'y', '0.5')}) % 16.0)",
        )
        start = self.choose("3", "i", "j", "tf.constant(2)")
        self.write(margin, f"{self.choose('x', 'y')} = {name}({start}, {self.number(2)})")

    def generator(self, margin: str, loops: int, depth: int) -> None:
        name, inner = self.new_name("e"), margin + "    "
        self.write(margin, f"def {name}(n):")
        self.write(inner, f"for k in {self.choose('range(2)', 'range(3)')}:")
        self.write(inner + "    ", f"yield (n + k * {self.choose('x', 'y', '0.5')}) % 16.0")
        self.write(margin, f"for q in {name}({self.number(2)}):")
        self.block(inner, loops + 1, depth + 1)

    def array_loop(self, margin: str, loops: int, depth: int) -> None:
        inner = margin + "    "
        self.write(margin, f"for k in {self.choose('tf.range(5)', 'tf.range(i % 5)', 'range(5)')}:")
        self.block(inner, loops + 1, depth + 2)
        # A pattern of the block may bind `k`: a write out of range that nobody reads is pruned.
        self.write(inner, f"a = a.write(k % 5, {self.number(1)})")
        self.loop_else(margin, loops, depth)

    def finally_with_jump(self, margin: str, loops: int, depth: int) -> None:
        inner = margin + "    "
        self.write(margin, f"for q in {self.choose('v', 'tf.range(3)', 'range(3)', 'xs[:3]')}:")
        self.write(inner, "try:")
        self.write(inner + "    ", "with counted(box):")
        self.block(inner + "        ", loops + 1, depth + 2)
        self.jump(inner + "        ", loops + 1, depth + 2)
        self.write(inner, "finally:")
        self.structure(inner + "    ")
        self.loop_else(margin, loops, depth)


def random_states(seed: int) -> str:
    """The text of a function `program(i, j, x, y, v, box, u, a, p)`; equal seeds give equal programs.

    The program's globals are those of `random_structures`, and `P(n, w)`, the class of `p`.
    """
    return _Writer(seed).program("i, j, x, y, v, box, u, a, p")
