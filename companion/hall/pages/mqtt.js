// MQTT 3.1.1 over a WebSocket, as far as somebody needs it who only listens: what a broker has kept comes first, then
// what is new. A broken line is opened again.

const CONNECT = 0x10, CONNACK = 2, PUBLISH = 3, SUBSCRIBE = 0x82, PINGREQ = 0xc0;
const PING_MS = 10000, RETRY_MS = [1000, 2000, 4000, 8000, 15000];
/** What a broker says of those whom it does not know, or does not let in. */
const REFUSED = new Set([4, 5]);

const bytes = new TextEncoder();
const letters = new TextDecoder();

function text(words) {
  const coded = bytes.encode(words);
  return [coded.length >> 8, coded.length & 255, ...coded];
}

function packet(kind, body) {
  const length = [];
  for (let left = body.length; ; ) {
    const more = left > 127;
    length.push((left & 127) | (more ? 128 : 0));
    left >>= 7;
    if (!more) return Uint8Array.from([kind, ...length, ...body]);
  }
}

/** The packets in some bytes, and the bytes of one that has not come whole yet. */
export function unpack(data) {
  const found = [];
  let at = 0;
  for (;;) {
    let [length, shift, next] = [0, 0, at + 1];
    for (; ; shift += 7) {
      if (next >= data.length || shift > 21) return [found, data.subarray(at)];
      const one = data[next++];
      length |= (one & 127) << shift;
      if (one < 128) break;
    }
    if (next + length > data.length) return [found, data.subarray(at)];
    found.push({ kind: data[at] >> 4, flags: data[at] & 15, body: data.subarray(next, next + length) });
    at = next + length;
  }
}

/** Listen to topics. message(topic, text), alive(): anything came; broken(); refused(). */
export function listen({ broker, user, password, topics }, { message, alive, broken, refused }) {
  let tries = 0;
  const open = () => {
    const line = new WebSocket(broker, ["mqtt"]);
    line.binaryType = "arraybuffer";
    let rest = new Uint8Array();
    let heardAt = Date.now();
    let ping = 0;
    const end = () => {
      clearInterval(ping);
      line.onclose = line.onmessage = null;
      line.close();
      broken();
      setTimeout(open, RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)]);
    };
    line.onopen = () => {
      const flags = 2 | (user ? 128 : 0) | (user && password ? 64 : 0);
      const name = `page-${Math.random().toString(36).slice(2, 12)}`;
      const who = user ? [...text(user), ...(password ? text(password) : [])] : [];
      line.send(packet(CONNECT, [...text("MQTT"), 4, flags, 0, 30, ...text(name), ...who]));
      ping = setInterval(() => {
        if (Date.now() - heardAt > 2.5 * PING_MS) return end();
        line.send(packet(PINGREQ, []));
      }, PING_MS);
    };
    line.onmessage = (event) => {
      heardAt = Date.now();
      const joined = new Uint8Array(rest.length + event.data.byteLength);
      joined.set(rest);
      joined.set(new Uint8Array(event.data), rest.length);
      const [packets, left] = unpack(joined);
      rest = left.slice();
      for (const { kind, body } of packets) {
        if (kind === CONNACK && REFUSED.has(body[1])) {
          line.onclose = null;
          clearInterval(ping);
          line.close();
          return refused();
        }
        if (kind === CONNACK) {
          tries = 0;
          line.send(packet(SUBSCRIBE, [0, 1, ...topics.flatMap((topic) => [...text(topic), 0])]));
        } else if (kind === PUBLISH) {
          const length = (body[0] << 8) | body[1];
          message(letters.decode(body.subarray(2, 2 + length)), letters.decode(body.subarray(2 + length)));
        }
      }
      alive();
    };
    line.onclose = end;
  };
  open();
}
