import {
  type InspectedChanges,
  type InspectedOutcome,
  type InspectedPage,
  type InspectedRow,
  type OutcomeOf,
  orderOf,
} from '../../webhooks/inspect/types.js';

/** Deliveries as far as they are loaded, and the results of passing them on. */
export interface DeliveryList {
  /** Newest first. */
  rows: readonly InspectedRow[];
  outcomes: ReadonlyMap<string, readonly InspectedOutcome[]>;
  /** Number of stored events that cannot be read. */
  damaged: number;
}

export const EMPTY_LIST: DeliveryList = { rows: [], outcomes: new Map(), damaged: 0 };

/** Adds a part of the list. `isFirst` starts again, for example after a lost connection. */
export function withPage(list: DeliveryList, page: InspectedPage, isFirst: boolean): DeliveryList {
  const { rows, outcomes } = isFirst ? EMPTY_LIST : list;
  const added = new Set(page.rows.map(({ id }) => id));
  return {
    rows: sorted([...rows.filter(({ id }) => !added.has(id)), ...page.rows]),
    outcomes: withOutcomes(new Map([...outcomes].filter(([id]) => !added.has(id))), page.outcomes),
    damaged: page.damaged,
  };
}

export function withChanges(list: DeliveryList, { rows, removed, outcomes }: InspectedChanges): DeliveryList {
  const replaced = new Set([...removed, ...rows.map(({ id }) => id)]);
  const isListed = replaced.size > 0;
  return {
    ...list,
    rows: isListed ? sorted([...rows, ...list.rows.filter(({ id }) => !replaced.has(id))]) : list.rows,
    outcomes: outcomes.length > 0 ? withOutcomes(new Map(list.outcomes), outcomes) : list.outcomes,
  };
}

const sorted = (rows: InspectedRow[]): InspectedRow[] =>
  rows.sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1));

function withOutcomes(
  known: Map<string, readonly InspectedOutcome[]>,
  added: readonly OutcomeOf[],
): Map<string, readonly InspectedOutcome[]> {
  for (const { id, outcome } of added) known.set(id, [...(known.get(id) ?? []), outcome]);
  return known;
}

export const RESULTS = ['verified', 'unverified', 'rejected', 'duplicate', 'not passed on'] as const;
export type ResultFilter = (typeof RESULTS)[number];

/** Filter of the list; an empty text matches everything. */
export interface RowFilter {
  collection: string;
  operation: string;
  result: ResultFilter | '';
  /** Ids that the server found for the search; undefined without a search. */
  found: ReadonlySet<string> | undefined;
}

export function filteredRows({ rows, outcomes }: DeliveryList, filter: RowFilter): readonly InspectedRow[] {
  const { collection, operation, result, found } = filter;
  const matches = (row: InspectedRow): boolean => {
    if (collection !== '' && row.collection !== collection) return false;
    if (operation !== '' && row.operation !== operation) return false;
    if (found && !found.has(row.id)) return false;
    switch (result) {
      case '':
        return true;
      case 'duplicate':
        return row.duplicate;
      case 'not passed on':
        return (outcomes.get(row.id) ?? []).some(({ succeeded }) => !succeeded);
      default:
        return row.result === result;
    }
  };
  return collection === '' && operation === '' && result === '' && !found ? rows : rows.filter(matches);
}
