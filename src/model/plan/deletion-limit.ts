import { usageError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import type { Doc } from '../../contract/doc.js';
import { ELEMENT_KINDS, type Model, type ModelKind } from '../document/element.js';
import { decisionOwner } from '../live/decisions.js';
import { ownerOf } from '../live/labels.js';
import { type LiveLandscape, recordsOf } from '../live/landscape.js';
import type { Deletions, Named, Plan, Step } from './plan-types.js';

/** The limit for deletions that a plan may make without further confirmation. */

/** A plan may delete this many records, whatever their part of the landscape is. */
const MAX_RECORDS = 10;
/** A plan may delete this part of the records of its namespace and of the landscape. */
const MAX_PART = 1 / 5;

interface Owned {
  kind: ModelKind;
  record: Doc;
}

/** Counts the records that steps delete; undefined for none. @param recordOf The record of an element. */
export function deletionsOfSteps(
  steps: readonly Step[],
  live: LiveLandscape,
  wanted: Pick<Model, 'namespace' | 'adopted'>,
  recordOf: (element: Named) => Doc | undefined,
): Deletions | undefined {
  const deleted = steps.flatMap((step): (Named & { recordId?: string })[] =>
    step.does === 'delete' ? [step, ...(step.goesAlong ?? [])] : [],
  );
  if (deleted.length === 0) return undefined;
  const isOwn = ({ kind, record }: Owned): boolean => {
    const owner = kind === 'decision' ? decisionOwner(record, wanted) : ownerOf(kind, record, wanted);
    return owner === 'own' || owner === 'adopted';
  };
  const decisions = new Map((live.decisions ?? []).map((record) => [record.id, record]));
  const gone = deleted.flatMap((it): Owned[] => {
    const record = it.kind === 'decision' ? decisions.get(it.recordId ?? '') : recordOf(it);
    return record ? [{ kind: it.kind, record }] : [];
  });
  const all = [
    ...ELEMENT_KINDS.flatMap((kind) => recordsOf(live, kind).map((record): Owned => ({ kind, record }))),
    ...[...decisions.values()].map((record): Owned => ({ kind: 'decision', record })),
  ];
  return {
    records: deleted.length,
    own: gone.filter(isOwn).length,
    ofOwn: all.filter(isOwn).length,
    ofAll: all.length,
  };
}

/** Whether a plan deletes so much that it needs further confirmation. A draft is reviewed before it is merged. */
export function deletesMuch({ deletions, draft }: Pick<Plan, 'deletions' | 'draft'>): boolean {
  if (!deletions || draft || deletions.records <= MAX_RECORDS) return false;
  const { records, own, ofOwn, ofAll } = deletions;
  return own > ofOwn * MAX_PART || records > ofAll * MAX_PART;
}

/** `113 of the 113 records that the namespace ferry owns in "Ferry Platform"`. */
export function deletionsInWords({
  deletions,
  namespace,
  landscape,
}: Pick<Plan, 'deletions' | 'namespace' | 'landscape'>): string {
  const { records = 0, own = 0, ofOwn = 0, ofAll = 0 } = deletions ?? {};
  const owner = namespace === undefined ? 'the document' : `the namespace ${namespace}`;
  return records === own
    ? `${own} of the ${pluralize(ofOwn, 'record')} that ${owner} owns in "${landscape.name}"`
    : `${records} of the ${pluralize(ofAll, 'record')} of "${landscape.name}"`;
}

const allowDeletesHint = (records: number): string =>
  `Check the plan. To apply it, use \`allowDeletes\` ${records}, or save the plan and apply exactly this plan.`;

/**
 * Checks that a plan does not delete too much. Errors: `usage` for a plan that deletes more records than allowed. @param most Number of records that may be deleted;
 * default: those that need no further confirmation.
 * @param hintFor Hint for the number of records.
 */
export function refuseDeletions(
  plan: Pick<Plan, 'deletions' | 'draft' | 'namespace' | 'landscape'>,
  most?: number,
  hintFor = allowDeletesHint,
): void {
  const { records = 0 } = plan.deletions ?? {};
  if (most === undefined ? !deletesMuch(plan) : records <= most) return;
  const limit = most === undefined ? '' : `, more than the ${most} that \`allowDeletes\` permits`;
  throw usageError(`The plan deletes ${deletionsInWords(plan)}${limit}. Nothing was applied.`, {
    hint: hintFor(records),
  });
}
