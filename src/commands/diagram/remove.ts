import { joined, pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { identifier } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { updateDiagramContent } from '../../contract/resources/diagram-content.js';
import { flows } from '../../contract/resources/flow.js';
import { type DrawnEntries, entriesDrawing } from '../../contract/rules/diagrams/content-edit.js';
import {
  EDIT_COLUMNS,
  EDIT_OPERATIONS,
  editOutcome,
  modelRecords,
  namesOrCount,
  type OpenDiagram,
  openDiagram,
} from './shared/edit/diagram-edit.js';
import { ARGUMENT, affectedFlows, findElements } from './shared/edit/removal.js';

export default command({
  summary: 'Remove objects or connections from a diagram',
  details:
    'The model keeps them. Drawn connections of a removed object are removed with it. If flows on the diagram use them, archctl lists the flows and asks first; use --yes in scripts. If someone else changed the diagram meanwhile, the change is refused.',
  args: {
    names: {
      name: ARGUMENT,
      help: 'Objects or connections to remove',
      variadic: true,
      completes: 'object',
      orAsTyped: true,
    },
  },
  options: { from: identifier('Diagram to remove them from', { required: true, completes: 'diagram' }) },
  scope: ['landscape', 'landscapeVersion'],
  alsoPerforms: [...EDIT_OPERATIONS, flows.list],
  columns: EDIT_COLUMNS,
  examples: {
    'An object with its lines, in a script': 'archctl diagram remove OBJECT --from DIAGRAM --yes',
    'A connection, by its id or name': 'archctl diagram remove CONNECTION --from DIAGRAM --yes',
  },
  related: ['diagram add', 'object delete', 'connection delete'],
  async run(context, { args: { names }, options: { from = '' } }) {
    const [open, records] = await Promise.all([openDiagram(context, from), modelRecords(context)]);
    const { diagram, content, path } = open;
    const { found, absent } = await findElements(context, content, records, names);
    const removed = entriesDrawing(content, new Set(found));
    const result = resultOf(open, removed, absent);
    const line = removedLine(context, open, result, found);
    if (found.length === 0) return editOutcome(context, open, line, { ...result, commit: content.commit });
    const loss = await affectedFlows(context, open, removed);
    if (loss !== undefined) await context.confirm(`${loss} Remove from ${displayName(context, diagram)}?`);
    const client = await context.client();
    const body = {
      ...(removed.objects.length > 0 && { objects: { $remove: removed.objects } }),
      ...(removed.connections.length > 0 && { connections: { $remove: removed.connections } }),
      // A change by someone else is a conflict, and is not lost.
      commit: content.commit,
    };
    const answer = await client.perform(updateDiagramContent, { path, body });
    const { commit } = answer.diagramContent as { commit?: number };
    return editOutcome(context, open, line, { ...result, commit });
  },
});

interface Removed {
  id: string;
  objectIds: string[];
  connectionIds: string[];
  skippedIds: string[];
}

/** The result for programs. */
function resultOf({ diagram, content }: OpenDiagram, removed: DrawnEntries, absent: string[]): Removed {
  const modelIds = (map: 'objects' | 'connections'): string[] => {
    const entries = content[map] as Readonly<Record<string, { modelId: string | null }>>;
    return [...new Set(removed[map].flatMap((key) => entries[key]?.modelId ?? []))];
  };
  return {
    id: diagram.id,
    objectIds: modelIds('objects'),
    connectionIds: modelIds('connections'),
    skippedIds: absent,
  };
}

/** For example: Removed "Cache" and 2 connections from "Booking Apps". "Booking API" is not on the diagram. */
function removedLine(
  context: Context,
  { diagram }: OpenDiagram,
  { objectIds, connectionIds, skippedIds }: Removed,
  named: readonly string[],
): string {
  const own = connectionIds.filter((id) => named.includes(id));
  const others = connectionIds.length - own.length;
  const parts = [
    ...namesOrCount(context, objectIds, 'object'),
    ...namesOrCount(context, own, 'connection'),
    ...(others > 0 ? [pluralize(others, own.length > 0 ? 'other connection' : 'connection')] : []),
  ];
  const verb = skippedIds.length === 1 ? 'is' : 'are';
  return [
    `Removed ${parts.length === 0 ? 'nothing' : joined(parts)} from ${displayName(context, diagram)}.`,
    ...(skippedIds.length > 0
      ? [`${joined(namesOrCount(context, skippedIds, 'element'))} ${verb} not on the diagram.`]
      : []),
  ].join(' ');
}
