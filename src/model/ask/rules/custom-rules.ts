import type { Model } from '../../document/element.js';
import type { Severity } from '../../document/finding.js';
import type { Problem, Rule } from '../../validate/rule.js';
import { CUSTOM } from '../../validate/rules.js';
import { CONDITIONS } from './conditions.js';
import type { Written } from './read-rules.js';
import { type Lookup, lookupOf } from './select.js';

/** Converts the rules of a file to validation rules named `custom/ID`. */
export function customRules(written: readonly Written[]): Rule[] {
  const known = new WeakMap<Model, Lookup>();
  const lookup = (model: Model): Lookup => {
    const found = known.get(model) ?? lookupOf(model);
    known.set(model, found);
    return found;
  };
  return written.map((rule): Rule => {
    const { id, about, severity } = rule;
    return {
      name: `${CUSTOM}${String(id)}`,
      severity: (severity as Severity | undefined) ?? 'error',
      about: typeof about === 'string' ? about : `The rule ${String(id)} is satisfied.`,
      check: (model) => problemsOf(rule, lookup(model)),
    };
  });
}

function* problemsOf(rule: Written, lookup: Lookup): Generator<Problem> {
  const hint = typeof rule.about === 'string' ? rule.about : undefined;
  for (const [key, want] of Object.entries(CONDITIONS))
    if (rule[key] !== undefined) for (const problem of want(rule, lookup)) yield { ...problem, hint };
}
