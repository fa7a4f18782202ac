// The solver's episode on a task page.
import { $, $$, ask } from "./common.js";
import { player } from "./player.js";

const stage = $("#solution");
const calls = (count) => `${count} call${count === 1 ? "" : "s"}`;
try {
  const found = await ask(stage.dataset.source);
  for (const goal of $$("[data-goal]")) {
    goal.src = found.steps.at(-1).picture;
    goal.hidden = false;
  }
  $("[data-median]").textContent = `${calls(found.median)} (median)`;
  $("[data-facts]").textContent = `${calls(found.length)} on an episode that belongs to no suite.`;
  player($("[data-player]", stage), [{ element: stage, steps: found.steps }]);
} catch (error) {
  $("[data-caption]", stage).textContent = error.message;
  $("[data-median]").textContent = "–";
  for (const note of $$("[data-goal-note]")) note.hidden = true;
}
