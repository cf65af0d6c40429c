// A picture sent in pieces: where the line breaks it goes on where it stopped; pieces grow while all goes well.

const FIRST = 128 * 1024;
const LEAST = 16 * 1024;
const SILENT_MS = 15000;
const PATIENCE = 90; // so many breaks in a row, each up to 4 s, before it is given up

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Why a picture was not taken: `kind` is a word of the page, or "" where `text` says it. */
export class UploadError extends Error {
  constructor(kind, text = "", most = 0) {
    super(text || kind);
    this.kind = kind;
    this.most = most;
  }
}

/** A request, or null where there is no line: broken, or silent for so long. */
async function tried(address, options, stopped) {
  const own = new AbortController();
  const stop = () => own.abort();
  stopped.addEventListener("abort", stop);
  const timer = setTimeout(stop, SILENT_MS);
  try {
    return await fetch(address, { ...options, signal: own.signal });
  } catch (failure) {
    if (stopped.aborted) throw failure;
    return null;
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener("abort", stop);
  }
}

async function begin(file, add, signal) {
  for (let breaks = 0; ; breaks += 1) {
    const body = JSON.stringify({ bytes: file.size, add });
    const headers = { "content-type": "application/json" };
    const answer = await tried("/photo/upload", { method: "POST", headers, body }, signal);
    if (answer?.status === 201) return answer.json();
    if (answer?.status === 413) throw new UploadError("too_large", "", (await answer.json()).most);
    if (answer && answer.status !== 429 && answer.status !== 503) throw new UploadError("refused");
    if (breaks >= PATIENCE) throw new UploadError(answer ? "busy" : "lost");
    await pause(Math.min(4000, 300 * (breaks + 1)));
  }
}

/** Send a file; `told` is called with the share that has come, and whether the line is broken. */
export async function upload(file, { add, told, signal }) {
  if (!file.size) throw new UploadError("empty_file");
  const { id, piece: most } = await begin(file, add, signal);
  let have = 0;
  let size = Math.min(FIRST, most);
  let breaks = 0;
  const address = `/photo/upload/${encodeURIComponent(id)}`;
  while (have < file.size) {
    told(have / file.size, breaks > 0);
    const part = file.slice(have, have + size);
    const headers = { "content-type": "application/octet-stream" };
    const answer = await tried(`${address}?at=${have}`, { method: "PUT", headers, body: part }, signal);
    if (answer?.ok) {
      have = (await answer.json()).have;
      size = Math.min(most, size * 2);
      breaks = 0;
      continue;
    }
    if (answer?.status === 409) {
      const said = await answer.json();
      if (said.refused) throw new UploadError("", said.refused);
      have = said.have;
      continue;
    }
    if (answer && answer.status !== 429 && answer.status < 500) throw new UploadError("refused");
    breaks += 1;
    if (breaks > PATIENCE) throw new UploadError("lost");
    size = Math.max(LEAST, Math.floor(size / 2));
    told(have / file.size, true);
    await pause(Math.min(4000, 250 * breaks));
    const there = await tried(address, {}, signal);
    if (there?.ok) have = (await there.json()).have;
    else if (there?.status === 404) {
      // The last piece had come, and only its answer was lost; or it was given up.
      if (have + part.size >= file.size) break;
      throw new UploadError("lost");
    }
  }
  told(1, false);
}
