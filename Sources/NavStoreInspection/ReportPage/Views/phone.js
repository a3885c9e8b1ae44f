// The app as a person sees it: a tab bar, the stack of the selected tab as cards, and modals above them.
//
// Cards are kept from step to step, so that only what changed moves.

import { modalTitle, namedState, spokenState } from "../Model/difference.js";
import { shortened } from "../Model/text.js";
import { element, prefersStillness, setText, tint } from "./dom.js";

/** Cards that are drawn of one stack. The ones between the root and the top are one card if there are more. */
const mostCards = 6;
const mostTabs = 6;
const moving = { duration: 300, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" };

export class Phone {
  constructor(session) {
    this.session = session;
    this.stacks = new Map();
    this.modals = new Map();
    this.stage = element("div", { class: "phone-stage" });
    this.tabBar = element("div", { class: "phone-tabs" });
    this.layers = element("div", { class: "phone-modals" });
    this.screen = element("div", { class: "phone-screen" }, this.stage, this.tabBar, this.layers);
    this.element = element("div", { class: "phone", role: "img" }, this.screen);
    this.tabKey = "";
    this.selected = -1;
  }

  /** Shows a state. `isAnimated` is false when the page jumps, and for users that prefer stillness. */
  show(state, isAnimated) {
    this.isAnimated = isAnimated && !prefersStillness();
    this.element.classList.toggle("still", !this.isAnimated);
    this.element.setAttribute("aria-label", spokenState(namedState(this.session, state)));
    this.showTabs(state);
    this.showStack(state);
    this.showModals(state);
  }

  // MARK: Tab bar

  showTabs(state) {
    const shown = shownTabs(state);
    const key = `${state.tabs.join()}/${shown.join()}`;
    if (key !== this.tabKey) {
      this.tabKey = key;
      this.tabBar.replaceChildren(...shown.map((index) => this.tabElement(state.tabs[index])));
      const hidden = state.tabs.length - shown.length;
      if (hidden > 0) this.tabBar.append(element("span", { class: "phone-tab more", text: `+${hidden}` }));
    }
    shown.forEach((tab, index) => {
      const target = this.tabBar.children[index];
      target.classList.toggle("selected", tab === state.selected);
      const depth = state.paths[tab].length;
      setText(target.lastChild, depth > 0 ? String(depth) : "");
    });
  }

  tabElement(tab) {
    const text = this.session.valueText(tab);
    return element(
      "span",
      { class: `phone-tab ${tint(text)}` },
      element("span", { class: "phone-tab-icon", text: firstLetter(text) }),
      element("bdi", { class: "phone-tab-name", text: shortened(text, 24) }),
      element("span", { class: "phone-tab-depth" }),
    );
  }

  // MARK: Stacks

  showStack(state) {
    const tab = state.tabs[state.selected] ?? -1;
    const hasMoved = tab !== this.selected;
    this.selected = tab;
    for (const [key, stack] of this.stacks) {
      if (key !== tab) this.leave(this.stacks, key, stack.element, [{ opacity: 1 }, { opacity: 0 }], 160);
    }
    let stack = this.stacks.get(tab);
    if (!stack) {
      stack = new CardStack(this.session);
      this.stacks.set(tab, stack);
      this.stage.append(stack.element);
    }
    stack.show({ tab, path: state.paths[state.selected] ?? [] }, this.isAnimated && !hasMoved);
    if (hasMoved && this.isAnimated) stack.element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180 });
  }

  // MARK: Modals

  showModals(state) {
    const present = new Set(state.modals.map((modal) => modal.id));
    for (const [id, modal] of this.modals) {
      const away = [{ transform: "translateY(0)" }, { transform: "translateY(105%)" }];
      if (!present.has(id)) this.leave(this.modals, id, modal.element, away, moving.duration);
    }
    state.modals.forEach((modal, level) => this.showModal(modal, level, state.modals.length));
    this.screen.classList.toggle("covered", state.modals.length > 0);
  }

  showModal(modal, level, count) {
    let shown = this.modals.get(modal.id);
    const isNew = !shown;
    if (isNew) {
      const stack = new CardStack(this.session);
      const title = element("span", { class: "modal-title" });
      shown = { stack, title, element: element("div", { class: "modal" }, title, stack.element) };
      this.modals.set(modal.id, shown);
      this.layers.append(shown.element);
    }
    shown.element.classList.toggle("cover", modal.style === 1);
    shown.element.classList.toggle("behind", level < count - 1);
    shown.element.style.setProperty("--level", String(Math.min(level, 4)));
    setText(shown.title, modalTitle(modal));
    shown.stack.show({ root: modal.root, path: modal.path }, this.isAnimated && !isNew);
    if (isNew && this.isAnimated) {
      shown.element.animate([{ transform: "translateY(105%)" }, { transform: "translateY(0)" }], moving);
    }
  }

  leave(collection, key, target, frames, duration) {
    collection.delete(key);
    if (!this.isAnimated) return target.remove();
    target.classList.add("leaving");
    target.animate(frames, { ...moving, duration, fill: "forwards" }).finished.then(() => target.remove(), () => {});
  }
}

/** The cards of one stack, from its root to its top. */
class CardStack {
  constructor(session) {
    this.session = session;
    this.element = element("div", { class: "stack" });
    this.cards = [];
  }

  show(stack, isAnimated) {
    const cards = cardList(this.session, stack);
    let same = 0;
    while (same < cards.length && this.cards[same]?.key === cards[same].key) same += 1;
    const old = new Map(
      this.cards.splice(same).map(({ key, element }, index) => [key, { element, place: same + index }]),
    );
    const grows = cards.slice(same).some((card) => !old.has(card.key));
    for (const card of cards.slice(same)) {
      this.cards.push(this.append(card, old.get(card.key), isAnimated));
      old.delete(card.key);
    }
    for (const { element } of old.values()) this.remove(element, isAnimated && !grows);
    this.cards.forEach((card, index) => card.element.classList.toggle("top", index === this.cards.length - 1));
  }

  /** Appends a card, or moves it from its place in the stack before. */
  append(card, old, isAnimated) {
    const place = this.cards.length;
    const target = old?.element ?? cardElement(card, place > 0);
    target.style.setProperty("--place", String(place));
    this.element.append(target);
    const from = old ? `translateY(calc(${old.place - place} * 9.6 * var(--unit)))` : "translateX(104%)";
    if (isAnimated && old?.place !== place) target.animate([{ transform: from }, { transform: "none" }], moving);
    return { key: card.key, element: target };
  }

  remove(target, isAnimated) {
    if (!isAnimated) return target.remove();
    target.classList.add("leaving");
    const frames = [{ transform: "translateX(0)" }, { transform: "translateX(104%)" }];
    target.animate(frames, { ...moving, fill: "forwards" }).finished.then(() => target.remove(), () => {});
  }
}

/** Returns what the cards of a stack show. Two stacks have the same card if they have its key. */
function cardList(session, { tab, root, path }) {
  const numbers = new Map();
  const route = (value) => ({
    key: `${value}:${counter(numbers, value)}`,
    title: session.valueText(value),
    name: session.valueName(value),
    note: noteOf(session, value),
  });
  const tabName = tab === undefined ? "" : session.valueText(tab);
  const bottom = tab === undefined
    ? { ...route(root), key: `root:${root}` }
    : { key: `tab:${tab}`, title: tabName, name: tabName, note: "Root of the tab" };
  const all = (path.length < mostCards ? path : path.slice(3 - mostCards)).map(route);
  const hidden = path.length - all.length;
  if (hidden > 0) all.unshift({ key: `more:${hidden}`, title: `${hidden} more`, name: "", note: "", isMore: true });
  return [bottom, ...all];
}

/** Returns how often a value was counted before. */
function counter(numbers, value) {
  const number = numbers.get(value) ?? 0;
  numbers.set(value, number + 1);
  return number;
}

/** Returns the kind of a route, or its JSON if its short text does not say everything. Nothing is said twice. */
function noteOf(session, value) {
  const [text, name, json] = [session.valueText(value), session.valueName(value), session.valueJSON(value)];
  if (json !== JSON.stringify(text)) return json;
  return name === text ? "" : name;
}

function cardElement({ title, name, note, isMore }, hasBack) {
  const text = shortened(title, 60);
  return element(
    "div",
    { class: `card ${isMore ? "more" : tint(name)}` },
    element(
      "div",
      { class: "card-head" },
      element("span", { class: "card-back", text: hasBack && !isMore ? "‹" : "" }),
      element("bdi", { class: "card-title", text }),
    ),
    element(
      "div",
      { class: "card-body" },
      element("div", { class: "card-art", text: firstLetter(name || title) }),
      element("bdi", { class: "card-name", text }),
      element("bdi", { class: "card-note", text: shortened(note, 90) }),
      element("div", { class: "card-line" }),
      element("div", { class: "card-line" }),
      element("div", { class: "card-line short" }),
    ),
  );
}

/** Returns the positions of the tabs that fit: the first ones, with the selected tab. */
function shownTabs(state) {
  const all = state.tabs.map((_, index) => index);
  if (all.length <= mostTabs) return all;
  const first = all.slice(0, mostTabs - 1);
  if (!first.includes(state.selected)) first[first.length - 1] = state.selected;
  return first;
}

function firstLetter(text) {
  return shortened([...text.slice(0, 8).replace(/^[^\p{L}\p{N}]+/u, "")][0] ?? "•", 2).toUpperCase();
}
