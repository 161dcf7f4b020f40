import json
import re
import shutil
import subprocess
from html.parser import HTMLParser

import pytest

from fewest import Belief, FewestError, Tree, Wordle, evaluate, grow, strategy
from fewest.trees.drawing import KINDS, count_secrets, render
from tests import samples
from tests.samples import InOrder

VOID = {"meta"}


class Page(HTMLParser):
    """Reads a page and insists that its tags are balanced."""

    def __init__(self, text: str) -> None:
        """Read all of it."""
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self.levels: list[int] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember what is open."""
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "code":
            self.levels.append(self.open.count("details"))

    def handle_endtag(self, tag: str) -> None:
        """Only the innermost tag may be closed."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Collect the text of each kind of tag."""
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)


@pytest.fixture(params=["words", "an edition", "marks"])
def tree(request: pytest.FixtureRequest, original: Wordle) -> Tree:
    """Small and large trees, and one with words and names that need escaping."""
    if request.param == "words":
        return grow(strategy(), Belief.start(samples.wordle("été", "eté", "ste", "set", guesses=("xyz",))))
    if request.param == "an edition":
        return grow(strategy(), Belief.start(original))
    return grow(InOrder(), Belief.start(samples.wordle('<b>"', "&lt;", "\\n\\l", "]]>'", name="</title><i> & co")))


def test_text_has_a_line_per_guess_under_its_reply(tree: Tree) -> None:
    head, *lines = render(tree, "txt").splitlines()
    assert head == str(evaluate(tree))
    sizes = count_secrets(tree)
    expected = []
    for depth, reply, node in tree.walk():
        lead = "" if reply is None else f"{tree.game.reply_text(reply)} "
        size = sizes[id(node)]
        expected.append("  " * (depth - 1) + lead + node.guess + (f"  ({size:,} secrets)" if size > 1 else ""))
    assert lines == expected
    assert sizes[id(tree.root)] == len(tree.game.secrets)


def test_dot_declares_every_node_and_edge(tree: Tree) -> None:
    text = render(tree, "dot")
    first, *lines, last = text.splitlines()
    assert (first, last) == ("digraph tree {", "}")
    quoted = r'"((?:[^"\\]|\\.)*)"'
    nodes = {
        found[1]: json.loads(f'"{found[2]}"')
        for line in lines
        if (found := re.fullmatch(rf"  (n\d+) \[label={quoted}(, style=filled, fillcolor=palegreen)?\];", line))
    }
    edges = [found for line in lines if (found := re.fullmatch(rf"  (n\d+) -> (n\d+) \[label={quoted}\];", line))]
    assert [*nodes.values()] == [node.guess for _, _, node in tree.walk()]
    assert {edge[2] for edge in edges} == {*nodes} - {"n0"}
    assert {edge[1] for edge in edges} <= {*nodes}
    assert len(edges) == len(nodes) - 1 == len(lines) - len(nodes) - 2
    assert text.count("palegreen") == len(tree.game.secrets)
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tcanon"], input=text.encode(), check=True, capture_output=True)


@pytest.mark.parametrize("whole_page", [True, False])
def test_html_is_balanced_and_shows_every_guess(tree: Tree, whole_page: bool) -> None:
    page = Page(render(tree, "html") if whole_page else tree._repr_html_())
    assert page.texts["code"] == [node.guess for _, _, node in tree.walk()]
    assert page.texts["p"] == [str(evaluate(tree))]
    known = {"div", "style", "p", "details", "summary", "code", "small"}
    assert {*page.tags} <= (known | {"html", "meta", "title"} if whole_page else known)
    sizes = count_secrets(tree)
    assert page.levels == [depth if sizes[id(node)] > 1 else depth - 1 for depth, _, node in tree.walk()]
    if whole_page:
        assert page.texts["title"] == [f"{tree.opener}: {tree.strategy} on {tree.game.label}"]


def test_json_has_a_line_per_node(tree: Tree) -> None:
    text = render(tree, "json")
    data = tree.to_json()
    assert json.loads(text) == data
    assert [json.loads(line.rstrip(",")) for line in text.splitlines() if line.startswith('{"guess"')] == data["nodes"]


@pytest.mark.parametrize("kind", KINDS)
def test_replies_are_drawn_in_the_style_that_is_asked_for(kind: str) -> None:
    game = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz"))
    tree = grow(InOrder(), Belief.start(game))
    digits, letters = render(tree, kind, "digits"), render(tree, kind, "gyb")
    for _, reply, _ in tree.walk():
        if reply is not None:
            assert game.reply_as(reply, "digits") in digits
            assert game.reply_as(reply, "gyb") in letters
    assert not {*"⬛🟨🟩"} & {*letters}
    assert (digits == render(tree, kind)) == (kind != "html")
    if kind == "json":
        assert Tree.from_json(json.loads(letters), game).to_json() == tree.to_json()
    with pytest.raises(FewestError, match="Unknown style 'roman' for replies"):
        render(tree, kind, "roman")
