"""How long a step and a filter take in a long log."""

import statistics

from playwright.sync_api import Page

# Reports with fewer steps are not measured.
LEAST_STEPS = 50_000
WANTED = {"step": 50, "jump": 50, "filter": 200}
TOLERANCE = 5

# A drawing with more elements blocks the page when it is shown.
MOST_ELEMENTS = 20_000

# The layout is forced, so that a time includes everything but the painting.
MEASURE = """() => {
  const timed = (action) => {
    const start = performance.now();
    action();
    document.body.getBoundingClientRect();
    document.getElementById("list").scrollHeight;
    return performance.now() - start;
  };
  const slider = document.getElementById("slider");
  const text = document.getElementById("filter-text");
  const filter = (value) => {
    text.value = value;
    text.dispatchEvent(new Event("input"));
  };
  const times = { step: [], jump: [], filter: [] };
  for (let count = 0; count < 200; count += 1) {
    times.step.push(timed(() => document.getElementById("next").click()));
  }
  for (let count = 0; count < 100; count += 1) {
    const target = Math.floor((count * 0.6180339887 % 1) * slider.max);
    times.jump.push(timed(() => {
      slider.value = target;
      slider.dispatchEvent(new Event("input"));
    }));
  }
  for (const value of ["p", "pu", "push", "push s", "song:1", "home", "42", "nothing like it", "e", ""]) {
    times.filter.push(timed(() => filter(value)));
  }
  for (const id of ["filter-kind", "filter-origin", "filter-tab"]) {
    const select = document.getElementById(id);
    for (const option of [...select.options].slice(0, 12)) {
      times.filter.push(timed(() => {
        select.value = option.value;
        select.dispatchEvent(new Event("change"));
      }));
    }
    select.value = "";
    select.dispatchEvent(new Event("change"));
  }
  return times;
}"""


def check_speed(page: Page, report):
    if len(report.steps) < LEAST_STEPS:
        return
    loading = page.evaluate("() => performance.getEntriesByType('navigation')[0].duration")
    print(f"  loading: {loading:.0f} ms, {len(report.html.encode()) / len(report.steps):.0f} bytes per step")
    for name, times in page.evaluate(MEASURE).items():
        median = statistics.median(times)
        print(f"  {name}: median {median:.1f} ms, longest {max(times):.1f} ms; wanted {WANTED[name]} ms")
        if median > WANTED[name] * TOLERANCE:
            yield f"a {name} takes {median:.0f} ms, more than {TOLERANCE} times the wanted {WANTED[name]} ms"
    page.locator("#views button", has_text="Graph").click()
    page.locator(".node").first.wait_for()
    elements = page.locator("#graph-drawing *").count()
    print(f"  graph: {elements} elements")
    if elements > MOST_ELEMENTS:
        yield f"the graph has {elements} elements, more than {MOST_ELEMENTS}"
    # A hidden view does not follow the steps.
    page.locator("#views button").first.click()
