import { usageError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { choice, flag } from '../../cli/command/options.js';
import { entriesOf } from '../../contract/doc.js';
import { updateDiagramContent } from '../../contract/resources/diagram-content.js';
import {
  EDIT_COLUMNS,
  EDIT_OPERATIONS,
  editOutcome,
  modelRecords,
  openDiagram,
} from './shared/edit/diagram-edit.js';
import { positionsFor } from './shared/edit/positions.js';

const DIRECTIONS = { right: 'RIGHT', down: 'DOWN' } as const;

export default command({
  summary: 'Place the objects of a diagram',
  details:
    'Places the objects that have no position, or that are drawn exactly on another one. With --all, places every object again and resets the bends of lines. If someone else changed the diagram meanwhile, the change is refused.',
  args: { diagramId: { name: 'DIAGRAM', help: 'Diagram', completes: 'diagram' } },
  options: {
    all: flag('Place every object again'),
    keep: flag('Keep all present positions; this is the default'),
    direction: choice(['right', 'down'], 'Main direction of the lines', {
      fallback: 'the one that fits a page better; dense diagrams are arranged in rows',
    }),
  },
  scope: ['landscape', 'landscapeVersion'],
  alsoPerforms: EDIT_OPERATIONS,
  columns: EDIT_COLUMNS,
  examples: {
    'Place objects without a position': 'archctl diagram layout DIAGRAM',
    'Place all objects again, from left to right': 'archctl diagram layout DIAGRAM --all --direction right',
  },
  related: ['diagram add', 'diagram export', 'diagram content get'],
  async run(context, { args: { diagramId }, options: { all = false, keep, direction } }) {
    if (all && keep) throw usageError('--all and --keep cannot be combined.');
    const [open, records] = await Promise.all([openDiagram(context, diagramId), modelRecords(context)]);
    const { diagram, content, path } = open;
    const places = await positionsFor({
      diagram,
      content,
      records,
      isAll: all,
      direction: direction && DIRECTIONS[direction],
    });
    const name = displayName(context, diagram);
    const entries = entriesOf(content.objects);
    const objectIds = entries.flatMap(([key, { modelId }]) => (places.has(key) ? [String(modelId)] : []));
    const result = { id: diagram.id, objectIds, connectionIds: [], skippedIds: [], commit: content.commit };
    if (places.size === 0) {
      const isBlank = entries.length === 0;
      const line = isBlank
        ? `The diagram ${name} is empty; nothing to place.`
        : `Every object on ${name} has a position; --all places them again.`;
      return editOutcome(context, open, line, result);
    }
    const bent = all ? bentLines(content.connections) : {};
    const body = {
      objects: { $update: Object.fromEntries(places) },
      ...(Object.keys(bent).length > 0 && { connections: { $update: bent } }),
      commit: content.commit,
    };
    const client = await context.client();
    const answer = await client.perform(updateDiagramContent, { path, body });
    const unchanged = entries.length - places.size;
    const rest = unchanged > 0 ? `, kept ${unchanged}` : '';
    const line = `Placed ${pluralize(places.size, 'object')} on ${name}${rest}.`;
    const { commit } = answer.diagramContent as { commit?: number };
    return editOutcome(context, open, line, { ...result, commit });
  },
});

/** Lines with bends or connectors, which belong to the old positions, without them. */
const bentLines = (connections: unknown) =>
  Object.fromEntries(
    entriesOf(connections).flatMap(([key, { points, originConnector, targetConnector }]) => {
      const isBent = Array.isArray(points) && points.length > 0;
      return isBent || originConnector || targetConnector
        ? [[key, { points: [], originConnector: null, targetConnector: null }]]
        : [];
    }),
  );
