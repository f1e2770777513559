"""Programs about `if`, `while` and `for` in staged functions, and their functional forms."""


def collatz(tf):
    """A `while` with an `if` in it, both on values that are known only when it runs."""

    @tf.function
    def steps(n):
        count = tf.constant(0)
        while n != 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            count += 1
        return count

    return {start: steps(tf.constant(start)) for start in (1, 2, 27, 97)}


def fizzbuzz_with_elif(tf):
    """`elif`, and a `for` over tf.range that writes to a TensorArray."""

    @tf.function
    def fizzbuzz(most):
        words = tf.TensorArray(tf.string, size=0, dynamic_size=True)
        for i in tf.range(1, most + 1):
            if i % 15 == 0:
                word = tf.constant("FizzBuzz")
            elif i % 3 == 0:
                word = tf.constant("Fizz")
            elif i % 5 == 0:
                word = tf.constant("Buzz")
            else:
                word = tf.strings.as_string(i)
            words = words.write(i - 1, word)
        return words.stack()

    return fizzbuzz(tf.constant(16))


def break_and_continue(tf):
    """`break` and `continue` in a staged `for`."""

    @tf.function
    def sum_of_odd_until(values, limit):
        total = tf.constant(0)
        for value in values:
            if value % 2 == 0:
                continue
            if total + value > limit:
                break
            total += value
        return total

    values = tf.constant([1, 2, 3, 4, 5, 6, 7, 9])
    return [sum_of_odd_until(values, tf.constant(limit)) for limit in (0, 8, 100)]


def early_returns(tf):
    """`return` in some branches, with statements after them that run only if none was taken."""

    @tf.function
    def sign(x):
        if x > 10:
            return tf.constant("large")
        y = x * 2
        if y < 0:
            if y < -10:
                return tf.constant("very negative")
            return tf.constant("negative")
        return tf.strings.as_string(y)

    return [sign(tf.constant(x)) for x in (11, -1, -6, 0, 10)]


def nested_loops(tf):
    """A sieve: a `while` in a `for`, with `break` and `continue` of their own loops."""

    @tf.function
    def primes(most):
        found = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
        for candidate in tf.range(2, most):
            if candidate > 2 and candidate % 2 == 0:
                continue
            is_prime = True
            divisor = 3
            while divisor * divisor <= candidate:
                if candidate % divisor == 0:
                    is_prime = False
                    break
                divisor += 2
            if is_prime:
                found = found.write(found.size(), candidate)
        return found.stack()

    return primes(tf.constant(60))


def logical_operators_are_lazy(tf):
    """`and`, `or`, `not` and chained comparisons on tensors."""

    @tf.function
    def between(x, low, high):
        inside = low <= x < high
        edge = x == low or x == high - 1
        return inside and not edge, inside or edge

    return [between(tf.constant(x), tf.constant(0), tf.constant(5)) for x in (-1, 0, 2, 4, 5)]


def conditional_expression(tf):
    """`a if test else b` with a tensor for the test."""

    @tf.function
    def huber(x):
        size = tf.abs(x)
        return 0.5 * x * x if size < 1.0 else size - 0.5

    return [huber(tf.constant(x)) for x in (-3.0, -0.5, 0.0, 1.0, 2.5)]


def power_by_squaring(tf):
    """A loop that carries three values, in int64 and in a matrix."""

    @tf.function
    def power(base, exponent, one):
        result = one
        while exponent > 0:
            if exponent % 2 == 1:
                result = tf.matmul(result, base)
            base = tf.matmul(base, base)
            exponent //= 2
        return result

    fibonacci = tf.constant([[1, 1], [1, 0]], tf.int64)
    return [power(fibonacci, tf.constant(n), tf.eye(2, dtype=tf.int64)) for n in (0, 1, 10, 50)]


def while_loop_with_shape_invariants(tf):
    """tf.while_loop whose value grows by a row each time."""

    @tf.function
    def grow(times):
        def body(i, rows):
            return i + 1, tf.concat([rows, [[tf.cast(i, tf.float32), 1.0]]], axis=0)

        return tf.while_loop(
            lambda i, rows: i < times,
            body,
            [tf.constant(0), tf.zeros([1, 2])],
            shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, 2])],
        )

    count, rows = grow(tf.constant(3))
    return {"count": count, "rows": rows}


def switch_case_and_case(tf):
    """tf.switch_case with an index out of range, and tf.case with its order of tests."""

    @tf.function
    def choose(index):
        return tf.switch_case(
            index,
            [lambda: tf.constant(10), lambda: tf.constant(20)],
            default=lambda: tf.constant(-1),
        )

    @tf.function
    def size(x):
        return tf.case(
            [(x < 1, lambda: tf.constant("small")), (x < 10, lambda: tf.constant("middle"))],
            default=lambda: tf.constant("large"),
        )

    return (
        [choose(tf.constant(i)) for i in (0, 1, 2, -5)],
        [size(tf.constant(x)) for x in (0, 1, 9, 10)],
    )


def scan_map_and_folds(tf):
    """tf.scan, tf.map_fn with two results, tf.foldl and tf.foldr, eagerly and staged."""

    def program(values):
        return {
            "scan": tf.scan(lambda total, x: total + x, values),
            "map": tf.map_fn(
                lambda x: (x * x, tf.cast(x, tf.int32)),
                values,
                fn_output_signature=(tf.float32, tf.int32),
            ),
            "foldl": tf.foldl(lambda a, x: a - x, values),
            "foldr": tf.foldr(lambda a, x: a - x, values),
        }

    values = tf.constant([1.0, 2.0, 3.0, 4.0])
    return program(values), tf.function(program)(values)


def loop_over_a_dataset(tf):
    """A staged `for` over a dataset with its own `break`."""

    @tf.function
    def total(dataset):
        sum_of_squares = tf.constant(0, tf.int64)
        for value in dataset:
            if value > 5:
                break
            sum_of_squares += value * value
        return sum_of_squares

    return total(tf.data.Dataset.range(10)), total(tf.data.Dataset.range(3))


def loop_that_never_runs(tf):
    """Values that a loop would change keep their first value; so do they in the gradient."""

    @tf.function
    def scaled(x, times):
        for _ in tf.range(times):
            x = x * 3.0
        return x

    x = tf.constant(2.0)
    results = []
    for times in (0, 1, 4):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = scaled(x, tf.constant(times))
        results.append((y, tape.gradient(y, x)))
    return results


def shapes_of_elements_written_in_loops(tf):
    """What is known of arrays' elements after loops and branches in which they were written."""
    known = []

    @tf.function
    def program(row, count):
        def array():
            return tf.TensorArray(tf.float32, size=0, dynamic_size=True)

        each, broken, some, one = array(), array(), array(), array()
        for i in tf.range(count):
            each = each.write(i, row)
        for i in tf.range(count):
            broken = broken.write(i, tf.reduce_sum(row))
            if i > 1:
                break
        for i in tf.range(count):
            if i < 2:
                some = some.write(i, row)
        if count > 3:
            one = one.write(0, row)
        stacked = [array.stack() for array in (each, broken, some, one)]
        known.extend(str(x.shape) for x in stacked)
        return stacked

    return program(tf.constant([1.0, 2.0]), tf.constant(5)), known


def reductions_of_unknown_rank(tf):
    """All axes of a tensor whose rank is not known leave a scalar, and its shape says so."""
    known = []

    @tf.function(input_signature=[tf.TensorSpec(None)])
    def program(x):
        results = [
            tf.reduce_sum(x),
            tf.reduce_max(x),
            tf.reduce_mean(x, keepdims=True),
            tf.reduce_all(x > 0),
            tf.math.reduce_std(x),
        ]
        known.extend(str(y.shape) for y in results)
        return results

    return program(tf.constant([[1.0, 2.0], [3.0, 6.0]])), known


def branches_that_return_slices(tf):
    """Slices with indices of several dtypes, as gradients of rows have them."""
    table = tf.Variable(tf.ones([4, 2]))

    @tf.function
    def program(condition, rows):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.gather(table, rows) ** 2)
        slices = tape.gradient(loss, table)
        wide = tf.IndexedSlices(
            slices.values * 2.0, tf.cast(slices.indices, tf.int64), slices.dense_shape
        )
        chosen = [
            tf.cond(condition, lambda: wide, lambda: slices),
            tf.cond(condition, lambda: slices, lambda: slices),
            tf.switch_case(tf.cast(condition, tf.int32), [lambda: slices, lambda: wide]),
        ]
        return [(x.indices, x.values) for x in chosen]

    rows = tf.constant([1, 3])
    return [program(tf.constant(condition), rows) for condition in (True, False)]


def builtins_over_datasets(tf):
    """Python's builtins that take datasets in staged functions, and what they refuse."""
    numbers = tf.data.Dataset.range(5)
    pairs = tf.data.Dataset.zip((numbers, numbers))

    @tf.function
    def of_loops():
        counted = zipped = mapped = filtered = absolute = tf.constant(0, tf.int64)
        for i, x in enumerate(numbers, 10):
            counted += i * x
        for x, y in zip(numbers, numbers.skip(1)):  # noqa: B905, TensorFlow's knows no strict
            zipped = zipped * 10 + x * y
        for x in map(lambda a, b: a * b, numbers, numbers):
            mapped += x
        for x in map(lambda pair: pair[0] + pair[1], pairs):
            mapped += x
        for x in filter(lambda a: a % 2 == 0, numbers):
            filtered = filtered * 10 + x
        for x in abs(numbers.map(lambda a: -a)):
            absolute = absolute * 10 + x
        return counted, zipped, mapped, filtered, absolute

    @tf.function
    def of_truths():
        large = numbers.map(lambda x: x > 3)
        none = large.take(0)
        return any(large), all(large), any(none), all(none), any(numbers.map(lambda x: x > 9))

    @tf.function
    def of_sizes():
        array = tf.TensorArray(tf.int32, 0, dynamic_size=True)
        for i in tf.range(3):
            array = array.write(i, i)
        return len(numbers), len(numbers.repeat(2)), len(array)

    @tf.function
    def of_texts(text):
        return int(text), int(text, 10), float(text), int(tf.constant(3.7), 10)

    def error(function):
        try:
            function()
        except (ValueError, NotImplementedError, tf.errors.InvalidArgumentError) as raised:
            return type(raised).__name__
        return None

    refused = [
        lambda: len(numbers.repeat()),
        lambda: len(numbers.filter(lambda x: x > 2)),
        lambda: any(numbers),
        lambda: int(tf.constant("101"), 2),
        lambda: int(tf.constant("word")),
        lambda: len(tf.constant(3)),
    ]
    errors = [error(tf.function(function)) for function in refused]
    return of_loops(), of_truths(), of_sizes(), of_texts(tf.constant("12")), errors
