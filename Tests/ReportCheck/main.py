"""Checks session reports in a browser. `.ci/report` writes the reports, installs what is needed, and runs it."""

import argparse
import os
import pathlib
import sys

from playwright.sync_api import Browser, Error, sync_playwright

from accessibility import THEMES, WIDTHS, check_accessibility, check_forced_colors
from computed import check_computed
from copying import check_address, check_copying
from following import check_following
from graph import check_graph, check_paths
from kinds import check_comparison, check_kind, check_states
from keyboard import check_graph_keys, check_keys, check_letters, check_tab_order
from layout import check_arrangement, check_width
from moments import check_moments
from printing import check_printing
from report import Report, Watch
from safety import check_file, check_texts
from speed import LEAST_STEPS, check_speed
from steps import check_steps
from variations import check_variations
from verdict import check_verdict

# In a larger report, in bytes, the checks that take long are restricted to the first view.
LARGE = 1 << 20

# The report of the recorded session. Checks with other data change its data.
VARIED = "session"


def main():
    parser = argparse.ArgumentParser(prog=".ci/report")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path)
    options = parser.parse_args()
    paths = sorted(options.folder.glob("*.html"))
    if not paths:
        sys.exit(f"{options.folder} contains no report.")
    failures = 0
    with sync_playwright() as playwright:
        executable = os.environ["NAVSTORE_BROWSER"]
        # The sandbox of the browser is not available to root in a container.
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        for path in paths:
            report = Report(path)
            print(f"{report.name}: {len(report.steps)} steps")
            for problem in problems(browser, report, options):
                failures += 1
                print(f"  FAILED {problem}", flush=True)
        browser.close()
    print(f"{failures} problems in {len(paths)} reports." if failures else f"Checked {len(paths)} reports.")
    sys.exit(1 if failures else 0)


def problems(browser: Browser, report: Report, options):
    yield from check_file(report)
    for checks in (check_behaviour(browser, report), check_appearance(browser, report, options)):
        try:
            yield from checks
        except Error as error:
            # What a check needs does not exist or does not react. The other reports are still checked.
            yield f"a check cannot go on: {error.message[:300]}"


def check_behaviour(browser: Browser, report: Report):
    permissions = ["clipboard-read", "clipboard-write"]
    context = browser.new_context(viewport={"width": 1440, "height": 900}, permissions=permissions)
    page = context.new_page()
    watch = Watch(page)
    report.open(page)
    if report.steps:
        yield from check_speed(page, report)
        if report.expected is not None:
            yield from check_steps(page, report)
        yield from check_states(page, report)
        yield from check_keys(page, report)
        yield from check_letters(page, report)
        yield from check_copying(page, report)
        yield from check_address(page, report)
    if report.path.stat().st_size <= LARGE:
        yield from check_computed(page, report)
        yield from check_printing(page, report)
    yield from check_kind(page, report)
    yield from check_verdict(page, report)
    yield from check_comparison(page, report)
    for view in report.views:
        report.open(page, f"view={view}")
        yield from check_texts(page, view)
        if view == "graph":
            yield from check_graph_keys(page, report)
        yield from check_tab_order(page, view)
    if report.name == VARIED:
        yield from check_variations(page, report)
        yield from check_moments(page, report)
        yield from check_following(page, report)
    yield from watch.problems
    context.close()


def check_appearance(browser: Browser, report: Report, options):
    """Checks, and if requested photographs, each view in each theme and width."""
    is_large = report.path.stat().st_size > LARGE
    for theme in THEMES:
        for width, height in WIDTHS.items():
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
            page = context.new_page()
            watch = Watch(page)
            for view in report.views[:1] if len(report.steps) >= LEAST_STEPS else report.views:
                report.open(page, f"step={middle(report)}&view={view}" if report.steps else f"view={view}")
                page.wait_for_timeout(150)
                where = f"{view}, {theme}, {width} px"
                if not is_large or view == report.views[0]:
                    yield from check_accessibility(page, where)
                yield from check_width(page, where)
                yield from check_arrangement(page, where)
                if view == "graph":
                    yield from check_graph(page, where)
                if options.screenshots:
                    options.screenshots.mkdir(parents=True, exist_ok=True)
                    page.screenshot(path=options.screenshots / f"{report.name}-{view}-{theme}-{width}.png")
            yield from check_dialogs(page, report, f"{theme}, {width} px")
            yield from watch.problems
            context.close()
    page = browser.new_page(viewport={"width": 2560, "height": 1440})
    for view in report.views[:1] if is_large else report.views:
        report.open(page, f"view={view}")
        yield from check_width(page, f"{view}, 2560 px")
        yield from check_arrangement(page, f"{view}, 2560 px")
        if view == "graph":
            yield from check_graph(page, "graph, 2560 px")
            yield from check_paths(page)
    page.close()
    if report.steps:
        page = browser.new_page(viewport={"width": 1440, "height": 900}, forced_colors="active")
        report.open(page, "view=picture")
        yield from check_forced_colors(page)
        report.open(page, "view=graph")
        yield from check_graph(page, "graph, forced colours")
        page.close()


def check_dialogs(page, report, where):
    page.locator("#help").click()
    yield from check_accessibility(page, f"help, {where}")
    page.keyboard.press("Escape")


def middle(report: Report):
    """Returns the number of a step in the middle of a report, or of its first divergence."""
    if report.divergences:
        return report.steps[report.divergences[0]][2]
    return report.steps[len(report.steps) * 2 // 3][2]


if __name__ == "__main__":
    main()
