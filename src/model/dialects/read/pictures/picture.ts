import { counted } from '../../../../base/words.js';
import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import { broken, lost, type SketchEdge, type SketchNode } from '../../sketch.js';
import type { Findings } from './findings.js';
import { type Step, Steps, withEnds } from './steps.js';

/** One picture of Mermaid or PlantUML: boxes in boundaries, and lines between them. */

/** Keyword of a boundary; its type comes from its content. */
export type BoundaryWord = 'enterprise' | 'system' | 'container' | 'group' | 'plain';

export interface Item
  extends Pick<SketchNode, 'name' | 'external' | 'technology' | 'caption' | 'tags' | 'links' | 'labels'> {
  /** Name for lines of the same picture; empty if lines cannot refer to it. */
  alias: string;
  is: 'actor' | 'system' | 'app' | 'store' | 'component' | 'boundary';
  word?: BoundaryWord;
  /** Whether its kind is a guess, so that it may match a thing of another kind with its name. */
  isLoose?: boolean;
  place: Place;
}

/** An item with its source location and parent. */
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
  /** Whether it is only a message of a sequence: a connection if no picture has another between its ends. */
  isMessage?: boolean;
  place: Place;
}

export interface Picture {
  /** Title in the picture. */
  title?: string;
  description?: string;
  /** Name if it has no title. */
  fallback: string;
  place: Place;
  /** Boundaries before their content. */
  items: readonly Placed[];
  lines: readonly (Line & { ends: readonly [Placed, Placed] })[];
  /** In order; empty if the picture has no order. */
  steps: readonly Step<Placed>[];
}

/** Limit for one picture; larger ones are generated. */
const MOST_ITEMS = 100_000;
const MOST_LINES = 200_000;
/** Limit for one import. */
export const MOST_PICTURES = 2000;

/** Builds a picture statement by statement. */
export class Drawing {
  title: string | undefined;
  /** Whether its lines are ordered steps. */
  isOrdered = false;
  readonly steps = new Steps();
  #accessibleTitle: string | undefined;
  #description: string | undefined;
  readonly findings: Findings;
  readonly #items: Placed[] = [];
  readonly #lines: Line[] = [];
  readonly #byAlias = new Map<string, Placed>();
  /** Open boundaries; undefined for braces without a boundary. */
  readonly #open: (Placed | undefined)[] = [];

  constructor(findings: Findings) {
    this.findings = findings;
  }

  #isFull = false;

  /** Whether a limit is reached, so that reading should stop. */
  get isFull(): boolean {
    return this.#isFull;
  }

  has(alias: string): boolean {
    return this.#byAlias.has(alias);
  }

  /** The innermost open boundary. */
  get around(): Placed | undefined {
    return this.#open.findLast((it) => it !== undefined);
  }

  get(alias: string): Placed | undefined {
    return this.#byAlias.get(alias);
  }

  /** Adds an item to the open boundary, or to `around`; of two items with one alias, the first is kept. */
  add(item: Item, around: Placed | undefined = this.around): Placed {
    const known = item.alias === '' ? undefined : this.#byAlias.get(item.alias);
    if (known) {
      this.findings.push(
        lost(`"${truncate(item.alias)}" is defined twice: the first definition is used.`, item.place),
      );
      return known;
    }
    if (this.#items.length >= MOST_ITEMS) return this.#full(item);
    const placed: Placed = around ? { ...item, parent: around } : item;
    this.#items.push(placed);
    if (item.alias !== '') this.#byAlias.set(item.alias, placed);
    return placed;
  }

  /** Opens a boundary, or braces without one. */
  open(item: Placed | undefined): void {
    this.#open.push(item);
  }

  /** Closes the innermost boundary; false if none is open. */
  close(): boolean {
    if (this.#open.length === 0) return false;
    this.#open.pop();
    return true;
  }

  /** Applies an accessibility text: the description, or the title if there is none yet. Returns its end. */
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
    if (!this.#isFull)
      this.findings.push(broken('The diagram contains too many elements: the rest is skipped.', one.place));
    this.#isFull = true;
    return one;
  }

  /** Returns the picture, without lines to unknown items. */
  done(fallback: string, place: Place): Picture {
    const left = this.around;
    if (left)
      this.findings.push(
        lost(`"${truncate(left.name)}" is not closed: expected } before the end of the diagram.`, left.place),
      );
    const lines = this.#lines.flatMap((line) => {
      const [from, to] = [this.#byAlias.get(line.from), this.#byAlias.get(line.to)];
      if (from && to) return [{ ...line, ends: [from, to] as const }];
      const missing = [...(from ? [] : [line.from]), ...(to ? [] : [line.to])].map(
        (it) => `"${truncate(it)}"`,
      );
      const message = `The line "${truncate(line.name)}" refers to ${missing.join(' and ')}, which the diagram does not define.`;
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
    if (left > 0)
      this.findings.push(
        lost(`${counted(left, 'step')} of the diagram not imported: it has too many.`, place),
      );
    return withEnds(
      this.steps.all(),
      (alias) => this.#byAlias.get(alias),
      // A line with the same ends reports them.
      () => {},
    );
  }
}
