"""What only the report of a failure, of a replay, of an exploration or of two sessions shows."""

import json
import re

from playwright.sync_api import Page

from report import Report, step_number


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
    report.open(page)
    match report.data["kind"]:
        case "failure":
            yield from check_failure(page, report)
        case "replay":
            yield from check_replay(page, report)
        case "exploration":
            yield from check_failure(page, report)
            yield from check_exploration(page, report)


def check_comparison(page: Page, report: Report):
    """The first difference is the one that `navtool log diff` printed to NAME.difference.txt."""
    if "other" not in report.data:
        return
    report.open(page)
    if page.locator("#compare").is_hidden():
        yield "the report of two sessions does not open with their comparison"
    printed = report.path.with_suffix("").with_suffix(".difference.txt").read_text(encoding="utf-8")
    difference = re.search(r"^− .*: transaction (\d+), ", printed, re.MULTILINE)
    if difference:
        expected = f"The first difference: step {difference[1]}."
    elif "the log ends here" in printed:
        expected = "The first session ends before the second one."
    else:
        expected = "The sessions do not differ."
    if (shown := page.locator("#compare-summary").text_content()) != expected:
        yield f"the comparison says “{shown}” instead of “{expected}”"
    page.keyboard.press("Home")
    if (text := page.locator("#compare-difference").text_content()) != "The state is the same.":
        yield f"the first steps are equal and have the difference {text[:100]}"
    if "the log ends here" in printed:
        yield from check_further_steps(page, report, expected)
    if difference is None:
        return
    page.locator("#go-to-difference").click()
    if (current := page.locator("#compare-rows .current.differs").count()) != 1:
        yield f"{current} rows are shown as the first difference"
    if page.locator("#compare-rows [aria-current]", has_text="(differs)").count() != 1:
        yield "the first difference is not marked for screen readers"
    if page.locator("#compare-difference").text_content().strip() == "":
        yield "the difference of the states is empty"
    page.keyboard.press("ArrowRight")
    if not (text := page.locator("#compare-summary").text_content()).startswith("1 step after"):
        yield f"one step after the first difference, the comparison says “{text}”"
    page.keyboard.press("Home")
    if page.locator("#compare-rows .differs").count():
        yield "equal steps are shown as different"
    page.locator("#go-to-difference").click()
    if page.locator("#compare-summary").text_content() != expected:
        yield "the button does not lead to the first difference"


def check_further_steps(page: Page, report: Report, expected):
    """The steps of the second session after the end of the first one can be reached."""
    if (text := page.locator("#compare-summary").text_content()) == expected:
        yield f"the comparison of the first steps says “{text}”"
    page.keyboard.press("End")
    page.locator("#compare-further").focus()
    page.keyboard.press("End")
    last = page.locator("#compare-rows [aria-current]")
    further = len(report.data["other"]["steps"]) - len(report.steps)
    if last.count() != 1 or not last.text_content().startswith("–End"):
        yield f"the last step of the second session is not reached: {last.all_text_contents()}"
    wanted = f"{further} steps after the end of the first session."
    if (text := page.locator("#compare-summary").text_content()) != wanted:
        yield f"the comparison at the end of the second session says “{text}”"
    if page.locator("#compare-difference").text_content() == "The state is the same.":
        yield "the states at both ends are shown as the same"


def check_failure(page: Page, report: Report):
    failure = report.data["failure"]
    text = page.locator(".banner.danger").first.text_content()
    if not text.startswith("Failed") or failure["message"].split("\n")[0][:100] not in text:
        yield f"the banner does not show the failure: {text[:200]}"
    if step_number(page) != failure["step"]:
        yield f"the page opens at step {step_number(page)} instead of the failed step {failure['step']}"
    page.keyboard.press("Home")
    page.locator(".banner.danger button", has_text="Go to the failed step").click()
    if step_number(page) != failure["step"]:
        yield "the button of the banner does not lead to the failed step"


def check_replay(page: Page, report: Report):
    divergences = [index for index, step in enumerate(report.steps) if step[0] == 0 and len(step) > 6]
    if not divergences:
        yield "the replay has no divergence to check"
        return
    if step_number(page) != divergences[0]:
        yield f"the page opens at step {step_number(page)} instead of the first divergence {divergences[0]}"
    if "recorded" not in page.locator("#difference-title").text_content():
        yield "a divergence does not show the recorded state"
    if page.locator(".banner.danger", has_text="Divergence").count() != 1:
        yield "the banner does not name the divergences"


def check_exploration(page: Page, report: Report):
    graph = report.data["graph"]
    texts = report.data["texts"]
    report.open(page, "view=graph")
    if (count := page.locator(".node").count()) != len(graph["nodes"]):
        yield f"the graph shows {count} screens instead of {len(graph['nodes'])}"
    highlighted = len(set(graph["counterexample"]))
    if highlighted == 0 or page.locator(".node.counterexample").count() != highlighted:
        yield f"the graph does not highlight the {highlighted} screens of the counterexample"
    panel = page.locator("#graph-panel").text_content()
    for title in ("Counterexample", "Never reached"):
        if title not in panel:
            yield f"the overview of the graph has no list {title}"
    for text in graph["unreached"]:
        if texts[text] not in panel:
            yield f"the overview does not list the screen {texts[text]}, which was not reached"
    page.locator(".node").nth(1).click()
    if page.locator("#graph-panel .node-picture").count() != 1:
        yield "a screen of the graph has no picture"
