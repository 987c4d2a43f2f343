type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOperators = (value: unknown): value is Fields =>
  isObject(value) && Object.keys(value).some((key) => key.startsWith('$'));

/**
 * Applies an update to a record's fields. Lists of ids take `$add` and `$remove`; maps take `$add`, `$update`
 * (merged into the entry), `$replace` (the entry anew) and `$remove` (known answers, inner structures). What else is
 * given replaces the value.
 * @returns the fields, and a problem for each `$update` of an entry that is not there.
 */
export function applyPatch<T extends Fields>(before: T, patch: Fields): { after: T; problems: string[] } {
  const after: Fields = { ...before };
  const problems: string[] = [];
  for (const [field, value] of Object.entries(patch)) {
    if (!isOperators(value)) {
      if (value !== undefined) after[field] = value;
    } else if (Array.isArray(before[field])) after[field] = patchList(before[field], value);
    else after[field] = patchMap(field, (before[field] ?? {}) as Fields, value, problems);
  }
  return { after: after as T, problems };
}

function patchList(list: readonly unknown[], patch: Fields): unknown[] {
  const removed = new Set((patch.$remove ?? []) as unknown[]);
  const added = (patch.$add ?? []) as unknown[];
  return [...new Set([...list.filter((it) => !removed.has(it)), ...added])];
}

function patchMap(field: string, map: Fields, patch: Fields, problems: string[]): Fields {
  const next: Fields = { ...map };
  for (const id of (patch.$remove ?? []) as string[]) delete next[id];
  for (const [id, partial] of Object.entries((patch.$update ?? {}) as Fields)) {
    const entry = next[id];
    if (!isObject(entry)) problems.push(`${field}.$update.${id}: there is no such entry`);
    else next[id] = { ...entry, ...(partial as Fields) };
  }
  return { ...next, ...(patch.$add as Fields | undefined), ...(patch.$replace as Fields | undefined) };
}
