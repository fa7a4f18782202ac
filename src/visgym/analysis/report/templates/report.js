"use strict";
(() => {
  const { episodes, pictures } = JSON.parse(document.getElementById("data").textContent);
  if (!episodes.length) return;
  const at = (id) => document.getElementById(id);
  const [player, which, slider, picture] = ["player", "which", "slider", "picture"].map(at);
  const playButton = player.querySelector("[data-go=play]");
  const ENDINGS = {
    solved: "Solved.",
    wrong: "Stopped, not solved.",
    out_of_steps: "Out of steps.",
    overflow: "Too long for the model.",
  };
  let episode = episodes[0];
  let step = 0;
  let timer = null;

  const last = () => episode.steps.length - 1;

  function tell(id, text) {
    at(id).textContent = text || "";
    at(id).hidden = !text;
  }

  function lay(shown) {
    const parts = shown.map((each) => {
      const part = document.createElement(each.text === undefined ? "img" : "pre");
      if (each.text === undefined) {
        part.src = pictures[each.picture];
        part.alt = "Shown by the tool";
      } else {
        part.textContent = each.text;
        part.dir = "auto";
        part.tabIndex = 0;
      }
      return part;
    });
    at("shown").replaceChildren(...parts);
    at("shown").hidden = !parts.length;
  }

  function show(number) {
    step = Math.max(0, Math.min(last(), number));
    const now = episode.steps[step];
    const drawn = now.picture !== undefined;
    picture.hidden = !drawn;
    at("blank").hidden = drawn;
    if (drawn) picture.src = pictures[now.picture];
    picture.alt = step ? `State after reply ${step}` : "Start of the episode";
    const ending = step === last() ? ` ${ENDINGS[episode.outcome]}` : "";
    at("where").textContent = step ? `Step ${step} of ${last()}.${ending}` : `Start. ${last()} steps follow.`;
    tell("speaker", step ? (now.tool ? `Tool ${now.tool}` : "Reply") : episode.told && "What the agent is told");
    tell("reply", step ? now.code || now.reply || " " : episode.told);
    at("reply").classList.toggle("program", Boolean(now.code));
    lay(now.shown || []);
    at("feedback").hidden = !step;
    at("badge").textContent = now.verdict || "";
    at("badge").className = now.verdict === "done" ? "done" : "fault";
    at("said").textContent = now.feedback || "";
    tell("how", now.how);
    tell("reasoning", now.reasoning);
    at("thought").hidden = !now.reasoning;
    at("changed").hidden = !now.changed;
    slider.value = step;
    slider.setAttribute("aria-valuetext", at("where").textContent);
  }

  function mark() {
    const marks = episode.steps.map((each, number) => {
      const dot = document.createElement("i");
      dot.style.left = `${(100 * number) / Math.max(1, last())}%`;
      dot.className = each.verdict && each.verdict !== "done" ? "fault" : "";
      return dot;
    });
    at("marks").replaceChildren(...marks);
  }

  function explain(findings) {
    const told = findings.map((each) => {
      const box = document.createElement("div");
      for (const [kind, text] of [["strong", `${each.title} (${each.by})`], ["p", each.reason], ["q", each.evidence]].filter(([, text]) => text)) {
        const part = document.createElement(kind);
        part.textContent = text;
        part.dir = "auto";
        box.append(part);
      }
      return box;
    });
    at("findings").replaceChildren(...told);
    at("findings").hidden = !told.length;
  }

  function open(number) {
    pause();
    episode = episodes[number];
    which.value = number;
    slider.max = last();
    tell("who", `${episode.agent} on ${episode.id}, seed ${episode.seed}`);
    tell("note", episode.note);
    explain(episode.findings);
    mark();
    show(0);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    playButton.setAttribute("aria-pressed", "false");
    playButton.setAttribute("aria-label", "Play");
  }

  function play() {
    if (timer) return pause();
    if (step === last()) show(0);
    timer = setInterval(() => {
      show(step + 1);
      if (step === last()) pause();
    }, 700);
    playButton.setAttribute("aria-pressed", "true");
    playButton.setAttribute("aria-label", "Pause");
  }

  function stepTo(number) {
    pause();
    show(number);
  }

  const moves = {
    first: () => stepTo(0),
    previous: () => stepTo(step - 1),
    play,
    next: () => stepTo(step + 1),
    last: () => stepTo(last()),
  };
  const keys = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

  player.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (button) moves[button.dataset.go]();
  });
  document.addEventListener("keydown", (event) => {
    const inside = player.contains(event.target);
    const taken = event.target.matches("input, select");
    if (!inside || taken || !(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    moves[keys[event.key]]();
  });
  slider.addEventListener("input", () => stepTo(Number(slider.value)));
  which.addEventListener("change", () => open(Number(which.value)));

  const fields = [...player.querySelectorAll("[data-by]")];
  const options = [...which.querySelectorAll("option")];
  const groups = [...which.querySelectorAll("optgroup")].map((group) => [group, [...group.children]]);

  function fits(each, wish) {
    const said = () => [each.id, ...each.steps.map((one) => one.reply || "")].join("\n").toLowerCase();
    return (!wish.agent || each.agent === wish.agent) && (!wish.outcome || each.outcome === wish.outcome)
      && (!wish.category || each.category === wish.category) && (!wish.words || said().includes(wish.words.toLowerCase()));
  }

  function choose() {
    const wish = Object.fromEntries(fields.map((field) => [field.dataset.by, field.value]));
    const fitting = options.filter((option) => fits(episodes[option.value], wish));
    for (const [group, members] of groups) {
      group.replaceChildren(...members.filter((option) => fitting.includes(option)));
      if (group.childElementCount) which.append(group);
      else group.remove();
    }
    at("chosen").textContent = `${fitting.length} of ${options.length} fit`;
    const shown = String(episodes.indexOf(episode));
    if (fitting.length && !fitting.some((option) => option.value === shown)) open(Number(fitting[0].value));
    else which.value = shown;
  }
  for (const field of fields) field.addEventListener("input", choose);
  at("choose").hidden = false;

  function follow() {
    const found = /^#episode-(\d+)$/.exec(location.hash);
    if (!found || !(found[1] in episodes)) return;
    for (const field of fields) field.value = "";
    choose();
    open(Number(found[1]));
    at("episodes").scrollIntoView();
    player.focus({ preventScroll: true });
  }
  document.addEventListener("click", (event) => {
    // the same link twice changes no hash
    const link = event.target.closest("a[href^='#episode-']");
    if (link && link.getAttribute("href") === location.hash) follow();
  });
  addEventListener("hashchange", follow);
  open(0);
  follow();
})();
