"""The assistant as a companion: one sentence and one action, on phone and desk, accessible to everyone."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from fewest.web.api import page_facts
from tests.cases import first
from tests.web.visit import DESK, PHONE, Held, Visit, enter, unfold

pytestmark = pytest.mark.timeout(300)

SIZES = {
    "phone": (390, 844),
    "phone under a bar": (390, 664),
    "small phone": (320, 640),
    "phone on its side": (844, 390),
    "desk": (1280, 800),
}
"""Widths and heights of screens."""

CLUES = "crane.01200", "crane.01200_moist.00100", "crane.01001_slate.00011", "crane.01200_board.12222"


@pytest.fixture(params=first(1, [PHONE, DESK]), ids=["phone", "desk"])
def screen(request: pytest.FixtureRequest) -> Any:
    """A phone, and a desk."""
    return request.param


def said(page: Page) -> str:
    """The first sentence, in one line."""
    return re.sub(r"\s+", " ", page.locator(".lead-line").inner_text()).strip()


def proved(page: Page) -> None:
    """Wait until the best guess is proved and its split is shown."""
    expect(page.locator(".badge.proved")).to_be_visible()
    expect(page.locator(".part")).not_to_have_count(0)


@pytest.mark.slow
def test_one_sentence_says_what_to_play(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    proved(page)
    expect(page.locator(".lead-line")).to_contain_text("the next one")
    assert re.fullmatch(
        r"Play SHTIK ?: about 2\.4 guesses to go; 50% chance to finish on the next one\.",
        said(page),
        re.IGNORECASE,
    )


@pytest.mark.slow
def test_the_numbers_of_the_sentence_are_those_of_the_split(visit: Visit) -> None:
    held = Held(visit.page, "split")
    page = visit.open("/assistant?e=original&c=crane.01200")
    held.wait()
    assert "the next one" not in said(page), "nothing is made up before it is known"
    held.go(lambda split: {**split, "parts": [{**each, "count": 1, "chance": 0.05} for each in split["parts"][:5]]})
    expect(page.locator(".lead-line")).to_contain_text("25% chance to finish on the next one")


TAKE = """() => {
  for (const each of document.querySelectorAll(".play-word, .pick, .words .word")) {
    each.focus();
    each.click();
  }
  return document.activeElement.matches(".play-word, .pick, .words .word");
}"""
"""Presses everything that takes a word. Returns whether any of it has the focus."""


def test_nothing_of_the_position_before_can_be_taken(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    proved(page)
    split, suggested = Held(page, "split"), Held(page, "suggest")

    def check_that_nothing_is_taken() -> None:
        for card in page.locator(".advice, .reasons .card").all():
            expect(card).to_have_css("opacity", "0.4")
        assert not page.evaluate(TAKE)
        page.keyboard.press("Enter")
        assert page.locator(".row").nth(1).get_attribute("aria-label") == "Guess 2: moist"
        assert page.locator(".row").nth(2).get_attribute("aria-label") == "Guess 3"

    enter(page, "moist00100")
    split.wait()
    check_that_nothing_is_taken()  # while the word is looked up
    split.go()
    suggested.wait()
    expect(page).to_have_url(re.compile(r"c=crane\.01200_moist\.00100$"))
    check_that_nothing_is_taken()  # while the answer is awaited
    suggested.go()
    expect(page.locator(".fits")).to_contain_text("guess 3 of 6")
    expect(page.locator(".advice")).to_have_css("opacity", "1")
    page.locator(".play-word").click()
    expect(page.locator(".row").nth(2)).to_have_attribute("aria-label", re.compile("Guess 3: [a-z]{5}"))


@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])
@pytest.mark.parametrize("clues", first(1, [CLUES[-1], "", *CLUES[:-1]]))
def test_board_sentence_and_keys_are_on_one_screen(visit: Visit, clues: str) -> None:
    visit.refusals = True
    page = visit.open(f"/assistant?e=original&c={clues}")
    page.wait_for_load_state("networkidle")
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        for part in (".advice", ".board", ".entry .buttons", ".keyboard"):
            expect(page.locator(part)).to_be_in_viewport(ratio=0.99)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_the_suggestion_is_typed_when_it_is_tapped(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    proved(page)
    page.get_by_role("button", name="Play shtik").click()
    expect(page.locator(".row").nth(1)).to_have_attribute("aria-label", "Guess 2: shtik")
    expect(page.locator(".row .tile.unset")).to_have_count(5)
    page.locator("[data-key='tile-1-0']").click()
    page.get_by_role("button", name="Play shtik").click()
    expect(page.locator(".row .tile.unset")).to_have_count(4)  # a second tap removes no colour


@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])
def test_the_first_suggestion_comes_with_the_page_and_the_second_after_its_colours_and_one_tap(visit: Visit) -> None:
    page = visit.open("/")
    told = page_facts()["first"]
    first, best = told["suggestions"][0]["guess"], told["best"]
    expect(page.locator(".row.ghost")).to_have_attribute("aria-label", f"Guess 1, suggested: {first}")
    expect(page.locator(".play-word b")).to_have_text(first)
    expect(page.locator(".best-of-all")).to_have_text(f"best of all: {best['guess']}, {best['score']:.3f}")
    expect(page.locator(".badge.proved")).to_be_visible()
    assert not [url for url in visit.asked if url.endswith("/suggest")]
    for place in (1, 3):
        page.locator(f"[data-key='tile-0-{place}']").tap()
    page.get_by_role("button", name="Rest is grey · Next").tap()
    expect(page).to_have_url(re.compile(rf"c={first}\.01010$"))
    expect(page.locator(".fits")).to_contain_text("guess 2 of 6")


@pytest.mark.slow
def test_enter_commits_only_colours_that_were_chosen(visit: Visit) -> None:
    page = visit.open("/assistant?e=original")
    page.keyboard.type("crane")
    expect(page.locator(".row .tile.unset")).to_have_count(5)
    enter(page, "")
    expect(page.locator(".hint.bad")).to_have_text("Tap the coloured letters first, or press Next if all are grey.")
    expect(page.locator("[data-key='tile-0-0']")).to_be_focused()
    expect(page).not_to_have_url(re.compile("c="))
    expect(page.get_by_role("button", name="All grey · Next")).to_be_visible()
    enter(page, "01")
    expect(page).to_have_url(re.compile(r"c=crane\.01000$"))


@pytest.mark.slow
def test_the_word_itself_is_one_press(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    proved(page)
    page.get_by_role("button", name="Play shtik").click()
    visit.wait_for("split")
    expect(page.get_by_role("button", name="It was the word")).to_have_count(0)  # because it cannot be the word
    page.keyboard.press("Control+z")
    page.keyboard.type("board")
    page.get_by_role("button", name="It was the word").click()
    expect(page).to_have_url(re.compile(r"board\.22222$"))
    expect(page.locator(".lead-line")).to_contain_text("in 2 guesses")
    found = page.locator(".row", has=page.locator(".flip")).locator(".tile").last
    assert found.evaluate("(tile) => getComputedStyle(tile).animationName") == "none"
    page.emulate_media(reduced_motion="no-preference")
    assert found.evaluate("(tile) => getComputedStyle(tile).animationName") == "flip, hop"
    expect(page.locator(".keyboard")).to_have_count(0)
    expect(page.get_by_role("button", name="Analyse in full")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_first_visit_shows_how_tiles_are_coloured(visit: Visit) -> None:
    page = visit.open("/assistant?e=original")
    page.keyboard.type("crane")
    expect(page.locator(".hint .cycle")).to_be_in_viewport(ratio=1)
    enter(page, "01200")
    expect(page).to_have_url(re.compile("c=crane"))
    page.keyboard.type("shtik")
    expect(page.locator(".hint")).to_have_text("Tap the yellow and green letters.")
    expect(page.locator(".hint .cycle")).to_have_count(0)


@pytest.mark.parametrize("screen", [DESK], ids=["desk"])
def test_exact_values_are_compared_with_exact_ones_and_estimates_with_estimates(visit: Visit) -> None:
    page = visit.open("/assistant?c=tarse.01010")
    expect(page.locator(".table.sharp .line").nth(2)).to_contain_text("clamp2.393")  # not ~2.390
    page.keyboard.type("clamp")
    expect(page.locator(".lead-line")).to_contain_text("it needs 2.36 guesses; your CLAMP needs 2.39, rank 2 of 14,855")
    for _ in "clamp":
        page.keyboard.press("Backspace")
    expect(page.locator(".lead-line")).to_contain_text("guesses to go")
    held = Held(page, "value")
    held.go(lambda value: {**value, "expected": None})
    page.keyboard.type("chalk")
    expect(page.locator(".lead-line")).to_contain_text("it needs 2.36 guesses; your CHALK needs about 0.04 more (an")


@pytest.mark.slow
def test_a_proof_is_searched_for_when_it_is_asked_for(visit: Visit) -> None:
    held = Held(visit.page, "suggest/exact")
    page = visit.open("/assistant?e=original&c=jazzy.00000")
    expect(page.locator(".badge")).to_have_text("estimated")
    page.get_by_role("button", name="Prove it").click()
    held.wait()
    asked: Any = held.routes[0].request.post_data_json
    assert asked["seconds"] == 30
    expect(page.locator(".proof")).to_contain_text("Searching for a proof, 30 seconds at most")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Prove it")).to_be_visible()
    page.get_by_role("button", name="Prove it").click()
    held.wait(2)
    quick = {key: value for key, value in asked.items() if key != "seconds"}
    answer = page.request.post(f"{visit.address}/api/v1/suggest", data=quick).json()
    held.routes[1].fulfill(json={**answer, "proved": False})
    expect(page.locator(".proof")).to_contain_text("did not finish within 30 seconds")


@pytest.mark.slow
def test_why_nothing_can_be_proved_is_told(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&w=frequency")
    expect(page.locator(".proof")).to_contain_text("still too many words to check every line")
    visit.open("/assistant?e=original&c=crane.01200&s=minimax")
    expect(page.locator(".proof")).to_contain_text("For proved guesses, set Strategy to Best guess")


@pytest.mark.slow
def test_keys_have_the_colours_of_what_is_known(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200_board.00211")
    visit.refusals = True
    for letter, colour in (("a", "green"), ("r", "yellow"), ("c", "grey")):
        expect(page.locator(f"[data-key='key-{letter}']")).to_have_class(re.compile(rf"\b{colour}\b"))
    expect(page.locator("[data-key='key-z']")).to_have_class("key ")
    expect(page.get_by_role("button", name="A, green", exact=True)).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("screen", [DESK], ids=["desk"])  # a phone shows the reasons below
def test_the_board_stays_in_sight_on_a_desk(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    proved(page)
    page.evaluate("scrollTo(0, 700)")
    page.wait_for_function("() => scrollY > 300")
    for part in (".board", ".keyboard"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_settings_fold_away_and_are_remembered(visit: Visit) -> None:
    page = visit.open("/assistant")
    expect(page.get_by_role("combobox", name="Edition")).to_be_hidden()
    unfold(page)
    page.get_by_role("combobox", name="Edition").select_option("original")
    page.get_by_role("combobox", name="Rule").select_option("Hard mode")
    expect(page).to_have_url(re.compile("e=original&hard=1"))
    visit.open("/")
    expect(page).to_have_url(re.compile("e=original&hard=1"))
    expect(page.get_by_role("combobox", name="Edition")).to_have_value("original")
    visit.open("/assistant?c=crane.00000")  # the address wins over saved settings
    expect(page.get_by_role("combobox", name="Edition")).to_have_value("nyt-2023")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "kept"), first(1, [("Keep the clues", True), ("New game", False), ("Cancel", True)])
)
def test_another_edition_asks_before_clues_go(visit: Visit, answer: str, kept: bool) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    proved(page)
    unfold(page)
    menu = page.get_by_role("combobox", name="Edition")
    menu.select_option("nyt-2022")
    panel = page.get_by_role("dialog", name="Start a new game?")
    expect(panel).to_contain_text("1 clue")
    expect(menu).to_have_value("original")  # until the question is answered
    page.keyboard.type("x")  # the dialog keeps it from the board
    panel.get_by_role("button", name=answer).click()
    expect(menu).to_have_value("original" if answer == "Cancel" else "nyt-2022")
    expect(page.locator(".tile.green")).to_have_count(1 if kept else 0)
    expect(page.locator(".tile.typed")).to_have_count(0)


@pytest.mark.slow
def test_a_game_that_is_played_is_not_lost_by_a_setting(visit: Visit) -> None:
    held = Held(visit.page, "play")
    page = visit.open("/play?e=original&seed=7&g=crane")
    held.wait()
    unfold(page)
    page.get_by_role("combobox", name="Edition").select_option("nyt-2022")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    held.go()
    expect(page.locator(".tile.reveal, .tile.green, .tile.grey").first).to_be_visible()
    expect(page).to_have_url(re.compile("e=original&seed=7&g=crane$"))
    page.get_by_role("button", name="Adversary").click()
    page.get_by_role("dialog").get_by_role("button", name="New game").click()
    expect(page).to_have_url(re.compile("m=adversary"))


@pytest.mark.slow
def test_words_are_explained_wherever_they_stand(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    proved(page)
    page.locator(".table [data-key='term-bits']").click()
    panel = page.get_by_role("dialog", name="Help")
    expect(panel.locator(".meant")).to_contain_text("One bit halves the words")
    expect(panel.locator(".meant")).to_be_focused()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    page.get_by_role("button", name="Help").click()
    for term in ("expected", "proved", "hit"):
        expect(panel.locator("dt", has_text=term).first).to_be_visible()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)
    assert page.locator("[title]").count() == 0, "a title is out of reach of fingers and keys"


@pytest.mark.slow
def test_letters_and_colours_are_announced(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    proved(page)
    live = page.locator("#live")
    page.keyboard.type("s")
    expect(live).to_have_text("S")
    page.keyboard.press("Backspace")
    expect(live).to_have_text("S deleted")
    page.keyboard.type("board")
    page.locator("[data-key='tile-1-0']").click()
    expect(live).to_have_text("B yellow")
    page.locator("[data-key='tile-1-0']").click()
    expect(live).to_have_text("B green")
    page.locator("[data-key='tile-1-0']").click()
    expect(live).to_have_text("B grey")


@pytest.mark.slow
def test_colours_are_called_what_they_look_like(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    tile = page.locator("[data-key='tile-0-2']")
    expect(tile).to_have_attribute("aria-label", re.compile("A, green"))
    page.get_by_role("button", name="High-contrast colours").click()
    expect(tile).to_have_attribute("aria-label", re.compile("A, orange"))
    expect(page.locator("[data-key='key-r']")).to_have_attribute("aria-label", "R, blue")
    page.get_by_role("button", name="Help").click()
    expect(page.get_by_role("dialog")).to_contain_text("orange for a letter in its place, blue for one")


@pytest.mark.slow
def test_a_found_word_is_shared(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01001_slate.00011_rebut.22222")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "fewest original 3/6\n⬛🟨⬛⬛🟨\n⬛⬛⬛🟨🟨\n🟩🟩🟩🟩🟩"
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()) === location.href")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.suggested_filename == "fewest.png"
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_share_dialog_gets_text_link_and_picture(visit: Visit) -> None:
    visit.page.add_init_script(
        "navigator.canShare = () => true; navigator.share = async (data) => { window.shared = data; };"
    )
    page = visit.open("/assistant?e=original&c=crane.01001_slate.00011_rebut.22222")
    page.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("[shared.text.split('\\n').length, shared.url === location.href, shared.files[0].type]") == [
        4,
        True,
        "image/png",
    ]


CONTRAST = """(selectors) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((each) => {
      const part = each / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const behind = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (backgroundColor !== "rgba(0, 0, 0, 0)") return backgroundColor;
    }
    return "white";
  };
  return Object.entries(selectors).map(([selector, [pseudo, property]]) => {
    const element = document.querySelector(selector);
    return [selector, element ? ratio(getComputedStyle(element, pseudo)[property], behind(element)) : 0];
  });
}"""
"""The contrast of edges and bars to their backgrounds."""


@pytest.mark.slow
@pytest.mark.parametrize("screen", [DESK], ids=["desk"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("palette", ["usual", "contrast"])
def test_edges_and_bars_stand_out(visit: Visit, theme: str, palette: str) -> None:
    visit.page.add_init_script(
        f"localStorage.setItem('fewest-theme', '{theme}'); localStorage.setItem('fewest-palette', '{palette}');"
        "localStorage.setItem('fewest-settings-assistant', 'open')"
    )
    page = visit.open("/assistant?e=original&c=crane.01200")
    proved(page)
    edge = [None, "borderTopColor"]
    found = page.evaluate(
        CONTRAST,
        {
            **dict.fromkeys((".tile.empty", ".tile.grey", ".tile.yellow", ".tile.green", ".key", ".button"), edge),
            **dict.fromkeys((".squares .grey", ".squares .yellow", ".field select", ".field input"), edge),
            ".part-bar": ["::after", "backgroundColor"],
        },
    )
    assert {selector: ratio for selector, ratio in found if ratio < 3} == {}


@pytest.mark.slow
@pytest.mark.parametrize("screen", [DESK], ids=["desk"])
def test_high_contrast_keeps_what_colours_say(visit: Visit) -> None:
    visit.page.emulate_media(forced_colors="active")
    page = visit.open("/assistant?e=original&c=crane.01200")
    proved(page)
    shown = page.evaluate(
        "['.tile.grey', '.tile.yellow', '.tile.green', '.key.yellow', '.squares .yellow'].map((each) => {"
        " const style = getComputedStyle(document.querySelector(each));"
        " return style.backgroundColor + style.outlineStyle; })"
    )
    assert len(set(shown)) == 3
    assert all(each.endswith("solid") for each in shown)
    bar = page.evaluate("getComputedStyle(document.querySelector('.part-bar'), '::after').backgroundColor")
    assert bar == page.evaluate("getComputedStyle(document.body).color")


@pytest.mark.slow
def test_the_page_opens_without_its_server(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}/assistant?e=original")
    page.wait_for_function("async () => (await navigator.serviceWorker.ready).active?.state === 'activated'")
    context.set_offline(True)
    page.goto(f"{address}/play?e=original&seed=7")
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    page.goto(f"{address}/assistant?e=original")
    expect(page.locator(".tile")).to_have_count(30)
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    context.set_offline(False)
    expect(page.locator(".fits strong")).to_have_text("2,315")  # without a reload
    context.close()


@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])
def test_the_page_goes_on_by_itself_once_the_server_is_back(page: Page, address: str) -> None:
    page.clock.install()
    page.goto(f"{address}/assistant?e=original&c=crane.01200")
    proved(page)
    page.route("**/api/**", lambda route: route.abort())
    enter(page, "moist00100")
    expect(page.locator(".hint.bad")).to_contain_text("The server does not answer")
    for _ in range(3):
        page.clock.fast_forward(20_000)  # the page tries and fails
    expect(page.locator(".hint.bad")).to_contain_text("this page then continues by itself")
    page.unroute("**/api/**")
    page.clock.fast_forward(20_000)
    expect(page.locator(".hint")).to_contain_text("After these colours")
    page.keyboard.press("Enter")
    expect(page.locator(".fits")).to_contain_text("guess 3 of 6")


@pytest.mark.slow
@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])
def test_a_guess_that_could_not_be_sent_is_sent_once_the_server_is_back(page: Page, address: str) -> None:
    page.goto(f"{address}/play?e=original&seed=7")
    expect(page.locator(".hint")).to_contain_text("Type a word")
    page.route("**/api/**", lambda route: route.abort())
    enter(page, "crane")
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    page.unroute("**/api/**")
    expect(page).to_have_url(re.compile("g=crane"))
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])
def test_a_game_under_way_is_offered(visit: Visit) -> None:
    page = visit.open("/assistant?e=original")
    visit.wait_for("suggest")
    expect(page.get_by_role("button", name="Resume")).to_have_count(0)
    enter(page, "crane01200")
    expect(page.locator(".fits")).to_contain_text("guess 2 of 6")
    visit.open("/")
    expect(page.locator(".resume")).to_contain_text("Unfinished game: CRANE")
    page.get_by_role("button", name="Resume").click()
    expect(page).to_have_url(re.compile(r"e=original&c=crane\.01200$"))
    expect(page.locator(".fits")).to_contain_text("guess 2 of 6")
    page.get_by_role("button", name="New game").click()
    expect(page).not_to_have_url(re.compile("c="))
    visit.open("/")
    expect(page.locator(".row.ghost")).to_be_visible()
    expect(page.locator(".resume")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("screen", [PHONE], ids=["phone"])
def test_a_game_that_is_played_is_offered_until_it_is_over(visit: Visit) -> None:
    page = visit.open("/play?e=original&seed=7")
    visit.wait_for("play")
    enter(page, "crane")
    expect(page).to_have_url(re.compile("g=crane"))
    visit.open("/play")
    page.get_by_role("button", name="Resume").click()
    expect(page).to_have_url(re.compile("seed=7.*g=crane|g=crane.*seed=7"))
    page.get_by_role("button", name="Give up").click()
    expect(page.locator(".hint")).to_contain_text("It was")
    visit.open("/play")
    visit.wait_for("play")
    expect(page.locator(".resume")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("screen", [DESK], ids=["desk"])
@pytest.mark.parametrize(("game", "rows"), [("", 6), ("&game=mastermind", 10)])
def test_all_rows_and_the_keys_of_a_game_are_on_a_desk(visit: Visit, game: str, rows: int) -> None:
    page = visit.open(f"/play?e=original&seed=7{game}")
    visit.wait_for("play")
    expect(page.locator(".board .row")).to_have_count(rows)
    expect(page.locator(".keyboard")).to_be_in_viewport(ratio=1)
    expect(page.locator(".board .row").last).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_the_page_can_be_installed(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}/assistant?e=original")
    session = context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert manifest["start_url"] == "/assistant"
    for icon in manifest["icons"]:
        assert page.request.get(address + icon["src"]).headers["content-type"] == icon["type"]
    context.close()
