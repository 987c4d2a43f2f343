import { command } from '../../cli/command/command.js';
import { number } from '../../cli/command/options.js';
import { modelConnections } from '../../contract/resources/model-connection.js';
import { modelObjects } from '../../contract/resources/model-object.js';
import { graphOf } from '../../contract/rules/dependencies.js';
import { routesBetween } from '../../contract/rules/dependency-paths.js';
import { answerOutcome, checkFile } from '../shared/dependencies/answer.js';
import { DEPENDENCY_OPTIONS } from '../shared/dependencies/options.js';
import { routesAnswer } from '../shared/dependencies/paths.js';
import { readModel } from '../shared/read-model.js';

const MOST = 5;

export default command({
  summary: 'Show how one model object depends on another',
  details:
    'Prints the routes from an object to another, the shortest first: each step with its connections and the objects that they pass. A connection of a nested object counts as one of its ancestors. No route visits an object twice.\n\nIf there is no route, the exit code is 8.',
  args: {
    from: { name: 'OBJECT', help: 'Model object that depends on the other', completes: 'object' },
    to: { name: 'OTHER_OBJECT', help: 'Model object that it depends on', completes: 'object' },
  },
  options: {
    limit: number('Maximum number of routes', { integer: true, min: 1, max: 100, fallback: `${MOST}` }),
    ...DEPENDENCY_OPTIONS,
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: modelObjects.list,
  alsoPerforms: [modelConnections.list],
  formats: ['mermaid', 'dot'],
  examples: {
    'How an object depends on another': 'archctl dependency path ORIGIN TARGET',
    'As a picture': 'archctl dependency path ORIGIN TARGET --out path.svg',
  },
  related: ['object dependencies', 'dependency list', 'object impact'],
  async run(context, { args: { from, to }, options: { limit = MOST, via, out: file, noEmbedFont } }) {
    checkFile(context, file);
    const model = await readModel(context);
    const graph = graphOf(model.objects.values(), model.connections, { via });
    const { answer, found } = routesAnswer(model, graph, { from, to, most: limit });
    const outcome = await answerOutcome(context, answer, { model, file, noEmbedFont });
    if (found.routes.length > 0 || outcome.kind === 'exit') return outcome;
    const isBack = routesBetween(graph, to, from, { most: 1 }).routes.length > 0;
    const message = `${answer.list.empty}${isBack ? ' A path leads in the opposite direction.' : ''}`;
    const { terminal, parsed } = context;
    // An aligned table prints the message itself.
    const isTable =
      terminal.format === 'table' && (terminal.isInteractive || parsed.globals.output !== undefined);
    if (outcome.kind === 'list' && isTable) return { ...outcome, empty: message, exitAs: 'check' };
    return { ...outcome, remark: message, exitAs: 'check' };
  },
});
