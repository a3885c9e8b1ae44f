"""The graph fits into the window, and its labels do not overlap."""

from playwright.sync_api import Page

# Returns how much of the graph is not in view, and the texts that overlap another text or a node.
MEASURED = """() => {
  const scroller = document.getElementById("graph-scroll");
  const nodes = [...document.querySelectorAll(".node")];
  // In the units of the drawing: in a small drawing, pixels are too large.
  const box = (element) => {
    const { x, y, width, height } = element.getBBox();
    return { left: x, right: x + width, top: y, bottom: y + height };
  };
  const overlap = (one, other) => one.left < other.right && other.left < one.right &&
    one.top < other.bottom && other.top < one.bottom;
  const boxes = nodes.map((node) => ({ text: node.textContent, box: box(node.querySelector("rect")) }));
  const counts = [...document.querySelectorAll(".edge-count")].filter((text) => text.checkVisibility());
  const shown = [...boxes, ...counts.map((text) => ({ text: text.textContent, box: box(text) }))];
  const overlaps = [];
  shown.forEach((one, index) => {
    for (const other of shown.slice(index + 1)) if (overlap(one.box, other.box)) overlaps.push([one.text, other.text]);
  });
  // A line that is drawn later can be over a count.
  const isBefore = (one, other) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const lines = [...document.querySelectorAll(".edge-line")];
  const covered = counts.filter((count) => lines.some((line) => isBefore(count, line)));
  for (const node of nodes) {
    const [name, count] = [...node.querySelectorAll("text")].map(box);
    const rect = box(node.querySelector("rect"));
    const isOutside = name.right > count.left || name.left < rect.left || count.right > rect.right;
    if (name.left < name.right && isOutside) overlaps.push(node.textContent);
  }
  return { hidden: [scroller.scrollWidth - scroller.clientWidth, scroller.scrollHeight - scroller.clientHeight],
    overlaps, covered: covered.map((count) => count.textContent) };
}"""


def check_graph(page: Page, where):
    """The whole graph is in view, until the user zooms."""
    if page.locator(".node").count() == 0:
        return
    measured = page.evaluate(MEASURED)
    if max(measured["hidden"]) > 0:
        yield f"{where}: {measured['hidden']} pixels of the graph are not in view"
    if measured["overlaps"]:
        yield f"{where}: labels of the graph overlap: {measured['overlaps'][:3]}"
    if measured["covered"]:
        yield f"{where}: paths are drawn over the counts {measured['covered'][:3]}"
    size = page.viewport_size
    page.set_viewport_size({"width": max(320, size["width"] * 3 // 4), "height": size["height"] * 7 // 8})
    page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    if max(page.evaluate(MEASURED)["hidden"]) > 0:
        yield f"{where}: after the window has become smaller, a part of the graph is not in view"
    page.set_viewport_size(size)


# Returns the numbers of paths of the selected screen that are drawn and that the panel lists. A path from a screen to
# itself is in both lists of the panel.
PATHS = """() => {
  const panel = document.getElementById("graph-panel");
  const rows = [...panel.querySelectorAll(".path-rows li")];
  const listed = rows.reduce((sum, row) => sum + (row.matches(".muted") ? parseInt(row.textContent) : 1), 0);
  const title = panel.querySelector(".node-title").textContent;
  const own = rows.filter((row) => row.querySelector("button")?.textContent === title).length;
  return { drawn: document.querySelectorAll(".edge.near .edge-line").length, listed: listed - own / 2 };
}"""


def check_paths(page: Page):
    """All paths of a screen are drawn when the screen is selected, and their labels do not overlap."""
    for index in range(min(page.locator(".node").count(), 5)):
        page.locator(".node").nth(index).evaluate("(node) => node.dispatchEvent(new Event('click'))")
        if overlaps := page.evaluate(MEASURED)["overlaps"]:
            yield f"labels of the graph overlap at a selected screen: {overlaps[:3]}"
        paths = page.evaluate(PATHS)
        if paths["drawn"] != paths["listed"]:
            yield f"{paths['drawn']} paths of a selected screen are drawn, and {paths['listed']} are listed"
