import type { ReferenceScope } from '../../contract/rules/references.js';
import type { Call } from '../call.js';

/** Reference scope of a call: the records that its records may refer to. */
export const scopeOf = ({ services, version, key }: Call): ReferenceScope => ({
  records: services.store.records,
  versionId: version?.id ?? '',
  organizationId: key.organizationId,
});
