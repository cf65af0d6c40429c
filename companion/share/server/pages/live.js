// What every page shares: its words, the stream of states, asking the table for something, elements made of text.

export const words = JSON.parse(document.body.dataset.words);

const link = document.getElementById("link");

function notify(text) {
  if (link && link.textContent !== text) link.textContent = text;
}

/** Follow the match: `show` is called with each new state, with who this viewer is, and with the desk where there is one. */
export function follow(show) {
  const state = { you: { role: "spectator", player: "" }, board: null, desk: null, photo: null };
  const stream = new EventSource("/live");
  notify(words.waiting);
  for (const kind of ["you", "board", "desk", "photo"]) {
    stream.addEventListener(kind, (event) => {
      state[kind] = JSON.parse(event.data);
      if ([words.waiting, words.lost].includes(link?.textContent)) notify("");
      if (state.board) show(state);
    });
  }
  stream.addEventListener("ended", () => {
    stream.close();
    notify(words.ended);
    document.body.dataset.ended = "yes";
  });
  stream.addEventListener("error", () => {
    if (document.body.dataset.ended) return;
    notify(words.lost);
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 3000);
  });
}

/** Ask the table for something; it says why where it refuses. */
export async function ask(request) {
  let answer;
  try {
    answer = await fetch("/ask", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
  } catch {
    notify(words.lost);
    return;
  }
  if (answer.ok) return notify("");
  const why = answer.status === 409 ? (await answer.json()).refused : "";
  notify(why || words.refused);
}

/** An element with attributes and children; text is always text. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A player's sign. */
export function badge(of) {
  return el("span", { class: `badge ${of.word}`, "aria-hidden": "true" }, of.shape);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Put text into an element, only where it is another: a screen reader says what changes. */
export function put(id, text) {
  const there = byId(id);
  if (there && there.textContent !== text) there.textContent = text;
}

const themed = byId("theme");
if (themed) {
  const kept = localStorage.getItem("theme");
  if (kept) document.documentElement.dataset.theme = kept;
  themed.addEventListener("click", () => {
    const system = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
    const next = (document.documentElement.dataset.theme || system) === "light" ? "dark" : "light";
    document.documentElement.dataset.theme = next;
    localStorage.setItem("theme", next);
  });
}
