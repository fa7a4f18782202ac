// Small helpers that every page shares.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An element with properties, attributes (`data-x`, `aria-x`) and children. */
export function make(tag, facts = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (name.includes("-")) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

/** A name from code as people read it. */
export function plain(name) {
  const words = name.replaceAll("_", " ");
  return words[0].toUpperCase() + words.slice(1);
}

/** Tell the frame of a picture its shape, so that it is as large as the window allows. */
export function fit(picture) {
  picture.parentElement.style.setProperty("--ratio", picture.naturalWidth / picture.naturalHeight);
}

/** JSON from the server, or an error with the server's own sentence. */
export async function ask(address, body) {
  const options = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    throw new Error("The server does not answer; is visgym web still running?");
  }
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(found.error || `The server answered ${answer.status}.`);
  return found;
}

/** Whether a key press belongs to the field that has the focus. */
export function isTyping(event) {
  const kind = event.target.tagName;
  return kind === "INPUT" || kind === "SELECT" || kind === "TEXTAREA" || event.ctrlKey || event.metaKey || event.altKey;
}
