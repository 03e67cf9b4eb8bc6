// The rules of nonograms as a script: which clues cannot be met any more, and which runs are certainly finished.

/** The runs of a line of values, as pairs of a length and a value. */
function runsOf(line) {
  const runs = [];
  line.forEach((value, i) => {
    if (value < 1) return;
    if (i && line[i - 1] === value) runs.at(-1)[0]++;
    else runs.push([1, value]);
  });
  return runs;
}

/** Where each run of a clue can begin, given what is filled in; null if they cannot all be placed. */
function startsOf(line, clue) {
  const [n, count] = [line.length, clue.length];
  const fits = (k, i) => {
    const [length, value] = clue[k];
    for (let j = i; j < i + length; j++) if (j >= n || (line[j] >= 0 && line[j] !== value)) return false;
    return true;
  };
  // Where one goes on after run k at i: between two runs of the same value there is a cell that is not painted.
  const after = (k, i) => {
    const end = i + clue[k][0];
    if (k + 1 === count || clue[k + 1][1] !== clue[k][1]) return end;
    return end < n && line[end] < 1 ? end + 1 : -1;
  };
  const table = () => Array.from({ length: count + 1 }, () => Array(n + 2).fill(false));
  const [before, behind] = [table(), table()]; // the first k runs fit before cell i; all from run k on fit from cell i on
  behind[count][n] = true;
  for (let k = count; k >= 0; k--)
    for (let i = n; i >= 0; i--) {
      if (i < n && line[i] < 1 && behind[k][i + 1]) behind[k][i] = true;
      else if (k < count && fits(k, i) && after(k, i) >= 0 && behind[k + 1][after(k, i)]) behind[k][i] = true;
    }
  if (!behind[0][0]) return null;
  before[0][0] = true;
  const starts = clue.map(() => []);
  for (let k = 0; k <= count; k++)
    for (let i = 0; i <= n; i++) {
      if (!before[k][i]) continue;
      if (i < n && line[i] < 1) before[k][i + 1] = true;
      const to = k < count && fits(k, i) ? after(k, i) : -1;
      if (to < 0) continue;
      before[k + 1][to] = true;
      if (behind[k + 1][to]) starts[k].push(i);
    }
  return starts;
}

export function judge(id) {
  const [, size, body, ...colours] = id.split(":");
  const width = parseInt(size);
  const letters = colours.map((colour) => colour[0]);
  const run = (part) => [parseInt(part), letters.length ? letters.indexOf(part.at(-1)) + 1 : 1];
  const clues = body.split("/").map((clue, i) => ({
    clue: clue === "" || clue === "0" ? [] : clue.split(".").map(run),
    place: i < width ? `column:${i}` : `row:${i - width}`,
    at: i < width ? (j) => [j, i] : (j) => [i - width, j],
  }));
  const known = clues.map(() => ({ key: null })); // what was found of a line as it was last: few lines change at once

  function looked(values) {
    const lines = [...values[0].map((_, c) => values.map((row) => row[c])), ...values];
    lines.forEach((line, i) => {
      const key = line.join();
      if (known[i].key === key) return;
      const starts = startsOf(line, clues[i].clue);
      const painted = ([length], [start, ...others]) => !others.length && line.slice(start, start + length).every((value) => value > 0);
      const met = starts ? clues[i].clue.flatMap((one, k) => (painted(one, starts[k]) ? [k] : [])) : [];
      const full = String(runsOf(line)) === String(clues[i].clue);
      const open = full ? line.flatMap((value, j) => (value < 0 ? [j] : [])) : [];
      known[i] = { key, possible: starts !== null, met, full, open };
    });
    return known;
  }

  return {
    broken(values) {
      const found = looked(values);
      return clues.filter((_, i) => !found[i].possible).map(({ place }) => ({ place }));
    },
    seen(values) {
      const found = looked(values).map((one, i) => ({ ...one, ...clues[i] }));
      return {
        met: found.flatMap(({ met, place }) => met.map((index) => ({ place, index }))),
        full: found.filter(({ full }) => full).map(({ place }) => place),
        rest: found.flatMap(({ open, at }) => open.map((j) => ({ at: at(j), value: 0 }))),
      };
    },
  };
}
