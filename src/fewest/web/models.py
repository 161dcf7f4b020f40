"""The requests of the API. The answers are the results of `fewest.questions`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function

from fewest.errors import FewestError
from fewest.games import Game, WordGame, games
from fewest.play.boards import FEWEST_BOARDS
from fewest.setup import TODAY, TODAYS_LIST, Rule, Setup
from fewest.specs import known_options
from fewest.strategies import DEFAULT, WordPreference, classic, estimator_names
from fewest.strategies.advice import EXACT_SECONDS
from fewest.web import limits
from fewest.web.limits import LIMITS
from fewest.words import EDITIONS


@dataclass(frozen=True)
class OneOf:
    """A text that must be one of the current names; errors and the OpenAPI schema list them."""

    noun: str
    names: Callable[[], Sequence[str]]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "enum": [*self.names()]}

    def check(self, name: str) -> str:
        """Refuse any other name."""
        if name not in self.names():
            raise ValueError(f"Unknown {self.noun} {name!r}. Use one of {', '.join(self.names())}.")
        return name


Edition = Annotated[str, OneOf("edition", lambda: EDITIONS)]
"""A shipped word list."""


def is_from_file(kind: type[Game]) -> bool:
    """Whether a game has an option that may name a file."""
    return not issubclass(kind, WordGame) and any(
        isinstance(value, str) for value in known_options(kind.create).values()
    )


def require_playable(setup: Setup) -> int:
    """Refuse a game that the server must not make: one that reads a file, or is too large.

    Returns its number of guesses if that is known in advance, else 0.
    """
    kind, options = setup.parsed_game
    texts = [key for key, value in options.items() if isinstance(value, str)]
    if texts:
        raise FewestError(f"Leave {texts[0]} out of the game; the request has fields of its own for words.")
    if is_from_file(kind):
        raise FewestError(f"The game {kind.name} reads a file. Play it on the command line.")
    if kind.count() is None and options:
        raise FewestError(f"The game {kind.name} takes no options here.")
    count: Callable[..., int | None] = kind.count
    guesses = (count() and count(**options)) or 0
    if guesses**2 > limits.MAX_GAME_PAIRS:
        raise FewestError(f"{setup.game} has too many guesses here ({guesses:,}). Play it on the command line.")
    return guesses


GameSpec = Annotated[
    str,
    Field(min_length=1, max_length=LIMITS.longest_game, examples=["mastermind:pegs=4,colours=6"]),
]
"""A game and its options, checked when the game is made."""

ListName = Annotated[str, Field(pattern="^[0-9a-f]{8,64}$", description="A list that was posted to `lists`.")]

PastName = Annotated[str, Field(pattern="^[0-9a-f]{8,64}$", description="Past answers that were posted to `past`.")]

Classic = Annotated[str, OneOf("strategy", classic)]
"""A strategy that looks one guess ahead; without options, because they could name files."""

Comparable = Annotated[str, OneOf("strategy", lambda: (*classic(), "optimal"))]
"""A strategy to compare: a classic one, or optimal play after a given opener."""

Estimator = Annotated[str, OneOf("estimator", estimator_names)]
"""A strategy that estimates the number of guesses that a position needs."""

Word = Annotated[str, Field(min_length=1, max_length=LIMITS.longest_word, examples=["crane"])]
ReplyText = Annotated[str, Field(min_length=1, max_length=LIMITS.longest_word, examples=["01200"])]
WHOLE = BeforeValidator(lambda n: int(n) if isinstance(n, float) and n.is_integer() else n)
Integer = Annotated[int, WHOLE]
"""An integer, which JSON may write as 4.0."""
Length = Annotated[int, Field(ge=2, le=12), WHOLE]
Seed = Annotated[int, Field(ge=0, le=LIMITS.largest_seed), WHOLE]
ProofSeconds = Annotated[
    float,
    Field(ge=0, le=LIMITS.proof_seconds, description="The budget of exact search, on one core of 2.8 GHz."),
]
WordCount = Annotated[int, Field(ge=1, le=LIMITS.most_known_words), WHOLE]
Guesses = Annotated[list[Word], Field(max_length=limits.MAX_GUESSES)]

SETUP_FIELDS = ("edition", "language", "length", "secrets", "prior", "hard", "rule")
"""The fields that requests may share with a setup."""


class StrictModel(BaseModel):
    """A model that rejects unknown fields and wrong types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClueRequest(StrictModel):
    """A guess and its reply."""

    guess: Word
    reply: ReplyText = Field(description="Grey, yellow and green as 01200, as bygbb or as squares.")


class GameRequest(StrictModel):
    """A game and its words: those of an edition, of a language and length, or of your own list."""

    game: GameSpec = Field(default=LIMITS.game, description="The game and its options, such as mastermind:pegs=5.")
    edition: Edition | None = Field(default=None, description="A shipped word list; null for the one of today's game.")
    language: Annotated[str, Field(min_length=2, max_length=10, examples=["de"])] | None = None
    length: Length | None = Field(default=None, description="The letters of a word.")
    word_list: ListName | None = None

    default: ClassVar[Setup] = TODAYS_LIST
    """The setup of a request that names neither a game nor a list."""

    def setup(self) -> Setup:
        """The setup of the request; it does not contain the words of your own list."""
        given = {"game": self.game, **{name: getattr(self, name, None) for name in SETUP_FIELDS}}
        if self.word_list is None:
            return Setup.chosen(given, self.default, TODAYS_LIST)
        if any(given[name] is not None for name in ("edition", "language", "length")):
            message = "Choose one word list: an edition, a language with a length, or your own list."
            raise FewestError(message)
        return Setup.chosen(given)


class RuleRequest(GameRequest):
    """A game and the rule for guesses; all answers are equally likely."""

    hard: bool = Field(default=False, description="Whether hard mode is on: a guess must use all clues.")
    rule: Rule = Field(
        default="any", description="any: any guess; consistent: only guesses that fit all clues (ultra-hard)."
    )


class BeliefRequest(GameRequest):
    """A game and a belief about its secret."""

    secrets: Literal["answers", "guesses"] | None = Field(
        default=None,
        description="Whether secrets are the answers or all allowed guesses; null for guesses in today's game, and for "
        "answers if you name a game or a list.",
    )
    prior: Literal["uniform", "frequency", "today"] | None = Field(
        default=None,
        description="How likely each secret is; null for today in today's game, and for uniform if you name a "
        "game or a list.",
    )
    past: PastName | None = None

    default: ClassVar[Setup] = TODAY


class PositionRequest(BeliefRequest, RuleRequest):
    """A game, a belief, the rule for guesses, and the clues so far."""

    clues: list[ClueRequest] = Field(default=[], max_length=LIMITS.most_clues)


class PreferenceRequest(StrictModel):
    """Which words to prefer."""

    margin: float | None = Field(
        default=None,
        ge=0,
        le=LIMITS.largest_margin,
        description="Put common words first if they need at most this many guesses more on average than the best; null "
        "for the default, 0.02.",
    )
    known_words: WordCount | None = Field(
        default=None, description="Suggest only this many of the most frequent words, and likely secrets."
    )

    def preference(self) -> WordPreference:
        """Which words to prefer."""
        return WordPreference(self.margin, self.known_words)


class AdviceRequest(PositionRequest, PreferenceRequest):
    """Ask for the best guesses."""

    opener: Word | None = Field(default=None, description="The first guess, if you want to choose it.")
    count: Integer = Field(default=10, ge=1, le=limits.MAX_SUGGESTIONS)
    streak: bool = Field(
        default=False,
        description="Keep a streak safe: first the best chance to find the secret within the guess limit, then the "
        "fewest guesses.",
    )

    def preference(self) -> WordPreference:
        """Which words to prefer, and whether to keep a streak safe."""
        return WordPreference(self.margin, self.known_words, self.streak)


class SuggestRequest(AdviceRequest):
    """Ask for the best guesses by a strategy."""

    strategy: Classic | None = Field(default=None, description="A strategy; null for the default advice.")


class ExactRequest(AdviceRequest):
    """Ask for the best guesses by exact search."""

    seconds: ProofSeconds = EXACT_SECONDS


class SplitRequest(PositionRequest):
    """Ask for the split of a guess."""

    guess: Word


class ValueRequest(SplitRequest):
    """Ask for the value of a guess."""

    seconds: ProofSeconds = EXACT_SECONDS


class AnalyseRequest(BeliefRequest, RuleRequest):
    """A finished game: guesses up to the secret, clues such as crane=01200, or any text."""

    guesses: list[Annotated[str, Field(min_length=1, max_length=80)]] = Field(default=[], max_length=LIMITS.most_clues)
    text: Annotated[str, Field(max_length=LIMITS.longest_pasted)] | None = Field(
        default=None, description="The game as it was pasted, such as words and squares, instead of guesses."
    )
    secret: Word | None = Field(default=None, description="The secret, if the guesses do not end with it.")
    seconds: float = Field(
        default=EXACT_SECONDS, ge=0, le=EXACT_SECONDS, description="Approximate search time per position."
    )


class ListRequest(StrictModel):
    """Your own list of words."""

    text: str = Field(
        min_length=1,
        max_length=LIMITS.longest_list,
        description="The words, separated by spaces or line breaks.",
    )


class OwnList(BaseModel):
    """A list of words that the server keeps for a while."""

    word_list: str = Field(description="The name that requests use for it.")
    words: int
    length: int = Field(description="The letters of each word.")


class PastRequest(StrictModel):
    """Past answers."""

    text: str = Field(
        min_length=1,
        max_length=LIMITS.longest_list,
        description="One word per line, or a date and a word: 2024-12-31,lemur.",
    )


class OwnPast(BaseModel):
    """Past answers that the server keeps for a while."""

    past: str = Field(description="The name that requests use for them.")
    sentence: str = Field(description="A summary: how many there are, and the last date.")


class PastProof(BaseModel):
    """The progress of the proof of the best first guess with past answers."""

    proved: bool = Field(description="Whether the proof is complete.")
    running: bool = Field(description="Whether the proof runs or waits to run.")
    settled: int = Field(description="How many first guesses are done; 0 while another proof runs.")
    first_guesses: int = Field(description="How many first guesses there are; 0 until that is known.")


class TreeRequest(RuleRequest):
    """Ask for one node of a tree: the root, or the node after some replies."""

    exact: bool = Field(
        default=True, description="Whether to search for the optimal tree, or return the default strategy's at once."
    )
    opener: Word
    replies: list[ReplyText] = Field(default=[], max_length=LIMITS.most_clues)
    secret: Word | None = Field(default=None, description="A secret; the answer then has the path to it.")


class PlayRequest(RuleRequest):
    """A game so far: the seed or the date of its secret, and the guesses."""

    seed: Seed | None = None
    day: Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", examples=["2026-01-31"])] | None = Field(
        default=None, description="The date of the daily secret, which is the same for everyone."
    )
    guesses: Guesses = []
    give_up: bool = False

    def daily(self) -> date | None:
        """The date of the daily secret."""
        if (self.seed is None) == (self.day is None):
            raise FewestError("Give either a seed or a day to choose the secret.")
        try:
            return None if self.day is None else date.fromisoformat(self.day)
        except ValueError:
            raise FewestError(f"{self.day!r} is not a date. Write it as in 2026-01-31.") from None


class AdversaryRequest(RuleRequest):
    """A game against the adversary so far; its guesses are enough, because it has no secret."""

    guesses: Guesses = []


class BoardsRequest(BeliefRequest, PreferenceRequest):
    """A game on several boards so far."""

    boards: Integer = Field(default=LIMITS.boards, ge=FEWEST_BOARDS, le=LIMITS.most_boards)
    seed: Seed
    guesses: Guesses = []
    hint: bool = Field(default=False, description="Whether to return the best guesses too.")


class BoardsTurnRequest(StrictModel):
    """A guess and the reply of each board."""

    guess: Word
    replies: list[ReplyText | None] = Field(
        min_length=FEWEST_BOARDS,
        max_length=LIMITS.most_boards,
        description="Null for a board that was done before.",
    )


class AssistBoardsRequest(BeliefRequest, PreferenceRequest):
    """A game on several boards that is played elsewhere."""

    boards: Integer = Field(default=LIMITS.boards, ge=FEWEST_BOARDS, le=LIMITS.most_boards)
    turns: list[BoardsTurnRequest] = Field(default=[], max_length=limits.MAX_GUESSES)


class CompareRequest(RuleRequest):
    """Ask how well strategies play against every answer."""

    strategies: list[Comparable] = Field(min_length=1, max_length=limits.MAX_STRATEGIES)
    opener: Word | None = None


class ConvergeRequest(RuleRequest):
    """Ask how a search that starts from brute force improves."""

    estimator: Estimator = DEFAULT
    seconds: float = Field(default=5, gt=0, le=limits.CONVERGE_SECONDS)


class GameChoice(BaseModel):
    """A game that requests may name."""

    game: str
    title: str = Field(description="The name for people.")
    options: dict[str, int | bool] = Field(description="Its options and their defaults.")
    on_words: bool = Field(description="Whether it is played on a list of words.")
    hard_mode: bool = Field(description="Whether it has a hard mode.")


def game_choices() -> list[GameChoice]:
    """The games that requests may name; those that cannot be loaded are left out."""
    choices = []
    for name in games():
        try:
            kind = games()[name]
        except FewestError:
            continue
        if not is_from_file(kind):
            options = {} if kind.count() is None else known_options(kind.create)
            choice = GameChoice(
                game=name,
                title=name[:1].upper() + name[1:].replace("-", " "),
                options={key: value for key, value in options.items() if not isinstance(value, str)},
                on_words=issubclass(kind, WordGame),
                hard_mode=kind.hard_mode,
            )
            choices.append(choice)
    return choices


class ErrorReply(BaseModel):
    """An error message."""

    detail: str
    kind: str = Field(
        default="input",
        description="input, guess, reply, contradiction, hard, list, past, answer, guesses, busy or refused",
    )
    clue: int | None = Field(default=None, description="The index of the wrong clue, from 0.")
    tiles: list[int] = Field(default=[], description="The indices of its wrong tiles, from 0.")
    others: dict[int, int] = Field(
        default={}, description="Clues whose removal resolves the contradiction, and how many secrets fit then."
    )
    guess: str | None = Field(default=None, description="A guess that may be the answer: confirm it with `secret`.")
    rows: list[str] = Field(
        default=[], description="The replies of a game that was sent without guesses; send it again with the guesses."
    )
    unlisted: bool = Field(
        default=False,
        description="Whether a word is refused only because it is not an answer; `secrets` = `guesses` allows it.",
    )
