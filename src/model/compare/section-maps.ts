import { isObject } from '../../base/is-object.js';
import type { Model, OwnerRule, Reference, Value } from '../document/element.js';
import type { Field } from '../document/field.js';
import { entryOfReference, SECTION_KEYS, SECTIONS, type Section, sectionOf } from '../document/references.js';

/** Owners and references as maps, so that they can be merged entry by entry. */

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
