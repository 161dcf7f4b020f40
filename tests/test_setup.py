"""Setups: the game and belief that they make equal those made by hand."""

import math
import pickle
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from fewest import Belief, FewestError, Tree, Wordle, compare, grow, strategy, suggest
from fewest.errors import FewestWarning, WordListError
from fewest.games import Jotto, Mastermind, make_game
from fewest.questions.prove import prove as prove_question
from fewest.search.resources import Resources
from fewest.setup import RESEARCH, TODAY, TODAYS_LIST, Setup
from fewest.words import (
    EDITIONS,
    PastAnswers,
    WordList,
    discount,
    frequency_weights,
    read_weights,
    today_weights,
)
from fewest.words.prior import in_millionths


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Files of a small word list, weights for its answers, and past answers."""
    content = {
        "answers": "crane\nslate\nabout\nrebut\n",
        "guesses": "vozhd\nTHEIR\nslate\n",
        "weights": "about 3\ncrane 0.5\nrebut 1/3\nslate 2\n",
        "past": "SLATE\nother\n",
    }
    for name, text in content.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.txt") for name in content}


def own(files: dict[str, str], **more: Any) -> Setup:
    """A setup on these files."""
    return Setup(answers=files["answers"], guesses=files["guesses"], **more)


def assert_same_game(setup: Setup, wanted: Any) -> None:
    """Check that a setup makes a given game."""
    made = setup.make_game()
    assert type(made) is type(wanted)
    assert (made.label, made.fingerprint, made.guesses) == (wanted.label, wanted.fingerprint, wanted.guesses)
    assert (made.secrets, made.answers) == (wanted.secrets, wanted.answers)


def assert_sentence(error: FewestError) -> None:
    """Check that an error is one sentence."""
    assert re.fullmatch(r"[^\n]+[.?]", str(error)), error


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_is_played(name: str) -> None:
    assert_same_game(Setup(edition=name), Wordle.edition(name))
    assert_same_game(Setup(edition=name, secrets="guesses"), Wordle.edition(f"{name}/guesses"))
    assert_same_game(Setup(game="jotto", edition=name), Jotto.edition(name))


def test_own_files_are_played(files: dict[str, str]) -> None:
    for answers, guesses in (
        (files["answers"], files["guesses"]),
        (files["answers"], None),
        (None, files["guesses"]),
    ):
        game = Wordle.from_files(answers, guesses)
        assert_same_game(Setup(answers=answers, guesses=guesses), game)
        every = Wordle(game.words, every_guess=True)
        assert_same_game(Setup(answers=answers, guesses=guesses, secrets="guesses"), every)


@pytest.mark.parametrize(
    ("setup", "wanted"),
    [
        (Setup(language="de", length=4), ("de", 4, None)),
        (Setup(length=3), ("en", 3, None)),
        (Setup(language="de"), ("de", 5, None)),
        (Setup(language="de", most_frequent=7), ("de", 5, 7)),
        (Setup(game="jotto", language="fr"), ("fr", 5, None)),
    ],
)
def test_another_language_or_length_is_played(
    setup: Setup, wanted: tuple[str, int, int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fake the words of a language, since loading the real ones takes seconds."""

    def made_up(language: str, length: int, most_frequent: int | None) -> WordList:
        return WordList(f"{language}-{length}-{most_frequent}", ("abcde",), ("abcde",))

    monkeypatch.setattr("fewest.setup.from_language", made_up)
    kind = Jotto if setup.game == "jotto" else Wordle
    assert_same_game(setup, kind(made_up(*wanted)))


def test_a_spec_is_played() -> None:
    assert_same_game(Setup(game="mastermind:pegs=2,colours=3"), Mastermind(2, 3))
    assert_same_game(Setup(game="wordle:edition=nyt-2023"), make_game("wordle:edition=nyt-2023"))
    setup = Setup(game="wordle:edition=nyt-2023", secrets="guesses")
    assert_same_game(setup, Wordle.edition("nyt-2023/guesses"))


def test_a_saved_name_leads_back_to_its_game() -> None:
    for setup in (
        Setup(edition="nyt-2023"),
        Setup(edition="nyt-2022", secrets="guesses", rule="consistent"),
        Setup(game="numbers:most=7"),
    ):
        game = setup.make_game()
        assert Setup.named(game.name, game.label) == setup


@pytest.mark.parametrize("hard", [False, True])
def test_the_first_belief_has_the_weights_of_the_prior(hard: bool, files: dict[str, str]) -> None:
    """Every prior, by hand; without a belief there are no weights."""
    game = Wordle.from_files(files["answers"], files["guesses"], ranked=True)
    words, secrets = game.words, game.secrets
    read = read_weights(files["weights"], secrets)
    priors: list[tuple[dict[str, Any], list[Fraction] | None]] = [
        ({}, None),
        ({"prior": files["weights"]}, read),
        ({"prior": "frequency", "ranks": "file"}, frequency_weights(words, secrets)),
        (
            {"prior": "frequency", "ranks": "file", "midpoint": 2, "steepness": 0.5},
            frequency_weights(words, secrets, 2, 0.5),
        ),
        ({"prior": "today", "ranks": "file"}, today_weights(words, secrets)),
        ({"past": files["past"]}, discount([Fraction(1)] * 4, secrets, PastAnswers.load(files["past"]))),
        (
            {"prior": "today", "ranks": "file", "past": files["past"]},
            [
                in_millionths(weight)
                for weight in discount(
                    today_weights(words, secrets, past_known=True), secrets, PastAnswers.load(files["past"])
                )
            ],
        ),
        (
            {"prior": files["weights"], "past": files["past"], "past_weight": "1/7"},
            discount(read, secrets, PastAnswers.load(files["past"]), Fraction(1, 7)),
        ),
    ]
    clue = f"crane={game.reply_text(game.reply('crane', 'slate'))}"
    for prior, weights in priors:
        for clues in ((), (clue,)):
            setup = own(files, hard=hard, clues=clues, **prior)
            found = setup.belief()
            chances = None if weights is None else [float(each) for each in weights]
            wanted = Belief.start(game, chances, hard=hard).after_all(clues)
            assert found.words == wanted.words
            assert found.clues == wanted.clues
            assert found.hard is hard
            assert (found.allowed is None) == (wanted.allowed is None) == (not (hard and clues))
            assert found.allowed is None or found.allowed.tolist() == wanted.allowed.tolist()  # type: ignore[union-attr]
            assert (found.weights is None) == (weights is None)
            np.testing.assert_allclose(found.secret_chances, wanted.secret_chances, rtol=1e-12)
            exact = None if weights is None else [weights[at] for at in found.secrets]
            assert (found.weights is None) == (exact is None)
            if exact is not None and found.weights is not None:
                assert [Fraction(each) / found.weights[0] for each in found.weights.tolist()] == [
                    each / exact[0] for each in exact
                ]


def test_the_order_of_your_own_files_gives_their_ranks(files: dict[str, str]) -> None:
    """Answers before guesses; the known frequencies say otherwise, about before crane."""
    setup = own(files, secrets="guesses", prior="frequency", midpoint=2, steepness=0.7)
    order = ["crane", "slate", "about", "rebut", "vozhd", "their"]
    belief = replace(setup, ranks="file").belief()
    weights = [1 / (1 + math.exp(0.7 * (rank - 2))) for rank in range(1, 7)]
    chances = [weight / sum(weights) for weight in weights]
    assert belief.words == order
    assert [chance for _, chance in belief] == pytest.approx(chances, abs=1e-6)
    assert setup.belief().words == ["about", "their", "crane", "slate", "rebut", "vozhd"]


@pytest.mark.parametrize(
    ("setup", "text"),
    [
        (Setup(), "uniform prior"),
        (Setup(prior="today", hard=True), "today prior, hard mode"),
        (
            Setup(prior="frequency", midpoint=1500.0, steepness=0.003),
            "frequency prior (midpoint 1,500, steepness 0.003)",
        ),
        (Setup(prior="frequency", ranks="file"), "frequency prior (ranks of the file)"),
        (Setup(prior="folder/mine\x07\udcff.txt"), "prior of mine\\u0007?.txt"),
        (
            Setup(past="p.txt", past_weight="0.1", clues=("crane=01200",)),
            "uniform prior, past answers 0.1 times as likely, after crane=01200",
        ),
        (Setup(past="no such file"), "uniform prior, past answers less likely"),
    ],
)
def test_the_title_describes_the_belief(setup: Setup, text: str) -> None:
    assert setup.conditions == text


def test_the_weight_of_past_answers_that_fits_is_told(files: dict[str, str]) -> None:
    setup = own(files, prior="today", past=files["past"])
    assert setup.conditions == "today prior, past answers 0.034 times as likely"
    Path(files["past"]).write_text("date,word\n2021-06-19,slate\n2026-01-31,crane\n")
    assert setup.conditions == "today prior, past answers 0.006 times as likely, 0.16 after 4 years"
    assert replace(setup, past_weight="1/7").conditions == "today prior, past answers 1/7 times as likely"


def test_words_without_a_known_frequency_are_reported(files: dict[str, str]) -> None:
    path = Path(files["answers"])
    path.write_text("crane\nzzzzz\nqqqqq\n", encoding="utf-8")
    with pytest.warns(FewestWarning, match="2 of 3 words have no known frequency"):
        Setup(answers=files["answers"], prior="frequency").belief()


def test_a_game_that_is_made_already_is_not_made_again(files: dict[str, str]) -> None:
    setup = own(files)
    game = setup.make_game()
    assert setup.belief(game).game is game
    assert setup.belief(game).prior == "uniform"


def test_the_limit_is_the_setups_or_the_games_own() -> None:
    wordle, mastermind = Wordle.edition("original"), Mastermind(2, 3)
    assert (Setup().limit(wordle), Setup().limit(mastermind)) == (6, 10)
    assert [Setup(max_guesses=most).limit(wordle) for most in (0, 1, 9)] == [0, 1, 9]


def test_only_some_secrets_are_possible_if_they_are_named(files: dict[str, str]) -> None:
    for among in (("SLATE", "crane"), ("crane, slate",), ("crane", "slate,crane")):
        setup = own(files, among=among)
        belief = setup.belief()
        assert (belief.words, belief.weights) == (["crane", "slate"], None)
        assert setup.after("about=10001").belief().words == ["slate"]
    weighted = own(files, among=("crane", "slate"), prior=files["weights"])
    chances = dict(own(files, prior=files["weights"]).belief())
    both = chances["crane"] + chances["slate"]
    wanted = {word: pytest.approx(chances[word] / both) for word in ("crane", "slate")}
    assert dict(weighted.belief()) == wanted


def test_a_secret_whose_name_has_a_comma_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "faults.csv"
    path.write_text('fault,light\n"wire, loose",on\nfuse,off\nplug,off\n')
    setup = Setup(game=f"table:file={path}", among=("wire, loose", "fuse"))
    assert setup.belief().words == ["wire, loose", "fuse"]


ONE_LIST = "Choose one word list"
NO_LANGUAGE = "--most-frequent needs a language: add one"
NO_LIST = "takes no word list"
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"edition": "original", "answers": "{answers}"}, ONE_LIST),
    ({"edition": "original", "language": "de"}, ONE_LIST),
    ({"answers": "{answers}", "language": "de"}, ONE_LIST),
    ({"most_frequent": 9}, NO_LANGUAGE),
    ({"game": "wordle:edition=original", "edition": "original"}, NO_LIST),
    ({"game": "mastermind", "edition": "original"}, NO_LIST),
    ({"game": "mastermind", "secrets": "guesses"}, "mastermind does not take --secrets"),
    ({"game": "chess"}, "There is no game 'chess'"),
    ({"edition": "nyt-1999"}, "There is no edition 'nyt-1999'"),
    ({"rule": "strict"}, "Unknown rule 'strict'. Use any or consistent"),
    ({"rule": "consistent", "hard": True}, "The rule consistent is stricter than hard mode"),
    ({"secrets": "everything"}, "Unknown secrets 'everything'. Use answers or guesses"),
    ({"ranks": "mine"}, "Unknown --ranks 'mine'. Use known or file"),
    ({"ranks": "file", "prior": "frequency"}, "--ranks file needs --prior frequency"),
    ({"ranks": "file", "answers": "{answers}"}, "--ranks file needs --prior frequency"),
    ({"midpoint": 5.0}, "--midpoint and --steepness need --prior frequency"),
    ({"steepness": 5.0, "prior": "today"}, "--midpoint and --steepness need --prior frequency"),
    ({"prior": "frequency", "midpoint": float("inf")}, "The midpoint must be a number"),
    ({"prior": "frequency", "steepness": -1.0}, "the steepness 0 or more"),
    ({"prior": "sunday"}, "There is no prior or file sunday; use uniform"),
    ({"prior": "frequency", "game": "mastermind:pegs=2,colours=3"}, "--prior frequency is for word games, not"),
    ({"prior": "today", "game": "mastermind:pegs=2,colours=3"}, "--prior today is for word games, not"),
    ({"past_weight": "0.5"}, "--past-weight needs past answers: add --past FILE"),
    ({"past": "{past}", "answers": "{answers}", "past_weight": "much"}, "'much' is not a weight"),
    ({"past": "{past}", "answers": "{answers}", "past_weight": "2"}, "must be above 0 and at most 1"),
    ({"past": "{guesses}", "game": "numbers:most=3"}, "none of these words is a possible secret"),
    ({"prior": "{past}", "answers": "{answers}"}, "write a word and its weight"),
    ({"hard": True, "game": "mastermind:pegs=2,colours=3"}, "The game mastermind has no hard mode"),
    ({"answers": "{answers}", "among": ("vozhd",)}, "'vozhd' is not an allowed guess"),
    ({"answers": "{answers}", "guesses": "{guesses}", "among": ("crane,vozhd",)}, "'vozhd' is an allowed guess, but"),
    ({"answers": "{answers}", "among": ("",)}, "'' is not an allowed guess"),
    ({"answers": "{answers}", "clues": ("crane",)}, "is not a clue"),
    ({"answers": "{answers}", "clues": ("crane=00000", "crane=22222")}, "cannot be right"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_impossible_setups_are_refused_in_a_sentence(
    given: dict[str, Any], message: str, files: dict[str, str]
) -> None:
    named: dict[str, Any] = {
        name: value.format(**files) if isinstance(value, str) else value for name, value in given.items()
    }
    with pytest.raises(FewestError, match=re.escape(message)) as caught:
        Setup(**named).belief()
    assert_sentence(caught.value)


@pytest.mark.parametrize(
    ("given", "changed"),
    [
        ({}, {}),
        ({"game": "wordle", "edition": None, "hard": True}, {"hard": True}),
        ({"prior": "frequency"}, {"prior": "frequency"}),
        ({"secrets": "answers"}, {"secrets": "answers"}),
        ({"past": "past.txt", "past_weight": "0.5"}, {"past": "past.txt", "past_weight": "0.5"}),
    ],
)
def test_without_a_game_you_play_the_default(given: dict[str, Any], changed: dict[str, Any]) -> None:
    for default in (RESEARCH, TODAY, TODAYS_LIST):
        assert Setup.chosen(given, default) == replace(default, **changed)


@pytest.mark.parametrize(
    "given",
    [
        *({"edition": name} for name in EDITIONS),
        {"answers": "a.txt"},
        {"guesses": "g.txt"},
        {"language": "de"},
        {"length": 6},
        {"game": "jotto"},
        {"game": "wordle:edition=nyt-2022"},
        {"game": "mastermind", "hard": True},
        {"edition": "original", "prior": "today"},
        {"edition": "original", "secrets": "guesses"},
    ],
)
def test_a_game_or_list_that_is_named_means_its_answers_all_equally_likely(given: dict[str, Any]) -> None:
    assert Setup.chosen(given, TODAY) == Setup.chosen(given, RESEARCH) == Setup(**given)


def test_a_command_may_have_another_prior_for_lists_that_are_named() -> None:
    frequent = Setup(prior="frequency")
    assert Setup.chosen({"edition": "nyt-2022"}, frequent, frequent) == Setup(edition="nyt-2022", prior="frequency")
    assert Setup.chosen({"game": "mastermind"}, frequent, frequent) == Setup(game="mastermind")


@pytest.mark.parametrize(
    ("setup", "title"),
    [
        (TODAY, "today's game (nyt-2023: 14,855 words, curated answers likelier)"),
        (TODAY.after("crane=01200"), "today's game (nyt-2023: 14,855 words, curated answers likelier)"),
        (RESEARCH, "original (12,972 guesses, 2,315 answers, all equally likely)"),
        (Setup(prior="frequency"), "original (12,972 guesses, 2,315 answers, frequent ones likelier)"),
        (Setup(prior="today"), "original (12,972 guesses, 2,315 answers, frequent ones likelier)"),
        (
            Setup(secrets="guesses", prior="today"),
            "original/guesses (12,972 guesses, 2,315 answers, 12,972 possible, curated answers likelier)",
        ),
        (
            Setup(prior="dir/weights.txt", past="past.txt", past_weight="0.1"),
            "original (12,972 guesses, 2,315 answers, weighted by weights.txt, past answers 0.1 times as likely)",
        ),
        (
            Setup(among=("bound,pound",)),
            "original (12,972 guesses, 2,315 answers, only the named secrets, all equally likely)",
        ),
        (
            Setup(game="mastermind:pegs=2,colours=3"),
            "mastermind:pegs=2,colours=3 (9 guesses, 9 answers, all equally likely)",
        ),
    ],
)
def test_a_title_names_what_is_played_and_believed(setup: Setup, title: str) -> None:
    assert setup.title(setup.make_game()) == title


FRUIT = ["lemon", "mango", "apple", "peach"]
WEIGHTS: dict[Any, float] = {"lemon": 3, "mango": 0.5, "apple": 1, "peach": 0.5}
BELIEVED = [("lemon", 0.6), ("apple", 0.2), ("mango", 0.1), ("peach", 0.1)]


@pytest.mark.parametrize(
    ("answers", "prior"),
    [
        (FRUIT, WEIGHTS),
        (tuple(FRUIT), [*WEIGHTS.values()]),
        (np.array(FRUIT), np.array([*WEIGHTS.values()])),
        (pd.Series(FRUIT), pd.Series(WEIGHTS)),
        (pd.Series(FRUIT, index=[7, 1, 5, 2]), pd.Series([*WEIGHTS.values()], index=[7, 1, 5, 2])),
        (iter(FRUIT), {**WEIGHTS, "OTHER": 5}),
        (FRUIT, {name.upper(): Fraction(weight) for name, weight in WEIGHTS.items()}),
    ],
    ids=["dict", "list", "array", "series by word", "series in order", "more words", "fractions"],
)
def test_words_and_weights_in_python_are_believed(answers: Any, prior: Any) -> None:
    setup = Setup(answers=answers, prior=prior)
    assert [*setup.belief()] == BELIEVED
    assert "your list (4 guesses, 4 answers, weighted by your weights)" in setup.title(setup.make_game())
    again = pickle.loads(pickle.dumps(replace(setup, hard=True)))
    assert (again, hash(again)) == (replace(setup, hard=True), hash(replace(setup, hard=True)))
    assert again.belief().prior == setup.belief().prior


def test_weights_in_order_follow_the_list_that_has_the_secrets() -> None:
    every: Any = {"answers": ["lemon"], "guesses": FRUIT, "secrets": "guesses"}
    assert [*Setup(**every, prior=[*WEIGHTS.values()]).belief()] == BELIEVED
    numbers = Setup(game="numbers:most=3", prior=[1, 2, 5]).belief()
    assert [*numbers] == [("3", 0.625), ("2", 0.25), ("1", 0.125)]
    assert [*Belief.start(Wordle(FRUIT), WEIGHTS)] == BELIEVED


@pytest.mark.parametrize(
    ("prior", "message"),
    [
        ({"lemon": 1}, r"prior: no weight for 'apple' and 2 more; give every answer a weight\."),
        ({**WEIGHTS, "lemon": -1}, r"prior: the weight of 'lemon' must be a number above 0, not -1\."),
        ({**WEIGHTS, "lemon": math.nan}, r"prior: the weight of 'lemon' must be a number above 0, not nan\."),
        (np.array([1, 2, np.inf, 3]), r"prior: weight 3 must be a number above 0, not inf\."),
        ([1, 2, 3, "4"], r"prior: weight 4 must be a number above 0, not 4\."),
        ([1, 2, 3], r"prior: 3 weights for 4 words; give one weight per word, or a dict of words and weights\."),
        (np.zeros(4), r"prior: weight 1 must be a number above 0, not 0\.0\."),
        ({**WEIGHTS, "LEMON": 1}, r"prior: 'lemon' already has a weight\."),
        (dict(**WEIGHTS) | {5: 1}, r"prior: 5 is not text; give each word as a string\."),
        (5, r"prior: give weights as a dict, a list or an array, not 5\."),
    ],
)
def test_invalid_weights_in_python_are_answered_with_a_sentence(prior: Any, message: str) -> None:
    with pytest.raises(WordListError, match=f"^{message}$"):
        Setup(answers=FRUIT, prior=prior).belief()


def test_weights_in_order_need_words_in_order(files: dict[str, str]) -> None:
    with pytest.raises(WordListError, match="the words come from a file, so give a dict"):
        own(files, prior=[1, 2, 3, 4]).belief()


def test_words_in_python_go_wherever_a_setup_goes(tmp_path: Path) -> None:
    setup = Setup(answers=FRUIT, guesses=["grape"], prior=WEIGHTS, past=["mango"])
    assert suggest(setup, count=1).suggestions[0].guess == "lemon"
    assert compare(setup, ["entropy"]).rows[0].label == "your list"
    tree = grow(strategy("entropy"), setup.belief())
    assert Tree.from_json(tree.to_json(), setup.make_game()).total == tree.total
    proved = [prove_question(setup, resources=Resources(store=tmp_path / "proof.db")) for _ in range(2)]
    assert (proved[1].resumed, proved[1].mean) == (proved[1].settled, proved[0].mean)


def test_a_setup_shows_what_was_chosen() -> None:
    setup = Setup(answers=[*FRUIT, "grape"], guesses=["guava"], prior={"lemon": 1}, clues="lemon=00000")
    assert repr(setup) == "Setup(answers=<5 words>, guesses=('guava',), prior=<your weights>, clues=('lemon=00000',))"
    assert repr(Setup()) == "Setup()"
