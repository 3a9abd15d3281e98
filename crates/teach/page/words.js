// A step as a sentence, in the words of the field.
//
// The sentences are those of `polydoku trace` (crates/teach/src/words.rs), with
// the puzzle's own symbols for digits; a test compares the two.
"use strict";

class Words {
  constructor(puzzle, lane) {
    this.puzzle = puzzle;
    this.lane = lane;
  }

  cell(cell) {
    const size = this.puzzle.size;
    return `r${Math.floor(cell / size) + 1}c${cell % size + 1}`;
  }

  digit(digit) { return this.puzzle.symbols[digit - 1]; }

  house(house) { return this.puzzle.houses[house].name; }

  digits(digits) { return [].concat(digits).map(digit => this.digit(digit)).join(", "); }

  reason(step, at) {
    const [reason, one, two] = step.slice(at);
    switch (reason) {
      case TRIED: return "tried";
      case CHOSEN: return "chosen";
      case NAKED: return "naked single";
      case HIDDEN: return `hidden single in ${this.house(one)}`;
      case PEER: return `it sees ${this.cell(one)}`;
      case LOCKED: return `locked in ${this.house(one)}, within ${this.house(two)}`;
      case OWN_RULE: return this.lane.texts[one];
      default: return "before what is shown";
    }
  }

  // What a choice chose: `r5c5 = 3`, `4 only in r1c2 r3c5`.
  choice(step) {
    if (step[0] === PLACE) return `${this.cell(step[1])} = ${this.digit(step[2])}`;
    const [, , , layout, one, two, house] = step;
    if (layout) return `${this.digit(one)} only in ${two.map(cell => this.cell(cell)).join(" ")}`;
    const what = `${this.cell(one)} = ${this.digit(two)}`;
    return house < 0 ? what : `${what}, a place for ${this.digit(two)} in ${this.house(house)}`;
  }

  step(step) {
    switch (step[0]) {
      case GUESS: {
        const name = step[1] < step[2] ? "guess" : "last choice";
        return `${name} ${step[1]} of ${step[2]}: ${this.choice(step)}`;
      }
      case PLACE:
        return `${this.cell(step[1])} = ${this.digit(step[2])}: ${this.reason(step, 3)}`;
      case OUT:
        return `${this.cell(step[1])} is not ${this.digits(step[2])}: ${this.reason(step, 3)}`;
      case CONFLICT: {
        const [, kind, one, two] = step;
        if (kind === 0) return `conflict: no digit is left for ${this.cell(one)}`;
        if (kind === 1) {
          return `conflict: no place is left for ${this.digit(two)} in ${this.house(one)}`;
        }
        return `conflict: ${this.lane.texts[one]}`;
      }
      case BACK: return `back to depth ${step[1]}`;
      case SOLUTION: return `solution ${step[1]}`;
      case FAMILY: return this.family(step);
    }
    return "";
  }

  // A family's own event: its kind, and each datum behind its name.
  family(step) {
    const { kind, fields, types } = this.lane.kinds[step[1]];
    // Lists of sets and of numbers are for views, not for a sentence.
    const long = place => ["sets", "numbers"].includes(types[place]);
    const data = fields.flatMap((field, place) => {
      return long(place) ? [] : [`${field} ${this.datum(types[place], step[place + 2])}`];
    });
    return data.length ? `${kind}: ${data.join(", ")}` : kind;
  }

  datum(type, value) {
    const set = one => {
      const digits = members(one, this.puzzle.size).map(index => this.digit(index + 1));
      return digits.length ? `{${digits.join(" ")}}` : "none";
    };
    switch (type) {
      case "cell": return this.cell(value);
      case "cells": return value.map(cell => this.cell(cell)).join(" ");
      case "digit": return this.digit(value);
      case "digits": return set(value);
      case "sets": return value.map(set).join("");
      case "numbers": return value.join(" ");
      default: return String(value);
    }
  }
}
