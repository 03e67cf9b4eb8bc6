// The rules of Latin squares as a script: lines in which a number stands twice, and givens that are lost.

export function judge(id) {
  const [, , body] = id.split(":");
  const given = body.split("/");
  return {
    broken(values) {
      const lines = values.flatMap((_, i) => [
        { place: `row:${i}`, cells: values.map((_, j) => [i, j]) },
        { place: `column:${i}`, cells: values.map((_, j) => [j, i]) },
      ]);
      const twice = lines.flatMap(({ place, cells }) => {
        const same = ([r, c]) => cells.filter(([s, d]) => values[s][d] === values[r][c]).length > 1;
        const found = cells.filter(([r, c]) => values[r][c] >= 0 && same([r, c]));
        return found.length ? [{ place, cells: found }] : [];
      });
      const lost = (sign, r, c) => sign !== "." && values[r][c] >= 0 && values[r][c] !== Number(sign) - 1;
      return [...twice, ...given.flatMap((row, r) => [...row].flatMap((sign, c) => (lost(sign, r, c) ? [{ at: [r, c] }] : [])))];
    },
  };
}
