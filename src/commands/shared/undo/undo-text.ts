import type { StoredEntry } from '../../../cli/undo/journal.js';
import { MODEL_KINDS } from '../../../model/document/kinds.js';
import type { Step } from '../../../model/plan/plan-types.js';
import type { UndoPlan } from '../../../model/undo/undo-types.js';
import { changeMark, fitLine, valueChangeLine } from '../../../terminal/change-text.js';
import type { LineContext } from '../../../terminal/types.js';
import { wrapWords } from '../../../terminal/width.js';
import { costInWords, planInWords } from '../../model/shared/report/plan-text.js';
import type { undoRow } from './undo-rows.js';

/** An undo for people: the command, the records by name with their changed fields, and what cannot be restored. */
export function drawUndo(
  { command, at, undone }: Pick<StoredEntry, 'command' | 'at' | 'undone'>,
  { plan, conflicts }: UndoPlan,
  line: LineContext,
): string {
  const { palette, safe, time } = line;
  const action = undone ? 'Make again' : 'Undo';
  const [steps, lost] = [plan.steps, conflicts];
  return [
    `${palette.bold(safe(`${action}: ${command}`))}  ${palette.dim(time(at))}`,
    safe(`In "${plan.landscape.name}": ${planInWords(plan)}`),
    ...(steps.length > 0 ? ['', ...steps.flatMap((step) => stepLines(step, line))] : []),
    ...(lost.length > 0
      ? ['', palette.bold('Cannot be restored'), ...lost.map(({ name, why }) => safe(`  ${name} ${why}`))]
      : []),
    ...(steps.length > 0 ? ['', palette.dim(safe(costInWords(plan)))] : []),
  ].join('\n');
}

/** Width of the number of a change with its margins. */
const INDENT = '     ';

/** The changes for people, each with its whole command. */
export function drawUndoList(
  rows: readonly ReturnType<typeof undoRow>[],
  { palette, safe, time, width }: LineContext,
): string {
  const wrapped = (text: string): string[] => wrapWords(safe(text), width - INDENT.length);
  return rows
    .flatMap(({ number, at, command, changes, undone }) => {
      const details = [...(undone ? ['undone'] : []), time(at), changes].join(' · ');
      const lines = [...wrapped(command), ...wrapped(details).map((it) => palette.dim(it))];
      const label = String(number).padStart(INDENT.length - 2);
      return lines.map((line, row) => `${row === 0 ? `${label}  ` : INDENT}${line}`);
    })
    .join('\n');
}

const CHANGES = { create: 'added', delete: 'removed' } as const;

function stepLines({ does, kind, name, fields }: Step, line: LineContext): string[] {
  const [mark, paint] = changeMark(does === 'create' || does === 'delete' ? CHANGES[does] : 'changed', line);
  const text = `  ${mark} ${MODEL_KINDS[kind].noun} ${line.safe(name)}`;
  return [
    fitLine([{ text, paint }], line),
    ...fields.map(({ field, from, to }) =>
      valueChangeLine({ label: field, from: String(from ?? ''), to: String(to ?? '') }, line),
    ),
  ];
}
