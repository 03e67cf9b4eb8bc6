// Levels as a script: pieces are turned and shifted at the top and fall until they rest.
// `facts` has the shapes of the pieces in their states and how cells look; all else is in the ID.

export function judge(id, facts) {
  const [, size, sequence, start, goal, option] = id.split(":");
  const [width, height] = size.split("x").map(Number);
  const rows = (text, missing) => {
    const given = text ? text.split("/") : [];
    return [...Array(height - given.length).fill(missing.repeat(width)), ...given];
  };
  const [before, after] = [rows(start, "."), rows(goal, "?")];
  const strict = option === "strict=yes";
  const shapes = Object.fromEntries(
    Object.entries(facts.shapes).map(([piece, states]) => [piece, states.map((drawn) => drawn.split("/"))]),
  );

  /** The cells of a piece. */
  const cells = (piece, [s, x], y) =>
    shapes[piece][s].flatMap((row, r) => [...row].flatMap((sign, c) => (sign === "#" ? [[y + r, x + c]] : [])));

  function played(wanted) {
    const filled = before.map((row) => [...row].map((sign) => sign === "+"));
    const looks = before.map((row, r) => [...row].map((sign, c) => (sign === "+" ? { ...facts.start, outline: facts.outlines[after[r][c]] } : null)));
    const free = (piece, pose, y) => cells(piece, pose, y).every(([r, c]) => r < height && c < width && !filled[r][c]);
    const first = () => [0, Math.max(Math.floor(width / 2) - 1, 0)];
    let [pose, y, number, moves] = [first(), 0, 0, ""];

    const rest = (piece) => {
      let row = -1;
      while (free(piece, pose, row + 1)) row++;
      return row;
    };
    const aside = (piece, move) => {
      const states = shapes[piece];
      const next = move === "t" ? [(pose[0] + 1) % states.length, pose[1]] : [pose[0], pose[1] + (move === "r" ? 1 : -1)];
      if (y || next[1] < 0 || next[1] > Math.max(width - states[next[0]][0].length, 0)) return;
      if (strict && !(free(piece, pose, 0) && free(piece, next, 0))) return;
      pose = next;
      moves += move;
    };
    const down = (piece, all) => {
      const end = rest(piece);
      if (end < 0) return;
      const steps = all ? end - y + 1 : 1;
      moves += "d".repeat(steps);
      y += steps;
      if (y <= end) return;
      for (const [r, c] of cells(piece, pose, end)) {
        filled[r][c] = true;
        looks[r][c] = { text: piece, fill: facts.pale[piece], ink: facts.ink, outline: facts.outlines[after[r][c]] };
      }
      number++;
      [pose, y] = [first(), 0];
    };
    for (const move of wanted) {
      if (number === sequence.length) break;
      if (move === "d" || move === "D") down(sequence[number], move === "D");
      else aside(sequence[number], move);
    }
    const done = number === sequence.length;
    const piece = done ? "" : sequence[number];
    const shown = looks.map((row, r) => row.map((look, c) => look ?? facts.empty[after[r][c]]));
    for (const [r, c] of piece ? cells(piece, pose, y) : []) {
      if (r < height && c < width)
        shown[r][c] = { text: piece, fill: facts.tones[piece], ink: facts.ink, outline: facts.outlines[after[r][c]] };
    }
    const end = piece ? rest(piece) : -1;
    const ghost = end > y ? cells(piece, pose, end) : []; // where it would land
    const met = (sign, r, c) => sign === "?" || (sign === "+") === filled[r][c];
    const right = done && after.every((row, r) => [...row].every((sign, c) => met(sign, r, c)));
    const caption = [...sequence.slice(number)].join(" ");
    const coming = [...sequence.slice(number)].map((name) => ({ name, rows: shapes[name][0], fill: facts.tones[name] }));
    return { moves, piece, number, total: sequence.length, done, right, caption, cells: shown, ghost, coming };
  }

  return { played };
}
