"""How long a step and a filter take in a long log."""

import statistics

from playwright.sync_api import Page

# Reports with fewer steps are not measured.
LEAST_STEPS = 50_000
WANTED = {"step": 50, "jump": 50, "filter": 200, "graph": 100}
TOLERANCE = 5

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

# Draws the graph, and returns the longest time in which the page did not respond.
DRAW = """() => new Promise((resolve) => {
  let longest = 0;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (document.querySelector(".node")) resolve([longest]);
    else setTimeout(tick);
  };
  [...document.querySelectorAll("#views button")].find((button) => button.dataset.view === "graph").click();
  setTimeout(tick);
})"""


def check_speed(page: Page, report):
    if len(report.steps) < LEAST_STEPS:
        return
    loading = page.evaluate("() => performance.getEntriesByType('navigation')[0].duration")
    print(f"  loading: {loading:.0f} ms, {len(report.html.encode()) / len(report.steps):.0f} bytes per step")
    for name, times in {**page.evaluate(MEASURE), "graph": page.evaluate(DRAW)}.items():
        median = statistics.median(times)
        print(f"  {name}: median {median:.1f} ms, longest {max(times):.1f} ms; wanted {WANTED[name]} ms")
        if median > WANTED[name] * TOLERANCE:
            yield f"a {name} takes {median:.0f} ms, more than {TOLERANCE} times the wanted {WANTED[name]} ms"
