import { createdAt, id, name, updatedAt } from '../../cli/command/columns.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import type { Client } from '../../client/client.js';
import { getLandscape } from '../../contract/resources/landscape.js';
import { listVersions } from '../../contract/resources/version.js';
import type { Column } from '../../terminal/types.js';

const COLUMNS: readonly Column[] = [
  id,
  name,
  { key: 'versionNames', header: 'Versions', kind: 'list', priority: 2 },
  { key: 'scheduledVersions', header: 'Scheduled versions', kind: 'boolean', priority: 4 },
  updatedAt,
  createdAt,
];

export default command({
  summary: 'Get a landscape',
  details:
    'Also prints its versions and, with --counts, the number of records of each kind in the live version.',
  args: { landscapeId: { name: 'LANDSCAPE', help: 'Landscape', completes: 'landscape' } },
  options: { counts: flag('Count the records of the live version; reads every list') },
  scope: [],
  operation: getLandscape,
  examples: {
    'One landscape': 'archctl landscape get LANDSCAPE',
    'With record counts': 'archctl landscape get LANDSCAPE --counts',
  },
  related: ['landscape list', 'version list', 'landscape search'],
  async run(context, { args: { landscapeId }, options }) {
    const client = await context.client();
    const { landscape } = await client.call(getLandscape, { path: { landscapeId } });
    const [versionNames, counts] = await Promise.all([
      namesOfVersions(client, landscapeId),
      options.counts === true ? countsIn(client, landscapeId) : undefined,
    ]);
    const columns = Object.keys(counts ?? {}).map(
      (noun): Column => ({ key: `counts.${noun}`, header: `${noun}s`, kind: 'number', priority: 2 }),
    );
    const record = { ...landscape, versionNames, ...(counts && { counts }) };
    return { kind: 'record', record, columns: [...COLUMNS, ...columns] };
  },
});

async function namesOfVersions(client: Client, landscapeId: string): Promise<string[]> {
  const names: string[] = [];
  for await (const version of client.pages(listVersions, { path: { landscapeId } })) names.push(version.name);
  return names;
}

/** Number of records of each kind in the live version. */
async function countsIn(client: Client, landscapeId: string): Promise<Record<string, number>> {
  const { countsOf, versionRecords } = await import('../../client/jobs/version-records.js');
  const found = await versionRecords(client, { landscapeId, versionId: 'latest' });
  return Object.fromEntries(countsOf(found).map(({ noun, count }) => [noun, count]));
}
