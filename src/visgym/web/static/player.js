// Step through one episode, or through two of them side by side.
import { $, $$, fit, isTyping, make } from "./common.js";

/** Fill the picture and the caption of one side. */
function show(side, steps, at) {
  const step = steps[Math.min(at, steps.length - 1)];
  const picture = $("[data-picture]", side);
  picture.hidden = !step.picture;
  if (step.picture) picture.src = step.picture;
  const full = $("[data-full]", side);
  if (full && step.picture) full.href = step.picture;
  picture.onload = () => fit(picture);
  const caption = $("[data-caption]", side);
  if (!step.reply && step.reply !== "") {
    caption.replaceChildren(make("span", { className: "muted question", textContent: step.question || "The start." }));
    return;
  }
  const refused = step.verdict !== "done";
  caption.replaceChildren(
    make("code", { textContent: step.code || step.reply, className: step.code ? "said program" : "said", dir: "auto" }),
    make("span", { className: refused ? "bad" : "muted", dir: "auto", textContent: `${refused ? `${step.verdict}: ` : ""}${step.feedback}` }),
  );
  if (step.tool) caption.prepend(make("strong", { className: "small", textContent: `Tool ${step.tool}` }));
  for (const part of step.shown || []) {
    caption.append(part.picture
      ? make("img", { className: "by-tool", src: part.picture, alt: `Shown by the tool ${step.tool}` })
      : make("pre", { className: "by-tool", textContent: part.text, dir: "auto", tabIndex: 0 }));
  }
  if (step.how) caption.append(make("small", { className: "muted how", textContent: step.how }));
  if (step.reasoning) {
    const thought = make("span", { className: "said", textContent: step.reasoning });
    caption.append(make("details", { className: "muted how" }, make("summary", { textContent: "Reasoning" }), thought));
  }
  if (step.whole) caption.append(make("a", { href: step.whole, textContent: "The whole reply", target: "_blank" }));
}

/** Bring a player to life; `sides` are `{element, steps}`, `onstep` hears where it stands. */
export function player(root, sides, start = 0, onstep = () => {}) {
  const last = Math.max(...sides.map((side) => side.steps.length)) - 1;
  const slider = $("[data-slider]", root);
  const speed = $("[data-speed]", root);
  const toggle = $("[data-do=play]", root);
  let at = 0;
  let timer = null;

  function go(to) {
    at = Math.max(0, Math.min(last, to));
    slider.value = at;
    $("[data-count]", root).textContent = `${at} / ${last}`;
    for (const side of sides) {
      show(side.element, side.steps, at);
      const ahead = side.steps[at + 1]?.picture;
      if (ahead) new Image().src = ahead;
    }
    onstep(at);
  }
  function hold() {
    clearInterval(timer);
    timer = null;
    root.classList.remove("playing");
    toggle.setAttribute("aria-label", "Play");
  }
  function tick() {
    if (at >= last) hold();
    else go(at + 1);
  }
  function run() {
    if (at >= last) go(0);
    timer = setInterval(tick, Number(speed.value));
    root.classList.add("playing");
    toggle.setAttribute("aria-label", "Pause");
  }
  const doing = {
    first: () => { hold(); go(0); },
    previous: () => { hold(); go(at - 1); },
    play: () => (timer ? hold() : run()),
    next: () => { hold(); go(at + 1); },
    last: () => { hold(); go(last); },
  };
  const keys = { Home: "first", ArrowLeft: "previous", " ": "play", ArrowRight: "next", End: "last" };

  slider.max = last;
  slider.addEventListener("input", () => { hold(); go(Number(slider.value)); });
  speed.addEventListener("change", () => { if (timer) { hold(); run(); } });
  for (const button of $$("[data-do]", root)) button.addEventListener("click", doing[button.dataset.do]);
  document.addEventListener("keydown", (event) => {
    const pressing = event.key === " " && event.target.closest("button, a, summary");
    if (!keys[event.key] || isTyping(event) || pressing) return;
    event.preventDefault();
    doing[keys[event.key]]();
  });
  go(start);
  return { go: (to) => { hold(); go(to); }, run };
}
