import { pluralize } from '../../../../base/text/words.js';
import type { Place } from '../../../document/element.js';
import { truncate } from '../../../validate/rule.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { SketchEdge, SketchNode } from '../../sketch.js';
import { type Step, Steps, withEnds } from './steps.js';

/** A picture of Mermaid or PlantUML: items in boundaries, and lines between them. */

/** Keyword of a boundary. The type of the boundary is derived from its content. */
export type BoundaryKeyword = 'enterprise' | 'system' | 'container' | 'group' | 'plain';

/** A box, an actor or a boundary of a picture. */
export interface Item
  extends Pick<SketchNode, 'name' | 'external' | 'technology' | 'caption' | 'tags' | 'links' | 'labels'> {
  /** Identifier that lines of the same picture use; empty if lines cannot refer to the item. */
  alias: string;
  is: 'actor' | 'system' | 'app' | 'store' | 'component' | 'boundary';
  keyword?: BoundaryKeyword | undefined;
  /** Whether its type is inferred, so that it can match an item of another type with the same name in another picture. */
  hasInferredType?: boolean | undefined;
  place: Place;
}

/** An item in its boundary. */
export interface PlacedItem extends Item {
  parent?: PlacedItem | undefined;
}

/** A line or a message between two items. */
export interface Line
  extends Pick<
    SketchEdge,
    'name' | 'description' | 'technology' | 'direction' | 'tags' | 'links' | 'labels'
  > {
  /** Aliases. */
  from: string;
  to: string;
  /** Whether it is a message of a sequence. It becomes a connection only if no picture has a line between its ends. */
  isMessage?: boolean | undefined;
  place: Place;
}

/** A complete picture. */
export interface Picture {
  /** Title in the picture. */
  title?: string | undefined;
  description?: string | undefined;
  /** Name if it has no title. */
  fallback: string;
  place: Place;
  /** Boundaries before their content. */
  items: readonly PlacedItem[];
  lines: readonly (Line & { ends: readonly [PlacedItem, PlacedItem] })[];
  /** In order; empty if the lines of the picture are not ordered. */
  steps: readonly Step<PlacedItem>[];
}

/** Limits per picture; only generated pictures exceed them. */
const MAX_ITEMS = 100_000;
const MAX_LINES = 200_000;
export const MAX_PICTURES = 2000;

/** Builds a picture statement by statement. */
export class Drawing {
  title: string | undefined;
  /** Whether its lines are ordered steps. */
  isOrdered = false;
  readonly steps = new Steps();
  #accessibleTitle: string | undefined;
  #description: string | undefined;
  readonly diagnostics: Diagnostics;
  readonly #items: PlacedItem[] = [];
  readonly #lines: Line[] = [];
  readonly #byAlias = new Map<string, PlacedItem>();
  /** Open boundaries; undefined for braces without a boundary. */
  readonly #open: (PlacedItem | undefined)[] = [];

  constructor(diagnostics: Diagnostics) {
    this.diagnostics = diagnostics;
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
  get enclosing(): PlacedItem | undefined {
    return this.#open.findLast((it) => it !== undefined);
  }

  get(alias: string): PlacedItem | undefined {
    return this.#byAlias.get(alias);
  }

  /** Adds an item to `around` (default: the open boundary). If two items have the same alias, the first is kept. */
  add(item: Item, around: PlacedItem | undefined = this.enclosing): PlacedItem {
    const existing = item.alias === '' ? undefined : this.#byAlias.get(item.alias);
    if (existing) {
      this.diagnostics.loss(
        `"${truncate(item.alias)}" is defined twice: the first definition is used.`,
        item.place,
      );
      return existing;
    }
    if (this.#items.length >= MAX_ITEMS) return this.#reportLimit(item);
    const placed: PlacedItem = around ? { ...item, parent: around } : item;
    this.#items.push(placed);
    if (item.alias !== '') this.#byAlias.set(item.alias, placed);
    return placed;
  }

  /** Opens a boundary; undefined for braces without a boundary. */
  open(item: PlacedItem | undefined): void {
    this.#open.push(item);
  }

  /** Closes the innermost boundary; false if none is open. */
  close(): boolean {
    if (this.#open.length === 0) return false;
    this.#open.pop();
    return true;
  }

  /** Stores the accessible title or description, if it is the first. Returns `end`. */
  describe({ isTitle, text, end }: { isTitle: boolean; text: string; end: number }): number {
    if (isTitle) this.#accessibleTitle ??= text;
    else this.#description ??= text;
    return end;
  }

  line(line: Line): void {
    if (this.#lines.length >= MAX_LINES) this.#reportLimit(line);
    else this.#lines.push(line);
  }

  #reportLimit<T extends Item | Line>(one: T): T {
    if (!this.#isFull)
      this.diagnostics.error('The diagram contains too many elements: the rest is skipped.', one.place);
    this.#isFull = true;
    return one;
  }

  /** Returns the picture, without lines to unknown items. */
  finish(fallback: string, place: Place): Picture {
    const unclosed = this.enclosing;
    if (unclosed)
      this.diagnostics.loss(
        `"${truncate(unclosed.name)}" is not closed: expected } before the end of the diagram.`,
        unclosed.place,
      );
    const lines = this.#lines.flatMap((line) => {
      const [from, to] = [this.#byAlias.get(line.from), this.#byAlias.get(line.to)];
      if (from && to) return [{ ...line, ends: [from, to] as const }];
      const missing = [...(from ? [] : [line.from]), ...(to ? [] : [line.to])].map(
        (it) => `"${truncate(it)}"`,
      );
      const message = `The line "${truncate(line.name)}" refers to ${missing.join(' and ')}, which the diagram does not define.`;
      this.diagnostics.loss(message, line.place);
      return [];
    });
    return {
      title: this.title || this.#accessibleTitle || undefined,
      description: this.#description,
      fallback,
      place,
      items: this.#items,
      lines,
      steps: this.isOrdered ? this.#orderedSteps(place) : [],
    };
  }

  #orderedSteps(place: Place): readonly Step<PlacedItem>[] {
    const { excess } = this.steps;
    if (excess > 0)
      this.diagnostics.loss(
        `${pluralize(excess, 'step')} of the diagram not imported: it has too many.`,
        place,
      );
    return withEnds(
      this.steps.all(),
      (alias) => this.#byAlias.get(alias),
      // Unknown ends are already reported for the lines.
      () => {},
    );
  }
}
