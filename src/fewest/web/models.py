"""What the API takes, typed and limited; what it gives are the results of the library."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from fewest.play.boards import FEWEST_BOARDS
from fewest.setup import Setup
from fewest.strategies import CLASSIC, DEFAULT, ESTIMATORS
from fewest.strategies.advice import EXACT_SECONDS
from fewest.web import limits
from fewest.words import EDITIONS


def one_of(noun: str, names: Callable[[], Sequence[str]]) -> AfterValidator:
    """Makes sure that a text is one of the names there are now; the error lists them."""

    def check(name: str) -> str:
        if name not in names():
            raise ValueError(f"There is no {noun} {name!r}; choose one of {', '.join(names())}.")
        return name

    return AfterValidator(check)


def listed(names: Callable[[], Sequence[str]]) -> Any:
    """Has the description of the API list the names."""

    def add(schema: dict[str, Any]) -> None:
        schema["enum"] = [*names()]

    return Field(json_schema_extra=add)


def playable() -> Sequence[str]:
    """The strategies that can be compared."""
    return (*CLASSIC, "optimal")


Edition = Annotated[str, one_of("edition", lambda: EDITIONS), listed(lambda: EDITIONS)]
"""A shipped word list."""

Classic = Annotated[str, one_of("strategy", lambda: CLASSIC), listed(lambda: CLASSIC)]
"""A strategy that looks at one guess and no further; without options, for those may name files."""

Playable = Annotated[str, one_of("strategy", playable), listed(playable)]
"""A strategy that can be compared: a classic one, or perfect play after a given opener."""

Estimator = Annotated[str, one_of("estimator", lambda: ESTIMATORS), listed(lambda: ESTIMATORS)]
"""What predicts how many guesses a position takes."""

Word = Annotated[str, Field(min_length=1, max_length=limits.LONGEST_WORD, examples=["crane"])]
ReplyText = Annotated[str, Field(min_length=1, max_length=limits.LONGEST_WORD, examples=["01200"])]
Whole = Annotated[int, BeforeValidator(lambda n: int(n) if isinstance(n, float) and n.is_integer() else n)]
"""A whole number; JSON has but one kind of number, so that 4.0 is one too."""
Rounds = Annotated[list[Word], Field(max_length=limits.MOST_ROUNDS)]

BOARDS = 4
"""How many boards are played where nothing else is said."""


class Asked(BaseModel):
    """A request; what it does not know it refuses."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Clue(Asked):
    """A guess and the reply that it got."""

    guess: Word
    reply: ReplyText = Field(description="Grey, yellow and green as 01200, as bygbb or as squares.")


class Setting(Asked):
    """What is played: the words, how likely each is, and whether in hard mode."""

    edition: Edition = EDITIONS[-1]
    secrets: Literal["answers", "guesses"] = Field(default="answers", description="What may be the secret.")
    prior: Literal["uniform", "frequency", "today"] = Field(default="uniform", description="How likely each secret is.")
    hard: bool = Field(default=False, description="Whether a guess must use what replies have shown.")

    def setup(self) -> Setup:
        """What is asked about, as the library describes it."""
        return Setup(edition=self.edition, secrets=self.secrets, prior=self.prior, hard=self.hard)


class Position(Setting):
    """A setting, and the clues so far."""

    clues: list[Clue] = Field(default=[], max_length=limits.MOST_CLUES)


class ExactRequest(Position):
    """Asks what to guess, by exact search."""

    opener: Word | None = Field(default=None, description="One's own first guess.")
    count: Whole = Field(default=10, ge=1, le=limits.MOST_GUESSES_SHOWN)


class SuggestRequest(ExactRequest):
    """Asks what a strategy would guess."""

    strategy: Classic | None = Field(default=None, description="A strategy; null for what is best all in all.")


class SplitRequest(Position):
    """Asks what a guess would do."""

    guess: Word


class AnalyseRequest(Setting):
    """A finished game: guesses up to the secret, clues such as crane=01200, or guesses and a grid of squares."""

    guesses: list[Annotated[str, Field(min_length=1, max_length=80)]] = Field(max_length=limits.MOST_CLUES)
    grid: Annotated[str, Field(max_length=limits.LONGEST_GRID)] | None = None
    secret: Word | None = Field(default=None, description="What was looked for, if the guesses do not end with it.")
    seconds: float = Field(
        default=EXACT_SECONDS,
        ge=0,
        le=limits.ANALYSE_SECONDS,
        description="For the exact value of one position, about.",
    )


class OnList(Asked):
    """What is played where all answers are as likely: the words."""

    edition: Edition = EDITIONS[-1]

    def setup(self) -> Setup:
        """The same, as the library describes it."""
        return Setup(edition=self.edition)


class MaybeHard(OnList):
    """The words, and whether in hard mode."""

    hard: bool = False

    def setup(self) -> Setup:
        """The same, as the library describes it."""
        return Setup(edition=self.edition, hard=self.hard)


class TreeRequest(MaybeHard):
    """Asks for one node of a tree: the opener's, or the one that some replies lead to."""

    exact: bool = Field(default=True, description="Whether perfect play is wanted, or the default strategy's at once.")
    opener: Word
    replies: list[ReplyText] = Field(default=[], max_length=limits.MOST_CLUES)
    secret: Word | None = Field(default=None, description="A secret to look for; its path is told too.")


class PlayRequest(MaybeHard):
    """A game so far: the seed that the secret is drawn by, and the guesses."""

    seed: Whole = Field(ge=0, le=limits.LARGEST_SEED)
    guesses: Rounds = []
    give_up: bool = False


class AdversaryRequest(MaybeHard):
    """A game against the adversary so far; it has no secret, so the guesses say everything."""

    guesses: Rounds = []


class BoardsRequest(OnList):
    """A game on several boards so far."""

    boards: Whole = Field(default=BOARDS, ge=FEWEST_BOARDS, le=limits.MOST_BOARDS)
    seed: Whole = Field(ge=0, le=limits.LARGEST_SEED)
    guesses: Rounds = []
    hint: bool = Field(default=False, description="Whether the best guesses are wanted too.")


class CompareRequest(MaybeHard):
    """Asks how well strategies play every answer."""

    strategies: list[Playable] = Field(min_length=1, max_length=limits.MOST_STRATEGIES)
    opener: Word | None = None


class ConvergeRequest(OnList):
    """Asks how a search that starts from brute force improves its play."""

    estimator: Estimator = DEFAULT
    seconds: float = Field(default=5, gt=0, le=limits.CONVERGE_SECONDS)


class Limits(BaseModel):
    """How much a request may ask for, and what it gets where it says nothing."""

    edition: str = Field(default=EDITIONS[-1], description="The edition that is played by default.")
    boards: int = Field(default=BOARDS, description="The boards that are played by default.")
    fewest_boards: int = FEWEST_BOARDS
    most_boards: int = limits.MOST_BOARDS
    most_clues: int = Field(default=limits.MOST_CLUES, description="Clues of a position, or guesses of a game.")
    longest_word: int = Field(default=limits.LONGEST_WORD, description="Characters of a word.")
    longest_grid: int = Field(default=limits.LONGEST_GRID, description="Characters of pasted squares.")
    largest_seed: int = limits.LARGEST_SEED


class Problem(BaseModel):
    """What is wrong with a request, in one sentence."""

    detail: str
    kind: str = Field(default="input", description="input, guess, reply, contradiction, hard, busy or refused")
    clue: int | None = Field(default=None, description="Which clue is to blame, from 0.")
    tiles: list[int] = Field(default=[], description="Which tiles of it, from 0.")
    others: dict[int, int] = Field(
        default={}, description="Clues without which the rest fits, and how many secrets do."
    )
