/**
 * The most that files of a document may hold, counted in characters that begin something: each can become a node, of
 * which so many fit into the memory that a process has.
 */
export const MOST_MARKS = 2_000_000;

const MARKS = new Set([...'\n,:[]{}-?&*!'].map((it) => it.charCodeAt(0)));

/** How many marks a text has, and where the one behind the last that is allowed stands. */
export function marksIn(text: string, most: number): { count: number; tooMuchAt?: number } {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!MARKS.has(text.charCodeAt(at))) continue;
    count += 1;
    if (count > most) return { count, tooMuchAt: at };
  }
  return { count };
}
