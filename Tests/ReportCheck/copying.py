"""What can be copied, and what the address restores."""

import json

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
            yield "the copied deep link has no tab or no path"
        if not {"initial", "selected", "tabs", "visits"} <= json.loads(copied("copy-state")).keys():
            yield "the copied state is incomplete"
    except json.JSONDecodeError as error:
        yield f"a copied text is not JSON: {error}"
    if "swift" in report.data:
        page.locator("#copy-test").click()
        source = page.locator("#test-source").input_value()
        if source.count("try store.send(") != 1 or "{{" in source.replace("{{data}}", "").replace("{{script}}", ""):
            yield f"the Swift test is not complete: {source[:200]}"
        page.keyboard.press("Escape")


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
