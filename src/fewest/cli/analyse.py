"""fewest analyse: what each guess of a game was worth."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from fewest import Clue, FewestError, Game, analysis
from fewest.analysis import Analysis, Turn
from fewest.cli import options
from fewest.cli.show import console, print_json, print_whole, table, tiles
from fewest.cli.solve import find_secret
from fewest.errors import ReplyError

COLUMNS = (
    "guess",
    "secrets",
    "mean\nbits",
    "bits\ngot",
    "it\ntakes",
    "best\ntakes",
    "lost",
    "gained",
    "skill",
    "luck",
    "best\nguess",
)


@options.with_setup(kind=options.PlayersSetup)
def analyse(
    *,
    made: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GUESS",
            help="The guesses up to the secret; or clues such as crane=01200, and the game may be unfinished or lost.",
            show_default=False,
        ),
    ] = None,
    grid: Annotated[
        str | None,
        typer.Option(
            help="The squares that the game lets you share, a row per guess; - reads standard input.", metavar="SQUARES"
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="How long the exact value of one position may take, else it is estimated.")
    ] = analysis.SECONDS,
    setup: options.PlayersSetup,
    as_json: options.Json = False,
) -> None:
    """Explain a game: what each guess was worth, and how much was skill and how much luck.

    It takes: guesses expected from there on, if all after it are perfect.
    Lost: how many more that is than with the best guess.
    Gained: how many the reply saved, compared with replies on average.
    Skill 99 is perfect play, luck 50 is as usual.

    Example: fewest analyse crane slate rebut
    """
    start = setup.belief()
    found = analysis.analyse(start, read_clues(start.game, made or [], grid), seconds)
    if as_json:
        print_json(as_data(found, hard=setup.hard, seconds=seconds))
        return
    out = console()
    out.print(str(start.game), style="dim")
    print_turns(out, found)
    if not found.exact:
        out.print(f"~ is estimated: the exact value takes longer than {seconds:g} seconds", style="dim")
    out.print()
    for turn in found.turns:
        if not turn.perfect:
            out.print(f"{turn.guess} lost {number(lost(turn), turn.exact)}: {why(turn)}")
    out.print(verdict(found))
    out.print(total(found, out.width), style="bold")


def read_clues(game: Game, guesses: Sequence[str], grid: str | None) -> list[Clue]:
    """Read a game as a person writes it: guesses up to the secret, guesses with replies, or guesses and a grid."""
    if not guesses:
        raise FewestError("There is nothing to analyse: give the guesses of a game, such as crane slate rebut.")
    replied = [text for text in guesses if "=" in text and game.normalise(text) not in game.guess_index]
    if grid is not None:
        if replied:
            raise FewestError(f"The grid has the replies already; write the guess of {replied[0]!r} alone.")
        words = [game.guesses[game.find_guess(text)] for text in guesses]
        rows = read_grid(game, _standard_input() if grid == "-" else grid)
        if len(rows) != len(words):
            raise FewestError(
                f"The grid has {_count(len(rows), 'row')} for {_count(len(words), 'guess', 'guesses')}; "
                "give one row for each guess."
            )
        return [Clue(word, row) for word, row in zip(words, rows, strict=True)]
    if replied:
        bare = next((text for text in guesses if text not in replied), None)
        if bare is not None:
            raise FewestError(f"{bare!r} has no reply, but {replied[0]!r} has one; write all of them or none.")
        return [Clue.parse(text, game) for text in guesses]
    words = [game.guesses[game.find_guess(text)] for text in guesses]
    secret = find_secret(game, words[-1])
    return [Clue(word, game.reply(word, secret)) for word in words]


def read_grid(game: Game, text: str) -> list[int]:
    """Read the rows of a grid; the headline that is shared with it is passed over."""
    pieces: list[str] = []
    for line in text.replace("\\n", "\n").splitlines():
        whole = line.strip()  # a reply may hold spaces
        pieces += [whole] if whole and game.looks_like_reply(whole) else whole.split()
    rows = [piece for piece in pieces if _is_shown(game, piece)]
    rows = rows or [piece for piece in pieces if game.looks_like_reply(piece)]
    if not rows:
        raise ReplyError("There are no squares in the grid; paste the rows as the game lets you share them.")
    found: list[int] = []
    for number, row in enumerate(rows, start=1):
        try:
            found.append(game.parse_reply(row))
        except ReplyError as error:
            raise ReplyError(f"Row {number} of the grid: {error}") from None
    return found


def _is_shown(game: Game, text: str) -> bool:
    """Whether a text has squares, or is a reply just as the game shows it."""
    if any(not each.isascii() and game.looks_like_reply(each) for each in text):
        return True
    try:
        return game.squares(game.parse_reply(text)) == text
    except ReplyError:
        return False


def _standard_input() -> str:
    if sys.stdin is None:
        raise FewestError("There is no standard input to read the grid from.")
    return sys.stdin.buffer.read().decode(errors="replace")


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def print_turns(out: Console, made: Analysis) -> None:
    """Write a row per guess, closer together where the screen is narrow."""
    shown = table(*COLUMNS)
    for column in shown.columns:
        column.vertical = "bottom"
    for turn in made.turns:
        sure = turn.exact and turn.left_exact
        shown.add_row(
            shown_guess(out, made.game, turn),
            f"{turn.before:,}→{turn.after:,}",
            f"{turn.bits_expected:.1f}",
            f"{turn.bits_got:.1f}",
            number(cents(turn.expected), turn.exact),
            number(cents(turn.best_expected), turn.exact),
            number(lost(turn), turn.exact),
            number(gained(turn), sure, sign="+"),
            str(turn.skill),
            str(turn.luck),
            turn.best,
        )
    width = out.width
    shown.collapse_padding = out.measure(shown, options=out.options.update(width=1000)).maximum > width
    print_whole(out, shown)
    out.width = width


def shown_guess(out: Console, game: Game, turn: Turn) -> Text:
    """A guess in the colours of its reply; without colours, with squares."""
    if out.color_system is not None:
        return tiles(game, turn.guess, turn.reply)
    return Text(f"{turn.guess} {game.squares(turn.reply)}")


def cents(guesses: float) -> int:
    """Guesses in hundredths. All that is shown is made of these, so that the sums shown agree to the last digit."""
    return round(100 * guesses)


def lost(turn: Turn) -> int:
    """What a guess lost, in hundredths."""
    return cents(turn.expected) - cents(turn.best_expected)


def gained(turn: Turn) -> int:
    """What its reply gained, in hundredths."""
    return cents(turn.expected) - 100 - cents(turn.left)


def number(hundredths: int, exact: bool, sign: str = "") -> str:
    """Write hundredths of a guess; an estimate is marked."""
    return f"{'' if exact else '~'}{hundredths / 100:{sign}.2f}"


def why(turn: Turn) -> str:
    """Say why the best guess was better."""
    if turn.best_hit == 1:
        return f"only {turn.best} was left."
    reasons: list[str] = []
    digits = 1 if f"{turn.best_bits:.1f}" != f"{turn.bits_expected:.1f}" else 2
    bits, best_bits = (f"{value:.{digits}f}" for value in (turn.bits_expected, turn.best_bits))
    if float(best_bits) > float(bits):
        reasons.append(f"would have told {best_bits} bits instead of {bits}")
    hit, best_hit = percent(turn.hit), percent(turn.best_hit)
    if hit != best_hit and turn.best_hit > turn.hit:
        reasons.append(f"would have hit with a chance of {best_hit} instead of {hit}")
    return f"{turn.best} {' and '.join(reasons) or 'would have left what takes fewer guesses, with no more bits told'}."


def percent(chance: float) -> str:
    """Write a chance."""
    if not 0.0005 <= chance < 0.995:
        return "none" if chance < 0.5 else "over 99%"
    return f"{chance:.0%}" if chance >= 0.0995 else f"{chance:.1%}"


def verdict(made: Analysis) -> str:
    """Say how the game went."""
    marks = f"skill {made.skill}, luck {made.luck}"
    last = made.turns[-1]
    if made.solved:
        return f"{last.guess}: found in {len(made.turns)}, {marks}"
    left = number(cents(made.left), last.left_exact)
    return f"not found, {_count(last.after, 'secret')} left: perfect play takes {left} more, {marks}"


def total(made: Analysis, width: int) -> str:
    """The game as one sum: guesses, those still expected too, are those of perfect play, choices and luck.

    It is written in two lines where the screen is narrow.
    """
    turns = made.turns
    exact = all(turn.exact for turn in turns)
    left = "" if made.solved else f" + {number(cents(made.left), turns[-1].left_exact)} still expected"
    par = f"{_count(len(turns), 'guess', 'guesses')}{left} = {number(cents(made.par), turns[0].exact)} for perfect play"
    choices = f"+ {number(sum(map(lost, turns)), exact)} lost by choices"
    sign, kind = ("-", "gained by luck") if (luck := sum(map(gained, turns))) >= 0 else ("+", "lost by bad luck")
    rest = f"{choices} {sign} {number(abs(luck), made.exact)} {kind}"
    return f"{par} {rest}" if len(par) + len(rest) < width else f"{par}\n{rest}"


def as_data(made: Analysis, hard: bool, seconds: float) -> dict[str, Any]:
    """A game for programs."""
    game = made.game
    marks = ("lost", "gained", "perfect", "skill", "luck")
    turns = []
    for turn in made.turns:
        reply = {"reply": game.reply_text(turn.reply), "squares": game.squares(turn.reply)}
        turns.append({**asdict(turn), **reply, **{mark: getattr(turn, mark) for mark in marks}})
    totals = ("solved", "par", "lost", "gained", "left", "skill", "luck", "exact")
    return {
        "edition": game.label,
        "hard": hard,
        "seconds": seconds,
        "guesses": len(turns),
        **{each: getattr(made, each) for each in totals},
        "turns": turns,
    }
