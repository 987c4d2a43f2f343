import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SiteObject } from '../../site/types.js';
import { useSite } from '../site.js';
import { MAX_RESULTS, type SearchResult, searchOf } from './search-index.js';

interface SearchDialogProps {
  label?: string;
  /** Called with the chosen element; without it, results of all kinds are links. */
  onPick?: (object: SiteObject) => void;
  onClose: () => void;
}

/** Search over everything with a page, by name, caption, technology, tag, team and id. Arrow keys move through the results. */
export function SearchDialog({ label = 'Search the model', onPick, onClose }: SearchDialogProps) {
  const { data, relations, open } = useSite();
  const search = useMemo(() => searchOf(data), [data]);
  const [query, setQuery] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const isOnlyElements = onPick !== undefined;
  const found = useMemo(() => search(query, isOnlyElements), [search, query, isOnlyElements]);
  const choose = (result: SearchResult | undefined) => {
    if (!result) return;
    onClose();
    const object = relations.object(result.of);
    if (!onPick) open(result.address);
    else if (object) onPick(object);
  };
  return (
    <dialog
      ref={dialog}
      class="search-dialog"
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={moveFocus}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          choose(found[0]);
        }}
      >
        <input
          type="search"
          aria-label={label}
          placeholder="Name, technology, tag, team or id"
          autocomplete="off"
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </form>
      <p class="hint" role="status">
        {hintFor(query, found.length)}
      </p>
      <ul>
        {found.map((it) => (
          <li key={`${it.kind} ${it.of}`}>
            {onPick ? (
              <button type="button" onClick={() => choose(it)}>
                <Result result={it} />
              </button>
            ) : (
              <a href={it.address} onClick={() => onClose()}>
                <Result result={it} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </dialog>
  );
}

function hintFor(query: string, count: number): string {
  if (query.trim() === '') return 'Enter opens the first result. The arrow keys move to the others.';
  if (count === 0) return `Nothing matches "${query}".`;
  return count === MAX_RESULTS
    ? `The best ${count} results`
    : `${count} ${count === 1 ? 'result' : 'results'}`;
}

function Result({ result: { name, kind, detail } }: { result: SearchResult }) {
  return (
    <>
      <span class={`dot ${kind}`} />
      <span>{name}</span> <small>{detail === '' ? kind : `${kind} · ${detail}`}</small>
    </>
  );
}

/** Arrow keys move the focus from the field through the results. */
function moveFocus(event: KeyboardEvent): void {
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const dialog = event.currentTarget as HTMLElement;
  if (move === undefined) return;
  event.preventDefault();
  const stops = [...dialog.querySelectorAll<HTMLElement>('input, ul :is(a, button)')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[Math.max(0, at + move)]?.focus();
}
