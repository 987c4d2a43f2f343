import type { Kind, RecordOf } from '../../contract/records.js';
import { nounOf } from '../../contract/rules/references.js';
import type { Call } from '../call.js';
import { notFound } from '../refusal.js';

type Place = Pick<Call, 'services' | 'version' | 'parameters'>;

/** The record in the path's version that a path parameter names; undefined if it does not exist. */
export function inVersion<K extends Kind>(call: Place, kind: K, parameter: string): RecordOf<K> | undefined {
  const doc = call.services.store.records.get(kind, call.parameters[parameter] ?? '');
  return doc?.versionId === call.version?.id ? doc : undefined;
}

/** @throws Refusal `not-found` if the version in the path has no such record. */
export function mustFind<K extends Kind>(call: Place, kind: K, parameter: string): RecordOf<K> {
  const doc = inVersion(call, kind, parameter);
  if (doc === undefined) throw notFound(`The ${nounOf(kind)} ${call.parameters[parameter] ?? ''}`);
  return doc;
}
