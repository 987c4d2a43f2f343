import type { SeedAction } from '../build/log-build.js';
import { readTable } from '../build/table.js';
import { type Edition, entityId, handleId } from './edition.js';
import { DOMAIN_COLUMNS, TAG_COLUMNS, TAG_GROUP_COLUMNS } from './landscape-table.js';

type Child = Omit<SeedAction, 'day'>;

/** Domains, tag groups and tags that the service creates with a landscape. */
export function initialActions(edition: Edition): Child[] {
  const { table } = edition;
  const creation = (kind: string, entity: string, key: string, props: Record<string, unknown>): Child => ({
    type: `${kind}-create`,
    id: entityId(edition, entity, key),
    by: 'service',
    props,
    importance: 'low',
  });
  return [
    ...readTable(DOMAIN_COLUMNS, table.domains).map(({ key, name }) =>
      creation('domain', 'domain', key, { name }),
    ),
    ...readTable(TAG_GROUP_COLUMNS, table.tagGroups).map(({ key, name, icon }) =>
      creation('tag-group', 'tag-group', key, { name, icon }),
    ),
    ...readTable(TAG_COLUMNS, table.tags).map(({ key, name, color, group }) => ({
      ...creation('tag', 'tag', key, { name, color, groupId: entityId(edition, 'tag-group', group) }),
      related: [entityId(edition, 'tag-group', group)],
    })),
  ];
}

/** A tag that was created by mistake and deleted again. */
export function mistakenTag(edition: Edition): SeedAction[] {
  const id = entityId(edition, 'tag', 'mistake');
  const groupId = entityId(edition, 'tag-group', 'criticality');
  const name = 'Tier 0';
  const groupName = readTable(TAG_GROUP_COLUMNS, edition.table.tagGroups).find(
    ({ key }) => key === 'criticality',
  )?.name;
  const group = { groupHandleId: handleId(edition, 'tag-group', 'criticality'), groupName };
  const shared = { id, by: 'ingrid', related: [groupId], importance: 'low' };
  return [
    {
      ...shared,
      type: 'tag-create',
      day: 6,
      props: { name, color: 'black', groupId, index: 3 },
      context: group,
    },
    { ...shared, type: 'tag-delete', day: 5.9, context: { ...group, name } },
  ];
}
