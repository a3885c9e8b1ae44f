"""What each step shows equals what `navstore log show` prints."""

import random
import re

from playwright.sync_api import Page

from report import Report

# More steps than this are not all shown: the first ones and a random choice are.
MOST_STEPS = 3000
CHOSEN_STEPS = 500

# Goes to each step and returns what the page then shows: `[number, seconds, origin, [[action, sentence], …]]`.
READ_STEPS = """(indexes) => indexes.map((index) => {
  const slider = document.getElementById("slider");
  slider.value = index;
  slider.dispatchEvent(new Event("input"));
  const text = (id) => document.getElementById(id).textContent;
  const actions = [...document.querySelectorAll("#step-actions li")].map((item) =>
    [".action-title", ".action-detail"].map((part) => item.querySelector(part)?.textContent ?? ""));
  return [text("step-number"), text("step-time"), text("step-origin"), actions];
})"""


def check_steps(page: Page, report: Report):
    """Compares the transactions. A line of `log show` has a number, seconds, an origin, an action and a sentence."""
    indexes = [index for index, step in enumerate(report.steps) if step[0] in (0, 2, 7)]
    if len(indexes) > MOST_STEPS:
        chosen = random.Random(1).sample(indexes[CHOSEN_STEPS:], CHOSEN_STEPS)
        indexes = indexes[:CHOSEN_STEPS] + sorted(chosen)
    expected = expected_lines(report.expected)
    shown = page.evaluate(READ_STEPS, indexes)
    if not shown or not expected:
        yield "there is no transaction to compare"
    differences = 0
    for number, seconds, origin, actions in shown:
        lines = shown_lines(number, seconds, origin, actions)
        if lines == expected.get(int(number)):
            continue
        differences += 1
        if differences <= 3:
            yield f"transaction {number} shows {lines} instead of {expected.get(int(number))}"
    if differences > 3:
        yield f"{differences} of {len(shown)} transactions differ from the expected lines"
    print(f"  {len(shown)} of {len(expected)} transactions compared with log show")


def shown_lines(number, seconds, origin, actions):
    lines = []
    for index, (action, sentence) in enumerate(actions):
        start = f"{number:>6}{seconds:>10}  " if index == 0 else " " * 18
        lines.append(start + origin.ljust(9) + action + " " * max(2, 30 - len(action)) + sentence)
    return [normalised(line) for line in lines]


def expected_lines(text):
    """Returns the lines of each transaction by its number."""
    lines, number = {}, None
    for line in text.splitlines():
        if start := re.match(r" *(\d+) +\d+\.\d{3}  ", line):
            number = int(start[1])
            lines.setdefault(number, []).append(normalised(line))
        elif number is not None and re.match(r" {18}\S{1,20} +\S+.*  ", line) and not line.startswith(" " * 18 + "["):
            lines[number].append(normalised(line))
        else:
            number = None
    return lines


def normalised(line):
    """The columns may be wider in one of the two, and `log show` ends a line without a sentence with spaces."""
    return re.sub(r"(?<=\S) {2,}", "  ", line).rstrip()
