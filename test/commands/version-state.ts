import { type JsonObject, listOf, textOf } from '../support/sandbox.js';
import type { CommandSuite } from './command-suite.js';
import { KINDS, stable } from './comparable-records.js';

/**
 * Everything in the latest version of a landscape that an undo restores, for comparisons: records, contents of diagrams
 * and decisions. Ids that the service assigns anew are replaced: root objects of domains by their domain, and decisions
 * by their handle.
 */
export async function versionState({ ask }: CommandSuite, landscape: string): Promise<JsonObject> {
  const base = `landscapes/${landscape}/versions/latest`;
  const found: Record<string, unknown> = {};
  const replaced: [string, string][] = [];
  for (const [path, key] of Object.entries({ ...KINDS, adrs: 'adrs' })) {
    for (const { number: _, statusChanges: __, ...record } of listOf(await ask(`${base}/${path}`), key)) {
      const id = textOf(record, 'id');
      const isRoot = record.type === 'root';
      const name = isRoot
        ? `root of ${textOf(record, 'domainId')}`
        : path === 'adrs'
          ? `decision ${textOf(record, 'handleId')}`
          : id;
      if (name !== id) replaced.push([id, name]);
      if (isRoot) replaced.push([textOf(record, 'handleId'), `handle of the ${name}`]);
      found[`${path} ${name}`] = record;
      if (path === 'diagrams') found[`content ${id}`] = await ask(`${base}/diagrams/${id}/content`);
    }
  }
  const text = replaced.reduce((all, [id, name]) => all.replaceAll(id, name), JSON.stringify(found));
  return stable(JSON.parse(text)) as JsonObject;
}
