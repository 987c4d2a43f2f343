import { usageError } from '../../base/errors.js';
import { withBlock, withoutBlock } from './block.js';
import { bytesOf, readBytes, removeFile, replaceBytes } from './files.js';
import type { Installation } from './places.js';

/** A change of one file; `content` is the new content in bytes, undefined to delete it. */
export interface Change {
  path: string;
  change: 'create' | 'update' | 'remove' | 'keep';
  content?: string;
}

/** Header of every completion script of archctl. */
const OURS = /^# Completion of archctl /m;

/** Computes the changes of `install` without writing anything. Errors: `usage`. */
export function planInstall({ script, startup }: Installation, text: string): Change[] {
  const found = readBytes(script);
  if (found !== undefined && !OURS.test(found)) {
    throw usageError(`${script} exists already and was not written by archctl.`, {
      hint: 'Move it away. Nothing was changed.',
    });
  }
  return [
    changeOf(script, found, bytesOf(text)),
    ...(startup
      ? [planStartup(startup.path, (content) => withBlock(content, bytesOf(startup.lines), startup.path))]
      : []),
  ];
}

/** Computes the changes of `uninstall`. */
export function planUninstall({ script, startup }: Installation): Change[] {
  const found = readBytes(script);
  const isOurs = found !== undefined && OURS.test(found);
  const { path } = startup ?? {};
  return [
    ...(path
      ? [planStartup(path, (content) => (content === undefined ? undefined : withoutBlock(content, path)))]
      : []),
    changeOf(script, found, isOurs ? undefined : found),
  ];
}

function planStartup(path: string, edit: (content: string | undefined) => string | undefined): Change {
  const content = readBytes(path);
  return changeOf(path, content, edit(content));
}

function changeOf(path: string, before: string | undefined, after: string | undefined): Change {
  if (before === after) return { path, change: 'keep' };
  if (after === undefined) return { path, change: 'remove' };
  return { path, change: before === undefined ? 'create' : 'update', content: after };
}

/** Carries out the changes. Errors: `usage`. */
export function apply(changes: readonly Change[], bases: readonly string[]): void {
  for (const { path, change, content } of changes) {
    if (change === 'remove') removeFile(path, bases);
    else if (content !== undefined) replaceBytes(path, content);
  }
}
