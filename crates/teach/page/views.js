// What an engine has beside the board: one drawing for each kind of view that an
// engine declares (`EngineInfo::view`).
//
// A view is made once for its lane and drawn after every step from the state, the
// candidates and what the family told last. It takes a few lines to say how it is
// to be read; a picture without that teaches nobody.
"use strict";

// The view of this kind; every kind has one.
function makeView(kind, parent, replay, words) {
  const kinds = { scan: ScanView, masks: MasksView, cover: CoverView, clauses: ClausesView,
                  lanes: LanesView };
  return new (kinds[kind] || MasksView)(parent, replay, words);
}

function element(name, className, parent, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  if (parent) parent.append(node);
  return node;
}

// A pointer that walks over the open cells, and what it found where it stands.
class ScanView {
  constructor(parent, replay, words) {
    this.replay = replay;
    this.words = words;
    this.puzzle = replay.puzzle;
    this.where = element("p", "where", parent);
    this.chips = element("ol", "chips", parent);
    element("p", "legend", parent, "The walk over the open cells: what stands, and where the " +
      "pointer is. One cell at a time, and no memory but the digits themselves.");
    this.strip = new Canvas(parent, 60, "The open cells in the order of the walk", (...a) => {
      this.drawStrip(...a);
    });
    this.order = this.walk();
  }

  // The open cells in the order in which the search first writes in them; those it
  // never reaches come last.
  walk() {
    const seen = new Set();
    for (const step of this.replay.steps) if (step[0] === PLACE) seen.add(step[1]);
    const cells = Array.from(this.puzzle.clues.keys()).filter(cell => !this.puzzle.clues[cell]);
    return [...seen, ...cells.filter(cell => !seen.has(cell))];
  }

  draw(state, candidates, step) {
    const told = this.replay.told(state, "scan");
    this.state = state;
    this.cell = told ? told.cell : step && step[0] === PLACE ? step[1] : -1;
    if (step && step[0] === PLACE) this.cell = step[1];
    this.where.textContent = this.cell >= 0
      ? `Pointer at ${this.words.cell(this.cell)}: open cell ${this.order.indexOf(this.cell) + 1} of ` +
        `${this.order.length}` : "";
    this.chips.replaceChildren();
    if (told && told.cell === this.cell) this.drawChips(told);
    this.strip.draw();
  }

  // Each digit: whether it fits, and if not, what stands in its way, where the
  // engine has looked.
  drawChips({ fits, unfit = 0, standing = [] }) {
    const { size, symbols } = this.puzzle;
    const failed = members(unfit, size);
    for (let index = 0; index < size; index++) {
      const chip = element("li", "chip", this.chips);
      element("b", "", chip, symbols[index]);
      const clash = standing[failed.indexOf(index)];
      let word = "";
      if (holds(fits, index)) {
        word = "fits";
        chip.classList.add("fits");
      } else if (clash !== undefined) {
        word = clash === this.cell ? "not allowed" : `in ${this.words.cell(clash)}`;
        chip.classList.add("clashes");
      }
      element("span", "", chip, word);
    }
  }

  drawStrip(context, width, height, colours) {
    const count = this.order.length;
    if (!count || !this.state) return;
    const rows = Math.max(1, Math.ceil(count * 15 / width));
    const columns = Math.ceil(count / rows);
    const w = width / columns, h = Math.min(22, (height - 4) / rows);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `${Math.min(13, h * 0.72, w * 0.9)}px system-ui, sans-serif`;
    this.order.forEach((cell, place) => {
      const [x, y] = [place % columns * w, Math.floor(place / columns) * h + 2];
      const digit = this.state.digit[cell];
      context.fillStyle = digit ? colours.accent : colours.tint;
      context.fillRect(x + 0.5, y + 0.5, w - 1, h - 1);
      if (digit) {
        context.fillStyle = colours.paper;
        context.fillText(this.puzzle.symbols[digit - 1], x + w / 2, y + h / 2);
      }
      if (cell === this.cell) {
        context.strokeStyle = colours.ink;
        context.lineWidth = 2;
        context.strokeRect(x + 1, y + 1, w - 2, h - 2);
      }
    });
  }
}

// A mask of missing digits for each house, and how many candidates cells have.
class MasksView {
  constructor(parent, replay, words) {
    this.replay = replay;
    this.puzzle = replay.puzzle;
    this.words = words;
    this.before = [];
    this.line = element("p", "where", parent);
    element("p", "legend", parent, "A row a house, a bit a digit: filled bits are digits that the " +
      "house still lacks, crossed ones fell with the last step.");
    const rows = Math.ceil(this.puzzle.houses.length / this.columns());
    this.masks = new Canvas(parent, rows * this.rowHeight() + 18, "The masks of all houses", (...a) => {
      this.drawMasks(...a);
    });
    element("p", "legend", parent, "Open cells by the number of their candidates; the search " +
      "branches on the fewest.");
    this.bars = new Canvas(parent, 64, "Open cells by their number of candidates", (...a) => {
      this.drawBars(...a);
    });
  }

  columns() { return Math.ceil(this.puzzle.houses.length / this.puzzle.size); }

  rowHeight() { return this.puzzle.size > 9 ? 11 : 14; }

  draw(state, candidates, step, index) {
    this.now = this.houseMasks(state);
    this.before = index > 0 ? this.houseMasks(this.replay.at(index - 1)) : this.now;
    const { size } = this.puzzle;
    this.line.textContent = this.standing(state);
    this.counts = new Array(size + 1).fill(0);
    for (let cell = 0; cell < state.digit.length; cell++) {
      if (state.digit[cell]) continue;
      let count = 0;
      for (let index = 0; index < size; index++) count += candidates[cell * size + index];
      this.counts[count]++;
    }
    this.masks.draw();
    this.bars.draw();
  }

  // What the engine said last of how things stand.
  standing(state) {
    const all = ["pass", "masks", "scan"].map(kind => this.replay.told(state, kind)).filter(Boolean);
    if (!all.length) return "";
    const told = all.reduce((last, one) => one.index > last.index ? one : last);
    const open = `${told.open} cells open`;
    if (told.cell !== undefined) {
      const fewest = members(told.fits, this.puzzle.size).length;
      return `${open}; ${this.words.cell(told.cell)} has the fewest candidates: ${fewest}`;
    }
    const pass = told.number === undefined ? "At rest" : `Pass ${told.number}`;
    return `${pass}: ${open}, ${told.candidates} candidates`;
  }

  // Which digits each house lacks, read off the board: exactly what the engine's
  // masks hold once it has written down what it knows.
  houseMasks(state) {
    return this.puzzle.houses.map(house => {
      const lacks = new Uint8Array(this.puzzle.size).fill(1);
      for (const cell of house.cells) if (state.digit[cell]) lacks[state.digit[cell] - 1] = 0;
      return lacks;
    });
  }

  drawMasks(context, width, height, colours) {
    if (!this.now) return;
    const { size, houses, symbols } = this.puzzle;
    const columns = this.columns(), gap = 10;
    const columnWidth = (width - gap * (columns - 1)) / columns;
    const label = Math.min(26, columnWidth * 0.2), bit = (columnWidth - label) / size;
    const rowHeight = this.rowHeight(), side = Math.max(1.5, Math.min(bit - 1, rowHeight - 2));
    context.textBaseline = "middle";
    houses.forEach((house, number) => {
      const x = Math.floor(number / size) * (columnWidth + gap);
      const y = 16 + number % size * rowHeight;
      context.fillStyle = colours.faint;
      context.textAlign = "left";
      context.font = "9px system-ui, sans-serif";
      context.fillText(house.short, x, y + rowHeight / 2);
      for (let index = 0; index < size; index++) {
        const left = x + label + index * bit, top = y + (rowHeight - side) / 2;
        const lacks = this.now[number][index], fell = this.before[number] && this.before[number][index] && !lacks;
        context.fillStyle = lacks ? colours.accent : colours.tint;
        context.fillRect(left, top, side, side);
        if (fell) {
          context.strokeStyle = colours.bad;
          context.lineWidth = 1.5;
          context.beginPath();
          context.moveTo(left, top); context.lineTo(left + side, top + side);
          context.moveTo(left + side, top); context.lineTo(left, top + side);
          context.stroke();
        }
        if (number % size === 0 && bit > 6) {
          context.fillStyle = colours.faint;
          context.textAlign = "center";
          context.fillText(symbols[index], left + side / 2, 8);
        }
      }
    });
  }

  drawBars(context, width, height, colours) {
    if (!this.counts) return;
    const { size } = this.puzzle;
    const most = Math.max(1, ...this.counts), bar = width / (size + 1);
    const fewest = this.counts.findIndex((count, candidates) => candidates > 0 && count > 0);
    context.textAlign = "center";
    context.font = `${Math.min(10, bar * 0.62)}px system-ui, sans-serif`;
    this.counts.forEach((count, candidates) => {
      const x = candidates * bar, tall = count / most * (height - 28);
      context.fillStyle = candidates === 0 ? colours.bad : candidates === fewest ? colours.accent : colours.line;
      if (count) context.fillRect(x + 2, height - 14 - tall, bar - 4, tall);
      context.fillStyle = colours.faint;
      context.fillText(String(candidates), x + bar / 2, height - 3);
      if (count) {
        context.fillStyle = colours.ink;
        context.fillText(String(count), x + bar / 2, height - 17 - tall);
      }
    });
  }
}

// The constraints as tiles: a cell must be filled, a house must have a digit.
class CoverView {
  constructor(parent, replay, words) {
    this.replay = replay;
    this.puzzle = replay.puzzle;
    this.words = words;
    element("p", "legend", parent, "A tile an item to be covered: filled once it is, else with the " +
      "number of options left. One left is forced and framed; none is a dead end and crossed out.");
    this.line = element("p", "where", parent);
    this.blocks = this.makeBlocks();
    this.canvas = new Canvas(parent, 100, "Items of the exact cover as tiles", (...a) => {
      this.drawTiles(...a);
    });
  }

  // `size` rows of `size` tiles: the cells, and the digits of each kind of house.
  makeBlocks() {
    const { size, houses } = this.puzzle;
    const grid = Array.from({ length: size * size }, (_, cell) => ({ cell }));
    const blocks = [{ name: "cell filled", tiles: grid }];
    for (const kind of new Set(houses.map(house => house.kind))) {
      const tiles = houses.flatMap((house, number) => house.kind === kind && house.full
        ? Array.from({ length: size }, (_, index) => ({ house: number, index })) : []);
      if (tiles.length) blocks.push({ name: `${kind} has digit`, tiles });
    }
    return blocks;
  }

  draw(state, candidates, step) {
    this.state = state;
    this.candidates = candidates;
    const told = this.replay.told(state, "left");
    this.line.textContent = told
      ? `${told.items} items to cover, ${told.options} options left` : "";
    const about = step && step[0] === FAMILY && this.replay.lane.kinds[step[1]].kind === "option";
    this.chosen = about || step && step[0] === PLACE ? step : null;
    this.canvas.draw();
  }

  // How many options an item has left; -1 once it is covered.
  left({ cell, house, index }) {
    const { size, houses } = this.puzzle;
    const { digit } = this.state;
    if (cell !== undefined) {
      if (digit[cell]) return -1;
      let count = 0;
      for (let i = 0; i < size; i++) count += this.candidates[cell * size + i];
      return count;
    }
    let count = 0;
    for (const place of houses[house].cells) {
      if (digit[place] === index + 1) return -1;
      if (!digit[place]) count += this.candidates[place * size + index];
    }
    return count;
  }

  // Whether the option taken by the last step covers this item.
  covers({ cell, house, index }) {
    if (!this.chosen || this.chosen[0] !== PLACE) return false;
    const [, where, digit] = this.chosen;
    return cell !== undefined ? cell === where
      : index === digit - 1 && this.puzzle.houses[house].cells.includes(where);
  }

  drawTiles(context, width, height, colours) {
    if (!this.state) return;
    const { size } = this.puzzle;
    const across = width >= 150 && this.blocks.length > 1 ? 2 : 1, gap = 12;
    const blockWidth = (width - gap * (across - 1)) / across;
    const tile = Math.min(24, blockWidth / size);
    const down = Math.ceil(this.blocks.length / across), blockHeight = 16 + tile * size + 6;
    const wanted = Math.ceil(down * blockHeight);
    if (wanted !== this.canvas.height) {
      this.canvas.setHeight(wanted);
      this.canvas.draw();
      return;
    }
    context.textBaseline = "middle";
    this.blocks.forEach((block, number) => {
      const left = number % across * (blockWidth + gap);
      const top = Math.floor(number / across) * blockHeight;
      context.fillStyle = colours.faint;
      context.textAlign = "left";
      context.font = "10px system-ui, sans-serif";
      context.fillText(block.name, left, top + 7);
      context.textAlign = "center";
      context.font = `${Math.min(12, tile * 0.7)}px system-ui, sans-serif`;
      block.tiles.forEach((item, place) => {
        const x = left + place % size * tile, y = top + 15 + Math.floor(place / size) * tile;
        this.drawTile(context, x, y, tile, item, colours);
      });
    });
  }

  drawTile(context, x, y, tile, item, colours) {
    const left = this.left(item), side = tile - 1;
    context.fillStyle = left < 0 ? colours.accent : colours.tint;
    context.fillRect(x, y, side, side);
    if (left > 0 && left <= 3) {
      // The fewer options are left, the more a tile stands out.
      context.globalAlpha = [0, 0.38, 0.24, 0.12][left];
      context.fillStyle = colours.accent;
      context.fillRect(x, y, side, side);
      context.globalAlpha = 1;
    }
    if (left === 0) {
      context.strokeStyle = colours.bad;
      context.lineWidth = 2;
      context.beginPath();
      context.moveTo(x + 1, y + 1); context.lineTo(x + side - 1, y + side - 1);
      context.moveTo(x + side - 1, y + 1); context.lineTo(x + 1, y + side - 1);
      context.stroke();
    } else if (left > 0 && tile >= 9) {
      context.fillStyle = colours.ink;
      context.fillText(String(left), x + side / 2, y + side / 2 + 0.5);
    }
    if (left === 1 || this.covers(item)) {
      context.strokeStyle = this.covers(item) ? colours.bad : colours.ink;
      context.lineWidth = this.covers(item) ? 2 : 1;
      context.strokeRect(x + 0.5, y + 0.5, side - 1, side - 1);
    }
  }
}

// The board as the processor holds it: 27 words, each three cells of nine bits
// and a guard; the same word of the three bands lies in one vector.
class LanesView {
  constructor(parent, replay, words) {
    this.replay = replay;
    this.puzzle = replay.puzzle;
    element("p", "legend", parent, "A row a vector, a lane a band. A lane's word is three cells, " +
      "nine bits each; the hollow tenth catches carries. Filled bits are candidates, crossed ones " +
      "fell in the last sweep.");
    this.line = element("p", "where", parent);
    this.canvas = new Canvas(parent, 9 * 17 + 20, "27 words of the board as bits", (...a) => {
      this.drawWords(...a);
    });
  }

  draw(state, candidates) {
    const told = this.replay.told(state, "sweep");
    this.now = told && told.words || this.bits(candidates);
    // What a sweep struck out is told after it, so the state before it has it still.
    const at = told ? told.index : -1;
    if (at !== this.sweptAt) {
      this.sweptAt = at;
      this.before = at < 0 ? this.now : this.bits(this.replay.at(at).candidates);
    }
    this.line.textContent = told
      ? `After sweep ${told.number}: ${told.candidates} candidates` : "Before the first sweep";
    this.canvas.draw();
  }

  // The words that hold these candidates: `9 * band + 3 * row + column`.
  bits(candidates) {
    return Array.from({ length: 27 }, (_, at) => {
      const band = Math.floor(at / 9), row = Math.floor(at % 9 / 3), column = at % 3;
      let word = 0;
      for (let stack = 0; stack < 3; stack++) {
        const cell = 9 * (3 * band + row) + 3 * stack + column;
        for (let index = 0; index < 9; index++) {
          if (candidates[cell * 9 + index]) word |= 1 << 10 * stack + index;
        }
      }
      return word;
    });
  }

  drawWords(context, width, height, colours) {
    if (!this.now) return;
    const label = 30, gap = 8, lane = (width - label - 2 * gap) / 3, bit = lane / 30.8;
    const row = 17, tall = row - 4;
    context.font = "9px system-ui, sans-serif";
    context.textBaseline = "middle";
    context.textAlign = "center";
    context.fillStyle = colours.faint;
    for (let band = 0; band < 3; band++) {
      context.fillText(lane > 80 ? `lane ${band}: band ${band + 1}` : `band ${band + 1}`, label + band * (lane + gap) + lane / 2, 7);
    }
    for (let word = 0; word < 9; word++) {
      const y = 16 + word * row;
      context.fillStyle = colours.faint;
      context.textAlign = "left";
      context.fillText(`r${Math.floor(word / 3) + 1} c${word % 3 + 1}`, 0, y + tall / 2);
      for (let band = 0; band < 3; band++) {
        const now = this.now[9 * band + word], before = (this.before || this.now)[9 * band + word];
        for (let place = 0; place < 30; place++) {
          // Bit 0 is drawn on the left, as digit 1 is.
          const x = label + band * (lane + gap) + (place + Math.floor(place / 10) * 0.4) * bit;
          const side = Math.max(1, bit - 0.6);
          if (place % 10 === 9) {
            context.strokeStyle = colours.line;
            context.lineWidth = 0.8;
            context.strokeRect(x + 0.4, y + 0.4, side - 0.8, tall - 0.8);
          } else if (now >> place & 1) {
            context.fillStyle = colours.accent;
            context.fillRect(x, y, side, tall);
          } else if (before >> place & 1) {
            context.fillStyle = colours.bad;
            context.fillRect(x, y + tall * 0.42, side, tall * 0.2);
          } else {
            context.fillStyle = colours.tint;
            context.fillRect(x, y, side, tall);
          }
        }
      }
    }
  }
}
