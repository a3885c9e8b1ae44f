"""How long a step, a filter, a search in the state, a row of a comparison and the graph take in a long log."""

import statistics

from playwright.sync_api import Page

from graph import check_paths

# Reports with fewer steps are not measured.
LEAST_STEPS = 50_000
WANTED = {"step": 50, "jump": 50, "filter": 200, "search in the state": 50, "row of the comparison": 50}
TOLERANCE = 5

# A drawing with more elements blocks the page when it is shown.
MOST_ELEMENTS = 20_000

# Draws the graph. A timer that is due each millisecond shows for how long the page is blocked. `check_work` checks that
# the graph is drawn in parts.
DRAW = """() => new Promise((resolve) => {
  const start = performance.now();
  let last = start;
  let block = 0;
  document.querySelector("#views [data-view='graph']").click();
  const timer = setInterval(() => {
    const now = performance.now();
    block = Math.max(block, now - last);
    last = now;
    if (!document.querySelector(".node")) return;
    clearInterval(timer);
    resolve({ time: now - start, block });
  }, 1);
})"""

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
  const search = (value) => {
    document.getElementById("state-text").value = value;
    document.getElementById("state-text").dispatchEvent(new Event("input"));
  };
  const times = { step: [], jump: [], filter: [], "search in the state": [], "row of the comparison": [] };
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
  document.querySelector("#views [data-view='picture']").click();
  for (const value of ["s", "so", "song", "song:4", "nothing like it", "home", ""]) {
    times["search in the state"].push(timed(() => search(value)));
  }
  if (document.getElementById("compare-row").max === "0") delete times["row of the comparison"];
  else document.querySelector("#views [data-view='compare']").click();
  for (let count = 0; count < (times["row of the comparison"] ? 100 : 0); count += 1) {
    const row = document.getElementById("compare-row");
    times["row of the comparison"].push(timed(() => {
      row.value = Math.floor((count * 0.6180339887 % 1) * row.max);
      row.dispatchEvent(new Event("input"));
    }));
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
    graph = page.evaluate(DRAW)
    elements = page.locator("#graph-drawing *").count()
    print(f"  graph: drawn in {graph['time']:.0f} ms, blocked for at most {graph['block']:.0f} ms, {elements} elements")
    yield from check_paths(page)
    if elements > MOST_ELEMENTS:
        yield f"the graph has {elements} elements, more than {MOST_ELEMENTS}"
    # A hidden view does not follow the steps.
    page.locator("#views button").first.click()
