import { usageError } from './errors.js';
import { isObject } from './is-object.js';

/** Properties without which an argument of this name is of no use. */
const PROPERTIES: Readonly<Record<string, (value: Readonly<Record<string, unknown>>) => boolean>> = {
  client: ({ call, pages }) => typeof call === 'function' && typeof pages === 'function',
  path: ({ landscapeId, versionId }) => typeof landscapeId === 'string' && typeof versionId === 'string',
  file: isFile,
  model: isModel,
  before: isModel,
  after: isModel,
  base: isModel,
  ours: isModel,
  theirs: isModel,
  sides: ({ base, ours, theirs }) => [base, ours, theirs].every((it) => isObject(it) && isFile(it)),
  read: ({ model, findings }) => isObject(model) && isModel(model) && Array.isArray(findings),
  plan: ({ steps, problems, landscape }) =>
    Array.isArray(steps) && Array.isArray(problems) && isObject(landscape),
  operation: ({ method, answers }) => method === 'GET' && answers === 'list',
  finder: ({ match }) => typeof match === 'function',
  states: (states) => states instanceof Map,
  objects: isIterable,
  connections: isIterable,
  date: (date) => date instanceof Date,
  hops: ({ hops, children }) => isObject(hops) && children instanceof Map,
  graph: ({ objects, connections }) => objects instanceof Map && Array.isArray(connections),
};

function isIterable(value: object): boolean {
  return Symbol.iterator in value;
}

function isFile({ path, text }: Readonly<Record<string, unknown>>): boolean {
  return typeof path === 'string' && typeof text === 'string';
}

function isModel({ elements, moved }: Readonly<Record<string, unknown>>): boolean {
  return elements instanceof Map && Array.isArray(moved);
}

/** Whether a value can be the argument of this name: texts, lists of files, lists, objects. */
function fits(name: string, value: unknown): boolean {
  if (name === 'paths' || name === 'names')
    return Array.isArray(value) && value.every((it) => typeof it === 'string');
  if (/(^text|^name|^pattern|^kind|Id|^format)$/.test(name)) return typeof value === 'string';
  if (name === 'files') return Array.isArray(value) && value.every((it) => isObject(it) && isFile(it));
  if (name === 'rules' || name === 'changes') return Array.isArray(value);
  return (
    typeof value === 'object' &&
    value !== null &&
    (PROPERTIES[name]?.(value as Readonly<Record<string, unknown>>) ?? true)
  );
}

/**
 * Rejects arguments that only JavaScript can omit.
 * @throws ArchctlError `usage` for the first argument that does not fit its name.
 */
export function requireArguments(caller: string, given: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (fits(name, value)) continue;
    const problem = value === undefined || value === null ? 'missing' : 'not valid';
    throw usageError(`The argument "${name}" of ${caller} is ${problem}.`, { reason: 'invalid-input' });
  }
}
