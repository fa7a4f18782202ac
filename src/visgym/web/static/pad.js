// A game pad: buttons are held on the keyboard or the screen, and time goes on while they are.
import { $$, isTyping, make, plain } from "./common.js";

const PACE = 100; // milliseconds from one press to the next
const TICKS = 3; // of a thirtieth of a second each, so that the game keeps to the clock
const ARROWS = { up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" };
const SIGNS = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", " ": "space" };
const FREE = ["x", "c", "v", "b", "n", "m"];

/** Whether an action holds buttons for some ticks. */
export function isPad(action) {
  const [one, other] = action.parameters;
  return action.parameters.length === 2 && one.name === "buttons" && one.kind === "series" && one.item.kind === "choice" && other.name === "ticks";
}

/** Keys for the buttons: arrows for headings, space for the first other one, letters for the rest. */
function keysFor(words) {
  const keys = new Map();
  const others = words.filter((word) => !(word in ARROWS));
  for (const word of words) if (word in ARROWS) keys.set(ARROWS[word], word);
  others.forEach((word, at) => keys.set(at ? FREE[at - 1] : " ", word));
  return keys;
}

/** The pad of an action; `send` gives a promise of the answer, `signal` ends its listeners. */
export function pad(action, root, send, signal) {
  const options = action.parameters[0].item.options;
  const texts = new Map(options.map((option) => [option.word, option.text]));
  const keys = keysFor([...texts.keys()]);
  const held = new Set();
  const live = make("input", { type: "checkbox" });
  let running = false;
  const call = (ticks) => `('${action.name}', ([${[...held].map((word) => texts.get(word)).join(", ")}], ${ticks}))`;
  const asleep = () => signal.aborted || Boolean(root.closest("[inert]"));

  async function run() {
    if (running) return;
    running = true;
    while ((held.size || live.checked) && !asleep()) {
      const next = performance.now() + PACE;
      await send(call(TICKS));
      await new Promise((resolve) => { setTimeout(resolve, Math.max(0, next - performance.now())); });
    }
    running = false;
  }

  function hold(word, isDown) {
    if (isDown) held.add(word);
    else held.delete(word);
    for (const button of $$("button[data-word]", element)) button.setAttribute("aria-pressed", held.has(button.dataset.word));
    run();
  }

  const row = make("div", { className: "segments", role: "group", "aria-label": "buttons" });
  for (const [key, word] of keys) {
    const button = make("button", { type: "button", "aria-pressed": "false", "data-word": word }, make("kbd", { textContent: SIGNS[key] ?? key }), ` ${word}`);
    button.addEventListener("pointerdown", () => hold(word, true));
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(end, () => hold(word, false));
    row.append(button);
  }
  const wait = make("button", { type: "button", textContent: "wait" });
  wait.addEventListener("click", () => { if (!asleep()) send(call(TICKS)); });
  row.append(wait);
  live.addEventListener("change", () => { live.blur(); run(); }); // keys belong to the pad again
  const element = make("div", { className: "action", role: "group", "aria-label": action.name });
  element.append(make("h3", { textContent: plain(action.name), title: action.help }), make("p", { className: "small muted", textContent: action.help }));
  element.append(row, make("label", { className: "small" }, live, " time goes on by itself"));

  for (const kind of ["keydown", "keyup"]) {
    document.addEventListener(kind, (event) => {
      if (isTyping(event) || !keys.has(event.key) || asleep()) return;
      event.preventDefault();
      if (!event.repeat) hold(keys.get(event.key), kind === "keydown");
    }, { signal });
  }
  window.addEventListener("blur", () => { for (const word of [...held]) hold(word, false); }, { signal });
  return element;
}
