import json
import lzma
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest import SCORERS, Belief, Clue, FewestError, Tree, Wordle, evaluate, grow, strategy
from fewest.errors import GuessError, TreeError
from fewest.trees.drawing import KINDS
from fewest.trees.tree import play_each
from fewest.watch import Watch
from tests import oracles, samples
from tests.cases import first, meeting
from tests.samples import InOrder

Data = dict[str, Any]
SMALL = samples.wordles(lengths=st.integers(2, 5), most=15)

GAME = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz"))


def in_order(game: Wordle = GAME, *, hard: bool = False) -> Tree:
    """Try the secrets one by one: aab, then abb or bab, then bbc and ccc."""
    return grow(InOrder(), Belief.start(game, hard=hard))


def saved() -> Data:
    """The data of a tree's file."""
    data: Data = json.loads(json.dumps(in_order().to_json()))
    return data


@pytest.mark.parametrize(("name", "hard"), first(4, meeting([*SCORERS], [False, True])))
@settings(max_examples=samples.some_of(15))
@given(game=SMALL, data=st.data())
def test_a_tree_plays_what_the_strategy_chooses(name: str, hard: bool, game: Wordle, data: st.DataObject) -> None:
    play, start = strategy(name), Belief.start(game, hard=hard)
    openers = data.draw(st.lists(st.sampled_from(game.guesses), max_size=1 if hard else 3))
    tree = grow(play, start, openers)
    tree.check()
    if len(openers) < 2:
        assert grow(play, start, openers[0] if openers else None).to_json() == tree.to_json()
    assert {*tree.depths()} == {*game.secrets}
    for secret in game.secrets:
        belief, expected = start, list[Clue]()
        while not expected or expected[-1].guess != secret:
            is_fixed = len(expected) < len(openers) and (not expected or len(belief) > 1)
            guess = openers[len(expected)] if is_fixed else play.choose(belief)
            expected.append(Clue(guess, oracles.code(oracles.reply(guess, secret))))
            belief = belief.after(*expected[-1])
        assert tree.play(secret) == expected
        assert tree.depths()[secret] == len(expected)
    assert tree.total == sum(tree.depths().values())
    assert tree.opener == tree.root.guess == ([*openers, play.choose(start)][0])
    assert play_each(play, start, openers)[0].to_json() == tree.to_json()


def test_an_opener_that_the_rules_do_not_allow_is_refused(original: Wordle) -> None:
    start = Belief.start(original, hard=True)
    with pytest.raises(GuessError, match="'courd' is not allowed in hard mode"):
        grow(strategy(), start, ["salet", "courd"])
    with pytest.raises(GuessError, match="'zzzzz' is not an allowed guess"):
        grow(strategy(), start, ["salet", "zzzzz"])


@given(game=SMALL, hard=st.booleans())
def test_a_tree_survives_being_written_and_read(game: Wordle, hard: bool) -> None:
    tree = grow(strategy(), Belief.start(game, hard=hard))
    again = Tree.from_json(json.loads(json.dumps(tree.to_json())), game)
    assert again == tree
    assert again.to_json() == tree.to_json()


def test_walking_meets_parents_before_children_by_reply() -> None:
    tree = in_order()
    steps = [(depth, reply and tree.game.reply_text(reply), node.guess) for depth, reply, node in tree.walk()]
    assert steps[0] == (1, None, "aab")
    assert [step[2] for step in steps if step[0] == 2] == [
        node.guess for _, node in sorted(tree.root.replies.items()) if node is not None
    ]
    assert len({id(node) for _, _, node in tree.walk()}) == len(steps) == len(tree.to_json()["nodes"])


def test_growing_reports_progress() -> None:
    reports: list[tuple[int, int | None]] = []
    grow(InOrder(), Belief.start(GAME), watch=Watch(lambda each: reports.append((each.done, each.total))))
    assert reports == sorted(reports)
    assert reports[-1] == (5, 5)


def test_an_opener_must_be_allowed_but_may_tell_nothing() -> None:
    with pytest.raises(GuessError, match="'zzz' is not an allowed guess"):
        grow(strategy(), Belief.start(GAME), "zzz")
    with pytest.raises(GuessError, match="'' is not an allowed guess"):
        grow(strategy(), Belief.start(GAME), "")
    tree = grow(strategy(), Belief.start(GAME), "XYZ")
    tree.check()
    assert tree.opener == "xyz"
    assert min(tree.depths().values()) == 2
    tree.root.replies[GAME.win] = None
    with pytest.raises(TreeError, match="No secret leads to xyz=222 in this tree"):
        tree.check()


@pytest.mark.parametrize("hard", [False, True])
def test_a_strategy_that_repeats_a_useless_guess_is_stopped(hard: bool) -> None:
    class Stuck(InOrder):
        name = "stuck"

        def choose(self, belief: Belief) -> str:
            return "xyz"

    with pytest.raises(FewestError, match="strategy stuck is stuck: it guesses 'xyz'"):
        grow(Stuck(), Belief.start(GAME, hard=hard))


def test_a_tree_for_some_of_the_secrets_fails_the_check() -> None:
    tree = grow(strategy(), Belief.start(GAME, [1, 1, 0, 0, 0]))
    assert {*tree.depths()} == {"aab", "abb"}
    with pytest.raises(TreeError, match="has no guess after"):
        tree.check()


def node(data: Data, guess: str) -> Data:
    """The entry of a guess in a saved tree."""
    found: Data = next(entry for entry in data["nodes"] if entry["guess"] == guess)
    return found


def leads(data: Data, value: Any) -> None:
    """Let the first reply of the root lead elsewhere."""
    replies = data["nodes"][0]["replies"]
    replies[next(iter(replies))] = value


def share(data: Data) -> None:
    """Let two replies lead to the same node, as a graph would."""
    replies = [reply for reply, child in data["nodes"][0]["replies"].items() if child is not None]
    data["nodes"][0]["replies"][replies[0]] = data["nodes"][0]["replies"][replies[1]]


def add(data: Data, guess: str, replies: Data, under: str) -> None:
    """Add a node under a reply of the root."""
    data["nodes"].append({"guess": guess, "replies": replies})
    data["nodes"][0]["replies"][under] = len(data["nodes"]) - 1


BROKEN: dict[str, tuple[Callable[[Data], object], str]] = {
    **{
        f"no {key}": (lambda data, key=key: data.pop(key), "missing or misplaced|claims None guesses")  # type: ignore[misc]
        for key in ("format", "fingerprint", "strategy", "hard", "total", "nodes")
    },
    "other format": (lambda data: data.update(format="fewest-tree-0"), "format is 'fewest-tree-0', not 'fewest-tr"),
    "other words": (
        lambda data: data.update(fingerprint="wordle-0"),
        r"for a different game or list, not for a list \(7 gue",
    ),
    "other total": (lambda data: data.update(total=data["total"] + 1), "claims 10 guesses in total, but needs 9"),
    "hard as text": (lambda data: data.update(hard="no"), "'hard' is 'no', but must be true or false"),
    "nothing but a format": (
        lambda data: [data.pop(key) for key in [*data] if key != "format"],
        r"something is missing or misplaced \('label'\)\.$",
    ),
    "no nodes": (lambda data: data.update(nodes=[]), "missing or misplaced"),
    "loop": (lambda data: leads(data, 0), "Node 0 leads to 0; it may only lead to later nodes"),
    "shared": (share, "More than one reply leads to the same node"),
    "early end": (lambda data: leads(data, None), "The tree ends at aab=.*, but '.*' is not found yet"),
    "unreached secret": (
        lambda data: node(data, "ccc")["replies"].clear(),
        "no guess after ccc=222, the reply of 'ccc'",
    ),
    "unlisted guess": (lambda data: node(data, "abb").update(guess="zzz"), "'zzz' is not an allowed guess"),
    "dead branch": (lambda data: add(data, "abc", {"222": None}, "221"), "No secret leads to aab=221 in this tree"),
    "dead end": (lambda data: node(data, "abb")["replies"].update({"111": None}), "No secret leads to abb=111"),
    "going on": (lambda data: add(data, "aab", {"222": None}, "222"), "The tree continues after 'aab' has won"),
    "node in vain": (
        lambda data: data["nodes"].append({"guess": "abc", "replies": {}}),
        "6 nodes, but only 5 of them",
    ),
    "no reply": (lambda data: node(data, "abb")["replies"].update({"22": None}), "'22' is not a reply"),
    "reply twice": (
        lambda data: data["nodes"][0]["replies"].update({"bbb": 2}),
        "Node 0 has the reply 'bbb' to 'aab' twice",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_tree_is_refused_by_file_and_reason(name: str, tmp_path: Path) -> None:
    change, message = BROKEN[name]
    data = saved()
    change(data)
    path = tmp_path / "tree.json"
    path.write_text(json.dumps(data))
    with pytest.raises(TreeError, match=message) as caught:
        Tree.load(path, GAME)
    assert str(caught.value).startswith(f"{path}: ")
    with pytest.raises(TreeError, match=message):
        Tree.from_json(data, GAME)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a JSON file"),
        (b"{", "not a JSON file"),
        (b"\xff\xfe\xfd", "not a JSON file"),
        (b"null", "missing or misplaced"),
        (b"[]", "missing or misplaced"),
        (b'"fewest-tree-1"', "missing or misplaced"),
        (b"[" * 100_000, "not a JSON file"),
        (b'{"format": ' + b"9" * 5000 + b"}", "not a JSON file|The format is"),
        (b'{"format": "fewest-tree-1", "edition": "mine"}', "There is no edition 'mine'"),
        (b'{"format": "fewest-tree-1", "edition": ["original"]}', "missing or misplaced"),
    ],
)
def test_invalid_trees_are_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "tree.json"
    path.write_bytes(content)
    with pytest.raises(TreeError, match=message) as caught:
        Tree.load(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_tree_in_which_a_reply_stands_twice_is_refused(tmp_path: Path) -> None:
    """Python's JSON reader keeps the last one, which is right here, unlike the first."""
    path = tmp_path / "tree.json"
    text = json.dumps(saved())
    path.write_text(text.replace('{"000": ', '{"000": 99, "000": ', 1))
    assert json.loads(path.read_text()) == saved()
    with pytest.raises(TreeError, match=r"tree\.json: '000' appears twice; it may appear only once\.$"):
        Tree.load(path, GAME)


def test_a_packed_tree_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "tree.json.xz"
    path.write_bytes(lzma.compress(json.dumps(saved()).encode()))
    assert Tree.load(path, GAME).total == saved()["total"]
    path.write_bytes(b"{}")
    with pytest.raises(TreeError, match=r"tree\.json\.xz: not an xz file"):
        Tree.load(path, GAME)


@pytest.mark.parametrize(("name", "reason"), [("missing.json", "No such file"), (".", "Is a directory")])
def test_a_tree_that_cannot_be_read_is_refused(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(TreeError, match=rf"cannot be read \({reason}"):
        Tree.load(tmp_path / name)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place in JSON data, as its container and key."""
    keys = data.keys() if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [place for key in keys for place in [(data, key), *places(data[key])]]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from([*range(7), *GAME.guesses]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text() | st.just("222"), inner, max_size=2),
)


@settings(max_examples=samples.some_of(300))
@given(st.data(), JUNK)
def test_a_tree_with_anything_in_any_place_is_refused_or_the_same(choice: st.DataObject, junk: Any) -> None:
    data = saved()
    container, key = choice.draw(st.sampled_from(places(data)))
    container[key] = junk
    try:
        tree = Tree.from_json(data, GAME)
    except TreeError:
        return
    assert tree.to_json()["nodes"] == in_order().to_json()["nodes"]


@pytest.fixture(scope="module")
def deep() -> Tree:
    """A tree deeper than Python's stack: no two words share a letter, so a reply only says yes or no."""
    words = [chr(code) + chr(code + 1) for code in range(0x4E00, 0x4E00 + 2 * (sys.getrecursionlimit() + 50), 2)]
    return in_order(samples.wordle(*words))


@pytest.mark.slow
def test_a_tree_deeper_than_the_stack_is_saved_and_loaded(deep: Tree, tmp_path: Path) -> None:
    count = len(deep.game.secrets)
    assert max(deep.depths().values()) == count > sys.getrecursionlimit()
    deep.save(tmp_path / "deep.json")
    again = Tree.load(tmp_path / "deep.json", deep.game)  # which checks it
    assert again.total == deep.total == count * (count + 1) // 2


@pytest.mark.parametrize("kind", first(1, KINDS))
def test_a_tree_deeper_than_the_stack_is_drawn(deep: Tree, tmp_path: Path, kind: str) -> None:
    deep.save(tmp_path / f"deep.{kind}")
    text = (tmp_path / f"deep.{kind}").read_text(encoding="utf-8")
    assert all(word in text for word in deep.game.secrets)


def test_a_tree_that_breaks_hard_mode_is_refused() -> None:
    game = samples.wordle("ab", "ac", "ad", "ae", guesses=("cd",))
    tree = grow(strategy("entropy"), Belief.start(game), "ab")
    tree.check()
    message = "'cd' is not allowed in hard mode: it must use all hints of ab=20"
    with pytest.raises(TreeError, match=message):
        replace(tree, hard=True).check()
    with pytest.raises(TreeError, match=message):
        Tree.from_json({**tree.to_json(), "hard": True}, game)


def test_a_tree_is_not_saved_in_an_unknown_format(tmp_path: Path) -> None:
    with pytest.raises(FewestError, match=r"Unknown tree format 'pdf'\. Use json, txt, dot or html"):
        in_order().save(tmp_path / "tree.pdf")
    assert [*tmp_path.iterdir()] == []


def test_a_tree_has_a_one_line_repr() -> None:
    belief = Belief.start(GAME)
    tree = grow(strategy("entropy"), belief)
    assert repr(tree) == f"<Tree: {tree.opener} by entropy on a list, 5 secrets>"
    assert str(tree) == str(evaluate(tree))
    later = grow(strategy("entropy"), belief.after("ccc", "002"))
    assert repr(later) == "<Tree: bbc by entropy on a list after 1 clue, 1 secret>"


def test_the_last_secret_is_played_without_the_strategy() -> None:
    class Choosy(InOrder):
        def choose(self, belief: Belief) -> str:
            assert len(belief) > 1
            return super().choose(belief)

    belief = Belief.start(GAME)
    assert play_each(Choosy(), belief)[0] == grow(Choosy(), belief) == in_order()


def test_laps_are_tenths(original: Wordle) -> None:
    began = time.perf_counter()
    _, timings = play_each(strategy("entropy"), Belief.start(original), "soare", answers=original.answers[:100])
    assert [timing.answers for timing in timings] == [*range(10, 101, 10)]
    assert all(timing.seconds >= 0 for timing in timings)
    assert 0 < sum(timing.seconds for timing in timings) <= time.perf_counter() - began
