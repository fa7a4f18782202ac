// Play an episode: every position is kept, so exploring may go back and branch off.
import { $, $$, ask, fit, isTyping, make } from "./common.js";
import { buildControls } from "./controls.js";

const setup = $("#setup");
const positions = new Map();
let game = null;
let at = 0;
let table = null;
let queue = Promise.resolve();

const wish = () => Object.fromEntries(new FormData(setup));
const isStrict = () => setup.elements.mode.value === "strict";

function address(id, seed, mode) {
  const { suite } = setup.dataset;
  return `/play?${new URLSearchParams({ id, seed, mode, ...(suite && { suite }) })}`;
}

function showMode() {
  for (const part of $$("[data-strict]")) part.hidden = !isStrict();
}

function complain(error) {
  const note = $("#note");
  note.textContent = error ? error.message : "";
  note.hidden = !error;
}

function knobs() {
  const found = {};
  for (const [name, value] of Object.entries(wish())) {
    if (!name.startsWith("knob:") || value.trim() === "") continue;
    try {
      found[name.slice(5)] = JSON.parse(value.toLowerCase() === "none" ? "null" : value.toLowerCase());
    } catch {
      found[name.slice(5)] = value;
    }
  }
  return found;
}

async function begin() {
  const { id, seed, mode, player } = wish();
  complain(null);
  $("#table").inert = true;
  try {
    game = await ask("/api/games", { id, seed: seed || "0", knobs: knobs(), player: mode === "strict" ? player : null });
  } catch (error) {
    complain(error);
    return;
  }
  game.strict = mode === "strict";
  if (player) localStorage.setItem("player", player);
  history.replaceState(null, "", address(id, seed, mode));
  positions.clear();
  for (const name of ["rules", "legend", "guide"]) $(`#${name}`).textContent = game[name];
  table = buildControls($("#controls"), game.controls, $("#frame"), send, (text) => { $("#call").value = text; }, () => positions.get(at).places);
  $("#call").placeholder = game.controls[0].usage;
  $("#call").value = "";
  $("#table").hidden = false;
  $("#explore").hidden = game.strict;
  keep(game.view);
  show(game.view.node);
}

function keep(view) {
  positions.set(view.node, { ...view, children: [], latest: null });
  const above = positions.get(view.parent);
  if (above) {
    above.children.push(view.node);
    above.latest = view.node;
  }
}

/** Send one reply after those before it; a promise of its answer. */
function send(reply) {
  queue = queue.then(async () => {
    if (positions.get(at).outcome) return;
    try {
      const view = await ask(`/api/games/${game.game}/moves`, { node: at, reply });
      keep(view);
      show(view.node);
      complain(null);
    } catch (error) {
      complain(error);
    }
  });
  return queue;
}

function show(node) {
  at = node;
  const view = positions.get(at);
  $("#picture").src = view.picture;
  table.forget();
  $("#question").textContent = view.question ?? game.question;
  const refused = view.verdict && view.verdict !== "done";
  $("#feedback").textContent = view.feedback ?? "The start.";
  $("#feedback").classList.toggle("bad", Boolean(refused));
  $("#line").textContent = view.line ?? "";
  $("#text-box").hidden = view.text === null;
  $("#text").textContent = view.text ?? "";
  $("#table").inert = false;
  for (const part of ["#controls", "#say"]) $(part).inert = Boolean(view.outcome);
  $("#undo").disabled = view.parent === null;
  $("#redo").disabled = view.latest === null;
  ending(view);
  trail(view);
}

function ending(view) {
  const box = $("#ending");
  box.hidden = !view.outcome;
  if (!view.outcome) return;
  const steps = `${view.step} step${view.step === 1 ? "" : "s"}`;
  box.replaceChildren(make("strong", { textContent: view.ending.text, className: view.ending.kind }), ` after ${steps}.`);
  const more = make("div", { className: "row" });
  const next = make("button", { type: "button", textContent: "Next seed", className: "primary" });
  next.addEventListener("click", () => { setup.elements.seed.value = Number(setup.elements.seed.value) + 1; begin(); });
  more.append(next);
  if (view.stored) more.append(make("a", { className: "button", textContent: "Watch the replay", href: `/replay?${new URLSearchParams(view.stored)}` }));
  else more.append(make("span", { className: "small muted", textContent: view.problem ?? "Explored, so nothing is stored." }));
  box.append(more);
}

/** The moves that led here; a position with other branches names them. */
function trail(view) {
  const path = [];
  for (let each = view; each; each = positions.get(each.parent)) path.unshift(each);
  const items = path.slice(1).map((each) => {
    const item = make("li", { className: each.verdict });
    item.append(jump(each, each.reply, each.node === at));
    const others = positions.get(each.parent)?.children.filter((other) => other !== each.node) ?? [];
    for (const other of others) item.append(jump(positions.get(other), `or ${positions.get(other).reply}`, false, "branch"));
    return item;
  });
  $("#moves").replaceChildren(...items);
  $("#moves-title").hidden = !items.length;
  $("#moves").scrollTop = $("#moves").scrollHeight;
}

function jump(position, text, here, kind = "") {
  const button = make("button", { type: "button", className: kind, disabled: game.strict }, make("span", { textContent: text }));
  if (position.verdict !== "done") button.append(make("em", { textContent: position.verdict }));
  if (here) button.setAttribute("aria-current", "step");
  button.addEventListener("click", () => show(position.node));
  return button;
}

const undo = () => { const { parent } = positions.get(at); if (parent !== null) show(parent); };
const redo = () => { const { latest } = positions.get(at); if (latest !== null) show(latest); };

$("#picture").addEventListener("load", (event) => fit(event.target));
$("#undo").addEventListener("click", undo);
$("#redo").addEventListener("click", redo);
$("#again").addEventListener("click", () => show(0));
$("#say").addEventListener("submit", (event) => {
  event.preventDefault();
  if ($("#call").value.trim()) send($("#call").value);
  $("#call").value = "";
});
$("#another").addEventListener("click", () => {
  setup.elements.seed.value = Math.floor(Math.random() * 1e6);
  begin();
});
setup.addEventListener("submit", (event) => { event.preventDefault(); begin(); });
setup.elements.id.addEventListener("change", () => {
  const { id, seed, mode } = wish();
  location.assign(address(id, seed, mode));
});
setup.elements.mode.addEventListener("change", showMode);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.activeElement.blur();
  if (!game || isTyping(event) || event.shiftKey) return;
  if (event.key === "/") { event.preventDefault(); $("#call").focus(); }
  if (game.strict) return;
  if (event.key === "u") undo();
  if (event.key === "r") redo();
});
setup.elements.player.value = localStorage.getItem("player") ?? "";
showMode();
if (!isStrict()) begin();
