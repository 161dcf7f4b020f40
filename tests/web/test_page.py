"""The page in a browser: typical visits."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from fewest import Belief, Wordle
from fewest.play.round import draw
from tests.cases import first
from tests.web.visit import QUIET, Held, Visit, enter, unfold

SECRET = "rebut"
pytestmark = pytest.mark.timeout(300)


def clue(page: Page, game: Wordle, guess: str) -> None:
    """Type a guess and the colours that the secret gives it."""
    enter(page, guess + game.reply_text(game.reply(guess, SECRET)))


def test_a_whole_game_is_assisted_to_the_win(visit: Visit, original: Wordle) -> None:
    page = visit.open("/assistant?e=original")
    for turn in range(1, 7):
        expect(page.locator(".reasons")).to_have_attribute("aria-busy", "false")  # the answer is about this position
        expect(page.locator(".badge.busy")).to_have_count(0)
        guess = page.locator(".pick").first.inner_text()
        page.locator(".pick").first.click()
        expect(page.locator(".row").nth(turn - 1).locator("button.tile")).to_have_count(5)
        for place, digit in enumerate(original.reply_text(original.reply(guess, SECRET))):
            tile = page.locator(f"[data-key='tile-{turn - 1}-{place}']")
            for _ in range(3):
                if re.search(
                    r"\b" + ("grey", "yellow", "green")[int(digit)] + r"\b", tile.get_attribute("class") or ""
                ):
                    break
                tile.click()
        expect(page.locator(".part.chosen")).to_have_count(1)
        page.locator("[data-key='next']").click()
        expect(page).to_have_url(re.compile(rf"{guess}\.\d{{5}}$"))
        if guess == SECRET:
            break
    expect(page.locator(".advice")).to_contain_text(re.compile(f"Found: {SECRET} in {turn}", re.IGNORECASE))
    assert turn <= 4
    page.get_by_role("button", name="Analyse in full").click()
    expect(page.locator(".dial.skill")).to_be_visible()
    page.go_back()
    expect(page.locator(".advice")).to_contain_text("Found: ")


def test_suggestions_come_at_once_and_sharpen(visit: Visit) -> None:
    held = Held(visit.page, "suggest/exact")
    page = visit.open("/assistant?e=original&c=crane.00000_moist.10000")  # beyond what is shipped
    expect(page.locator(".badge.busy")).to_have_text("proving…")
    expect(page.locator(".pick").first).to_be_visible()
    held.wait()
    held.go()
    expect(page.locator(".badge.proved")).to_be_visible()


@pytest.mark.slow
def test_a_contradiction_is_shown_on_its_tile(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/assistant?e=original&c=crane.01200_board.12222")
    expect(page.get_by_role("alert")).to_contain_text("cannot be right")
    wrong = page.locator(".tile.wrong")
    expect(wrong).to_have_count(1)
    expect(wrong).to_have_attribute("aria-label", re.compile("contradicts the other clues"))
    assert wrong.get_attribute("data-row") == "1"
    enter(page, "sloth")
    expect(page.locator(".hint")).to_have_text("Correct a marked tile first, or undo.")
    expect(page).not_to_have_url(re.compile("sloth"))
    for asked in (2, 3):  # one of the two other colours fits
        wrong.click()
        visit.wait_for("suggest", asked)
        if not wrong.count():
            break
    expect(page.locator(".advice.trouble")).to_have_count(0)


def test_clues_that_only_other_words_fit_get_advice_for_the_page(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/assistant?e=original&c=crane.00100_slate.00100_koala.21100")
    for place in (page.get_by_role("alert"), page.locator("#live")):
        expect(place).to_contain_text("No answer of original fits")
        expect(place).to_contain_text("open More and set Words to")
        expect(place).not_to_contain_text("--")


def test_the_current_tab_stays_readable_under_the_pointer(visit: Visit) -> None:
    tab = visit.open("/strategies").locator(".tabs a[aria-current]")
    colour = "each => getComputedStyle(each).backgroundColor"
    before = tab.evaluate(colour)
    tab.hover()
    assert tab.evaluate(colour) == before


def test_the_tree_is_walked(visit: Visit) -> None:
    page = visit.open("/explore?e=original")
    expect(page.locator(".badge.proved")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("7,920")
    assert sum(url.endswith("/tree") for url in visit.asked) == 1, "a search was begun for what is known"
    page.locator("[data-reply='00000']").click()
    expect(page.locator("#node-title")).to_contain_text("courd")
    expect(page.locator(".big strong")).to_have_text("3.756")
    unfold(page)
    page.get_by_label("Find a secret").fill("rebut")
    page.get_by_label("Find a secret").press("Enter")
    expect(page.locator(".found")).to_contain_text("rebut needs")
    page.locator(".found .crumb").nth(1).click()
    expect(page.locator(".on-path")).to_have_count(1)
    page.go_back()
    page.go_back()
    page.go_back()
    expect(page.locator("#node-title")).to_contain_text("salet")


def test_a_game_is_played(visit: Visit, original: Wordle) -> None:
    visit.refusals = True
    page = visit.open("/play?e=original&seed=7")
    secret = draw(original, "seed 7")
    expect(page.locator(".row.now")).to_have_count(1)
    enter(page, "qqqqq")
    expect(page.get_by_role("alert")).to_contain_text("not an allowed guess")
    for _ in range(5):
        page.keyboard.press("Backspace")
    enter(page, "crane")
    expect(page).to_have_url(re.compile("g=crane"))
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("Hint:")
    page.locator(".row.now").wait_for()
    enter(page, secret)
    expect(page.locator(".hint")).to_contain_text("Won in 2 guesses")
    expect(page.locator(".share img")).to_have_attribute("alt", re.compile("2/6"))


def test_a_hint_comes_in_steps_and_begins_anew_after_a_guess(visit: Visit, original: Wordle) -> None:
    page = visit.open("/play?e=original&seed=7&g=crane")
    hint = page.locator(".hint")
    reply = original.reply("crane", draw(original, "seed 7"))
    page.get_by_role("button", name="Hint").click()
    expect(hint).to_have_text(f"Hint: {len(Belief.start(original).after('crane', reply))} words fit.")
    page.get_by_role("button", name="A letter").click()
    expect(hint).to_contain_text("the best guess begins with ")
    letter = hint.inner_text()[-2]
    page.get_by_role("button", name="The word").click()
    expect(hint).to_have_text(re.compile(rf"^Hint: {letter}[A-Z]{{4}}\. It "))
    expect(page.locator("[data-key='hint']")).to_have_count(0)
    enter(page, hint.inner_text()[6:11].lower())
    expect(page.get_by_role("button", name="Hint")).to_be_visible()


SHIFTS = """
window.shifted = 0;
const add = ({ value, hadRecentInput }) => { shifted += hadRecentInput ? 0 : value; };
new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: "layout-shift", buffered: true });
"""
"""Adds up how far the page jumps by itself."""


@pytest.mark.slow
def test_strategies_are_compared_live(visit: Visit) -> None:
    shorter = {"edition": "original", "seconds": 1}
    visit.page.route("**/api/v1/converge", lambda route: route.continue_(post_data=shorter))
    visit.page.add_init_script(SHIFTS)
    page = visit.open("/strategies?e=original&o=salet")
    expect(page.locator(".compare tbody button")).to_have_count(10, timeout=240_000)
    expect(page.locator(".compare")).to_contain_text("3.4212")
    expect(page.locator(".plot")).to_have_count(2)
    page.get_by_role("button", name="minimax").click()
    expect(page.locator("#spread-title")).to_have_text("minimax")
    expect(page.locator("#convergence-title + .plot")).to_be_visible()
    expect(page.locator("#openers-title + .plot .dot")).not_to_have_count(0)
    expect(page.locator(".waiting")).to_have_count(0)
    assert page.evaluate("shifted") < 0.05


def test_typing_goes_on_while_an_answer_is_awaited(visit: Visit) -> None:
    page = visit.open("/play?e=original&seed=7")
    page.wait_for_load_state("networkidle")
    held = Held(page, "play")
    enter(page, "crane")
    enter(page, "sloth")
    page.keyboard.type("bu")
    held.wait()
    expect(page.locator(".row").nth(0)).to_have_attribute("aria-label", "Guess 1: crane")
    expect(page.locator(".row").nth(1)).to_have_attribute("aria-label", "Guess 2: sloth")
    expect(page.locator(".row.now")).to_have_attribute("aria-label", "Guess 3: bu")
    held.go()
    expect(page).to_have_url(re.compile("g=crane_sloth$"))
    expect(page.locator(".row.now")).to_have_attribute("aria-label", "Guess 3: bu")
    page.wait_for_load_state("networkidle")
    assert sum(url.endswith("/api/v1/play") for url in visit.asked) == 3, "each guess is asked for once"


@pytest.mark.slow
def test_a_refused_word_comes_back_and_takes_nothing_with_it(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/play?e=original&seed=7")
    expect(page.locator(".row.now")).to_have_count(1)
    for word in ("crane", "qqqqq"):
        enter(page, word)
    expect(page.get_by_role("alert")).to_contain_text("not an allowed guess")
    expect(page.locator(".row").nth(0).locator(".tile.typed, .tile.empty")).to_have_count(0)
    expect(page.locator(".row.now")).to_have_attribute("aria-label", "Guess 2: qqqqq")
    expect(page).to_have_url(re.compile("g=crane$"))
    page.keyboard.type("sl")
    expect(page.locator(".row.now")).to_have_attribute("aria-label", "Guess 2: sl")


@pytest.mark.slow
def test_giving_up_is_in_the_address(visit: Visit) -> None:
    page = visit.open("/play?e=original&seed=7")
    hint = page.locator(".hint")
    page.get_by_role("button", name="Give up").click()
    expect(hint).to_contain_text("It was")
    expect(page.locator("#live")).to_contain_text("It was")
    expect(page.get_by_role("button", name="New game")).to_be_focused()
    page.get_by_role("button", name="New game").click()
    expect(hint).to_contain_text("Type a word")
    expect(page).not_to_have_url(re.compile("up="))
    page.go_back()
    expect(hint).to_contain_text("It was")
    page.reload()
    expect(hint).to_contain_text("It was")
    page.go_back()
    expect(hint).to_contain_text("Type a word")


@pytest.mark.slow
def test_a_link_to_the_word_holds_no_guess(visit: Visit) -> None:
    page = visit.open("/play?e=original&seed=7&g=crane")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy a link to this word").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{visit.address}/play?e=original&seed=7"


def test_all_sections_believe_the_same_or_say_why_not(visit: Visit) -> None:
    page = visit.open("/assistant?boards=4&c=tarse.10100.10000.01102.01110")
    likely = ["71 words, 26 likely", "311 words, 93 likely", "65 words, 23 likely", "147 words, 15 likely"]
    expect(page.locator("figcaption")).to_have_text(likely)
    expect(page.locator(".play-word")).to_contain_text("found")  # as `fewest boards` says
    expect(page.locator(".advice")).to_contain_text(
        "Any allowed word may be the answer; curated answers are far likelier."
    )
    page = visit.open("/play?seed=3&g=tarse")
    visit.wait_for("play")
    with page.expect_request("**/api/v1/suggest") as asked:
        page.get_by_role("button", name="Hint").click()
    hint: Any = asked.value.post_data_json
    assert (hint["secrets"], hint["prior"]) == ("guesses", "today")
    page = visit.open("/explore")
    expect(page.locator(".lead")).to_contain_text(
        "only the 3,158 answers, all equally likely, so that they can be proved"
    )


@pytest.mark.slow
def test_missed_boards_are_named(visit: Visit) -> None:
    page = visit.open("/play?e=original&seed=7&m=boards&n=2&g=crane_sloth_jumpy_fixed_vivid_kebab_mamma")
    expect(page.locator(".hint")).to_contain_text("Missed: ")
    expect(page.locator(".missed")).not_to_have_count(0)


@pytest.mark.slow
def test_a_strange_address_of_a_game_falls_back(visit: Visit) -> None:
    page = visit.open("/play?e=foo&m=foo&seed=abc&n=999")
    expect(page.get_by_role("button", name="Practice")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".row.now")).to_have_count(1)
    expect(page.locator(".hint.bad")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"seed=\d+"))


@pytest.mark.slow
def test_an_address_with_an_invalid_game_shows_an_error(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/play?seed=1&g=crane_zzzzz")
    expect(page.get_by_role("alert")).to_contain_text("'zzzzz' is not an allowed guess")
    expect(page.locator(".tile.empty")).to_have_count(30)
    page.get_by_role("button", name="New game").click()
    expect(page.locator(".row.now")).to_have_count(1)
    expect(page.locator(".hint.bad")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "asked", "label"),
    [("/explore?e=original", "tree", "Opener"), ("/strategies?e=original&hard=1", "compare", "Opener for all")],
)
def test_a_half_typed_word_is_left_alone(visit: Visit, path: str, asked: str, label: str) -> None:
    held = Held(visit.page, asked)
    page = visit.open(path)
    held.wait()
    page.get_by_label(label).fill("cra")
    held.go()
    expect(page.locator(".facts, .compare tbody button").first).to_be_visible(timeout=240_000)
    expect(page.get_by_label(label)).to_have_value("cra")
    expect(page.get_by_label(label)).to_be_focused()
    expect(page).not_to_have_url(re.compile("o="))


@pytest.mark.slow
def test_a_text_that_is_not_a_game_gets_a_message(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/analyse?e=original")
    text = page.get_by_label("Paste or type your game")
    for given, said in (
        ("⬛🟨🟩⬛⬛", "Which words did you guess?"),
        ("12 3/6", "A score alone is not enough"),
        ("crane qqqqq", "'qqqqq' is not an allowed guess"),
        ("", "Paste or type a game first"),
    ):
        text.fill(given)
        page.get_by_role("button", name="Analyse", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text(said)
        fields = page.get_by_label(re.compile("Guess 1, which got grey, yellow, green, grey, grey"))
        expect(fields).to_have_count(1 if given.startswith("⬛") else 0)


@pytest.mark.slow
def test_a_grid_without_words_is_analysed_once_its_words_are_given(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/analyse?e=original")
    page.get_by_label("Paste or type your game").fill("3/6\n⬛🟨⬛⬛🟨\n⬛⬛⬛🟨🟨\n🟩🟩🟩🟩🟩")
    page.get_by_role("button", name="Analyse", exact=True).click()
    for row, word in enumerate(("crane", "slate", "rebut"), start=1):
        page.get_by_label(f"Guess {row}, which got").fill(word)
    page.get_by_role("button", name="Analyse these words").click()
    expect(page.locator(".turn")).to_have_count(3)


@pytest.mark.slow
def test_an_analysis_disappears_when_you_go_back(visit: Visit) -> None:
    page = visit.open("/analyse?e=original")
    held = Held(page, "analyse")
    page.get_by_role("button", name="Show an example").click()
    held.wait()
    page.go_back()
    expect(page.locator(".skeleton")).to_have_count(0)
    held.go()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".turn")).to_have_count(0)


@pytest.mark.slow
def test_a_busy_server_is_asked_again(visit: Visit) -> None:
    visit.refusals = True
    asked: list[str] = []
    busy = {"detail": "Too many searches are waiting; try again in a moment.", "kind": "busy"}

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=429, headers={"retry-after": "0"}, json=busy)

    visit.page.route("**/api/v1/analyse", refuse)
    page = visit.open("/analyse?e=original&g=crane_slate_rebut")
    expect(page.get_by_role("alert")).to_contain_text("Too many searches")
    assert len(asked) == 3
    page.unroute("**/api/v1/analyse")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".turn")).to_have_count(3)


@pytest.mark.slow
def test_a_clue_waits_until_its_word_is_checked(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/assistant?e=original")
    page.wait_for_load_state("networkidle")
    held = Held(page, "split")
    enter(page, "qqqqq")
    held.wait()
    held.go()
    expect(page.locator(".hint.bad")).to_contain_text("not an allowed guess")
    expect(page).not_to_have_url(re.compile("c="))
    for _ in range(5):
        page.keyboard.press("Backspace")
    held = Held(page, "split")
    enter(page, "crane01200")
    page.keyboard.type("sl")
    held.go()
    expect(page).to_have_url(re.compile(r"c=crane\.01200$"))
    expect(page.locator(".row").nth(1)).to_have_attribute("aria-label", "Guess 2: sl")


@pytest.mark.slow
def test_a_row_is_recoloured_without_a_step_back(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    expect(page.locator(".fits strong")).to_have_text("24")
    before = page.evaluate("history.length")
    page.locator("[data-key='tile-0-0']").click()
    expect(page).to_have_url(re.compile(r"crane\.11200"))
    assert page.evaluate("history.length") == before


@pytest.mark.slow
def test_bars_open_to_their_words_and_stay_open(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=crane.01200")
    expect(page.locator(".badge.proved")).to_be_visible()
    part = page.locator(".part").nth(1)
    part.locator("summary").click()
    expect(part.locator(".word").first).to_be_visible()
    assert part.locator(".word").count() == int(part.locator(".part-count").inner_text().split()[0])
    page.keyboard.type("a")
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".part[open]")).to_have_count(1)


@pytest.mark.slow
def test_a_game_ends_with_the_sixth_clue(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&c=" + "_".join(["crane.00000"] * 6))
    expect(page.locator(".advice")).to_contain_text("No guesses left.")
    expect(page.get_by_role("button", name="Analyse in full")).to_be_visible()


@pytest.mark.slow
def test_replies_that_lead_nowhere_are_left(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/explore?e=original&r=22222_00000")
    expect(page).to_have_url(re.compile("e=original$"))
    expect(page.locator("#node-title")).to_contain_text("salet")
    visit.open("/explore?e=original&r=00000_22222_00000")
    expect(page).to_have_url(re.compile("r=00000$"))
    expect(page.locator("#node-title")).to_contain_text("courd")


def settle(page: Page) -> None:
    """Wait until everything is shown, except the last plots of Strategies, which take long."""
    if "/strategies" in page.url:
        expect(page.locator(".compare tbody button")).to_have_count(10, timeout=240_000)
    else:
        page.wait_for_load_state("networkidle")


def test_everything_works_with_the_keyboard_alone(visit: Visit, original: Wordle) -> None:
    page = visit.open("/assistant?e=original")
    expect(page.locator(".fits")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    clue(page, original, "crane")
    expect(page.locator(".fits strong")).not_to_have_text("2,315")
    page.keyboard.type("slate")
    expect(page.locator("[data-key='tile-1-0']")).to_be_visible()
    page.locator("[data-key='tile-1-0']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-key='tile-1-1']")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("[data-key='tile-1-1']")).to_have_class(re.compile("yellow"))
    page.keyboard.press("1")
    expect(page.locator("[data-key='tile-1-1']")).to_have_class(re.compile("yellow"))
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.locator(".fits strong")).to_have_text("2,315")
    for _ in range(40):
        page.keyboard.press("Tab")
        if "pick" in (page.evaluate("document.activeElement.className") or ""):
            break
    page.keyboard.press("Enter")
    expect(page.locator("[data-key='tile-0-0']")).to_be_focused()


@pytest.mark.parametrize(
    "path",
    first(
        1,
        [
            "/play?e=original&seed=1&m=boards",
            "/assistant?c=crane.01200",
            "/analyse?g=crane_slate_rebut",
            "/explore?e=original",
            "/strategies?e=original",
        ],
    ),
)
def test_a_phone_is_wide_enough(visit: Visit, path: str) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 740})
    page = visit.open(path)
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 768])
def test_every_tab_is_seen(visit: Visit, width: int) -> None:
    visit.page.set_viewport_size({"width": width, "height": 740})
    page = visit.open("/strategies?e=original&hard=1")
    for tab in page.locator(".tabs a").all():
        expect(tab).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.querySelector('.tabs').scrollWidth <= document.querySelector('.tabs').clientWidth")


def box(where: Locator) -> dict[str, float]:
    """The visible position of an element."""
    found: dict[str, float] = where.evaluate("(each) => each.getBoundingClientRect().toJSON()")
    return found


@pytest.mark.slow
def test_the_board_and_the_keys_fit_a_phone(visit: Visit) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 740})
    page = visit.open("/play?e=original&seed=7&g=crane")
    expect(page.locator(".row")).to_have_count(6)
    expect(page.locator(".row.now")).to_have_count(1)
    assert box(page.locator(".row").last)["bottom"] <= box(page.locator(".entry"))["top"]
    expect(page.locator(".keyboard")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_the_keys_stay_in_sight_with_many_boards(visit: Visit) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 740})
    page = visit.open("/play?e=original&seed=7&m=boards&n=16&g=crane")
    expect(page.locator("figure")).to_have_count(16)
    expect(page.locator("figure").first.locator(".row")).to_have_count(2)
    expect(page.locator(".keyboard")).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(page.locator(".foot")).to_be_in_viewport(ratio=0.98)  # half a pixel may be missing
    assert box(page.locator("figure").last)["bottom"] <= box(page.locator(".dock"))["top"]


@pytest.mark.slow
def test_theme_and_palette_are_kept(visit: Visit) -> None:
    page = visit.open("/")
    assert page.locator("html").get_attribute("data-theme") == "light"
    page.get_by_role("button", name="Dark theme").click()
    page.get_by_role("button", name="High-contrast colours").click()
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator("html").get_attribute("data-palette") == "contrast"


@pytest.mark.slow
def test_the_board_is_painted_before_anything_is_known(visit: Visit) -> None:
    visit.page.route("**/api/**", lambda route: None)
    page = visit.open("/")
    expect(page.locator(".tile")).to_have_count(30)
    sheets = page.evaluate("[...document.head.querySelectorAll('link[rel=stylesheet], script')].map((e) => e.tagName)")
    assert sheets[0] == "LINK", "the page would be seen without its style"


LOOKS = [("light", "usual"), ("dark", "contrast"), ("dark", "usual"), ("light", "contrast")]
"""Themes and palettes."""


@pytest.mark.parametrize(
    ("path", "look"),
    first(
        1,
        [
            ("/assistant?e=original&c=crane.01200", 0),
            ("/assistant?e=original&c=crane.01200_board.12222", 1),
            ("/assistant?e=original&c=crane.01001_slate.00011_rebut.22222", 2),
            ("/assistant?e=original&c=crane.01200_board.12222", 3),
            ("/analyse?e=original&g=crane_slate_rebut", 0),
            ("/analyse?e=original&g=crane_slate_rebut", 1),
            ("/analyse?e=original&g=crane_slate_rebut", 2),
            ("/analyse?e=original&g=crane_slate_rebut", 3),
            ("/explore?e=original", 2),
            ("/play?e=original&seed=1&g=crane", 3),
            ("/strategies?e=original&o=salet", 0),
            ("/api", 1),
            ("/nothing", 2),
        ],
    ),
)
def test_axe_finds_nothing_serious(browser: Browser, address: str, path: str, look: int) -> None:
    theme, palette = LOOKS[look]
    context = browser.new_context(**{**QUIET, "color_scheme": theme, "bypass_csp": True})  # type: ignore[arg-type]
    context.add_init_script(f"localStorage.setItem('fewest-palette', '{palette}')")
    visit = Visit(context.new_page(), address)
    settle(visit.open(path))
    expect(visit.page.locator(f"html[data-theme={theme}][data-palette={palette}]")).to_have_count(1)
    visit.page.wait_for_function(  # what is still fading in cannot be judged
        "document.getAnimations().every((each) => each.effect.getTiming().iterations === Infinity)"
    )
    assert visit.findings() == []
    context.close()


@pytest.mark.slow
def test_hard_mode_refuses_what_does_not_use_the_clues(visit: Visit) -> None:
    visit.refusals = True
    page = visit.open("/assistant?e=original&c=crane.01200")
    unfold(page)
    page.get_by_role("combobox", name="Rule").select_option("Hard mode")
    expect(page).to_have_url(re.compile("hard=1"))
    expect(page.locator(".badge.busy")).to_have_count(0)
    page.locator("body").click(position={"x": 5, "y": 400})
    page.keyboard.type("sloth")
    expect(page.locator(".hint.bad")).to_contain_text("breaks hard mode")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("sloth"))


@pytest.mark.slow
def test_tabs_lead_back_to_where_you_were(visit: Visit) -> None:
    page = visit.open("/assistant?e=original&hard=1&c=crane.01200")
    page.locator(".tabs").get_by_text("Analyse").click()
    expect(page).to_have_url(re.compile(r"/analyse\?e=original&hard=1$"))
    page.locator(".tabs").get_by_text("Assistant").click()
    expect(page).to_have_url(re.compile(r"c=crane\.01200$"))
    expect(page.locator(".fits")).to_be_visible()
