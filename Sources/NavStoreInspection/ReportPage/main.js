// Puts the page together: decodes the data, creates the views, and restores the position.

import { isEmptyFilter } from "./Model/filter.js";
import { Position } from "./Model/position.js";
import { Session } from "./Model/session.js";
import { counted, duration, shortened } from "./Model/text.js";
import { readAddress, recall, remember, soon, writeAddress } from "./Views/address.js";
import { showBanners } from "./Views/banners.js";
import { Compare } from "./Views/compare.js";
import { announce, button, byID, element, setText, tint } from "./Views/dom.js";
import { Figures } from "./Views/figures.js";
import { Follow } from "./Views/follow.js";
import { GraphView } from "./Views/graph.js";
import { Keyboard } from "./Views/keyboard.js";
import { Picture } from "./Views/picture.js";
import { Playback } from "./Views/playback.js";
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
    this.restore();
    this.listen();
    if (data.follow) this.follow = new Follow(() => this.save(), () => this.isBusy());
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
    this.playback = new Playback(session, position);
    this.swiftDialog = new SwiftDialog(session, position);
    if (this.data.other) this.compare = new Compare(session, new Session(this.data.other), position);
    this.views = Object.keys(viewNames).filter((name) => name !== "compare" || this.compare);
    byID("views").append(...this.views.map((name) => {
      return button(viewNames[name], () => this.showView(name), { "data-view": name, class: `view-${name}` });
    }));
    showBanners(this);
    this.keyboard = new Keyboard(this);
  }

  showHeading() {
    const { data, session } = this;
    const name = shortened(data.name ?? "Session", 80);
    document.title = `${name} – NavStore session report`;
    setText(byID("title"), name);
    const facts = [];
    if (data.began) facts.push(new Date(data.began).toISOString().slice(0, 19).replace("T", " ") + " UTC");
    if (session.count > 0) facts.push(counted(session.count, "step"), duration(session.times[session.count - 1]));
    if (data.information) facts.push(shortened(data.information, 120));
    byID("meta").replaceChildren(...facts.map((fact) => element("bdi", { text: fact })));
    byID("result").hidden = !data.result?.faithful;
    setText(byID("result"), "Replay matches the recording");
    byID("result").title = shortened(data.result?.headline ?? "", 200);
    byID("app").classList.toggle("is-empty", session.count === 0);
  }

  // MARK: Position

  restore() {
    const kept = recall(this.data.name);
    const address = readAddress();
    this.setTheme(kept.theme ?? "auto");
    const view = address.view ?? this.firstView();
    this.showView(this.views.includes(view) ? view : "picture");
    this.timeline.setFilter(kept.filter ?? {});
    if (this.session.count === 0) return;
    if (kept.pinned) this.stateView.pinned = this.session.indexOfAddress(kept.pinned);
    if (kept.speed) this.playback.speed = Number(byID("speed").value = kept.speed);
    const index = address.step === null ? this.firstStep() : this.session.indexOfAddress(address.step);
    this.position.go(Math.max(0, index), false);
    if (kept.scroll !== undefined) byID("list").scrollTop = kept.scroll;
    if (kept.focus) byID(kept.focus)?.focus({ preventScroll: true });
    if (kept.wasAtEnd && this.data.follow) this.position.go(Infinity);
    if (kept.isPlaying) this.playback.play();
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
    const write = soon(() => this.writePosition());
    this.position.onChange(write);
    this.writeAddress = write;
    addEventListener("hashchange", () => {
      const { step, view } = readAddress();
      if (view && view !== this.view && this.views.includes(view)) this.showView(view);
      const index = step === null ? -1 : this.session.indexOfAddress(step);
      if (index >= 0 && index !== this.position.index) this.position.go(index);
    });
    addEventListener("pagehide", () => this.save());
    addEventListener("resize", soon(() => this.position.go(this.position.index, false)));
    isWide.addEventListener("change", () => this.showView(this.view));
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

  /** Stores the step and the view in the address. */
  writePosition() {
    writeAddress(this.session.address(this.position.index), this.view === this.firstView() ? null : this.view);
  }

  save() {
    const { position, session } = this;
    if (session.count > 0) this.writePosition();
    remember({
      name: this.data.name,
      theme: this.theme,
      filter: isEmptyFilter(this.timeline.filter) ? null : this.timeline.filter,
      scroll: byID("list").scrollTop,
      speed: byID("speed").value,
      pinned: this.stateView.pinned === null ? null : session.address(this.stateView.pinned),
      focus: document.activeElement?.id || null,
      isPlaying: this.playback.isPlaying,
      wasAtEnd: position.isAtEnd,
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

new Page(JSON.parse(byID("data").textContent));
