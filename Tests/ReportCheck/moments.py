"""What the page shows of the time and of the sender of a step, and what a reader adds: filters, searches and notes."""

import contextlib
import copy
import pathlib
import tempfile

from playwright.sync_api import Page

from report import Report, Watch
from variations import transaction, varied

HOSTILE = "</script><script>alert(1)</script>\u2028<!-- seen"


def check_moments(page: Page, report: Report):
    yield from check_pauses(page, report)
    yield from check_axis(page, report)
    yield from check_senders(page, report)
    yield from check_hidden(page, report)
    yield from check_state_search(page, report)
    yield from check_notes(page, report)


def check_pauses(page: Page, report: Report):
    """A step has the pause before it and its time of day, and a row shows a long pause."""

    def change(data):
        data["began"] = 1767225600000
        for index, step in enumerate(data["steps"]):
            step[1] = [0, 250, 12_400][index % 3] if index else 0

    with varied(page, report, change):
        for index, text in [
            (0, "00:00:00 UTC"),
            (1, "250 ms after the step before · 00:00:00.250 UTC"),
            (2, "12.4 s after the step before · 00:00:12.650 UTC"),
        ]:
            page.locator("#slider").fill(str(index))
            if (shown := page.locator("#step-moment").text_content()) != text:
                yield f"step {index} says “{shown}” about its time instead of “{text}”"
        rows = page.locator("#list .row")
        pauses = [rows.nth(index).locator(".row-pause").all_text_contents() for index in range(3)]
        if pauses != [[], [], ["+12.4 s"]]:
            yield f"the rows show the pauses {pauses}"


def check_axis(page: Page, report: Report):
    """The chart of the depth shows long pauses, and a part of the steps after a zoom. The pauses are listed."""
    count = len(report.steps)

    def change(data):
        for index, step in enumerate(data["steps"]):
            step[1] = 60_000 if index == 10 else 1 if index else 0

    with varied(page, report, change, "step=1&view=figures"):
        chart = page.locator(".chart", has_text="Depth over time")
        labels = chart.locator(".chart-ends span")
        if labels.count() != 5 or "step" not in labels.first.text_content():
            yield f"the axis has the labels {labels.all_text_contents()}"
        chart.locator("select").select_option("time")
        if (title := chart.locator(".chart-pause title").all_text_contents()) != ["Pause of 1:00 before step 10"]:
            yield f"the chart shows the pauses {title}"
        chart.get_by_role("button", name="fewer").click()
        last = sum(60_000 if index == 10 else 1 for index in range(1, (count + 1) // 2))
        if (text := labels.last.text_content()) != f"{last / 1000:.3f} s":
            yield f"the zoomed axis ends at {text} instead of {last} ms"
        bars = page.locator(".chart", has_text="Longest pauses").locator(".bar")
        bars.first.click()
        if page.locator("#slider").input_value() != "10":
            yield "the longest pause does not lead to the step after it"
        for _ in range(10):
            chart.get_by_role("button", name="more").click()
        if (text := labels.last.text_content()) != f"{(60_000 + count - 2) / 1000:.3f} s":
            yield f"the whole axis ends at {text}"


def check_senders(page: Page, report: Report):
    """The page says who sent a step."""
    index = transaction(report)
    before = report.steps[index - 1]

    def change(data):
        data["texts"] += ["effect", "user", "watch"]
        first = len(data["origins"])
        data["origins"] += [len(data["texts"]) - place for place in (3, 2, 1)]
        template = report.steps[index]
        data["steps"] = [data["steps"][0]] + [
            [0, 100, place + 1, first + origin, *template[4:]] for place, origin in enumerate((1, 0, 0, 2))
        ]

    with varied(page, report, change):
        texts = []
        for step in range(5):
            page.locator("#slider").fill(str(step))
            texts.append(page.locator("#step-sender").text_content())
    title = report.data["texts"][report.data["actions"][report.steps[index][4][0][0]][0]]
    last = f"Sent by an effect. The last step that no effect sent is 1, {title}, "
    expected = ["", "Sent by the app, usually for the user.", f"{last}100 ms before.", f"{last}200 ms before."]
    if texts[:4] != expected or "“watch”" not in texts[4]:
        yield f"the senders are {texts}, after {before[:3]}"


def check_hidden(page: Page, report: Report):
    """Kinds of steps and origins can be hidden, several at once, also after a reload."""
    report.open(page)
    data, texts = report.data, report.data["texts"]
    steps = [step[4] if step[0] == 0 else [] for step in report.steps]
    names = [[texts[data["actions"][action][2]] for action, _ in actions] for actions in steps]
    hidden = sorted({name for step in names for name in step})[:2]
    for name in hidden:
        page.locator("#filter-hide").select_option(f"kind:action:{name}")
    page.locator("#filter-hide").select_option("kind:step:starts")
    left = sum(
        step[0] not in (1, 3, 8) and not any(actions and set(actions) == {name} for name in hidden)
        for step, actions in zip(report.steps, names)
    )
    wanted = f"{left} of {len(report.steps)} steps"
    if (text := page.locator("#filter-count").text_content()) != wanted:
        yield f"without {hidden}, the list has {text} instead of {wanted}"
    page.reload()
    if (text := page.locator("#filter-count").text_content()) != wanted:
        yield f"after a reload, the list has {text} instead of {wanted}"
    chips = page.locator("#filter-hidden .chip")
    if chips.count() != 3 or not chips.first.text_content().startswith(f"Without {hidden[0]}"):
        yield f"the hidden kinds are shown as {chips.all_text_contents()}"
    for _ in range(3):
        chips.first.click()
    if page.locator("#filter-clear").is_visible():
        yield "the hidden kinds cannot be shown again"


def check_state_search(page: Page, report: Report):
    """The state can be searched, and all of its parts can be opened."""

    def change(data):
        texts = data["texts"]
        first = len(data["values"])
        for number in range(90):
            data["values"].append([len(texts), len(texts) + 1, len(texts)])
            texts += [f"Film:{number}", f'"Film:{number}"']
        state = copy.deepcopy(data["steps"][0][4])
        state[2][0] = list(range(first, first + 90))
        data["steps"][0][4] = state

    with varied(page, report, change, "step=0"):
        lines = page.locator("#tree .line")
        if page.locator("#tree details:not([open])").count() != 1 or lines.count() > 70:
            yield "a long state is shown completely"
        page.locator("#expand").click()
        if page.locator("#tree details:not([open])").count() or lines.count() < 90:
            yield "the parts of the state cannot all be opened"
        page.locator("#expand").click()
        page.locator("#state-text").fill("fILM:8")
        found = [text.strip() for text in lines.all_text_contents()]
        if found != [f"Film:{number}" for number in (8, *range(80, 90))]:
            yield f"the search finds {found}"
        if (text := page.locator("#state-count").text_content()) != "11 matches":
            yield f"the search says “{text}”"


def asks_before_end(page: Page):
    return page.evaluate("() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))")


def check_notes(page: Page, report: Report):
    """A note is kept over a reload, a copy of the report contains it, and the page warns before it is lost."""
    report.open(page, "step=3")
    page.locator("#note").fill(HOSTILE)
    page.reload()
    if (text := page.locator("#note").input_value()) != HOSTILE:
        yield f"after a reload, the note is {text!r}"
    if not asks_before_end(page):
        yield "a page with a note that is in no file is left without a question"
    with page.expect_download() as download:
        page.locator("#save-notes").click()
    if asks_before_end(page):
        yield "the page asks before it is left, although a copy has its notes"
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(page.context.new_page()) as other:
        path = pathlib.Path(folder) / "copy.html"
        download.value.save_as(path)
        watch = Watch(other)
        saved = Report(path)
        saved.open(other)
        if saved.data != {**report.data, "notes": [["3", HOSTILE]]}:
            yield "the copy of the report has other data"
        for part in ("<style>", "<script>"):
            if saved.html.split(part)[1][:2000] != report.html.split(part)[1][:2000]:
                yield "the copy of the report is another page"
        other.locator("#filter-kind").select_option("step:notes")
        if other.locator("#list .row", has_text="note").count() != 1:
            yield "the copy does not list the step with the note"
        other.locator("#list .row").click()
        if (text := other.locator("#note").input_value()) != HOSTILE:
            yield f"the copy has the note {text!r}"
        yield from watch.problems
    page.evaluate("() => sessionStorage.clear()")
    report.open(page)
