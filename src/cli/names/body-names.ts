import { ArchctlError } from '../../base/errors.js';
import { looksLikeId } from '../../base/id-shape.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { capitalised, foldCase } from '../../base/text/words.js';
import type { Operation } from '../../contract/operation.js';
import type { Context } from '../command/spec.js';
import type { OptionSpec } from '../command/value-spec.js';
import { placesIn, type ReferencePlace, referencesOf } from './reference-places.js';

/** A body, or a record of a bulk command. */
export interface NamedBody {
  /** Location for messages: `line 3`; empty for a single body. */
  where: string;
  value: JsonObject;
}

export interface BodyNames {
  operation: Operation;
  options: Readonly<Record<string, OptionSpec>>;
  /** Kind of the records that `id` identifies, if lines name the records to change. */
  idKind?: string | undefined;
  /** Also look up texts that look like ids. */
  all?: boolean;
}

/**
 * Replaces names by ids in bodies, and returns copies, or `bodies` if they contain no names. A text that looks like an id, or
 * is the `id` of another body, is used as is. Each kind is requested once. Errors: one with all unknown and ambiguous names; those of the client.
 */
export async function withoutNames<B extends NamedBody>(
  context: Context,
  bodies: readonly B[],
  { operation, options, idKind, all = false }: BodyNames,
): Promise<readonly B[]> {
  const references = referencesOf(operation, options);
  const kinds = new Set(context.registry.nouns.flatMap((noun) => noun.kinds ?? []));
  const ownIds = new Set(idKind === undefined ? bodies.map(({ value }) => value.id) : []);
  const placesOf = (value: JsonObject): ReferencePlace[] =>
    [...ownPlace(value, idKind), ...placesIn(value, references)].filter(
      ({ kind, text }) => kinds.has(kind) && text !== '' && !ownIds.has(text),
    );
  const { isId = looksLikeId } = context.world;
  const named = new Set<string>();
  for (const { value } of bodies)
    for (const { kind, text } of placesOf(value)) if (all || !isId(text)) named.add(kind);
  if (named.size === 0) return bodies;
  const copies = bodies.map((body) => ({ ...body, value: structuredClone(body.value) }));
  const places = copies.flatMap(({ where, value }) => placesOf(value).map((place) => ({ ...place, where })));
  const lookup = idLookup(context, isId);
  const faults: { detail: string; isUnknown: boolean }[] = [];
  for (const place of places) {
    if (!named.has(place.kind)) continue;
    const found = await lookup(place);
    if (typeof found === 'string') place.put(found);
    else faults.push({ detail: detailOf(place, found, copies), isUnknown: found.kind === 'not-found' });
  }
  if (faults.length === 0) return copies;
  const kind = faults.every(({ isUnknown }) => isUnknown) ? 'not-found' : 'usage';
  throw new ArchctlError(kind, 'Some names do not identify a record; nothing was sent.', {
    details: faults.map(({ detail }) => detail),
  });
}

function ownPlace(value: JsonObject, idKind: string | undefined): ReferencePlace[] {
  const { id } = value;
  if (idKind === undefined || typeof id !== 'string') return [];
  const put = (found: string): void => {
    value.id = found;
  };
  return [{ path: 'id', kind: idKind, text: id, orElse: false, put }];
}

/** Looks up each text once; an error of a lookup is its result. */
function idLookup(context: Context, isId: (text: string) => boolean) {
  const known = new Map<string, Promise<string | ArchctlError>>();
  const find = async ({ kind, text, orElse }: ReferencePlace): Promise<string | ArchctlError> => {
    const names = await context.names();
    return names.idOf(kind, text, '').catch((error: unknown) => {
      if (!(error instanceof ArchctlError) || !['not-found', 'usage'].includes(error.kind)) throw error;
      // The service reports ids that do not exist.
      return error.kind === 'not-found' && (orElse || isId(text)) ? text : error;
    });
  };
  return (place: ReferencePlace): Promise<string | ArchctlError> => {
    const key = JSON.stringify([place.kind, place.text, place.orElse]);
    const found = known.get(key) ?? find(place);
    known.set(key, found);
    return found;
  };
}

/** `line 12: parentId: There is no object "Paymnts". Did you mean "Payments"?` */
function detailOf(
  { where, path, text }: ReferencePlace & { where: string },
  { kind, message, facts }: ArchctlError,
  bodies: readonly NamedBody[],
): string {
  const creator = bodies.find(
    ({ value }) => typeof value.name === 'string' && foldCase(value.name) === foldCase(text),
  );
  const advice =
    kind === 'not-found' && creator
      ? `${capitalised(creator.where || 'the same data')} creates it, but a name can be used only after that. Give that record an "id", and refer to the id.`
      : facts.hint;
  return [where, path, [message, advice].filter(Boolean).join(' ')].filter((it) => it !== '').join(': ');
}
