"""A strategy written down: a guess, and under each reply the next guess."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fewest.belief import Belief, Clue
from fewest.errors import FewestError, TreeError
from fewest.games import Game, Wordle
from fewest.strategies import Strategy

FORMAT = "fewest-tree-1"
"""What a saved tree calls itself."""

Progress = Callable[[int, int], None]
"""Told how many secrets are settled, and how many there are."""


@dataclass(slots=True)
class Node:
    """A guess, and the node under each reply; the win has None, for there is nothing left to do."""

    guess: str
    replies: dict[int, "Node | None"] = field(default_factory=dict)


@dataclass(frozen=True)
class Tree:
    """What a strategy plays against every secret: each position that can arise stands in it once."""

    game: Game
    root: Node
    strategy: str
    hard: bool = False

    @property
    def opener(self) -> str:
        """The first guess."""
        return self.root.guess

    def walk(self) -> Iterator[tuple[int, int | None, Node]]:
        """Every node with its depth (the root's is 1) and the reply that leads to it, parents before children."""
        stack: list[tuple[int, int | None, Node]] = [(1, None, self.root)]
        while stack:
            depth, reply, node = stack.pop()
            yield depth, reply, node
            for below, child in sorted(node.replies.items(), reverse=True):
                if child is not None:
                    stack.append((depth + 1, below, child))

    def depths(self) -> dict[str, int]:
        """How many guesses each secret takes."""
        return {node.guess: depth for depth, _, node in self.walk() if self.game.win in node.replies}

    @property
    def total(self) -> int:
        """How many guesses all secrets take together."""
        return sum(self.depths().values())

    def play(self, secret: str) -> list[Clue]:
        """The guesses and replies that lead to a secret, worked out reply by reply with the game's plain rule."""
        clues: list[Clue] = []
        node: Node | None = self.root
        while node is not None:
            reply = self.game.reply(node.guess, secret)
            clues.append(Clue(node.guess, reply))
            if reply not in node.replies:
                raise TreeError(f"The tree has no answer to {self._path(clues)}, which {secret!r} replies.")
            node = node.replies[reply]
        return clues

    def check(self) -> None:
        """Make sure that this tree plays its game: every secret reached, every guess allowed, no branch in vain.

        Independent of whatever made the tree: secrets are played one by one with the game's plain reply rule.
        """
        reached: set[int] = set()
        for secret in self.game.secrets:
            node, belief = self.root, Belief.start(self.game, hard=self.hard)
            clues = self.play(secret)
            if clues[-1] != (secret, self.game.win):
                raise TreeError(f"The tree takes {self._path(clues)} for the end, but the secret is {secret!r}.")
            for guess, reply in clues:
                belief.find_guess(guess)
                reached.add(id(node))
                child = node.replies[reply]
                if child is not None:
                    node = child
                    belief = belief.after(guess, reply) if self.hard else belief
        for _, reply, node in self.walk():
            if id(node) not in reached:
                raise TreeError(f"No secret leads to the guess {node.guess!r} under {self._reply(reply)}.")

    def _path(self, clues: list[Clue]) -> str:
        return " ".join(f"{guess}={self.game.reply_text(reply)}" for guess, reply in clues)

    def _reply(self, reply: int | None) -> str:
        return "nothing" if reply is None else self.game.reply_text(reply)

    def to_json(self) -> dict[str, Any]:
        """The tree as plain data: a list of nodes, in which a reply names the next node by its place, or null."""
        nodes = [node for _, _, node in self.walk()]
        place = {id(node): index for index, node in enumerate(nodes)}
        return {
            "format": FORMAT,
            "game": self.game.name,
            "edition": self.game.label,
            "fingerprint": self.game.fingerprint,
            "strategy": self.strategy,
            "hard": self.hard,
            "total": self.total,
            "nodes": [
                {
                    "guess": node.guess,
                    "replies": {
                        self.game.reply_text(reply): None if child is None else place[id(child)]
                        for reply, child in sorted(node.replies.items())
                    },
                }
                for node in nodes
            ],
        }

    @classmethod
    def from_json(cls, data: Any, game: Game | None = None) -> "Tree":
        """Read what to_json wrote, and check it. Without a game, the tree's own edition is played."""
        try:
            if data["format"] != FORMAT:
                raise TreeError(f"The format is {data['format']!r}, not {FORMAT!r}.")
            game = game or Wordle.edition(data["edition"])
            if data["fingerprint"] != game.fingerprint:
                raise TreeError(f"The tree was made for other words than those of {game}.")
            nodes = [Node(game.guesses[game.find_guess(entry["guess"])]) for entry in data["nodes"]]
            for index, (node, entry) in enumerate(zip(nodes, data["nodes"], strict=True)):
                for reply, child in entry["replies"].items():
                    if child is not None and child <= index:
                        raise TreeError(f"Node {index} leads back to node {child}; a node may only lead to later ones.")
                    node.replies[game.parse_reply(reply)] = None if child is None else nodes[child]
            tree = cls(game, nodes[0], str(data["strategy"]), bool(data["hard"]))
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise TreeError(f"Something is missing or misplaced ({error}).") from None
        tree.check()
        if data.get("total") != tree.total:
            raise TreeError(f"It claims {data.get('total')} guesses in total, but takes {tree.total}.")
        return tree

    def save(self, path: Path | str) -> None:
        """Write the tree to a file, in the format of its suffix: .json, .txt, .dot or .html."""
        from fewest.drawing import render

        suffix = Path(path).suffix.lstrip(".")
        Path(path).write_text(render(self, suffix), encoding="utf-8")

    @classmethod
    def load(cls, path: Path | str, game: Game | None = None) -> "Tree":
        """Read a tree from a JSON file and check it."""
        try:
            return cls.from_json(json.loads(Path(path).read_bytes()), game)
        except OSError as error:
            raise TreeError(f"{path}: cannot be read ({error.strerror or error}).") from None
        except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
            raise TreeError(f"{path}: not a JSON file ({error}).") from None
        except FewestError as error:
            raise TreeError(f"{path}: {error}") from None

    def _repr_html_(self) -> str:
        from fewest.drawing import to_html

        return to_html(self, whole_page=False)


def grow(
    strategy: Strategy, belief: Belief, opener: str | None = None, progress: Progress = lambda done, total: None
) -> Tree:
    """Write down what a strategy plays from a belief on, against every secret that is possible there."""
    root = Node(belief.game.guesses[belief.find_guess(opener)] if opener else strategy.choose(belief))
    settled = 0
    todo = [(root, belief)]
    while todo:
        node, here = todo.pop()
        for reply, part in here.parts(node.guess):
            if reply == belief.game.win:
                node.replies[reply] = None
                settled += 1
            elif len(part) == 1:
                node.replies[reply] = Node(part.words[0], {belief.game.win: None})
                settled += 1
            elif len(part) == len(here) and not here.hard:
                raise FewestError(f"The strategy {strategy.name} guesses {node.guess!r} where that tells nothing.")
            else:
                child = node.replies[reply] = Node(strategy.choose(part))
                todo.append((child, part))
        progress(settled, len(belief))
    return Tree(belief.game, root, strategy.name, belief.hard)
