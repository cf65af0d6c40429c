import { ask, byId, el, follow, put, words } from "./live.js";
import { showChoices, showHead } from "./parts.js";
import { drawPicture, showChosen } from "./picture.js";
import { upload, UploadError } from "./upload.js";

let sending = null; // what stops it
let latest = null;
let failed = ""; // why the last picture did not get through

// Everything

function list(id, sentences) {
  byId(id).replaceChildren(...sentences.map((sentence) => el("li", {}, sentence)));
}

function showWork(photo) {
  const reading = photo?.step === "reading";
  const busy = Boolean(sending) || reading;
  byId("work").classList.toggle("hidden", !busy);
  byId("work").classList.toggle("reading", !sending && reading);
  byId("stop").classList.toggle("hidden", !sending);
  byId("take").classList.toggle("busy", busy);
  for (const id of ["new", "more", "older"]) byId(id).disabled = busy;
  if (!sending && reading) put("doing", words.reading);
}

function showRefusal() {
  put("refused", failed || (!sending && latest?.step === "refused" ? latest.sentence : ""));
}

function show(state) {
  const { board, desk, photo } = state;
  if (!photo) return;
  latest = photo;
  showHead(state);
  put("title", board.title || words.photo);
  put("found", photo.found);
  byId("to-referee").classList.toggle("hidden", photo.ruling);
  const there = photo.pictures.length > 0;
  byId("empty").classList.toggle("hidden", there);
  put("new-words", there ? words.take_new : words.take);
  byId("new").setAttribute("aria-label", there ? words.take_new : words.take);
  byId("more-label").classList.toggle("hidden", !there || photo.full);
  byId("more").classList.toggle("hidden", !there || photo.full);
  byId("keeping").classList.toggle("hidden", !there);
  showRefusal();
  list("hints", photo.hints);
  list("notices", photo.notices);
  byId("document").classList.toggle("hidden", !photo.ruling);
  for (const button of document.querySelectorAll("[data-profile]"))
    button.setAttribute("aria-pressed", button.dataset.profile === photo.profile ? "true" : "false");
  byId("advanced").setAttribute("aria-pressed", photo.advanced ? "true" : "false");
  byId("decide").classList.toggle("hidden", !desk?.choices.length);
  if (desk) showChoices(desk);
  drawPicture(photo);
  showChosen(photo);
  showWork(photo);
}

// Taking a picture

async function send(input, add) {
  const file = input.files[0];
  input.value = "";
  if (!file || sending) return;
  const stopper = new AbortController();
  sending = stopper;
  failed = "";
  showRefusal();
  put("doing", words.sending);
  byId("done").style.width = "0%";
  showWork(latest);
  scrollTo({ top: 0 }); // where it is said how it goes
  try {
    await upload(file, {
      add,
      signal: stopper.signal,
      told: (share, broken) => {
        put("doing", broken ? words.broken : words.sending);
        byId("done").style.width = `${Math.round(100 * share)}%`;
      },
    });
  } catch (failure) {
    if (!stopper.signal.aborted) {
      const known = failure instanceof UploadError ? failure : new UploadError("refused");
      failed = known.kind ? words[known.kind].replace("{most}", Math.round(known.most / 1048576)) : known.message;
    }
  } finally {
    sending = null;
    showRefusal();
    showWork(latest);
  }
}

for (const [id, add] of [["new", false], ["more", true], ["older", false]])
  byId(id).addEventListener("change", (event) => send(event.target, add));
byId("stop").addEventListener("click", () => sending?.abort());
byId("forget").addEventListener("click", () => ask({ do: "forget" }));
const rules = (profile, advanced) => ask({ do: "rules", profile, advanced });
for (const button of document.querySelectorAll("[data-profile]"))
  button.addEventListener("click", () => rules(button.dataset.profile, latest?.advanced ?? false));
byId("advanced").addEventListener("click", () => rules(latest?.profile ?? "ogre", !latest?.advanced));

/** Where the phone has a sheet to share pictures by (only over HTTPS, as browsers will have it), that is offered too. */
if (navigator.canShare?.({ files: [new File([], "ruling.png", { type: "image/png" })] })) {
  byId("send").classList.remove("hidden");
  byId("send").addEventListener("click", async () => {
    const picture = await (await fetch("/photo/ruling.png")).blob();
    await navigator.share({ files: [new File([picture], "ruling.png", { type: "image/png" })] }).catch(() => {});
  });
}
follow(show);
