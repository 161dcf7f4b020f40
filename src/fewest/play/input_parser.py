"""Parse a typed line: a guess, its replies, or both."""

from collections.abc import Sequence

from fewest.games.game import Game

LONGEST = 8
"""The most words of a reply."""


def split_guess(game: Game, line: str) -> tuple[str, str]:
    """Split a line into the longest guess that it starts with, and the rest. Guesses may contain spaces and = signs."""
    for at in range(len(line), 0, -1):
        if line[at : at + 1] in ("", " ", "=") and game.normalise(line[:at]) in game.guess_index:
            return line[:at].strip(), line[at:].strip().removeprefix("=").strip()
    return "", line


def read_clue(game: Game, line: str, waiting: bool) -> tuple[str | None, str]:
    """Parse a line as a guess or None, and a reply or the empty text.

    A leading equals sign marks a guess. While a guess is waiting for its reply, a text that could be either is the
    reply.
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
    """Parse a line as a guess or None, and the replies of several boards."""
    first, *replies = _pieces(game, line, waiting) or [""]
    is_guess, is_reply = game.normalise(first) in game.guess_index, not first or game.looks_like_reply(first)
    if line.startswith("=") or (is_guess and not is_reply if waiting else is_guess or not is_reply):
        return first, replies
    return None, [first, *replies] if first else replies


def _pieces(game: Game, line: str, waiting: bool) -> list[str]:
    """Split a line into a guess, if it starts with one, and texts that look like replies."""
    text = line.removeprefix("=").strip()
    alone = text.split()
    if waiting and text == line and all(map(game.looks_like_reply, alone)):
        return alone  # a guess with spaces between its symbols looks the same
    guess, rest = split_guess(game, text)
    return [*([guess] if guess else []), *_replies(game, rest.replace("=", " ").split())]


def _replies(game: Game, pieces: Sequence[str]) -> list[str]:
    """Join words into replies, always taking the longest reply."""
    found, start = list[str](), 0
    while start < len(pieces):
        ends = range(start + 1, min(len(pieces), start + LONGEST) + 1)
        end = max((end for end in ends if game.looks_like_reply(" ".join(pieces[start:end]))), default=start + 1)
        found.append(" ".join(pieces[start:end]))
        start = end
    return found
