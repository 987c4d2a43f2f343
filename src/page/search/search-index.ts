import MiniSearch from 'minisearch';
import { relationsOf } from '../../site/relations.js';
import type { SiteData } from '../../site/types.js';
import { hashOf } from '../route.js';

export const MAX_RESULTS = 30;

export interface SearchResult {
  /** Id of the element. */
  of: string;
  name: string;
  /** Type of an element, or the kind of another page. */
  kind: string;
  /** Where it is: the path of an element, the ends of a connection. */
  detail: string;
  address: string;
}

interface Entry extends SearchResult {
  key: string;
  text: string;
}

/** Relevance of connections: elements come first, because their names are what people look for. */
const CONNECTION_BOOST = 0.4;

/** Creates the search over a site. Its index is built once; results are sorted by relevance. */
export function searchOf(data: SiteData): (query: string, isOnlyElements: boolean) => SearchResult[] {
  const search = new MiniSearch<Entry>({
    idField: 'key',
    fields: ['name', 'text'],
    storeFields: ['of', 'name', 'kind', 'detail', 'address'],
    searchOptions: {
      prefix: true,
      fuzzy: 0.2,
      boost: { name: 3 },
      boostDocument: (key) => (String(key).startsWith('connection ') ? CONNECTION_BOOST : 1),
      combineWith: 'AND',
    },
  });
  search.addAll(entriesOf(data));
  return (query, isOnlyElements) => {
    if (query.trim() === '') return [];
    const isElement = ({ id }: { id: string }) => id.startsWith('object ');
    return search
      .search(query, isOnlyElements ? { filter: isElement } : {})
      .slice(0, MAX_RESULTS)
      .map(({ of, name, kind, detail, address }) => ({ of, name, kind, detail, address }));
  };
}

function entriesOf(data: SiteData): Entry[] {
  const { objects, connections, diagrams, flows, decisions } = data;
  const { object, ancestors } = relationsOf(data);
  return [
    ...objects.map((it) => ({
      key: `object ${it.id}`,
      of: it.id,
      name: it.name,
      kind: it.type,
      detail: ancestors(it.id)
        .map(({ name }) => name)
        .join(' / '),
      text: [
        it.id,
        it.caption,
        ...(it.technologies ?? []),
        ...(it.tags ?? []).map(({ name }) => name),
        ...(it.teams ?? []),
      ].join(' '),
      address: hashOf('objects', it.slug),
    })),
    ...connections.flatMap((it) => {
      const [origin, target] = [object(it.origin), object(it.target)];
      const detail = `${origin?.name} → ${target?.name}`;
      const text = [it.id, ...(it.technologies ?? []), ...(it.tags ?? []).map(({ name }) => name)].join(' ');
      return origin && target
        ? [
            {
              key: `connection ${it.id}`,
              of: it.id,
              name: it.name,
              kind: 'connection',
              detail,
              text,
              address: hashOf('objects', origin.slug),
            },
          ]
        : [];
    }),
    ...diagrams.map((it) => ({
      key: `diagram ${it.id}`,
      of: it.id,
      name: it.name,
      kind: 'diagram',
      detail: it.group ?? '',
      text: it.id,
      address: hashOf('diagrams', it.slug),
    })),
    ...flows.map((it) => ({
      key: `flow ${it.id}`,
      of: it.id,
      name: it.name,
      kind: 'flow',
      detail: '',
      text: [it.id, ...it.steps.map(({ text }) => text)].join(' '),
      address: hashOf('flows', it.slug),
    })),
    ...decisions.map((it) => ({
      key: `decision ${it.id}`,
      of: it.id,
      name: it.title,
      kind: 'decision',
      detail: it.status,
      text: it.id,
      address: hashOf('decisions', it.slug),
    })),
  ];
}
