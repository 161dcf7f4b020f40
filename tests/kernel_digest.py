"""Print results of the core for fixed inputs, to compare instruction sets."""

import hashlib

import numpy as np

from fewest import Belief, Wordle, _core, split
from fewest.curves import Curve
from fewest.games import BullsAndCows, Mastermind, Numbers
from fewest.search import Prover, prove
from tests import samples


def game(length: int, letters: str) -> Wordle:
    """Wordle on random words."""
    rng = np.random.default_rng(length)
    words = ["".join(rng.choice(list(letters), length)) for _ in range(300)]
    return samples.wordle(*words[:100], guesses=tuple(words))


def digest() -> str:
    """A hash of reply tables of both letter widths and all reply widths, and of splits of small and large beliefs.

    The splits are computed with and without weights, and with the values of a curve for their parts. Proofs are hashed
    too, with and without weights, with replies of one byte and of two. If there are few replies and more secrets than a
    byte can count, the number of positions is hashed as well, because a bound that is too low changes no other result.
    """
    found = hashlib.sha256()
    curve = Curve((0, 1, 3, 8), (1, 1.5, 2.1, 3.9))
    for length in (2, 5, 6, 11, 12):
        for letters in (samples.LETTERS[:5], samples.LETTERS):
            played = game(length, letters)
            found.update(played.table.tobytes())
            for size in (1, 2, 7, 40, len(played.secrets)):
                possible = np.arange(min(size, len(played.secrets)), dtype=np.int32)
                uneven = np.arange(1.0, len(possible) + 1)
                for belief in (Belief(played, possible), Belief(played, possible, uneven / uneven.sum())):
                    whole = split(belief, curve)
                    assert whole.after is not None
                    for array in (
                        whole.entropy,
                        whole.sum_of_squares,
                        whole.hit,
                        whole.largest,
                        whole.parts,
                        whole.after,
                    ):
                        found.update(array.tobytes())
    for codes in (Mastermind(3, 5), Mastermind(9, 2), BullsAndCows(3, 7)):
        found.update(codes.table.tobytes())
        for size in (13, len(codes.secrets)):
            whole = split(Belief(codes, np.arange(size, dtype=np.int32)), curve)
            assert whole.after is not None
            for array in (whole.entropy, whole.sum_of_squares, whole.hit, whole.largest, whole.parts, whole.after):
                found.update(array.tobytes())
    for codes in (Mastermind(4, 4), Mastermind(8, 2)):
        half = np.arange(0, len(codes.secrets), 2, dtype=np.int32)
        best = codes.best_guesses(half, [], np.arange(len(half) + 1.0) ** 2, symmetric=False)
        assert best is not None
        found.update(best.tobytes())
    for secrets, others, used in ((40, 350, 4), (90, 60, 9), (300, 40, 50), (600, 0, 500)):
        rng = np.random.default_rng(secrets)
        searched = samples.random_table(rng, secrets, others, used, 1000)
        for weights in (None, rng.integers(1, 9, secrets).tolist()):
            for limit in (None, 4):
                proof = prove(Prover(Belief.start(searched), weights, limit, memory=1 << 24), top=3)
                found.update(repr((proof.best, proof.tree and proof.tree.to_json())).encode())
    for secrets, others, used in ((300, 40, 20), (600, 0, 7), (270, 70, 31)):
        few = samples.random_table(np.random.default_rng(secrets), secrets, others, used, 1000)
        for start in (Belief.start(few), Belief.start(Numbers(secrets))):
            for limit in (None, 12):
                prover = Prover(start, max_guesses=limit, memory=1 << 24)
                found.update(repr((prover.best(start), prover.nodes)).encode())
    return found.hexdigest()


if __name__ == "__main__":
    print(_core.instruction_set(), digest())
