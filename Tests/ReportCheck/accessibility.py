"""axe-core finds no violation of serious or critical level, in dark and light, narrow and wide."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

THEMES = ["light", "dark"]
WIDTHS = {320: 640, 768: 1024, 1440: 900}


def check_accessibility(page: Page, where: str):
    results = Axe().run(page).response
    for violation in results["violations"]:
        if violation["impact"] in ("serious", "critical"):
            nodes = [f"{node['html'][:90]} ({node['failureSummary'][-140:]})" for node in violation["nodes"][:2]]
            yield f"{where}: {violation['id']} ({len(violation['nodes'])} elements): {nodes}"
