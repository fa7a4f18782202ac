// Search and filters, and the picture of the preset under the pointer.
import { $, $$, ask } from "./common.js";

const EVERY = 1500; // milliseconds

const form = $("#filters");
const cards = $$(".card");

function filter() {
  const wish = Object.fromEntries(new FormData(form));
  const words = wish.words.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const card of cards) {
    const about = card.dataset.words.toLowerCase();
    const fits = words.every((word) => about.includes(word))
      && (!wish.category || card.dataset.category === wish.category)
      && (!wish.tag || card.dataset.tags.split(" ").includes(wish.tag))
      && (!wish.preset || card.dataset.presets.split(" ").includes(wish.preset));
    card.hidden = !fits;
    shown += fits;
    if (fits) show($(`[data-preset="${wish.preset}"]`, card) ?? $("[data-preset]", card));
  }
  const filtered = Object.values(wish).some(Boolean);
  $("#count").textContent = filtered ? `${shown} of ${cards.length} tasks` : "";
  const chosen = new URLSearchParams(Object.entries(wish).filter(([, value]) => value));
  history.replaceState(null, "", chosen.size ? `?${chosen}` : location.pathname);
}

function show(chip) {
  const picture = $("img", chip.closest(".card"));
  if (!picture || picture.dataset.waiting) return;
  if (!picture.src.endsWith(chip.dataset.picture)) picture.src = chip.dataset.picture;
}

/** Say in place of a picture why there is none. */
function excuse(picture, sentence) {
  $(".name", picture.parentElement).textContent = sentence;
  picture.remove();
}

/** Fill in pictures as they are drawn. */
async function follow() {
  const waiting = $$("[data-waiting]");
  if (!waiting.length) return;
  try {
    const found = await ask(`/api/thumbnails?${new URLSearchParams(waiting.map((each) => ["id", each.dataset.waiting]))}`);
    for (const picture of waiting) {
      const id = picture.dataset.waiting;
      if (found.problems[id]) excuse(picture, found.problems[id]);
      if (found.waiting.includes(id)) continue;
      delete picture.dataset.waiting;
      picture.src = picture.dataset.src;
    }
  } catch {
    // the server is away; the next round tries again
  }
  setTimeout(follow, EVERY);
}
for (const picture of $$(".shot img")) {
  picture.addEventListener("error", () => ask(picture.src).catch((error) => excuse(picture, error.message)));
}
follow();

for (const [name, value] of new URLSearchParams(location.search)) {
  if (form.elements[name]) form.elements[name].value = value;
}
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
for (const chip of $$("[data-picture]")) {
  chip.addEventListener("pointerenter", () => show(chip));
  chip.addEventListener("focus", () => show(chip));
}
filter();
