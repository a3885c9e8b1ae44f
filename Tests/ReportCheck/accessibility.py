"""axe-core finds no violation of serious or critical level, in dark and light, narrow and wide."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

THEMES = ["light", "dark"]
WIDTHS = {320: 640, 768: 1024, 1200: 800, 1440: 900}


def check_forced_colors(page: Page):
    """What only a colour says has an outline, and pictures keep their colours, if the user has chosen all colours."""
    outline = "(element) => getComputedStyle(element).outlineStyle"
    for selector in ("#views [aria-current]", "#list [aria-selected='true']"):
        if page.locator(selector).evaluate(outline) != "solid":
            yield f"with forced colours, {selector} has no outline"
    adjust = "(element) => getComputedStyle(element).forcedColorAdjust"
    if page.locator("#phones .phone").first.evaluate(adjust) != "none":
        yield "with forced colours, the picture has no colours"


def check_accessibility(page: Page, where: str):
    results = Axe().run(page).response
    for violation in results["violations"]:
        if violation["impact"] in ("serious", "critical"):
            nodes = [f"{node['html'][:90]} ({node['failureSummary'][-140:]})" for node in violation["nodes"][:2]]
            yield f"{where}: {violation['id']} ({len(violation['nodes'])} elements): {nodes}"
