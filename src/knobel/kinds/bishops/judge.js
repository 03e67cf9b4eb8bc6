// The rules of pieces that must not attack each other, or that have to attack everything, as a script.

const STRAIGHT = [(r) => r, (r, c) => c];
const SLANTED = [(r, c, n) => r - c + n - 1, (r, c) => r + c];
const MOVES = {
  bishop: { lines: SLANTED, leaps: [] },
  queen: { lines: [...STRAIGHT, ...SLANTED], leaps: [] },
  rook: { lines: STRAIGHT, leaps: [] },
  knight: { lines: [], leaps: [[1, 2], [2, 1], [2, -1], [1, -2]] },
  king: { lines: [], leaps: [[0, 1], [1, 1], [1, 0], [1, -1]] },
};

export function judge(id) {
  const [, size, ...parts] = id.split(":");
  const n = Number(size);
  const options = Object.fromEntries(parts.filter((part) => part.includes("=")).map((part) => part.split("=")));
  const body = parts[0]?.includes("=") ? undefined : parts[0];
  const given = body?.split("/") ?? Array(n).fill(".".repeat(n));
  const { lines, leaps } = MOVES[options.piece ?? "bishop"];
  const ways = leaps.flatMap(([dr, dc]) => [[dr, dc], [-dr, -dc]]);
  const all = given.flatMap((row, r) => [...row].map((_, c) => [r, c]));
  const hole = ([r, c]) => given[r][c] === "#";
  const covering = options.goal === "dominate";
  const wanted = "count" in options ? Number(options.count) : null;

  /** The pieces by the lines that they stand on: for each kind of line a table. */
  const grouped = (cells) =>
    lines.map((number) => {
      const found = new Map();
      for (const at of cells) {
        const key = number(...at, n);
        found.set(key, [...(found.get(key) ?? []), at]);
      }
      return found;
    });

  /** The lines with two pieces or more, and the pairs a leap apart. */
  function attacks(pieces, stands) {
    const crowded = grouped(pieces).flatMap((found) => [...found.values()].filter((some) => some.length > 1));
    const pairs = leaps.flatMap(([dr, dc]) => pieces.filter(([r, c]) => stands(r + dr, c + dc)).map(([r, c]) => [[r, c], [r + dr, c + dc]]));
    return [...crowded, ...pairs].map((cells) => ({ at: cells[0], cells }));
  }

  /** The cells that none of these cells attacks. */
  function unattacked(cells) {
    const taken = grouped(cells);
    const from = new Set(cells.map(String));
    return ([r, c]) =>
      !lines.some((number, i) => taken[i].has(number(r, c, n))) && !ways.some(([dr, dc]) => from.has(`${r + dr},${c + dc}`));
  }

  return {
    broken(values) {
      const stands = (r, c) => values[r]?.[c] === 1;
      const pieces = all.filter((at) => stands(...at));
      const open = all.filter(([r, c]) => values[r][c] < 0 && !hole([r, c]));
      const left = covering ? all.filter(([r, c]) => !stands(r, c) && values[r][c] === 0 && !hole([r, c])).filter(unattacked([...pieces, ...open])) : [];
      const lost = all.filter(([r, c]) => (/[A-Z]/.test(given[r][c]) && values[r][c] === 0) || (given[r][c] === "x" && stands(r, c)));
      const broken = [
        ...pieces.filter(hole).map((at) => ({ at })),
        ...(covering ? left.map((at) => ({ at })) : attacks(pieces, stands)),
        ...lost.map((at) => ({ at })),
      ];
      if (options.goal === "some" && !pieces.length && !open.length) broken.push({ place: "goal:0" });
      const missed = wanted !== null && (pieces.length > wanted || pieces.length + open.length < wanted);
      return missed ? [...broken, { place: "count:0" }] : broken;
    },
    seen(values) {
      const pieces = all.filter(([r, c]) => values[r][c] === 1);
      const free = unattacked(pieces);
      const rest = covering ? [] : all.filter(([r, c]) => values[r][c] < 0 && !free([r, c]));
      return {
        rest: rest.map((at) => ({ at, value: 0 })),
        tally: { name: "count", have: pieces.length, want: wanted ?? (options.goal === "some" ? undefined : null) },
      };
    },
    /** What stands on the board and can be moved about, and the cells that it attacks from a cell. */
    piece: 1,
    reach([r, c]) {
      const attacked = unattacked([[r, c]]);
      return all.filter((at) => String(at) !== `${r},${c}` && !attacked(at));
    },
    value: (values) => values.flat().filter((value) => value === 1).length,
  };
}
