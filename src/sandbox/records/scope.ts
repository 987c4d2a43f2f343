import type { ReferenceScope } from '../../contract/rules/references.js';
import type { Call } from '../call.js';

/** What the records of a call may refer to. */
export const scopeOf = ({ services, version, key }: Call): ReferenceScope => ({
  records: services.store.records,
  versionId: version?.id ?? '',
  organizationId: key.organizationId,
});
