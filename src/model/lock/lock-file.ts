import * as z from 'zod/mini';
import { requireArguments } from '../../base/require-arguments.js';
import { dashed } from '../../contract/doc.js';
import { ELEMENT_KINDS, elementKey, type Locked, type Model } from '../document/element.js';
import { LOCK_FILE } from './lock-name.js';

/** Text of lock files. A lock file is untrusted input, so its size and shape are checked. */

/** Maximum numbers of references and of characters in a value. */
const MAX_REFERENCES = 50_000;
const MAX_LENGTH = 10_000;

const KINDS_BY_NAME = new Map(ELEMENT_KINDS.map((kind) => [dashed(kind), kind]));

const text = z.string().check(z.maxLength(MAX_LENGTH));

const ENTRY = z.strictObject({
  kind: z.enum([...KINDS_BY_NAME.keys()]),
  id: text,
  landscape: z.optional(text),
  owner: z.optional(text),
  element: z.optional(text),
  handle: text,
  name: text,
  type: z.optional(text),
  parent: z.optional(text),
  domain: z.optional(text),
  origin: z.optional(text),
  target: z.optional(text),
});
type Entry = z.infer<typeof ENTRY>;

const LOCK = z.strictObject({
  archctlLock: z.literal(1),
  references: z.array(ENTRY).check(z.maxLength(MAX_REFERENCES)),
});

const KEYS = Object.keys(ENTRY.shape) as readonly (keyof Entry)[];

/** The text of a lock file: sorted, one value per line. @param states States by `elementKey`. */
export function lockText(model: Model, states: ReadonlyMap<string, Locked>): string {
  const entries = [...model.references.values()].flatMap((reference) => {
    const state = states.get(elementKey(reference));
    if (!state) return [];
    const { kind, id, landscape } = reference;
    const fields: Partial<Record<keyof Entry, string | undefined>> = {
      ...state,
      kind: dashed(kind),
      id,
      landscape,
    };
    return [
      Object.fromEntries(KEYS.flatMap((key) => (fields[key] === undefined ? [] : [[key, fields[key]]]))),
    ];
  });
  const rank = ({ kind, id }: Record<string, unknown>): string =>
    `${ELEMENT_KINDS.findIndex((it) => dashed(it) === kind)} ${String(id)}`;
  entries.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return `${JSON.stringify({ archctlLock: 1, references: entries }, null, 2)}\n`;
}

/** Reads a lock file. @returns the states by kind and id, for `withLock`; or the reason why the text is not a lock file. */
export function readLock(source: string): ReadonlyMap<string, Locked> | { problem: string } {
  requireArguments('readLock', { text: source });
  let read: unknown;
  try {
    read = JSON.parse(source);
  } catch {
    return { problem: `${LOCK_FILE} is not valid JSON` };
  }
  const { success, data, error } = z.safeParse(LOCK, read);
  if (!success) {
    const [issue] = error.issues;
    const path = issue?.path.map(String).join('.') ?? '';
    return { problem: `${path === '' ? 'the whole file' : path} does not have the form of a lock file` };
  }
  const states = new Map<string, Locked>();
  for (const { kind: name, id, landscape: _, ...state } of data.references) {
    const kind = KINDS_BY_NAME.get(name);
    if (!kind) continue;
    const key = elementKey({ kind, id });
    if (states.has(key)) return { problem: `it contains ${name} ${id} twice` };
    states.set(key, state as Locked);
  }
  return states;
}
