"""The figures in the tables of the README and the documents are those that the commands beside them print.

They are read from the documents, so that a wrong figure there fails here. Long ones are slow tests; `make proofs`
checks whole proofs over all openers. Times in seconds are not tested.
"""

import json
import math
import re
import shlex
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from fewest import Belief, Wordle, evaluate, grow, strategy
from fewest.curves import Curve
from fewest.games import make_game
from fewest.words import edition, frequency_weights
from tests.cases import first
from tests.cli.running import Call
from tests.markdown import README, ROOT, Row, commands, find, table, whole

INFORMATION, GAMES, STRATEGIES, MEASURED, VALUES, EXPECTED_MOVES = (
    ROOT / "docs" / f"{name}.md"
    for name in ("information", "games", "strategies", "measured", "values", "documents/expected-moves")
)
DOCUMENTS = ROOT / "docs" / "documents"
EDITIONS = ("original", "nyt-2022", "nyt-2023")

slow = (pytest.mark.slow, pytest.mark.timeout(1200))


def marked(*values: Any, is_slow: bool) -> Any:
    """Parameters of a test that may be slow."""
    return pytest.param(*values, id=" ".join(map(str, values)), marks=slow if is_slow else ())


class Figure(NamedTuple):
    """A cell about a strategy, such as 3.5633 (tarse), 1 lost."""

    mean: str
    opener: str
    lost: int

    @classmethod
    def read(cls, cell: str) -> "Figure":
        """Read a cell."""
        found = re.fullmatch(r"\**([\d.]+)\** \((\w+)\)(?:, (\d+) lost)?", cell)
        assert found is not None, cell
        return cls(found[1], found[2], int(found[3] or 0))


def by_strategy(path: Any, quick: tuple[str, ...]) -> list[Any]:
    """Strategies, editions and cells, row by row; long ones are marked slow."""
    return [
        marked(name, each, row[each], is_slow=name not in quick or (each != "original" and name != "expected-moves"))
        for row in table(path, "strategy", *EDITIONS)
        for name in [re.match(r"[^, ]+", row["strategy"])[0]]  # type: ignore[index]
        for each in EDITIONS
    ]


QUICK = (
    "letters",
    "letters-adjusted",
    "minimax",
    "statistical",
    "expected-size",
    "entropic",
    "entropy",
    "most-parts",
    "expected-moves",
    "expected-moves:over=mean",
)


@pytest.mark.parametrize(
    ("name", "edition", "cell"),
    first(1, [*by_strategy(STRATEGIES, QUICK), *by_strategy(INFORMATION, ("expected-moves:over=mean",))]),
)
def test_a_strategy_plays_as_the_table_says(name: str, edition: str, cell: str, call: Call) -> None:
    """Perfect play is asked for the value of its opener only."""
    figure = Figure.read(cell)
    if name == "optimal":
        data = json.loads(call("prove", "-e", edition, "--opener", figure.opener, "--json").out)
        assert (data["proved"], f"{data['mean']:.4f}", data["opener"]) == (True, *figure[:2])
        return
    (row,) = json.loads(call("compare", "-e", edition, "-s", name, "--json").out)
    assert (f"{row['mean']:.4f}", row["opener"], row["losses"]) == figure


QUICK_PLAY = ("statistical:ties=answer-list", "letters-adjusted:ties=list-end --guess-from answer-list --opener raise")


def claims() -> list[Any]:
    """The claims of the published documents that a command of ours checks without other files."""
    header = ("claim", "command", "printed", "published", "verdict")
    paths = sorted(path for path in DOCUMENTS.glob("*.md") if path.name != "README.md")
    return [
        pytest.param(row, id=f"{path.stem}: {command}", marks=slow if plays and not quick else ())
        for path in paths
        for row in table(path, *header)
        for command in [row["command"]]
        for plays in [re.match("fewest (evaluate|converge) ", command)]
        for quick in [any(each in command for each in QUICK_PLAY)]
        if command.startswith("fewest ") and not any(name in command for name in ("small.txt", "--answers A", ".svg"))
    ]


def test_published_claims_have_a_known_verdict() -> None:
    known = {row["verdict"] for row in table(DOCUMENTS / "README.md", "verdict", "meaning")}
    paths = [path for path in DOCUMENTS.glob("*.md") if path.name != "README.md"]
    assert {row["verdict"] for path in paths for row in table(path, "claim", "command", "printed")} <= known


@pytest.mark.parametrize("row", claims())
def test_published_claims_print_what_their_table_says(row: Row, call: Call) -> None:
    """An ellipsis stands for any text between what is shown."""
    printed = " ".join(call(*shlex.split(row["command"])[1:]).out.split())
    assert re.search(".*".join(map(re.escape, row["printed"].split(" … "))), printed), printed


def best_openers() -> list[tuple[str, str]]:
    """Openers and their totals, as in: crate and trace 7,926."""
    (text,) = find(MEASURED, r"proves the ten best openers of `original`: ([^.]*)\.")
    found = re.findall(r"(\w+)(?:\s+and\s+(\w+))?\s+(\d,\d{3})", text)
    return [(opener, total) for one, two, total in found for opener in (one, two) if opener]


def test_there_are_ten_best_openers() -> None:
    openers, totals = zip(*best_openers(), strict=True)
    assert len({*openers}) == 10
    assert [*totals] == sorted(totals)


@pytest.mark.parametrize(("opener", "total"), [marked(*each, is_slow=True) for each in best_openers()])
def test_the_best_openers_take_what_is_said(opener: str, total: str, call: Call) -> None:
    data = json.loads(call("prove", "--opener", opener, "--json").out)
    assert (data["proved"], f"{data['total']:,}") == (True, total)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=name, marks=() if name == "lookahead:depth=1" else slow)
        for row in table(INFORMATION, "fewest evaluate --strategy", "opener", "total", "mean")
        for name in [row["fewest evaluate --strategy"]]
    ],
)
def test_lookahead_plays_as_the_table_says(row: Row, call: Call) -> None:
    data = json.loads(call("evaluate", "--strategy", row["fewest evaluate --strategy"], "--json").out)
    assert (data["opener"], f"{data['total']:,}", f"{data['mean']:.4f}") == (row["opener"], row["total"], row["mean"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prior", "name", "mean", "lost"),
    [
        marked(*row.values(), is_slow=row["strategy"] != "entropy:ties=alphabet" or row["prior"] != "uniform")
        for row in table(INFORMATION, "prior", "strategy", "mean", "beyond six")
    ],
)
def test_a_player_who_does_not_know_the_list_plays_as_the_table_says(
    prior: str, name: str, mean: str, lost: str, call: Call
) -> None:
    options = ["--secrets", "guesses", *(["--prior", prior] if prior != "uniform" else [])]
    data = json.loads(call("evaluate", *options, "--strategy", name, "--json").out)
    assert (f"{data['mean']:.4f}", str(data["losses"])) == (mean, lost)


def recipe(call: Call, curve: Path, options: list[str], uncertainty: str, *variants: str) -> list[dict[str, Any]]:
    """The recipe from a list of frequent words to a mean, for variants of expected-moves."""
    learn = [*options, "--rounds", "1", "--uncertainty", uncertainty, "--output", str(curve)]
    assert call("train", *learn).code == 0
    plays = [["--strategy", f"expected-moves:curve={curve}{more}"] for more in variants]
    return [json.loads(call("evaluate", *options, *play, "--json").out) for play in plays]


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", table(EXPECTED_MOVES, "steepness", "bits at the start"), ids=lambda row: row["steepness"]
)
def test_frequent_words_are_found_as_the_recipe_says(row: Row, call: Call, tmp_path: Path) -> None:
    train, _, evaluate_ = [command for command in commands(EXPECTED_MOVES) if command[0] == "fewest"]
    options = train[2 : train.index("--rounds")]
    assert evaluate_[2 : evaluate_.index("--strategy")] == options
    options[options.index("--steepness") + 1] = row["steepness"]
    curve = tmp_path / "curve.json"
    found, other = recipe(call, curve, options, "entropy", ",over=mean", "")
    assert f"{Curve.load(curve).bits[-1]:.2f}" == row["bits at the start"]
    (counted,) = recipe(call, curve, options, "count", ",over=mean")
    assert find(EXPECTED_MOVES, r"log₂ 4,047 = ([\d.]+) bits") == (f"{Curve.load(curve).bits[-1]:.2f}",)
    for data, before in ((found, ""), (counted, "counted: ")):
        figures = f"{data['mean']:.4f}", f"{data['prior_mean']:.4f}", str(data["losses"])
        assert figures == tuple(
            row[before + name] for name in ("mean over all words", "mean under the prior", "beyond six")
        )
    if row["steepness"] == "0.003":
        said = find(EXPECTED_MOVES, r"needs (3\.\d+) guesses over all words and (3\.\d+) under the prior")
        assert said == (f"{other['mean']:.4f}", f"{other['prior_mean']:.4f}")
        assert find(EXPECTED_MOVES, r"starts at 11\.98 bits and (3\.\d+) guesses") == (
            f"{Curve.load(curve).guesses[-1]:.3f}",
        )
        claims = {each["claim"]: each["printed"] for each in reversed(table(EXPECTED_MOVES, "claim", "command"))}
        entropy = json.loads(call("evaluate", *options, "--strategy", "entropy:ties=list", "--json").out)
        assert claims["guesses of expected moves"] == f"{counted['mean']:.4f}"
        assert claims["guesses of entropy, which its plot shows"] == f"{entropy['mean']:.4f}"


def test_the_page_of_strategies_quotes_that_table() -> None:
    rows = {(row["prior"], row["strategy"]): row for row in table(INFORMATION, "prior", "strategy", "mean")}
    means = find(
        STRATEGIES,
        r"need (3\.\d+) guesses for the answers of `original` and lose none \(`fewest evaluate --secrets guesses "
        r"--prior frequency --strategy expected-moves:within=6`\), and (3\.\d+) with `lookahead:width=10,within=6`. "
        r"Without a prior, `entropy:ties=alphabet` needs (4\.\d+)",
    )
    assert means == (
        rows["frequency", "expected-moves:within=6"]["mean"],
        rows["frequency", "lookahead:width=10,within=6"]["mean"],
        f"{float(rows['uniform', 'entropy:ties=alphabet']['mean']):.2f}",
    )
    assert rows["frequency", "expected-moves:within=6"]["beyond six"] == "0"


@pytest.mark.parametrize(
    ("prior", "cell", "name", "expected"),
    [
        marked((midpoint, steepness), cell, name, expected, is_slow=True)
        for row in table(INFORMATION, "midpoint", "steepness 0.00077", "steepness 0.00154")
        for midpoint in [whole(row["midpoint"])]
        for steepness, cell in [(each.split()[1], row[each]) for each in row if each != "midpoint"]
        for name, expected in zip(("expected-moves", "expected-moves:within=6"), cell.split(", "), strict=True)
    ],
)
def test_priors_are_as_good_as_the_table_says(prior: tuple[int, str], cell: str, name: str, expected: str) -> None:
    """The steepnesses are rounded in the table: 10, 20 and 40 over the number of guesses."""
    midpoint, steepness = prior
    start = weighted("original", midpoint, {"0.00077": 10, "0.00154": 20, "0.00308": 40}[steepness])
    result = evaluate(grow(strategy(name), start, answers=start.game.answers))
    assert f"{result.mean:.4f} ({result.losses})" == expected


def weighted(name: str, midpoint: float, steepness: float) -> Belief:
    """A belief over all allowed guesses by word frequency, as in bench/prior.py."""
    words = Wordle.edition(f"{name}/guesses")
    midpoint = next(each for each in (0.7, 1.0, 1.3, 1.7, 2.2) if abs(each * len(words.answers) - midpoint) < 1)
    weights = frequency_weights(
        words.words, words.secrets, midpoint * len(words.answers), steepness / len(words.guesses)
    )
    return Belief.start(words, [float(weight) for weight in weights])


@pytest.mark.parametrize(
    ("name", "row"),
    [
        pytest.param(name, row, id=name)
        for row in table(GAMES, "strategy", "total", "mean", "worst")
        for name in row["strategy"].split(", ")
    ],
)
def test_strategies_find_codes_as_the_table_says(name: str, row: Row, call: Call) -> None:
    (data,) = json.loads(call("compare", "--game", "mastermind", "-s", name, "--json").out)
    figures = f"{data['total']:,}", f"{data['mean']:.4f}", f"{data['worst']}"
    assert figures == (row["total"], row["mean"], row["worst"])


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=row["game"])
        for row in table(GAMES, "game", "options", "secrets", "replies")
        if row["game"] != "table"
    ],
)
def test_games_are_as_large_as_the_table_says(row: Row) -> None:
    """The options are the defaults."""
    made = make_game(row["game"])
    assert whole(re.match(r"[\d,]*\d", row["secrets"])[0]) == len(made.secrets)  # type: ignore[index]
    replies = re.match(r"[\d,]*\d", row["replies"])
    assert made.replies == (whole(replies[0]) if replies else len(row["replies"].split(", ")))
    if "=" in row["options"]:
        assert make_game(f"{row['game']}:{row['options'].replace(' ', '')}").fingerprint == made.fingerprint


def test_bits_and_brute_force_are_as_said() -> None:
    bits, answers = find(INFORMATION, r"log₂ n bits of uncertainty, ([\d.]+) for the ([\d,]+) answers of `original`")
    assert whole(answers) == len(edition("original").answers)
    assert f"{math.log2(whole(answers)):.1f}" == bits
    (brute,) = find(INFORMATION, r"one word after the other and needs ([\d,.]+) guesses on average on nyt-2023")
    assert f"{(len(edition('nyt-2023').answers) + 1) / 2:,.1f}" == brute


def rounds() -> list[list[str]]:
    """The rounds of training: number, strategy, opener and mean."""
    text = INFORMATION.read_text(encoding="utf-8")
    return [line.split() for line in re.findall(r"^    (\d  .*)$", text, re.M)]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_training_goes_as_shown(call: Call) -> None:
    made = json.loads(call("train", "--json").out)["rounds"]
    assert [[f"{each['round']}", each["strategy"], each["opener"], f"{each['mean']:.4f}"] for each in made] == rounds()


@pytest.mark.slow
def test_remarks_on_strategies_are_true(call: Call) -> None:
    (total,) = find(STRATEGIES, r"take the same total on nyt-2023, ([\d,]+\d)")
    rows = json.loads(call("compare", "-e", "nyt-2023", "-s", "entropy", "-s", "entropic", "--json").out)
    assert [f"{row['total']:,}" for row in rows] == [total] * 2
    (mean,) = find(STRATEGIES, r"breaking them towards possible secrets gives ([\d.]+\d)")
    assert mean == Figure.read(table(STRATEGIES, "strategy", "original")[6]["nyt-2022"]).mean


def test_the_readme_quotes_what_is_measured() -> None:
    """Each figure in a comparison also occurs in the documents, with its machine and method."""
    rows = {row["task"]: row for row in table(README, "task", "fewest", "the best other program we know", "command")}
    told = "".join(path.read_text(encoding="utf-8") for path in (MEASURED, GAMES, VALUES))
    told = re.sub(r"\s+", " ", told)
    assert len(rows) == 5
    for row in rows.values():
        assert row["command"] in told
        figures = re.findall(r"\d[\d,.]*\d", row["fewest"] + " " + row["the best other program we know"])
        assert [figure for figure in figures if figure not in told] == []
    opener, mean = find(
        README, r"proves that (\w+) is the best of the 12,972 first guesses of `original`, with ([\d.]+) guesses"
    )
    assert f"`fewest prove -e original` | {opener} | 7,920 | {mean} |" in VALUES.read_text(encoding="utf-8")
