"""What the page does with data that the reports of the other checks do not contain."""

import contextlib
import copy
import pathlib
import re
import tempfile

from playwright.sync_api import Page

from report import Report, Watch, step_number, with_own_clock

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
    yield from check_lines(page, report)
    yield from check_sessions(page, report)
    yield from check_other_result(page, report)
    yield from check_playback(page, report)
    yield from check_matches(page, report)
    yield from check_visible_keys(page, report)
    yield from check_numbers(page, report)
    yield from check_kinds(page, report)
    yield from check_work(page, report)
    yield from check_moves(page, report)
    yield from check_ticks(page, report)
    yield from check_help_keys(page, report)
    yield from check_many_paths(page, report)
    yield from check_mark(page, report)
    yield from check_wrong_step(page, report)
    yield from check_dates(page, report)
    yield from check_address_of_step(page, report)
    yield from check_filter_of_other_view(page, report)
    yield from check_stillness(page, report)


def transaction(report: Report):
    """Returns the index of a transaction in the middle."""
    return next(index for index, step in enumerate(report.steps) if step[0] == 0 and index > len(report.steps) // 2)


def check_recorded(page: Page, report: Report):
    """The page says whether the recorded state of a divergence is unknown, or equal in the parts that it shows."""
    start = report.steps[0]
    unchanged = report.steps[transaction(report)][:5] + [[]]
    unchanged[2] = start[2]
    for recorded, phones, note in [([], 1, UNKNOWN), ([[3, 0, start[2], start[3], start[4]]], 2, EQUAL)]:

        def change(data):
            data["steps"][1:1] = [unchanged, *recorded]
            data["divergences"] = [1]

        with varied(page, report, change):
            if (shown := page.locator("#phones figure:visible").count()) != phones:
                yield f"a step with {len(recorded)} recorded states shows {shown} phones"
            if (text := page.locator("#picture-note").text_content()) != note:
                yield f"a step with {len(recorded)} recorded states has the note “{text}”"
            if note not in page.locator("#difference-title, #difference").all_text_contents()[len(recorded)]:
                yield f"the difference does not say “{note}”"
            page.locator("#copy-test").click()
            problem = page.locator("#test-problem").text_content()
            if ("not known" in problem) != (recorded == []):
                yield f"the Swift test with {len(recorded)} recorded states has the problem “{problem}”"


def check_lines(page: Page, report: Report):
    """The dialog shows the lines of a message, and escapes what nobody can see."""
    message = "The state differs.\n\n  − a\n  + b\u200b"

    def change(data):
        data.update(kind="failure", failure={"message": message, "step": 3})

    with varied(page, report, change):
        page.locator(".banner button", has_text="Show all").click()
        if (shown := page.locator("#text-content").input_value()) != message.replace("\u200b", "\\u{200B}"):
            yield f"the dialog of a failure shows {shown!r}"


def check_sessions(page: Page, report: Report):
    """A second session in a log begins at the time 0. Its time is added, and no path crosses its beginning."""
    total = sum(step[1] for step in report.steps)

    def change(data):
        again = copy.deepcopy(data["steps"])
        again[0][1] = -total
        data["steps"] += again

    with varied(page, report, change, "view=figures"):
        durations = page.locator(".tile", has_text="Duration").text_content()
        if durations != f"Duration{2 * total / 1000:.1f} s":
            yield f"the figures of two sessions of {total} ms say “{durations}”"
        page.locator("#figures select").select_option("time")
        axis = page.locator(".chart-ends span").all_text_contents()
        if axis != [f"{2 * total * part / 4000:.3f} s" for part in range(5)]:
            yield f"the axis of two sessions of {total} ms is {axis}"
        paths = page.locator(".chart", has_text="Most common paths")
        if paths.get_by_role("button", name="Show all").count():
            paths.get_by_role("button", name="Show all").click()
        counts = {int(text.split()[0]) % 2 for text in paths.locator(".bar-text").all_text_contents()}
        if counts != {0}:
            yield "a path crosses the beginning of a session"


def check_other_result(page: Page, report: Report):
    """A comparison says that the replay of the second session differs from its recording."""
    headline = "The second session differs."

    def change(data):
        other = {name: data[name] for name in ("name", "steps", "texts", "values", "actions", "origins")}
        data["other"] = {**other, "result": {"verdict": verdict, "headline": headline}}
        data["alignment"] = {"runs": [[0, 0, len(data["steps"])]], "moved": [], "summary": ""}

    for verdict in ("failed", "unverified", "verified"):
        with varied(page, report, change):
            banner = page.locator(".banner", has_text=f"Second session{headline}")
            if banner.count() != (verdict == "failed"):
                yield f"the verdict {verdict} of the second session has {banner.count()} banners"
            if page.locator(f"#compare-phones [title='{headline}']").count() != 1:
                yield "the name of the second session has no title with the result of its replay"


def check_playback(page: Page, report: Report):
    """Each step has at least 300 ms and at most three seconds at normal speed, or each has the same time."""
    for pause, speed, wanted in [
        (100, "1", 300),
        (700, "1", 700),
        (9000, "1", 3000),
        (100, "10", 30),
        (0, "10", 80),
        (9000, "equal", 800),
    ]:

        def change(data):
            for step in data["steps"]:
                step[1] = pause

        with with_own_clock(page) as timed, varied(timed, report, change):
            timed.locator("#speed").select_option(speed)
            timed.locator("#play").click()
            timed.clock.run_for(wanted * 10 + wanted // 2 + 16)
            if abs((found := step_number(timed)) - 10) > (1 if wanted < 100 else 0):
                yield f"playing steps of {pause} ms at the speed {speed} shows step {found} instead of 10 at its time"


def check_matches(page: Page, report: Report):
    """Keys and playback go through the steps that pass the filter."""
    with with_own_clock(page) as timed:
        yield from check_timed_matches(timed, report)


def check_timed_matches(page: Page, report: Report):
    report.open(page)
    count = len(report.steps)
    page.locator("#filter-text").fill("tabTapped")
    matches = [index for index in range(count) if any("tabTapped" in name for name in action_names(report, index))]
    last = len(matches) - 1

    def press(*keys):
        for key in keys:
            page.keyboard.press(key)
        return step_number(page)

    def expect(keys, match):
        if (found := press(*keys)) != matches[match]:
            yield f"in a search, {' '.join(keys)} leads to step {found} instead of the match {matches[match]}"

    yield from expect(["Enter"], 0)
    yield from expect(["Enter", "Enter"], 2)
    yield from expect(["Shift+Enter"], 1)
    yield from expect(["ArrowDown"], 2)
    yield from expect(["ArrowUp", "ArrowUp", "ArrowUp"], 0)
    yield from expect(["Shift+Enter"], last)
    yield from expect(["Enter"], 0)
    page.evaluate("() => document.activeElement.blur()")
    yield from expect(["End"], last)
    if page.locator("#next").is_enabled() or page.locator("#last").is_enabled():
        yield "the last match has a next step"
    yield from expect(["ArrowLeft"], last - 1)
    yield from expect(["Home"], 0)
    if (text := page.locator("#position-match").text_content()) != f"1 of {len(matches)} matches":
        yield f"the position at the first match is “{text}”"
    yield from expect(["ArrowRight"], 1)
    page.locator("#slider").fill("0")
    page.evaluate("() => document.activeElement.blur()")
    if press("ArrowLeft") != 0:
        yield "the previous step leads to a match after the current step"
    page.locator("#slider").fill("0")
    page.locator("#speed").select_option("equal")
    page.locator("#play").click()
    played = {0}
    for _ in matches:
        page.clock.run_for(850)
        played.add(step_number(page))
    if played != {0, *matches}:
        yield f"playing goes through {sorted(played)} instead of the matches {matches}"
    if page.locator("#play.playing").count():
        yield "playing does not end at the last match"


def action_names(report: Report, index):
    step = report.steps[index]
    texts = report.data["texts"]
    return [texts[report.data["actions"][action][0]] for action, _ in step[4]] if step[0] == 0 else []


def check_visible_keys(page: Page, report: Report):
    """A key does nothing while what it belongs to is hidden."""
    report.open(page, "view=graph")
    page.keyboard.press("m")
    page.evaluate("() => navigator.clipboard.writeText('nothing')")
    for key in "cl":
        page.keyboard.press(key)
    page.keyboard.press("s")
    width = page.locator("#graph-drawing").get_attribute("width")
    page.keyboard.press("1")
    page.keyboard.press("+")
    if page.locator("#unpin").is_visible():
        yield "a step is pinned while the state is hidden (m)"
    if page.locator("#test-dialog").is_visible():
        yield "the dialog of the Swift test opens while the state is hidden (s)"
    if page.evaluate("() => navigator.clipboard.readText()") != "nothing":
        yield "something is copied while the state is hidden (c, l)"
    page.keyboard.press("4")
    if page.locator("#graph-drawing").get_attribute("width") != width:
        yield "a hidden graph is zoomed (+)"
    size = page.viewport_size
    page.locator("#filter-text").fill("push")
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("x")
    if page.locator("#filter-text").input_value() != "push":
        yield "the filter is removed while the timeline is hidden (x)"
    page.set_viewport_size(size)


def check_numbers(page: Page, report: Report):
    """A step has the same number in the timeline, in its panel, in the playback bar and in the address."""

    def change(data):
        data["texts"].append("seen")
        data["steps"] = [*data["steps"], [4, 1, report.steps[-1][2], len(data["texts"]) - 1]]

    with varied(page, report, change):
        for key in ("Home", "ArrowRight", "End"):
            page.keyboard.press(key)
            page.locator("#copy-address").click()
            page.wait_for_function("() => document.getElementById('toast').matches(':popover-open')")
            address = page.evaluate("() => navigator.clipboard.readText()").rsplit("=")[-1]
            shown = {
                "timeline": page.locator("#list [aria-selected='true'] .row-number").text_content(),
                "panel": page.locator("#step-number").text_content(),
                "playback bar": page.locator("#position-text").text_content().removeprefix("Step "),
            }
            if set(shown.values()) != {address}:
                yield f"the step with the address {address} has the numbers {shown}"
        if "+" not in address:
            yield f"a mark has the address {address}, as the transaction before it"


def give_one_kind(data):
    for value in data["values"]:
        value[2] = data["values"][0][2]


def check_kinds(page: Page, report: Report):
    """Screens can be grouped by their kinds only if several screens have one kind."""
    for change, is_grouped in [(lambda data: None, False), (give_one_kind, True)]:
        with varied(page, report, change, "view=graph"):
            if page.locator("#graph-by-name").is_visible() != is_grouped:
                yield f"the button that groups screens is {'hidden' if is_grouped else 'shown'}"

    def leave_mark(data):
        data["steps"] = [[4, 0, 0, 0]]

    with varied(page, report, leave_mark, "view=graph"):
        if page.locator("#graph-empty").is_hidden():
            yield "a log without a state does not say that its graph is empty"


def check_work(page: Page, report: Report):
    """A graph that takes long is drawn in parts, and the page says so."""
    page = page.context.new_page()
    # Each part of the drawing takes its whole time.
    page.add_init_script("let now = 0; performance.now = () => now += 1000;")
    report.open(page)
    page.evaluate("""() => {
      window.summaries = [];
      const summary = document.getElementById("graph-summary");
      new MutationObserver(() => summaries.push(summary.textContent)).observe(summary, { childList: true });
    }""")
    page.locator("#views button", has_text="Graph").click()
    page.locator(".node").first.wait_for()
    summaries = page.evaluate("() => summaries")
    if len(summaries) != 2 or summaries[0] != "Drawing the graph…" or "screens" not in summaries[1]:
        yield f"while the graph is drawn, its summary is {summaries}"
    page.close()


def check_moves(page: Page, report: Report):
    """A screen that is brought to the front has moved: it is neither removed nor added."""
    actions, texts = report.data["actions"], report.data["texts"]
    brought = next(
        index
        for index, step in enumerate(report.steps)
        if step[0] == 0 and texts[actions[step[4][0][0]][2]] == "bringToFront"
    )
    report.open(page)
    page.locator("#slider").fill(str(brought - 1))
    page.evaluate("() => document.querySelectorAll('.stack .card').forEach((card) => card.dataset.old = '')")
    page.keyboard.press("ArrowRight")
    lines = page.locator("#difference .line")
    if [lines.nth(index).get_attribute("class") for index in range(lines.count())] != ["line moved", "line same"]:
        yield f"the difference of a move is {lines.all_text_contents()}"
    if page.locator("#phones .stack .card:not([data-old])").count():
        yield "the picture of a move has a new card"


def check_ticks(page: Page, report: Report):
    """A divergence has a tick, however many marks precede it or are at the same place."""

    def change(data):
        first = data["steps"][:5]
        differing = report.steps[transaction(report)]
        data["steps"] = first + [[4, 1, 1, 0]] * 3000 + [differing] + [[4, 1, 1, 0]]
        data["divergences"] = [len(first) + 3000]

    with varied(page, report, change):
        ticks = page.locator("#ticks rect").count()
        divergences = page.locator("#ticks .tick-divergence").count()
        if divergences != 1 or ticks > 1001:
            yield f"3,000 marks and a divergence have {ticks} ticks, {divergences} of them for divergences"


def check_help_keys(page: Page, report: Report):
    """The help lists keys only for what the report contains."""
    with varied(page, report, lambda data: data.pop("swift")):
        page.keyboard.press("?")
        text = page.locator("#help-keys").text_content()
        for name in ("Swift test", "divergence", "1 to 6"):
            if name in text:
                yield f"the help of a log without it lists “{name}”"
        if f"1 to {len(report.views)}" not in text:
            yield "the help does not list the keys of the views"


def check_many_paths(page: Page, report: Report):
    """The panel of a screen says how many paths it does not list."""

    def change(data):
        texts = data["texts"]
        for number in range(50):
            data["values"].append([len(texts), len(texts) + 1, len(texts)])
            texts += [f"screen{number}", f'"screen{number}"']
        first = len(data["values"]) - 50
        template = copy.deepcopy(report.steps[transaction(report)])
        data["steps"] = data["steps"][:1]
        for number in range(50):
            data["steps"] += [
                template[:5] + [[[1, 0, 0, first + number]]],
                template[:5] + [[[1, 0, 0]]],
            ]

    with varied(page, report, change, "view=graph"):
        page.locator(".node").first.click()
        more = page.locator("#graph-panel .path-rows li.muted").all_text_contents()
        if more != ["10 more paths"] * 2:
            yield f"the panel of a screen with 50 paths in each direction says {more}"


def check_mark(page: Page, report: Report):
    """A search finds the title that the list shows for a mark."""

    def change(data):
        data["texts"].append("seen")
        data["steps"].append([4, 1, report.steps[-1][2], len(data["texts"]) - 1])

    with varied(page, report, change):
        page.locator("#filter-text").fill("mark")
        if (count := page.locator("#list .is-mark").count()) != 1:
            yield f"the search for “mark” finds {count} marks"


def check_wrong_step(page: Page, report: Report):
    report.open(page)
    page.locator("#compare-step").fill("999999")
    page.locator("#compare-step").press("Enter")
    if not page.locator("#state", has_text="No step has this number.").count():
        yield "the page does not show that no step has a number"
    page.locator("#compare-step").fill(str(report.steps[0][2]))
    page.locator("#compare-step").press("Enter")
    if page.locator("#compare-problem").is_visible():
        yield "the message that no step has a number does not disappear"


def check_dates(page: Page, report: Report):
    """The time of a step has its date as a title, until a second session begins."""

    def change(data):
        data["began"] = 1767225600000
        data["steps"] = data["steps"][:3]
        for step, time in zip(data["steps"], (0, 12_400, -12_400)):
            step[1] = time

    with varied(page, report, change):
        for index, date in enumerate(["2026-01-01 00:00:00 UTC", "2026-01-01 00:00:12.400 UTC", ""]):
            page.locator("#slider").fill(str(index))
            if (title := page.locator("#step-time").get_attribute("title")) != date:
                yield f"the time of step {index} has the title {title}"


def check_address_of_step(page: Page, report: Report):
    """The copied address is that of the current step, even if the browser does not allow the page to change its own."""
    page = page.context.new_page()
    watch = Watch(page)
    page.add_init_script("history.replaceState = () => { throw new Error('too many changes') }")
    report.open(page)
    for index, key in ((0, "Home"), (1, "ArrowRight")):
        page.keyboard.press(key)
        page.locator("#copy-address").click()
        page.wait_for_function("() => document.getElementById('toast').matches(':popover-open')")
        address = page.evaluate("() => navigator.clipboard.readText()")
        if address != report.url(f"step={report.steps[index][2]}"):
            yield f"the address of step {index} is copied as {address}"
    # The page changes its address after a moment.
    page.wait_for_timeout(400)
    yield from watch.problems
    page.close()


def check_filter_of_other_view(page: Page, report: Report):
    """A filter that another view sets can be seen, also in a narrow window and for a group of screens."""
    narrow = page.context.browser.new_page(viewport={"width": 360, "height": 740})
    report.open(narrow, "view=figures")
    narrow.locator("#figures .chart", has_text="Time on each screen").locator(".bar").first.click()
    if narrow.locator("#list .row").count() == 0 or narrow.locator("#list").is_hidden():
        yield "a bar of the figures filters a hidden list in a narrow window"
    else:
        narrow.wait_for_function("() => document.getElementById('live').textContent.includes(' of ')")
    narrow.close()

    with varied(page, report, give_one_kind, "view=graph"):
        page.locator("#graph-by-name").check()
        page.locator(".node").nth(1).click()
        button = page.locator("#graph-panel button", has_text="Filter the timeline")
        if button.count():
            button.click()
        if not re.fullmatch(r"Occurrences of \d+ screens ×", text := page.locator("#filter-screen").text_content()):
            yield f"the timeline of a group of screens has the filter “{text}”"


def check_stillness(page: Page, report: Report):
    """Nothing moves if the user prefers reduced motion."""
    still = page.context.browser.new_context(viewport=page.viewport_size, reduced_motion="reduce")
    page = still.new_page()
    with varied(page, report, lambda data: data.update(follow=True)):
        moving = page.evaluate("""() => {
          document.getElementById("follow").click();
          let most = 0;
          document.getElementById("first").click();
          while (!document.getElementById("next").disabled) {
            document.getElementById("next").click();
            most = Math.max(most, document.getAnimations().length);
          }
          return most;
        }""")
        if moving:
            yield f"{moving} animations run with reduced motion"
    still.close()
