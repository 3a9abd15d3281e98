// One clock for all lanes.
//
// The clock counts either steps or time. By steps every lane has made equally
// many. By time a lane of N steps that took T has made n of them at n/N of T: the
// time is that of the measured silent run, spread evenly over its steps, because
// a traced run would measure the telling.
//
// Engines differ a thousandfold, so the scrubber's scale is logarithmic beyond
// the shortest lane: position p of [0, 1] is a * (exp(p * L) - 1), which is nearly
// even up to `a` and keeps the beginnings of all lanes apart.
"use strict";

class Clock {
  constructor(lanes) {
    this.lanes = lanes;
    this.modes = { steps: this.mode(lane => lane.replay.length) };
    const timed = lanes.length && lanes.every(lane => lane.data.time);
    if (timed) this.modes.time = this.mode(lane => lane.data.time.median);
    this.name = "steps";
    this.now = 0;
  }

  // The scale of one way to count: where lanes end, and the scrubber's curve.
  mode(end) {
    const ends = this.lanes.map(end), most = Math.max(1, ...ends);
    const least = Math.max(most / 1e6, Math.min(...ends.filter(one => one > 0), most));
    const a = Math.max(least / 2, most / 1e6);
    return { ends, most, a, l: Math.log1p(most / a) };
  }

  get mode_() { return this.modes[this.name]; }
  get end() { return this.mode_.most; }

  // The place of a moment on the scrubber, and back.
  position(moment) { const { a, l } = this.mode_; return Math.log1p(moment / a) / l; }
  moment(position) { const { a, l } = this.mode_; return a * Math.expm1(position * l); }

  // How many steps a lane has made at a moment.
  indexAt(number, moment) {
    const { replay, data } = this.lanes[number];
    if (moment >= this.mode_.ends[number]) return replay.length;
    if (this.name === "steps") return Math.floor(moment);
    return replay.indexOf(Math.floor(moment / data.time.median * data.steps + 1e-9));
  }

  // The moment at which a lane has just made so many steps.
  momentOf(number, index) {
    const { replay, data } = this.lanes[number];
    if (this.name === "steps") return index;
    if (index >= replay.length) return this.mode_.ends[number];
    return replay.numberOf(index) / Math.max(1, data.steps) * data.time.median;
  }

  // The same place of one lane by the other way of counting.
  switchTo(name, lane) {
    if (!this.modes[name]) return false;
    const index = this.indexAt(lane, this.now);
    this.name = name;
    this.now = this.momentOf(lane, index);
    return true;
  }

  // The moment in words.
  words(moment = this.now) {
    return this.name === "steps" ? `step ${grouped(Math.floor(moment))}` : duration(moment);
  }
}

// A number with thin spaces between its groups of three.
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

// Nanoseconds as people say them.
function duration(nanoseconds) {
  const units = [["ns", 1], ["µs", 1e3], ["ms", 1e6], ["s", 1e9]];
  const [unit, size] = units.filter(([, size]) => nanoseconds >= size).pop() || units[0];
  const value = nanoseconds / size;
  const digits = unit === "ns" || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}\u202f${unit}`;
}
