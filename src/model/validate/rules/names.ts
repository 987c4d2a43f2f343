import { nameOf } from '../../document/containers.js';
import { ELEMENT_KINDS, elementsOf } from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import { namesakesOf, SAME_NAME } from '../../document/namesakes.js';
import { type Problem, type Rule, truncate } from '../rule.js';

/** Rules for names and other texts (docs/service.md#names). */
export const NAME_RULES: readonly Rule[] = [
  {
    name: SAME_NAME,
    severity: 'warning',
    about: 'Object names are unique within their parent.',
    *check(model): Generator<Problem> {
      for (const { item: element, first } of namesakesOf(model, 'object'))
        yield {
          element,
          at: 'name',
          message: `The object ${truncate(first.id)} under the same parent also has the name "${truncate(nameOf(element))}".`,
          hint: 'The service accepts it, but a path then names both objects.',
        };
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
