import type { Kind, RecordOf } from '../../contract/records.js';
import { nounOf } from '../../contract/rules/references.js';
import type { Call } from '../call.js';
import { notFound } from '../refusal.js';

type VersionCall = Pick<Call, 'services' | 'version' | 'parameters'>;

/**
 * Returns the record whose id is in a path parameter. Returns undefined if the version in the path does not contain
 * it.
 */
export function findRecord<K extends Kind>(
  call: VersionCall,
  kind: K,
  parameter: string,
): RecordOf<K> | undefined {
  const record = call.services.store.records.get(kind, call.parameters[parameter] ?? '');
  return record?.versionId === call.version?.id ? record : undefined;
}

/**
 * Like `findRecord`, but the record must exist.
 * @throws Refusal `not-found` if it does not.
 */
export function requireRecord<K extends Kind>(call: VersionCall, kind: K, parameter: string): RecordOf<K> {
  const record = findRecord(call, kind, parameter);
  if (record === undefined) throw notFound(`The ${nounOf(kind)} ${call.parameters[parameter] ?? ''}`);
  return record;
}
