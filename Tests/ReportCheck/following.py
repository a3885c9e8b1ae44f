"""A page of a growing log reloads itself, and keeps its position."""

import pathlib
import tempfile

from playwright.sync_api import Page

from report import Report, step_number

# The page reloads itself about every two seconds.
PATIENCE = 8000


def check_following(page: Page, report: Report):
    steps = report.steps
    if len(steps) < 10 or len(steps) > 5000:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "growing.html"
        growing = report.with_data(path, {**report.data, "follow": True, "steps": steps[: len(steps) // 2]})
        page.goto(growing.url())
        page.keyboard.press("End")
        report.with_data(path, {**report.data, "follow": True})
        yield from wait_for(page, len(steps) - 1, len(steps) - 1, "the page at the last step does not follow the log")

        page.locator("#filter-text").fill("s")
        page.locator("#slider").fill("4")
        page.evaluate("() => window.isOld = true")
        report.with_data(path, {**report.data, "follow": True, "steps": steps[:-2]})
        yield from wait_for(page, 4, len(steps) - 3, "the page does not keep its step")
        if page.evaluate("() => window.isOld"):
            yield "the page did not reload"
        if page.locator("#filter-text").input_value() != "s":
            yield "the page does not keep its filter"
        if page.locator("#play.playing").count():
            yield "the page plays after it was reloaded"


def wait_for(page: Page, step, last, message):
    """Waits until the page shows a step of a log with `last` as its last step."""
    for _ in range(PATIENCE // 200):
        page.wait_for_timeout(200)
        try:
            if page.locator("#slider").get_attribute("max") == str(last) and step_number(page) == step:
                return
        except Exception:  # The page may be loading at this moment.
            continue
    yield f"{message}: step {step_number(page)} of {page.locator('#slider').get_attribute('max')}"
