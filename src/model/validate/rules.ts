import type { Severity } from '../document/finding.js';
import type { Rule } from './rule.js';
import { DECISION_RULES } from './rules/decisions.js';
import { DIAGRAM_RULES } from './rules/diagrams.js';
import { DRIFT_RULES } from './rules/drift.js';
import { FLOW_RULES } from './rules/flows.js';
import { HIERARCHY_RULES } from './rules/hierarchy.js';
import { LAYOUT_RULES } from './rules/layout.js';
import { NAME_RULES } from './rules/names.js';
import { REFERENCE_RULES } from './rules/references.js';
import { SHARING_RULES } from './rules/sharing.js';
import { DOCUMENT_RULES } from './rules/whole.js';

/** Rules that are checked for every model. */
export const RULES: readonly Rule[] = [
  ...REFERENCE_RULES,
  ...SHARING_RULES,
  ...HIERARCHY_RULES,
  ...NAME_RULES,
  ...DIAGRAM_RULES,
  ...LAYOUT_RULES,
  ...FLOW_RULES,
  ...DECISION_RULES,
  ...DOCUMENT_RULES,
  ...DRIFT_RULES,
];

/** The public facts of a rule. */
export type RuleFacts = Pick<Rule, 'name' | 'severity' | 'about'>;

const rule = (name: string, about: string, severity: Severity = 'error'): RuleFacts => ({
  name,
  severity,
  about,
});

/** Rules that are checked while files are parsed. A violation leaves the model incomplete, so they cannot be ignored. */
export const FILE_RULES: readonly RuleFacts[] = [
  rule('yaml/syntax', 'Every file is valid YAML 1.2 or JSON.'),
  rule('yaml/duplicate-key', 'Keys are unique within a map.'),
  rule('yaml/aliases', 'The expanded aliases of a file stay within the size limit.'),
  rule('yaml/size', 'The files of a document stay within the size limit.'),
  rule('yaml/depth', 'Nesting stays within the supported depth.'),
];

/** Rules that are checked while the fields of a model are read. */
export const SHAPE_RULES: readonly RuleFacts[] = [
  rule('schema/shape', 'Every field has a value of its type: a text, a number, a list.'),
  rule('schema/key', 'Every key is a text.'),
  rule('schema/unknown-key', 'Every key is defined in the schema.'),
  rule('schema/required', 'Required fields are present.'),
  rule('schema/choice', 'Every value is allowed for its field.'),
  rule('schema/date', 'Every date is a day of the calendar in the form YYYY-MM-DD.'),
  rule('identity/duplicate-id', 'Ids are unique among the elements of a kind.'),
  rule('document/two-values', 'Document-wide fields have the same value in all files.'),
  rule(
    'document/two-places',
    'An object gets its parent and domain from nesting or from a field, not from both.',
  ),
  rule('document/two-layouts', 'A diagram has at most one layout.'),
  rule('decision/title', 'Every decision has a title.'),
  rule('decision/no-status', 'Every decision has a status.', 'warning'),
  rule('decision/unknown-key', 'The front matter of a decision has only supported keys.', 'warning'),
];

/** Prefix of custom rules, which only "check" loads. */
export const CUSTOM_PREFIX = 'custom/';

/** Rules about the decisions that custom rules cite, which only "check" checks. */
export const CITED = rule('decision/cited', 'Every decision that a rule of "model check" cites exists.');
export const NOT_IN_FORCE = rule(
  'decision/not-in-force',
  'Every decision that a rule of "model check" cites is accepted and not superseded.',
  'warning',
);

export const CITATION_RULES: readonly RuleFacts[] = [CITED, NOT_IN_FORCE];

export const UNKNOWN_RULE = rule('ignore/unknown-rule', 'Every ignored rule exists.', 'warning');

/** All built-in rules. */
export const ALL_RULES: readonly RuleFacts[] = [...FILE_RULES, ...SHAPE_RULES, ...RULES, UNKNOWN_RULE];
