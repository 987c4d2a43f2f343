import { parentTypes } from '../../../contract/rules/parents.js';
import { type Element, type ElementKind, elementOf, elementsOf, type Model } from '../../document/element.js';
import { KINDS } from '../../document/kinds.js';
import { circlesAmong } from '../circles.js';
import { type Facts, idsAt, textAt } from '../facts.js';
import { type Problem, type Rule, told } from '../rule.js';

/** Where objects stand: their parents, their groups, their domain (docs/service.md#parents-by-type). */

/** What stands at the top of a domain is below its root. */
const TOP = 'root';

function* objectsOf(model: Model): Generator<[Element, string]> {
  for (const element of elementsOf(model, 'object')) {
    const type = textAt(element.fields, 'type');
    if (type !== undefined) yield [element, type];
  }
}

function parentProblem(element: Element, type: string, facts: Facts): Problem | undefined {
  const allowed = parentTypes(type);
  // A type that there is none of is told by the reader.
  if (allowed.length === 0) return undefined;
  const parent = textAt(element.fields, 'parent');
  const above = parent === undefined ? TOP : facts.typeOf(parent);
  if (above === undefined || allowed.includes(above)) return undefined;
  const places = allowed.map((it) => (it === TOP ? 'a domain' : `${/^[aeiou]/.test(it) ? 'an' : 'a'} ${it}`));
  const where =
    parent === undefined ? 'at the top of a domain' : `below ${told(parent)}, which is of type ${above}`;
  const hint =
    above === 'group'
      ? 'What is in a group keeps its own parent and names the group in "groups".'
      : undefined;
  return {
    element,
    at: 'parent',
    message: `The ${type} ${told(element.id)} stands ${where}; it belongs below ${places.join(' or ')}.`,
    hint,
  };
}

/** Circles among the elements of a kind, each from the element that is written first. */
function circlesOf(
  model: Model,
  kind: ElementKind,
  next: (element: Element) => readonly string[],
): (readonly Element[])[] {
  const elements = (ids: readonly string[]): Element[] =>
    ids.flatMap((id) => elementOf(model, kind, id) ?? []);
  const ids = elementsOf(model, kind).map(({ id }) => id);
  return circlesAmong(ids, (id) => elements([id]).flatMap(next)).map(elements);
}

/** So many of a circle are named. */
const MOST_NAMED = 8;

function circle(way: readonly Element[], at: string): Problem[] {
  const [element] = way;
  if (!element) return [];
  const { noun } = KINDS[element.kind];
  const round = way.slice(0, MOST_NAMED).map(({ id }) => told(id));
  const message =
    way.length === 1
      ? `The ${noun} ${round.join()} is in itself.`
      : `The ${noun} ${round.join(' is in ')}${way.length > MOST_NAMED ? ' is in …' : ''}, which is in ${round[0]} again.`;
  return [{ element, at, message }];
}

const upwards = ({ fields }: Element): readonly string[] => {
  const parent = textAt(fields, 'parent');
  return parent === undefined ? [] : [parent];
};

const groupsOf = ({ fields }: Element): readonly string[] => idsAt(fields, 'groups');

export const HIERARCHY: readonly Rule[] = [
  {
    name: 'parent/type',
    severity: 'error',
    about: 'An object stands below an object of a type that may hold it.',
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
    about: 'No object is its own parent, and none is in itself by way of others.',
    check: (model) => circlesOf(model, 'object', upwards).flatMap((way) => circle(way, 'parent')),
  },
  {
    name: 'parent/domain',
    severity: 'error',
    about: 'An object is in the domain of its parent.',
    *check(model, facts): Generator<Problem> {
      for (const element of elementsOf(model, 'object')) {
        const domain = textAt(element.fields, 'domain');
        const parent = textAt(element.fields, 'parent');
        if (domain === undefined || parent === undefined || !facts.object(parent)) continue;
        const above = facts.domainOf(parent);
        if (above === undefined || above === domain) continue;
        const message = `The object ${told(element.id)} is in the domain ${told(domain)}, its parent in ${told(above)}.`;
        yield { element, at: 'domain', message, hint: 'Leave the domain out: the parent tells it.' };
      }
    },
  },
  {
    name: 'domain/missing',
    severity: 'error',
    about: 'What stands at the top is in a domain; where there are several, it says in which.',
    *check(model): Generator<Problem> {
      const domains = elementsOf(model, 'domain').length;
      if (domains === 1) return;
      const hint =
        domains === 0
          ? 'Name the domain below "domains", with an id and a name.'
          : 'Write it below its domain, or name the domain in "domain".';
      for (const kind of ['object', 'diagramGroup', 'diagram'] as const)
        for (const element of elementsOf(model, kind)) {
          if ('domain' in element.fields || (kind === 'object' ? 'parent' : 'of') in element.fields) continue;
          yield { element, message: `The ${KINDS[kind].noun} ${told(element.id)} is in no domain.`, hint };
        }
    },
  },
  {
    name: 'group/type',
    severity: 'error',
    about: 'Only groups stand in "groups".',
    *check(model, facts): Generator<Problem> {
      for (const element of elementsOf(model, 'object'))
        for (const [index, id] of groupsOf(element).entries()) {
          const type = facts.typeOf(id);
          if (type === undefined || type === 'group') continue;
          yield {
            element,
            at: `groups[${index}]`,
            message: `${told(id)} is no group: it is of type ${type}.`,
          };
        }
    },
  },
  {
    name: 'group/circle',
    severity: 'error',
    about: 'No group is in itself by way of other groups.',
    check: (model) =>
      circlesOf(model, 'object', (it) =>
        it.fields.type === 'group' ? [...groupsOf(it), ...upwards(it)] : [],
      )
        // One of parents alone is told as such.
        .filter((way) => way.some((it, at) => groupsOf(it).includes(way[(at + 1) % way.length]?.id ?? '')))
        .flatMap((way) => circle(way, 'groups')),
  },
  {
    name: 'diagram/circle',
    severity: 'error',
    about: 'No diagram is below itself.',
    check: (model) => circlesOf(model, 'diagram', upwards).flatMap((way) => circle(way, 'parent')),
  },
];
