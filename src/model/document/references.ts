import { dashed } from '../../contract/doc.js';
import {
  ELEMENT_KINDS,
  type ElementKind,
  elementKey,
  type Model,
  type OwnerRule,
  type Reference,
  type Value,
} from './element.js';
import { choiceField, type Field, type Fields, textField } from './field.js';
import { errorFinding, type Finding, locationOf, positions } from './finding.js';
import { KINDS } from './kinds.js';
import { fieldsOf, mapsIn, placeOf, type Reading, report } from './yaml/node.js';

/** The fields `references` and `owners` of a document. */

const KINDS_BY_NAME = new Map(ELEMENT_KINDS.map((kind) => [dashed(kind), kind]));

const REFERENCE: Fields = {
  id: textField('Id in this document.', { required: true }),
  kind: choiceField([...KINDS_BY_NAME.keys()], 'Kind of element; default: object.', { default: 'object' }),
  landscape: textField('Name or id of its landscape; default: the landscape of the document.'),
  namespace: textField('Namespace that owns it.'),
  element: textField('Id in its namespace; default: the id in this document.'),
  handle: textField('Handle id of an element that no namespace owns, instead of a namespace.'),
};

const OWNER: Fields = {
  namespace: textField('Namespace, or a pattern: * matches any characters, ? exactly one.', {
    required: true,
  }),
  owners: { shape: { is: 'references', to: 'team' }, about: 'Names of the owners.', required: true },
};

/** Document-wide lists of entries. */
export const SECTIONS = {
  owners: { shape: { is: 'list', of: OWNER }, about: 'Owners of namespaces; the last match applies.' },
  references: {
    shape: { is: 'list', of: REFERENCE },
    about: 'Elements of other namespaces that this document refers to.',
  },
} as const satisfies Readonly<Record<string, Field>>;

/** A section of a document. */
export type Section = keyof typeof SECTIONS;
export const SECTION_KEYS = Object.keys(SECTIONS) as readonly Section[];

type Entry = Readonly<Record<string, Value>>;

/** A reference as an entry of the document. */
export function entryOfReference({ kind, place: _, position: __, locked: ___, ...fields }: Reference): Entry {
  return { ...fields, ...(kind !== 'object' && { kind: dashed(kind) }) };
}

const entryOfOwner = ({ namespace, owners }: OwnerRule): Entry => ({ namespace, owners: [...owners] });

/** The entries of a section. */
export const sectionOf = (model: Pick<Model, Section>, section: Section): readonly Entry[] =>
  section === 'owners'
    ? model.owners.map(entryOfOwner)
    : [...model.references.values()].map(entryOfReference);

/** Canonical text of a section, for comparisons. The order of references has no meaning. */
export function sectionText(model: Pick<Model, Section>, section: Section): string {
  const entries = sectionOf(model, section).map((it) => JSON.stringify(Object.entries(it).sort()));
  return (section === 'references' ? entries.sort() : entries).join('\n');
}

/** Whether two documents have the same owners and references. */
export const hasSameSections = (a: Pick<Model, Section>, b: Pick<Model, Section>): boolean =>
  SECTION_KEYS.every((key) => sectionText(a, key) === sectionText(b, key));

/** Reads the entries of a section of one file. */
const entriesIn = (reading: Reading, section: Section, written: unknown) =>
  [...mapsIn(reading, written, section)].map(({ map, what }) => ({
    map,
    fields: fieldsOf(reading, SECTIONS[section].shape.of, map, `${what}.`),
  }));

/** Adds the references of one file. */
export function readReferences(reading: Reading, written: unknown, references: Map<string, Reference>): void {
  const positionOf = positions(reading.source.text);
  for (const { map, fields } of entriesIn(reading, 'references', written)) {
    const { id, kind: name = 'object', ...others } = fields as Record<string, string>;
    const kind: ElementKind | undefined = KINDS_BY_NAME.get(name);
    if (id === undefined || kind === undefined) continue;
    const place = placeOf(reading, map.get('id', true) ?? map);
    const position = locationOf(place, positionOf);
    const reference: Reference = { ...others, kind, id, place, position };
    const key = elementKey(reference);
    if (references.has(key))
      report(reading, map.get('id', true), 'identity/duplicate-id', `There is already a reference ${id}.`);
    else references.set(key, reference);
  }
}

/** Adds the owners of one file. */
export function readOwners(reading: Reading, written: unknown, owners: OwnerRule[]): void {
  for (const { fields } of entriesIn(reading, 'owners', written)) {
    const { namespace, owners: names } = fields;
    if (typeof namespace === 'string' && Array.isArray(names))
      owners.push({ namespace, owners: names as readonly string[] });
  }
}

/** Findings for references with the id of an element of the document. @param elements Elements by kind and id. */
export const duplicateIdFindings = (
  references: ReadonlyMap<string, Reference>,
  elements: ReadonlyMap<string, unknown>,
): Finding[] =>
  [...references].flatMap(([key, { kind, id, place }]) => {
    if (!elements.has(key) || !place) return [];
    const message = `There is already a ${KINDS[kind].noun} with the id ${id}.`;
    return [
      errorFinding(
        'identity/duplicate-id',
        message,
        place,
        'Give the reference another id, and set "element".',
      ),
    ];
  });
