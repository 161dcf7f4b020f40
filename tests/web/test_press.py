"""Presses act on the element under the finger, even if answers arrive meanwhile, and no key is lost."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.cases import first
from tests.web.visit import Held, Visit, enter, unfold

MIDDLE = """(element) => {
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
"""The middle of an element, once it is visible."""


class Pointer:
    """A mouse or a finger that presses something and lifts later."""

    def __init__(self, page: Page, finger: CDPSession | None) -> None:
        self.page, self.finger = page, finger

    def press(self, where: Locator) -> None:
        """Go down in the middle of something."""
        x, y = where.evaluate(MIDDLE)
        if self.finger is None:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
        else:
            self._touch("touchStart", [{"x": x, "y": y}])

    def lift(self) -> None:
        """Go up at the same place."""
        if self.finger is None:
            self.page.mouse.up()
        else:
            self._touch("touchEnd", [])

    def cancel(self) -> None:
        """Cancel the touch, as a browser does when it scrolls."""
        self._touch("touchCancel", [])

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        assert self.finger is not None
        self.finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.fixture(params=["mouse", "touch"])
def kind(request: pytest.FixtureRequest) -> str:
    """The pointer: a mouse or a finger."""
    return str(request.param)


@pytest.fixture
def screen(kind: str) -> dict[str, Any]:
    """A desk, or a phone."""
    if kind == "mouse":
        return {"viewport": {"width": 1280, "height": 900}}
    return {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def pointer(page: Page, kind: str) -> Pointer:
    """The pointer on that page."""
    return Pointer(page, page.context.new_cdp_session(page) if kind == "touch" else None)


def reverse(answer: dict[str, Any]) -> dict[str, Any]:
    """The same suggestions, the last one first."""
    return {**answer, "suggestions": answer["suggestions"][::-1]}


def open_assistant(visit: Visit) -> Held:
    """Open the assistant without shipped values, with everything but the held proof loaded."""
    held = Held(visit.page, "suggest/exact")
    visit.open("/assistant?e=original&c=grace.01200")
    held.wait()
    visit.wait_for("split")
    return held


def draft_of(page: Page) -> Locator:
    return page.locator(".row").nth(1)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "place"), first(1, [("touch", -1), ("mouse", 0)]), indirect=["kind"])
def test_a_suggestion_is_taken_though_others_arrive(visit: Visit, pointer: Pointer, place: int) -> None:
    held, page = open_assistant(visit), visit.page
    pick = page.locator(".pick").nth(place)
    word = pick.inner_text()
    pointer.press(pick)
    held.go(reverse)
    visit.wait_for("suggest/exact")
    assert page.locator(".pick").nth(place).inner_text() == word
    pointer.lift()
    expect(draft_of(page)).to_have_attribute("aria-label", f"Guess 2: {word}")
    expect(page.locator(".badge.proved")).to_be_visible()
    expect(page.locator(".pick").nth(place)).not_to_have_text(word)
    expect(draft_of(page)).to_be_in_viewport(ratio=1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", first(1, ["mouse", "touch"]), indirect=True)
def test_a_press_that_leaves_a_field_is_not_lost(visit: Visit, pointer: Pointer) -> None:
    page = visit.open("/assistant?e=original&c=grace.01200")
    expect(page.locator(".badge.proved")).to_be_visible()
    unfold(page)
    page.get_by_label("Opener").fill("salet")
    pointer.press(page.get_by_role("button", name="New game"))
    expect(page.get_by_role("button", name="New game")).to_be_visible()
    pointer.lift()
    expect(page).to_have_url(re.compile(r"\?e=original&o=salet$"))
    expect(page.locator(".pick")).to_have_text(["salet"])


@pytest.mark.slow
def test_text_typed_into_a_field_stays_with_its_section(visit: Visit, pointer: Pointer) -> None:
    page = visit.open("/explore?e=original")
    unfold(page)
    page.get_by_label("Opener").fill("crane")
    pointer.press(page.locator(".tabs").get_by_text("Play"))
    pointer.lift()
    expect(page).to_have_url(re.compile(r"/play\?e=original&seed=\d+$"))
    page.locator(".tabs").get_by_text("Explore").click()
    expect(page).to_have_url(re.compile(r"/explore\?e=original&o=crane$"))


@pytest.mark.slow
def test_answers_are_shown_once_a_press_ends_in_nothing(visit: Visit, pointer: Pointer) -> None:
    held, page = open_assistant(visit), visit.page
    pointer.press(page.locator(".pick").first)
    held.go(reverse)
    visit.wait_for("suggest/exact")
    expect(page.locator(".badge.busy")).to_be_visible()
    if pointer.finger:
        pointer.cancel()
    else:
        page.mouse.move(5, 5)
        pointer.lift()
    expect(page.locator(".badge.proved")).to_be_visible()
    expect(draft_of(page)).to_have_attribute("aria-label", re.compile("^Guess 2, suggested: [a-z]{5}$"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["mouse"], indirect=True)
def test_a_button_that_is_held_with_the_space_bar_stays(visit: Visit) -> None:
    held, page = open_assistant(visit), visit.page
    pick = page.locator(".pick").first
    word = pick.inner_text()
    pick.focus()
    page.keyboard.down("Space")
    held.go(reverse)
    visit.wait_for("suggest/exact")
    page.keyboard.up("Space")
    expect(draft_of(page)).to_have_attribute("aria-label", f"Guess 2: {word}")
    expect(page.locator(".badge.proved")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["touch"], indirect=True)
def test_two_thumbs_may_overlap(visit: Visit, pointer: Pointer) -> None:
    page = visit.open("/play?e=original&seed=7")
    expect(page.locator(".row.now")).to_have_count(1)
    keys = []
    for number, letter in enumerate("so"):
        box = page.get_by_role("button", name=letter.upper(), exact=True).bounding_box()
        assert box is not None
        keys.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": number})
    for kind, points in (("touchStart", keys[:1]), ("touchStart", keys), ("touchEnd", keys[:1]), ("touchEnd", [])):
        pointer._touch(kind, points)
    expect(page.locator(".row.now")).to_have_attribute("aria-label", re.compile("Guess 1: (so|os)"))
    page.get_by_role("button", name="Backspace").tap()
    page.get_by_role("button", name="Backspace").tap()
    for letter in "crane":
        page.get_by_role("button", name=letter.upper(), exact=True).tap()
    expect(page.locator(".row.now")).to_have_attribute("aria-label", "Guess 1: crane")


def choose_edition(page: Page) -> None:
    """Choose an edition in its menu."""
    page.get_by_role("combobox", name="Edition").focus()
    for key in ("Space", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("e=nyt-2022"))


SETTINGS: dict[str, Callable[[Page], None]] = {
    "edition": lambda page: page.get_by_role("combobox", name="Edition").focus(),
    "edition chosen": choose_edition,
    "rule": lambda page: page.get_by_role("combobox", name="Rule").focus(),
    "theme": lambda page: page.get_by_role("button", name="Dark theme").click(),
    "palette": lambda page: page.get_by_role("button", name="High-contrast colours").click(),
    "section": lambda page: page.locator(".tabs [aria-current]").click(),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["mouse"], indirect=True)
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("path", ["/assistant?e=original", "/play?e=original&seed=7"])
def test_letters_are_for_the_board_whatever_was_used_last(visit: Visit, path: str, setting: str) -> None:
    page = visit.open(path)
    page.wait_for_load_state("networkidle")
    unfold(page)
    SETTINGS[setting](page)
    page.wait_for_load_state("networkidle")
    edition = page.get_by_role("combobox", name="Edition").input_value()
    page.keyboard.type("crank")
    page.keyboard.press("Backspace")
    page.keyboard.type("e")
    expect(page.locator(".row").first).to_have_attribute("aria-label", "Guess 1: crane")
    enter(page, "00000")  # Play ignores digits
    expect(page).to_have_url(re.compile(r"[cg]=crane(\.00000)?$"))
    expect(page.get_by_role("combobox", name="Edition")).to_have_value(edition)


@pytest.mark.parametrize("kind", ["mouse"], indirect=True)
@pytest.mark.parametrize("setting", first(1, ["edition", "rule", "theme", "palette"]))
def test_enter_is_for_the_word_that_is_typed(visit: Visit, setting: str) -> None:
    page = visit.open("/assistant?e=original")
    page.wait_for_load_state("networkidle")
    unfold(page)
    page.keyboard.type("crane00000")
    theme = page.locator("html").get_attribute("data-theme")
    SETTINGS[setting](page)
    page.wait_for_load_state("networkidle")
    assert (page.locator("html").get_attribute("data-theme") != theme) == (setting == "theme")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"c=crane\.00000"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["mouse"], indirect=True)
def test_a_field_is_left_with_enter(visit: Visit) -> None:
    page = visit.open("/assistant?e=original")
    unfold(page)
    page.get_by_label("Opener").fill("salet")
    page.get_by_label("Opener").press("Enter")
    expect(page.locator(".pick")).to_have_text(["salet"])
    enter(page, "crane00000")
    expect(page).to_have_url(re.compile(r"o=salet&c=crane\.00000$"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["mouse"], indirect=True)
def test_settings_work_with_the_keyboard(visit: Visit) -> None:
    page = visit.open("/assistant?e=original")
    unfold(page)
    menu = page.get_by_role("combobox", name="Edition")
    menu.focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("e=nyt-2022"))
    expect(menu).to_be_focused()
    page.get_by_role("button", name="Dark theme").focus()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
