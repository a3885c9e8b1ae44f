"""Nothing is cut off, covered, or arranged so that it looks like a mistake, at any width."""

from playwright.sync_api import Page

# Returns the controls of which a part is covered by something else, although it is not scrolled away.
COVERED = """() => {
  const isScrolledAway = (element, x, y) => {
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      const { left, right, top, bottom } = parent.getBoundingClientRect();
      const clips = getComputedStyle(parent).overflow !== "visible";
      // A pixel at an edge may belong to the neighbor.
      if (clips && (x < left + 1 || x > right - 1 || y < top + 1 || y > bottom - 1)) return true;
    }
    return false;
  };
  return [...document.querySelectorAll("button, select, input")]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [left + 6, (left + right) / 2, right - 6].some((x) => {
        const y = (top + bottom) / 2;
        const found = document.elementFromPoint(x, y);
        return !isScrolledAway(element, x, y) && found !== element && !element.contains(found);
      });
    }).map((element) => element.id || element.textContent);
}"""


CUT = """() => [...document.querySelectorAll("#phones .phone, #compare-phones .phone")]
  .filter((phone) => phone.checkVisibility()).map((phone) => phone.getBoundingClientRect())
  .some(({ left, right }) => left < 0 || right > innerWidth)"""


def check_width(page: Page, where: str):
    if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
        yield f"{where}: the page is wider than the window"
    if page.evaluate(CUT):
        yield f"{where}: a phone is not in the window"
    if covered := page.evaluate(COVERED):
        yield f"{where}: controls are covered or outside of the window: {covered[:5]}"


# Returns what looks like a mistake. The names of the parts are those of the page.
ARRANGED = """() => {
  const problems = [];
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const style = (element) => getComputedStyle(element);
  // Their whole text is nowhere else in the view. A long name may be cut off.
  const whole = ".pile-name, .tile dt, .tile dd, .compare-table th, .compare-legend, .views button, .result";
  for (const text of shown(whole)) {
    if (text.textContent.length > 16 && text.matches(".pile-name")) continue;
    if (text.scrollWidth > text.clientWidth + 1) problems.push(`the text ${text.textContent.slice(0, 40)} is cut off`);
  }
  const rowsOf = (elements) => Object.values(Object.groupBy(elements, ({ offsetTop }) => offsetTop));
  for (const selector of [".tile", ".views button"]) {
    const sizes = rowsOf(shown(selector)).map(({ length }) => length);
    if (sizes.length > 1 && sizes.at(-1) === 1) problems.push(`the last ${selector} is alone in its row`);
  }
  const accent = Object.assign(document.createElement("i"), { hidden: true });
  document.body.append(accent);
  accent.setAttribute("class", "badge");
  for (const control of shown("input[type=range], input[type=checkbox]")) {
    if (style(control).accentColor !== style(accent).color) problems.push(`${control.id} has the browser's colour`);
  }
  accent.remove();
  for (const row of shown(".compare-table thead tr")) {
    const cells = document.querySelector("#compare-rows tr").cells;
    [...row.cells].forEach((head, column) => {
      const isEqual = style(head).textAlign.replace("start", "left") ===
        style(cells[column]).textAlign.replace("start", "left");
      if (!isEqual) problems.push(`the heading of column ${column} is not aligned with its column`);
    });
  }
  for (const scale of shown(".chart-scale")) {
    const gap = scale.getBoundingClientRect().top -
      scale.closest(".chart").querySelector(".buttons").getBoundingClientRect().bottom;
    if (gap < 4) problems.push(`the label of a chart is ${gap} pixels below the buttons`);
  }
  // A short word fits into a line of a card.
  const word = /(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}]{2,7}(?![\\p{L}\\p{N}])/gu;
  for (const text of shown(".pile-card bdi").flatMap((card) => [...card.childNodes])) {
    for (const { 0: found, index } of text.textContent.matchAll(word)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + found.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) problems.push(`a card breaks the word ${found}`);
    }
  }
  for (const tools of shown(".tools > :last-child")) {
    const rest = innerWidth - tools.getBoundingClientRect().right;
    if (rest > 24) problems.push(`the buttons of the head end ${rest} pixels before the window`);
  }
  for (const card of shown(".card.top .card-body")) {
    const texts = [...card.querySelectorAll("bdi")].map(({ textContent }) => textContent);
    if (new Set(texts).size < texts.length) problems.push(`a card says ${texts[0].slice(0, 40)} twice`);
  }
  return problems;
}"""


def check_arrangement(page: Page, where: str):
    for problem in page.evaluate(ARRANGED)[:5]:
        yield f"{where}: {problem}"
