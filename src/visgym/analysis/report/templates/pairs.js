"use strict";
(() => {
  const { pairs } = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  if (!pairs.some((each) => each.pairs.length)) return;
  const which = at("duel-which");
  const known = [];

  function made(tag, text, ...children) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    element.append(...children);
    return element;
  }

  function line(cells, tag, kind) {
    const row = made("tr", undefined, ...cells.map((text, place) => {
      const cell = made(place ? tag : "th", text);
      cell.scope = place ? "col" : "row";
      if (place && tag === "td") cell.removeAttribute("scope");
      return cell;
    }));
    row.className = kind;
    return row;
  }

  function episode([id, seed, solver, ...places], agents) {
    const item = made("li", `${id}, seed ${seed}: solved by `, made("b", agents[solver]));
    places.forEach((place, number) => {
      if (place === null) return;
      const link = made("a", `watch ${agents[number]}`);
      link.href = `#episode-${place}`;
      item.append("; ", link);
    });
    return item;
  }

  function show() {
    const { setting, pair } = known[Number(which.value)];
    const [one, other] = pair.agents;
    at("duel-lead").textContent = `Gained: solved by ${one} only. Lost: solved by ${other} only. Percentages are of the episodes of ${setting} that both have finished, n; the difference is in percentage points with its 95 % interval, and p is of McNemar's exact test. Of the tasks, those on which the two differ.`;
    const heads = ["", "n", one, other, "gained", "lost", "difference", "95 % interval", "p"];
    at("duel-table").replaceChildren(
      made("thead", undefined, line(heads, "th", "")),
      made("tbody", undefined, line(pair.total, "td", "whole"), ...pair.categories.map((row) => line(row, "td", "whole")), ...pair.tasks.map((row) => line(row, "td", ""))),
    );
    const shown = pair.episodes.length;
    at("duel-episodes-lead").textContent = pair.differ ? `${pair.differ} episodes where they differ${shown < pair.differ ? `, ${shown} of them named` : ""}; links lead to those shown on this page.` : "There is no episode where they differ.";
    at("duel-episodes").replaceChildren(...pair.episodes.map((each) => episode(each, pair.agents)));
  }

  for (const each of pairs) {
    const group = document.createElement("optgroup");
    group.label = each.setting;
    for (const pair of each.pairs) {
      group.append(new Option(`${pair.agents[0]} against ${pair.agents[1]}`, known.length));
      known.push({ setting: each.setting, pair });
    }
    which.append(group);
  }
  which.addEventListener("change", show);
  at("duel").hidden = false;
  show();
})();
