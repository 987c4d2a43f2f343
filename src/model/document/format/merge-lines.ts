/** Merges of lines: of a change into another format, and of two versions with conflict markers as git writes them. */

interface Region {
  base: readonly string[];
  ours: readonly string[];
  theirs: readonly string[];
  /** The line after the region, as the base and our version have it; undefined at the end. */
  line?: { base: string; ours: string };
}

/** The regions between lines of the base that have a match in both versions. */
function* regionsOf(
  base: readonly string[],
  [ours, inOurs]: readonly [lines: readonly string[], matches: readonly (number | undefined)[]],
  [theirs, inTheirs]: readonly [lines: readonly string[], matches: readonly (number | undefined)[]],
): Generator<Region> {
  let [from, ourFrom, theirFrom] = [0, 0, 0];
  for (let at = 0; at <= base.length; at += 1) {
    const isEnd = at === base.length;
    const [our, their] = isEnd ? [ours.length, theirs.length] : [inOurs[at], inTheirs[at]];
    if (our === undefined || their === undefined) continue;
    yield {
      base: base.slice(from, at),
      ours: ours.slice(ourFrom, our),
      theirs: theirs.slice(theirFrom, their),
      ...(!isEnd && { line: { base: base[at] ?? '', ours: ours[our] ?? '' } }),
    };
    [from, ourFrom, theirFrom] = [at + 1, our + 1, their + 1];
  }
}

/**
 * Merges the change from `base` to `theirs` into `ours`, whose untouched lines keep their format; if they cannot be
 * aligned, returns `theirs`. @param base Same format as `theirs`, and same content as `ours` except for white space.
 */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): string[] {
  const inOurs = pairedUp(matchesOf(base.map(squeezed), ours.map(squeezed)), ours.length);
  const merged: string[] = [];
  for (const it of regionsOf(base, [ours, inOurs], [theirs, matchesOf(base, theirs)])) {
    // Not spread into arguments: their number is limited by the stack.
    for (const line of isEqual(it.base, it.theirs) ? it.ours : it.theirs) merged.push(line);
    if (it.line) merged.push(it.line.ours);
  }
  return merged;
}

/** Three-way merge of lines; lines that both sides changed in different ways are in marked blocks. */
export function mergeWithMarkers(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): string[] {
  const lines: string[] = [];
  for (const it of regionsOf(base, [ours, matchesOf(base, ours)], [theirs, matchesOf(base, theirs)])) {
    if (isEqual(it.base, it.ours)) lines.push(...it.theirs);
    else lines.push(...(isEqual(it.base, it.theirs) ? it.ours : blockOf(it.ours, it.theirs)));
    if (it.line) lines.push(it.line.base);
  }
  return lines;
}

/** Lines of two versions; lines that differ are in marked blocks. */
export function markDifferences(ours: readonly string[], theirs: readonly string[]): string[] {
  const lines: string[] = [];
  for (const it of regionsOf(ours, [ours, ours.map((_, at) => at)], [theirs, matchesOf(ours, theirs)])) {
    lines.push(...blockOf(it.ours, it.theirs));
    if (it.line) lines.push(it.line.ours);
  }
  return lines;
}

/** The lines themselves if both versions are equal. */
const blockOf = (ours: readonly string[], theirs: readonly string[]): readonly string[] =>
  isEqual(ours, theirs) ? ours : ['<<<<<<< ours', ...ours, '=======', ...theirs, '>>>>>>> theirs'];

/** Number of marked blocks in a text. */
export const countBlocks = (text: string): number => text.match(/^<{7} /gm)?.length ?? 0;

const squeezed = (line: string): string => line.replace(/\s+/g, '');

/** If both sides have equally many lines between two matches, these lines are matched in order. */
function pairedUp(matches: readonly (number | undefined)[], length: number): (number | undefined)[] {
  const paired = [...matches];
  let [from, otherFrom] = [0, 0];
  for (let at = 0; at <= matches.length; at += 1) {
    const other = at === matches.length ? length : matches[at];
    if (other === undefined) continue;
    if (at - from === other - otherFrom)
      for (let it = from; it < at; it += 1) paired[it] = otherFrom + it - from;
    [from, otherFrom] = [at + 1, other + 1];
  }
  return paired;
}

const isEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((it, at) => it === b[at]);

/** For each line of `one`, the index of its match in `other`, in ascending order; undefined without a match. */
export function matchesOf(one: readonly string[], other: readonly string[]): (number | undefined)[] {
  const found: (number | undefined)[] = new Array(one.length).fill(undefined);
  const open: [from: number, to: number, otherFrom: number, otherTo: number][] = [
    [0, one.length, 0, other.length],
  ];
  for (let range = open.pop(); range; range = open.pop()) {
    let [from, to, otherFrom, otherTo] = range;
    while (from < to && otherFrom < otherTo && one[from] === other[otherFrom]) {
      found[from] = otherFrom;
      from += 1;
      otherFrom += 1;
    }
    while (from < to && otherFrom < otherTo && one[to - 1] === other[otherTo - 1]) {
      to -= 1;
      otherTo -= 1;
      found[to] = otherTo;
    }
    if (from === to || otherFrom === otherTo) continue;
    let [last, otherLast] = [from, otherFrom];
    const anchors = anchorsOf(one, other, from, to, otherFrom, otherTo);
    for (const [line, otherLine] of anchors) {
      found[line] = otherLine;
      open.push([last, line, otherLast, otherLine]);
      [last, otherLast] = [line + 1, otherLine + 1];
    }
    if (anchors.length > 0) open.push([last, to, otherLast, otherTo]);
  }
  return found;
}

/** Patience diff: the longest common subsequence of lines that occur exactly once on either side. */
function anchorsOf(
  one: readonly string[],
  other: readonly string[],
  from: number,
  to: number,
  otherFrom: number,
  otherTo: number,
): [number, number][] {
  const once = onceIn(other, otherFrom, otherTo);
  const pairs = [...onceIn(one, from, to)].flatMap(([text, line]): [number, number][] => {
    const otherLine = once.get(text);
    return line === undefined || otherLine === undefined ? [] : [[line, otherLine]];
  });
  return longestAscending(pairs);
}

/** Indexes of lines that occur exactly once. */
function onceIn(lines: readonly string[], from: number, to: number): Map<string, number | undefined> {
  const found = new Map<string, number | undefined>();
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? '';
    found.set(line, found.has(line) ? undefined : at);
  }
  return found;
}

/** The longest subsequence of pairs, sorted by their first numbers, whose second numbers ascend. */
function longestAscending(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, [, value]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? tails[low - 1] : undefined;
    tails[low] = at;
  }
  const chosen: [number, number][] = [];
  for (let at = tails.at(-1); at !== undefined; at = before[at]) {
    const pair = pairs[at];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
}
