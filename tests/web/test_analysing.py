"""The analysis on a phone and on a desk: the verdict, one guess at a time, and My games."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fewest import Wordle
from fewest.play.log import LoggedGame, read_games
from fewest.play.round import draw
from tests.cases import first
from tests.web.visit import DESK, PHONE, Visit, enter

pytestmark = pytest.mark.timeout(300)

GAME = "/analyse?e=original&c=crane.01001_slate.00011_rebut.22222"

PLAYED: dict[str, Any] = {
    **{"when": "2026-01-02T12:00:00.000Z", "edition": "original", "words": "answers", "hard": False, "rule": "any"},
    **{"clues": ["crane=01001", "slate=00011", "rebut=22222"], "secret": "rebut", "outcome": "won", "max_guesses": 6},
    **{"skill": None, "luck": None, "hints": 1, "daily": "", "series": ""},
}
"""The same game in the log, as Play writes it."""

GRID = "⬛🟨⬛⬛🟨\n⬛⬛⬛🟨🟨\n🟩🟩🟩🟩🟩"

SIX = "crane slate moist pound light puffy"


@pytest.fixture(params=first(1, [PHONE, DESK]), ids=["phone", "desk"])
def screen(request: pytest.FixtureRequest) -> Any:
    """A phone, and a desk."""
    return {**request.param, "bypass_csp": True}


def paste(page: Page, text: str) -> None:
    """Paste a game and have it analysed."""
    page.get_by_label("Paste or type your game").fill(text)
    page.get_by_role("button", name="Analyse", exact=True).click()


def kept(page: Page) -> list[dict[str, Any]]:
    """The games in the browser."""
    text: str = page.evaluate("localStorage.getItem('fewest-games')") or ""
    return [json.loads(line) for line in text.splitlines()]


def test_the_verdict_leads_and_every_guess_is_a_step(visit: Visit) -> None:
    page = visit.open(GAME)
    expect(page.locator(".verdict .lead-line")).to_contain_text("REBUT in 3 guesses (perfect play needs 3.42")
    expect(page.locator(".verdict .lead-line")).to_be_in_viewport(ratio=1)
    expect(page.locator(".step-bar")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Previous guess")).to_be_disabled()
    expect(page.locator(".step")).to_contain_text("Unlucky: 122 words left, 79 is average.")
    page.get_by_role("button", name="Next guess").click()
    expect(page.locator("#step-title")).to_contain_text("Guess 2 of 3: slate")
    expect(page.locator("#live")).to_contain_text("Guess 2, slate. You already knew there is no A.")
    assert re.sub(r"\s+", " ", page.locator(".versus").inner_text()).lower().find("yours slate 3.35 2.4 – better") > 0
    expect(page.locator(".step .badge")).to_have_text("proved")
    before = page.get_by_text("122 words left before this guess")
    before.click()
    expect(page.locator(".left-words[open] .word")).to_have_count(122)
    expect(page.locator(".solver-line .small-row")).to_have_count(3)
    page.locator("#step-title").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step-title")).to_contain_text("Guess 3 of 3: rebut")
    expect(page.get_by_role("button", name="Next guess")).to_be_disabled()
    expect(page.locator(".left-words[open]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step-title")).to_contain_text("Guess 2 of 3")
    page.get_by_role("button", name="Guess 1: crane").click()
    expect(page.locator("#step-title")).to_contain_text("Guess 1 of 3")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    assert visit.findings() == []


@pytest.mark.slow
@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])
def test_a_swipe_is_a_step(visit: Visit) -> None:
    page = visit.open(GAME)
    expect(page.locator("#step-title")).to_contain_text("Guess 1 of 3")
    swipe = """([from, to]) => {
      const target = document.querySelector(".step");
      const touch = (x) => new Touch({ identifier: 1, target, clientX: x, clientY: 300 });
      const fire = (name, x) => target.dispatchEvent(
        new TouchEvent(name, { bubbles: true, touches: [touch(x)], changedTouches: [touch(x)] }));
      fire("touchstart", from);
      fire("touchend", to);
    }"""
    page.evaluate(swipe, [300, 100])
    expect(page.locator("#step-title")).to_contain_text("Guess 2 of 3")
    page.evaluate(swipe, [100, 120])
    expect(page.locator("#step-title")).to_contain_text("Guess 2 of 3")
    page.evaluate(swipe, [100, 300])
    expect(page.locator("#step-title")).to_contain_text("Guess 1 of 3")


def test_a_game_that_was_played_is_analysed_when_it_is_opened(visit: Visit) -> None:
    page = visit.open("/analyse?e=original")
    expect(page.locator(".history")).to_contain_text("Games that you play or analyse appear here")
    page.evaluate("line => localStorage.setItem('fewest-games', line)", json.dumps(PLAYED) + "\n")
    page.reload()
    expect(page.locator(".kept")).to_contain_text("Analyse")
    page.get_by_role("button", name="Analyse the game of 2026-01-02: rebut, 3/6").click()
    expect(page.locator(".turn")).to_have_count(3)
    expect(
        page.get_by_role("button", name=re.compile(r"^Open the game of 2026-01-02: rebut, .*, skill \d+, luck \d+$"))
    ).to_be_visible()
    (game,) = kept(page)
    assert game == PLAYED | {"skill": game["skill"], "luck": game["luck"]}
    assert None not in (game["skill"], game["luck"])


@pytest.mark.slow
def test_a_pasted_game_is_analysed_and_saved(visit: Visit) -> None:
    page = visit.open("/analyse?e=original")
    paste(page, f"Wordle 1,234 3/6*\n\n{GRID}\n\n1. 'Crane' / 2. 'Slate' / 3. 'Rebut'")
    expect(page.locator(".turn")).to_have_count(3)
    expect(page.get_by_role("button", name="Saved to My games · Remove")).to_be_visible()
    (game,) = kept(page)
    assert (game["secret"], game["outcome"], len(game["clues"]), game["hard"]) == ("rebut", "won", 3, False)
    expect(page.locator(".verdict .notice")).to_contain_text("guess 2, slate, broke it: R must be used.")
    expect(page.locator(".share img")).to_have_attribute("alt", re.compile("3/6 ·"))
    page.reload()
    expect(page.locator(".turn")).to_have_count(3)
    expect(page.locator(".kept")).to_have_count(1)
    page.get_by_role("button", name="Saved to My games · Remove").click()
    expect(page.locator(".kept")).to_have_count(0)
    assert kept(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])
def test_a_lost_game_asks_for_its_answer(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/analyse?e=original")
    paste(page, SIX)
    expect(page.get_by_role("alert")).to_contain_text("Was PUFFY the answer?")
    page.get_by_label("No, it was").fill("rebut")
    page.get_by_role("button", name="Analyse the lost game").click()
    expect(page.locator(".verdict .lead-line")).to_contain_text("Lost: REBUT was not found in 6 guesses")
    expect(page.locator(".share img")).to_have_attribute("alt", re.compile("X/6"))
    assert [game["outcome"] for game in kept(page)] == ["lost"]
    page.get_by_text("Another game").click()
    page.get_by_label("Answer, if you did not find it").fill("")
    paste(page, SIX)
    page.get_by_role("button", name="Yes, found").click()
    expect(page.locator(".verdict .lead-line")).to_contain_text("PUFFY in 6 guesses")
    expect(page.locator(".bin.lost")).to_have_count(1)
    assert sorted(game["outcome"] for game in kept(page)) == ["lost", "won"]


@pytest.mark.slow
@pytest.mark.parametrize("screen", [DESK], ids=["desk"])
def test_games_are_carried_by_files_and_a_bad_file_changes_nothing(visit: Visit) -> None:
    page = visit.open(GAME)
    page.get_by_role("button", name="Save to My games").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    saved = download.value.path().read_text("utf-8")
    (game,) = read_games(saved)
    assert isinstance(game, LoggedGame)
    assert (game.clues, game.secret) == (("crane=01001", "slate=00011", "rebut=22222"), "rebut")
    other = saved.replace(game.when, "2026-01-02T12:00:00.000Z")
    wrong = saved.replace('"skill":', '"skill":1')
    for name, text, said in (
        ("bad.json", wrong, "bad.json was not imported: game 1 has no valid 'skill'."),
        ("empty.json", "", "empty.json was not imported: it is empty."),
        ("half.json", saved[:40], "half.json was not imported: game 1 is not JSON."),
    ):
        load(page, name, text)
        expect(page.get_by_role("alert")).to_have_text(said)
        expect(page.locator(".kept")).to_have_count(1)
    load(page, "again.json", saved)
    expect(page.locator(".history")).to_contain_text("0 games added, 1 game already there.")
    load(page, "more.json", other)
    expect(page.locator(".history")).to_contain_text("1 game added.")
    expect(page.locator(".kept")).to_have_count(2)
    expect(page.locator(".history .plot .line")).to_have_count(2)
    assert page.locator(".history .plot .tick[text-anchor=middle]").all_text_contents() == ["1", "2"]
    expect(page.locator(".history .histogram")).to_have_attribute("aria-label", re.compile("2 games in 3"))
    page.get_by_role("button", name=re.compile("^Remove the game of 2026-01-02")).click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator(".kept")).to_have_count(1)
    assert [logged["when"] for logged in kept(page)] == [game.when]


def load(page: Page, name: str, text: str) -> None:
    """Import a file."""
    file: Any = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    page.set_input_files(".history input[type=file]", files=[file])


@pytest.mark.slow
@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])
def test_a_game_that_was_played_and_given_up_is_analysed_as_lost(visit: Visit, original: Wordle) -> None:
    page = visit.open("/play?e=original&seed=7")
    visit.wait_for("play")
    enter(page, "crane")
    expect(page).to_have_url(re.compile("g=crane"))
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Analyse").click()
    secret = draw(original, "seed 7")
    expect(page.locator(".verdict .lead-line")).to_contain_text(f"Lost: {secret.upper()} was not found in 1 guess")
    expect(page.locator(".solver-line .small-row").last).to_have_attribute(
        "aria-label", re.compile("^(. green(, )?){5}$")
    )
    assert [(game["secret"], game["outcome"]) for game in kept(page)] == [(secret, "given up")]
    assert kept(page)[0]["skill"] is not None, "the game that was played has its marks"


@pytest.mark.slow
@pytest.mark.parametrize("screen", [DESK], ids=["desk"])
def test_no_game_is_lost_to_another_tab_to_an_old_version_or_without_storage(visit: Visit) -> None:
    page = visit.open(GAME)
    page.evaluate("localStorage.setItem('fewest-games', '{half')")
    page.reload()
    expect(page.locator(".turn")).to_have_count(3)
    page.wait_for_function("localStorage.getItem('fewest-games-unreadable') === '{half'")
    other = page.context.new_page()
    other.goto(page.url.replace("slate.00011", "moist.00002"))
    for each in (other, page):
        each.get_by_role("button", name="Save to My games").click()
    assert len(kept(page)) == 2, "the other tab's game is still there"
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full'); }; }")
    page.get_by_role("button", name=re.compile("^Open the game of .*")).last.click()
    expect(page.locator(".turn")).to_have_count(3)
    page.get_by_role("button", name="Saved to My games · Remove").click()
    expect(page.get_by_role("alert")).to_contain_text("This browser does not store your games")
