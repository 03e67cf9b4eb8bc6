// The rules of grid puzzles as a script: they come as data, each with its cells and the name of its constraint. A rule is
// broken when it cannot hold any more, whatever the open cells (-1) become.

const TRIES = 20000; // fillings of open cells that patterns are tried on; then they count as possible

const known = (cells) => cells.filter((v) => v >= 0);
const open = (cells) => cells.length - known(cells).length;
const unique = (values) => new Set(values).size === values.length;
const each = (count) => [...Array(count).keys()];

/** The states that words with open cells can reach; a state is its JSON. */
function reach(cells, count, start, step) {
  let states = new Map([[JSON.stringify(start), start]]);
  for (const cell of cells) {
    const next = new Map();
    for (const state of states.values()) {
      for (const v of cell < 0 ? each(count) : [cell]) {
        const after = step(state, v);
        if (after !== null) next.set(JSON.stringify(after), after);
      }
    }
    states = next;
  }
  return [...states.values()];
}

/** Pairs of `first` and `second` along edges, so many that none of `first` is left; false where that cannot be. */
function covers(first, edges) {
  const taken = new Map();
  const finds = (one, tried) =>
    edges.some(([from, to]) => {
      if (from !== one || tried.has(to)) return false;
      tried.add(to);
      return (!taken.has(to) || finds(taken.get(to), tried)) && Boolean(taken.set(to, one));
    });
  return first.every((one) => finds(one, new Set()));
}

/** For each constraint: whether it can hold, with cells that may be open. */
const CAN = {
  OneOf: ({ values }, cells) => known(cells).every((v) => values.includes(v)),
  AllDifferent: (_, cells, count) => unique(known(cells)) && cells.length <= count,
  Count({ low, high, values }, cells, count) {
    const have = known(cells).filter((v) => values.includes(v)).length;
    const can = values.some((v) => v < count) ? open(cells) : 0;
    const must = each(count).every((v) => values.includes(v)) ? open(cells) : 0;
    const [least, most] = [low ?? 0, high ?? cells.length];
    return least <= most && have + can >= least && have + must <= most;
  },
  Sum({ total, first, different }, cells, count) {
    const rest = total - known(cells).reduce((sum, v) => sum + v + first, 0);
    if (!different) return open(cells) * first <= rest && rest <= open(cells) * (count - 1 + first);
    let sums = new Set(["0:0"]); // of how many numbers that are not used yet, and their sum
    for (const v of each(count).filter((one) => !cells.includes(one))) {
      sums = new Set([...sums].flatMap((one) => [one, one.split(":").map((n, i) => Number(n) + (i ? v + first : 1)).join(":")]));
    }
    return unique(known(cells)) && sums.has(`${open(cells)}:${rest}`);
  },
  Table: ({ rows }, cells) => rows.some((row) => row.every((v, i) => cells[i] < 0 || v === cells[i])),
  Automaton({ steps, finals }, cells, count) {
    const step = (state, v) => (steps[state][v] < 0 ? null : steps[state][v]);
    return reach(cells, count, 0, step).some((state) => finals.includes(state));
  },
  Visible({ count: wanted }, cells, count) {
    const step = ([highest, seen], v) => (v > highest ? [v, seen + 1] : [highest, seen]);
    return reach(cells, count, [-1, 0], step).some(([, seen]) => seen === wanted);
  },
  Unequal: (_, cells) => cells.slice(0, cells.length / 2).some((v, i) => v < 0 || v !== cells[cells.length / 2 + i]),
  Apart({ pairs, values }, cells, count) {
    const must = each(count).every((v) => values.includes(v));
    return !pairs.some((pair) => pair.every((i) => (cells[i] < 0 ? must : values.includes(cells[i]))));
  },
  Forbidden({ patterns, places }, cells, count) {
    let tries = TRIES;
    const at = cells.map((_, i) => places.filter((place) => place.includes(i)));
    const bad = (place, now) => patterns.some((one) => one.every((v, i) => v === now[place[i]]));
    const fills = (now, i) => {
      if (i === cells.length || tries-- < 0) return true;
      return (cells[i] < 0 ? each(count) : [cells[i]]).some((v) => {
        now[i] = v;
        const fits = !at[i].some((place) => bad(place, now)) && fills(now, i + 1);
        now[i] = cells[i];
        return fits;
      });
    };
    return fills([...cells], 0);
  },
  Connected({ pairs, values, ground }, cells) {
    const root = cells.map((_, i) => i); // of each cell: another one of its piece, or itself
    const of = (i) => (root[i] === i ? i : (root[i] = of(root[i])));
    const can = (i) => cells[i] < 0 || values.includes(cells[i]);
    for (const [i, j] of pairs) if (can(i) && can(j)) root[of(i)] = of(j);
    const pieces = new Set(cells.flatMap((v, i) => (values.includes(v) ? [of(i)] : [])));
    if (!ground.length) return pieces.size < 2;
    for (const i of ground) if (can(i)) pieces.delete(of(i));
    return pieces.size === 0;
  },
  Matching({ partners, edges, values }, cells) {
    // Whoever can be paired without the other side being left over, and the other way round, can be paired together.
    const can = edges.filter(([i]) => cells[i] < 0 || values.includes(cells[i]));
    const members = cells.flatMap((v, i) => (values.includes(v) ? [i] : []));
    return covers(members, can) && covers(each(partners), can.map(([i, partner]) => [partner, i]));
  },
};

const chosen = (values, cells) => cells.filter((v) => values.includes(v)).length;

/** The positions of cells that break a constraint. */
function culprits({ is, values, pairs, high }, cells) {
  const all = [...cells.keys()];
  if (is === "AllDifferent") return all.filter((i) => cells[i] >= 0 && cells.indexOf(cells[i]) !== cells.lastIndexOf(cells[i]));
  if (is === "Apart") return [...new Set(pairs.filter((pair) => pair.every((i) => values.includes(cells[i]))).flat())];
  if (is === "Count" && chosen(values, cells) > (high ?? cells.length)) return all.filter((i) => values.includes(cells[i]));
  return all;
}

export function judge(id, { rules, count }) {
  const fills = count === 2 && rules.some(({ is, high }) => is === "Apart" || (is === "Count" && high !== null));
  const here = (rule, values) => rule.cells.map(([r, c]) => values[r][c]);

  /** Positions where a rule that is used up leaves only other values. */
  function closed({ is, values, pairs, high }, cells) {
    if (is === "Count" && chosen(values, cells) === high) return [...cells.keys()];
    if (is !== "Apart") return [];
    return pairs.flatMap(([i, j]) => [values.includes(cells[i]) ? j : -1, values.includes(cells[j]) ? i : -1]).filter((i) => i >= 0);
  }

  function rest(values) {
    return rules.flatMap((rule) => {
      const cells = here(rule, values);
      const others = each(count).filter((v) => !rule.values?.includes(v));
      if (others.length !== 1) return [];
      return closed(rule, cells).filter((i) => cells[i] < 0).map((i) => ({ at: rule.cells[i], value: others[0] }));
    });
  }

  return {
    broken(values) {
      const broken = rules.filter((rule) => !CAN[rule.is](rule, here(rule, values), count));
      return broken.map((rule) => (rule.place ? { place: rule.place } : { cells: culprits(rule, here(rule, values)).map((i) => rule.cells[i]) }));
    },
    seen(values) {
      const clues = rules.filter((rule) => rule.place);
      const met = clues.filter((rule) => !open(here(rule, values)) && CAN[rule.is](rule, here(rule, values), count));
      return {
        ...(clues.length && { met: met.map(({ place }) => ({ place, index: 0 })) }),
        ...(fills && { rest: rest(values) }),
      };
    },
  };
}
