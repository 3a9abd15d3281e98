// The search tree as an icicle, and the whole search as a track.
//
// A choice is a bar from the step that follows it to the step that undoes it, and
// hangs below the choice it was made under. Left to right is the order of the
// search, so the bars lie under each other like a shelf of icicles, and a click
// goes to the moment that a choice was made.
//
//   search    ======================================
//   depth 1   ==========  ====================== ===
//   depth 2    ===  ====   ====== ====   =====
"use strict";

// The room below the deepest bar.
const STARS = 16;

class Tree {
  constructor(parent, replay, words, go) {
    this.replay = replay;
    this.words = words;
    this.go = go;
    this.from = 0;
    this.to = Math.max(1, replay.length);
    const row = Math.max(3, Math.min(13, Math.floor(130 / (replay.treeDepth + 1))));
    this.row = row;
    const height = row * (replay.treeDepth + 1) + STARS;
    this.canvas = new Canvas(parent, Math.min(height, 200), "Search tree, by order and depth",
                             (...a) => this.paint(...a));
    this.canvas.node.classList.add("tree");
    this.canvas.node.addEventListener("click", event => this.click(event));
    this.canvas.node.addEventListener("mousemove", event => this.hover(event));
  }

  draw(index) {
    this.index = index;
    // A window that was zoomed into follows the moment.
    const width = this.to - this.from;
    if (index < this.from || index > this.to) {
      this.from = Math.max(0, Math.min(this.replay.length - width, index - Math.floor(width / 2)));
      this.to = this.from + width;
    }
    this.canvas.draw();
  }

  zoom(factor) {
    const whole = Math.max(1, this.replay.length);
    const width = Math.max(20, Math.min(whole, (this.to - this.from) * factor));
    const from = Math.max(0, Math.min(whole - width, this.index - width / 2));
    this.from = Math.floor(from);
    this.to = Math.min(whole, Math.ceil(from + width));
    this.canvas.draw();
  }

  x(index) { return (index - this.from) / (this.to - this.from) * this.canvas.width; }

  // The choices that stand at this moment.
  path(index) {
    const path = new Set();
    for (let node = this.replay.nodeAt[index]; node >= 0; node = this.replay.nodes[node].parent) {
      path.add(node);
    }
    return path;
  }

  paint(context, width, height, colours) {
    const { nodes, length, gaps } = this.replay;
    const path = this.path(this.index || 0);
    const row = Math.min(this.row, (height - STARS) / (this.replay.treeDepth + 1));
    this.rowDrawn = row;
    context.fillStyle = colours.line;
    context.fillRect(this.x(0), 0, this.x(length) - this.x(0), row - 1);
    // Bars too narrow to be seen are drawn once a pixel.
    const lastPixel = new Int32Array(this.replay.treeDepth + 2).fill(-1);
    nodes.forEach((node, number) => {
      if (node.end < this.from || node.start > this.to) return;
      const left = this.x(node.start), right = this.x(node.end);
      const wide = Math.max(1, right - left - (right - left > 3 ? 1 : 0));
      const pixel = Math.floor(left);
      if (wide <= 1 && lastPixel[node.depth] === pixel && !path.has(number)) return;
      lastPixel[node.depth] = pixel;
      const y = node.depth * row, tall = Math.max(1, row - 1);
      context.fillStyle = path.has(number) ? colours.accent : node.solutions ? colours.good : colours.faint;
      context.globalAlpha = path.has(number) || node.solutions ? 1 : 0.55;
      context.fillRect(left, y, wide, tall);
      context.globalAlpha = 1;
      // The last choice of several is no guess: it has a notch.
      if (wide > 5 && tall > 3 && node.step[0] === GUESS && node.step[1] >= node.step[2]) {
        context.fillStyle = colours.card;
        context.fillRect(left + 1, y + tall / 2 - 0.5, Math.min(4, wide - 2), 1);
      }
    });
    this.paintMarks(context, height, colours);
    context.strokeStyle = colours.bad;
    context.setLineDash([2, 3]);
    for (const gap of gaps) {
      context.beginPath();
      context.moveTo(this.x(gap), 0);
      context.lineTo(this.x(gap), height);
      context.stroke();
    }
    context.setLineDash([]);
    const here = this.x(this.index || 0);
    context.fillStyle = colours.ink;
    context.fillRect(Math.min(width - 2, Math.max(0, here - 1)), 0, 2, height);
  }

  // A star where a solution was found.
  paintMarks(context, height, colours) {
    context.fillStyle = colours.good;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "bottom";
    for (const index of this.replay.marks.solution) {
      context.fillText("★", Math.min(this.canvas.width - 6, Math.max(6, this.x(index))), height);
    }
  }

  // The choice drawn at a place of the canvas; -1 is the search itself.
  nodeUnder(event) {
    const box = this.canvas.node.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width;
    const index = this.from + x * (this.to - this.from);
    const depth = Math.floor((event.clientY - box.top) / (this.rowDrawn || this.row));
    let best = -1, distance = (this.to - this.from) / box.width * 3;
    this.replay.nodes.forEach((node, number) => {
      if (node.depth !== depth) return;
      const away = index < node.start ? node.start - index : index > node.end ? index - node.end : 0;
      if (away < distance) { best = number; distance = away; }
    });
    return { node: best, index: Math.round(index) };
  }

  click(event) {
    const { node, index } = this.nodeUnder(event);
    this.go(node >= 0 ? this.replay.nodes[node].start + 1 : index);
  }

  hover(event) {
    const { node } = this.nodeUnder(event);
    const one = this.replay.nodes[node];
    this.canvas.node.title = !one ? "the whole search"
      : `${this.words.choice(one.step)}: ${one.end - one.start} steps, ` +
        `${one.conflicts} conflicts, ${one.solutions} solutions`;
  }

  // The choice to go to from here: the one above, the first below, or the next or
  // last one beside it. The moment after it was made, or nothing.
  neighbour(where) {
    const { nodes, nodeAt } = this.replay;
    const here = nodeAt[this.index];
    const moment = number => number === undefined || number < 0 ? null : nodes[number].start + 1;
    const parent = here < 0 ? -1 : nodes[here].parent;
    const beside = nodes.map((_, number) => number).filter(number => nodes[number].parent === parent);
    switch (where) {
      case "up": return here < 0 ? null : parent < 0 ? nodes[here].start : moment(parent);
      case "down": return moment(nodes.findIndex(node => node.parent === here && node.start + 1 >= this.index));
      case "next": return here < 0 ? moment(nodes.findIndex(n => n.start + 1 > this.index))
        : moment(beside.find(number => number > here));
      default: return here < 0 ? null : moment(beside.reverse().find(number => number < here));
    }
  }
}
