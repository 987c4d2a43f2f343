import { CONNECTION_DIRECTIONS, MODEL_OBJECT_TYPES, MODEL_STATUSES } from '../../../contract/enums.js';
import { NAME_CASES } from './glob.js';

/** What may stand in a file of rules, declared once: reading and the JSON Schema go by this table. */

type Shape =
  | { is: 'text' | 'boolean' | 'count' }
  | { is: 'choice'; of: readonly string[] }
  /** One text or a list of them: patterns, or words. */
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
  type: words('What it is.', TYPES),
  name: words('What it is called.'),
  id: words('Its id in the document.'),
  tag: words('Id or name of a tag that it carries.'),
  technology: words('Slug of a technology that it uses.'),
  team: words('Name of a team that answers for it.'),
  system: words('Id or name of the system that it is, or is in.'),
  domain: words('Id or name of the domain that it is in.'),
  status: words('Where it stands in its life.', MODEL_STATUSES),
  external: { is: 'boolean', about: 'Whether somebody else runs it, or what it is in.' },
};
const OBJECTS: RuleFields = {
  ...PLAIN_OBJECTS,
  not: group('Without those that are all of this.', PLAIN_OBJECTS),
};
const CONNECTIONS: RuleFields = {
  name: words('What it is called.'),
  id: words('Its id in the document.'),
  tag: words('Id or name of a tag that it carries.'),
  technology: words('Slug of a technology that it uses.'),
  status: words('Where it stands in its life.', MODEL_STATUSES),
  direction: words('Which way it goes.', [...CONNECTION_DIRECTIONS, 'none']),
};

const LEVELS = ['system', 'app', 'domain'] as const;
const WAY: RuleFields = {
  from: group('Those that use; all unless told.', OBJECTS),
  to: group('Those that are used; all unless told.', OBJECTS),
  connections: group('Only connections that are all of this.', CONNECTIONS),
  same: { is: 'choice', of: LEVELS, about: 'Only where both are in the same one.' },
  different: { is: 'choice', of: LEVELS, about: 'Only where both are in different ones.' },
};

const REQUIRED = ['description', 'caption', 'owner', 'technology', 'tag', 'link', 'direction'] as const;
const CIRCLES = ['systems', 'apps', 'domains'] as const;
const SEVERITIES = ['error', 'warning', 'note'] as const;

/** One rule: who it is, whom it is about, and what it wants of them. */
export const RULE: RuleFields = {
  id: {
    is: 'text',
    about: 'What findings call it, behind "custom/": letters, digits, dots, dashes.',
    required: true,
  },
  about: { is: 'text', about: 'What it wants and why, in one sentence.' },
  severity: { is: 'choice', of: SEVERITIES, about: 'How bad it is to break it; error unless told.' },
  objects: group('The objects it is about; all unless told.', OBJECTS),
  connections: group('It is about connections: those that are all of this.', CONNECTIONS),
  deny: group('Connections that may not be.', WAY),
  allow: group('Whom those of "from" may use: those of "to", and nobody else.', WAY),
  require: words('What each must have.', REQUIRED),
  requireTag: words('Ids or names of tags: each must carry one of them.'),
  named: words('Patterns: the name of each must fit one; * is any characters, ? is one.'),
  nameCase: { is: 'choice', of: NAME_CASES, about: 'How the name of each must be written.' },
  noCircles: words('What may not use each other in a circle.', CIRCLES),
  maxConnections: { is: 'count', about: 'So many connections each may have at most.' },
  maxDepth: { is: 'count', about: 'So deep each may stand at most; 1 is in nothing.' },
};

/** The fields that want something; a rule has at least one. */
export const WANTS = Object.keys(RULE).slice(Object.keys(RULE).indexOf('deny'));
