import { ArchctlError } from '../../base/errors.js';

import { command } from '../../cli/command/command.js';
import { type ActionLog, getActionLog, listActionLogChildren } from '../../contract/resources/action-log.js';
import { drawTree, MAX_LEVELS } from '../../terminal/tree.js';
import noun from './noun.js';
import { subjectOf } from './shared/subject.js';

interface Node {
  log: ActionLog;
  children: Node[];
}

export default command({
  summary: 'Show an action and everything that it caused, as a tree',
  args: { actionLogId: { name: 'ACTION_LOG_ID', help: 'Action log entry to start from' } },
  scope: ['landscape'],
  operation: listActionLogChildren,
  alsoPerforms: [getActionLog],
  examples: {
    'Results of a duplicate': 'archctl logs tree ACTION_LOG_ID',
    'As nested data': 'archctl logs tree ACTION_LOG_ID -o json',
  },
  related: ['logs children', 'logs list'],
  async run(context, { args }) {
    const landscapeId = await context.scope('landscape');
    const client = await context.client();
    const { actionLog } = await client.call(getActionLog, {
      path: { landscapeId, actionLogId: args.actionLogId },
    });
    const seen = new Set<string>([actionLog.id]);
    const root: Node = { log: actionLog, children: [] };
    // Breadth-first. A log never lists its ancestors, but this loop is bounded anyway.
    for (let level = [root], depth = 0; level.length > 0; depth += 1) {
      if (depth > MAX_LEVELS) {
        throw new ArchctlError('unavailable', `The actions are nested more than ${MAX_LEVELS} levels deep.`, {
          hint: '"archctl logs children" shows one level.',
        });
      }
      const next: Node[] = [];
      for (const node of level) {
        // Effects of an action may be in another landscape: a duplicate fills the copy.
        const path = { landscapeId: node.log.landscapeId, actionLogId: node.log.id };
        for await (const child of client.pages(listActionLogChildren, {
          path,
          query: { filter: { order: 'asc' } },
        })) {
          if (seen.has(child.id)) continue;
          seen.add(child.id);
          const below = { log: child, children: [] };
          node.children.push(below);
          next.push(below);
        }
      }
      level = next;
    }
    return {
      kind: 'drawing',
      data: plain(root),
      columns: noun.columns,
      draw: ({ palette, safe, time, width, interactive }) =>
        drawTree(
          root,
          {
            label: ({ log }) => [
              { text: safe(log.action.type), paint: palette.bold },
              { text: safe(subjectOf(log)) },
              { text: `${time(log.performedAt)} ${safe(log.performedByName ?? '')}`, paint: palette.dim },
            ],
            children: (node) => node.children,
          },
          interactive ? width : undefined,
        ),
    };
  },
});

/** The tree as data, with nested `children`. */
const plain = (node: Node): Record<string, unknown> => ({ ...node.log, children: node.children.map(plain) });
