"""Trees as JSON, text, Graphviz and HTML."""

import json
from collections.abc import Callable, Iterator
from html import escape
from typing import Any

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


def require_kind(kind: str) -> None:
    """Refuse an unknown format; call it before growing the tree."""
    if kind not in KINDS:
        raise FewestError(f"A tree cannot be written as {kind!r}; the formats are {', '.join(KINDS)}.")


def render(tree: Tree, kind: str, replies: str | None = None) -> str:
    """Write a tree as json, txt, dot or html; `replies` is their style, see `Game.reply_as`."""
    require_kind(kind)
    tree.game.require_style(replies)
    return KINDS[kind](tree, replies)


def to_json(tree: Tree, replies: str | None = None) -> str:
    """JSON with one node per line, for diffs."""
    return json_lines(tree.to_json(replies))


def json_lines(data: dict[str, Any]) -> str:
    """JSON with each of its `nodes` on a line of its own."""
    nodes = ",\n".join(json.dumps(node, ensure_ascii=False) for node in data.pop("nodes"))
    head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{head},\n "nodes": [\n{nodes}\n]}}\n'


def to_text(tree: Tree, replies: str | None = None) -> str:
    """One guess per line under the reply that leads to it."""
    sizes = count_secrets(tree)
    lines = [str(evaluate(tree))]
    for depth, reply, node in tree.walk():
        lead = "" if reply is None else tree.game.reply_as(reply, replies) + " "
        lines.append(f"{'  ' * (depth - 1)}{lead}{node.guess}{_size(sizes[id(node)])}")
    return "\n".join(lines) + "\n"


def to_dot(tree: Tree, replies: str | None = None) -> str:
    """A graph for Graphviz: dot -Tsvg tree.dot -o tree.svg."""
    lines = ["digraph tree {", "  rankdir=LR;", "  node [shape=box, fontname=monospace];"]
    names = {id(node): f"n{index}" for index, (_, _, node) in enumerate(tree.walk())}
    for _, _, node in tree.walk():
        style = ", style=filled, fillcolor=palegreen" if tree.game.win in node.replies else ""
        lines.append(f"  {names[id(node)]} [label={json.dumps(node.guess, ensure_ascii=False)}{style}];")
        for reply, child in sorted(node.replies.items()):
            if child is not None:
                label = json.dumps(tree.game.reply_as(reply, replies), ensure_ascii=False)
                lines.append(f"  {names[id(node)]} -> {names[id(child)]} [label={label}];")
    return "\n".join([*lines, "}"]) + "\n"


def to_html(tree: Tree, replies: str | None = None, *, whole_page: bool = True) -> str:
    """A page in which each guess unfolds to those after it; replies are squares unless they have a style."""
    title = f"{tree.opener}: {tree.strategy} on {tree.game.label}" if whole_page else None
    return html_page(title, str(evaluate(tree)), "".join(_items(tree, replies)))


def html_page(title: str | None, summary: str, items: str) -> str:
    """A page with a line and the HTML below it; without a title, what goes into a page."""
    body = f"<div class=fewest><style>{STYLE}</style><p>{escape(summary)}</p>{items}</div>"
    if title is None:
        return body
    return f"<!doctype html>\n<html lang=en><meta charset=utf-8><title>{escape(title)}</title>\n{body}\n</html>\n"


def _items(tree: Tree, replies: str | None) -> Iterator[str]:
    sizes = count_secrets(tree)
    open_depths: list[int] = []
    for depth, reply, node in tree.walk():
        while open_depths and open_depths[-1] >= depth:
            open_depths.pop()
            yield "</details>"
        lead = ""
        if reply is not None:
            lead = escape(tree.game.squares(reply) if replies is None else tree.game.reply_as(reply, replies)) + " "
        text = f"{lead}<code>{escape(node.guess)}</code>"
        if sizes[id(node)] == 1:
            yield f"<div>{text}</div>"
        else:
            open_depths.append(depth)
            state = " open" if depth == 1 else ""
            yield f"<details{state}><summary>{text}<small>{_size(sizes[id(node)])}</small></summary>\n"
    yield "</details>" * len(open_depths)


def count_secrets(tree: Tree) -> dict[int, int]:
    """The number of secrets below each node, by the node's id."""
    nodes: list[Node] = [node for _, _, node in tree.walk()]
    sizes: dict[int, int] = {}
    for node in reversed(nodes):
        sizes[id(node)] = sum(1 if child is None else sizes[id(child)] for child in node.replies.values())
    return sizes


def _size(secrets: int) -> str:
    return f"  ({secrets:,} secrets)" if secrets > 1 else ""


KINDS: dict[str, Callable[[Tree, str | None], str]] = {"json": to_json, "txt": to_text, "dot": to_dot, "html": to_html}
"""The renderer of each format, by file suffix."""
