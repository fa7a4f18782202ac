// One field for each kind of parameter. A field has an element, `text()` (null while incomplete),
// `clear()` and calls `changed(final)`; `final` says that the choice should act at once.
import { $$, make } from "./common.js";

const FEW = 16;
const MANY = 24; // options that are no buttons any more
const HEADINGS = ["up", "down", "left", "right"];

/** A row of buttons, one of which is pressed. */
function segments(name, options, changed, final) {
  const row = make("div", { className: "segments", role: "group", "aria-label": name });
  let chosen = null;
  function choose(index, quiet) {
    chosen = index;
    $$("button", row).forEach((button, at) => button.setAttribute("aria-pressed", at === index));
    if (!quiet) changed(final);
  }
  const words = options.map((option) => option.word);
  row.classList.toggle("pad", words.length === 4 && HEADINGS.every((each) => words.includes(each)));
  options.forEach((option, index) => {
    const button = make("button", { type: "button", className: HEADINGS.includes(option.word) ? option.word : "", textContent: option.word, "aria-pressed": "false" });
    button.addEventListener("click", () => choose(index));
    row.append(button);
  });
  return {
    element: row,
    text: () => (chosen === null ? null : options[chosen].text),
    clear: () => { if (final) choose(null, true); },
    choose,
    options,
    buttons: $$("button", row),
    take: (word) => { choose(options.findIndex((option) => option.word === word), true); changed(); },
    empty: () => choose(null, true),
  };
}

/** One of many words, to be looked up in a list. */
function lookup(name, options, changed) {
  const field = make("select", { "aria-label": name }, make("option", { value: "", textContent: "…" }));
  for (const option of options) field.append(make("option", { value: option.text, textContent: option.word }));
  field.addEventListener("change", () => changed());
  const set = (text) => { field.value = text; changed(); };
  return {
    element: field,
    text: () => field.value || null,
    clear: () => { field.value = ""; },
    take: (word) => set(options.find((option) => option.word === word)?.text ?? ""),
    empty: () => { field.value = ""; },
  };
}

function number(spec, changed) {
  const whole = spec.kind === "whole";
  const step = whole ? 1 : "any";
  const field = make("input", { type: "number", min: spec.low, max: spec.high, step, "aria-label": spec.name, inputMode: "decimal" });
  const slider = make("input", { type: "range", min: spec.low, max: spec.high, step: whole ? 1 : (spec.high - spec.low) / 200, value: 0, "aria-label": `${spec.name}, slider` });
  field.value = Math.max(spec.low, Math.min(spec.high, 0));
  slider.value = field.value;
  slider.addEventListener("input", () => { field.value = Number(Number(slider.value).toFixed(4)); changed(); });
  field.addEventListener("input", () => { slider.value = field.value; changed(); });
  return {
    element: make("div", { className: "number-field" }, slider, field),
    text: () => (field.value === "" ? null : String(Number(field.value))),
    set: (value) => { field.value = value; slider.value = value; changed(); },
    take: (word) => { field.value = word; slider.value = word; changed(); },
    clear: () => {},
  };
}

/** A small board of buttons for a row and a column. */
function cells(name, rows, columns, changed) {
  const board = make("div", { className: "cells", role: "group", "aria-label": name });
  board.style.gridTemplateColumns = `repeat(${columns.high - columns.low + 1}, 1fr)`;
  let chosen = null;
  function choose(row, column, quiet) {
    chosen = row === null ? null : [row, column];
    for (const button of $$("button", board)) button.setAttribute("aria-pressed", button.dataset.at === `${row},${column}`);
    if (!quiet) changed();
  }
  for (let row = rows.low; row <= rows.high; row += 1) {
    for (let column = columns.low; column <= columns.high; column += 1) {
      const button = make("button", { type: "button", "aria-label": `${name}: row ${row}, column ${column}`, "aria-pressed": "false", "data-at": `${row},${column}` });
      button.addEventListener("click", () => choose(row, column));
      board.append(button);
    }
  }
  return {
    element: board,
    pair: () => chosen,
    text: () => chosen && `(${chosen[0]}, ${chosen[1]})`,
    clear: () => choose(null, null, true),
    pick: (across, down) => choose(
      rows.low + Math.min(rows.high - rows.low, Math.floor(down * (rows.high - rows.low + 1))),
      columns.low + Math.min(columns.high - columns.low, Math.floor(across * (columns.high - columns.low + 1))),
    ),
  };
}

/** A list that grows by pressing buttons; an order uses each of them once. */
function list(name, options, once, changed) {
  const said = make("output", { className: "list-said" });
  const row = make("div", { className: "segments", role: "group", "aria-label": name });
  const wipe = make("button", { type: "button", textContent: "Clear", className: "quiet" });
  let items = [];
  function update(quiet) {
    said.textContent = items.length ? `[${items.join(", ")}]` : "Press in order";
    $$("button", row).forEach((button, at) => { button.disabled = once && items.includes(options[at].text); });
    if (!quiet) changed();
  }
  for (const option of options) {
    const button = make("button", { type: "button", textContent: option.word });
    button.addEventListener("click", () => { items.push(option.text); update(); });
    row.append(button);
  }
  wipe.addEventListener("click", () => { items = []; update(); });
  update(true);
  return {
    element: make("div", { className: "list-field" }, row, said, wipe),
    text: () => (items.length && (!once || items.length === options.length) ? `[${items.join(", ")}]` : null),
    clear: () => { items = []; update(true); },
    take: (word) => { items.push(options.find((option) => option.word === word).text); update(); },
    empty: () => { items = []; update(true); },
  };
}

function free(spec, changed, quoted) {
  const field = make("input", { autocomplete: "off", "aria-label": spec.name, placeholder: quoted ? "" : spec.hint });
  field.addEventListener("input", () => changed());
  field.addEventListener("keydown", (event) => { if (event.key === "Enter") changed(true); });
  const quote = (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  return {
    element: field,
    text: () => (field.value ? (quoted ? quote(field.value) : field.value) : null),
    clear: () => { field.value = ""; },
    take: (word) => { field.value += word; changed(); },
    empty: () => { field.value = ""; },
  };
}

const few = (spec) => spec.kind === "whole" && spec.high - spec.low < FEW;
const numbers = (low, high) => Array.from({ length: high - low + 1 }, (_, at) => ({ text: String(low + at), word: String(low + at) }));

/** A small number; one that may be negative starts at 0, and a number of times at 1. */
function small(spec, changed) {
  const made = segments(spec.name, numbers(spec.low, spec.high), changed, false);
  if (spec.low < 0 || spec.name === "times") made.choose(Math.max(-spec.low, 0), true);
  return made;
}

/** Whether two parameters next to each other are a row and a column of a small board. */
export function isCell(one, other) {
  return few(one) && other !== undefined && few(other) && /^row$/i.test(one.name) && /^col(umn)?$/i.test(other.name);
}

/** Whether two parameters next to each other are a point of the picture. */
export function isPoint(one, other) {
  const spans = [one, other].every((each) => each && (each.kind === "real" || each.kind === "whole") && each.low === 0 && each.high > 0);
  return spans && /^x$/i.test(one.name) && /^y$/i.test(other.name);
}

/** The field of a row and a column that are two parameters. */
export const cellField = (one, other, changed) => cells(`${one.name} and ${other.name}`, one, other, changed);

/** The field of one parameter; `final` where choosing it should act at once. */
export function field(spec, changed, final) {
  if (spec.kind === "choice" && spec.options.length > MANY) return lookup(spec.name, spec.options, changed);
  if (spec.kind === "choice") return segments(spec.name, spec.options, changed, final);
  if (few(spec)) return small(spec, changed);
  if (spec.kind === "whole" || spec.kind === "real") return number(spec, changed);
  if (spec.kind === "order") return list(spec.name, numbers(spec.first, spec.first + spec.size - 1), true, changed);
  if (spec.kind === "series" && spec.item.kind === "choice") return list(spec.name, spec.item.options, false, changed);
  if (spec.kind === "group" && spec.members.length === 2 && spec.members.every(few)) return cells(spec.name, ...spec.members, changed);
  return free(spec, changed, spec.kind === "words");
}
