// The race: its lanes, its clock, its controls and its keys.
//
// One lane leads: "step", "next guess" and "next conflict" are its own, and the
// others follow by the clock. Nothing plays by itself, and with reduced motion
// playing moves in two steps a second instead of sliding.
"use strict";

const $ = id => document.getElementById(id);

class Race {
  constructor(data) {
    this.data = data;
    this.selected = 0;
    this.playing = false;
    const box = $("lanes");
    box.replaceChildren();
    box.dataset.count = data.lanes.length;
    box.toggleAttribute("data-large", data.puzzle.size > 9);
    this.lanes = data.lanes.filter(lane => !lane.refused).map((lane, number) => {
      return new Lane(data.puzzle, lane, number, box, this);
    });
    for (const lane of data.lanes.filter(lane => lane.refused)) {
      element("p", "refused", box, `${lane.name}: ${lane.refused}`);
    }
    this.clock = new Clock(this.lanes);
    this.facts();
    $("tracks").replaceChildren();
    this.tracks = new Tracks($("tracks"), this);
    $("steps-in-words").replaceChildren();
    this.transcript = new Transcript($("steps-in-words"), this);
    costs($("costs-table"), $("costs-own"), this.lanes);
    $("costs-plot").replaceChildren();
    this.plot = new Plot($("costs-plot"), this.lanes);
    essays($("essays"), this.lanes);
    $("clock-time").disabled = !this.clock.modes.time;
    $("clock-steps").checked = true;
    $("clock-time").checked = false;
    $("measured").textContent = data.measured;
    this.showSpeed();
    this.select(0, true);
    this.draw(true);
  }

  facts() {
    const { puzzle } = this.data;
    $("puzzle-title").textContent = puzzle.title;
    $("puzzle-facts").textContent = puzzle.facts;
    $("puzzle-text").textContent = puzzle.text;
    document.title = `${puzzle.title}: a race of Sudoku engines`;
  }

  // Leads with another lane.
  select(number, quiet) {
    if (number >= this.lanes.length) return;
    this.selected = number;
    this.lanes.forEach((lane, at) => {
      lane.card.classList.toggle("leading", at === number);
      lane.name.setAttribute("aria-pressed", at === number);
    });
    $("leader").textContent = this.lanes[number].data.name;
    if (!quiet) this.draw(true);
  }

  // Puts the clock to a moment.
  seek(moment) {
    this.clock.now = Math.max(0, Math.min(this.clock.end, moment));
    this.draw();
  }

  // Puts the clock to where a lane has made so many of the steps kept.
  goTo(number, index) {
    this.pause();
    this.select(number, true);
    this.seek(this.clock.momentOf(number, Math.max(0, index)));
    this.speak();
  }

  // One step of the lane that leads, or of the next lane to make one if it is at
  // its end.
  step(count) {
    const { clock } = this;
    this.pause();
    if (clock.name === "steps") {
      this.seek(Math.floor(clock.now) + count);
    } else {
      let number = this.selected, index = clock.indexAt(number, clock.now) + count;
      if (index > this.lanes[number].replay.length) {
        const next = this.lanes.map((lane, at) => [clock.momentOf(at, lane.index + 1), at])
          .filter(([, at]) => this.lanes[at].index < this.lanes[at].replay.length)
          .sort((a, b) => a[0] - b[0])[0];
        if (!next) return;
        number = next[1];
        index = this.lanes[number].index + 1;
      }
      this.seek(clock.momentOf(number, Math.max(0, index)));
    }
    this.speak();
  }

  // To the next or last guess, conflict or solution of the lane that leads.
  jump(kind, forward) {
    const lane = this.lanes[this.selected];
    const index = lane.moment(kind, forward);
    if (index === undefined) {
      this.say(`${lane.data.name} has no ${forward ? "further" : "earlier"} ${kind}.`);
      return;
    }
    this.goTo(this.selected, index);
  }

  branch(where) {
    const lane = this.lanes[this.selected];
    const index = lane.tree.neighbour(where);
    if (index === null || index === undefined) this.say("There is no choice there.");
    else this.goTo(this.selected, index);
  }

  play() {
    if (this.playing) return this.pause();
    if (this.clock.now >= this.clock.end) this.clock.now = 0;
    this.playing = true;
    $("play").setAttribute("aria-label", "Pause");
    $("play").classList.add("playing");
    let last = performance.now();
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const frame = time => {
      if (!this.playing) return;
      if (!still || time - last >= 500) {
        this.advance((time - last) / 1000);
        last = time;
      }
      if (this.clock.now >= this.clock.end) return this.pause();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return undefined;
  }

  pause() {
    this.playing = false;
    $("play").setAttribute("aria-label", "Play");
    $("play").classList.remove("playing");
  }

  // What some seconds of watching add to the clock: so many steps, or a share of
  // the scrubber.
  advance(seconds) {
    const { clock } = this;
    if (clock.name === "steps") {
      this.seek(clock.now + seconds * this.speed());
    } else {
      this.seek(clock.moment(clock.position(clock.now) + seconds * this.speed()));
    }
  }

  // Steps a second, or shares of the scrubber a second.
  speed() {
    const notch = Number($("speed").value);
    return this.clock.name === "steps" ? 2 ** notch : 2 ** (notch / 2) / 128;
  }

  showSpeed() {
    const { clock } = this, speed = this.speed();
    const position = clock.position(Math.min(clock.now, clock.end));
    const words = clock.name === "steps" ? `${grouped(speed)} steps/s`
      : `1 s shows ${duration(clock.moment(position + speed) - clock.now)}`;
    $("speed-words").textContent = words;
    $("speed").setAttribute("aria-valuetext", words);
  }

  useClock(name) {
    this.clock.switchTo(name, this.selected);
    $(`clock-${this.clock.name}`).checked = true;
    this.draw(true);
  }

  draw(force) {
    const { clock } = this;
    this.lanes.forEach((lane, number) => lane.draw(clock.indexAt(number, clock.now), force));
    $("scrubber").value = Math.round(clock.position(clock.now) * 10000);
    $("scrubber").setAttribute("aria-valuetext", clock.words());
    $("now").textContent = clock.words();
    $("end").textContent = clock.words(clock.end);
    this.tracks.draw();
    if (clock.name === "time") this.showSpeed();
    if (!this.playing) this.transcript.draw();
  }

  // Says aloud where the lane that leads is.
  speak() { this.say(this.lanes[this.selected].spoken()); }

  say(words) { $("spoken").textContent = words; }
}

// What every control does, by its id, and the keys that do the same.
const ACTIONS = {
  "play": race => race.play(),
  "step": race => race.step(1),
  "step-back": race => race.step(-1),
  "stride": race => race.step(25),
  "stride-back": race => race.step(-25),
  "to-start": race => { race.pause(); race.seek(0); race.speak(); },
  "to-end": race => { race.pause(); race.seek(race.clock.end); race.speak(); },
  "next-guess": race => race.jump("guess", true),
  "last-guess": race => race.jump("guess", false),
  "next-conflict": race => race.jump("conflict", true),
  "last-conflict": race => race.jump("conflict", false),
  "next-solution": race => race.jump("solution", true),
  "branch-up": race => race.branch("up"),
  "branch-down": race => race.branch("down"),
  "branch-next": race => race.branch("next"),
  "branch-last": race => race.branch("last"),
  "zoom-in": race => race.lanes.forEach(lane => lane.tree.zoom(1 / 4)),
  "zoom-out": race => race.lanes.forEach(lane => lane.tree.zoom(4)),
  "clock-steps": race => race.useClock("steps"),
  "clock-time": race => race.useClock("time"),
};

const KEYS = {
  " ": "play", "k": "play", "ArrowRight": "step", "ArrowLeft": "step-back",
  "Shift+ArrowRight": "stride", "Shift+ArrowLeft": "stride-back",
  "Home": "to-start", "End": "to-end", "g": "next-guess", "G": "last-guess",
  "c": "next-conflict", "C": "last-conflict", "s": "next-solution",
  "u": "branch-up", "d": "branch-down", "n": "branch-next", "p": "branch-last",
  "z": "zoom-in", "Z": "zoom-out",
};

let race = null;

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const target = event.target, tag = target.tagName;
  if (tag === "TEXTAREA" || tag === "SELECT" || tag === "INPUT" && target.type === "text") return;
  if (!race || !race.lanes.length) return;
  // A focused control keeps the keys that are its own.
  const own = tag === "BUTTON" || tag === "A" || tag === "SUMMARY" ? [" ", "Enter"]
    : tag === "INPUT" ? ["ArrowLeft", "ArrowRight", "Home", "End", " "] : [];
  if (own.includes(event.key)) return;
  const { key } = event;
  const name = event.shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key;
  if (KEYS[name]) {
    ACTIONS[KEYS[name]](race);
  } else if (key >= "1" && key <= "9" && Number(key) <= race.lanes.length) {
    race.select(Number(key) - 1);
    race.speak();
  } else if (key === "+" || key === "-") {
    $("speed").value = Number($("speed").value) + (key === "+" ? 1 : -1);
    race.showSpeed();
  } else if (key === "t") {
    race.useClock(race.clock.name === "steps" ? "time" : "steps");
    race.say(`All lanes at the same ${race.clock.name === "steps" ? "number of steps" : "time"}.`);
  } else if (key === "?") {
    $("keys").open = !$("keys").open;
    if ($("keys").open) $("keys").scrollIntoView({ block: "nearest" });
  } else {
    return;
  }
  event.preventDefault();
}

// Connects the controls, once; the race they act on may change.
function connect() {
  for (const [id, act] of Object.entries(ACTIONS)) {
    const control = $(id);
    if (!control) continue;
    control.addEventListener(control.tagName === "INPUT" ? "change" : "click", () => {
      if (race && race.lanes.length) act(race);
    });
  }
  $("scrubber").addEventListener("input", () => {
    if (!race || !race.lanes.length) return;
    race.pause();
    race.seek(race.clock.moment(Number($("scrubber").value) / 10000));
  });
  $("speed").addEventListener("input", () => race && race.showSpeed());
  document.addEventListener("keydown", pressed);
}

// Shows a race in the place of the one before.
function show(data) {
  if (race) race.pause();
  Canvas.all = [];
  race = new Race(data);
  $("race").hidden = race.lanes.length === 0;
}

// The table of what the silent, measured runs cost, and what it leaves out.
function costs(table, more, lanes) {
  table.replaceChildren();
  more.replaceChildren();
  const figures = ["nodes", "placements", "guesses", "backtracks", "depth"];
  const head = element("tr", "", element("thead", "", table));
  for (const column of ["engine", "time", "verdict", ...figures]) {
    element("th", "", head, column).scope = "col";
  }
  const body = element("tbody", "", table);
  for (const { data } of lanes) {
    const row = element("tr", "", body);
    element("th", "", row, data.name).scope = "row";
    const { time } = data;
    element("td", "", row, time ? duration(time.median) : "not measured");
    element("td", "", row, data.verdict);
    for (const name of figures) {
      const value = data.stats[name];
      element("td", "", row, value === null ? "\u2013" : grouped(value));
    }
    const own = data.figures.map(([name, unit, , value]) => {
      return `${name.replace(/_/g, " ")} ${unit === "ns" ? duration(value) : grouped(value)}`;
    });
    const item = element("li", "", more);
    element("b", "", item, data.name);
    const spread = !time ? "" : time.runs === 1 ? " One run."
      : ` Of ${grouped(time.runs)} runs a quarter took less than ${duration(time.low)}, a quarter ` +
        `more than ${duration(time.high)}.`;
    item.append(` A node is ${data.node}.${spread}`);
    if (own.length) item.append(` Its own figures: ${own.join(", ")}.`);
  }
}

// A paragraph on each engine in the race: its idea, and that of its family.
function essays(parent, lanes) {
  parent.replaceChildren();
  for (const view of new Set(lanes.map(lane => lane.data.view))) {
    const template = $(`essay-${view}`);
    const of = lanes.filter(lane => lane.data.view === view);
    const article = element("article", "essay", parent);
    if (template) article.append(template.content.cloneNode(true));
    const list = element("ul", "", article);
    for (const { data } of of) {
      const item = element("li", "", list);
      element("code", "", item, data.name);
      item.append(` ${data.idea}. `);
      const link = element("a", "", item, `The essay in polydoku-${data.family}`);
      link.href = `https://docs.rs/polydoku-${data.family}`;
    }
  }
}
