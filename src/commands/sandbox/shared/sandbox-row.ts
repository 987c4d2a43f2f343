import type { Column } from '../../../terminal/types.js';
import type { ExistingSandbox } from './selection.js';

/** Public fields of a sandbox for `status` and `list`; secrets stay in its file. */
export const sandboxRow = ({ name, record }: ExistingSandbox) => ({
  name,
  pid: record.pid,
  baseUrl: record.baseUrl,
  dataDir: record.dataDir,
  plan: record.plan,
  startedAt: record.startedAt,
});

/** Columns shared by both. */
export const SANDBOX_COLUMNS: readonly Column[] = [
  { key: 'baseUrl', header: 'Service', priority: 1 },
  { key: 'pid', header: 'Process', kind: 'number', priority: 2 },
  { key: 'plan', priority: 3 },
  {
    key: 'dataDir',
    header: 'Data',
    priority: 4,
    value: ({ dataDir }: { dataDir?: string | null }) => (dataDir === null ? 'in memory' : dataDir),
  },
  { key: 'startedAt', header: 'Started', kind: 'time', priority: 2 },
];
