// The table as seen from straight above, in millimetres; SVG's y runs down, the table's up.

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

/** Draw a board into an SVG element; `pick`: what a tap on a die does. */
export function draw(svg, board, pick) {
  const xs = board.outline_mm.map((p) => p[0]);
  const ys = board.outline_mm.map((p) => p[1]);
  if (!xs.length) return svg.replaceChildren();
  const [left, near, right, far] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const size = Math.max(16, (right - left) / 48, (10 * (right - left)) / (svg.clientWidth || 600));
  const held = svg.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
  svg.setAttribute("viewBox", `${left - 30} ${-far - 30} ${right - left + 60} ${far - near + 60}`);
  svg.replaceChildren(
    shape("polygon", { points: points(board.outline_mm), class: "cloth" }),
    ...(board.outline_mm.length === 4 ? grid(left, near, right, far) : []),
    ...board.terrain.flatMap((one) => [
      shape("polygon", { points: points(one.outline_mm), class: one.level == null ? "wall" : "hill" }),
      text(one.level == null ? one.name : `${one.name} ▲${one.level}`, middle(one.outline_mm), size, "under"),
    ]),
    ...board.posts.flatMap((one) => [
      shape("polygon", { points: points(one.outline_mm), class: `post ${one.badge.word}`, stroke: "currentColor" }),
      text(one.badge.shape, middle(one.outline_mm), size),
    ]),
    ...board.dice.map((one) => die(one, size, pick)),
  );
  if (held) svg.querySelector(`[data-piece="${CSS.escape(held)}"]`)?.focus();
}
