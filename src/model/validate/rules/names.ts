import { ELEMENT_KINDS, type Element, elementsOf, textAt } from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import { type Problem, type Rule, truncate } from '../rule.js';

/** Rules for names and other texts (docs/service.md#names). */
export const NAME_RULES: readonly Rule[] = [
  {
    name: 'name/duplicate',
    severity: 'error',
    about: 'Object names are unique within a domain.',
    *check(model, facts): Generator<Problem> {
      const first = new Map<string, Element>();
      for (const element of elementsOf(model, 'object')) {
        const name = textAt(element.fields, 'name');
        if (name === undefined || name === '') continue;
        const key = `${facts.domainOf(element.id) ?? ''}\n${name}`;
        const other = first.get(key);
        if (!other) first.set(key, element);
        else
          yield {
            element,
            at: 'name',
            message: `The object ${truncate(other.id)} of the same domain also has the name "${truncate(name)}".`,
            hint: 'Names are unique within a domain.',
          };
      }
    },
  },
  {
    name: 'value/empty',
    severity: 'error',
    about: 'Required texts are not empty.',
    *check(model): Generator<Problem> {
      for (const kind of ELEMENT_KINDS) {
        const required = Object.keys(KINDS[kind].fields).filter((key) => KINDS[kind].fields[key]?.required);
        for (const element of elementsOf(model, kind))
          for (const key of required)
            if (element.fields[key] === '')
              yield {
                element,
                at: key,
                message: `The ${key} of the ${KINDS[kind].noun} ${truncate(element.id)} is empty.`,
              };
      }
    },
  },
];
