// The picture of a step: the phone, next to it the recorded phone if the replay differs, and the stacks of all tabs.

import { shortened } from "../Model/text.js";
import { byID, element, setText, tint } from "./dom.js";
import { Phone } from "./phone.js";

const mostLayers = 4;
const mostStacks = 12;

export class Picture {
  constructor(session, position) {
    this.session = session;
    this.phone = new Phone(session);
    this.recorded = new Phone(session);
    const figure = (phone, caption) =>
      element("figure", { class: "phone-figure" }, phone.element, element("figcaption", { text: caption }));
    this.replayedFigure = figure(this.phone, "Replayed with today's reducers");
    this.recordedFigure = figure(this.recorded, "Recorded");
    byID("phones").append(this.replayedFigure, this.recordedFigure);
    position.onChange((index, { isAnimated }) => this.show(index, isAnimated));
  }

  show(index, isAnimated) {
    const { title, detail } = this.session.summaryAt(index);
    byID("picture-caption").replaceChildren(
      element("bdi", { class: "row-title", text: shortened(title, 60) }),
      element("br"),
      element("bdi", { class: "muted", text: shortened(detail, 80) }),
    );
    const state = this.session.stateAt(index);
    const recorded = this.session.recordedStateAt(index);
    byID("phones").hidden = state === null;
    byID("phones").classList.toggle("two", recorded !== null);
    this.recordedFigure.hidden = recorded === null;
    const note = stateNote(this.session, index);
    setText(byID("picture-note"), note);
    byID("picture-note").hidden = note === "";
    if (!state) return byID("shelf").replaceChildren();
    this.phone.show(state, isAnimated);
    if (recorded) this.recorded.show(recorded, isAnimated);
    this.showShelf(state);
  }

  /** Shows the stack of every tab as a pile of small cards. */
  showShelf(state) {
    const piles = state.tabs.slice(0, mostStacks).map((tab, index) => {
      return this.pile(tab, state.paths[index], index === state.selected);
    });
    const hidden = state.tabs.length - piles.length;
    if (hidden > 0) piles.push(element("li", { class: "pile-more", text: `+${hidden} tabs` }));
    byID("shelf").replaceChildren(...piles);
  }

  pile(tab, path, isSelected) {
    const { session } = this;
    const name = session.valueText(tab);
    const names = [name, ...path.slice(1 - mostLayers).map((route) => session.valueName(route))];
    const top = path.length > 0 ? session.valueText(path.at(-1)) : name;
    const cards = names.map((layer, place) => {
      const isTop = place === names.length - 1;
      const card = element("span", { class: `pile-card ${tint(layer)}` });
      card.style.setProperty("--place", String(place));
      if (isTop) card.append(element("bdi", {}, ...breakable(shortened(top, 40))));
      return card;
    });
    const label = `${name}: ${path.length === 0 ? "root" : path.length}`;
    return element(
      "li",
      { class: isSelected ? "pile selected" : "pile", "aria-current": isSelected && "true" },
      element("span", { class: "pile-cards", "aria-hidden": "true" }, ...cards),
      element("bdi", { class: "pile-name", text: shortened(label, 30) }),
    );
  }
}

/** Returns a text that is wrapped between its words before other characters are. */
function breakable(text) {
  return text.split(/(?<=[^\p{L}\p{N}])/u).flatMap((word) => [word, element("wbr")]);
}

/** Returns what a picture of the state after a step does not show, or an empty text. */
export function stateNote(session, index) {
  if (session.isKnown[index]) return session.recordedNoteAt(index);
  const note = "The state is not known here.";
  return session.stateAt(index) === null ? note : `${note} The picture shows the last state that is known.`;
}
