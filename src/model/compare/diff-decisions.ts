import { DECISION_FIELDS } from '../document/decision/fields.js';
import type { Decision, Model } from '../document/element.js';
import type { Change, FieldChange } from './diff.js';
import { isSame } from './same.js';

/** Differences between decisions, matched by id. */

/** A decision of the second side, with the fields that differ from the first. */
export interface DecisionDifference {
  before: Decision | undefined;
  after: Decision;
  fields: readonly FieldChange[];
}

/** Compares each decision of the second list with that of the first. */
export function decisionDifferences(
  before: readonly Decision[],
  after: readonly Decision[],
): DecisionDifference[] {
  const known = new Map(before.map((it) => [it.id, it]));
  return after.map((decision) => {
    const other = known.get(decision.id);
    const fields = Object.entries(DECISION_FIELDS).flatMap(([field, spec]): FieldChange[] => {
      const [from, to] = [other?.fields[field], decision.fields[field]];
      if (!other || isSame(from, to, spec)) return [];
      return [{ field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
    });
    return { before: other, after: decision, fields };
  });
}

/** A decision by kind, id and name. */
export const namedDecision = ({ kind, id, fields }: Decision) => ({
  kind,
  id,
  name: typeof fields.name === 'string' ? fields.name : id,
});

/** Changes that turn the decisions of one model into those of the other; none if neither keeps decisions. */
export function diffDecisions(before: Model, after: Model): Change[] {
  const [old, now] = [before.decisions ?? [], after.decisions ?? []];
  const ids = new Set(now.map(({ id }) => id));
  return [
    ...decisionDifferences(old, now).flatMap(({ before: was, after: is, fields }): Change[] => {
      if (!was) return [{ ...namedDecision(is), change: 'added', fields: [], after: is }];
      return fields.length === 0
        ? []
        : [{ ...namedDecision(is), change: 'changed', fields, before: was, after: is }];
    }),
    ...old
      .filter(({ id }) => !ids.has(id))
      .map((it): Change => ({ ...namedDecision(it), change: 'removed', fields: [], before: it })),
  ];
}
