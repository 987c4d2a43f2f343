import { joined, pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { flag, identifier } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { updateDiagramContent } from '../../contract/resources/diagram-content.js';
import { type NewEntries, neighboursOf } from '../../contract/rules/diagrams/content-edit.js';
import { isShownOn } from '../../contract/rules/diagrams/levels.js';
import {
  EDIT_COLUMNS,
  EDIT_OPERATIONS,
  editOutcome,
  entriesToDraw,
  modelRecords,
  namesOrCount,
  type OpenDiagram,
  openDiagram,
} from './shared/edit/diagram-edit.js';

export default command({
  summary: 'Draw objects on a diagram',
  details:
    'Also draws the connections between these objects and everything on the diagram. Elements that are drawn already keep their place; new ones are placed beside them. If someone else changed the diagram meanwhile, the change is refused.',
  args: {
    objectIds: { name: 'OBJECT', help: 'Objects to draw', variadic: true, completes: 'object' },
  },
  options: {
    to: identifier('Diagram to draw on', { required: true, completes: 'diagram' }),
    withNeighbours: flag('Also draw every object that is connected with these'),
  },
  scope: ['landscape', 'landscapeVersion'],
  alsoPerforms: EDIT_OPERATIONS,
  columns: EDIT_COLUMNS,
  examples: {
    'One object with its connections': 'archctl diagram add OBJECT --to DIAGRAM',
    'An object and everything it is connected with':
      'archctl diagram add OBJECT --to DIAGRAM --with-neighbours',
  },
  related: ['diagram remove', 'diagram layout', 'diagram create'],
  async run(context, { args: { objectIds }, options: { to = '', withNeighbours } }) {
    const [open, records] = await Promise.all([openDiagram(context, to), modelRecords(context)]);
    const { diagram, content } = open;
    const around = withNeighbours ? neighboursOf(objectIds, records.connections) : [];
    const shown = around.filter((id) => isShownOn(diagram.type, records.objects.get(id)?.type));
    const added = await entriesToDraw(context, { diagram, content, records }, [...objectIds, ...shown]);
    const line = addedLine(context, open, added, objectIds, around.length - shown.length);
    if (isEmpty(added)) return editOutcome(context, open, line, resultOf(open, added, content));
    const client = await context.client();
    const body = {
      objects: { $add: added.objects },
      connections: { $add: added.connections },
      // A change by someone else is a conflict, and is not lost.
      commit: content.commit,
    };
    const answer = await client.perform(updateDiagramContent, { path: open.path, body });
    return editOutcome(context, open, line, resultOf(open, added, answer.diagramContent));
  },
});

const isEmpty = ({ objects, connections }: NewEntries): boolean =>
  Object.keys(objects).length + Object.keys(connections).length === 0;

const modelIds = (entries: NewEntries['objects']): string[] =>
  Object.values(entries).map(({ modelId }) => String(modelId));

/** The result for programs. */
function resultOf({ diagram }: OpenDiagram, added: NewEntries, content: unknown) {
  return {
    id: diagram.id,
    objectIds: modelIds(added.objects),
    connectionIds: modelIds(added.connections),
    skippedIds: added.alreadyDrawn,
    commit: (content as { commit?: number }).commit,
  };
}

/** For example: Drew "Cache" and 2 connections on "Booking Apps". "Booking API" is already drawn. */
function addedLine(
  context: Context,
  { diagram }: OpenDiagram,
  { objects, connections, alreadyDrawn }: NewEntries,
  named: readonly string[],
  undrawn: number,
): string {
  const [drawn, lines] = [modelIds(objects), modelIds(connections)];
  const parts = [
    ...namesOrCount(context, drawn, 'object'),
    ...(lines.length > 0 ? [pluralize(lines.length, 'connection')] : []),
  ];
  const what = parts.length === 0 ? 'nothing new' : joined(parts);
  const where = displayName(context, diagram);
  const known = alreadyDrawn.filter((id) => named.includes(id));
  const verb = known.length === 1 ? 'is' : 'are';
  return [
    `Drew ${what} on ${where}.`,
    ...(known.length > 0 ? [`${joined(namesOrCount(context, known, 'object'))} ${verb} already drawn.`] : []),
    ...(undrawn > 0
      ? [`Skipped ${pluralize(undrawn, 'neighbour')} that the diagram type does not show.`]
      : []),
  ].join(' ');
}
