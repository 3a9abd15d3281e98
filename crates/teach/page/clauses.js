// The view of an engine that works on clauses: how large the formula is, what it
// is certain of, and the clauses it has learnt.
//
// A clause solver does not show its decisions, so there is no tree to draw. What it
// shows is its proof: each learnt clause follows from the formula, and once one of
// them has a single literal, that literal is certain. Literals are coloured and
// struck by what the board knows of them; numbers in `lits` are
// `2 * (cell * size + digit - 1)`, and one more for a negation.
"use strict";

// Literals of a clause that are written out.
const MOST = 8;

class ClausesView {
  constructor(parent, replay, words) {
    this.replay = replay;
    this.words = words;
    this.puzzle = replay.puzzle;
    this.kind = replay.lane.kinds.findIndex(kind => kind.kind === "learnt");
    this.learnt = [];   // the indices of the steps that told a learnt clause
    this.certain = [];  // ... and of those that settled a candidate without a guess
    replay.steps.forEach((step, index) => {
      if (step[0] === FAMILY && step[1] === this.kind) this.learnt.push(index);
      if (step[0] === PLACE || step[0] === OUT) this.certain.push(index);
    });
    this.size = element("p", "where", parent);
    element("p", "legend", parent, "Learnt clauses, the newest first: each excludes a mistake for " +
      "good. A literal is \"this cell holds this digit\" or its negation; what is known to be true is " +
      "bold, what is known to be false is struck.");
    this.list = element("ol", "clauses", parent);
    element("p", "legend", parent, "The trail: what is certain, the newest first.");
    this.trail = element("ol", "clauses", parent);
    element("p", "legend", parent, "Lengths of the learnt clauses, in the order of learning:");
    this.lengths = new Canvas(parent, 54, "Lengths of learnt clauses", (...a) => this.drawLengths(...a));
  }

  draw(state, candidates, step, index) {
    this.index = index;
    const formula = this.replay.told(state, "formula");
    const seen = this.before(this.learnt, index);
    this.size.textContent = (formula
      ? `${grouped(formula.variables)} variables, ${grouped(formula.clauses)} clauses` : "Before the formula") +
      `; ${grouped(this.learntBy(state))} learnt`;
    this.list.replaceChildren();
    for (const at of seen.slice(-4).reverse()) this.clause(at, state, candidates);
    if (!seen.length) element("li", "", this.list, "None yet: propagation alone.");
    this.trail.replaceChildren();
    for (const at of this.before(this.certain, index).slice(-4).reverse()) {
      element("li", "", this.trail, this.words.step(this.replay.steps[at]));
    }
    this.lengths.draw();
  }

  // The steps of a list that were made before a moment.
  before(list, index) {
    let count = 0;
    while (count < list.length && list[count] < index) count++;
    return list.slice(0, count);
  }

  // How many clauses were learnt, those left out of the page included.
  learntBy(state) {
    const told = this.replay.told(state, "learnt");
    return told ? told.number : 0;
  }

  lits(at) {
    const place = this.replay.lane.kinds[this.kind].fields.indexOf("lits");
    return this.replay.steps[at][place + 2];
  }

  clause(at, state, candidates) {
    const { size } = this.puzzle;
    const item = element("li", "", this.list);
    const lits = this.lits(at);
    lits.slice(0, MOST).forEach((literal, place) => {
      const candidate = Math.floor(literal / 2), negated = literal % 2 === 1;
      const cell = Math.floor(candidate / size), digit = candidate % size + 1;
      const known = state.digit[cell] ? state.digit[cell] === digit
        : candidates[candidate] ? undefined : false;
      const truth = known === undefined ? "open" : known !== negated ? "true" : "false";
      if (place) item.append(" or ");
      const name = `${this.words.cell(cell)}${negated ? "\u2260" : "="}${this.words.digit(digit)}`;
      element("span", truth, item, name);
    });
    if (lits.length > MOST) item.append(` or ${lits.length - MOST} more`);
  }

  drawLengths(context, width, height, colours) {
    const seen = this.before(this.learnt, this.index || 0);
    if (!seen.length) return;
    const lengths = this.learnt.map(at => this.lits(at).length);
    const most = Math.max(...lengths), bar = width / lengths.length;
    seen.forEach((at, place) => {
      const tall = Math.max(1, lengths[place] / most * (height - 4));
      context.fillStyle = lengths[place] <= 1 ? colours.good : colours.accent;
      context.fillRect(place * bar, height - tall, Math.max(1, bar - (bar > 3 ? 1 : 0)), tall);
    });
  }
}
