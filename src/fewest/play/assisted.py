"""Games played elsewhere, on one board or on several, followed from what the player types."""

from collections.abc import Sequence

from fewest.belief import Belief, Clue
from fewest.errors import ContradictionError, FewestError
from fewest.play.boards import Boards
from fewest.play.clues import contradiction, find_allowed, switch_hard
from fewest.play.input_parser import read_clue, read_replies
from fewest.results.prose import pluralise


class AssistedGame:
    """A game on one board: the belief after each clue, and the guess that waits for its reply."""

    def __init__(self, start: Belief) -> None:
        """Start before the first guess."""
        self.game = start.game
        self.beliefs = [start]
        self.pending: str | None = None
        """The guess that waits for its reply."""

    @property
    def belief(self) -> Belief:
        """The current belief."""
        return self.beliefs[-1]

    def take(self, line: str, proposal: str) -> bool:
        """Take a guess, a reply or both; without a guess, take the proposal. Return whether the turn ends."""
        guess, text = read_clue(self.game, line, self.pending is not None)
        if guess is None and self.pending is not None and not text:
            raise FewestError(f"What was the reply to {self.pending}? Type undo to take the guess back.")
        guess = self.pending or proposal if guess is None else guess
        guess = find_allowed(self.game, guess, self.belief.clues, self.belief.hard)
        if not text:
            self.pending = guess
            return False
        clue = Clue(guess, self.game.parse_reply(text))
        try:
            self.beliefs.append(self.belief.after(*clue))
        except ContradictionError:
            raise contradiction(self.beliefs[0], self.belief, clue) from None
        self.pending = None
        return True

    def undo(self) -> str:
        """Take back the guess that waits for its reply, or else the last clue, and return it as text."""
        if self.pending is not None:
            taken, self.pending = self.pending, None
            return taken
        if len(self.beliefs) == 1:
            raise FewestError("There is nothing to take back.")
        return self.beliefs.pop().clues[-1].text(self.game)

    def switch_hard(self) -> None:
        """Switch hard mode on or off, and drop a guess that waits for its reply."""
        self.beliefs = switch_hard(self.beliefs)
        self.pending = None


class AssistedBoards:
    """A game on several boards: the boards after each turn, and the guess that waits for replies."""

    def __init__(self, start: Boards) -> None:
        """Start before the first guess."""
        self.start = start
        self.turns: list[tuple[str, Boards]] = []
        """Each guess with the boards after it."""
        self.pending: str | None = None
        """The guess that waits for replies."""
        self.replies: list[int] = []
        """The replies so far, from the first open boards."""

    @property
    def boards(self) -> Boards:
        """The current boards."""
        return self.turns[-1][1] if self.turns else self.start

    @property
    def waiting(self) -> list[int]:
        """The open boards that have not replied to the pending guess."""
        return self.boards.open[len(self.replies) :]

    def take(self, line: str, proposal: str) -> bool:
        """Take a guess, replies or both; without a guess, take the proposal. Return whether the turn ends."""
        game = self.start.game
        text, replies = read_replies(game, line, self.pending is not None)
        if text is not None:
            guess = game.guesses[game.find_guess(text)]
            if self.replies and guess != self.pending:
                raise FewestError(f"Some boards have already replied to {self.pending}; type undo to take that back.")
            self.pending = guess
        elif self.pending is None:
            self.pending = proposal
        elif not replies:
            raise FewestError(f"What is the reply to {self.pending}? Type undo to take the guess back.")
        return bool(replies) and self._take_replies(self.pending, replies)

    def _take_replies(self, guess: str, texts: Sequence[str]) -> bool:
        """Take the replies of the next open boards, or of all boards again; if one is invalid, take none."""
        now = self.boards
        before = [] if len(texts) == len(now.open) else self.replies
        waiting = now.open[len(before) :]
        if len(texts) > len(waiting):
            wait = pluralise(len(waiting), "board needs", "boards need")
            raise FewestError(f"You gave {len(texts)} replies, but only {wait} one; start with board {waiting[0] + 1}.")
        after = [now.board_after(board, guess, text) for board, text in zip(waiting, texts, strict=False)]
        self.replies = before + [belief.clues[-1].reply for belief in after]
        if len(self.replies) < len(now.open):
            return False
        given = dict(zip(now.open, self.replies, strict=True))
        self.turns.append((guess, now.after(guess, [given.get(board) for board in range(len(now.beliefs))])))
        self.pending, self.replies = None, []
        return True

    def undo(self) -> str:
        """Take back the replies just given, else the pending guess, else the last turn; return what was undone."""
        if self.replies:
            said = f"Took back {pluralise(len(self.replies), 'reply', 'replies')} to {self.pending}."
            self.replies = []
        elif self.pending is not None:
            said = f"Took back {self.pending}."
            self.pending = None
        elif self.turns:
            said = f"Took back {self.turns.pop()[0]} and the replies to it."
        else:
            raise FewestError("There is nothing to take back.")
        return said
