"""fewest duel: a game against an adversary that has no secret, as in Absurdle."""

import time
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console

from fewest import Belief, Clue, FewestError, Game, strategies
from fewest.cli import options, session
from fewest.cli.show import console, listed, print_json, print_whole, status, table, tiles
from fewest.play.adversary import answer, beat, least
from fewest.play.clues import counted, read_guess

PATIENCE = 2.0
"""How many seconds a hint may search for the shortest game."""

PLAIN = "minimax"
"""The strategy that hints follow where that does not suffice: it leaves the adversary least."""

MANY = 100
"""Up to how many words are listed."""

COMMANDS = (
    ("GUESS", "a guess"),
    ("hint", "the next guess of a shortest game; where that takes too long to find, one that leaves few NOUNs"),
    ("words", "the NOUNs that the adversary still has"),
    ("undo", "take back the last guess"),
    ("help", "this"),
    ("quit", "give up; so do Ctrl-D and Ctrl-C"),
    ("=hint", "guess a NOUN that is also a command"),
)


@options.with_setup("secrets", *options.BELIEF)
def duel(
    *,
    solve: Annotated[bool, typer.Option("--solve", help="Let a strategy beat the adversary.")] = False,
    shortest: Annotated[
        bool, typer.Option("--least", help="Find a shortest game that there is, by exact search.")
    ] = False,
    setup: options.Setup,
    strategy: Annotated[
        str | None,
        typer.Option(
            "-s",
            "--strategy",
            help=options.PLAY_BY,
            show_default=strategies.DEFAULT,
            autocompletion=options.complete_strategy,
            rich_help_panel=options.PLAY,
        ),
    ] = None,
    opener: Annotated[list[str] | None, options.openers("the strategy's own, or any")] = None,
    as_json: options.Json = False,
) -> None:
    """Play against an adversary that has no secret: it answers so as to keep as many words as it can.

    It is beaten once the only word that it has left is guessed.

    Example: fewest duel

    Example: fewest duel --solve --strategy minimax

    Example: fewest duel --least --opener salet --opener crane

    Ctrl-C stops the search for the least and shows what is known.
    """
    if solve and shortest:
        raise FewestError("Choose one: --solve or --least.")
    if strategy is not None and not solve:
        raise FewestError("A strategy belongs to --solve.")
    if (opener or as_json) and not (solve or shortest):
        raise FewestError("An opener and JSON belong to --solve or --least.")
    play = strategies.strategy(strategy or strategies.DEFAULT)
    start = setup.belief()
    openers: list[str | None] = [start.game.guesses[start.find_guess(word)] for word in opener or ()]
    if not (solve or shortest):
        converse(start)
        return
    began = time.perf_counter()
    games: dict[str | None, list[Clue]] = {}
    at_least = 0
    for first in dict.fromkeys(openers or [None]):
        if solve:
            games[first] = beat(play, start, first)
        elif isinstance(found := find_least(start, first, quiet=as_json), int):
            at_least = found
            break
        else:
            games[first] = found
    seconds = time.perf_counter() - began
    if as_json:
        print_json(
            {
                "edition": start.game.label,
                "hard": setup.hard,
                "strategy": play.name if solve else None,
                "least": shortest,
                "games": [to_json(start, game) for game in games.values()],
                "at_least": at_least or None,
                "seconds": round(seconds, 3),
            }
        )
    else:
        out = console()
        out.print(f"{play.name if solve else 'The least'} on {start.game}, against the adversary", style="dim")
        for opened, game in games.items():
            show(out, start, game)
            which = f" from {opened}" if opened else ""
            least_words = ", and in no fewer" if shortest else ""
            out.print(f"Beaten{which} in {counted(len(game), 'guess', 'guesses')}{least_words}.\n")
        if at_least:
            out.print(f"Stopped: it takes {at_least} guesses or more{f' from {first}' if first else ''}.")
    if at_least:
        raise typer.Exit(130)


def find_least(start: Belief, opener: str | None, quiet: bool) -> list[Clue] | int:
    """Find a shortest game; if Ctrl-C stops that, say how many guesses it takes at least."""
    known = 1
    with status("Searching", quiet) as tell:

        def report(at_least: int) -> None:
            nonlocal known
            known = at_least
            tell(f"{opener or 'Any opener'}: {at_least} guesses or more")

        try:
            return least(start, opener, report=report)
        except KeyboardInterrupt:
            return known


def to_json(start: Belief, game: Sequence[Clue]) -> dict[str, Any]:
    """A game for programs."""
    turns: list[dict[str, Any]] = []
    belief = start
    for guess, reply in game:
        belief = belief.after(guess, reply)
        turns.append(
            {
                "guess": guess,
                "reply": start.game.reply_text(reply),
                "squares": start.game.squares(reply),
                "remaining": len(belief),
            }
        )
    return {"opener": game[0].guess, "guesses": len(game), "turns": turns}


def show(out: Console, start: Belief, game: Sequence[Clue]) -> None:
    """Show a game, and how many words the adversary had after each reply."""
    shown = table("guess", "reply", "", f"{start.game.noun}s left", left=3)
    belief = start
    for guess, reply in game:
        belief = belief.after(guess, reply)
        shown.add_row(
            guess, tiles(start.game, guess, reply), session.squares(out, start.game, reply), f"{len(belief):,}"
        )
    print_whole(out, shown)


def explain(belief: Belief) -> str:
    """The next guess of a shortest game; where that takes too long to find, one that leaves as few words as any."""
    try:
        game = least(belief, seconds=PATIENCE)
        return f"{game[0].guess}; {counted(len(game), 'guess from here suffices', 'guesses from here suffice')}"
    except (TimeoutError, FewestError):
        guess = strategies.strategy(PLAIN).choose(belief)
        return f"{guess}; it leaves {counted(len(answer(belief, guess)), belief.game.noun)}, as few as any guess"


def converse(start: Belief) -> None:
    """Play against a person."""
    with session.thinking():
        start.game.prepare()
    out = console()
    hard = ", hard mode" if start.hard else ""
    noun = start.game.noun
    out.print(f"{start.game.title}: the adversary has {counted(len(start), noun)}{hard}.")
    out.print(f"It has no secret; every reply keeps as many {noun}s as possible. Guess the last.", style="dim")
    out.print("Type a guess; hint, words, undo, help and quit do what they say.", style="dim")
    duellist = _Duel(out, start.game, start)
    if not session.converse(out, duellist.step):
        duellist.give_up()


class _Duel:
    """A game under way."""

    def __init__(self, out: Console, game: Game, start: Belief) -> None:
        self.out, self.game = out, game
        self.beliefs = [start]
        self.hints: dict[tuple[Clue, ...], str] = {}
        """What was told, by the guesses and replies before."""

    @property
    def belief(self) -> Belief:
        """What is known now."""
        return self.beliefs[-1]

    def step(self) -> bool:
        """Take one line; False says that the adversary is beaten."""
        line = session.ask(self.out, f"Guess {len(self.beliefs)}:")
        command = line.lower()
        if command in ("help", "?"):
            session.print_commands(self.out, COMMANDS, self.game)
        elif command in ("hint", "words", "undo"):
            {"hint": self.hint, "words": self.list_words, "undo": self.undo}[command]()
        elif not line:
            raise FewestError("Type a guess; help tells what else.")
        else:
            self.take(line.removeprefix("=").strip())
        if not self.belief.won:
            return True
        with_hints = f" with {counted(len(self.hints), 'hint')}" if self.hints else ""
        self.out.print(f"Beaten in {counted(len(self.belief.clues), 'guess', 'guesses')}{with_hints}.")
        return False

    def take(self, text: str) -> None:
        """Take a guess and answer it."""
        guess = read_guess(self.game, text, self.belief.clues, self.belief.hard)
        self.beliefs.append(answer(self.belief, guess))
        self.board()

    def board(self) -> None:
        """Show the guesses in the colours of their replies, and how many words each left."""
        for belief in self.beliefs[1:]:
            left = "" if belief.won else f"  {counted(len(belief), self.game.noun)} left"
            self.out.print(session.row(self.out, self.game, *belief.clues[-1]).append(left, style="dim"))

    def hint(self) -> None:
        """Tell a good guess and why; asked for again it costs nothing."""
        key = self.belief.clues
        if key not in self.hints:
            with session.thinking():
                self.hints[key] = explain(self.belief)
        self.out.print(f"Hint: {self.hints[key]}.")

    def list_words(self) -> None:
        """List the words that the adversary still has."""
        words = self.belief.words
        more = f" and {len(words) - MANY:,} more" if len(words) > MANY else ""
        self.out.print(listed(words[:MANY]) + more)

    def undo(self) -> None:
        """Take back the last guess."""
        if len(self.beliefs) == 1:
            raise FewestError("There is nothing to take back.")
        self.out.print(f"{self.beliefs.pop().clues[-1].guess} is taken back.")
        self.board()

    def give_up(self) -> None:
        """Say what there would have been."""
        words = self.belief.words
        noun = self.game.noun
        left = f"{len(words):,} {noun}s, such as {words[0]}" if len(words) > 1 else f"one {noun}, {words[0]}"
        self.out.print(f"Not beaten: the adversary still has {left}.")
