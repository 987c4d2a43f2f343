import { type Table, toCsv } from '../../../documents/index.js';
import { elementOf, idsAt, type Model, textAt } from '../../document/element.js';
import { textKeys } from '../../document/kinds.js';
import type { Landscape, Link, TreeNode } from '../view/tree.js';
import { ancestorsOf } from '../view/tree.js';

/** Objects and connections as CSV tables, with ids and names. */

/** Columns for the text fields that have no dedicated column. */
const otherTextColumns = (kind: 'object' | 'connection', model: Model): Table<{ id: string }> =>
  Object.fromEntries(
    textKeys(kind)
      .filter((key) => !['name', 'caption', 'description'].includes(key))
      .map((key) => [key, ({ id }) => textAt(elementOf(model, kind, id)?.fields ?? {}, key) ?? '']),
  );

export function objectsTable(landscape: Landscape): string {
  const { objects, model } = landscape;
  const groupsOf = ({ id }: TreeNode): readonly string[] =>
    idsAt(elementOf(model, 'object', id)?.fields ?? {}, 'groups');
  const columns: Table<TreeNode> = {
    id: ({ id }) => id,
    name: ({ name }) => name,
    type: ({ type }) => type,
    status: ({ status }) => status,
    external: ({ external }) => String(external),
    caption: ({ caption }) => caption,
    description: ({ description }) => description,
    ...otherTextColumns('object', model),
    domain: (it) => ancestorsOf(it).find(({ type }) => type === 'domain')?.name ?? '',
    parentId: ({ id }) => parentOf(id, landscape)?.id ?? '',
    parent: ({ id }) => parentOf(id, landscape)?.name ?? '',
    groups: groupsOf,
    technologies: ({ technologies }) => technologies,
    tags: ({ tags }) => tags,
    teams: ({ teams }) => teams,
    links: ({ links }) => links.map(({ url }) => url),
  };
  return toCsv(columns, [...objects.values()]);
}

/** Parent object from the `parent` field of an object. */
const parentOf = (id: string, { objects, model }: Landscape): TreeNode | undefined =>
  objects.get(textAt(elementOf(model, 'object', id)?.fields ?? {}, 'parent') ?? '');

export function connectionsTable({ links, model }: Landscape): string {
  const columns: Table<Link> = {
    id: ({ id }) => id,
    name: ({ name }) => name,
    direction: ({ direction }) => (direction === 'none' ? '' : direction),
    status: ({ status }) => status,
    originId: ({ from }) => from.id,
    origin: ({ from }) => from.name,
    targetId: ({ to }) => to.id,
    target: ({ to }) => to.name,
    description: ({ description }) => description,
    ...otherTextColumns('connection', model),
    technologies: ({ technologies }) => technologies,
    tags: ({ tags }) => tags,
  };
  return toCsv(columns, links);
}
