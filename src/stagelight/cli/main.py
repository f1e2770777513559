"""The command line's arguments. An error of a file or model is one line, and the exit code 1."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

from stagelight import __version__
from stagelight.cli import bench, convert, ops, run, show
from stagelight.cli.limits import supervised
from stagelight.cli.output import discard_output, flush_output, open_missing_streams, report_error
from stagelight.errors import OpError

_KINDS = "a saved model's folder, a GraphDef (.pb, .pbtxt), a model of ONNX (.onnx) or a checkpoint's prefix"


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; gives the exit code.

    0: done. 1: a file or model is broken, missing or refused. 2: the arguments are wrong.
    """
    open_missing_streams()
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as request:  # --help, --version, and arguments that are wrong
        return flush_output(int(request.code or 0))
    if getattr(options, "trust", True):
        return _run(options)
    return supervised(lambda: _run(options), options.memory, options.seconds)


def _run(options: argparse.Namespace) -> int:
    return flush_output(_run_command(options))


def _run_command(options: argparse.Namespace) -> int:
    try:
        options.command(options)
    except BrokenPipeError:  # The reader closed the pipe.
        discard_output()
        return 0
    except OpError as error:
        return _failed(error.message)
    except MemoryError:
        return _failed("there is not enough memory (see --memory)")
    except RecursionError:
        return _failed("the model is nested more deeply than can be followed")
    except (
        OSError,
        ValueError,
        TypeError,
        KeyError,
        NotImplementedError,
        AssertionError,
        ImportError,
    ) as error:
        return _failed(str(error) or type(error).__name__)
    except KeyboardInterrupt:
        return 130
    return 0


def _failed(message: str) -> int:
    report_error(message)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="stagelight", description="Looks at models and runs them."
    )
    parser.add_argument("--version", action="version", version=f"stagelight {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    shown = commands.add_parser(
        "show", help="what is in a file", description="Shows signatures, variables and ops."
    )
    shown.add_argument("path", help=_KINDS)
    shown.add_argument("--json", action="store_true", help="write JSON, for programs")
    shown.set_defaults(command=show.show)

    ran = commands.add_parser(
        "run",
        help="call a signature",
        description="Calls a signature of a saved model and shows or keeps its results.",
    )
    _add_model(ran)
    ran.add_argument(
        "--input",
        "-i",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an argument: a .npy file, or JSON such as '[[1, 2]]'; may be repeated",
    )
    ran.add_argument("--inputs", metavar="FILE", help="arguments by name: a .npz or .json file")
    ran.add_argument("--output", "-o", metavar="FILE", help="write the results: .npz or .json")
    ran.set_defaults(command=run.run)

    converted = commands.add_parser(
        "convert",
        help="write a model in another format",
        description="Writes a signature as a GraphDef or a model of ONNX with its variables' values, or as a "
        "saved model. What FILE ends in says which. ONNX needs the package onnx.",
    )
    _add_model(converted)
    converted.add_argument("target", metavar="FILE", help=".pb, .pbtxt, .onnx, or a folder")
    converted.add_argument("--opset", type=int, default=20, help="version of ONNX's operators (20)")
    converted.set_defaults(command=convert.convert)

    timed = commands.add_parser(
        "bench", help="how long a signature takes", description="Measures calls of a signature."
    )
    _add_model(timed)
    timed.add_argument("--size", type=positive_integer, default=1, help="for sizes not known (1)")
    timed.add_argument(
        "--seconds-of-calls", type=positive_number, default=1.0, help="how long to measure (1)"
    )
    timed.add_argument(
        "--regions",
        action="store_true",
        help="tell of each piece of machine code how long it takes",
    )
    timed.add_argument("--json", action="store_true", help="write JSON, for programs")
    timed.set_defaults(command=bench.bench)

    listed = commands.add_parser(
        "ops",
        help="what is known of an op",
        description="Shows the parts of an op, and where each stands; or what all ops can be used for.",
    )
    listed.add_argument("name", nargs="?", help="an op's name, as in GraphDef: MaxPool")
    listed.add_argument("--json", action="store_true", help="write JSON, for programs")
    listed.set_defaults(command=ops.ops)
    return parser


def _add_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", help="a saved model's folder, a GraphDef, or a model of ONNX")
    parser.add_argument("--signature", "-s", help="its name, where there are several")
    trusted = parser.add_argument_group(
        "trust", "A model may only compute with tensors, within these limits, unless it is trusted."
    )
    trusted.add_argument(
        "--trust", action="store_true", help="allow files, Python code and all else"
    )
    trusted.add_argument("--memory", type=positive_number, default=8.0, help="GiB of memory (8)")
    trusted.add_argument(
        "--seconds", type=positive_integer, default=300, help="of processor time (300)"
    )


def positive_number(text: str) -> float:
    number = float(text)
    if not 0.0 < number < math.inf:  # NaN is none, too.
        raise argparse.ArgumentTypeError(f"{text} is no positive number")
    return number


def positive_integer(text: str) -> int:
    number = int(text)
    if number <= 0:
        raise argparse.ArgumentTypeError(f"{number} is not positive")
    return number
