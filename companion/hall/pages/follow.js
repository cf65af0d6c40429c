// A match from afar: what its table keeps at the broker, drawn. Broker, table, user and password stand in the address
// behind #, or in follow.json beside this page.

import { showBoard } from "./board.js";
import { byId, put, receive, say, words } from "./live.js";
import { listen } from "./mqtt.js";

//: A table gives a sign of life every 30 s.
const SILENT_S = 75;
let there = null;
let state = null;
let saidAt = 0; // when the table said anything

async function settings() {
  let known = {};
  try {
    const file = await fetch("follow.json", { cache: "no-store" });
    if (file.ok) known = await file.json();
  } catch {
    // there is none
  }
  return { ...known, ...Object.fromEntries(new URLSearchParams(location.search)), ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))) };
}

const feed = receive((pages) => pages.board && showBoard(pages), 25);

/** The broker is heard; the table may be gone or silent all the same. */
function alive() {
  if (!state) return;
  const since_s = (Date.now() - saidAt) / 1000;
  const age_s = there ? (since_s > SILENT_S ? since_s : 0) : Math.max(0, (Date.now() - Date.parse(state.at)) / 1000);
  say(there ? "" : words.gone);
  feed.heard(there ? age_s : Math.max(age_s, 26));
}

function take(topic, text) {
  if (!text) return;
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    return; // whoever may write to the broker can write anything
  }
  saidAt = Date.now();
  if (topic.endsWith("/online")) there = Boolean(said.online);
  else if (!state || said.stream > state.stream || (said.stream === state.stream && said.seq >= state.seq)) {
    state = said;
    if (said.board) feed.take("board", said.board);
  }
  alive();
}

const wanted = await settings();
if (!wanted.broker || !wanted.table) {
  byId("about").classList.remove("hidden");
} else {
  document.title = `${words.app}: ${wanted.table}`;
  const topics = ["state", "online"].map((kind) => `diceland/${wanted.table}/${kind}`);
  setTimeout(() => state || say(words.no_table.replace("{table}", wanted.table)), 6000);
  listen(
    { ...wanted, topics },
    {
      message: (topic, text) => {
        if (!state) say("");
        take(topic, text);
      },
      alive,
      broken: feed.lose,
      refused: () => say(words.wrong_password),
    },
  );
}
