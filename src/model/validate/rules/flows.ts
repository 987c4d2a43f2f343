import {
  type Element,
  type Entry,
  elementOf,
  elementsOf,
  entriesOf,
  textAt,
} from '../../document/element.js';
import { cyclesIn } from '../cycles.js';
import type { Facts } from '../facts.js';
import { type Problem, type Rule, truncate } from '../rule.js';

/** Rules for the steps of flows (docs/service.md#flow-step). */

interface Step {
  element: Element;
  step: Entry;
  at: string;
}

function* stepsOf(facts: Facts): Generator<Step> {
  for (const element of elementsOf(facts.model, 'flow'))
    for (const [index, step] of entriesOf(element.fields.steps).entries())
      yield { element, step, at: `steps[${index}]` };
}

const nameOf = ({ step, at }: Step): string => {
  const id = textAt(step, 'id');
  return id === undefined ? `Step ${Number(/\d+/.exec(at)?.[0]) + 1}` : `The step ${truncate(id)}`;
};

function* endsNotDrawn(found: Step, facts: Facts): Generator<Problem> {
  const { element, step, at } = found;
  const diagram = elementOf(facts.model, 'diagram', textAt(element.fields, 'diagram') ?? '');
  if (!diagram) return;
  const drawn = facts.drawnOn(diagram);
  for (const key of ['origin', 'target', 'via'] as const) {
    const id = textAt(step, key);
    if (id === undefined || drawn.has(id)) continue;
    const what = facts.object(id) ? truncate(id) : `${truncate(id)}, which is not an object`;
    yield {
      element,
      at: `${at}.${key}`,
      message: `${nameOf(found)} refers to ${what}, but it is not on the diagram ${truncate(diagram.id)}.`,
      hint: facts.hintAmong(id, () => drawn.keys()) ?? 'Add the object to the diagram of the flow.',
    };
  }
}

/** Required fields of each step type. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  outgoing: ['origin', 'target'],
  reply: ['origin', 'target'],
  'self-action': ['origin'],
  subflow: ['flow'],
  'alternate-path': ['paths'],
  'parallel-path': ['paths'],
};

/** Valid parent ids: steps, and their paths as `STEP/PATH`. */
function parentsIn(flow: Element): Set<string> {
  const parents = new Set<string>();
  for (const step of entriesOf(flow.fields.steps)) {
    const id = textAt(step, 'id');
    if (id === undefined) continue;
    parents.add(id);
    for (const path of entriesOf(step.paths)) parents.add(`${id}/${textAt(path, 'id')}`);
  }
  return parents;
}

/** The step that a parent id refers to: `step-1` for `step-1/path-2`, unless that is the id of a step. */
const stepOfParent = (parent: string, ids: ReadonlySet<string>): string =>
  ids.has(parent) ? parent : parent.slice(0, parent.lastIndexOf('/'));

function* circlesOfSteps(element: Element): Generator<Problem> {
  const steps = entriesOf(element.fields.steps);
  if (!steps.some(({ parent }) => parent !== undefined)) return;
  const byId = new Map(
    steps.flatMap((it, index) => (typeof it.id === 'string' ? [[it.id, index] as const] : [])),
  );
  const ids = new Set(byId.keys());
  const above = (id: string): string[] => {
    const parent = textAt(steps[byId.get(id) ?? -1] ?? {}, 'parent');
    return parent === undefined ? [] : [stepOfParent(parent, ids)];
  };
  for (const [id = ''] of cyclesIn(ids, above))
    yield {
      element,
      at: `steps[${byId.get(id)}].parent`,
      message: `The step ${truncate(id)} is its own parent.`,
    };
}

export const FLOW_RULES: readonly Rule[] = [
  {
    name: 'flow/not-drawn',
    severity: 'error',
    about: 'Everything that a step refers to is on the diagram of its flow.',
    *check(_, facts): Generator<Problem> {
      for (const found of stepsOf(facts)) yield* endsNotDrawn(found, facts);
    },
  },
  {
    name: 'flow/parent',
    severity: 'error',
    about: 'The parent of a step is another step of the same flow, or a path of one.',
    *check(model, facts): Generator<Problem> {
      for (const element of elementsOf(model, 'flow')) {
        let parents: Set<string> | undefined;
        for (const [index, step] of entriesOf(element.fields.steps).entries()) {
          const parent = textAt(step, 'parent');
          if (parent === undefined) continue;
          parents ??= parentsIn(element);
          if (parents.has(parent)) continue;
          const all = parents;
          const at = `steps[${index}].parent`;
          const hint =
            facts.hintAmong(parent, () => all) ??
            'Write the parent as STEP, or as STEP/PATH for a path of a step.';
          yield {
            element,
            at,
            message: `The flow ${truncate(element.id)} has no step or path ${truncate(parent)}.`,
            hint,
          };
        }
        yield* circlesOfSteps(element);
      }
    },
  },
  {
    name: 'flow/duplicate-step',
    severity: 'error',
    about: 'Step ids are unique within a flow, and path ids within a step.',
    *check(model): Generator<Problem> {
      for (const element of elementsOf(model, 'flow')) {
        const steps = entriesOf(element.fields.steps);
        yield* doubles(element, steps, 'steps', 'step');
        for (const [index, step] of steps.entries())
          yield* doubles(element, entriesOf(step.paths), `steps[${index}].paths`, 'path');
      }
    },
  },
  {
    name: 'flow/step',
    severity: 'warning',
    about: 'A step has the fields that its type requires: an origin and a target, a flow, or paths.',
    *check(_, facts): Generator<Problem> {
      for (const found of stepsOf(facts)) {
        const type = textAt(found.step, 'type');
        const missing = (NEEDS[type ?? ''] ?? []).filter((key) => found.step[key] === undefined);
        if (missing.length === 0) continue;
        const { element, at } = found;
        yield {
          element,
          at,
          message: `${nameOf(found)} is of type ${type}, but has no ${missing.join(' and no ')}.`,
        };
      }
    },
  },
];

function* doubles(element: Element, entries: readonly Entry[], at: string, noun: string): Generator<Problem> {
  const seen = new Set<string>();
  for (const [index, { id }] of entries.entries()) {
    if (typeof id !== 'string') continue;
    if (seen.has(id))
      yield {
        element,
        at: `${at}[${index}].id`,
        message: `There is already a ${noun} with the id ${truncate(id)}.`,
      };
    seen.add(id);
  }
}
