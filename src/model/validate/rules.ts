import type { Severity } from '../document/finding.js';
import type { Rule } from './rule.js';
import { DIAGRAMS } from './rules/diagrams.js';
import { FLOWS } from './rules/flows.js';
import { HIERARCHY } from './rules/hierarchy.js';
import { LAYOUTS } from './rules/layout.js';
import { NAMES } from './rules/names.js';
import { REFERENCES } from './rules/references.js';
import { WHOLE } from './rules/whole.js';

/** What every model is checked for. */
export const RULES: readonly Rule[] = [
  ...REFERENCES,
  ...HIERARCHY,
  ...NAMES,
  ...DIAGRAMS,
  ...LAYOUTS,
  ...FLOWS,
  ...WHOLE,
];

/** A rule as it is told of. */
export type RuleFacts = Pick<Rule, 'name' | 'severity' | 'about'>;

const wants = (name: string, about: string, severity: Severity = 'error'): RuleFacts => ({
  name,
  severity,
  about,
});

/** Told where files are read: without these there is no model. Nothing ignores them. */
export const FILE_RULES: readonly RuleFacts[] = [
  wants('yaml/syntax', 'A file is YAML 1.2 or JSON.'),
  wants('yaml/duplicate-key', 'A key stands once in its map.'),
  wants('yaml/aliases', 'Aliases stand for no more than a document may hold.'),
  wants('yaml/size', 'The files of a document hold no more than memory does.'),
  wants('yaml/depth', 'A file is nested no deeper than can be read.'),
];

/** Told where files are read. */
export const SHAPE_RULES: readonly RuleFacts[] = [
  wants('schema/shape', 'A field holds what it is for: a text, a number, a list.'),
  wants('schema/key', 'A key is a text.'),
  wants('schema/unknown-key', 'A key is one that the schema knows.'),
  wants('schema/required', 'What cannot be left out is written.'),
  wants('schema/choice', 'A value is one of those that the field may have.'),
  wants('identity/duplicate-id', 'An id stands for one element of its kind.'),
  wants('document/two-values', 'What is said once is said alike in all files.'),
  wants('document/two-places', 'Parent and domain are told in one way.'),
  wants('document/two-layouts', 'A diagram has one layout.'),
];

/** Names of rules that an organization wrote begin so: only "check" knows them. */
export const CUSTOM = 'custom/';

export const UNKNOWN_RULE = wants(
  'ignore/unknown-rule',
  'What is ignored is a rule that there is.',
  'warning',
);

/** All that can be told of, by name. */
export const ALL_RULES: readonly RuleFacts[] = [...FILE_RULES, ...SHAPE_RULES, ...RULES, UNKNOWN_RULE];
