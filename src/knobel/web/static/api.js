// Questions to the server. Each is asked in a lane; a newer question in a lane takes the place of an older one,
// whose promise then fails with `Stale`. So an answer that arrives is never older than one that was shown.

import { language } from "./words.js";

const client = crypto.getRandomValues(new Uint32Array(4)).join("-");
const lanes = new Map(); // the name of a lane -> the AbortController of what runs in it

/** Nobody waits for this answer any more. Not an error: whoever asked last gets a newer one. */
export class Stale extends Error {}

/** The server said no, in a sentence. */
export class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Stop what runs in a lane. */
export function stop(lane) {
  lanes.get(lane)?.abort();
  lanes.delete(lane);
}

async function post(path, fields, lane) {
  stop(lane);
  const mine = new AbortController();
  lanes.set(lane, mine);
  const current = () => lanes.get(lane) === mine;
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ language, ...fields, client, lane }),
      signal: mine.signal,
    });
    if (!answer.ok) {
      const said = await answer.json().catch(() => ({}));
      throw current() ? new Refused(said.error ?? answer.statusText, answer.status) : new Stale();
    }
    return { answer, current };
  } catch (error) {
    throw translated(error, current);
  }
}

function translated(error, current) {
  if (error instanceof Refused) return error;
  if (error instanceof Stale || error.name === "AbortError" || !current()) return new Stale();
  return new Refused("", 0); // no server: the page has words for that
}

/** The answer to a question. `lane` is the service's own name unless said otherwise. */
export async function ask(service, fields = {}, lane = service) {
  const { answer, current } = await post(`/api/${service}`, fields, lane);
  try {
    const found = await answer.json();
    if (!current()) throw new Stale();
    lanes.delete(lane);
    return found;
  } catch (error) {
    throw translated(error, current);
  }
}

/** The rules of a puzzle as its kind has them for the page (`judge` in registry.py says what they are). */
export async function judgeOf({ id, kind, picture }) {
  const { judge } = await import(`/kinds/${kind.name}.js`);
  return judge(id, picture.facts);
}

/** The best value that a solution can have, where one is asked for; it is found by solving. */
export async function bestOf(id) {
  return (await ask("solve", { puzzle: id }, "best")).value;
}

/** A file: its name and its content as a Blob. */
export async function file(service, fields = {}, lane = service) {
  const { answer } = await post(`/api/${service}`, fields, lane);
  const name = /filename="([^"]*)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? service;
  return { name, content: await answer.blob() };
}

/** The answers of a stream, one after the other; the last has `done`. Leaving the loop stops the server's work. */
export async function* stream(service, fields = {}, lane = service) {
  const { answer, current } = await post(`/api/stream/${service}`, fields, lane);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  let finished = false;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (!current()) throw new Stale();
      if (done) break;
      const events = (waiting + value).split("\n\n");
      waiting = events.pop();
      for (const event of events) {
        const lines = event.split("\n").filter((line) => line.startsWith("data:"));
        if (!lines.length) continue; // a comment that keeps the connection alive
        const found = JSON.parse(lines.map((line) => line.slice(5)).join("\n"));
        if (found.done && found.error) throw new Refused(found.error, found.status ?? 500);
        yield found;
        if (!current()) throw new Stale();
      }
    }
    finished = true;
  } catch (error) {
    throw translated(error, current);
  } finally {
    if (current()) finished ? lanes.delete(lane) : stop(lane);
  }
}
