import { isObject } from '../../base/is-object.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { wordOf } from '../../contract/fields/facts.js';
import type { Operation } from '../../contract/operation.js';
import type { EntryMap, Reference, Traits } from '../../contract/record.js';
import { isKind, KINDS, recordOf } from '../../contract/records.js';
import type { OptionSpec } from '../command/value-spec.js';

/** A text in a body that identifies a record. */
export interface ReferencePlace {
  /** Path for messages: `tagIds[0]`, `steps.first.originId`. */
  path: string;
  /** Kind of the record, as nouns complete it. */
  kind: string;
  text: string;
  /** The text may identify something else, such as a drawn object. */
  orElse: boolean;
  put(id: string): void;
}

type References = Readonly<Record<string, Reference>>;

/** References of the bodies of an operation: the fields of its options, and those that its record declares. */
export interface BodyReferences {
  fields: References;
  entries: Readonly<Record<string, EntryMap>>;
}

/** Derives the references of an operation's bodies from the declarations of its record and of its options. */
export function referencesOf(
  operation: Pick<Operation, 'envelope'>,
  options: Readonly<Record<string, OptionSpec>>,
): BodyReferences {
  const traits = traitsOf(operation.envelope ?? '');
  const ofOptions = Object.values(options).flatMap(
    ({ body, completes, isNew, orAsTyped, pairedWith }): [string, Reference][] =>
      body === undefined || completes === undefined || isNew || orAsTyped || pairedWith || body.includes('$')
        ? []
        : [[body, { to: completes, cascades: false }]],
  );
  const declared = traits.flatMap(({ references = {} }) => Object.entries(references));
  return {
    fields: Object.fromEntries([...ofOptions, ...declared].filter(([field]) => field !== 'id')),
    entries: Object.assign({}, ...traits.map(({ entries }) => entries)),
  };
}

/** Traits of the record in a response, and of records with the same id: a diagram and its content. */
function traitsOf(kind: string): Traits[] {
  if (!isKind(kind)) return [];
  const same = KINDS.map(recordOf).filter(({ references }) => references?.id?.to === kind);
  return [recordOf(kind), ...same];
}

/** Operators of an update, see docs/service.md#updates. */
const MAP_OPERATORS = ['$add', '$update', '$replace'];

/** All places of a body that contain texts. `put` changes the body. */
export function placesIn(body: JsonObject, { fields, entries }: BodyReferences): ReferencePlace[] {
  return [
    ...fieldPlaces(body, fields, ''),
    ...Object.entries(entries).flatMap(([map, { references = {} }]) => {
      const value = Object.hasOwn(body, map) ? body[map] : undefined;
      if (!isObject(value)) return [];
      const operators = MAP_OPERATORS.filter((it) => Object.hasOwn(value, it));
      const maps =
        operators.length === 0
          ? [[map, value] as const]
          : operators.map((it) => [`${map}.${it}`, value[it]] as const);
      return maps.flatMap(([path, all]) =>
        Object.entries(isObject(all) ? all : {}).flatMap(([id, entry]) =>
          isObject(entry) ? fieldPlaces(entry as JsonObject, references, `${path}.${id}.`) : [],
        ),
      );
    }),
  ];
}

function fieldPlaces(body: JsonObject, references: References, prefix: string): ReferencePlace[] {
  const places: ReferencePlace[] = [];
  for (const field in references) {
    const [owner, key] = ownerOf(body, field);
    if (owner === undefined || !Object.hasOwn(owner, key)) continue;
    const { to, orEntry } = references[field] as Reference;
    for (const place of textPlaces(owner, key, `${prefix}${field}`))
      places.push({ ...place, kind: wordOf(to), orElse: orEntry !== undefined });
  }
  return places;
}

/** The object that contains a dotted field, and its key there. */
function ownerOf(body: JsonObject, field: string): [owner: JsonObject | undefined, key: string] {
  if (!field.includes('.')) return [body, field];
  const [outer = '', inner = ''] = field.split('.');
  const owner = Object.hasOwn(body, outer) ? body[outer] : undefined;
  return [isObject(owner) ? (owner as JsonObject) : undefined, inner];
}

/** The text of a field, or each text of a list of ids or of its `$add` and `$remove`. */
function textPlaces(
  owner: JsonObject | unknown[],
  key: string | number,
  path: string,
): Pick<ReferencePlace, 'path' | 'text' | 'put'>[] {
  const value: unknown = Object.hasOwn(owner, key) ? (owner as JsonObject)[key] : undefined;
  if (typeof value === 'string') {
    const put = (id: string): void => {
      (owner as JsonObject)[key] = id;
    };
    return [{ path, text: value, put }];
  }
  if (Array.isArray(value)) return value.flatMap((_, at) => textPlaces(value, at, `${path}[${at}]`));
  if (!isObject(value)) return [];
  return ['$add', '$remove'].flatMap((it) =>
    Array.isArray(value[it]) ? textPlaces(value as JsonObject, it, `${path}.${it}`) : [],
  );
}
