import type { JsonObject } from '../../base/json/json-object.js';
import { foldCase } from '../../base/text/words.js';
import { containersOf } from '../../model/document/containers.js';
import { type Element, idsAt, textAt } from '../../model/document/element.js';
import { rowOf } from '../describe.js';
import { type Entity, KIND_WORDS, type ModelView } from '../model-view.js';
import { withDescription, z } from '../schema.js';
import { tool } from '../tool.js';
import { idsInput, source } from './inputs.js';

/** Values that elements share, counted instead of listed. */
const SHARED = { technology: 'technologies', team: 'teams' } as const;
type Shared = keyof typeof SHARED;
const isShared = (kind: string): kind is Shared => Object.hasOwn(SHARED, kind);

const word = (what: string) => withDescription(z.optional(z.string()), what);

export default tool({
  name: 'list',
  title: 'List elements',
  description:
    'Lists elements of one kind, sorted by path; filters combine with AND. For technology and team, lists the values in use with the number of objects.',
  input: z.object({
    kind: z.enum([...KIND_WORDS, 'technology', 'team']),
    type: word('For example system, app, store, component, actor'),
    status: word('live, future, deprecated or removed'),
    within: word('Object or domain that contains it, at any depth'),
    technology: word('Slug'),
    tag: word('Tag'),
    team: word('Owning team; "none" for objects without one'),
    source,
    ids: idsInput,
  }),
  async run(workspace, { kind, source: from, ids: withIds, ...filter }) {
    const view = await workspace.model(from);
    if (isShared(kind)) return { kind: 'list', items: sharedValues(view, SHARED[kind]), facts: view.facts };
    const isWanted = filterOf(view, filter);
    const items = view
      .all(kind)
      .filter(isWanted)
      .map((entity) => ({ key: view.path(entity.kind, entity.id), row: rowOf(view, entity, withIds) }))
      .sort((a, b) => a.key.localeCompare(b.key, 'en'))
      .map(({ row: { kind: _, ...row } }) => row);
    return { kind: 'list', items, facts: { ...view.facts, kind } };
  },
});

type Filter = Partial<
  Record<'type' | 'status' | 'within' | 'technology' | 'tag' | 'team', string | undefined>
>;

/** Errors: those of names in the filter. */
function filterOf(view: ModelView, filter: Filter): (entity: Entity) => boolean {
  const { type, status, technology, team } = filter;
  const tag = filter.tag === undefined ? undefined : view.find(filter.tag, 'tag').id;
  const isWithin = filter.within === undefined ? () => true : containedIn(view, filter.within);
  const has = (fields: Entity['fields'], key: string, value: string | undefined): boolean =>
    value === undefined || idsAt(fields, key).some((it) => foldCase(it) === foldCase(value));
  return (entity) => {
    const { fields } = entity;
    return (
      (type === undefined || fields.type === type) &&
      (status === undefined || (textAt(fields, 'status') ?? 'live') === status) &&
      has(fields, 'technologies', technology) &&
      has(fields, 'tags', tag) &&
      (team === 'none' ? idsAt(fields, 'teams').length === 0 : has(fields, 'teams', team)) &&
      isWithin(entity)
    );
  };
}

function containedIn(view: ModelView, name: string): (entity: Entity) => boolean {
  const found = view.find(name, isDomain(view, name) ? 'domain' : 'object');
  if (found.kind === 'domain') {
    const { domainOf } = containersOf(view.model);
    return (it) => (it.kind === 'object' ? domainOf(it.id) : textAt(it.fields, 'domain')) === found.id;
  }
  return (it) => {
    const start = textAt(it.fields, it.kind === 'object' ? 'parent' : 'of');
    const seen = new Set<string>();
    for (let at = start; at !== undefined && !seen.has(at); at = parentOf(view.element('object', at))) {
      if (at === found.id) return true;
      seen.add(at);
    }
    return false;
  };
}

const parentOf = (object: Element | undefined): string | undefined =>
  object && textAt(object.fields, 'parent');

/** Whether only a domain has this name. */
const isDomain = (view: ModelView, name: string): boolean => {
  try {
    return view.find(name).kind === 'domain';
  } catch {
    return false;
  }
};

/** Values in use with the number of objects, most used first. */
function sharedValues(view: ModelView, key: string): JsonObject[] {
  const counts = new Map<string, number>();
  for (const { fields } of view.all('object'))
    for (const value of idsAt(fields, key)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || a.localeCompare(b, 'en'))
    .map(([name, objects]) => ({ name, objects }));
}
