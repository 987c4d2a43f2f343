/** Minimum length of a piece. */
const PIECE = 64_000;

/** Joins parts to pieces of a large text. Pieces are flat strings: `+=` would keep every part in memory. */
export function* inPieces(parts: Iterable<string>): Generator<string> {
  let open: string[] = [];
  let length = 0;
  for (const part of parts) {
    open.push(part);
    length += part.length;
    if (length < PIECE) continue;
    yield open.join('');
    open = [];
    length = 0;
  }
  yield open.join('');
}
