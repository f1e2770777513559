"""Reads digits with a network in ONNX's format, by ONNX Runtime. Stagelight is not imported.

    python examples/onnx_digits.py FILE

`digits.py` writes such a file, by `stagelight convert`.
"""

from __future__ import annotations

import sys

import handwritten_digits
import numpy as np
import onnxruntime


def main(file: str) -> None:
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    _, held_out = handwritten_digits.load()
    (scores,) = session.run(None, {session.get_inputs()[0].name: held_out.images})
    right = float(np.mean(np.argmax(scores, axis=1) == held_out.labels))
    assert "stagelight" not in sys.modules
    print(f"ONNX Runtime {onnxruntime.__version__}, without Stagelight: {right:.2%} read right.")


if __name__ == "__main__":
    main(sys.argv[1])
