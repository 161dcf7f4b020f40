"""The options that several commands share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, wraps
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click

from fewest.cli.click_types import (
    GAME_PANEL,
    PLAY_PANEL,
    PRIOR_PANEL,
    SEARCH_PANEL,
    Decorator,
    FiniteFloat,
    completer,
    option,
)
from fewest.cli.show import show, show_progress
from fewest.curves import ENTROPY, UNCERTAINTIES
from fewest.games.game import REPLY_STYLES
from fewest.scorers import DEFAULT, OTHER_STRATEGIES, SCORERS
from fewest.setup import MAX_GUESS_LIMIT, RESEARCH, Setup
from fewest.words import EDITIONS

MAX_SECONDS = 10**7

NO_PAST = "none"
"""The value of --past that ignores the past answers kept by `fewest past`."""

_STRATEGY_NAMES = ", ".join((*SCORERS.registered, *OTHER_STRATEGIES))
STRATEGY_HELP = f"The strategy to play by: {_STRATEGY_NAMES}. Options follow a colon: lookahead:depth=3,width=10."
"""Without the strategies of plugins, which are slow to find; the error for an unknown name lists them."""

PRIOR_HELP = (
    "How likely each secret is: uniform (all the same), frequency (frequent words are likelier), today (as the New "
    "York Times seems to pick), or a file with a word and its weight on each line."
)

FILE = click.Path(path_type=Path)


complete_games = completer(lambda: import_module("fewest.games").games())
complete_editions = completer(lambda: EDITIONS)
complete_strategies = completer(lambda: import_module("fewest.strategies").STRATEGIES)
complete_estimators = completer(lambda: import_module("fewest.strategies").estimator_names())


def _options_in(panel: str) -> Callable[..., Callable[..., Decorator]]:
    """Make setup options in a panel of the help; a command adds the texts for its own defaults."""
    return partial(partial, option, panel=panel)


_game_option, _prior_option, _play_option = map(_options_in, (GAME_PANEL, PRIOR_PANEL, PLAY_PANEL))

SETUP_OPTIONS: dict[str, Callable[..., Decorator]] = {
    "game": _game_option(
        "-g",
        "--game",
        help="The game to play, with options after a colon: mastermind:pegs=5,colours=8. See fewest games for a list.",
        metavar="NAME",
        default=Setup.game,
        shell_complete=complete_games,
    ),
    "edition": _game_option(
        "-e",
        "--edition",
        help=f"A shipped word list: {', '.join(EDITIONS)}.",
        metavar="NAME",
        shell_complete=complete_editions,
    ),
    "answers": _game_option("--answers", help="Your own answers: a file with one word per line.", metavar="FILE"),
    "guesses": _game_option(
        "--guesses", help="Your own allowed guesses, one per line. Answers are always allowed.", metavar="FILE"
    ),
    "language": _game_option(
        "--language", help="Use words of another language, such as de. Requires fewest[languages].", metavar="CODE"
    ),
    "length": _game_option(
        "--length", type=int, help="Use words of another length, 2 to 12 letters.", metavar="LETTERS", default_text="5"
    ),
    "most_frequent": _game_option(
        "--most-frequent",
        type=int,
        help="Use only this many words of the language, the most frequent ones. All of them may be the secret.",
        metavar="NUMBER",
        default_text="all words; the common ones are answers",
    ),
    "secrets": _prior_option(
        "--secrets",
        help="Which words may be the secret: the answers of the list, or all allowed guesses.",
        metavar="answers|guesses",
    ),
    "prior": _prior_option(
        "--prior",
        help=PRIOR_HELP,
        metavar="uniform|frequency|today|FILE",
    ),
    "midpoint": _prior_option(
        "--midpoint",
        type=float,
        help="With --prior frequency: the rank of the word that is half as likely as the most frequent one.",
        metavar="RANK",
        default_text="from the lengths of the lists",
    ),
    "steepness": _prior_option(
        "--steepness",
        type=float,
        help="With --prior frequency: how fast rarer words become unlikely. From each rank to the next, the odds are "
        "divided by e to the power of this number.",
        metavar="NUMBER",
        default_text="from the lengths of the lists",
    ),
    "ranks": _prior_option(
        "--ranks",
        help="With --prior frequency: rank words by their known frequency, or by their order in your own files, "
        "answers before guesses.",
        metavar="known|file",
        default=Setup.ranks,
    ),
    "past": _prior_option(
        "--past",
        help="Past answers, which are less likely: a file. Each line has a word, or a date and a word "
        "(2024-12-31,lemur). Use none to ignore the list kept by fewest past.",
        metavar="FILE",
    ),
    "past_weight": _prior_option(
        "--past-weight",
        help="How likely a past answer is to come again, relative to its probability without --past.",
        metavar="NUMBER",
        default_text="fitted to real games",
    ),
    "hard": _play_option(
        "--hard",
        is_flag=True,
        help="Hard mode: keep green letters in place, and use every letter at least as often as it was green or "
        "yellow. A yellow letter may stay where it was, and grey letters may come back.",
    ),
    "rule": _play_option(
        "--rule",
        help="Which guesses are allowed: any, or consistent for only those that fit all clues (ultra-hard in Wordle).",
        metavar="any|consistent",
        default_text="any",
    ),
}
"""The option for each field of a setup."""

PRIOR_OPTIONS = ("prior", "midpoint", "steepness", "ranks", "past", "past_weight")
"""The options of the prior."""


def setup_options(
    *without: str,
    default: Setup = RESEARCH,
    named: Setup = RESEARCH,
    uses_kept_past: bool = False,
    helps: Mapping[str, str] = MappingProxyType({}),
) -> Decorator:
    """Add the options of a setup, except `without`, and pass them to the command as one `setup`.

    The setup also takes clues, --among and --max-guesses. `Setup.chosen` says what the defaults are. With
    `uses_kept_past`, today's game uses the past answers kept by `fewest past`. `helps` replaces the help of options
    that mean something else in the command.
    """
    names = [name for name in SETUP_OPTIONS if name not in without]
    fields = (*names, "clues", "among", "max_guesses")

    def decorate(run: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(run)  # keeps the options added so far
        def with_setup(**given: Any) -> Any:
            chosen = {name: given.pop(name) for name in fields if name in given}
            setup = Setup.chosen(chosen, default, named)
            if setup.past == NO_PAST:
                setup = replace(setup, past=None)
            elif uses_kept_past and setup.past is None and setup.is_today:
                setup = _with_kept_past(setup)
            return run(setup=setup, **given)

        texts = {name: {"help": text} for name, text in helps.items()}
        return _decorated(
            with_setup,
            [SETUP_OPTIONS[name](**texts.get(name, {}), **_default_text(name, default, named)) for name in names],
        )

    return decorate


def _with_kept_past(setup: Setup) -> Setup:
    """The setup with the past answers kept by `fewest past`, if there are any; standard error says so."""
    from fewest.questions.past import kept_file

    path = kept_file()
    if path is None:
        return setup
    click.echo(f"Your past answers are less likely ({path}); --past {NO_PAST} ignores them.", err=True)
    return replace(setup, past=str(path))


def _as_one(noun: str, module: str, kind: str, **options: Decorator) -> Decorator:
    """Make options that are passed to the command as one argument `noun`, an object of the class `kind`.

    The class is imported when the command runs.
    """

    def decorate(run: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(run)
        def with_noun(**given: Any) -> Any:
            values = {name: given.pop(name) for name in options}
            return run(**{noun: getattr(import_module(module), kind)(**values)}, **given)

        return _decorated(with_noun, [*options.values()])

    return decorate


def _decorated(run: Callable[..., Any], options: Sequence[Decorator]) -> Callable[..., Any]:
    """Add options to a command; the help shows them in this order."""
    for add in reversed(options):
        run = add(run)
    return run


def _default_text(name: str, default: Setup, named: Setup) -> dict[str, str]:
    """The text for the default of an option, if it depends on the command."""
    if name == "edition":
        return {"default_text": default.edition or EDITIONS[0]}
    if name not in ("secrets", "prior"):
        return {}
    text, other = getattr(default, name), getattr(named, name)
    return {"default_text": text if text == other else f"{text}; {other} if you name a game or a list"}


def strategy_option(default: str | None = DEFAULT, default_text: str = "", *, multiple: bool = False) -> Decorator:
    """The strategy to play."""
    return option(
        "-s",
        "--strategy",
        "by",
        help=f"{STRATEGY_HELP} May be repeated." if multiple else STRATEGY_HELP,
        metavar="NAME",
        multiple=multiple,
        default=default,
        default_text=default_text,
        shell_complete=complete_strategies,
        panel=PLAY_PANEL,
    )


auto_strategy_option = strategy_option(None, f"optimal if known or found within about a second, else {DEFAULT}")
"""The strategy to play; by default, the advised guesses."""


def guess_from_option(run: Callable[..., Any]) -> Callable[..., Any]:
    """Add --guess-from; the command gets it as a part of its strategy, `by`."""

    @wraps(run)
    def with_strategy(*, guess_from: str, by: str | None, **given: Any) -> Any:
        from fewest.strategies import guessing_from

        return run(by=by if guess_from == "guesses" else guessing_from(guess_from, by or DEFAULT), **given)

    return option(
        "--guess-from",
        type=click.Choice(["guesses", "answers", "answer-list"]),
        default="guesses",
        help="Which words to guess: all allowed guesses, only answers that still fit, or all answers of the list.",
        panel=PLAY_PANEL,
    )(with_strategy)


_WORD_OPTIONS = {
    "margin": option(
        "--margin",
        type=FiniteFloat(0, MAX_GUESS_LIMIT),
        help="Prefer common words that need at most this many guesses more than the best word, on average. 0 puts the "
        "best word first, however rare.",
        metavar="GUESSES",
        default_text="0.02",
        panel=PLAY_PANEL,
    ),
    "known_words": option(
        "--known-words",
        type=click.IntRange(1),
        help="Suggest only this many of the most frequent words, plus likely secrets.",
        metavar="NUMBER",
        default_text="all",
        panel=PLAY_PANEL,
    ),
}

word_options = _as_one("preference", "fewest.strategies.advice", "WordPreference", **_WORD_OPTIONS)
"""The options for preferred words."""

preference_options = _as_one(
    "preference",
    "fewest.strategies.advice",
    "WordPreference",
    **_WORD_OPTIONS,
    streak=option(
        "--streak",
        is_flag=True,
        help="Protect a streak: maximise the chance to find the secret within the guess limit, then minimise the "
        "guesses.",
        panel=PLAY_PANEL,
    ),
)
"""The options for preferred words and a safe streak."""

estimator_option = option(
    "--estimator",
    "estimators",
    help=f"The estimator: {', '.join(name for name, scorer in SCORERS.registered.items() if scorer.estimates)}. "
    "May be repeated.",
    metavar="NAME",
    multiple=True,
    default_text="all",
    shell_complete=complete_estimators,
    panel=PLAY_PANEL,
)


def openers_option(default_text: str, text: str = "The first guess. May be repeated.") -> Decorator:
    """Several first guesses."""
    return option(
        "--opener", "openers", help=text, metavar="GUESS", multiple=True, default_text=default_text, panel=PLAY_PANEL
    )


opening_option = option(
    "--opener",
    help="The first guess. Repeat it to fix the next guesses too, whatever the replies.",
    metavar="GUESS",
    multiple=True,
    default_text="the strategy's own",
    panel=PLAY_PANEL,
)


def guess_limit_option(text: str, default_text: str = "", least: int = 1) -> Decorator:
    """The guess limit, a part of the setup."""
    kind = click.IntRange(least, MAX_GUESS_LIMIT)
    return option("--max-guesses", type=kind, help=text, default_text=default_text, panel=PLAY_PANEL)


max_guesses_option = guess_limit_option("How many guesses the player has.", "the game's own; 6 in Wordle")

limit_option = guess_limit_option(
    "Always finish within this many guesses, counting the clues; 0 means no limit.",
    "6 in hard mode, else no limit",
    least=0,
)

json_option = option("--json", "as_json", is_flag=True, help="Print the result as JSON.")

replies_option = option(
    "--reply-style",
    "replies",
    type=click.Choice([*REPLY_STYLES]),
    help="Write coloured replies as digits (01200), or as letters: BYGBB for black, yellow and green.",
    default_text="squares, or digits where squares cannot be shown",
)

among_option = option(
    "--among",
    help="The only possible secrets, with commas: bound,pound,mound. May be repeated.",
    metavar="SECRET",
    multiple=True,
    default_text="all",
    panel=PRIOR_PANEL,
)

clues_argument = click.argument("clues", metavar="[CLUE]...", nargs=-1)

memory_option = option(
    "--memory",
    type=click.IntRange(1, 1 << 30),
    help="Memory for the transposition table of each process, in megabytes.",
    default_text="1024, or 128 with --opener",
    panel=SEARCH_PANEL,
)


def output_option(text: str, *names: str, **settings: Any) -> Decorator:
    """The output file."""
    return option(*(names or ("-o", "--output")), type=FILE, help=text, metavar="FILE", **settings)


def seconds_option(text: str, default_text: str = "") -> Decorator:
    """A time limit."""
    return option("--seconds", type=FiniteFloat(0, MAX_SECONDS), help=text, default_text=default_text)


def uncertainty_option(default: str | None) -> Decorator:
    """How curves measure uncertainty."""
    return option(
        "--uncertainty",
        type=click.Choice(UNCERTAINTIES),
        default=default,
        default_text=ENTROPY,
        help="How to measure uncertainty. entropy: the entropy of what is left. count: log2 of the number of secrets "
        "left, however likely each one is.",
    )


resources_options = _as_one(
    "resources",
    "fewest.search.resources",
    "Resources",
    memory=memory_option,
    threads=option(
        "--threads",
        type=click.IntRange(1, 1000),
        help="The number of threads to use.",
        default_text="one for each core",
        panel=SEARCH_PANEL,
    ),
    store=option(
        "--store",
        type=FILE,
        help="Save results in this file as they are found, and continue from those that it holds.",
        metavar="FILE",
        panel=SEARCH_PANEL,
    ),
    cluster=option(
        "--cluster",
        help="Search on the workers of this Dask scheduler. Requires fewest[cluster].",
        metavar="tls://HOST:PORT",
        panel=SEARCH_PANEL,
    ),
)
"""The resources of a proof."""


def shows_result(label: str = "") -> Decorator:
    """Add --json, and show the result that the command returns, alone or with an exit code.

    With a label, show progress and pass a `watch` to the command.
    """

    def decorate(run: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(run)
        def with_output(*, as_json: bool, **given: Any) -> None:
            if label:
                with show_progress(label) as watch:
                    shown = run(watch=watch, **given)
            else:
                shown = run(**given)
            result, code = shown if isinstance(shown, tuple) else (shown, 0)
            show(result, as_json)
            if code:
                raise SystemExit(code)

        return json_option(with_output)

    return decorate
