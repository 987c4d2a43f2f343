import { pluralize, truncatedLines, truncatedList } from '../../../../base/text/words.js';
import { RATE_LIMITS } from '../../../../contract/limits.js';
import { linesOf } from '../../../../model/compare/lines.js';
import { ELEMENT_KINDS } from '../../../../model/document/element.js';
import { MODEL_KINDS } from '../../../../model/document/kinds.js';
import type {
  DraftOfPlan,
  Imports,
  Plan,
  Purpose,
  Step,
  UnselectedChange,
} from '../../../../model/plan/plan-types.js';
import { fitLine } from '../../../../terminal/change-text.js';
import type { Piece } from '../../../../terminal/line.js';
import type { LineContext, Palette } from '../../../../terminal/types.js';
import { wrapWords } from '../../../../terminal/width.js';
import { sharedLines } from '../reference-drift.js';
import { fieldLine } from './diff-text.js';

/** A plan for people: its steps, and the elements that it does not delete. */

const MARKS: Readonly<Record<Purpose, readonly [mark: string, word: string, paint: keyof Palette]>> = {
  create: ['+', 'create', 'green'],
  update: ['~', 'update', 'yellow'],
  move: ['>', 'move', 'yellow'],
  adopt: ['=', 'label', 'cyan'],
  'free-name': ['~', 'rename first', 'yellow'],
  delete: ['-', 'delete', 'red'],
};

const ORDER: readonly Purpose[] = ['create', 'update', 'move', 'adopt', 'free-name', 'delete'];

/** `3 to create, 1 to delete`; `nothing to do` for an empty plan. */
export const planInWords = ({ steps }: Plan): string =>
  steps.length === 0 ? 'nothing to do' : countsOf(steps);

const countsOf = (changes: readonly Pick<Step, 'does'>[]): string =>
  ORDER.flatMap((does) => {
    const count = changes.filter((it) => it.does === does).length;
    return count === 0 ? [] : [`${count} to ${MARKS[does][1]}`];
  }).join(', ');

/** `Plan for "Ferry Platform", into the new draft "Next quarter": 3 to create`. */
export function titleOf(plan: Plan): string {
  const into = plan.draft ? `, into ${draftInWords(plan.draft)}` : '';
  const other = plan.otherLandscape ? ' (the document names another landscape)' : '';
  return `Plan for "${plan.landscape.name}"${other}${into}: ${planInWords(plan)}`;
}

export function drawPlan(plan: Plan, line: LineContext): string {
  const { palette, safe } = line;
  const undeleted = undeletedIn(plan).length;
  const more = undeleted === 0 ? '' : `; ${pluralize(undeleted, 'element')} not in the document`;
  const rest = plan.leftOut?.length ?? 0;
  const part = rest === 0 ? '' : `; ${pluralize(rest, 'element')} left out`;
  const title = safe(`${titleOf(plan)}${more}${part}`);
  return [
    palette.bold(title),
    ...(plan.steps.length > 0 ? ['', ...allStepLines(plan.steps, line)] : []),
    ...partLines(plan, line),
    ...undeletedLines(plan, line),
    ...sharedLines(plan, line),
    ...moveLines(plan, line),
    ...(plan.steps.length > 0 ? ['', palette.dim(safe(costInWords(plan)))] : []),
    ...(plan.imports ? [palette.dim(safe(importsInWords(plan, plan.imports)))] : []),
  ].join('\n');
}

/** `the new draft "Next quarter"`. */
export const draftInWords = ({ name, isNew }: DraftOfPlan): string =>
  `the ${isNew ? 'new ' : ''}draft "${name}"`;

const importsInWords = ({ steps }: Plan, imports: Imports): string =>
  `${imports.steps.length} of ${pluralize(steps.length, 'step')} by import; use --no-import to send one request for each.`;

/** Lists all steps. If many records only get labels, they are counted instead, so that other steps stay visible. */
function allStepLines(steps: readonly Step[], line: LineContext): string[] {
  const { single, joined } = joinedLabels(steps);
  return [
    ...single.flatMap((step) => stepLines(step, line)),
    ...joined.flatMap((those) => labelledLines(those, line)),
  ];
}

const MAX_LABELLED = 5;

/** Separates groups of many records that only get labels, for the same reason, from the steps that are listed. */
export function joinedLabels(steps: readonly Step[]): { single: Step[]; joined: Step[][] } {
  const labelled = steps.filter(({ does }) => does === 'adopt');
  const joined = [...new Set(labelled.map(({ why }) => why))]
    .map((why) => labelled.filter((it) => it.why === why))
    .filter((those) => those.length > MAX_LABELLED);
  const isJoined = new Set(joined.flat());
  return { single: steps.filter((it) => !isJoined.has(it)), joined };
}

/** `3 tag groups, 10 tags`. */
export const kindsInWords = (steps: readonly Step[]): string =>
  ELEMENT_KINDS.flatMap((kind) => {
    const count = steps.filter((it) => it.kind === kind).length;
    return count === 0 ? [] : [pluralize(count, MODEL_KINDS[kind].noun)];
  }).join(', ');

/** Labelled records by reason and kind. */
function labelledLines(steps: readonly Step[], line: LineContext): string[] {
  const { palette, interactive, width } = line;
  const heading: Piece[] = [
    { text: `  = ${steps.length} records`, paint: palette.cyan },
    { text: `  each ${steps[0]?.why}`, paint: palette.dim },
  ];
  const words = `${kindsInWords(steps)}; -o json lists them`;
  const wrapped = wrapWords(words, interactive ? width - 6 : Number.POSITIVE_INFINITY);
  return [fitLine(heading, line), ...wrapped.map((it) => palette.dim(`      ${it}`))];
}

function stepLines(step: Step, line: LineContext): string[] {
  const { palette, safe } = line;
  const [mark, , paint] = MARKS[step.does];
  const { id, recordId, name, kind } = step;
  const heading: Piece[] = [
    { text: `  ${mark} ${MODEL_KINDS[kind].noun} ${safe(name)}`, paint: palette[paint] },
    ...(id === name || id === recordId ? [] : [{ text: `  ${safe(id)}`, paint: palette.dim }]),
    ...(step.does === 'adopt' || step.does === 'free-name'
      ? [{ text: `  ${safe(step.why)}`, paint: palette.dim }]
      : []),
  ];
  const fields = linesOf({ kind, id, name, change: 'changed', fields: step.fields });
  const cascade = (step.goesAlong ?? []).map((it) =>
    palette.red(`      with ${MODEL_KINDS[it.kind].noun} ${safe(it.name)}`),
  );
  return [fitLine(heading, line), ...fields.map((it) => fieldLine(it, line)), ...cascade];
}

/** The part of the changes that a plan is limited to. */
function partLines({ selection, leftOut = [] }: Plan, { palette, safe }: LineContext): string[] {
  if (!selection) return [];
  const added = selection.dependencies.map(({ kind, id }) => `${MODEL_KINDS[kind].noun} ${id}`);
  return [
    '',
    ...(added.length > 0 ? [safe(`Added by --with-dependencies: ${truncatedList(added, MAX_ADDED)}`)] : []),
    ...(leftOut.length > 0
      ? [`${leftOutInWords(leftOut)}; -o json lists them`]
      : [palette.dim('Nothing is left out by --only')]),
  ];
}

const MAX_ADDED = 10;

/** `Left out by --only: 2 model objects (1 to create, 1 to update), 1 flow (1 to delete)`. */
export function leftOutInWords(leftOut: readonly UnselectedChange[]): string {
  const kinds = ELEMENT_KINDS.flatMap((kind) => {
    const own = leftOut.filter((it) => it.kind === kind);
    if (own.length === 0) return [];
    return [`${pluralize(own.length, MODEL_KINDS[kind].noun)} (${countsOf(own)})`];
  });
  return `Left out by --only: ${kinds.join(', ')}`;
}

/** Elements that are not deleted: those that `model drift` reports by name, all others counted by reason. */
function undeletedLines({ left }: Plan, { palette, safe }: LineContext): string[] {
  if (left.length === 0) return [];
  const others = left.filter(({ isNew }) => !isNew);
  const reasons = [...new Set(others.map(({ why }) => why))];
  return [
    '',
    palette.bold('Not in the document and not deleted'),
    ...undeletedInWords({ left }).map((it) => `  ${safe(it)}`),
    ...reasons.map((why) => {
      const count = others.filter((it) => it.why === why).length;
      return palette.dim(safe(`  ${pluralize(count, 'other element')}: ${why}`));
    }),
  ];
}

/** Elements that `model drift` reports as new after an apply, a line each, and how to delete those without an owner. */
export function undeletedInWords({ left }: Pick<Plan, 'left'>): string[] {
  const undeleted = undeletedIn({ left });
  const lines = undeleted.map(({ kind, id, name, why }) => {
    const parts = [`${MODEL_KINDS[kind].noun} ${name}`, ...(id === name ? [] : [id]), why];
    return parts.map((it) => it.replace(/\s+/g, ' ')).join('  ');
  });
  return [
    ...truncatedLines(lines, MAX_PENDING),
    ...(undeleted.some(({ owner }) => owner === 'nobody') ? [ADOPT] : []),
  ];
}

const ADOPT =
  'To delete an element that no namespace owns: adopt it with "archctl model pull", delete it from the document, and use --prune.';

export const undeletedIn = ({ left }: Pick<Plan, 'left'>): Plan['left'] => left.filter(({ isNew }) => isNew);

const MAX_PENDING = 20;

function moveLines({ moves }: Plan, { palette, safe }: LineContext): string[] {
  if (moves.length === 0) return [];
  return [
    '',
    palette.bold('These elements may have been renamed. If so, add this to the document:'),
    'moved:',
    ...moves.map(({ from, to }) => safe(`  - { from: ${quoted(from)}, to: ${quoted(to)} }`)),
  ];
}

/** Quotes an id if YAML would not read it as a string. */
const quoted = (id: string): string =>
  /^[A-Za-z][\w-]*$/.test(id) && !/^(true|false|null|y|n|yes|no|on|off)$/i.test(id) ? id : JSON.stringify(id);

/** Requests, time at the rate limit of the service, and permission; a service without the limit is faster. */
export function costInWords({ cost }: Plan): string {
  const requests = Object.entries(cost.requests).map(([meter, count]) =>
    pluralize(count, `${meter} request`),
  );
  const time = cost.seconds === 0 ? [] : [atLimit(cost.seconds / 60)];
  return [...requests, ...time, `needs a key with permission ${cost.access}`].join('; ');
}

/** `at least 2 min at the service's limit of 60 writes a minute` */
const atLimit = (minutes: number): string =>
  `at least ${Math.ceil(minutes)} min at the service's limit of ${RATE_LIMITS.write} writes a minute`;
