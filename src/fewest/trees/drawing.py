"""Trees as JSON, text, Graphviz and HTML."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from typing import Any, NamedTuple

from fewest.errors import FewestError
from fewest.trees.evaluation import evaluate
from fewest.trees.tree import Node, Tree

STYLE = """
.fewest { font: 15px/1.5 system-ui, sans-serif; color-scheme: light dark }
.fewest details > :not(summary) { margin-left: 1.4em }
.fewest summary { cursor: pointer }
.fewest code { font-size: 1em; letter-spacing: .05em }
.fewest small { opacity: .7 }
"""


class DrawnNode(NamedTuple):
    """A node of a tree, ready to be drawn."""

    depth: int
    """The depth; 0 for the root."""
    edge: str
    """The label of the edge from the parent."""
    label: str
    note: str = ""
    """A remark after the label."""
    tag: str = "code"
    """The HTML tag of the label."""
    is_leaf: bool = False
    """Whether the node has no children to unfold."""
    is_end: bool = False
    """Whether to fill the node in a graph."""


class Drawing(NamedTuple):
    """A tree of guesses or questions, ready to be drawn; in `nodes`, parents come first."""

    title: str
    summary: str
    data: Callable[[], dict[str, Any]]
    """Returns the tree as plain data, with a list of `nodes`."""
    nodes: Sequence[DrawnNode]
    after_edge: str = " "
    """The separator between an edge and the label below it."""

    def to_json(self) -> str:
        """JSON with one node per line, for diffs."""
        data = self.data()
        nodes = ",\n".join(json.dumps(node, ensure_ascii=False) for node in data.pop("nodes"))
        head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
        return f'{head},\n "nodes": [\n{nodes}\n]}}\n'

    def to_text(self) -> str:
        """One line per node: the edge that leads to it and its label."""
        lines = [f"{'  ' * node.depth}{self._lead(node)}{node.label}{node.note}" for node in self.nodes]
        return "\n".join([self.summary, *lines]) + "\n"

    def to_dot(self) -> str:
        """A graph for Graphviz: dot -Tsvg tree.dot -o tree.svg."""
        lines = ["digraph tree {", "  rankdir=LR;", "  node [shape=box, fontname=monospace];"]
        path: list[int] = []
        for number, node in enumerate(self.nodes):
            style = ", style=filled, fillcolor=palegreen" if node.is_end else ""
            lines.append(f"  n{number} [label={json.dumps(node.label, ensure_ascii=False)}{style}];")
            del path[node.depth :]
            if path:
                lines.append(f"  n{path[-1]} -> n{number} [label={json.dumps(node.edge, ensure_ascii=False)}];")
            path.append(number)
        return "\n".join([*lines, "}"]) + "\n"

    def to_html(self) -> str:
        """A page where each node unfolds to show its children."""
        title = escape(self.title)
        return f"<!doctype html>\n<html lang=en><meta charset=utf-8><title>{title}</title>\n{self.body()}\n</html>\n"

    def body(self) -> str:
        """The content of the page."""
        items = "".join(self._items())
        return f"<div class=fewest><style>{STYLE}</style><p>{escape(self.summary)}</p>{items}</div>"

    def _items(self) -> Iterator[str]:
        open_depths: list[int] = []
        for node in self.nodes:
            while open_depths and open_depths[-1] >= node.depth:
                open_depths.pop()
                yield "</details>"
            text = f"{escape(self._lead(node))}<{node.tag}>{escape(node.label)}</{node.tag}>"
            if node.is_leaf:
                yield f"<div>{text}</div>"
            else:
                open_depths.append(node.depth)
                state = "" if node.depth else " open"
                note = f"<small>{escape(node.note)}</small>" if node.note else ""
                yield f"<details{state}><summary>{text}{note}</summary>\n"
        yield "</details>" * len(open_depths)

    def _lead(self, node: DrawnNode) -> str:
        return f"{node.edge}{self.after_edge}" if node.depth else ""

    def render(self, kind: str) -> str:
        """Render the tree as json, txt, dot or html."""
        require_kind(kind)
        return KINDS[kind](self)


KINDS: dict[str, Callable[[Drawing], str]] = {
    "json": Drawing.to_json,
    "txt": Drawing.to_text,
    "dot": Drawing.to_dot,
    "html": Drawing.to_html,
}
"""The renderer of each format, by file suffix."""


def require_kind(kind: str) -> None:
    """Refuse an unknown format; call it before growing the tree."""
    if kind not in KINDS:
        *others, last = KINDS
        raise FewestError(f"Unknown tree format {kind!r}. Use {', '.join(others)} or {last}.")


def render(tree: Tree, kind: str, replies: str | None = None) -> str:
    """Render a tree as json, txt, dot or html; `replies` is the style of the replies, see `Game.reply_as`."""
    require_kind(kind)
    tree.game.require_style(replies)
    return drawing(tree, replies, squares=kind == "html" and replies is None).render(kind)


def drawing(tree: Tree, replies: str | None = None, squares: bool = False) -> Drawing:
    """Prepare a tree for drawing: the guess after each reply, and how many secrets are left."""
    sizes = count_secrets(tree)

    def text(reply: int | None) -> str:
        if reply is None:
            return ""
        return tree.game.squares(reply) if squares else tree.game.reply_as(reply, replies)

    nodes = [
        DrawnNode(
            depth - 1,
            text(reply),
            node.guess,
            _size(sizes[id(node)]),
            is_leaf=sizes[id(node)] == 1,
            is_end=tree.game.win in node.replies,
        )
        for depth, reply, node in tree.walk()
    ]
    title = f"{tree.opener}: {tree.strategy} on {tree.game.label}"
    return Drawing(title, str(evaluate(tree)), partial(tree.to_json, replies), nodes)


def count_secrets(tree: Tree) -> dict[int, int]:
    """The number of secrets below each node, by the node's id."""
    nodes: list[Node] = [node for _, _, node in tree.walk()]
    sizes: dict[int, int] = {}
    for node in reversed(nodes):
        sizes[id(node)] = sum(1 if child is None else sizes[id(child)] for child in node.replies.values())
    return sizes


def _size(secrets: int) -> str:
    return f"  ({secrets:,} secrets)" if secrets > 1 else ""
