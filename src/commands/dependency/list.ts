import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { pathOf } from '../../cli/command/operation-command.js';
import { identifiers, pairs } from '../../cli/command/options.js';
import { failureCode, TOO_LARGE } from '../../client/send/network-errors.js';
import { type DependenciesExport, listDependencies } from '../../contract/resources/model-export.js';
import { DEPENDENCY_COLUMNS, dependencyRows } from '../shared/dependency-rows.js';

const ofObject = { key: 'of', header: 'Of', kind: 'id', of: 'object', priority: 1 } as const;

export default command({
  summary: 'List the dependencies of model objects, in both directions',
  details: 'Includes objects that match all filters (default: all objects).',
  options: {
    object: identifiers('Filter by object', { query: 'filter.objectIds', completes: 'object' }),
    tag: identifiers('Filter by tag', { query: 'filter.tagIds', completes: 'tag' }),
    technology: identifiers('Filter by technology', {
      query: 'filter.technologyIds',
      completes: 'technology',
    }),
    label: pairs('Filter by label', { query: 'filter.objectLabels', completes: 'label' }),
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: listDependencies,
  examples: {
    'Objects affected when a technology is retired': 'archctl dependency list --technology TECHNOLOGY',
    'All fields for two objects': 'archctl dependency list --object ORIGIN --object TARGET -o yaml',
  },
  related: ['object dependencies', 'connection list'],
  async run(context, { options }) {
    const filter = {
      ...(options.object && { objectIds: options.object }),
      ...(options.tag && { tagIds: options.tag }),
      ...(options.technology && { technologyIds: options.technology }),
      ...(options.label && { objectLabels: options.label }),
    };
    const client = await context.client();
    const path = await pathOf(context, listDependencies);
    const query = Object.keys(filter).length === 0 ? undefined : { filter };
    const { dependencies } = await client
      .perform(listDependencies, { path, query })
      .catch((error: unknown) => {
        throw failureCode(error) === TOO_LARGE ? tooMany(error) : error;
      });
    const found = dependencies as Record<string, DependenciesExport>;
    if (context.terminal.machine) return { kind: 'record', record: found, columns: [] };
    const items = Object.entries(found).flatMap(([of, it]) =>
      dependencyRows(it).map((row) => ({ of, ...row })),
    );
    const columns = [ofObject, ...DEPENDENCY_COLUMNS];
    return { kind: 'list', items, columns, empty: 'No object matches, or none has connections.' };
  },
});

/** The service answers in one piece, which a response of many thousand objects is too large for. */
const tooMany = (error: unknown): ArchctlError =>
  new ArchctlError('unavailable', 'The dependencies of these objects are too many for one response.', {
    hint: 'Select objects with --object, --tag, --technology or --label. "archctl connection list" lists every connection.',
    cause: error,
  });
