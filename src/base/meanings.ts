/** Synonyms used by other tools for operations that every record has. */
const OF_RECORDS: readonly (readonly string[])[] = [
  ['list', 'ls', 'all', 'index', 'ps'],
  ['get', 'show', 'view', 'describe', 'info', 'status', 'cat', 'read', 'inspect', 'print', 'display'],
  ['create', 'add', 'new', 'make', 'set', 'insert'],
  ['delete', 'remove', 'rm', 'del', 'destroy', 'drop', 'erase', 'revoke'],
  ['update', 'edit', 'modify', 'change', 'set', 'patch', 'rename', 'move', 'mv', 'resolve', 'close'],
  ['upsert', 'apply', 'put', 'save', 'replace'],
  ['use', 'switch', 'select', 'activate', 'checkout', 'default'],
];

/** Synonyms for operations that only some records have. */
const OF_SOME: readonly (readonly string[])[] = [
  ['search', 'find', 'grep', 'lookup', 'query'],
  ['export', 'download', 'render', 'dump', 'draw', 'picture', 'image', 'png', 'svg', 'pdf'],
  ['import', 'load', 'upload', 'push', 'restore'],
  ['copy', 'duplicate', 'clone', 'cp', 'fork'],
  ['revert', 'rollback', 'restore', 'undo'],
  ['merge', 'accept', 'apply'],
  ['tail', 'follow', 'watch', 'stream'],
  ['open', 'browse', 'goto', 'web'],
  ['tree', 'hierarchy'],
  ['dependencies', 'deps', 'dependents'],
  ['prune', 'clear', 'clean', 'purge'],
  ['start', 'run', 'serve', 'up', 'launch'],
  ['stop', 'down', 'kill', 'halt'],
  ['login', 'signin', 'sign-in'],
  ['logout', 'signout', 'sign-out', 'logoff'],
];

const SYNONYMS = [...OF_RECORDS, ...OF_SOME];

/** Synonyms of a word, from the most specific group. */
export const synonymsOf = (word: string): string[] =>
  SYNONYMS.filter((group) => group.includes(word)).flatMap((group) => group.filter((it) => it !== word));

/** Singular of a noun: `boards` becomes `board`, `replies` becomes `reply`. */
export const singularOf = (word: string): string =>
  /[^aeiou]ies$/.test(word) ? `${word.slice(0, -3)}y` : word.replace(/(?<=..)(?<!s)s$|(?<=[sx])es$/, '');

/** Whether many tools use this word for an operation. */
export const isCommonVerb = (word: string): boolean => SYNONYMS.some((group) => group.includes(word));

/**
 * Whether the word is an operation that every record has, so that its absence for one noun means nothing for others.
 */
export const isRecordVerb = (word: string): boolean => OF_RECORDS.some((group) => group.includes(word));

/** Values of options with the words that other tools and people use for them. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  bidirectional: ['both', 'bi', 'two-way', 'twoway', 'duplex', 'undirected'],
  outgoing: ['forward', 'one-way', 'oneway', 'unidirectional', 'directed', 'out', 'to', 'right'],
  app: ['service', 'application', 'container', 'microservice', 'program', 'api', 'frontend', 'backend'],
  store: ['database', 'db', 'datastore', 'storage', 'queue', 'topic', 'cache', 'bucket'],
  actor: ['person', 'user', 'role', 'people'],
  component: ['module', 'package', 'class', 'library'],
  live: ['active', 'current', 'production', 'released'],
  future: ['planned', 'proposed', 'new'],
  deprecated: ['obsolete', 'legacy', 'retired', 'sunset'],
  removed: ['deleted', 'gone', 'decommissioned'],
  svg: ['vector'],
  png: ['image', 'picture', 'bitmap'],
};

/** Whether a word is a synonym of a value of an option: `both` for `bidirectional`. */
export const isWordFor = (word: string, value: string): boolean =>
  Object.hasOwn(VALUES, value) && VALUES[value]?.includes(word) === true;
