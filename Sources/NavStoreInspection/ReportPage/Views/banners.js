// Notices above the page: a divergence, a failure, a log that was cut, findings.

import { counted, grouped } from "../Model/text.js";
import { button, byID, element, foreignText, showText } from "./dom.js";

export function showBanners({ data, session, position, playback }) {
  const banners = [
    failure(data, position),
    divergence(data, session, playback),
    notVerified(data),
    cut(data),
    findings(data, session),
    otherResult(data),
  ];
  byID("banners").replaceChildren(...banners.filter((banner) => banner !== null));
}

function banner(kind, title, text, ...buttons) {
  return element(
    "div",
    { class: `banner ${kind}` },
    element("strong", { text: title }),
    element("span", { class: "banner-text" }, text ? foreignText(text, 300) : null),
    ...buttons.filter((item) => item !== null),
  );
}

function failure(data, position) {
  if (!data.failure) return null;
  const { message, step } = data.failure;
  const [headline] = message.split("\n", 1);
  const all = headline === message ? null : button("Show all", () => showText("Failure", message));
  const go = step === undefined ? null : button("Go to the failed step", () => position.go(step));
  return banner("danger", "Failed", headline, all, go);
}

function divergence(data, session, playback) {
  const { divergences, divergenceCount } = session;
  if (divergenceCount === 0) return null;
  const hidden = divergenceCount - divergences.length;
  const first = divergences.length > 0 ? `, first at transaction ${session.numberAt(divergences[0])}` : "";
  const text = `Today's reducers lead to states that differ from the recorded ones${first}.` +
    (hidden > 0 ? ` The steps that are shown do not contain ${hidden === 1 ? "one" : grouped(hidden)} of them.` : "");
  const next = divergences.length > 0 ? button("Next divergence", () => playback.goToDivergence(1)) : null;
  return banner("danger", counted(divergenceCount, "divergence"), text, findingsButton(data), next);
}

function notVerified({ result }) {
  return result?.advice ? banner("notice", "Not verified", result.advice) : null;
}

function cut(data) {
  return data.cut ? banner("notice", data.kind === "exploration" ? "Note" : "Shortened", data.cut) : null;
}

function otherResult({ other }) {
  return other?.result && other.result.verdict === "failed"
    ? banner("notice", "Second session", other.result.headline)
    : null;
}

/** The findings of a replay that diverges are behind a button of its banner. */
function findings(data, session) {
  const show = findingsButton(data);
  return show && session.divergenceCount === 0 ? banner("notice", "Findings", data.result.headline, show) : null;
}

function findingsButton(data) {
  const list = data.result?.findings ?? [];
  if (list.length === 0) return null;
  return button(`Show ${counted(list.length, "finding")}`, () => byID("findings-dialog").showModal());
}
