// Replay of stored episodes.
import { $, $$ } from "./common.js";
import { player } from "./player.js";

const root = $("#replay");
const sides = $$("[data-side]", root).map((element) => ({
  element,
  steps: JSON.parse($("script", element).textContent),
}));
const items = $$("[data-list] [data-step]");

function mark(at) {
  const address = new URL(location);
  if (at) address.searchParams.set("step", at);
  else address.searchParams.delete("step");
  history.replaceState(null, "", address);
  for (const item of items) {
    if (Number(item.dataset.step) === at) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  }
}

const made = player($("[data-player]"), sides, Number(root.dataset.step), mark);
for (const item of items) item.addEventListener("click", () => made.go(Number(item.dataset.step)));
$("#link").addEventListener("click", async (event) => {
  await navigator.clipboard.writeText(location.href);
  event.target.textContent = "Copied";
  setTimeout(() => { event.target.textContent = "Copy link to this step"; }, 1500);
});
$("[data-compare]")?.addEventListener("change", (event) => location.assign(event.target.value));
