import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fewest import Belief, Clue, Wordle, evaluate, grow, strategies, strategy
from fewest.learning.accuracy import Accuracy, measure
from fewest.learning.convergence import Convergence, converge
from fewest.learning.training import Learnt, train
from fewest.questions.plot import DEFAULT_STRATEGIES
from fewest.report import plots
from fewest.report.plots import Plot
from fewest.setup import Setup
from fewest.strategies import Advised
from fewest.trees.tree import Player
from fewest.watch import Watch
from fewest.words import WordList, frequency_weights, ranking
from fewest.words.prior import DEFAULT_MIDDLE
from tests.cases import first
from tests.cli.running import Call, assert_refused

NAMES = (
    *("expected-moves", "distribution", "bits", "openers", "convergence"),
    *("belief", "split", "prior", "game", "lookahead"),
)
ARGUMENTS = {"split": ["abbey"], "game": ["abbot"]}
"""What a plot cannot be drawn without."""

FREQUENCY = ["--prior", "frequency"]
ESTIMATORS = [strategies.estimator(name) for name in strategies.ESTIMATORS]


@pytest.fixture
def measured(small: Wordle, tmp_path: Path) -> tuple[Path, Path, Path]:
    """Files as `fewest accuracy` and `fewest converge` write them."""
    belief = Belief.start(small)
    paths = tuple(tmp_path / f"{name}.json" for name in ("accuracy", "entropic", "statistical"))
    measure(belief, ESTIMATORS, 2, 3).save(paths[0])
    for path in paths[1:]:
        converge(belief, strategies.estimator(path.stem)).save(path)
    return paths[0], paths[1], paths[2]


def expected(name: str, game: Wordle) -> Plot:
    """What a command draws by default, made with the library."""
    belief = Belief.start(game)
    if name == "expected-moves":
        curve, made = train(belief)
        seen = next(each for each in made if each.curve is curve).samples
        return plots.expected_moves(Learnt(curve, seen, conditions="uniform prior"))
    if name == "distribution":
        return plots.distribution([evaluate(grow(strategy(each), belief)) for each in DEFAULT_STRATEGIES])
    if name == "bits":
        return plots.bits(grow(strategy(), belief), belief)
    if name == "openers":
        return plots.openers(measure(belief, ESTIMATORS, 10, 40))
    if name == "belief":
        return plots.belief(belief, "uniform prior")
    if name == "split":
        return plots.split(belief, ["abbey"], "uniform prior")
    if name == "prior":
        weights = dict(zip(game.secrets, map(float, frequency_weights(game.words, game.secrets)), strict=True))
        middle = DEFAULT_MIDDLE * len(game.answers)
        return plots.prior(game.label, ranking(game.words), weights, game.answers, "frequency prior", middle)
    if name == "game":
        clues = play(Advised(game.max_guesses), belief, "abbot")
        return plots.game(belief, clues, "fewest", "uniform prior")
    if name == "lookahead":
        answers = Belief.start(Wordle(WordList(game.label, game.answers, game.answers)))
        return plots.lookahead(game.label, *looked_ahead(answers, 3), "all 6 words; uniform prior")
    return plots.convergence([converge(belief, each, watch=Watch().within(20)) for each in ESTIMATORS])


def play(player: Player, belief: Belief, secret: str) -> list[Clue]:
    """A game against a secret."""
    clues: list[Clue] = []
    while not belief.won:
        guess = player.choose(belief)
        clues.append(Clue(guess, belief.game.reply(guess, secret)))
        belief = belief.after(*clues[-1])
    return clues


def looked_ahead(belief: Belief, depth: int) -> tuple[list[int], int, float]:
    """How many guesses each depth values, how many there are, and how many replies a guess gets on average."""
    game = belief.game
    valued = []
    for plies in range(1, depth + 1):
        player = strategies.Lookahead(strategies.estimator("expected-moves"), plies, len(game.guesses), 0)
        player.choose(belief)
        valued.append(player.evaluations)
    replies = [len({game.reply(guess, game.secrets[at]) for at in belief.secrets}) for guess in game.guesses]
    return valued, len(game.guesses), float(np.mean(replies))


def drawn(figure: Plot) -> list[Any]:
    """Everything that a figure shows, without drawing it."""
    found: list[Any] = [
        figure.get_suptitle(),
        [[text.get_text() for text in each.get_texts()] for each in figure.legends],
    ]
    for axes in figure.axes:
        found += [axes.get_title("left"), axes.get_xlabel(), axes.get_ylabel(), axes.get_xlim(), axes.get_ylim()]
        found += [np.asarray(line.get_xydata()).tolist() for line in axes.lines]
        found += [np.asarray(each.get_offsets()).tolist() for each in axes.collections]
        found += [np.asarray(patch.get_path().vertices).tolist() for patch in axes.patches]
        found += [patch.get_window_extent().bounds for patch in axes.patches]
        found += [text.get_text() for text in axes.texts] + axes.get_legend_handles_labels()[1]
    return found


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Plot]:
    """The figures that commands save."""
    made: list[Plot] = []
    save = plots.save

    def keep(figure: Plot, path: Path) -> None:
        made.append(figure)
        save(figure, path)

    monkeypatch.setattr(plots, "save", keep)
    return made


@pytest.fixture
def sketches(figures: list[Plot], monkeypatch: pytest.MonkeyPatch) -> list[Plot]:
    """The same, but no picture is made of them, which takes the most time."""
    monkeypatch.setattr(plots, "render", lambda figure, kind: b"")
    return figures


@pytest.mark.parametrize("name", NAMES)
def test_every_plot_is_what_the_library_draws(
    name: str, call: Call, lists: list[str], small: Wordle, tmp_path: Path, sketches: list[Plot]
) -> None:
    path = tmp_path / "plot.svg"
    result = call("plot", name, *ARGUMENTS.get(name, []), *lists, "-o", str(path))
    assert (result.code, result.out) == (0, "")
    assert drawn(sketches[0]) == drawn(expected(name, small))
    assert path.exists()


@pytest.mark.parametrize("name", first(2, NAMES))
def test_every_plot_is_written(name: str, call: Call, lists: list[str], tmp_path: Path, figures: list[Plot]) -> None:
    path = tmp_path / "plot.png"
    assert call("plot", name, *ARGUMENTS.get(name, []), *lists, "--output", str(path)).code == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert len(figures) == 1


def test_options_are_passed_on(
    call: Call, lists: list[str], small: Wordle, tmp_path: Path, sketches: list[Plot]
) -> None:
    belief = Belief.start(small, hard=True)
    more = ["--hard", "--opener", "hotty", "-o", str(tmp_path / "plot.svg")]
    assert call("plot", "distribution", *lists, "-s", "minimax", "--max-guesses", "1", *more).code == 0
    assert call("plot", "bits", *lists, "-s", "minimax", "--secret", "ABBEY", "--secret", "abbey", *more).code == 0
    tree = grow(strategy("minimax"), belief, "hotty")
    assert drawn(sketches[0]) == drawn(plots.distribution([evaluate(tree, max_guesses=1)]))
    assert drawn(sketches[1]) == drawn(plots.bits(tree, belief, ["abbey"]))


def test_strategies_with_options_keep_their_names(
    call: Call, lists: list[str], tmp_path: Path, sketches: list[Plot]
) -> None:
    options = ["-s", "lookahead:depth=1", "-s", "lookahead:depth=2", "-o", str(tmp_path / "plot.svg")]
    assert call("plot", "distribution", *lists, *options).code == 0
    names = [axes.get_title("left").partition(", ")[0] for axes in sketches[0].axes]
    assert names == ["lookahead:depth=1", "lookahead:depth=2"]


@pytest.mark.slow
def test_data_of_other_commands_are_drawn(call: Call, measured: tuple[Path, Path, Path], tmp_path: Path) -> None:
    accuracy, *searches = measured
    path = tmp_path / "plot.svg"
    assert call("plot", "openers", "--data", str(accuracy), "-o", str(path)).code == 0
    assert path.read_bytes() == plots.render(plots.openers(Accuracy.load(accuracy)), ".svg")
    data = [option for search in searches for option in ("--data", str(search))]
    assert call("plot", "convergence", *data, "-o", str(path)).code == 0
    runs = [Convergence.load(search) for search in searches]
    assert path.read_bytes() == plots.render(plots.convergence(runs), ".svg")


def test_a_curve_that_was_learnt_is_drawn_with_its_data(
    call: Call, alike: list[str], tmp_path: Path, sketches: list[Plot]
) -> None:
    data, output = tmp_path / "curve.json", str(tmp_path / "plot.svg")
    believed = ["--prior", "frequency", "--middle", "1500", "--steepness", "0.003"]
    assert call("train", *alike, *believed, "--rounds", "1", "--bucket", "0.25", "-o", str(data)).code == 0
    assert call("plot", "expected-moves", "--data", str(data), "-o", output).code == 0
    learnt = Learnt.load(data)
    assert learnt.samples is not None
    assert drawn(sketches[0]) == drawn(plots.expected_moves(learnt))
    title = sketches[0].get_suptitle()
    assert title.endswith("learnt on alike.txt\nfrequency prior (middle 1,500, steepness 0.003)")
    assert "means per 0.25 bits" in sketches[0].axes[0].get_legend_handles_labels()[1]
    assert call("plot", "expected-moves", *alike, *believed, "-o", output).code == 0
    assert sketches[1].get_suptitle() == title


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"positions": 3}, "not a curve as `fewest train` writes it"),
        ({"positions": {"bits": [1], "guesses": [1.5]}}, r"writes it \('weights'\)"),
        ({"bucket": 0}, "a bucket is a number of bits above 0"),
        ({"format": "fewest-tree-1"}, "the format is 'fewest-tree-1', not 'fewest-curve-1'"),
    ],
)
def test_a_file_that_holds_no_curve_is_not_drawn(
    broken: dict[str, Any], message: str, call: Call, lists: list[str], tmp_path: Path
) -> None:
    data, output = tmp_path / "curve.json", tmp_path / "plot.svg"
    assert call("train", *lists, "--rounds", "1", "-o", str(data)).code == 0
    data.write_text(json.dumps(json.loads(data.read_text()) | broken))
    assert_refused(call("plot", "expected-moves", "--data", str(data), "-o", str(output)), message)
    assert not output.exists()


def test_one_estimator_can_be_measured(
    call: Call, lists: list[str], small: Wordle, tmp_path: Path, sketches: list[Plot]
) -> None:
    options = [*lists, "--estimator", "entropic", "-o", str(tmp_path / "plot.svg")]
    assert call("plot", "openers", *options, "--best", "0", "--sample", "2").code == 0
    assert call("plot", "convergence", *options, "--seconds", "0", "--optimum", "1.5").code == 0
    belief, entropic = Belief.start(small), strategies.estimator("entropic")
    assert drawn(sketches[0]) == drawn(plots.openers(measure(belief, [entropic], 0, 2)))
    run = converge(belief, entropic, watch=Watch().within(0))
    assert len(run.steps) == 1
    assert drawn(sketches[1]) == drawn(plots.convergence([run], 1.5))


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_another_kind_is_refused_before_anything_is_measured(name: str, call: Call) -> None:
    message = r"plot\.pdf: a plot is written as PNG or SVG; end the name in \.png or \.svg\.$"
    arguments = [*ARGUMENTS.get(name, []), "--answers", "missing.txt"]
    assert_refused(call("plot", name, *arguments, "-o", "plot.pdf"), message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "missing/plot.png"], r"missing/plot\.png: cannot be written \(there is no folder .*missing\)\.$"),
        (["-o", "."], r"\.: a plot is written as PNG or SVG"),
        (["-o", f"{'x' * 300}.svg"], r"x\.svg: cannot be written \(File name too long\)\.$"),
        ([], "Missing option '--output' / '-o'|Missing option '-o' / '--output'"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(
    options: list[str], message: str, call: Call, measured: tuple[Path, Path, Path]
) -> None:
    assert_refused(call("plot", "convergence", "--data", str(measured[1]), *options), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["bits", "--secret", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["bits", "--secret", "hotty"], "'hotty' is an allowed guess but no answer"),
        (["bits", "--strategy", "best"], "There is no strategy 'best'"),
        (["distribution", "--strategy", "best"], "There is no strategy 'best'"),
        (["distribution", "--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["belief", "abbey"], "'abbey' is no clue"),
        (["belief", "abbey=9"], "'9' is no reply"),
        (["belief", "abbey=22222", "abbot=22222"], "Clue 2, abbot=22222, cannot be true"),
        (["belief", "--top", "0"], "Invalid value for '--top'"),
        (["belief", "--top", "201"], "A plot shows 1 to 200 of the likeliest, not 201"),
        (["split"], "Missing argument 'GUESS"),
        (["split", "abbey=22222"], "There is nothing to draw: name a guess"),
        (["split", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["split", "xylyl", "aback=22000", "--hard"], "'xylyl' breaks hard mode"),
        (["prior", "--prior", "uniform", "--middle", "3"], "belong to --prior frequency"),
        (["prior", "--steepness", "nan"], "The middle of the prior must be a number, and its steepness"),
        (["game"], "Missing argument 'SECRET'"),
        (["game", "hotty"], "'hotty' is an allowed guess but no answer"),
        (["game", "abbey", "--strategy", "best"], "There is no strategy 'best'"),
        (["game", "abbey", "--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["lookahead", "--words", "7"], "has 6 words; lookahead needs 2 or more of them, not 7"),
        (["lookahead", "--words", "1"], "Invalid value for '--words'"),
        (["lookahead", "--depth", "0"], "Invalid value for '--depth'"),
        (["openers", "--estimator", "entropy"], "There is no estimator 'entropy'"),
        (["openers", "--best", "0", "--sample", "0"], "There is nothing to measure"),
        (["convergence", "--estimator", "entropy"], "There is no estimator 'entropy'"),
        (["convergence", "--optimum", "99"], r"A search found a mean of .*, so 99\.0000 is not the optimum"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    arguments: list[str], message: str, call: Call, lists: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "plot.png"
    assert_refused(call("plot", *arguments, *lists, "-o", str(path)), message)
    assert not path.exists()


@pytest.mark.parametrize("name", ["prior", "lookahead"])
def test_games_without_words_are_refused(name: str, call: Call, tmp_path: Path) -> None:
    refused = call("plot", name, "--game", "mastermind", "-o", str(tmp_path / "plot.svg"))
    assert_refused(refused, "mastermind has no (words|list of words)")


def test_a_belief_is_that_of_the_clues_and_the_prior(
    call: Call, lists: list[str], tmp_path: Path, sketches: list[Plot]
) -> None:
    output = ["-o", str(tmp_path / "plot.svg")]
    setup = Setup(answers=lists[1], guesses=lists[3], prior="frequency", clues=("aback=22000",))
    assert call("plot", "belief", "aback=22000", *lists, *FREQUENCY, "--top", "2", *output).code == 0
    assert drawn(sketches[0]) == drawn(plots.belief(setup.belief(), "frequency prior, after aback=22000", 2))


def test_guesses_and_clues_of_a_split_come_in_any_order(
    call: Call, lists: list[str], small: Wordle, tmp_path: Path, sketches: list[Plot]
) -> None:
    output = ["-o", str(tmp_path / "plot.svg")]
    wanted = plots.split(
        Belief.start(small).after("aback", "22000"), ["hotty", "abbot"], "uniform prior, after aback=22000"
    )
    for texts in (["hotty", "ABBOT", "hotty", "aback=22000"], ["aback=22000", "hotty", "abbot"]):
        assert call("plot", "split", *texts, *lists, *output).code == 0
        assert drawn(sketches[-1]) == drawn(wanted)


def test_guesses_that_hold_an_equals_sign_are_no_clues(call: Call, tmp_path: Path, sketches: list[Plot]) -> None:
    game = Setup(spec="nerdle:places=5").game()
    guess = game.guesses[0]
    assert "=" in guess
    options = ["--game", "nerdle:places=5", "-o", str(tmp_path / "plot.svg")]
    assert call("plot", "split", guess, *options).code == 0
    assert drawn(sketches[0]) == drawn(plots.split(Belief.start(game), [guess], "uniform prior"))


def test_the_prior_takes_its_options(
    call: Call, lists: list[str], small: Wordle, tmp_path: Path, sketches: list[Plot]
) -> None:
    output = ["-o", str(tmp_path / "plot.svg")]
    curve = ["--middle", "3", "--steepness", "0.5"]
    assert call("plot", "prior", *lists, "--secrets", "guesses", *curve, *output).code == 0
    order = ranking(small.words)
    weights = {word: 1 / (1 + math.exp(0.5 * (rank - 3))) for rank, word in enumerate(order, 1)}
    axes = sketches[0].axes[0]
    for dots, kind in zip(axes.collections, (small.answers, ("hotty", "xylyl")), strict=True):
        wanted = sorted((order.index(word) + 1, weights[word]) for word in kind)
        assert np.allclose(sorted(np.asarray(dots.get_offsets()).tolist()), wanted, atol=1e-6)
    assert axes.lines[0].get_xdata() == [3, 3]
    assert sketches[0].get_suptitle().endswith("guesses\nfrequency prior (middle 3, steepness 0.5)")
    assert call("plot", "prior", *lists, "--prior", "uniform", *output).code == 0
    axes = sketches[1].axes[0]
    assert {height for _, height in np.asarray(axes.collections[0].get_offsets()).tolist()} == {1.0}
    assert not axes.lines


def test_a_game_takes_strategy_opener_and_prior(
    call: Call, lists: list[str], tmp_path: Path, sketches: list[Plot]
) -> None:
    options = ["-s", "minimax", "--opener", "xylyl", *FREQUENCY, "-o", str(tmp_path / "plot.svg")]
    assert call("plot", "game", "ABBEY", *lists, *options).code == 0
    belief = Setup(answers=lists[1], guesses=lists[3], prior="frequency").belief()
    first = Clue("xylyl", belief.game.reply("xylyl", "abbey"))
    clues = [first, *play(strategy("minimax"), belief.after(*first), "abbey")]
    assert drawn(sketches[0]) == drawn(plots.game(belief, clues, "minimax", "frequency prior"))


def test_lookahead_takes_words_spread_over_the_list(
    call: Call, alike: list[str], tmp_path: Path, sketches: list[Plot]
) -> None:
    options = ["--words", "20", "--depth", "2", *FREQUENCY, "-o", str(tmp_path / "plot.svg")]
    assert call("plot", "lookahead", *alike, *options).code == 0
    whole = Setup(answers=alike[1], prior="frequency").belief()
    places = [at * 58 // 20 for at in range(20)]
    words = tuple(whole.game.secrets[at] for at in places)
    belief = Belief.start(Wordle(WordList("alike.txt", words, words)), whole.probabilities[places])
    said = "20 of its 58 words, evenly spread; frequency prior"
    assert drawn(sketches[0]) == drawn(plots.lookahead("alike.txt", *looked_ahead(belief, 2), said))


@pytest.mark.parametrize("name", ["openers", "convergence"])
def test_bad_data_are_refused(
    name: str, call: Call, lists: list[str], measured: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    good = measured[0] if name == "openers" else measured[1]
    bad, output = tmp_path / "bad.json", tmp_path / "plot.svg"
    data = json.loads(good.read_text())
    writer = "accuracy" if name == "openers" else "converge"
    for text in ("", "[]", "{}", json.dumps(data | {"sample": 3, "steps": 3}), "\x00\xff"):
        bad.write_text(text, encoding="latin-1")
        refused = call("plot", name, "--data", str(bad), "-o", str(output))
        assert_refused(refused, rf"bad\.json: not what `fewest {writer} --output` writes")
    kind, key = ("sample", "exact") if name == "openers" else ("steps", "mean")
    for broken, message in (
        ({"best": [], "sample": [], "steps": []}, "There is nothing to draw|not what `fewest"),
        ({kind: [data[kind][0] | {key: math.nan}]}, "something that is no number|not what `fewest"),
    ):
        bad.write_text(json.dumps({key: broken.get(key, data[key]) for key in data}))
        assert_refused(call("plot", name, "--data", str(bad), "-o", str(output)), message)
    assert_refused(call("plot", name, "--data", "missing.json", "-o", str(output)), r"missing\.json: cannot be read")
    assert not output.exists()


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("openers", ["--best", "3"], "--data and --best exclude each other"),
        ("openers", ["--sample", "0"], "--data and --sample exclude each other"),
        ("openers", ["--hard"], "--data says which game was played"),
        ("convergence", ["--seconds", "1"], "--data and --seconds exclude each other"),
        ("convergence", ["--estimator", "entropic"], "--data and --estimator exclude each other"),
        ("expected-moves", ["--edition", "nyt-2023"], "--data says which game was played"),
        ("convergence", ["--edition", "original"], "--data says which game was played"),
    ],
)
def test_data_and_what_to_measure_exclude_each_other(
    name: str, options: list[str], message: str, call: Call, measured: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    data = str(measured[0] if name == "openers" else measured[1])
    assert_refused(call("plot", name, "--data", data, *options, "-o", str(tmp_path / "plot.svg")), message)


@pytest.mark.parametrize("name", NAMES)
def test_without_matplotlib_a_sentence_says_how_to_get_it(
    name: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "fewest.report.plots")
    monkeypatch.delattr("fewest.report.plots")
    message = r"Plots need the package matplotlib; install it with: pip install 'fewest\[plots\]'\.$"
    assert_refused(call("plot", name, *ARGUMENTS.get(name, []), "-o", "plot.png"), message)


@pytest.mark.parametrize("arguments", [["plot", "-h"], *(["plot", name, "--help"] for name in NAMES)], ids=" ".join)
def test_help_names_every_plot_and_option(arguments: list[str], call: Call) -> None:
    result = call(*arguments)
    assert (result.code, result.err) == (0, "")
    if len(arguments) == 2:
        assert all(f" {name} " in result.out for name in NAMES)
    else:
        assert f"Example: fewest plot {arguments[1]}" in result.out
        options = ("--output", "--edition", "--prior", *(() if arguments[1] == "prior" else ("--hard",)))
        assert all(f"{option} " in result.out for option in options)
