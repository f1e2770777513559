"""Data of the shapes and dtypes that scripts download, drawn from a seed, and plots that draw nothing.

`put_in_place` sets them where scripts look: `keras.datasets`, `keras.utils.get_file`, `tensorflow_datasets`,
`pandas.read_csv` of addresses, weights of `keras.applications` (random ones), `matplotlib`, IPython. What is
not known here fails as it would without a network.
"""

from __future__ import annotations

import csv
import functools
import importlib
import sys
import tempfile
import types
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

TEXT = (
    "the of and to in is that it was for on are as with his they be at one have this from or had by hot "
    "but some what there we can out other were all your when up use word how said an each she which do "
    "their time if will way about many then them would write like so these her long make thing see him "
    "two has look more day could go come did my no most "
)
WORDS = TEXT.split()


def put_in_place(keras: Any) -> None:
    """Sets all stand-ins."""
    for name, load in KERAS_DATASETS.items():
        for module in (f"keras.datasets.{name}", f"keras.src.datasets.{name}"):
            try:
                importlib.import_module(module).load_data = load
            except ImportError:
                continue
    for name in ("imdb", "reuters"):
        for module in (f"keras.datasets.{name}", f"keras.src.datasets.{name}"):
            importlib.import_module(module).get_word_index = _word_index
    keras.utils.get_file = _get_file
    importlib.import_module("keras.src.utils.file_utils").get_file = _get_file
    _without_weights(keras)
    sys.modules["tensorflow_datasets"] = _tensorflow_datasets()
    for name in (
        "matplotlib",
        "seaborn",
        "IPython",
        "tqdm",
        "pylab",
        "mpl_toolkits",
        "imageio",
        "cv2",
    ):
        sys.modules.update(_silent_package(name))
    _read_addresses()


# ---------------------------------------------------------------------------- arrays


def _draws() -> np.random.Generator:
    return np.random.default_rng(0)


def _pictures(count: int, shape: Sequence[int], classes: int, column: bool = False) -> Any:
    """Pictures, of each class around another one, with their labels; and a sixth of as many for tests."""
    draws = _draws()
    centres = draws.integers(0, 200, (classes, *shape), np.uint8)

    def part(rows: int) -> tuple[np.ndarray, np.ndarray]:
        labels = draws.integers(0, classes, rows).astype(np.uint8)
        pictures = centres[labels] + draws.integers(0, 55, (1, *shape), np.uint8)
        return pictures, labels[:, None] if column else labels

    return part(count), part(count // 6)


def _sequences(count: int, classes: int, **options: Any) -> Any:
    """Lists of words' numbers, as of reviews."""
    draws, most = _draws(), options.get("num_words") or 10_000

    def part() -> tuple[np.ndarray, np.ndarray]:
        rows = np.empty(count, object)
        for number in range(count):
            rows[number] = draws.integers(1, most, draws.integers(40, 400)).tolist()
        return rows, draws.integers(0, classes, count)

    return part(), part()


def _numbers(rows: int, columns: int) -> Any:
    draws = _draws()

    def part(count: int) -> tuple[np.ndarray, np.ndarray]:
        return draws.normal(size=(count, columns)), draws.uniform(5, 50, count)

    return part(rows), part(rows // 4)


KERAS_DATASETS: dict[str, Callable[..., Any]] = {
    "mnist": lambda path="": _pictures(60_000, (28, 28), 10),
    "fashion_mnist": lambda: _pictures(60_000, (28, 28), 10),
    "cifar10": lambda: _pictures(50_000, (32, 32, 3), 10, column=True),
    "cifar100": lambda label_mode="fine": _pictures(50_000, (32, 32, 3), 100, column=True),
    "imdb": lambda **options: _sequences(5_000, 2, **options),
    "reuters": lambda **options: _sequences(5_000, 46, **options),
    "boston_housing": lambda **options: _numbers(404, 13),
    "california_housing": lambda **options: _numbers(4_000, 8),
}


def _word_index(path: str = "") -> dict[str, int]:
    return {word: number for number, word in enumerate(WORDS, 1)}


# ---------------------------------------------------------------------------- files


def _words(count: int) -> list[str]:
    return [WORDS[place] for place in _draws().integers(0, len(WORDS), count)]


def _text(path: Path, *, words: int = 40_000) -> None:
    words_of_text = _words(words)
    lines = [" ".join(words_of_text[start : start + 12]) for start in range(0, words, 12)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _picture(path: Path, height: int = 320, width: int = 400) -> None:
    from PIL import Image

    coarse = _draws().integers(0, 256, (height // 16, width // 16, 3), np.uint8)
    Image.fromarray(coarse).resize((width, height)).save(path)


def _folders_of_pictures(folder: Path, classes: Sequence[str], count: int = 40) -> None:
    for name in classes:
        (folder / name).mkdir(parents=True)
        for number in range(count):
            _picture(folder / name / f"{number}.jpg", 160, 160)


def _pairs_of_sentences(folder: Path, name: str) -> None:
    words = _words(60_000)
    lines = []
    for start in range(0, 60_000 - 20, 12):
        ours, others = words[start : start + 5], words[start + 5 : start + 11]
        lines.append("\t".join([" ".join(ours), " ".join(others), "CC-BY"]))
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


FLOWERS = ("daisy", "dandelion", "roses", "sunflowers", "tulips")


def _movie_lens(folder: Path) -> None:
    draws, rows = _draws(), 4_000
    table = np.stack(
        [draws.integers(1, 200, rows), draws.integers(1, 300, rows), draws.integers(1, 6, rows)], 1
    )
    lines = [",".join(map(str, row)) + ",964982703" for row in table.tolist()]
    small = folder / "ml-latest-small"
    small.mkdir()
    (small / "ratings.csv").write_text(
        "userId,movieId,rating,timestamp\n" + "\n".join(lines) + "\n"
    )
    movies = [f"{number},Film {number},Drama|Comedy" for number in range(1, 300)]
    (small / "movies.csv").write_text("movieId,title,genres\n" + "\n".join(movies) + "\n")


# Part of a name or address, and what makes the file or folder that `get_file` gives.
FILES: dict[str, Callable[[Path], None]] = {
    "flower_photos": lambda path: _folders_of_pictures(path / "flower_photos", FLOWERS),
    "cats_and_dogs": lambda path: _folders_of_pictures(
        path / "cats_and_dogs_filtered",
        ("train/cats", "train/dogs", "validation/cats", "validation/dogs"),
    ),
    "fra-eng": lambda path: _pairs_of_sentences(path, "fra.txt"),
    "spa-eng": lambda path: _pairs_of_sentences(path, "spa-eng/spa.txt"),
    "ml-latest-small": _movie_lens,
}


def _get_file(
    fname: Any = None, origin: str | None = None, *positional: Any, **options: Any
) -> str:
    name = str(fname or Path(origin or "").name)
    target = Path(tempfile.mkdtemp()) / Path(name).name
    asked = f"{name} {origin}"
    for part, make in FILES.items():
        if part in asked:
            target.mkdir(parents=True)
            make(target)
            return str(target)
    suffix = Path(name).suffix or Path(origin or "").suffix
    table = _table(asked)
    if suffix == ".txt":
        _text(target)
    elif suffix in (".jpg", ".jpeg", ".png"):
        _picture(target)
    elif suffix == ".csv" and table is not None:
        _write_table(table, target)
    elif suffix == ".npz" and "mnist" in asked:
        (x_train, y_train), (x_test, y_test) = KERAS_DATASETS["mnist"]()
        np.savez(target, x_train=x_train, y_train=y_train, x_test=x_test, y_test=y_test)
    elif "sunflower" in asked:
        _picture(target)
    else:
        raise OSError(f"there is no stand-in for {asked}")
    return str(target)


# ---------------------------------------------------------------------------- tables

# Columns of tables that scripts read: name, and values: the least and the greatest number, or texts.
Column = tuple[float, float] | tuple[int, int] | Sequence[str]
TABLES: dict[str, dict[str, Column]] = {
    "heart": {
        "age": (29, 77), "sex": (0, 1), "cp": (0, 4), "trestbps": (94, 200), "chol": (126, 564),
        "fbs": (0, 1),
        "restecg": (0, 2), "thalach": (71, 202), "exang": (0, 1), "oldpeak": (0.0, 6.2), "slope": (1, 3),
        "ca": (0, 3), "thal": ("fixed", "normal", "reversible"), "target": (0, 1),
    },
    "titanic": {
        "survived": (0, 1), "sex": ("male", "female"), "age": (1.0, 80.0), "n_siblings_spouses": (0, 8),
        "parch": (0, 5), "fare": (0.0, 512.0), "class": ("First", "Second", "Third"),
        "deck": ("A", "B", "C", "unknown"), "embark_town": ("Southampton", "Cherbourg", "Queenstown"),
        "alone": ("y", "n"),
    },
    "abalone": {
        "Length": (0.1, 0.8), "Diameter": (0.1, 0.6), "Height": (0.0, 0.3),
        "Whole weight": (0.0, 2.8),
        "Shucked weight": (0.0, 1.5), "Viscera weight": (0.0, 0.8), "Shell weight": (0.0, 1.0),
        "Age": (1, 29),
    },
    "auto-mpg": {
        "MPG": (9.0, 46.0), "Cylinders": (3, 8), "Displacement": (68.0, 455.0), "Horsepower": (46.0, 230.0),
        "Weight": (1613.0, 5140.0), "Acceleration": (8.0, 25.0), "Model Year": (70, 82), "Origin": (1, 3),
    },
    "ecg": {str(number): (-3.0, 3.0) for number in range(140)} | {"140": (0, 1)},
    "petfinder": {
        "Type": ("Cat", "Dog"), "Age": (0, 60), "Breed1": ("Tabby", "Mixed"), "Gender": ("Male", "Female"),
        "Color1": ("Black", "White"), "Color2": ("Black", "White"), "MaturitySize": ("Small", "Large"),
        "FurLength": ("Short", "Long"), "Vaccinated": ("Yes", "No"), "Sterilized": ("Yes", "No"),
        "Health": ("Healthy", "Injury"), "Fee": (0, 300), "Description": ("a", "b"), "PhotoAmt": (0, 9),
        "AdoptionSpeed": (0, 4),
    },
}  # fmt: skip
ROWS = 600


def _table(asked: str) -> dict[str, list[Any]] | None:
    columns = next((columns for part, columns in TABLES.items() if part in asked), None)
    if columns is None:
        return None
    draws = _draws()
    return {name: _column(draws, values) for name, values in columns.items()}


def _column(draws: np.random.Generator, values: Column) -> list[Any]:
    first, *_ = values
    if isinstance(first, str):
        return [values[place] for place in draws.integers(0, len(values), ROWS)]
    least, greatest = values
    if isinstance(first, int):
        return draws.integers(least, greatest + 1, ROWS).tolist()
    return draws.uniform(least, greatest, ROWS).round(3).tolist()


def _write_table(table: dict[str, list[Any]], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(table)
        writer.writerows(zip(*table.values(), strict=True))


def _read_addresses() -> None:
    """`pandas.read_csv` of an address gives a table of `TABLES`."""
    try:
        import pandas
    except ImportError:
        return
    read = pandas.read_csv

    @functools.wraps(read)
    def read_csv(source: Any, *positional: Any, **options: Any) -> Any:
        table = _table(source) if isinstance(source, str) and "://" in source else None
        if table is None:
            return read(source, *positional, **options)
        frame = pandas.DataFrame(table)
        names = options.get("names")
        if names is not None:
            frame.columns = list(names)[: len(frame.columns)]
        elif options.get("header", 0) is None:
            frame.columns = range(len(frame.columns))
        return frame

    pandas.read_csv = read_csv


# ---------------------------------------------------------------------------- models and data sets of others


def _without_weights(keras: Any) -> None:
    """Trained weights are random ones."""
    for name in dir(keras.applications):
        make = getattr(keras.applications, name)
        if not callable(make):
            continue
        untrained = functools.partial(_untrained, make)
        setattr(keras.applications, name, untrained)
        for module in vars(keras.applications).values():
            if isinstance(module, types.ModuleType) and getattr(module, name, None) is make:
                setattr(module, name, untrained)


def _untrained(make: Callable[..., Any], *positional: Any, **options: Any) -> Any:
    return make(*positional, **(options | {"weights": None}))


# The shape of a picture and how many classes there are.
PICTURE_SETS = {
    "mnist": ((28, 28, 1), 10),
    "fashion_mnist": ((28, 28, 1), 10),
    "cifar10": ((32, 32, 3), 10),
    "cats_vs_dogs": ((180, 200, 3), 2),
    "tf_flowers": ((180, 200, 3), 5),
    "oxford_flowers102": ((180, 200, 3), 102),
    "stanford_dogs": ((180, 200, 3), 120),
    "caltech_birds2011": ((180, 200, 3), 200),
}


def _tensorflow_datasets() -> types.ModuleType:
    module = types.ModuleType("tensorflow_datasets")
    module.load = _load
    module.disable_progress_bar = lambda: None
    return module


def _load(
    name: str,
    split: Any = None,
    batch_size: int | None = None,
    as_supervised: bool = False,
    with_info: bool = False,
    **options: Any,
) -> Any:
    """`tfds.load` of the sets of pictures: 640 examples for each split."""
    import tensorflow as tf

    shape, classes = PICTURE_SETS[name.split(":")[0].split("/")[0]]
    (pictures, labels), _ = _pictures(640, shape, classes)
    labels = labels.astype(np.int64)

    def part(split_name: str) -> Any:
        if batch_size == -1:
            tensors = tf.convert_to_tensor(pictures), tf.convert_to_tensor(labels)
            return tensors if as_supervised else dict(zip(("image", "label"), tensors, strict=True))
        rows = (pictures, labels) if as_supervised else {"image": pictures, "label": labels}
        dataset = tf.data.Dataset.from_tensor_slices(rows)
        return dataset.batch(batch_size) if batch_size else dataset

    if split is None:
        made: Any = {"train": part("train"), "test": part("test")}
    elif isinstance(split, list | tuple):
        made = [part(one) for one in split]
    else:
        made = part(split)
    return (made, _information(classes)) if with_info else made


def _information(classes: int) -> Any:
    label = types.SimpleNamespace(num_classes=classes, names=[f"class {n}" for n in range(classes)],
                                  int2str=lambda n: f"class {int(n)}")  # fmt: skip
    splits = {
        name: types.SimpleNamespace(num_examples=640) for name in ("train", "test", "validation")
    }
    return types.SimpleNamespace(features={"label": label}, splits=splits)


# ---------------------------------------------------------------------------- plots


class Silent(types.ModuleType):
    """A module, function or object that takes everything and does nothing."""

    def __init__(self, name: str = "silent") -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self.__spec__ = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Silent(name)

    def __call__(self, *positional: Any, **options: Any) -> Any:
        if self.__name__ == "subplots":
            return Silent("figure"), _axes(*positional, **options)
        if self.__name__ in ("tqdm", "trange") and positional:
            first = positional[0]
            return range(*positional) if self.__name__ == "trange" else first
        return Silent(self.__name__)

    def __iter__(self) -> Iterator[Any]:
        return iter([Silent(), Silent()])

    def __getitem__(self, key: Any) -> Any:
        return Silent()

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        pass


def _axes(nrows: int = 1, ncols: int = 1, **options: Any) -> Any:
    if nrows * ncols == 1:
        return Silent("axes")
    axes = np.empty((nrows, ncols), object)
    for place in np.ndindex(nrows, ncols):
        axes[place] = Silent("axes")
    return axes[0] if nrows == 1 else axes[:, 0] if ncols == 1 else axes


PARTS = {
    "matplotlib": (
        "pyplot",
        "cm",
        "colors",
        "image",
        "patches",
        "gridspec",
        "animation",
        "ticker",
        "figure",
    ),
    "IPython": ("display",),
    "tqdm": ("auto", "notebook"),
    "mpl_toolkits": ("mplot3d", "axes_grid1"),
}


def _silent_package(name: str) -> dict[str, Any]:
    package = Silent(name)
    modules = {name: package}
    for part in PARTS.get(name, ()):
        modules[f"{name}.{part}"] = Silent(part)
        setattr(package, part, modules[f"{name}.{part}"])
    return modules
