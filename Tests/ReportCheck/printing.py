"""The printed report: each step with its picture, its difference and its state, and nothing over anything."""

import re

from playwright.sync_api import Page

from report import Report

# The widths and heights of A4 in pixels, without margins.
PAPERS = {"upright": (703, 1032), "across": (1032, 703)}
MOST_STEPS = 1000

# Returns what each printed step contains, and the parts of the print that overlap or leave the paper.
MEASURED = """() => {
  dispatchEvent(new Event("beforeprint"));
  const box = (element) => element.getBoundingClientRect();
  const overlap = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 &&
    one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const name = (element) => element.className || element.tagName;
  const problems = [];
  const compare = (elements) => elements.forEach((one, index) => {
    if (box(one).right > innerWidth + 1) problems.push(`${name(one)} leaves the paper`);
    for (const other of elements.slice(index + 1)) {
      if (overlap(box(one), box(other))) problems.push(`${name(one)} overlaps ${name(other)}`);
    }
  });
  const steps = [...document.querySelectorAll(".printed-step")];
  compare([document.querySelector(".heading"), ...document.getElementById("printed").children]);
  for (const step of steps) {
    compare([...step.children].flatMap((part) => [...part.children].flatMap((child) =>
      child.tagName === "DL" ? [...child.children] : [child])));
  }
  const result = {
    steps: steps.map((step) => ({
      title: step.querySelector(".muted").textContent.split(" · ")[0],
      phones: [...step.querySelectorAll(".phone")].filter((phone) => box(phone).height > 100).length,
      difference: step.querySelector(".printed-difference h4") !== null,
      state: step.querySelectorAll(".printed-state dt").length,
    })),
    text: document.getElementById("printed").textContent,
    problems,
    hidden: ["views", "timeline", "picture", "slider", "print"].filter((id) =>
      document.getElementById(id).checkVisibility()),
    scheme: getComputedStyle(document.documentElement).colorScheme,
  };
  dispatchEvent(new Event("afterprint"));
  return { ...result, rest: document.querySelectorAll("#printed *").length };
}"""

# Goes to each step, and returns how many phones it shows.
PHONES = """() => {
  const slider = document.getElementById("slider");
  return Array.from({ length: document.querySelector(".is-empty") ? 0 : Number(slider.max) + 1 }, (_, index) => {
    slider.value = index;
    slider.dispatchEvent(new Event("input"));
    return [...document.querySelectorAll("#phones .phone")].filter((phone) => phone.checkVisibility()).length;
  });
}"""


def check_printing(page: Page, report: Report):
    report.open(page, "view=picture")
    size = page.viewport_size
    phones_shown = page.evaluate(PHONES)
    page.emulate_media(media="print")
    for name, (width, height) in PAPERS.items():
        page.set_viewport_size({"width": width, "height": height})
        report.open(page)
        yield from check_paper(report, name, page.evaluate(MEASURED), phones_shown)
    page.emulate_media(media="null")
    page.set_viewport_size(size)
    yield from check_chosen_steps(page, report)
    report.open(page)
    if page.evaluate("() => document.getElementById('printed').checkVisibility()"):
        yield "the screen shows what is only printed"
    pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))
    if pages < len(report.steps) / 8:
        yield f"{len(report.steps)} steps are printed on {pages} pages"


def check_paper(report: Report, name, measured, phones_shown):
    expected = [f"Step {address}" for address in addresses(report)]
    if (titles := [step["title"] for step in measured["steps"]]) != expected[:MOST_STEPS]:
        yield f"{name}: the steps {titles[:5]}… are printed instead of {expected[:5]}…"
    for step, phones in zip(measured["steps"], phones_shown):
        if step["phones"] != phones or step["difference"] != (phones > 0) or (step["state"] > 0) != (phones > 0):
            yield f"{name}: {step['title']} needs {phones} phones, a difference and a state, and is printed as {step}"
    for text in [report.data.get("failure", {}).get("message"), *report.data.get("result", {}).get("findings", [])]:
        if text and text.split("\n")[0].strip() not in measured["text"]:
            yield f"{name}: the finding {text[:100]} is not printed"
    for problem in measured["problems"][:5]:
        yield f"{name}: {problem}"
    if measured["hidden"]:
        yield f"{name}: controls are printed: {measured['hidden']}"
    if "dark" in measured["scheme"]:
        yield f"{name}: the colours are {measured['scheme']}"
    if measured["rest"]:
        yield f"{name}: after printing, {measured['rest']} elements are left"


def addresses(report: Report):
    first = {}
    for index, step in enumerate(report.steps):
        distance = index - first.setdefault(step[2], index)
        yield f"{step[2]}+{distance}" if distance else str(step[2])


def check_chosen_steps(page: Page, report: Report):
    """A chosen part is printed, of which only the steps that pass the filter."""
    if len(report.steps) < 5:
        return
    report.open(page)
    chosen = list(addresses(report))[1:4]
    page.locator("#print").click()
    page.locator("#print-from").fill("no number")
    if page.locator("#print-start").is_enabled() or not page.locator("#print-problem").is_visible():
        yield "a step that does not exist can be printed"
    page.locator("#print-from").fill(chosen[0])
    page.locator("#print-to").fill(chosen[-1])
    if (text := page.locator("#print-count").text_content()) != "3 steps.":
        yield f"the dialog says “{text}” about three steps"
    page.keyboard.press("Escape")
    titles = [step["title"] for step in page.evaluate(MEASURED)["steps"]]
    if titles != [f"Step {address}" for address in chosen]:
        yield f"of the chosen steps {chosen}, {titles} are printed"
    page.locator("#filter-text").fill("no such text anywhere")
    if page.evaluate(MEASURED)["steps"]:
        yield "steps that do not pass the filter are printed"
