"""Debian's Chromium, driven by Playwright, on a JupyterLab of the test's own."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.jupyter import Server, jupyterlab
from tests.browser.lab_page import end_kernels

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the browser, or leave the test out where there is none."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("NO CHROMIUM OR CHROME FOUND: THIS BROWSER TEST IS LEFT OUT")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(OPTIONS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start JupyterLab on a copy of the project's notebooks."""
    with jupyterlab(root, tmp_path_factory.mktemp("jupyter")) as running:
        yield running


@pytest.fixture(scope="session")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """Who comes to JupyterLab again and again, and keeps its scripts, which are large."""
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def page(visitor: BrowserContext, server: Server) -> Iterator[Page]:
    """Open an empty page; what was run on it ends with the test."""
    page = visitor.new_page()
    page.set_viewport_size({"width": 1400, "height": 1600})
    yield page
    end_kernels(page, server)
    page.close()
