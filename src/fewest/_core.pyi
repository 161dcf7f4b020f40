"""The compiled core: see src/core. Arrays are C-contiguous and belong to the caller."""

import numpy as np
from numpy.typing import NDArray

def instruction_set() -> str:
    """Name the instruction set that the hot loops run on."""

def fill_reply_table(
    guesses: NDArray[np.unsignedinteger],
    secrets: NDArray[np.unsignedinteger],
    table: NDArray[np.unsignedinteger],
    threads: int,
) -> None:
    """Fill table[secret, guess]; words come a row per place, a column per word."""

def split(
    table: NDArray[np.unsignedinteger],
    replies: int,
    win: int,
    secrets: NDArray[np.int32],
    weights: NDArray[np.float64] | None,
    guesses: NDArray[np.int32] | None,
    scores: NDArray[np.float64],
    counts: NDArray[np.uint32],
    threads: int,
) -> None:
    """Fill scores with entropy, squares, hit and counts with largest, parts: a row each, a column per guess."""
