// A search replayed: what stands on the board after any number of steps.
//
// The steps of a lane come as short arrays (see `crates/teach/src/page/lane.rs`,
// which writes them). Going forward, a State writes down what it changes, so that
// a step back to an earlier choice can take it away again, exactly as an engine
// does. Any place in the search is reached from the nearest snapshot before it.
//
//   steps      0 . . . . . . . . 256 . . . . . . . 512 . . .
//   snapshots  ^                 ^                 ^           a copy of the State
//
// While the search is replayed once at the beginning, its tree is gathered (a
// node for each choice, from the step that follows it to the step that undoes
// it), and the sums that the counters show.
"use strict";

// The first number of a step says what it is.
const GUESS = 0, PLACE = 1, OUT = 2, CONFLICT = 3, BACK = 4, SOLUTION = 5, FAMILY = 6;
// The reasons for a digit or against it, with what follows each in the step.
const TRIED = 0, CHOSEN = 1, NAKED = 2, HIDDEN = 3, PEER = 4, LOCKED = 5, OWN_RULE = 6, BEFORE = 7;
// How a digit came to stand in its cell.
const OPEN = 0, CLUE = 1, PLACED = 2, GUESSED = 3, LAST = 4;

const SNAPSHOT_EVERY = 256;

// Whether a set of digits that came as a number (or, beyond 2^53, as text) holds
// the digit of this index.
function holds(set, index) {
  if (typeof set === "string") return (BigInt(set) >> BigInt(index) & 1n) === 1n;
  return Math.floor(set / 2 ** index) % 2 === 1;
}

// The digits' indices in such a set.
function members(set, size) {
  const found = [];
  for (let index = 0; index < size; index++) if (holds(set, index)) found.push(index);
  return found;
}

// What one who believes the steps knows.
class State {
  constructor(size, cells) {
    this.size = size;
    this.digit = new Uint8Array(cells);           // 0 is open
    this.how = new Uint8Array(cells);
    this.candidates = new Uint8Array(cells * size); // one byte a candidate
    this.changes = [];  // cells placed as -1 - cell, candidates ruled out as their index
    this.choices = [];  // where in `changes` each standing choice began
    this.found = 0;
    this.latest = [];   // for each kind of family event the step that told it last
    this.chosen = OPEN; // how the next digit placed came about, if a choice said so
  }

  copy() {
    const twin = Object.create(State.prototype);
    Object.assign(twin, this);
    for (const name of ["digit", "how", "candidates", "changes", "choices", "latest"]) {
      twin[name] = this[name].slice();
    }
    return twin;
  }

  get depth() { return this.choices.length; }

  apply(step, index) {
    switch (step[0]) {
      case GUESS:
        this.choices.push(this.changes.length);
        this.chosen = step[1] < step[2] ? GUESSED : LAST;
        break;
      case PLACE: {
        const [, cell, digit, reason] = step;
        if (reason === TRIED) this.choices.push(this.changes.length);
        const how = reason === TRIED ? GUESSED : reason === CHOSEN ? this.chosen : PLACED;
        this.place(cell, digit, how);
        break;
      }
      case OUT:
        for (const digit of [].concat(step[2])) this.ruleOut(step[1], digit);
        break;
      case BACK:
        this.goBackTo(step[1]);
        break;
      case SOLUTION:
        this.found = step[1];
        break;
      case FAMILY:
        this.latest[step[1]] = index;
        break;
    }
  }

  place(cell, digit, how) {
    this.digit[cell] = digit;
    this.how[cell] = how;
    this.changes.push(-1 - cell);
    for (let other = 1; other <= this.size; other++) {
      if (other !== digit) this.ruleOut(cell, other);
    }
  }

  ruleOut(cell, digit) {
    const candidate = cell * this.size + digit - 1;
    if (this.candidates[candidate]) {
      this.candidates[candidate] = 0;
      this.changes.push(candidate);
    }
  }

  goBackTo(depth) {
    if (depth >= this.choices.length) return;
    const mark = this.choices[depth];
    this.choices.length = depth;
    while (this.changes.length > mark) {
      const change = this.changes.pop();
      if (change < 0) {
        this.digit[-1 - change] = 0;
        this.how[-1 - change] = OPEN;
      } else {
        this.candidates[change] = 1;
      }
    }
  }
}

// One lane's search, to be looked at after any number of its steps.
class Replay {
  constructor(puzzle, lane) {
    this.puzzle = puzzle;
    this.lane = lane;
    this.steps = [];
    this.numbers = [];  // each step's number in the whole search, from 1
    this.partOf = [];   // which part each step belongs to
    this.gaps = [];     // before which step something was left out
    lane.parts.forEach((part, number) => {
      if (part.from !== this.numberOf(this.steps.length) + 1) this.gaps.push(this.steps.length);
      part.steps.forEach((step, place) => {
        this.steps.push(step);
        this.numbers.push(part.from + place);
        this.partOf.push(number);
      });
    });
    this.length = this.steps.length;
    this.replayAll();
  }

  // How many steps of the whole search were made after `index` of those kept.
  numberOf(index) {
    return index > 0 ? this.numbers[index - 1] : 0;
  }

  // How many of the steps kept were made once the search had made `number`.
  indexOf(number) {
    let low = 0, high = this.length;
    while (low < high) {
      const middle = low + high + 1 >> 1;
      if (this.numbers[middle - 1] <= number) low = middle; else high = middle - 1;
    }
    return low;
  }

  start() {
    const { size, clues } = this.puzzle;
    const state = new State(size, clues.length);
    clues.forEach((clue, cell) => {
      state.digit[cell] = clue;
      state.how[cell] = clue ? CLUE : OPEN;
      const start = this.lane.start[cell];
      for (let index = 0; index < size; index++) {
        state.candidates[cell * size + index] = holds(start, index) ? 1 : 0;
      }
    });
    return state;
  }

  // The state before a part: the puzzle, and what stood by then. What the family
  // told of itself stays what it was.
  leap(before, number) {
    const state = this.start();
    state.found = this.lane.parts[number].sums[6];
    for (const step of this.lane.parts[number].standing) state.apply(step, -1);
    state.latest = before.latest;
    return state;
  }

  replayAll() {
    const sums = () => ({ placements: 0, guesses: 0, backtracks: 0, depth: 0, eliminations: 0,
                          conflicts: 0, solutions: 0 });
    const names = Object.keys(sums());
    this.names = names;
    this.snapshots = [];
    this.sums = names.map(() => new Float64Array(this.length + 1));
    this.depths = new Uint32Array(this.length + 1);
    this.nodes = [];                               // the tree, in the order of choices
    this.nodeAt = new Int32Array(this.length + 1); // the innermost choice standing; -1 none
    this.marks = { guess: [], conflict: [], solution: [] }; // indices after such steps
    let state = this.start(), part = -1, standing = [], count = sums();
    const close = (depth, index) => {
      while (standing.length > depth) this.nodes[standing.pop()].end = index;
    };
    const open = (step, index) => {
      const parent = standing.length ? standing[standing.length - 1] : -1;
      standing.push(this.nodes.length);
      this.nodes.push({ start: index, end: this.length, depth: standing.length, parent, step,
                        conflicts: 0, solutions: 0, continued: false });
    };
    for (let index = 0; index <= this.length; index++) {
      if (index % SNAPSHOT_EVERY === 0) this.snapshots.push(state.copy());
      this.depths[index] = state.depth;
      this.nodeAt[index] = standing.length ? standing[standing.length - 1] : -1;
      names.forEach((name, place) => { this.sums[place][index] = count[name]; });
      if (index === this.length) break;
      if (this.partOf[index] !== part) {
        part = this.partOf[index];
        close(0, index);
        state = this.leap(state, part);
        names.forEach((name, place) => { count[name] = this.lane.parts[part].sums[place]; });
        for (const step of this.lane.parts[part].standing) {
          if (!isChoice(step)) continue;
          open(step, index);
          this.nodes[this.nodes.length - 1].continued = true;
        }
      }
      const step = this.steps[index];
      state.apply(step, index);
      if (isChoice(step)) open(step, index);
      switch (step[0]) {
        case GUESS:
          if (step[1] < step[2]) count.guesses++;
          this.marks.guess.push(index + 1);
          break;
        case PLACE:
          count.placements++;
          if (step[3] === TRIED) this.marks.guess.push(index + 1);
          break;
        case OUT: count.eliminations++; break;
        case CONFLICT:
          count.conflicts++;
          this.marks.conflict.push(index + 1);
          for (const node of standing) this.nodes[node].conflicts++;
          break;
        case BACK:
          count.backtracks++;
          close(step[1], index);
          break;
        case SOLUTION:
          count.solutions++;
          this.marks.solution.push(index + 1);
          for (const node of standing) this.nodes[node].solutions++;
          break;
      }
      count.depth = Math.max(count.depth, state.depth);
    }
    close(0, this.length);
    this.treeDepth = this.nodes.reduce((most, node) => Math.max(most, node.depth), 0);
  }

  // The state after `index` steps. It is shared: look at it, do not keep it.
  at(index) {
    const near = this.near;
    let state, from;
    if (near && near.index <= index && index - near.index < SNAPSHOT_EVERY) {
      ({ state, index: from } = near);
    } else {
      const snapshot = Math.floor(index / SNAPSHOT_EVERY);
      state = this.snapshots[snapshot].copy();
      from = snapshot * SNAPSHOT_EVERY;
    }
    for (let at = from; at < index; at++) {
      // Between two parts the board leaps over what was left out.
      if (at > 0 && this.partOf[at] !== this.partOf[at - 1]) {
        state = this.leap(state, this.partOf[at]);
      }
      state.apply(this.steps[at], at);
    }
    this.near = { state, index };
    return state;
  }

  // The sums over the whole search up to a step, by name.
  sumsAt(index) {
    return Object.fromEntries(this.names.map((name, place) => [name, this.sums[place][index]]));
  }

  // The latest event of a kind of the family's own that the state knows, by the
  // names of its fields. A kind may come with fewer fields at times.
  told(state, kind) {
    let index = -1, fields = [];
    this.lane.kinds.forEach((one, number) => {
      const at = state.latest[number];
      if (one.kind === kind && at !== undefined && at > index) ({ fields } = one, index = at);
    });
    if (index < 0) return null;
    const values = this.steps[index].slice(2);
    const told = Object.fromEntries(fields.map((field, place) => [field, values[place]]));
    told.index = index;
    return told;
  }
}

// Whether a step follows a choice: a guess, or a digit tried.
function isChoice(step) {
  return step[0] === GUESS || step[0] === PLACE && step[3] === TRIED;
}
