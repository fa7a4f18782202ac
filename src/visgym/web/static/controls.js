// Controls from action signatures: forms, keys, and clicks or drags on the picture.
import { $, isTyping, make, plain } from "./common.js";
import { cellField, field, isCell, isPoint } from "./fields.js";
import { isPad, pad } from "./pad.js";

const ARROWS = { up: "ArrowUp", forward: "ArrowUp", down: "ArrowDown", backward: "ArrowDown", back: "ArrowDown", around: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" };
const SIGNS = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

/** The canonical text of a call. */
export function write(action, texts) {
  if (!texts.length) return `('${action.name}', '${action.name}')`;
  if (texts.length === 1) return `('${action.name}', ${texts[0]})`;
  const inside = texts.join(", ");
  return `('${action.name}', ${action.listed ? `[${inside}]` : `(${inside})`})`;
}

/** Fields of an action; a row and column, or an x and y, are picked together. */
function fieldsOf(action, changed) {
  const found = [];
  const specs = action.parameters;
  for (let at = 0; at < specs.length; at += 1) {
    const [one, other] = [specs[at], specs[at + 1]];
    if (isCell(one, other)) {
      const made = cellField(one, other, changed);
      found.push({ ...made, pickable: Boolean(action.board), name: "cell", texts: () => made.pair()?.map(String) ?? [null] });
      at += 1;
    } else if (isPoint(one, other)) {
      found.push(point(one, other, changed));
      at += 1;
    } else {
      const made = field(one, changed, at === specs.length - 1);
      const texts = () => [made.text()];
      found.push({ ...made, pickable: one.kind === "group" && Boolean(made.pick), name: one.name, texts });
    }
  }
  return found;
}

function point(one, other, changed) {
  const [x, y] = [field(one, changed), field(other, changed)];
  let filled = false;
  const scaled = (spec, share) => (spec.kind === "whole" ? Math.round(share * spec.high) : Number((share * spec.high).toFixed(3)));
  return {
    element: make("div", { className: "pair" }, make("label", {}, "x ", x.element), make("label", {}, "y ", y.element)),
    name: "point",
    texts: () => [x.text(), y.text()],
    clear: () => { filled = false; },
    pickable: true,
    text: () => (filled ? "" : null),
    pick: (across, down) => { filled = true; x.set(scaled(one, across)); y.set(scaled(other, down)); },
  };
}

/** Build the controls of a task into `root`; `send` gets the text of a call, `compose` a draft, and
 * `places` gives the parts of the picture that stand for arguments now. */
export function buildControls(root, actions, picture, send, compose, places) {
  const keys = new Map();
  const signal = fresh(root);
  const forms = actions.filter((action) => !isPad(action)).map((action) => form(action, keys, send, compose));
  root.replaceChildren(...actions.filter(isPad).map((action) => pad(action, root, send, signal)));
  const simple = make("div", { className: "row" });
  for (const each of forms) (each.fields.length ? root : simple).append(each.element);
  root.append(simple);
  const picking = forms.filter((each) => each.picks.length);
  let active = picking[0] ?? null;
  function activate(chosen) {
    active = chosen;
    for (const each of picking) each.element.classList.toggle("active", picking.length > 1 && each === chosen);
  }
  for (const each of picking) each.element.addEventListener("focusin", () => activate(each));
  activate(active);
  picture.classList.toggle("pickable", Boolean(active));
  picture.classList.toggle("draggable", picking.some((each) => (each.clicks ?? each.picks.length) > 1));
  onPicture(picture, () => active, places);
  document.addEventListener("keydown", (event) => {
    const pressed = event.shiftKey ? `Shift+${event.key.toUpperCase()}` : event.key;
    if (isTyping(event) || !keys.has(pressed) || root.closest("[inert]")) return;
    event.preventDefault();
    keys.get(pressed)();
  }, { signal });
  return { forget: () => { $("#mark").hidden = true; for (const each of forms) each.forget(); } };
}

/** A signal that ends the listeners of the controls that were here before. */
function fresh(root) {
  root.listeners?.abort();
  root.listeners = new AbortController();
  return root.listeners.signal;
}

function form(action, keys, send, compose) {
  const texts = () => fields.flatMap((each) => each.texts());
  const call = () => (texts().includes(null) ? null : write(action, texts()));
  function act() {
    const text = call();
    if (text === null) return;
    send(text);
    for (const each of fields) each.clear();
  }
  function changed(final) {
    const text = call();
    compose(text ?? action.usage);
    go.disabled = text === null;
    if (final) act();
  }
  const go = make("button", { type: "button", textContent: plain(action.name) });
  const fields = fieldsOf(action, changed);
  go.addEventListener("click", act);
  const element = fields.length ? card(action, fields, go, call) : go;
  const picks = fields.filter((each) => each.pickable || action.clicks !== null);
  const made = { element, fields, picks, act, call, send, board: action.board, clicks: action.clicks, ...wording(action, fields, act) };
  const repeated = fields.length > 0 && fields.at(-1).name === "times";
  if (!fields.length) bindLetter(action, go, keys, act);
  if (repeated && fields.length === 1) bindArrow(action, go, keys, act);
  for (const each of fields) bindChoices(each, keys, repeated && fields.length === 2 ? act : null);
  return made;
}

/** Clicks that stand for arguments: `say` fills in the words of one and acts with the last. */
function wording(action, fields, act) {
  let said = [];
  function forget() {
    if (!said.length) return;
    said = [];
    for (const each of fields) each.empty?.();
  }
  function say(words) {
    if (action.clicks && said.at(-1)?.join() === words.join()) return forget();
    const first = said.length * words.length;
    words.forEach((word, at) => fields[Math.min(first + at, fields.length - 1)].take?.(word));
    said.push(words);
    if (said.length !== action.clicks) return;
    act();
    forget();
  }
  return { say, forget, last: () => said.at(-1)?.join() };
}

/** A small form: the name of the action, its help, its fields and the button that acts. */
function card(action, fields, go, call) {
  const last = fields.at(-1);
  const direct = last.buttons && action.parameters.at(-1).kind === "choice";
  const title = make("h3", { textContent: plain(action.name), title: action.help });
  const element = make("div", { className: "action", role: "group", "aria-label": action.name }, title);
  element.append(make("p", { className: "small muted", textContent: action.help }));
  for (const each of fields) {
    const lone = fields.length === 1 && direct;
    element.append(make("div", { className: "parameter" }, ...(lone ? [] : [make("span", { className: "small", textContent: plain(each.name) })]), each.element));
  }
  if (!direct) element.append(go);
  const picks = action.clicks ?? fields.filter((each) => each.pickable).length;
  if (picks || action.clicks === 0) element.append(make("p", { className: "small muted", textContent: picks > 1 ? "Or click twice in the picture, or drag." : "Or click in the picture." }));
  go.disabled = call() === null;
  return element;
}

/** The first letter of an action, and an arrow if its name is a heading. */
function bindLetter(action, button, keys, act) {
  const arrow = ARROWS[action.name];
  if (arrow && !keys.has(arrow)) {
    keys.set(arrow, act);
    button.prepend(make("kbd", { textContent: SIGNS[arrow] }), " ");
  }
  const key = `Shift+${action.name[0].toUpperCase()}`;
  if (keys.has(key)) return;
  keys.set(key, act);
  button.append(" ", make("kbd", { textContent: `⇧${action.name[0].toUpperCase()}` }));
  button.classList.toggle("stop", action.name === "stop");
}

/** An arrow key for an action that is a heading, such as forward. */
function bindArrow(action, button, keys, act) {
  const arrow = ARROWS[action.name];
  if (!arrow || keys.has(arrow)) return;
  keys.set(arrow, act);
  button.prepend(make("kbd", { textContent: SIGNS[arrow] }), " ");
}

/** Arrow keys for headings, digits for the first small number; `act` where a heading is enough. */
function bindChoices(each, keys, act) {
  each.options?.forEach((option, index) => {
    const arrow = ARROWS[option.word];
    const digit = /^\d$/.test(option.word) ? option.word : option.word === "10" ? "0" : null;
    const key = arrow ?? digit;
    if (!key || keys.has(key)) return;
    keys.set(key, () => { each.choose(index); if (arrow) act?.(); });
    if (arrow) each.buttons[index].prepend(make("kbd", { textContent: SIGNS[arrow] }), " ");
  });
}

/** A point of the picture as shares of the part that the cells fill, null beside it. */
function within(board, [x, y]) {
  const [left, top, width, height] = board ?? [0, 0, 1, 1];
  const point = [(x - left) / width, (y - top) / height];
  return point.every((each) => each >= 0 && each < 1) ? point : null;
}

/** The place under a point; one that follows what was said before goes first. */
function meant(places, point, before) {
  const here = (places ?? []).filter((each) => within(each.box, point));
  return here.find((each) => each.after && each.after === before) ?? here.find((each) => !each.after);
}

/** A click fills the next place of the active action, or makes a call; a drag fills two places. */
function onPicture(picture, active, places) {
  const signal = fresh(picture);
  const mark = $("#mark");
  let from = null;
  const share = (event) => {
    const box = $("img", picture).getBoundingClientRect();
    const inside = (value) => Math.max(0, Math.min(0.9999, value));
    return [inside((event.clientX - box.left) / box.width), inside((event.clientY - box.top) / box.height)];
  };
  function show([left, top, width, height]) {
    mark.style.left = `${(left + width / 2) * 100}%`;
    mark.style.top = `${(top + height / 2) * 100}%`;
    mark.hidden = false;
  }
  picture.addEventListener("pointerdown", (event) => { from = share(event); }, { signal });
  picture.addEventListener("pointerup", (event) => {
    const form = active();
    if (!form || !from) return;
    const to = share(event);
    const dragged = Math.hypot(to[0] - from[0], to[1] - from[1]) > 0.06;
    if (form.clicks !== null) {
      const hits = [];
      for (const point of form.clicks > 1 && dragged ? [from, to] : [to]) hits.push(meant(places(), point, hits.at(-1)?.words?.join() ?? form.last()));
      from = null;
      if (hits.includes(undefined)) return;
      show(hits.at(-1).box);
      for (const each of hits) each.call ? form.send(each.call) : form.say(each.words);
      return;
    }
    const ends = [from, to].map((point) => within(form.board, point));
    if (ends.includes(null)) return;
    const open = form.picks.filter((each) => each.text() === null);
    const spots = open.length ? open : form.picks;
    spots[0].pick(...(dragged && spots.length > 1 ? ends[0] : ends[1]));
    if (dragged && spots.length > 1) spots[1].pick(...ends[1]);
    show([...to, 0, 0]);
    if (form.picks.every((each) => each.text() !== null) && form.call() !== null) {
      form.act();
      mark.hidden = true;
    }
    from = null;
  }, { signal });
}
