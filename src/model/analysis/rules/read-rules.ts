import { requireArguments } from '../../../base/require-arguments.js';
import { nearest } from '../../../base/text/suggest.js';
import type { Place } from '../../document/element.js';
import type { Finding } from '../../document/finding.js';
import type { SourceFile } from '../../document/read.js';
import { pairsOf, placeOf, type Reading, readValue, report, resolveAlias } from '../../document/yaml/node.js';
import { MAX_MARKS, parseFile } from '../../document/yaml/parse.js';
import { isList, isMap, isScalar, type MapNode, type SyntaxNode } from '../../document/yaml/tree.js';
import { CONDITION_FIELDS, RULE_FIELDS, type RuleField, type RuleFields } from './fields.js';

/** Values of a rule after reading; words are always a list. */
export type WrittenValue = string | number | boolean | readonly string[] | Written;
/** A rule of a rules file, by field name; `rulesSchema` describes the fields. */
export interface Written {
  readonly [key: string]: WrittenValue | undefined;
}

/** A decision that a rule cites in `because`. */
export interface Citation {
  /** Name of the rule. */
  rule: string;
  /** Id, number or name of the decision. */
  decision: string;
  /** Location of the citation. */
  place: Place;
}

/** Reads a rules file, for `customRules` and `citationRules`. Problems are findings. */
export function readRules(file: SourceFile): {
  rules: Written[];
  citations: Citation[];
  findings: Finding[];
} {
  requireArguments('readRules', { file });
  const findings: Finding[] = [];
  const rules: Written[] = [];
  const citations: Citation[] = [];
  const reading = parseFile(file, findings, { marks: MAX_MARKS });
  const top = reading && resolveAlias(reading, reading.root);
  if (!reading) return { rules, citations, findings };
  if (!isMap(top))
    report(reading, top, 'schema/shape', 'A rules file must have the top-level field "rules".');
  else readRulesList(reading, top as MapNode, rules, citations);
  return { rules, citations, findings };
}

function readRulesList(reading: Reading, top: MapNode, rules: Written[], citations: Citation[]): void {
  for (const [key, , node] of pairsOf(reading, top))
    if (key !== 'rules')
      report(
        reading,
        node,
        'schema/unknown-key',
        `${key} is not a known field.`,
        'The only top-level field is "rules".',
      );
  const list = resolveAlias(reading, top.get('rules', true));
  if (!isList(list)) {
    report(reading, list ?? top, 'schema/shape', 'rules must be a list.');
    return;
  }
  const seen = new Set<string>();
  for (const [at, item] of list.items.entries()) {
    const map = resolveAlias(reading, item);
    const what = `rules[${at}]`;
    if (isMap(map)) {
      const rule = readRule(reading, map as MapNode, what, seen);
      const { id, because } = rule;
      rules.push(rule);
      if (typeof because === 'string')
        citations.push({
          rule: String(id),
          decision: because,
          place: placeOf(reading, map.get('because', true)),
        });
    } else report(reading, item, 'schema/shape', `${what} must have fields.`);
  }
}

function readRule(reading: Reading, map: MapNode, what: string, seen: Set<string>): Written {
  const rule = readFields(reading, RULE_FIELDS, map, `${what}.`);
  const { id } = rule;
  if (typeof id === 'string') {
    const node = map.get('id', true) ?? map;
    if (!ID.test(id))
      report(
        reading,
        node,
        'schema/shape',
        `${what}.id must consist of letters, digits, dots and dashes, at most 60.`,
      );
    if (seen.has(id))
      report(reading, node, 'identity/duplicate-id', `There is already a rule with the id ${id}.`);
    seen.add(id);
  }
  if (!CONDITION_FIELDS.some((it) => rule[it] !== undefined))
    report(
      reading,
      map,
      'schema/required',
      `${what} has no condition.`,
      `Add one of ${CONDITION_FIELDS.join(', ')}.`,
    );
  return rule;
}

const ID = /^[A-Za-z0-9][\w.-]{0,59}$/;

function readFields(reading: Reading, fields: RuleFields, map: MapNode, prefix: string): Written {
  const found: Record<string, WrittenValue> = {};
  for (const [key, written, node] of pairsOf(reading, map)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (!field) {
      const suggested = nearest(key, Object.keys(fields));
      const hint = suggested === undefined ? undefined : `Did you mean ${suggested}?`;
      report(reading, node, 'schema/unknown-key', `${prefix}${key} is not a known field.`, hint);
      continue;
    }
    const before = reading.findings.length;
    const value = readField(reading, field, written, `${prefix}${key}`);
    if (value !== undefined) found[key] = value;
    else if (reading.findings.length === before)
      report(reading, node, 'schema/shape', `${prefix}${key} is empty.`);
  }
  for (const [key, { required }] of Object.entries(fields))
    if (required && !map.has(key)) report(reading, map, 'schema/required', `${prefix}${key} is required.`);
  return found;
}

function readField(
  reading: Reading,
  field: RuleField,
  written: unknown,
  what: string,
): WrittenValue | undefined {
  const node = resolveAlias(reading, written);
  switch (field.is) {
    case 'group':
      if (isMap(node)) return readFields(reading, field.fields, node as MapNode, `${what}.`);
      report(reading, written, 'schema/shape', `${what} must have fields.`);
      return undefined;
    case 'words':
      return readWords(reading, field.of, node, what);
    case 'count': {
      const count = readValue(reading, { is: 'number' }, written, what);
      if (typeof count !== 'number') return undefined;
      if (Number.isInteger(count) && count >= 0) return count;
      report(reading, written, 'schema/shape', `${what} must be an integer of at least 0.`);
      return undefined;
    }
    case 'choice':
      return one(readValue(reading, { is: 'choice', of: field.of }, written, what));
    default:
      return one(readValue(reading, { is: field.is }, written, what));
  }
}

const one = (value: unknown): string | boolean | undefined =>
  typeof value === 'string' || typeof value === 'boolean' ? value : undefined;

/** Maximum length of a pattern, in characters. */
const MAX_PATTERN_LENGTH = 200;

/** Reads one word or a list of words. */
function readWords(
  reading: Reading,
  of: readonly string[] | undefined,
  node: SyntaxNode | undefined,
  what: string,
): string[] | undefined {
  const items = isList(node) ? node.items : isScalar(node) ? [node] : undefined;
  if (!items) {
    if (node) report(reading, node, 'schema/shape', `${what} must be a text, or a list of texts.`);
    return undefined;
  }
  const shape = of ? ({ is: 'choice', of } as const) : ({ is: 'text' } as const);
  const found = items.flatMap((item, at) => {
    const value = readValue(reading, shape, item, isList(node) ? `${what}[${at}]` : what);
    if (typeof value !== 'string') return [];
    if (value.length > MAX_PATTERN_LENGTH)
      report(reading, item, 'schema/shape', `${what} is too long for a pattern.`);
    return [value];
  });
  return found.length > 0 ? found : undefined;
}
