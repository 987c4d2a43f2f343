import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { LATEST } from '../../contract/scopes.js';
import type { VersionChange } from '../../model/sync/compare-versions.js';
import type { Column } from '../../terminal/types.js';
import { differenceExit, EXIT_CODE_DETAILS, EXIT_CODE_OPTION } from '../shared/exit-code.js';
import { versionName } from './shared/names.js';
import { requestsRows } from './shared/requests-rows.js';

export default command({
  summary: 'Compare two versions of a landscape',
  details: `Lists added (+), removed (-) and changed (~) objects, connections, diagrams, flows, tags, groups and domains, field by field. Records are matched by handle, which is the same in all versions, so that ids, timestamps and list order are not differences. Machine formats refer to other records by handle. The content of diagrams is compared; positions only with --layout, which reads each diagram.\n\n${EXIT_CODE_DETAILS}`,
  args: {
    before: { name: 'VERSION', help: 'Version, or latest', completes: 'version' },
    after: {
      name: 'OTHER_VERSION',
      help: 'Version to compare with (default: latest)',
      completes: 'version',
      optional: true,
    },
  },
  options: { layout: flag('Also compare sizes, positions and lines on diagrams'), ...EXIT_CODE_OPTION },
  scope: ['landscape'],
  operation: modelObjects.list,
  examples: {
    'Changes since a version': 'archctl version diff VERSION latest',
    'Names of new objects, for a script': `archctl version diff VERSION latest -o json --query "[?kind=='object' && change=='added'].name"`,
  },
  related: ['version list', 'version revert', 'logs list'],
  async run(context, { args, options }) {
    const { before, after = LATEST } = args;
    const client = await context.client();
    const landscapeId = await context.scope('landscape');
    const { compareVersions } = await import('../../model/sync/compare-versions.js');
    const { drawDifference, inNumbers } = await import('./shared/difference-text.js');
    const layout = options.layout ?? false;
    const compared = await compareVersions(client, { landscapeId, before, after, layout });
    const { changes } = compared;
    const isSame = changes.length === 0;
    const exit = differenceExit(!isSame, options);
    if (requestsRows(context))
      return {
        kind: 'list',
        items: changes,
        columns: COLUMNS,
        empty: 'The versions are equal.',
        ...(!isSame &&
          !context.terminal.machine && { remark: `The versions differ: ${inNumbers(changes)}.` }),
        ...exit,
      };
    const of = `${await versionName(context, before)} → ${await versionName(context, after)}`;
    const comparison = {
      ...compared,
      title: isSame ? `${of}: no differences` : of,
      ids: context.parsed.globals.ids === true,
    };
    return { kind: 'drawing', data: changes, draw: (line) => drawDifference(comparison, line), ...exit };
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
    value: ({ fields }: VersionChange) => fields.map(({ field }) => field),
  },
  { key: 'handleId', header: 'Handle', kind: 'id', priority: 5 },
];
