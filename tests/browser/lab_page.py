"""What the browser tests do with an open notebook."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.jupyter import Server

__all__ = [
    "NUMBERED",
    "OPEN_MS",
    "PROMPTS",
    "REDRAW_MS",
    "RUN_MS",
    "end_kernels",
    "errors",
    "run_all_cells",
]

OPEN_MS = 60_000
RUN_MS = 300_000  # a first compilation included
REDRAW_MS = 15_000

PROMPTS = ".jp-InputPrompt:not(.jp-Placeholder-prompt)"
"""The numbers of cells; those whose code is folded away have none."""

NUMBERED = re.compile(r"^\[\d+\]:$")

# The first code cell has got its number and none waits any longer. After an error the cells
# behind it wait no longer either, but get no number.
FINISHED = r"""() => {
    const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')];
    return /\d/.test(prompts[0].textContent) && prompts.every(p => !p.textContent.includes('*'));
}"""


def run_all_cells(page: Page) -> Locator:
    """Run the notebook from the menu, wait until it is done, and return its code cells.

    The kernel is restarted first, as a run asked for while it is still starting can get lost.
    """
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    expect(cells.first).to_be_visible(timeout=OPEN_MS)
    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=OPEN_MS)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name=re.compile("^Restart Kernel and Run All Cells")).click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    page.wait_for_function(FINISHED, timeout=RUN_MS)
    return cells


def errors(page: Page) -> list[str]:
    """Return the errors shown; JupyterLab draws them like any text on standard error."""
    texts = page.locator("[data-mime-type='application/vnd.jupyter.stderr']").all_inner_texts()
    return [text for text in texts if re.search(r"Traceback \(most recent|^\w*Error: ", text, re.M)]


def end_kernels(page: Page, server: Server) -> None:
    """End all kernels, which would go on when their page is closed."""
    kernels, token = f"{server.address}/api/kernels", f"?token={server.token}"
    for kernel in page.request.get(kernels + token).json():
        page.request.delete(f"{kernels}/{kernel['id']}{token}")
