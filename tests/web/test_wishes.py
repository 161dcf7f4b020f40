"""The settings for rules and preferred words, on phone and desk."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.cases import first
from tests.web.visit import DESK, PHONE, Held, Visit, enter, unfold

pytestmark = pytest.mark.timeout(300)

BROKEN = "breaks the rule that every guess must fit all clues"

CONSISTENT = "crane=01001 rebut=22222"


@pytest.fixture(params=first(1, [PHONE, DESK]), ids=["phone", "desk"])
def screen(request: pytest.FixtureRequest) -> Any:
    """A phone, and a desk; axe may run there."""
    return {**request.param, "bypass_csp": True}


def rule(page: Page) -> Locator:
    """The menu of rules."""
    return page.get_by_role("combobox", name="Rule")


def known(page: Page) -> Locator:
    """The menu of words that people know."""
    return page.get_by_role("combobox", name="Words to suggest")


def margin(page: Page) -> Locator:
    """The menu of margins."""
    return page.get_by_role("combobox", name="A common word may cost")


def best(page: Page) -> Locator:
    """The first suggestion."""
    return page.locator(".play-word b")


@pytest.mark.slow
def test_the_rule_is_one_of_three_and_is_kept_to(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/assistant?e=original&c=crane.01200")
    unfold(page)
    expect(rule(page).get_by_role("option")).to_have_text(
        ["Any guess", "Hard mode", "Ultra-hard: every guess must fit all clues"]
    )
    rule(page).select_option("ultra")
    expect(page).to_have_url(re.compile("hard=ultra"))
    expect(best(page)).to_have_text("smart")
    expect(page.locator(".badge.proved")).to_be_visible()
    assert visit.findings() == []
    page.keyboard.type("trash")  # has the a in its place, but the r in a place where it was yellow
    expect(page.locator(".hint.bad")).to_contain_text(f"'trash' {BROKEN}: crane would get 02200, not 01200.")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("trash"))
    rule(page).select_option("Hard mode")
    expect(page).to_have_url(re.compile("hard=1"))
    expect(page.locator(".hint.bad")).to_have_count(0)
    rule(page).select_option("ultra")
    expect(page).to_have_url(re.compile("hard=ultra"))
    visit.open("/")
    expect(page).to_have_url(re.compile("hard=ultra"))  # the next visit finds it
    expect(rule(page)).to_have_value("ultra")


@pytest.mark.slow
def test_games_without_hard_mode_have_the_other_rule(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/assistant?game=mastermind:pegs=3,colours=4&c=112.1b1w&hard=1")
    unfold(page)
    expect(rule(page).get_by_role("option")).to_have_text(["Any guess", "Every guess must fit all clues"])
    expect(rule(page)).to_have_value("")
    expect(page.get_by_role("group", name="Preferred words")).to_have_count(0)
    rule(page).select_option("ultra")
    expect(page).to_have_url(re.compile("hard=ultra"))
    page.keyboard.type("444")
    expect(page.locator(".hint.bad")).to_contain_text(BROKEN)
    page.get_by_role("combobox", name="Game").select_option("wordle")
    page.get_by_role("button", name="New game").last.click()
    expect(rule(page)).to_have_value("ultra")


@pytest.mark.slow
@pytest.mark.parametrize("mode", first(1, ["practice", "daily", "adversary"]))
def test_a_game_is_played_by_the_rule(visit: Visit, mode: str) -> None:
    visit.refusals = True
    page = visit.open(f"/play?e=original&m={mode}&seed=7&day=2026-01-31")
    unfold(page)
    rule(page).select_option("ultra")
    expect(page).to_have_url(re.compile("hard=ultra"))
    enter(page, "crane")
    expect(page).to_have_url(re.compile("g=crane"))
    enter(page, "crank")
    expect(page.locator(".hint.bad")).to_contain_text(f"'crank' {BROKEN}")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("crank")  # first the word goes
    for _ in "crank":
        page.keyboard.press("Backspace")
    expect(page.locator(".hint")).to_contain_text(re.compile(r"Hint: \d+ words? fits?\."))
    steps = {"A letter": r"Hint: the best guess begins with [A-Z]\.", "The word": r"Hint: [A-Z]+\."}
    for button, told in steps.items():
        page.get_by_role("button", name=button).click()
        expect(page.locator(".hint")).to_contain_text(re.compile(told))
    guess = re.findall(r"Hint: ([A-Z]+)\.", page.locator(".hint").inner_text())[0].lower()
    enter(page, guess)
    expect(page).to_have_url(re.compile(f"g=crane_{guess}"))


@pytest.mark.slow
def test_several_boards_have_no_rule(visit: Visit) -> None:
    for path in ("/play?e=original&m=boards&n=2&seed=7&hard=ultra", "/assistant?e=original&boards=2&hard=ultra"):
        page = visit.open(path)
        unfold(page)
        expect(page.get_by_role("combobox", name="Boards")).to_be_visible()
        expect(rule(page)).to_have_count(0)
        expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.slow
def test_a_game_is_analysed_and_kept_with_its_rule(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/analyse?e=original")
    unfold(page)
    rule(page).select_option("ultra")
    expect(page).to_have_url(re.compile("hard=ultra"))
    text = page.get_by_label("Paste or type your game")
    for game in ("crane slate rebut", CONSISTENT):
        text.fill(game)
        page.get_by_role("button", name="Analyse", exact=True).click()
        if game != CONSISTENT:
            expect(page.get_by_role("alert")).to_contain_text("'slate' is not allowed: it does not fit crane=01001.")
    expect(page.locator(".verdict .lead-line")).to_contain_text("REBUT in 2 guesses")
    expect(page.locator("[data-key='keep']")).to_contain_text("Saved to My games")
    visit.open("/analyse")
    page.get_by_role("button", name=re.compile("Open the game")).click()
    expect(page).to_have_url(re.compile("e=original.*hard=ultra"))
    expect(page.locator(".verdict .lead-line")).to_contain_text("REBUT in 2 guesses")


@pytest.mark.slow
@pytest.mark.parametrize(("section", "path"), first(1, [("explore", "tree"), ("strategies", "compare")]))
def test_trees_and_strategies_are_asked_for_by_the_rule(visit: Visit, section: str, path: str) -> None:
    held = Held(visit.page, path)
    page = visit.open(f"/{section}?e=original&hard=1")
    unfold(page)
    expect(rule(page)).to_have_value("1")
    held.wait()
    rule(page).select_option("ultra")
    expect(page).to_have_url(re.compile("hard=ultra"))
    held.wait(2)
    asked: list[Any] = [route.request.post_data_json for route in held.routes[:2]]
    assert [(each["hard"], each["rule"]) for each in asked] == [(True, "any"), (False, "consistent")]


@pytest.mark.slow
def test_common_words_are_preferred(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    expect(best(page)).to_have_text("shtik")
    unfold(page)
    margin(page).select_option("0.2 guesses")
    expect(page).to_have_url(re.compile("a=0.2"))
    expect(best(page)).to_have_text("audit")
    expect(page.locator(".badge.proved")).to_be_visible()
    expect(page.locator(".best-of-all")).to_have_text("best of all: shtik, 2.375")
    margin(page).select_option("Nothing: the best word, however rare")
    expect(page).to_have_url(re.compile("a=0$"))
    expect(best(page)).to_have_text("shtik")
    expect(page.locator(".best-of-all")).to_have_count(0)
    margin(page).select_option("0.02 guesses")
    expect(page).not_to_have_url(re.compile("a="))
    known(page).select_option("2,000 most frequent")
    expect(page).to_have_url(re.compile("k=2000"))
    expect(best(page)).to_have_text("audit")
    expect(page.locator(".proof")).to_contain_text("Proved among the 2,000 most frequent words")
    page.get_by_role("combobox", name="Strategy").select_option("minimax")  # which ranks in its own way
    expect(page.locator(".advice")).to_contain_text("the best guess by minimax")
    expect(known(page)).to_have_count(0)
    page.go_back()
    expect(best(page)).to_have_text("audit")
    expect(known(page)).to_have_value("2000")
    assert visit.findings() == []


@pytest.mark.slow
def test_preferences_are_in_the_address_and_restored(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200&k=1234&a=0.03")
    unfold(page)
    expect(known(page)).to_have_value("1234")  # a number that is not in the menu
    expect(margin(page)).to_have_value("0.03")
    margin(page).select_option("0.05")
    expect(page).to_have_url(re.compile("k=1234&a=0.05"))
    visit.open("/")
    expect(page).to_have_url(re.compile("k=1234&a=0.05"))
    expect(known(page)).to_have_value("1234")
    known(page).select_option("All words")
    margin(page).select_option("0.02 guesses")
    expect(page).not_to_have_url(re.compile("[ka]="))
    visit.open("/")
    expect(margin(page)).to_have_value("")
    expect(page).not_to_have_url(re.compile("[ka]="))
    visit.open("/assistant?k=-3&a=much")  # invalid numbers are ignored
    expect(known(page)).to_have_value("")
    expect(page.locator(".play-word")).to_be_visible()


@pytest.mark.slow
def test_your_own_opener_may_be_a_rare_word(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&k=1000&o=salet")
    expect(best(page)).to_have_text("salet")


@pytest.mark.slow
def test_hints_name_common_words_and_the_game_goes_on(visit: Visit) -> None:
    held = Held(visit.page, "suggest")
    page = visit.open("/play?e=original&seed=7&g=crane")
    unfold(page)
    known(page).select_option("1,000 most frequent")
    margin(page).select_option("0.1 guesses")
    expect(page).to_have_url(re.compile("g=crane.*k=1000&a=0.1"))
    expect(page.locator(".row").first).to_have_attribute("aria-label", re.compile("Guess 1: crane"))
    page.get_by_role("button", name="Hint").click()
    held.wait()
    asked: Any = held.routes[0].request.post_data_json
    assert (asked["known_words"], asked["margin"], asked["rule"]) == (1000, 0.1, "any")
    held.go()
    expect(page.locator(".hint")).to_contain_text("Hint:")
    assert visit.findings() == []
    page.get_by_role("button", name="Adversary").click()
    page.get_by_role("dialog").get_by_role("button", name="New game").click()
    expect(page).to_have_url(re.compile("m=adversary"))
    expect(known(page)).to_have_count(0)  # its hints leave the fewest words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "asked_for"),
    first(1, [("/assistant?e=original&boards=2", "boards/assist"), ("/play?e=original&m=boards&n=2&seed=7", "boards")]),
)
def test_several_boards_heed_what_is_preferred(visit: Visit, path: str, asked_for: str) -> None:
    held = Held(visit.page, asked_for, lambda asked: "known_words" in asked)
    page = visit.open(path)
    unfold(page)
    margin(page).select_option("0.1 guesses")
    expect(page).to_have_url(re.compile("a=0.1"))
    known(page).select_option("1,000 most frequent")
    expect(page).to_have_url(re.compile("k=1000"))
    if asked_for == "boards":
        page.get_by_role("button", name="Hint").click()
    held.wait()
    asked: Any = held.routes[-1].request.post_data_json
    assert (asked["known_words"], asked["margin"]) == (1000, 0.1)
    held.go()
    if asked_for == "boards":
        expect(page.locator(".hint")).to_contain_text("Hint: board 1 has 2,315 words; board 2 has 2,315 words.")
    else:
        expect(page.locator(".lead-line")).to_contain_text(re.compile(r"leaves about \d+ words on each board"))
    assert visit.findings() == []
