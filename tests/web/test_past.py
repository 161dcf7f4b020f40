"""Past answers stored on the device."""

from playwright.sync_api import Page, expect

from tests.web.visit import Visit

AFTER = "/assistant?c=crane.01200_shtik.00000"


def settings(page: Page) -> None:
    """Open the panel of past answers."""
    page.get_by_text("More", exact=True).click()
    page.locator("[data-key='past']").click()


def test_past_answers_are_pasted_marked_with_their_date_and_forgotten(visit: Visit) -> None:
    page = visit.open(AFTER)
    settings(page)
    page.get_by_role("textbox", name="Past answers").fill("date,word\n2025-03-02,guard\n")
    page.get_by_role("button", name="Use these answers").click()
    expect(page.locator("[data-key='past']")).to_have_text("1 past answer, all with a date, the last on 2025-03-02.")
    came = page.locator(".reasons", has_text="past answer 2025-03-02")
    expect(came).to_have_count(1)
    visit.open(AFTER)  # the next visit finds them
    expect(came).to_have_count(1)
    page.locator("[data-key='past']").click()
    page.get_by_role("button", name="Remove them").click()
    expect(page.locator("[data-key='past']")).to_have_text("None: add some")
    expect(page.locator(".pick").first).to_be_visible()
    expect(came).to_have_count(0)
