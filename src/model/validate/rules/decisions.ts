import { nameOf } from '../../document/containers.js';
import { elementNamed } from '../../document/decision/elements.js';
import { FILE_ONLY_KEYS, MAX_LENGTHS, RELATION_KEYS } from '../../document/decision/fields.js';
import { isInForce, labelOf, listAt, titleOf } from '../../document/decision/references.js';
import { serviceStatusOf } from '../../document/decision/status.js';
import { type Decision, type Element, elementOf, elementsOf, type Model } from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import { cyclesIn } from '../cycles.js';
import { type Problem, type Rule, truncate } from '../rule.js';

/** Rules about decisions, and about what accepted ones retire. */

const decisionsOf = ({ decisions }: Model): readonly Decision[] => decisions ?? [];

const named = (element: Element): string => `${KINDS[element.kind].noun} ${truncate(nameOf(element))}`;

/** Problems for values that an earlier decision has as well. */
function* repeated(
  model: Model,
  at: string,
  valueIn: (decision: Decision) => string | undefined,
): Generator<Problem> {
  const first = new Map<string, Decision>();
  for (const element of decisionsOf(model)) {
    const value = valueIn(element);
    const other = value === undefined ? undefined : first.get(value);
    if (value !== undefined && !other) first.set(value, element);
    const file = other?.places?.whole.file;
    if (other) {
      const where = file === undefined ? '' : ` in ${file}`;
      yield {
        element,
        at,
        message: `There is already a decision with the ${at} ${truncate(value ?? '')}${where}.`,
      };
    }
  }
}

const DUPLICATE_ID: Rule = {
  name: 'decision/duplicate-id',
  severity: 'error',
  about: 'Ids are unique among the decisions.',
  check: (model) => repeated(model, 'id', ({ id }) => id),
};

const DUPLICATE_NUMBER: Rule = {
  name: 'decision/duplicate-number',
  severity: 'error',
  about: 'Numbers are unique among the decisions.',
  check: (model) =>
    repeated(model, 'number', ({ number }) => (number === undefined ? undefined : `${number}`)),
};

const LENGTH: Rule = {
  name: 'decision/length',
  severity: 'error',
  about: 'Titles and texts of decisions have at most the length that the service accepts.',
  *check(model) {
    for (const element of decisionsOf(model))
      for (const [at, most] of Object.entries(MAX_LENGTHS)) {
        const value = element.fields[at];
        if (typeof value === 'string' && value.length > most)
          yield { element, at, message: `The ${at} has ${value.length} characters; the maximum is ${most}.` };
      }
  },
};

/** Whether elements that a decision refers to must exist: decisions that are no longer valid are history. */
const isCurrent = ({ fields }: Decision): boolean => serviceStatusOf(fields.status ?? 'draft') !== 'rejected';

const REFERENCE: Rule = {
  name: 'decision/reference',
  severity: 'error',
  about: 'Every element, diagram and decision that a decision refers to exists.',
  *check(model, facts) {
    const ids = new Set(decisionsOf(model).map(({ id }) => id));
    for (const element of decisionsOf(model)) {
      const objects = () => elementsOf(model, 'object').map(({ id }) => id);
      const missing = function* (
        key: string,
        noun: string,
        isThere: (id: string) => boolean,
        all: () => string[],
      ) {
        for (const [index, id] of listAt(element, key).entries())
          if (!isThere(id)) {
            const message = `There is no ${noun} ${truncate(id)}.`;
            yield { element, at: `${key}[${index}]`, message, hint: facts.hintAmong(id, all) };
          }
      };
      if (isCurrent(element)) {
        const isThere = (id: string): boolean => elementNamed(model, id) !== undefined;
        yield* missing('elements', 'element', isThere, objects);
        // An accepted decision may have been carried out.
        if (element.fields.status !== 'accepted') yield* missing('retires', 'element', isThere, objects);
        const diagrams = () => elementsOf(model, 'diagram').map(({ id }) => id);
        yield* missing(
          'diagrams',
          'diagram',
          (id) => elementOf(model, 'diagram', id) !== undefined,
          diagrams,
        );
      }
      for (const key of RELATION_KEYS)
        yield* missing(
          key,
          'decision',
          (id) => ids.has(id),
          () => [...ids],
        );
    }
  },
};

const CIRCLE: Rule = {
  name: 'decision/circle',
  severity: 'error',
  about: 'Decisions that supersede each other form no cycle.',
  *check(model) {
    const byId = new Map(decisionsOf(model).map((it) => [it.id, it]));
    const replaced = new Map<string, string[]>();
    const add = (later: string, earlier: string): void => {
      replaced.set(later, [...(replaced.get(later) ?? []), earlier]);
    };
    for (const it of decisionsOf(model)) {
      for (const earlier of listAt(it, 'supersedes')) add(it.id, earlier);
      for (const later of listAt(it, 'superseded-by'))
        if (!listAt(byId.get(later) ?? it, 'supersedes').includes(it.id)) add(later, it.id);
    }
    const next = (id: string): readonly string[] => replaced.get(id) ?? [];
    for (const cycle of cyclesIn(replaced.keys(), next)) {
      const members = cycle.flatMap((id) => byId.get(id) ?? []);
      const [element] = members;
      const names = [...members, ...members.slice(0, 1)].slice(0, 10).map((it) => truncate(labelOf(it)));
      if (element)
        yield {
          element,
          at: 'supersedes',
          message: `These decisions supersede each other: ${names.join(' → ')}.`,
        };
    }
  },
};

const statusOf = ({ fields }: Element): string =>
  typeof fields.status === 'string' ? fields.status : 'live';

const RETIRED: Rule = {
  name: 'decision/retired',
  severity: 'warning',
  about: 'Elements that an accepted decision retires are not live, and have no live connections.',
  *check(model) {
    const retired = new Map<string, Decision>();
    for (const decision of decisionsOf(model)) {
      if (listAt(decision, 'retires').length === 0 || !isInForce(decision, decisionsOf(model))) continue;
      for (const id of listAt(decision, 'retires')) {
        const element = elementNamed(model, id);
        if (!element) continue;
        if (element.kind === 'object') retired.set(element.id, decision);
        if (statusOf(element) !== 'live') continue;
        const message = `The ${named(element)} is live, but is retired by ${truncate(titleOf(decision))}.`;
        yield { element, at: 'status', message, hint: RETIRE };
      }
    }
    if (retired.size === 0) return;
    for (const element of elementsOf(model, 'connection')) {
      if (statusOf(element) !== 'live') continue;
      const ends = (['origin', 'target'] as const).filter((at) => retired.has(String(element.fields[at])));
      for (const at of ends) {
        const object = elementOf(model, 'object', String(element.fields[at]));
        const decision = retired.get(object?.id ?? '');
        if (!object || !decision || !['live', 'removed'].includes(statusOf(object))) continue;
        const message = `The ${named(element)} is live, but its ${at} ${truncate(nameOf(object))} is retired by ${truncate(titleOf(decision))}.`;
        yield { element, at, message, hint: RETIRE };
      }
    }
  },
};
const RETIRE = 'Delete it, or set its status to deprecated or removed.';

const LOSSY: Rule = {
  name: 'decision/lossy',
  severity: 'note',
  about: 'The service has a field or status for everything that a decision states.',
  *check(model) {
    for (const element of decisionsOf(model)) {
      const { status } = element.fields;
      if (status !== undefined && serviceStatusOf(status) !== status) {
        const message = `The service has no status ${String(status)}: the decision is ${serviceStatusOf(status)} there.`;
        yield { element, at: 'status', message };
      }
      for (const at of FILE_ONLY_KEYS)
        if (element.places?.field(at))
          yield { element, at, message: `The service has no field for ${at}: it stays in the file.` };
    }
  },
};

export const DECISION_RULES: readonly Rule[] = [
  DUPLICATE_ID,
  DUPLICATE_NUMBER,
  LENGTH,
  REFERENCE,
  CIRCLE,
  RETIRED,
  LOSSY,
];
