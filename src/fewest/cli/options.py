"""The options that several commands share."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial, wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from fewest.cli.click_types import Decorator, FiniteFloat, completer, option
from fewest.cli.show import show, show_progress
from fewest.games.game import REPLY_STYLES
from fewest.scorers import DEFAULT, OTHER_STRATEGIES, SCORERS
from fewest.setup import MAX_GUESS_LIMIT, RESEARCH, Setup
from fewest.words import EDITIONS

GAME_PANEL = "The game"
PRIOR_PANEL = "What is likely"
PLAY_PANEL = "How to play"
SEARCH_PANEL = "The search"

MAX_SECONDS = 10**7

NO_PAST = "none"
"""What --past is where the past answers that are kept are left out."""

_STRATEGY_NAMES = ", ".join((*SCORERS.registered, *OTHER_STRATEGIES))
STRATEGY_HELP = f"What to play by: {_STRATEGY_NAMES}; with options as in lookahead:depth=3,width=10."
"""Leaves out the strategies of plugins, since to find them is slow; the error for an unknown name lists them."""

FILE = click.Path(path_type=Path)


complete_games = completer(lambda: import_module("fewest.games").games())
complete_editions = completer(lambda: EDITIONS)
complete_strategies = completer(lambda: import_module("fewest.strategies").STRATEGIES)
complete_estimators = completer(lambda: import_module("fewest.strategies").estimator_names())


def _options_in(panel: str) -> Callable[..., Callable[..., Decorator]]:
    """Make options of a setup in a panel of the help; a command adds the text for its own defaults."""
    return partial(partial, option, panel=panel)


_game_option, _prior_option, _play_option = map(_options_in, (GAME_PANEL, PRIOR_PANEL, PLAY_PANEL))

SETUP_OPTIONS: dict[str, Callable[..., Decorator]] = {
    "spec": _game_option(
        "-g",
        "--game",
        "spec",
        help="What is played; with options as in mastermind:pegs=5,colours=8. The command games lists them.",
        metavar="NAME",
        default=Setup.spec,
        shell_complete=complete_games,
    ),
    "edition": _game_option(
        "-e",
        "--edition",
        help=f"A shipped word list: {', '.join(EDITIONS)}.",
        metavar="NAME",
        shell_complete=complete_editions,
    ),
    "answers": _game_option("--answers", help="Your own answers, a word per line.", metavar="FILE"),
    "guesses": _game_option("--guesses", help="Your own allowed guesses; answers are allowed too.", metavar="FILE"),
    "language": _game_option(
        "--language", help="Words of another language, such as de; needs the extra fewest[languages].", metavar="CODE"
    ),
    "length": _game_option(
        "--length", type=int, help="Words of another length, 2 to 12.", metavar="LETTERS", default_text="5"
    ),
    "most_frequent": _game_option(
        "--most-frequent",
        type=int,
        help="Only so many words of the language, the most frequent ones, as guesses and answers alike.",
        metavar="NUMBER",
        default_text="all, the common ones as answers",
    ),
    "secrets": _prior_option(
        "--secrets",
        help="What may be the secret: the answers of the list, or all allowed guesses.",
        metavar="answers|guesses",
    ),
    "prior": _prior_option(
        "--prior",
        help="How likely each secret is: all the same, by how frequent the word is, as today's game seems to "
        "pick, or a file with a word and its weight per line.",
        metavar="uniform|frequency|today|FILE",
    ),
    "middle": _prior_option(
        "--middle",
        type=float,
        help="Frequency prior: the rank of the word that is half as likely as the most frequent.",
        metavar="RANK",
        default_text="by the lengths of the lists",
    ),
    "steepness": _prior_option(
        "--steepness",
        type=float,
        help="Frequency prior: how steep it falls there; the odds shrink by e to this power with every rank.",
        metavar="NUMBER",
        default_text="by the lengths of the lists",
    ),
    "ranks": _prior_option(
        "--ranks",
        help="Frequency prior: rank words by how frequent they are known to be, or by their order in your own "
        "files, answers before guesses.",
        metavar="known|file",
        default=Setup.ranks,
    ),
    "past": _prior_option(
        "--past",
        help="Past answers, which are less likely: a word per line, or a date and a word, as 2024-12-31,lemur; none "
        "leaves out those that fewest past keeps.",
        metavar="FILE",
    ),
    "past_weight": _prior_option(
        "--past-weight",
        help="How likely a past answer is, compared with before.",
        metavar="NUMBER",
        default_text="what fits real games",
    ),
    "hard": _play_option(
        "--hard",
        is_flag=True,
        help="Hard mode: what was green stays, and every letter comes at least as often as it was green or "
        "yellow. A yellow may stay in its place, and greys may come back.",
    ),
    "rule": _play_option(
        "--rule",
        help="What else a guess must do: any will do, or it must be consistent, that is fit all clues "
        "(in Wordle: ultra-hard).",
        metavar="any|consistent",
        default_text="any",
    ),
}
"""The option of each field of a setup: its flags and settings."""

PRIOR_OPTIONS = ("prior", "middle", "steepness", "ranks", "past", "past_weight")
"""The options of the prior."""


def setup_options(
    *without: str, default: Setup = RESEARCH, named: Setup = RESEARCH, uses_kept_past: bool = False
) -> Decorator:
    """Add the options of a setup, except `without`; they are passed to the command as one `setup`.

    It takes clues, --among and --max-guesses along. See `Setup.chosen` for what holds where they are not given. In
    today's game a command may use the past answers that are kept.
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

        return _decorated(with_setup, [SETUP_OPTIONS[name](**_default_text(name, default, named)) for name in names])

    return decorate


def _with_kept_past(setup: Setup) -> Setup:
    """The setup with the past answers that are kept, if there are any; a line on standard error says so."""
    from fewest.questions.past import kept_file

    path = kept_file()
    if path is None:
        return setup
    click.echo(f"Your past answers count less ({path}); --past {NO_PAST} leaves them out.", err=True)
    return replace(setup, past=str(path))


def _as_one(noun: str, module: str, kind: str, **options: Decorator) -> Decorator:
    """Options that are passed to the command as one noun of a kind that is imported on use."""

    def decorate(run: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(run)
        def with_noun(**given: Any) -> Any:
            values = {name: given.pop(name) for name in options}
            return run(**{noun: getattr(import_module(module), kind)(**values)}, **given)

        return _decorated(with_noun, [*options.values()])

    return decorate


def _decorated(run: Callable[..., Any], options: Sequence[Decorator]) -> Callable[..., Any]:
    """A command with options, which the help shows in this order."""
    for add in reversed(options):
        run = add(run)
    return run


def _default_text(name: str, default: Setup, named: Setup) -> dict[str, str]:
    """What the help says of the default of an option, if that depends on the command."""
    if name == "edition":
        return {"default_text": default.edition or EDITIONS[0]}
    if name not in ("secrets", "prior"):
        return {}
    text, other = getattr(default, name), getattr(named, name)
    return {"default_text": text if text == other else f"{text}; {other} where a game or word list is named"}


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


auto_strategy_option = strategy_option(None, f"optimal if that is known or takes at most a second, else {DEFAULT}")
"""The strategy to play; without one, the guesses are those that are advised."""


def guess_from_option(run: Callable[..., Any]) -> Callable[..., Any]:
    """What may be guessed; the command sees it as a part of its strategy, `by`."""

    @wraps(run)
    def with_strategy(*, guess_from: str, by: str | None, **given: Any) -> Any:
        from fewest.strategies import guessing_from

        return run(by=by if guess_from == "guesses" else guessing_from(guess_from, by or DEFAULT), **given)

    return option(
        "--guess-from",
        type=click.Choice(["guesses", "answers", "answer-list"]),
        default="guesses",
        help="What is guessed: any allowed guess, only what may still be the answer, or any answer of the list.",
        panel=PLAY_PANEL,
    )(with_strategy)


_WORD_OPTIONS = {
    "margin": option(
        "--margin",
        type=FiniteFloat(0, MAX_GUESS_LIMIT),
        help="Put common words first that take at most this many guesses more on average than the best; 0 for the best "
        "guess, however rare the word.",
        metavar="GUESSES",
        default_text="0.02",
        panel=PLAY_PANEL,
    ),
    "known_words": option(
        "--known-words",
        type=click.IntRange(1),
        help="Suggest only so many of the most frequent words of the list; likely secrets are suggested in any case.",
        metavar="NUMBER",
        default_text="all",
        panel=PLAY_PANEL,
    ),
}

word_options = _as_one("preference", "fewest.strategies.advice", "WordPreference", **_WORD_OPTIONS)
"""Which words are preferred."""

preference_options = _as_one(
    "preference",
    "fewest.strategies.advice",
    "WordPreference",
    **_WORD_OPTIONS,
    streak=option(
        "--streak",
        is_flag=True,
        help="Keep a streak safe: first the best chance to find the secret within the guess limit, then the fewest "
        "guesses.",
        panel=PLAY_PANEL,
    ),
)
"""Which words are preferred, and whether a streak is to be kept."""

estimator_option = option(
    "--estimator",
    "estimators",
    help=f"What predicts: {', '.join(name for name, scorer in SCORERS.registered.items() if scorer.estimates)}; "
    "may be repeated.",
    metavar="NAME",
    multiple=True,
    default_text="all",
    shell_complete=complete_estimators,
    panel=PLAY_PANEL,
)


def openers_option(default_text: str, text: str = "The first guess; may be repeated.") -> Decorator:
    """Several first guesses."""
    return option(
        "--opener", "openers", help=text, metavar="GUESS", multiple=True, default_text=default_text, panel=PLAY_PANEL
    )


opening_option = option(
    "--opener",
    help="The first guess; the next one if repeated, whatever the replies.",
    metavar="GUESS",
    multiple=True,
    default_text="the strategy's own",
    panel=PLAY_PANEL,
)


def guess_limit_option(text: str, default_text: str = "", least: int = 1) -> Decorator:
    """How many guesses there are; a part of the setup."""
    kind = click.IntRange(least, MAX_GUESS_LIMIT)
    return option("--max-guesses", type=kind, help=text, default_text=default_text, panel=PLAY_PANEL)


max_guesses_option = guess_limit_option("Guesses that a player has.", "the game's own; Wordle's are 6")

limit_option = guess_limit_option(
    "Always finish within so many guesses, clues included; 0 for no limit.", "6 in hard mode, else no limit", least=0
)

json_option = option("--json", "as_json", is_flag=True, help="Write JSON for programs.")

replies_option = option(
    "--replies",
    type=click.Choice([*REPLY_STYLES]),
    help="Write coloured replies as text: 01200, or BYGBB for black, yellow and green.",
    default_text="squares, and digits where there are none",
)

among_option = option(
    "--among",
    help="The only secrets that are possible; may be repeated, or have commas as in bound,pound,mound.",
    metavar="SECRET",
    multiple=True,
    default_text="all",
    panel=PRIOR_PANEL,
)

clues_argument = click.argument("clues", metavar="[CLUE]...", nargs=-1)

memory_option = option(
    "--memory",
    type=click.IntRange(1, 1 << 30),
    help="Megabytes for the transposition table, for each process.",
    default_text="1024, or 128 for given openers",
    panel=SEARCH_PANEL,
)


def output_option(text: str, *names: str, **settings: Any) -> Decorator:
    """The output file."""
    return option(*(names or ("-o", "--output")), type=FILE, help=text, metavar="FILE", **settings)


def seconds_option(text: str, default_text: str = "") -> Decorator:
    """A time limit."""
    return option("--seconds", type=FiniteFloat(0, MAX_SECONDS), help=text, default_text=default_text)


resources_options = _as_one(
    "resources",
    "fewest.search.resources",
    "Resources",
    memory=memory_option,
    threads=option(
        "--threads",
        type=click.IntRange(1, 1000),
        help="Threads to search on.",
        default_text="all",
        panel=SEARCH_PANEL,
    ),
    store=option(
        "--store",
        type=FILE,
        help="Keep whatever is settled in this file, and go on from what it holds.",
        metavar="FILE",
        panel=SEARCH_PANEL,
    ),
    cluster=option(
        "--cluster",
        help="Search on other machines, the workers of a Dask scheduler; needs the extra fewest[cluster].",
        metavar="tls://HOST:PORT",
        panel=SEARCH_PANEL,
    ),
)
"""The resources of a proof."""


def shows_result(label: str = "") -> Decorator:
    """Add --json, and show the result that the command returns; an exit code may stand beside it.

    With a label, progress is shown, and the command gets a `watch`.
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
