"""What the API takes and gives: the nouns of the library, typed and limited."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from typing_extensions import TypedDict

from fewest.play.boards import FEWEST_BOARDS
from fewest.strategies import CLASSIC, DEFAULT, ESTIMATORS
from fewest.strategies.advice import SECONDS
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


class Asked(BaseModel):
    """A request; what it does not know it refuses."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Given(BaseModel):
    """A part of an answer, read from the library's own objects."""

    model_config = ConfigDict(from_attributes=True)


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
        default=SECONDS, ge=0, le=limits.ANALYSE_SECONDS, description="For the exact value of one position, about."
    )


class TreeRequest(Asked):
    """Asks for one node of a tree: the opener's, or the one that some replies lead to."""

    edition: Edition = EDITIONS[-1]
    hard: bool = False
    exact: bool = Field(default=True, description="Whether perfect play is wanted, or the default strategy's at once.")
    opener: Word
    replies: list[ReplyText] = Field(default=[], max_length=limits.MOST_CLUES)
    secret: Word | None = Field(default=None, description="A secret to look for; its path is told too.")


class PlayRequest(Asked):
    """A game so far: the seed that the secret is drawn by, and the guesses."""

    edition: Edition = EDITIONS[-1]
    hard: bool = False
    seed: Whole = Field(ge=0, le=limits.LARGEST_SEED)
    guesses: Rounds = []
    give_up: bool = False


class AdversaryRequest(Asked):
    """A game against the adversary so far; it has no secret, so the guesses say everything."""

    edition: Edition = EDITIONS[-1]
    hard: bool = False
    guesses: Rounds = []


class BoardsRequest(Asked):
    """A game on several boards so far."""

    edition: Edition = EDITIONS[-1]
    boards: Whole = Field(default=4, ge=FEWEST_BOARDS, le=limits.MOST_BOARDS)
    seed: Whole = Field(ge=0, le=limits.LARGEST_SEED)
    guesses: Rounds = []
    hint: bool = Field(default=False, description="Whether the best guesses are wanted too.")


class CompareRequest(Asked):
    """Asks how well strategies play every answer."""

    edition: Edition = EDITIONS[-1]
    hard: bool = False
    strategies: list[Playable] = Field(min_length=1, max_length=limits.MOST_STRATEGIES)
    opener: Word | None = None


class ConvergeRequest(Asked):
    """Asks how a search that starts from brute force improves its play."""

    edition: Edition = EDITIONS[-1]
    estimator: Estimator = DEFAULT
    seconds: float = Field(default=5, gt=0, le=limits.CONVERGE_SECONDS)


class EditionInfo(BaseModel):
    """A shipped word list."""

    name: str
    guesses: int
    answers: int
    length: int
    max_guesses: int


class StrategyInfo(BaseModel):
    """A strategy."""

    name: str
    summary: str
    estimates: bool = Field(description="Whether its score is an expected number of guesses.")


class Problem(BaseModel):
    """What is wrong with a request, in one sentence."""

    detail: str
    kind: str = Field(default="input", description="input, guess, reply, contradiction, hard, busy or refused")
    clue: int | None = Field(default=None, description="Which clue is to blame, from 0.")
    tiles: list[int] = Field(default=[], description="Which tiles of it, from 0.")
    others: dict[int, int] = Field(
        default={}, description="Clues without which the rest fits, and how many secrets do."
    )


class Secret(TypedDict):
    """A secret that is possible."""

    word: str
    chance: float


class Suggestion(Given):
    """A guess, and what speaks for it."""

    guess: str
    score: float
    bits: float
    hit: float
    parts: int
    largest: int
    expected: float | None = Field(description="Guesses needed on average with perfect play; null where unknown.")


class Suggestions(BaseModel):
    """What is known in a position, and what to guess."""

    turn: int
    remaining: int
    bits: float
    won: bool
    secrets: list[Secret]
    strategy: str
    proved: bool
    estimates: bool = Field(description="Whether scores are expected numbers of guesses.")
    sharpens: bool = Field(description="Whether it is worth to ask for the exact answer.")
    suggestions: list[Suggestion]


class Part(BaseModel):
    """What one reply would leave."""

    reply: str
    squares: str
    count: int
    chance: float
    words: list[str]


class Split(BaseModel):
    """What a guess would do to a position."""

    guess: str
    remaining: int
    bits: float
    hit: float
    expected_size: float
    largest: int
    parts: list[Part]


class Turn(Given):
    """One guess of a finished game, and what it was worth."""

    guess: str
    reply: str
    squares: str
    before: int
    after: int
    bits_before: float
    bits_after: float
    bits_expected: float
    bits_got: float
    hit: float
    expected: float
    best: str
    best_expected: float
    best_bits: float
    best_hit: float
    exact: bool
    left: float
    lost: float
    gained: float
    perfect: bool
    skill: int
    luck: int
    why: str


class Analysis(BaseModel):
    """A finished game, guess by guess."""

    edition: str
    solved: bool
    par: float
    lost: float
    gained: float
    left: float
    skill: int
    luck: int
    exact: bool
    turns: list[Turn]
    share: str


class Branch(BaseModel):
    """What follows a reply in a tree."""

    reply: str
    squares: str
    count: int
    words: list[str]
    guess: str | None = Field(description="The next guess; null if the reply is the win.")
    mean: float = Field(description="Guesses in all that its secrets take on average.")
    worst: int


class TreeNode(BaseModel):
    """A node of a tree, and how the whole tree plays."""

    strategy: str
    proved: bool
    opener: str
    path: list[Clue]
    guess: str | None
    count: int
    mean: float
    worst: int
    branches: list[Branch]
    histogram: dict[int, int] = Field(description="How many secrets below this node take each number of guesses.")
    whole_mean: float
    whole_total: int
    whole_worst: int
    secret_path: list[Clue] = []


class Played(BaseModel):
    """A game so far."""

    length: int
    max_guesses: int
    replies: list[str]
    won: bool
    over: bool
    secret: str | None = Field(default=None, description="Told once the game is over.")
    share: str


class Dueled(BaseModel):
    """A game against the adversary so far."""

    length: int
    replies: list[str]
    remaining: list[int]
    words: list[str]
    won: bool
    share: str


class Proposal(Given):
    """A guess, and what it would do on all open boards together."""

    guess: str
    score: float
    bits: float
    hits: float


class Board(BaseModel):
    """One of several boards."""

    replies: list[str]
    done: bool
    remaining: int
    words: list[str]
    secret: str | None


class Boards(BaseModel):
    """A game on several boards so far."""

    length: int
    max_guesses: int
    boards: list[Board]
    won: bool
    over: bool
    proposals: list[Proposal]


class Compared(BaseModel):
    """How well a strategy plays every answer."""

    strategy: str
    opener: str
    mean: float
    total: int
    worst: int
    losses: int
    histogram: dict[int, int]
    bits: list[float] = Field(description="Bits left on average before the first guess and after each.")


class CurvePoints(BaseModel):
    """How many guesses some bits of uncertainty take."""

    name: str
    bits: list[float]
    guesses: list[float]
    knots: list[list[float]] = Field(description="Pairs of bits and guesses that were learnt.")


class Step(Given):
    """What a search knew after an iteration."""

    iteration: int
    seconds: float
    mean: float = Field(description="Guesses that the best known play takes on average.")
    lower_bound: float = Field(description="No play takes fewer.")
    opener: str


class Converged(Given):
    """How a search improved its play, iteration by iteration."""

    estimator: str
    steps: list[Step]
    optimal: bool
