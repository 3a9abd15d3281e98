// The board of one lane, drawn in SVG.
//
// What a digit is shows by more than its colour:
//
//   clue        bold, on a tinted cell
//   placed      plain
//   guessed     in a ring; the last choice left of several in a dashed ring
//   taken back  struck through and pale, for the one step that takes it back
//   candidates  small, in the places of a telephone's keys; those that the step
//               rules out are struck through
//
// The cell that a step is about has a frame, the cell or house of a conflict is
// hatched and crossed out. Only cells that changed since the last drawing are
// touched.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const CELL = 36; // the side of a cell in the drawing's own measure

function svg(name, attributes, parent) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (parent) parent.append(node);
  return node;
}

class Board {
  constructor(puzzle, lane, words, parent) {
    this.puzzle = puzzle;
    this.words = words;
    this.lane = lane;
    const { size } = puzzle;
    this.columns = Math.ceil(Math.sqrt(size)); // of candidates in a cell
    const side = size * CELL;
    this.root = svg("svg", { viewBox: `-2 -2 ${side + 4} ${side + 4}`, class: "board", role: "img",
                             "aria-label": `Board of ${lane.name}` }, parent);
    this.tints = svg("g", {}, this.root);
    this.marksBelow = svg("g", {}, this.root);
    this.cells = puzzle.clues.map((clue, cell) => this.cell(cell, clue));
    this.lines();
    this.marksAbove = svg("g", {}, this.root);
    this.drawn = puzzle.clues.map(() => "");
  }

  place(cell) {
    const { size } = this.puzzle;
    return [cell % size * CELL, Math.floor(cell / size) * CELL];
  }

  cell(cell, clue) {
    const [x, y] = this.place(cell);
    const special = this.puzzle.houses.some(house => house.shaded && house.cells.includes(cell));
    svg("rect", { x, y, width: CELL, height: CELL,
                  class: `cell${clue ? " given" : ""}${special ? " special" : ""}` }, this.tints);
    const ring = svg("circle", { cx: x + CELL / 2, cy: y + CELL / 2, r: CELL * 0.41, class: "ring" },
                     this.root);
    const small = svg("text", { class: "candidates" }, this.root);
    const digit = svg("text", { x: x + CELL / 2, y: y + CELL / 2, class: "digit" }, this.root);
    return { ring, small, digit };
  }

  // Thin lines around all cells, thick ones where the box or region changes.
  lines() {
    const { size, boxes } = this.puzzle;
    const side = size * CELL;
    let thin = "", thick = `M0 0H${side}V${side}H0Z`;
    for (let line = 1; line < size; line++) {
      thin += `M0 ${line * CELL}H${side}M${line * CELL} 0V${side}`;
    }
    if (boxes) {
      boxes.forEach((box, cell) => {
        const [x, y] = this.place(cell);
        if ((cell + 1) % size && boxes[cell + 1] !== box) thick += `M${x + CELL} ${y}v${CELL}`;
        if (cell + size < boxes.length && boxes[cell + size] !== box) {
          thick += `M${x} ${y + CELL}h${CELL}`;
        }
      });
    }
    svg("path", { d: thin, class: "thin" }, this.root);
    for (const house of this.puzzle.houses.filter(house => house.kind === "diagonal")) {
      const ends = [house.cells[0], house.cells[house.cells.length - 1]].map(c => this.place(c));
      const rising = ends[0][0] > ends[1][0];
      svg("path", { d: rising ? `M${side} 0L0 ${side}` : `M0 0L${side} ${side}`, class: "diagonal" },
          this.root);
    }
    svg("path", { d: thick, class: "thick" }, this.root);
  }

  // Where a candidate stands in its cell.
  spot(cell, index) {
    const [x, y] = this.place(cell);
    const step = CELL / this.columns;
    const rows = Math.ceil(this.puzzle.size / this.columns);
    return [x + (index % this.columns + 0.5) * step,
            y + (Math.floor(index / this.columns) + 0.5) * CELL / rows];
  }

  // Draws a state, the step that led to it, and what that step took back.
  draw(state, candidates, step, takenBack) {
    const { size, symbols } = this.puzzle;
    const gone = new Map(takenBack);
    for (let cell = 0; cell < this.cells.length; cell++) {
      const digit = state.digit[cell];
      const ghost = !digit && gone.get(cell);
      const left = [];
      if (!digit && !ghost && candidates) {
        for (let index = 0; index < size; index++) {
          if (candidates[cell * size + index]) left.push(index);
        }
      }
      const key = digit ? `${digit}/${state.how[cell]}` : ghost ? `back ${ghost}` : left.join();
      if (key === this.drawn[cell]) continue;
      this.drawn[cell] = key;
      const { ring, small, digit: text } = this.cells[cell];
      const how = ghost ? "back" : ["open", "clue", "placed", "guessed", "last"][state.how[cell]];
      text.textContent = digit || ghost ? symbols[(digit || ghost) - 1] : "";
      text.setAttribute("class", `digit ${how}`);
      ring.setAttribute("class", `ring ${how}`);
      this.smallDigits(small, cell, left);
    }
    this.mark(step);
  }

  // All of a cell's candidates in one text, each glyph with its own place.
  smallDigits(text, cell, indices) {
    text.textContent = indices.map(index => this.puzzle.symbols[index]).join("");
    // A symbol of several letters (beyond 61 digits) takes a place for each.
    const spots = indices.flatMap(index => {
      return Array(this.puzzle.symbols[index].length).fill(this.spot(cell, index));
    });
    text.setAttribute("x", spots.map(spot => spot[0].toFixed(1)).join(" "));
    text.setAttribute("y", spots.map(spot => spot[1].toFixed(1)).join(" "));
    text.setAttribute("font-size", (CELL / this.columns * 0.78).toFixed(1));
  }

  frame(cell, name, parent = this.marksAbove) {
    const [x, y] = this.place(cell);
    return svg("rect", { x: x + 1.5, y: y + 1.5, width: CELL - 3, height: CELL - 3, class: name },
               parent);
  }

  // What the last step was about.
  mark(step) {
    this.marksAbove.replaceChildren();
    this.marksBelow.replaceChildren();
    if (!step) return;
    switch (step[0]) {
      case PLACE:
        this.frame(step[1], "about");
        if (step[3] === HIDDEN) this.house(step[4]);
        break;
      case OUT:
        this.frame(step[1], "about");
        if (step[3] === PEER) this.frame(step[4], "because");
        if (step[3] === LOCKED) { this.house(step[4]); this.house(step[5]); }
        for (const digit of [].concat(step[2])) {
          const [x, y] = this.spot(step[1], digit - 1);
          const text = svg("text", { x, y, class: "candidates out",
                                     "font-size": (CELL / this.columns * 0.78).toFixed(1) },
                           this.marksAbove);
          text.textContent = this.puzzle.symbols[digit - 1];
          const reach = CELL / this.columns * 0.4;
          svg("path", { d: `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`, class: "strike" },
              this.marksAbove);
        }
        break;
      case GUESS:
        if (step[3]) {
          for (const cell of step[5]) this.frame(cell, "about");
        } else {
          this.frame(step[4], "about");
          if (step[6] >= 0) this.house(step[6]);
        }
        break;
      case CONFLICT:
        if (step[1] === 0) { this.frame(step[2], "dead", this.marksBelow); this.cross(step[2]); }
        if (step[1] === 1) {
          for (const cell of this.puzzle.houses[step[2]].cells) {
            this.frame(cell, "dead", this.marksBelow);
          }
        }
        break;
      case FAMILY: {
        const { types } = this.lane.kinds[step[1]];
        types.forEach((type, place) => {
          if (type === "cell") this.pointer(step[place + 2]);
        });
        break;
      }
    }
  }

  house(house) {
    for (const cell of this.puzzle.houses[house].cells) this.frame(cell, "within", this.marksBelow);
  }

  cross(cell) {
    const [x, y] = this.place(cell), far = CELL - 8;
    svg("path", { d: `M${x + 8} ${y + 8}L${x + far} ${y + far}M${x + far} ${y + 8}L${x + 8} ${y + far}`,
                  class: "cross" }, this.marksAbove);
  }

  // Where a scan stands: a frame with a wedge that points at the cell.
  pointer(cell) {
    this.frame(cell, "about");
    const [x, y] = this.place(cell);
    svg("path", { d: `M${x} ${y}h11l-11 11z`, class: "wedge" }, this.marksAbove);
  }

  // What stands, in words, for those who do not see it.
  describe(state) {
    const { size, symbols } = this.puzzle;
    const rows = [];
    for (let row = 0; row < size; row++) {
      const digits = Array.from(state.digit.slice(row * size, (row + 1) * size));
      rows.push(digits.map(digit => digit ? symbols[digit - 1] : "open").join(" "));
    }
    const filled = state.digit.reduce((sum, digit) => sum + (digit > 0), 0);
    this.root.setAttribute("aria-label", `Board of ${this.lane.name}: ${filled} of ` +
      `${state.digit.length} cells filled. ${rows.map((row, i) => `Row ${i + 1}: ${row}`).join("; ")}.`);
  }
}
