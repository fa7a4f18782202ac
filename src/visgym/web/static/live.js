// Filters that act at once, and tables that follow a running evaluation.
import { $ } from "./common.js";

const EVERY = 3000; // milliseconds
const form = $("[data-submit]");
form.addEventListener("change", () => form.requestSubmit());

async function follow() {
  if (!document.hidden) {
    try {
      const answer = await fetch(location.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = $("#live", page);
      const shown = $("#live");
      if (answer.ok && fresh && fresh.innerHTML !== shown.innerHTML && !shown.contains(document.activeElement)) {
        shown.replaceChildren(...fresh.childNodes);
      }
    } catch {
      // the server is away; the next round tries again
    }
  }
  setTimeout(follow, EVERY);
}
setTimeout(follow, EVERY);
