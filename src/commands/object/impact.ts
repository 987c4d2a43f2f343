import { command } from '../../cli/command/command.js';
import { flag } from '../../cli/command/options.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { impactOf } from '../../contract/rules/impact.js';
import { objectIn } from '../../model/sync/object-graph.js';
import { isForPeople } from '../shared/dependencies/answer.js';
import { impactRecords } from './shared/impact-records.js';
import { drawImpact, isShortened } from './shared/impact-text.js';

export default command({
  summary: 'Show what deleting or deprecating a model object would affect',
  details:
    'Lists everything that depends on the object and its descendants. For a deletion, "deleted" records are removed together with the object. "updated" records keep existing but lose their reference. "affected" records do not change: dependents (direct and indirect), the teams and namespaces that own them, and decisions about its diagrams. With --deprecate, all records are "affected".\n\nMachine formats list the records with kind, id, name, where and effect. Kinds: object, connection, diagram, flow, comment, draft, tag, dependent (with depth), team, namespace and decision.',
  args: { modelObjectId: { name: 'OBJECT', help: 'Model object', completes: 'object' } },
  options: { deprecate: flag('Show the impact of a deprecation instead of a deletion') },
  scope: ['landscape', 'landscapeVersion'],
  operation: modelObjects.list,
  examples: {
    'Before you delete it': 'archctl object impact OBJECT',
    'Before you deprecate it': 'archctl object impact OBJECT --deprecate',
    'Names of the diagrams that show it, for a script': `archctl object impact OBJECT -o json --query "[?kind=='diagram'].name"`,
  },
  related: ['object dependencies', 'object delete', 'search'],
  async run(context, { args: { modelObjectId }, options: { deprecate } }) {
    const records = await impactRecords(context);
    const objects = new Map(records.objects.map((it) => [it.id, it]));
    const object = objectIn({ objects }, modelObjectId);
    const change = deprecate ? 'deprecate' : 'delete';
    const items = impactOf(modelObjectId, records, change);
    if (!isForPeople(context))
      return { kind: 'list', items, columns: COLUMNS, empty: 'Nothing else is affected.' };
    const remark = isShortened(items) ? { remark: '-o table lists all records.' } : {};
    return {
      kind: 'drawing',
      data: items,
      draw: (line) => drawImpact({ object, change, items }, line),
      ...remark,
    };
  },
});

const COLUMNS = [
  { key: 'kind', priority: 1 },
  { key: 'name', priority: 1 },
  { key: 'where', priority: 2 },
  { key: 'effect', kind: 'status', priority: 1 },
  { key: 'id', header: 'ID', kind: 'id', priority: 4 },
] as const;
