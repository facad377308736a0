"""A study on the screen in a real browser: begun, stopped, and gone on with."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.jupyter import Server
from tests.browser.lab_page import REDRAW_MS, RUN_MS, errors, run_all_cells

CODE = "from marengo.widgets import scenario_lab\n\nscenario_lab('triomphe-desaix-15')"
MANY = "20000"


@pytest.fixture
def opened(page: Page, server: Server) -> Page:
    """Open a notebook of one cell, with its widget."""
    cell = {"cell_type": "code", "id": "lab", "metadata": {}, "outputs": [], "source": CODE}
    notebook = {
        "cells": [{**cell, "execution_count": None}],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (server.notebooks / "study.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    page.set_viewport_size({"width": 1400, "height": 2600})
    page.goto(server.page("study.ipynb"))
    run_all_cells(page)
    return page


@pytest.mark.browser
def test_a_study_is_begun_stopped_and_gone_on_with(opened: Page, artefacts: Path) -> None:
    cell = opened.locator(".jp-Notebook .jp-CodeCell").first
    games = cell.get_by_label("games of each")
    games.fill(MANY)
    games.press("Tab")
    cell.get_by_role("button", name="Run 20,000 pairs").click()
    playing = cell.get_by_text(re.compile(r"^Playing: [1-9][\d,]* of 20,000 pairs"))
    expect(playing).to_be_visible(timeout=RUN_MS)
    chart = cell.get_by_role("img", name=re.compile("^How often Austria wins"))
    expect(chart).to_be_visible(timeout=REDRAW_MS)
    cell.screenshot(path=artefacts / "study_playing.png")
    cell.get_by_role("button", name="Stop").click()
    stopped = cell.get_by_text(re.compile(r"^Stopped: [1-9][\d,]* of 20,000 pairs.*kept"))
    expect(stopped).to_be_visible(timeout=REDRAW_MS)
    said = stopped.inner_text()
    cell.screenshot(path=artefacts / "study_stopped.png")
    cell.get_by_role("button", name="Go on to 20,000 pairs").click()
    expect(playing).to_be_visible(timeout=RUN_MS)
    cell.get_by_role("button", name="Stop").click()
    expect(stopped).to_be_visible(timeout=REDRAW_MS)
    assert _pairs(stopped.inner_text()) >= _pairs(said)  # nothing was lost
    assert errors(opened) == []


def _pairs(said: str) -> int:
    """Return how many pairs a status says that were played."""
    found = re.search(r"([\d,]+) of", said)
    assert found
    return int(found[1].replace(",", ""))
