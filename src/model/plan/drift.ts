import type { FieldChange } from '../compare/diff.js';
import { isExpired } from '../document/drift-ignores.js';
import { type DriftIgnore, elementKey, type Model } from '../document/element.js';
import { ElementFinder } from '../document/element-pattern.js';
import type { Named, Plan, ReferenceChange } from './plan-types.js';
import type { Compared } from './resolve.js';

/** Drift: differences of a landscape from its document, without those that the document accepts. */

export const DRIFT_STATES = ['changed', 'new', 'gone'] as const;

/** An element of the landscape that differs from the document. */
export interface DriftItem extends Named {
  /** `new` exists only in the landscape, `gone` only in the document. */
  state: (typeof DRIFT_STATES)[number];
  /** Differences from the document to the landscape. */
  fields: readonly FieldChange[];
  /** Set for an element that the document refers to and another namespace owns. */
  reference?: DriftReference;
}

/** Owner of a referenced element, and the source location of the reference. */
export interface DriftReference {
  /** Namespace that owns the element. */
  namespace?: string;
  /** Owners of the namespace. */
  owners: readonly string[];
  /** Path of the file. */
  file?: string;
  /** Line, from 1. */
  line?: number;
  /** Column, from 1. */
  column?: number;
  /** The next step. */
  hint: string;
}

/** Differences of an element that an entry of `drift.ignore` accepts. */
export interface IgnoredDrift extends DriftItem {
  /** The entry that accepts the differences. */
  by: DriftIgnore;
}

/** An expired entry, with the number of elements whose differences it no longer accepts. */
export interface ExpiredIgnore {
  /** The entry of the document. */
  entry: DriftIgnore;
  /** Number of elements with differences. */
  count: number;
}

/** Result of `driftModel`. */
export interface DriftReport {
  /** The landscape that was compared. */
  landscape: Plan['landscape'];
  /** Number of elements without differences. */
  same: number;
  /** Differences that no entry accepts. */
  drift: readonly DriftItem[];
  /** Differences that an entry accepts. */
  ignored: readonly IgnoredDrift[];
  /** Expired entries. */
  expired: readonly ExpiredIgnore[];
  /** Entries that no difference matches. */
  unused: readonly DriftIgnore[];
  /**
   * Reasons why document and landscape cannot be compared, which `driftModel` throws. A reference to a deleted element is
   * drift, not a problem.
   */
  problems: readonly string[];
}

/** The drift of a plan without deletions. @param today `YYYY-MM-DD` in UTC. */
export function driftOf(
  plan: Plan,
  { model, current }: Pick<Compared, 'model' | 'current'>,
  ignores: readonly DriftIgnore[],
  today: string,
): DriftReport {
  const { landscape, references = [] } = plan;
  const problems = references.some(({ change }) => change === 'gone') ? [] : plan.problems;
  const labelled = plan.steps.filter(({ does }) => does === 'adopt').length;
  return {
    landscape,
    same: plan.same + labelled,
    ...applyIgnores(
      [...differencesOf(plan), ...referenceDrift(references)],
      resolveIgnores(ignores, model, current),
      today,
    ),
    problems,
  };
}

/** Reverses a plan: elements that it would change have changed, and elements that it would create are gone. */
function differencesOf({ steps, left }: Plan): DriftItem[] {
  const renamed = new Set(
    steps
      .filter(({ does, fields }) => does !== 'free-name' && fields.some(({ field }) => field === 'name'))
      .map(elementKey),
  );
  const changed = new Map<string, DriftItem>();
  for (const step of steps) {
    const { does, kind, id, name, fields } = step;
    const key = elementKey(step);
    // An object whose final name is free gets it in the step that frees its current name.
    if (does === 'adopt' || (does === 'free-name' && renamed.has(key))) continue;
    const reversed = fields.map(({ field, from, to }) => ({
      field,
      ...(to !== undefined && { from: to }),
      ...(from !== undefined && { to: from }),
    }));
    const known = changed.get(key)?.fields ?? [];
    changed.set(key, {
      state: does === 'create' ? 'gone' : 'changed',
      kind,
      id,
      name,
      fields: [...known, ...reversed],
    });
  }
  const made = left
    .filter(({ isNew }) => isNew)
    .map(({ kind, id, name }): DriftItem => ({ state: 'new', kind, id, name, fields: [] }));
  return [...changed.values(), ...made];
}

/** Referenced elements that their owners changed or deleted. */
const referenceDrift = (references: readonly ReferenceChange[]): DriftItem[] =>
  references.map(({ change, kind, id, name, fields, namespace, owners, position, hint }) => ({
    state: change,
    kind,
    id,
    name,
    fields,
    reference: { ...(namespace !== undefined && { namespace }), owners, ...position, hint },
  }));

/** An entry with the keys of the elements that it names. */
interface ResolvedIgnore {
  entry: DriftIgnore;
  keys: ReadonlySet<string>;
}

function resolveIgnores(ignores: readonly DriftIgnore[], model: Model, current: Model): ResolvedIgnore[] {
  if (ignores.length === 0) return [];
  const finder = new ElementFinder(model, current);
  return ignores.map((entry) => {
    const match = finder.match(entry.element);
    return { entry, keys: new Set(match.is === 'found' ? match.elements.map(elementKey) : []) };
  });
}

type Accepted = Pick<DriftReport, 'drift' | 'ignored' | 'expired' | 'unused'>;

/** Splits differences into drift and those that an entry accepts; the first entry that applies counts. */
function applyIgnores(
  items: readonly DriftItem[],
  entries: readonly ResolvedIgnore[],
  today: string,
): Accepted {
  const drift: DriftItem[] = [];
  const ignored: IgnoredDrift[] = [];
  const matches = new Map<DriftIgnore, number>();
  for (const item of items) {
    const key = elementKey(item);
    const about = entries.flatMap(({ entry, keys }) =>
      keys.has(key) && appliesTo(entry, item) ? [entry] : [],
    );
    for (const entry of about) matches.set(entry, (matches.get(entry) ?? 0) + 1);
    const valid = about.filter((entry) => !isExpired(entry, today));
    const whole = valid.find(({ field }) => field === undefined);
    if (whole) {
      ignored.push({ ...item, by: whole });
      continue;
    }
    const rest = item.fields.filter(({ field }) => !valid.some((entry) => entry.field === field));
    if (rest.length > 0 || valid.length === 0) drift.push({ ...item, fields: rest });
    for (const by of firstOfEach(valid))
      ignored.push({ ...item, fields: item.fields.filter(({ field }) => field === by.field), by });
  }
  const expired = entries.flatMap(({ entry }) => {
    const count = matches.get(entry) ?? 0;
    return count > 0 && isExpired(entry, today) ? [{ entry, count }] : [];
  });
  const unused = entries.flatMap(({ entry }) => (matches.has(entry) ? [] : [entry]));
  return { drift, ignored, expired, unused };
}

/** Whether an entry is about a difference of an element that it names. */
const appliesTo = ({ field }: DriftIgnore, { fields }: DriftItem): boolean =>
  field === undefined || fields.some((it) => it.field === field);

/** The first entry for each field. */
const firstOfEach = (entries: readonly DriftIgnore[]): DriftIgnore[] => [
  ...new Map([...entries].reverse().map((it) => [it.field, it])).values(),
];
