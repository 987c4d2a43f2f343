import type { Place } from '../../../document/element.js';
import type { Diagnostics } from '../../diagnostics.js';

/** Content of LikeC4 files, collected before names are resolved. */

/** Fields that elements, relationships and their kinds share. */
export interface Details {
  title?: string | undefined;
  description?: string | undefined;
  summary?: string | undefined;
  technology?: string | undefined;
  shape?: string | undefined;
  tags: string[];
  links: { url: string; name?: string }[];
  metadata: Map<string, string>;
}

export interface Kind extends Details {
  name: string;
}

export interface Element extends Details {
  /** Full path: `cloud.api`. */
  path: string;
  name: string;
  /** Path of the parent. */
  within: string;
  kind: string;
  place: Place;
}

/** A name that is resolved in the scope of an element. An empty name refers to the element itself. */
export interface Reference {
  word: string;
  /** Path of the scope; empty at the top level. */
  within: string;
}

export interface Relation extends Details {
  /** Key that views refer to. */
  key?: string | undefined;
  kind?: string | undefined;
  isBothWays: boolean;
  from: Reference;
  to: Reference;
  place: Place;
}

export type Target =
  | { is: 'all' }
  | { is: 'element'; of: Reference; suffix: '' | '*' | '**' }
  | { is: 'path'; path: string }
  | { is: 'kind' | 'tag'; name: string };

export interface View {
  name?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  of?: Reference | undefined;
  /** Name of the view that it extends. */
  extends?: string | undefined;
  /** Whether an export added the view to show a level of the model. It is not converted into a diagram. */
  isLevel?: boolean | undefined;
  content: { what: 'include' | 'exclude'; of: Target; place: Place }[];
  /** Keys of its relationships. Default: all relationships between its elements. */
  relations?: readonly string[] | undefined;
  place: Place;
}

export interface Flow extends View {
  steps: { from: Reference; to: Reference; text: string; isReply: boolean }[];
  /** Whether it contains more than a sequence of steps. Such flows are not imported. */
  isLost: boolean;
}

export class Source {
  title: string | undefined;
  readonly elementKinds = new Map<string, Kind>();
  readonly relationKinds = new Map<string, Kind>();
  /** Display names of tags by identifier, from comments of an export. */
  readonly tagNames = new Map<string, string>();
  readonly elements = new Map<string, Element>();
  /** Extensions of elements by path. */
  readonly extensions = new Map<string, { details: Details; place: Place }>();
  readonly relations: Relation[] = [];
  readonly views: View[] = [];
  readonly flows: Flow[] = [];

  constructor(readonly diagnostics: Diagnostics) {}

  /** Adds an element. Reports a duplicate path and keeps the first element. */
  add(element: Element): void {
    if (this.elements.has(element.path))
      this.diagnostics.error(
        `The element "${element.path}" is defined twice.`,
        element.place,
        'Use a name that is unique within its parent.',
      );
    else this.elements.set(element.path, element);
  }

  /** Returns the extension of the element at `path`; creates it on first use. */
  extension(path: string, place: Place): Details {
    const existing = this.extensions.get(path);
    if (existing) return existing.details;
    const details = noDetails();
    this.extensions.set(path, { details, place });
    return details;
  }
}

export const noDetails = (): Details => ({ tags: [], links: [], metadata: new Map() });

/** Hint for constructs that only LikeC4 itself resolves. */
export const USE_JSON = 'The JSON that "likec4 export json" writes contains it; import that file instead.';

export const qualifiedName = (within: string, name: string): string =>
  within === '' ? name : `${within}.${name}`;
