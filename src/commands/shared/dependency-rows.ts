import type { DependenciesExport } from '../../contract/resources/model-export.js';
import type { Column } from '../../terminal/types.js';

/** A dependency for people. */
export interface DependencyRow {
  direction: 'incoming' | 'outgoing';
  connection: string;
  status: string;
  object: string;
  objectType: string;
  objectId: string;
  connectionId: string;
}

export const DEPENDENCY_COLUMNS: readonly Column[] = [
  { key: 'direction', priority: 1 },
  { key: 'object', priority: 1 },
  { key: 'objectType', header: 'Type', priority: 3 },
  { key: 'connection', priority: 2 },
  { key: 'status', kind: 'status', priority: 3 },
  { key: 'objectId', header: 'Object ID', kind: 'id', priority: 4 },
  { key: 'connectionId', header: 'Connection ID', kind: 'id', priority: 5 },
];

/** Dependencies by name: first incoming, then outgoing. */
export function dependencyRows(found: DependenciesExport): DependencyRow[] {
  const rows = (
    direction: DependencyRow['direction'],
    connections: DependenciesExport['incomingConnections'],
    ends: DependenciesExport['incomingConnectionObjects'],
  ): DependencyRow[] =>
    connections
      .map(({ id, name, status }) => {
        const [end] = ends[id] ?? [];
        return {
          direction,
          connection: name,
          status,
          object: end?.name ?? '',
          objectType: end?.type ?? '',
          objectId: end?.id ?? '',
          connectionId: id,
        };
      })
      .sort((a, b) => a.object.localeCompare(b.object, 'en'));
  return [
    ...rows('incoming', found.incomingConnections ?? [], found.incomingConnectionObjects ?? {}),
    ...rows('outgoing', found.outgoingConnections ?? [], found.outgoingConnectionObjects ?? {}),
  ];
}
