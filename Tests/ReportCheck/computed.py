"""What the page computes from all steps: the filters and the figures equal what is computed here from the data."""

import json

from playwright.sync_api import Page

from report import Report

# A longer list is not shown completely.
MOST_STEPS = 100

# Goes to the step of each row, and returns the steps.
SHOWN_STEPS = """() => [...document.querySelectorAll("#list .row")]
  .sort((left, right) => left.dataset.row - right.dataset.row)
  .map((row) => {
    row.click();
    return Number(document.getElementById("slider").value);
  })"""

GROUPS = {
    "step:transactions": lambda step: step[0] in (0, 2),
    "step:several": lambda step: step[0] == 0 and len(step[4]) > 1,
    "step:unchanged": lambda step: step[0] == 0 and step[5] == [],
    "step:marks": lambda step: step[0] == 4,
    "step:starts": lambda step: step[0] in (1, 3, 8),
    "step:problems": lambda step: step[0] in (5, 6, 7),
}


def check_computed(page: Page, report: Report):
    if 0 < len(report.steps) <= MOST_STEPS:
        yield from check_filters(page, report)
        yield from check_figures(page, report)


def check_filters(page: Page, report: Report):
    report.open(page)
    size = page.viewport_size
    page.set_viewport_size({"width": 1440, "height": 52 * MOST_STEPS + 800})
    for control, value, expected in filters(page, report):
        page.keyboard.press("x")
        if control == "text":
            page.locator("#filter-text").fill(value)
            page.evaluate("() => document.activeElement.blur()")
        else:
            page.locator(f"#filter-{control}").select_option(value)
            page.evaluate("() => document.activeElement.blur()")
        if (shown := page.evaluate(SHOWN_STEPS)) != expected:
            yield f"the filter {control} {value} shows the steps {shown} instead of {expected}"
    page.keyboard.press("x")
    page.set_viewport_size(size)


def filters(page: Page, report: Report):
    """Returns filters, each with the steps that pass it."""
    data, texts, steps = report.data, report.data["texts"], report.steps

    def passing(test):
        return [index for index, step in enumerate(steps) if test(step)]

    for group, test in GROUPS.items():
        yield "kind", group, passing(test)
    yield "kind", "step:divergences", report.divergences
    if data["origins"]:
        origin = data["origins"][-1]
        yield "origin", texts[origin], passing(lambda step: step[0] in (0, 2, 7) and data["origins"][step[3]] == origin)
    tab = page.locator("#filter-tab option").last.get_attribute("value")
    if tab:
        yield "tab", tab, steps_of_tab(report, tab)
    if any(step[0] == 0 for step in steps):
        action = next(step for step in steps if step[0] == 0)[4][0][0]
        text = texts[data["actions"][action][0]].split()[0]
        yield "text", text, passing(lambda step: contains(data, step, text.lower()))


def contains(data, step, text):
    """Returns whether a step has a text in an action, in a sentence, in its origin, or in what it notes."""
    if step[0] not in (0, 7):
        return text in data["texts"][step[4] if step[0] == 2 else step[3]].lower()
    parts = [data["origins"][step[3]]]
    for action, sentence in step[4]:
        parts += [data["actions"][action][0], sentence]
    return any(text in data["texts"][part].lower() for part in parts)


def steps_of_tab(report: Report, json_text):
    """Returns the steps before or after which a tab is selected, and those that change its path."""
    found = []
    tabs, selected, before = [], 0, None
    is_known = False

    def current():
        return report.data["texts"][report.data["values"][tabs[selected]][1]] if is_known else None

    for index, step in enumerate(report.steps):
        state = {1: 4, 3: 4, 2: 5}.get(step[0])
        changed = []
        if state is not None:
            is_known = step[state] is not None
            if is_known:
                tabs, selected = step[state][:2]
        elif step[0] in (5, 7):
            is_known = False
        elif step[0] == 0:
            for operation in step[5]:
                match operation[0]:
                    case 0:
                        selected = operation[1]
                    case 4:
                        tabs, selected = operation[1][:2]
                    case 1 if operation[1] < len(tabs):
                        changed.append(tabs[operation[1]])
            is_known = is_known or bool(tabs)
        paths = [report.data["texts"][report.data["values"][tab][1]] for tab in changed]
        if json_text in (current(), before, *paths):
            found.append(index)
        before = current()
    return found


def check_figures(page: Page, report: Report):
    report.open(page, "view=figures")
    steps = report.steps
    duration = sum(max(0, step[1]) for step in steps[1:])
    figures = {
        "Transactions": sum(step[0] == 0 for step in steps),
        "Starts": sum(step[0] == 1 for step in steps),
        "Divergences": len(report.divergences),
        "Duration": shown_duration(duration) if "began" in report.data or duration > 0 else "–",
    }
    for name, value in figures.items():
        shown = page.locator(".tile", has_text=name).locator("dd").text_content()
        if shown != (value if isinstance(value, str) else f"{value:,}"):
            yield f"the figure {name} is {shown} instead of {json.dumps(value)}"


def shown_duration(milliseconds):
    if milliseconds < 60_000:
        return f"{milliseconds / 1000:.1f} s"
    seconds = round(milliseconds / 1000)
    return f"{seconds // 60}:{seconds % 60:02}"
