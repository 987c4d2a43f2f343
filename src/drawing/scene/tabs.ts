import type { PlacedConnection, PlacedObject, SceneInput, Tab } from './records.js';
import type { Chip, Status } from './scene.js';

/** Value of a tab: a tag, technology, status or team. */
export interface TabKey extends Chip {
  id: string;
}

type Painted = PlacedObject | PlacedConnection;

/** A tab as data: its possible keys in the order of the legend, and a lookup of the keys of an element. */
export interface TabKeys {
  title: string;
  keys: TabKey[];
  of(element: Painted): TabKey[];
}

export const STATUS_KEYS: Readonly<Record<Status, TabKey>> = {
  live: { id: 'live', label: 'Live', color: 'green' },
  future: { id: 'future', label: 'Future', color: 'blue' },
  deprecated: { id: 'deprecated', label: 'Deprecated', color: 'orange' },
  removed: { id: 'removed', label: 'Removed', color: 'red' },
};

/** Status of a record; live if its status is missing or unrecognized. */
export function statusOf(thing: Painted): Status {
  const status = thing.model?.status;
  return status !== undefined && Object.hasOwn(STATUS_KEYS, status) ? (status as Status) : 'live';
}

function idsOf(thing: Painted, tab: Tab): readonly string[] {
  const model = thing.model;
  if (tab === 'status') return model === undefined ? [] : [statusOf(thing)];
  if (tab === 'tags') return model?.tagIds ?? [];
  if (tab === 'technology') return model?.technologyIds ?? [];
  return model && 'teamIds' in model ? (model.teamIds ?? []) : [];
}

const key = (record: { id: string; name: string; color?: string | undefined }): TabKey => ({
  id: record.id,
  label: record.name,
  color: record.color ?? 'grey',
});

function tagKeys(input: SceneInput, tagGroupId: string | undefined): TabKey[] {
  const groups = new Map(input.tagGroups.map((group) => [group.id, group.index ?? 0]));
  return input.tags
    .filter((tag) => tagGroupId === undefined || tag.groupId === tagGroupId)
    .toSorted(
      (a, b) =>
        (groups.get(a.groupId ?? '') ?? 0) - (groups.get(b.groupId ?? '') ?? 0) ||
        (a.index ?? 0) - (b.index ?? 0),
    )
    .map(key);
}

/** Keys of a tab. With `tagGroupId`, the tags tab contains only the tags of that group. */
export function tabKeys(input: SceneInput, tab: Tab, tagGroupId?: string): TabKeys {
  const group = input.tagGroups.find(({ id }) => id === tagGroupId);
  const sets: Record<Tab, () => { title: string; keys: TabKey[] }> = {
    tags: () => ({ title: group?.name ?? 'Tags', keys: tagKeys(input, group?.id) }),
    technology: () => ({ title: 'Technology', keys: input.technologies.map(key) }),
    status: () => ({ title: 'Status', keys: Object.values(STATUS_KEYS) }),
    teams: () => ({ title: 'Teams', keys: (input.teams ?? []).map(key) }),
  };
  const set = sets[tab]();
  const of = (thing: Painted): TabKey[] => {
    const ids = new Set(idsOf(thing, tab));
    return set.keys.filter(({ id }) => ids.has(id));
  };
  return { ...set, of };
}
