// A picture of the table: every die outlined and named, a tap on one shows what it may hit and why not. With that goes
// what the rules say of the die in hand.

import { ask, badge, byId, el, put, words } from "./live.js";

const SVG = "http://www.w3.org/2000/svg";
let enlarged = false;
let drawn = "";
let latest = null;

function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== "") made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const points = (list) => list.map(([x, y]) => `${x},${y}`).join(" ");

// The picture with what is drawn over it

function mark(one, unit) {
  const shared = { points: points(one.points_px), class: `mark ${one.part}`, "stroke-width": unit * (one.part.includes("chosen") ? 3.2 : 2) };
  const kind = one.closed ? "polygon" : "polyline";
  if (one.part === "shade" || one.part === "faded") return [shape(kind, { ...shared, "stroke-width": 0 })];
  const casing = shape(kind, { ...shared, class: "mark casing", "stroke-width": shared["stroke-width"] * 2 });
  const line = shape(kind, shared);
  if (one.colour) line.style.stroke = one.colour;
  return [casing, line];
}

function plate(one) {
  const [x, y] = one.centre_px;
  const [wide, high] = one.size_px;
  const type = one.type_px;
  const rows = 1 + one.lines.length;
  const step = 1.24 * type;
  const first = y - ((rows - 1) * step) / 2;
  const line = (text, row, kind) =>
    shape("text", { x, y: first + row * step, "font-size": kind === "name" ? type : 0.94 * type, class: kind }, text);
  return shape(
    "g",
    { class: `label ${one.tone}` },
    shape("rect", { x: x - wide / 2, y: y - high / 2, width: wide, height: high, rx: 0.35 * type, "stroke-width": type / 12 }),
    line(one.title, 0, "name"),
    ...one.lines.map((text, row) => line(text, row + 1, "more")),
  );
}

function look(piece, weapon = 0, focus = "") {
  ask({ do: "look", piece, weapon, focus });
}

/** A tap on a die takes it in hand; with one in hand, a tap on another looks at that one; on the same lets go. */
function tapped(piece) {
  const chosen = latest?.chosen;
  if (chosen?.piece === piece) return look("");
  if (chosen && chosen.weapons.length && chosen.candidates.some((one) => one.piece === piece && !one.focus))
    return look(chosen.piece, chosen.weapon, piece);
  return look(piece);
}

function body(one) {
  const made = shape("polygon", {
    points: points(one.body_px),
    class: "die",
    role: "button",
    tabindex: "0",
    "data-piece": one.piece,
    "aria-label": `${one.name}${one.side ? `, ${words.side} ${one.side}` : ""}`,
    "aria-pressed": one.chosen ? "true" : "false",
  });
  made.addEventListener("click", () => tapped(one.piece));
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    tapped(one.piece);
  });
  return made;
}

/** The picture with every die outlined; a tap on one takes it in hand. */
export function drawPicture(photo) {
  latest = photo;
  const now = JSON.stringify([photo.marks, photo.labels, photo.dice, photo.pictures, photo.shown]);
  if (now === drawn) return;
  drawn = now;
  const shown = photo.pictures[photo.shown];
  byId("figure").classList.toggle("hidden", !shown);
  if (!shown) return;
  const [wide, high] = shown.size_px;
  const image = byId("photograph");
  const address = `/photo/picture/${shown.number}`;
  if (image.getAttribute("src") !== address) {
    image.width = wide;
    image.height = high;
    image.src = address;
  }
  const unit = wide / 366;
  const over = byId("over");
  const held = over.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
  over.setAttribute("viewBox", `-0.5 -0.5 ${wide} ${high}`);
  over.replaceChildren(
    ...photo.marks.flatMap((one) => mark(one, unit)),
    ...photo.labels.map(plate),
    ...photo.dice.map(body),
  );
  if (held) over.querySelector(`[data-piece="${CSS.escape(held)}"]`)?.focus();
  byId("pages").replaceChildren(
    ...(photo.pictures.length < 2
      ? []
      : photo.pictures.map((one, place) =>
          el(
            "button",
            {
              type: "button",
              "aria-label": words.picture_number.replace("{number}", place + 1),
              "aria-pressed": place === photo.shown ? "true" : "false",
              onclick: () => ask({ do: "turn-to", picture: place }),
            },
            String(place + 1),
          ),
        )),
  );
}

function showEnlarged() {
  const button = byId("larger");
  put("larger", enlarged ? "⤡" : "⤢");
  button.setAttribute("aria-label", enlarged ? words.shrink : words.enlarge);
  button.title = enlarged ? words.shrink : words.enlarge;
}

function enlarge(on) {
  enlarged = on;
  const frame = byId("frame");
  const middle = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
  const before = byId("sheet").clientWidth;
  frame.classList.toggle("enlarged", on);
  const times = byId("sheet").clientWidth / before;
  frame.scrollTo(middle[0] * times - frame.clientWidth / 2, middle[1] * times - frame.clientHeight / 2);
  showEnlarged();
  byId("larger").setAttribute("aria-pressed", on ? "true" : "false");
}

// The die in hand

const STANDINGS = { legal: ["✓", words.may_hit], unsure: ["≈", words.too_close], excluded: ["✕", words.no_target] };

function candidate(chosen, one) {
  const [sign, standing] = STANDINGS[one.standing];
  const reason = one.reason || standing;
  return el(
    "li",
    { class: `${one.standing}${one.focus ? " focus" : ""}` },
    el(
      "button",
      { type: "button", "aria-pressed": one.focus ? "true" : "false", onclick: () => look(chosen.piece, chosen.weapon, one.piece) },
      el("span", { class: "sign", "aria-hidden": "true" }, sign),
      el(
        "span",
        { class: "what" },
        el("span", { class: "name" }, badge(one.badge), one.piece),
        el("span", { class: "reason" }, reason),
        one.rules.length ? el("span", { class: "ids" }, one.rules.join("  ")) : null,
      ),
      el("span", { class: "distance" }, one.distance),
    ),
  );
}

/** What the rules say of the die in hand and of all others before it. */
export function showChosen(photo) {
  const chosen = photo.chosen;
  byId("chosen").classList.toggle("hidden", !chosen);
  byId("tap")?.classList.toggle("hidden", Boolean(chosen) || !photo.dice.length);
  if (!chosen) return;
  byId("die-name").replaceChildren(badge(chosen.badge), chosen.name);
  put("die-side", `${words.side} ${chosen.side || "?"} · ${chosen.lies}`);
  const owner = byId("owner");
  owner.classList.toggle("hidden", !photo.ruling);
  owner.replaceChildren(badge(chosen.badge), "⇄");
  owner.setAttribute("aria-label", words.whose);
  owner.title = words.whose;
  byId("weapons").replaceChildren(
    ...chosen.weapons.map((name, place) =>
      el(
        "button",
        { type: "button", class: "word", "aria-pressed": place === chosen.weapon ? "true" : "false", onclick: () => look(chosen.piece, place) },
        name,
      ),
    ),
  );
  byId("chosen").classList.toggle("doubt", chosen.doubt);
  put("says", chosen.sentence);
  byId("says-why").classList.toggle("hidden", !chosen.rules.length);
  put("says-ids", chosen.rules.map((rule) => rule.id).join("  "));
  byId("says-rules").replaceChildren(...chosen.rules.flatMap((rule) => [el("dt", {}, rule.id), el("dd", {}, rule.text)]));
  byId("others-title").classList.toggle("hidden", !chosen.candidates.length);
  byId("candidates").replaceChildren(...chosen.candidates.map((one) => candidate(chosen, one)));
  byId("misread").classList.toggle("hidden", !chosen.faces.length);
  byId("as").replaceChildren(
    ...chosen.faces.map((face) =>
      el("button", { type: "button", class: "word", onclick: () => ask({ do: "read-as", piece: chosen.piece, die: face.die, face: face.face }) }, face.title),
    ),
  );
}

byId("larger").addEventListener("click", () => enlarge(!enlarged));
byId("owner").addEventListener("click", () => latest?.chosen && ask({ do: "owner", piece: latest.chosen.piece }));
showEnlarged();
