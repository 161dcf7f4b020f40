"""The requests of the API; its answers are the results of `fewest.questions`."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from fewest.play.boards import FEWEST_BOARDS
from fewest.setup import TODAY, Setup
from fewest.strategies import CLASSIC, DEFAULT, ESTIMATORS, Taste
from fewest.strategies.advice import EXACT_SECONDS
from fewest.web import limits
from fewest.words import EDITIONS


def one_of(noun: str, names: Callable[[], Sequence[str]]) -> AfterValidator:
    """Check that a text is one of the current names; the error lists them."""

    def check(name: str) -> str:
        if name not in names():
            raise ValueError(f"There is no {noun} {name!r}; choose one of {', '.join(names())}.")
        return name

    return AfterValidator(check)


def enum_of(names: Callable[[], Sequence[str]]) -> Any:
    """List the names in the OpenAPI schema."""

    def add(schema: dict[str, Any]) -> None:
        schema["enum"] = [*names()]

    return Field(json_schema_extra=add)


def comparable() -> Sequence[str]:
    """The strategies that can be compared."""
    return (*CLASSIC, "optimal")


Edition = Annotated[str, one_of("edition", lambda: EDITIONS), enum_of(lambda: EDITIONS)]
"""A shipped word list."""

Classic = Annotated[str, one_of("strategy", lambda: CLASSIC), enum_of(lambda: CLASSIC)]
"""A strategy that looks one guess ahead; without options, since those may name files."""

Comparable = Annotated[str, one_of("strategy", comparable), enum_of(comparable)]
"""A strategy that can be compared: a classic one, or optimal play after a given opener."""

Estimator = Annotated[str, one_of("estimator", lambda: ESTIMATORS), enum_of(lambda: ESTIMATORS)]
"""A strategy that estimates how many guesses a position takes."""

Word = Annotated[str, Field(min_length=1, max_length=limits.MAX_WORD_CHARACTERS, examples=["crane"])]
ReplyText = Annotated[str, Field(min_length=1, max_length=limits.MAX_WORD_CHARACTERS, examples=["01200"])]
whole = BeforeValidator(lambda n: int(n) if isinstance(n, float) and n.is_integer() else n)
Integer = Annotated[int, whole]
"""An integer, which JSON may write as 4.0."""
WordCount = Annotated[int, Field(ge=1, le=limits.MAX_KNOWN_WORDS), whole]
"""How many words."""
Guesses = Annotated[list[Word], Field(max_length=limits.MAX_GUESSES)]

DEFAULT_BOARDS = 4

DEFAULT_EDITION = TODAY.edition or EDITIONS[-1]
"""The list of today's game."""


class StrictModel(BaseModel):
    """A model that rejects unknown fields and other types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Clue(StrictModel):
    """A guess and its reply."""

    guess: Word
    reply: ReplyText = Field(description="Grey, yellow and green as 01200, as bygbb or as squares.")


class SetupRequest(StrictModel):
    """The words, the prior, and whether hard mode is on."""

    edition: Edition | None = Field(default=None, description="A word list; null for today's game.")
    secrets: Literal["answers", "guesses"] | None = Field(
        default=None,
        description="Whether secrets are the answers or all allowed guesses; null for guesses in today's game, and for "
        "answers if an edition is named.",
    )
    prior: Literal["uniform", "frequency", "today"] | None = Field(
        default=None,
        description="How likely each secret is; null for today in today's game, for uniform if an edition is named.",
    )
    hard: bool = Field(default=False, description="Whether hard mode is on: a guess must use all clues.")

    def setup(self) -> Setup:
        """The setup of the request."""
        given = {"edition": self.edition, "secrets": self.secrets, "prior": self.prior, "hard": self.hard}
        return Setup.chosen(given, TODAY)


class Position(SetupRequest):
    """A setup, and the clues so far."""

    clues: list[Clue] = Field(default=[], max_length=limits.MAX_CLUES)


class ExactRequest(Position):
    """Ask for the best guesses by exact search."""

    opener: Word | None = Field(default=None, description="The first guess, if you want to choose it.")
    count: Integer = Field(default=10, ge=1, le=limits.MAX_SUGGESTIONS)
    margin: float = Field(
        default=0,
        ge=0,
        le=limits.MAX_MARGIN,
        description="Put common words first that take at most so many guesses more on average than the best.",
    )
    known_words: WordCount | None = Field(
        default=None, description="Suggest only so many of the most frequent words, and likely secrets."
    )

    def taste(self) -> Taste:
        """Which words are preferred."""
        return Taste(self.margin, self.known_words)


class SuggestRequest(ExactRequest):
    """Ask for the best guesses by a strategy."""

    strategy: Classic | None = Field(default=None, description="A strategy; null for the default advice.")


class SplitRequest(Position):
    """Ask for the replies that a guess may get."""

    guess: Word


class AnalyseRequest(SetupRequest):
    """A finished game: guesses up to the secret, clues such as crane=01200, or guesses and a grid of squares."""

    guesses: list[Annotated[str, Field(min_length=1, max_length=80)]] = Field(max_length=limits.MAX_CLUES)
    grid: Annotated[str, Field(max_length=limits.MAX_GRID_CHARACTERS)] | None = None
    secret: Word | None = Field(default=None, description="The secret, if the guesses do not end with it.")
    seconds: float = Field(
        default=EXACT_SECONDS,
        ge=0,
        le=limits.ANALYSE_SECONDS,
        description="Approximate search time per position.",
    )


class EditionRequest(StrictModel):
    """An edition, with all answers equally likely."""

    edition: Edition = DEFAULT_EDITION

    def setup(self) -> Setup:
        """The setup of the request."""
        return Setup(edition=self.edition)


class HardModeRequest(EditionRequest):
    """An edition, and whether hard mode is on."""

    hard: bool = False

    def setup(self) -> Setup:
        """The setup of the request."""
        return Setup(edition=self.edition, hard=self.hard)


class TreeRequest(HardModeRequest):
    """Ask for one node of a tree: the root, or the node after some replies."""

    exact: bool = Field(
        default=True, description="Whether to search for the optimal tree, or return the default strategy's at once."
    )
    opener: Word
    replies: list[ReplyText] = Field(default=[], max_length=limits.MAX_CLUES)
    secret: Word | None = Field(default=None, description="A secret whose path is returned too.")


class PlayRequest(HardModeRequest):
    """A game so far: the seed of its secret, and the guesses."""

    seed: Integer = Field(ge=0, le=limits.MAX_SEED)
    guesses: Guesses = []
    give_up: bool = False


class AdversaryRequest(HardModeRequest):
    """A game against the adversary so far; it has no secret, so the guesses suffice."""

    guesses: Guesses = []


class BoardsRequest(EditionRequest):
    """A game on several boards so far."""

    boards: Integer = Field(default=DEFAULT_BOARDS, ge=FEWEST_BOARDS, le=limits.MAX_BOARDS)
    seed: Integer = Field(ge=0, le=limits.MAX_SEED)
    guesses: Guesses = []
    hint: bool = Field(default=False, description="Whether to return the best guesses too.")


class CompareRequest(HardModeRequest):
    """Ask how well strategies play against every answer."""

    strategies: list[Comparable] = Field(min_length=1, max_length=limits.MAX_STRATEGIES)
    opener: Word | None = None


class ConvergeRequest(EditionRequest):
    """Ask how a search that starts from brute force improves."""

    estimator: Estimator = DEFAULT
    seconds: float = Field(default=5, gt=0, le=limits.CONVERGE_SECONDS)


class Limits(BaseModel):
    """The limits and defaults of requests."""

    edition: str = Field(default=DEFAULT_EDITION, description="The default edition.")
    secrets: str = Field(default=TODAY.secrets, description="What may be the secret by default.")
    prior: str = Field(default=TODAY.prior, description="How likely each secret is by default.")
    boards: int = Field(default=DEFAULT_BOARDS, description="The default number of boards.")
    fewest_boards: int = FEWEST_BOARDS
    most_boards: int = limits.MAX_BOARDS
    most_clues: int = Field(default=limits.MAX_CLUES, description="Clues of a position, or guesses of a game.")
    longest_word: int = Field(default=limits.MAX_WORD_CHARACTERS, description="Characters of a word.")
    longest_grid: int = Field(default=limits.MAX_GRID_CHARACTERS, description="Characters of pasted squares.")
    largest_seed: int = limits.MAX_SEED


class Problem(BaseModel):
    """An error message."""

    detail: str
    kind: str = Field(default="input", description="input, guess, reply, contradiction, hard, busy or refused")
    clue: int | None = Field(default=None, description="The index of the wrong clue, from 0.")
    tiles: list[int] = Field(default=[], description="The indices of its wrong tiles, from 0.")
    others: dict[int, int] = Field(
        default={}, description="Clues whose removal resolves the contradiction, and how many secrets fit then."
    )
