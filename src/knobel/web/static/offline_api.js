// What stands in for api.js in a file to play: the same functions, answered by the `judge.js` of the puzzle's kind.
// What only the server knows is never answered, as if somebody had asked for something newer.

const judges = new Map(); // ID -> {judge, best}

export class Stale extends Error {}
export class Refused extends Error {}

/** Get ready to judge a puzzle. */
export async function prepare({ id, best, picture }) {
  const { judge } = await import(`kinds/${id.split(":")[0]}`);
  judges.set(id, { judge: judge(id, picture.facts), best });
}

export const judgeOf = async ({ id }) => judges.get(id).judge;
export const bestOf = async (id) => judges.get(id).best;

/** What filled cells break: a list of {place | at}. */
export const broken = (id, values) => judges.get(id).judge.broken(values);

const SERVICES = {
  check({ puzzle, values }) {
    const { judge, best } = judges.get(puzzle);
    const full = values.flat().every((value) => value >= 0);
    const done = full && !judge.broken(values).length && (best === undefined || judge.value(values) === best);
    return { right: done || !full, done, complete: full, wrong: [], words: [] };
  },
};

export async function ask(service, fields) {
  if (!(service in SERVICES)) throw new Stale();
  return SERVICES[service](fields);
}

export async function* stream() {
  throw new Stale();
}

export async function file() {
  throw new Stale();
}

export function stop() {}
