"""Decision trees: a guess, and under each reply the next guess."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from fewest.belief import Belief, Clue
from fewest.checks import check_fields, checked
from fewest.errors import ContradictionError, FewestError, GuessError, ReplyError, StuckError, TreeError, WordListError
from fewest.games import Game, Wordle
from fewest.games.game import CONSISTENT, Reply
from fewest.results import Tabular
from fewest.results.prose import pluralise
from fewest.setup import Setup
from fewest.system.files import escape_controls, read_file, read_json, write_file
from fewest.watch import UNWATCHED, Watch

FORMAT = "fewest-tree-1"
"""The format of saved trees."""


class Player(Protocol):
    """Anything that chooses guesses."""

    @property
    def name(self) -> str:
        """The player's name in trees and messages."""

    def choose(self, belief: Belief) -> str:
        """The guess to play."""


@dataclass(slots=True, repr=False)
class Node:
    """A guess, and the next node for each reply; None for the win."""

    guess: str
    replies: dict[int, "Node | None"] = field(default_factory=dict)

    def __getitem__(self, reply: int | str) -> "Node | None":
        """The node after a reply, given as a `Reply`, as text such as 01200, or as a number."""
        for known, child in self.replies.items():
            if known == reply:
                return child
        raise TreeError(f"No secret leads to the reply {reply!s} after {self.guess!r}.")

    def __repr__(self) -> str:
        return f"<Node: {self.guess}, {pluralise(len(self.replies), 'reply', 'replies')}>"


@dataclass(frozen=True, repr=False)
class Tree(Tabular):
    """The decision tree of a strategy: its play against every secret."""

    game: Game
    root: Node
    strategy: str
    hard: bool = False
    clues: tuple[Clue, ...] = ()
    """The clues before the first guess."""

    def __post_init__(self) -> None:
        """Let every branch show its reply."""
        check_fields(self)
        todo, seen = [self.root], {id(self.root)}
        while todo:
            node = todo.pop()
            if not all(isinstance(reply, Reply) for reply in node.replies):
                node.replies = {Reply(reply, self.game): child for reply, child in node.replies.items()}
            below = [child for child in node.replies.values() if child is not None and id(child) not in seen]
            seen.update(map(id, below))
            todo += below

    @property
    def opener(self) -> str:
        """The first guess."""
        return self.root.guess

    def walk(self) -> Iterator[tuple[int, int | None, Node]]:
        """Every node with its depth (1 for the root) and the reply that leads to it, parents first."""
        stack: list[tuple[int, int | None, Node]] = [(1, None, self.root)]
        while stack:
            depth, reply, node = stack.pop()
            yield depth, reply, node
            for below, child in sorted(node.replies.items(), reverse=True):
                if child is not None:
                    stack.append((depth + 1, below, child))

    def depths(self) -> dict[str, int]:
        """The number of guesses that each secret takes."""
        return {node.guess: depth for depth, _, node in self.walk() if self.game.win in node.replies}

    def records(self) -> list[dict[str, Any]]:
        """A row per secret: how many guesses it takes, and which."""
        rows: list[dict[str, Any]] = []
        path: list[str] = []
        for depth, _, node in self.walk():
            path[depth - 1 :] = [node.guess]
            if self.game.win in node.replies:
                rows.append({"secret": node.guess, "guesses": depth, "path": " ".join(path)})
        return rows

    @property
    def total(self) -> int:
        """The sum of the guesses of all secrets."""
        return sum(self.depths().values())

    @checked
    def play(self, secret: str) -> list[Clue]:
        """The guesses and replies that lead to a secret, by the game's `reply`."""
        secret = self.game.secrets[self.game.find_secret(secret)]
        return [Clue(node.guess, Reply(reply, self.game)) for node, reply in self._follow(secret)]

    def _follow(self, secret: str) -> Iterator[tuple[Node, int]]:
        node: Node | None = self.root
        while node is not None:
            reply = self.game.reply_number(node.guess, secret)
            if reply not in node.replies:
                raise TreeError(f"The tree has no guess after {self._clue(node, reply)}, the reply of {secret!r}.")
            yield node, reply
            node = node.replies[reply]

    def start(self) -> Belief:
        """The belief before the first guess."""
        return Belief.start(self.game, hard=self.hard).after_all(self.clues)

    def _clue(self, node: Node, reply: int) -> str:
        return f"{node.guess}={self.game.reply_text(reply)}"

    def check(self) -> None:
        """Raise TreeError unless the tree finds every secret with allowed guesses and has no useless branch.

        Plays every secret with the game's `reply`, independently of the code that made the tree.
        """
        try:
            self._check_shape()
            self._check_secrets()
            if self.hard or self.game.consistent:
                self._check_restriction()
        except (ContradictionError, GuessError) as error:
            raise TreeError(str(error)) from None

    def _check_shape(self) -> None:
        """Check that nodes have one parent and a guess of the game, and that nothing follows a win."""
        seen: set[int] = set()
        for _, _, node in self.walk():
            if id(node) in seen:
                raise TreeError(f"More than one reply leads to the same node, {node.guess!r}.")
            seen.add(id(node))
            self.game.find_guess(node.guess)
            if node.replies.get(self.game.win) is not None:
                raise TreeError(f"The tree continues after {node.guess!r} has won.")

    def _check_secrets(self) -> None:
        """Check that every secret is found, and that every branch leads to a secret."""
        reached: set[tuple[int, int]] = set()
        for secret in self.start().words:
            for node, reply in self._follow(secret):
                reached.add((id(node), reply))
            if (node.guess, reply) != (secret, self.game.win):
                raise TreeError(f"The tree ends at {self._clue(node, reply)}, but {secret!r} is not found yet.")
        for _, _, node in self.walk():
            for reply in node.replies:
                if (id(node), reply) not in reached:
                    raise TreeError(f"No secret leads to {self._clue(node, reply)} in this tree.")

    def _check_restriction(self) -> None:
        """Check that every guess is allowed after the replies above it."""
        start = self.start()
        start.find_guess(self.root.guess)
        todo = [(self.root, start)]
        while todo:
            node, belief = todo.pop()
            for reply, child in node.replies.items():
                if child is not None:
                    after = belief.after(node.guess, reply)
                    after.find_guess(child.guess)
                    todo.append((child, after))

    def to_json(self, replies: str | None = None) -> dict[str, Any]:
        """The tree as plain data: a list of nodes, each with the index of the next node by reply; null is the win.

        `replies` is the style of the replies, see `Game.reply_as`.
        """
        nodes = [node for _, _, node in self.walk()]
        place = {id(node): index for index, node in enumerate(nodes)}
        return {
            "format": FORMAT,
            "game": self.game.name,
            "label": self.game.label,
            "fingerprint": self.game.fingerprint,
            "strategy": self.strategy,
            "hard": self.hard,
            "clues": [f"{guess}={self.game.reply_as(reply, replies)}" for guess, reply in self.clues],
            "total": self.total,
            "nodes": [
                {
                    "guess": node.guess,
                    "replies": {
                        self.game.reply_as(reply, replies): None if child is None else place[id(child)]
                        for reply, child in sorted(node.replies.items())
                    },
                }
                for node in nodes
            ],
        }

    @classmethod
    def from_json(cls, data: Any, game: Game | None = None) -> "Tree":
        """Read and check the output of `to_json`; without a game, use the edition that the tree names.

        If the tree was made for the rule that every guess must fit all clues, the game gets that rule.
        """
        try:
            if data["format"] != FORMAT:
                raise TreeError(f"The format is {data['format']!r}, not {FORMAT!r}.")
            data = {"label": data.get("edition"), **data}  # the name in older files
            if not isinstance(data["label"], str):
                raise KeyError("label")
            if game is None:
                game = Setup.named(data.get("game", Wordle.name), data["label"]).make_game()
            if data["fingerprint"] == f"{game.fingerprint}{CONSISTENT}":
                game = game.made_consistent()
            if data["fingerprint"] != game.fingerprint:
                raise TreeError(f"This tree was made for a different game or list, not for {game}.")
            nodes = [Node(game.guesses[game.find_guess(entry["guess"])]) for entry in data["nodes"]]
            for index, (node, entry) in enumerate(zip(nodes, data["nodes"], strict=True)):
                for reply, child in entry["replies"].items():
                    if child is not None and (type(child) is not int or not index < child < len(nodes)):
                        raise TreeError(f"Node {index} leads to {child!r}; it may only lead to later nodes.")
                    parsed = game.parse_reply(reply)
                    if parsed in node.replies:
                        raise TreeError(f"Node {index} has the reply {reply!r} to {node.guess!r} twice.")
                    node.replies[parsed] = None if child is None else nodes[child]
            if type(data["hard"]) is not bool:
                raise TreeError(f"'hard' is {data['hard']!r}, but must be true or false.")
            clues = tuple(Clue.parse(clue, game) for clue in data["clues"])
            tree = cls(game, nodes[0], escape_controls(str(data["strategy"])), data["hard"], clues)
        except (GuessError, ReplyError, WordListError) as error:
            raise TreeError(str(error)) from None
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            what = f" ({error})" if isinstance(error, KeyError) else ""
            raise TreeError(f"This is not a valid tree: something is missing or misplaced{what}.") from None
        tree.check()
        used = sum(1 for _ in tree.walk())
        if len(nodes) != used:
            raise TreeError(f"It lists {len(nodes):,} nodes, but only {used:,} of them can be reached.")
        if data.get("total") != tree.total:
            raise TreeError(f"It claims {data.get('total')} guesses in total, but needs {tree.total}.")
        return tree

    @checked
    def save(self, path: Path | str) -> None:
        """Write the tree to a file, in the format of its suffix: .json, .txt, .dot or .html."""
        from fewest.trees.drawing import render

        suffix = Path(path).suffix.lstrip(".")
        write_file(path, render(self, suffix))

    @classmethod
    @checked
    def load(cls, path: Path | str, game: Game | None = None) -> "Tree":
        """Read and check a JSON file, which may be compressed (.json.xz)."""
        try:
            return cls.from_json(read_json(read_file(path)), game)
        except OSError as error:
            raise TreeError(f"{path}: cannot be read ({error.strerror or error}).") from None
        except FewestError as error:
            raise TreeError(f"{path}: {error}") from None
        except (ValueError, RecursionError) as error:
            raise TreeError(f"{path}: not a JSON file ({error}).") from None

    def __str__(self) -> str:
        from fewest.trees.evaluation import evaluate

        return str(evaluate(self))

    def __repr__(self) -> str:
        after = f" after {pluralise(len(self.clues), 'clue')}" if self.clues else ""
        secrets = pluralise(len(self.depths()), "secret")
        return f"<Tree: {self.opener} by {self.strategy} on {self.game.label}{after}, {secrets}>"

    def _repr_html_(self) -> str:
        from fewest.trees.drawing import drawing

        return drawing(self, squares=True).body()


Openers = str | Sequence[str] | None
"""The first guess, or the first few regardless of the replies; None leaves them to the strategy."""


class Opening:
    """First guesses that are made regardless of the replies, until the secret is known."""

    def __init__(self, game: Game, openers: Openers, before: int = 0) -> None:
        """Look the guesses up; `before` is the number of clues before the first."""
        given = () if openers is None else (openers,) if isinstance(openers, str) else openers
        self.guesses = tuple(game.guesses[game.find_guess(guess)] for guess in given)
        self.before = before

    def turn(self, belief: Belief) -> int:
        """The index of the next guess, counted from 0 at the first guess of the opening."""
        return len(belief.clues) - self.before

    def guess(self, belief: Belief) -> str | None:
        """The guess to make, or None to let the strategy choose; an error if the rules do not allow it here."""
        turn = self.turn(belief)
        if turn >= len(self.guesses) or (turn and len(belief) == 1):
            return None
        return belief.game.guesses[belief.find_guess(self.guesses[turn])]


@checked
def grow(
    strategy: Player,
    belief: Belief,
    opener: Openers = None,
    *,
    watch: Watch = UNWATCHED,
    answers: Sequence[str] | None = None,
) -> Tree:
    """Grow the tree that a strategy plays from a belief on.

    With `answers`, only the branches of these secrets are grown; the strategy still considers all secrets.
    """
    secrets = belief.game.secrets
    wanted = np.ones(len(secrets), np.bool_) if answers is None else np.isin(secrets, answers)
    total = int(wanted[belief.secrets].sum())
    opening = Opening(belief.game, opener, len(belief.clues))
    root = Node(opening.guess(belief) or strategy.choose(belief))
    found = 0
    todo = [(root, belief)]
    while todo:
        node, here = todo.pop()
        for reply, part in here.parts(node.guess):
            if answers is not None and not wanted[part.secrets].any():
                continue
            if reply == belief.game.win:
                node.replies[reply] = None
                found += 1
            elif len(part) == 1:
                node.replies[reply] = Node(secrets[part.secrets[0]], {belief.game.win: None})
                found += 1
            else:
                child = node.replies[reply] = Node(_choose(strategy, opening, here, node.guess, part))
                todo.append((child, part))
        watch.update(found, total)
    return Tree(belief.game, root, strategy.name, belief.in_hard_mode, belief.clues)


def _choose(strategy: Player, opening: Opening, before: Belief, guess: str, part: Belief) -> str:
    """Choose the guess after a guess; useless openers are fine, but a strategy would repeat a useless guess forever."""
    if len(part) == len(before) and opening.turn(part) > max(1, len(opening.guesses)):
        raise StuckError(strategy.name, guess)
    return part.words[0] if len(part) == 1 else opening.guess(part) or strategy.choose(part)


@dataclass(frozen=True)
class Timing:
    """The time that some of the answers took, played one after the other."""

    answers: int
    """The number of answers played so far, those of earlier timings included."""
    seconds: float


@checked
def play_each(
    strategy: Player,
    belief: Belief,
    opener: Openers = None,
    *,
    watch: Watch = UNWATCHED,
    answers: Sequence[str] | None = None,
    shares: int = 10,
) -> tuple[Tree, tuple[Timing, ...]]:
    """Grow the same tree as `grow` by playing one answer after the other, and time equal shares of the answers.

    Later shares take less time, because guesses already chosen after the same replies are reused.
    """
    game = belief.game
    possible = {*belief.words}
    secrets = belief.words if answers is None else [word for word in answers if word in possible]
    marks = {round(len(secrets) * share / shares) for share in range(1, shares + 1)}
    timed: list[Timing] = []
    began = time.perf_counter()
    opening = Opening(belief.game, opener, len(belief.clues))
    root = Node(opening.guess(belief) or strategy.choose(belief))
    beliefs = {id(root): belief}
    for played, secret in enumerate(secrets, 1):
        node = root
        while (reply := game.reply_number(node.guess, secret)) != game.win:
            child = node.replies.get(reply)
            if child is None:
                here = beliefs[id(node)]
                left = here.after(node.guess, reply)
                child = node.replies[reply] = Node(_choose(strategy, opening, here, node.guess, left))
                beliefs[id(child)] = left
            node = child
        node.replies[game.win] = None
        watch.update(played, len(secrets))
        if played in marks:
            now = time.perf_counter()
            timed.append(Timing(played, now - began))
            began = now
    return Tree(game, root, strategy.name, belief.in_hard_mode, belief.clues), tuple(timed)
