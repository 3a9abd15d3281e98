// What a search costs: nodes against time a node, both on log scales.
//
// Time is the product of the two, so equal times lie on falling lines, and an
// engine can get below its neighbour's line in two ways: by searching less (to
// the left) or by searching faster (down). The numbers are measured runs.
//
// A search that never branches has no nodes; it still looks at its root once, and
// stands at 1.
"use strict";

class Plot {
  constructor(parent, lanes) {
    const dots = lanes.map((lane, number) => ({ lane, number }))
      .filter(({ lane }) => lane.data.time && lane.data.stats.nodes !== null)
      .map(({ lane, number }) => {
        const nodes = lane.data.stats.nodes + 1;
        return { number, name: lane.data.name, x: nodes, y: lane.data.time.median / nodes,
                 total: lane.data.time.median };
      });
    if (dots.length) this.draw(parent, dots);
  }

  // Whole decades around some values, with room to spare.
  decades(values) {
    const low = Math.floor(Math.log10(Math.min(...values)) - 0.3);
    const high = Math.ceil(Math.log10(Math.max(...values)) + 0.3);
    return [low, Math.max(high, low + 2)];
  }

  draw(parent, dots) {
    const [width, height, left, bottom] = [560, 340, 62, 46];
    const [x0, x1] = this.decades(dots.map(dot => dot.x));
    const [y0, y1] = this.decades(dots.map(dot => dot.y));
    const px = x => left + (Math.log10(x) - x0) / (x1 - x0) * (width - left - 12);
    const py = y => height - bottom - (Math.log10(y) - y0) / (y1 - y0) * (height - bottom - 12);
    const label = dots.map(dot => `${dot.name}: ${dot.x} nodes at ${duration(dot.y)} each, ` +
      `${duration(dot.total)} in all`).join("; ");
    const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img",
                              "aria-label": `Nodes against time a node. ${label}` }, parent);
    const clip = svg("clipPath", { id: "plot-area" }, root);
    svg("rect", { x: left, y: 12, width: width - left - 12, height: height - bottom - 12 }, clip);
    this.grid(root, { x0, x1, y0, y1, px, py, width, height, left, bottom });
    this.isochrones(root, { x0, x1, y0, y1, px, py });
    this.dots(root, dots, px, py, width);
  }

  text(parent, x, y, words, attributes = {}) {
    svg("text", { x, y, ...attributes }, parent).textContent = words;
  }

  grid(root, { x0, x1, y0, y1, px, py, width, height, left, bottom }) {
    const powers = ["1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M", "1G", "10G"];
    for (let power = x0; power <= x1; power++) {
      const x = px(10 ** power);
      if (x < left - 1) continue;
      svg("path", { d: `M${x} 12V${height - bottom}`, class: "grid" }, root);
      if (power >= 0) {
        this.text(root, x, height - bottom + 16, powers[power] || `1e${power}`, { class: "tick",
                  "text-anchor": "middle" });
      }
    }
    for (let power = y0; power <= y1; power++) {
      const y = py(10 ** power);
      svg("path", { d: `M${left} ${y}H${width - 12}`, class: "grid" }, root);
      const value = 10 ** power;
      const words = value < 1 ? `${value}\u202fns` : duration(value).replace(/\.0+/, "");
      this.text(root, left - 6, y + 4, words, { class: "tick", "text-anchor": "end" });
    }
    this.text(root, (left + width) / 2, height - 8, "nodes of the search (and its root)",
              { class: "axis", "text-anchor": "middle" });
    this.text(root, 12, (height - bottom) / 2, "time a node",
              { class: "axis", "text-anchor": "middle",
                transform: `rotate(-90 12 ${(height - bottom) / 2})` });
  }

  // The lines of equal time, each with its time where it comes into the picture.
  isochrones(root, { x0, x1, y0, y1, px, py }) {
    for (let power = x0 + y0; power <= x1 + y1; power++) {
      const time = 10 ** power;
      const from = Math.max(x0, power - y1), to = Math.min(x1, power - y0);
      if (to - from < 0.2) continue;
      const at = x => [px(10 ** x), py(time / 10 ** x)];
      const [xa, ya] = at(from), [xb, yb] = at(to);
      svg("path", { d: `M${xa} ${ya}L${xb} ${yb}`, class: "isochrone", "clip-path": "url(#plot-area)" },
          root);
      const [tx, ty] = at(from + (to - from) * 0.06);
      if (to - from > 0.8) {
        const angle = Math.atan2(yb - ya, xb - xa) * 180 / Math.PI;
        this.text(root, tx, ty - 3, duration(time).replace(/\.0+/, ""),
                  { class: "isotime", transform: `rotate(${angle} ${tx} ${ty})` });
      }
    }
  }

  dots(root, dots, px, py, width) {
    const taken = [];
    for (const dot of [...dots].sort((a, b) => py(a.y) - py(b.y))) {
      const x = px(dot.x), y = py(dot.y);
      this.sign(root, SHAPES[dot.number % SHAPES.length], x, y, `lane${dot.number % 6}`);
      const right = x > width - 150;
      let ty = y + 4;
      while (taken.some(([tx, other]) => Math.abs(tx - x) < 130 && Math.abs(other - ty) < 13)) ty += 13;
      taken.push([x, ty]);
      this.text(root, x + (right ? -11 : 11), ty, `${dot.name}  ${duration(dot.total)}`,
                { class: "dot", "text-anchor": right ? "end" : "start" });
    }
  }

  sign(root, shape, x, y, name) {
    const paths = {
      circle: "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0", square: "M-5.5-5.5h11v11h-11z",
      triangle: "M0-7L6.5 5h-13z", diamond: "M0-8L6.5 0L0 8L-6.5 0z",
      cross: "M-7-2.5h4.5V-7h5v4.5H7v5H2.5V7h-5V2.5H-7z", bar: "M-7.5-3.5h15v7h-15z",
    };
    svg("path", { d: paths[shape], class: `sign ${name}`, transform: `translate(${x} ${y})` }, root);
  }
}
