"""fewest assist: help with a game that is played elsewhere."""

from datetime import date

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from fewest import strategies
from fewest.belief import FEW, Belief, Clue
from fewest.cli import session
from fewest.cli.options import (
    BEST_OR_DEFAULT,
    PLAYERS,
    command,
    max_guesses_option,
    opener_option,
    setup_options,
    strategy_option,
)
from fewest.errors import ContradictionError, FewestError
from fewest.games.game import Game
from fewest.play.clues import culprits
from fewest.results.prose import counted, lowered, percent
from fewest.setup import Setup
from fewest.strategies import Advice, advise

BEST = 5
"""How many guesses are proposed."""

SLOW = 5 * 10**8
"""From how many replies on the first proposal takes so long that a word is due."""

WELCOME = "Type a guess, or Enter for the proposed one; then the reply: {how}. Or help."

COMMANDS = (
    ("Enter", "the proposed guess"),
    ("GUESS", "another guess; its reply is asked for"),
    ("REPLY", "the reply: HOW"),
    ("GUESS=REPLY", "both at once; a space does as well as the equals sign"),
    ("undo", "take back the last guess or clue"),
    ("words", "every NOUN that is possible, the likeliest first"),
    ("hard", "switch hard mode on or off"),
    ("strategy NAME", "propose by another strategy; auto is exact play where that is fast"),
    ("help", "this"),
    ("quit", "leave; so do Ctrl-D and Ctrl-C"),
    ("=words", "guess a NOUN that is also a command"),
)


@command("assist")
@setup_options(usual=PLAYERS)
@strategy_option(BEST_OR_DEFAULT)
@opener_option
@max_guesses_option
def assist(*, setup: Setup, by: str | None, opener: str | None, max_guesses: int | None) -> None:
    """Help with a game that is played elsewhere, guess by guess.

    It proposes a guess; type what you guessed and what the game replied. It reads a pipe as well as a terminal.

    Example: fewest assist --hard
    """
    if by is not None:
        strategies.strategy(by)
    start = setup.belief()
    game = start.game
    if opener is not None:
        opener = game.guesses[start.find_guess(opener)]
    out = session.console()
    with session.thinking():
        game.prepare()
    helper = _Helper(out, game, start, by, opener, max_guesses or game.max_guesses)
    likelier = "" if start.weights is None else ", some likelier than others"
    out.print(f"{game.title}: {counted(len(start), game.noun)} may be the secret{likelier}.", style="dim")
    if game.has_words and len(start) * len(game.guesses) > SLOW:
        out.print("So many words take a while; --secrets answers is faster.", style="dim")
    out.print(WELCOME.format(how=game.how_to_reply), style="dim")
    session.converse(out, helper.step)
    if helper.won or helper.over:
        helper.share()


class _Helper:
    """What is known so far, and what to say about it."""

    def __init__(
        self, out: Console, game: Game, start: Belief, strategy: str | None, opener: str | None, max_guesses: int
    ) -> None:
        self.out, self.game, self.strategy, self.opener, self.max_guesses = out, game, strategy, opener, max_guesses
        self.beliefs = [start]
        self.pending: str | None = None
        """A guess whose reply is still to come."""
        self.proposal: str = ""
        self.shown = False
        self.known: dict[tuple[object, ...], Advice] = {}

    @property
    def belief(self) -> Belief:
        return self.beliefs[-1]

    @property
    def won(self) -> bool:
        return self.belief.won

    @property
    def over(self) -> bool:
        return len(self.belief.clues) >= self.max_guesses

    def step(self) -> bool:
        """Take one line; False says that the game has ended."""
        if not self.shown:
            self.show()
            self.shown = True
        if self.over:
            question = "Enter ends, undo takes the last clue back:"
        elif self.pending is not None:
            question = f"Reply to {self.pending}:"
        else:
            question = f"Guess {len(self.beliefs)} [{self.proposal}]:"
        line = session.ask(self.out, question)
        word, _, rest = line.partition(" ")
        if word.lower() == "strategy":
            self.change_strategy(rest)
        elif line.lower() in ("undo", "words", "hard", "help", "?"):
            {"undo": self.undo, "words": self.list_words, "hard": self.switch_hard}.get(line.lower(), self.help)()
        elif self.over:
            if not line:
                return False
            raise FewestError(f"All {self.max_guesses} guesses are made; --max-guesses allows more.")
        else:
            return self.take(line)
        return True

    def take(self, line: str) -> bool:
        """Take a guess, a reply or both."""
        together = "".join(line.split())
        guess, reply = session.split_guess(self.game, line)
        is_word = bool(guess)
        if not is_word:
            guess, _, reply = line.rpartition("=" if "=" in line else " ")
            guess, reply = (guess, reply) if guess else (line, "")
        if line.startswith("="):
            guess, reply = line[1:], ""
        elif self.pending is not None and (self.game.looks_like_reply(together) or not is_word):
            if not line:
                raise FewestError(f"What was the reply to {self.pending}? undo takes the guess back.")
            return self.reply(self.pending, together)
        elif not line or (self.game.looks_like_reply(together) and not is_word):
            guess, reply = self.proposal, together
        guess = self.allowed(guess.strip())
        if reply.strip():
            return self.reply(guess, "".join(reply.split()))
        self.pending = guess
        return True

    def allowed(self, text: str) -> str:
        """Return a guess as the game lists it; an error says why it is not allowed."""
        guess = self.game.guesses[self.game.find_guess(text)]
        lacks = self.game.missing(self.belief.clues, guess) if self.belief.hard else []
        if lacks:
            raise FewestError(f"{guess!r} breaks hard mode: {'; '.join(lacks)}. If it was played, type hard first.")
        return guess

    def reply(self, guess: str, text: str) -> bool:
        """Take the reply to a guess; False if it has found the secret."""
        clue = Clue(guess, self.game.parse_reply(text))
        try:
            self.beliefs.append(self.belief.after(*clue))
        except ContradictionError:
            raise FewestError(self.contradiction(clue)) from None
        self.pending, self.shown = None, False
        if not self.won:
            return True
        self.board()
        self.out.print(f"\nFound in {counted(len(self.belief.clues), 'guess', 'guesses')}.")
        return False

    def contradiction(self, clue: Clue) -> str:
        """Say which clues do not go together."""
        clues, noun = [*self.belief.clues, clue], self.game.noun
        names = [f"{each.guess}={self.game.reply_text(each.reply)}" for each in clues]
        text = f"Clue {len(clues)}, {names[-1]}, cannot be true: "
        if len(clues) == 1:
            return text + f"no {self.game.noun} of {self.game.title} gives that reply. Check it."
        text += f"none of the {counted(len(self.belief), noun)} left gives that reply. Check it"
        found = culprits(self.beliefs[0], clues)
        if not found:
            return text + f"; if it is right, several clues before it are wrong, or the {noun} is not listed."
        for place, left in found.items():
            fits = counted(left, f"{noun} fits", f"{noun}s fit")
            text += f", or clue {place + 1}, {names[place]} (without it {fits})"
        return text + ". undo takes the last clue back."

    def undo(self) -> None:
        """Take back the guess that waits for its reply, or else the last clue."""
        if self.pending is not None:
            self.out.print(f"{self.pending} is taken back.")
            self.pending = None
        elif len(self.beliefs) == 1:
            raise FewestError("There is nothing to take back.")
        else:
            guess, reply = self.beliefs.pop().clues[-1]
            self.out.print(f"{guess}={self.game.reply_text(reply)} is taken back.")
            self.shown = False

    def switch_hard(self) -> None:
        """Switch hard mode on or off."""
        if not self.game.hard_mode:
            raise self.game.without_hard_mode()
        hard = not self.belief.hard
        clues = self.belief.clues
        for number, clue in enumerate(clues if hard else ()):
            lacks = self.game.missing(clues[:number], clue.guess)
            if lacks:
                raise FewestError(
                    f"Hard mode stays off, for guess {number + 1}, {clue.guess}, broke it: {'; '.join(lacks)}."
                )
        start = self.beliefs[0]
        self.beliefs = [Belief(start.game, start.secrets, start.weights, None, hard)]
        for clue in clues:
            self.beliefs.append(self.belief.after(*clue))
        self.out.print(f"Hard mode is {'on' if hard else 'off'}.")
        self.pending, self.shown = None, False

    def change_strategy(self, name: str) -> None:
        """Propose by another strategy."""
        if not name:
            names = ", ".join(strategies.STRATEGIES)
            raise FewestError(f"Proposals are by {self.strategy or 'auto'}; choose auto or one of {names}.")
        if name != "auto":
            strategies.strategy(name)
        self.strategy = None if name == "auto" else name
        self.shown = False

    def list_words(self) -> None:
        """List every word that is possible; those that hardly are come last, without saying how little."""
        belief = self.belief
        words = belief.words
        chances = sorted(belief.probabilities.tolist(), reverse=True)
        likely = sum(chance >= chances[0] / 10 for chance in chances)
        if belief.weights is None:
            shown = [Text(word, style="bold") for word in words]
        else:
            pairs = zip(words[:likely], chances, strict=False)
            shown = [Text(f"{word} {percent(chance):>5}", style="bold") for word, chance in pairs]
        self.out.print(Columns(shown, padding=(0, 2)))
        if likely < len(words):
            self.out.print("Hardly:", style="dim")
            self.out.print(Columns([Text(word, style="dim") for word in words[likely:]], padding=(0, 2)))

    def help(self) -> None:
        """Explain what can be typed."""
        session.print_commands(self.out, COMMANDS, self.game)

    def show(self) -> None:
        """Show the board, what is possible, and what to guess."""
        self.board()
        belief, left, noun = self.belief, len(self.belief), self.game.noun
        if self.over:
            made = counted(self.max_guesses, "guess is", "guesses are")
            self.out.print(f"\n{made} made and {counted(left, f'{noun} is', f'{noun}s are')} possible")
        else:
            hard = ", hard mode" if belief.hard else ""
            head = f"\nGuess {len(self.beliefs)} of {self.max_guesses}{hard}: {counted(left, noun)} possible"
            self.out.print(head + (f" ({belief.entropy:.2f} bits)" if left > 1 else ""))
        if left <= FEW:
            self.list_words()
        elif belief.weights is not None and belief.weights.max() >= 0.01:
            best = sorted(belief.weights.tolist(), reverse=True)[:BEST]
            pairs = zip(belief.words, best, strict=False)
            self.out.print("Likeliest:", ", ".join(f"{word} {percent(chance)}" for word, chance in pairs))
        if not self.over:
            self.suggest()

    def suggest(self) -> None:
        """Show the best guesses and propose the first."""
        advice = self.best()
        play, found = advice.strategy, advice.suggestions
        self.proposal = found[0].guess if found else self.opener or self.belief.words[0]
        if len(self.belief) == 1 or not found:
            return
        proved = advice.proved
        if proved:
            by = "Proved: guesses still needed on average, with perfect play"
        elif self.strategy is None:
            by = f"Estimated by {play.name}: guesses still needed on average"
        else:
            by = f"By {self.strategy}: {lowered(play.summary).removesuffix('.')}"
        if advice.late:
            by += "; likeliest to finish in time"
        self.out.print(by, style="dim")
        estimates = play.name in (*strategies.ESTIMATORS, "lookahead")
        shown = session.table("guess", "expected" if proved else "estimate" if estimates else "score", "bits", "hit")
        for each in [each for each in found if each.hit or each.bits] or found[:1]:
            score = f"{'~' if proved and each.expected is None else ''}{each.score:.3f}"
            shown.add_row(each.guess, score, f"{each.bits:.2f}", percent(each.hit))
        self.out.print(shown)

    def best(self) -> Advice:
        """The best guesses, if any are known, and what they are best by; auto goes on for a strategy that cannot."""
        belief = self.belief
        key = (belief.clues, belief.hard, self.strategy)
        if key in self.known:
            return self.known[key]
        among = [self.opener] if self.opener is not None and not belief.clues else None
        try:
            with session.thinking():
                if self.strategy is None:
                    self.known[key] = advise(belief, self.max_guesses, BEST, among)
                else:
                    play = strategies.strategy(self.strategy)
                    self.known[key] = Advice(play, play.suggest(belief, BEST, among), late=False)
        except (FewestError, MemoryError, RecursionError) as error:
            why = str(error) or "there is not enough memory."
            self.out.print(f"{self.strategy or 'auto'} cannot go on here: {why}", style="red")
            if self.strategy is None:
                return Advice(strategies.strategy(), [], late=False)
            self.strategy = None
            return self.best()
        return self.known[key]

    def board(self) -> None:
        """Show the guesses in the colours of their replies."""
        if self.belief.clues:
            self.out.print()
        for clue in self.belief.clues:
            self.out.print(session.row(self.out, self.game, *clue))

    def share(self) -> None:
        """Show the game without its words."""
        title = f"fewest assist {self.game.title} {date.today().isoformat()}"
        replies = [clue.reply for clue in self.belief.clues]
        mark = "*" if self.belief.hard else ""
        self.out.print(f"\n{session.share(self.out, self.game, title, replies, self.max_guesses, mark)}")
