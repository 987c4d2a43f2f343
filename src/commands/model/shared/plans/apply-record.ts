import type { ArchctlError } from '../../../../base/errors.js';
import { printsOneLine } from '../../../../cli/command/one-line.js';
import type { Context } from '../../../../cli/command/spec.js';
import type { Plan } from '../../../../model/plan/plan-types.js';
import type { Column } from '../../../../terminal/types.js';
import { undeletedIn } from '../report/plan-text.js';

/** The result of an apply, in numbers. */
export function recordOf(plan: Plan, after: Plan) {
  const count = (...kinds: string[]): number => plan.steps.filter(({ does }) => kinds.includes(does)).length;
  return {
    landscape: plan.landscape,
    ...(plan.draft && { draft: plan.draft.name }),
    created: count('create'),
    updated: count('update', 'free-name'),
    moved: count('move'),
    labelled: count('adopt'),
    deleted: plan.steps.reduce(
      (sum, { does, goesAlong }) => (does === 'delete' ? sum + 1 + (goesAlong?.length ?? 0) : sum),
      0,
    ),
    matching: after.same,
    remaining: after.steps.length,
    notInDocument: undeletedIn(after).length,
    ...(after.leftOut && { leftOut: after.leftOut }),
  };
}

export type ApplyRecord = ReturnType<typeof recordOf>;

/** `2 updated, 108 labelled`; without counts that are zero. */
export const changesInWords = (record: ApplyRecord): string =>
  (['created', 'updated', 'moved', 'labelled', 'deleted'] as const)
    .filter((key) => record[key] > 0)
    .map((key) => `${record[key]} ${key}`)
    .join(', ');

/** The result of a command. A person gets only the success message, unless there was a failure. */
export const applyOutcome = <O extends { failure?: ArchctlError }>(
  context: Context,
  outcome: O,
): O | { kind: 'nothing' } =>
  !outcome.failure && printsOneLine(context) && !context.parsed.globals.wide ? { kind: 'nothing' } : outcome;

export const columnsOf = ({ draft, selection }: Plan): Column[] => [
  ...COLUMNS,
  ...(draft ? [DRAFT] : []),
  ...(selection ? [LEFT_OUT] : []),
];

const COLUMNS = [
  {
    key: 'landscape',
    priority: 1,
    value: ({ landscape }: { landscape?: { name?: string } }) => landscape?.name,
  },
  { key: 'created', kind: 'number' },
  { key: 'updated', kind: 'number' },
  { key: 'moved', kind: 'number' },
  { key: 'labelled', kind: 'number' },
  { key: 'deleted', kind: 'number' },
  { key: 'matching', kind: 'number' },
  { key: 'remaining', kind: 'number' },
  { key: 'notInDocument', header: 'Not in the document', kind: 'number' },
] as const;

const LEFT_OUT = {
  key: 'leftOut',
  header: 'Left out',
  kind: 'number',
  value: ({ leftOut }: { leftOut?: readonly unknown[] }) => leftOut?.length,
} as const;

const DRAFT = { key: 'draft', priority: 1 } as const;
