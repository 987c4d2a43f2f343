import { basename, dirname, join } from 'node:path';
import type { Decision } from '../element.js';
import { DECISIONS_FOLDER, isDecisionFile } from './decision-files.js';
import { type MarkdownFile, readDecision } from './read-decision.js';
import { decisionIndex, withIds } from './references.js';
import { changedFields, newDecision, rewriteDecision } from './write-decision.js';

/**
 * Updates the decision files of a document to match decisions. New ones get files of their own. A file is left out of the
 * result if its decision is missing and its front matter has a handle: then a pull wrote it, and the record was deleted.
 * Other files without a decision are kept, because they may not have been applied yet.
 */
export function rewriteDecisions(
  files: readonly MarkdownFile[],
  wanted: readonly Decision[],
): MarkdownFile[] {
  const own = files.filter(isDecisionFile);
  const budget = { marks: Number.MAX_SAFE_INTEGER };
  const read = own.flatMap((file) => {
    const decision = readDecision(file, [], budget)?.decision;
    return decision ? [{ file, decision }] : [];
  });
  const decisions = withIds(read.map(({ decision }) => decision));
  const { find } = decisionIndex(decisions);
  const resolve = (reference: string): string => find(reference)?.id ?? reference;
  const byId = new Map(wanted.map((it) => [it.id, it]));
  const rewritten = read.flatMap(({ file, decision }, at) => {
    const after = byId.get(decision.id);
    if (!after) return decision.handleId === undefined ? [file] : [];
    const before = decisions[at] as Decision;
    return [changedFields(before, after).length === 0 ? file : rewriteDecision(file, after, resolve)];
  });
  const known = new Set(decisions.map(({ id }) => id));
  const numbers = new Set(decisions.flatMap(({ number }) => number ?? []));
  const folder = folderOf(files);
  const added: MarkdownFile[] = [];
  const taken = new Set(own.map(({ path }) => path.toLowerCase()));
  for (const decision of wanted.filter(({ id }) => !known.has(id))) {
    const { number, ...rest } = decision;
    const isFree = number !== undefined && !numbers.has(number);
    const file = newDecision(folder, isFree ? decision : rest, (path) => taken.has(path.toLowerCase()));
    taken.add(file.path.toLowerCase());
    added.push(file);
  }
  return [...rewritten, ...added];
}

/** The folder for new files: that of the other decisions, else `decisions` beside the document. */
function folderOf(files: readonly MarkdownFile[]): string {
  const decision = files.find(isDecisionFile);
  if (decision) return dirname(decision.path);
  const document = files.find(({ path }) => basename(dirname(path)) !== 'layout');
  return document ? join(dirname(document.path), DECISIONS_FOLDER) : DECISIONS_FOLDER;
}
