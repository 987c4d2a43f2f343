import { pluralize } from '../../base/text/words.js';
import { familyCommands } from '../../cli/command/family/family-command.js';
import { pairs } from '../../cli/command/options.js';
import { diagrams } from '../../contract/resources/diagram.js';
import noun, { objectTotal } from './noun.js';
import { DIAGRAM_FILTERS, VIEWED } from './shared/options.js';
import { warnOfDrawing } from './shared/warn-of-drawing.js';

export default familyCommands({
  family: diagrams,
  completes: 'diagram',
  columns: noun.columns,
  filters: DIAGRAM_FILTERS,
  getting: { updateViewedAt: VIEWED },
  fields: {
    zoom: pairs('Diagrams that objects open on zooming', {
      value: 'OBJECT=DIAGRAM',
      body: 'zoomOverrides',
      completes: 'object',
    }),
  },
  finish: async (body, context, verb) => {
    if (verb === 'update') return warnOfDrawing(body, context);
    const { withTypeAndContent } = await import('./shared/edit/new-diagram.js');
    return warnOfDrawing(await withTypeAndContent(body, context), context);
  },
  howToSee: async (context, id) => (await import('./shared/edit/diagram-edit.js')).howToSee(context, id),
  contentsOf: ({ objectCount, connectionCount }) => {
    const objects = objectTotal(objectCount as Record<string, number> | undefined) ?? 0;
    const connections = Number(connectionCount ?? 0);
    if (objects + connections === 0) return '';
    return ` with ${pluralize(objects, 'object')} and ${pluralize(connections, 'connection')}`;
  },
  examples: {
    list: {
      'Ids of all app diagrams, one per line': 'archctl diagram list --type app-diagram --query "[].id"',
    },
    create: {
      'An empty diagram of a system': 'archctl diagram create Apps --of OBJECT --type app-diagram',
      'From a file, with content': 'archctl diagram create --data @diagram.yaml --name "Apps, drawn"',
    },
    update: {
      'Pin it and remove it from its group': 'archctl diagram update DIAGRAM --pinned --group none',
    },
  },
  related: ['diagram content get', 'diagram export'],
});
