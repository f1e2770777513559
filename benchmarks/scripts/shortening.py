"""Makes a script short: an epoch for many, a few batches in each, batches and losses noted.

What a user waits for first is kept: the first step, steps like it, a last batch with fewer rows, the
validation.
"""

from __future__ import annotations

import ast
import re
import time
from dataclasses import dataclass, field
from typing import Any

BATCHES = 4
# Loops that a script writes itself see so many elements of a dataset.
ELEMENTS_OF_A_LOOP = 12
ROUNDS = re.compile(r"(n_|nb_|num_|train_|max_)?(epochs?|iterations|iters)", re.IGNORECASE)


class FewerRounds(ast.NodeTransformer):
    """Rewrites `epochs = 50`, and names like it, to 1."""

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        if (
            any(ROUNDS.fullmatch(name) for name in names)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, int)
        ):
            node.value = ast.copy_location(ast.Constant(1), node.value)
        return node


def statements_of(source: str, path: str) -> list[Any]:
    """The script's top-level statements, as code objects. Docstrings are left out."""
    tree = FewerRounds().visit(ast.parse(source, path))
    return [
        compile(ast.Module([statement], []), path, "exec")
        for statement in tree.body
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        and not _imports_the_future(statement)
    ]


def _imports_the_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


@dataclass
class Fits:
    """What the calls of `fit` took, in seconds, and the losses that they told."""

    first_steps: list[float] = field(default_factory=list)
    steps: list[list[float]] = field(default_factory=list)
    losses: list[list[float]] = field(default_factory=list)


def shorten_keras(tf: Any, keras: Any) -> Fits:
    """Cuts `fit`, `evaluate`, `predict` and loops over datasets; notes the calls of `fit`."""
    fits = Fits()
    trainer = next(base for base in keras.Model.__mro__ if "fit" in vars(base))
    fit, evaluate, predict = trainer.fit, trainer.evaluate, trainer.predict

    class Times(keras.callbacks.Callback):
        def __init__(self) -> None:
            super().__init__()
            self.ends = [time.perf_counter()]
            self.losses: list[float] = []

        def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
            self.losses.append(float((logs or {}).get("loss", float("nan"))))
            self.ends.append(time.perf_counter())

    def short_fit(
        self: Any, x: Any = None, y: Any = None, batch_size: Any = None, **options: Any
    ) -> Any:
        options.update(epochs=options.get("initial_epoch", 0) + 1)
        share = 1.0 - (options.get("validation_split") or 0.0)
        cut = _Cut(tf, keras, batch_size, BATCHES, share)
        x, y = cut.data(x), cut.rows(y)
        if options.get("sample_weight") is not None:
            options["sample_weight"] = cut.rows(options["sample_weight"])
        cut.steps(x, options, "steps_per_epoch")
        if options.get("validation_data") is not None:
            fewer = _Cut(
                tf, keras, options.get("validation_batch_size") or batch_size, BATCHES // 2
            )
            options["validation_data"] = fewer.data(options["validation_data"])
            fewer.steps(options["validation_data"], options, "validation_steps")
        callbacks = options.pop("callbacks", None) or []
        times = Times()
        callbacks = [*(callbacks if isinstance(callbacks, list | tuple) else [callbacks]), times]
        history = fit(self, x, y, batch_size, callbacks=callbacks, **options)
        durations = [end - begin for begin, end in zip(times.ends, times.ends[1:], strict=False)]
        fits.first_steps += durations[:1]
        fits.steps.append(durations[1:])
        fits.losses.append(times.losses)
        return history

    def short_evaluate(
        self: Any, x: Any = None, y: Any = None, batch_size: Any = None, **options: Any
    ) -> Any:
        cut = _Cut(tf, keras, batch_size, BATCHES)
        x, y = cut.data(x), cut.rows(y)
        cut.steps(x, options, "steps")
        return evaluate(self, x, y, batch_size, **options)

    def short_predict(self: Any, x: Any, batch_size: Any = None, **options: Any) -> Any:
        cut = _Cut(tf, keras, batch_size, 2 * BATCHES)
        x = cut.data(x)
        cut.steps(x, options, "steps")
        return predict(self, x, batch_size, **options)

    trainer.fit, trainer.evaluate, trainer.predict = short_fit, short_evaluate, short_predict
    _shorten_loops(tf)
    return fits


class _Cut:
    """Cuts what a trainer is options to so many batches, of arrays the last one with half of the rows."""

    def __init__(
        self, tf: Any, keras: Any, batch_size: Any, batches: int, share: float = 1.0
    ) -> None:
        self.tf, self.keras, self.batches = tf, keras, batches
        size = batch_size or 32
        self.count = max(1, int((size * (batches - 1) + (size + 1) // 2) / share))

    def rows(self, values: Any) -> Any:
        if values is None:
            return None
        return self.keras.tree.map_structure(
            lambda x: x[: self.count] if hasattr(x, "shape") else x, values
        )

    def data(self, values: Any) -> Any:
        if isinstance(values, self.tf.data.Dataset):
            return values.take(self.batches)
        if _makes_batches(self.keras, values):
            return values
        return self.rows(values)

    def steps(self, values: Any, options: dict[str, Any], name: str) -> None:
        most = self.batches
        if isinstance(values, self.keras.utils.PyDataset):
            most = min(most, len(values))
        if options.get(name) is not None or _makes_batches(self.keras, values):
            options[name] = min(most, options.get(name) or most)


def _makes_batches(keras: Any, values: Any) -> bool:
    return isinstance(values, keras.utils.PyDataset) or hasattr(values, "__next__")


def _shorten_loops(tf: Any) -> None:
    """Python's loops over a dataset see its first elements."""
    owner = next(base for base in tf.data.Dataset.__mro__ if "__iter__" in vars(base))
    iterate = owner.__iter__

    def first_elements(self: Any) -> Any:
        return iterate(self.take(ELEMENTS_OF_A_LOOP))

    owner.__iter__ = first_elements
