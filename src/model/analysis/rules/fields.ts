import { CONNECTION_DIRECTIONS, MODEL_OBJECT_TYPES, MODEL_STATUSES } from '../../../contract/enums.js';
import { NAME_CASES } from './glob.js';

/** Fields of a rules file, declared once for the reader and the JSON Schema. */

type Shape =
  | { is: 'text' | 'boolean' | 'count' }
  | { is: 'choice'; of: readonly string[] }
  /** One text or a list of texts: patterns, or words. */
  | { is: 'words'; of?: readonly string[] }
  | { is: 'group'; fields: RuleFields };

export type RuleField = Shape & { about: string; required?: true };
export type RuleFields = Readonly<Record<string, RuleField>>;

const words = (about: string, of?: readonly string[]): RuleField => ({
  is: 'words',
  about,
  ...(of && { of }),
});
const group = (about: string, fields: RuleFields): RuleField => ({ is: 'group', about, fields });

const TYPES = MODEL_OBJECT_TYPES.filter((it) => it !== 'root');
const PLAIN_OBJECTS: RuleFields = {
  type: words('Type of the object.', TYPES),
  name: words('Name.'),
  id: words('Id in the document.'),
  tag: words('Id or name of one of its tags.'),
  technology: words('Slug of one of its technologies.'),
  team: words('Name of one of its responsible teams.'),
  system: words('Id or name of the system that it is or belongs to.'),
  domain: words('Id or name of its domain.'),
  status: words('Lifecycle status.', MODEL_STATUSES),
  external: {
    is: 'boolean',
    about: 'Whether it, or an object that it belongs to, is operated by a third party.',
  },
};
const OBJECTS: RuleFields = {
  ...PLAIN_OBJECTS,
  not: group('Excludes elements that match all of these fields.', PLAIN_OBJECTS),
};
const CONNECTIONS: RuleFields = {
  name: words('Name.'),
  id: words('Id in the document.'),
  tag: words('Id or name of one of its tags.'),
  technology: words('Slug of one of its technologies.'),
  status: words('Lifecycle status.', MODEL_STATUSES),
  direction: words('Direction of the connection.', [...CONNECTION_DIRECTIONS, 'none']),
};

const LEVELS = ['system', 'app', 'domain'] as const;
const CONNECTION_SCOPE: RuleFields = {
  from: group('Objects at the origin; default: all.', OBJECTS),
  to: group('Objects at the target; default: all.', OBJECTS),
  connections: group('Only connections that match all of these fields.', CONNECTIONS),
  same: { is: 'choice', of: LEVELS, about: 'Only uses within the same container of this type.' },
  different: { is: 'choice', of: LEVELS, about: 'Only uses between different containers of this type.' },
};

const REQUIRED = ['description', 'caption', 'owner', 'technology', 'tag', 'link', 'direction'] as const;
const CIRCLES = ['systems', 'apps', 'domains'] as const;
const SEVERITIES = ['error', 'warning', 'note'] as const;

/** The fields of a rule: its identity, its scope and its conditions. */
export const RULE_FIELDS: RuleFields = {
  id: {
    is: 'text',
    about: 'Id, shown in findings as "custom/ID": letters, digits, dots, dashes.',
    required: true,
  },
  about: { is: 'text', about: 'The requirement and its reason, in one sentence.' },
  because: {
    is: 'text',
    about: 'Decision that the rule enforces, by id, number (ADR-0012) or title. Findings show it.',
  },
  severity: { is: 'choice', of: SEVERITIES, about: 'Severity of violations; default: error.' },
  objects: group('Objects that the rule applies to; default: all.', OBJECTS),
  connections: group('Applies the rule to connections that match all of these fields.', CONNECTIONS),
  deny: group('Forbidden connections.', CONNECTION_SCOPE),
  allow: group('Objects in "from" may use only objects in "to".', CONNECTION_SCOPE),
  require: words('Information that each element must have.', REQUIRED),
  requireTag: words('Ids or names of tags: each element must have one of them.'),
  named: words('Patterns: each name must match one; * matches any characters, ? exactly one.'),
  nameCase: { is: 'choice', of: NAME_CASES, about: 'Naming style for all names.' },
  noCircles: words('Containers that must not form cycles.', CIRCLES),
  maxConnections: { is: 'count', about: 'Maximum number of connections of each object.' },
  maxDepth: { is: 'count', about: 'Maximum nesting depth of each object; 1 is the top level.' },
};

/** The condition fields; a rule has at least one. */
export const CONDITION_FIELDS = Object.keys(RULE_FIELDS).slice(Object.keys(RULE_FIELDS).indexOf('deny'));
