"""Several boards on the page: the keys, the captions and the reasons."""

from typing import Any

from playwright.sync_api import expect

from fewest import Belief, Wordle
from tests.web.visit import Visit

COLOURS = ("grey", "yellow", "green")


def test_keys_have_the_best_colour_on_each_board(visit: Visit) -> None:
    asked = {"edition": "original", "boards": 3, "seed": 7, "guesses": ["crane", "sloth"]}
    page = visit.open("/play?e=original&m=boards&n=3&seed=7&g=crane_sloth")
    answer = page.request.post(f"{visit.address}/api/v1/boards", data=asked).json()
    visit.wait_for("boards")
    for letter in "cranesloth":
        turn, place = divmod("cranesloth".index(letter), 5)  # no letter comes twice
        marks = [int(board["replies"][turn][place]) for board in answer["boards"]]
        key = page.locator(f"[data-key='key-{letter}']")
        if any(marks):
            kinds = key.locator(".key-boards i").evaluate_all("(all) => all.map(({ className }) => className)")
            assert kinds == [COLOURS[mark] for mark in marks]
        else:
            assert key.get_attribute("class") == "key grey"
    expect(page.locator("[data-key='key-z'] .key-boards")).to_have_count(0)


def test_each_board_says_what_is_left_and_the_guess_why_it_is_proposed(visit: Visit, original: Wordle) -> None:
    page = visit.open("/assistant?e=original&boards=2&c=crane.01200.00101")
    left = [
        len(Belief.start(original).after("crane", reply)) for reply in map(original.parse_reply, ("01200", "00101"))
    ]
    expect(page.locator("figcaption")).to_have_text([f"{count} words" for count in left])
    turns = [{"guess": "crane", "replies": ["01200", "00101"]}]
    asked: Any = {"edition": "original", "secrets": "answers", "prior": "uniform", "boards": 2, "turns": turns}
    answer = page.request.post(f"{visit.address}/api/v1/boards/assist", data=asked).json()
    best = answer["proposals"][0]
    expect(page.locator(".play-word b")).to_have_text(best["guess"])
    expect(page.locator(".lead-line")).to_contain_text(best["why"])
    for board, words in enumerate(page.get_by_role("region", name="What fits").locator(".words").all()):
        assert words.locator(".word").first.inner_text() == answer["boards"][board]["words"][0]
