/** Validation messages for schema issues, shared by the client and the sandbox. */

import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** Default messages of `zod/mini`, which ships without a locale; archctl replaces them. */
const DEFAULT_MESSAGES: readonly string[] = ['', 'Invalid input'];

/**
 * Options of every parse whose issues are described: programs that load all of zod set a locale for every schema, whose
 * messages would replace those of archctl.
 */
export const WITHOUT_LOCALE = { error: () => 'Invalid input' };

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  int: 'a whole number',
  null: 'null',
  undefined: 'left out',
  never: 'left out',
};

/** Problems of a value, each `path: problem`. The value itself distinguishes missing fields from invalid ones. */
export function describeIssues(issues: readonly Issue[], input: unknown): string[] {
  return issues.flatMap((issue) => describe(issue, [], input));
}

function describe(issue: Issue, prefix: readonly PropertyKey[], input: unknown): string[] {
  const path = [...prefix, ...issue.path];
  const isMissing = valueAt(input, path) === undefined;
  if (issue.code === 'invalid_union') {
    // Report the union branch that matched furthest: it is most likely the intended one.
    const best = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
    if (best && depth(best) > 0) return best.flatMap((inner) => describe(inner, path, input));
    const options = new Set(
      likelyBranches(issue.errors, valueAt(input, path)).flatMap((branch) => branch.map(wrong)),
    );
    return [`${pathText(path)}: ${isMissing ? 'is required' : [...options].join(', or ')}`];
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${pathText([...path, key])}: is not a valid field`);
  }
  return [`${pathText(path)}: ${isMissing ? missing(issue) : wrong(issue)}`];
}

/** Lists the allowed values if there are few, so that the caller need not look them up. */
const missing = (issue: Issue): string =>
  issue.code === 'invalid_value' ? `is required (${choice(issue.values)})` : 'is required';

const choice = (values: readonly unknown[]): string =>
  `${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`;

function wrong(issue: Issue): string {
  if (!DEFAULT_MESSAGES.includes(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${WORDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${choice(issue.values)}`;
    case 'too_small':
      return `must ${amount(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${amount(issue.origin, 'at most', issue.maximum)}`;
    default:
      return 'is not valid';
  }
}

/** `have at least 10 characters`, `be at most 5`. */
function amount(origin: string, bound: string, count: number | bigint): string {
  const of = { string: 'character', array: 'entry' }[origin];
  if (of === undefined) return `be ${bound} ${count}`;
  const plural = of === 'entry' ? 'entries' : `${of}s`;
  return `have ${bound} ${count} ${Number(count) === 1 ? of : plural}`;
}

/** Drops the list branch of a union if the caller passed a single value. */
function likelyBranches(
  branches: readonly (readonly Issue[])[],
  given: unknown,
): readonly (readonly Issue[])[] {
  if (typeof given === 'object') return branches;
  const plain = branches.filter((branch) =>
    branch.every((it) => it.code !== 'invalid_type' || !['array', 'object', 'record'].includes(it.expected)),
  );
  return plain.length > 0 ? plain : branches;
}

const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length));

/** `steps.abc.index`, `tagIds[0]`; `body` for the root. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text === '' ? 'body' : text.replace(/^\./, '');
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    input,
  );
