import { requireArguments } from '../../../base/require-arguments.js';
import { depthsOf, nameOf } from '../../document/containers.js';
import { decisionIndex } from '../../document/decision/references.js';
import { type Element, elementOf, elementsOf, type Model, textAt } from '../../document/element.js';
import type { Severity } from '../../document/finding.js';
import { KINDS } from '../../document/kinds.js';
import { type Problem, type Rule, truncate } from '../../validate/rule.js';
import { CUSTOM_PREFIX } from '../../validate/rules.js';
import { cyclesAmong } from '../cycles.js';
import { successorsOf, type Use, usesBetween, usesOf } from '../uses.js';
import { becauseOf, messageBecause } from './citations.js';
import { isInCase, matchesAnyGlob, NAME_CASES } from './glob.js';
import type { Written } from './read-rules.js';
import { groupAt, isSelected, type Lookup, lookupOf, tagsOf, wordsAt } from './select.js';

/** Conditions of custom rules, by field name. */

/** Returns the violations of one condition. */
type Condition = (rule: Written, lookup: Lookup) => Iterable<Problem>;

const subject = (element: Element): string => `The ${KINDS[element.kind].noun} ${truncate(nameOf(element))}`;

/** The elements that a rule applies to: objects, or connections if it selects only those. */
function elementsFor(rule: Written, lookup: Lookup): Element[] {
  const connections = groupAt(rule, 'connections');
  const kind = connections && !groupAt(rule, 'objects') ? 'connection' : 'object';
  const selector = connections ?? groupAt(rule, 'objects');
  return elementsOf(lookup.model, kind).filter((it) => isSelected(it, selector, lookup));
}

type Level = 'system' | 'app' | 'domain';

const containerAt = ({ containers }: Lookup, level: unknown): ((id: string) => string | undefined) =>
  ({ system: containers.systemOf, app: containers.appOf, domain: containers.domainOf })[level as Level];

/** Whether a use is in the scope of a rule: within one system, or between different ones. */
function isInScope({ from, to }: Use, scope: Written, lookup: Lookup): boolean {
  for (const key of ['same', 'different'] as const) {
    if (scope[key] === undefined) continue;
    const containerOf = containerAt(lookup, scope[key]);
    const [one, other] = [containerOf(from), containerOf(to)];
    const isSame = one !== undefined && one === other;
    if (isSame !== (key === 'same')) return false;
  }
  return true;
}

/** Uses that a rule forbids: those that it denies, or those outside the ones that it allows. */
function* forbidden(rule: Written, key: 'deny' | 'allow', lookup: Lookup): Generator<Problem> {
  const scope = groupAt(rule, key) ?? {};
  const { model } = lookup;
  for (const use of usesOf(model)) {
    const [from, to] = [elementOf(model, 'object', use.from), elementOf(model, 'object', use.to)];
    if (!from || !to || !isSelected(use.connection, groupAt(scope, 'connections'), lookup)) continue;
    if (!isInScope(use, scope, lookup) || !isSelected(from, groupAt(scope, 'from'), lookup)) continue;
    if (isSelected(to, groupAt(scope, 'to'), lookup) !== (key === 'deny')) continue;
    const may = key === 'deny' ? 'is forbidden' : 'is not allowed';
    yield {
      element: use.connection,
      at: use.from === textAt(use.connection.fields, 'origin') ? 'target' : 'origin',
      message: `${truncate(nameOf(from))} uses ${truncate(nameOf(to))}, which ${may}.`,
    };
  }
}

const FIELDS: Readonly<Record<string, string>> = {
  owner: 'teams',
  technology: 'technologies',
  tag: 'tags',
  link: 'links',
};

function* missingFields(rule: Written, lookup: Lookup): Generator<Problem> {
  const required = wordsAt(rule, 'require') ?? [];
  for (const element of elementsFor(rule, lookup))
    for (const name of required) {
      const key = FIELDS[name] ?? name;
      // A field that the kind does not have is not required: connections have no owner.
      if (!Object.hasOwn(KINDS[element.kind].fields, key)) continue;
      const value = element.fields[key];
      const isThere = Array.isArray(value)
        ? value.length > 0
        : typeof value === 'string' && value.trim() !== '';
      if (!isThere) yield { element, at: key, message: `${subject(element)} has no ${name}.` };
    }
}

function* untagged(rule: Written, lookup: Lookup): Generator<Problem> {
  const patterns = wordsAt(rule, 'requireTag') ?? [];
  for (const element of elementsFor(rule, lookup))
    if (!tagsOf(element, lookup).some((it) => matchesAnyGlob(it, patterns)))
      yield { element, at: 'tags', message: `${subject(element)} has no tag ${patterns.join(' or ')}.` };
}

function* misnamed(rule: Written, lookup: Lookup): Generator<Problem> {
  const patterns = wordsAt(rule, 'named') ?? [];
  for (const element of elementsFor(rule, lookup))
    if (!matchesAnyGlob(nameOf(element), patterns))
      yield {
        element,
        at: 'name',
        message: `${subject(element)} does not match the pattern ${patterns.join(' or ')}.`,
      };
}

function* otherCase(rule: Written, lookup: Lookup): Generator<Problem> {
  const wanted = NAME_CASES.find((it) => it === rule.nameCase);
  if (!wanted) return;
  for (const element of elementsFor(rule, lookup))
    if (!isInCase(nameOf(element), wanted))
      yield { element, at: 'name', message: `${subject(element)} is not in ${wanted} case.` };
}

/** Maximum number of elements of a cycle listed in a message. */
const MAX_LISTED = 8;

function* cycles(rule: Written, lookup: Lookup): Generator<Problem> {
  const { model, containers } = lookup;
  const uses = usesOf(model).filter(({ from, to }) =>
    [from, to].every((id) => {
      const object = elementOf(model, 'object', id);
      return object !== undefined && isSelected(object, groupAt(rule, 'objects'), lookup);
    }),
  );
  const levels = { systems: containers.systemOf, apps: containers.appOf, domains: containers.domainOf };
  for (const level of wordsAt(rule, 'noCircles') ?? []) {
    const kind = level === 'domains' ? 'domain' : 'object';
    for (const { path } of cyclesAmong(
      successorsOf(usesBetween(uses, levels[level as keyof typeof levels])),
    )) {
      const members = path.flatMap((id) => elementOf(model, kind, id) ?? []);
      const names = members.slice(0, MAX_LISTED).map((it) => truncate(nameOf(it)));
      const more = members.length > MAX_LISTED ? [`… ${members.length - MAX_LISTED} more`] : [];
      const [element] = members;
      yield {
        ...(element && { element }),
        message: `These ${level} form a cycle: ${[...names, ...more, names[0]].join(' → ')}.`,
      };
    }
  }
}

function* tooConnected(rule: Written, lookup: Lookup): Generator<Problem> {
  const maximum = Number(rule.maxConnections);
  const counts = new Map<string, number>();
  const ends = elementsOf(lookup.model, 'connection').map(({ fields }) => [
    ...new Set([textAt(fields, 'origin'), textAt(fields, 'target')]),
  ]);
  for (const id of ends.flat()) if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const element of elementsFor(rule, lookup)) {
    const count = counts.get(element.id) ?? 0;
    if (element.kind === 'object' && count > maximum)
      yield { element, message: `${subject(element)} has ${count} connections; the maximum is ${maximum}.` };
  }
}

function* tooDeep(rule: Written, lookup: Lookup): Generator<Problem> {
  const maximum = Number(rule.maxDepth);
  const depths = depthsOf(lookup.model);
  for (const element of elementsFor(rule, lookup)) {
    const depth = element.kind === 'object' ? (depths.get(element.id) ?? 0) : 0;
    if (depth > maximum)
      yield {
        element,
        at: 'parent',
        message: `${subject(element)} has a nesting depth of ${depth}; the maximum is ${maximum}.`,
      };
  }
}

/** Conditions by field name. */
export const CONDITIONS: Readonly<Record<string, Condition>> = {
  deny: (rule, lookup) => forbidden(rule, 'deny', lookup),
  allow: (rule, lookup) => forbidden(rule, 'allow', lookup),
  require: missingFields,
  requireTag: untagged,
  named: misnamed,
  nameCase: otherCase,
  noCircles: cycles,
  maxConnections: tooConnected,
  maxDepth: tooDeep,
};

/** Converts the rules of a file to validation rules named `custom/ID`. */
export function customRules(written: readonly Written[]): Rule[] {
  requireArguments('customRules', { rules: written });
  const known = new WeakMap<Model, Lookup>();
  const lookup = (model: Model): Lookup => {
    const found = known.get(model) ?? lookupOf(model);
    known.set(model, found);
    return found;
  };
  return written.map((rule): Rule => {
    const { id, about, severity } = rule;
    return {
      name: `${CUSTOM_PREFIX}${String(id)}`,
      severity: (severity as Severity | undefined) ?? 'error',
      about: typeof about === 'string' ? about : `The rule ${String(id)} is satisfied.`,
      check: (model) => problemsOf(rule, lookup(model)),
    };
  });
}

function* problemsOf(rule: Written, lookup: Lookup): Generator<Problem> {
  const hint = typeof rule.about === 'string' ? rule.about : undefined;
  const { because: cited } = rule;
  const decision =
    typeof cited === 'string' ? decisionIndex(lookup.model.decisions ?? []).find(cited) : undefined;
  const because = decision && becauseOf(decision);
  for (const [key, condition] of Object.entries(CONDITIONS)) {
    if (rule[key] === undefined) continue;
    for (const problem of condition(rule, lookup))
      yield {
        ...problem,
        hint,
        ...(decision && because && { message: messageBecause(problem.message, decision), because }),
      };
  }
}
