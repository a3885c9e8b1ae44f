"""What only the report of a failure, of a replay, of an exploration or of two sessions shows."""

import itertools
import json
import re

from playwright.sync_api import Page

from report import Report, step_number


NAMES = ("the first session", "the second one")


def check_states(page: Page, report: Report):
    """The state of each step equals the one that the app had, if the file NAME.states.txt contains these states."""
    path = report.path.with_suffix("").with_suffix(".states.txt")
    if not path.exists():
        return
    states = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if len(states) != len(report.steps):
        yield f"the report has {len(report.steps)} steps, and the app had {len(states)} states"
        return
    for index, state in enumerate(states):
        page.locator("#slider").fill(str(index))
        page.locator("#copy-state").click()
        shown = json.loads(page.evaluate("() => navigator.clipboard.readText()"))
        if shown != state:
            yield f"step {index} has the state {shown} instead of {state}"
    print(f"  {len(states)} states compared with those of the app")


def check_kind(page: Page, report: Report):
    yield from check_findings(page, report)
    report.open(page)
    match report.data["kind"]:
        case "failure":
            yield from check_failure(page, report)
        case "replay":
            yield from check_replay(page, report)
        case "exploration":
            if "failure" in report.data:
                yield from check_failure(page, report)
            yield from check_exploration(page, report)


def check_findings(page: Page, report: Report):
    """The findings are a list, whose lines lead to the steps of gaps, unreadable lines and divergences."""
    findings = report.data.get("result", {}).get("findings", [])
    if not findings:
        return
    report.open(page)
    opener = page.locator(".banner button", has_text="Show").first
    for index, finding in enumerate(findings):
        opener.click()
        items = page.locator("#findings > li")
        if items.count() != len(findings):
            yield f"the list has {items.count()} lines for {len(findings)} findings"
            return
        has_focus = "() => document.getElementById('findings').contains(document.activeElement)"
        if index == 0 and not page.evaluate(has_focus):
            yield "the list of findings does not start at the first one"
        button = items.nth(index).locator("button")
        if button.count() == 0 and not report.steps:
            page.keyboard.press("Escape")
            continue
        if button.count() == 0:
            yield f"the finding “{finding[:80]}” does not lead to a step"
            page.keyboard.press("Escape")
            continue
        button.click()
        step = report.steps[step_number(page)]
        note = report.data["texts"][step[3]] if step[0] in (5, 6) else f"ransaction {step[2]} "
        if note not in finding:
            yield f"the finding “{finding[:80]}” leads to {step[:3]}"


def check_comparison(page: Page, report: Report):
    """The comparison has the differences that `navtool log diff` printed to NAME.difference.txt."""
    if "other" not in report.data:
        return
    report.open(page)
    if page.locator("#compare").is_hidden():
        yield "the report of two sessions does not open with their comparison"
    printed = report.path.with_suffix("").with_suffix(".difference.txt").read_text(encoding="utf-8")
    first = [re.search(r": (?:transaction (\d+), |)", line)[1] for line in lines(printed)[:2]]
    expected = f"The first difference: {place(first)}" if first else "The sessions do not differ"
    for line, name in zip(lines(printed)[:2], NAMES):
        expected += f", after the end of {name}" if "the log ends here" in line else ""
    expected += "."
    if (shown := page.locator("#compare-summary").text_content()) != expected:
        yield f"the comparison says “{shown}” instead of “{expected}”"
    total = re.search(r"^in total: (.*)", printed, re.MULTILINE)
    if total:
        names = dict(zip((report.data["name"], report.data["other"]["name"]), NAMES))
        text = re.sub(r"only in (\S+\.navlog)", lambda found: f"only in {names[found[1]]}", total[1])
        if (shown := page.locator("#compare-total").text_content()) != f"In total: {text}.":
            yield f"the comparison says “{shown}” instead of “{text}”"
    elif page.locator("#compare-total").text_content():
        yield "equal steps are shown as different"
    if first:
        yield from check_differences(page, report, expected, printed)
    page.keyboard.press("Home")
    if (text := page.locator("#compare-difference").text_content()) != "The state is the same.":
        yield f"the first steps are equal and have the difference {text[:100]}"
    if page.locator("#compare-rows .current.differs").count():
        yield "equal steps are shown as different"


def lines(printed):
    """Returns the lines of a difference with a step of a log."""
    return re.findall(r"^[−+] \S+\.navlog: .*", printed, re.MULTILINE)


def place(numbers):
    return ", ".join(f"step {number} of {name}" for number, name in zip(numbers, NAMES) if number)


def check_differences(page: Page, report: Report, expected, printed):
    """The first difference is in sight, and each difference is reached and has the steps of both sessions."""
    current = page.locator("#compare-rows .current.differs")
    if current.count() != 1 or "(differs)" not in current.text_content():
        yield "the first difference is not marked"
    if page.locator("#compare-difference").text_content().strip() == "":
        yield "the difference of the states is empty"
    bottom = page.evaluate("""() => document.querySelector(".transport").getBoundingClientRect().top""")
    for part in ("#compare-difference .part", "#compare-rows .current"):
        box = page.locator(part).first.bounding_box()
        if box is None or box["y"] < 0 or box["y"] + min(box["height"], 60) > bottom:
            yield f"the first difference is not in sight at 1,440 × 900: {part} is at {box}"
    summary = page.locator("#compare-summary")
    for direction in ("next", "previous"):
        button = page.locator(f"#{direction}-difference")
        for _ in range(20):
            before = summary.text_content()
            if button.is_disabled():
                break
            button.click()
            if (text := summary.text_content()) == before:
                yield f"the button of the {direction} difference does nothing at “{text}”"
            if not re.match("The first difference|Different steps|Only in one session", text):
                yield f"the {direction} difference is “{text}”"
    page.locator("#go-to-difference").click()
    if page.locator("#compare-summary").text_content() != expected:
        yield "the button does not lead to the first difference"
    page.set_viewport_size({"width": 320, "height": 740})
    if (width := page.evaluate("() => document.documentElement.scrollWidth")) > 320:
        yield f"the first difference is {width} pixels wide in a window of 320"
    page.set_viewport_size({"width": 1440, "height": 900})
    alignment = report.data["alignment"]
    for side, other in ((0, 1), (1, 0)):
        for pair in alignment["moved"]:
            row = page.evaluate(GO_TO_MOVED, [side, number(report, side, pair[side])])
            if f"moved, step {number(report, other, pair[other])}" not in (row or ""):
                yield f"a moved step of session {side} is shown as {row}"
    page.locator("#compare-row").focus()
    page.keyboard.press("End")
    last = report.data["other"]["steps"][-1][2]
    if not (cell := page.locator("#compare-rows .current td").last.text_content()).startswith(str(last)):
        yield f"the last step {last} of the second session is not reached: {cell}"


def number(report: Report, side, step):
    return [report.steps, report.data["other"]["steps"]][side][step][2]


# Goes to the row of a step of one session, and returns the text of the session in this row.
GO_TO_MOVED = """([side, number]) => {
  const range = document.getElementById("compare-row");
  for (let row = 0; row <= Number(range.max); row += 1) {
    range.value = row;
    range.dispatchEvent(new Event("input"));
    const cells = document.querySelector("#compare-rows .current").cells;
    if (cells[side * 3].textContent === String(number) && cells[1 + side].textContent.includes("moved")) {
      return cells[1 + side].textContent;
    }
  }
  return null;
}"""


def check_failure(page: Page, report: Report):
    failure = report.data["failure"]
    text = page.locator(".banner.danger").first.text_content()
    if not text.startswith("Failed") or failure["message"].split("\n")[0][:100] not in text:
        yield f"the banner does not show the failure: {text[:200]}"
    if step_number(page) != failure["step"]:
        yield f"the page opens at step {step_number(page)} instead of the failed step {failure['step']}"
    times = page.locator("#list .row-time, #step-time, #position-time")
    if report.expected is None and (shown := [text.strip() for text in visible_texts(times) if text.strip()]):
        yield f"a test has no times, and the page shows {shown[:3]}"
    page.keyboard.press("Home")
    page.locator(".banner.danger button", has_text="Go to the failed step").click()
    if step_number(page) != failure["step"]:
        yield "the button of the banner does not lead to the failed step"


def visible_texts(elements):
    return [element.text_content() for element in elements.all() if element.is_visible()]


def check_replay(page: Page, report: Report):
    if not report.divergences:
        yield "the replay has no divergence to check"
        return
    if step_number(page) != report.divergences[0]:
        yield f"the page opens at step {step_number(page)} instead of the first divergence {report.divergences[0]}"
    if "recorded" not in page.locator("#difference-title").text_content():
        yield "a divergence does not show the recorded state"
    if page.locator(".banner.danger", has_text="Divergence").count() != 1:
        yield "the banner does not name the divergences"


def check_exploration(page: Page, report: Report):
    graph = report.data["graph"]
    texts = report.data["texts"]
    report.open(page)
    if page.locator("#result").is_visible():
        yield f"an exploration has no replay, and the badge says “{page.locator('#result').text_content()}”"
    if page.locator(".banner", has_text="Shortened").count():
        yield "the banner of an exploration says that it is shortened"
    if not report.steps and (page.locator("#graph").is_hidden() or page.locator("#views").is_visible()):
        yield "a report without steps offers other views than the graph"
    report.open(page, "view=graph")
    if (count := page.locator(".node").count()) != len(graph["nodes"]):
        yield f"the graph shows {count} screens instead of {len(graph['nodes'])}"
    highlighted = len(set(graph["counterexample"]))
    if (highlighted == 0) == ("failure" in report.data):
        yield f"the counterexample has {highlighted} screens"
    if page.locator(".node.counterexample").count() != highlighted:
        yield f"the graph does not highlight the {highlighted} screens of the counterexample"
    paths = len(set(itertools.pairwise(graph["counterexample"])))
    if page.locator(".edge.counterexample .edge-line").count() != paths:
        yield f"the graph does not highlight the {paths} paths of the counterexample"
    panel = page.locator("#graph-panel").text_content()
    for title, is_expected in {"Counterexample": highlighted > 0, "Never reached": True}.items():
        if (title in panel) != is_expected:
            yield f"the overview of the graph has {'no' if is_expected else 'a'} list {title}"
    for text in graph["unreached"]:
        if texts[text] not in panel:
            yield f"the overview does not list the screen {texts[text]}, which was not reached"
    page.locator(".node").nth(1).click()
    if page.locator("#graph-panel .node-picture").count() != 1:
        yield "a screen of the graph has no picture"
