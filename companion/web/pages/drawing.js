// The table as seen from straight above, in millimetres; SVG's y runs down, the table's up.

import { words } from "./live.js";

const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const points = (outline) => outline.map(([x, y]) => `${x},${-y}`).join(" ");
const middle = (outline) => [0, 1].map((axis) => outline.reduce((sum, p) => sum + p[axis], 0) / outline.length);

function text(words, [x, y], size, kind = "") {
  return shape("text", { x, y: -y, "font-size": size, class: kind }, words);
}

function grid(left, near, right, far) {
  const lines = [];
  for (let x = 100; x < right; x += 100) if (x > left) lines.push([x, near, x, far]);
  for (let y = 100; y < far; y += 100) if (y > near) lines.push([left, y, right, y]);
  return lines.map(([x1, y1, x2, y2]) => shape("line", { x1, y1: -y1, x2, y2: -y2, class: "line" }));
}

function die(one, size, pick) {
  const [x, y] = one.centre_mm;
  const [cx, cy] = one.top_mm[0];
  const corner = [x + 0.72 * (cx - x), y + 0.72 * (cy - y)];
  const drawn = shape(
    "g",
    { class: `die ${one.badge.word}${one.chosen ? " chosen" : ""}`, "data-piece": one.piece },
    shape("polygon", { points: points(one.body_mm), class: "body" }),
    shape("polygon", { points: points(one.top_mm), class: "top" }),
    shape("circle", { cx: corner[0], cy: -corner[1], r: 3, class: "corner" }),
    text(one.side || "?", [x, y], 22, "side"),
    text(`${one.badge.shape} ${one.piece}`, [x, Math.min(...one.body_mm.map((p) => p[1])) - 0.7 * size], size, "under"),
  );
  if (pick) {
    drawn.setAttribute("role", "button");
    drawn.setAttribute("tabindex", "0");
    drawn.setAttribute("aria-label", `${one.piece}, ${one.side}`);
    drawn.addEventListener("click", () => pick(one.piece));
    drawn.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick(one.piece);
    });
  }
  return drawn;
}

function corners(outline) {
  const [xs, ys] = [0, 1].map((axis) => outline.map((p) => p[axis]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** A die that is seen and not yet confirmed: its outline only, dashed. */
function seen(one, size) {
  const [x, y] = one.centre_mm;
  const under = Math.min(...one.body_mm.map((p) => p[1])) - 0.7 * size;
  return shape(
    "g",
    { class: "seen" },
    shape("polygon", { points: points(one.body_mm) }),
    shape("polygon", { points: points(one.top_mm) }),
    text(one.side || "?", [x, y], 22, "side"),
    text(one.name ? `${one.name}: ${words.unconfirmed}` : words.unconfirmed, [x, under], size, "under"),
  );
}

/** What is shown: the whole table, or no more of it than the dice need. */
function extent(board, whole) {
  const all = whole ? [] : [...board.dice, ...board.seen].flatMap((one) => one.body_mm).concat(board.posts.flatMap((one) => one.outline_mm));
  const around = all.length ? all : board.outline_mm;
  const margin = all.length ? 70 : 30;
  const box = [0, 1].map((axis) => {
    const values = around.map((p) => p[axis]);
    const limits = board.outline_mm.map((p) => p[axis]);
    return [Math.max(Math.min(...values) - margin, Math.min(...limits) - 30), Math.min(Math.max(...values) + margin, Math.max(...limits) + 30)];
  });
  const [[left, right], [near, far]] = box;
  return { left, near, right, far };
}

/** Draw a board into an SVG element; `pick`: what a tap on a die does; `whole`: all of the table. */
export function draw(svg, board, { pick = null, whole = true } = {}) {
  if (!board.outline_mm.length) return svg.replaceChildren();
  const { left, near, right, far } = extent(board, whole);
  const size = Math.max(16, (right - left) / 48, (11 * (right - left)) / (svg.clientWidth || 600));
  const held = svg.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
  svg.setAttribute("viewBox", `${left} ${-far} ${right - left} ${far - near}`);
  svg.replaceChildren(
    shape("polygon", { points: points(board.outline_mm), class: "cloth" }),
    ...(board.outline_mm.length === 4 ? grid(...corners(board.outline_mm)) : []),
    ...board.terrain.flatMap((one) => [
      shape("polygon", { points: points(one.outline_mm), class: one.level == null ? "wall" : "hill" }),
      text(one.level == null ? one.name : `${one.name} ▲${one.level}`, middle(one.outline_mm), size, "under"),
    ]),
    ...board.posts.flatMap((one) => [
      shape("polygon", { points: points(one.outline_mm), class: `post ${one.badge.word}`, stroke: "currentColor" }),
      text(one.badge.shape, middle(one.outline_mm), size),
    ]),
    ...board.seen.map((one) => seen(one, size)),
    ...board.dice.map((one) => die(one, size, pick)),
  );
  if (held) svg.querySelector(`[data-piece="${CSS.escape(held)}"]`)?.focus();
}
