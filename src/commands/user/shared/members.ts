import type { JsonObject } from '../../../base/json/json-object.js';
import type { Context } from '../../../cli/command/spec.js';
import { listOrganizationUsers } from '../../../contract/resources/user.js';
import { recordWithId } from '../../shared/ask-about.js';

/** Members of the organization as a list; the service returns a map by id. */
export async function membersOf(context: Context): Promise<JsonObject[]> {
  const client = await context.client();
  const path = { organizationId: await context.scope('org') };
  const { organizationUsers } = await client.call(listOrganizationUsers, { path });
  return Object.entries(organizationUsers).map(([id, it]) => ({ id, ...it }));
}

/** Finds a member by id. Errors: `not-found`. */
export const memberOf = async (context: Context, id: string): Promise<JsonObject> =>
  recordWithId(await membersOf(context), id, 'user');

/** Name of a member for a sentence. */
export function memberName(context: Context, { name, email, id }: JsonObject): string {
  const known = [name, email].find((it) => typeof it === 'string' && it !== '');
  if (typeof known !== 'string') return String(id);
  context.knownNames.set(String(id), known);
  return context.showsIds ? `${known} (${id})` : known;
}
