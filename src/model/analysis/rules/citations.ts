import { requireArguments } from '../../../base/require-arguments.js';
import { decisionIndex, successorOf, titleOf } from '../../document/decision/references.js';
import { type Decision, type Model, textAt } from '../../document/element.js';
import type { Because } from '../../document/finding.js';
import { type Problem, type Rule, truncate } from '../../validate/rule.js';
import { CITED, NOT_IN_FORCE } from '../../validate/rules.js';
import type { Citation } from './read-rules.js';

/** Decisions that custom rules cite in `because`. */

/** The decision in findings of the rule, for programs. */
export const becauseOf = ({ id, number, fields }: Decision): Because => ({
  id,
  ...(number !== undefined && { number }),
  name: textAt(fields, 'name') ?? '',
  status: textAt(fields, 'status') ?? 'draft',
});

/** Longer titles are truncated in messages. */
const LONGEST = 120;

/** `Shop uses Db, which is forbidden, because ADR-0012: Use PostgreSQL.` */
export function messageBecause(message: string, decision: Decision): string {
  const title = titleOf(decision);
  const short = title.length > LONGEST ? `${title.slice(0, LONGEST)}…` : title;
  return `${message.replace(/\.$/, '')}, because ${short}.`;
}

/** Rules that report cited decisions that do not exist, or are not accepted. */
export function citationRules(citations: readonly Citation[]): Rule[] {
  requireArguments('citationRules', { rules: citations });
  return [
    {
      ...CITED,
      *check(model, facts) {
        const ids = () => (model.decisions ?? []).map(({ id }) => id);
        for (const { rule, decision, place } of citations)
          if (!decisionIn(model, decision))
            yield {
              message: `There is no decision ${truncate(decision)}, which the rule ${truncate(rule)} cites.`,
              hint: facts.hintAmong(decision, ids),
              place,
            };
      },
    },
    {
      ...NOT_IN_FORCE,
      *check(model): Generator<Problem> {
        for (const { rule, decision, place } of citations) {
          const found = decisionIn(model, decision);
          if (!found) continue;
          const successor = successorOf(found, model.decisions ?? []);
          const status = textAt(found.fields, 'status') ?? 'draft';
          if (status === 'accepted' && !successor) continue;
          const state = successor
            ? `superseded by ${truncate(titleOf(successor))}`
            : `${status}, not accepted`;
          const message = `${truncate(titleOf(found))} is ${state}, but the rule ${truncate(rule)} cites it.`;
          yield { message, place, because: becauseOf(found) };
        }
      },
    },
  ];
}

const decisionIn = ({ decisions = [] }: Model, reference: string): Decision | undefined =>
  decisionIndex(decisions).find(reference);
