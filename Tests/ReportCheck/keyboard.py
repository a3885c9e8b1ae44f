"""Every control works by keyboard."""

from playwright.sync_api import Page

from report import Report, step_number, with_own_clock

# Returns the names of the controls that are shown and not disabled.
CONTROLS = """() => [...document.querySelectorAll(
    "button, select, input, textarea, summary, [tabindex='0']")]
  .filter((element) => element.offsetParent !== null || element.getClientRects().length > 0)
  .filter((element) => !element.disabled && !element.closest("dialog:not([open])"))
  .map((element, index) => element.dataset.check = String(index))"""

FOCUSED = "() => document.activeElement?.dataset.check ?? null"


def check_tab_order(page: Page, where: str):
    """Every control is reached with the tab key, and none holds the focus."""
    controls = page.evaluate(CONTROLS)
    page.evaluate("() => document.activeElement?.blur()")
    reached = set()
    for _ in range(len(controls) + 5):
        page.keyboard.press("Tab")
        if (name := page.evaluate(FOCUSED)) is not None:
            reached.add(name)
    missing = [name for name in controls if name not in reached]
    if missing:
        parts = page.evaluate(
            "(names) => names.map((name) => document.querySelector(`[data-check='${name}']`).outerHTML.slice(0, 90))",
            missing[:3],
        )
        yield f"{where}: {len(missing)} of {len(controls)} controls are not reached with the tab key: {parts}"


def check_keys(page: Page, report: Report):
    last = len(report.steps) - 1
    page.evaluate("() => document.activeElement?.blur()")

    def press(key, expected, what):
        page.keyboard.press(key)
        if (found := step_number(page)) != expected:
            yield f"{what} ({key}) leads to step {found} instead of {expected}"

    yield from press("Home", 0, "first step")
    yield from press("ArrowRight", min(1, last), "next step")
    yield from press("End", last, "last step")
    yield from press("ArrowLeft", max(0, last - 1), "previous step")
    yield from press("Home", 0, "first step")
    if report.divergences:
        following = next((index for index in report.divergences if index > 0), report.divergences[0])
        yield from press("n", following, "next divergence")
    page.locator("#list").focus()
    yield from press("Home", 0, "first row")
    yield from press("ArrowDown", min(1, last), "next row")
    yield from press("End", last, "last row")
    yield from press("Home", 0, "first row")
    if last > 0:
        yield from check_playing(page, report)
    yield from check_help(page)
    yield from check_search(page)


def check_playing(page: Page, report: Report):
    """Space plays and pauses. The page has a clock of the check, so that a slow machine changes nothing."""
    with with_own_clock(page) as timed:
        report.open(timed, "view=picture")
        timed.keyboard.press("Home")
        timed.keyboard.press("Space")
        timed.clock.run_for(100)
        if not timed.locator("#play.playing").count() or step_number(timed) != 0:
            yield "space does not play"
        timed.keyboard.press("Space")
        timed.clock.run_for(10_000)
        if timed.locator("#play.playing").count() or step_number(timed) != 0:
            yield "space does not pause"
        timed.locator("#speed").select_option("10")
        timed.locator("#play").focus()
        timed.keyboard.press("Enter")
        timed.clock.run_for(1000)
        if step_number(timed) == 0:
            yield "playing does not move"


def check_help(page: Page):
    page.keyboard.press("?")
    if not page.locator("#help-dialog").is_visible():
        yield "the help does not open (?)"
    page.keyboard.press("Escape")
    if page.locator("#help-dialog").is_visible():
        yield "the help does not close (Escape)"


def check_search(page: Page):
    page.keyboard.press("/")
    if page.evaluate("() => document.activeElement.id") != "filter-text":
        yield "the search has no focus (/)"
    page.keyboard.type("no such text anywhere")
    if page.locator(".row").count() > 0 or not page.locator("#list-empty").is_visible():
        yield "a search without a match shows steps"
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("x")
    if page.locator("#filter-text").input_value():
        yield "the filters are not removed (x)"


def check_letters(page: Page, report: Report):
    """The keys of the help that other checks do not press."""
    page.keyboard.press("End")

    def press(key, expression, what):
        page.evaluate("() => document.activeElement?.blur()")
        before = page.evaluate(expression)
        page.keyboard.press(key)
        if page.evaluate(expression) == before:
            yield f"{what} ({key}) does nothing"

    for number, view in enumerate(report.views, 1):
        page.keyboard.press(str(number))
        if page.locator("#app").get_attribute("data-view") != view:
            yield f"the key {number} does not show {view}"
    yield from press("4", "() => document.getElementById('app').dataset.view", "the graph")
    if page.locator(".node").count():
        width = "() => document.querySelector('#graph-scroll svg').getBoundingClientRect().width"
        yield from press("+", width, "zoom in")
        yield from press("-", width, "zoom out")
    yield from press("1", "() => document.getElementById('app').dataset.view", "the first view")
    yield from press("m", "() => document.getElementById('unpin').hidden", "pin this step")
    yield from press("m", "() => document.getElementById('unpin').hidden", "compare with the previous step")
    for _ in range(3):
        yield from press("t", "() => document.documentElement.dataset.theme", "theme")
    step = "() => document.getElementById('slider').value"
    yield from press("k", step, "previous step") if len(report.steps) > 1 else ()
    yield from press("j", step, "next step") if len(report.steps) > 1 else ()
    if "swift" in report.data:
        yield from press("s", "() => document.getElementById('test-dialog').open", "Swift test")
        page.keyboard.press("Escape")
    index = next((index for index, step in enumerate(report.steps) if step[0] == 0), None)
    if index is not None:
        page.locator("#slider").fill(str(index))
        for key, what in {"c": "copy the action", "l": "copy the tab and path"}.items():
            page.evaluate("() => navigator.clipboard.writeText('nothing')")
            page.evaluate("() => document.activeElement?.blur()")
            page.keyboard.press(key)
            if page.evaluate("() => navigator.clipboard.readText()") == "nothing":
                yield f"{what} ({key}) copies nothing"
    page.keyboard.press("Home")


def check_graph_keys(page: Page, report: Report):
    page.evaluate("() => document.activeElement?.blur()")
    page.keyboard.press(str(report.views.index("graph") + 1))
    nodes = page.locator(".node")
    if nodes.count() == 0:
        return
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    if page.locator(".node[aria-pressed='true']").count() != 1:
        yield "Enter does not select a screen of the graph"
    if nodes.count() > 1:
        before = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            page.keyboard.press(key)
        if page.evaluate("() => document.activeElement.closest('.node') === null"):
            yield f"the arrow keys leave the graph at {before}"
