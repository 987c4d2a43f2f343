/** Minimum length of a piece. */
const PIECE = 64_000;

/** Joins parts to pieces of a large text: fewer strings than the parts, and none as long as the text. */
export function* inPieces(parts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const part of parts) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
