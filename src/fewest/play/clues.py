"""Clues as people type or paste them, with errors that explain contradictions."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from fewest.belief import Belief, Clue, not_listed, words_outside
from fewest.errors import ContradictionError, FewestError, GuessError, HardModeError, ReplyError
from fewest.games.game import Feedback, Game
from fewest.results import Block, line
from fewest.results.prose import pluralise


def find_secret(game: Game, text: str) -> str:
    """Return a secret as the game spells it; an error explains why a text is not a secret."""
    return game.secrets[game.find_secret(text)]


def read_clues(game: Game, guesses: Sequence[str], grid: str | None = None, secret: str | None = None) -> list[Clue]:
    """Read a game: guesses with replies, guesses and a grid, or guesses and the secret.

    Without a secret, the last guess is the secret.
    """
    if not guesses:
        raise FewestError("There is nothing to analyse: give the guesses of a game, such as crane slate rebut.")
    replied = [text for text in guesses if "=" in text and game.normalise(text) not in game.guess_index]
    if secret is not None and (replied or grid is not None):
        raise FewestError("You gave the replies, so leave the secret out.")
    if grid is not None:
        if replied:
            raise FewestError(f"The grid already has the replies; write {replied[0]!r} without its reply.")
        words = [game.guesses[game.find_guess(text)] for text in guesses]
        rows = read_grid(game, grid)
        if len(rows) != len(words):
            raise FewestError(
                f"The grid has {pluralise(len(rows), 'row')} for {pluralise(len(words), 'guess', 'guesses')}; "
                "give one row for each guess."
            )
        return [Clue(word, row) for word, row in zip(words, rows, strict=True)]
    if replied:
        bare = next((text for text in guesses if text not in replied), None)
        if bare is not None:
            raise FewestError(f"{bare!r} has no reply, but {replied[0]!r} has one; give every guess a reply, or none.")
        return [Clue.parse(text, game) for text in guesses]
    words = [game.guesses[game.find_guess(text)] for text in guesses]
    sought = find_secret(game, words[-1] if secret is None else secret)
    return [Clue(word, game.reply(word, sought)) for word in words]


def read_grid(game: Game, text: str) -> list[int]:
    """Read the rows of a grid, skipping the headline of a shared game."""
    pieces: list[str] = []
    for row in text.replace("\\n", "\n").splitlines():
        whole = row.strip()  # a reply may contain spaces
        pieces += [whole] if whole and game.looks_like_reply(whole) else whole.split()
    rows = [piece for piece in pieces if _is_shown(game, piece)]
    rows = rows or [piece for piece in pieces if game.looks_like_reply(piece)]
    if not rows:
        raise ReplyError("The grid has no squares; paste the rows that the game lets you share.")
    found: list[int] = []
    for number, row in enumerate(rows, start=1):
        try:
            found.append(game.parse_reply(row))
        except ReplyError as error:
            raise ReplyError(f"Row {number} of the grid: {error}") from None
    return found


def _is_shown(game: Game, text: str) -> bool:
    """Whether a text contains squares, or is a reply exactly as the game shows it."""
    if any(not each.isascii() and game.looks_like_reply(each) for each in text):
        return True
    try:
        return game.squares(game.parse_reply(text)) == text
    except ReplyError:
        return False


def read_guess(game: Game, text: str, clues: Sequence[Clue], hard: bool) -> str:
    """Return a typed guess as the game spells it; an error explains why it is not allowed."""
    word, length = game.normalise(text), len(game.guesses[0])
    if game.symbol and len(word) != length:
        shown = text if len(text) <= 30 else f"{text[:29]}…"
        raise GuessError(
            f"{shown!r} has {pluralise(len(word), 'character')}; guess a {game.noun} of {length} {game.symbol}s."
        )
    return find_allowed(game, text, clues, hard)


def find_allowed(game: Game, text: str, clues: Sequence[Clue], hard: bool) -> str:
    """Return a guess as the game spells it; an error explains why it is not allowed, also by hard mode."""
    guess = game.guesses[game.find_guess(text)]
    lacks = game.missing(clues, guess) if hard else []
    if lacks:
        rule = "the rule that every guess must fit all clues" if game.consistent else "hard mode"
        raise HardModeError(f"{guess!r} breaks {rule}: {'; '.join(lacks)}.")
    return guess


def broken_rule(game: Game, clues: Sequence[Clue]) -> str:
    """Say which guess of a game broke hard mode first, and how; empty if none did."""
    for number, clue in enumerate(clues):
        lacks = game.missing(clues[:number], clue.guess)
        if lacks:
            return f"guess {number + 1}, {clue.guess}, broke it: {'; '.join(lacks)}"
    return ""


def switch_hard(beliefs: Sequence[Belief]) -> list[Belief]:
    """The beliefs before and after each clue with hard mode switched on or off; an error if a guess broke it."""
    start, clues = beliefs[0], beliefs[-1].clues
    game, hard = start.game, not start.hard
    if game.consistent:
        raise FewestError("This game is stricter than hard mode: every guess must fit all clues.")
    if not game.hard_mode:
        raise game.without_hard_mode()
    broken = broken_rule(game, clues) if hard else ""
    if broken:
        raise HardModeError(f"Hard mode stays off: {broken}.")
    switched = [replace(start, allowed=None, hard=hard)]
    for clue in clues:
        switched.append(switched[-1].after(*clue))
    return switched


def follow(start: Belief, clues: Sequence[tuple[str, str]]) -> Belief:
    """The belief after typed clues; an error names the wrong clue and what may be wrong with it."""
    belief = start
    for place, (guess, reply) in enumerate(clues):
        try:
            clue = Clue(read_guess(belief.game, guess, belief.clues, belief.hard), belief.game.parse_reply(reply))
            if belief.won:
                raise ContradictionError(f"Clue {place} won the game; remove the clues after it.")
            belief = belief.after(*clue)
        except ContradictionError as error:
            if belief.won:
                raise error.about(place) from None
            raise error.about(place, suspects(belief, clue), culprits(start, [*belief.clues, clue])) from None
        except FewestError as error:
            raise error.about(place) from None
    return belief


def culprits(start: Belief, clues: Sequence[Clue]) -> dict[int, int]:
    """The clues (except the last) whose removal makes the rest fit, with the number of secrets that then fit."""
    game = start.game
    fits = [game.column(start.secrets, game.find_guess(guess)) == reply for guess, reply in clues]
    left = {
        place: int(np.logical_and.reduce(fits[:place] + fits[place + 1 :]).sum()) for place in range(len(clues) - 1)
    }
    return {place: count for place, count in left.items() if count}


def contradiction(start: Belief, belief: Belief, clue: Clue) -> ContradictionError:
    """The error for a clue that leaves no secret; it names the earlier clues that may be wrong instead."""
    game, clues = belief.game, [*belief.clues, clue]
    noun, names = game.noun, [each.text(game) for each in clues]
    outside = words_outside(game, clues)
    if outside:
        return not_listed(game, clues, outside).about(len(clues) - 1)
    text = f"Clue {len(clues)}, {names[-1]}, cannot be right: "
    if len(clues) == 1:
        return ContradictionError(f"{text}no {noun} of {game.title} gives that reply. Check it.").about(0)
    text += f"none of the {pluralise(len(belief), noun)} left gives that reply. Check it"
    others = culprits(start, clues)
    for place, left in others.items():
        fits = pluralise(left, f"{noun} fits", f"{noun}s fit") + " without it"
        text += f", or clue {place + 1}, {names[place]} ({fits})"
    if not others:
        text += "; if it is right, at least two earlier clues are wrong"
    text += f", or the {noun} is missing from the list" if game.has_words else ""
    return ContradictionError(f"{text}.").about(len(clues) - 1, others=others)


def suspects(belief: Belief, clue: Clue) -> tuple[int, ...]:
    """The places of an impossible reply that are probably wrong.

    They are where it differs from the nearest possible reply; among equally near replies the likeliest counts.
    """
    game = belief.game
    marks = game.marks(clue.reply)
    if marks is None:
        return ()
    near: dict[tuple[int, ...], float] = {}
    for reply, part in belief.parts(clue.guess):
        others = game.marks(reply) or []
        wrong = tuple(place for place, digit in enumerate(marks) if others[place] != digit)
        near[wrong] = near.get(wrong, 0.0) + part.chance
    return min(near, key=lambda wrong: (len(wrong), -near[wrong], wrong))


def share(title: str, turns: Sequence[Feedback], won: bool, max_guesses: int, mark: str = "") -> list[Block]:
    """The game as text to share, with a headline that counts the guesses."""
    return without_words(f"{title} {len(turns) if won else 'X'}/{max_guesses}{mark}", turns)


def without_words(head: str, turns: Sequence[Feedback]) -> list[Block]:
    """A game without its words: a headline and a row per reply."""
    return [line(head), line(), *(turn.reply_alone() for turn in turns)]
