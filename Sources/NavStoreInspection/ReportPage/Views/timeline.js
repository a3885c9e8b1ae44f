// The list of steps. Only the rows in view exist as elements, so 100,000 steps scroll as smoothly as ten.

import { emptyFilter, filteredSteps, isEmptyFilter, kindGroups } from "../Model/filter.js";
import { Kind } from "../Model/session.js";
import { pauseBefore } from "../Model/moment.js";
import { counted, duration, grouped, seconds, shortened } from "../Model/text.js";
import { announce, button, byID, element, setText } from "./dom.js";

const rowHeight = 52;
/** Browsers limit the height of an element. A longer list is scrolled in proportion. */
const mostHeight = 8_000_000;
const extraRows = 6;
/** A row shows the pause before its step if it has at least this number of milliseconds. */
const shownPause = 1000;

export class Timeline {
  constructor(session, position) {
    this.session = session;
    this.position = position;
    this.filter = { ...emptyFilter };
    this.rows = filteredSteps(session, this.filter);
    this.elements = new Map();
    this.list = byID("list");
    this.spacer = element("div", { class: "spacer" });
    this.list.append(this.spacer);
    /** Is called when another view filters the list. */
    this.onChoose = () => {};
    /** Is called when other steps pass the filter. */
    this.onFilter = () => {};
    this.fillFilters();
    this.listen();
    this.resize();
    position.onChange((index) => this.show(index));
  }

  // MARK: Filters

  fillFilters() {
    const { session } = this;
    const names = new Set(session.actions.map((action) => session.text(action[2])));
    const kinds = [...names].sort().map((name) => [`action:${name}`, name]);
    byID("filter-kind").append(
      element("option", { value: "", text: "All kinds" }),
      element("optgroup", { label: "Steps" }, ...options(Object.entries(kindGroups))),
      element("optgroup", { label: "Actions" }, ...options(kinds)),
    );
    const origins = [...new Set(session.origins)].map((origin) => [origin, origin]);
    byID("filter-origin").append(element("option", { value: "", text: "All origins" }), ...options(origins));
    const group = (label, filter, entries) => {
      return element("optgroup", { label }, ...options(entries.map(([value, text]) => [`${filter}:${value}`, text])));
    };
    byID("filter-hide").append(
      element("option", { value: "", text: "Hide…" }),
      group("Steps", "kind", Object.entries(kindGroups)),
      group("Actions", "kind", kinds),
      group("Origins", "origin", origins),
    );
    const known = [...new Set(session.tabAt)].filter((tab) => tab >= 0);
    const tabs = known.map((tab) => [session.valueJSON(tab), session.valueText(tab)]);
    byID("filter-tab").append(element("option", { value: "", text: "All tabs" }), ...options(tabs));
  }

  /** Shows the steps that pass a filter. Parts of it that the report does not contain are left out. */
  setFilter(filter) {
    this.filter = { ...emptyFilter, ...filter };
    this.filter.screens = this.filter.screens.filter((key) => this.session.screensByKey.has(key));
    byID("filter-text").value = this.filter.text;
    for (const name of ["kind", "origin", "tab"]) {
      const select = byID(`filter-${name}`);
      select.value = this.filter[name];
      this.filter[name] = select.value;
      select.classList.toggle("active", select.value !== "");
    }
    this.rows = filteredSteps(this.session, this.filter);
    this.describeFilter();
    this.resize();
    this.reveal(this.position.index);
    this.render();
    this.onFilter();
  }

  get isFiltered() {
    return !isEmptyFilter(this.filter);
  }

  /** Filters the list for another view, and makes sure that the user notices it. */
  choose(filter) {
    this.setFilter(filter);
    this.onChoose();
    announce(byID("filter-count").textContent);
  }

  describeFilter() {
    const total = counted(this.session.count, "step");
    const target = byID("filter-count");
    setText(target, this.isFiltered ? `${grouped(this.rows.length)} of ${total}` : total);
    byID("filter-clear").hidden = !this.isFiltered;
    const chip = byID("filter-screen");
    const [key, ...others] = this.filter.screens;
    chip.hidden = key === undefined;
    if (key !== undefined) {
      const screen = this.session.screenText(this.session.screensByKey.get(key));
      chip.replaceChildren(button(
        `Occurrences of ${others.length > 0 ? counted(others.length + 1, "screen") : shortened(screen, 40)} ×`,
        () => this.setFilter({ ...this.filter, screens: [] }),
        { class: "chip", "aria-label": "Remove the filter by screen" },
      ));
    }
    byID("filter-hidden").replaceChildren(...this.filter.hidden.map((hidden) => this.hiddenChip(hidden)));
    byID("list-empty").hidden = this.rows.length > 0;
  }

  hiddenChip(hidden) {
    const option = [...byID("filter-hide").options].find((candidate) => candidate.value === hidden);
    const others = this.filter.hidden.filter((other) => other !== hidden);
    const text = `Without ${option?.text ?? shortened(hidden, 40)}`;
    return button(`${text} ×`, () => this.setFilter({ ...this.filter, hidden: others }), {
      class: "chip",
      "aria-label": `Remove the filter: ${text}`,
    });
  }

  listen() {
    const change = (name) => (event) => this.setFilter({ ...this.filter, [name]: event.target.value });
    byID("filter-text").addEventListener("input", change("text"));
    byID("filter-text").addEventListener("keydown", (event) => this.handleSearchKey(event));
    for (const name of ["kind", "origin", "tab"]) {
      byID(`filter-${name}`).addEventListener("change", (event) => {
        change(name)(event);
        announce(byID("filter-count").textContent);
      });
    }
    byID("filter-hide").addEventListener("change", (event) => {
      const hidden = [...new Set([...this.filter.hidden, event.target.value])];
      event.target.value = "";
      this.setFilter({ ...this.filter, hidden });
      announce(byID("filter-count").textContent);
    });
    byID("filter-clear").addEventListener("click", () => {
      this.setFilter(emptyFilter);
      byID("filter-text").focus();
    });
    this.list.addEventListener("scroll", () => this.render(), { passive: true });
    this.list.addEventListener("keydown", (event) => this.handleKey(event));
    this.list.addEventListener("click", (event) => {
      const row = event.target.closest("[data-row]");
      if (row) this.position.go(this.rows[Number(row.dataset.row)]);
    });
    new ResizeObserver(() => this.render()).observe(this.list);
  }

  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.list.clientHeight / rowHeight) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.move(move);
  }

  /** In the search, the keys go through the matches, and after the last one to the first one. */
  handleSearchKey(event) {
    const moves = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : 1 };
    const move = moves[event.key];
    if (move === undefined || event.isComposing) return;
    event.preventDefault();
    const isLast = this.further(this.position.index, move) === this.position.index;
    this.move(isLast && event.key === "Enter" ? move * -Infinity : move);
  }

  /** Goes a number of rows further, within the rows that pass the filter. */
  move(distance) {
    const target = this.further(this.position.index, distance);
    if (target !== this.position.index) this.position.go(target);
  }

  /**
   * Returns the step a number of rows after or before a step, or the last or first one that passes the filter. Returns
   * `index` if there is none.
   */
  further(index, distance) {
    if (this.rows.length === 0) return index;
    const here = this.rowAt(index);
    // From a step that the filter hides, the next row is the one after it.
    const row = here + distance - (this.rows[here] !== index && distance > 0 ? 1 : 0);
    const target = this.rows[Math.max(0, Math.min(this.rows.length - 1, row))];
    const isBehind = Number.isFinite(distance) && (target - index) * distance < 0;
    return isBehind ? index : target;
  }

  /** Returns the row of a step, or of the first step after it that passes the filter. */
  rowAt(index) {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle] < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // MARK: Rows

  resize() {
    this.height = Math.min(this.rows.length * rowHeight, mostHeight);
    this.spacer.style.height = `${this.height}px`;
    for (const row of this.elements.values()) row.remove();
    this.elements.clear();
  }

  /** Draws all rows again, after something has changed that they show. */
  redraw() {
    this.resize();
    this.render();
  }

  /** The pixels of the whole list for a pixel of scrolling. 1 unless the list is too long for an element. */
  get scale() {
    const visible = this.list.clientHeight;
    const all = this.rows.length * rowHeight;
    return all > mostHeight ? (all - visible) / (mostHeight - visible) : 1;
  }

  show(index) {
    this.reveal(index);
    this.render();
  }

  /** Returns whether the row of a step is in view. It counts as in view if the list is hidden. */
  isInView(index) {
    const visible = this.list.clientHeight;
    const top = this.rowAt(index) * rowHeight - this.list.scrollTop * this.scale;
    return visible === 0 || top >= 0 && top + rowHeight <= visible;
  }

  reveal(index) {
    if (this.isInView(index)) return;
    const visible = this.list.clientHeight;
    const { scale } = this;
    const top = this.rowAt(index) * rowHeight;
    const from = this.list.scrollTop * scale;
    const isNear = top > from - 2 * visible && top < from + 2 * visible;
    const target = !isNear ? top - visible / 2 : top < from ? top - rowHeight / 2 : top + rowHeight * 1.5 - visible;
    this.list.scrollTop = Math.max(0, target) / scale;
  }

  render() {
    const visible = this.list.clientHeight;
    if (visible === 0) return;
    const offset = this.list.scrollTop;
    const top = offset * this.scale;
    const first = Math.max(0, Math.floor(top / rowHeight) - extraRows);
    const last = Math.min(this.rows.length, Math.ceil((top + visible) / rowHeight) + extraRows);
    for (const [row, target] of this.elements) {
      if (row >= first && row < last) continue;
      target.remove();
      this.elements.delete(row);
    }
    for (let row = first; row < last; row += 1) {
      let target = this.elements.get(row);
      if (!target) {
        target = this.rowElement(row);
        this.elements.set(row, target);
        this.spacer.append(target);
      }
      target.style.transform = `translateY(${row * rowHeight - top + offset}px)`;
      const isSelected = this.rows[row] === this.position.index;
      target.setAttribute("aria-selected", String(isSelected));
    }
    this.markActive();
  }

  markActive() {
    const row = this.rowAt(this.position.index);
    const target = this.rows[row] === this.position.index ? this.elements.get(row) : undefined;
    if (target) this.list.setAttribute("aria-activedescendant", target.id);
    else this.list.removeAttribute("aria-activedescendant");
  }

  rowElement(row) {
    const index = this.rows[row];
    const { session } = this;
    const { title, detail, more } = session.summaryAt(index);
    const origin = session.originAt(index);
    const isDivergent = session.diverges(index);
    const pause = pauseBefore(session, index);
    return element(
      "div",
      {
        class: `row ${rowClass(session, index)}${isDivergent ? " diverges" : ""}`,
        role: "option",
        id: `row-${row}`,
        "data-row": row,
        "aria-posinset": row + 1,
        "aria-setsize": this.rows.length,
      },
      element(
        "span",
        { class: "row-number", text: session.address(index) },
        pause >= shownPause ? element("span", { class: "row-pause", text: `+${duration(pause)}` }) : null,
      ),
      element(
        "span",
        { class: "row-main" },
        element("bdi", { class: "row-title", text: shortened(title, 120) }),
        more > 0 ? element("span", { class: "badge", text: `+${more}`, title: `${more + 1} actions` }) : null,
        isDivergent ? element("span", { class: "badge danger", text: "differs" }) : null,
        session.noteTextAt(index) ? element("span", { class: "badge", text: "note" }) : null,
      ),
      element("span", { class: "row-time", text: seconds(session.times[index]) }),
      element("bdi", { class: "row-detail", text: shortened(detail, 160) }),
      origin
        ? element("bdi", { class: `row-origin origin-${originClass(origin)}`, text: shortened(origin, 20) })
        : null,
    );
  }
}

const rowClasses = [
  "",
  "is-start",
  "is-start",
  "is-start",
  "is-mark",
  "is-problem",
  "is-problem",
  "is-problem",
  "is-end",
];

function rowClass(session, index) {
  const kind = session.kindAt(index);
  if (kind === Kind.transaction && session.steps[index][5].length === 0) return "is-unchanged";
  return rowClasses[kind] ?? "";
}

function originClass(origin) {
  return ["user", "deeplink", "effect", "restore", "undo"].includes(origin) ? origin : "other";
}

function options(entries) {
  return entries.map(([value, text]) => element("option", { value, text: shortened(text, 60) }));
}
