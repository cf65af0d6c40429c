// The screen stays on while the card is in use. Browsers have a lock for that on secure pages only; elsewhere a small
// picture that plays keeps some of them awake, and what it needs is a tap.

import { byId, put, words } from "./live.js";

let lock = null;
let playing = null;

function report() {
  byId("awake").classList.remove("hidden");
  put("awake", lock ? words.screen_on : words.screen_off);
}

async function hold() {
  if (document.hidden || (lock && !lock.released)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // no such lock here, or the battery is low
  }
  report();
}

function play() {
  if (lock || playing) return;
  const canvas = document.createElement("canvas");
  if (!canvas.captureStream) return;
  const brush = canvas.getContext("2d");
  playing = document.createElement("video");
  Object.assign(playing, { muted: true, playsInline: true, srcObject: canvas.captureStream(1) });
  playing.className = "awake";
  playing.setAttribute("aria-hidden", "true");
  document.body.append(playing);
  setInterval(() => brush.fillRect(0, 0, 1, 1), 1000);
  playing.play().catch(() => {});
}

export function stayAwake() {
  hold();
  document.addEventListener("visibilitychange", hold);
  document.addEventListener("pointerdown", play, { once: true });
}
