"""The options that commands share, and the game and the belief that they describe."""

import inspect
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperCommand, TyperOption

from fewest import SCORERS, STRATEGIES, Belief, FewestError, Game
from fewest.games import OnWords, Wordle, games
from fewest.games import game as make_game
from fewest.scorers import TAKEN
from fewest.strategies import DEFAULT, ESTIMATORS, ON_LETTERS
from fewest.words import EDITIONS, discount, frequency_weights, read_weight, read_weights, today_weights, unranked

GAME, PRIOR, PLAY = "The game", "What is likely", "How to play"

LONGEST = 10**7
"""How many seconds anything may be told to take: some months."""

MOST_GUESSES = 9999
"""How many guesses may be allowed."""

TINY = 1e-300
"""What stands for a weight that is too small to write down, but not 0."""

PLAY_BY = f"What to play by: {', '.join((*SCORERS.registered, *TAKEN))}; with options as in lookahead:depth=3,width=10."
"""Strategies of other packages are not looked for at every start; a name that is none lists them."""


class Command(TyperCommand):
    """A command that refuses an option given twice where only the last could act."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Count the options, then read them as ever."""
        if not ctx.resilient_parsing:
            _, _, given = self.make_parser(ctx).parse_args([*args])
            for option, count in Counter(given).items():
                if count > 1 and isinstance(option, TyperOption) and not (option.multiple or option.is_flag):
                    raise FewestError(f"{option.opts[-1]} is given {count} times; {self.name} takes one.")
        return super().parse_args(ctx, args)


def finite(value: float | None) -> float | None:
    """Refuse what is called a number but is none."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is no number.")
    return value


def seconds(help_text: str, default: str | None = None, panel: str | None = None) -> Any:
    """An option of so many seconds."""
    return typer.Option(
        help=help_text, min=0, max=LONGEST, callback=finite, show_default=default or True, rich_help_panel=panel
    )


def complete_edition(incomplete: str) -> list[str]:
    """The editions that a shell offers."""
    return [name for name in EDITIONS if name.startswith(incomplete)]


def complete_game(incomplete: str) -> list[str]:
    """The games that a shell offers."""
    return [name for name in games() if name.startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[tuple[str, str]]:
    """The strategies that a shell offers, each with its summary."""
    return [(name, summary(name)) for name in STRATEGIES if name.startswith(incomplete)]


def summary(name: str) -> str:
    """What a strategy plays by, or why it cannot be loaded."""
    try:
        return STRATEGIES[name].summary
    except FewestError as error:
        return str(error)


def complete_estimator(incomplete: str) -> list[str]:
    """The estimators that a shell offers."""
    return [name for name in ESTIMATORS if name.startswith(incomplete)]


def _edition(default: str) -> Any:
    return typer.Option(
        "-e",
        "--edition",
        help=f"A shipped word list: {', '.join(EDITIONS)}.",
        show_default=default,
        autocompletion=complete_edition,
        rich_help_panel=GAME,
    )


Played = Annotated[
    str,
    typer.Option(
        "-g",
        "--game",
        help="What is played; with options as in mastermind:pegs=5,colours=8. The command games lists them.",
        metavar="NAME",
        autocompletion=complete_game,
        rich_help_panel=GAME,
    ),
]
Edition = Annotated[str | None, _edition(EDITIONS[0])]
NewestEdition = Annotated[str | None, _edition(EDITIONS[-1])]
Answers = Annotated[
    Path | None, typer.Option(help="Your own answers, a word per line.", metavar="FILE", rich_help_panel=GAME)
]
Guesses = Annotated[
    Path | None,
    typer.Option(help="Your own allowed guesses; answers are allowed too.", metavar="FILE", rich_help_panel=GAME),
]
Language = Annotated[
    str | None,
    typer.Option(
        help="Words of another language, such as de; needs the extra fewest\\[languages].",
        metavar="CODE",
        rich_help_panel=GAME,
    ),
]
Length = Annotated[
    int | None,
    typer.Option(help="Words of another length, 2 to 12.", metavar="LETTERS", show_default="5", rich_help_panel=GAME),
]
Secrets = Annotated[
    str,
    typer.Option(
        help="What may be the secret: the answers of the list, or all allowed guesses.",
        metavar="answers|guesses",
        rich_help_panel=PRIOR,
    ),
]
Prior = Annotated[
    str,
    typer.Option(
        help="How likely each secret is: all the same, by how frequent the word is, as today's game seems to pick, or "
        "a file with a word and its weight per line.",
        metavar="uniform|frequency|today|FILE",
        rich_help_panel=PRIOR,
    ),
]
Middle = Annotated[
    float | None,
    typer.Option(
        help="Frequency prior: the rank of the word that is half as likely as the most frequent.",
        metavar="RANK",
        show_default="by the lengths of the lists",
        rich_help_panel=PRIOR,
    ),
]
Steepness = Annotated[
    float | None,
    typer.Option(
        help="Frequency prior: how steep it falls there; the odds shrink by e to this power with every rank.",
        metavar="NUMBER",
        show_default="by the lengths of the lists",
        rich_help_panel=PRIOR,
    ),
]
Ranks = Annotated[
    str,
    typer.Option(
        help="Frequency prior: rank words by how frequent they are known to be, or by their order in your own files, "
        "answers before guesses.",
        metavar="known|file",
        rich_help_panel=PRIOR,
    ),
]
Past = Annotated[
    Path | None,
    typer.Option(
        help="Past answers, a word per line: less likely to come again.", metavar="FILE", rich_help_panel=PRIOR
    ),
]
PastWeight = Annotated[
    str,
    typer.Option(help="How likely a past answer is, compared with before.", metavar="NUMBER", rich_help_panel=PRIOR),
]
Strategy = Annotated[
    str,
    typer.Option(
        "-s",
        "--strategy",
        help=PLAY_BY,
        autocompletion=complete_strategy,
        rich_help_panel=PLAY,
    ),
]
StrategyOrBest = Annotated[
    str | None,
    typer.Option(
        "-s",
        "--strategy",
        help=PLAY_BY,
        show_default=f"optimal if that takes at most a second, else {DEFAULT}",
        autocompletion=complete_strategy,
        rich_help_panel=PLAY,
    ),
]
Estimators = Annotated[
    list[str] | None,
    typer.Option(
        help=f"What predicts: {', '.join(name for name, each in SCORERS.registered.items() if each.estimates)}; "
        "may be repeated.",
        show_default="all",
        autocompletion=complete_estimator,
        rich_help_panel=PLAY,
    ),
]
Opener = Annotated[
    str | None,
    typer.Option(help="The first guess.", metavar="GUESS", show_default="the strategy's own", rich_help_panel=PLAY),
]


def openers(default: str) -> Any:
    """The option for several first guesses; what it is without them differs."""
    return typer.Option(
        help="The first guess; may be repeated.", metavar="GUESS", show_default=default, rich_help_panel=PLAY
    )


Hard = Annotated[
    bool, typer.Option("--hard", help="Hard mode: guesses must use what replies have shown.", rich_help_panel=PLAY)
]
MaxGuesses = Annotated[
    int | None,
    typer.Option(
        help="Guesses that a player has.",
        min=1,
        max=MOST_GUESSES,
        show_default="the game's own; Wordle's are 6",
        rich_help_panel=PLAY,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON for programs.")]
Clues = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CLUE", help="A guess and its reply: crane=01200, crane=bygbb or crane=⬛🟨🟩⬛⬛.", show_default=False
    ),
]


@dataclass(frozen=True, kw_only=True)
class Setup:
    """The options that say which game is played, what is likely, and whether in hard mode."""

    default_edition: ClassVar[str] = EDITIONS[0]
    played: Played = Wordle.name
    edition: Edition = None
    answers: Answers = None
    guesses: Guesses = None
    language: Language = None
    length: Length = None
    secrets: Secrets = "answers"
    prior: Prior = "uniform"
    middle: Middle = None
    steepness: Steepness = None
    ranks: Ranks = "known"
    past: Past = None
    past_weight: PastWeight = "0.1"
    hard: Hard = False
    told: set[str] = field(default_factory=set, init=False, repr=False, compare=False)
    """The lists of which something was said on standard error."""

    @property
    def own_words(self) -> bool:
        """Whether the words are no edition's."""
        return any(given is not None for given in (self.answers, self.guesses, self.language, self.length))

    @property
    def on_words(self) -> bool:
        """Whether what is played has words for guesses."""
        kind = games().get(self.played.partition(":")[0], Wordle)  # of one that does not exist this is not said
        return issubclass(kind, OnWords)

    def fitting(self, names: Iterable[str]) -> list[str]:
        """Strategies without those that count letters, where there are none."""
        return [name for name in names if self.on_words or name not in ON_LETTERS]

    def game(self, edition: str | None = None) -> Game:
        """The game that is described; one on words has an edition, one's own files, or another language or length."""
        name, _, rest = self.played.partition(":")
        kind = games().get(name)
        edition = self.edition if edition is None else edition
        if kind is not None and (rest or not issubclass(kind, OnWords)) and (edition is not None or self.own_words):
            raise FewestError(f"{self.played}: a word list is no option of this; leave it out.")
        if kind is None or not issubclass(kind, OnWords):
            if self.secrets != type(self).secrets:
                raise FewestError(f"{self.played}: what may be the secret is no option of this; leave --secrets out.")
            return make_game(self.played)
        if self.secrets not in ("answers", "guesses"):
            raise FewestError(f"The secrets are the answers or the guesses, not {self.secrets!r}.")
        own = self.answers is not None or self.guesses is not None
        other = self.language is not None or self.length is not None
        if own + other + (edition is not None) > 1:
            raise FewestError(
                "Choose one word list: an edition, your own --answers and --guesses, or a --language and --length."
            )
        game: Game
        if rest:
            game = make_game(self.played)
        elif own:
            game = kind.from_files(self.answers, self.guesses, ranked=self.ranks == "file")
        elif other:
            language = "en" if self.language is None else self.language
            game = kind.from_language(language, 5 if self.length is None else self.length)
        else:
            game = kind.edition(self.default_edition if edition is None else edition)
        assert isinstance(game, OnWords)
        return kind(game.words, every_guess=True) if self.secrets == "guesses" else game

    def weights(self, game: Game) -> list[Fraction] | None:
        """How likely each secret of the game is, exactly; None when all are as likely."""
        weights = self._prior(game)
        if self.past is None:
            if self.past_weight != type(self).past_weight:
                raise FewestError("A past weight belongs to --past FILE.")
            return weights
        try:
            factor = read_weight(self.past_weight)
        except ValueError:
            raise FewestError(f"{self.past_weight!r} is no weight; write a number such as 0.1.") from None
        weights = weights or [Fraction(1)] * len(game.secrets)
        return discount(weights, game.secrets, self.past, factor, game.normalise)

    def _prior(self, game: Game) -> list[Fraction] | None:
        if self.ranks not in ("known", "file"):
            raise FewestError(f"The ranks are those known or those of the file, not {self.ranks!r}.")
        own = self.answers is not None or self.guesses is not None
        if self.ranks == "file" and not (own and self.prior in ("frequency", "today")):
            raise FewestError("The ranks of the file belong to --prior frequency and your own --answers or --guesses.")
        if self.prior == "frequency":
            if not isinstance(game, OnWords):
                raise FewestError(f"{game.name} has no words that could be frequent; choose --prior uniform or a file.")
            self._tell_unranked(game)
            return frequency_weights(game.words, game.secrets, self.middle, self.steepness)
        if self.middle is not None or self.steepness is not None:
            raise FewestError("A middle and a steepness belong to --prior frequency.")
        if self.prior == "uniform":
            return None
        if self.prior == "today":
            if isinstance(game, OnWords):
                if type(self).prior != "today":  # somebody asked for it
                    self._tell_unranked(game)
                return today_weights(game.words, game.secrets)
            if type(self).prior == "today":  # nobody asked for it
                return None
            raise FewestError(f"{game.name} has no words of today's game; choose --prior uniform or a file.")
        if not Path(self.prior).exists():
            raise FewestError(f"{self.prior}: no such prior; choose uniform, frequency, today or a file with weights.")
        return read_weights(self.prior, game.secrets, game.normalise)

    def _tell_unranked(self, game: OnWords) -> None:
        """Say once of how many words no frequency is known."""
        missing = unranked(game.words, game.secrets)
        if missing and game.label not in self.told:
            self.told.add(game.label)
            print(
                f"fewest: no frequency is known of {missing:,} of {len(game.secrets):,} words, which count as least "
                "frequent; --ranks file takes the order of your file.",
                file=sys.stderr,
            )

    def belief(self, clues: Iterable[str] = (), game: Game | None = None) -> Belief:
        """What is known after some clues."""
        game = game or self.game()
        weights = self.weights(game)
        chances = None
        if weights is not None:  # floats do not hold numbers of any size, and whole numbers are divided fastest
            top, bottom = max(weights).as_integer_ratio()
            chances = [max(each.numerator * bottom / (each.denominator * top), TINY) for each in weights]
        return Belief.start(game, chances, hard=self.hard).after_all(clues)


@dataclass(frozen=True, kw_only=True)
class PlayersSetup(Setup):
    """The same for those who play today's game: every allowed guess may come, the curated answers are far likelier."""

    default_edition: ClassVar[str] = EDITIONS[-1]
    edition: NewestEdition = None
    secrets: Secrets = "guesses"
    prior: Prior = "today"


BELIEF = ("prior", "middle", "steepness", "ranks", "past", "past_weight")
"""The options that say how likely each secret is."""


def with_setup(*without: str, kind: type[Setup] = Setup) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command, in the place of its parameter `setup`, the options of a Setup, all or all but some."""
    ours = [each for each in fields(kind) if each.init and each.name not in without]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        def run(**given: Any) -> None:
            setup = kind(**{each.name: given.pop(each.name) for each in ours})
            command(setup=setup, **given)

        parameters: list[inspect.Parameter] = []
        for parameter in inspect.signature(command).parameters.values():
            if parameter.name != "setup":
                parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
                continue
            parameters += [
                inspect.Parameter(each.name, inspect.Parameter.KEYWORD_ONLY, default=each.default, annotation=each.type)
                for each in ours
            ]
        run.__name__, run.__doc__ = command.__name__, command.__doc__
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        vars(run)["__signature__"] = inspect.Signature(parameters)
        return run

    return decorate
