import { KINDS } from '../../contract/records.js';
import type { Call } from '../call.js';

/** Record kinds owned by the organization directly; landscapes and their contents are deleted before. */
const OWN = [
  'team',
  'organizationUser',
  'organizationUserInvite',
  'organizationIcon',
  'catalogTechnology',
] as const;

/** Deletes an organization with its landscapes, members, invites, teams, technologies and keys. */
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
