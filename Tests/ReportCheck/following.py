"""A reload keeps what the user has chosen, and a page of a growing log reloads itself."""

import json
import pathlib
import tempfile

from playwright.sync_api import Page

from report import Report, step_number

# The page reloads itself about every two seconds.
PATIENCE = 8000

# What a reload keeps, apart from the step and the view.
KEPT = """() => ({
  node: document.querySelector(".node[aria-pressed='true']")?.getAttribute("aria-label"),
  zoom: document.getElementById("graph-drawing").getAttribute("width"),
  pan: document.getElementById("graph-scroll").scrollLeft,
  isGrouped: document.getElementById("graph-by-name").checked,
  usesLetters: document.getElementById("letters").checked,
  list: document.getElementById("list").scrollTop,
})"""


# Lets the page store what it keeps, and returns the pause before its next reload.
STORED_PAUSE = """() => {
  dispatchEvent(new Event("pagehide"));
  return JSON.parse(sessionStorage.getItem("navstore.report")).follow?.pause ?? null;
}"""

SCROLLED = "() => document.getElementById('state').scrollTop"


def check_following(page: Page, report: Report):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "growing.html"
        yield from check_growing(page, report, path)
        yield from check_reload(page, report, path)
        yield from check_other_data(page, report, path)


def check_growing(page: Page, report: Report, path):
    steps = report.steps
    last = len(steps) - 1
    growing = report.with_data(path, {**report.data, "follow": True, "steps": steps[: len(steps) // 2]})
    page.goto(growing.url())
    page.keyboard.press("End")
    # The last report of a session is not rewritten any more.
    report.with_data(path, report.data)
    yield from wait_for(page, last, last, "the page at the last step does not follow the log to its end")

    report.with_data(path, {**report.data, "follow": True})
    page.reload()
    page.locator("#filter-text").fill("s")
    page.locator("#slider").fill("4")
    page.evaluate("() => window.isOld = true")
    report.with_data(path, {**report.data, "follow": True, "steps": steps[:-2]})
    yield from wait_for(page, 4, last - 2, "the page does not keep its step")
    if page.evaluate("() => window.isOld"):
        yield "the page did not reload"
    if page.locator("#filter-text").input_value() != "s":
        yield "the page does not keep its filter"
    if page.locator("#play.playing").count():
        yield "the page plays after it was reloaded"

    pauses = []
    for count in (-2, -2, None):
        report.with_data(path, {**report.data, "follow": True, "steps": steps[:count]})
        page.reload()
        pauses.append(page.evaluate(STORED_PAUSE))
    if pauses[0] is None or not pauses[0] < pauses[1] or not pauses[2] < pauses[1]:
        yield f"the pauses between the reloads are {pauses}: they do not grow while the log does not"


def check_reload(page: Page, report: Report, path):
    """A reload changes nothing, and says nothing."""
    followed = report.with_data(path, {**report.data, "follow": True, "values": equal_kinds(report.data)})
    page.goto("about:blank")
    page.goto(followed.url())
    page.wait_for_function("() => location.hash !== ''")
    if text := page.locator("#live").text_content():
        yield f"the first step is announced: {text}"
    page.goto("about:blank")
    page.goto(followed.url("view=figures"))
    page.keyboard.press("End")
    page.locator("#figures select").select_option("time")
    page.keyboard.press("4")
    page.locator("#graph-by-name").check()
    page.locator(".node").nth(2).click()
    for _ in range(4):
        page.locator("#zoom-in").click()
    page.locator("#letters").evaluate("(element) => element.click()")
    page.evaluate("() => { document.getElementById('graph-scroll').scrollLeft = 40; }")
    page.evaluate("() => { document.getElementById('list').scrollTop = 100; }")
    page.wait_for_function("() => location.hash.includes('view=graph')")
    before = page.evaluate(KEPT)
    page.reload()
    if (after := page.evaluate(KEPT)) != before:
        yield f"a reload changes {json.dumps(before)} into {json.dumps(after)}"
    page.locator("#views button", has_text="Figures").click()
    if page.locator("#figures select").input_value() != "time":
        yield "a reload does not keep the scale of the figures"
    page.locator("#views button", has_text="Session").click()
    page.wait_for_function("() => !location.hash.includes('view')")
    size = page.viewport_size
    page.set_viewport_size({"width": 1440, "height": 600})
    page.evaluate("() => { document.getElementById('state').scrollTop = 60; }")
    scrolled = page.evaluate(SCROLLED)
    page.reload()
    if scrolled == 0 or page.evaluate(SCROLLED) != scrolled:
        yield f"a reload scrolls the state from {scrolled} to {page.evaluate(SCROLLED)}"
    page.set_viewport_size(size)


def equal_kinds(data):
    """Returns the tabs and routes of a report as screens of one kind."""
    return [[text, json_text, data["values"][0][2]] for text, json_text, _ in data["values"]]


def check_other_data(page: Page, report: Report, path):
    """Another session of the same name does not have the step, the screen and the tab that were chosen."""
    page.goto("about:blank")
    page.goto(report.with_data(path, report.data).url("view=figures"))
    page.keyboard.press("End")
    page.keyboard.press("m")
    page.locator("#figures .chart", has_text="Time on each screen").locator(".bar").last.click()
    report.with_data(path, {**report.data, "follow": True, "steps": report.steps[:3]})
    for _ in range(2):
        page.reload()
    page.keyboard.press("End")
    if step_number(page) != 2 or page.locator("#filter-count").text_content() != "3 steps":
        yield f"a reload with other data shows {page.locator('#filter-count').text_content()}"
    if page.locator("#follow").is_hidden():
        yield "a page with other data does not follow the log"
    page.goto("about:blank")


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
