import { joined, pluralize } from '../../base/text/words.js';
import type { Operation } from '../../contract/operation.js';
import { recordOf } from '../../contract/records.js';
import type { Affected } from '../../contract/rules/undo/record-change.js';
import type { LineContext, Result } from '../../terminal/types.js';
import { wrapWords } from '../../terminal/width.js';
import type { Context } from '../command/spec.js';
import { beforeDelete } from './capture.js';
import { isRecordingOff, MAX_RECORDS } from './recorder.js';
import { writeTarget } from './write-target.js';

/**
 * Effects of a dry run for people: the question as a statement; for deletes, the records by name and how to undo. `paths`
 * are those of the delete requests.
 */
export async function describeEffects(
  context: Context,
  question: string,
  operation: Operation,
  paths: readonly Readonly<Record<string, unknown>>[],
): Promise<Result> {
  const targets = paths.flatMap((path) => writeTarget(operation, { path }) ?? []);
  const [first] = targets;
  const affected = first
    ? await beforeDelete(await context.client({ reads: true }), first.place, targets)
    : [];
  const sections = await sectionsOf(context, affected);
  const draw = ({ palette, safe, width }: LineContext): string => {
    const lines = (text: string, indent = ''): string[] =>
      wrapWords(safe(text), width - indent.length).map((line) => indent + line);
    const [statement, warning] = statementOf(question);
    return [
      ...lines(statement),
      ...sections.flatMap(({ title, kinds }) => [
        '',
        palette.bold(title),
        ...kinds.flatMap(({ noun, names }) => [
          `  ${safe(pluralize(names.length, noun))}`,
          ...lines(namesInWords(names), '    '),
        ]),
      ]),
      '',
      ...lines(first ? howToUndo(context, affected) : warning),
    ]
      .filter((line, at, all) => line !== '' || all[at - 1] !== '')
      .join('\n');
  };
  return { kind: 'drawing', data: { question, sections }, draw };
}

/** `Delete the tag "A"? This cannot be undone.` as `Would delete the tag "A".` and its warning. */
function statementOf(question: string): [statement: string, warning: string] {
  const end = question.lastIndexOf('?');
  const action = end === -1 ? question : question.slice(0, end);
  return [`Would ${action.charAt(0).toLowerCase()}${action.slice(1)}.`, question.slice(end + 1).trim()];
}

/** Maximum number of names of a kind. */
const MAX_NAMES = 12;

function namesInWords(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')}, and ${more} more` : joined(shown);
}

interface Section {
  title: string;
  kinds: { noun: string; names: string[] }[];
}

function howToUndo(context: Context, affected: readonly Affected[]): string {
  if (isRecordingOff(context)) return 'This cannot be undone, because recording is off.';
  if (affected.length > MAX_RECORDS)
    return `This cannot be undone: it affects more than ${MAX_RECORDS.toLocaleString('en')} records. With --yes, it needs --no-undo.`;
  const isDecision = affected.some(({ kind, after }) => kind === 'adr' && after === null);
  return `To undo the delete: archctl undo${isDecision ? ' (a restored decision gets a new number)' : ''}`;
}

/** Records that the delete removes, and those that lose a reference, by kind. */
async function sectionsOf(context: Context, affected: readonly Affected[]): Promise<Section[]> {
  const objects = affected.some(({ kind }) => kind === 'modelConnection')
    ? await (await context.names()).of('object')
    : undefined;
  const titleOf = ({ name, before }: Affected): string => {
    const ends = [before.originId, before.targetId].map((id) => objects?.nameOf(String(id)));
    return ends.every((end) => end !== undefined) ? ends.join(' → ') : (name ?? before.id);
  };
  const section = (title: string, isWanted: (it: Affected) => boolean): Section[] => {
    const byNoun = new Map<string, string[]>();
    for (const it of affected.filter(isWanted)) {
      const noun = it.kind === 'diagramContent' ? 'diagram' : recordOf(it.kind).noun;
      const names = byNoun.get(noun) ?? [];
      byNoun.set(noun, [...names, titleOf(it)]);
    }
    const kinds = [...byNoun].map(([noun, names]) => ({ noun, names: [...new Set(names)] }));
    return kinds.length === 0 ? [] : [{ title, kinds }];
  };
  return [
    ...section('Deleted', ({ kind, after }) => after === null && kind !== 'diagramContent'),
    ...section('Changed: loses references to them', ({ after }) => after !== null),
  ];
}
