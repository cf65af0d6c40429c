// What every page shares: its words, the stream of states and how old they are, asking for something, elements of text.

export const words = JSON.parse(document.body.dataset.words);

//: So many seconds without a sign of life and the page says how old it is; and so many, and it connects anew.
const OLD_S = 8;
const ANEW_S = 16;
//: A request that is not answered is given up.
const ANSWER_MS = 8000;

const state = { you: { role: "spectator", player: "" }, link: "waiting" };
let shower = () => {};
let stream = null;
let heardAt = null; // when the table was known to be alive, by this device's clock
let broken = false;
let over = false;
let triedAt = 0;
let patience_s = OLD_S;

/** Follow the table: `show` is called with every new state of one of the kinds, once the first of them is there. */
export function follow(show, kinds = ["board", "desk", "photo"]) {
  shower = () => state[kinds[0]] && show(state);
  connect(kinds);
  setInterval(() => watch(kinds), 1000);
  document.addEventListener("visibilitychange", () => document.hidden || wake(kinds));
  addEventListener("pageshow", (event) => event.persisted && wake(kinds));
  addEventListener("online", () => wake(kinds));
  addEventListener("offline", lose);
}

/** For pages whose states come another way: `take` a state, note a sign of life of so many seconds ago, or a break. */
export function receive(show, old_s) {
  shower = () => show(state);
  patience_s = old_s;
  setInterval(showLink, 1000);
  return {
    take(kind, said) {
      state[kind] = said;
      shower();
    },
    heard,
    lose,
  };
}

function connect(kinds) {
  stream?.close();
  triedAt = Date.now();
  const mine = (stream = new EventSource("/live"));
  const hear = (kind, take) =>
    mine.addEventListener(kind, (event) => {
      if (mine !== stream) return;
      const said = JSON.parse(event.data);
      heard(said.silence_s);
      take(said);
    });
  for (const kind of ["you", ...kinds])
    hear(kind, (said) => {
      state[kind] = kind === "you" ? { ...said, heard: Date.now() } : said;
      shower();
    });
  hear("beat", () => {});
  hear("ended", () => {
    over = true;
    mine.close();
    showLink();
  });
  mine.addEventListener("error", () => {
    if (over || mine !== stream) return;
    lose();
    if (mine.readyState === EventSource.CLOSED) setTimeout(() => again(kinds), 2000);
  });
}

/** The stream was refused: whoever is known no more is led to the door, else it is tried again. */
async function again(kinds) {
  try {
    const page = await fetch(location.href, { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) });
    if (page.type === "opaqueredirect") return location.reload();
    connect(kinds);
  } catch {
    setTimeout(() => again(kinds), 3000);
  }
}

function heard(silence_s = 0) {
  heardAt = Date.now() - 1000 * silence_s;
  broken = false;
  showLink();
}

function lose() {
  broken = true;
  showLink();
}

const age = () => (heardAt === null ? 0 : Math.max(0, Math.round((Date.now() - heardAt) / 1000)));

function watch(kinds) {
  showLink();
  if (!over && !document.hidden && age() > ANEW_S && Date.now() - triedAt > 1000 * ANEW_S) connect(kinds);
}

/** The page is looked at again: a phone that slept may have missed the end of its connection. */
function wake(kinds) {
  showLink();
  if (!over && (broken || age() > OLD_S)) connect(kinds);
}

function showLink() {
  const kind = over ? "ended" : broken ? "lost" : heardAt === null ? "waiting" : age() > patience_s ? "quiet" : "live";
  document.body.dataset.link = state.link = kind;
  put("alive", words[kind]);
  put("age", ["lost", "quiet", "ended"].includes(kind) && heardAt !== null ? words.old.replace("{seconds}", age()) : "");
}

/** Say something that must be read; "" for nothing. */
export function say(text) {
  put("said", text);
}

let queue = Promise.resolve();
const led = new Map(); // revision -> the one that a request of ours has led to

/** Ask for something, after all that was asked before; whether it was done. It counts of the state that was looked at. */
export function ask(request) {
  const revision = state.board?.revision;
  queue = queue.then(() => send(request, revision));
  return queue;
}

const FREE = ["call", "look", "turn-to", "owner", "read-as", "rules", "forget", "take", "done"];

async function send(request, revision) {
  let from = revision;
  while (led.has(from)) from = led.get(from);
  let answer;
  try {
    answer = await fetch("/ask", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(FREE.includes(request.do) ? request : { ...request, revision: from }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  } catch (failure) {
    say(failure.name === "TimeoutError" ? words.no_answer : words.lost);
    return false;
  }
  const told = answer.ok || answer.status === 409 ? await answer.json() : {};
  if (answer.ok) {
    if (told.revision > from) led.set(from, told.revision);
    say("");
    return true;
  }
  for (const kind of ["board", "desk"]) if (told[kind]) state[kind] = told[kind];
  say(told.refused || (answer.status === 503 ? words.no_answer : words.refused));
  shower();
  return false;
}

/** Ask whether it is meant: a question, what it is about line by line, and the word for yes. */
export function confirmed(question, lines, yes) {
  return new Promise((resolve) => {
    const box = el(
      "dialog",
      { "aria-labelledby": "question" },
      el("h2", { id: "question" }, question),
      el("ul", {}, ...lines.map((line) => el("li", {}, line))),
      el(
        "div",
        { class: "row" },
        el("button", { onclick: () => box.close("yes") }, yes),
        el("button", { autofocus: true, onclick: () => box.close("") }, words.cancel),
      ),
    );
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue === "yes");
    });
    document.body.append(box);
    box.showModal();
  });
}

/** How long ago something was, as 2:05; the table's clock may be ahead of this device's. */
export function since(at) {
  const ahead = state.you.now_s ? 1000 * state.you.now_s - state.you.heard : 0;
  const s = Math.max(0, Math.round((Date.now() + ahead - Date.parse(at)) / 1000));
  const two = (number) => String(number).padStart(2, "0");
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)} h`;
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
