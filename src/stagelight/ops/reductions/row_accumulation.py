"""Rows added into an array where several may fall on one place: for scatters and segment sums.

    for i in range(n): out[places[i]] = ufunc(out[places[i]], rows[i])

Plain NumPy, no ops. `ufunc.at` does this element by element and slowly for rows, so rows are sorted
by their place and reduced run by run.
"""

from __future__ import annotations

import numpy as np


def accumulate_rows(out: np.ndarray, places: np.ndarray, rows: np.ndarray, ufunc: np.ufunc) -> None:
    """Combines `rows[i]` into `out[places[i]]` for all i, in place.

    Args:
        out: array of shape `[m, ...]`, changed.
        places: integer vector of length n, each in [0, m).
        rows: array of shape `[n, ...]`.
        ufunc: `np.add`, `np.multiply`, `np.minimum`, `np.maximum` or `np.subtract`.
    """
    if not rows.size:
        return
    if ufunc is np.subtract:
        negative = np.zeros_like(out)
        accumulate_rows(negative, places, rows, np.add)
        np.subtract(out, negative, out=out)
        return
    width = rows.size // len(places)
    if width == 1:
        ufunc.at(out.reshape(-1), places, rows.reshape(-1))
        return
    order = np.argsort(places, kind="stable")
    sorted_places = places[order]
    starts = np.flatnonzero(np.r_[True, sorted_places[1:] != sorted_places[:-1]])
    if len(starts) == len(places):
        out[places] = ufunc(out[places], rows)
        return
    reached = sorted_places[starts]
    out[reached] = ufunc(out[reached], ufunc.reduceat(rows[order], starts, axis=0, dtype=out.dtype))
