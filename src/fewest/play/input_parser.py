"""What a typed line means: a guess, its replies, or both."""

from collections.abc import Sequence

from fewest.games.game import Game

LONGEST = 8
"""Of how many words a reply may consist."""


def split_guess(game: Game, line: str) -> tuple[str, str]:
    """The longest guess that a line starts with, and what follows it; a guess may hold spaces and equals signs."""
    for at in range(len(line), 0, -1):
        if line[at : at + 1] in ("", " ", "=") and game.normalise(line[:at]) in game.guess_index:
            return line[:at].strip(), line[at:].strip().removeprefix("=").strip()
    return "", line


def read_clue(game: Game, line: str, waiting: bool) -> tuple[str | None, str]:
    """A line as a guess and a reply: None stands for no guess, nothing for no reply.

    An equals sign before it makes a line a guess. Where a guess is waiting for its reply, what could be a guess as well
    as a reply is the reply.
    """
    if line.startswith("="):
        return line[1:].strip(), ""
    guess, reply = split_guess(game, line)
    together = "".join(line.split())
    is_reply = game.looks_like_reply(together)
    if (waiting and (is_reply or not guess)) or not line or (is_reply and not guess):
        return None, together
    if not guess:
        guess, _, reply = line.rpartition("=" if "=" in line else " ")
        guess, reply = (guess, reply) if guess else (line, "")
    return guess.strip(), "".join(reply.split())


def read_replies(game: Game, line: str, waiting: bool) -> tuple[str | None, list[str]]:
    """A line as a guess and the replies of several boards to it; None stands for no guess."""
    first, *replies = _pieces(game, line, waiting) or [""]
    is_guess, is_reply = game.normalise(first) in game.guess_index, not first or game.looks_like_reply(first)
    if line.startswith("=") or (is_guess and not is_reply if waiting else is_guess or not is_reply):
        return first, replies
    return None, [first, *replies] if first else replies


def _pieces(game: Game, line: str, waiting: bool) -> list[str]:
    """The guess, if a line starts with one, and what look like replies."""
    text = line.removeprefix("=").strip()
    alone = text.split()
    if waiting and text == line and all(map(game.looks_like_reply, alone)):
        return alone  # a guess with spaces between its symbols looks so too
    guess, rest = split_guess(game, text)
    return [*([guess] if guess else []), *_replies(game, rest.replace("=", " ").split())]


def _replies(game: Game, pieces: Sequence[str]) -> list[str]:
    """Words joined to replies: as many at a time as are one, or else a single one."""
    found, start = list[str](), 0
    while start < len(pieces):
        ends = range(start + 1, min(len(pieces), start + LONGEST) + 1)
        end = max((end for end in ends if game.looks_like_reply(" ".join(pieces[start:end]))), default=start + 1)
        found.append(" ".join(pieces[start:end]))
        start = end
    return found
