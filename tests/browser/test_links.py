"""The notebooks link to the documentation; there it is opened as it is read."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.jupyter import Server
from tests.browser.lab_page import OPEN_MS


@pytest.mark.browser
def test_a_link_to_the_documentation_opens_it_to_be_read(page: Page, server: Server) -> None:
    page.goto(server.page("02_play.ipynb"))
    link = page.get_by_role("link", name="How moves and games are written")
    expect(link).to_be_visible(timeout=OPEN_MS)
    link.click()
    read = page.locator(".jp-MarkdownViewer")
    expect(read.get_by_role("heading", name="Notation").first).to_be_visible(timeout=OPEN_MS)
