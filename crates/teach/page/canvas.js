// Drawings of many small things: canvases that keep their sharpness, take their
// colours from the style sheet, and are drawn again when size or scheme change.
"use strict";

class Canvas {
  // `draw` gets the context, width and height in CSS pixels, and the colours.
  constructor(parent, height, label, draw) {
    this.node = document.createElement("canvas");
    this.node.setAttribute("role", "img");
    this.node.setAttribute("aria-label", label);
    this.node.style.height = `${height}px`;
    parent.append(this.node);
    this.height = height;
    this.paint = draw;
    this.width = 0;
    new ResizeObserver(() => this.draw()).observe(this.node);
    Canvas.all.push(this);
  }

  setHeight(height) {
    if (height === this.height) return;
    this.height = height;
    this.node.style.height = `${height}px`;
  }

  draw() {
    const width = this.node.clientWidth;
    if (!width) return;
    const density = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * density), Math.round(this.height * density)];
    if (this.node.width !== w || this.node.height !== h) {
      this.node.width = w;
      this.node.height = h;
    }
    this.width = width;
    const context = this.node.getContext("2d");
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, this.height);
    this.paint(context, width, this.height, this.colours());
  }

  // The colours of the page; within a lane's card the accent is the lane's own.
  colours() {
    const lane = this.node.closest(".lane");
    if (!lane) return Canvas.colours();
    if (this.palette !== Canvas.palette || !this.own) {
      const own = getComputedStyle(lane).getPropertyValue("--lane").trim();
      this.own = { ...Canvas.colours(), accent: own };
      this.palette = Canvas.palette;
    }
    return this.own;
  }

  // The custom properties of the style sheet that drawings use.
  static colours() {
    if (!Canvas.palette) {
      const style = getComputedStyle(document.documentElement);
      const names = ["ink", "faint", "line", "paper", "card", "tint", "accent", "good", "bad",
                     "lane0", "lane1", "lane2", "lane3", "lane4", "lane5"];
      Canvas.palette = Object.fromEntries(names.map(name => {
        return [name, style.getPropertyValue(`--${name}`).trim()];
      }));
    }
    return Canvas.palette;
  }

  static redrawAll() {
    Canvas.palette = null;
    Canvas.all = Canvas.all.filter(canvas => canvas.node.isConnected);
    for (const canvas of Canvas.all) canvas.draw();
  }
}
Canvas.all = [];
Canvas.palette = null;

for (const query of ["(prefers-color-scheme: dark)", "print"]) {
  matchMedia(query).addEventListener("change", () => Canvas.redrawAll());
}

// A lane's sign: told apart by shape as well as by colour.
const SHAPES = ["circle", "square", "triangle", "diamond", "cross", "bar"];

function sign(context, shape, x, y, r) {
  context.beginPath();
  switch (shape) {
    case "circle": context.arc(x, y, r, 0, 2 * Math.PI); break;
    case "square": context.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8); break;
    case "triangle":
      context.moveTo(x, y - r * 1.15);
      context.lineTo(x + r * 1.1, y + r * 0.85);
      context.lineTo(x - r * 1.1, y + r * 0.85);
      break;
    case "diamond":
      context.moveTo(x, y - r * 1.25);
      context.lineTo(x + r * 1.1, y);
      context.lineTo(x, y + r * 1.25);
      context.lineTo(x - r * 1.1, y);
      break;
    case "cross":
      context.rect(x - r * 1.1, y - r * 0.4, r * 2.2, r * 0.8);
      context.rect(x - r * 0.4, y - r * 1.1, r * 0.8, r * 2.2);
      break;
    default: context.rect(x - r * 1.2, y - r * 0.55, r * 2.4, r * 1.1);
  }
  context.closePath();
  context.fill();
}
