import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { LATEST } from '../../contract/scopes.js';
import type { Column } from '../../terminal/types.js';
import type { Change } from './shared/compare.js';
import { versionName } from './shared/names.js';
import { isPicked } from './shared/picked.js';

export default command({
  summary: 'Show what differs between two versions of a landscape',
  details:
    'Objects, connections, diagrams, flows, tags, groups and domains that were added (+), removed (-) or changed (~), field by field. Records are told by their handle, which versions share, so ids of a version, stamps and the order of lists are no difference; in data, fields name other records by their handles. What is drawn on a diagram counts; where it stands there does with --layout, which reads each diagram.\n\nThe exit code is 0 where they are the same and 8 where they differ.',
  args: {
    before: { name: 'VERSION_ID', help: 'Version, or latest', completes: 'version' },
    after: {
      name: 'OTHER_VERSION_ID',
      help: 'Version it is compared with (default: latest)',
      completes: 'version',
      optional: true,
    },
  },
  options: { layout: flag('Sizes, places and lines on diagrams as well') },
  scope: ['landscape'],
  operation: modelObjects.list,
  examples: [
    {
      note: 'What was done since',
      line: 'archctl version diff VERSION_ID latest --landscape LANDSCAPE_ID',
    },
    {
      note: 'Names of the objects that are new, for a script',
      line: `archctl version diff VERSION_ID latest --landscape LANDSCAPE_ID -o json --query "[?kind=='object' && change=='added'].name"`,
    },
  ],
  related: ['version list', 'version revert', 'logs list'],
  async run(context, { args, options }) {
    const { before, after = LATEST } = args;
    const client = await context.client();
    const landscapeId = await context.scope('landscape');
    const { compareVersions } = await import('./shared/compare.js');
    const { drawDifference, inNumbers } = await import('./shared/difference-text.js');
    const layout = options.layout ?? false;
    const compared = await compareVersions(client, { landscapeId, before, after, layout });
    const { changes } = compared;
    const numbers = inNumbers(changes);
    const failure =
      changes.length === 0 ? {} : { failure: new ArchctlError('check', `The versions differ: ${numbers}.`) };
    if (isPicked(context))
      return {
        kind: 'list',
        items: changes,
        columns: COLUMNS,
        empty: 'The versions are the same.',
        ...failure,
      };
    const of = `${await versionName(context, before)} → ${await versionName(context, after)}`;
    const title = `${of}: ${changes.length === 0 ? 'nothing differs' : numbers}`;
    const told = { ...compared, title, ids: context.parsed.globals.ids === true };
    return { kind: 'drawing', data: changes, draw: (line) => drawDifference(told, line), ...failure };
  },
});

const COLUMNS: readonly Column[] = [
  { key: 'kind', priority: 1 },
  { key: 'change', kind: 'status', priority: 1 },
  { key: 'name', priority: 1 },
  {
    key: 'fields',
    kind: 'list',
    priority: 2,
    value: ({ fields }: Change) => fields.map(({ field }) => field),
  },
  { key: 'handleId', header: 'Handle', kind: 'id', priority: 5 },
];
