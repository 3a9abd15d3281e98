// One engine's card: its board, the step in words, its own data, its search tree
// and its counters, all drawn for one place of its search.
"use strict";

class Lane {
  constructor(puzzle, data, number, parent, race) {
    this.data = data;
    this.number = number;
    this.puzzle = puzzle;
    this.replay = new Replay(puzzle, data);
    this.words = new Words(puzzle, data);
    // An engine that tells no candidates ruled out looks them up from the digits.
    this.tells = this.replay.steps.some(step => step[0] === OUT);
    this.index = -1;
    this.build(parent, race);
  }

  build(parent, race) {
    const { data, number } = this;
    this.card = element("article", `lane lane${number % 6}`, parent);
    this.card.setAttribute("aria-label", data.name);
    this.card.addEventListener("pointerdown", () => race.select(number));
    const head = element("header", "", this.card);
    const title = element("h2", "", head);
    const name = element("button", "name", title);
    name.type = "button";
    name.title = `Lead with this lane (key ${number + 1})`;
    name.addEventListener("click", () => race.select(number));
    this.name = name;
    const mark = svg("svg", { viewBox: "-8 -8 16 16", class: "shape", "aria-hidden": "true" }, name);
    Plot.prototype.sign(mark, SHAPES[number % SHAPES.length], 0, 0, `lane${number % 6}`);
    element("span", "", name, data.name);
    this.state = element("span", "state", head);
    element("p", "idea", this.card, data.idea);
    const body = element("div", "body", this.card);
    const left = element("div", "left", body);
    this.board = new Board(this.puzzle, data, this.words, left);
    this.reason = element("p", "reason", left);
    this.view = makeView(data.view, element("div", "view", body), this.replay, this.words);
    const foot = element("div", "foot", this.card);
    this.tree = new Tree(foot, this.replay, this.words, index => race.goTo(number, index));
    this.counters = element("dl", "counters", foot);
    this.counter = {};
    for (const name of ["step", "depth", "placements", "guesses", "backtracks", "conflicts"]) {
      const pair = element("div", "", this.counters);
      element("dt", "", pair, name);
      this.counter[name] = element("dd", "", pair);
    }
    if (data.cut) element("p", "cut", foot, data.cut);
  }

  // The candidates to be shown: those told, or those that the digits leave.
  candidates(state) {
    if (this.tells) return state.candidates;
    const { size, houses } = this.puzzle;
    const left = state.candidates.slice();
    for (const house of houses) {
      for (const cell of house.cells) {
        if (!state.digit[cell]) continue;
        for (const other of house.cells) left[other * size + state.digit[cell] - 1] = 0;
      }
    }
    return left;
  }

  draw(index, force) {
    if (index === this.index && !force) return;
    this.index = index;
    const { replay } = this;
    const step = index > 0 ? replay.steps[index - 1] : null;
    let takenBack = [];
    if (step && step[0] === BACK) {
      const before = replay.at(index - 1).digit.slice();
      const now = replay.at(index).digit;
      takenBack = Array.from(before.keys()).filter(cell => before[cell] && !now[cell])
        .map(cell => [cell, before[cell]]);
    }
    let state = replay.at(index);
    const candidates = this.candidates(state);
    if (step && step[0] === SOLUTION) state = withSolution(state, step[2]);
    this.board.draw(state, this.data.view === "scan" ? null : candidates, step, takenBack);
    this.view.draw(state, candidates, step, index);
    this.tree.draw(index);
    this.tell(step, index);
  }

  tell(step, index) {
    const { replay, data } = this;
    const number = replay.numberOf(index);
    this.reason.textContent = step ? this.words.step(step) : "The clues, and nothing else yet.";
    this.reason.classList.toggle("conflict", !!step && step[0] === CONFLICT);
    this.reason.classList.toggle("solution", !!step && step[0] === SOLUTION);
    const sums = replay.sumsAt(index);
    this.counter.step.textContent = `${grouped(number)} of ${grouped(data.steps)}`;
    this.counter.depth.textContent = replay.depths[index];
    for (const name of ["placements", "guesses", "backtracks", "conflicts"]) {
      this.counter[name].textContent = grouped(sums[name]);
    }
    const ended = index >= replay.length;
    const found = sums.solutions;
    this.state.textContent = ended ? data.outcome
      : found ? `${found} found` : index ? "searching" : "ready";
    this.state.classList.toggle("ended", ended);
    this.card.classList.toggle("solved", !!step && step[0] === SOLUTION);
  }

  // What the lane says to those who do not see it.
  spoken() {
    this.board.describe(this.replay.at(this.index));
    return `${this.data.name}, step ${this.replay.numberOf(this.index)}, depth ` +
      `${this.replay.depths[this.index]}: ${this.reason.textContent}`;
  }

  // The next or last moment of a kind, from here on; nothing if there is none.
  moment(kind, forward) {
    const marks = this.replay.marks[kind];
    return forward ? marks.find(mark => mark > this.index)
      : [...marks].reverse().find(mark => mark < this.index);
  }
}

// The state with a solution's digits in the cells still open: an engine may know a
// solution before it has written every digit of it.
function withSolution(state, digits) {
  const shown = state.copy();
  digits.forEach((digit, cell) => {
    if (shown.digit[cell]) return;
    shown.digit[cell] = digit;
    shown.how[cell] = PLACED;
  });
  return shown;
}
