import type { JsonObject } from '../../src/base/json/json-object.js';

/** Content of an exported version as sorted texts, with names instead of ids. */
export function contentOf(version: JsonObject) {
  const {
    modelObjects = {},
    modelConnections = {},
    domains = {},
    tags = {},
    tagGroups = {},
  } = version as Record<string, JsonObject>;
  const all = { ...modelObjects, ...domains, ...tags, ...tagGroups } as Record<string, JsonObject>;
  const nameOf = (id: unknown) => all[String(id)]?.name ?? null;
  const names = (ids: unknown) => (ids as string[]).map(nameOf).sort();
  const rows = (map: JsonObject, row: (it: JsonObject) => unknown) =>
    Object.values(map as Record<string, JsonObject>)
      .map((it) => JSON.stringify(row(it)))
      .sort();
  const urls = ({ links }: JsonObject) =>
    Object.values(links as Record<string, JsonObject>).map(({ url }) => url);
  return {
    domains: rows(domains, ({ name }) => name),
    objects: rows(modelObjects, (it) => {
      const parent = modelObjects[String(it.parentId)] as JsonObject | undefined;
      const { name, type, caption, description, status, external, technologyIds, teamIds } = it;
      if (type === 'root') return [type];
      const above = parent?.type === 'root' ? nameOf(it.domainId) : parent?.name;
      const fields = { name, type, caption, description, status, external, technologyIds, teamIds };
      return [fields, above, names(it.groupIds), names(it.tagIds), urls(it)];
    }),
    connections: rows(modelConnections, (it) => {
      const { name, description, status, direction, technologyIds } = it;
      const ends = [it.originId, it.targetId, it.viaId].map(nameOf);
      const fields = { name, description, status, direction: direction ?? 'outgoing', technologyIds };
      return [fields, ends, names(it.tagIds), urls(it)];
    }),
    tags: rows(tags, (it) => [it.name, it.color, nameOf(it.groupId)]),
    tagGroups: rows(tagGroups, ({ name, icon }) => [name, icon]),
  };
}
