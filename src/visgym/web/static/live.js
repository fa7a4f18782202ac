// Filters that act at once, and tables that follow a running evaluation.
import { $ } from "./common.js";

const [SOON, LATER] = [3000, 15000]; // milliseconds, while something grows and while nothing does
const form = $("[data-submit]");
form.addEventListener("change", () => form.requestSubmit());

const wait = () => ($("#live").dataset.growing ? SOON : LATER);

async function follow() {
  if (!document.hidden) {
    try {
      const answer = await fetch(location.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = $("#live", page);
      const shown = $("#live");
      if (answer.ok && fresh && fresh.innerHTML !== shown.innerHTML && !shown.contains(document.activeElement)) {
        shown.replaceChildren(...fresh.childNodes);
        shown.dataset.growing = fresh.dataset.growing;
      }
    } catch {
      // the server is away; the next round tries again
    }
  }
  setTimeout(follow, wait());
}
setTimeout(follow, wait());
