"""The end of a game on the page: marks, remark, and the picture to share."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fewest import Wordle
from fewest.play.round import draw
from tests.web.visit import PHONE, Held, Visit, enter

WON = "crane.01001_slate.00011_rebut.22222"


def marks(page: Page) -> list[str]:
    """Skill and luck, once computed."""
    expect(page.locator(".dial strong").first).to_have_text(re.compile(r"\d"))
    return page.locator(".dial strong").all_inner_texts()


@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])
def test_the_card_keeps_its_size_when_the_marks_come(visit: Visit) -> None:
    held = Held(visit.page, "analyse")
    page = visit.open(f"/assistant?e=original&c={WON}")
    held.wait()
    card = page.locator(".ending")
    expect(page.locator(".dial strong")).to_have_text(["–", "–"])
    expect(card.locator("img")).to_have_attribute(
        "alt", re.compile(r"^fewest original 3/6; Wordle · Original · \d+ \w+ \d{4}; ")
    )
    before: Any = card.bounding_box()
    turn = {"guess": "crane", "saved": 0.01, "mistake": "", "skill_text": "A tie.", "luck": 9, "luck_text": "Unlucky."}
    worst = {**turn, "guess": "slate", "saved": 0.3, "mistake": "You already knew there is no A.", "luck": 50}
    held.routes[0].fulfill(json={"skill": 83, "luck": 51, "turns": [turn, worst, turn]})
    assert marks(page) == ["83", "51"]
    expect(card.locator(".remark")).to_have_text("slate: You already knew there is no A.")
    assert card.bounding_box() == before


@pytest.mark.slow
def test_the_marks_are_those_of_the_analysis(visit: Visit) -> None:
    page = visit.open(f"/assistant?e=original&c={WON}")
    given = marks(page)
    page.get_by_role("button", name="Analyse in full").click()
    expect(page.locator(".verdict")).to_be_visible()
    assert marks(page) == given


@pytest.mark.slow
def test_a_game_of_the_day_that_is_given_up_has_its_date_marks_and_secret(visit: Visit, original: Wordle) -> None:
    page = visit.open("/play?e=original&m=daily&day=2026-01-31")
    visit.wait_for("play")
    enter(page, "crane")
    page.get_by_role("button", name="Give up").click()
    secret = draw(original, "daily 2026-01-31")
    expect(page.locator(".hint")).to_have_text(f"It was {secret.upper()}.")
    expect(page.locator(".ending img")).to_have_attribute("alt", re.compile("X/6; .* · 31 January 2026; "))
    expect(page.locator(".keyboard")).to_have_count(0)
    asked = {"edition": "original", "guesses": ["crane"], "secret": secret}
    answer = page.request.post(f"{visit.address}/api/v1/analyse", data=asked).json()
    assert marks(page) == [str(answer["skill"]), str(answer["luck"])]


@pytest.mark.slow
def test_the_adversary_and_several_boards_are_not_marked(visit: Visit) -> None:
    page = visit.open("/play?e=original&seed=7&m=boards&n=2&g=crane_sloth_jumpy_fixed_vivid_kebab_mamma")
    expect(page.locator(".hint")).to_contain_text("Missed: ")
    expect(page.locator(".ending")).to_have_count(0)
    assert not any(url.endswith("/analyse") for url in visit.asked)
