import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { visible } from '../../base/text/escape.js';
import type { InspectedOutcome, InspectedRow } from '../../webhooks/inspect/types.js';
import { clock, ResultBadge, titleOf } from './texts.js';

/** All rows have this height in CSS pixels, so that a part of the list can be drawn without measuring the rest. */
const ROW_HEIGHT = 60;
/** Rows beyond the visible part. */
const SPARE_ROWS = 8;

interface RowListProps {
  rows: readonly InspectedRow[];
  outcomes: ReadonlyMap<string, readonly InspectedOutcome[]>;
  selected: string | undefined;
  onSelect: (id: string) => void;
  /** The user wants to read the selected row. */
  onOpen: () => void;
}

/** List of deliveries, of which only the visible part is in the document. */
export function RowList({ rows, outcomes, selected, onSelect, onOpen }: RowListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { scrollTop, height } = useViewport(list, rows);
  // A shorter list moves the visible part before the browser reports it.
  const top = Math.min(scrollTop, Math.max(0, rows.length * ROW_HEIGHT - height));
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - SPARE_ROWS);
  const shown = rows.slice(first, Math.ceil((top + height) / ROW_HEIGHT) + SPARE_ROWS);

  const select = (index: number): void => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!row || !list.current) return;
    onSelect(row.id);
    const start = rows.indexOf(row) * ROW_HEIGHT;
    const { scrollTop, clientHeight } = list.current;
    if (start < scrollTop) list.current.scrollTop = start;
    else if (start + ROW_HEIGHT > scrollTop + clientHeight)
      list.current.scrollTop = start + ROW_HEIGHT - clientHeight;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex(({ id }) => id === selected);
    const step = Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
    const target = {
      ...{ ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1 },
      ...{ PageDown: at + step, PageUp: at - step, Home: 0, End: rows.length - 1 },
    }[event.key];
    if (target === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (target === undefined) onOpen();
    else select(target);
  };
  return (
    <div
      ref={list}
      class="rows"
      role="listbox"
      aria-label="Events"
      tabIndex={0}
      aria-activedescendant={shown.some(({ id }) => id === selected) ? `row-${selected}` : undefined}
      onKeyDown={onKey}
    >
      <div role="presentation" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
        {shown.map((row, at) => (
          <Row
            key={row.id}
            row={row}
            outcomes={outcomes.get(row.id)}
            index={first + at}
            count={rows.length}
            isSelected={row.id === selected}
            onClick={() => {
              onSelect(row.id);
              onOpen();
            }}
          />
        ))}
      </div>
    </div>
  );
}

interface Viewport {
  scrollTop: number;
  height: number;
}

/** The visible part of a scrolled list. Rows in it stay in place when newer ones arrive, unless it is at the top. */
function useViewport(list: { current: HTMLElement | null }, rows: readonly InspectedRow[]): Viewport {
  const [viewport, setViewport] = useState<Viewport>({ scrollTop: 0, height: 800 });
  const before = useRef(rows);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const update = () => setViewport({ scrollTop: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);
  useLayoutEffect(() => {
    const element = list.current;
    const topRow = before.current[Math.floor((element?.scrollTop ?? 0) / ROW_HEIGHT)];
    const moved = topRow ? rows.indexOf(topRow) - before.current.indexOf(topRow) : 0;
    if (element && element.scrollTop > 0 && moved > 0) element.scrollTop += moved * ROW_HEIGHT;
    before.current = rows;
  }, [rows]);
  return viewport;
}

interface RowProps {
  row: InspectedRow;
  outcomes: readonly InspectedOutcome[] | undefined;
  index: number;
  count: number;
  isSelected: boolean;
  onClick: () => void;
}

function Row({ row, outcomes = [], index, count, isSelected, onClick }: RowProps) {
  const failed = outcomes.filter(({ succeeded }) => !succeeded).length;
  const about = [row.collection ?? row.reason ?? '', row.operation ?? ''].filter((it) => it !== '');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
    <div
      id={`row-${row.id}`}
      class="row"
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ top: `${index * ROW_HEIGHT}px` }}
      onClick={onClick}
    >
      <span class="row-title">{titleOf(row)}</span>
      <time dateTime={row.receivedAt}>{clock(row.receivedAt)}</time>
      <span class="row-about">
        <ResultBadge row={row} /> {visible(about.join(' · '))}
      </span>
      {outcomes.length > 0 && (
        <span class={failed > 0 ? 'bad' : 'good'}>{failed > 0 ? `${failed} failed` : 'passed on'}</span>
      )}
    </div>
  );
}
