"""What the page does with data that the reports of the other checks do not contain."""

import contextlib
import copy
import pathlib
import tempfile

from playwright.sync_api import Page

from report import Report

UNKNOWN = "The recorded state is not known here."
EQUAL = "The navigation is equal; the states differ elsewhere."


@contextlib.contextmanager
def varied(page: Page, report: Report, change, address=""):
    """Opens the report with data that `change` changes."""
    data = copy.deepcopy(report.data)
    change(data)
    with tempfile.TemporaryDirectory() as folder:
        variation = report.with_data(pathlib.Path(folder) / "varied.html", data)
        variation.open(page, address)
        yield variation


def check_variations(page: Page, report: Report):
    yield from check_recorded(page, report)


def transaction(report: Report):
    """Returns the index of a transaction in the middle."""
    return next(index for index, step in enumerate(report.steps) if step[0] == 0 and index > len(report.steps) // 2)


def check_recorded(page: Page, report: Report):
    """The page says whether the recorded state of a divergence is unknown, or equal in the parts that it shows."""
    index = transaction(report)
    for recorded, phones, note in [(0, 1, UNKNOWN), ([], 2, EQUAL)]:
        with varied(page, report, lambda data: data["steps"][index].append(recorded)):
            if (shown := page.locator("#phones figure:visible").count()) != phones:
                yield f"a step with the recorded state {recorded} shows {shown} phones"
            if (text := page.locator("#picture-note").text_content()) != note:
                yield f"a step with the recorded state {recorded} has the note “{text}”"
            if note not in page.locator("#difference-title, #difference").all_text_contents()[recorded == []]:
                yield f"the difference does not say “{note}”"
            page.locator("#copy-test").click()
            problem = page.locator("#test-problem").text_content()
            if ("not known" in problem) != (recorded == 0):
                yield f"the Swift test with the recorded state {recorded} has the problem “{problem}”"
