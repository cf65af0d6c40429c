import { byId, follow, put } from "./live.js";
import { isOld, need, tileOf } from "./tiles.js";

const SHOWS = {
  all: () => true,
  calls: (tile) => tile.call,
  played: (tile) => !isOld(tile) && tile.players.length && !tile.winner,
  over: (tile) => tile.winner,
  silent: isOld,
};
const begun = (tile) => (tile.winner || isOld(tile) || !tile.turn_begun_at ? Infinity : Date.parse(tile.turn_begun_at));
const ORDERS = { table: () => 0, need: (a, b) => need(a) - need(b), time: (a, b) => begun(a) - begun(b) || 0 };
let latest = null;

function show(state) {
  latest = state;
  const { hall, you } = state;
  put("words", hall.words);
  put("trouble", hall.trouble);
  byId("to-walk").classList.toggle("hidden", you.role !== "steward");
  const tiles = hall.tiles.filter(SHOWS[byId("which").value]).sort(ORDERS[byId("order").value]);
  byId("none").classList.toggle("hidden", hall.tiles.length > 0);
  byId("tiles").style.setProperty("--columns", Math.ceil(Math.sqrt(1.8 * tiles.length)) || 1);
  byId("tiles").replaceChildren(...tiles.map((tile) => tileOf(tile)));
}

const asked = new URLSearchParams(location.search);
for (const id of ["which", "order"]) {
  const wanted = asked.get(id) ?? localStorage.getItem(id);
  if ([...byId(id).options].some((option) => option.value === wanted)) byId(id).value = wanted;
  byId(id).addEventListener("change", () => {
    localStorage.setItem(id, byId(id).value);
    if (latest) show(latest);
  });
}
byId("full").addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
setInterval(() => latest && show(latest), 1000);
follow(show, ["hall"]);
