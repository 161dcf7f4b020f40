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
    """A node of a tree, as it is drawn."""

    depth: int
    """From 0, which is the root."""
    edge: str
    """What leads to it."""
    label: str
    note: str = ""
    """What stands behind the label."""
    tag: str = "code"
    """The HTML tag of the label."""
    is_leaf: bool = False
    """Whether there is nothing below to unfold."""
    is_end: bool = False
    """Whether it is filled in a graph."""


class Drawing(NamedTuple):
    """A tree of anything, with what it takes to draw it; `nodes` come parents first."""

    title: str
    summary: str
    data: Callable[[], dict[str, Any]]
    """Makes the tree plain data, with a list of `nodes`."""
    nodes: Sequence[DrawnNode]
    after_edge: str = " "
    """What stands between an edge and the label below it."""

    def to_json(self) -> str:
        """JSON with one node per line, for diffs."""
        data = self.data()
        nodes = ",\n".join(json.dumps(node, ensure_ascii=False) for node in data.pop("nodes"))
        head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
        return f'{head},\n "nodes": [\n{nodes}\n]}}\n'

    def to_text(self) -> str:
        """One label per line under the edge that leads to it."""
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
        """A page in which each node unfolds to those below it."""
        title = escape(self.title)
        return f"<!doctype html>\n<html lang=en><meta charset=utf-8><title>{title}</title>\n{self.body()}\n</html>\n"

    def body(self) -> str:
        """What stands in the page."""
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
        """Write it as json, txt, dot or html."""
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
        raise FewestError(f"A tree cannot be written as {kind!r}; the formats are {', '.join(KINDS)}.")


def render(tree: Tree, kind: str, replies: str | None = None) -> str:
    """Write a tree as json, txt, dot or html; `replies` is their style, see `Game.reply_as`."""
    require_kind(kind)
    tree.game.require_style(replies)
    return drawing(tree, replies, squares=kind == "html" and replies is None).render(kind)


def drawing(tree: Tree, replies: str | None = None, squares: bool = False) -> Drawing:
    """How a tree is drawn: a guess under each reply, and how many secrets are left."""
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
