// The search in words: for screen readers, for searching, and for print.
//
// Around the present step every sentence is a button that goes there; the whole
// search is written out as text when it is asked for.
"use strict";

class Transcript {
  constructor(parent, race) {
    this.race = race;
    this.near = 12;
    this.title = element("h3", "", parent);
    this.list = element("ol", "steps", parent);
    const whole = element("details", "", parent);
    element("summary", "", whole, "The whole search of this lane as text");
    this.text = element("pre", "script", whole);
    this.text.tabIndex = 0;
    whole.addEventListener("toggle", () => { if (whole.open) this.writeAll(); });
    this.whole = whole;
  }

  draw() {
    const lane = this.race.lanes[this.race.selected];
    if (!lane) return;
    const { replay, words, index } = lane;
    this.title.textContent = `${lane.data.name}: around step ${grouped(replay.numberOf(index))}`;
    const from = Math.max(0, index - 1 - this.near), to = Math.min(replay.length, index + this.near);
    this.list.replaceChildren();
    for (let at = from; at < to; at++) {
      if (replay.gaps.includes(at)) element("li", "gap", this.list, "... left out ...");
      const item = element("li", "", this.list);
      const go = element("button", "", item);
      go.type = "button";
      element("span", "number", go, grouped(replay.numbers[at]));
      element("span", "sentence", go, words.step(replay.steps[at]));
      go.style.paddingInlineStart = `${0.4 + Math.min(12, replay.depths[at + 1]) * 0.5}em`;
      if (at === index - 1) go.setAttribute("aria-current", "step");
      go.addEventListener("click", () => this.race.goTo(lane.number, at + 1));
    }
    if (this.whole.open && this.written !== lane) this.writeAll();
  }

  writeAll() {
    const lane = this.race.lanes[this.race.selected];
    const { replay, words } = lane;
    this.written = lane;
    this.text.textContent = replay.steps.map((step, at) => {
      const gap = replay.gaps.includes(at) ? "... left out ...\n" : "";
      return `${gap}${String(replay.numbers[at]).padStart(8)} ` +
        `${String(replay.depths[at + 1]).padStart(4)}  ${words.step(step)}`;
    }).join("\n");
  }
}
