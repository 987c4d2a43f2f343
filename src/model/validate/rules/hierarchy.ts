import { parentTypes } from '../../../contract/rules/parents.js';
import {
  type Element,
  type ElementKind,
  elementOf,
  elementsOf,
  idsAt,
  type Model,
  textAt,
} from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import { cyclesIn } from '../cycles.js';
import type { Facts } from '../facts.js';
import { type Problem, type Rule, truncate } from '../rule.js';

/** Rules for the hierarchy of objects: parents, groups and domains (docs/service.md#parents-by-type). */

/** The parent of top-level objects of a domain, as the service sees it. */
const TOP = 'root';

function* objectsOf(model: Model): Generator<[Element, string]> {
  for (const element of elementsOf(model, 'object')) {
    const type = textAt(element.fields, 'type');
    if (type !== undefined) yield [element, type];
  }
}

function parentProblem(element: Element, type: string, facts: Facts): Problem | undefined {
  const allowed = parentTypes(type);
  // The reader reports unknown types.
  if (allowed.length === 0) return undefined;
  const parent = textAt(element.fields, 'parent');
  const above = parent === undefined ? TOP : facts.typeOf(parent);
  if (above === undefined || allowed.includes(above)) return undefined;
  const places = allowed.map((it) => (it === TOP ? 'a domain' : `${/^[aeiou]/.test(it) ? 'an' : 'a'} ${it}`));
  const where =
    parent === undefined ? 'at the top of a domain' : `below ${truncate(parent)}, which is of type ${above}`;
  const hint =
    above === 'group'
      ? 'An object in a group keeps its own parent and lists the group in "groups".'
      : undefined;
  return {
    element,
    at: 'parent',
    message: `The ${type} ${truncate(element.id)} is ${where}, but belongs below ${places.join(' or ')}.`,
    hint,
  };
}

/** Cycles among the elements of a kind, each starting at the element that is written first. */
function cyclesOf(
  model: Model,
  kind: ElementKind,
  next: (element: Element) => readonly string[],
): (readonly Element[])[] {
  const elements = (ids: readonly string[]): Element[] =>
    ids.flatMap((id) => elementOf(model, kind, id) ?? []);
  const ids = elementsOf(model, kind).map(({ id }) => id);
  return cyclesIn(ids, (id) => elements([id]).flatMap(next)).map(elements);
}

/** Maximum number of elements of a cycle listed in a message. */
const MAX_NAMED = 8;

function cycleProblem(path: readonly Element[], at: string): Problem[] {
  const [element] = path;
  if (!element) return [];
  const { noun } = KINDS[element.kind];
  const members = path.slice(0, MAX_NAMED).map(({ id }) => truncate(id));
  const message =
    path.length === 1
      ? `The ${noun} ${members.join()} contains itself.`
      : `The ${noun}s ${members.join(' → ')}${path.length > MAX_NAMED ? ' → …' : ''} → ${members[0]} form a cycle.`;
  return [{ element, at, message }];
}

const upwards = ({ fields }: Element): readonly string[] => {
  const parent = textAt(fields, 'parent');
  return parent === undefined ? [] : [parent];
};

const groupsOf = ({ fields }: Element): readonly string[] => idsAt(fields, 'groups');

export const HIERARCHY_RULES: readonly Rule[] = [
  {
    name: 'parent/type',
    severity: 'error',
    about: 'The type of an object is allowed below the type of its parent.',
    *check(model, facts): Generator<Problem> {
      for (const [element, type] of objectsOf(model)) {
        const problem = parentProblem(element, type, facts);
        if (problem) yield problem;
      }
    },
  },
  {
    name: 'parent/circle',
    severity: 'error',
    about: 'The parents of objects form no cycle.',
    check: (model) => cyclesOf(model, 'object', upwards).flatMap((path) => cycleProblem(path, 'parent')),
  },
  {
    name: 'parent/domain',
    severity: 'error',
    about: 'An object is in the same domain as its parent.',
    *check(model, facts): Generator<Problem> {
      for (const element of elementsOf(model, 'object')) {
        const domain = textAt(element.fields, 'domain');
        const parent = textAt(element.fields, 'parent');
        if (domain === undefined || parent === undefined || !facts.object(parent)) continue;
        const above = facts.domainOf(parent);
        if (above === undefined || above === domain) continue;
        const message = `The object ${truncate(element.id)} is in the domain ${truncate(domain)}, but its parent is in ${truncate(above)}.`;
        yield { element, at: 'domain', message, hint: 'Remove the domain: it follows from the parent.' };
      }
    },
  },
  {
    name: 'domain/missing',
    severity: 'error',
    about: 'Every top-level element is in a domain, and names it if the document has several.',
    *check(model): Generator<Problem> {
      const domains = elementsOf(model, 'domain').length;
      if (domains === 1) return;
      const hint =
        domains === 0
          ? 'Add the domain to "domains", with an id and a name.'
          : 'Write it below its domain, or set its "domain".';
      for (const kind of ['object', 'diagramGroup', 'diagram'] as const)
        for (const element of elementsOf(model, kind)) {
          if ('domain' in element.fields || (kind === 'object' ? 'parent' : 'of') in element.fields) continue;
          yield {
            element,
            message: `The ${KINDS[kind].noun} ${truncate(element.id)} is in no domain.`,
            hint,
          };
        }
    },
  },
  {
    name: 'group/type',
    severity: 'error',
    about: 'Every object listed in "groups" is a group.',
    *check(model, facts): Generator<Problem> {
      for (const element of elementsOf(model, 'object'))
        for (const [index, id] of groupsOf(element).entries()) {
          const type = facts.typeOf(id);
          if (type === undefined || type === 'group') continue;
          yield {
            element,
            at: `groups[${index}]`,
            message: `${truncate(id)} is not a group: it is of type ${type}.`,
          };
        }
    },
  },
  {
    name: 'group/circle',
    severity: 'error',
    about: 'The groups of groups form no cycle.',
    check: (model) =>
      cyclesOf(model, 'object', (it) => (it.fields.type === 'group' ? [...groupsOf(it), ...upwards(it)] : []))
        // A cycle of parents only is reported by `parent/circle`.
        .filter((path) =>
          path.some((it, at) => groupsOf(it).includes(path[(at + 1) % path.length]?.id ?? '')),
        )
        .flatMap((path) => cycleProblem(path, 'groups')),
  },
  {
    name: 'diagram/circle',
    severity: 'error',
    about: 'The parents of diagrams form no cycle.',
    check: (model) => cyclesOf(model, 'diagram', upwards).flatMap((path) => cycleProblem(path, 'parent')),
  },
];
