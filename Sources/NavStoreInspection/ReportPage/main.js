// Puts the page together: decodes the data, creates the views, and restores the position.

import { Position } from "./Model/position.js";
import { Session } from "./Model/session.js";
import { counted, duration, shortened, utc } from "./Model/text.js";
import { addressOf, readAddress, recall, remember, soon, writeAddress } from "./Views/address.js";
import { showBanners } from "./Views/banners.js";
import { Compare } from "./Views/compare.js";
import { announce, button, byID, copy, element, setText, tint } from "./Views/dom.js";
import { Figures } from "./Views/figures.js";
import { FindingsDialog } from "./Views/findingsDialog.js";
import { Follow } from "./Views/follow.js";
import { GraphView } from "./Views/graph.js";
import { Keyboard } from "./Views/keyboard.js";
import { Notes } from "./Views/notes.js";
import { Picture } from "./Views/picture.js";
import { Playback } from "./Views/playback.js";
import { Print } from "./Views/print.js";
import { StateView } from "./Views/stateView.js";
import { SwiftDialog } from "./Views/swiftDialog.js";
import { Timeline } from "./Views/timeline.js";

const viewNames = {
  picture: "Session",
  timeline: "Timeline",
  state: "State",
  graph: "Graph",
  figures: "Figures",
  compare: "Compare",
};
/** The element of each view that is focused when the view is chosen by a key. */
const focusTargets = { timeline: "list", graph: "graph-scroll" };
const isWide = matchMedia("(min-width: 900px)");
const themes = ["auto", "light", "dark"];

class Page {
  constructor(data) {
    this.data = data;
    this.session = new Session(data);
    this.position = new Position(this.session.count);
    this.view = "picture";
    this.theme = "auto";
    this.assignTints();
    this.createViews();
    this.showHeading();
    if (data.follow) this.follow = new Follow(this.session.count, () => this.save(), () => this.isBusy());
    this.listen();
    const kept = recall(data.name);
    try {
      this.restore(kept);
    } catch {
      // The stored values are from another version of the page or of the report.
      this.restore({ theme: kept.theme });
    }
  }

  /** Gives tabs and kinds of screens their colours in the order of the data, so that they do not depend on the view. */
  assignTints() {
    const { session } = this;
    for (const tab of session.stateAt(0)?.tabs ?? []) tint(session.valueText(tab));
    for (let value = 0; value < Math.min(session.values.length, 200); value += 1) tint(session.valueName(value));
  }

  createViews() {
    const { session, position } = this;
    this.timeline = new Timeline(session, position);
    this.picture = new Picture(session, position);
    this.stateView = new StateView(session, position);
    this.graph = new GraphView(session, position, this.timeline);
    this.figures = new Figures(session, position, this.timeline);
    this.playback = new Playback(session, position, this.timeline);
    this.notes = new Notes(session, position, this.timeline);
    this.print = new Print(session, this.timeline);
    this.swiftDialog = new SwiftDialog(session, position);
    if (this.data.other) this.compare = new Compare(session, new Session(this.data.other), position);
    this.views = this.viewsWithContent();
    byID("views").hidden = this.views.length === 1;
    this.timeline.onChoose = () => byID("list").offsetParent === null && this.focusView("timeline");
    byID("views").append(...this.views.map((name) => {
      return button(viewNames[name], () => this.showView(name), { "data-view": name, class: `view-${name}` });
    }));
    new FindingsDialog(session, position);
    showBanners(this);
    this.keyboard = new Keyboard(this);
  }

  /** Returns the views that can show something. A report of screens has a graph and no steps. */
  viewsWithContent() {
    if (this.session.count === 0) return [this.firstView()];
    return Object.keys(viewNames).filter((name) => name !== "compare" || this.compare);
  }

  showHeading() {
    const { data, session } = this;
    const name = shortened(data.name ?? "Session", 80);
    document.title = `${name} – NavStore session report`;
    setText(byID("title"), name);
    const facts = [];
    if (data.began) facts.push(utc(data.began));
    if (session.count > 0) facts.push(counted(session.count, "step"));
    if (session.hasTimes) facts.push(duration(session.duration));
    if (data.information) facts.push(shortened(shownInformation(data.information), 120));
    byID("meta").replaceChildren(...facts.map((fact) => element("bdi", { text: fact })));
    setText(byID("library"), `This report was written by NavStore ${data.library}.`);
    this.showVerdict();
    byID("app").classList.toggle("is-empty", session.count === 0);
    byID("app").classList.toggle("is-timeless", !session.hasTimes);
  }

  /** Shows whether the replay leads to the recorded states, as `navtool log verify` does. */
  showVerdict() {
    const { kind, result } = this.data;
    // The findings of an exploration are not those of a replay.
    const isReplay = result !== undefined && kind !== "exploration";
    byID("result").hidden = !isReplay;
    if (!isReplay) return;
    const texts = {
      verified: `Replay matches the recording: ${counted(result.verified, "state")}`,
      unverified: "Replay not verified",
      failed: result.divergences > 0 ? counted(result.divergences, "divergence") : "Replay incomplete",
    };
    setText(byID("result"), texts[result.verdict]);
    byID("result").classList.add(result.verdict);
    byID("result").title = shortened(result.advice ?? result.headline, 300);
  }

  // MARK: Position

  /** The views that keep something over a reload, by the names under which it is stored. */
  get keepers() {
    const { graph, figures, keyboard, playback, stateView, notes, follow } = this;
    return Object.entries({ graph, figures, keyboard, playback, stateView, notes, follow }).filter(([, view]) => view);
  }

  restore(kept) {
    const address = readAddress();
    this.setTheme(kept.theme ?? "auto");
    this.timeline.setFilter(kept.filter ?? {});
    const index = address.step === null ? this.firstStep() : this.session.indexOfAddress(address.step);
    this.position.go(kept.wasAtEnd ? Infinity : Math.max(0, index), false);
    for (const [name, view] of this.keepers) if (kept[name]) view.restore(kept[name]);
    const view = address.view ?? this.firstView();
    this.showView(this.views.includes(view) ? view : this.views[0]);
    for (const [id, left, top] of kept.scrolls ?? []) byID(id)?.scrollTo(left, top);
    if (kept.rowIsInView) this.timeline.reveal(this.position.index);
    if (kept.focus) byID(kept.focus)?.focus({ preventScroll: true });
  }

  /** Returns the view that a new reader sees first. */
  firstView() {
    if (this.compare) return "compare";
    return this.session.count === 0 && this.data.graph ? "graph" : "picture";
  }

  /** Returns the step that a new reader sees first: the failure, the first divergence, or the end. */
  firstStep() {
    const { data, session } = this;
    if (data.failure?.step !== undefined) return data.failure.step;
    if (this.compare && !this.compare.isEqual) return this.compare.first;
    if (session.divergences.length > 0) return session.divergences[0];
    return data.follow ? session.count - 1 : 0;
  }

  listen() {
    const write = soon(() => writeAddress(this.address));
    this.position.onChange(write);
    this.writeAddress = write;
    addEventListener("hashchange", () => {
      const { step, view } = readAddress();
      if (view && view !== this.view && this.views.includes(view)) this.showView(view);
      const index = step === null ? -1 : this.session.indexOfAddress(step);
      if (index >= 0 && index !== this.position.index) this.position.go(index);
    });
    addEventListener("pagehide", () => this.save());
    addEventListener("resize", soon(() => this.position.go(this.position.index, false), 150));
    isWide.addEventListener("change", () => this.showView(this.view));
    byID("copy-address").addEventListener("click", () => copy(this.address, "Address of the step"));
    byID("theme").addEventListener("click", () => this.nextTheme());
    byID("help").addEventListener("click", () => byID("help-dialog").showModal());
    for (const close of document.querySelectorAll("[data-close]")) {
      close.addEventListener("click", () => close.closest("dialog").close());
    }
    byID("text-copy").addEventListener("click", () => {
      byID("text-content").select();
      navigator.clipboard?.writeText(byID("text-content").value).catch(() => {});
    });
  }

  get address() {
    return addressOf(this.session.address(this.position.index), this.view === this.firstView() ? null : this.view);
  }

  save() {
    const { data, position, session, timeline } = this;
    if (session.count > 0) writeAddress(this.address);
    const scrolled = [...document.querySelectorAll("[data-scrolls]")];
    remember({
      ...Object.fromEntries(this.keepers.map(([name, view]) => [name, view.saved])),
      name: data.name,
      theme: this.theme,
      filter: timeline.filter,
      rowIsInView: timeline.isInView(position.index),
      scrolls: scrolled.map(({ id, scrollLeft, scrollTop }) => [id, scrollLeft, scrollTop]),
      focus: document.activeElement?.id || null,
      wasAtEnd: data.follow === true && position.isAtEnd,
    });
  }

  isBusy() {
    return document.querySelector("dialog[open]") !== null || this.playback.isPlaying;
  }

  // MARK: Views

  showView(name) {
    this.view = name;
    byID("app").dataset.view = name;
    // In a wide window the timeline and the state are parts of the first view.
    const shown = isWide.matches && (name === "timeline" || name === "state") ? "picture" : name;
    for (const target of byID("views").children) {
      if (target.dataset.view === shown) target.setAttribute("aria-current", "page");
      else target.removeAttribute("aria-current");
    }
    if (name === "graph") this.graph.show();
    if (name === "figures") this.figures.show();
    if (this.session.count === 0) return;
    this.timeline.show(this.position.index);
    this.stateView.show(this.position.index);
    this.compare?.show();
    this.writeAddress?.();
  }

  focusView(name) {
    this.showView(name);
    byID(focusTargets[name] ?? name).focus({ preventScroll: true });
  }

  focusSearch() {
    if (byID("filter-text").offsetParent === null) this.showView("timeline");
    byID("filter-text").focus();
    byID("filter-text").select();
  }

  togglePin() {
    this.stateView.pin(this.stateView.pinned === null ? this.position.index : null);
  }

  nextTheme() {
    this.setTheme(themes[(themes.indexOf(this.theme) + 1) % themes.length]);
    announce(`Theme: ${this.theme}`);
  }

  setTheme(theme) {
    this.theme = themes.includes(theme) ? theme : "auto";
    document.documentElement.dataset.theme = this.theme;
    setText(byID("theme-text"), { auto: "Auto", light: "Light", dark: "Dark" }[this.theme]);
  }
}

/** Returns information about the app, which is JSON, as `name: value`. A text that is not an object stays as it is. */
function shownInformation(json) {
  try {
    const text = (value) => typeof value === "string" ? value : JSON.stringify(value);
    return Object.entries(JSON.parse(json)).map(([name, value]) => `${name}: ${text(value)}`).join(", ");
  } catch {
    return json;
  }
}

new Page(JSON.parse(byID("data").textContent));
