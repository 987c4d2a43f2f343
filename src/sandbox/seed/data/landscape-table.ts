import { MODEL_STATUSES } from '../../../contract/enums.js';
import { oneOf, readTable, words } from '../build/table.js';

/**
 * A handwritten landscape. The texts are tables (see `readTable`); their columns are listed below. In every table,
 * `flags` holds words: `since:N` (first stage that has the row), a status, `was>is@N` (a status change in stage N),
 * `external`, `both` (bidirectional) or `undirected`. Stages are the periods between snapshots: 0 is before the first.
 */
export interface LandscapeTable {
  key: string;
  name: string;
  domains: string;
  tagGroups: string;
  tags: string;
  objects: string;
  connections: string;
  diagramGroups: string;
  diagrams: DiagramTable[];
  flows: FlowTable[];
  /** Long descriptions of model objects by object key. */
  descriptions: Readonly<Record<string, string>>;
}

/** A diagram: `layout` lists `box KEY X Y` and `area KEY X Y WIDTH HEIGHT`, in diagram units, one per line. */
export interface DiagramTable {
  key: string;
  name: string;
  type: string;
  model: string;
  parent: string | null;
  group: string | null;
  description: string;
  pinned?: boolean;
  since?: number;
  layout: string;
}

/**
 * A flow on a diagram. Columns of `steps`: type (default: `outgoing`), from, to, path, text. An `alternate-path` row
 * opens the paths named in `paths`; rows inside a path name it in their `path` cell.
 */
export interface FlowTable {
  key: string;
  name: string;
  diagram: string;
  pinned?: boolean;
  since?: number;
  paths?: Readonly<Record<string, string>>;
  steps: string;
}

export const DOMAIN_COLUMNS = ['key', 'name'] as const;
export const TAG_GROUP_COLUMNS = ['key', 'icon', 'name'] as const;
export const TAG_COLUMNS = ['key', 'group', 'color', 'name'] as const;
export const DIAGRAM_GROUP_COLUMNS = ['key', 'model', 'name'] as const;
export const STEP_COLUMNS = ['type', 'from', 'to', 'path', 'text'] as const;

const OBJECT_COLUMNS = [
  'key',
  'name',
  'type',
  'parent',
  'flags',
  'technologies',
  'tags',
  'groups',
  'teams',
  'caption',
] as const;

const CONNECTION_COLUMNS = [
  'origin',
  'target',
  'name',
  'flags',
  'via',
  'technologies',
  'tags',
  'description',
] as const;

/** Parsed `flags` of a row. */
export interface Flags {
  since: number;
  status: (typeof MODEL_STATUSES)[number];
  /** The previous status and the stage in which it changed. */
  before: { status: (typeof MODEL_STATUSES)[number]; stage: number } | null;
  marks: ReadonlySet<string>;
}

export type ObjectRow = Record<(typeof OBJECT_COLUMNS)[number], string> & { flags: string; read: Flags };
export type ConnectionRow = Record<(typeof CONNECTION_COLUMNS)[number], string> & {
  key: string;
  read: Flags;
};

/** Key of a connection: `origin>target`. There is at most one connection for each ordered pair. */
export const connectionKey = (origin: string, target: string): string => `${origin}>${target}`;

/** The model objects of a table, in order. */
export function objectRows(table: LandscapeTable): ObjectRow[] {
  return readTable(OBJECT_COLUMNS, table.objects).map((row) => ({ ...row, read: readFlags(row.flags) }));
}

/** The model connections of a table, in order. */
export function connectionRows(table: LandscapeTable): ConnectionRow[] {
  return readTable(CONNECTION_COLUMNS, table.connections).map((row) => ({
    ...row,
    key: connectionKey(row.origin, row.target),
    read: readFlags(row.flags),
  }));
}

export function readFlags(cell: string): Flags {
  const flags: Flags = { since: 0, status: 'live', before: null, marks: new Set() };
  const marks = new Set<string>();
  for (const word of words(cell)) {
    const [was, is, stage] = word.split(/[>@]/);
    if (was !== undefined && is !== undefined && stage !== undefined) {
      flags.before = { status: oneOf(MODEL_STATUSES, was), stage: Number(stage) };
      flags.status = oneOf(MODEL_STATUSES, is);
    } else if (word.startsWith('since:')) {
      flags.since = Number(word.slice('since:'.length));
    } else if (['external', 'both', 'undirected'].includes(word)) {
      marks.add(word);
    } else {
      flags.status = oneOf(MODEL_STATUSES, word);
    }
  }
  return { ...flags, marks };
}
