// Notices above the page: a divergence, a failure, a log that was cut, findings.

import { counted } from "../Model/text.js";
import { button, byID, element, foreignText, showText } from "./dom.js";

export function showBanners({ data, session, position, playback }) {
  const banners = [failure(data, position), divergence(session, playback), cut(data), findings(data)];
  byID("banners").replaceChildren(...banners.filter((banner) => banner !== null));
}

function banner(kind, title, text, ...buttons) {
  return element(
    "div",
    { class: `banner ${kind}` },
    element("strong", { text: title }),
    element("span", { class: "banner-text" }, text ? foreignText(text, 300) : null),
    ...buttons,
  );
}

function failure(data, position) {
  if (!data.failure) return null;
  const { message, step } = data.failure;
  const go = step === undefined ? null : button("Go to it", () => position.go(step));
  return banner("danger", "Failed", message, go);
}

function divergence(session, playback) {
  const { divergences } = session;
  if (divergences.length === 0) return null;
  const text = `Today's reducers lead to another state at ${counted(divergences.length, "step")}, ` +
    `first at transaction ${session.numberAt(divergences[0])}.`;
  return banner("danger", "Divergence", text, button("Next divergence", () => playback.goToDivergence(1)));
}

function cut(data) {
  return data.cut ? banner("notice", "Shortened", data.cut) : null;
}

function findings(data) {
  const list = data.result?.findings ?? [];
  if (list.length === 0) return null;
  const show = button(`Show ${counted(list.length, "finding")}`, () => showText("Findings", list.join("\n\n")));
  return banner("notice", "Findings", data.result.headline, show);
}
