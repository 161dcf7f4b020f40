"""The errors that a person can cause: each message is one sentence that says what is wrong and what would be right."""


class FewestError(ValueError):
    """Something in the input is wrong; the message says what."""


class WordListError(FewestError):
    """A word list that cannot be played with."""


class GuessError(FewestError):
    """A guess that the game does not allow."""


class ReplyError(FewestError):
    """A reply that the game cannot give, or that cannot be read."""


class ContradictionError(FewestError):
    """A clue after which no secret is possible any more."""


class TreeError(FewestError):
    """A tree that does not play its game, or a file that holds none."""
