import { matchesOf } from './merge-lines.js';

/** Conflict markers as git writes them. */

/** Lines of two versions; lines that differ are in marked blocks. */
export function markDifferences(ours: readonly string[], theirs: readonly string[]): string[] {
  const matches = matchesOf(ours, theirs);
  const lines: string[] = [];
  let [from, theirFrom] = [0, 0];
  for (let at = 0; at <= ours.length; at += 1) {
    const their = at === ours.length ? theirs.length : matches[at];
    if (their === undefined) continue;
    lines.push(...blockOf(ours.slice(from, at), theirs.slice(theirFrom, their)));
    if (at < ours.length) lines.push(ours[at] ?? '');
    [from, theirFrom] = [at + 1, their + 1];
  }
  return lines;
}

/** Three-way merge of lines; lines that both sides changed in different ways are in marked blocks. */
export function mergeWithMarkers(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): string[] {
  const inOurs = matchesOf(base, ours);
  const inTheirs = matchesOf(base, theirs);
  const lines: string[] = [];
  let [from, ourFrom, theirFrom] = [0, 0, 0];
  for (let at = 0; at <= base.length; at += 1) {
    const isEnd = at === base.length;
    const [our, their] = isEnd ? [ours.length, theirs.length] : [inOurs[at], inTheirs[at]];
    if (our === undefined || their === undefined) continue;
    const before = base.slice(from, at);
    const [mine, others] = [ours.slice(ourFrom, our), theirs.slice(theirFrom, their)];
    if (isEqual(before, mine)) lines.push(...others);
    else lines.push(...(isEqual(before, others) ? mine : blockOf(mine, others)));
    if (!isEnd) lines.push(base[at] ?? '');
    [from, ourFrom, theirFrom] = [at + 1, our + 1, their + 1];
  }
  return lines;
}

/** The lines themselves if both versions are equal. */
const blockOf = (ours: readonly string[], theirs: readonly string[]): readonly string[] =>
  isEqual(ours, theirs) ? ours : ['<<<<<<< ours', ...ours, '=======', ...theirs, '>>>>>>> theirs'];

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((it, at) => it === b[at]);

/** Number of marked blocks in a text. */
export const countBlocks = (text: string): number => text.match(/^<{7} /gm)?.length ?? 0;
