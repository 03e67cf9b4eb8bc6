// The rules of dominosweeper as a script: mines that cannot have exactly one beside them, numbers that cannot be met.

const BESIDE = [[-1, 0], [1, 0], [0, -1], [0, 1]];
const AROUND = [...BESIDE, [-1, -1], [-1, 1], [1, -1], [1, 1]];

export function judge(id) {
  const [, , body, ...options] = id.split(":");
  const given = body.split("/");
  const named = Object.fromEntries(options.map((option) => option.split("=")));
  const plain = named.plain === "yes";
  const total = "mines" in named ? Number(named.mines) : null;
  const all = given.flatMap((row, r) => [...row].map((_, c) => [r, c]));
  const numbers = all.filter(([r, c]) => /\d/.test(given[r][c]));
  const inside = ([r, c]) => given[r]?.[c] !== undefined;
  const near = ([r, c], steps) => steps.map(([dr, dc]) => [r + dr, c + dc]).filter(inside);

  /** Cells of a board by what is filled in: how many mines, how many open. */
  const counted = (values, cells) => {
    const count = (value) => cells.filter(([r, c]) => values[r][c] === value).length;
    return { mines: count(1), open: count(-1) };
  };
  const unreachable = ({ mines, open }, wanted) => mines > wanted || mines + open < wanted;

  return {
    broken(values) {
      const mine = ([r, c]) => values[r][c] === 1;
      const alone = plain ? [] : all.filter((at) => mine(at) && unreachable(counted(values, near(at, BESIDE)), 1));
      const unmet = all.filter(([r, c]) => {
        const code = given[r][c];
        if (code === ".") return false;
        if (values[r][c] >= 0 && mine([r, c]) !== (code === "*")) return true;
        return /\d/.test(code) && unreachable(counted(values, near([r, c], AROUND)), Number(code));
      });
      const broken = [
        ...alone.map((at) => ({ at, cells: [at, ...near(at, BESIDE).filter(mine)] })),
        ...unmet.map((at) => ({ at })),
      ];
      return total !== null && unreachable(counted(values, all), total) ? [...broken, { place: "mines:0" }] : broken;
    },
    seen(values) {
      const open = ([r, c]) => values[r][c] < 0;
      const met = numbers.filter(([r, c]) => values[r][c] < 1 && counted(values, near([r, c], AROUND)).mines === Number(given[r][c]));
      const pairs = plain ? [] : all.filter((at) => values[at[0]][at[1]] === 1 && counted(values, near(at, BESIDE)).mines === 1);
      const rest = [...met.flatMap((at) => near(at, AROUND)), ...pairs.flatMap((at) => near(at, BESIDE))].filter(open);
      const { mines } = counted(values, all);
      return {
        met: met.map((at) => ({ at })),
        rest: rest.map((at) => ({ at, value: 0 })),
        tally: { name: "mines", have: mines, want: total ?? undefined },
      };
    },
    /** The cells that the number in a cell counts. */
    around: (at) => near(at, AROUND),
  };
}
