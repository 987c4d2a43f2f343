import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { visible } from '../../base/text/escape.js';
import type { InspectorFacts } from '../../webhooks/inspect/types.js';
import { useTheme } from '../theme.js';
import { filteredRows, RESULTS, type ResultFilter, type RowFilter } from './delivery-list.js';
import { DeliveryView } from './delivery-view.js';
import { RowList } from './row-list.js';
import { TestEventDialog } from './test-event-dialog.js';
import { pluralize } from './texts.js';
import { type ConnectionState, useDeliveries } from './use-deliveries.js';
import { useSearch } from './use-search.js';

/** The page of the webhook inspector: list and details of deliveries. */
export function InspectorApp() {
  const { list, facts, connection, problem } = useDeliveries();
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<Omit<RowFilter, 'found'>>(NO_FILTER);
  const [selected, setSelected] = useState<string>();
  const [isTesting, setTesting] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const search = useSearch(typed, list.rows);
  const rows = useMemo(
    () => filteredRows(list, { ...filter, found: search.found }),
    [list, filter, search.found],
  );
  const details = useRef<HTMLElement>(null);
  const searchField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      searchField.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  const openDetails = () => {
    setOpen(true);
    details.current?.focus();
  };
  const closeDetails = () => {
    setOpen(false);
    document.querySelector<HTMLElement>('.rows')?.focus();
  };
  return (
    <>
      <Header facts={facts} connection={connection} onTest={() => setTesting(true)} />
      <main class={`inspector ${isOpen ? 'is-open' : ''}`}>
        <h1 class="unseen">Webhook events</h1>
        <section class="listed" aria-label="List">
          <div class="filters">
            <input
              ref={searchField}
              type="search"
              aria-label="Search"
              placeholder="Search names, ids and bodies"
              value={typed}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
            <Filters filter={filter} onFilter={setFilter} options={optionsOf(list.rows, facts)} />
          </div>
          <p class="summary" role="status">
            {rows.length === list.rows.length
              ? pluralize(rows.length, 'event')
              : `${rows.length.toLocaleString('en')} of ${pluralize(list.rows.length, 'event')}`}
            {list.damaged > 0 && `; ${pluralize(list.damaged, 'stored event')} cannot be read`}
            {[problem, search.problem].map(
              (it) => it !== undefined && <span class="bad"> {visible(it)}</span>,
            )}
          </p>
          <RowList
            rows={rows}
            outcomes={list.outcomes}
            selected={selected}
            onSelect={setSelected}
            onOpen={openDetails}
          />
        </section>
        <section
          ref={details}
          class="details"
          aria-label="Selected event"
          tabIndex={-1}
          onKeyDown={(event) => event.key === 'Escape' && closeDetails()}
        >
          <button type="button" class="back" onClick={closeDetails}>
            Back to the list
          </button>
          {selected === undefined || !facts ? (
            <p>{list.rows.length === 0 ? 'No events have arrived yet.' : 'Select an event to see it.'}</p>
          ) : (
            <DeliveryView
              key={selected}
              id={selected}
              outcomes={list.outcomes.get(selected) ?? []}
              target={facts.replayTarget}
            />
          )}
        </section>
      </main>
      {isTesting && facts && <TestEventDialog facts={facts} onClose={() => setTesting(false)} />}
    </>
  );
}

const NO_FILTER = { collection: '', operation: '', result: '' } as const;

const CONNECTIONS: Record<ConnectionState, readonly [text: string, style: string]> = {
  connecting: ['Connecting', 'fair'],
  live: ['Live', 'good'],
  lost: ['Disconnected: archctl no longer runs', 'bad'],
  refused: ['Disconnected: open the address that archctl printed', 'bad'],
};

interface HeaderProps {
  facts: InspectorFacts | undefined;
  connection: ConnectionState;
  onTest: () => void;
}

function Header({ facts, connection, onTest }: HeaderProps) {
  const { theme, toggleTheme } = useTheme();
  const [text, style] = CONNECTIONS[connection];
  return (
    <header class="bar">
      <span class="home">Webhook events</span>
      <span class={style} role="status">
        {text}
        {connection === 'live' && facts?.isListening && (
          <span class="address">, {visible(facts.testTarget)}</span>
        )}
      </span>
      <button type="button" disabled={!facts} onClick={onTest}>
        Test event
      </button>
      <button type="button" onClick={toggleTheme} aria-pressed={theme === 'dark'}>
        Dark
      </button>
    </header>
  );
}

interface FiltersProps {
  filter: Omit<RowFilter, 'found'>;
  onFilter: (filter: Omit<RowFilter, 'found'>) => void;
  options: { collections: readonly string[]; operations: readonly string[] };
}

function Filters({ filter, onFilter, options: { collections, operations } }: FiltersProps) {
  const choose = (name: keyof typeof filter, label: string, values: readonly string[]) => (
    <select
      aria-label={label}
      value={filter[name]}
      onChange={(event) => onFilter({ ...filter, [name]: event.currentTarget.value as ResultFilter })}
    >
      <option value="">{label}</option>
      {values.map((it) => (
        <option key={it} value={it}>
          {visible(it)}
        </option>
      ))}
    </select>
  );
  return (
    <>
      {choose('collection', 'Collection', collections)}
      {choose('operation', 'Operation', operations)}
      {choose('result', 'Result', RESULTS)}
    </>
  );
}

function optionsOf(
  rows: readonly { collection: string | null; operation: string | null }[],
  facts: InspectorFacts | undefined,
): FiltersProps['options'] {
  const all = (known: readonly string[] = [], found: readonly (string | null)[]): string[] => [
    ...new Set([...known, ...found.filter((it) => it !== null)]),
  ];
  return {
    collections: all(
      facts?.collections,
      rows.map(({ collection }) => collection),
    ),
    operations: all(
      facts?.operations,
      rows.map(({ operation }) => operation),
    ),
  };
}
