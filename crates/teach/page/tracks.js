// The race as tracks under the scrubber: a bar for each lane up to where its
// search ends, with its guesses above, its conflicts below and its solutions as
// stars, on the scrubber's own scale.
"use strict";

class Tracks {
  constructor(parent, race) {
    this.race = race;
    const height = race.lanes.length * 17 + 4;
    this.canvas = new Canvas(parent, height, "The lanes along the clock", (...a) => this.paint(...a));
    this.canvas.node.classList.add("tracks");
    const go = event => {
      const box = this.canvas.node.getBoundingClientRect();
      const position = (event.clientX - box.left - PAD) / (box.width - 2 * PAD);
      race.seek(race.clock.moment(Math.max(0, Math.min(1, position))));
    };
    this.canvas.node.addEventListener("pointerdown", event => {
      this.canvas.node.setPointerCapture(event.pointerId);
      go(event);
    });
    this.canvas.node.addEventListener("pointermove", event => { if (event.buttons) go(event); });
  }

  draw() { this.canvas.draw(); }

  paint(context, width, height, colours) {
    const { clock, lanes } = this.race;
    const x = moment => PAD + clock.position(moment) * (width - 2 * PAD);
    lanes.forEach((lane, number) => {
      const y = number * 17 + 3, colour = colours[`lane${number % 6}`];
      const end = x(clock.mode_.ends[number]);
      context.fillStyle = colours.tint;
      context.fillRect(PAD, y + 4, width - 2 * PAD, 5);
      context.fillStyle = colour;
      context.globalAlpha = 0.35;
      context.fillRect(PAD, y + 4, end - PAD, 5);
      context.globalAlpha = 1;
      const here = Math.min(x(clock.now), end);
      context.fillRect(PAD, y + 4, Math.max(0, here - PAD), 5);
      this.ticks(context, lane.replay.marks.guess, number, x, y, 4, colours.ink);
      this.ticks(context, lane.replay.marks.conflict, number, x, y + 9, 4, colours.bad);
      context.fillStyle = colours.good;
      context.font = "12px system-ui, sans-serif";
      context.textAlign = "center";
      context.textBaseline = "middle";
      for (const index of lane.replay.marks.solution) {
        context.fillText("★", x(clock.momentOf(number, index)), y + 7);
      }
      context.fillStyle = colour;
      sign(context, SHAPES[number % SHAPES.length], here, y + 6.5, 5);
    });
    context.fillStyle = colours.ink;
    context.fillRect(x(clock.now) - 0.75, 0, 1.5, height);
  }

  // Marks of one kind, no more than one a pixel.
  ticks(context, indices, number, x, y, tall, colour) {
    context.fillStyle = colour;
    let last = -2;
    for (const index of indices) {
      const at = Math.round(x(this.race.clock.momentOf(number, index)));
      if (at - last < 2) continue;
      last = at;
      context.fillRect(at - 0.5, y, 1, tall);
    }
  }
}

// Half the thumb of the range above, so that scrubber and tracks are in line.
const PAD = 8;
