"""What can be copied, and what the address restores."""

import itertools
import json
import re

from playwright.sync_api import Page

from report import Report, step_number


def check_copying(page: Page, report: Report):
    """Copies a transaction in each way."""
    index = next((index for index, step in enumerate(report.steps) if step[0] == 0), None)
    if index is None:
        return
    page.locator("#slider").fill(str(index))

    def copied(identifier):
        page.locator(f"#{identifier}").click()
        return page.evaluate("() => navigator.clipboard.readText()")

    try:
        actions = [report.data["actions"][action][1] for action, _ in report.steps[index][4]]
        texts = [json.loads(report.data["texts"][text]) for text in actions]
        if json.loads(copied("copy-action")) != (texts[0] if len(texts) == 1 else texts):
            yield "the copied action is not the action"
        if not {"tab", "path"} <= json.loads(copied("copy-link")).keys():
            yield "the copied tab and path are incomplete"
        if not {"initial", "selected", "tabs", "visits"} <= json.loads(copied("copy-state")).keys():
            yield "the copied state is incomplete"
    except json.JSONDecodeError as error:
        yield f"a copied text is not JSON: {error}"
    yield from check_command_without_step(page, report, str(report.steps[index][2]))
    if "swift" in report.data:
        page.locator("#copy-test").click()
        source = page.locator("#test-source").input_value()
        if not is_complete(source, report.data["swift"]):
            yield f"the Swift test is not complete: {source[:200]}"
        yield from check_whole_test(page, report)
        page.keyboard.press("Escape")


def check_command_without_step(page: Page, report: Report, number: str):
    """Compares the command that leaves a step out with the one of the data. Other reports have no button for it."""
    button = page.locator("#leave-out")
    if button.is_visible() != ("without" in report.data):
        yield "the button that leaves a step out does not agree with the data"
        return
    if button.is_visible():
        button.click()
        shown = page.locator("#text-content").input_value()
        if shown != report.data["without"].replace("{{number}}", number) or f"--without {number}" not in shown:
            yield f"the command that leaves step {number} out is {shown}"
        page.keyboard.press("Escape")


def check_whole_test(page: Page, report: Report):
    """Compares the Swift test of the whole session with NAME.test.swift, the output of `navtool log test`."""
    path = report.path.with_suffix("").with_suffix(".test.swift")
    if not path.exists():
        return
    numbers = [step[2] for step in report.steps if step[0] == 0]
    page.locator("#test-from").fill(str(numbers[0]))
    page.locator("#test-to").fill(str(numbers[-1]))
    source = page.locator("#test-source").input_value().strip().splitlines()
    printed = path.read_text(encoding="utf-8").strip().splitlines()
    for shown, expected in itertools.zip_longest(source, printed, fillvalue=""):
        if shown != expected:
            yield f"the Swift test of the session has the line {shown} instead of {expected}"
            return


def is_complete(source, template):
    """Returns whether a Swift test of one transaction is its template, with values for the placeholders."""
    pattern = re.escape(template)
    for placeholder, value in {
        "{{name}}": r"transaction \d+ .*",
        "{{initial}}": r"#+\"({.*})\"#+",
        "{{recorded}}": r"#+\"({.*})\"#+",
        "{{actions}}": r"(?:try store\.send\([^\n]*\)|try store\.send\(\[\n(?: +action[^\n]*,\n)+ +\]\))",
    }.items():
        pattern = pattern.replace(re.escape(placeholder), value)
    found = re.fullmatch(pattern, source)
    return found is not None and all("tabs" in json.loads(state) for state in found.groups())


def check_address(page: Page, report: Report):
    """Opens addresses of steps, among them some that do not exist."""
    numbers = [step[2] for step in report.steps]
    for number in sorted({numbers[0], numbers[len(numbers) // 2], numbers[-1]}):
        report.open(page, f"step={number}")
        if (found := step_number(page)) != numbers.index(number):
            yield f"#step={number} shows step {found} instead of {numbers.index(number)}"
    for address in ("step=999999999", "step=%3Cscript%3E", "view=nothing", "step", "=&&%"):
        report.open(page, address)
        if not page.locator("#title").text_content():
            yield f"#{address} shows nothing"
