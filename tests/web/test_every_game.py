"""Every game on the page, on a phone and on a desk: guesses by its keys, replies by its inputs."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.cases import first
from tests.web.visit import DESK, PHONE, Visit, enter, unfold

pytestmark = pytest.mark.timeout(300)

MASTERMIND = "/assistant?game=mastermind:pegs=3,colours=4"


@pytest.fixture(params=first(1, [PHONE, DESK]), ids=["phone", "desk"])
def screen(request: pytest.FixtureRequest) -> Any:
    """A phone, and a desk."""
    return request.param


def fits(page: Page, text: str) -> None:
    """Wait until the page says how many secrets fit."""
    expect(page.locator(".fits")).to_contain_text(text)


def test_mastermind_takes_pegs_and_two_numbers(visit: Visit) -> None:
    page = visit.open(MASTERMIND)
    fits(page, "64 codes fit")
    for key in "112":
        page.locator(f"[data-key='key-{key}']").click()
    expect(page.locator(".row").first.locator(".peg-0")).to_have_count(2)
    expect(page.get_by_role("group", name="Reply")).to_be_visible()
    page.get_by_role("button", name="One black more").click()
    page.get_by_role("button", name="One white more").click()
    expect(page.locator(".hint")).to_contain_text("codes left")
    page.locator("[data-key='commit']").click()
    page.wait_for_url(re.compile("c=112.1b1w"))
    fits(page, "guess 2 of 10")
    expect(page.get_by_role("button", name="Reply to guess 1: 1 black, 1 white")).to_be_visible()
    assert visit.findings() == []


@pytest.mark.slow
def test_a_reply_that_cannot_be_is_not_entered(visit: Visit) -> None:
    page = visit.open(MASTERMIND)
    fits(page, "64 codes fit")
    enter(page, "112")
    expect(page.locator(".hint.bad")).to_contain_text("Enter the reply first")
    enter(page, "21")  # two black and one white: the last peg has no other place
    expect(page.locator(".hint.bad")).to_contain_text("The reply 2 black, 1 white is impossible")
    enter(page, "10")
    page.wait_for_url(re.compile("c=112.1b0w"))


@pytest.mark.slow
def test_a_contradiction_is_resolved_by_another_number(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open(f"{MASTERMIND}&c=112.0b0w_334.0b0w")
    expect(page.locator(".lead-line.bad")).to_contain_text("334=0b0w, cannot be right")
    page.get_by_role("button", name="Reply to guess 2").click()
    page.get_by_role("button", name="One black more").click()
    page.wait_for_url(re.compile("334.1b0w"))
    fits(page, "fit")


@pytest.mark.slow
def test_jotto_takes_one_number(visit: Visit) -> None:
    page = visit.open("/assistant?game=jotto&e=original&c=crane.2")
    page.keyboard.type("slate")
    page.get_by_role("button", name="3", exact=True).click()
    page.locator("[data-key='commit']").click()
    page.wait_for_url(re.compile("slate.3"))
    fits(page, "words fit")


@pytest.mark.slow
def test_nerdle_has_digits_and_signs(visit: Visit) -> None:
    page = visit.open("/assistant?game=nerdle:places=5")
    fits(page, "equations fit")
    for key in "1+2=3":
        page.locator(f"[data-key='key-{key}']").click()
    expect(page.locator(".row .tile.unset")).to_have_count(5)
    enter(page, "02020")
    page.wait_for_url(re.compile(r"c=1%2B2%3D3\.02020"))
    fits(page, "guess 2 of 6")


@pytest.mark.slow
def test_numbers_are_written_into_a_field(visit: Visit) -> None:
    page = visit.open("/assistant?game=numbers:most=40")
    fits(page, "40 numbers fit")
    page.get_by_label("Your number").fill("20")
    page.get_by_label("Your number").press("Enter")
    page.get_by_role("button", name="lower").click()
    page.locator("[data-key='commit']").click()
    fits(page, "19 numbers fit")


@pytest.mark.slow
def test_the_game_is_chosen_in_the_settings(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    fits(page, "24 words fit")
    unfold(page)
    page.get_by_role("combobox", name="Game").select_option("bulls-and-cows")
    page.get_by_role("button", name="New game").last.click()
    fits(page, "5,040 codes fit")
    page.get_by_label("Length").fill("3")
    page.get_by_label("Length").press("Enter")
    fits(page, "720 codes fit")
    expect(page.get_by_role("combobox", name="Edition")).to_have_count(0)


@pytest.mark.slow
def test_your_own_list_is_pasted_and_found_again(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/assistant?e=original")
    unfold(page)
    page.get_by_role("combobox", name="Edition").select_option("own")
    area = page.get_by_role("textbox", name="Words", exact=True)
    area.fill("caner crane!")
    page.get_by_role("button", name="Use these words").click()
    expect(page.get_by_role("alert")).to_contain_text("'crane!' is not a word")
    area.fill("caner crane nacre carer")
    page.get_by_role("button", name="Use these words").click()
    fits(page, "4 words fit")
    page.goto(page.url + "&c=crane.21111")
    expect(page.locator(".lead-line")).to_contain_text("it is the only word left")


@pytest.mark.slow
def test_a_list_that_the_server_has_forgotten_is_sent_again(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/assistant?e=original")
    page.evaluate("localStorage['fewest-list'] = 'zebra zonal'")
    made = page.evaluate(
        "async (text) => (await import('/static/request.js')).keepList(text, new AbortController().signal)",
        "zebra zonal",
    )
    page.evaluate("localStorage['fewest-list-name'] = 'feedfeedfeedfeed'")
    visit.open("/assistant?list=feedfeedfeedfeed")
    expect(page.locator(".lead-line.bad")).to_contain_text("paste it again")
    visit.open(f"/assistant?list={made}")
    fits(page, "2 words fit")


@pytest.mark.slow
def test_mastermind_is_played_to_the_end_and_counted(visit: Visit) -> None:
    page = visit.open("/play?game=mastermind:pegs=2,colours=2&seed=3")
    expect(page.locator(".hint")).to_contain_text("Type a code")
    replies = page.get_by_role("img", name=re.compile("Reply to guess"))
    won = page.get_by_role("img", name=re.compile("Reply to guess .: 2 black, 0 white"))
    for count, code in enumerate(("11", "12", "21", "22"), start=1):
        enter(page, code)
        expect(replies).to_have_count(count)
        if won.count():
            break
    expect(page.locator(".hint")).to_contain_text(f"Won in {count} guess")
    expect(page.locator("summary", has_text="Your 1 game")).to_be_visible()
    expect(page.locator(".share img")).to_have_attribute("alt", re.compile("●●"))
    page.reload()
    expect(page.locator("summary", has_text="Your 1 game")).to_be_visible()
    assert visit.findings() == []


@pytest.mark.slow
def test_several_boards_of_another_game(visit: Visit) -> None:
    page = visit.open("/play?game=bulls-and-cows:length=2,symbols=4&m=boards&n=2&seed=4")
    expect(page.locator(".hint")).to_contain_text("Guess 1 of 7")
    enter(page, "01")
    expect(page.locator(".hint")).to_contain_text("Guess 2 of 7")
    expect(page.get_by_role("img", name=re.compile("Reply to guess 1"))).to_have_count(2)


@pytest.mark.slow
def test_the_assistant_takes_the_replies_of_several_boards(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&boards=2")
    expect(page.locator(".lead-line")).to_contain_text("leaves about 40 words on each board")
    page.keyboard.type("crane")
    enter(page, "01200")  # of the first board
    expect(page.locator(".hint.bad")).to_contain_text("Enter the reply of board 2")
    page.locator("[data-key='found-1']").click()
    page.locator("[data-key='commit']").click()
    page.wait_for_url(re.compile("c=crane.01200.22222"))
    expect(page.locator("figcaption").first).to_have_text("24 words")
    expect(page.locator("figcaption").last).to_have_text("crane")
    page.get_by_role("button", name=re.compile("^Play")).click()
    expect(page.locator(".row .tile.unset")).to_have_count(5)
    page.locator("[data-key='rest']").click()
    page.locator("[data-key='commit']").click()
    page.wait_for_url(re.compile("c=crane.01200.22222_[a-z]{5}.00000."))
    assert visit.findings() == []


@pytest.mark.slow
def test_several_boards_of_mastermind_are_assisted(visit: Visit) -> None:
    page = visit.open("/assistant?game=mastermind:pegs=2,colours=3&boards=2")
    expect(page.locator(".lead-line")).to_contain_text("finishes board 1 or 2 if one is 12")
    page.keyboard.type("12")
    page.get_by_role("button", name="One black more").first.click()
    page.locator("[data-key='found-1']").click()
    page.locator("[data-key='commit']").click()
    page.wait_for_url(re.compile("12.1b0w.2b0w"))
    expect(page.locator("figcaption").last).to_have_text("12")
