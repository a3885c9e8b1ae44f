// Notes about steps. A copy of the report contains them, so that they travel with the file.

import { shortened } from "../Model/text.js";
import { byID, element, setText, toast } from "./dom.js";

/** The page before a view has changed it, without its data. A copy of the report begins with it. */
const shell = emptyPage();

function emptyPage() {
  const data = byID("data");
  const text = data.textContent;
  data.textContent = "";
  const page = `<!DOCTYPE html>\n${document.documentElement.outerHTML}\n`;
  data.textContent = text;
  return page;
}

export class Notes {
  constructor(session, position, timeline) {
    this.session = session;
    this.position = position;
    byID("note").addEventListener("input", () => {
      session.setNote(position.index, byID("note").value);
      byID("save-notes").disabled = false;
      timeline.redraw();
    });
    byID("save-notes").addEventListener("click", () => this.saveCopy());
    byID("save-notes").disabled = session.notes.size === 0;
    position.onChange((index) => this.show(index));
    this.inFile = JSON.stringify(this.saved);
    // A page that follows a session loads itself again, and a reload keeps the notes.
    addEventListener("beforeunload", (event) => {
      if (!session.data.follow && JSON.stringify(this.saved) !== this.inFile) event.preventDefault();
    });
  }

  get saved() {
    return [...this.session.notes];
  }

  restore(notes) {
    this.session.notes = new Map(notes);
    byID("save-notes").disabled = this.session.notes.size === 0;
    this.show(this.position.index);
  }

  show(index) {
    const text = this.session.noteTextAt(index);
    if (byID("note").value !== text) byID("note").value = text;
    setText(byID("note-step"), this.session.address(index));
  }

  /** Downloads the report with its notes. */
  saveCopy() {
    const data = { ...this.session.data, notes: [...this.session.notes] };
    // No text in the data may end its element.
    const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
    });
    const start = 'id="data">';
    const place = shell.indexOf(start) + start.length;
    const page = shell.slice(0, place) + json + shell.slice(place);
    const address = URL.createObjectURL(new Blob([page], { type: "text/html" }));
    const name = `${shortened(data.name ?? "session", 60).replace(/\.\w+$/, "")}-notes.html`;
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    this.inFile = JSON.stringify(this.saved);
    toast(`Saved as ${name}`);
  }
}
