import { ArchctlError, usageError } from '../../base/errors.js';
import { grouped, push } from '../../base/grouped.js';
import { requireArguments } from '../../base/require-arguments.js';
import { nearest } from '../../base/text/suggest.js';
import { foldCase } from '../../base/text/words.js';
import { dashed } from '../../contract/doc.js';
import { nameOf } from './containers.js';
import {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementKey,
  elementsOf,
  type Model,
  textAt,
} from './element.js';
import { KINDS } from './kinds.js';

/**
 * Patterns that name elements. The sections of a document and the options of commands share this grammar:
 *
 * ```ebnf
 * pattern = [ kind, ":" ], ( name, [ "/**" ] | "**" ) ;
 * kind    = "domain" | "object" | "connection" | "diagram" | "diagram-group" | "flow" | "tag" | "tag-group" ;
 * name    = id | handle | path ;
 * path    = part, { "/", part } ;   (* from any container down to the element *)
 * part    = id | name of an element ;
 * ```
 *
 * `NAME/**` is the element and everything inside it, `KIND:**` every element of a kind, `**` every element. Ids take
 * precedence over handles, these over names and paths, and exact texts over texts in another case.
 */

/** Result of looking up a pattern. */
export type Match =
  | {
      /** The name fits. */
      is: 'found';
      /** The named elements: one, or all inside it. */
      elements: readonly Element[];
    }
  | {
      /** The name fits several elements. */
      is: 'ambiguous';
      /** The elements that it fits. */
      candidates: readonly Element[];
    }
  | {
      /** The name fits no element. */
      is: 'unknown';
    };

const BELOW = '/**';
const ALL = '**';
const KIND_WORDS = new Map<string, ElementKind>(ELEMENT_KINDS.map((kind) => [dashed(kind), kind]));

/** `diagram:context` as its kind and the rest; without a known kind, everything is the name. */
function splitKind(pattern: string): { kind?: ElementKind; name: string } {
  const at = pattern.indexOf(':');
  const kind = at === -1 ? undefined : KIND_WORDS.get(pattern.slice(0, at));
  return kind ? { kind, name: pattern.slice(at + 1) } : { name: pattern };
}

/** Finds the elements that patterns name, in one model, or in a document and its landscape. */
export class ElementFinder {
  /** Every form of each element: as in the document, as in the landscape. */
  readonly #forms: ReadonlyMap<string, readonly Element[]>;
  readonly #first: Model | undefined;
  #byId: ReadonlyMap<string, readonly Element[]> | undefined;
  #byHandle: ReadonlyMap<string, readonly Element[]> | undefined;
  #byWord: ReadonlyMap<string, readonly Element[]> | undefined;
  #inside: ReadonlyMap<string, readonly string[]> | undefined;

  /**
   * @param models Models with the same ids, such as a document and its landscape. An element in several models is that of
   * the first. A name that fits elements of the first model does not fit elements that only others have.
   */
  constructor(...models: readonly Model[]) {
    for (const model of models) requireArguments('ElementFinder', { model });
    const all = ELEMENT_KINDS.flatMap((kind) => models.flatMap((model) => elementsOf(model, kind)));
    this.#forms = grouped(all, elementKey);
    [this.#first] = models;
  }

  /** Finds the elements that a pattern names. */
  match(pattern: string): Match {
    const isSubtree = pattern.endsWith(BELOW);
    const { kind, name } = splitKind(pattern);
    if (name === ALL) return found(this.#all().filter((it) => kind === undefined || it.kind === kind));
    const typed = isSubtree ? pattern.slice(0, -BELOW.length) : pattern;
    // An id may contain a colon.
    const named = this.#named(typed);
    const elements =
      named.length > 0 || kind === undefined
        ? named
        : this.#named(typed.slice(dashed(kind).length + 1), kind);
    const [first, ...others] = elements;
    if (!first) return { is: 'unknown' };
    if (others.length > 0) return { is: 'ambiguous', candidates: elements };
    return found(isSubtree ? this.#subtree(first) : [first]);
  }

  /** The pattern that names exactly this element: its id, with its kind if another kind has the same id. */
  wordFor(element: Element): string {
    const isUnique = this.#ids().get(element.id)?.length === 1;
    return isUnique ? element.id : `${dashed(element.kind)}:${element.id}`;
  }

  /** Ids and names of all elements, for suggestions. */
  *words(): Generator<string> {
    for (const element of this.#all()) {
      yield element.id;
      yield nameOf(element);
    }
  }

  #all(): Element[] {
    return [...this.#forms.values()].flatMap(([first]) => first ?? []);
  }

  #ids(): ReadonlyMap<string, readonly Element[]> {
    this.#byId ??= grouped(this.#all(), ({ id }) => id);
    return this.#byId;
  }

  /** The elements with an id, a handle, or a name or path, in this order. */
  #named(typed: string, kind?: ElementKind): readonly Element[] {
    if (typed.trim() === '') return [];
    this.#byHandle ??= this.#indexed(({ handleId, recordId }) => [handleId, recordId]);
    const lookups = [
      () => this.#ids().get(typed),
      () => this.#byHandle?.get(typed),
      () => this.#atPath(typed, (text) => text),
      () => this.#atPath(typed, foldCase),
    ];
    for (const lookup of lookups) {
      const elements = (lookup() ?? []).filter((it) => kind === undefined || it.kind === kind);
      const own = elements.filter((it) => this.#first?.elements.get(it.kind)?.has(it.id));
      if (elements.length > 0) return own.length > 0 ? own : elements;
    }
    return [];
  }

  #indexed(keysOf: (form: Element) => readonly (string | undefined)[]): Map<string, Element[]> {
    const index = new Map<string, Element[]>();
    for (const forms of this.#forms.values()) {
      const [first] = forms;
      for (const key of new Set(forms.flatMap(keysOf)))
        if (first && key !== undefined && key !== '') push(index, key, first);
    }
    return index;
  }

  #atPath(typed: string, fold: (text: string) => string): Element[] {
    this.#byWord ??= this.#indexed((form) => [foldCase(nameOf(form)), foldCase(form.id)]);
    const wanted = fold(typed);
    // A name may contain slashes, so each of them may be the last separator.
    const starts = [0, ...[...typed].flatMap((char, at) => (char === '/' ? [at + 1] : []))];
    const chars = [...typed];
    const words = new Set(starts.map((at) => foldCase(chars.slice(at).join(''))));
    const likely = new Set([...words].flatMap((word) => this.#byWord?.get(word) ?? []));
    return [...likely].filter((element) => this.#isAt(element, wanted, fold));
  }

  /** Whether a path leads to an element: its last part is the element, the parts before lead to its container. */
  #isAt(element: Element, path: string, fold: (text: string) => string): boolean {
    const forms = this.#forms.get(elementKey(element)) ?? [];
    return forms.some((form) =>
      [nameOf(form), form.id].some((it) => {
        const word = fold(it);
        if (path === word) return true;
        if (word === '' || !path.endsWith(`/${word}`)) return false;
        const rest = path.slice(0, -word.length - 1);
        const [above] = this.#forms.get(containerKey(form) ?? '') ?? [];
        return above !== undefined && this.#isAt(above, rest, fold);
      }),
    );
  }

  /** An element and everything inside it, in any of the models. */
  #subtree(root: Element): Element[] {
    this.#inside ??= this.#containers();
    const found = new Set([elementKey(root)]);
    for (const key of found) for (const below of this.#inside.get(key) ?? []) found.add(below);
    return [...found].flatMap((key) => this.#forms.get(key)?.[0] ?? []);
  }

  #containers(): Map<string, string[]> {
    const inside = new Map<string, string[]>();
    for (const [key, forms] of this.#forms)
      for (const above of new Set(forms.map(containerKey))) if (above !== undefined) push(inside, above, key);
    return inside;
  }
}

const found = (elements: readonly Element[]): Match => ({ is: 'found', elements });

type ContainerFields = Readonly<Record<ElementKind, readonly (readonly [field: string, to: ElementKind])[]>>;

/** Fields that refer to the container, the innermost first. A connection is where it starts. */
export const CONTAINER_FIELDS: ContainerFields = {
  tagGroup: [],
  tag: [['group', 'tagGroup']],
  domain: [],
  object: [
    ['parent', 'object'],
    ['domain', 'domain'],
  ],
  connection: [['origin', 'object']],
  diagramGroup: [
    ['of', 'object'],
    ['domain', 'domain'],
  ],
  diagram: [
    ['of', 'object'],
    ['domain', 'domain'],
  ],
  flow: [['diagram', 'diagram']],
};

/** The key of the element that contains another; undefined for one that nothing contains. */
function containerKey({ kind, fields }: Element): string | undefined {
  for (const [field, to] of CONTAINER_FIELDS[kind]) {
    const id = textAt(fields, field);
    if (id !== undefined) return elementKey({ kind: to, id });
  }
  return undefined;
}

/** Maximum number of candidates in an error. */
const MAX_REPORTED = 12;

/**
 * Returns the elements that a pattern names.
 * @param missing Beginning of the message for an unknown name.
 * @throws ArchctlError `not-found` for an unknown name, with a similar one; `usage` for a name of several elements
 */
export function elementsNamed(
  finder: ElementFinder,
  pattern: string,
  missing = 'Neither the document nor the landscape has an element',
): readonly Element[] {
  requireArguments('elementsNamed', { finder, pattern });
  const match = finder.match(pattern);
  if (match.is === 'found') return match.elements;
  if (match.is === 'ambiguous') {
    const words = match.candidates.map((it) => `${finder.wordFor(it)}: ${nameOf(it)}`);
    const more = words.length - MAX_REPORTED;
    throw usageError(`"${pattern}" is the name of several elements.`, {
      details: more > 0 ? [...words.slice(0, MAX_REPORTED), `and ${more} more`] : words,
      hint: `Use a path, or an id: "${finder.wordFor(match.candidates[0] as Element)}".`,
    });
  }
  const suggested = nearest(pattern, [...new Set(finder.words())]);
  throw new ArchctlError('not-found', `${missing} "${pattern}".`, {
    hint: suggested === undefined ? undefined : `Did you mean "${suggested}"?`,
  });
}

/** Whether one of the elements has a field; without elements, whether any kind has it. */
export const hasField = (elements: readonly Element[], field: string): boolean => {
  const kinds = elements.length === 0 ? ELEMENT_KINDS : elements.map(({ kind }) => kind);
  return kinds.some((kind) => Object.hasOwn(KINDS[kind].fields, field));
};
