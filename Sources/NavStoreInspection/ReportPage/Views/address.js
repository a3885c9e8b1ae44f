// The address contains the step and the view; session storage holds the other settings. A reload changes nothing.

const storageKey = "navstore.report";

/** Returns what the address says: `{step, view}`; a part is `null` if the address does not have it. */
export function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
  return { step: parameters.get("step"), view: parameters.get("view") };
}

/** Returns the address of a step and of a view, unless it is `null`. */
export function addressOf(step, view) {
  return new URL(`#step=${step}${view === null ? "" : `&view=${view}`}`, location.href).href;
}

/** Replaces the address without a new entry in the history. */
export function writeAddress(address) {
  if (address !== location.href) replaceState(history.state, address);
}

/**
 * Changes the address. Safari limits how often it may change, and throws an error beyond the limit. The error is
 * ignored: the next change writes the address.
 */
function replaceState(state, address) {
  try {
    history.replaceState(state, "", address);
  } catch {
    return;
  }
}

/** Returns a function that combines calls within `delay` into one: browsers limit changes of the address. */
export function soon(action, delay = 350) {
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
    replaceState(values, location.href);
  }
}
