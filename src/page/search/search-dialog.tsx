import MiniSearch from 'minisearch';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';

const MAX_RESULTS = 30;

interface Entry {
  key: string;
  name: string;
  kind: string;
  text: string;
  address: string;
}

/** Search over everything with a page, by name, caption, technology, tag, team and id. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { open } = useSite();
  const entries = useEntries();
  const search = useMemo(() => indexOf(entries), [entries]);
  const [query, setQuery] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const found = query === '' ? [] : search.search(query).slice(0, MAX_RESULTS);
  const go = (address: string) => {
    onClose();
    open(address);
  };
  return (
    <dialog ref={dialog} class="search-dialog" aria-label="Search" onClose={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (found[0]) go(found[0].address);
        }}
      >
        <input
          type="search"
          aria-label="Search the model"
          placeholder="Name, technology, tag, team or id"
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </form>
      <ul>
        {found.map((it) => (
          <li key={it.id}>
            <a href={it.address} onClick={() => onClose()}>
              {it.name} <small>{it.kind}</small>
            </a>
          </li>
        ))}
      </ul>
    </dialog>
  );
}

function useEntries(): readonly Entry[] {
  const { data } = useSite();
  return useMemo(() => {
    const { objects, diagrams, flows, decisions } = data;
    return [
      ...objects.map((it) => ({
        key: `object ${it.id}`,
        name: it.name,
        kind: it.type,
        text: [
          it.id,
          it.caption,
          ...(it.technologies ?? []),
          ...(it.tags ?? []).map(({ name }) => name),
          ...(it.teams ?? []),
        ].join(' '),
        address: hashOf('objects', it.slug),
      })),
      ...diagrams.map((it) => ({
        key: `diagram ${it.id}`,
        name: it.name,
        kind: 'diagram',
        text: it.id,
        address: hashOf('diagrams', it.slug),
      })),
      ...flows.map((it) => ({
        key: `flow ${it.id}`,
        name: it.name,
        kind: 'flow',
        text: it.steps.map(({ text }) => text).join(' '),
        address: hashOf('flows', it.slug),
      })),
      ...decisions.map((it) => ({
        key: `decision ${it.id}`,
        name: it.title,
        kind: 'decision',
        text: it.id,
        address: hashOf('decisions', it.slug),
      })),
    ];
  }, [data]);
}

function indexOf(entries: readonly Entry[]): MiniSearch<Entry> {
  const search = new MiniSearch<Entry>({
    idField: 'key',
    fields: ['name', 'text'],
    storeFields: ['name', 'kind', 'address'],
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { name: 3 }, combineWith: 'AND' },
  });
  search.addAll(entries);
  return search;
}
