"""A strategy written down as a tree, and a look at one of its nodes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fewest.belief import Belief, Clue
from fewest.errors import FewestError, ReplyError
from fewest.games.game import Seen
from fewest.play.clues import find_secret
from fewest.results import Block, Result, line, table
from fewest.results.prose import counted
from fewest.search import Prover, prove
from fewest.setup import Setup
from fewest.strategies import DEFAULT, strategy
from fewest.trees.evaluation import Evaluation, evaluate
from fewest.trees.tree import Node, Tree, grow
from fewest.watch import UNWATCHED, Watch


def grow_tree(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    by: str = DEFAULT,
    opener: str | None = None,
) -> Tree:
    """Write a strategy down; a tree that takes more guesses than the setup allows is refused."""
    made = grow(strategy(by), setup.belief(), opener, watch)
    worst = max(made.depths().values())
    if setup.max_guesses is not None and worst > setup.max_guesses:
        raise FewestError(f"The tree takes up to {worst} guesses, more than {setup.max_guesses}; nothing was written.")
    return made


@dataclass(frozen=True)
class Grown:
    """A tree, how it plays, and whether it was proved best."""

    tree: Tree
    evaluation: Evaluation
    depths: dict[str, int]
    proved: bool


def perfect_tree(setup: Setup, opener: str, watch: Watch, belief: Belief) -> Tree:
    """The optimal tree of an opener; in hard mode within the limit of the game."""
    limit = setup.limit(belief.game) if belief.hard else None
    return _require(prove(Prover(belief, max_guesses=limit, stop=watch.stop), openers=[opener], watch=watch).tree)


def _require(tree: Tree | None) -> Tree:
    if tree is None:
        raise FewestError("No play always finishes in time after this opener.")
    return tree


def usual_tree(opener: str, watch: Watch, belief: Belief) -> Tree:
    """The default strategy's tree of an opener."""
    return grow(strategy(), belief, opener, watch)


def grown(tree: Tree, proved: bool) -> Grown:
    """A tree, with what there is to say of it."""
    return Grown(tree, evaluate(tree), tree.depths(), proved)


@dataclass(frozen=True)
class Branch:
    """What follows a reply in a tree."""

    reply: str
    """The reply as the game writes it, such as 01200."""
    squares: str
    """The reply as people like to see it."""
    count: int
    """How many secrets it leaves."""
    words: tuple[str, ...]
    """Some of them."""
    guess: str | None
    """The next guess; null if the reply is the win."""
    mean: float
    """Guesses in all that its secrets take on average."""
    worst: int
    """Guesses in all that the hardest of them takes."""


@dataclass(frozen=True)
class TreeNode(Result):
    """A node of a tree, and how the whole tree plays."""

    label: str
    strategy: str
    proved: bool
    opener: str
    """The first guess of the tree."""
    path: tuple[Seen, ...]
    """The clues that lead here."""
    guess: str | None
    """The guess of this node; null if the secret is found."""
    count: int
    """How many secrets are below this node."""
    mean: float
    """Guesses in all that they take on average."""
    worst: int
    """Guesses in all that the hardest of them takes."""
    branches: tuple[Branch, ...]
    """Every reply, that with most secrets first."""
    histogram: dict[int, int]
    """How many secrets below this node take each number of guesses."""
    whole_mean: float
    """Guesses that a secret takes on average, over the whole tree."""
    whole_total: int
    """Guesses that all secrets of the tree take together."""
    whole_worst: int
    """Guesses that the hardest secret of the tree takes."""
    secret_path: tuple[Seen, ...]
    """The clues that lead to the secret that was asked for."""

    def blocks(self) -> Iterator[Block]:
        """The clues, the guess, and a row per reply."""
        for clue in self.path:
            yield clue.tiles(both=True)
        found = f"{self.guess or 'found'}: {counted(self.count, 'secret')}"
        yield line(f"{found}, mean {self.mean:.4f}, worst {self.worst}", "bold")
        rows = [
            (each.squares, f"{each.count:,}", each.guess or "", f"{each.mean:.3f}", f"{each.worst}")
            for each in self.branches
        ]
        yield table(("reply", "secrets", "then", "mean", "worst"), rows)

    def __repr__(self) -> str:
        return f"<TreeNode: {self.guess or 'found'}, {counted(self.count, 'secret')}, mean {self.mean:.4f}>"


def tree_node(grown: Grown, replies: Sequence[str], secret: str | None, words: int) -> TreeNode:
    """The node that some replies lead to; errors say which reply leads nowhere."""
    whole, game = grown.tree, grown.tree.game
    node: Node | None = whole.root
    belief, path = whole.start(), []
    for place, text in enumerate(replies):
        try:
            reply = game.parse_reply(text)
        except ReplyError as error:
            raise error.about(place) from None
        if node is None or reply not in node.replies:
            raise ReplyError(f"No secret leads to reply {place + 1}, {text}, in this tree.").about(place)
        belief = belief.after(node.guess, reply)
        path.append(game.seen(node.guess, reply))
        node = node.replies[reply]
    taken = sorted(grown.depths[word] for word in belief.words)
    found: list[Clue] = [] if secret is None else whole.play(find_secret(game, secret))
    branches = [] if node is None else [*_branches(grown, belief, node, words)]
    return TreeNode(
        label=game.label,
        strategy=whole.strategy,
        proved=grown.proved,
        opener=whole.opener,
        path=tuple(path),
        guess=None if node is None else node.guess,
        count=len(belief),
        mean=sum(taken) / len(taken),
        worst=taken[-1],
        branches=tuple(sorted(branches, key=lambda each: (-each.count, each.reply))),
        histogram={guesses: taken.count(guesses) for guesses in range(1, taken[-1] + 1)},
        whole_mean=grown.evaluation.mean,
        whole_total=grown.evaluation.total,
        whole_worst=grown.evaluation.worst,
        secret_path=tuple(game.seen(*clue) for clue in found),
    )


def _branches(grown: Grown, belief: Belief, node: Node, words: int) -> Iterator[Branch]:
    game = belief.game
    for reply, part in belief.parts(node.guess):
        child = node.replies[reply]
        taken = [grown.depths[word] for word in part.words]
        yield Branch(
            reply=game.reply_text(reply),
            squares=game.squares(reply),
            count=len(part),
            words=tuple(part.words[:words]),
            guess=None if child is None else child.guess,
            mean=sum(taken) / len(taken),
            worst=max(taken),
        )
