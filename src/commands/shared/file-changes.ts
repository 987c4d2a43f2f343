import type { Context, Outcome } from '../../cli/command/spec.js';

/** Columns of written files, each with its status. */
export const FILE_STATUS_COLUMNS = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'status', kind: 'status', priority: 1 },
] as const;

/** Result of an installation or removal of files, or its preview with --dry-run, and the message for people. */
export function fileChanges(
  { parsed, terminal }: Context,
  changes: readonly { path: string; change: string }[],
  messages: Record<'done' | 'nothing', string>,
): Outcome {
  const isDone = changes.some(({ change }) => change !== 'unchanged');
  if (!parsed.globals.dryRun) terminal.success(isDone ? messages.done : messages.nothing);
  return {
    kind: 'list',
    items: changes.map(({ path, change }) => ({ change, path })),
    columns: [
      { key: 'change', priority: 2 },
      // Priority of an id: a truncated path is useless.
      { key: 'path', kind: 'id', priority: 1 },
    ],
  };
}
