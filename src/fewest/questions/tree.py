"""Grow trees of strategies, and describe their nodes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fewest.belief import Belief, Clue
from fewest.errors import FewestError, ReplyError, about_clue
from fewest.games.game import Feedback
from fewest.play.clues import find_secret
from fewest.results import Block, Result, line, table
from fewest.results.prose import pluralise
from fewest.search import Prover, prove
from fewest.search.resources import guesses_left
from fewest.search.shipped_values import known_openers, known_values
from fewest.setup import Setup
from fewest.strategies import DEFAULT, strategy
from fewest.trees.tree import Node, Openers, Tree, grow
from fewest.watch import UNWATCHED, Watch


def grow_tree(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    by: str = DEFAULT,
    opener: Openers = None,
    replies: str | None = None,
) -> Tree:
    """Grow the tree of a strategy; an error if it exceeds the guess limit of the setup.

    The style of `replies` is checked before the tree is grown.
    """
    belief = setup.belief()
    belief.game.require_style(replies)
    tree = grow(strategy(by), belief, opener, watch=watch)
    worst = max(tree.depths().values())
    if setup.max_guesses is not None and worst > setup.max_guesses:
        raise FewestError(
            f"Nothing was written: the tree needs up to {worst} guesses, and the limit is {setup.max_guesses}. "
            "Raise it with --max-guesses."
        )
    return tree


@dataclass(frozen=True)
class KnownFirst:
    """A player that makes the shipped best guess if there is one, else that of the default strategy."""

    name: str = DEFAULT

    def choose(self, belief: Belief) -> str:
        """Choose the best guess that is known without search."""
        known = known_values(belief, 1) if belief.clues else []
        return known[0].guess if known else strategy().choose(belief)


@dataclass(frozen=True)
class OpenerTree:
    """The tree of an opener, and whether it is proved optimal."""

    tree: Tree
    depths: dict[str, int]
    """The number of guesses for each secret."""
    proved: bool
    best_mean: float | None
    """The mean of optimal play after the opener; None unless it is shipped or proved."""


def opener_tree(
    setup: Setup, opener: str, *, watch: Watch = UNWATCHED, exact: bool = False, belief: Belief | None = None
) -> OpenerTree:
    """The optimal tree of an opener (in hard mode within the guess limit), or without `exact` one that needs no search.

    The latter plays shipped best guesses, then those of the default strategy. It counts as proved if it needs no more
    guesses than optimal play.
    """
    start = setup.belief() if belief is None else belief
    if exact:
        prover = Prover(start, max_guesses=guesses_left(setup, start), stop=watch.stop)
        tree = prove(prover, openers=[opener], watch=watch).tree
        if tree is None:
            raise FewestError("No strategy with this opener always finishes in time.")
    else:
        tree = grow(KnownFirst(), start, opener, watch=watch)
    depths = tree.depths()
    table = known_openers(start)
    known = None if table is None else table.value(start, tree.opener)
    if exact:
        return OpenerTree(tree, depths, True, sum(depths.values()) / len(depths))
    proved = known is not None and not start.hard and known.cost == sum(depths.values())
    return OpenerTree(tree, depths, proved, None if known is None else known.mean)


@dataclass(frozen=True)
class TreeBranch:
    """A reply in a tree, and the play after it."""

    reply: str
    """The reply, such as 01200."""
    squares: str
    """The reply as coloured squares."""
    count: int
    """The number of secrets left."""
    words: tuple[str, ...]
    """Some of the secrets left."""
    guess: str | None
    """The next guess; null if the secret is found."""
    mean: float
    """The mean number of guesses of its secrets, from the start of the game."""
    worst: int
    """The most guesses that any of its secrets takes, from the start of the game."""


@dataclass(frozen=True, repr=False)
class TreeNode(Result, rows="branches"):
    """A node of a tree, and the statistics of the whole tree."""

    label: str
    strategy: str
    proved: bool
    opener: str
    """The first guess of the tree."""
    path: tuple[Feedback, ...]
    """The clues that lead to the node."""
    guess: str | None
    """The guess of the node; null if the secret is found."""
    count: int
    """The number of secrets below the node."""
    mean: float
    """The mean number of guesses of these secrets, from the start of the game."""
    worst: int
    """The most guesses that any of its secrets takes, from the start of the game."""
    branches: tuple[TreeBranch, ...]
    """All replies, those with most secrets first."""
    histogram: dict[int, int]
    """The number of secrets below the node by number of guesses."""
    whole_mean: float
    """The mean number of guesses over the whole tree."""
    best_mean: float | None
    """The mean of optimal play after the opener; null if it is not known."""
    whole_total: int
    """The sum of guesses over all secrets of the tree."""
    whole_worst: int
    """The most guesses that any secret of the tree takes."""
    secret_path: tuple[Feedback, ...]
    """The clues that lead to the requested secret."""

    def blocks(self) -> Iterator[Block]:
        """The clues, the guess, and a row per reply."""
        for clue in self.path:
            yield clue.tiles(both=True)
        found = f"{self.guess or 'found'}: {pluralise(self.count, 'secret')}"
        yield line(f"{found}, mean {self.mean:.4f}, worst {self.worst}", "bold")
        rows = [
            (each.squares, f"{each.count:,}", each.guess or "", f"{each.mean:.3f}", f"{each.worst}")
            for each in self.branches
        ]
        yield table(("reply", "secrets", "then", "mean", "worst"), rows)


def tree_node(
    setup: Setup,
    opener: str,
    *,
    watch: Watch = UNWATCHED,
    exact: bool = False,
    replies: Sequence[str] = (),
    secret: str | None = None,
    words: int = 20,
    grown: OpenerTree | None = None,
) -> TreeNode:
    """The node that some replies lead to in the tree of an opener; an error names an impossible reply.

    `grown` must be the `opener_tree` of the setup; giving it saves time.
    """
    grown = grown or opener_tree(setup, opener, watch=watch, exact=exact)
    tree, depths = grown.tree, [*grown.depths.values()]
    game = tree.game
    node, belief = _descend(tree, replies)
    taken = sorted(grown.depths[word] for word in belief.words)
    secret_path: list[Clue] = [] if secret is None else tree.play(find_secret(game, secret))
    branches = [] if node is None else [*_branches(grown.depths, belief, node, words)]
    return TreeNode(
        label=game.label,
        strategy=tree.strategy,
        proved=grown.proved,
        opener=tree.opener,
        path=tuple(game.seen(*clue) for clue in belief.clues[len(tree.clues) :]),
        guess=None if node is None else node.guess,
        count=len(belief),
        mean=sum(taken) / len(taken),
        worst=taken[-1],
        branches=tuple(sorted(branches, key=lambda branch: (-branch.count, branch.reply))),
        histogram={guesses: taken.count(guesses) for guesses in range(1, taken[-1] + 1)},
        whole_mean=sum(depths) / len(depths),
        best_mean=grown.best_mean,
        whole_total=sum(depths),
        whole_worst=max(depths),
        secret_path=tuple(game.seen(*clue) for clue in secret_path),
    )


def _descend(tree: Tree, replies: Sequence[str]) -> tuple[Node | None, Belief]:
    """The node that some replies lead to, and its belief."""
    node: Node | None = tree.root
    belief = tree.start()
    for place, text in enumerate(replies):
        with about_clue(place):
            reply = tree.game.parse_reply(text)
        if node is None or reply not in node.replies:
            raise ReplyError(f"No secret leads to reply {place + 1}, {text}, in this tree.").about(place)
        belief = belief.after(node.guess, reply)
        node = node.replies[reply]
    return node, belief


def _branches(depths: dict[str, int], belief: Belief, node: Node, words: int) -> Iterator[TreeBranch]:
    game = belief.game
    for reply, part in belief.parts(node.guess):
        child = node.replies[reply]
        taken = [depths[word] for word in part.words]
        yield TreeBranch(
            reply=game.reply_text(reply),
            squares=game.squares(reply),
            count=len(part),
            words=tuple(part.words[:words]),
            guess=None if child is None else child.guess,
            mean=sum(taken) / len(taken),
            worst=max(taken),
        )
