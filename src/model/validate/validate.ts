import { BOOLEAN, checkOptions, LIST, type OptionTypes, SET } from '../../base/check-options.js';
import { requireArguments } from '../../base/require-arguments.js';
import {
  type Decision,
  ELEMENT_KINDS,
  type Element,
  elementKey,
  elementsOf,
  type Model,
  type Place,
} from '../document/element.js';
import type { Finding } from '../document/finding.js';
import type { ReadModel, SourceFile } from '../document/read.js';
import { pathParts } from '../document/yaml/places.js';
import type { ReferenceChange } from '../plan/plan-types.js';
import { Facts } from './facts.js';
import { type Problem, type Rule, truncate } from './rule.js';
import { ALL_RULES, CITATION_RULES, CUSTOM_PREFIX, FILE_RULES, RULES, UNKNOWN_RULE } from './rules.js';

/** Options of `validate` and `check`. */
export interface Known {
  /** Slugs and ids of the catalog. If absent, technologies are not checked. */
  technologies?: ReadonlySet<string>;
  /** Differences of the references from the landscape, from `currentReferences`. If absent, the lock file is used. */
  changes?: readonly ReferenceChange[];
  /** Whether warnings are reported as errors (default: false). */
  strict?: boolean;
}

const KNOWN: OptionTypes<Known> = { technologies: SET, changes: LIST, strict: BOOLEAN };

/**
 * Checks a document against the built-in rules. The rules are checked only if all files could be parsed.
 * @param files Files of the document, for the order of findings.
 * @param read Result of `readModel` for these files.
 * @returns the findings of the reader and the violations, by file and position, without ignored ones
 */
export function validate(files: readonly SourceFile[], read: ReadModel, known: Known = {}): Finding[] {
  requireArguments('validate', { files, read });
  checkOptions('validate', known, KNOWN);
  return runRules(files, read, known, {
    rules: RULES,
    names: NAMES,
    isOtherRule: (name) => name.startsWith(CUSTOM_PREFIX),
  });
}

/**
 * Checks a document against other rules, such as those of `customRules`, instead of the built-in ones. Otherwise like
 * `validate`. Findings have no location if the model was not read from files.
 */
export function check(
  files: readonly SourceFile[],
  read: ReadModel,
  rules: readonly Rule[],
  known: Known = {},
): Finding[] {
  requireArguments('check', { files, read, rules });
  checkOptions('check', known, KNOWN);
  return runRules(files, read, known, {
    rules,
    names: rules.map(({ name }) => name),
    isOtherRule: (name) => !name.startsWith(CUSTOM_PREFIX),
    isWithReferences: true,
  });
}

/** Rules to check, and the rule names that `ignore` may contain. */
interface RuleSet {
  rules: readonly Rule[];
  /** Further rule names that may be ignored, because other commands check them. */
  names: readonly string[];
  isOtherRule(name: string): boolean;
  /** Whether the rules read elements of other documents as well. Problems of these elements are not reported. */
  isWithReferences?: true;
}

const isReferenced = ({ element }: Problem, { references }: Model): boolean =>
  element !== undefined && references.has(elementKey(element));

function runRules(files: readonly SourceFile[], read: ReadModel, known: Known, ruleSet: RuleSet): Finding[] {
  const found = [...read.findings];
  if (read.isWhole) {
    const facts = new Facts(read.model, known.technologies, known.changes);
    for (const rule of ruleSet.rules)
      for (const it of rule.check(ruleSet.isWithReferences ? facts.model : read.model, facts))
        if (!isReferenced(it, read.model)) found.push(findingOf(rule, it, files));
    for (const it of unknownRules(read, facts, ruleSet)) found.push(findingOf(UNKNOWN_RULE, it, files));
  }
  const ignored = new Set(read.model.ignores);
  const reported = found.filter((it) => !isIgnored(it, ignored, read));
  return inOrder(known.strict ? reported.map(asError) : reported, files);
}

const asError = (finding: Finding): Finding =>
  finding.severity === 'warning' ? { ...finding, severity: 'error' } : finding;

function findingOf(
  { name, severity }: Pick<Rule, 'name' | 'severity'>,
  { message, hint, element, at, place, because }: Problem,
  files: readonly SourceFile[],
): Finding {
  const [first] = files;
  const where = place ?? placeIn(element, at) ?? (first && { file: first.path, from: 0, to: 0 });
  return {
    rule: name,
    severity,
    message,
    ...(hint !== undefined && { hint }),
    ...(where && { place: where }),
    ...(element && { element: { kind: element.kind, id: element.id } }),
    ...(because && { because }),
  };
}

/** The place of the field, or of its nearest ancestor that is written. */
function placeIn(element: Element | Decision | undefined, at: Problem['at'] = []): Place | undefined {
  for (let path = pathParts(at); path.length > 0; path = path.slice(0, -1)) {
    const place = element?.places?.field(path);
    if (place) return place;
  }
  return element?.places?.whole;
}

const NEVER_IGNORED: ReadonlySet<string> = new Set(FILE_RULES.map(({ name }) => name));

function isIgnored(
  { rule, element }: Finding,
  everywhere: ReadonlySet<string>,
  { model }: ReadModel,
): boolean {
  if (NEVER_IGNORED.has(rule)) return false;
  if (everywhere.has(rule)) return true;
  return element !== undefined && ignoresOf(model, element).includes(rule);
}

function ignoresOf(model: Model, { kind, id }: NonNullable<Finding['element']>): readonly string[] {
  const found =
    kind === 'decision' ? model.decisions?.find((it) => it.id === id) : model.elements.get(kind)?.get(id);
  return found?.ignores ?? [];
}

const NAMES = [...ALL_RULES, ...CITATION_RULES].map(({ name }) => name);

function* unknownRules({ model, ignored }: ReadModel, facts: Facts, ruleSet: RuleSet): Generator<Problem> {
  const known = new Set(ruleSet.names);
  const problems = (rule: string, where: Partial<Problem>) => {
    if (NEVER_IGNORED.has(rule))
      return [{ ...where, message: `${rule} cannot be ignored: the file could not be read.` }];
    if (known.has(rule) || ruleSet.isOtherRule(rule)) return [];
    const hint = facts.hintAmong(rule, () => ruleSet.names);
    return [{ ...where, message: `There is no rule ${truncate(rule)}.`, hint }];
  };
  for (const { rule, place } of ignored) yield* problems(rule, { place });
  for (const elements of [...ELEMENT_KINDS.map((kind) => elementsOf(model, kind)), model.decisions ?? []])
    for (const element of elements)
      for (const [index, rule] of (element.ignores ?? []).entries())
        yield* problems(rule, { element, at: `ignore[${index}]` });
}

/** Sorts findings by file, in the given order, then by position; those without a place come last. */
function inOrder(findings: readonly Finding[], files: readonly SourceFile[]): Finding[] {
  const order = new Map(files.map(({ path }, index) => [path, index]));
  const fileOf = ({ place }: Finding): number => (place && order.get(place.file)) ?? files.length;
  return [...findings].sort(
    (a, b) =>
      fileOf(a) - fileOf(b) || (a.place?.from ?? 0) - (b.place?.from ?? 0) || (a.rule < b.rule ? -1 : 1),
  );
}
