"""What each step shows equals what `navtool log show` prints."""

import random

from playwright.sync_api import Page

from report import Report

# More steps than this are not all shown: the first ones and a random choice are.
MOST_STEPS = 3000
CHOSEN_STEPS = 250

MARGIN = " " * 18
FINDING = "     ! "
DIFFERS = FINDING + "the state differs from the recorded state"
CONTINUES = MARGIN + "continues from the recorded state"

# Goes to each step, and returns what the page then shows. The page shortens a long text, and a dialog shows all of it.
READ_STEPS = """(indexes) => indexes.map((index) => {
  const slider = document.getElementById("slider");
  slider.value = index;
  slider.dispatchEvent(new Event("input"));
  const byID = (id) => document.getElementById(id);
  const whole = (part) => {
    const button = part?.querySelector("button");
    if (!button) return part?.textContent ?? "";
    button.click();
    const text = byID("text-content").value;
    byID("text-dialog").close();
    return text;
  };
  return {
    kind: byID("step-kind").textContent,
    // A step that shares its number with an earlier one has a suffix.
    number: byID("step-number").textContent.replace(/\+.*/, ""),
    time: byID("step-time").textContent,
    origin: byID("step-origin").textContent,
    differs: byID("difference-title").textContent.includes("recorded"),
    actions: [...document.querySelectorAll("#step-actions li")].map((item) =>
      [".action-title", ".action-detail"].map((part) => whole(item.querySelector(part)))),
  };
})"""


def check_steps(page: Page, report: Report):
    expected = expected_blocks(report.expected)
    if len(expected) != len(report.steps):
        yield f"the report has {len(report.steps)} steps, and log show prints {len(expected)}"
        return
    indexes = list(range(len(expected)))
    if len(indexes) > MOST_STEPS:
        chosen = random.Random(1).sample(indexes[CHOSEN_STEPS:], CHOSEN_STEPS)
        indexes = indexes[:CHOSEN_STEPS] + sorted(chosen)
    differences = 0
    for index, step in zip(indexes, page.evaluate(READ_STEPS, indexes)):
        lines, differs = expected[index]
        shown = shown_lines(step)
        if len(shown) != len(lines) or not all(map(is_shown, lines, shown)) or differs and not step["differs"]:
            differences += 1
            if differences <= 3:
                yield f"step {index} shows {shortened(shown)} instead of {lines}{', and differs' if differs else ''}"
    if differences > 3:
        yield f"{differences} of {len(indexes)} steps differ from what log show prints"
    print(f"  {len(indexes)} of {len(expected)} steps compared with log show")


def expected_blocks(text):
    """Returns the lines of each step, and whether a divergence follows them."""
    blocks = []
    for line in text.splitlines():
        if line.startswith(MARGIN) and blocks and blocks[-1][0][0].startswith("session "):
            continue  # The state at the beginning.
        if line.startswith(DIFFERS):
            # A mark can be between a transaction and the recorded state.
            index = max(index for index, (lines, _) in enumerate(blocks) if not lines[0][18:].startswith("mark "))
            blocks[index] = (blocks[index][0], True)
        elif line.startswith(MARGIN) and not line.startswith(CONTINUES):
            blocks[-1][0].append(line)
        else:
            blocks.append(([line], False))
    return blocks


def shown_lines(step):
    columns = f"{step['number']:>6}{step['time']:>10}  "
    unnumbered = " " * 6 + columns[6:]
    note = step["actions"][0][1] if step["actions"] else ""
    match step["kind"]:
        case "Beginning":
            return [note]
        case "Continues from a recorded state":
            return [MARGIN + note]
        case "Mark":
            return [f"{unnumbered}mark {note}"]
        case "Gap" | "Not readable":
            return [FINDING + note]
        case "End":
            return [unnumbered + note]
        case _:
            lines = []
            for action, sentence in step["actions"]:
                start = MARGIN if lines else columns
                lines.append(start + step["origin"].ljust(9) + action + " " * max(2, 30 - len(action)) + sentence)
            return lines


def is_shown(line, shown):
    """Returns whether a shown line equals a printed line, in which an ellipsis replaces the rest of a long text."""
    # The width of a column differs if a text is shortened, and if a character has several code points.
    line, shown = collapsed(line), collapsed(shown)
    if "…" not in line:
        return line == shown
    first, *others, last = line.split("…")
    if not shown.startswith(first) or not shown.endswith(last):
        return False
    position = len(first)
    for part in others:
        position = shown.find(part, position)
        if position < 0:
            return False
        position += len(part)
    return position <= len(shown) - len(last)


def collapsed(line):
    while "  " in line:
        line = line.replace("  ", " ")
    return line.rstrip()


def shortened(lines):
    return [line if len(line) < 300 else f"{line[:200]}… ({len(line)} characters)" for line in lines]
