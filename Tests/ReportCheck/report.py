"""A report file: its data, and the page that shows it."""

import contextlib
import json
import pathlib
import re

from playwright.sync_api import Page

DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)

# The views of the page, by the names that the address uses.
VIEWS = ["picture", "timeline", "state", "graph", "figures", "compare"]


class Report:
    def __init__(self, path: pathlib.Path):
        self.path = path
        self.name = path.stem
        self.html = path.read_text(encoding="utf-8")
        self.data = json.loads(DATA.search(self.html)[1])
        self.steps = self.data["steps"]
        self.divergences = self.data.get("divergences", [])
        expected = path.with_suffix("").with_suffix(".expected.txt")
        self.expected = expected.read_text(encoding="utf-8") if expected.exists() else None

    @property
    def views(self):
        if not self.steps:
            return ["graph" if "graph" in self.data else "picture"]
        return [view for view in VIEWS if view != "compare" or "other" in self.data]

    def url(self, address=""):
        return self.path.resolve().as_uri() + (f"#{address}" if address else "")

    def open(self, page: Page, address=""):
        """Opens the report as if for the first time. A report that follows a log must not reload during a check."""
        page.goto("about:blank")
        page.goto(self.url(address))
        if self.data.get("follow"):
            page.evaluate("() => document.getElementById('follow').click()")

    def with_data(self, path: pathlib.Path, data) -> "Report":
        """Writes the same page with other data."""
        text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")
        path.write_text(DATA.sub(lambda found: found[0].replace(found[1], text), self.html), encoding="utf-8")
        return Report(path)


class Watch:
    """Records what a page must not do: requests, messages of errors, dialogs."""

    def __init__(self, page: Page):
        self.problems = []
        page.on("request", self.note_request)
        page.on("console", lambda message: self.note_message(message))
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("dialog", self.note_dialog)

    def note_request(self, request):
        if not (request.url.startswith("file:") and request.resource_type == "document"):
            self.problems.append(f"request of a {request.resource_type}: {request.url[:120]}")

    def note_message(self, message):
        if message.type in ("error", "warning"):
            self.problems.append(f"console {message.type}: {message.text[:300]}")

    def note_dialog(self, dialog):
        # The question before a page with notes is left.
        if dialog.type == "beforeunload":
            dialog.accept()
            return
        self.problems.append(f"dialog: {dialog.message[:120]}")
        dialog.dismiss()


def step_number(page: Page) -> int:
    """Returns the index of the step that the page shows."""
    return int(page.locator("#slider").input_value())


@contextlib.contextmanager
def with_own_clock(page: Page):
    """Opens a page whose time only `clock.run_for` advances."""
    context = page.context.browser.new_context(viewport=page.viewport_size)
    context.clock.install(time=0)
    context.clock.pause_at(1000)
    yield context.new_page()
    context.close()
