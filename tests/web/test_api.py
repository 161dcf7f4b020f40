"""The API says what the library says."""

from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fewest import (
    SCORERS,
    Belief,
    Clue,
    Prover,
    Wordle,
    evaluate,
    grow,
    prove,
    scorer,
    strategy,
)
from fewest.play import adversary, analysis, boards, clues
from fewest.play.round import draw
from fewest.questions import tree
from fewest.setup import TODAY, Setup
from fewest.strategies import CLASSIC, AdviceOptions, Within, WordPreference, advise
from fewest.strategies.advice import EXACT_SECONDS
from fewest.watch import UNWATCHED
from fewest.web import limits, models
from fewest.words import EDITIONS, frequency_weights, today_weights
from tests import samples
from tests.samples import edition

CRANE = [{"guess": "crane", "reply": "01200"}]


def ask(client: TestClient, path: str, status: int = 200, /, **asked: Any) -> Any:
    """Ask something of the original edition."""
    answer = client.post(f"/api/v1/{path}", json={"edition": "original", **asked})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_editions_and_strategies_are_those_of_the_library(client: TestClient) -> None:
    found = client.get("/api/v1/editions").json()
    assert [each["label"] for each in found] == [*EDITIONS]
    assert [each["answers"] for each in found] == [len(edition(name).answers) for name in EDITIONS]
    assert [each["name"] for each in client.get("/api/v1/strategies").json()] == [*CLASSIC]


def test_limits_are_those_that_requests_have(client: TestClient) -> None:
    found = client.get("/api/v1/limits").json()
    assert (found["most_clues"], found["most_boards"]) == (limits.MAX_CLUES, limits.MAX_BOARDS)
    assert found["edition"] == models.PlayRequest(seed=1).setup().edition
    assert found["boards"] == models.BoardsRequest(seed=1).boards


@pytest.mark.parametrize("name", CLASSIC)
def test_suggestions_are_those_of_the_strategy(client: TestClient, original: Wordle, name: str) -> None:
    belief = Belief.start(original).after("crane", "01200")
    found = ask(client, "suggest", clues=CRANE, strategy=name, count=5)
    assert found["remaining"] == 24
    assert [each["word"] for each in found["secrets"]] == belief.words
    expected = strategy(name).suggest(belief, 5)
    assert [(each["guess"], each["score"]) for each in found["suggestions"]] == [(e.guess, e.score) for e in expected]
    assert not found["proved"]


def test_after_the_last_guess_nothing_is_searched(client: TestClient) -> None:
    found = ask(client, "suggest/exact", clues=[{"guess": "crane", "reply": "00000"}] * 7)
    assert (found["remaining"], found["proved"]) == (263, False)


def test_the_exact_answer_is_proved(client: TestClient, original: Wordle) -> None:
    found = ask(client, "suggest/exact", clues=CRANE, count=3)
    best = prove(Prover(Belief.start(original).after("crane", "01200"))).best[0]
    assert found["proved"]
    assert (found["suggestions"][0]["guess"], found["suggestions"][0]["expected"]) == (best.guess, best.mean)


def test_what_cannot_be_proved_in_time_says_so(client: TestClient) -> None:
    found = ask(client, "suggest/exact", clues=[{"guess": "fuzzy", "reply": "00000"}])
    assert not found["proved"]
    assert found["suggestions"][0]["expected"] is None


@pytest.mark.parametrize("clues", [[], CRANE])
def test_what_is_shipped_is_proved_at_once(client: TestClient, clues: list[dict[str, str]]) -> None:
    at_once, exact = (ask(client, path, clues=clues) for path in ("suggest", "suggest/exact"))
    assert at_once["proved"]
    assert at_once["suggestions"][0] == exact["suggestions"][0]


@pytest.mark.parametrize(("prior", "weigh"), [("frequency", frequency_weights), ("today", today_weights)])
def test_priors_weigh_the_secrets(client: TestClient, original: Wordle, prior: str, weigh: Any) -> None:
    weights = [float(each) for each in weigh(original.words, original.secrets)]
    belief = Belief.start(original, weights).after("crane", "01200")
    found = ask(client, "suggest", clues=CRANE, prior=prior)
    assert [each["word"] for each in found["secrets"]] == belief.words
    assert found["bits"] == pytest.approx(belief.entropy)


@pytest.mark.slow
def test_every_guess_may_be_the_secret(client: TestClient) -> None:
    belief = Belief.start(Wordle.edition("original/guesses")).after("crane", "01200")
    assert ask(client, "suggest", clues=CRANE, secrets="guesses")["remaining"] == len(belief)


def test_few_guesses_left_change_the_advice(client: TestClient, original: Wordle) -> None:
    made = [("fuzzy", "fixer"), ("mamma", "fixer"), ("civic", "fixer"), ("geese", "fixer")]
    given = [{"guess": guess, "reply": original.reply_text(original.reply(guess, secret))} for guess, secret in made]
    belief = Belief.start(original).after_all(f"{each['guess']}={each['reply']}" for each in given)
    found = ask(client, "suggest", clues=given)
    expected = Within(strategy(), 6).suggest(belief)
    assert {each["guess"] for each in found["suggestions"]} == {each.guess for each in expected}
    scores = [each["score"] for each in found["suggestions"]]
    assert (scores, found["late"]) == ([each.score for each in expected], True)


def test_an_own_opener_is_the_only_suggestion(client: TestClient) -> None:
    assert [each["guess"] for each in ask(client, "suggest", opener="Crane")["suggestions"]] == ["crane"]
    assert ask(client, "suggest", opener="crane", clues=CRANE)["suggestions"][0]["guess"] != "crane"


def test_a_guess_has_a_value_and_a_rank(client: TestClient) -> None:
    found = ask(client, "value", clues=CRANE, guess="slate")
    assert (found["rank"], found["ranked"]) == (6290, 12972)
    assert found["expected"] == pytest.approx(68 / 24)
    quick = ask(client, "value", clues=CRANE, guess="slate", seconds=0)
    assert quick == {**found, "expected": None}


@pytest.mark.slow
def test_a_larger_budget_proves_more(client: TestClient) -> None:
    wide = [{"guess": "crumb", "reply": "00000"}]
    assert not ask(client, "suggest/exact", clues=wide, count=1)["proved"]
    assert ask(client, "suggest/exact", clues=wide, count=1, seconds=30)["proved"]


def test_a_split_has_every_word_once(client: TestClient, original: Wordle) -> None:
    belief = Belief.start(original).after("crane", "01200")
    found = ask(client, "split", clues=CRANE, guess="shtik")
    parts = {original.reply_text(reply): part for reply, part in belief.parts("shtik")}
    assert {each["reply"]: each["words"] for each in found["parts"]} == {key: part.words for key, part in parts.items()}
    assert sum(each["count"] for each in found["parts"]) == 24
    assert sum(each["chance"] for each in found["parts"]) == pytest.approx(1)
    assert found["bits"] == pytest.approx(strategy("entropy").suggest(belief, 1, ["shtik"])[0].bits)


def test_a_contradiction_names_its_clue_and_tile(client: TestClient) -> None:
    found = ask(client, "suggest", 409, clues=[*CRANE, {"guess": "sloth", "reply": "00022"}])
    assert (found["kind"], found["clue"]) == ("contradiction", 1)
    assert found["tiles"]
    assert found["detail"].startswith("Clue 2, sloth=00022, cannot be true")


def test_the_suspect_tiles_make_a_clue_true_again(client: TestClient, original: Wordle) -> None:
    belief = Belief.start(original).after("crane", "01200")
    possible = {original.reply_text(reply) for reply, _ in belief.parts("sloth")}
    for reply in ("22222", "00022", "20102", "11111"):
        if reply in possible:
            continue
        tiles = clues.suspects(belief, Clue("sloth", original.parse_reply(reply)))
        fits = [
            all((a != b) == (at in tiles) for at, (a, b) in enumerate(zip(reply, p, strict=True))) for p in possible
        ]
        assert any(fits)
        assert len(tiles) == min(sum(a != b for a, b in zip(reply, p, strict=True)) for p in possible)


def test_an_analysis_is_that_of_the_library(client: TestClient, original: Wordle) -> None:
    found = ask(client, "analyse", guesses=["crane", "slate", "rebut"], seconds=0)
    start = Belief.start(original)
    expected = analysis.analyse(start, clues.read_clues(original, ["crane", "slate", "rebut"], None), 0)
    for name in ("solved", "par", "lost", "gained", "skill", "luck", "exact"):
        assert found[name] == getattr(expected, name), name
    assert [turn["lost"] for turn in found["turns"]] == [turn.lost for turn in expected.turns]
    assert "3/6" in found["share"]
    assert "rebut" not in found["share"]


def test_a_game_may_be_a_grid(client: TestClient) -> None:
    grid = "Wordle 1 3/6\n⬛🟨⬛⬛🟨\n⬛⬛⬛🟨🟨\n🟩🟩🟩🟩🟩"
    found = ask(client, "analyse", guesses=["crane", "slate", "rebut"], grid=grid, seconds=0)
    assert [turn["reply"] for turn in found["turns"]] == ["01001", "00011", "22222"]


def test_a_game_may_be_any_text(client: TestClient) -> None:
    wanted = ask(client, "analyse", guesses=["crane", "slate", "rebut"], seconds=0)
    text = "Wordle 1,234 3/6\n\n⬛🟨⬛⬛🟨\n⬛⬛⬛🟨🟨\n🟩🟩🟩🟩🟩\n\n1. 'CRANE' / 2. 'SLATE' / 3. 'REBUT'"
    assert ask(client, "analyse", text=text, seconds=0) == wanted
    asked = ask(client, "analyse", 409, text="crane slate moist pound light puffy")
    assert (asked["kind"], asked["guess"]) == ("answer", "puffy")
    lost = ask(client, "analyse", text="crane slate moist pound light puffy", secret="rebut", seconds=0)
    assert (lost["outcome"], lost["secret"], lost["solved"]) == ("lost", "rebut", False)
    ask(client, "analyse", 409, text="crane", guesses=["crane"])


@settings(max_examples=samples.some_of(40), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(max_size=300))
def test_whatever_is_pasted_is_answered(client: TestClient, text: str) -> None:
    answer = client.post("/api/v1/analyse", json={"edition": "original", "text": text, "seconds": 0})
    assert answer.status_code in (200, 409, 422)
    assert answer.status_code == 200 or answer.json()["detail"].endswith((".", "?"))


def test_a_tree_is_walked_by_replies(client: TestClient, original: Wordle) -> None:
    grown = tree.default_tree("salet", UNWATCHED, Belief.start(original))
    found = ask(client, "tree", opener="salet", exact=False, replies=["00000"], secret="rebut")
    child = grown.root.replies[0]
    assert child is not None
    assert found["guess"] == child.guess
    assert found["whole_total"] == evaluate(grown).total
    assert sum(each["count"] for each in found["branches"]) == found["count"] == 221
    assert [each["guess"] for each in found["secret_path"]] == [clue.guess for clue in grown.play("rebut")]


@pytest.mark.slow
def test_what_is_shipped_of_a_tree_is_known_at_once(client: TestClient) -> None:
    found = ask(client, "tree", opener="salet", exact=False)
    assert (found["proved"], found["whole_total"]) == (True, 7920)  # the book and the table of openers say so
    found = ask(client, "tree", opener="fuzzy", exact=False)
    assert not found["proved"]
    assert found["best_mean"] < found["whole_mean"]
    assert ask(client, "tree", opener="fuzzy", exact=False, edition="nyt-2022")["best_mean"] is not None


@pytest.mark.slow
def test_the_optimal_tree_takes_the_published_total(client: TestClient) -> None:
    found = ask(client, "tree", opener="salet")
    assert found["proved"]
    assert (found["whole_total"], found["worst"]) == (7920, 5)
    row = ask(client, "compare", strategies=["optimal"], opener="salet")[0]
    assert row["total"] == 7920


@pytest.mark.slow
def test_a_tree_that_takes_too_long_is_the_default_strategys(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TREE_SECONDS", 0.05)
    found = ask(client, "tree", opener="fuzzy", hard=True)
    assert (found["strategy"], found["proved"]) == ("expected-moves", False)
    problem = ask(client, "compare", 409, strategies=["optimal"], opener="fuzzy", hard=True)
    assert problem["detail"] == "Perfect play after 'fuzzy' takes too long to find here."


@pytest.mark.slow
def test_a_tree_in_hard_mode_keeps_to_it_and_to_six_guesses(
    client: TestClient, original: Wordle, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[bool, int | None]]()

    def watched(belief: Belief, *, max_guesses: int | None, **given: Any) -> Prover:
        asked.append((belief.hard, max_guesses))
        return Prover(belief, max_guesses=max_guesses, **given)

    monkeypatch.setattr(tree, "Prover", watched)
    monkeypatch.setattr(limits, "TREE_SECONDS", 0.05)
    ask(client, "tree", opener="mamma", hard=True)
    ask(client, "tree", opener="mamma")
    assert asked == [(True, 6), (False, None)]


@pytest.mark.slow
def test_a_search_improves_itself(client: TestClient) -> None:
    found = ask(client, "converge", estimator="expected-moves", seconds=2)
    steps = found["steps"]
    assert [each["iteration"] for each in steps] == [*range(len(steps))]
    means = [each["mean"] for each in steps]
    assert means == sorted(means, reverse=True)
    assert means[0] > 1_000
    assert all(each["lower_bound"] <= 7920 / 2315 <= each["mean"] for each in steps)


def test_a_game_depends_on_its_seed_alone(client: TestClient, original: Wordle) -> None:
    secret = draw(original, "seed 7")
    found = ask(client, "play", seed=7, guesses=["crane"])
    assert found["replies"] == [original.reply_text(original.reply("crane", secret))]
    assert found["secret"] is None
    assert ask(client, "play", seed=7, guesses=["crane", secret])["won"]
    assert ask(client, "play", seed=7, give_up=True)["secret"] == secret
    assert ask(client, "play", seed=7, guesses=["crane"] * 6)["secret"] == secret
    ask(client, "play", 409, seed=7, guesses=["crane"] * 7)


ULTRA = {"rule": "consistent"}


@pytest.mark.slow
def test_guesses_must_fit_if_that_is_the_rule(client: TestClient) -> None:
    for path, asked in (("play", {"seed": 0}), ("adversary", {})):
        found = ask(client, path, 409, guesses=["crane", "crank"], **asked, **ULTRA)
        assert (found["kind"], found["clue"]) == ("hard", 1)
        assert "'crank' breaks the rule that guesses fit all clues" in found["detail"]
        assert ask(client, path, guesses=["crane"], **asked, **ULTRA)["label"] == "original/consistent"
        problem = ask(client, path, 409, hard=True, **asked, **ULTRA)
        assert problem["detail"].endswith("use all that hard mode asks for; leave it out.")
    assert ask(client, "analyse", guesses=["crane=01001", "rebut=22222"], seconds=0, **ULTRA)["rule"] == "consistent"


@pytest.mark.slow
def test_trees_and_strategies_keep_to_the_rule(client: TestClient) -> None:
    codes = {"edition": None, "game": "mastermind:pegs=3,colours=4"}
    game = Setup(spec=codes["game"] or "", rule="consistent").game()
    cost = prove(Prover(Belief.start(game)), openers=["123"]).best[0].cost
    for exact in (True, False):
        found = ask(client, "tree", opener="123", exact=exact, **codes, **ULTRA)
        assert found["label"] == game.label
        assert found["whole_total"] >= cost
        assert not exact or (found["proved"], found["whole_total"]) == (True, cost)
    free = ask(client, "tree", opener="123", **codes)
    assert free["whole_total"] < cost
    rows = ask(client, "compare", strategies=["optimal", "entropy"], opener="123", **codes, **ULTRA)
    assert rows[0]["total"] == cost <= rows[1]["total"]
    found = ask(client, "converge", seconds=2, **codes, **ULTRA)
    assert found["label"] == game.label


def test_boards_propose_common_words_to_who_wants_them(client: TestClient, original: Wordle) -> None:
    start = boards.Boards.start(Belief.start(original), 2)
    wanted = [each.guess for each in boards.suggest(start, 5, WordPreference(0.1, 800))]
    for path, asked in (("boards", {"seed": 1, "hint": True}), ("boards/assist", {})):
        found = ask(client, path, boards=2, margin=0.1, known_words=800, **asked)
        assert [each["guess"] for each in found["proposals"]] == wanted


def test_hard_mode_is_kept(client: TestClient, original: Wordle) -> None:
    found = ask(client, "play", 409, seed=0, hard=True, guesses=["aware", "crane"])
    assert found["kind"] == "hard"
    assert "breaks hard mode" in found["detail"]
    found = ask(client, "suggest", hard=True, clues=CRANE)
    allowed = Belief.start(original, hard=True).after("crane", "01200")
    assert all(allowed.find_guess(each["guess"]) >= 0 for each in found["suggestions"])


def test_the_adversary_answers_as_in_the_library(client: TestClient, original: Wordle) -> None:
    belief = Belief.start(original)
    for guess in ("crane", "sloth"):
        belief = adversary.answer(belief, guess)
    found = ask(client, "adversary", guesses=["crane", "sloth"])
    assert found["replies"] == [original.reply_text(clue.reply) for clue in belief.clues]
    assert found["remaining"][-1] == len(belief)


def test_boards_are_drawn_by_their_seed(client: TestClient, original: Wordle) -> None:
    start = boards.Boards.start(Belief.start(original), 4)
    secrets = boards.draw(start, 1, 9)[0]
    found = ask(client, "boards", seed=9, guesses=["crane"], hint=True)
    now = start.guess_all("crane", secrets)
    assert [each["remaining"] for each in found["boards"]] == [len(belief) for belief in now.beliefs]
    assert found["proposals"][0]["guess"] == boards.suggest(now, 1)[0].guess
    assert ask(client, "boards", seed=9, guesses=secrets)["won"]


@pytest.mark.slow
def test_strategies_are_compared(client: TestClient, original: Wordle) -> None:
    rows = ask(client, "compare", strategies=["entropy", "minimax"], opener="salet")
    expected = [evaluate(grow(strategy(name), Belief.start(original), "salet")) for name in ("entropy", "minimax")]
    assert [row["total"] for row in rows] == [each.total for each in expected]
    assert rows[0]["bits"][0] == pytest.approx(Belief.start(original).entropy)


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("suggest", {"clues": [{"guess": "qqqqq", "reply": "00000"}]}),
        ("suggest", {"clues": [{"guess": "crane", "reply": "0120"}]}),
        ("suggest", {"clues": CRANE * 21}),
        ("suggest", {"count": 0}),
        ("suggest", {"count": 101}),
        ("suggest", {"edition": "../../etc/passwd"}),
        ("suggest", {"strategy": "expected-moves:curve=/etc/passwd"}),
        ("suggest", {"strategy": "optimal"}),
        ("suggest", {"prior": "/etc/passwd"}),
        ("suggest", {"unknown": 1}),
        ("suggest", {"opener": "x" * 33}),
        ("split", {}),
        ("split", {"guess": ""}),
        ("value", {"guess": "zzzzz"}),
        ("value", {"guess": "crane", "seconds": 1e9}),
        ("suggest/exact", {"seconds": -1}),
        ("analyse", {"guesses": []}),
        ("analyse", {"guesses": ["crane"] * 21}),
        ("analyse", {"guesses": ["crane=00000", "slate"]}),
        ("analyse", {"guesses": ["crane"], "seconds": 1e9}),
        ("analyse", {"guesses": ["crane"], "grid": "-"}),
        ("tree", {"opener": "salet", "replies": ["22222", "00000"], "exact": False}),
        ("tree", {"opener": "salet", "secret": "salet", "exact": False}),
        ("play", {"seed": -1}),
        ("boards", {"seed": 1, "boards": 1000}),
        ("compare", {"strategies": []}),
        ("compare", {"strategies": ["optimal"]}),
        ("converge", {"estimator": "minimax"}),
        ("converge", {"seconds": 1_000}),
        ("suggest", {"clues": [{"guess": "crane", "reply": "22222"}, {"guess": "crane", "reply": "22222"}]}),
        ("suggest/exact", {"strategy": "minimax"}),
        ("analyse", {"guesses": ["crane=00000"], "secret": "slate"}),
    ],
)
def test_what_is_wrong_is_one_sentence(client: TestClient, path: str, asked: dict[str, Any]) -> None:
    answer = client.post(f"/api/v1/{path}", json={"edition": "original", **asked})
    assert answer.status_code in (409, 422)
    found = answer.json()
    assert isinstance(found["detail"], str)
    assert found["detail"].endswith((".", "?"))
    assert "Traceback" not in found["detail"]


def test_a_scorer_that_is_registered_is_one_of_the_strategies(client: TestClient) -> None:
    scorer("widest", largest_is_best=True)(SCORERS["most-parts"].formula)
    try:
        assert client.get("/api/v1/strategies").json()[-1]["name"] == "widest"
        assert ask(client, "suggest", clues=CRANE, strategy="widest")["strategy"] == "widest"
    finally:
        del SCORERS["widest"]
    ask(client, "suggest", 422, clues=CRANE, strategy="widest", count=3)


def test_whoever_names_no_edition_asks_about_todays_game() -> None:
    assert models.Position().setup() == TODAY
    assert models.Position(hard=True).setup() == replace(TODAY, hard=True)
    assert models.Position(edition="nyt-2023").setup() == Setup(edition="nyt-2023")
    assert models.Position(edition="original", prior="today").setup() == Setup(edition="original", prior="today")
    told = models.Limits()
    assert Setup(edition=told.edition, secrets=told.secrets, prior=told.prior) == TODAY


@pytest.mark.parametrize("path", ["suggest", "suggest/exact"])
def test_common_words_are_preferred_as_by_the_library(client: TestClient, original: Wordle, path: str) -> None:
    belief = Belief.start(original).after("fuzzy", "00000").after("crane", "01200")
    given = [{"guess": "fuzzy", "reply": "00000"}, {"guess": "crane", "reply": "01200"}]
    for margin, known in ((0.1, None), (0.0, 800), (0.05, 2000)):
        found = ask(client, path, clues=given, margin=margin, known_words=known)
        seconds = 0.0 if path == "suggest" else EXACT_SECONDS
        wanted = advise(belief, AdviceOptions(6, 10, seconds=seconds, preference=WordPreference(margin, known)))
        assert found["suggestions"][0]["guess"] == wanted.suggestions[0].guess
        assert (found["proved"], found["exact"]) == (wanted.proved, wanted.exact)
        assert (found["margin"], found["known_words"]) == (margin, known)
    ask(client, path, 422, margin=-1)
    ask(client, path, 422, known_words=0)
    ask(client, "suggest", 409, strategy="entropy", margin=0.1)
