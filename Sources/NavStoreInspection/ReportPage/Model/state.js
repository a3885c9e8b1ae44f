// The state of a navigation, as in ../../../../Docs/Reference/ActionLogFormat.md: tabs, one path per tab, modals.
//
// States are never changed: `applied` returns a new state that shares the unchanged parts with the old one.

/** Returns the state of an array `[tabs, selected, paths, modals, visits, lastModal?, initial?]`. */
export function decodedState(array) {
  const [tabs, selected, paths, modals, visits, lastModal, initial] = array;
  const decoded = modals.map(decodedModal);
  return {
    tabs,
    selected,
    paths,
    modals: decoded,
    visits,
    lastModal: lastModal ?? highestID(decoded, 0),
    initial: initial ?? tabs[0],
  };
}

function decodedModal([id, style, root, path]) {
  return { id, style, root, path };
}

function highestID(modals, least) {
  return modals.reduce((highest, modal) => Math.max(highest, modal.id), least);
}

/** Returns the state after the operations of a change. */
export function applied(state, change) {
  return change.reduce((current, operation) => appliedOperation(current, operation), state);
}

function appliedOperation(state, operation) {
  switch (operation[0]) {
    case 0:
      return { ...state, selected: operation[1] };
    case 1:
      return withStack(state, operation[1], (path) => path.slice(0, operation[2]).concat(operation.slice(3)));
    case 2: {
      const modals = state.modals.slice(0, operation[1]).concat(operation.slice(2).map(decodedModal));
      return { ...state, modals, lastModal: highestID(modals, state.lastModal) };
    }
    case 3:
      return { ...state, visits: state.visits.slice(0, operation[1]).concat(operation.slice(2)) };
    case 4:
      return decodedState(operation[1]);
    default:
      return state;
  }
}

/** Stacks are numbered: first the tabs, then the modals from bottom to top. */
function withStack(state, stack, change) {
  if (stack < state.tabs.length) {
    const paths = state.paths.slice();
    paths[stack] = change(paths[stack]);
    return { ...state, paths };
  }
  const modals = state.modals.slice();
  const index = stack - state.tabs.length;
  modals[index] = { ...modals[index], path: change(modals[index].path) };
  return { ...state, modals };
}

/** Returns the value of the route on top, or -1 if the root of a tab is on top. */
export function topRoute(state) {
  const modal = state.modals.at(-1);
  if (modal) return modal.path.at(-1) ?? modal.root;
  return state.paths[state.selected]?.at(-1) ?? -1;
}

/** Returns the name of a modal's style, as logs and sources write it. */
export function styleName(modal) {
  return ["sheet", "cover", "popover", "inspector"][modal.style];
}

/** Returns the number of routes above the root of the top modal or of the selected tab, as `NavigationState.depth`. */
export function depth(state) {
  const modal = state.modals.at(-1);
  return modal ? modal.path.length : state.paths[state.selected]?.length ?? 0;
}
