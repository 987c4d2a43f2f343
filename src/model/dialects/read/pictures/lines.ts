import { foldCase, pluralize } from '../../../../base/text/words.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { SketchEdge } from '../../sketch.js';
import { fillMissing } from './fill.js';
import type { Picture, PlacedItem } from './picture.js';
import type { Thing } from './thing.js';

/** A line of one or more pictures. */
interface Drawn extends SketchEdge {
  key: string;
  /** Indices of its pictures. */
  pictures: Set<number>;
}

/** Merges the lines of pictures: identical lines become one, also across two levels. */
export class Lines {
  readonly #things: ReadonlyMap<string, Thing>;
  readonly #all: Drawn[] = [];
  readonly #same = new Map<string, Drawn[]>();
  /** Ends of lines in both directions. */
  readonly #pairs = new Set<string>();

  constructor(things: ReadonlyMap<string, Thing>) {
    this.#things = things;
  }

  /** Adds the lines of a picture and returns their keys. */
  add(picture: number, lines: Picture['lines'], things: ReadonlyMap<PlacedItem, Thing>): string[] {
    return lines.flatMap(({ ends, from: _, to: __, isMessage, ...line }) => {
      const [from, to] = [things.get(ends[0])?.key, things.get(ends[1])?.key];
      if (from === undefined || to === undefined || isMessage) return [];
      this.#pairs.add(eitherWay(from, to));
      const pair = pairOf(from, to, line);
      const same = this.#same.get(pair) ?? [];
      this.#same.set(pair, same);
      const known = same.find((it) => !it.pictures.has(picture) && canMerge(it, line));
      if (known) {
        fillMissing(known, line, MERGED_FIELDS);
        known.pictures.add(picture);
        return [known.key];
      }
      const drawn: Drawn = {
        ...line,
        from,
        to,
        key: `line ${this.#all.length}`,
        pictures: new Set([picture]),
      };
      this.#all.push(drawn);
      // Compares only a few lines of a pair, to bound the cost of files with many duplicates.
      if (same.length < MAX_SIMILAR) same.push(drawn);
      return [drawn.key];
    });
  }

  /** Makes a connection from the first message between things without one. */
  addMessages(
    pictures: readonly { picture: Picture; things: ReadonlyMap<PlacedItem, Thing> }[],
    diagnostics: Diagnostics,
  ): void {
    const added: Drawn[] = [];
    for (const [at, { picture, things }] of pictures.entries())
      for (const { ends, from: _, to: __, isMessage, ...line } of picture.lines) {
        const [from, to] = [things.get(ends[0])?.key, things.get(ends[1])?.key];
        if (!isMessage || from === undefined || to === undefined || from === to) continue;
        const pair = eitherWay(from, to);
        if (this.#pairs.has(pair)) continue;
        this.#pairs.add(pair);
        added.push({
          ...line,
          from,
          to,
          key: `line ${this.#all.length + added.length}`,
          pictures: new Set([at]),
        });
      }
    this.#all.push(...added);
    if (added.length === 0) return;
    const message = `${pluralize(added.length, 'connection')} made from the first message between two participants.`;
    diagnostics.guess(message, added[0]?.place);
  }

  /** Merged lines by key, without those that repeat a line at a level above. */
  mergedLines(diagnostics: Diagnostics): ReadonlyMap<string, SketchEdge> {
    const below = new Map<Drawn, Drawn[]>();
    for (const line of this.#all) {
      const upper = this.#above(line);
      if (!upper) continue;
      const list = below.get(upper);
      if (list) list.push(line);
      else below.set(upper, [line]);
    }
    const dropped = new Set<Drawn>();
    for (const [upper, lines] of below) {
      if (!isUniquePerPicture(lines)) continue;
      for (const it of lines) {
        fillMissing(upper, it, MERGED_FIELDS);
        dropped.add(it);
      }
    }
    const [first] = dropped;
    if (first) {
      const message = `${pluralize(dropped.size, 'connection')} repeated at two levels with the same label: only the upper one is kept.`;
      diagnostics.guess(message, first.place);
    }
    const remaining = this.#all.filter((it) => !dropped.has(it));
    return new Map(remaining.map(({ pictures: _, ...edge }) => [edge.key, edge]));
  }

  /** The same line between ancestors of the ends, in another picture. */
  #above(line: Drawn): Drawn | undefined {
    const [origins, targets] = [this.#scopesOf(line.from), this.#scopesOf(line.to)];
    for (const from of origins)
      for (const to of targets) {
        if (from === to || (from === line.from && to === line.to)) continue;
        const upper = (this.#same.get(pairOf(from, to, line)) ?? []).find(
          (it) => canMerge(it, line) && [...it.pictures].every((at) => !line.pictures.has(at)),
        );
        if (upper) return upper;
      }
    return undefined;
  }

  /** A thing, its app and its system. */
  #scopesOf(key: string): string[] {
    const path = [key];
    for (let at = this.#things.get(key)?.scope; at !== undefined && path.length < 4; ) {
      const thing = this.#things.get(at);
      if (thing?.type === 'domain') break;
      path.push(at);
      at = thing?.scope;
    }
    return path;
  }
}

const MAX_SIMILAR = 20;
/** Fields that one of the merged lines fills in for all. */
const MERGED_FIELDS = ['technology', 'description', 'links', 'labels'] as const;

const pairOf = (
  from: string,
  to: string,
  { name, direction }: Pick<SketchEdge, 'name' | 'direction'>,
): string => JSON.stringify([from, to, foldCase(name), direction ?? 'outgoing']);

const eitherWay = (from: string, to: string): string => JSON.stringify([from, to].sort());

/** Whether two lines of one pair can be merged: their technologies do not differ. */
const canMerge = (a: Pick<SketchEdge, 'technology'>, b: Pick<SketchEdge, 'technology'>): boolean =>
  a.technology === undefined ||
  b.technology === undefined ||
  foldCase(a.technology) === foldCase(b.technology);

/** Whether each picture shows one pair at most; otherwise no line is the one above. */
function isUniquePerPicture(lines: readonly Drawn[]): boolean {
  const seen = new Set<number>();
  for (const { pictures } of lines)
    for (const at of pictures) {
      if (seen.has(at)) return false;
      seen.add(at);
    }
  return true;
}
