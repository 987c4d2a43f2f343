/** Ids for commands about people and access; the spare ones are deleted. */

import { type JsonObject, listOf, textOf } from '../support/sandbox.js';

export interface PeopleIds {
  spareOrganization: string;
  spareUser: string;
  spareKey: string;
  invite: string;
  team: string;
  spareTeam: string;
  /** Last part of the address of the demo's share link. */
  shortId: string;
  /** Short id of options of that link. */
  shared: string;
}

type Ask = (path: string, method?: 'GET' | 'POST', body?: unknown) => Promise<JsonObject>;

/** Options of a share link with only the mode. */
export const shareOptions = (mode: string): JsonObject => ({
  ...Object.fromEntries(
    [
      ...[
        'connectionIds',
        'diagramId',
        'domainId',
        'drawer',
        'expandedIds',
        'filterIds',
        'filterIdsExcluded',
      ],
      ...[
        'filterIdsIncluded',
        'flowId',
        'flowParentIds',
        'flowPathIds',
        'flowStepId',
        'modelId',
        'objectIds',
      ],
      ...['objectIdsFocused', 'objectTab', 'overlayGroupId', 'overlayIdsFocused', 'overlayIdsHidden'],
      ...['overlayIdsPinned', 'overlayTab', 'search', 'x1', 'x2', 'y', 'y1', 'y2'],
    ].map((name) => [name, null]),
  ),
  mode,
  preventNavigation: true,
});

export async function peopleIds(ask: Ask, organization: string, landscape: string): Promise<PeopleIds> {
  const at = `organizations/${organization}`;
  const { organizationUsers } = await ask(`${at}/users`);
  const [spareUser = ''] =
    Object.entries(organizationUsers as Record<string, { permission: string }>).find(
      ([, { permission }]) => permission === 'billing',
    ) ?? [];
  const made = async (path: string, key: string, body: JsonObject): Promise<string> =>
    textOf((await ask(path, 'POST', body))[key], 'id');
  const link = `landscapes/${landscape}/versions/latest/share-link`;
  const teams = listOf(await ask(`${at}/teams`), 'teams');
  return {
    spareOrganization: await made('organizations', 'organization', { name: 'Spare' }),
    spareUser,
    spareKey: await made(`${at}/api-keys`, 'apiKey', { name: 'Spare', permission: 'read' }),
    invite: await made(`${at}/users/invites`, 'organizationUserInvite', {
      email: 'spare@example.com',
      permission: 'read',
      expiresAt: '2099-01-01T00:00:00Z',
    }),
    team: textOf(teams[0], 'id'),
    spareTeam: await made(`${at}/teams`, 'team', { name: 'Spare' }),
    shortId: textOf((await ask(link)).shareLink, 'shortId'),
    shared: textOf(
      (await ask(`${link}/options`, 'POST', shareOptions('overview'))).shareLinkOptions,
      'shortId',
    ),
  };
}
