"""Explore: the shown tree stays, and a better one is offered."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.visit import Visit

pytestmark = pytest.mark.timeout(300)


def prove(page: Page, **changes: Any) -> list[Route]:
    """Answer the held search for the best tree with the quick tree, after a change."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        asked: Any = route.request.post_data_json
        if not asked["exact"]:
            route.continue_()
        elif "go" in changes:
            waiting.append(route)
        else:
            answer(route, changes)

    page.route("**/api/v1/tree", hold)
    return waiting


def answer(route: Route, changes: dict[str, Any]) -> None:
    """Answer with a tree that is proved."""
    asked: Any = route.request.post_data_json
    found = route.fetch(post_data=json.dumps({**asked, "exact": False}))
    route.fulfill(response=found, json={**found.json(), "proved": True, **changes})


@pytest.mark.slow
def test_a_better_tree_is_offered_and_not_swapped_in(visit: Visit) -> None:
    waiting = prove(visit.page, go=False)
    page = visit.open("/explore?e=original&o=crane")
    expect(page.locator(".badge.busy")).to_be_visible()
    expect(page.locator("#spread-title + .big")).to_contain_text("3.42")
    expect(page.locator(".reasons")).to_contain_text("The best possible is 3.4255.")
    before = page.locator(".branches").inner_text()
    better = {"whole_total": 7930, "whole_mean": 3.4255, "mean": 3.4255, "branches": []}
    answer(waiting[0], better)
    expect(page.locator(".offer")).to_contain_text("3.4255 guesses on average instead of 3.4263")
    assert page.locator(".branches").inner_text() == before
    page.locator("button.branch").first.click()
    expect(page.locator(".crumbs li")).to_have_count(2)
    expect(page.locator(".offer")).to_be_visible()
    assert visit.findings() == []
    page.get_by_role("button", name="Show it").click()
    expect(page).to_have_url(re.compile("best=1"))
    while len(waiting) < 2:
        page.wait_for_timeout(20)
    answer(waiting[1], {"whole_total": 7930, "whole_mean": 3.4255})
    expect(page.locator(".badge.proved")).to_be_visible()
    expect(page.locator(".offer")).to_have_count(0)
    page.go_back()
    expect(page.locator(".badge.proved")).to_have_count(0)


@pytest.mark.slow
def test_a_tree_that_is_as_good_as_the_best_is_said_to_be(visit: Visit) -> None:
    prove(visit.page)
    page = visit.open("/explore?e=original&o=crane")
    expect(page.locator(".badge.proved")).to_be_visible()
    expect(page.locator(".offer")).to_have_count(0)


@pytest.mark.slow
def test_replies_are_entered_by_tiles_and_found_by_words(visit: Visit) -> None:
    page = visit.open("/explore?e=original")
    expect(page.locator(".branches li")).to_have_count(14)
    for place in range(5):
        for _ in ("yellow", "green", "grey"):
            page.locator(f"[data-key='tile-0-{place}']").click()
    expect(page.locator(".branches li")).to_have_count(1)
    page.get_by_role("button", name="Continue").click()
    expect(page).to_have_url(re.compile("r=00000"))
    expect(page.locator(".crumbs li")).to_have_count(2)
    page.go_back()
    expect(page).not_to_have_url(re.compile("r=00000"))
    expect(page.locator(".crumbs li")).to_have_count(1)
    page.get_by_label("Show replies of words that begin with").fill("rebut")
    expect(page.locator(".branches li")).to_have_count(1)
    page.get_by_label("Show replies of words that begin with").press("Enter")
    expect(page.locator(".crumbs li")).to_have_count(2)
    expect(page.locator(".branches li").first).to_be_visible()
