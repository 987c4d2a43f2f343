import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  int: 'a whole number',
};

/** The problems of a request, each `path: problem`; `input` tells a missing value from a wrong one. */
export function describeIssues(issues: readonly Issue[], input: unknown): string[] {
  return issues.flatMap((issue) => describe(issue, [], input));
}

function describe(issue: Issue, prefix: readonly PropertyKey[], input: unknown): string[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === 'invalid_union') {
    // The branch that came furthest is the one that was meant.
    const best = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0];
    if (best && depth(best) > 0) return best.flatMap((inner) => describe(inner, path, input));
    const options = issue.errors.flatMap((branch) => branch.map(problem));
    return [
      `${pathText(path)}: ${valueAt(input, path) === undefined ? 'is required' : [...new Set(options)].join(', or ')}`,
    ];
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${pathText([...path, key])}: is no such field`);
  }
  if (valueAt(input, path) === undefined) return [`${pathText(path)}: is required`];
  return [`${pathText(path)}: ${problem(issue)}`];
}

function problem(issue: Issue): string {
  if (issue.message !== '' && issue.message !== 'Invalid input') return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${WORDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    default:
      return 'is not valid';
  }
}

const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map(({ path }) => path.length));

/** `steps.abc.index`, `tagIds[0]`; `body` for the whole. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text === '' ? 'body' : text.replace(/^\./, '');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    input,
  );
}
