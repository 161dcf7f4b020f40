"""The options that commands share, and the setup that they describe."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from fewest.errors import FewestError
from fewest.scorers import DEFAULT, OTHER_STRATEGIES, SCORERS
from fewest.setup import MOST_GUESSES, Setup
from fewest.words import EDITIONS

GAME, PRIOR, PLAY = "The game", "What is likely", "How to play"
SEARCH = "The search"

LONGEST = 10**7
"""How many seconds anything may be told to take: some months."""

_NAMES = ", ".join((*SCORERS.registered, *OTHER_STRATEGIES))
PLAY_BY = f"What to play by: {_NAMES}; with options as in lookahead:depth=3,width=10."
"""Strategies of other packages are not looked for at every start; a name that is none lists them."""

FILE = click.Path(path_type=Path)

Decorator = Callable[[Callable[..., None]], Callable[..., None]]


class Option(click.Option):
    """An option that stands in a panel of the help, and may say in words what it is by default."""

    def __init__(self, *arguments: Any, panel: str = "Options", usual: str = "", **settings: Any) -> None:
        """Make it as click does."""
        super().__init__(*arguments, **settings)
        self.panel = panel
        if usual:
            self.show_default = usual

    def get_help_extra(self, ctx: click.Context) -> Any:
        """What stands after the help: a default in words has no brackets around it."""
        extra = super().get_help_extra(ctx)
        if isinstance(self.show_default, str):
            extra["default"] = self.show_default
        return extra


class Number(click.FloatRange):
    """A number that is one: neither infinite nor nan."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read it, and refuse what is called a number but is none."""
        found = super().convert(value, param, ctx)
        if found is not None and not math.isfinite(found):
            self.fail(f"{found} is no number.", param, ctx)
        return found


class Command(click.Command):
    """A command whose help has panels, and that refuses an option given twice where only the last could act."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Count the options, then read them as ever."""
        if not ctx.resilient_parsing:
            _, _, given = self.make_parser(ctx).parse_args([*args])
            for option, count in Counter(given).items():
                if count > 1 and isinstance(option, click.Option) and not (option.multiple or option.is_flag):
                    raise FewestError(f"{option.opts[-1]} is given {count} times; {self.name} takes one.")
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, panel by panel."""
        panels: dict[str, list[tuple[str, str]]] = {}
        for each in self.get_params(ctx):
            record = each.get_help_record(ctx)
            if record is not None:
                panels.setdefault(getattr(each, "panel", "Options"), []).append(record)
        own = panels.pop("Options", [])
        for title, records in (*panels.items(), ("Options", own)):
            with formatter.section(title):
                formatter.write_dl(records)


def option(*names: str, **settings: Any) -> Decorator:
    """An option of a command; `panel` says where the help has it, `usual` what it is by default, in words."""
    settings.setdefault("show_default", "default" in settings and settings.get("default") not in (None, (), False))
    return click.option(*names, cls=Option, **settings)


def command(name: str, **settings: Any) -> Callable[[Callable[..., None]], click.Command]:
    """Make a command of a function; its text is the help."""
    return click.command(name, cls=Command, context_settings={"help_option_names": ["-h", "--help"]}, **settings)


def completing(names: Callable[[], Sequence[str]]) -> Callable[..., list[str]]:
    """What a shell offers."""
    return lambda ctx, param, incomplete: [name for name in names() if name.startswith(incomplete)]


def _games() -> Sequence[str]:
    from fewest.games import games

    return [*games()]


def _strategies() -> Sequence[str]:
    from fewest.strategies import STRATEGIES as LIVE

    return [*LIVE]


def _estimators() -> Sequence[str]:
    from fewest.strategies import ESTIMATORS as LIVE

    return [*LIVE]


def offer_editions(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The editions that a shell offers."""
    return [name for name in EDITIONS if name.startswith(incomplete)]


offer_strategies, offer_estimators = completing(_strategies), completing(_estimators)


SETUP: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "spec": (
        ("-g", "--game", "spec"),
        {
            "help": "What is played; with options as in mastermind:pegs=5,colours=8. The command games lists them.",
            "metavar": "NAME",
            "default": Setup.spec,
            "shell_complete": completing(_games),
            "panel": GAME,
        },
    ),
    "edition": (
        ("-e", "--edition"),
        {
            "help": f"A shipped word list: {', '.join(EDITIONS)}.",
            "metavar": "NAME",
            "shell_complete": offer_editions,
            "panel": GAME,
        },
    ),
    "answers": (("--answers",), {"help": "Your own answers, a word per line.", "metavar": "FILE", "panel": GAME}),
    "guesses": (
        ("--guesses",),
        {"help": "Your own allowed guesses; answers are allowed too.", "metavar": "FILE", "panel": GAME},
    ),
    "language": (
        ("--language",),
        {
            "help": "Words of another language, such as de; needs the extra fewest[languages].",
            "metavar": "CODE",
            "panel": GAME,
        },
    ),
    "length": (
        ("--length",),
        {
            "type": int,
            "help": "Words of another length, 2 to 12.",
            "metavar": "LETTERS",
            "usual": "5",
            "panel": GAME,
        },
    ),
    "secrets": (
        ("--secrets",),
        {
            "help": "What may be the secret: the answers of the list, or all allowed guesses.",
            "metavar": "answers|guesses",
            "panel": PRIOR,
        },
    ),
    "prior": (
        ("--prior",),
        {
            "help": "How likely each secret is: all the same, by how frequent the word is, as today's game seems to "
            "pick, or a file with a word and its weight per line.",
            "metavar": "uniform|frequency|today|FILE",
            "panel": PRIOR,
        },
    ),
    "middle": (
        ("--middle",),
        {
            "type": float,
            "help": "Frequency prior: the rank of the word that is half as likely as the most frequent.",
            "metavar": "RANK",
            "usual": "by the lengths of the lists",
            "panel": PRIOR,
        },
    ),
    "steepness": (
        ("--steepness",),
        {
            "type": float,
            "help": "Frequency prior: how steep it falls there; the odds shrink by e to this power with every rank.",
            "metavar": "NUMBER",
            "usual": "by the lengths of the lists",
            "panel": PRIOR,
        },
    ),
    "ranks": (
        ("--ranks",),
        {
            "help": "Frequency prior: rank words by how frequent they are known to be, or by their order in your own "
            "files, answers before guesses.",
            "metavar": "known|file",
            "default": Setup.ranks,
            "panel": PRIOR,
        },
    ),
    "past": (
        ("--past",),
        {"help": "Past answers, a word per line: less likely to come again.", "metavar": "FILE", "panel": PRIOR},
    ),
    "past_weight": (
        ("--past-weight",),
        {
            "help": "How likely a past answer is, compared with before.",
            "metavar": "NUMBER",
            "default": Setup.past_weight,
            "panel": PRIOR,
        },
    ),
    "hard": (
        ("--hard",),
        {"is_flag": True, "help": "Hard mode: guesses must use what replies have shown.", "panel": PLAY},
    ),
}
"""How each field of a setup is given on the command line."""

BELIEF = ("prior", "middle", "steepness", "ranks", "past", "past_weight")
"""The options that say how likely each secret is."""

SOLVERS = {"edition": EDITIONS[0], "secrets": Setup.secrets, "prior": Setup.prior}
"""What is played and likely if nobody says: the first edition, all answers as likely."""

PLAYERS = {"edition": EDITIONS[-1], "secrets": "guesses", "prior": "today"}
"""The same for those who play today's game: every allowed guess may come, the curated answers are far likelier."""

DRAWN = {**PLAYERS, "secrets": "answers", "prior": "uniform"}
"""The same for a secret that is drawn from the answers."""


def setup_options(*without: str, usual: dict[str, str] = SOLVERS) -> Decorator:
    """Give a command the options of a setup, all or all but some; it is called with the `setup` that they describe."""
    names = [name for name in SETUP if name not in without]

    def decorate(run: Callable[..., None]) -> Callable[..., None]:
        def with_setup(**given: Any) -> None:
            described = {name: given.pop(name) for name in names}
            run(setup=make_setup(described, usual), **given)

        with_setup.__doc__ = run.__doc__
        with_setup.__dict__.update(vars(run))  # the options that are there already
        for name in reversed(names):
            flags, settings = SETUP[name]
            more = {"usual": usual[name]} if name in usual else {}
            with_setup = option(*flags, **{**settings, **more})(with_setup)
        return with_setup

    return decorate


def make_setup(given: dict[str, Any], usual: dict[str, str] = SOLVERS) -> Setup:
    """The setup that options describe; what was not given is as usual, where that makes sense for the game."""
    setup = Setup(**{name: value for name, value in given.items() if value is not None})
    filled: dict[str, Any] = {}
    if setup.has_words:
        if setup.edition is None and not setup.has_own_words and ":" not in setup.spec and usual is not SOLVERS:
            filled["edition"] = usual["edition"]
        filled |= {name: usual[name] for name in ("secrets", "prior") if given.get(name) is None}
    return Setup(**{**vars(setup), **filled})


def strategy_option(usual: str = DEFAULT, *, several: bool = False) -> Decorator:
    """What to play by."""
    return option(
        "-s",
        "--strategy",
        "by",
        help=f"{PLAY_BY} May be repeated." if several else PLAY_BY,
        metavar="NAME",
        multiple=several,
        usual=usual,
        shell_complete=offer_strategies,
        panel=PLAY,
    )


BEST_OR_DEFAULT = f"optimal if that takes at most a second, else {DEFAULT}"

estimator_option = option(
    "--estimator",
    "estimators",
    help=f"What predicts: {', '.join(name for name, each in SCORERS.registered.items() if each.estimates)}; "
    "may be repeated.",
    metavar="NAME",
    multiple=True,
    usual="all",
    shell_complete=offer_estimators,
    panel=PLAY,
)

opener_option = option("--opener", help="The first guess.", metavar="GUESS", usual="the strategy's own", panel=PLAY)


def openers_option(usual: str, text: str = "The first guess; may be repeated.") -> Decorator:
    """Several first guesses."""
    return option("--opener", "openers", help=text, metavar="GUESS", multiple=True, usual=usual, panel=PLAY)


max_guesses_option = option(
    "--max-guesses",
    type=click.IntRange(1, MOST_GUESSES),
    help="Guesses that a player has.",
    usual="the game's own; Wordle's are 6",
    panel=PLAY,
)

limit_option = option(
    "--max-guesses",
    type=click.IntRange(0, MOST_GUESSES),
    help="Always finish within so many guesses, clues included; 0 for no limit.",
    usual="6 in hard mode, else no limit",
    panel=PLAY,
)

json_option = option("--json", "as_json", is_flag=True, help="Write JSON for programs.")

clues_argument = click.argument("clues", metavar="[CLUE]...", nargs=-1)

memory_option = option(
    "--memory",
    type=click.IntRange(1, 1 << 30),
    help="Megabytes for the transposition table, for each process.",
    usual="1024, or 128 for given openers",
    panel=SEARCH,
)


def output_option(text: str, *names: str, **settings: Any) -> Decorator:
    """Where to write something."""
    return option(*(names or ("-o", "--output")), type=FILE, help=text, metavar="FILE", **settings)


def seconds_option(text: str, usual: str = "", panel: str = "Options") -> Decorator:
    """So many seconds."""
    return option("--seconds", type=Number(0, LONGEST), help=text, usual=usual, panel=panel)


def resources_options(run: Callable[..., None]) -> Callable[..., None]:
    """With what a proof is found; the command is called with the `resources`."""

    def with_resources(**given: Any) -> None:
        from fewest.questions.resources import Resources

        names = ("memory", "threads", "store", "workers", "cluster")
        run(resources=Resources(**{name: given.pop(name) for name in names}), **given)

    with_resources.__doc__ = run.__doc__
    with_resources.__dict__.update(vars(run))
    for decorate in (
        option(
            "--cluster",
            help="Search on the workers of a Dask scheduler.",
            metavar="tls://HOST:PORT",
            panel=SEARCH,
        ),
        option(
            "--workers",
            type=click.IntRange(1, 1000),
            help="Search in so many processes of this machine; needs the extra fewest[cluster].",
            panel=SEARCH,
        ),
        option(
            "--store",
            type=FILE,
            help="Keep whatever is settled in this file, and go on from what it holds.",
            metavar="FILE",
            panel=SEARCH,
        ),
        option("--threads", type=click.IntRange(1, 1000), help="Threads to search on.", usual="all", panel=SEARCH),
        memory_option,
    ):
        with_resources = decorate(with_resources)
    return with_resources
