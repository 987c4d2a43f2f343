import { pluralize } from '../../../../base/text/words.js';
import { linesOf } from '../../../../model/compare/lines.js';
import { MODEL_KINDS } from '../../../../model/document/kinds.js';
import type { Plan, Purpose, Step } from '../../../../model/plan/plan-types.js';
import {
  commentText,
  countTable,
  elementText,
  fieldText,
  headingText,
  MARKS,
  short,
} from './comment-markdown.js';
import {
  costInWords,
  draftInWords,
  joinedLabels,
  kindsInWords,
  leftOutInWords,
  planInWords,
  undeletedIn,
} from './plan-text.js';

/** A plan as Markdown for a pull request, within the size limit of a comment. */

/** Headings of the steps, in order. */
const SECTIONS: Readonly<Record<Purpose, readonly [heading: string, mark: string]>> = {
  delete: ['to delete', MARKS.removed],
  create: ['to create', MARKS.added],
  update: ['to update', MARKS.changed],
  move: ['to move', MARKS.changed],
  'free-name': ['to rename first', MARKS.changed],
  adopt: ['to label', '⚪'],
};
const ORDER = Object.keys(SECTIONS) as Purpose[];

export function markdownOfPlan(plan: Plan): string {
  const { landscape, draft, steps, leftOut = [] } = plan;
  const into = draft ? `, into ${draftInWords(draft)}` : '';
  const other = plan.otherLandscape ? ' (the document names another landscape)' : '';
  const undeleted = undeletedIn(plan);
  const head = [
    headingText(`Plan for ${landscape.name}${other}${into}: ${planInWords(plan)}`),
    ...(steps.length > 0
      ? [
          `\n${countTable(
            steps,
            ORDER.map((does) => SECTIONS[does][0]),
            ({ does }) => SECTIONS[does][0],
          )}\n`,
        ]
      : []),
    ...(steps.length > 0 ? [`\n${short(costInWords(plan))}.\n`] : []),
    ...(leftOut.length > 0 ? [`\n${short(leftOutInWords(leftOut))}.\n`] : []),
  ];
  const sections = ORDER.flatMap((does) => {
    const own = steps.filter((it) => it.does === does);
    const [heading] = SECTIONS[does];
    const { single, joined } = joinedLabels(own);
    const entries = [...single.map(stepText), ...joined.map(labelsText)];
    return own.length === 0 ? [] : [{ heading: `${pluralize(own.length, 'step')} ${heading}`, entries }];
  });
  const others =
    undeleted.length === 0
      ? []
      : [
          {
            heading: `${pluralize(undeleted.length, 'element')} not in the document and not deleted`,
            entries: undeleted.map(
              (it) => `- ${MODEL_KINDS[it.kind].noun} ${elementText(it)}: ${short(it.why)}\n`,
            ),
          },
        ];
  return commentText(head, [...sections, ...others], { noun: 'entry', command: 'archctl model plan' });
}

/** Many records that only get labels, as one entry, so that other steps stay visible. */
const labelsText = (steps: readonly Step[]): string =>
  `- ${SECTIONS.adopt[1]} ${kindsInWords(steps)}: each ${short(steps[0]?.why ?? '')}\n`;

function stepText(step: Step): string {
  const { kind, id, name, does, why, fields, goesAlong = [] } = step;
  const reason = does === 'adopt' || does === 'free-name' ? `: ${short(why)}` : '';
  const lines = linesOf({ kind, id, name, change: 'changed', fields }).map((it) => fieldText(it));
  const cascade = goesAlong.map((it) => `  - with ${MODEL_KINDS[it.kind].noun} ${elementText(it)}`);
  const first = `- ${SECTIONS[does][1]} ${MODEL_KINDS[kind].noun} ${elementText(step)}${reason}`;
  return `${[first, ...lines, ...cascade].join('\n')}\n`;
}
