// The rules of doppelblock as a script: numbers that stand twice, sums that cannot be met, givens that are lost.

/** The sum between the two black cells; null where there are not exactly two, or a cell is open. */
function between(line) {
  const blacks = line.flatMap((value, i) => (value === 0 ? [i] : []));
  if (blacks.length !== 2) return null;
  const inside = line.slice(blacks[0] + 1, blacks[1]);
  return inside.includes(-1) ? null : inside.reduce((sum, value) => sum + value, 0);
}

/** Whether two black cells can still stand such that the numbers between them can add up to a sum. */
function possible(line, sum) {
  const n = line.length;
  const blacks = line.filter((value) => value === 0).length;
  for (let i = 0; i < n; i++) {
    if (line[i] > 0) continue;
    let [least, most] = [0, 0]; // of what stands between i and j
    for (let j = i + 1; j < n; j++) {
      const own = (line[i] === 0) + (line[j] === 0);
      if (line[j] < 1 && own === blacks && least <= sum && sum <= most) return true;
      least += line[j] < 0 ? 1 : line[j];
      most += line[j] < 0 ? n - 2 : line[j];
    }
  }
  return false;
}

export function judge(id) {
  const [, , body] = id.split(":");
  const [columns, rows, ...givens] = body.split("/").map((list) => list.split(","));
  const none = (code) => code === "" || code === "?";

  const linesOf = (values) => [
    ...columns.map((sum, i) => ({ place: `column:${i}`, sum, line: values.map((row) => row[i]), at: (j) => [j, i] })),
    ...rows.map((sum, i) => ({ place: `row:${i}`, sum, line: values[i], at: (j) => [i, j] })),
  ];
  /** The positions of values that a line has too often. */
  const crowded = (line) =>
    line.flatMap((value, j) => (value >= 0 && line.filter((one) => one === value).length > (value ? 1 : 2) ? [j] : []));

  return {
    broken(values) {
      const lines = linesOf(values);
      const twice = lines.flatMap(({ place, line, at }) => {
        const cells = crowded(line).map(at);
        return cells.length ? [{ place, cells }] : [];
      });
      const unmet = lines.filter(({ sum, line }) => !none(sum) && !possible(line, Number(sum)));
      const lost = (code, r, c) => !none(code) && values[r][c] >= 0 && values[r][c] !== (code === "#" ? 0 : Number(code));
      const cells = givens.flatMap((row, r) => row.flatMap((code, c) => (lost(code, r, c) ? [{ at: [r, c] }] : [])));
      return [...twice, ...unmet.map(({ place }) => ({ place })), ...cells];
    },
    seen(values) {
      const lines = linesOf(values);
      const met = lines.filter(({ sum, line }) => !none(sum) && between(line) === Number(sum));
      const full = lines.filter(({ sum, line }) => !line.includes(-1) && !crowded(line).length && (none(sum) || between(line) === Number(sum)));
      return { met: met.map(({ place }) => ({ place, index: 0 })), full: full.map(({ place }) => place) };
    },
  };
}
