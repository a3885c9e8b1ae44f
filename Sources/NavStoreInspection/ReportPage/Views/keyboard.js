// Keys for everything. Single letters can be switched off, because speech input may type them by accident.

import { byID, element } from "./dom.js";

/**
 * Returns the table of keys: the keys, their name, what they do for the help dialog, the action, and the view or panel
 * that must be visible. Keys for what the report does not contain are left out.
 *
 * @returns {any[][]}
 */
function commandsOf(page) {
  const { playback, timeline, stateView, graph, swiftDialog } = page;
  const numbers = page.views.map((_, index) => String(index + 1));
  const hasDivergences = page.session.divergences.length > 0;
  return [
    [["ArrowLeft", "k"], "← or K", "Previous step", () => playback.step(-1)],
    [["ArrowRight", "j"], "→ or J", "Next step", () => playback.step(1)],
    [[" "], "Space", "Play or pause", () => playback.toggle()],
    [["Home"], "Home", "First step", () => playback.step(-Infinity)],
    [["End"], "End", "Last step", () => playback.step(Infinity)],
    hasDivergences && [["n"], "N", "Next divergence", () => playback.goToDivergence(1)],
    hasDivergences && [["p"], "P", "Previous divergence", () => playback.goToDivergence(-1)],
    [["/"], "/", "Search in the timeline", () => page.focusSearch()],
    [["x"], "X", "Remove all filters", () => timeline.setFilter({}), "timeline"],
    [numbers, `1 to ${numbers.length}`, "Choose a view", (key) => page.focusView(page.views[Number(key) - 1])],
    [["c"], "C", "Copy the action as JSON", () => stateView.copyAction(), "state"],
    [["l"], "L", "Copy the tab, its path and the modals as JSON", () => stateView.copyDeepLink(), "state"],
    swiftDialog.isAvailable && [["s"], "S", "Copy a sequence as a Swift test", () => swiftDialog.open(), "state"],
    [["m"], "M", "Pin this step, or compare with the previous step", () => page.togglePin(), "state"],
    [["+", "="], "+", "Zoom in", () => graph.zoomBy(1), "graph"],
    [["-"], "−", "Zoom out", () => graph.zoomBy(-1), "graph"],
    [["t"], "T", "Dark, light or automatic", () => page.nextTheme()],
    [["?"], "?", "This help", () => byID("help-dialog").showModal()],
  ].filter(Boolean);
}

export class Keyboard {
  constructor(page) {
    this.commands = new Map();
    this.lettersAreOn = true;
    const rows = commandsOf(page).map(([keys, label, text, action, place]) => {
      for (const key of keys) this.commands.set(key, { action, place });
      return element(
        "tr",
        {},
        element("th", { scope: "row" }, element("kbd", { text: label })),
        element("td", { text }),
        element("td", { class: "muted", text: place && `in the ${place}` }),
      );
    });
    byID("help-keys").append(...rows);
    byID("letters").addEventListener("change", (event) => this.lettersAreOn = event.target.checked);
    document.addEventListener("keydown", (event) => this.handle(event));
  }

  get saved() {
    return { lettersAreOn: this.lettersAreOn };
  }

  restore({ lettersAreOn }) {
    this.lettersAreOn = byID("letters").checked = lettersAreOn;
  }

  handle(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || usesKeys(event.target, event.key)) return;
    const isSingle = event.key.length === 1 && event.key !== " ";
    if (isSingle && !this.lettersAreOn) return;
    const command = this.commands.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (!command || command.place && byID(command.place).offsetParent === null) return;
    event.preventDefault();
    command.action(event.key);
  }
}

/** Returns whether the focused element uses a key itself. */
function usesKeys(target, key) {
  if (target.matches("input[type=text], input[type=search], textarea, select")) return true;
  if (key === " ") return target.matches("button, summary, input, [role=button]");
  if (key === "Home" || key === "End") return target.matches("input, [data-scrolls]");
  if (key.startsWith("Arrow")) return target.matches("input, #graph-scroll");
  return false;
}
