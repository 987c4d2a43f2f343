import { counted } from '../../../../base/words.js';
import type { Place } from '../../../document/element.js';
import { told } from '../../../validate/rule.js';
import { broken, lost, type SketchEdge, type SketchNode } from '../../sketch.js';
import type { Findings } from './findings.js';
import { type Step, Steps, withEnds } from './steps.js';

/** One picture of Mermaid or PlantUML as it is drawn: boxes in boundaries, and lines between them. */

/** What the word of a boundary says; what it is comes from what it holds. */
export type BoundaryWord = 'enterprise' | 'system' | 'container' | 'group' | 'plain';

export interface Item
  extends Pick<SketchNode, 'name' | 'external' | 'technology' | 'caption' | 'tags' | 'links' | 'labels'> {
  /** What lines of the same picture name it by; empty where none can. */
  alias: string;
  is: 'actor' | 'system' | 'app' | 'store' | 'component' | 'boundary';
  word?: BoundaryWord;
  /** Whether its kind is a guess: it may be a thing of another kind that has its name. */
  isLoose?: boolean;
  place: Place;
}

/** An item where it stands. */
export interface Placed extends Item {
  parent?: Placed;
}

export interface Line
  extends Pick<
    SketchEdge,
    'name' | 'description' | 'technology' | 'direction' | 'tags' | 'links' | 'labels'
  > {
  /** Aliases. */
  from: string;
  to: string;
  /** Whether it is only a message of a sequence: a connection where no picture has another between its ends. */
  isMessage?: boolean;
  place: Place;
}

export interface Picture {
  /** As it is written on it. */
  title?: string;
  description?: string;
  /** What it is called where it has no title. */
  fallback: string;
  place: Place;
  /** Boundaries before what is in them. */
  items: readonly Placed[];
  lines: readonly (Line & { ends: readonly [Placed, Placed] })[];
  /** In their order; none where the picture has no order. */
  steps: readonly Step<Placed>[];
}

/** A picture of more is none that anybody looks at. */
const MOST_ITEMS = 100_000;
const MOST_LINES = 200_000;
/** Pictures of one import. */
export const MOST_PICTURES = 2000;

/** Makes a picture, statement by statement. */
export class Drawing {
  title: string | undefined;
  /** Whether its lines are steps in an order. */
  isOrdered = false;
  readonly steps = new Steps();
  #accessibleTitle: string | undefined;
  #description: string | undefined;
  readonly findings: Findings;
  readonly #items: Placed[] = [];
  readonly #lines: Line[] = [];
  readonly #byAlias = new Map<string, Placed>();
  /** Boundaries that are open; undefined for braces that hold nothing of their own. */
  readonly #open: (Placed | undefined)[] = [];

  constructor(findings: Findings) {
    this.findings = findings;
  }

  #isFull = false;

  /** Whether reading on makes no sense. */
  get isFull(): boolean {
    return this.#isFull;
  }

  has(alias: string): boolean {
    return this.#byAlias.has(alias);
  }

  /** The innermost boundary that is open. */
  get around(): Placed | undefined {
    return this.#open.findLast((it) => it !== undefined);
  }

  get(alias: string): Placed | undefined {
    return this.#byAlias.get(alias);
  }

  /** A new item in what is open, or in `around`; of two with one alias the first stays. */
  add(item: Item, around: Placed | undefined = this.around): Placed {
    const known = item.alias === '' ? undefined : this.#byAlias.get(item.alias);
    if (known) {
      this.findings.push(lost(`"${told(item.alias)}" is told twice: the first is kept.`, item.place));
      return known;
    }
    if (this.#items.length >= MOST_ITEMS) return this.#full(item);
    const placed: Placed = around ? { ...item, parent: around } : item;
    this.#items.push(placed);
    if (item.alias !== '') this.#byAlias.set(item.alias, placed);
    return placed;
  }

  /** Opens a boundary, or braces that say nothing. */
  open(item: Placed | undefined): void {
    this.#open.push(item);
  }

  /** Closes the innermost; false where none is open. */
  close(): boolean {
    if (this.#open.length === 0) return false;
    this.#open.pop();
    return true;
  }

  /** Takes an accessibility text: a title where the picture has no other, or its description. Returns its end. */
  describe({ isTitle, text, end }: { isTitle: boolean; text: string; end: number }): number {
    if (isTitle) this.#accessibleTitle ??= text;
    else this.#description ??= text;
    return end;
  }

  line(line: Line): void {
    if (this.#lines.length >= MOST_LINES) this.#full(line);
    else this.#lines.push(line);
  }

  #full<T extends Item | Line>(one: T): T {
    if (!this.#isFull) this.findings.push(broken('The picture holds more than can be read.', one.place));
    this.#isFull = true;
    return one;
  }

  /** The picture; lines to what it does not tell are left out. */
  done(fallback: string, place: Place): Picture {
    const left = this.around;
    if (left)
      this.findings.push(
        lost(`"${told(left.name)}" is not closed: expected }. It ends with the diagram.`, left.place),
      );
    const lines = this.#lines.flatMap((line) => {
      const [from, to] = [this.#byAlias.get(line.from), this.#byAlias.get(line.to)];
      if (from && to) return [{ ...line, ends: [from, to] as const }];
      const missing = [...(from ? [] : [line.from]), ...(to ? [] : [line.to])].map((it) => `"${told(it)}"`);
      const message = `The line "${told(line.name)}" names ${missing.join(' and ')}, which the picture does not tell.`;
      this.findings.push(lost(message, line.place));
      return [];
    });
    const title = this.title || this.#accessibleTitle;
    return {
      ...(title && { title }),
      ...(this.#description && { description: this.#description }),
      fallback,
      place,
      items: this.#items,
      lines,
      steps: this.isOrdered ? this.#stepsDone(place) : [],
    };
  }

  #stepsDone(place: Place): readonly Step<Placed>[] {
    const { left } = this.steps;
    if (left > 0) this.findings.push(lost(`${counted(left, 'step')} of the diagram are left out.`, place));
    return withEnds(
      this.steps.all(),
      (alias) => this.#byAlias.get(alias),
      // A line with the same ends reports them.
      () => {},
    );
  }
}
