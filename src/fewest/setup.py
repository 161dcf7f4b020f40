"""The setup of a game, shared by commands, the web page, stores and notebooks."""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Literal, get_args

from fewest.belief import Belief
from fewest.checks import check_fields, checked
from fewest.errors import ArgumentError, FewestError, FewestWarning
from fewest.games import Game, WordGame, Wordle, games, read_game
from fewest.games.game import CONSISTENT
from fewest.results.prose import pluralise
from fewest.specs import Value
from fewest.system.files import escape_controls
from fewest.words import (
    EDITIONS,
    OwnPrior,
    PastAnswers,
    Source,
    WordList,
    as_words,
    discount,
    frequency_weights,
    from_language,
    from_lists,
    read_weight,
    read_weights,
    today_weights,
    unranked,
)
from fewest.words import edition as shipped_edition
from fewest.words.prior import Weights, exact_weight, in_millionths

MAX_GUESS_LIMIT = 9999
"""The largest guess limit."""

DEFAULT_LANGUAGE = "en"

DEFAULT_LENGTH = 5

PRIORS = ("uniform", "frequency", "today")
"""Priors that do not name files."""

MAX_WORDS_SHOWN = 4
"""The longest list of words that `repr` shows."""

GAME_FIELDS = ("game", "edition", "answers", "guesses", "language", "length", "most_frequent")
"""Fields that name what is played: a game or a word list."""

Secrets = Literal["answers", "guesses"]
Ranks = Literal["known", "file"]
Rule = Literal["any", "consistent"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Setup:
    """A game, the prior, hard mode, the guess limit and the clues so far.

    >>> setup = Setup(edition="nyt-2023", hard=True, clues=("crane=01200",))
    >>> len(setup.belief())
    27
    >>> fruit = Setup(answers=["lemon", "mango", "peach"], prior={"lemon": 3, "mango": 0.5, "peach": 0.5})
    >>> fruit.belief()[0]
    ('lemon', 0.75)
    """

    game: str = "wordle"
    """The game and its options, such as mastermind:pegs=5,colours=8."""
    edition: str | None = None
    """A shipped word list; by default the first."""
    answers: Source | None = None
    """Your own answers: words, or a file with a word per line."""
    guesses: Source | None = None
    """Your own allowed guesses: words, or a file."""
    language: str | None = None
    """The language of the words."""
    length: int | None = None
    """The length of the words."""
    most_frequent: int | None = None
    """Use only this many of the most frequent words of the language, as guesses and as answers."""
    secrets: str = "answers"
    """The possible secrets: `answers`, or `guesses` for every allowed guess."""
    prior: str | Weights | OwnPrior = "uniform"
    """The prior: uniform, frequency, today; weights by word or in the order of the words; or a file with a word and its
    weight per line."""
    midpoint: float | None = None
    """Frequency prior: the rank of the word that is half as likely as the most frequent."""
    steepness: float | None = None
    """Frequency prior: its slope at that rank."""
    ranks: str = "known"
    """Frequency prior: `known` ranks, or the order of the custom `file`."""
    past: Source | PastAnswers | None = None
    """Past answers, which make a word less likely: words, or a file. Each line of the file has a word, or a date and a
    word."""
    past_weight: str | None = None
    """The factor on the weight of past answers; by default fitted to real games."""
    among: Sequence[str] = ()
    """Restrict the possible secrets to these; one text may list several with commas. By default all are possible."""
    hard: bool = False
    """Whether hard mode is on: a guess must use all clues."""
    rule: str = "any"
    """`any` to allow every guess, or `consistent` to allow only guesses that fit all clues."""
    max_guesses: int | None = None
    """The guess limit; by default that of the game."""
    clues: Sequence[str] = ()
    """The clues so far, such as crane=01200."""

    @classmethod
    def of(cls, value: object) -> "Setup | None":
        """The setup of a belief, or of a game at its start; None for other values.

        >>> from fewest import Mastermind
        >>> Setup.of(Mastermind()).limit(Mastermind())
        10
        """
        start = Belief.start(value) if isinstance(value, Game) else value
        return _SetupOfBelief(start=start, game=start.game.name) if isinstance(start, Belief) else None

    def __post_init__(self) -> None:
        """Keep words and weights given in Python as tuples, so that a setup can be compared, hashed and pickled."""
        for name in ("answers", "guesses"):
            given = getattr(self, name)
            if given is not None and not isinstance(given, str):
                object.__setattr__(self, name, str(given) if isinstance(given, Path) else as_words(name, given))
        if isinstance(self.prior, Path):
            object.__setattr__(self, "prior", str(self.prior))
        elif not isinstance(self.prior, str | OwnPrior):
            object.__setattr__(self, "prior", OwnPrior.of(self.prior))
        if isinstance(self.past, Path):
            object.__setattr__(self, "past", str(self.past))
        elif self.past is not None and not isinstance(self.past, str | PastAnswers):
            object.__setattr__(self, "past", PastAnswers("\n".join(as_words("past", self.past))))
        for name, noun in (("among", "secret"), ("clues", "clue")):
            given = getattr(self, name)
            object.__setattr__(self, name, (given,) if isinstance(given, str) else as_words(name, given, noun))
        if isinstance(vars(self)["game"], Game):
            raise ArgumentError("Setup takes a game by its name; use Setup.of(game) for a Game.")
        check_fields(self)

    def __repr__(self) -> str:
        """The fields that are not at their defaults; long lists of words only by their number."""
        changed = {each.name: getattr(self, each.name) for each in fields(self)}
        texts = {
            name: f"<{pluralise(len(value), 'word')}>"
            if name in ("answers", "guesses") and len(value) > MAX_WORDS_SHOWN and not isinstance(value, str)
            else "<your weights>"
            if isinstance(value, OwnPrior)
            else repr(value)
            for name, value in changed.items()
            if value != getattr(Setup, name)
        }
        return f"Setup({', '.join(f'{name}={text}' for name, text in texts.items())})"

    @property
    def kind(self) -> type[Game] | None:
        """The class of the game; None if it is unknown."""
        return games().get(self.game.partition(":")[0])

    @cached_property
    def parsed_game(self) -> tuple[type[Game], dict[str, Value]]:
        """The class of the game and its options; an error if the game is unknown."""
        return read_game(self.game)

    @property
    def has_words(self) -> bool:
        """Whether guesses are words of a list; True if the game is unknown."""
        return self.kind is None or issubclass(self.kind, WordGame)

    @property
    def has_own_lists(self) -> bool:
        """Whether the words are your own: from files or given in Python."""
        return self.answers is not None or self.guesses is not None

    @property
    def has_own_words(self) -> bool:
        """Whether the words are not those of an edition."""
        chosen = (self.language, self.length, self.most_frequent)
        return self.has_own_lists or any(each is not None for each in chosen)

    @property
    def names_game(self) -> bool:
        """Whether a game or a word list is named."""
        return any(getattr(self, name) != getattr(Setup, name) for name in GAME_FIELDS)

    @classmethod
    @checked
    def chosen(cls, given: Mapping[str, Any], default: "Setup | None" = None, named: "Setup | None" = None) -> "Setup":
        """Make a setup from the given options; None stands for an option that was not given.

        The other fields come from `default` if the options name neither a game nor a word list. Otherwise they come
        from `named`, if given and the game has words; a chosen word list replaces its edition. Without a base the
        defaults of this class apply: the answers of the list, all equally likely.
        """
        kept = {name: value for name, value in given.items() if value is not None}
        chosen = cls(**kept)
        base = default if not chosen.names_game else named if chosen.has_words else None
        if base is None:
            return chosen
        return replace(base, **(({"edition": None} if chosen.has_own_words else {}) | kept))

    @classmethod
    @checked
    def named(cls, name: str, label: str) -> "Setup":
        """The setup of a saved game, from its name and label; a Wordle game must be on an edition."""
        rule = "consistent" if label.endswith(CONSISTENT) else "any"
        label = label.removesuffix(CONSISTENT)
        if name != Wordle.name:
            return cls(game=label, rule=rule)
        edition, _, secrets = label.partition("/")
        return cls(edition=edition, secrets=secrets or "answers", rule=rule)

    @property
    def conditions(self) -> str:
        """The prior, past answers, hard mode, the rule and clues, in words."""
        prior = f"{self.prior} prior" if self.prior in PRIORS else f"prior of {self._prior_source}"
        numbers = {"midpoint": self.midpoint, "steepness": self.steepness}
        details = [f"{name} {value:,g}" for name, value in numbers.items() if value is not None]
        if self.ranks == "file":
            details.append("ranks of the file")
        found = [f"{prior} ({', '.join(details)})" if details else prior]
        if self.past is not None:
            found.append(self._past_conditions)
        if self.hard:
            found.append("hard mode")
        if self.rule == "consistent":
            found.append("guesses fit all clues")
        if self.clues:
            found.append(f"after {' '.join(self.clues)}")
        return ", ".join(found)

    @property
    def _prior_source(self) -> str:
        """Where the weights come from: the name of a file, or `your weights`."""
        return _file_name(self.prior) if isinstance(self.prior, str) else "your weights"

    @property
    def _past_conditions(self) -> str:
        if self.past_weight is not None:
            return f"past answers {self.past_weight} times as likely"
        try:
            past = self.past_answers()
        except FewestError:  # the file was removed meanwhile
            past = None
        return "past answers less likely" if past is None else past.describe()

    def past_answers(self) -> PastAnswers | None:
        """The past answers, read from their file if it is one."""
        assert self.past is None or isinstance(self.past, str | PastAnswers)
        return PastAnswers.load(self.past) if isinstance(self.past, str) else self.past

    def came(self, game: Game, words: Iterable[str]) -> dict[str, str]:
        """The past answers among some words, with the date when each was last used; empty if the date is not known."""
        past = self.past_answers()
        last = {} if past is None else past.last_days(game.normalise, game.guess_index)
        return {word: "" if (day := last[word]) is None else day.isoformat() for word in words if word in last}

    @property
    def is_today(self) -> bool:
        """Whether this is today's game with its prior, apart from past answers, clues and rules for guesses."""
        mine = {name: getattr(Setup, name) for name in ("hard", "rule", "clues", "max_guesses", "among")}
        return replace(self, past=None, past_weight=None, **mine) == TODAY

    @checked
    def title(self, game: Game) -> str:
        """The game and the prior, for people: the list with its sizes, and how likely each secret is."""
        if self.is_today:
            of = f"today's game ({game.title}: {pluralise(len(game.secrets), game.noun)}"
        else:
            of = str(game).removesuffix(")")
        return f"{of}, {self._likely(game)})"

    def _likely(self, game: Game) -> str:
        """The prior in words."""
        kind = "curated answers" if len(game.secrets) > len(game.answers) else "frequent ones"
        known = {"uniform": "all equally likely", "frequency": "frequent ones likelier", "today": f"{kind} likelier"}
        likely = (isinstance(self.prior, str) and known.get(self.prior)) or f"weighted by {self._prior_source}"
        some = "only the named secrets, " if self.among else ""
        fits = ", guesses must fit all clues" if game.consistent else ""
        return f"{some}{likely}" + ("" if self.past is None else f", {self._past_conditions}") + fits

    def make_game(self, words: WordList | None = None) -> Game:
        """Make the game, on the list of the setup or on `words`."""
        self.check_rule()
        game = self._make_game(words)
        return game if self.rule == "any" else game.made_consistent()

    def check_rule(self) -> None:
        """Raise an error for an unknown rule, or for hard mode together with a stricter rule."""
        if self.rule not in get_args(Rule):
            raise FewestError(f"Unknown rule {self.rule!r}. Use any or consistent.")
        if self.rule == "consistent" and self.hard:
            raise FewestError("The rule consistent is stricter than hard mode; leave hard mode out.")

    def _make_game(self, words: WordList | None) -> Game:
        kind, options = self.parsed_game
        names_words = words is not None or self.edition is not None or self.has_own_words
        if (options or not issubclass(kind, WordGame)) and names_words:
            raise FewestError(f"{self.game} takes no word list; leave it out.")
        if not issubclass(kind, WordGame):
            if self.secrets != "answers":
                raise FewestError(f"{self.game} does not take --secrets; leave it out.")
            return kind.create(**options)
        if self.secrets not in get_args(Secrets):
            raise FewestError(f"Unknown secrets {self.secrets!r}. Use answers or guesses.")
        if words is None:
            create: Any = kind.create  # a subclass may have further options
            words = create(**options).words if options else self._words()
        return kind(words, every_guess=self.secrets == "guesses")

    def _words(self) -> WordList:
        """The word list that the setup names."""
        if self.most_frequent is not None and self.language is None:
            raise FewestError("--most-frequent needs a language: add one, such as --language en.")
        other = self.language is not None or self.length is not None
        if self.has_own_lists + other + (self.edition is not None) > 1:
            raise FewestError(
                "Choose one word list: an edition, your own --answers and --guesses, or a --language and --length."
            )
        if self.has_own_lists:
            return from_lists(self.answers, self.guesses, ranked=self.ranks == "file")
        if other:
            language = DEFAULT_LANGUAGE if self.language is None else self.language
            length = DEFAULT_LENGTH if self.length is None else self.length
            return from_language(language, length, self.most_frequent)
        return shipped_edition(EDITIONS[0] if self.edition is None else self.edition)

    def weights(self, game: Game) -> list[Fraction] | None:
        """The exact weight of each secret; None if all are equal."""
        weights = self._prior(game)
        past = self.past_answers()
        if past is None:
            if self.past_weight is not None:
                raise FewestError("--past-weight needs past answers: add --past FILE.")
            return weights
        try:
            factor = None if self.past_weight is None else read_weight(self.past_weight)
        except ValueError:
            raise FewestError(f"{self.past_weight!r} is not a weight; write a number such as 0.1.") from None
        weights = weights or [Fraction(1)] * len(game.secrets)
        discounted = discount(weights, game.secrets, past, factor, game.normalise)
        return [in_millionths(weight) for weight in discounted] if self.prior in ("frequency", "today") else discounted

    def _prior(self, game: Game) -> list[Fraction] | None:
        if self.ranks not in get_args(Ranks):
            raise FewestError(f"Unknown --ranks {self.ranks!r}. Use known or file.")
        if self.ranks == "file" and not (self.has_own_lists and self.prior in ("frequency", "today")):
            raise FewestError("--ranks file needs --prior frequency and your own --answers or --guesses.")
        if self.prior != "frequency" and (self.midpoint is not None or self.steepness is not None):
            raise FewestError("--midpoint and --steepness need --prior frequency.")
        if self.prior == "uniform":
            return None
        if self.prior in ("frequency", "today"):
            if not isinstance(game, WordGame):
                raise FewestError(
                    f"--prior {self.prior} is for word games, not for {game.name}; use --prior uniform or a file."
                )
            if self.prior == "today":
                return today_weights(game.words, game.secrets, past_known=self.past is not None)
            weights = frequency_weights(game.words, game.secrets, self.midpoint, self.steepness)
            missing = unranked(game.words, game.secrets)
            if missing:
                warnings.warn(
                    f"{missing:,} of {len(game.secrets):,} words have no known frequency and count as the rarest. If "
                    "your file is in order of frequency, add --ranks file.",
                    FewestWarning,
                    stacklevel=2,
                )
            return weights
        if isinstance(self.prior, OwnPrior):
            return self.prior.weigh(game.secrets, self._word_order(game), game.normalise)
        assert isinstance(self.prior, str)
        if not Path(self.prior).exists():
            raise FewestError(
                f"There is no prior or file {self.prior}; use uniform, frequency, today or a file with weights."
            )
        return read_weights(self.prior, game.secrets, game.normalise)

    def _word_order(self, game: Game) -> Sequence[str] | None:
        """The order of weights without words: that of your own list, or of the game; None if a file has the words."""
        first, second = (self.guesses, self.answers) if self.secrets == "guesses" else (self.answers, self.guesses)
        given = second if first is None else first
        if given is None:
            return game.secrets
        return given if isinstance(given, tuple) else None

    def belief(self, game: Game | None = None) -> Belief:
        """The belief after the clues. `game` must be the game of this setup; giving it saves time."""
        game = self.make_game() if game is None else game
        return self._after(Belief.start(game, self.weights(game), hard=self.hard))

    def _after(self, start: Belief) -> Belief:
        """Apply `among` and the clues to a belief."""
        if not self.among:
            return start.after_all(self.clues)
        game = start.game
        names = (
            [text] if game.normalise(text) in game.guess_index else map(str.strip, text.split(","))
            for text in self.among
        )
        return start.among(chain.from_iterable(names)).after_all(self.clues)

    @checked
    def limit(self, game: Game) -> int:
        """The guess limit."""
        return game.max_guesses if self.max_guesses is None else self.max_guesses

    @checked
    def after(self, *clues: str) -> "Setup":
        """The setup with more clues."""
        return replace(self, clues=(*self.clues, *clues))

    def without_belief(self) -> "Setup":
        """The setup without prior, clues, hard mode and guess limit."""
        kept = (*GAME_FIELDS, "secrets", "rule")
        return Setup(**{name: getattr(self, name) for name in kept})


@dataclass(frozen=True, kw_only=True, repr=False)
class _SetupOfBelief(Setup):
    """The setup of an existing belief; its clues come after those of the belief."""

    start: Belief

    def __post_init__(self) -> None:
        """Check that nothing else chooses the game or the prior."""
        super().__post_init__()
        free = {"start", "game", "clues", "among", "max_guesses"}
        for each in fields(self):
            if each.name not in free and getattr(self, each.name) != each.default:
                raise FewestError(f"A belief already says what is played; leave {each.name} out, or make a Setup.")

    def __repr__(self) -> str:
        return f"<Setup of {self.start!r}>"

    @property
    def has_words(self) -> bool:
        """Whether guesses are words of a list."""
        return self.start.game.has_words

    def make_game(self, words: WordList | None = None) -> Game:
        """The game of the belief."""
        return self.start.game

    def weights(self, game: Game) -> list[Fraction] | None:
        """The weight of each secret; those that are no longer possible have none."""
        if self.start.weights is None and len(self.start) == len(game.secrets):
            return None
        weights = [Fraction(0)] * len(game.secrets)
        for at, secret in enumerate(self.start.secrets.tolist()):
            weights[secret] = Fraction(1) if self.start.weights is None else exact_weight(self.start.weights[at])
        return weights

    def belief(self, game: Game | None = None) -> Belief:
        """The belief, after further clues if there are any."""
        return self._after(self.start)

    def _likely(self, game: Game) -> str:
        return "all equally likely" if self.start.weights is None else "weighted by your weights"


RESEARCH = Setup()
"""The default setup of commands that compare and prove strategies: the answers of the first edition, all equally
likely."""

TODAY = Setup(edition=EDITIONS[-1], secrets="guesses", prior="today")
"""The default setup of commands for players: today's game, in which every allowed guess is possible and the curated
answers are far likelier."""

FREQUENT = Setup(prior="frequency")
"""The default setup of the plot of a prior, because a uniform prior would be a flat line."""

TODAYS_LIST = Setup(edition=EDITIONS[-1])
"""The curated answers of today's game, all equally likely."""


def _file_name(path: str) -> str:
    """The name of a file without its folder, with control characters escaped."""
    return escape_controls(Path(path).name.encode(errors="replace").decode())
