// The address contains the step and the view; session storage holds the other settings. A reload changes nothing.

const storageKey = "navstore.report";

/** Returns what the address says: `{step, view}`; a part is `null` if the address does not have it. */
export function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
  return { step: parameters.get("step"), view: parameters.get("view") };
}

/** Stores the step and the view, unless it is `null`, in the address, without a new entry in the history. */
export function writeAddress(step, view) {
  const hash = `#step=${step}${view === null ? "" : `&view=${view}`}`;
  if (hash !== location.hash) history.replaceState(history.state, "", hash);
}

/** Returns a function that combines calls within `delay` into one: browsers limit changes of the address. */
export function soon(action, delay = 150) {
  let timer = 0;
  return () => {
    if (timer) return;
    timer = setTimeout(() => {
      timer = 0;
      action();
    }, delay);
  };
}

/** Returns what was remembered for this report. A page that is opened, and not reloaded, only keeps its theme. */
export function recall(name) {
  const all = readStorage();
  const [navigation] = performance.getEntriesByType("navigation");
  const isOpened = /** @type {any} */ (navigation)?.type === "navigate";
  return all.name === name && !isOpened ? all : { theme: all.theme };
}

function readStorage() {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
  } catch {
    // A browser may forbid storage for local files. The address still has the step.
    return history.state ?? {};
  }
}

export function remember(values) {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(values));
  } catch {
    history.replaceState(values, "");
  }
}
