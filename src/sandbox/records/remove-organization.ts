import { KINDS } from '../../contract/records.js';
import type { Call } from '../call.js';

/** Kinds that an organization itself has; landscapes come before, with what is in them. */
const OWN = [
  'team',
  'organizationUser',
  'organizationUserInvite',
  'organizationIcon',
  'catalogTechnology',
] as const;

/** Removes an organization with everything in it: landscapes, members, invites, teams, technologies, keys. */
export function removeOrganization({ services }: Call, organizationId: string): void {
  const { records, keys } = services.store;
  for (const landscape of records.ofOwner('landscape', organizationId)) {
    for (const kind of KINDS) {
      for (const { id } of records.ofLandscape(kind, landscape.id)) records.remove(kind, id);
    }
    records.remove('landscape', landscape.id);
  }
  for (const kind of OWN) {
    for (const { id } of records.ofOwner(kind, organizationId)) records.remove(kind, id);
  }
  for (const { id } of keys.list(organizationId)) keys.remove(id);
  records.remove('organization', organizationId);
}
