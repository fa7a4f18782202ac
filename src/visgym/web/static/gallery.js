// Search and filters, and the picture of the preset under the pointer.
import { $, $$ } from "./common.js";

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
  if (!picture.src.endsWith(chip.dataset.picture)) picture.src = chip.dataset.picture;
}

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
