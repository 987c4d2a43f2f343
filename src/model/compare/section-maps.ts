import { isObject } from '../../base/is-object.js';
import { DRIFT_IGNORE, ignoreKey, ignoreValue } from '../document/drift-ignores.js';
import type { DriftIgnore, Model, OwnerRule, Reference, Value } from '../document/element.js';
import type { Field } from '../document/field.js';
import { entryOfReference, SECTION_KEYS, SECTIONS, type Section, sectionOf } from '../document/references.js';

/** Owners, references and ignored drift as maps, so that they can be merged entry by entry. */

type Sections = Pick<Model, Section>;

/** Owners by pattern, or references by kind and id. */
const mapOf = (model: Sections, section: Section): Value =>
  section === 'owners'
    ? Object.fromEntries(sectionOf(model, section).map((it) => [String(it.namespace), it]))
    : Object.fromEntries([...model.references].map(([key, it]) => [key, entryOfReference(it)]));

/** Merges the owners and references of three documents. @param merge Merges the three values of a field. */
export function mergedSections(
  { base, ours, theirs }: { base: Sections; ours: Sections; theirs: Sections },
  merge: (
    field: Field,
    three: { base: Value; ours: Value; theirs: Value },
    path: string,
  ) => Value | undefined,
): Sections {
  const [owners = {}, references = {}] = SECTION_KEYS.map((section) => {
    const { shape, about } = SECTIONS[section];
    const field: Field = { shape: { is: 'map', of: shape.of }, about };
    const three = {
      base: mapOf(base, section),
      ours: mapOf(ours, section),
      theirs: mapOf(theirs, section),
    };
    const merged = merge(field, three, section);
    return isObject(merged) ? merged : {};
  });
  return {
    owners: Object.values(owners as Readonly<Record<string, unknown>>) as OwnerRule[],
    references: new Map(
      Object.entries(references).flatMap(([key, entry]): [string, Reference][] => {
        const known = ours.references.get(key) ?? theirs.references.get(key);
        if (!known || !isObject(entry)) return [];
        const { kind, id, place, position } = known;
        return [[key, { ...entry, kind, id, ...(place && { place }), ...(position && { position }) }]];
      }),
    ),
  };
}

/** Merges ignored drift, by element and field of the entries. @param merge Merges the three values of an entry. */
export function mergedIgnores(
  models: Readonly<Record<'base' | 'ours' | 'theirs', Pick<Model, 'driftIgnores'>>>,
  merge: (
    fields: typeof DRIFT_IGNORE,
    three: Record<'base' | 'ours' | 'theirs', Value | undefined>,
    path: string,
  ) => unknown,
): DriftIgnore[] {
  const [base, ours, theirs] = [models.base, models.ours, models.theirs].map(
    ({ driftIgnores }) => new Map(driftIgnores.map((it) => [ignoreKey(it), it])),
  );
  const known = new Map([...(theirs ?? []), ...(ours ?? [])]);
  const keys = new Set([...(ours?.keys() ?? []), ...known.keys()]);
  return [...keys].flatMap((key) => {
    const at = (side: ReadonlyMap<string, DriftIgnore> | undefined): Value | undefined => {
      const entry = side?.get(key);
      return entry && ignoreValue(entry);
    };
    const three = { base: at(base), ours: at(ours), theirs: at(theirs) };
    const merged = merge(DRIFT_IGNORE, three, `drift.ignore ${known.get(key)?.element}`);
    return merged === undefined ? [] : [merged as DriftIgnore];
  });
}
